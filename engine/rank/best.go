package rank

import (
	"math/bits"

	"cardroom/engine/cards"
)

// Best returns the strength of the best hand among cs, 0 if there is none: no hand qualifies, or
// there are fewer cards than in a hand. In badugi any number of cards makes a hand.
func (r *Ranking) Best(cs []cards.Card) Strength {
	t := r.tables()
	switch len(cs) {
	case 7:
		h := (*[7]cards.Card)(cs)
		k := t.keys[h[0]] + t.keys[h[1]] + t.keys[h[2]] + t.keys[h[3]] + t.keys[h[4]] + t.keys[h[5]] + t.keys[h[6]]
		if (k+t.bias)&t.rare == 0 {
			return Strength(t.seven[slot7(k)])
		}
		return t.rareSeven(h, k)
	case 6:
		h := (*[6]cards.Card)(cs)
		k := t.keys[h[0]] + t.keys[h[1]] + t.keys[h[2]] + t.keys[h[3]] + t.keys[h[4]] + t.keys[h[5]]
		if (k+t.bias)&t.rare == 0 {
			return Strength(t.six[slot6(k)])
		}
	case 5:
		h := (*[5]cards.Card)(cs)
		k := t.keys[h[0]] + t.keys[h[1]] + t.keys[h[2]] + t.keys[h[3]] + t.keys[h[4]]
		if (k+t.bias)&t.rare == 0 {
			return Strength(t.five[slot5(k)])
		}
		return t.rareFive(h, k)
	}
	return t.bestOf(cs)
}

// rareSeven returns the value of seven cards that their multiset of ranks does not determine: in
// most rankings, because five are of a suit.
func (t *tables) rareSeven(h *[7]cards.Card, k uint64) Strength {
	if !t.simple {
		if t.sevens != nil {
			return t.wildBest(h, k)
		}
		return t.bestOf(h[:])
	}
	m := t.masks[h[0]] + t.masks[h[1]] + t.masks[h[2]] + t.masks[h[3]] + t.masks[h[4]] + t.masks[h[5]] + t.masks[h[6]]
	return Strength(max(t.seven[slot7(k)], t.suited[m>>suitShift((k+t.bias)&t.rare)&(maskCount-1)]))
}

// wildSevens holds the lookup tables for seven cards, some of them wild, by the number of wild
// cards.
type wildSevens [8]wildSeven

// wildSeven is the lookup table for one number of wild cards: the hash of the natural cards and the
// values. Each table begins within a longer one, so that an index needs no bounds check.
type wildSeven struct {
	slots *[1 << 16]uint16
	rows  *[1 << 12]uint16
	flush *[maskCount]uint16
	mask  uint16
	shift uint8
}

// makeWildSevens allocates the values of seven cards including wild ones, one number of wild cards
// after another.
func (c *compiler) makeWildSevens() {
	room := 0
	for n := range maxNatural {
		room += 1 << geometries[n].slots
	}
	values := make([]uint16, room+1<<16)
	var rows []uint16
	for n := maxNatural; n > 0; n-- {
		rows = append(rows, offsets[n]...)
	}
	rows = append(rows, make([]uint16, 1<<12)...)
	s := new(wildSevens)
	for w := range s {
		n := maxNatural - w
		g := geometries[n]
		s[w] = wildSeven{slots: &c.seven, rows: (*[1 << 12]uint16)(rows), mask: 1<<g.slots - 1, shift: 64 - g.rows}
		if w > 0 {
			s[w].slots = (*[1 << 16]uint16)(values)
			if w <= c.wilds {
				c.plain[w][n] = values[: 1<<g.slots : 1<<g.slots]
			}
			values = values[1<<g.slots:]
		}
		rows = rows[1<<g.rows:]
	}
	c.sevens = s
}

// seven returns the value of seven cards, some of which may be wild, without flushes.
func (s *wildSevens) seven(k uint64) (uint16, *wildSeven) {
	one := &s[k>>wildShift&7]
	row := one.rows[k>>(one.shift&63)&(1<<12-1)]
	return one.slots[(uint16(k>>32)+row)&one.mask], one
}

// wildFlush returns the value of the best flush of seven cards, some of which may be wild, in the
// flagged suits.
func (t *tables) wildFlush(h *[7]cards.Card, of *wildSeven, suits uint64) (v uint16) {
	m := t.masks[h[0]] + t.masks[h[1]] + t.masks[h[2]] + t.masks[h[3]] + t.masks[h[4]] + t.masks[h[5]] + t.masks[h[6]]
	for ; suits != 0; suits &= suits - 1 {
		v = max(v, of.flush[m>>suitShift(suits)&(maskCount-1)])
	}
	return v
}

// wildBest is Best for seven cards, some of which may be wild.
func (t *tables) wildBest(h *[7]cards.Card, k uint64) Strength {
	v, of := t.sevens.seven(k)
	if suits := (k + t.bias) & t.rare & suitBits; suits != 0 {
		v = max(v, t.wildFlush(h, of, suits))
	}
	return Strength(v)
}

// rareFive is rareSeven for five cards, where all of them form the flush.
func (t *tables) rareFive(h *[5]cards.Card, k uint64) Strength {
	if t.wild != 0 || t.badugi != nil || t.size != 5 || t.partly != nil {
		return t.bestOf(h[:])
	}
	m := 1<<(h[0]>>2) | 1<<(h[1]>>2) | 1<<(h[2]>>2) | 1<<(h[3]>>2) | 1<<(h[4]>>2)
	return Strength(t.suited[m&(maskCount-1)])
}

// suitShift returns the bit offset in a mask of the first suit flagged in s.
func suitShift(s uint64) uint { return (4*uint(bits.TrailingZeros64(s)) - 12) & 63 }

