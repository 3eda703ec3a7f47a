//go:build unix

package testkit

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time of the process, which other work on the machine hardly
// changes, unlike wall-clock time.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
