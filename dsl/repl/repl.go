package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"

	"cardroom/dsl"
	"cardroom/dsl/live"
	"cardroom/dsl/reference"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/speech"

	"github.com/fatih/color"
	"go.starlark.net/starlark"
)

// Prompts of a first line, and of a continuation line.
const (
	Prompt     = ">>> "
	MorePrompt = "... "
)

// Host is what a session needs from the program. All functions must be set.
type Host struct {
	// Library returns a library that has loaded nothing yet: a new one reads changed scripts again.
	Library func() *dsl.Library
	// Ref returns the loader's name of a file that the user typed, and Respell replaces it in an error by the typed name.
	Ref     func(typed string) (string, error)
	Respell func(err error, typed string) error
	// Reference returns everything that can be looked up, and Doc prints its entry for a name.
	Reference func() *reference.Reference
	Doc       func(name string) error
	// Rules prints the rule sheet of a game.
	Rules func(g *plan.Game) error
	// Eval ranks hands by the showdown of a game, and prints them.
	Eval func(ctx context.Context, g *plan.Game, hands string) error
	// WriteFile takes a file name as the user types it; ReadDir is for completing such names.
	WriteFile func(name string, data []byte) error
	ReadDir   func(name string) ([]fs.DirEntry, error)
	// EditText lets the user edit a text and returns it; EditFile lets them edit a file.
	EditText func(text string) (string, error)
	EditFile func(name string) error
	// NotPaid says which collections of the house of a game a hand that is not at a table does not pay; "" if there are none.
	NotPaid func(lib *dsl.Library, g *plan.Game) string
	// Seed returns a random seed.
	Seed func() uint64
}

// Output is the destination of results.
type Output interface {
	io.Writer
	// Paint returns a text with attributes, if this output supports color.
	Paint(text string, attrs ...color.Attribute) string
	// Columns returns the width of the output, 0 for no limit.
	Columns() int
}

// Options configure a session.
type Options struct {
	Host Host
	// Name is the file name in positions of the input: "stdin".
	Name string
	Out  Output
	// Remarks receives what is not a result: times, and notes on reloaded files.
	Remarks Output
	// Style is the notation of cards.
	Style speech.Style
	// Steps limits the Starlark steps of a block; 0 means a hundred million, some seconds.
	Steps uint64
	// Taken, if set, receives each complete block and command before it is executed; Echo receives each line, with its prompt.
	Taken func(entry string)
	Echo  func(prompt, line string)
	// Solver, if set, makes small games and solves them. Players are the seats of such a game, from 0, that play by policies.
	Solver  Solver
	Players map[int]batch.Policy
	// Report receives each error when it occurs.
	Report func(error)
}

const defaultSteps = 100_000_000

// errQuit is returned after the command :quit.
var errQuit = errors.New("quit")

// ErrInterrupted is returned by operations whose context ended.
var ErrInterrupted = errors.New("interrupted")

// Session is an interactive session. Its methods may be called from several goroutines; calls run one at a time.
type Session struct {
	mu      sync.Mutex
	options Options
	host    *Host
	out     Output
	lib     *dsl.Library
	in      *star.Interactive
	ref     *reference.Reference // made on first use

	input  input
	blocks []string // blocks that ran without an error, for :save
	typed  []string // all entries, for :save
	loaded []*file
	desk   desk
}

// New starts a session.
func New(o Options) *Session {
	if o.Steps == 0 {
		o.Steps = defaultSteps
	}
	s := &Session{options: o, host: &o.Host, out: o.Out}
	s.reset()
	return s
}

// reset clears everything that was defined and loaded.
func (s *Session) reset() {
	s.lib = s.host.Library()
	s.in = s.lib.Interactive(s.options.Name, s.options.Steps)
	s.blocks, s.loaded, s.desk = nil, nil, desk{seat: live.AllCards}
}

func (s *Session) printf(format string, args ...any) { _, _ = fmt.Fprintf(s.out, format, args...) }

func (s *Session) remark(format string, args ...any) {
	_, _ = fmt.Fprintf(s.options.Remarks, "%s\n", s.options.Remarks.Paint(fmt.Sprintf(format, args...), color.Faint))
}

// eval evaluates a block that begins on a line, and shows its result.
func (s *Session) eval(ctx context.Context, first int, block string) error {
	s.in.SkipTo(first)
	s.offer()
	out, err := s.in.Eval(ctx, block)
	if err != nil {
		s.misspoken(block, err)
		return stopped(err)
	}
	s.blocks = append(s.blocks, block)
	s.show(out.Value)
	return nil
}

// stopped converts the end of a context to ErrInterrupted.
func stopped(err error) error {
	if errors.Is(err, context.Canceled) {
		return ErrInterrupted
	}
	return err
}

// show prints a value and keeps it as "_", except None.
func (s *Session) show(v starlark.Value) {
	if v == nil || v == starlark.None {
		return
	}
	s.in.Define("_", v)
	s.printf("%s\n", text(v, s.width()))
}

// width returns the line width.
func (s *Session) width() int {
	if n := s.out.Columns(); n > 0 {
		return n
	}
	return 90
}

// value evaluates an expression in a command. Its line numbers are those of the command.
func (s *Session) value(ctx context.Context, expr string) (star.Outcome, error) {
	if star.Unfinished([]string{expr}) || strings.TrimSpace(expr) == "" {
		return star.Outcome{}, s.fault("this is not a complete expression", "")
	}
	s.in.SkipTo(s.input.line)
	s.offer()
	out, err := s.in.Eval(ctx, expr)
	if err != nil {
		return out, stopped(err)
	}
	return out, nil
}

// fault returns an error about the current command.
func (s *Session) fault(msg, hint string) error {
	return &diag.Error{Pos: diag.Pos{File: s.options.Name, Line: int32(s.input.line), Col: 1}, Msg: msg, Hint: hint, Source: s.input.current}
}

// reference returns everything that can be looked up.
func (s *Session) reference() *reference.Reference {
	if s.ref == nil {
		s.ref = s.host.Reference()
	}
	return s.ref
}
