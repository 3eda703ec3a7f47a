package odds_test

import (
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/odds"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
)

// FuzzParseDraw: a valid policy throws away only cards that the hand holds, and no more than
// allowed, in every kind of game; an error has a place in the text.
func FuzzParseDraw(f *testing.F) {
	for _, s := range []string{"pat", "low7", "badugi13", "pairs/pat", "2c3d", "keep As Ah", "keep", "best", "best/pat", "low99", "/", "2c/4z", "??", "JoJo", "10♥ / keep a♣", "\xff"} {
		f.Add(s, uint64(1), byte(5))
	}
	rankings := []*rank.Ranking{rank.High, rank.HighBug, rank.AceToFive, rank.DeuceToSeven, rank.Badugi, rank.EightOrBetter}
	for _, r := range rankings {
		r.Best(cards.MustParse("AhKd9c7s")) // its tables are made once per process
		r.Best(cards.MustParse("AhKd9c7s2d"))
	}
	f.Fuzz(func(t *testing.T, s string, held uint64, kind byte) {
		testkit.TextBounds.Within(t, len(s), func() {
			p, err := odds.ParseDraw(s)
			if e := diag.AsInCards(err); e != nil {
				if e.At-1 < 0 || e.At-1 >= len(s) || e.Source != s {
					t.Fatalf("%+v", e)
				}
			}
			if _, best := p.(odds.Best); err != nil || best {
				return
			}
			own := cards.Set(held) & (cards.Deck{Jokers: 2}).Set()
			for own.Len() > 5 {
				own &= own - 1
			}
			for draw := range 3 {
				h := &odds.Drawing{Draw: draw, Show: one(rankings[int(kind)%len(rankings)]), Cards: own.Cards(), Most: int(kind) % 6}
				out, err := p.Throw(h)
				if err != nil || out&^own != 0 || out.Len() > h.Most {
					t.Fatalf("%s throws %v away of %v, at most %d: %v", s, out.Cards(), own.Cards(), h.Most, err)
				}
			}
		})
	})
}
