//go:build unix

package files

import "syscall"

// dontWait keeps an opening from waiting for the other end of a pipe, and from
// making a terminal that of this process.
const dontWait = syscall.O_NONBLOCK | syscall.O_NOCTTY
