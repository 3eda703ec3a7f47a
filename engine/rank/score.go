package rank

import (
	"math/bits"
	"slices"

	"cardroom/engine/cards"
)

// A scorer computes the raw scores of natural hands for one description: larger is better, and no
// score is 0. A raw score is the category's place in the high nibble and up to five ranks below it,
// most significant first; a low ranking counts down from lowTop.
type scorer struct {
	size      int
	low       bool
	aceLow    bool // the ace ranks below the deuce
	both      bool // the ace is also allowed at the other end of a straight
	straights []run
	foursRuns []run
	place     [categories]int8 // place of a category, 0 the worst when high wins, the best when low does; -1 not counted
	class     [categories]Category
	own       func(Hand) uint32
	// width is the number of worths in a raw score, lift is added to each so that a missing card
	// has worth 0, and top is the number from which a low ranking counts down.
	width int
	lift  uint32
	top   uint32
	four  bool // four cards in a row or of a suit count
}

// lowTop is the number from which low hands of up to five cards count down.
const lowTop = 1 << 24

func newScorer(d Description) *scorer {
	s := &scorer{
		size: d.Size, low: d.low(), own: d.Score, width: max(5, d.Size), top: lowTop, four: d.fours(),
		aceLow: d.Ace == AceLow || d.Ace == AceBoth && d.Base.Low() && d.Base != BaseDeuceToSeven,
		both:   d.Ace == AceBoth,
	}
	if d.Missing > 0 {
		s.lift = 1
	}
	if s.width > 5 {
		s.top = 1<<32 - 1
	}
	s.straights = s.runs(d.Deck, s.size)
	if s.four {
		s.foursRuns = s.runs(d.Deck, 4)
	}
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

// worth returns the position of a rank in the order, 0 for the lowest.
func (s *scorer) worth(r cards.Rank) uint8 {
	if !s.aceLow {
		return uint8(r)
	}
	return uint8((r + 1) % 13)
}

func (s *scorer) rankOf(w uint8) cards.Rank {
	if !s.aceLow {
		return cards.Rank(w)
	}
	return cards.Rank((w + 12) % 13)
}

// score returns the raw score of a natural hand.
func (s *scorer) score(h Hand) uint32 {
	if s.own != nil {
		return s.own(h)
	}
	c, worths := s.classify(h)
	v := uint32(s.place[c])
	cards := s.width
	if s.lift > 0 {
		cards = 0
		for _, n := range h.Counts {
			cards += min(1, int(n))
		}
	}
	for i, w := range worths[:s.width] {
		v <<= 4
		if i < cards {
			v |= uint32(w) + s.lift
		}
	}
	if s.low {
		return s.top - v
	}
	return v + 1
}

// split is the inverse of score: it returns the category and the ranks' worths. A missing card has
// the worth noCard.
func (s *scorer) split(raw uint32) (Category, [maxNatural]uint8) {
	v := raw - 1
	if s.low {
		v = s.top - raw
	}
	var worths [maxNatural]uint8
	for i := range s.width {
		worths[i] = uint8(v>>(4*(s.width-1-i))&15) - uint8(s.lift)
	}
	return s.class[v>>(4*s.width)], worths
}

// noCard is the worth of a missing card.
const noCard = 255

// classify returns the category of a natural hand and the worths that order hands within it: ranks
// of larger groups first; for a straight only the top.
func (s *scorer) classify(h Hand) (Category, [maxNatural]uint8) {
	var by [6]uint16 // masks of the worths that stand n times
	for r, n := range h.Counts {
		by[n] |= 1 << s.worth(cards.Rank(r))
	}
	by[0] = 0
	c := pattern(by)
	if c == HighCard {
		top, run := s.straight(by[1])
		if c = s.unpaired(run, h.Suited); c == Straight || c == StraightFlush {
			return c, [maxNatural]uint8{top}
		}
	}
	if s.four {
		if of, worths, ok := s.fourOf(h, by, c); ok {
			return of, worths
		}
	}
	if c == FiveOfAKind && s.place[c] < 0 {
		c = Quads
	}
	return c, significant(by)
}

// fourOf returns the category of four cards in a row or of a suit for a hand of category c, if it
// ranks higher.
func (s *scorer) fourOf(h Hand, by [6]uint16, c Category) (Category, [maxNatural]uint8, bool) {
	best := c
	var worths [maxNatural]uint8
	all := by[1] | by[2]
	if s.place[FourStraight] > s.place[best] {
		for _, r := range slices.Backward(s.foursRuns) {
			if all&r.mask == r.mask {
				best, worths = FourStraight, [maxNatural]uint8{r.top, s.beside(h, s.ranksOf(r.mask))}
				break
			}
		}
	}
	if bits.OnesCount16(h.Flush) == 4 && s.place[FourFlush] > s.place[best] {
		var suited uint16
		for m := h.Flush; m != 0; m &= m - 1 {
			suited |= 1 << s.worth(cards.Rank(bits.TrailingZeros16(m)))
		}
		best, worths = FourFlush, significant([6]uint16{1: suited})
		worths[4] = s.beside(h, h.Flush)
	}
	return best, worths, best != c
}

// beside returns the worth of the fifth card next to four of different ranks.
func (s *scorer) beside(h Hand, four uint16) uint8 {
	for r, n := range h.Counts {
		if int(n) > int(four>>r&1) {
			return s.worth(cards.Rank(r))
		}
	}
	return 0
}

// pattern returns the category made by the groups alone.
func pattern(by [6]uint16) Category {
	switch {
	case by[5] != 0:
		return FiveOfAKind
	case by[4] != 0:
		return Quads
	case by[3] != 0 && (by[2] != 0 || by[3]&(by[3]-1) != 0):
		return FullHouse
	case by[3] != 0:
		return Trips
	case bits.OnesCount16(by[2]) >= 2:
		return TwoPair
	case by[2] != 0:
		return Pair
	}
	return HighCard
}

// unpaired returns the highest category that counts for different ranks.
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

// A run is the mask of worths of one straight and the worth of its top card, which is 13 for an ace
// above a king if the ace ranks low.
type run struct {
	mask uint16
	top  uint8
}

// runs returns the straights: windows over the ranks of the deck, with the ace at the ends where it
// is allowed.
func (s *scorer) runs(deck cards.Deck, size int) (out []run) {
	var line []uint8
	if s.aceLow || s.both {
		line = append(line, s.worth(cards.Ace))
	}
	for r := deck.Lowest; r < cards.Ace; r++ {
		if deck.HasRank(r) {
			line = append(line, s.worth(r))
		}
	}
	if !s.aceLow {
		line = append(line, s.worth(cards.Ace))
	} else if s.both {
		line = append(line, 13)
	}
	for i := size; i <= len(line) && size > 1; i++ {
		r := run{top: line[i-1]}
		for _, w := range line[i-size : i] {
			r.mask |= 1 << (w % 13)
		}
		out = append(out, r)
	}
	return out
}

// straight reports whether the worths of m make a straight, and returns its top: where the deck has only so many ranks, the ace is
// above the king.
func (s *scorer) straight(m uint16) (top uint8, ok bool) {
	for _, r := range slices.Backward(s.straights) {
		if r.mask == m {
			return r.top, true
		}
	}
	return 0, false
}

// significant returns the worths, larger groups first, then higher worths first.
func significant(by [6]uint16) (out [maxNatural]uint8) {
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

// ranksOf converts a mask of worths to a mask of ranks.
func (s *scorer) ranksOf(worths uint16) (ranks uint16) {
	for ; worths != 0; worths &= worths - 1 {
		ranks |= 1 << s.rankOf(uint8(bits.TrailingZeros16(worths)))
	}
	return ranks
}

// ShowingHigh orders up cards by the highest hand showing: four of a kind, three, two pair, a pair,
// high cards, then the side cards; larger is higher. Straights and flushes do not count in partial
// hands, and suits never do. The ace ranks above the king or below the deuce.
func ShowingHigh(up []cards.Card, aceLow bool) Strength { return Strength(showing(up, aceLow) + 1) }

// ShowingLow orders up cards by the lowest hand showing: no pair before a pair, then the lower top
// card, and so on down; larger is lower.
func ShowingLow(up []cards.Card, aceLow bool) Strength {
	return Strength(lowTop - showing(up, aceLow))
}

// showing returns the pattern's place and the worths of the cards below it, as in a raw score.
// Worths start at 1, so that a missing side card is lowest. It runs for every seat in every round
// of stud, so it uses one mask per group size instead of a table of counts.
func showing(up []cards.Card, aceLow bool) uint32 {
	first, ace := uint32(1), uint32(14)
	if aceLow {
		first, ace = 2, 1
	}
	var once, twice, thrice, four uint32 // masks of the worths that occur at least that often
	for _, c := range up {
		if !c.Natural() {
			continue
		}
		w := uint32(c.Rank()) + first
		if c.Rank() == cards.Ace {
			w = ace
		}
		b := uint32(1) << (w & 15)
		four |= thrice & b
		thrice |= twice & b
		twice |= once & b
		once |= b
	}
	by := [6]uint16{1: uint16(once &^ twice)}
	v, n, i := uint32(HighCard), 0, 1
	if twice != 0 {
		by[4], by[3], by[2] = uint16(four), uint16(thrice&^four), uint16(twice&^thrice)
		v, i = uint32(pattern(by)), 4
	}
	for ; i > 0; i-- {
		for m := by[i]; m != 0 && n < 5; n++ {
			top := 15 - bits.LeadingZeros16(m)
			v = v<<4 | uint32(top)
			m &^= 1 << top
		}
	}
	return v << (4 * (5 - n))
}
