package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/app"

	"github.com/creack/pty"
)

// terminal is the program on a pseudo-terminal with a user who types.
type terminal struct {
	*testing.T
	tty  *os.File
	cmd  *exec.Cmd
	out  spool
	seen int // how much of the output has been consumed
	over chan error
}

// startTerminal runs the program on a terminal of the given width, with its own home folder.
func startTerminal(t *testing.T, home string, columns uint16, args ...string) *terminal {
	t.Helper()
	cmd := exec.Command("cardroom", args...)
	cmd.Env = append(os.Environ(), "TERM=xterm", "LC_ALL=C.UTF-8", "NO_COLOR=1", "XDG_STATE_HOME="+home)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: columns})
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, pty.ErrUnsupported) {
		t.Skip("no pseudo-terminal here")
	}
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{T: t, tty: tty, cmd: cmd, over: make(chan error, 1)}
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := tty.Read(buf)
			_, _ = term.out.Write(buf[:n])
			if err != nil {
				break
			}
		}
		term.over <- cmd.Wait()
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = tty.Close()
	})
	return term
}

// escapes matches sequences that move the cursor or clear lines.
var escapes = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]|\x07|\r")

// text returns the output without control sequences.
func (t *terminal) text() string { return escapes.ReplaceAllString(t.out.String(), "") }

// waits waits for new output with the given text, and returns the output up to there.
func (t *terminal) waits(want string) string {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		text := t.text()
		if at := strings.Index(text[min(t.seen, len(text)):], want); at >= 0 {
			from := t.seen
			t.seen += at + len(want)
			return text[from:t.seen]
		}
	}
	t.Fatalf("no %q in\n%s", want, t.text()[min(t.seen, len(t.text())):])
	return ""
}

// busy is the processor time after which a program no longer reads the line typed last, but does what it says.
const busy = 200 * time.Millisecond

func (t *terminal) types(keys string) {
	t.Helper()
	if _, err := t.tty.WriteString(keys); err != nil {
		t.Fatal(err)
	}
}

// ends waits until the program ends, and returns its exit code.
func (t *terminal) ends() int {
	t.Helper()
	select {
	case <-t.over:
		return t.cmd.ProcessState.ExitCode()
	case <-time.After(patience):
		t.Fatalf("it goes on:\n%s", t.text())
	}
	return -1
}

const enter = "\r"

func TestPlayCompletes(t *testing.T) {
	p := startTerminal(t, t.TempDir(), 80, "play", "angies/holdem", "--seed", "7", "--seats", "3", "--policy", "call")
	p.waits("seat 1> ")
	p.types("ra\t")
	p.waits("raise to 4")
	p.types(enter)
	p.waits("seat 1 raises to $4")
	p.waits("seat 1> ")
	p.types("expl\t")
	p.waits("explain")
	p.types(" p\t" + enter)
	p.waits("The main pot")
}

// TestPlaySigns checks that suits are printed as signs if the terminal supports them, and as letters on request.
func TestPlaySigns(t *testing.T) {
	p := startTerminal(t, t.TempDir(), 80, "play", "angies/holdem", "--seed", "7", "--seats", "3")
	p.waits("8♠ 9♥")
	p = startTerminal(t, t.TempDir(), 80, "play", "angies/holdem", "--seed", "7", "--seats", "3", "--cards", "letters")
	p.waits("8s 9h")
	startTerminal(t, t.TempDir(), 80, "run", "mixed/nt", "--hands", "1", "--seed", "1").waits("seat 1: K♠ 9♣")
	p = startTerminal(t, t.TempDir(), 80, "repl", "mixed/nt")
	p.waits(">>> ")
	p.types(":deal 1" + enter)
	p.waits("seat 1: K♠ 9♣")
}

