//go:build !js

package term

import (
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"cardroom/engine/visible"

	"github.com/chzyer/readline"
)

// newlineMark stands for the end of a line where a block of several lines is
// shown on one, to be edited: a line that is called back from the history.
const newlineMark = "⏎"

// Editor reads lines from a person at a terminal.
//
// The terminal is in raw mode from the first line until Cooked is called: if it
// went back and forth between the lines of a block, lines pasted into a
// terminal that does not mark pastes would be echoed twice.
type Editor struct {
	settled func() // see Streams.Settled
	rl      *readline.Instance
	in      io.Closer // what rl reads, which rl does not close
	Out     *Stream
	paste   *pasteReader
	raw     *rawMode
	past    *History
	stale   bool // the library does not know the latest entries yet
	// reading: a line is being typed, and what is printed has to go above it. The
	// library's own notion lags behind the end of a line.
	reading atomic.Bool
}

// Complete lists what the end of a text can become, and how many runes of
// the text the word has that is completed.
type Complete func(text string) (candidates []string, word int)

// Editor reads from the terminal that the streams are on. history may be nil.
func (std *Streams) Editor(complete Complete, history *History) (*Editor, error) {
	out := std.Stdout
	if !out.Terminal {
		out = std.Stderr
	}
	e := &Editor{Out: out, paste: &pasteReader{r: std.Stdin}, raw: &rawMode{}, past: history, settled: std.Settled}
	stdin := readline.NewCancelableStdin(e.paste)
	e.in = stdin
	cfg := &readline.Config{
		Stdin:                  stdin,
		Stdout:                 out.raw(),
		Stderr:                 out.raw(),
		AutoComplete:           wordCompleter{complete},
		DisableAutoSaveHistory: true,
		HistoryLimit:           historyLimit,
		HistorySearchFold:      true,
		InterruptPrompt:        "^C",
		FuncIsTerminal:         func() bool { return true },
		FuncMakeRaw:            e.raw.enter,
		FuncExitRaw:            func() error { return nil },
		FuncGetWidth:           func() int { return max(out.Columns(), 20) },
		// ^Z would stop the parent process too, by the library's doing. Keys are
		// control characters or below 0.
		FuncFilterInputRune: func(r rune) (rune, bool) { return r, r != readline.CharCtrlZ && (r < 0x80 || visible.Rune(r)) },
	}
	var err error
	if e.rl, err = readline.NewEx(cfg); err != nil {
		return nil, err
	}
	e.Out.Control(PasteOn)
	e.remember()
	return e, nil
}

// Pastes are marked by the terminal between these two when it has been asked to.
const (
	PasteOn  = "\x1b[?2004h"
	PasteOff = "\x1b[?2004l"
)

// Cooked gives the terminal back its own ways, in which ^C is a signal.
func (e *Editor) Cooked() { _ = e.raw.exit() }

// Close gives the terminal back.
func (e *Editor) Close() {
	e.Out.Control(PasteOff)
	e.Wake()
	_ = e.rl.Close()
	e.Cooked()
}

// Wake makes a waiting Read return io.EOF.
func (e *Editor) Wake() { _ = e.in.Close() }

// Output is a stream whose text appears above the line being typed.
func (e *Editor) Output(s *Stream) *Stream {
	if !s.Terminal {
		return s
	}
	return &Stream{w: &aboveWriter{e, s.raw()}, Terminal: s.Terminal, Color: s.Color, width: s.width}
}

type aboveWriter struct {
	editor *Editor
	w      io.Writer
}

func (a *aboveWriter) Write(p []byte) (int, error) {
	if a.editor.reading.Load() {
		return a.editor.rl.Stdout().Write(p)
	}
	return a.w.Write(p)
}

// Typed is what a person has entered: one line that was typed, or a text of
// several that was pasted or called back from the history.
type Typed struct {
	Text   string
	Pasted bool
	Recall bool // of several lines, on one
}

// Read reads with a prompt; rest is there already, as if it had been typed. It
// returns ErrInterrupt for ^C, with what was being typed, and io.EOF for ^D on an
// empty line.
func (e *Editor) Read(prompt, rest string) (Typed, error) {
	if e.stale {
		e.remember()
	}
	e.rl.SetPrompt(e.Out.Clean(prompt))
	if e.settled != nil {
		e.settled()
	}
	e.reading.Store(true)
	line, err := e.rl.ReadlineWithDefault(rest)
	e.reading.Store(false)
	switch {
	case errors.Is(err, readline.ErrInterrupt):
		return Typed{Text: line}, ErrInterrupt
	case err != nil:
		return Typed{}, io.EOF
	}
	if text, ok := e.paste.take(); ok {
		// The lines are printed by whoever takes them, each behind its prompt.
		e.Out.Control("\x1b[A\r\x1b[J")
		return Typed{Text: line + text, Pasted: true}, nil
	}
	if strings.Contains(line, newlineMark) {
		return Typed{Text: strings.ReplaceAll(line, newlineMark, "\n"), Recall: true}, nil
	}
	return Typed{Text: line}, nil
}

