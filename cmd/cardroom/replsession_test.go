package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
)

// docSession is a session in a document: indented lines from "$ cardroom repl …" on.
type docSession struct {
	file  string
	line  int
	args  []string
	lines []string
}

// docSessions finds the sessions in a document.
func docSessions(t *testing.T, file string) []*docSession {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []*docSession
	var open *docSession
	for i, line := range strings.Split(string(text), "\n") {
		code, indented := strings.CutPrefix(line, "    ")
		switch args, begins := strings.CutPrefix(code, "$ cardroom repl"); {
		case !indented:
			open = nil
		case begins:
			open = &docSession{file: file, line: i + 1, args: strings.Fields(args)}
			out = append(out, open)
		case open != nil:
			open.lines = append(open.lines, code)
		}
	}
	return out
}

// input is what is typed in a session.
func (d *docSession) input() string {
	var b strings.Builder
	for _, line := range d.lines {
		for _, prompt := range []string{">>>", "..."} {
			if text, ok := strings.CutPrefix(line, prompt); ok {
				b.WriteString(strings.TrimPrefix(text, " ") + "\n")
			}
		}
	}
	return b.String()
}

// shows reports whether the lines are what a session prints: "…" stands for
// lines left out, up to the next prompt at most, or for the rest of one.
func shows(lines, printed []string) bool {
	for len(lines) > 0 && lines[0] != "…" {
		if len(printed) == 0 || !shown(lines[0], printed[0]) {
			return false
		}
		lines, printed = lines[1:], printed[1:]
	}
	if len(lines) == 0 {
		return len(printed) == 0
	}
	for i, line := range printed {
		if strings.HasPrefix(line, ">>> ") {
			return false
		}
		if shows(lines[1:], printed[i+1:]) {
			return true
		}
	}
	return false
}

func shown(line, printed string) bool {
	if begin, open := strings.CutSuffix(line, "…"); open {
		return strings.HasPrefix(printed, begin)
	}
	return line == printed
}

// The sessions in the documents print what they show.
func TestDocumentedSessions(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.md")
	if err != nil {
		t.Fatal(err)
	}
	sessions := 0
	for _, file := range append(files, "../../README.md") {
		for _, d := range docSessions(t, file) {
			sessions++
			var out bytes.Buffer
			std, _, _ := fakeIO(nil)
			std.FS = history.OS
			std.Stdin.Reader = strings.NewReader(d.input())
			std.Stdout, std.Stderr = term.NewStream(&out), term.NewStream(&out)
			run(context.Background(), std, append([]string{"repl", "--echo", "--quiet"}, d.args...))
			if !shows(d.lines, strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")) {
				t.Errorf("%s:%d prints\n%s", d.file, d.line, out.String())
			}
		}
	}
	if sessions < 5 {
		t.Errorf("only %d sessions found", sessions)
	}
}
