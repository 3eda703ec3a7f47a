//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package term

import (
	"errors"
	"os"
	"runtime"
)

// openCannotBeRemoved says that the system does not remove a file that a process has
// open.
const openCannotBeRemoved = runtime.GOOS == "windows"

// errLocked is never returned on these systems.
var errLocked = errors.New("the file is locked")

// lockFile cannot lock files on these systems.
func lockFile(*os.File) (release func(), err error) { return nil, errors.ErrUnsupported }
