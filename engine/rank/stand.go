package rank

import (
	"math/bits"

	"cardroom/engine/cards"
)

// stand returns the natural hand that a hand with wild cards counts as. The
// values of natural hands are known, so it chooses the first substitutes that
// reach the value of the whole.
func (t *tables) stand(in []cards.Card, wild cards.Set) (h Hand) {
	var suits uint8
	wilds := 0
	for _, c := range in {
		if wild.Has(c) || !c.Natural() {
			wilds++
			continue
		}
		h.Counts[c.Rank()]++
		suits |= 1 << c.Suit()
	}
	h.Suited = suits&(suits-1) == 0
	if t.partly != nil {
		h.Flush = t.partly.suitOf(in)
	}
	if wilds == 0 {
		return h
	}
	want := uint16(t.bestWild(in, wild))
	plain := h
	plain.Suited = false
	if t.reach(&plain, wilds, cards.Ace, want) {
		return plain
	}
	t.reach(&h, wilds, cards.Ace, want)
	return h
}

// reach adds wild cards to h, as ranks from r down, until the value is want.
func (t *tables) reach(h *Hand, wilds int, r cards.Rank, want uint16) bool {
	if wilds == 0 {
		return t.natural(h) == want
	}
	for ; r >= t.lowest && r <= cards.Ace; r-- {
		if h.Suited && h.Counts[r] > 0 {
			continue
		}
		h.Counts[r]++
		if t.reach(h, wilds-1, r, want) {
			return true
		}
		h.Counts[r]--
	}
	return false
}

// natural returns the value of a hand of natural cards, including five of a
// kind.
func (t *tables) natural(h *Hand) uint16 {
	var m multiset
	var mask uint16
	for r, n := range h.Counts {
		for range n {
			m.ranks[m.n&7%maxNatural] = uint8(r)
			m.n++
		}
		mask |= uint16(min(1, n)) << r
	}
	if h.Suited && bits.OnesCount16(mask) == t.size {
		return t.flush[0][mask]
	}
	return t.stands[m.number()]
}
