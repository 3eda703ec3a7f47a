package app

import (
	"fmt"
	"strings"

	"cardroom/cmd/cardroom/internal/figures"
)

// MostTold is how many of the same kind are told of: wrong lines of a file, hands that are not ok, failed tests. There can be
// millions, and nobody reads them on a terminal; all are counted.
const MostTold = 100

// Told counts what is told of, and keeps the rest back.
type Told struct{ shown, more int64 }

// Next reports whether one more is told.
func (t *Told) Next() bool {
	if t.shown == MostTold {
		t.more++
		return false
	}
	t.shown++
	return true
}

// Rest says how many were kept back, "" for none.
func (t *Told) Rest(what string) string {
	if t.more == 0 {
		return ""
	}
	return fmt.Sprintf("and %s more %s", figures.Grouped(t.more), what)
}

// Report tells of an error, with --verbose of every one.
func (t *Told) Report(std *IO, err error) {
	if std.Verbose || t.Next() {
		Report(std, err)
	}
}

// End says how many errors were kept back.
func (t *Told) End(std *IO) {
	if rest := t.Rest("errors; --verbose shows all"); rest != "" {
		std.Stderr.Printf("%s\n", rest)
	}
}

// Beginning is what a message quotes of a text that somebody's file has: one line of it can be a megabyte.
func Beginning(text string) string {
	const most = 200
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
