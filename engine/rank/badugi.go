package rank

import (
	"math/bits"

	"cardroom/engine/cards"
)

// badugi is the raw score of the best badugi in up to four cards, and its
// cards as a mask: the largest group without two cards of one rank or one
// suit, then the lowest from the top down.
func badugi(cs []cards.Card, s *scorer) (best uint32, mask uint32) {
	for m := uint32(1); m < 1<<len(cs); m++ {
		var worths uint16
		var suits uint8
		for i, c := range cs {
			if m>>i&1 != 0 {
				worths |= 1 << s.worth(c.Rank())
				suits |= 1 << c.Suit()
			}
		}
		n := bits.OnesCount32(m)
		if bits.OnesCount16(worths) != n || bits.OnesCount8(suits) != n {
			continue
		}
		v := uint32(4 - n)
		for _, w := range significant([6]uint16{1: worths}) {
			v = v<<4 | uint32(w)
		}
		if raw := lowTop - v; raw > best {
			best, mask = raw, m
		}
	}
	return best, mask
}
