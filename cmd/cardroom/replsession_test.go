package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
	"cardroom/engine/testkit"
)

// docSession is a command line in a document with its output: indented lines that start with "$ cardroom …".
type docSession struct {
	file  string
	line  int
	args  []string
	lines []string
}

// isREPL reports whether the session is one of the REPL.
func (d *docSession) isREPL() bool { return d.args[0] == "repl" }

// docSessions returns the sessions in a document.
func docSessions(t *testing.T, file string) []*docSession {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []*docSession
	var open *docSession
	for i, line := range strings.Split(string(text), "\n") {
		code, indented := strings.CutPrefix(line, "    ")
		switch args, begins := strings.CutPrefix(code, "$ cardroom "); {
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

// input returns the lines typed in a session.
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

// shows reports whether the lines match the output of a session: "…" stands for omitted lines up to the next prompt, or for the
// rest of a line.
func shows(lines, printed []string) bool {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) != "…" {
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
	printed = strings.TrimSuffix(printed, "\n")
	if begin, open := strings.CutSuffix(line, "…"); open {
		return strings.HasPrefix(printed, begin)
	}
	return line == printed
}

// TestDocumentedSessions checks that the command lines in the documents print the output shown. The commands of each folder's
// documents run in that folder.
func TestDocumentedSessions(t *testing.T) {
	sessions := 0
	for _, dir := range []string{"../..", "../../examples", "../../examples/hands", "../../examples/tutorial"} {
		files, err := filepath.Glob(dir + "/*.md")
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(dir), func(t *testing.T) {
			var all []*docSession
			for _, file := range files {
				all = append(all, docSessions(t, file)...)
			}
			sessions += len(all)
			t.Chdir(dir)
			for _, d := range testkit.Sweep(all, 1) {
				if out := d.run(); !shows(d.lines, slices.Collect(strings.Lines(out))) {
					t.Errorf("%s:%d prints\n%s", d.file, d.line, out)
				}
			}
		})
	}
	if sessions < 20 {
		t.Errorf("only %d sessions found", sessions)
	}
}

// run returns the output of the command line, including errors.
func (d *docSession) run() string {
	var out bytes.Buffer
	std, _, _ := fakeIO(nil)
	std.FS = history.OS
	std.Stdout, std.Stderr = term.NewStream(&out), term.NewStream(&out)
	args := append([]string{d.args[0], "--quiet"}, d.args[1:]...)
	if d.isREPL() {
		std.Stdin.Reader = strings.NewReader(d.input())
		args = append(args, "--echo")
	}
	run(context.Background(), std, args)
	return out.String()
}

// TestReadmeGame checks that the game in the README is the one that 'cardroom new' writes.
func TestReadmeGame(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	std, _, _ := fakeIO(nil)
	std.FS, std.CreatePlain = history.OS, new(term.Maker).CreatePlain
	std.MkdirAll = func(name string) error { return os.MkdirAll(name, 0o700) }
	if code := run(context.Background(), std, []string{"new", filepath.Join(dir, "my-game")}); code != app.Fine {
		t.Fatal(code)
	}
	written, err := os.ReadFile(filepath.Join(dir, "my-game", "my-game.star"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "```python\n"+string(written)+"```") {
		t.Errorf("the README has another game than\n%s", written)
	}
}
