package app

import (
	"time"
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
