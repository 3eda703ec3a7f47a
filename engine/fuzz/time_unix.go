//go:build unix

package fuzz

import (
	"syscall"
	"time"
)

// ProcessorTime is how long this process has kept the processor busy: other work on the
// machine changes it little, and the clock on the wall a lot.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
