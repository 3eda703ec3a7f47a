//go:build !js

package term

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"cardroom/engine/files"
	"cardroom/engine/markup"

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
		FuncFilterInputRune: func(r rune) (rune, bool) { return r, r != readline.CharCtrlZ && (r < 0x80 || markup.PlainRune(r)) },
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
	return &Stream{w: &aboveWriter{e, s.raw()}, Terminal: s.Terminal, Color: s.Color, Signs: s.Signs, width: s.width}
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
		if !markup.Plain(w) { // a name that cannot be typed
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
			text := string(before)
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

// printable removes control sequences and other invisible characters.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !markup.PlainRune(r) {
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

// historyLimit is the maximum number of entries.
const historyLimit = 5000

// History is the entries of this and earlier sessions. The file has one line per
// entry, with newlines written as \n and backslashes as \\. Concurrent sessions append
// to the same file.
type History struct {
	file    string
	entries []string // oldest first
	failed  bool     // the file cannot be written; the user has been warned
	warn    func(format string, args ...any)
}

var (
	historyEscape   = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	historyUnescape = strings.NewReplacer(`\\`, `\`, `\n`, "\n")
)

// ReadHistory reads a history. It shortens a file that is far too long.
func ReadHistory(file string, warn func(format string, args ...any)) *History {
	h := &History{file: file, warn: warn}
	data, err := readHistoryFile(file)
	if r := new(files.Refused); errors.As(err, &r) {
		h.file = "" // not a regular file: /dev/null turns the history off, and a pipe is not waited for
	}
	if err != nil {
		return h
	}
	for line := range strings.Lines(string(data)) {
		if !strings.HasSuffix(line, "\n") {
			break // incomplete
		}
		h.keep(printable(historyUnescape.Replace(strings.TrimSuffix(line, "\n"))))
	}
	if strings.Count(string(data), "\n") > historyLimit+historyLimit/10 {
		h.rewrite()
	}
	return h
}

func readHistoryFile(name string) ([]byte, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// keep adds an entry in memory, unless it repeats the last one.
func (h *History) keep(entry string) bool {
	if entry == "" || len(h.entries) > 0 && h.entries[len(h.entries)-1] == entry {
		return false
	}
	h.entries = append(h.entries, entry)
	if n := len(h.entries) - historyLimit; n > 0 {
		h.entries = slices.Delete(h.entries, 0, n)
	}
	return true
}

// add adds an entry, and reports whether it is new. Entries that begin with a space
// are not kept.
func (h *History) add(entry string) bool {
	if strings.HasPrefix(entry, " ") || !h.keep(entry) {
		return false
	}
	if err := h.append(entry); err != nil && !h.failed {
		h.failed = true
		h.warn("the history is not saved: %v", err)
	}
	return true
}

// append writes an entry to the file, which only the user may read.
func (h *History) append(entry string) error {
	if h.file == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(h.file), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(h.file, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	dropCutOff(f)
	_, err = f.WriteString(historyEscape.Replace(entry) + "\n")
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// dropCutOff removes an incomplete last line, left behind by a full disk or a killed
// process.
func dropCutOff(f *os.File) {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return
	}
	tail := make([]byte, min(info.Size(), 1<<16))
	if _, err := f.ReadAt(tail, info.Size()-int64(len(tail))); err != nil {
		return
	}
	if end := bytes.LastIndexByte(tail, '\n') + 1; end < len(tail) && (end > 0 || len(tail) == int(info.Size())) {
		_ = f.Truncate(info.Size() - int64(len(tail)-end))
	}
}

// rewrite replaces the file by the entries in memory.
func (h *History) rewrite() {
	f, err := new(Maker).Create(h.file)
	if err != nil {
		return
	}
	_ = Fill(f, func(w io.Writer) error {
		for _, entry := range h.entries {
			if _, err := io.WriteString(w, historyEscape.Replace(entry)+"\n"); err != nil {
				return err
			}
		}
		return nil
	})
}

// Lines returns the lines of a person at a terminal, with a prompt, completion of
// whole lines and a history, or those of a pipe, without a prompt.
func (std *Streams) Lines(ctx context.Context, complete func(typed string) []string) (LineSource, error) {
	if !std.Stdin.Terminal || !std.Stdout.Terminal && !std.Stderr.Terminal {
		return std.PipedLines(ctx), nil
	}
	whole := func(typed string) ([]string, int) { return complete(typed), utf8.RuneCountInString(typed) }
	editor, err := std.Editor(whole, &History{warn: std.Warn})
	if err != nil {
		return nil, err
	}
	return &typedLines{ctx: ctx, editor: editor, stop: context.AfterFunc(ctx, editor.Wake)}, nil
}

// typedLines reads lines from a person at a terminal.
type typedLines struct {
	ctx    context.Context
	editor *Editor
	stop   func() bool
	pasted []string // lines that were pasted together and not returned yet
}

// Line reads a line. ^C is a signal again until the next call.
func (t *typedLines) Line(prompt string) (string, error) {
	if len(t.pasted) > 0 {
		line := t.pasted[0]
		t.pasted = t.pasted[1:]
		t.editor.Out.Printf("%s%s\n", prompt, line)
		return line, t.ctx.Err()
	}
	got, err := t.editor.Read(prompt, "")
	t.editor.Cooked()
	switch {
	case t.ctx.Err() != nil:
		return "", t.ctx.Err()
	case err != nil:
		return got.Text, err
	case got.Pasted || got.Recall:
		t.pasted = strings.Split(strings.TrimRight(got.Text, "\n"), "\n")
		return t.Line(prompt)
	}
	t.editor.Remember(got.Text)
	return got.Text, nil
}

func (t *typedLines) Close() error {
	t.stop()
	t.editor.Close()
	return nil
}