// TestPlayInterrupted checks that the first ^C asks and the second leaves, and that the hand is saved and can be resumed.
func TestPlayInterrupted(t *testing.T) {
	home := t.TempDir()
	p := startTerminal(t, home, 80, "play", "mixed/nt", "--seed", "5", "--seats", "2", "--policy", "call")
	p.waits("seat 1> ")
	p.types("raise to 6" + enter)
	p.waits("Flop")
	p.waits("seat 1> ")
	p.types("bet 1\x03") // clears the line
	p.waits("^C")        // each letter redraws the line with its prompt
	p.waits("seat 1> ")
	p.types("\x03")
	p.waits("^C again leaves")
	p.types("check" + enter) // it was only a question
	p.waits("Turn")
	p.waits("seat 1> ")
	p.types("\x03")
	p.waits("^C again leaves")
	p.waits("seat 1> ")
	p.types("\x03")
	if code := p.ends(); code != app.Interrupted {
		t.Errorf("exit %d, want %d", code, app.Interrupted)
	}
	file := filepath.Join(home, "cardroom", "play.session")
	p.waits("to continue: cardroom play --resume")
	p.waits(file) // on the next line, because the path is long
	again := startTerminal(t, home, 80, "play", "--resume", file)
	again.waits("seat 1 raises to $6")
	again.waits("Turn")
	again.waits("seat 1> ")
	again.types("\x04")
	if code := again.ends(); code != app.Fine {
		t.Errorf("exit %d after ^D", code)
	}
	// Without a game the kept one is offered, or any other.
	alone := startTerminal(t, home, 80, "play", "--resume") // the same game
	alone.waits("Turn")
	alone.waits("seat 1> ")
	alone.types("\x04")
	alone.ends()
	offered := startTerminal(t, home, 80, "play")
	offered.waits("Enter goes on with mixed/nt, hand 1")
	offered.types(enter)
	offered.waits("Turn")
	offered.waits("seat 1> ")
	offered.types("\x04")
	offered.ends()
	offered = startTerminal(t, t.TempDir(), 80, "play")
	offered.waits("Enter plays mixed/nt")
	offered.types("angies/stud7" + enter)
	offered.waits("seat 1> ")
	offered.types("\x04")
	offered.ends()
}

// TestPlayStops checks that ^C stops a long computation, and that the game goes on.
func TestPlayStops(t *testing.T) {
	p := startTerminal(t, t.TempDir(), 80, "play", "angies/omaha-hilo", "--seed", "5", "--seats", "6", "--policy", "call")
	p.waits("seat 1> ")
	p.types("odds 999999999" + enter)
	works(t, p.cmd.Process.Pid, busy)
	p.types("\x03")
	p.waits("sampled: ")
	p.waits("seat 1> ")
	p.types("call" + enter)
	p.waits("seat 1 calls")
	p.waits("seat 1> ")
	p.types("\x04")
	if code := p.ends(); code != app.Fine {
		t.Errorf("exit %d", code)
	}
}

// TestPlayTerminated checks that a termination request at the prompt ends the program and saves the game.
func TestPlayTerminated(t *testing.T) {
	home := t.TempDir()
	p := startTerminal(t, home, 80, "play", "mixed/nt", "--seed", "5", "--seats", "2")
	p.waits("seat 1> ")
	p.types("call" + enter)
	p.waits("seat 1 calls") // the prompt alone is redrawn with every key
	p.waits("seat 1> ")
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	if code := p.ends(); code != app.Interrupted {
		t.Errorf("exit %d, want %d", code, app.Interrupted)
	}
	text, err := os.ReadFile(filepath.Join(home, "cardroom", "play.session"))
	if err != nil || !strings.Contains(string(text), "\nact call\n") {
		t.Errorf("kept: %v\n%s", err, text)
	}
}

// TestPlayResized checks that output uses the current width of the terminal.
func TestPlayResized(t *testing.T) {
	p := startTerminal(t, t.TempDir(), 80, "play", "angies/omaha-hilo", "--seed", "3", "--seats", "6", "--policy", "call")
	p.waits("seat 1> ")
	if err := pty.Setsize(p.tty, &pty.Winsize{Rows: 40, Cols: 40}); err != nil {
		t.Fatal(err)
	}
	p.types("look" + enter)
	p.waits("look\n")
	for line := range strings.Lines(p.waits("seat 1> ")) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 40 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
}

// TestPlayHotSeat checks that people who share a screen see it one after the other.
func TestPlayHotSeat(t *testing.T) {
	p := startTerminal(t, t.TempDir(), 80, "play", "angies/holdem", "--seed", "7", "--seats", "2", "--hot-seat")
	p.waits("seat 1> ")
	p.types("call" + enter)
	before := p.waits("Enter shows the cards> ")
	if strings.Contains(before, "seat 2: ") {
		t.Errorf("the next cards lie open before the screen is passed on:\n%s", before)
	}
	p.types("\x03") // which must not show them
	if text := p.waits("Enter shows the cards> "); strings.Contains(text, "seat 2: ") {
		t.Errorf("^C shows the next cards:\n%s", text)
	}
	p.types(enter)
	p.waits("seat 2> ")
	if !strings.Contains(p.out.String(), "\x1b[2J") {
		t.Error("the screen is not cleared")
	}
}

// TestPlayPasted checks that pasted lines are executed one after the other, and that the up arrow recalls lines.
func TestPlayPasted(t *testing.T) {
	p := startTerminal(t, t.TempDir(), 80, "play", "angies/holdem", "--seed", "7", "--seats", "3", "--policy", "call")
	p.waits("seat 1> ")
	p.types("\x1b[200~call\ncheck\n\x1b[201~")
	p.waits("seat 1> call\n")
	p.waits("Flop")
	p.waits("seat 1> check\n")
	p.waits("Turn")
	p.waits("seat 1> ")
	p.types("explain pot" + enter)
	p.waits("The main pot")
	p.waits("seat 1> ")
	p.types("\x1b[A" + enter)
	p.waits("explain pot")
	p.waits("The main pot")
}

