package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/diag"

	"github.com/fatih/color"
)

// Exit codes. Scripts rely on them.
const (
	Fine        = 0
	No          = 1   // it ran, but found something wrong: a mismatch, a failed test, a finding
	Cannot      = 2   // it could not run: usage, a missing file, a script that does not load; or it could not find out
	Interrupted = 130 // ^C, the code that shells use for SIGINT
	Pipe        = 141 // the reader of standard output closed it, the code that shells use for SIGPIPE
)

// ErrNo is returned by a command that ran but found something wrong. Its output has
// already said what, so nothing more is printed.
var ErrNo = errors.New("the answer is no")

// ErrOpen is returned by a command that ran but could not find out what was asked. Its output has already said why.
var ErrOpen = errors.New("the answer is open")

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
		case errors.Is(e, ErrNo), errors.Is(e, ErrOpen), errors.Is(e, ErrShown):
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
		hint := ""
		if u.Hint != "" {
			hint = " (" + u.Hint + ")"
		}
		w.Printf("cardroom: %s%s\n", u.Msg, hint)
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

// ReportTrace prints the trace of an error that is a bug of the program. The trace means nothing to players, so unless they ask
// for it with --verbose, or programmers with GOTRACEBACK, it only says how to get it.
func ReportTrace(std *IO, err error) {
	var broken interface{ Stack() []byte }
	switch {
	case !errors.As(err, &broken):
	case std.Verbose || slices.Contains([]string{"all", "system", "crash"}, std.Getenv("GOTRACEBACK")):
		std.Stderr.Printf("%s\n", strings.TrimRight(string(broken.Stack()), "\n"))
	default:
		std.Stderr.Printf("for the trace, which belongs in the report, add --verbose\n")
	}
}

var quotedWord = regexp.MustCompile(`"([^"]+)"`)

// InLine adds a position to an error about a line of a file: that of the first word
// that the error quotes, if the line contains it.
func InLine(err error, file string, number int, line string) error {
	f := &diag.Error{At: 1, Msg: err.Error()}
	if m := quotedWord.FindStringSubmatch(f.Msg); m != nil {
		f.At = 1 + max(0, strings.Index(line, m[1]))
	}
	if e := (*json.SyntaxError)(nil); errors.As(err, &e) && number == 2 {
		f.At = 1 + min(int(max(e.Offset-1, 0)), len(line))
	}
	if e := (*json.UnmarshalTypeError)(nil); errors.As(err, &e) {
		f.Msg, f.At = fmt.Sprintf("%s cannot be a %s", e.Field, e.Value), 1+min(max(int(e.Offset)-1, 0), len(line))
	}
	if e := (*diag.Error)(nil); errors.As(err, &e) && e.At > 0 {
		f.Msg, f.At = err.Error(), e.At
	}
	f.Hint = HintOf(err)
	return f.Placed(file, number, line)
}

// MaxShown is the maximum number of messages of one kind that are shown: wrong lines of a file, hands that are not ok, failed
// tests. There can be millions, and nobody reads them on a terminal; all are counted.
const MaxShown = 100

// maxAlike is how many errors of a file are shown that differ only in their place.
const maxAlike = 3

// Limiter limits how many messages are shown, and counts the rest.
type Limiter struct {
	shown, more int64
	all         []*repeated // errors that NextAlike has shown: place is the file
}

// Next reports whether the next message is to be shown.
func (t *Limiter) Next() bool {
	if t.shown == MaxShown {
		t.more++
		return false
	}
	t.shown++
	return true
}

// Rest says how many messages were not shown, "" for none.
func (t *Limiter) Rest(what string) string {
	if t.more == 0 {
		return ""
	}
	return fmt.Sprintf("and %s more %s", term.Grouped(t.more), what)
}

// NextAlike reports whether the next error of many is to be shown, as Next does; of those of a file that differ only in their
// place it shows three, and Alike counts the rest.
func (t *Limiter) NextAlike(err error) bool {
	var d *diag.Error
	if !errors.As(err, &d) || d.Pos.Line == 0 {
		return t.Next()
	}
	for _, r := range t.all {
		if r.place == d.Pos.File && r.text == d.Msg {
			if r.times++; r.times > maxAlike {
				return false
			}
			return t.Next()
		}
	}
	if !t.Next() {
		return false
	}
	t.all = append(t.all, &repeated{d.Pos.File, d.Msg, 1})
	return true
}

