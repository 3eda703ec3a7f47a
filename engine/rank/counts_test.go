package rank

import (
	"testing"

	"cardroom/engine/cards"
)

// categoryCounts counts all hands of size cards of the ranking's deck by
// category; a strength that does not qualify counts under index 15.
func categoryCounts(r *Ranking) (counts [16]int) {
	t := r.tables()
	of := make([]uint8, r.Count()+1)
	of[0] = 15
	for i, raw := range t.raws {
		c, _ := t.split(raw)
		of[i+1] = uint8(c)
	}
	deck := r.Description().Deck.Append(nil)
	eachHand(deck, r.Size(), func(h []cards.Card) { counts[of[r.Best(h)]]++ })
	return counts
}

// eachHand calls f with every choice of n cards of deck.
func eachHand(deck []cards.Card, n int, f func([]cards.Card)) {
	h := make([]cards.Card, n)
	var pick func(i, from int)
	pick = func(i, from int) {
		if i == n {
			f(h)
			return
		}
		for j := from; j <= len(deck)-(n-i); j++ {
			h[i] = deck[j]
			pick(i+1, j+1)
		}
	}
	pick(0, 0)
}

// The counts are those of combinatorics; with jokers they were found by
// substituting card for card with an independent program.
func TestCategoryCounts(t *testing.T) {
	two := HighWild.Description()
	two.Name, two.Deck.Jokers = "two jokers", 2
	twoWild, err := Compile(two)
	if err != nil {
		t.Fatal(err)
	}
	wild53 := [categories]int{1302540, 1268088, 123552, 137280, 20532, 7804, 6552, 3120, 204, 13}
	for _, c := range []struct {
		r      *Ranking
		values int
		counts [categories]int // high card first
	}{
		{High, 7462, [categories]int{1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40}},
		{ShortDeck, 0, [categories]int{122400, 193536, 36288, 16128, 6120, 480, 1728, 288, 24}},
		{HighBug, 7463, [categories]int{1418964, 1215024, 138600, 63360, 20532, 7804, 4368, 828, 204, 1}},
		{HighWild, 7475, wild53},
		{StraightOverFlush, 7475, wild53},
		{twoWild, 7475, [categories]int{1302540, 1437936, 123552, 232968, 34704, 11388, 9360, 9360, 624, 78}},
		// The 48 hands of four deuces are five of a kind, or straight flushes? They count as five of a kind.
		{DeucesWild, 0, [categories]int{799680, 1225008, 95040, 355080, 62232, 14472, 12672, 31552, 2552, 672}},
		{AceToFive, 6175, [categories]int{1317888, 1098240, 123552, 54912, 0, 0, 3744, 624}},
		{AceToFiveBug, 6175, [categories]int{1500928, 1180608, 126360, 57408, 0, 0, 3744, 637}},
		{DeuceToSeven, 7462, [categories]int{1303560, 1098240, 123552, 54912, 9180, 5112, 3744, 624, 36}},
	} {
		if testing.Short() && c.r != High && c.r != HighBug {
			continue
		}
		got := categoryCounts(c.r)
		if [categories]int(got[:categories]) != c.counts {
			t.Errorf("%s: %v, want %v", c.r, got, c.counts)
		}
		if c.values != 0 && c.r.Count() != c.values {
			t.Errorf("%s: %d different hands, want %d", c.r, c.r.Count(), c.values)
		}
	}
}
