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
		{rank.AceToFive, "8s6h4c2sAc", []string{"eight six", "rough eight", "eight", "rough nine", "perfect nine"}, []string{"smooth eight", "perfect eight", "nut low", "eight five", "the nuts"}},
		{rank.AceToFive, "8s5h4c2sAc", []string{"smooth eight", "rough eight"}, []string{"perfect eight", "rough seven"}},
		{rank.AceToFive, "6s4h3c2sAc", []string{"smooth six", "perfect six", "six four"}, []string{"nuts"}},
		{rank.High, "TsTdThJcJs", []string{"kings over tens", "jacks over tens", "boat", "tens full of jacks", "full barn", "tens full", "nut flush"}, []string{"steel wheel", "jacks full", "the nuts"}},
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

// TestNamed checks which hands have a name: those that words mean, not also the better ones.
func TestNamed(t *testing.T) {
	for _, c := range []struct {
		ranking         *rank.Ranking
		words           string
		from, to        string
		others, unknown string
	}{
		{rank.High, "kings up", "KsKd2h2c3s", "KsKdQhQcAs", "AsAdKhKcQs", "kings aloft"},
		{rank.High, "pair of kings", "KsKd2h3c4s", "KsKdQhJcAs", "KsKd2h2c3s", ""},
		{rank.High, "boat", "2s2d2h3c3s", "AsAdAhKcKs", "2s2d2h2c3s", "ship"},
		{rank.High, "wheel", "5s4d3h2cAs", "5s4d3h2cAs", "6s5d4h3c2s", ""},
		{rank.AceToFive, "rough eight", "8s7d6h5c4s", "8s6d3h2cAs", "8s5d4h3c2s", "rough"},
		{rank.AceToFive, "smooth eight", "8s5d4h3c2s", "8s4d3h2cAs", "8s6d3h2cAs", ""},
		{rank.AceToFive, "perfect eight", "8s4d3h2cAs", "8s4d3h2cAs", "8s5d3h2cAs", ""},
		{rank.AceToFive, "eight six", "8s6d5h4c3s", "8s6d3h2cAs", "8s7d3h2cAs", ""},
		{rank.AceToFive, "nut low", "5s4d3h2cAs", "5s4d3h2cAs", "", ""},
		{rank.High, "4 aces", "AsAdAhAc2s", "AsAdAhAcKs", "4s4d2h3c5s", "4 acres"},
		{rank.High, "2 pair", "3s3d2h2c4s", "AsAdKhKcQs", "2s2d3h4c5s", ""},
		{rank.High, "one pair", "2s2d3h4c5s", "AsAdKhQcJs", "3s3d2h2c4s", "one pairing"},
		{rank.High, "a pair of 7's", "7s7d2h3c4s", "7s7dAhKcQs", "8s8d2h3c4s", ""},
		{rank.High, "8s and 3s", "8s8d3h3c2s", "8s8d3h3cAs", "8s8d4h4c2s", ""},
		{rank.High, "king’s full of 10s", "KsKdKhTcTs", "KsKdKhTcTs", "KsKdKhJcJs", ""},
		{rank.High, "pocket treys", "3s3d2h4c5s", "3s3dAhKcQs", "2s2d3h4c5s", ""},
		{rank.High, "pair of ducks", "2s2d3h4c5s", "2s2dAhKcQs", "3s3d2h2c4s", "duckling"},
		{rank.High, "spade flush", "7s5s4s3s2s", "AsKsQsJs9s", "5s4d3h2cAs", "spade straight"},
		{rank.High, "straight to the nine", "9s8d7h6c5s", "9s8d7h6c5s", "Ts9d8h7c6s", ""},
		{rank.AceToFive, "A-2-3-4-5", "5s4d3h2cAs", "5s4d3h2cAs", "6s4d3h2cAs", ""},
		{rank.AceToFive, "number two", "6s4d3h2cAs", "6s4d3h2cAs", "5s4d3h2cAs", "number"},
		{rank.DeuceToSeven, "number one", "7s5d4h3c2s", "7s5d4h3c2s", "7s6d4h3c2s", ""},
		{rank.DeuceToSeven, "number four", "7s6d5h4c2s", "7s6d5h4c2s", "8s5d4h3c2s", ""},
		{rank.Badugi, "three card", "KcQdJhJs", "3c2dAhAs", "4c3d2hAs", ""},
		{rank.Badugi, "7 tri", "7c6d5h5s", "7c2dAhAs", "8c2dAhAs", ""},
		{rank.Badugi, "four-card six", "6c5d4h3s", "6c3d2hAs", "6c5d4h4s", ""},
		{rank.Badugi, "perfect badugi", "4c3d2hAs", "4c3d2hAs", "5c3d2hAs", ""},
		{rank.Badugi, "perfect eight", "8c3d2hAs", "8c3d2hAs", "8c4d2hAs", ""},
		{rank.DeuceToSeven, "smooth seven", "7s5d4h3c2s", "7s5d4h3c2s", "7s6d4h3c2s", ""},
		{rank.DeuceToSeven, "rough seven", "7s6d5h4c2s", "7s6d4h3c2s", "7s5d4h3c2s", ""},
	} {
		n, known := c.ranking.Named(c.words)
		least, best := n.Range()
		if n.Nuts {
			least = best
		}
		if from, to := c.ranking.Best(cards.MustParse(c.from)), c.ranking.Best(cards.MustParse(c.to)); !known || least != from || best != to {
			t.Errorf("%s: %q is %q to %q, known %v; want %q to %q", c.ranking.Name(), c.words, c.ranking.Describe(least), c.ranking.Describe(best), known, c.ranking.Describe(from), c.ranking.Describe(to))
		}
		if c.others != "" && n.Has(c.ranking.Best(cards.MustParse(c.others))) {
			t.Errorf("%s: %s is called %q", c.ranking.Name(), c.others, c.words)
		}
		if _, known := c.ranking.Named(c.unknown); c.unknown != "" && c.unknown != "rough" && known {
			t.Errorf("%q is a hand", c.unknown)
		}
	}
}

// TestNamedSuit checks that a flush that is called by its suit is one of that suit.
func TestNamedSuit(t *testing.T) {
	for words, want := range map[string]bool{
		"flush": true, "spade flush": true, "nut spade flush": true, "flush, spades": true, "ace-high spade flush": true, "heart flush": false, "a flush of diamonds": false,
	} {
		for _, hand := range []string{"AsKs7s5s2s", "AsKs7s5s2s KhKdKc 2h"} {
			if n, known := rank.High.Named(words); !known || n.OfSuit(cards.MustParse(hand)) != want {
				t.Errorf("%s is called %q: %v, known %v", hand, words, !want, known)
			}
		}
	}
}

// TestTerms checks that each form of each name names a hand, in some ranking and with a rank where it needs one.
func TestTerms(t *testing.T) {
	for _, term := range rank.Terms() {
		for _, form := range term.Said {
			known := false
			for _, words := range []string{form, form + " eight", "kings " + form} {
				for _, r := range []*rank.Ranking{rank.High, rank.AceToFive} {
					n, ok := r.Named(words)
					known = known || ok && n.Least() > 0
				}
			}
			if !known || len(rank.TermsOf(form+" eight")) == 0 && len(rank.TermsOf("kings "+form)) == 0 && len(rank.TermsOf(form)) == 0 {
				t.Errorf("%q names nothing", form)
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
