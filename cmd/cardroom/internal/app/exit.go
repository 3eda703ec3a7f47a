package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/diag"

	"github.com/fatih/color"
)

// Exit codes. Scripts rely on them.
const (
	Fine        = 0
	No          = 1   // it ran, but found something wrong: a mismatch, a failed test, a finding
	Cannot      = 2   // it could not run: usage, a missing file, a script that does not load
	Interrupted = 130 // ^C, the code that shells use for SIGINT
	Pipe        = 141 // the reader of standard output closed it, the code that shells use for SIGPIPE
)

// ErrNo is returned by a command that ran but found something wrong. Its output has
// already said what, so nothing more is printed.
var ErrNo = errors.New("the answer is no")

// ErrShown is returned by a command that could not do its work and has already printed
// why.
var ErrShown = errors.New("could not run")

// Usagef returns the error of an option or argument that a command cannot accept.
func Usagef(format string, args ...any) error { return UsageHint(fmt.Sprintf(format, args...), "") }

// UsageHint returns a usage error with a hint, such as the correct spelling, or "".
func UsageHint(msg, hint string) *diag.Error {
	return &diag.Error{Code: diag.Usage, Msg: msg, Hint: hint}
}

// Again is an error in a hand, with the command line that replays the hand.
type Again struct {
	Err  error
	Line string
}

func (e *Again) Error() string { return e.Err.Error() }
func (e *Again) Unwrap() error { return e.Err }

// HintOf returns what the user can do about an error, "" if the error has no hint.
func HintOf(err error) string {
	var e *diag.Error
	var h interface{ Hint() string }
	switch {
	case errors.As(err, &e):
		return e.Hint
	case errors.As(err, &h):
		return h.Hint()
	}
	return ""
}

// exitCode returns the exit code for a command's error.
//
// Of several errors the worst decides: if a result could not be written, neither ErrNo
// nor ^C determines the code.
func exitCode(err error) int {
	if err == nil {
		return Fine
	}
	code := No
	for _, e := range Flatten(err) {
		switch {
		case errors.Is(e, ErrNo):
		case errors.Is(e, context.Canceled):
			code = Interrupted
		default:
			return Cannot
		}
	}
	return code
}

// Report prints a command's error on standard error, each part once.
func Report(std *IO, err error) {
	if err == nil {
		return
	}
	interrupted := false
	var told Limiter
	for _, e := range Flatten(err) {
		switch {
		case errors.Is(e, ErrNo), errors.Is(e, ErrShown):
		case errors.Is(e, context.Canceled):
			interrupted = true
		case std.Verbose || told.Next():
			reportOne(std.Stderr, e)
			ReportTrace(std, e)
		}
	}
	told.End(std)
	if interrupted {
		std.Stderr.Printf("cardroom: interrupted\n")
	}
}

// Flatten returns the errors in lists made by errors.Join and diag.Errors, each to be
// reported separately. An error that wraps several others in its own words stays one
// error.
func Flatten(err error) []error {
	list, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	var texts []string
	for _, e := range list.Unwrap() {
		all = append(all, Flatten(e)...)
		texts = append(texts, e.Error())
	}
	if strings.Join(texts, "\n") != err.Error() {
		return []error{err}
	}
	return all
}

func reportOne(w *term.Stream, err error) {
	if u := diag.AsUsage(err); u != nil {
		w.Printf("cardroom: %s%s\n", u.Msg, parenthesis(u.Hint))
		if snippet := u.Snippet(); snippet != "" {
			w.Printf("%s\n", snippet)
		}
		w.Printf("see '%s --help'\n", cmp.Or(u.Command, "cardroom"))
		return
	}
	w.Printf("%s\n", Explain(w, err))
}

// Explain returns the full text of an error for a stream. An error with a position
// begins with that position, where editors look for it; any other begins with the
// program's name.
func Explain(w *term.Stream, err error) string {
	var again *Again
	if errors.As(err, &again) {
		return Explain(w, again.Err) + "\n" + w.Paint("to play it again:", color.FgCyan) + " " + again.Line
	}
	var d *diag.Error
	if errors.As(err, &d) && d.Code != diag.Refused && d.Code != diag.Written {
		return PaintDetail(w, headed(inFull(err, d)))
	}
	words := headed(err.Error())
	if bad := diag.AsInCards(err); bad != nil {
		words += "\n" + bad.Snippet()
	}
	if hint := HintOf(err); hint != "" {
		words += "\n" + w.Paint("hint:", color.FgCyan) + " " + hint
	}
	return words
}

// headed puts the program's name before a message that has no position.
func headed(text string) string {
	if Positioned.MatchString(text) {
		return text
	}
	return "cardroom: " + text
}

var Positioned = regexp.MustCompile(`^\S+:\d+:\d+: `)

// inFull returns the detail of d, followed by the words that err puts before d. The
// position stays at the front.
func inFull(err error, d *diag.Error) string {
	before, ok := strings.CutSuffix(err.Error(), d.Error())
	switch {
	case !ok:
		return err.Error() + "\n" + d.Detail()
	case before == "":
		return d.Detail()
	}
	return d.Detail() + "\nin " + strings.TrimSuffix(before, ": ")
}

// PaintDetail colors only the message, the caret and the hint.
func PaintDetail(w *term.Stream, text string) string {
	if !w.Color {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		switch {
		case i == 0 || Positioned.MatchString(line):
			lines[i] = w.Paint(line, color.Bold)
		case strings.HasPrefix(trimmed, "hint:"):
			lines[i] = strings.Replace(line, "hint:", w.Paint("hint:", color.FgCyan), 1)
		case trimmed != "" && strings.Trim(strings.TrimLeft(trimmed, "| "), "^~") == "":
			lines[i] = w.Paint(line, color.FgRed)
		}
	}
	return strings.Join(lines, "\n")
}

func parenthesis(hint string) string {
	if hint == "" {
		return ""
	}
	return " (" + hint + ")"
}
