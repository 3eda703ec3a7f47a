package rank

import "cardroom/engine/cards"

// A stand is a hand whose wild cards have taken their ranks.
type stand struct {
	raw uint32
	Hand
}

// A stander finds what wild cards should stand for.
type stander struct {
	*scorer
	bug    bool // of a high ranking: ace, straight or flush only
	fives  bool // five of a kind counts
	lowest cards.Rank
}

func newStander(d Description) *stander {
	s := &stander{scorer: newScorer(d), lowest: d.Deck.Lowest}
	s.bug = d.Jokers == Bug && !s.low
	s.fives = s.place[FiveOfAKind] >= 0 || d.Score != nil
	return s
}

// best is the best natural hand that h, of size-wilds natural cards, can
// stand for. In a one-suit hand the wild cards either join the suit, with
// ranks that are not there, or take another suit.
func (s *stander) best(h Hand, wilds int) stand {
	if wilds == 0 {
		return stand{s.score(h), h}
	}
	plain := h
	plain.Suited = false
	out := s.fill(plain, plain, wilds, s.lowest)
	if h.Suited {
		if one := s.fill(h, h, wilds, s.lowest); one.raw > out.raw {
			out = one
		}
	}
	return out
}

// fill tries every set of ranks from r up for the wild cards that h has
// still to place next to the natural ones.
func (s *stander) fill(natural, h Hand, wilds int, r cards.Rank) (best stand) {
	if wilds == 0 {
		if s.bug && !s.bugAllows(natural, h) {
			return best
		}
		return stand{s.score(h), h}
	}
	for ; r <= cards.Ace; r++ {
		if h.Suited && h.Counts[r] > 0 || !s.fives && h.Counts[r] == 4 {
			continue
		}
		next := h
		next.Counts[r]++
		if got := s.fill(natural, next, wilds-1, r); got.raw > best.raw {
			best = got
		}
	}
	return best
}

// bugAllows reports whether bugs may turn natural into whole: all of them
// aces, or whole a straight or a flush.
func (s *stander) bugAllows(natural, whole Hand) bool {
	if whole.Suited {
		return true
	}
	aces := true
	var m uint16
	for r, n := range whole.Counts {
		if cards.Rank(r) != cards.Ace && n != natural.Counts[r] {
			aces = false
		}
		if n == 1 {
			m |= 1 << s.worth(cards.Rank(r))
		}
	}
	_, run := s.straight(m)
	return aces || run
}
