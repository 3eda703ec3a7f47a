package term

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"

	"cardroom/engine/markup"

	"github.com/fatih/color"
	"golang.org/x/term"
)

// Streams are the standard streams of a program, with what it knows about the user at
// the other end.
type Streams struct {
	Stdin  Input
	Stdout *Stream
	Stderr *Stream
	Now    func() time.Time
	// Settled is called when ^C has been handled; until then a second ^C ends the
	// process. It is nil if nobody types.
	Settled func()
	// Reached receives the progress of a long job ten times a second; if it is nil, a
	// terminal shows a bar.
	Reached func(label string, done, total int64)
	// Quiet suppresses all but errors and warnings on standard error; Verbose adds to it.
	// They are set from --quiet and --verbose.
	Quiet, Verbose bool
}

// Warn writes a one-line warning to standard error, even with --quiet.
func (std *Streams) Warn(format string, args ...any) {
	std.Stderr.Printf("%s %s\n", std.Stderr.Paint("warning:", color.FgYellow), fmt.Sprintf(format, args...))
}

// Note writes a line of information to standard error, unless --quiet is set.
func (std *Streams) Note(format string, args ...any) {
	if !std.Quiet {
		std.Stderr.Printf("%s\n", std.Stderr.Paint(fmt.Sprintf(format, args...), color.Faint))
	}
}

// Colorize decides whether the two outputs use color.
func (std *Streams) Colorize(mode string, getenv func(string) string) {
	std.Stdout.colorize(mode, getenv)
	std.Stderr.colorize(mode, getenv)
}

// Input is standard input, and whether it is a terminal.
type Input struct {
	io.Reader
	Terminal bool
}

// Stream is an output and what is known about its reader.
//
// Writing never fails in the middle of a command: the first error is kept, further
// output is dropped, and the program reports the error at the end. Because nobody
// reads any more output, the command also ends early, see [Stream.OnBroken].
type Stream struct {
	mu       sync.Mutex // guards output and rest
	w        io.Writer
	Terminal bool
	// Color says whether color sequences may be written; colorize decides it.
	Color bool
	// Signs says whether suits are shown as ♣♦♥♠ and not as letters.
	Signs bool
	// Unfolded keeps lines that are wider than the terminal, for machine-readable data.
	Unfolded bool
	width    func() int
	begun    bool // the last line written has no newline yet
	err      error
	rest     []byte // of the filter: an incomplete character
	// before is called once, before the first byte; broken is called when a write
	// fails.
	before, broken func()
}

// NewStream returns a stream that is not a terminal.
func NewStream(w io.Writer) *Stream { return &Stream{w: w} }

// NewTerminal returns a stream to a terminal. width returns 0 if the width is unknown.
func NewTerminal(w io.Writer, width func() int) *Stream {
	return &Stream{w: w, Terminal: true, width: width}
}

// Write writes p as visible text, see [cleaner], unless an earlier write failed.
func (s *Stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.rest) == 0 && markup.PlainPrefix(p) == len(p) {
		s.put(s.fit(p))
		return len(p), nil
	}
	c := cleaner{s.Color, s.rest}
	out := c.clean(nil, p)
	s.rest = c.rest
	s.put(s.fit(out))
	return len(p), nil
}

// put writes p without filtering it.
func (s *Stream) put(p []byte) {
	if s.err != nil {
		return
	}
	s.Begin()
	if _, err := s.w.Write(p); err != nil {
		s.err = err
		if s.broken != nil {
			s.broken()
		}
	}
}

// Flush writes an incomplete character that the filter has kept.
func (s *Stream) Flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.rest) > 0 {
		c := cleaner{rest: s.rest}
		s.rest = nil
		s.put(c.flush())
	}
}

// Begin runs the function of OnBegin, if it has not run yet.
func (s *Stream) Begin() {
	if do := s.before; do != nil {
		s.before = nil
		do()
	}
}

// OnBegin registers a function that runs once, before the first byte.
func (s *Stream) OnBegin(do func()) { s.before = do }

// OnBroken registers a function that runs when a write fails.
func (s *Stream) OnBroken(do func()) { s.broken = do }

// Err returns the first write error.
func (s *Stream) Err() error { return s.err }

