package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"

	"github.com/creack/pty"
)

// startRepl starts a session on a terminal and waits for its first prompt.
func startRepl(t *testing.T, home string, args ...string) *terminal {
	t.Helper()
	r := startTerminal(t, home, 80, append([]string{"repl"}, args...)...)
	r.waits(">>> ")
	return r
}

// asks types a line and waits for a text, and then for the prompt.
func (t *terminal) asks(line, want string) {
	t.Helper()
	t.types(line + enter)
	t.waits("\n" + want)
	t.waits(">>> ")
}

func (t *terminal) leaves(keys string) {
	t.Helper()
	t.types(keys)
	if code := t.ends(); code != app.Fine {
		t.Errorf("exit %d", code)
	}
}

const (
	keyUp        = "\x1b[A"
	keyInterrupt = "\x03"
	keyEnd       = "\x04"
)

func TestReplCompletes(t *testing.T) {
	r := startRepl(t, t.TempDir(), "angies/omaha-hilo")
	r.types("omaha_h\t.na\t")
	r.asks("", `"Omaha (High-Low Split)"`)
	r.types("bet(tier\t")
	r.waits("bet(tier = ")
	r.types("bi\t)")
	r.asks("", "<step bet>")
	r.types(":de\t\t") // two commands match: the second tab lists them
	r.waits(":deal")
	r.waits(":deck")
	r.types("\x07" + keyInterrupt)
	r.waits(">>> ")
	r.asks(":deal 7", "Omaha")
	r.types("rai\t")
	r.asks("", "  seat 3 raises to $4")
	r.types(":plan angies/razz_no\t" + keyInterrupt)
	r.waits(">>> ")
	r.types(":rules angies/ra\t")
	r.asks("", "Razz")
	r.leaves(keyEnd)
}

// TestReplPaste checks a terminal with bracketed paste: tabs are kept, blank lines
// belong to a block, results appear in the right places, and an incomplete last line
// waits.
func TestReplPaste(t *testing.T) {
	r := startRepl(t, t.TempDir())
	if !strings.Contains(r.out.String(), term.PasteOn) {
		t.Error("pastes are not asked for")
	}
	r.types("\x1b[200~def f(a):\r\tb = a + 1\r\r\treturn b\rf(3)\rx = [f(1),\x1b[201~")
	r.waits(">>> def f(a):\n... \tb = a + 1\n... \n... \treturn b\n")
	r.waits("f(3)\n4\n>>> x = [f(1),")
	r.types("\x1b[200~\t2]\x1b[201~")
	r.types(enter)
	r.waits(">>> ")
	r.asks("x", "[2, 2]")
	r.leaves(keyEnd)
	if !strings.Contains(r.out.String(), term.PasteOff) {
		t.Error("pastes stay marked")
	}
}

// TestReplLongPaste checks that a paste of thousands of lines is fast: the editor gets
// the history only once.
func TestReplLongPaste(t *testing.T) {
	r := startRepl(t, t.TempDir())
	var text strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&text, "n = %d\r", i)
	}
	r.types("\x1b[200~" + text.String() + "\x1b[201~")
	r.waits(">>> n = 3999\n")
	r.waits(">>> ")
	r.types(keyUp + keyUp)
	r.waits("n = 3998")
	r.leaves(keyInterrupt + keyEnd)
}

// TestReplRawPaste checks a terminal without bracketed paste: a tab at the start of a
// line is four spaces and does not trigger completion.
func TestReplRawPaste(t *testing.T) {
	r := startRepl(t, t.TempDir())
	r.types("def f(a):\r\tb = a + 1\r\tif b:\r\t\treturn b\r\rf(3)\r")
	r.waits("\n4\n")
	if text := r.text(); strings.Contains(text, "ace_to_five") {
		t.Errorf("a tab has completed:\n%s", text)
	}
	r.leaves(keyEnd)
}

func TestReplInterrupted(t *testing.T) {
	r := startRepl(t, t.TempDir())
	r.types("for i in range(4000000): len([j for j in range(1000)])" + enter + enter)
	works(t, r.cmd.Process.Pid, busy)
	r.types(keyInterrupt)
	r.waits("interrupted\n")
	r.waits(">>> ")
	r.types("def half(:" + keyInterrupt) // an incomplete line
	r.waits("^C")
	r.waits(">>> ")
	r.types("(1," + enter) // an incomplete block
	r.waits("... ")
	r.types(keyInterrupt)
	r.waits(">>> ")
	r.asks("1 + 1", "2")
	if err := r.cmd.Process.Signal(os.Interrupt); err != nil { // a signal from outside, at the prompt
		t.Fatal(err)
	}
	r.asks("2 + 2", "4")
	r.leaves(":quit" + enter)
}

// TestReplEnds checks that ^D leaves at the start of a line, also inside a block, and
// that a termination request leaves, also during an evaluation.
func TestReplEnds(t *testing.T) {
	r := startRepl(t, t.TempDir())
	r.types("(1," + enter)
	r.waits("... ")
	r.leaves(keyEnd)
	r = startRepl(t, t.TempDir())
	r.types("1 + ")
	_ = r.cmd.Process.Signal(syscall.SIGTERM)
	r.leaves("")
	r = startRepl(t, t.TempDir())
	r.types("for i in range(4000000): len([j for j in range(1000)])" + enter + enter)
	works(t, r.cmd.Process.Pid, busy)
	_ = r.cmd.Process.Signal(syscall.SIGTERM)
	r.leaves("")
}

