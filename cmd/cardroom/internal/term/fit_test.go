package term

import (
	"bytes"
	"strings"
	"testing"

	"github.com/fatih/color"
)

// TestLinesFitTheTerminal checks that a line that is too wide is broken at a space,
// and that a quoted line of a script is cut around its caret.
func TestLinesFitTheTerminal(t *testing.T) {
	for name, tt := range map[string]struct {
		columns    int
		text, want string
	}{
		"short":      {40, "a line that fits\n", "a line that fits\n"},
		"sentence":   {30, "hint: the houses are angies, banked and casino\n", "hint: the houses are angies,\n  banked and casino\n"},
		"indented":   {30, "    one two three four five six seven\n", "    one two three four five\n      six seven\n"},
		"label":      {40, "Result  seat 1 +22, seat 2 -6, seat 4 -12, seat 6 -4\n", "Result  seat 1 +22, seat 2 -6, seat 4\n        -12, seat 6 -4\n"},
		"command":    {40, "again: cardroom test my-game_test.star --run '^test_low$'\n", "again: cardroom test my-game_test.star \\\n  --run '^test_low$'\n"},
		"long start": {30, "folder/folder/record.phh:9:20: p1 finishes with 108\n", "folder/folder/record.phh:9:20:\n  p1 finishes with 108\n"},
		"one word":   {20, "a_name_without_any_blank_in_it\n", "a_name_without_any_blank_in_it\n"},
		"no end":     {30, "a prompt that is longer than the line> ", "a prompt that is longer than\n  the line> "},
		"two wides":  {28, "日本 日本 日本 日本 日本 日本\n", "日本 日本 日本 日本 日本\n  日本\n"},
		"caret near": {
			40, "    play = [deal(2), bet(), deal(4), bets(), showdown]\n             ^\n",
			"    play = [deal(2), bet(), deal(4), b…\n             ^\n",
		},
		"caret far": {
			40, "    play = [deal(2), bet(), deal(4), bets(), showdown]\n                                     ^\n",
			"    …[deal(2), bet(), deal(4), bets(), …\n                               ^\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			s := NewTerminal(&b, func() int { return tt.columns })
			s.Printf("%s", tt.text)
			if b.String() != tt.want {
				t.Errorf("got\n%s\nwant\n%s", b.String(), tt.want)
			}
			b.Reset()
			s.Unfolded = true
			s.Printf("%s", tt.text)
			if b.String() != tt.text {
				t.Errorf("data was folded:\n%s", b.String())
			}
		})
	}
}

// TestFitCountsNoColors checks that colors take no columns, and that a line begun by
// an earlier write is not broken.
func TestFitCountsNoColors(t *testing.T) {
	var b bytes.Buffer
	s := NewTerminal(&b, func() int { return 20 })
	s.Color = true
	s.Printf("%s\n", s.Paint("exactly twenty wide.", color.Bold))
	if n := strings.Count(b.String(), "\n"); n != 1 {
		t.Errorf("%q has %d lines", b.String(), n)
	}
	b.Reset()
	s.Printf("begun and ")
	s.Printf("continued in a second write\n")
	if want := "begun and continued in a second write\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}
