package repl

import (
	"context"
	"regexp"
	"strings"

	"cardroom/dsl/star"
)

// input assembles lines into blocks.
type input struct {
	line    int    // number of the line being taken
	current string // that line

	open  []string  // lines of the block so far
	end   star.Tail // the state at their end
	next  int       // length in lines at which the block is parsed again, see proceed
	first int       // line number of the first
	blank bool      // the first began with blanks, which have no meaning there
	// complete is set if the open block could end here, but is a definition, a loop or a condition, which the next line may
	// continue.
	complete bool
	// dropping is set after a block with a syntax error: indented lines that follow were meant to belong to it.
	dropping bool
}

// goesOn matches a line that continues a compound statement: indented, a comment, or another branch.
var goesOn = regexp.MustCompile(`^(\s|#|else\b|elif\b)`)

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

// Line takes the next line of input and executes what it completes. It reports errors to Options.Report; the result is [errQuit]
// or nil.
//
// A definition, a loop or a condition ends at the next line that does not continue it. For typed input a blank line ends it too,
// so that a person need not wait for that. Pasted and piped text may contain blank lines.
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
	if s.options.Echo != nil {
		prompt := Prompt
		if s.input.open != nil {
			prompt = MorePrompt
		}
		s.options.Echo(prompt, line)
	}
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
	case strings.HasPrefix(strings.TrimSpace(line), ":") || s.bare(line) != "" || s.isAct(line) || s.isEvent(line):
		in.dropping = false
		return s.do(ctx, strings.TrimSpace(line))
	default:
		text := strings.TrimLeft(line, " \t")
		in.end, in.next, in.first, in.blank = star.Tail{}, 0, in.line, text != line
		in.add(text)
	}
	in.dropping = false
	s.proceed(ctx)
	return nil
}

func (in *input) add(line string) {
	if in.open != nil {
		in.end.Add("\n")
	}
	in.open = append(in.open, line)
	in.end.Add(line)
}

// shortBlock is the maximum length in lines of a block that is parsed at every line. The lines of a longer block, which nobody
// types, are scanned one by one, and the whole is parsed each time it has doubled in length, so that a paste takes linear time;
// errors in it are reported later.
const shortBlock = 100

// beginsCompound matches the first line of a compound statement.
var beginsCompound = regexp.MustCompile(`^(def|for|if)\b`)

// proceed evaluates the open block if it cannot continue.
func (s *Session) proceed(ctx context.Context) {
	in := &s.input
	in.complete = false
	if n := len(in.open); n > shortBlock {
		compound := beginsCompound.MatchString(in.open[0])
		open := len(in.end.Mark) == 3 || len(in.end.Open) > 0 || !in.end.Comment && strings.HasSuffix(in.open[n-1], `\`)
		if n < in.next && (compound || open) {
			in.complete = !open
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

// taken records a complete block or command.
func (s *Session) taken(entry string) {
	s.typed = append(s.typed, entry)
	if s.options.Taken != nil {
		s.options.Taken(entry)
	}
}

// End evaluates the open block when the input ends.
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

// Drop discards the open block.
func (s *Session) Drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop()
}

func (s *Session) drop() { s.input.open, s.input.complete = nil, false }

// Open reports whether a block is open, so that the next line continues it.
func (s *Session) Open() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.input.open != nil
}
