package rank

import (
	"math/bits"
	"slices"
)

// Rankings in which the cards of one suit play: the longest suit, the best flush, the most points in a suit. Every value depends on a
// mask of ranks, so one table of all masks is the whole ranking.

// suits iterates over the masks of ranks that are hands.
func (d *Description) suits(yield func(mask uint16) bool) {
	for mask := range uint16(maskCount) {
		n := bits.OnesCount16(mask)
		if n >= max(1, d.Size-d.Missing) && n <= d.Size && mask&(1<<d.Deck.Lowest-1|d.Deck.Without) == 0 && !yield(mask) {
			return
		}
	}
}

// fillSuits makes the table: the values of the hands, and of more cards the best of the whole hands among them.
func (c *compiler) fillSuits() {
	// nothing is looked up by ranks alone
	c.oneSuit, c.rare, c.flush[0] = true, 1<<64-1, c.suited[:]
	raw := map[uint16]uint32{}
	for mask := range c.d.suits {
		m := multisetOf(mask)
		raw[mask] = c.score(Hand{Counts: m.counts(), Suited: c.own != nil || m.n == c.size})
	}
	least := uint32(1)
	if len(c.d.Floor) > 0 {
		var k Key
		for _, card := range c.d.Floor {
			k.Mask += c.masks[card]
		}
		for s := range 4 {
			least = max(least, raw[uint16(k.Mask>>(16*s))])
		}
	}
	for _, score := range raw {
		if score >= least {
			c.raws = append(c.raws, score)
		}
	}
	slices.Sort(c.raws)
	c.raws = slices.Compact(c.raws)
	for mask := range uint16(maskCount) { // a mask comes after those with one bit less
		if at, ok := slices.BinarySearch(c.raws, raw[mask]); ok {
			c.suited[mask] = uint16(at + 1)
		}
		for rest := mask; rest != 0 && bits.OnesCount16(mask) > c.size; rest &= rest - 1 {
			c.suited[mask] = max(c.suited[mask], c.suited[mask&^(rest&-rest)])
		}
	}
}
