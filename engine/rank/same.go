package rank

import (
	"math/bits"
	"reflect"
	"slices"

	"cardroom/engine/cards"
)

// Same reports whether two rankings rank every hand the same. Their names and the names of their
// hands do not matter.
func (r *Ranking) Same(o *Ranking) bool {
	if r == o {
		return true
	}
	a, b := r.d, o.d
	if (a.Score == nil) != (b.Score == nil) || a.Score != nil && !sameScores(&a, &b) {
		return false
	}
	for _, d := range []*Description{&a, &b} {
		d.Name, d.Score, d.Words, d.Order, d.Doc, d.Place, d.CountsWild = "", nil, nil, nil, "", nil, false
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

// sameScores compares both scoring functions for every hand of a.
func sameScores(a, b *Description) bool {
	if a.Size != b.Size || a.Deck != b.Deck || a.Missing != b.Missing || a.Flush != b.Flush || a.OneSuit != b.OneSuit {
		return false
	}
	most := uint8(0)
	if a.CountsWild || b.CountsWild {
		most = uint8(a.Size)
	}
	for h := range a.Hands {
		for h.Wild = 0; h.Wild <= most; h.Wild++ {
			if a.Score(h) != b.Score(h) {
				return false
			}
		}
	}
	return true
}

// Hands iterates over every hand for which a scoring function is called: each combination of ranks,
// including fewer cards if some may be missing, and again those that can be of one suit, or partly; with OneSuit only those of one suit.
// Five of a rank are included only if a wild card can make them. The description must set Size.
func (d *Description) Hands(yield func(Hand) bool) {
	if d.OneSuit {
		for mask := range d.suits {
			m := multisetOf(mask)
			if !yield(Hand{Counts: m.counts(), Suited: true}) {
				return
			}
		}
		return
	}
	w := handWalk{d: d, most: 4, yield: yield}
	if d.AnyWild || d.Jokers != NoJoker && d.Deck.Jokers > 0 || len(d.WildRanks)+len(d.WildCards) > 0 {
		w.most = 5
	}
	for n := d.Size - d.Missing; n <= d.Size; n++ {
		w.n = n
		if !w.choose(d.Deck.Lowest, n) {
			return
		}
	}
	if d.Flush > 0 {
		w.partly()
	}
}

type handWalk struct {
	d       *Description
	n, most int
	hand    Hand
	yield   func(Hand) bool
}

// choose adds left more cards of ranks from r up.
func (w *handWalk) choose(r cards.Rank, left int) bool {
	if left == 0 {
		return w.whole()
	}
	for ; r <= cards.Ace; r++ {
		if int(w.hand.Counts[r]) == w.most || !w.d.Deck.HasRank(r) {
			continue
		}
		w.hand.Counts[r]++
		if !w.choose(r, left-1) {
			return false
		}
		w.hand.Counts[r]--
	}
	return true
}

// whole yields a hand of several suits and, if it has no pair, the same hand in one suit.
func (w *handWalk) whole() bool {
	h := w.hand
	if w.n != 1 || w.d.Size != 1 {
		if !w.yield(h) {
			return false
		}
	}
	if w.n < w.d.Size || slices.Max(h.Counts[:]) > 1 {
		return true
	}
	h.Suited = true
	if w.d.Flush > 0 {
		for r, n := range h.Counts {
			h.Flush |= uint16(n) << r
		}
	}
	return w.yield(h)
}

// partly yields the hands with several cards of a suit, but not all.
func (w *handWalk) partly() {
	for m := w.d.Flush; m < w.d.Size; m++ {
		for mask := range uint16(maskCount) {
			if bits.OnesCount16(mask) != m || bits.TrailingZeros16(mask) < int(w.d.Deck.Lowest) {
				continue
			}
			rest := multiset{n: w.d.Size - m}
			for ok := true; ok; ok = rest.next() {
				counts := rest.counts()
				if cards.Rank(rest.lowest()) < w.d.Deck.Lowest || slices.Max(counts[:]) > 3 {
					continue
				}
				for r := range counts {
					counts[r] += uint8(mask >> r & 1)
				}
				if !w.yield(Hand{Counts: counts, Flush: mask}) {
					return
				}
			}
		}
	}
}

// Same reports whether two Points count every hand the same.
func (p *Points) Same(o *Points) bool {
	a, b := p.d, o.d
	a.Name, b.Name = "", ""
	a.Naturals, b.Naturals = append([][]uint8{}, a.Naturals...), append([][]uint8{}, b.Naturals...)
	a.Cards, b.Cards = append([]int{}, a.Cards...), append([]int{}, b.Cards...)
	return reflect.DeepEqual(a, b)
}
