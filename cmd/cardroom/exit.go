package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/cards"

	"github.com/fatih/color"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Exit codes, a contract with scripts.
const (
	exitFine        = 0
	exitNo          = 1   // it ran, and the answer is no: a mismatch, a failed test, a finding
	exitCannot      = 2   // it could not run: usage, a missing file, a script that does not load
	exitInterrupted = 130 // ^C, as shells count it
	exitPipe        = 141 // the reader of standard output went away, as shells count it
)

// errNo is what a command returns when it ran and the answer is no. Its output
// has already said why, so nothing more is printed.
var errNo = errors.New("the answer is no")

// errShown is what a command returns when it could not do its work and has
// already printed why.
var errShown = errors.New("could not run")

// usageError is a command line that cannot be understood.
type usageError struct {
	command string // the full name, as in "cardroom run"
	text    string
	hint    string // a better spelling, or ""
}

func (e *usageError) Error() string { return e.text }

// Hint is the remedy, printed on a line of its own.
func (e *usageError) Hint() string { return e.hint }

// usagef is the error of an option or argument that a command cannot accept.
func usagef(format string, args ...any) error {
	return &usageError{text: fmt.Sprintf(format, args...)}
}

// detailed is an error with a position: Detail is its message followed by the
// source line, a caret and a hint.
type detailed interface {
	error
	Detail() string
}

// hinted is an error that knows a remedy.
type hinted interface {
	error
	Hint() string
}

// exitCode is the code that an error of a command ends the process with.
//
// Of several errors the worst decides: where a result could not be written, it is
// not enough that the answer is no, or that somebody pressed ^C.
func exitCode(err error) int {
	if err == nil {
		return exitFine
	}
	code := exitNo
	for _, e := range flatten(err) {
		switch {
		case errors.Is(e, errNo):
		case errors.Is(e, context.Canceled):
			code = exitInterrupted
		default:
			return exitCannot
		}
	}
	return code
}

// reportError prints what a command returned, once, on standard error.
func reportError(std *IO, err error) {
	if err == nil {
		return
	}
	interrupted := false
	var told toldOf
	for _, e := range flatten(err) {
		switch {
		case errors.Is(e, errNo), errors.Is(e, errShown):
		case errors.Is(e, context.Canceled):
			interrupted = true
		case std.Verbose || told.next():
			reportOne(std.Stderr, e)
		}
	}
	told.end(std)
	if interrupted {
		std.Stderr.Printf("cardroom: interrupted\n")
	}
}

// flatten opens lists of errors, those of errors.Join and diag.Errors: each
// is a report of its own. An error that wraps several in words of its own
// stays one.
func flatten(err error) []error {
	list, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	var texts []string
	for _, e := range list.Unwrap() {
		all = append(all, flatten(e)...)
		texts = append(texts, e.Error())
	}
	if strings.Join(texts, "\n") != err.Error() {
		return []error{err}
	}
	return all
}

func reportOne(w *term.Stream, err error) {
	var u *usageError
	if errors.As(err, &u) {
		w.Printf("cardroom: %s%s\n", u.text, parenthesis(u.hint))
		w.Printf("see '%s --help'\n", u.helpName())
		return
	}
	w.Printf("%s\n", explain(w, err))
}

// explain is an error in full, for a stream. One with a position begins with
// it, because that is where editors look; others begin with the program's name.
func explain(w *term.Stream, err error) string {
	var again *handError
	if errors.As(err, &again) {
		return explain(w, again.error) + "\n" + w.Paint("to play it again:", color.FgCyan) + " " + again.command
	}
	var d detailed
	if errors.As(err, &d) {
		return paintDetail(w, headed(inFull(err, d)))
	}
	words := headed(err.Error())
	var bad *cards.SyntaxError
	if errors.As(err, &bad) {
		words += "\n" + pointed(bad)
	}
	var h hinted
	if errors.As(err, &h) && h.Hint() != "" {
		words += "\n" + w.Paint("hint:", color.FgCyan) + " " + h.Hint()
	}
	return words
}

// pointed is the line of a text of cards that is wrong, with a caret below the place.
func pointed(e *cards.SyntaxError) string {
	from := 1 + strings.LastIndexByte(e.Text[:e.Offset], '\n')
	line, _, _ := strings.Cut(e.Text[from:], "\n")
	shown := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r < ' ' {
				return ' '
			}
			return r
		}, strings.ToValidUTF8(s, "\ufffd"))
	}
	width := text.StringWidthWithoutEscSequences(shown(e.Text[from:e.Offset]))
	return "    " + shown(line) + "\n    " + strings.Repeat(" ", width) + "^"
}

// headed puts the program's name before a message without a position.
func headed(text string) string {
	if positioned.MatchString(text) {
		return text
	}
	return "cardroom: " + text
}

var positioned = regexp.MustCompile(`^\S+:\d+:\d+: `)

// inFull is the detail of d, and below it the words that err has put before: the
// place stays in front.
func inFull(err error, d detailed) string {
	before, ok := strings.CutSuffix(err.Error(), d.Error())
	switch {
	case !ok:
		return err.Error() + "\n" + d.Detail()
	case before == "":
		return d.Detail()
	}
	return d.Detail() + "\nin " + strings.TrimSuffix(before, ": ")
}

// paintDetail colours the message, the caret and the hint, and nothing else.
func paintDetail(w *term.Stream, text string) string {
	if !w.Color {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		switch {
		case i == 0 || positioned.MatchString(line):
			lines[i] = w.Paint(line, color.Bold)
		case strings.HasPrefix(trimmed, "hint:"):
			lines[i] = strings.Replace(line, "hint:", w.Paint("hint:", color.FgCyan), 1)
		case trimmed != "" && strings.Trim(strings.TrimLeft(trimmed, "| "), "^~") == "":
			lines[i] = w.Paint(line, color.FgRed)
		}
	}
	return strings.Join(lines, "\n")
}

func (e *usageError) helpName() string {
	if e.command == "" {
		return "cardroom"
	}
	return e.command
}

func parenthesis(hint string) string {
	if hint == "" {
		return ""
	}
	return " (" + hint + ")"
}
