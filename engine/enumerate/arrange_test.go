package enumerate

import (
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/cards"
)

// TestArranged counts the ways to set three cards apart, one for the first hand
// or all of them in order, for each of two seats.
func TestArranged(t *testing.T) {
	for _, c := range []struct {
		play string
		ways int64 // of a seat
	}{
		{`[deal(3), arrange([1, 2], names = ["one", "two"])], showdown = best(ranking("card", size = 1), hand = "one", name = "one")`, 3},
		{`[deal(3), arrange()], showdown = best(ranking("card", size = 1))`, 6},
	} {
		script := `g = game("G", seats = (2, 2), forced = [ante()], stakes = stakes("2-4", ante = 1), play = ` + c.play + `)`
		lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: fstest.MapFS{"g.star": {Data: []byte(script)}}}})
		g, err := lib.Find("g.star")
		if err != nil {
			t.Fatal(err)
		}
		s, err := Shrink(g, Whole, Wishes{Only: []cards.Rank{cards.King, cards.Ace}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := Play(t.Context(), s.Bound, s.Options)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v %v", r, s.Options.Pack)
		if !r.Complete || r.Hands != r.Deals*c.ways*c.ways {
			t.Errorf("%s: %d hands in %d deals, want %d each", c.play, r.Hands, r.Deals, c.ways*c.ways)
		}
	}
}
