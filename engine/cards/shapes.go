package cards

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Shapes describes sets of natural cards in the range notation for hands of n
// cards, highest ranks first: "QQ", "AK" for all live combinations of these ranks,
// "AKs" and "AKo", "AcKc" if there are few, "T9 but Th9h". Arbitrary cards are x:
// "Acx". Hands with jokers are written out.
func Shapes(sets []Set, n int, live Set) []string {
	by := map[string][]Set{}
	var order []string
	for _, s := range sets {
		name := ranksOf(s)
		if by[name] == nil {
			order = append(order, name)
		}
		by[name] = append(by[name], s)
	}
	slices.SortFunc(order, func(a, b string) int { return -compareRanks(a, b) })
	var out []string
	for _, name := range order {
		out = append(out, shapeWords(name, by[name], n, live)...)
	}
	return out
}

// few is the largest number of hands of the same ranks that are written out.
const few = 4

// shapeWords describes the sets with given ranks.
func shapeWords(ranks string, sets []Set, n int, live Set) (out []string) {
	size := sets[0].Len()
	pad := strings.Repeat("x", max(0, n-size))
	written := func(list []Set) (out []string) {
		list = slices.Sorted(slices.Values(list))
		slices.Reverse(list)
		for _, s := range list {
			cs := s.Cards()
			slices.Reverse(cs)
			out = append(out, Format(cs)+pad)
		}
		return out
	}
	if strings.Contains(ranks, "?") { // with a joker
		return written(sets)
	}
	// All sets of live cards with these ranks, which are given highest first.
	all := []Set{0}
	for i := range len(ranks) {
		r := Rank(rankOf[ranks[i]])
		var next []Set
		for _, s := range all {
			for suit := range Suit(4) {
				c := New(r, suit)
				// Cards of one rank are added in a fixed order of suits, to avoid
				// duplicates.
				if live.Has(c) && !s.Has(c) && (i == 0 || ranks[i-1] != ranks[i] || lowestOf(s, r) > suit) {
					next = append(next, s.With(c))
				}
			}
		}
		all = next
	}
	missing := slices.DeleteFunc(slices.Clone(all), func(s Set) bool { return slices.Contains(sets, s) })
	if len(missing) == 0 {
		return []string{ranks + pad}
	}
	if size == 2 && n == 2 && ranks[0] != ranks[1] {
		suited, offsuit := bySuits(sets)
		lessSuited, lessOffsuit := bySuits(missing)
		switch {
		case offsuit == 0 && lessSuited == 0:
			return []string{ranks + "s"}
		case suited == 0 && lessOffsuit == 0:
			return []string{ranks + "o"}
		}
	}
	switch {
	case len(sets) <= few:
		return written(sets)
	case len(missing) <= few:
		return []string{ranks + pad + " but " + strings.Join(written(missing), ", ")}
	}
	return []string{fmt.Sprintf("%d of %s", len(sets), ranks+pad)}
}

func bySuits(sets []Set) (suited, offsuit int) {
	for _, s := range sets {
		if s.suited() {
			suited++
		}
	}
	return suited, len(sets) - suited
}

// suited reports whether all cards have one suit.
func (s Set) suited() bool {
	for suit := range Suit(4) {
		if bits.OnesCount16(s.Suits(suit)) == s.Len() {
			return true
		}
	}
	return false
}

// ranksOf returns the ranks of a set, highest first; a joker is "?".
func ranksOf(s Set) string {
	cs := s.Cards()
	slices.Reverse(cs)
	var b strings.Builder
	for _, c := range cs {
		if c.Natural() {
			b.WriteByte(c.Rank().Char())
		} else {
			b.WriteByte('?')
		}
	}
	return b.String()
}

func compareRanks(a, b string) int {
	for i := range min(len(a), len(b)) {
		if x, y := int(rankOf[a[i]]), int(rankOf[b[i]]); x != y {
			return x - y
		}
	}
	return len(b) - len(a)
}

// lowestOf returns the lowest suit of a set's cards of a rank.
func lowestOf(s Set, r Rank) Suit {
	for suit := range Suit(4) {
		if s.Has(New(r, suit)) {
			return suit
		}
	}
	return 4
}
