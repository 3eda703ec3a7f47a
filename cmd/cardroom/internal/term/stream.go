// Package term handles the terminal: streams that filter, fold and color text, line
// editing, and progress of long jobs. It knows nothing about poker or commands.
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
	c.EnableColor()
	on, off, _ := strings.Cut(c.Sprint("-"), "-")
	return Keyed(on) + text + Keyed(off)
}

// colorize decides whether a stream uses color. The flag overrides the environment,
// and in the environment "off" overrides "on".
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

// forced reads FORCE_COLOR and CLICOLOR_FORCE, where "0" and "false" mean no.
func forced(value string) bool {
	if value == "" {
		return false
	}
	on, err := strconv.ParseBool(value)
	return err != nil || on
}
