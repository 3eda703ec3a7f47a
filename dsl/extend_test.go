package dsl_test

import (
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
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