// Divert redirects output until back is called. If the reader there goes away, that is
// no error.
func (s *Stream) Divert(to io.Writer) (back func()) {
	screen := s.w
	s.w = to
	return func() {
		s.w = screen
		if errors.Is(s.err, syscall.EPIPE) {
			s.err = nil
		}
	}
}

// Printf writes formatted text.
func (s *Stream) Printf(format string, args ...any) { _, _ = fmt.Fprintf(s, format, args...) }

// PlainWidth is the text width without a terminal, in columns.
const PlainWidth = 80

// Width returns the number of columns for text.
func (s *Stream) Width() int {
	if have := s.Columns(); have > 0 {
		return have
	}
	return PlainWidth
}

// Columns returns the width of the terminal, 0 if there is none or it is unknown.
func (s *Stream) Columns() int {
	if !s.Terminal || s.width == nil {
		return 0
	}
	return s.width()
}

// Paint returns text with the given attributes if this stream shows color. Each stream
// decides for itself; fatih/color alone would check only standard output.
func (s *Stream) Paint(text string, attrs ...color.Attribute) string {
	if !s.Color || text == "" {
		return text
	}
	c := color.New(attrs...)
	if i := slices.Index(attrs, color.FgRed); i >= 0 {
		c = color.New(slices.Replace(slices.Clone(attrs), i, i+1, color.FgHiRed)...) // the plain red is hard to read on black
	}
	c.EnableColor()
	on, off, _ := strings.Cut(c.Sprint("-"), "-")
	return Keyed(on) + text + Keyed(off)
}

// colorize decides whether a stream uses color and the signs of suits. The flag overrides the environment,
// and in the environment "off" overrides "on".
func (s *Stream) colorize(mode string, getenv func(string) string) {
	s.Signs = s.Terminal && getenv("TERM") != "dumb" && unicodeLocale(getenv)
	switch {
	case mode == "always":
		s.Color = true
	case mode == "never":
		s.Color = false
	case getenv("NO_COLOR") != "":
		s.Color = false
	case forced(getenv("FORCE_COLOR")) || forced(getenv("CLICOLOR_FORCE")):
		s.Color = true
	default:
		s.Color = s.Terminal && getenv("TERM") != "dumb"
	}
}

