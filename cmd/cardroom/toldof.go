package main

import (
	"fmt"
	"strings"

	"cardroom/cmd/cardroom/internal/figures"
)

// mostTold is how many of the same kind are told of: wrong lines of a file, hands that are not ok, failed tests. There can be
// millions, and nobody reads them on a terminal; all are counted.
const mostTold = 100

// toldOf counts what is told of, and keeps the rest back.
type toldOf struct{ shown, more int64 }

// next reports whether one more is told.
func (t *toldOf) next() bool {
	if t.shown == mostTold {
		t.more++
		return false
	}
	t.shown++
	return true
}

// rest says how many were kept back, "" for none.
func (t *toldOf) rest(what string) string {
	if t.more == 0 {
		return ""
	}
	return fmt.Sprintf("and %s more %s", figures.Grouped(t.more), what)
}

// report tells of an error, with --verbose of every one.
func (t *toldOf) report(std *IO, err error) {
	if std.Verbose || t.next() {
		reportError(std, err)
	}
}

// end says how many errors were kept back.
func (t *toldOf) end(std *IO) {
	if rest := t.rest("errors; --verbose shows all"); rest != "" {
		std.Stderr.Printf("%s\n", rest)
	}
}

// beginning is what a message quotes of a text that somebody's file has: one line of it can be a megabyte.
func beginning(text string) string {
	const most = 200
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
