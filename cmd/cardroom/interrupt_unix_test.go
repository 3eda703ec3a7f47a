//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/testkit"
)

// busyScripts are scripts whose functions run until the step limit.
var busyScripts = map[string]string{
	"load.star": "def spin():\n    for i in range(4000000):\n        for j in range(4000000):\n            pass\n\nspin()\n",
	"hook.star": `
def spin(hand):
    for i in range(4000000):
        for j in range(4000000):
            pass

g = game("G", seats = (2, 6), forced = [blinds()], stakes = stakes("2-4"), play = [deal(2), bet()], showdown = best(high), before_award = spin)
`,
	"x_test.star":    "load(\"./hook.star\", \"spin\")\n\ndef test_a(t):\n    spin(t)\n",
	"sometimes.star": "load(\"./hook.star\", \"spin\")\n\ndef policy(view):\n    return spin(view) if view.random(200) == 0 else \"call\"\n",
	"greedy.star": `
def kept(n):
    return [[i] for i in range(n)]

def policy(view):
    x = [kept(250000) for i in range(100)]
    return "call"
`,
}

// started is the program running as a process.
type started struct {
	cmd  *exec.Cmd
	out  bytes.Buffer
	over chan error
}

// open is the standard input of a program that nobody closes and nobody writes to.
const open = "(open)"

