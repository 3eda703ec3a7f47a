package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"cardroom/dsl"
)

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]uint64{"64MB": 64 << 20, "8GB": 8 << 30, "2 gb": 2 << 30} {
		if got, err := parseBytes(text); err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "8", "8TB", "-1GB", "1MB", "9999999999GB"} {
		if got, err := parseBytes(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// The watchdog saves once, says why, and ends with code 2; a save that fails is told.
func TestWatchdogEnds(t *testing.T) {
	for _, bad := range []error{nil, errors.New("the disk is full")} {
		std, _, stderr := fakeIO(nil)
		std.rescue = &rescue{}
		saves := 0
		std.rescue.register(func() error { saves++; return bad })
		code := make(chan int, 2)
		w := &watchdog{std: std, exit: func(c int) { code <- c }}
		go w.late("x.star:1:2: too much time")
		go w.end("second")
		if got := <-code; got != exitCannot || saves != 1 {
			t.Errorf("code %d, %d saves", got, saves)
		}
		text := stderr.String()
		if strings.Count(text, "too much time")+strings.Count(text, "second") != 1 || strings.Contains(text, "not saved: the disk is full") != (bad != nil) {
			t.Errorf("it said %q", text)
		}
	}
}

// The watchdog sees that the heap is larger than it may be.
func TestWatchdogLooks(t *testing.T) {
	var o dsl.Overdue
	if why := (&watchdog{max: 1 << 10}).look(&o); !strings.Contains(why, "too much memory") {
		t.Errorf("it said %q", why)
	}
	if why := (&watchdog{max: 1 << 40}).look(&o); why != "" {
		t.Errorf("it said %q", why)
	}
}

// BenchmarkWatchdog is what a look takes, of which there are twenty a second.
func BenchmarkWatchdog(b *testing.B) {
	w, o := &watchdog{max: 1 << 40}, dsl.Overdue{}
	b.ReportAllocs()
	for b.Loop() {
		if why := w.look(&o); why != "" {
			b.Fatal(why)
		}
	}
}

// slow is a game whose every decision takes as long as its steps allow.
const slow = `
def act(view):
    for i in range(4000000):
        for j in range(4000000):
            pass
`

// A second ^C ends the program, while a policy keeps a game busy.
func TestSecondInterrupt(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "slow.star")
	if err := os.WriteFile(file, []byte(slow), 0o600); err != nil {
		t.Fatal(err)
	}
	p := startTerminal(t, dir, 80, "play", "angies/holdem", "--seed", "7", "--seats", "2", "--policy", file+":act", "--max-steps", "100000000000", "--timeout", "10m")
	p.waits("> ")
	p.types("call" + enter)
	time.Sleep(500 * time.Millisecond)
	for range 2 {
		_ = p.cmd.Process.Signal(syscall.SIGINT)
		time.Sleep(100 * time.Millisecond)
	}
	p.ends()
}

// A script that takes longer than --timeout ends the command, and nothing is a result.
func TestLate(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "slow.star")
	if err := os.WriteFile(file, []byte(slow), 0o600); err != nil {
		t.Fatal(err)
	}
	p := startTerminal(t, dir, 80, "run", "angies/holdem", "--seed", "7", "--hands", "2", "--policy", file+":act", "--max-steps", "100000000000", "--timeout", "300ms")
	if code := p.ends(); code != exitCannot {
		t.Errorf("code %d: %s", code, p.text())
	}
	p.waits("slow.star:")
	p.waits("too much time, the limit is 300ms")
}
