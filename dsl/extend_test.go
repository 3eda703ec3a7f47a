package dsl_test

import (
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/betting"
	"cardroom/engine/plan"
)

// TestExtendTakesOver checks that a copy of a game keeps its sentence and its function before the award unless the script changes them.
func TestExtendTakesOver(t *testing.T) {
	const text = `"""The file."""

def _sevens(hand):
    """Sevens."""
    return []

base = game("Base", doc = "About the base.", forced = [ante()], stakes = stakes("2-4 ante 1"), play = [deal(5), bet()], showdown = best(high), before_award = _sevens)
same = base.extend("Same")
other = base.extend("Other", doc = "About the other.")
plain = base.extend("Plain", before_award = None)
again = plain.extend("Again", before_award = _sevens)
bare = game("Bare", forced = [ante()], stakes = stakes("2-4 ante 1"), play = [deal(5), bet()], showdown = best(high))
more = bare.extend("More")
`
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: fstest.MapFS{"g.star": {Data: []byte(text)}}}})
	for _, tt := range []struct {
		id, doc string
		award   bool
	}{
		{"base", "About the base.", true},
		{"same", "About the base.", true},
		{"other", "About the other.", true},
		{"plain", "About the base.", false},
		{"again", "About the base.", true},
		{"more", "The file.", false},
	} {
		g, err := lib.Find("g.star:" + tt.id)
		if err != nil {
			t.Fatal(err)
		}
		if g.Doc != tt.doc || (g.Award != nil) != tt.award {
			t.Errorf("%s: %q, a function before the award %v; want %q, %v", tt.id, g.Doc, g.Award != nil, tt.doc, tt.award)
		}
	}
}

// TestEvenly checks that a house and a game say whether identical hands divide a pot evenly, that a copy of a game may say
// otherwise, and that the rule for other odd chips stays.
func TestEvenly(t *testing.T) {
	const text = `"""The file."""

hilo = split(best(high, hole = 2, board = 3), best(eight_or_better, hole = 2, board = 3))
room = house("Room", forced = [blinds()], stakes = stakes("2-4"), odd_chips = "all to nearest", evenly = True)
base = room.game("Base", play = [deal(4), board(5), bet()], showdown = hilo)
same = base.extend("Same")
other = base.extend("Other", evenly = False)
bare = game("Bare", forced = [blinds()], stakes = stakes("2-4"), play = [deal(4), board(5), bet()], showdown = hilo)
more = bare.extend("More", evenly = True)
`
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: fstest.MapFS{"g.star": {Data: []byte(text)}}}})
	for id, want := range map[string]plan.ShowdownStep{
		"base":  {OddChip: betting.AllNearest, Evenly: true},
		"same":  {OddChip: betting.AllNearest, Evenly: true},
		"other": {OddChip: betting.AllNearest},
		"bare":  {},
		"more":  {Evenly: true},
	} {
		g, err := lib.Find("g.star:" + id)
		if err != nil {
			t.Fatal(err)
		}
		show := g.Steps[len(g.Steps)-1].Show
		if show.OddChip != want.OddChip || show.Evenly != want.Evenly {
			t.Errorf("%s: odd chips by rule %d, evenly %v; want %d, %v", id, show.OddChip, show.Evenly, want.OddChip, want.Evenly)
		}
	}
}