// TestReplHistory checks that blocks are kept as a whole, also for other sessions, and
// can be edited as one line.
func TestReplHistory(t *testing.T) {
	home := t.TempDir()
	r := startRepl(t, home)
	r.types("def f(a):" + enter + "    return a + 1" + enter + enter)
	r.waits("... ")
	r.waits(">>> ")
	r.asks("f(1)", "2")
	r.asks(" f(10)", "11") // a leading space: not kept
	r.leaves(keyEnd)
	file := filepath.Join(home, "cardroom", "history")
	text, err := os.ReadFile(file)
	if want := `def f(a):\n    return a + 1` + "\nf(1)\n"; err != nil || string(text) != want {
		t.Fatalf("%v\n%s", err, text)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v: %v", info.Mode(), err)
	}
	r = startRepl(t, home)
	r.types(keyUp + keyUp)
	r.waits("def f(a):⏎    return a + 1")
	r.types("0" + enter)
	r.waits(">>> ")
	r.asks("f(1)", "11")
	r.leaves(keyEnd)
	text, _ = os.ReadFile(file)
	if !strings.HasSuffix(string(text), "f(1)\n"+`def f(a):\n    return a + 10`+"\nf(1)\n") {
		t.Errorf("%s", text)
	}
}

func TestReplReloads(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "own.star")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("n = 1\n")
	r := startRepl(t, t.TempDir(), file)
	r.types("n + 1") // an incomplete line
	r.waits("n + 1")
	write("n = 10\n")
	r.waits("loaded again")
	r.waits(">>> n + 1") // it is still there
	r.asks("0", "20")
	write("n = \n")
	r.waits("own.star:1:5: ")
	r.waits(">>> ")
	r.asks("n", "10")
	r.leaves(keyEnd)
}

// TestReplResized checks that a line stays as typed when the window is resized, and
// that output then fits the new width.
func TestReplResized(t *testing.T) {
	r := startRepl(t, t.TempDir())
	long := "len('" + strings.Repeat("abcdefghij", 12) + "')"
	r.types(long[:60])
	r.waits(long[:60])
	if err := pty.Setsize(r.tty, &pty.Winsize{Rows: 30, Cols: 40}); err != nil {
		t.Fatal(err)
	}
	r.types(long[60:])
	r.asks("", "120")
	r.types(":help" + enter)
	r.waits("The table\n")
	for line := range strings.Lines(r.waits("leave; so do quit, exit")) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 40 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
	r.leaves(keyEnd)
}

// TestReplEdits checks that an external editor gets the terminal to itself.
func TestReplEdits(t *testing.T) {
	editor := filepath.Join(t.TempDir(), "editor")
	script := "#!/bin/sh\nstty -a | grep -q '[^-]icanon' || exit 7\nsed s/2/20/ \"$1\" > \"$1.new\" && mv \"$1.new\" \"$1\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("VISUAL", editor)
	r := startRepl(t, t.TempDir())
	r.asks("1 + 2", "3")
	r.asks(":edit", "21")
	r.leaves(keyEnd)
}

// TestReplColour checks which output is colored.
func TestReplColour(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	std, _, _ := fakeIO(nil)
	std.Colorize("always", std.Getenv)
	if got := std.Stdout.Clean(std.Stdout.Paint("x", 36)); got != "\x1b[36mx\x1b[0m" {
		t.Errorf("%q", got)
	}
	r := startRepl(t, t.TempDir(), "--color", "always")
	if !strings.Contains(r.out.String(), "\x1b[36m>>> \x1b[0m") {
		t.Errorf("%q", r.out.String())
	}
	r.leaves(keyEnd)
}

// TestReplDumb checks that a terminal that can only print gets prompts but no control
// sequences.
func TestReplDumb(t *testing.T) {
	std, stdout, stderr := fakeIO(nil)
	std.Stdin = term.Input{Reader: strings.NewReader("def f():\n    return 2\n\nf()\nf(1)\n:quit\n"), Terminal: true}
	std.Getenv = func(name string) string { return map[string]string{"TERM": "dumb"}[name] }
	if code := runLine(t, std, "repl"); code != app.Fine {
		t.Errorf("exit %d", code)
	}
	if got, want := stdout.String(), ">>> ... ... >>> 2\n>>> >>> "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if !strings.Contains(stderr.String(), "accepts no arguments") {
		t.Errorf("%s", stderr)
	}
}

// TestPlayPaste checks that play also takes a paste line by line, and recalls lines.
func TestPlayPaste(t *testing.T) {
	p := startTerminal(t, t.TempDir(), 80, "play", "mixed/nt", "--seed", "5", "--seats", "2", "--policy", "call")
	p.waits("seat 1> ")
	p.types("\x1b[200~raise to 6\rcheck\r\x1b[201~")
	p.waits("seat 1> raise to 6\n")
	p.waits("seat 1> check\n")
	p.waits("Turn")
	p.waits("seat 1> ")
	p.types("look" + enter)
	p.waits("seat 1> ")
	p.types(keyUp + enter)
	p.waits("look\n")
	p.waits("seat 1> ")
	p.types(keyEnd)
	if code := p.ends(); code != app.Fine {
		t.Errorf("exit %d", code)
	}
}
