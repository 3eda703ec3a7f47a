// Package diag is the common format of errors: a place, what is wrong, the line with a caret below it, what to do about it, and
// the names that were probably meant. Errors in scripts, plans, records, decks and typed lines all use it.
package diag

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error is one error in a text.
type Error struct {
	Pos  Pos    // Line is 0 if it is about a whole file, or if there is no file
	Code string // the stable name of the kind of error, such as CR002; never reused for another kind
	Msg  string // what is wrong, lower case, one line
	// Command is the command that was typed wrong, such as "cardroom run", for errors with code [Usage]; "" before it is known.
	Command string
	Hint    string // what to do about it; may be ""
	// At is a byte offset, from 1, in a text that has no position in a file yet, and Way are the keys that lead to it in JSON;
	// 0 and nil if no part of the text is at fault. See [Error.Placed].
	At  int
	Way []string
	// Source is the line at Pos, or if Part is set, the piece of it around Pos that follows the first Cut characters; may be
	// "".
	Source string
	Part   bool
	Cut    int
	Hand   int      // the number of the hand in the file, from 1; 0 if it is not about a hand
	Stack  []Frame  // the calls and loads that led to Pos, innermost first
	Also   []*Error // further errors of the same kind, in the order of the file; at most 9
	More   int      // how many errors beyond those were left out
	Late   bool     // a script ran out of time, which depends on the machine: nothing is at fault
	Cause  error    // may be nil
}

// Codes of errors that are not about a text with a place.
const (
	Usage   = "usage"   // in the arguments of a command line
	Refused = "refused" // an action or a typed line at the table is refused: nothing has changed
	Written = "written" // in cards as typed: Source is the whole text, At the place in it
)

// AsUsage returns the command-line error that err is or wraps, nil if there is none.
func AsUsage(err error) *Error { return coded(err, Usage) }

// Refuse returns an error that refuses an action or a typed line at the table. hint is what to do instead, or "".
func Refuse(msg, hint string) *Error { return &Error{Code: Refused, Msg: msg, Hint: hint} }

// AsRefused returns the refusal that err is or wraps, nil if there is none.
func AsRefused(err error) *Error { return coded(err, Refused) }

// InCards returns an error in typed cards at a byte of the text, counted from 0.
func InCards(text string, at int, msg string) *Error {
	return &Error{Code: Written, Msg: msg, At: at + 1, Source: text}
}

// AsInCards returns the error in typed cards that err is or wraps, nil if there is none.
func AsInCards(err error) *Error { return coded(err, Written) }

// Within returns an error in typed cards that begin at a byte of a longer text, counted from 0.
func (e *Error) Within(text string, at int) *Error { return InCards(text, at+e.At-1, e.Msg) }

func coded(err error, code string) *Error {
	var e *Error
	if errors.As(err, &e) && e.Code == code {
		return e
	}
	return nil
}

// Placed returns a copy of the error with its position in a line of a file and the line as source.
func (e *Error) Placed(file string, line int, source string) *Error {
	c := *e
	before := source[:min(max(e.At-1, 0), len(source))]
	c.Pos = Pos{File: file, Line: int32(line), Col: int32(1 + utf8.RuneCountInString(before))}
	c.Source, c.At, c.Way = strings.ToValidUTF8(source, "\ufffd"), 0, nil
	return &c
}

// Frame is a call or load on the way to the place of an error.
type Frame struct {
	Pos Pos
	// Name is the function that contains Pos, or "" at the top level of a script.
	Name string
	// Load is set if Pos is a load statement, not a call.
	Load bool
}

// String returns "called from file:line:col in name" or "loaded from file:line:col".
func (f Frame) String() string {
	switch {
	case f.Load:
		return "loaded from " + f.Pos.String()
	case f.Name == "":
		return "called from " + f.Pos.String()
	}
	return "called from " + f.Pos.String() + " in " + f.Name
}

// Error returns "file:line:col: what is wrong", on one line. It counts the errors in Also, which Detail shows.
func (e *Error) Error() string {
	s := e.headline()
	if n := len(e.Also) + e.More; n > 0 {
		s += " (and " + moreErrors(n) + ")"
	}
	return s
}

