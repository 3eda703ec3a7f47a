package rank

import (
	"math/bits"
	"sync"

	"cardroom/engine/cards"
)

// Omaha: exactly two hole cards and three board cards play. For each multiset
// of a board's ranks a row holds, for each of the 91 pairs of ranks, the best
// hand of that pair and any three board cards; a hole of four reads six entries
// of one row. Flushes are added if a suit has three cards on the board and two
// in the hole.

// rowWidth is the length of a row, 91 rounded up to whole cache lines.
const rowWidth = 96

// omahaRows has a row for each multiset of five ranks, then padding so that
// every row can be read as 256 entries without a bounds check: 1.2 MB.
type omahaRows [6175*rowWidth + 256]uint16

// boardNumbers maps a five-card slot to its row, pairNumbers the ranks of two
// cards, a<<4|b, to an entry.
var (
	boardNumbers [1 << 13]uint16
	pairNumbers  [256]uint8
	omahaOnce    sync.Once
)

func buildOmaha() {
	omahaOnce.Do(func() {
		for a := range 13 {
			for b := range a + 1 {
				i := uint8(a*(a+1)/2 + b)
				pairNumbers[a<<4|b], pairNumbers[b<<4|a] = i, i
			}
		}
		m, i := multiset{n: 5}, uint16(0)
		for ok := true; ok; ok = m.next() {
			if m.dealable() {
				boardNumbers[slot(m.sum(), 5)] = i
				i++
			}
		}
	})
}

// makeRows makes the rows, at the first use of Exact with a ranking.
func (t *tables) makeRows() *omahaRows {
	t.rowsOnce.Do(func() {
		buildOmaha()
		// A row for each three ranks on the board, in numerical order.
		var pairs [91]uint64
		for a := range 13 {
			for b := range a + 1 {
				pairs[a*(a+1)/2+b] = rankKeys[a] + rankKeys[b]
			}
		}
		rows := make([]uint16, 0, multisets(3)*rowWidth)
		m := multiset{n: 3}
		for ok := true; ok; ok = m.next() {
			row := rows[len(rows):][:rowWidth]
			for i, p := range pairs {
				// Five of a rank have no slot of their own, but never occur in a deal.
				row[i] = t.five[slot(m.sum()+p, 5)]
			}
			rows = rows[:len(rows)+rowWidth]
		}
		for n := 4; n <= 5; n++ {
			rows = rowsOfMore(rows, n)
		}
		t.rows.Store((*omahaRows)(rows[:len(omahaRows{})]))
	})
	return t.rows.Load()
}

// rowsOfMore returns a row for each multiset of n ranks, made from the rows of
// n-1: the best without one of them. It skips rows of five ranks that cannot be
// dealt.
func rowsOfMore(fewer []uint16, n int) []uint16 {
	out := make([]uint16, 0, multisets(n)*rowWidth+256)
	m := multiset{n: n}
	for ok := true; ok; ok = m.next() {
		if n == 5 && !m.dealable() {
			continue
		}
		row := out[len(out):][:rowWidth]
		for i := range n {
			if i > 0 && m.ranks[i] == m.ranks[i-1] {
				continue
			}
			rest := m.without(i)
			from := fewer[int(rest.number())*rowWidth:][:rowWidth]
			for x, v := range from {
				row[x] = max(row[x], v)
			}
		}
		out = out[:len(out)+rowWidth]
	}
	return out
}

// Exact returns the strength of the best hand of exactly two hole cards with
// the other cards, three for a five-card hand, from the board: Omaha. hole has
// 2 to 6 cards, board 3 to 5.
func (r *Ranking) Exact(hole, board []cards.Card) Strength {
	t := r.tables()
	if rows := t.rows.Load(); rows != nil && len(hole) == 4 && len(board) == 5 {
		return t.exactFour(rows, (*[4]cards.Card)(hole), (*[5]cards.Card)(board))
	}
	return t.exactOther(hole, board)
}

// exactOther is Exact without the fast path.
func (t *tables) exactOther(hole, board []cards.Card) Strength {
	switch {
	case len(hole) < 2 || len(board) < t.size-2:
		return 0
	case t.lows != nil:
		return Strength(t.lows.exact(hole, board))
	case t.badugi != nil:
		return t.badugi.exact(hole, board)
	case len(board) != 5 || !t.simple:
		return t.exactAny(hole, board)
	}
	return t.exactRow(t.makeRows(), hole, (*[5]cards.Card)(board))
}

