//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package term

import (
	"errors"
	"os"
	"syscall"
)

// openCannotBeRemoved is false: here a lock shows whether the process that wrote a
// file is alive.
const openCannotBeRemoved = false

// errLocked is the error if another process holds the lock.
var errLocked error = syscall.EWOULDBLOCK

// lockFile locks a file until release is called or the process ends. It uses a
// duplicate descriptor, so that closing the file does not release the lock.
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
