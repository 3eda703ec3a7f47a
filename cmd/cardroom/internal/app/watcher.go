package app

import (
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Watcher signals changes in its directories. It does not say what changed, because an
// editor that replaces a file, or writes it in several steps, causes many events for
// one change.
type Watcher interface {
	// Add watches a directory, but not its subdirectories. Adding it twice is no error.
	Add(dir string) error
	// Changed receives one value for one or more changes.
	Changed() <-chan struct{}
	Close() error
}

// NewWatcher returns a watcher of the operating system's directories.
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

// pass combines any number of events into one signal. An error means that events were
// lost, so something has changed.
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

// Settling is how long files must be unchanged before scripts are read again, because
// editors write a file in several steps.
const Settling = 60 * time.Millisecond

// Stamp is a file's size and time, which differ after a change; the zero value means
// no file.
type Stamp struct {
	Size int64
	Time time.Time
}

// StampOf returns the current stamp of a file.
func StampOf(std *IO, name string) Stamp {
	info, err := std.FS.Stat(name)
	if err != nil {
		return Stamp{}
	}
	return Stamp{info.Size(), info.ModTime()}
}
