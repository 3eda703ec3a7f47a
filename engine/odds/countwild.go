package odds

import (
	"math/bits"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/rank"
)

// Wild cards have no rank or suit of their own: only their number in a hand counts. So boards are
// counted once for each number of wild cards to come, by the ranks of the others, as in count.go. A
// wild card is of every suit, so a board can give flushes in several suits at once. The result by
// ranks is then corrected for every choice of suits, by inclusion and exclusion: boards on which
// two suits count were corrected for each of the two, and get the result of the two together, minus
// the result of each, plus the result of neither.

// ofAllSuits reports whether the wild cards are jokers and whole ranks, so that suits can be
// renamed.
func ofAllSuits(wild cards.Set) bool {
	return !slices.ContainsFunc(suitOrders, func(to [4]uint) bool { return renamed(wild, &to) != wild })
}

// wildSuits is the current state for boards on which some suits count.
type wildSuits struct {
	suits    uint8 // chosen suits, a bit for each
	flushers [4][]wildFlusher
	least    [4]int      // cards to come that a suit needs for a flush, more than a board has if it cannot make one
	flushes  [4][]uint16 // of the chosen suits, by part with flushes and hand
	joined   []uint16    // the best of several suits
	others   [16][6][]weighted
}

// wildFlusher is a hand that can make a flush in a suit with its wild cards.
type wildFlusher struct {
	at    int // its index in flushes
	table *[1 << 13]uint16
	own   uint16 // ranks of the suit, including the board's
}

// countWild counts the boards of a game with wild cards.
func (c *counting) countWild() {
	toCome := c.toCome
	defer func() { c.toCome = toCome }()
	for n := range min(toCome, c.wild) + 1 {
		c.toCome = toCome - n
		for i := range c.parts {
			p := &c.parts[i]
			p.tables = p.tables[:0]
			for _, k := range p.keys {
				wilds := k.Wilds() + n
				p.tables = append(p.tables, p.ranking.Ranks(k.Cards()+toCome, wilds))
			}
		}
		times := choose[c.wild&7][n&7]
		c.byRanks(12, c.toCome, rank.Key{}, 0, times)
		c.beginSuits(n)
		c.chooseSuits(0, 0, 0, times)
	}
}

// beginSuits finds the hands that can make flushes with the given number of further wild cards.
func (c *counting) beginSuits(wilds int) {
	w := &c.suits
	w.suits, w.others = 0, [16][6][]weighted{}
	w.joined = sized(w.joined, len(c.flushes))
	for s := range w.flushers {
		w.flushers[s], w.least[s] = w.flushers[s][:0], c.toCome+1
		w.flushes[s] = sized(w.flushes[s], len(c.flushes))
		for f, i := range c.flushy {
			p := &c.parts[i]
			for j, k := range p.keys {
				own, all := p.suits[j][s]|c.board[s], k.Wilds()+wilds
				if need := max(0, 5-all-bits.OnesCount16(own)); need <= c.toCome {
					w.least[s] = min(w.least[s], need)
					w.flushers[s] = append(w.flushers[s], wildFlusher{f*c.n + j, p.ranking.Flushes(all), own})
				}
			}
		}
	}
}

// chooseSuits takes the suits from s on, each with or without its flushes; n cards of earlier suits
// are already chosen.
func (c *counting) chooseSuits(s, n int, sum uint64, times int64) {
	w := &c.suits
	if s == len(w.flushers) {
		if w.suits != 0 {
			c.correctSuits(n, sum, times)
		}
		return
	}
	c.chooseSuits(s+1, n, sum, times)
	if n+w.least[s] <= c.toCome {
		w.suits |= 1 << s
		c.chooseRanks(s, 12, n, 0, 0, sum, times)
		w.suits &^= 1 << s
	}
}

// chooseRanks takes every choice of cards to come of a suit, at least as many as a flush needs,
// from the rank top down, and then further suits; k are already chosen.
func (c *counting) chooseRanks(s, top, n, k int, ranks uint16, sum uint64, times int64) {
	w := &c.suits
	if k >= w.least[s] {
		clear(w.flushes[s])
		for _, f := range w.flushers[s] {
			w.flushes[s][f.at] = f.table[(f.own|ranks)&(1<<13-1)]
		}
		c.chooseSuits(s+1, n, sum, times)
	}
	if n == c.toCome {
		return
	}
	for r := top; r >= 0; r-- {
		if c.inSuit[s]>>r&1 != 0 {
			c.chooseRanks(s, r-1, n+1, k+1, ranks|1<<r, sum+rank.RankKey(cards.Rank(r)).Sum, times)
		}
	}
}

// correctSuits corrects the boards that have n certain cards in the chosen suits, combined with
// each choice of others.
func (c *counting) correctSuits(n int, sum uint64, times int64) {
	w := &c.suits
	rest := c.toCome - n
	others := &w.others[w.suits][rest]
	if *others == nil {
		left := c.beside(w.suits)
		*others = left.choose([]weighted{}, 12, rest, weighted{ways: 1})
	}
	for some := w.suits; ; some = (some - 1) & w.suits {
		clear(w.joined)
		for m := some; m != 0; m &= m - 1 {
			for i, v := range w.flushes[bits.TrailingZeros8(m)] {
				w.joined[i] = max(w.joined[i], v)
			}
		}
		sign := times
		if bits.OnesCount8(some^w.suits)&1 != 0 {
			sign = -times
		}
		for i := range *others {
			o := &(*others)[i]
			slot := c.slot(sum + o.sum)
			if c.made != nil {
				c.addMade(slot, w.joined, sign*o.ways)
			} else {
				c.out[c.winnersWith(slot, w.joined)] += sign * o.ways
			}
		}
		if some == 0 {
			return
		}
	}
}
