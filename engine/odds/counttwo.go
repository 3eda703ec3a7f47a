package odds

import (
	"math/bits"

	"cardroom/engine/rank"
)

// Two hands are the most common match-up and have their own counting code.

// worthOfTwo is the strengths of two hands.
type worthOfTwo struct {
	best, less uint16
	who        uint32 // which hand is best, as a sum of one board
}

// Boards are added up for both hands at once: those of the first in the lower half of a sum, those
// of the second in the upper.
const (
	ofFirst  = 1
	ofSecond = 1 << 16
)

// newWorthOfTwo compares without a branch, because the result is hard to predict.
func newWorthOfTwo(x, y uint16) worthOfTwo {
	best := max(x, y)
	return worthOfTwo{best, x + y - best, winsOf(x, y)}
}

// winsOf returns the winner, as a sum of one board.
func winsOf(x, y uint16) uint32 {
	return (uint32(y)-uint32(x))>>31*ofFirst | (uint32(x)-uint32(y))>>31*ofSecond
}

// both returns the strengths of the first and the second hand.
func (w worthOfTwo) both() (first, second uint16) {
	first, second = w.best, w.less
	if w.who == ofSecond {
		first, second = second, first
	}
	return first, second
}

// plain reports whether two hands play for one part with any of their cards.
func (c *counting) plain() bool { return c.pair && len(c.parts) == 1 && !c.parts[0].exact }

// ranksAtOnce is the number of boards that ranksOfTwo looks up before it compares the hands.
const ranksAtOnce = 64

// ranksOfTwo is byRanks for two plain hands.
func (c *counting) ranksOfTwo() {
	left := c.beside(0)
	c.boards = left.choose(c.boards[:0], 12, c.toCome, weighted{ways: 1})
	p := &c.parts[0]
	a, b := p.keys[0].Sum, p.keys[1].Sum
	var sums [2 * ranksAtOnce]uint64
	var worth [2 * ranksAtOnce]rank.Strength
	var won, all uint64
	for boards := c.boards; len(boards) > 0; {
		n := min(ranksAtOnce, len(boards))
		for i := range boards[:n] {
			sum := boards[i].sum
			sums[2*i&(2*ranksAtOnce-1)], sums[(2*i+1)&(2*ranksAtOnce-1)] = a+sum, b+sum
		}
		p.table.AtSums(worth[:], sums[:2*n])
		for i := range boards[:n] {
			o := &boards[i]
			e := newWorthOfTwo(uint16(worth[2*i&(2*ranksAtOnce-1)]), uint16(worth[(2*i+1)&(2*ranksAtOnce-1)]))
			c.two[c.slot(o.sum)] = e
			won += uint64(o.ways) * (uint64(e.who)&ofFirst | uint64(e.who)/ofSecond<<32)
			all += uint64(o.ways)
		}
		boards = boards[n:]
	}
	first, second := int64(won&(1<<32-1)), int64(won>>32)
	c.out[1] += first
	c.out[2] += second
	c.out[3] += int64(all) - first - second
}

// suitOfTwo is one suit of two hands.
type suitOfTwo struct {
	*counting
	table         *[1 << 13]uint16
	first, second uint16 // ranks of the hands, including the board's
	least         int    // cards to come needed for a flush
}

// choose extends a choice of n cards to come with the given ranks in every way, from the lowest
// rank up.
func (t *suitOfTwo) choose(left uint16, n int, ranks uint16, sum uint64) {
	if n >= t.least {
		if f := t.flushes(ranks); f.best != 0 {
			t.correctTwo(t.others[t.toCome-n], sum, f)
		}
	}
	switch n {
	case t.toCome:
		return
	case t.toCome - 1:
		t.chooseLast(left, ranks, sum)
		return
	}
	for ; bits.OnesCount16(left) >= t.least-n && left != 0; left &= left - 1 {
		r := bits.TrailingZeros16(left)
		t.choose(left&(left-1), n+1, ranks|1<<r, sum+rankSums[r&15])
	}
}

// chooseLast is choose for the last card.
func (t *suitOfTwo) chooseLast(left, ranks uint16, sum uint64) {
	var d difference
	for ; left != 0; left &= left - 1 {
		r := bits.TrailingZeros16(left)
		e := &t.two[t.slot(sum+rankSums[r&15])]
		d.was += uint64(e.who)
		d.is += uint64(e.with(t.flushes(ranks | 1<<r)))
	}
	t.move(d)
}

// flushes returns the strengths of the hands' flushes with some cards to come.
func (t *suitOfTwo) flushes(ranks uint16) worthOfTwo {
	return newWorthOfTwo(t.table[(t.first|ranks)&(1<<13-1)], t.table[(t.second|ranks)&(1<<13-1)])
}

// correctTwo is correct for two hands and their flushes.
func (c *counting) correctTwo(others []weighted, sum uint64, f worthOfTwo) {
	var d difference
	for i := range others {
		o := &others[i]
		e := &c.two[c.slot(sum+o.sum)]
		d.was += uint64(o.ways) * uint64(e.who)
		d.is += uint64(o.ways) * uint64(e.with(f))
	}
	c.move(d)
}

// difference is the winners of boards, without and with flushes. The boards of one choice of suited
// cards are few enough for its sums: at most two more cards are to come.
type difference struct{ was, is uint64 }

// with returns the winner with flushes. It is the better flush, unless ranks make as much, which is
// rare enough for a branch.
func (w *worthOfTwo) with(f worthOfTwo) uint32 {
	if w.best < f.best {
		return f.who
	}
	return w.better(f)
}

// better is like with, for the case that a flush need not be best.
//
//go:noinline
func (w *worthOfTwo) better(f worthOfTwo) uint32 {
	first, second := w.both()
	a, b := f.both()
	return winsOf(max(first, a), max(second, b))
}

// move moves boards to their winners with flushes.
func (c *counting) move(d difference) {
	c.moved[0] += int64(d.is%ofSecond) - int64(d.was%ofSecond)
	c.moved[1] += int64(d.is/ofSecond) - int64(d.was/ofSecond)
}

// correctHalf is correctTwo for a split pot in which flushes count in one half.
func (c *counting) correctHalf(others []weighted, sum uint64, a, b uint16) {
	shift := uint(c.flushy[0]*2) & 31
	out := (*[16]int64)(c.out)
	for i := range others {
		o := &others[i]
		slot := c.slot(sum + o.sum)
		e, winners := c.two[slot], c.winners[slot]
		first, second := e.both()
		out[winners&15] -= o.ways
		out[(winners&^(3<<shift)|winnerOf(int(max(first, a)), int(max(second, b)))<<shift)&15] += o.ways
	}
}