// bestOf is Best without the fast path.
func (t *tables) bestOf(cs []cards.Card) Strength {
	if t.badugi != nil {
		return t.badugi.best(cs)
	}
	var k Key
	for _, c := range cs {
		k.Sum += t.keys[c]
		k.Mask += t.masks[c]
	}
	return Strength(t.of(k, len(cs)))
}

// bestWild is bestOf with additional cards that are wild in this hand.
func (t *tables) bestWild(cs []cards.Card, wild cards.Set) Strength {
	if wild == t.wild {
		return t.bestOf(cs)
	}
	var k Key
	for _, c := range cs {
		k = k.With(t.keyOf(c, wild))
	}
	return Strength(t.of(k, len(cs)))
}

// of returns the best value among the n cards of k.
func (t *tables) of(k Key, n int) uint16 {
	if t.oneSuit {
		const all = maskCount - 1
		return max(t.suited[k.Mask&all], t.suited[k.Mask>>16&all], t.suited[k.Mask>>32&all], t.suited[k.Mask>>48&all])
	}
	if t.only != 0 {
		k = sumOf(k.Mask & t.only)
		n = bits.OnesCount64(k.Mask)
	}
	switch {
	case n < t.size:
		if n < t.least {
			return 0
		}
		return t.whole(k, n)
	case t.strict:
		return t.leaveOut(k, n, t.size, k.Mask)
	case n > maxNatural+1:
		return t.many(k, n)
	case n > maxNatural:
		return t.leaveOut(k, n, maxNatural, k.Mask)
	}
	return t.whole(k, n)
}

// sumOf returns the key of the natural cards in a mask.
func sumOf(mask uint64) (k Key) {
	k.Mask = mask
	for ; mask != 0; mask &= mask - 1 {
		b := bits.TrailingZeros64(mask)
		k.Sum += rankKeys[b&15] + 1<<(4*(b>>4))
	}
	return k
}

// many returns the best value among many cards, by their ranks and then by their suits, because
// there are fewer sets of ranks than of cards.
func (t *tables) many(k Key, n int) (best uint16) {
	var counts [13]uint8
	natural := 0
	for m := k.Mask; m != 0; m &= m - 1 {
		counts[bits.TrailingZeros64(m)&15]++
		natural++
	}
	for w := 0; w <= min(n-natural, t.size); w++ {
		if t.size-w > natural || len(t.plain[w][t.size-w]) == 0 {
			continue
		}
		best = max(best, t.bestOfRanks(t.plain[w][t.size-w], &counts, 0, t.size-w, t.size-w, 0))
		if t.rare&suitBits == 0 {
			continue
		}
		for s := range 4 {
			best = max(best, bestOfMask(t.flush[w], uint16(k.Mask>>(16*s)), 0, t.size-w))
		}
	}
	return best
}

// bestOfRanks returns the best value of a hand of n cards, of which left are still to be chosen
// from ranks r up.
func (t *tables) bestOfRanks(values []uint16, counts *[13]uint8, r, left, n int, sum uint64) (best uint16) {
	if left == 0 {
		return values[slot(sum, n)]
	}
	for ; r < len(counts); r++ {
		more := sum
		for q := 1; q <= min(left, int(counts[r])); q++ {
			more += rankKeys[r]
			best = max(best, t.bestOfRanks(values, counts, r+1, left-q, n, more))
		}
	}
	return best
}

// bestOfMask returns the best value of the bits taken plus left more bits of a mask.
func bestOfMask(values []uint16, mask, taken uint16, left int) (best uint16) {
	if left == 0 {
		return values[taken]
	}
	for ; bits.OnesCount16(mask) >= left; mask &= mask - 1 {
		best = max(best, bestOfMask(values, mask&(mask-1), taken|mask&-mask, left-1))
	}
	return best
}

// whole returns the value of up to seven cards in a ranking where a flush never hurts.
func (t *tables) whole(k Key, n int) uint16 {
	natural := bits.OnesCount64(k.Mask)
	w := (n - natural) & 7
	plain := t.plain[w][natural&7]
	if len(plain) == 0 {
		return 0
	}
	v := plain[slot(k.Sum, natural)]
	for s := (k.Sum + t.bias) & t.rare & suitBits; s != 0; s &= s - 1 {
		suit := bits.TrailingZeros64(s) >> 2
		v = max(v, t.flush[w][k.Mask>>(16*suit)&(maskCount-1)])
	}
	return v
}

// exactly returns the value of a hand of exactly size cards, including its flush for better or
// worse.
func (t *tables) exactly(k Key) uint16 {
	if t.partly != nil {
		if v, ok := t.partly.value(k.Mask); ok {
			return v
		}
	}
	if (k.Sum+t.bias)&t.rare&suitBits != 0 && bits.OnesCount64(k.Mask) == t.size {
		m := k.Mask | k.Mask>>16 | k.Mask>>32 | k.Mask>>48
		return t.flush[0][m&(maskCount-1)]
	}
	return t.whole(k, t.size)
}

// leaveOut returns the best value of all choices of to out of n cards; among the natural cards only
// those in from may still be removed, highest bit first.
func (t *tables) leaveOut(k Key, n, to int, from uint64) (best uint16) {
	if n == to {
		if t.strict {
			return t.exactly(k)
		}
		return t.whole(k, n)
	}
	if bits.OnesCount64(k.Mask) < n {
		best = t.leaveOut(k.Without(Key{Sum: wildSum}), n-1, to, from)
	}
	for from != 0 {
		i := bits.Len64(from) - 1
		from &^= 1 << i
		out := Key{rankKeys[i&15] + 1<<(4*(i>>4)), 1 << i}
		best = max(best, t.leaveOut(k.Without(out), n-1, to, from))
	}
	return best
}
