package rank

import (
	"math/bits"

	"cardroom/engine/cards"
)

// lowTables is for rankings in which only hands of five different ranks out of
// eight qualify, above all eight or better: the value of a hand then depends on
// which of the eight ranks it has, which fits in a byte.
type lowTables struct {
	bits [256]uint64 // the bit of a card, 0 for other ranks
	// ofRanks maps a mask of ranks to its byte.
	ofRanks [maskCount]uint8
	// omaha holds the best value of two ranks of the hole and three of the
	// board, at board<<8|hole.
	omaha [1 << 16]uint8
}

// newLow returns the tables if the ranking is of that kind, otherwise nil. Best
// does not need them, but a row of bytes makes Exact four times as fast.
func (c *compiler) newLow() *lowTables {
	if c.size != 5 || c.rare != 0 || len(c.raws) > 56 {
		return nil
	}
	var ranks uint16
	m := multiset{n: 5}
	for ok := true; ok; ok = m.next() {
		if m.dealable() && c.five[slot5(m.sum())] != 0 {
			if bits.OnesCount16(m.mask()) < 5 {
				return nil
			}
			ranks |= m.mask()
		}
	}
	if bits.OnesCount16(ranks) > 8 {
		return nil
	}
	l := &lowTables{}
	l.fill(c.tables, ranks)
	return l
}

// byteOf returns the byte for a key's mask.
func (l *lowTables) byteOf(mask uint64) uint8 {
	return l.ofRanks[(mask|mask>>16|mask>>32|mask>>48)&(maskCount-1)]
}

func (l *lowTables) fill(t *tables, ranks uint16) {
	var of [8]uint16 // the rank mask of a bit
	i := 0
	for ; ranks != 0; ranks &= ranks - 1 {
		r := bits.TrailingZeros16(ranks)
		of[i] = 1 << r
		for u := range cards.Suit(4) {
			l.bits[cards.New(cards.Rank(r), u)] = 1 << i
		}
		i++
	}
	for mask := range l.ofRanks {
		for k, rank := range of {
			if rank != 0 && uint16(mask)&rank != 0 {
				l.ofRanks[mask] |= 1 << k
			}
		}
	}
	for at := range l.omaha {
		board, hole := uint8(at>>8), uint8(at)
		b, h := bits.OnesCount8(board), bits.OnesCount8(hole)
		switch {
		case b == 3 && h == 2 && board&hole == 0:
			var m uint16
			for all := board | hole; all != 0; all &= all - 1 {
				m |= of[bits.TrailingZeros8(all)]
			}
			five := multisetOf(m)
			l.omaha[at] = uint8(t.five[slot(five.sum(), 5)])
		case b >= 3 && h > 2:
			for rest := hole; rest != 0; rest &= rest - 1 {
				l.omaha[at] = max(l.omaha[at], l.omaha[int(board)<<8|int(hole&^(rest&-rest))])
			}
		case b > 3 && h == 2:
			for rest := board; rest != 0; rest &= rest - 1 {
				l.omaha[at] = max(l.omaha[at], l.omaha[int(board&^(rest&-rest))<<8|int(hole)])
			}
		}
	}
}

// exact returns the value with two ranks of the hole and three of the board.
func (l *lowTables) exact(hole, board []cards.Card) uint8 {
	var h, b uint64
	for _, c := range hole {
		h |= l.bits[c]
	}
	for _, c := range board {
		b |= l.bits[c]
	}
	return l.omaha[uint16(b<<8|h)]
}

// exactRanks is exact for a hole and the mask of a board's ranks.
func (l *lowTables) exactRanks(hole []cards.Card, board uint16) uint8 {
	var h, b uint64
	for _, c := range hole {
		h |= l.bits[c]
	}
	for ; board != 0; board &= board - 1 {
		b |= l.bits[cards.New(cards.Rank(bits.TrailingZeros16(board)), cards.Clubs)]
	}
	return l.omaha[uint16(b<<8|h)]
}
