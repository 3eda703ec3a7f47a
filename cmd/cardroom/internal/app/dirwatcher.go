//go:build !js

package app

import (
	"sync"

	"github.com/fsnotify/fsnotify"
)

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
