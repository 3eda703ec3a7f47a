package app

import (
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Watcher wakes up whoever waits when something in one of its directories has
// changed. It does not say what: an editor that replaces a file by another, or
// writes it in pieces, makes many events of one change.
type Watcher interface {
	// Add watches a directory, without those below it. Once more is no error.
	Add(dir string) error
	// Changed gets a value after changes, one or several.
	Changed() <-chan struct{}
	Close() error
}

// NewWatcher watches directories of the operating system.
func NewWatcher() (Watcher, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	d := &dirWatcher{w: w, changed: make(chan struct{}, 1)}
	d.gone.Go(d.pass)
	return d, nil
}

type dirWatcher struct {
	w       *fsnotify.Watcher
	changed chan struct{}
	gone    sync.WaitGroup
}

func (d *dirWatcher) Add(dir string) error     { return d.w.Add(dir) }
func (d *dirWatcher) Changed() <-chan struct{} { return d.changed }

func (d *dirWatcher) Close() error {
	err := d.w.Close()
	d.gone.Wait()
	return err
}

// pass makes one wake-up call of any number of events. An error is that events
// were lost, so something has changed.
func (d *dirWatcher) pass() {
	for {
		select {
		case e, open := <-d.w.Events:
			if !open {
				return
			}
			if e.Op == fsnotify.Chmod {
				continue
			}
		case _, open := <-d.w.Errors:
			if !open {
				return
			}
		}
		select {
		case d.changed <- struct{}{}:
		default:
		}
	}
}

// Settling is how long nothing must change before scripts are read again: an editor
// writes a file in several steps.
const Settling = 60 * time.Millisecond

// Stamp is what changes when a file does; the zero value is no file.
type Stamp struct {
	Size int64
	Time time.Time
}

// StampOf is how a file is now.
func StampOf(std *IO, name string) Stamp {
	info, err := std.FS.Stat(name)
	if err != nil {
		return Stamp{}
	}
	return Stamp{info.Size(), info.ModTime()}
}
