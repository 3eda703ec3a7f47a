package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/term"

	"github.com/urfave/cli/v2"
)

func TestExitCodes(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errNo, 1},
		{fmt.Errorf("three files: %w", errNo), 1},
		{errShown, 2},
		{errors.New("no such file"), 2},
		{usagef("what?"), 2},
		{context.Canceled, 130},
		{fmt.Errorf("loading: %w", context.Canceled), 130},
		{context.DeadlineExceeded, 2},
	} {
		if got := exitCode(tt.err); got != tt.want {
			t.Errorf("exitCode(%v) = %d, want %d", tt.err, got, tt.want)
		}
	}
}

// placed is an error with a position, as diag.Error is.
type placed struct{}

func (placed) Error() string { return "a.star:3:5: no deal" }

func (placed) Detail() string {
	return "a.star:3:5: no deal\n    bet()\n    ^\nhint: deal(2) first"
}

func TestReport(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		err        error
	}{
		{"nothing", "", nil},
		{"the answer is no", "", errNo},
		{"already shown", "", errShown},
		{"plain", "cardroom: it broke\n", errors.New("it broke")},
		{"interrupted", "cardroom: interrupted\n", context.Canceled},
		{"position first", "a.star:3:5: no deal\n    bet()\n    ^\nhint: deal(2) first\n", placed{}},
		{"position wrapped", "a.star:3:5: no deal\n    bet()\n    ^\nhint: deal(2) first\nin game x\n", fmt.Errorf("game x: %w", placed{})},
		{"several", "cardroom: one\na.star:3:5: no deal\n    bet()\n    ^\nhint: deal(2) first\n", errors.Join(errors.New("one"), placed{})},
		{"usage", "cardroom: bad (did you mean good?)\nsee 'cardroom run --help'\n", &usageError{"cardroom run", "bad", "did you mean good?"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			std, stdout, stderr := fakeIO(nil)
			reportError(std, tt.err)
			if stderr.String() != tt.want || stdout.Len() > 0 {
				t.Errorf("report printed %q and %q, want nothing and %q", stdout, stderr, tt.want)
			}
		})
	}
}

func TestDetailIsPainted(t *testing.T) {
	std, _, stderr := fakeIO(nil)
	std.Stderr.Color = true
	reportError(std, placed{})
	want := "\x1b[1ma.star:3:5: no deal\x1b[22m\n    bet()\n\x1b[31m    ^\x1b[0m\n\x1b[36mhint:\x1b[0m deal(2) first\n"
	if stderr.String() != want {
		t.Errorf("got  %q\nwant %q", stderr, want)
	}
}

// A full disk is not success.
func TestWriteErrors(t *testing.T) {
	std, _, stderr := fakeIO(nil)
	std.Stdout = term.NewStream(failingWriter{})
	if code := runLine(t, std, "completion bash"); code != exitCannot {
		t.Errorf("exit code %d, want %d", code, exitCannot)
	}
	if want := "cardroom: standard output: disk full\n"; stderr.String() != want {
		t.Errorf("stderr %q, want %q", stderr, want)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestFormatOf(t *testing.T) {
	for _, tt := range []struct {
		line, env, want, err string
	}{
		{"c", "", "text", ""},
		{"c --json", "", "json", ""},
		{"c --format csv", "", "csv", ""},
		{"c --format json --json", "", "json", ""},
		{"c", "json", "json", ""},
		{"c", "html", "text", ""},
		{"c --format text", "json", "text", ""},
		{"c --format html", "", "", `no format "html" here: it is one of text, json, csv`},
		{"c --format csv --json", "", "", "--json and --format csv contradict each other"},
	} {
		std, _, _ := fakeIO(nil)
		std.Getenv = func(name string) string {
			if name == "CARDROOM_FORMAT" {
				return tt.env
			}
			return ""
		}
		got := ""
		cmd := &command{
			Command: &cli.Command{Name: "c"},
			formats: []string{"text", "json", "csv"},
			do:      func(_ *cli.Context, _ *IO, format string) error { got = format; return nil },
		}
		app := &cli.App{Name: "cardroom", Commands: []*cli.Command{cmd.finish(std)}, ExitErrHandler: func(*cli.Context, error) {}}
		err := app.Run(append([]string{"cardroom"}, strings.Fields(tt.line)...))
		if got != tt.want || fmt.Sprint(err) != tt.err && tt.err != "" || err != nil && tt.err == "" {
			t.Errorf("%q with CARDROOM_FORMAT=%q: format %q, error %v; want %q, %q", tt.line, tt.env, got, err, tt.want, tt.err)
		}
	}
}

// Every command has examples, a help text that names its own examples, and no
// flag without an explanation.
func TestCommandsAreComplete(t *testing.T) {
	std, _, _ := fakeIO(nil)
	for _, c := range newApp(std).commands {
		if c.Usage == "" || c.Category == "" || c.Description == "" {
			t.Errorf("%s: no usage, category or description", c.Name)
		}
		for _, line := range strings.Split(c.Description, "\n") {
			if len([]rune(line)) > 90 {
				t.Errorf("%s: a line of the description is too long for a terminal: %q", c.Name, line)
			}
		}
		for _, e := range c.examples {
			if !strings.HasPrefix(e.line, "cardroom "+c.Name) {
				t.Errorf("%s: the example %q is about something else", c.Name, e.line)
			}
		}
		for _, f := range c.Flags {
			if d, ok := f.(cli.DocGenerationFlag); !ok || d.GetUsage() == "" {
				t.Errorf("%s: flag %s has no usage", c.Name, f.Names()[0])
			}
		}
	}
}

// A seed is printed when there is something to repeat, and not ahead of an error.
func TestSeedIsPrinted(t *testing.T) {
	for line, want := range map[string]string{
		"run mixed/nt --hands 5":            "seed 42\n",
		"run mixed/nt --hands 5 --json":     "seed 42\n",
		"run mixed/nt --hands 5 --quiet":    "seed 42\n",
		"run mixed/nt --hands 5 --seed 1":   "",
		"run mixed/nt --hands 5 --seats 99": "cardroom: mixed/nt is for 2 to 10 players, not 99\nsee 'cardroom run --help'\n",
	} {
		std, _, stderr := fakeIO(nil)
		if runLine(t, std, line); stderr.String() != want {
			t.Errorf("%s: %q on stderr, want %q", line, stderr, want)
		}
	}
}

// Who goes away ends the command, without a word. What it was saving is no file.
func TestBrokenPipe(t *testing.T) {
	std, _, stderr := fakeIO(nil)
	std.Stdout = term.NewStream(brokenPipe{})
	started := time.Now()
	if code := runLine(t, std, "run mixed/nt --hands 1000000000 --show 1000000000 --seed 1"); code != exitPipe {
		t.Errorf("exit code %d, want %d", code, exitPipe)
	}
	if stderr.Len() > 0 || time.Since(started) > time.Minute {
		t.Errorf("%q on stderr after %v", stderr, time.Since(started))
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}
}
