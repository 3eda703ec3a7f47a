package rank_test

import (
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/rank"
)

// TestClaims checks that a hand is as good as a claim in words, or not.
func TestClaims(t *testing.T) {
	for _, c := range []struct {
		ranking *rank.Ranking
		hand    string
		meets   []string
		lacks   []string
	}{
		{
			rank.High, "KsKd7h7c2s",
			[]string{"pair", "two pair", "two_pair", "two pair, kings up", "kings up", "kings and sevens", "two pair, kings and sevens", "kings", "a pair of aces", "ace high", "pair of kings", "two kings", "high card", "queens up"},
			[]string{"two pair, aces up", "aces-up", "kings and eights", "trips", "three deuces", "three of a kind", "straight", "a wheel", "flush", "full house", "a boat", "quads", "royal", "kings full", "five-high straight"},
		},
		{
			rank.High, "KsKdKh7c7s",
			[]string{"full house", "boat", "kings full", "kings full of sevens", "queens full of aces", "ace high flush", "broadway", "set of kings", "three kings"},
			[]string{"aces full", "kings full of eights", "four deuces", "four of a kind", "straight flush", "steel"},
		},
		{
			rank.AceToFive, "9s6h4c2sAc",
			[]string{"nine low", "ninety-six low", "ninety-six", "ten-nine", "pair", "96", "9-6-4-2", "king low", "low"},
			[]string{"bicycle", "a wheel", "the bicycle (wheel)", "eighty-seven low", "eighty-seven", "ninety-five low", "87", "9-6-3", "sixty-four low"},
		},
		{rank.AceToFive, "5s4h3c2sAc", []string{"wheel", "bicycle", "five low", "fifty-four low"}, nil},
		{rank.EightOrBetter, "8s6h4c2sAc", []string{"low", "eighty-seven low", "eighty-six low"}, []string{"seven low", "eighty-five", "wheel"}},
		{rank.DeuceToSeven, "8s6h4c3s2c", []string{"nine low", "eighty-six"}, []string{"eighty-five low", "seventy-five low", "wheel"}},
		{rank.Badugi, "8s6h4cAd", []string{"badugi", "eight badugi", "ten badugi", "three-card", "eight-six-four-ace badugi"}, []string{"seven badugi", "eight-six-three"}},
	} {
		s := c.ranking.Best(cards.MustParse(c.hand))
		for i, list := range [][]string{c.meets, c.lacks} {
			for _, words := range list {
				least, known := c.ranking.Claims(words)
				if words == "steel" {
					if known {
						t.Errorf("%q is a hand", words)
					}
					continue
				}
				if !known || (least > s) != (i == 1) {
					t.Errorf("%s claims %q: known %v, from %q on; it is %q", c.hand, words, known, c.ranking.Describe(least), c.ranking.Describe(s))
				}
			}
		}
	}
}

// TestClaimsAsDescribed checks that each strength is claimed by its own description, or by one that is not better.
func TestClaimsAsDescribed(t *testing.T) {
	for _, r := range []*rank.Ranking{rank.High, rank.AceToFive, rank.DeuceToSeven, rank.EightOrBetter, rank.ShortDeck} {
		for s := rank.Strength(1); int(s) <= r.Count(); s += 7 {
			least, known := r.Claims(r.Describe(s))
			if !known || least == 0 || least > s || r.Describe(least) != r.Describe(s) {
				t.Fatalf("%s: %q is claimed from %q on, known %v", r.Name(), r.Describe(s), r.Describe(least), known)
			}
		}
	}
}
