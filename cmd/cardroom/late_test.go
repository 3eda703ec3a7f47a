package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
)

// slow is a policy whose every decision runs until the step limit.
const slow = `
def act(view):
    for i in range(4000000):
        for j in range(4000000):
            pass
`

// TestSecondInterrupt checks that a second ^C ends the program while a policy is busy.
func TestSecondInterrupt(t *testing.T) {
	needInterrupt(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "slow.star")
	if err := os.WriteFile(file, []byte(slow), 0o600); err != nil {
		t.Fatal(err)
	}
	p := startTerminal(t, dir, 80, "play", "angies/holdem", "--seed", "7", "--seats", "2", "--policy", file+":act", "--max-steps", "100000000000", "--timeout", "10m")
	p.waits("> ")
	p.types("call" + enter)
	for range 6 { // signals that come before the program has seen the one before are one to it
		works(t, p.cmd.Process.Pid, busy)
		_ = p.cmd.Process.Signal(syscall.SIGINT)
	}
	p.ends()
}

// TestLate checks that a script that exceeds --timeout ends the command without a
// result. The game loads in a hundredth of the time.
func TestLate(t *testing.T) {
	// The terminal is wide: in a narrow one the length of the folder's name decides where the message is broken.
	dir := t.TempDir()
	file := filepath.Join(dir, "slow.star")
	if err := os.WriteFile(file, []byte(slow), 0o600); err != nil {
		t.Fatal(err)
	}
	p := startTerminal(t, dir, 200, "run", "mixed/nt", "--seed", "7", "--hands", "2", "--policy", file+":act", "--max-steps", "100000000000", "--timeout", "1s")
	if code := p.ends(); code != app.Cannot {
		t.Errorf("code %d: %s", code, p.text())
	}
	p.waits("slow.star:")
	p.waits("too much time")
	p.waits("1s; --timeout")
}