// exactFour is Exact for a hole of four.
func (t *tables) exactFour(rows *omahaRows, h *[4]cards.Card, b *[5]cards.Card) Strength {
	keys := &t.keys
	k := keys[b[0]] + keys[b[1]] + keys[b[2]] + keys[b[3]] + keys[b[4]]
	row := (*[256]uint16)(rows[int(boardNumbers[slot5(k)])*rowWidth:])
	w, x, y, z := uint8(h[0]>>2), uint8(h[1]>>2), uint8(h[2]>>2), uint8(h[3]>>2)
	best := max(
		row[pairNumbers[w<<4|x]], row[pairNumbers[w<<4|y]], row[pairNumbers[w<<4|z]],
		row[pairNumbers[x<<4|y]], row[pairNumbers[x<<4|z]], row[pairNumbers[y<<4|z]],
	)
	sum := keys[h[0]] + keys[h[1]] + keys[h[2]] + keys[h[3]]
	if suited := (k + boardBias) & (sum + holeBias) & t.rare; suited == 0 {
		return Strength(best)
	} else {
		return Strength(max(best, t.exactFlush(h[:], b, suited)))
	}
}

// The biases set a suit's bit for three cards on the board and two in the hole.
const boardBias, holeBias = 0x5555, 0x6666

// exactRow is Exact using the rows.
func (t *tables) exactRow(rows *omahaRows, hole []cards.Card, b *[5]cards.Card) Strength {
	k := t.keys[b[0]] + t.keys[b[1]] + t.keys[b[2]] + t.keys[b[3]] + t.keys[b[4]]
	row := (*[256]uint16)(rows[int(boardNumbers[slot5(k)])*rowWidth:])
	var best uint16
	var sum uint64
	for i, c := range hole {
		sum += t.keys[c]
		for _, d := range hole[:i] {
			best = max(best, row[pairNumbers[uint8(c>>2)<<4|uint8(d>>2)]])
		}
	}
	if suited := (k + boardBias) & (sum + holeBias) & t.rare; suited != 0 {
		best = max(best, t.exactFlush(hole, b, suited))
	}
	return Strength(best)
}

// exactFlush returns the best flush of two hole cards and three board cards in
// the first flagged suit; mostly there is only one choice.
func (t *tables) exactFlush(hole []cards.Card, board *[5]cards.Card, flagged uint64) uint16 {
	shift := suitShift(flagged)
	var of uint64
	for _, c := range hole {
		of += t.masks[c]
	}
	on := t.masks[board[0]] + t.masks[board[1]] + t.masks[board[2]] + t.masks[board[3]] + t.masks[board[4]]
	return t.suitedOf(uint16(of>>shift&(maskCount-1)), uint16(on>>shift&(maskCount-1)))
}

// suitedOf returns the best flush of two ranks of h and three of b.
func (t *tables) suitedOf(h, b uint16) (best uint16) {
	if bits.OnesCount16(h)+bits.OnesCount16(b) == 5 {
		return t.suited[(h|b)&(maskCount-1)]
	}
	for first := h; first != 0; first &= first - 1 {
		for second := first & (first - 1); second != 0; second &= second - 1 {
			two := first&-first | second&-second
			for x := b; x != 0; x &= x - 1 {
				for y := x & (x - 1); y != 0; y &= y - 1 {
					for z := y & (y - 1); z != 0; z &= z - 1 {
						best = max(best, t.suited[(two|x&-x|y&-y|z&-z)&(maskCount-1)])
					}
				}
			}
		}
	}
	return best
}

// exactAny is Exact by trying every hand: for wild cards, rankings in which a
// flush hurts, short boards, and hands of other than five cards.
func (t *tables) exactAny(hole, board []cards.Card) Strength {
	var rests [20]Key
	n := 0
	board = board[:min(5, len(board))]
	for m := range uint32(1) << len(board) {
		if bits.OnesCount32(m) != t.size-2 {
			continue
		}
		for i, c := range board {
			if m>>i&1 != 0 {
				rests[n] = rests[n].With(Key{t.keys[c], t.masks[c]})
			}
		}
		n++
	}
	var best uint16
	for i, c := range hole {
		for _, d := range hole[:i] {
			two := Key{t.keys[c] + t.keys[d], t.masks[c] + t.masks[d]}
			for _, rest := range rests[:n] {
				best = max(best, t.of(two.With(rest), t.size))
			}
		}
	}
	return Strength(best)
}

// exact returns the best badugi of two hole cards and two board cards.
func (b *badugiTables) exact(hole, board []cards.Card) Strength {
	var best uint16
	for i, c := range hole {
		for _, d := range hole[:i] {
			for j, e := range board {
				for _, f := range board[:j] {
					best = max(best, b.four(uint64(c), uint64(d), uint64(e), uint64(f)))
				}
			}
		}
	}
	return Strength(best)
}

