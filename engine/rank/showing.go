package rank

import (
	"math/bits"

	"cardroom/engine/cards"
)

// ShowingHigh orders up cards by the highest hand showing: four of a kind, three, two pair, a pair,
// high cards, then the side cards; larger is higher. Straights and flushes do not count in partial
// hands, and suits never do. The ace ranks above the king or below the deuce.
func ShowingHigh(up []cards.Card, aceLow bool) Strength { return Strength(showing(up, aceLow) + 1) }

// ShowingLow orders up cards by the lowest hand showing: no pair before a pair, then the lower top
// card, and so on down; larger is lower.
func ShowingLow(up []cards.Card, aceLow bool) Strength {
	return Strength(lowTop - showing(up, aceLow))
}

// showing returns the pattern's place and the worths of the cards below it, as in a raw score.
// Worths start at 1, so that a missing side card is lowest. It runs for every seat in every round
// of stud, so it uses one mask per group size instead of a table of counts.
func showing(up []cards.Card, aceLow bool) uint32 {
	first, ace := uint16(1), uint16(14)
	if aceLow {
		first, ace = 2, 1
	}
	var once, twice, thrice, four uint16 // masks of the worths that occur at least that often
	for _, c := range up {
		if !c.Natural() {
			continue
		}
		w := uint16(c.Rank()) + first
		if c.Rank() == cards.Ace {
			w = ace
		}
		b := uint16(1) << w
		four |= thrice & b
		thrice |= twice & b
		twice |= once & b
		once |= b
	}
	var by [6]uint16
	by[4], by[3], by[2], by[1] = four, thrice&^four, twice&^thrice, once&^twice
	v, n := uint32(pattern(by)), 0
	for i := 4; i > 0; i-- {
		for m := by[i]; m != 0 && n < 5; n++ {
			top := 15 - bits.LeadingZeros16(m)
			v = v<<4 | uint32(top)
			m &^= 1 << top
		}
	}
	return v << (4 * (5 - n))
}
