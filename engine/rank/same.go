package rank

import (
	"reflect"
	"slices"

	"cardroom/engine/cards"
)

// Same reports whether two rankings rank every hand alike. What they are called,
// and what they call their hands, does not count.
func (r *Ranking) Same(o *Ranking) bool {
	if r == o {
		return true
	}
	a, b := r.d, o.d
	if (a.Score == nil) != (b.Score == nil) || a.Score != nil && !sameScores(&a, &b) {
		return false
	}
	for _, d := range []*Description{&a, &b} {
		d.Name, d.Score, d.Words = "", nil, nil
		d.Floor, d.WildRanks, d.WildCards = sorted(d.Floor), sorted(d.WildRanks), sorted(d.WildCards)
		d.Categories = append([]Category{}, d.Categories...)
	}
	return reflect.DeepEqual(a, b)
}

func sorted[T ~uint8](list []T) []T {
	out := append([]T{}, list...)
	slices.Sort(out)
	return out
}

// sameScores asks both scoring functions about every hand of the deck of a.
func sameScores(a, b *Description) bool {
	if a.Size != b.Size || a.Deck != b.Deck {
		return false
	}
	most := 4
	if a.Jokers != NoJoker {
		most = 5
	}
	var h Hand
	var from func(r cards.Rank, left int) bool
	from = func(r cards.Rank, left int) bool {
		if left == 0 {
			return sameScore(a, b, h)
		}
		if r > cards.Ace {
			return true
		}
		for n := range min(left, most) + 1 {
			h.Counts[r] = uint8(n)
			if !from(r+1, left-n) {
				return false
			}
		}
		h.Counts[r] = 0
		return true
	}
	return from(a.Deck.Lowest, a.Size)
}

// sameScore asks about the hand in several suits, and in one where that is possible.
func sameScore(a, b *Description, h Hand) bool {
	if a.Score(h) != b.Score(h) {
		return false
	}
	if slices.Max(h.Counts[:]) > 1 {
		return true
	}
	h.Suited = true
	return a.Score(h) == b.Score(h)
}

// Same reports whether two rankings count every hand alike.
func (p *Points) Same(o *Points) bool {
	a, b := p.d, o.d
	a.Name, b.Name = "", ""
	a.Naturals, b.Naturals = append([][2]uint8{}, a.Naturals...), append([][2]uint8{}, b.Naturals...)
	return reflect.DeepEqual(a, b)
}
