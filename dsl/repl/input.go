package repl

import (
	"context"
	"regexp"
	"strings"

	"cardroom/dsl"
)

// input puts lines together to blocks.
type input struct {
	line    int    // number of the line being taken
	current string // that line

	open  []string // lines of the block so far
	first int      // number of the first of them
	blank bool     // the first began with blanks, which mean nothing there
	// complete: the open block could end here, but it is a definition, a loop
	// or a condition, which the next line may go on with.
	complete bool
	// dropping: the block before had an error of syntax, and the indented lines
	// that follow were meant to be part of it.
	dropping bool
}

// goesOn matches a line that goes on with a compound statement: indented, a
// comment, or another branch.
var goesOn = regexp.MustCompile(`^(\s|#|else\b|elif\b)`)

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

// Line takes the next line of input and does what the line completes. Errors of
// that are reported; the result is [ErrQuit] or nil.
//
// A definition, a loop or a condition ends at the next line that does not go on
// with it. If a person types, nobody wants to wait for that: there a blank line
// ends it too. Pasted and piped text may have blank lines inside.
func (s *Session) Line(ctx context.Context, line string, typed bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.take(ctx, line, typed)
}

func (s *Session) take(ctx context.Context, line string, typed bool) error {
	in := &s.input
	if in.complete && !isBlank(line) && !goesOn.MatchString(line) {
		s.finish(ctx)
		in.dropping = false
	}
	s.echo(line)
	in.line++
	in.current = line
	switch {
	case in.complete && isBlank(line) && typed:
		s.finish(ctx)
		return nil
	case in.open != nil:
		in.open = append(in.open, line)
	case isBlank(line) || strings.HasPrefix(strings.TrimSpace(line), "#"),
		in.dropping && goesOn.MatchString(line) && !typed:
		return nil
	case s.isCommand(line):
		in.dropping = false
		return s.do(ctx, strings.TrimSpace(line))
	default:
		in.open, in.first = []string{strings.TrimLeft(line, " \t")}, in.line
		in.blank = in.open[0] != line
	}
	in.dropping = false
	s.proceed(ctx)
	return nil
}

// proceed evaluates the open block if it cannot go on.
func (s *Session) proceed(ctx context.Context) {
	in := &s.input
	in.complete = false
	switch {
	case dsl.Unfinished(in.open):
	case dsl.Compound(strings.Join(in.open, "\n")):
		in.complete = true
	default:
		s.finish(ctx)
	}
}

// finish evaluates the open block, if there is one.
func (s *Session) finish(ctx context.Context) {
	in := &s.input
	if in.open == nil {
		return
	}
	block := strings.TrimRight(strings.Join(in.open, "\n"), "\n\t ")
	in.open, in.complete = nil, false
	if in.blank {
		s.taken(" " + block)
	} else {
		s.taken(block)
	}
	if err := s.eval(ctx, in.first, block); err != nil {
		in.dropping = true
		s.options.Report(err)
	}
}

// taken tells of a block or a command as a whole.
func (s *Session) taken(entry string) {
	s.typed = append(s.typed, entry)
	if s.options.Taken != nil {
		s.options.Taken(entry)
	}
}

func (s *Session) echo(line string) {
	if s.options.Echo == nil {
		return
	}
	prompt := Prompt
	if s.input.open != nil {
		prompt = MorePrompt
	}
	s.options.Echo(prompt, line)
}

// End evaluates what is still open when the input ends.
func (s *Session) End(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if open := s.input.open; open != nil && dsl.Unfinished(open) {
		s.drop()
		s.input.line, s.input.current = s.input.first, open[0]
		s.options.Report(s.fault("the block that begins here is not complete", "is a bracket or a text open?"))
		return
	}
	s.finish(ctx)
}

// Drop forgets the open block.
func (s *Session) Drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop()
}

func (s *Session) drop() { s.input.open, s.input.complete = nil, false }

// Open reports whether a block is open, so that the next line goes on with it.
func (s *Session) Open() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.input.open != nil
}

// lines does the lines of a text that was edited.
func (s *Session) lines(ctx context.Context, text string) error {
	for line := range strings.Lines(text) {
		if err := s.take(ctx, strings.TrimRight(line, "\r\n"), false); err != nil {
			return err
		}
	}
	s.finish(ctx)
	return nil
}
