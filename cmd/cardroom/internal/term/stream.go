// Package term is the terminal: streams that filter what is written to them, with
// width and colour, lines that a person types, and progress of long jobs. It knows no
// poker and no commands.
package term

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"cardroom/engine/visible"

	"github.com/fatih/color"
)

// Streams are what a program reads from and writes to, and who is at the other
// end of them.
type Streams struct {
	Stdin  Input
	Stdout *Stream
	Stderr *Stream
	Now    func() time.Time
	// Settled is called when a ^C has been answered: until then a second one ends
	// the process. nil where nobody types.
	Settled func()
	// Reached gets how far a long job is, ten times a second; nil shows it on a terminal.
	Reached func(label string, done, total int64)
	// Quiet keeps progress and summaries off standard error; Verbose adds to
	// them. Set from --quiet and --verbose.
	Quiet, Verbose bool
}

// Warn writes one line of warning to standard error, --quiet or not.
func (std *Streams) Warn(format string, args ...any) {
	std.Stderr.Printf("%s %s\n", std.Stderr.Paint("warning:", color.FgYellow), fmt.Sprintf(format, args...))
}

// Note writes one line of information to standard error unless --quiet.
func (std *Streams) Note(format string, args ...any) {
	if !std.Quiet {
		std.Stderr.Printf("%s\n", std.Stderr.Paint(fmt.Sprintf(format, args...), color.Faint))
	}
}

// colorize decides the colours of both outputs.
func (std *Streams) Colorize(mode string, getenv func(string) string) {
	std.Stdout.colorize(mode, getenv)
	std.Stderr.colorize(mode, getenv)
}

// Input is the standard input and whether a person types it.
type Input struct {
	io.Reader
	Terminal bool
}

// Stream is an output and what is known about its reader.
//
// Writing never fails half way through a command: the first error is kept, the
// rest is dropped, and the program reports it at the end. Nobody reads on, so the
// command ends early too, see [Stream.OnBroken].
type Stream struct {
	mu       sync.Mutex // what is written, and rest
	w        io.Writer
	Terminal bool
	// Color says whether escape sequences may be written; decided by colorize.
	Color bool
	// Unfolded keeps lines that are wider than the terminal: data for programs.
	Unfolded bool
	width    func() int
	begun    bool // the last line that was written has no end yet
	err      error
	rest     []byte // of the filter: a character that has only begun
	// before is called once, ahead of the first byte; broken when a write fails.
	before, broken func()
}

// NewStream is a stream that is no terminal.
func NewStream(w io.Writer) *Stream { return &Stream{w: w} }

// NewTerminal is a stream that somebody watches. The width is 0 where it is not known.
func NewTerminal(w io.Writer, width func() int) *Stream {
	return &Stream{w: w, Terminal: true, width: width}
}

// Write writes p as visible text, see [cleaner], unless an earlier write failed.
func (s *Stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.rest) == 0 && visible.Prefix(p) == len(p) {
		s.put(s.fit(p))
		return len(p), nil
	}
	c := cleaner{s.Color, s.rest}
	out := c.clean(nil, p)
	s.rest = c.rest
	s.put(s.fit(out))
	return len(p), nil
}

// put writes p as it is.
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

// Flush writes what was kept of a text that ends here.
func (s *Stream) Flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.rest) > 0 {
		c := cleaner{rest: s.rest}
		s.rest = nil
		s.put(c.flush())
	}
}

// Begin does what has to be done ahead of the first byte.
func (s *Stream) Begin() {
	if do := s.before; do != nil {
		s.before = nil
		do()
	}
}

// OnBegin has do called once, ahead of the first byte.
func (s *Stream) OnBegin(do func()) { s.before = do }

// OnBroken has do called when a write fails.
func (s *Stream) OnBroken(do func()) { s.broken = do }

// Err is the first error of writing.
func (s *Stream) Err() error { return s.err }

// Divert sends what is written elsewhere until back is called. A reader there who
// goes away breaks nothing.
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

// PlainWidth is the width of text that no terminal shows.
const PlainWidth = 80

// Width is the number of columns that text has to fit into.
func (s *Stream) Width() int {
	if have := s.Columns(); have > 0 {
		return have
	}
	return PlainWidth
}

// Columns is the width of the terminal, 0 when there is none to fit into.
func (s *Stream) Columns() int {
	if !s.Terminal || s.width == nil {
		return 0
	}
	return s.width()
}

// Paint returns text in the given attributes if this stream shows colour. Each
// stream decides for itself: fatih/color alone would ask standard output only.
func (s *Stream) Paint(text string, attrs ...color.Attribute) string {
	if !s.Color || text == "" {
		return text
	}
	c := color.New(attrs...)
	c.EnableColor()
	on, off, _ := strings.Cut(c.Sprint("-"), "-")
	return Keyed(on) + text + Keyed(off)
}

// colorize decides the colour of a stream. The flag is stronger than the
// environment, and in the environment "off" is stronger than "on".
func (s *Stream) colorize(mode string, getenv func(string) string) {
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

// forced reads FORCE_COLOR and CLICOLOR_FORCE, of which "0" and "false" mean no.
func forced(value string) bool {
	if value == "" {
		return false
	}
	on, err := strconv.ParseBool(value)
	return err != nil || on
}
