package sites_test

import (
	"strings"
	"testing"

	"cardroom/engine/history"
	"cardroom/engine/replay"
)

// played reads a hand of PHH strictly and plays it: "" if it matches its record.
func played(t *testing.T, text string) string {
	t.Helper()
	hands, err := history.Read("h.phh", []byte(text), history.Options{})
	if err != nil {
		return err.Error()
	}
	row := replay.NewPlayer(finder(library(nil)), nil).Play(hands[0])
	if row.Err != nil {
		return row.Err.Error()
	}
	if !row.OK || !row.Complete {
		return "not complete"
	}
	return ""
}

const showdown = `variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 ????', 'd dh p2 AhAd', 'd dh p3 ????', 'p3 cc', 'p1 cc', 'p2 cc', 'd db 2c3d4h', 'p1 cc', 'p2 cc', 'p3 cc', 'd db 9s', 'p1 cc', 'p2 cc', 'p3 cc', 'd db Js', 'p1 cc', 'p2 cc', 'p3 cc', SHOWS]
`

// Showing unknown cards means a muck if another hand is known; the rake and the winnings are
// checked under the codes of PHH too.
func TestPHHOfSites(t *testing.T) {
	for name, c := range map[string]struct{ shows, more, want string }{
		"muck":          {"'p1 sm ????', 'p2 sm AhAd', 'p3 sm ????'", "finishing_stacks = [98, 104, 98]\nwinnings = [0, 6, 0]", ""},
		"rake":          {"'p1 sm ????', 'p2 sm AhAd', 'p3 sm ????'", "finishing_stacks = [98, 103.5, 98]\nwinnings = [0, 5.5, 0]\n_rake = '0.5'", ""},
		"winnings":      {"'p1 sm ????', 'p2 sm AhAd', 'p3 sm ????'", "finishing_stacks = [98, 104, 98]\nwinnings = [0, 5, 0]", "p2 collects 6, the record says 5"},
		"no rake":       {"'p1 sm', 'p2 sm AhAd', 'p3 sm'", "_rake = 'much'", "_rake is not a text with an amount"},
		"nobody known":  {"'p1 sm ????', 'p2 sm', 'p3 sm ????'", "", "nobody shows a hand for the pot of 6"},
		"no cap":        {"'p1 sm', 'p2 sm AhAd', 'p3 sm'", "_cap = '-1'", "_cap is not a text with an amount"},
		"unknown limit": {"'p1 sm', 'p2 sm AhAd', 'p3 sm'", "_limit = 'sky'", "_limit is neither"},
	} {
		if got := played(t, strings.Replace(showdown, "SHOWS", c.shows, 1)+c.more); got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A hand of PHH may contain dead or live posts and irregularities.
func TestPHHPosts(t *testing.T) {
	got := played(t, `variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['p3 post 2', 'p3 post 1 dead', 'd dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd event below_table seat=p1', 'p3 cbr 8', 'p1 f', 'p2 f']
finishing_stacks = [99, 98, 103]
_cap = '50'
`)
	if got != "" {
		t.Error(got)
	}
}

// A record with winnings alone may leave out the rake, or count the uncalled part of a bet as won: both are inferred. Anything else differs.
func TestWinningsAlone(t *testing.T) {
	const alone = `variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 6', 'p1 f', 'p2 cc', 'd db 2c3d4h', 'p2 cc', 'p3 cbr 9', 'p2 f']
winnings = WON
`
	p := replay.NewPlayer(finder(library(nil)), nil)
	for won, want := range map[string]string{
		"[0, 0, 13]":   "",
		"[0, 0, 12.4]": "the rake of 0.6, which is missing from the winnings and which no field names",
		"[0, 0, 22]":   "the uncalled 9 of p3, which is in the winnings",
		"[0, 0, 14]":   "p3 collects 13, the record says 14",
		"[0, 0, 9]":    "p3 collects 13, the record says 9",
		"[0, 12.4, 0]": "p2 collects 0, the record says 12.4",
		"[0, 0, 0]":    "p3 collects 13, the record says 0",
	} {
		hands, err := history.Read("h.phh", []byte(strings.Replace(alone, "WON", won, 1)), history.Options{})
		if err != nil {
			t.Fatal(err)
		}
		row := p.PlayReadings(hands[0])
		got := ""
		if row.Err != nil {
			got = row.Err.Error()
		}
		for _, e := range row.Inferred {
			got += e.Msg
		}
		if !strings.Contains(got, want) || want == "" && got != "" || row.OK != !strings.Contains(want, "the record says") {
			t.Errorf("%s: %q, ok %v, want %q", won, got, row.OK, want)
		}
	}
}
