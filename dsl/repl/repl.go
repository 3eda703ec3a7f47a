// Package repl explores games by hand: it is the REPL without its terminal.
//
// A [Session] takes lines and puts them together to blocks of Starlark, which
// it evaluates, and to commands, which begin with a colon and so never clash
// with Starlark. Whoever types, pastes or pipes in the lines gets the same
// results; see [Session.Line] for the one difference. What a session prints
// goes to its output, errors go back to the caller.
//
// The session reaches the world through its [Host] only: files, an editor, and
// the printing of rule sheets and of the reference, which the program has
// already.
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
	"cardroom/dsl/reference"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/solve"
	"cardroom/engine/verbal"

	"github.com/fatih/color"
	"go.starlark.net/starlark"
)

// Prompts of a line that begins something, and of one that goes on with it.
const (
	Prompt     = ">>> "
	MorePrompt = "... "
)

// Host is what a session needs of the program around it. All functions are set.
type Host struct {
	// Library returns a library that has loaded nothing yet: scripts that have
	// changed are read again by a new one.
	Library func() *dsl.Library
	// Ref is the loader's name of a file that the user typed, and Respell the
	// reverse for an error.
	Ref     func(typed string) (string, error)
	Respell func(err error, typed string) error
	// Reference is everything that can be looked up, and Doc prints what it
	// says about a name.
	Reference func() (*reference.Reference, error)
	Doc       func(name string) error
	// Rules prints the rule sheet of a game.
	Rules func(g *plan.Game) error
	// WriteFile takes the name of a file as the user types it; ReadDir is for
	// their completion.
	WriteFile func(name string, data []byte) error
	ReadDir   func(name string) ([]fs.DirEntry, error)
	// EditText lets the user edit a text and returns it; EditFile a file.
	EditText func(text string) (string, error)
	EditFile func(name string) error
	// Seed draws a seed.
	Seed func() uint64
}

// Output is where results go.
type Output interface {
	io.Writer
	// Paint returns a text in attributes, if this output shows colour.
	Paint(text string, attrs ...color.Attribute) string
	// Columns is the width to fit into, 0 for none.
	Columns() int
}

// Options of a session.
type Options struct {
	Host Host
	// Name stands for the input in positions: "stdin".
	Name string
	Out  Output
	// Remarks take what is no result: times, and what was loaded again.
	Remarks Output
	// Style is how cards are set.
	Style verbal.Style
	// Steps bounds the Starlark steps of a block; 0 is a hundred million, some
	// seconds.
	Steps uint64
	// Taken, when set, is told each block and command as a whole, before it is
	// done; Echo each line, with the prompt before it.
	Taken func(entry string)
	Echo  func(prompt, line string)
	// Strategy, when set, is how a small game is played: the table plays it, and :solve shows it.
	// Players are the seats, from 0, that play by policies there.
	Strategy *solve.Strategy
	Players  map[int]batch.Policy
	// Report takes the errors, each when it happens.
	Report func(error)
}

const defaultSteps = 100_000_000

// ErrQuit is returned by the command :quit.
var ErrQuit = errors.New("quit")

// ErrInterrupted is returned by what was stopped because its context ended.
var ErrInterrupted = errors.New("interrupted")

// Session is an exploration. Its methods may be called from several
// goroutines; they wait for each other.
type Session struct {
	mu      sync.Mutex
	options Options
	host    *Host
	out     Output
	lib     *dsl.Library
	in      *star.Interactive
	ref     *reference.Reference // made when it is first needed

	input  input
	blocks []string // those that ran without an error, for :save
	typed  []string // all entries, for :save
	loaded []*file
	desk   desk
	solved solution // of the small game at the table
}

// New begins a session.
func New(o Options) *Session {
	if o.Steps == 0 {
		o.Steps = defaultSteps
	}
	s := &Session{options: o, host: &o.Host, out: o.Out}
	s.reset()
	return s
}

// reset forgets all that was defined and loaded.
func (s *Session) reset() {
	s.lib = s.host.Library()
	s.in = s.lib.Interactive(s.options.Name, s.options.Steps)
	s.blocks, s.loaded, s.desk = nil, nil, newDesk()
}

func (s *Session) printf(format string, args ...any) { _, _ = fmt.Fprintf(s.out, format, args...) }

func (s *Session) remark(format string, args ...any) {
	_, _ = fmt.Fprintf(s.options.Remarks, "%s\n", s.options.Remarks.Paint(fmt.Sprintf(format, args...), color.Faint))
}

// eval evaluates a block that begins on a line, and shows what it came to.
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

// stopped tells the end of the context from other errors.
func stopped(err error) error {
	if errors.Is(err, context.Canceled) {
		return ErrInterrupted
	}
	return err
}

// show prints a value and keeps it as "_"; there is nothing to show of None.
func (s *Session) show(v starlark.Value) {
	if v == nil || v == starlark.None {
		return
	}
	s.in.Define("_", v)
	s.printf("%s\n", text(v, s.width()))
}

// width returns what a line has room for.
func (s *Session) width() int {
	if n := s.out.Columns(); n > 0 {
		return n
	}
	return 90
}

// value evaluates an expression that a command was given. Its lines are those
// of the command.
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

// fault returns an error about the command that is being done.
func (s *Session) fault(msg, hint string) error {
	return &diag.Error{Pos: diag.Pos{File: s.options.Name, Line: int32(s.input.line), Col: 1}, Msg: msg, Hint: hint, Source: s.input.current}
}

// reference is everything that can be looked up.
func (s *Session) reference() (*reference.Reference, error) {
	if s.ref == nil {
		ref, err := s.host.Reference()
		if err != nil {
			return nil, err
		}
		s.ref = ref
	}
	return s.ref, nil
}
