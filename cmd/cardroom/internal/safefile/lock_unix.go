//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package safefile

import (
	"errors"
	"os"
	"syscall"
)

// openCannotBeRemoved: files are locked, and a lock tells whether their process lives.
const openCannotBeRemoved = false

// errLocked is why a file cannot be locked that another process has.
var errLocked error = syscall.EWOULDBLOCK

// lockFile locks a file until release is called, or the process ends. The lock has
// a descriptor of its own: it outlives the closing of the file.
func lockFile(f *os.File) (release func(), err error) {
	syscall.ForkLock.RLock()
	fd, err := syscall.Dup(int(f.Fd()))
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err != nil {
		_ = syscall.Close(fd)
		return nil, err
	}
	return func() { _ = syscall.Close(fd) }, nil
}
