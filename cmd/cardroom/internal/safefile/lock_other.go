//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package safefile

import (
	"errors"
	"os"
	"runtime"
)

// openCannotBeRemoved: the system itself keeps a file that a process has open.
const openCannotBeRemoved = runtime.GOOS == "windows"

// errLocked is never returned here.
var errLocked = errors.New("the file is locked")

// lockFile locks nothing.
func lockFile(*os.File) (release func(), err error) { return nil, errors.ErrUnsupported }