// ExactRanks is [Ranking.Exact] for a hole and the ranks of a board of five,
// without flushes, under a separable ranking. ranks is the mask of the board's
// ranks, bit 0 the deuce.
func (r *Ranking) ExactRanks(hole []cards.Card, board Key, ranks uint16) Strength {
	t := r.tables()
	if t.lows != nil {
		return Strength(t.lows.exactRanks(hole, ranks))
	}
	rows := t.rows.Load()
	if rows == nil {
		rows = t.makeRows()
	}
	row := (*[256]uint16)(rows[int(boardNumbers[slot5(board.Sum)])*rowWidth:])
	var best uint16
	for i, c := range hole {
		for _, d := range hole[:i] {
			best = max(best, row[pairNumbers[uint8(c>>2)<<4|uint8(d>>2)]])
		}
	}
	return Strength(best)
}

// ExactSuit returns the strength of the best flush of two ranks of hole and
// three of board, which are masks of one suit; 0 if there is none.
func (r *Ranking) ExactSuit(hole, board uint16) Strength {
	t := r.tables()
	if t.rare&suitBits == 0 || bits.OnesCount16(hole) < 2 || bits.OnesCount16(board) < 3 {
		return 0
	}
	return Strength(t.suitedOf(hole, board))
}

// Hole is a set of hole cards of which exactly two play, prepared for
// [Ranking.ExactEach] under any separable ranking.
type Hole struct {
	pairs     [16]uint8 // 15 of six cards
	n         uint8     // pairs
	sum, mask uint64
}

// Lay prepares two to six hole cards.
func (h *Hole) Lay(cs []cards.Card) {
	buildOmaha()
	if len(cs) == 4 { // the most common and fastest case
		a, b, c, d := cs[0], cs[1], cs[2], cs[3]
		w, x, y, z := uint8(a>>2), uint8(b>>2), uint8(c>>2), uint8(d>>2)
		h.n = 6
		h.sum = naturalKeys[a] + naturalKeys[b] + naturalKeys[c] + naturalKeys[d]
		h.mask = naturalMasks[a] + naturalMasks[b] + naturalMasks[c] + naturalMasks[d]
		h.pairs[0], h.pairs[1], h.pairs[2] = pairNumbers[w<<4|x], pairNumbers[w<<4|y], pairNumbers[w<<4|z]
		h.pairs[3], h.pairs[4], h.pairs[5] = pairNumbers[x<<4|y], pairNumbers[x<<4|z], pairNumbers[y<<4|z]
		return
	}
	h.n, h.sum, h.mask = 0, 0, 0
	for i, c := range cs {
		h.sum += naturalKeys[c]
		h.mask += naturalMasks[c]
		for _, d := range cs[:i] {
			h.pairs[h.n&15] = pairNumbers[uint8(c>>2)<<4|uint8(d>>2)]
			h.n++
		}
	}
}

// ExactEach is [Ranking.Exact] for several holes with one board of five, under
// a separable ranking; dst and holes have the same length.
func (r *Ranking) ExactEach(dst []Strength, holes []Hole, board Key) {
	t := r.tables()
	dst = dst[:len(holes)]
	if l := t.lows; l != nil {
		on := uint16(l.byteOf(board.Mask)) << 8
		for i := range holes {
			dst[i] = Strength(l.omaha[on|uint16(l.byteOf(holes[i].mask))])
		}
		return
	}
	rows := t.rows.Load()
	if rows == nil {
		rows = t.makeRows()
	}
	row := (*[256]uint16)(rows[int(boardNumbers[slot5(board.Sum)])*rowWidth:])
	for i := range holes {
		h := &holes[i]
		p := &h.pairs
		best := max(row[p[0]], row[p[1]], row[p[2]], row[p[3]], row[p[4]], row[p[5]])
		switch {
		case h.n == 6:
		case h.n == 10:
			best = max(best, row[p[6]], row[p[7]], row[p[8]], row[p[9]])
		case h.n == 15:
			best = max(best, row[p[6]], row[p[7]], row[p[8]], row[p[9]], row[p[10]], row[p[11]], row[p[12]], row[p[13]], row[p[14]])
		default: // two or three hole cards: there are fewer pairs
			best = 0
			for _, pair := range p[:h.n] {
				best = max(best, row[pair])
			}
		}
		if suited := (board.Sum + boardBias) & (h.sum + holeBias) & t.rare; suited != 0 {
			shift := suitShift(suited)
			best = max(best, t.suitedOf(uint16(h.mask>>shift&(maskCount-1)), uint16(board.Mask>>shift&(maskCount-1))))
		}
		dst[i] = Strength(best)
	}
}
