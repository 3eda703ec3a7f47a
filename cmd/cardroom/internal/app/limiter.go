package app

import (
	"fmt"
	"strings"

	"cardroom/cmd/cardroom/internal/figures"
)

// MaxShown is the maximum number of messages of one kind that are shown: wrong lines of a file, hands that are not ok, failed
// tests. There can be millions, and nobody reads them on a terminal; all are counted.
const MaxShown = 100

// Limiter limits how many messages are shown, and counts the rest.
type Limiter struct{ shown, more int64 }

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

// Report reports an error if the limit allows; --verbose removes the limit.
func (t *Limiter) Report(std *IO, err error) {
	if std.Verbose || t.Next() {
		Report(std, err)
	}
}

// End prints how many errors were not shown.
func (t *Limiter) End(std *IO) {
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
