package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/star"
	"cardroom/engine/diag"

	"github.com/urfave/cli/v2"
)

// fakeStd returns an IO in memory, and the buffers of its outputs.
func fakeStd() (std *IO, stdout, stderr *bytes.Buffer) {
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	return &IO{
		Streams: term.Streams{Stdout: term.NewStream(stdout), Stderr: term.NewStream(stderr)},
		Getenv:  func(string) string { return "" },
	}, stdout, stderr
}

func TestExitCodes(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{ErrNo, 1},
		{fmt.Errorf("three files: %w", ErrNo), 1},
		{ErrShown, 2},
		{errors.New("no such file"), 2},
		{Usagef("what?"), 2},
		{context.Canceled, 130},
		{fmt.Errorf("loading: %w", context.Canceled), 130},
		{context.DeadlineExceeded, 2},
	} {
		if got := exitCode(tt.err); got != tt.want {
			t.Errorf("exitCode(%v) = %d, want %d", tt.err, got, tt.want)
		}
	}
}

// placed is an error with a position.
var placed = &diag.Error{Pos: diag.Pos{File: "a.star", Line: 3, Col: 5}, Msg: "no deal", Source: "    bet()", Hint: "deal(2) first"}

func TestReport(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		err        error
	}{
		{"nothing", "", nil},
		{"the answer is no", "", ErrNo},
		{"already shown", "", ErrShown},
		{"plain", "cardroom: it broke\n", errors.New("it broke")},
		{"interrupted", "cardroom: interrupted\n", context.Canceled},
		{"position first", "a.star:3:5: no deal\n        bet()\n        ^\nhint: deal(2) first\n", placed},
		{"position wrapped", "a.star:3:5: no deal\n        bet()\n        ^\nhint: deal(2) first\nin game x\n", fmt.Errorf("game x: %w", placed)},
		{"several", "cardroom: one\na.star:3:5: no deal\n        bet()\n        ^\nhint: deal(2) first\n", errors.Join(errors.New("one"), placed)},
		{"refused", "cardroom: no\nhint: yes\n", diag.Refuse("no", "yes")},
		{"usage with a place", "cardroom: --stack: \"x\"\n    --stack 4,x\n              ^\nsee 'cardroom run --help'\n", (&diag.Error{Code: diag.Usage, Command: "cardroom run", Msg: `--stack: "x"`, At: 11}).Placed("", 1, "--stack 4,x")},
		{"usage", "cardroom: bad (did you mean good?)\nsee 'cardroom run --help'\n", &diag.Error{Code: diag.Usage, Command: "cardroom run", Msg: "bad", Hint: "did you mean good?"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			std, stdout, stderr := fakeStd()
			Report(std, tt.err)
			if stderr.String() != tt.want || stdout.Len() > 0 {
				t.Errorf("report printed %q and %q, want nothing and %q", stdout, stderr, tt.want)
			}
		})
	}
}

func TestDetailIsPainted(t *testing.T) {
	std, _, stderr := fakeStd()
	std.Stderr.Color = true
	Report(std, placed)
	want := "\x1b[1ma.star:3:5: no deal\x1b[22m\n        bet()\n\x1b[91m        ^\x1b[0m\n\x1b[36mhint:\x1b[0m deal(2) first\n"
	if stderr.String() != want {
		t.Errorf("got  %q\nwant %q", stderr, want)
	}
}

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
		{"c --format html", "", "", `unknown format "html" (use text, json, csv)`},
		{"c --format csv --json", "", "", "--json and --format csv cannot be used together"},
	} {
		std, _, _ := fakeStd()
		std.Getenv = func(name string) string {
			if name == "CARDROOM_FORMAT" {
				return tt.env
			}
			return ""
		}
		got := ""
		cmd := &Command{
			Command: &cli.Command{Name: "c"},
			Formats: []string{"text", "json", "csv"},
			Do:      func(_ *cli.Context, _ *IO, format string) error { got = format; return nil },
		}
		err := New(std, []*Command{cmd}).Execute(t.Context(), std, strings.Fields(tt.line))
		if got != tt.want || fmt.Sprint(err) != tt.err && tt.err != "" || err != nil && tt.err == "" {
			t.Errorf("%q with CARDROOM_FORMAT=%q: format %q, error %v; want %q, %q", tt.line, tt.env, got, err, tt.want, tt.err)
		}
	}
}

// TestPanic: a panic in a command is a message without a trace, which programmers get when they ask for it.
func TestPanic(t *testing.T) {
	const told = "cardroom: internal fault: broken\nhint: this is a bug in cardroom; please report it\n"
	const how = "for the trace, which belongs in the report, add --verbose\n"
	for _, tt := range []struct {
		args, env string
		trace     bool
	}{
		{"break", "", false},
		{"break", "single", false},
		{"break", "all", true},
		{"break", "system", true},
		{"break --verbose", "", true},
	} {
		std, _, stderr := fakeStd()
		std.Getenv = func(name string) string { return map[string]string{"GOTRACEBACK": tt.env}[name] }
		a := New(std, []*Command{{Command: &cli.Command{Name: "break"}, Do: func(*cli.Context, *IO, string) error { panic("broken") }}})
		code := a.Run(context.Background(), std, strings.Fields(tt.args))
		rest, ok := strings.CutPrefix(stderr.String(), told)
		if code != Cannot || !ok || tt.trace != strings.Contains(rest, "exit_test.go:") || !tt.trace && rest != how {
			t.Errorf("%+v: code %d: %q", tt, code, stderr.String())
		}
	}
}

// TestTraceOfScripts: a panic in Go code that a script called has a trace too.
func TestTraceOfScripts(t *testing.T) {
	for _, err := range []error{star.Fault(diag.Pos{File: "a.star", Line: 1, Col: 1}, "f", "broken"), fmt.Errorf("hand 7: %w", star.Fault(diag.Pos{}, "f", "broken"))} {
		std, _, stderr := fakeStd()
		std.Verbose = true
		if Report(std, err); !strings.Contains(stderr.String(), "internal fault: broken") || !strings.Contains(stderr.String(), "exit_test.go:") {
			t.Errorf("%v: %q", err, stderr.String())
		}
	}
}