// unicodeLocale reports whether the user's locale uses UTF-8.
func unicodeLocale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(getenv(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return false
}

// forced reads FORCE_COLOR and CLICOLOR_FORCE, where "0" and "false" mean no.
func forced(value string) bool {
	if value == "" {
		return false
	}
	on, err := strconv.ParseBool(value)
	return err != nil || on
}

// FileStream returns a stream to an open file, which may be a terminal.
func FileStream(f *os.File) *Stream {
	fd := int(f.Fd())
	if !IsTerminal(f) {
		return NewStream(f)
	}
	return NewTerminal(f, func() int {
		w, _, err := term.GetSize(fd)
		if err != nil {
			return 0
		}
		return w
	})
}

func IsTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// terminalBefore is the state of the terminal when the process started; nil without a
// terminal.
var terminalBefore *term.State

// KeepTerminal records the state of the terminal.
func KeepTerminal() {
	terminalBefore, _ = term.GetState(int(os.Stdin.Fd()))
}

// RestoreTerminal undoes the line editor's changes.
func RestoreTerminal() {
	if terminalBefore != nil {
		_ = term.Restore(int(os.Stdin.Fd()), terminalBefore)
	}
}

// Names, texts and source lines come from other people's files, and may contain
// sequences that a terminal obeys: they can move the cursor, change its title, or
// reorder the letters. Every [Stream] therefore writes visible text only; anything
// else is written as a readable escape, `\x1b` or `\u202e`. One filter serves all
// commands, so no command has to remember it.
//
// The program's own escape sequences bypass the filter in two ways. Colors carry a key
// that is drawn at random when the process starts ([Stream.Paint]), and the filter
// turns them into real colors: no file can know the key. Cursor movements are written
// by [Stream.Control] and [Stream.raw], which never get text from files.

// paintKey marks the color sequences of this process. It is a number because libraries
// that measure text read it as a parameter of the color.
var paintKey = strconv.FormatUint(rand.Uint64()>>2|1<<62, 10) // from ChaCha8, with a seed of the system's; crypto/rand would make the page's engine larger

// Keyed adds the key to a color sequence, such as those of fatih/color.
func Keyed(sequence string) string { return strings.TrimSuffix(sequence, "m") + ";" + paintKey + "m" }

// maxKeyed exceeds the length in bytes of any sequence with a key.
const maxKeyed = 64

// cleaner is the filter of a stream. It holds back an incomplete character or color
// sequence until the rest arrives.
type cleaner struct {
	color bool
	rest  []byte
}

// clean appends the filtered text to out.
func (c *cleaner) clean(out, text []byte) []byte {
	if len(c.rest) > 0 {
		text = append(c.rest, text...)
		c.rest = nil
	}
	for len(text) > 0 {
		n := markup.PlainPrefix(text)
		out, text = append(out, text[:n]...), text[n:]
		if len(text) == 0 {
			break
		}
		if n, sequence := c.colour(text); n > 0 {
			out, text = append(out, sequence...), text[n:]
			continue
		}
		if unfinished(text) {
			c.rest = bytes.Clone(text)
			break
		}
		r, size := utf8.DecodeRune(text)
		out, text = markup.AppendEscaped(out, r, text[:size]), text[size:]
	}
	return out
}

// flush returns the incomplete character at the end of a text, as an escape.
func (c *cleaner) flush() []byte {
	out := markup.Escape(string(c.rest))
	c.rest = nil
	return []byte(out)
}

// colour parses a color sequence with the key at the start of text, and returns its
// length and the bytes to write for it.
func (c *cleaner) colour(text []byte) (n int, sequence []byte) {
	if !bytes.HasPrefix(text, []byte("\x1b[")) {
		return 0, nil
	}
	end := bytes.IndexByte(text[:min(len(text), maxKeyed)], 'm')
	if end < 0 {
		return 0, nil
	}
	params, ok := bytes.CutSuffix(text[2:end], []byte(paintKey))
	if !ok || len(bytes.Trim(params, "0123456789;")) > 0 {
		return 0, nil
	}
	if params = bytes.TrimSuffix(params, []byte(";")); len(params) == 0 || !c.color {
		return end + 1, nil
	}
	return end + 1, fmt.Appendf(nil, "\x1b[%sm", params)
}

// unfinished reports whether text, which cannot be written as it is, may be an
// incomplete character or color sequence.
func unfinished(text []byte) bool {
	if text[0] == 0x1b {
		return len(text) == 1 || text[1] == '[' && len(text) < maxKeyed && len(bytes.Trim(text[2:], "0123456789;")) == 0
	}
	return text[0] >= utf8.RuneSelf && !utf8.FullRune(text)
}

// Clean returns a text as the stream would write it, for libraries that write to the
// terminal themselves.
func (s *Stream) Clean(text string) string {
	c := cleaner{color: s.Color}
	out := c.clean(nil, []byte(text))
	return string(append(out, c.flush()...))
}

// CleanKeyed makes a text visible but keeps the color sequences of this process, for
// text that is laid out before it is written.
func CleanKeyed(text string) string {
	if markup.Plain(text) {
		return text
	}
	var b strings.Builder
	c := cleaner{}
	for {
		i := strings.Index(text, "\x1b[")
		if i < 0 {
			break
		}
		n, _ := c.colour([]byte(text[i:]))
		if n == 0 {
			n = 1
			b.WriteString(markup.Escape(text[:i+1]))
		} else {
			b.WriteString(markup.Escape(text[:i]) + text[i:i+n])
		}
		text = text[i+n:]
	}
	b.WriteString(markup.Escape(text))
	return b.String()
}

// Control writes an escape sequence of the program itself. It must not contain text
// from a file.
func (s *Stream) Control(sequence string) { _, _ = s.raw().Write([]byte(sequence)) }

// raw returns the stream without the filter, for libraries that move the cursor and
// get filtered text.
func (s *Stream) raw() io.Writer { return rawStream{s} }

type rawStream struct{ s *Stream }

func (r rawStream) Write(p []byte) (int, error) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	r.s.put(p)
	return len(p), nil
}

// Verbatim writes the content of a file, such as a formatted script, byte for byte;
// only a terminal gets filtered text.
func (s *Stream) Verbatim(p []byte) {
	if s.Terminal {
		was := s.Unfolded
		s.Unfolded = true
		_, _ = s.Write(p)
		s.Unfolded = was
		return
	}
	_, _ = s.raw().Write(p)
}
