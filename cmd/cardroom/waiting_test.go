package main

import (
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience is how long a test waits for what comes at once on an idle machine. Tests wait for events, and never for a time in
// which an event ought to have come.
const patience = 3 * time.Minute

// await waits until something holds.
func await(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not after %v", what, patience)
		}
	}
}

// works waits until a process has used some more processor time, or is gone: it has had the turns to deal with what came before,
// however busy the machine is.
func works(t testing.TB, pid int, more time.Duration) {
	t.Helper()
	before, ok := processorTime(pid)
	if !ok {
		time.Sleep(4 * more) // not Linux
		return
	}
	await(t, fmt.Sprintf("process %d works for %v", pid, more), func() bool {
		now, ok := processorTime(pid)
		return !ok || now-before >= more
	})
}

// processorTime returns the processor time of a process. It fails if there is none, or if the system is not Linux.
func processorTime(pid int) (time.Duration, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(text), ") ") // the name of the program is in parentheses
	fields := strings.Fields(rest)
	if err != nil || len(fields) < 13 || fields[0] == "Z" {
		return 0, false
	}
	user, err := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * 10 * time.Millisecond, err == nil && err2 == nil
}

// needInterrupt skips a test where ^C is ignored by all that the tests start: a shell without job control does that to what it runs
// in the background.
func needInterrupt(t *testing.T) {
	t.Helper()
	if signal.Ignored(syscall.SIGINT) {
		t.Skip("SIGINT is ignored here")
	}
}