// TestSaveAsks checks that at a terminal --save asks before it replaces a file.
func TestSaveAsks(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "hands.phhs")
	for _, tt := range []struct {
		answer   string
		replaced bool
	}{{"n", false}, {"y", true}} {
		if err := os.WriteFile(file, []byte("variant = 'old'\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		r := startTerminal(t, dir, 200, "run", "mixed/nt", "--hands", "1", "--seed", "1", "--save", file)
		r.waits("Replace it?")
		r.types(tt.answer + enter)
		err := <-r.over
		text, _ := os.ReadFile(file)
		if replaced := !strings.Contains(string(text), "old"); replaced != tt.replaced || (err == nil) != tt.replaced {
			t.Errorf("answer %q: replaced %v, %v\n%s", tt.answer, replaced, err, r.text())
		}
	}
}

// TestPlayOnAWideTerminal checks that the seats stand in two columns where there is room, below each other, with wide names too.
func TestPlayOnAWideTerminal(t *testing.T) {
	p := startTerminal(t, t.TempDir(), 160, "play", "mixed/nt", "--seed", "3", "--policy", "call", "--name", "Ann", "--name", "3=日本語", "--cards", "letters")
	p.waits("Ann> ")
	if text := strings.ReplaceAll(p.text(), "\r", ""); !besideThird.MatchString(text) {
		t.Errorf("seat 6 does not stand beside seat 3:\n%s", text)
	}
	p.types("\x04")
	p.ends()
}

var besideThird = regexp.MustCompile(`(?m)^. 日本語 .* seat 6 `)

// TestPlayAsksHowMuch checks that play asks for the amount of a bet without one, that an amount may be in words, and that ^C
// cancels the bet.
func TestPlayAsksHowMuch(t *testing.T) {
	p := startTerminal(t, t.TempDir(), 80, "play", "mixed/nt", "--seed", "5", "--seats", "2", "--policy", "call")
	p.waits("hint: you call $1 to win $3")
	p.waits("seat 1> ")
	p.types("raise" + enter)
	p.waits("raise how much, $4 to $200?> ")
	p.types("\x03")
	p.waits("seat 1> ")
	p.types("raise" + enter)
	p.waits("raise how much, $4 to $200?> ")
	p.types("sixteen" + enter)
	p.waits("seat 1 raises to $16")
	p.waits("seat 1> ")
	p.types("bet" + enter)
	p.waits("bet how much, $2 to $184?> ")
	p.types("check" + enter) // something else
	p.waits("seat 1 checks")
	p.waits("seat 1> ")
	p.types("bet thirty-two" + enter)
	p.waits("seat 1 bets $32")
	p.types("\x04")
	p.ends()
}

func TestPlayAsksForTheStake(t *testing.T) {
	p := startTerminal(t, t.TempDir(), 80, "play", "sanrafael/california22", "--seed", "4", "--seats", "2", "--policy", "call")
	p.waits("seat 1> ")
	p.types("bank" + enter)
	p.waits("bank how much, ")
	p.types("a hundred" + enter)
	p.waits("seat 1 banks with a stake of $100")
	p.types("\x04")
	p.ends()
}

// TestPlayRemembers checks that hints are shown until they are turned off, that this setting and the suit colors are remembered,
// and that the winnings are shown at the end.
func TestPlayRemembers(t *testing.T) {
	home := t.TempDir()
	start := func() *terminal {
		return startTerminal(t, home, 50, "play", "mixed/nt", "--seed", "5", "--seats", "2", "--policy", "call")
	}
	p := start()
	p.waits("hint: you call $1 to win $3")
	p.waits("seat 1> ")
	p.types("hints off" + enter)
	p.waits("hints are off")
	p.types("four-colour on" + enter)
	p.waits("the suits have four colors")
	p.types("fold" + enter)
	p.waits("Enter deals hand 2> ")
	p.types("quit" + enter)
	p.waits("you lost $1 in 1 hand")
	p.ends()
	p = start()
	p.waits("hints are off: hints on brings them back")
	if text := p.waits("seat 1> "); strings.Contains(text, "hint:") {
		t.Errorf("hints that were switched off:\n%s", text)
	}
	p.types("four-colour" + enter)
	p.waits("the suits have two colors")
	p.types("\x04")
	p.ends()
	if text, err := os.ReadFile(filepath.Join(home, "cardroom", "play.json")); err != nil || string(text) != "{\"no_hints\":true}\n" {
		t.Errorf("%s, %v", text, err)
	}
}