// start starts the program in a folder with the busy scripts.
func start(t *testing.T, stdin, line string, env ...string) *started {
	t.Helper()
	dir := t.TempDir()
	for name, text := range busyScripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := &started{cmd: exec.Command("cardroom", strings.Fields(line)...), over: make(chan error, 1)}
	s.cmd.Dir, s.cmd.Stdout, s.cmd.Stderr, s.cmd.Stdin = dir, &s.out, &s.out, strings.NewReader(stdin)
	s.cmd.Env = append(os.Environ(), "NO_COLOR=1", "XDG_STATE_HOME="+dir)
	s.cmd.Env = append(s.cmd.Env, env...)
	if stdin == open {
		s.cmd.Stdin = nil
		if _, err := s.cmd.StdinPipe(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { s.over <- s.cmd.Wait() }()
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	return s
}

// ends reports whether the process ends within a time.
func (s *started) ends(within time.Duration) bool {
	select {
	case err := <-s.over:
		s.over <- err
		return true
	case <-time.After(within):
		return false
	}
}

// TestSecondInterruptEnds checks that a second ^C ends any command, whatever the command does and whatever the first ^C did.
func TestSecondInterruptEnds(t *testing.T) {
	needInterrupt(t)
	const long = " --max-steps 100000000000 --timeout 10m"
	for _, tt := range testkit.Sweep([]struct{ line, stdin string }{
		{"run load.star" + long, ""},
		{"run --policy call hook.star" + long, ""},
		{"run --hands 1000000000 mixed/nt", ""},
		{"run --session --policy hook.star:spin angies/holdem" + long, ""},
		{"play --policy hook.star:spin --seed 1 --seats 2 mixed/nt" + long, "call\ncall\n"},
		{"repl" + long, busyScripts["load.star"]},
		{"odds --game load.star AhAd KhKd" + long, ""},
		{"eval --game load.star AhKh" + long, ""},
		{"test x_test.star" + long, ""},
		{"test --mutate", ""},
		{"check hook.star" + long, ""},
		{"check --exhaustive hook.star" + long, ""},
		{"check --exhaustive --size whole --deck-ranks 6 --deck-suits 4 --limit 100000000000 angies/holdem", ""},
		{"bench --policy call hook.star" + long, ""},
		{"diff hook.star mixed/nt" + long, ""},
		{"rules load.star" + long, ""},
	}, 1) {
		t.Run(tt.line, func(t *testing.T) {
			t.Parallel()
			s := start(t, tt.stdin, tt.line)
			works(t, s.cmd.Process.Pid, busy)
			if s.ends(10 * time.Millisecond) {
				t.Fatalf("it ended by itself: %s", s.out.String())
			}
			// Signals that come before the program has seen the one before are one to it: on a machine so busy, once more.
			for more := busy / 4; !s.ends(10 * time.Millisecond); more *= 2 {
				if more > 2*busy {
					t.Fatal("it goes on after the second ^C")
				}
				_ = s.cmd.Process.Signal(syscall.SIGINT)
				works(t, s.cmd.Process.Pid, more)
			}
			state := s.cmd.ProcessState
			if ws, ok := state.Sys().(syscall.WaitStatus); state.ExitCode() != app.Interrupted && (!ok || ws.Signal() != syscall.SIGINT) {
				t.Errorf("it ended with %s: %s", state, s.out.String())
			}
		})
	}
}

// TestSignalsEnd sends the built program the first ^C or SIGTERM while it waits for standard input, which stays open, or loads a
// script: it ends as interrupted. After SIGTERM that takes less than app.Terminated, or the exit code would be another.
func TestSignalsEnd(t *testing.T) {
	needInterrupt(t)
	const long = " --max-steps 100000000000 --timeout 10m"
	for _, line := range []string{"dap", "check -", "play --resume -", "play load.star" + long, "run load.star" + long} {
		for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			t.Run(line+" "+sig.String(), func(t *testing.T) {
				t.Parallel()
				for early := 100 * time.Millisecond; ; early *= 2 {
					s := start(t, open, line)
					if strings.Contains(line, "load.star") {
						works(t, s.cmd.Process.Pid, busy)
					} else {
						time.Sleep(early)
					}
					began := time.Now()
					_ = s.cmd.Process.Signal(sig)
					if !s.ends(patience) {
						t.Fatalf("it goes on: %s", s.out.String())
					}
					state := s.cmd.ProcessState
					if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() && early < time.Minute {
						continue // it had not begun
					}
					t.Logf("ended after %d ms", time.Since(began).Milliseconds())
					if state.ExitCode() != app.Interrupted || !strings.HasSuffix(s.out.String(), "cardroom: interrupted\n") {
						t.Errorf("%s: %s", state, s.out.String())
					}
					break
				}
			})
		}
	}
}

// TestInterruptAtTerminal types ^C while a command at a terminal loads a script or a debugger runs one: what has not begun ends as
// interrupted, without a pager in front of that, and no debugger has a fault.
func TestInterruptAtTerminal(t *testing.T) {
	needInterrupt(t)
	t.Setenv("PAGER", "echo PAGED; cat")
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range busyScripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	long := strings.Fields("--max-steps 100000000000 --timeout 10m")
	all := []struct {
		line  string
		typed string // at the prompt of the debugger, which then goes on
		*terminal
	}{
		{line: "rules load.star"},
		{line: "repl load.star"},
		{line: "play load.star"},
		{line: "test x_test.star --debug"},
		{line: "run hook.star --policy call --debug", typed: "continue"},
		{line: "play mixed/nt --seats 3 --you 2 --policy hook.star:spin --debug", typed: "continue"},
	}
	for i := range all {
		tt := &all[i]
		tt.terminal = startTerminal(t, dir, 80, append(strings.Fields(tt.line), long...)...)
		if tt.typed != "" {
			tt.waits("(debug) ")
			tt.types(tt.typed + enter)
		}
		works(t, tt.cmd.Process.Pid, busy)
		tt.types("\x03")
	}
	for _, tt := range all {
		if tt.typed != "" {
			tt.waits("(debug) ")
			tt.types("\x04")
		}
		code, text := tt.ends(), tt.text()
		if want := tt.typed == ""; want != (code == app.Interrupted) || want != strings.Contains(text, "cardroom: interrupted") {
			t.Errorf("%s: exit %d\n%s", tt.line, code, text)
		}
		if strings.Contains(text, "bug in cardroom") || strings.Contains(text, "PAGED") {
			t.Errorf("%s:\n%s", tt.line, text)
		}
	}
}

// TestWatchdogSaves checks that the game or session in progress is saved when the watchdog ends the program because of time or
// memory.
func TestWatchdogSaves(t *testing.T) {
	for _, tt := range testkit.Sweep([]struct {
		name, line, stdin, env, want string
	}{
		{"a game, late", "play --policy hook.star:spin --seed 1 --seats 2 --save g.session --timeout 2s --max-steps 100000000000 mixed/nt", "call\ncall\ncall\n", "A=", "too much time, the limit is 2s"},
		{"a session, late", "run --session --seed 1 --hands 1000 --seats 2 --policy 2=sometimes.star --save g.session --timeout 2s --max-steps 100000000000 angies/holdem", "", "A=", "too much time, the limit is 2s"},
		{"a game, too large", "play --policy greedy.star --seed 1 --seats 2 --save g.session --timeout 10m --max-steps 100000000000 mixed/nt", "call\ncall\ncall\n", "CARDROOM_MAX_MEMORY=64MB", "too much memory"},
	}, 1) {
		t.Run(tt.name, func(t *testing.T) {
			s := start(t, tt.stdin, tt.line, tt.env)
			if !s.ends(patience) {
				t.Fatalf("it does not end: %s", s.out.String())
			}
			if code := s.cmd.ProcessState.ExitCode(); code != app.Cannot || !strings.Contains(s.out.String(), tt.want) {
				t.Errorf("code %d: %s", code, s.out.String())
			}
			file := filepath.Join(s.cmd.Dir, "g.session")
			text, err := os.ReadFile(file)
			if err != nil || !bytes.Contains(text, []byte("seed")) {
				t.Fatalf("nothing is saved: %v: %s", err, s.out.String())
			}
			// A session replays its policies, and times out again at the same place; a game replays the recorded actions.
			again := strings.Fields("play --resume g.session --policy call --hands 1")
			if strings.HasPrefix(tt.line, "run") {
				again = strings.Fields("run --resume g.session --timeout 2s --max-steps 100000000000")
			}
			cmd := exec.Command("cardroom", again...)
			cmd.Dir, cmd.Stdin = s.cmd.Dir, strings.NewReader("quit\n")
			if out, err := cmd.CombinedOutput(); err != nil && !bytes.Contains(out, []byte("too much time")) {
				t.Errorf("what is saved cannot be gone on with: %v: %s", err, out)
			}
		})
	}
}
