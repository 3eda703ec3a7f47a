package rank

import (
	"math/bits"

	"cardroom/engine/cards"
)

// Best is the strength of the best hand among cs, 0 if there is none: no
// qualifying one, or fewer cards than a hand has. In badugi any number of
// cards makes a hand.
func (r *Ranking) Best(cs []cards.Card) Strength {
	t := r.tables()
	switch len(cs) {
	case 7:
		h := (*[7]cards.Card)(cs)
		k := t.keys[h[0]] + t.keys[h[1]] + t.keys[h[2]] + t.keys[h[3]] + t.keys[h[4]] + t.keys[h[5]] + t.keys[h[6]]
		if (k+t.bias)&t.rare == 0 {
			return Strength(t.seven[uint16(k>>32)+offsets7[k>>(64-13)]])
		}
	case 6:
		h := (*[6]cards.Card)(cs)
		k := t.keys[h[0]] + t.keys[h[1]] + t.keys[h[2]] + t.keys[h[3]] + t.keys[h[4]] + t.keys[h[5]]
		if (k+t.bias)&t.rare == 0 {
			return Strength(t.six[(uint16(k>>32)+offsets6[k>>(64-11)])&(1<<15-1)])
		}
	case 5:
		h := (*[5]cards.Card)(cs)
		k := t.keys[h[0]] + t.keys[h[1]] + t.keys[h[2]] + t.keys[h[3]] + t.keys[h[4]]
		if (k+t.bias)&t.rare == 0 {
			return Strength(t.five[(uint16(k>>32)+offsets5[k>>(64-10)])&(1<<13-1)])
		}
	}
	return t.bestOf(cs)
}

// bestOf is Best without the short way.
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

// of is the best value among the n cards of k.
func (t *tables) of(k Key, n int) uint16 {
	switch {
	case n < t.size:
		return 0
	case t.strict:
		return t.leaveOut(k, n, t.size, k.Mask)
	case n > maxNatural:
		return t.leaveOut(k, n, maxNatural, k.Mask)
	}
	return t.whole(k, n)
}

// whole is the value of up to seven cards where a flush never hurts.
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

// exactly is the value of a hand of size cards, a flush for better or worse.
func (t *tables) exactly(k Key) uint16 {
	if (k.Sum+t.bias)&t.rare&suitBits != 0 && bits.OnesCount64(k.Mask) == t.size {
		m := k.Mask | k.Mask>>16 | k.Mask>>32 | k.Mask>>48
		return t.flush[0][m&(maskCount-1)]
	}
	return t.whole(k, t.size)
}

// leaveOut is the best of all choices of to out of n cards; of the natural
// ones those in from may still be left out, highest bit first.
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

// BestEach is [Ranking.Best] for len(dst) hands of n cards that stand one
// after the other in cs. It is faster than as many calls.
func (r *Ranking) BestEach(dst []Strength, cs []cards.Card, n int) {
	t := r.tables()
	cs = cs[:len(dst)*n]
	switch n {
	case 5:
		t.bestFives(dst, cs)
	case 7:
		t.bestSevens(dst, cs)
	default:
		for i := range dst {
			dst[i] = r.Best(cs[i*n : i*n+n])
		}
	}
}

func (t *tables) bestSevens(dst []Strength, cs []cards.Card) {
	keys, seven, bias, rare := t.keys, t.seven, t.bias, t.rare
	for i := range dst {
		h := (*[7]cards.Card)(cs)
		cs = cs[7:]
		k := keys[h[0]] + keys[h[1]] + keys[h[2]] + keys[h[3]] + keys[h[4]] + keys[h[5]] + keys[h[6]]
		if (k+bias)&rare == 0 {
			dst[i] = Strength(seven[uint16(k>>32)+offsets7[k>>(64-13)]])
		} else {
			dst[i] = t.bestOf(h[:])
		}
	}
}

func (t *tables) bestFives(dst []Strength, cs []cards.Card) {
	keys, five, bias, rare := t.keys, t.five, t.bias, t.rare
	for i := range dst {
		h := (*[5]cards.Card)(cs)
		cs = cs[5:]
		k := keys[h[0]] + keys[h[1]] + keys[h[2]] + keys[h[3]] + keys[h[4]]
		if (k+bias)&rare == 0 {
			dst[i] = Strength(five[(uint16(k>>32)+offsets5[k>>(64-10)])&(1<<13-1)])
		} else {
			dst[i] = t.bestOf(h[:])
		}
	}
}
