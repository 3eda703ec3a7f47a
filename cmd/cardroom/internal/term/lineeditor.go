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

// newlineMark stands for a newline when a block of several lines from the history is
// shown on one line for editing.
const newlineMark = "⏎"

// Editor reads lines from a person at a terminal.
//
// The terminal stays in raw mode from the first line until Cooked is called. If it
// switched modes between the lines of a block, lines pasted into a terminal without
// bracketed paste would be echoed twice.
type Editor struct {
	settled func() // see Streams.Settled
	rl      *readline.Instance
	in      io.Closer // rl's input, which rl does not close
	Out     *Stream
	paste   *pasteReader
	raw     *rawMode
	past    *History
	stale   bool // the library lacks the latest entries
	// reading means that a line is being typed, so output has to go above it. The
	// library's own state lags behind the end of a line.
	reading atomic.Bool
}

// Complete returns candidates for the word at the end of a text, and how many runes of
// that word the text already has.
type Complete func(text string) (candidates []string, word int)

// Editor returns an editor on the streams' terminal. history may be nil.
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
		// With ^Z the library would stop the parent process too. Special keys are
		// control characters or negative.
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

// Escape sequences that turn bracketed paste on and off.
const (
	PasteOn  = "\x1b[?2004h"
	PasteOff = "\x1b[?2004l"
)

// Cooked returns the terminal to its normal mode, in which ^C is a signal.
func (e *Editor) Cooked() { _ = e.raw.exit() }

// Close closes the editor and restores the terminal.
func (e *Editor) Close() {
	e.Out.Control(PasteOff)
	e.Wake()
	_ = e.rl.Close()
	e.Cooked()
}

// Wake makes a waiting Read return io.EOF.
func (e *Editor) Wake() { _ = e.in.Close() }

// Output returns a stream whose text appears above the line being typed.
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

// Typed is an entry: one typed line, or a text of several lines that was pasted or
// recalled from the history.
type Typed struct {
	Text   string
	Pasted bool
	Recall bool // several lines from the history, edited on one line
}

// Read reads an entry after a prompt; rest is already on the line, as if typed. It
// returns ErrInterrupt for ^C, with the text typed so far, and io.EOF for ^D on an
// empty line.
func (e *Editor) Read(prompt, rest string) (Typed, error) {
	if e.stale {
		e.remember()
	}
	e.rl.SetPrompt(e.Out.Clean(prompt))
	if e.settled != nil {
		e.settled()
	}
	// The library shows the prompt before it changes the mode: ^C typed at the prompt would be a signal.
	_ = e.raw.enter()
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
		// The caller prints each line after its prompt.
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

// remember gives the library the whole history; otherwise it would treat a new entry
// as an edit of the entry that was recalled last. A paste of many lines is passed on
// all at once.
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

// wordCompleter adapts a Complete to the library, which wants the rest of each word.
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

// rawMode switches the terminal on standard input to raw mode and back.
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

// pasteReader extracts bracketed pastes from terminal input. A paste of one line is
// passed on as if typed, with spaces for tabs, which would trigger completion. A paste
// of several lines is kept for take, and ends the current line.
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
	mostPasted = 4 << 20 // bytes; beyond that it was not a paste
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

// split passes on the input, except pastes and a possible incomplete paste marker.
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

// begunMark returns how many bytes at the end of b may begin a paste marker. A lone
// escape is passed on, because it is a key.
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

// printable removes control sequences and other invisible characters.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !visible.Rune(r) {
			return -1
		}
		return r
	}, text)
}

// take returns the paste that ended the line just read.
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