// Alike returns a line for each error that came more often than NextAlike showed it.
func (t *Limiter) Alike() (lines []string) {
	for _, r := range t.all {
		if r.times > maxAlike {
			lines = append(lines, fmt.Sprintf("%s: %s times more: %s; --verbose shows all", r.place, term.Grouped(r.times-maxAlike), r.text))
		}
	}
	return lines
}

// ReportAlike is Report for the lines of files, with the limit of NextAlike.
func (t *Limiter) ReportAlike(std *IO, err error) {
	if std.Verbose || t.NextAlike(err) {
		Report(std, err)
	}
}

// Report reports an error if the limit allows; --verbose removes the limit.
func (t *Limiter) Report(std *IO, err error) {
	if std.Verbose || t.Next() {
		Report(std, err)
	}
}

// End prints how many errors were not shown, and which.
func (t *Limiter) End(std *IO) {
	for _, line := range t.Alike() {
		std.Stderr.Printf("%s\n", line)
	}
	if rest := t.Rest("errors; --verbose shows all"); rest != "" {
		std.Stderr.Printf("%s\n", rest)
	}
}

// Beginning returns the start of a text from a user's file, for a message: one line of such a file can be a megabyte.
func Beginning(text string) string {
	const most = 200
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// Warnings collects the warnings of a job that can cause the same one for thousands of hands. End prints each once, in the order
// of their first places, with its number and the first place. With --verbose every warning is printed when it comes.
type Warnings struct {
	std  *IO
	unit string // what causes a warning, such as "hand"
	all  []*repeated
	by   map[string]*repeated // by text without the place
	more int64                // warnings with other texts than the first MaxShown
}

// repeated is a warning and how often it came.
type repeated struct {
	place, text string
	times       int64
}

// NewWarnings returns an empty collection. The unit is what causes a warning, such as "hand".
func NewWarnings(std *IO, unit string) *Warnings {
	return &Warnings{std: std, unit: unit, by: map[string]*repeated{}}
}

// Add adds a warning. Errors that differ only in their place are the same warning.
func (w *Warnings) Add(err error) {
	err = PlainPathError(err)
	if w.std.Verbose {
		w.std.Warn("%v", err)
		return
	}
	place, text := "", err.Error()
	var d *diag.Error
	if errors.As(err, &d) && d.Pos.Line > 0 {
		if rest, ok := strings.CutPrefix(text, d.Pos.String()+": "); ok {
			place, text = d.Pos.String()+": ", rest
		}
	}
	switch known := w.by[text]; {
	case known != nil:
		known.times++
	case len(w.all) == MaxShown:
		w.more++
	default:
		w.by[text] = &repeated{place, text, 1}
		w.all = append(w.all, w.by[text])
	}
}

// End prints the warnings, and forgets them.
func (w *Warnings) End() {
	for _, r := range w.all {
		count := ""
		if r.times > 1 {
			count = ": " + term.Counted(r.times, w.unit)
			if r.place != "" {
				count += ", the first here"
			}
		}
		w.std.Warn("%s%s%s", r.place, r.text, count)
	}
	if w.more > 0 {
		w.std.Warn("and %s more; --verbose shows all", term.Grouped(w.more))
	}
	*w = *NewWarnings(w.std, w.unit)
}

// reportsBroken returns a function that reports a house that does not load on standard error: each house once, and a fault that
// several houses load in full only the first time.
func (std *IO) reportsBroken() func(house string, err error) {
	var mu sync.Mutex
	houses, faults := map[string]bool{}, map[diag.Pos]bool{}
	return func(house string, err error) {
		mu.Lock()
		defer mu.Unlock()
		if houses[house] {
			return
		}
		houses[house] = true
		var d *diag.Error
		if errors.As(err, &d) && d.Pos.File != "" {
			if faults[d.Pos] {
				std.Warn("the house %s does not load either, because of %s; its games are missing", house, d.Pos)
				return
			}
			faults[d.Pos] = true
		}
		std.Warn("the house %s does not load; its games are missing, all others are here", house)
		std.Stderr.Printf("%s\n", Explain(std.Stderr, err))
	}
}

// reportsRenamed returns a function that reports the use of an old name on standard error, once for each place.
func (std *IO) reportsRenamed() func(*diag.Error) {
	var mu sync.Mutex
	seen := map[diag.Pos]bool{}
	return func(e *diag.Error) {
		mu.Lock()
		defer mu.Unlock()
		if !seen[e.Pos] {
			seen[e.Pos] = true
			std.Warn("%s: %s [%s]: %s", e.Pos, e.Msg, e.Code, e.Hint)
		}
	}
}
