package rank

import (
	"math/bits"

	"cardroom/engine/cards"
)

// A scorer turns natural hands of one description into raw scores: larger is
// better, 0 never. A raw score is the category's place in the high nibble
// and up to five ranks below it, most significant first; a low ranking
// counts down from lowTop.
type scorer struct {
	size      int
	low       bool
	aceLow    bool // the ace ranks below the deuce
	both      bool // the ace also stands at its other end of a straight
	straights []run
	place     [categories]int8 // place of a category, 0 the worst when high wins, the best when low does; -1 not counted
	class     [categories]Category
	own       func(Hand) uint32
}

const lowTop = 1 << 24

func newScorer(d Description) *scorer {
	s := &scorer{
		size: d.Size, low: d.Base.Low(), own: d.Score,
		aceLow: d.Ace == AceLow || d.Ace == AceBoth && d.Base.Low() && d.Base != BaseDeuceToSeven,
		both:   d.Ace == AceBoth,
	}
	s.straights = s.runs(d)
	for c := range s.place {
		s.place[c] = -1
	}
	for i, c := range d.Categories {
		if !s.low {
			i = len(d.Categories) - 1 - i
		}
		s.place[c], s.class[i] = int8(i), c
	}
	return s
}

// worth is the order of a rank: 0 the lowest.
func (s *scorer) worth(r cards.Rank) uint8 {
	if !s.aceLow {
		return uint8(r)
	}
	return uint8((r + 1) % 13)
}

// rankOf is the rank whose worth is w.
func (s *scorer) rankOf(w uint8) cards.Rank {
	if !s.aceLow {
		return cards.Rank(w)
	}
	return cards.Rank((w + 12) % 13)
}

// score is the raw score of a natural hand.
func (s *scorer) score(h Hand) uint32 {
	if s.own != nil {
		return s.own(h)
	}
	c, worths := s.classify(h)
	v := uint32(s.place[c])
	for _, w := range worths {
		v = v<<4 | uint32(w)
	}
	if s.low {
		return lowTop - v
	}
	return v + 1
}

// split is the reverse of score: the category and the ranks' worths.
func (s *scorer) split(raw uint32) (Category, [5]uint8) {
	v := raw - 1
	if s.low {
		v = lowTop - raw
	}
	var worths [5]uint8
	for i := range worths {
		worths[i] = uint8(v >> (16 - 4*i) & 15)
	}
	return s.class[v>>20], worths
}

// classify finds the category of a natural hand and the worths that order
// hands inside it: ranks of larger groups first; of a straight only the top.
func (s *scorer) classify(h Hand) (Category, [5]uint8) {
	var by [6]uint16 // masks of the worths that stand n times
	for r, n := range h.Counts {
		by[n] |= 1 << s.worth(cards.Rank(r))
	}
	by[0] = 0
	c := pattern(by)
	if c == HighCard {
		top, run := s.straight(by[1])
		if c = s.unpaired(run, h.Suited); c == Straight || c == StraightFlush {
			return c, [5]uint8{top}
		}
	}
	if c == FiveOfAKind && s.place[c] < 0 {
		c = Quads
	}
	return c, significant(by)
}

// pattern is the category that the groups alone make.
func pattern(by [6]uint16) Category {
	switch {
	case by[5] != 0:
		return FiveOfAKind
	case by[4] != 0:
		return Quads
	case by[3] != 0 && by[2] != 0:
		return FullHouse
	case by[3] != 0:
		return Trips
	case bits.OnesCount16(by[2]) == 2:
		return TwoPair
	case by[2] != 0:
		return Pair
	}
	return HighCard
}

// unpaired is the category of different ranks: the fullest one that counts.
func (s *scorer) unpaired(run, suited bool) Category {
	straight := run && s.place[Straight] >= 0
	flush := suited && s.place[Flush] >= 0
	switch {
	case run && suited && s.place[StraightFlush] >= 0:
		return StraightFlush
	case flush && straight:
		if s.place[Straight] > s.place[Flush] {
			return Straight
		}
		return Flush
	case flush:
		return Flush
	case straight:
		return Straight
	}
	return HighCard
}

// A run is the mask of worths of one straight and the worth of its top card,
// 13 for an ace on top of a king where the ace ranks low.
type run struct {
	mask uint16
	top  uint8
}

// runs lists the straights: windows over the ranks of the deck with the ace
// at the ends where it may stand.
func (s *scorer) runs(d Description) (out []run) {
	var line []uint8
	if s.aceLow || s.both {
		line = append(line, s.worth(cards.Ace))
	}
	for r := d.Deck.Lowest; r < cards.Ace; r++ {
		line = append(line, s.worth(r))
	}
	if !s.aceLow {
		line = append(line, s.worth(cards.Ace))
	} else if s.both {
		line = append(line, 13)
	}
	for i := s.size; i <= len(line) && s.size > 1; i++ {
		r := run{top: line[i-1]}
		for _, w := range line[i-s.size : i] {
			r.mask |= 1 << (w % 13)
		}
		out = append(out, r)
	}
	return out
}

// straight reports whether the worths of m make a straight, and its top.
func (s *scorer) straight(m uint16) (top uint8, ok bool) {
	for _, r := range s.straights {
		if r.mask == m {
			return r.top, true
		}
	}
	return 0, false
}

// significant lists worths, larger groups first, then the higher worth.
func significant(by [6]uint16) (out [5]uint8) {
	n := 0
	for i := 5; i > 0; i-- {
		for m := by[i]; m != 0 && n < len(out); n++ {
			top := uint8(15 - bits.LeadingZeros16(m))
			out[n] = top
			m &^= 1 << top
		}
	}
	return out
}

// ranksOf turns a mask of worths into one of ranks.
func (s *scorer) ranksOf(worths uint16) (ranks uint16) {
	for ; worths != 0; worths &= worths - 1 {
		ranks |= 1 << s.rankOf(uint8(bits.TrailingZeros16(worths)))
	}
	return ranks
}
