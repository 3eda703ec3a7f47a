package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/dsl"
	"cardroom/engine/history"

	"github.com/fatih/color"
)

// IO is everything a command may touch outside its own memory. One value is
// made in main, another in each test.
type IO struct {
	Stdin  Input
	Stdout *Stream
	Stderr *Stream
	// FS opens files by the names the user typed: unlike most file systems in
	// Go the real one takes absolute paths and "..".
	FS history.FileSystem
	// Create opens a file that appears under its name only when it is complete.
	Create func(name string) (safefile.File, error)
	// CreatePlain is Create for a name below a folder that the user named: nothing
	// but a regular file is replaced, and no link on the way is followed.
	CreatePlain func(dir, name string) (safefile.File, error)
	// MkdirAll makes a folder that only the user may read, and those above it.
	MkdirAll func(name string) error
	// Watch begins to watch directories.
	Watch  func() (Watcher, error)
	Getenv func(string) string
	Now    func() time.Time
	// Seed draws a seed when the user gave none.
	Seed func() uint64
	// Signals passes on ^C and requests to end, until stop is called, to
	// commands that outlive a ^C.
	Signals func() (signals <-chan os.Signal, stop func())
	// Settled is called when a ^C has been answered: until then a second one ends
	// the process. nil where nobody types.
	Settled func()
	// Late ends the process, because a script at a place took too much time. nil
	// makes it an error of the script.
	Late func(place string)
	// Exec runs another program on the terminal, such as an editor.
	Exec func(name string, args ...string) error
	// Page starts a program that shows what it is given, see startPager.
	Page func(program string) (to io.WriteCloser, wait func(), err error)
	// CPUs is how many workers run at once when the user does not say.
	CPUs    int
	Version string

	// MaxSteps, LoadTimeout and CallTimeout bound each script, see [dsl.Options].
	// Set from --max-steps and --timeout.
	MaxSteps                 uint64
	LoadTimeout, CallTimeout time.Duration
	// ended is closed by a ^C; nil for commands that outlive one.
	ended <-chan struct{}
	// printed is what the scripts of the command have printed.
	printed *scriptOutput
	// memory is what all scripts of the command may take together.
	memory *dsl.Memory

	// Quiet keeps progress and summaries off standard error; Verbose adds to
	// them. Set from --quiet and --verbose.
	Quiet, Verbose bool

	// rescue saves the game or session in progress before the process ends in the
	// middle of it.
	rescue *rescue

	roots  fs.FS         // see houses
	second *secondResult // of --report, nil without
}

// Input is the standard input and whether a person types it.
type Input struct {
	io.Reader
	Terminal bool
}

// Stream is an output and what is known about its reader.
//
// Writing never fails half way through a command: the first error is kept, the
// rest is dropped, and run reports it at the end. Nobody reads on, so run has
// the command end early too.
type Stream struct {
	mu       sync.Mutex // what is written, and rest
	w        io.Writer
	Terminal bool
	// Color says whether escape sequences may be written; decided by colorize.
	Color bool
	width func() int
	err   error
	rest  []byte // of the filter: a character that has only begun
	// before is called once, ahead of the first byte; broken when a write fails.
	before, broken func()
}

// Write writes p as visible text, see [cleaner], unless an earlier write failed.
func (s *Stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.rest) == 0 && plainPrefix(p) == len(p) {
		s.put(p)
		return len(p), nil
	}
	c := cleaner{s.Color, s.rest}
	out := c.clean(nil, p)
	s.rest = c.rest
	s.put(out)
	return len(p), nil
}

// put writes p as it is.
func (s *Stream) put(p []byte) {
	if s.err != nil {
		return
	}
	s.begin()
	if _, err := s.w.Write(p); err != nil {
		s.err = err
		if s.broken != nil {
			s.broken()
		}
	}
}

// flush writes what was kept of a text that ends here.
func (s *Stream) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.rest) > 0 {
		c := cleaner{rest: s.rest}
		s.rest = nil
		s.put(c.flush())
	}
}

// begin does what has to be done ahead of the first byte.
func (s *Stream) begin() {
	if do := s.before; do != nil {
		s.before = nil
		do()
	}
}

// Printf writes formatted text.
func (s *Stream) Printf(format string, args ...any) { _, _ = fmt.Fprintf(s, format, args...) }

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
	return keyed(on) + text + keyed(off)
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

// Warn writes one line of warning to standard error, --quiet or not.
func (std *IO) Warn(format string, args ...any) {
	std.Stderr.Printf("%s %s\n", std.Stderr.Paint("warning:", color.FgYellow), fmt.Sprintf(format, args...))
}

// Note writes one line of information to standard error unless --quiet.
func (std *IO) Note(format string, args ...any) {
	if !std.Quiet {
		std.Stderr.Printf("%s\n", std.Stderr.Paint(fmt.Sprintf(format, args...), color.Faint))
	}
}

// Open opens a file by the name the user typed; "-" is standard input.
func (std *IO) Open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(std.Stdin), nil
	}
	f, err := std.FS.Open(name)
	if err != nil {
		return nil, plainPathError(err)
	}
	return f, nil
}

// maxText is the most that a file of decks, events or a session may have. It is far
// more than they need, and keeps a device or a film from taking all memory.
const maxText = 1 << 30

// ReadText reads a file of text whole, by the name the user typed.
func (std *IO) ReadText(name string) ([]byte, error) {
	f, err := std.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	data := make([]byte, 1<<12)
	n, err := io.ReadFull(f, data)
	data = data[:n]
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return nil, fmt.Errorf("%s: not a text file: there is a NUL byte", name)
	}
	if err == nil {
		var rest []byte
		rest, err = io.ReadAll(io.LimitReader(f, maxText))
		data = append(data, rest...)
	}
	switch {
	case len(data) > maxText:
		return nil, fmt.Errorf("%s: more than %d bytes", name, maxText)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return data, nil
	}
	return data, plainPathError(err)
}

// plainPathError says "name: no such file or directory" without the system
// call in front, which no user asked about.
func plainPathError(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", pe.Path, pe.Err)
	}
	return err
}

// rescue saves what is being played when the process cannot go on: the hook of a
// script hangs, memory runs out. play and run --session register a function that
// writes the game as it was after the last action or hand that was whole; whoever
// ends the process calls run, from any goroutine, and exits after it. nil keeps
// nothing.
type rescue struct {
	mu   sync.Mutex
	save func() error
	done bool
}

// register has save called by run. The function returned takes it back: the game
// is over, or saved.
func (r *rescue) register(save func() error) (forget func()) {
	if r == nil {
		return func() {}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.save = save
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.save = nil
	}
}

// run saves once. It returns nil when there is nothing to save.
func (r *rescue) run() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done || r.save == nil {
		return nil
	}
	r.done = true
	return r.save()
}
