package sites_test

import (
	"strings"
	"testing"

	"cardroom/engine/history"
)

// A file of an unsupported site causes one error that is about sites; a text that is not from a
// site is left to the PHH reader.
func TestForeign(t *testing.T) {
	for text, want := range map[string]string{
		"Table #52121155 - Rapa\nStarting Hand #2433297728\n\nStarting Hand #2433297729\n": "f:1:1: this is a file of PKR",
		"Hand#12 - Basalt (6-Max) 7 -- $1/$2 NL Hold'em -- 2010/04/30 - 18:26:41\n":        "f:1:1: this is a file of the Cake network",
		"Stage #19: Holdem  No Limit $4 - 2010-04-01 17:48:42 (ET)\n":                      "f:1:1: this is a file of Absolute Poker",
		"<?xml version=\"1.0\"?>\n<ROOT>\n<HISTORY ID=\"2\" GAMEKIND=\"GAMEKIND_CASH\">\n": "f:1:1: this is a file of Boss Media",
		"***** History for hand T5-1 (TOURNAMENT) *****\nStart hand: Mon Dec 27\n":         "f:1:1: this is a file of the OnGame network",
		"#37: Limit Razz - 44/88\n2020-10-26 19:00:47\nTable 'Mix'\nSeat 1: ana (20)\n":    "f:1:1: this is a file of KingsClub",
		"# 37: a remark\nvariant = 'NT'\n":                                                 "PHH",
		"entry,at,order\n\"-- ending hand #1 --\",2020-05-01T00:00:00.000Z,15\n":           "f:2:1: the beginning of this hand is not in the file",
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
