package rank

import "cardroom/engine/cards"

// ShowingHigh orders up cards, 1 to 4 of them, by who shows the highest: four
// of a kind, three, two pair, a pair, high cards, then the side cards; larger
// is higher. Straights and flushes do not count on partial hands, suits never.
func ShowingHigh(up []cards.Card) Strength {
	by := group(up, func(r cards.Rank) uint8 { return uint8(r) + 1 })
	return Strength(showing(by) + 1)
}

// ShowingLow orders up cards by who shows the lowest: no pair before a pair,
// then the lower top card, and so on down; ace low; larger is lower.
func ShowingLow(up []cards.Card) Strength {
	by := group(up, func(r cards.Rank) uint8 { return uint8((r+1)%13) + 1 })
	return Strength(lowTop - showing(by))
}

// group is the masks of worths that stand n times among the natural cards.
// Worths start at 1, so that a side card that is not there is below all.
func group(up []cards.Card, worth func(cards.Rank) uint8) (by [6]uint16) {
	var counts [14]uint8
	for _, c := range up {
		if c.Natural() {
			counts[worth(c.Rank())]++
		}
	}
	for w, n := range counts {
		by[min(n, 5)] |= 1 << w
	}
	by[0] = 0
	return by
}

// showing is the pattern's place and the ranks below it, as in a raw score.
func showing(by [6]uint16) uint32 {
	v := uint32(pattern(by))
	for _, w := range significant(by) {
		v = v<<4 | uint32(w)
	}
	return v
}
