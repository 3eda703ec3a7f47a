package rank_test

import (
	"slices"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/rank"
)

func TestClasses(t *testing.T) {
	high := []string{
		"straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind", "two pair", "pair", "high card", "no qualifying hand",
	}
	scored, err := rank.Compile(rank.Description{Name: "aces", Score: func(h rank.Hand) uint32 { return 1 + uint32(h.Counts[cards.Ace]) }, Words: func(raw uint32) string {
		if raw == 1 {
			return "no ace"
		}
		return "aces"
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		r    *rank.Ranking
		want []string
	}{
		{rank.High, high},
		{rank.DeucesWild, slices.Insert(slices.Clone(high), 0, "five of a kind")},
		{rank.ShortDeck, []string{
			"straight flush", "four of a kind", "flush", "full house", "straight", "three of a kind", "two pair", "pair", "high card", "no qualifying hand",
		}},
		{rank.EightOrBetter, []string{"five low", "six low", "seven low", "eight low", "no qualifying hand"}},
		{rank.AceToFive, []string{
			"five low", "six low", "seven low", "eight low", "nine low", "ten low", "jack low", "queen low", "king low",
			"pair", "two pair", "three of a kind", "full house", "four of a kind", "no qualifying hand",
		}},
		{rank.DeuceToSeven, []string{
			"seven low", "eight low", "nine low", "ten low", "jack low", "queen low", "king low", "ace low",
			"pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind", "straight flush", "no qualifying hand",
		}},
		{rank.Badugi, []string{"badugi", "three-card hand", "two-card hand", "one-card hand", "no qualifying hand"}},
		{scored, []string{"aces", "no ace", "no qualifying hand"}},
	} {
		var names []string
		next := rank.Strength(tt.r.Count())
		for _, c := range tt.r.Classes() {
			names = append(names, c.Name)
			if c.Best != next || c.Worst > c.Best || c.Worst == 0 && c.Best != 0 {
				t.Errorf("%s: %s is %d to %d, and %d comes next", tt.r, c.Name, c.Worst, c.Best, next)
			}
			next = c.Worst - 1
		}
		if !slices.Equal(names, tt.want) {
			t.Errorf("%s: %q, want %q", tt.r, names, tt.want)
		}
	}
}
