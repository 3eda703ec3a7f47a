package repl

import (
	"context"
	"regexp"
	"strings"

	"cardroom/dsl/star"
)

// input puts lines together to blocks.
type input struct {
	line    int    // number of the line being taken
	current string // that line

	open  []string // lines of the block so far
	end   ending   // where they end
	next  int      // how many lines are parsed next, see proceed
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
		in.add(line)
	case isBlank(line) || strings.HasPrefix(strings.TrimSpace(line), "#"),
		in.dropping && goesOn.MatchString(line) && !typed:
		return nil
	case s.isCommand(line):
		in.dropping = false
		return s.do(ctx, strings.TrimSpace(line))
	default:
		text := strings.TrimLeft(line, " \t")
		in.end, in.next, in.first, in.blank = ending{}, 0, in.line, text != line
		in.add(text)
	}
	in.dropping = false
	s.proceed(ctx)
	return nil
}

func (in *input) add(line string) {
	in.open = append(in.open, line)
	in.end.add(line)
}

// shortBlock is how many lines a block has that is parsed at every line. Of a longer one, which nobody types, the lines are
// looked at one by one, and the whole is parsed when it is twice as long, so that a paste takes time in proportion to its length:
// an error in it is told of later.
const shortBlock = 100

// beginsCompound matches the first line of a compound statement.
var beginsCompound = regexp.MustCompile(`^(def|for|if)\b`)

// proceed evaluates the open block if it cannot go on.
func (s *Session) proceed(ctx context.Context) {
	in := &s.input
	in.complete = false
	if n := len(in.open); n > shortBlock {
		compound := beginsCompound.MatchString(in.open[0])
		if n < in.next && (compound || in.end.open()) {
			in.complete = !in.end.open()
			return
		}
		in.next = 2 * n
	}
	switch {
	case star.Unfinished(in.open):
	case star.Compound(strings.Join(in.open, "\n")):
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
	if open := s.input.open; open != nil && star.Unfinished(open) {
		s.drop()
		s.input.line, s.input.current = s.input.first, open[0]
		s.options.Report(s.fault("the block that begins here is incomplete", "check for an open bracket or string"))
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
