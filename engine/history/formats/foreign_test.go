package formats_test

import (
	"strings"
	"testing"

	"cardroom/engine/history"
)

// A file of another site is refused once, in words about sites; one that is no text of a
// site stays with the reader of PHH.
func TestForeign(t *testing.T) {
	for text, want := range map[string]string{
		"Table #52121155 - Rapa\nStarting Hand #2433297728\n\nStarting Hand #2433297729\n": "f:1:1: no known format",
		"\n\nPokerStars Tournament #3291, No Limit Hold'em\nBuy-In: $2.00/$0.20 USD\n":     "f:3:1: the summary of a tournament has no hands",
		"<history type=\"x\">\n</history>\n":                                               "f:1:1: no known format",
		"variant = 'NT'\n":                                                                 "PHH",
		"somebody wrote this\n":                                                            "not TOML",
	} {
		lines, ok := told(history.NewSource("f", []byte(text), options))
		if want == "PHH" {
			if ok != 0 || strings.Contains(strings.Join(lines, " "), "known format") {
				t.Errorf("%q: %q", text, lines)
			}
			continue
		}
		if ok != 0 || len(lines) != 1 || !strings.Contains(lines[0], want) {
			t.Errorf("%q: %q, want %q", text, lines, want)
		}
	}
}