func moreErrors(n int) string {
	if n == 1 {
		return "1 more error"
	}
	return fmt.Sprintf("%d more errors", n)
}

func (e *Error) headline() string {
	msg := strings.ReplaceAll(e.Msg, "\n", " ")
	switch {
	case e.Code == Written && e.Pos.File == "":
		return fmt.Sprintf("%q: %s at character %d", e.Source, msg, 1+utf8.RuneCountInString(e.Source[:e.At-1]))
	case e.Pos.File == "":
		return msg
	case e.Pos.Line == 0:
		return e.Pos.File + ": " + msg
	}
	return e.Pos.String() + ": " + msg
}

func (e *Error) Unwrap() error { return e.Cause }

// EndsRun reports whether the command must end, because a script ran out of time and so gives no result.
func (e *Error) EndsRun() bool { return e.Late }

// All returns the error and those in Also, each as a separate error.
func (e *Error) All() []*Error {
	first := *e
	first.Also, first.More = nil, 0
	return append([]*Error{&first}, e.Also...)
}

// LoadedFrom returns a copy of the error with a load statement added to its stack. It is a copy because several scripts can
// load the faulty one and share the error.
func (e *Error) LoadedFrom(pos Pos) *Error {
	c := *e
	c.Stack = append(slices.Clip(e.Stack), Frame{Pos: pos, Load: true})
	return &c
}

// Detail returns the error in full: each message with its source line, a caret, the hint and the stack. It ends without a
// newline.
func (e *Error) Detail() string {
	var b strings.Builder
	for i, x := range e.All() {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(x.headline())
		if s := x.Snippet(); s != "" {
			b.WriteString("\n" + s)
		}
		if x.Hint != "" {
			b.WriteString("\nhint: " + x.Hint)
		}
	}
	if e.More > 0 {
		b.WriteString("\nand " + moreErrors(e.More))
	}
	e.way(&b)
	return b.String()
}

// way writes the stack. Errors found together have the same stack.
func (e *Error) way(b *strings.Builder) {
	const ends = 10 // frames shown at each end of a long stack
	for i, f := range e.Stack {
		if skipped := len(e.Stack) - 2*ends; skipped > 1 && i >= ends && i < len(e.Stack)-ends {
			if i == ends {
				fmt.Fprintf(b, "\n… %d more", skipped)
			}
			continue
		}
		b.WriteString("\n" + f.String())
	}
}

// Errors are the errors in several places of one file.
type Errors []*Error

// Error returns the errors, one per line.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lists the errors for [errors.Is] and [errors.As].
func (es Errors) Unwrap() []error {
	out := make([]error, len(es))
	for i, e := range es {
		out[i] = e
	}
	return out
}

// PanicError is a bug in the program, or in a policy written in Go.
type PanicError struct {
	Value any
	stack []byte
}

// Caught returns the error for a panic. It is called by the function that recovers.
func Caught(value any) error { return &PanicError{value, debug.Stack()} }

// Stack returns the Go stack at the panic, for bug reports.
func (e *PanicError) Stack() []byte { return e.stack }

// Hint says what to do about it.
func (e *PanicError) Hint() string { return "this is a bug in cardroom; please report it" }

func (e *PanicError) Error() string { return fmt.Sprintf("internal fault: %v", e.Value) }

// Pos is a place in a file: the name of the file as given, the line and the
// column, both from 1, the column in characters. The zero Pos means that there
// is no file.
type Pos struct {
	File      string
	Line, Col int32
}

// String returns "file:line:col", or "" for the zero Pos.
func (p Pos) String() string {
	if p.File == "" {
		return ""
	}
	return p.File + ":" + strconv.Itoa(int(p.Line)) + ":" + strconv.Itoa(int(p.Col))
}

// MarshalText returns [Pos.String], for JSON.
func (p Pos) MarshalText() ([]byte, error) { return []byte(p.String()), nil }