// Remember adds an entry of one or several lines to the history.
func (e *Editor) Remember(entry string) {
	if e.past != nil && e.past.add(entry) {
		e.stale = true
	}
}

// remember tells the library the whole history: it would otherwise mistake an
// entry for a change of the older one that was called back last. A paste of many
// lines is told at once.
func (e *Editor) remember() {
	e.stale = false
	if e.past == nil {
		return
	}
	e.rl.ResetHistory()
	for _, entry := range e.past.entries {
		_ = e.rl.SaveHistory(strings.ReplaceAll(entry, "\n", newlineMark))
	}
}

// wordCompleter is a Complete as the library wants it: the rest of each word.
type wordCompleter struct{ complete Complete }

func (c wordCompleter) Do(line []rune, pos int) ([][]rune, int) {
	words, begun := c.complete(string(line[:pos]))
	var rests [][]rune
	for _, w := range words {
		if !visible.Text(w) { // a name that cannot be typed
			continue
		}
		rests = append(rests, []rune(w)[begun:])
	}
	return rests, begun
}

// rawMode is the mode of the terminal on standard input.
type rawMode struct {
	mu   sync.Mutex
	mode readline.RawMode
	on   bool
}

func (m *rawMode) enter() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.on {
		return nil
	}
	err := m.mode.Enter()
	m.on = err == nil
	return err
}

func (m *rawMode) exit() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.on {
		return nil
	}
	m.on = false
	return m.mode.Exit()
}

// pasteReader takes pastes out of what a terminal sends. One of a single line is
// passed on as if it had been typed, with blanks for tabs, which would complete.
// One of several lines is kept for take, and ends the line.
type pasteReader struct {
	r       io.Reader
	in, out []byte
	inside  bool

	mu    sync.Mutex
	texts []string
}

const (
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
	mostPasted = 4 << 20 // bytes; what ends no paste before that was none
)

func (p *pasteReader) Read(b []byte) (int, error) {
	for len(p.out) == 0 {
		chunk := make([]byte, 4096)
		n, err := p.r.Read(chunk)
		p.in = append(p.in, chunk[:n]...)
		p.split()
		if err != nil && len(p.out) == 0 {
			return 0, err
		}
	}
	n := copy(b, p.out)
	p.out = p.out[n:]
	return n, nil
}

// split passes on what has come in, but for pastes and for what may be the
// beginning of a mark.
func (p *pasteReader) split() {
	for {
		mark := pasteBegin
		if p.inside {
			mark = pasteEnd
		}
		i := strings.Index(string(p.in), mark)
		if i < 0 {
			break
		}
		before := p.in[:i]
		p.in = p.in[i+len(mark):]
		if p.inside {
			p.pasted(string(before))
		} else {
			p.out = append(p.out, before...)
		}
		p.inside = !p.inside
	}
	if p.inside && len(p.in) < mostPasted {
		return
	}
	keep := begunMark(p.in)
	p.out = append(p.out, p.in[:len(p.in)-keep]...)
	p.in = slices.Clone(p.in[len(p.in)-keep:])
	p.inside = false
}

// begunMark is how many bytes at the end may begin a mark. A lone escape is
// passed on: it is a key.
func begunMark(b []byte) int {
	for n := len(pasteBegin) - 1; n > 1; n-- {
		if strings.HasSuffix(string(b), pasteBegin[:n]) {
			return n
		}
	}
	return 0
}

func (p *pasteReader) pasted(text string) {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if strings.Contains(text, "\n") {
		p.mu.Lock()
		p.texts = append(p.texts, printable(text))
		p.mu.Unlock()
		text = "\r"
	} else {
		text = strings.ReplaceAll(printable(text), "\t", "    ")
	}
	p.out = append(p.out, text...)
}

// printable leaves out what a terminal would obey.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !visible.Rune(r) {
			return -1
		}
		return r
	}, text)
}

// take is the text of the paste that ended the line just read.
func (p *pasteReader) take() (string, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.texts) == 0 {
		return "", false
	}
	text := p.texts[0]
	p.texts = p.texts[1:]
	return text, true
}
