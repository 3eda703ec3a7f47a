package rank

import (
	"math/bits"
	"slices"

	"cardroom/engine/cards"
)

// partlySuited holds the values of hands in which several cards, but not all, are of one suit: four
// of five if a four flush is a category, or as many as a scoring function requests.
type partlySuited struct {
	size, least int
	// values[m] is indexed by the number of the mask of the m ranks of the suit, and within it by
	// the number of the multiset of the others. raw holds the scores in the same order.
	values [maxNatural + 1][]uint16
	raw    [maxNatural + 1][]uint32
}

// maskNumbers maps a mask to its number among those with as many bits.
var maskNumbers = func() (out [maskCount]uint16) {
	var seen [14]uint16
	for mask := range out {
		n := &seen[bits.OnesCount16(uint16(mask))]
		out[mask] = *n
		*n++
	}
	return out
}()

// scorePartly scores every hand with enough cards of a suit, but not all.
func (c *compiler) scorePartly() {
	p := &partlySuited{size: c.size, least: c.d.Flush}
	c.partly = p
	for m := p.least; m < c.size; m++ {
		others := multisets(c.size - m)
		p.raw[m] = make([]uint32, int(binomials[13][m])*others)
		p.values[m] = make([]uint16, len(p.raw[m]))
		for mask := range uint16(maskCount) {
			if bits.OnesCount16(mask) != m || !c.inDeck(mask) {
				continue
			}
			raw := p.raw[m][int(maskNumbers[mask])*others:][:others]
			rest := multiset{n: c.size - m}
			for i := range raw {
				if counts := rest.counts(); c.inDeck(rest.mask()) && slices.Max(counts[:]) <= 3 {
					for r := range counts {
						counts[r] += uint8(mask >> r & 1)
					}
					raw[i] = c.score(Hand{Counts: counts, Flush: mask})
				}
				rest.next()
			}
		}
	}
}

// partlyQualifying appends the hands that qualify.
func (c *compiler) partlyQualifying(to []scored, least uint32) []scored {
	if c.partly == nil {
		return to
	}
	for m, raws := range c.partly.raw {
		for i, raw := range raws {
			if raw >= least {
				to = append(to, score(raw, listPartly+m, i))
			}
		}
	}
	c.partly.raw = [maxNatural + 1][]uint32{}
	return to
}

// suitOf returns the ranks of the suit with enough cards, 0 if there is none.
func (p *partlySuited) suitOf(cs []cards.Card) uint16 {
	var suits [4]uint16
	for _, c := range cs {
		if c.Natural() {
			suits[c.Suit()] |= 1 << c.Rank()
		}
	}
	for _, m := range suits {
		if bits.OnesCount16(m) >= p.least {
			return m
		}
	}
	return 0
}

// value returns the value of a hand if enough of its cards, but not all, are of one suit.
func (p *partlySuited) value(mask uint64) (v uint16, ok bool) {
	for s := range 4 {
		suit := uint16(mask >> (16 * s))
		m := bits.OnesCount16(suit)
		if m < p.least || m == p.size {
			continue
		}
		rest := multiset{}
		for u := range 4 {
			if u == s {
				continue
			}
			for other := uint16(mask >> (16 * u)); other != 0; other &= other - 1 {
				rest = rest.with(uint8(bits.TrailingZeros16(other)))
			}
		}
		return p.values[m][int(maskNumbers[suit])*multisets(rest.n)+int(rest.number())], true
	}
	return 0, false
}
