package rank

import (
	"math/bits"

	"cardroom/engine/cards"
)

// Used is the cards that make Best, most significant first: groups before
// side cards, high before low; a wild card stands where it plays. Among
// equally strong hands the one of the best [Ranking.SuitKey] is taken. It is
// nil when nothing qualifies.
func (r *Ranking) Used(cs []cards.Card) []cards.Card {
	return r.tables().pickBest(r.order(), cs, nil, 0).list()
}

// UsedExact is [Ranking.Used] for [Ranking.Exact].
func (r *Ranking) UsedExact(hole, board []cards.Card) []cards.Card {
	return r.tables().pickBest(r.order(), hole, board, 2).list()
}

// SuitKey parts hands of equal strength in a house in which suits decide: the
// suits of the best hand's cards, the most significant card first, the best
// suit first inside a group. Larger is better; only identical hands have
// equal keys. Without an order in the description, clubs < diamonds < hearts
// < spades, and the reverse in a low ranking. A joker counts below every suit.
func (r *Ranking) SuitKey(cs []cards.Card) uint32 {
	return r.tables().pickBest(r.order(), cs, nil, 0).key
}

// SuitKeyExact is [Ranking.SuitKey] for [Ranking.Exact].
func (r *Ranking) SuitKeyExact(hole, board []cards.Card) uint32 {
	return r.tables().pickBest(r.order(), hole, board, 2).key
}

func (r *Ranking) order() SuitOrder {
	if r.d.Suits == SuitsEqual && r.Low() {
		return SuitsDescending
	}
	return r.d.Suits
}

// standing is a suit's place in an order, 1 to 4; 0 is a joker.
func (o SuitOrder) standing(c cards.Card) uint32 {
	switch {
	case !c.Natural():
		return 0
	case o == SuitsDescending:
		return 4 - uint32(c.Suit())
	}
	return 1 + uint32(c.Suit())
}

// chosen is the hand that was taken out of more cards.
type chosen struct {
	cards [5]cards.Card
	n     int
	key   uint32
}

func (c chosen) list() []cards.Card {
	if c.n == 0 {
		return nil
	}
	return append([]cards.Card(nil), c.cards[:c.n]...)
}

// pickBest takes the strongest hand, of equally strong ones the one of the best key.
func (t *tables) pickBest(o SuitOrder, hole, board []cards.Card, n int) (best chosen) {
	want, _ := t.search(hole, board, n)
	if want == 0 {
		return best
	}
	t.hands(hole, board, n, func(m uint32) {
		if t.raw(hole, board, m) != want {
			return
		}
		var c chosen
		c.n = pick(&c.cards, hole, board, m)
		t.arrange(&c, o)
		if best.n == 0 || c.key > best.key {
			best = c
		}
	})
	return best
}

// arrange puts the cards of c in the order of their significance and sets its key.
func (t *tables) arrange(c *chosen, o SuitOrder) {
	in := c.cards[:c.n]
	var worths []uint8
	if t.badugi {
		_, m := badugi(in, t.scorer)
		c.n, worths = t.keep(in, m)
	} else {
		worths = t.places(in)
	}
	var out [5]cards.Card
	taken := 0
	for i, w := range worths[:c.n] {
		j := t.nextFor(in[:c.n], taken, w, o)
		taken |= 1 << j
		out[i] = in[j]
		c.key = c.key<<3 | o.standing(in[j])
	}
	c.cards = out
}

// keep moves the cards that m marks to the front and lists their worths.
func (t *tables) keep(in []cards.Card, m uint32) (int, []uint8) {
	var worths uint16
	n := 0
	for i, c := range in {
		if m>>i&1 != 0 {
			worths |= 1 << t.worth(c.Rank())
			in[n] = c
			n++
		}
	}
	order := significant([6]uint16{1: worths})
	return bits.OnesCount32(m), order[:]
}

// places is the worths of the hand, wild cards standing for what they are
// best as, most significant first, a group's worth once for each card.
func (t *tables) places(in []cards.Card) []uint8 {
	h, wilds := t.hand(in)
	whole := t.best(h, wilds).Hand
	if c, top := t.classify(whole); c == Straight || c == StraightFlush {
		return t.runDown(whole, top[0])
	}
	var by [6]uint16
	for r, n := range whole.Counts {
		by[n] |= 1 << t.worth(cards.Rank(r))
	}
	by[0] = 0
	out := make([]uint8, 0, 5)
	for _, w := range significant(by) {
		for range whole.Counts[t.rankOf(w)] {
			if len(out) < len(in) {
				out = append(out, w)
			}
		}
	}
	return out
}

// runDown is the worths of a straight from its top card down: the ace of
// 5-4-3-2-A comes last, that of a straight to a low-ranking ace first.
func (t *tables) runDown(h Hand, top uint8) []uint8 {
	ace := t.worth(cards.Ace)
	out := make([]uint8, 0, 5)
	if top == 13 {
		out = append(out, ace)
	}
	for w := int(min(top, 12)); w >= 0; w-- {
		if h.Counts[t.rankOf(uint8(w))] > 0 && uint8(w) != ace {
			out = append(out, uint8(w))
		}
	}
	if len(out) < t.size && h.Counts[cards.Ace] > 0 {
		if top == ace {
			return append([]uint8{ace}, out...)
		}
		out = append(out, ace)
	}
	return out
}

// nextFor is the place of the best card not taken for a worth: a natural one
// of that rank and the best suit, else a wild one.
func (t *tables) nextFor(in []cards.Card, taken int, w uint8, o SuitOrder) int {
	at, best := -1, -1
	for i, c := range in {
		if taken>>i&1 != 0 {
			continue
		}
		v := int(o.standing(c))
		if !t.wild.Has(c) && c.Natural() {
			if t.worth(c.Rank()) != w {
				continue
			}
			v += 8
		}
		if v > best {
			at, best = i, v
		}
	}
	return at
}
