//go:build unix

package files

import "syscall"

// DontWait keeps an opening from waiting for the other end of a pipe, and from
// making a terminal the controlling terminal of the process.
const DontWait = syscall.O_NONBLOCK | syscall.O_NOCTTY
