package main

import (
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"

	"github.com/urfave/cli/v2"
)

// TestWriteErrors checks that a full disk is reported as an error.
func TestWriteErrors(t *testing.T) {
	std, _, stderr := fakeIO(nil)
	std.Stdout = term.NewStream(failingWriter{})
	if code := runLine(t, std, "completion bash"); code != app.Cannot {
		t.Errorf("exit code %d, want %d", code, app.Cannot)
	}
	if want := "cardroom: standard output: disk full\n"; stderr.String() != want {
		t.Errorf("stderr %q, want %q", stderr, want)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// makesParts reports whether an example writes parts for merge.
func makesParts(name, line string) bool {
	return name == "merge" && strings.Contains(line, " --out ")
}

// TestCommandsAreComplete checks that every command has examples of its own, a help
// text, and a usage text for each flag.
func TestCommandsAreComplete(t *testing.T) {
	std, _, _ := fakeIO(nil)
	for _, c := range newApp(std).Described {
		if c.Usage == "" || c.Category == "" || c.Description == "" {
			t.Errorf("%s: no usage, category or description", c.Name)
		}
		for _, e := range c.Examples {
			if !strings.HasPrefix(e.Line, "cardroom "+c.Name) && !makesParts(c.Name, e.Line) {
				t.Errorf("%s: the example %q is about something else", c.Name, e.Line)
			}
		}
		for _, f := range c.Flags {
			if d, ok := f.(cli.DocGenerationFlag); !ok || d.GetUsage() == "" {
				t.Errorf("%s: flag %s has no usage", c.Name, f.Names()[0])
			}
		}
	}
}

// TestEveryCommandIsTried checks that the script that -short keeps runs every command.
func TestEveryCommandIsTried(t *testing.T) {
	text, err := os.ReadFile("testdata/every.txtar")
	if err != nil {
		t.Fatal(err)
	}
	std, _, _ := fakeIO(nil)
	for _, c := range newApp(std).Described {
		if !regexp.MustCompile(`(?m)^(! )?cardroom ` + c.Name + `\b`).Match(text) {
			t.Errorf("%s is not tried", c.Name)
		}
	}
}

// TestHelpFits checks that help fits the width of the terminal, and that it is one or
// two screens long, except for the whole manual.
func TestHelpFits(t *testing.T) {
	std, _, _ := fakeIO(nil)
	for _, c := range append([]*app.Command{{Command: &cli.Command{}}}, newApp(std).Described...) {
		for _, line := range []string{"help " + c.Name, "help --all " + c.Name} {
			for _, width := range []int{0, 50, 80, 200} {
				std, stdout, _ := fakeIO(nil)
				if width > 0 {
					std.Stdout = term.NewTerminal(stdout, func() int { return width })
				}
				if code := runLine(t, std, line); code != app.Fine {
					t.Fatalf("%s: exit code %d", line, code)
				}
				lines := strings.Split(stdout.String(), "\n")
				for _, l := range lines {
					most := map[int]int{0: 80, 50: 50, 80: 80, 200: 100}[width]
					if n := utf8.RuneCountInString(l); n > most && !strings.Contains(c.Description, l) {
						t.Errorf("%s in %d columns: %d in %q", line, most, n, l)
					}
				}
				if !strings.Contains(line, "--all") && width == 80 && len(lines) > 61 {
					t.Errorf("%s: %d lines", line, len(lines)-1)
				}
			}
		}
	}
}

// TestSeedIsPrinted checks that a seed is printed when there is something to repeat,
// and not with an error.
func TestSeedIsPrinted(t *testing.T) {
	for line, want := range map[string]string{
		"run mixed/nt --hands 5":            "seed 42\n",
		"run mixed/nt --hands 5 --json":     "seed 42\n",
		"run mixed/nt --hands 5 --quiet":    "",
		"run mixed/nt --hands 5 --seed 1":   "",
		"run mixed/nt --hands 5 --seats 99": "cardroom: mixed/nt is for 2 to 10 players, not 99\nsee 'cardroom run --help'\n",
	} {
		std, _, stderr := fakeIO(nil)
		if runLine(t, std, line); stderr.String() != want {
			t.Errorf("%s: %q on stderr, want %q", line, stderr, want)
		}
	}
}

// TestBrokenPipe checks that a reader that goes away ends the command silently, and
// that no incomplete file is saved.
func TestBrokenPipe(t *testing.T) {
	std, _, stderr := fakeIO(nil)
	std.Stdout = term.NewStream(brokenPipe{})
	started := time.Now()
	if code := runLine(t, std, "run mixed/nt --hands 1000000000 --show 1000000000 --seed 1"); code != app.Pipe {
		t.Errorf("exit code %d, want %d", code, app.Pipe)
	}
	if stderr.Len() > 0 || time.Since(started) > time.Minute {
		t.Errorf("%q on stderr after %v", stderr, time.Since(started))
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}
}
