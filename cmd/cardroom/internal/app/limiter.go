package app

import (
	"errors"
	"fmt"
	"strings"

	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/engine/diag"
)

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
	return fmt.Sprintf("and %s more %s", figures.Grouped(t.more), what)
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
			lines = append(lines, fmt.Sprintf("%s: %s times more: %s; --verbose shows all", r.place, figures.Grouped(r.times-maxAlike), r.text))
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
