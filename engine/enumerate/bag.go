package enumerate

import "cardroom/engine/cards"

// bag is a multiset of cards of one or several decks: the count of each card.
type bag [64]uint8

func bagOf(list []cards.Card) (b bag) {
	for _, c := range list {
		b[c]++
	}
	return b
}

// minus returns the bag without the cards of another bag, as far as it has
// them.
func (b bag) minus(o bag) bag {
	for c := range b {
		b[c] -= min(b[c], o[c])
	}
	return b
}

func (b bag) len() (n int) {
	for _, k := range b {
		n += int(k)
	}
	return n
}

// cards returns the cards of the bag, lowest first.
func (b bag) cards() (out []cards.Card) {
	for c, k := range b {
		for range k {
			out = append(out, cards.Card(c))
		}
	}
	return out
}

// chance returns the probability that cards drawn from the bag at random are
// those of another bag.
func (b bag) chance(o bag) float64 {
	ways, left, drawn := 1.0, b.len(), o.len()
	for c, k := range o {
		ways *= choices(int(b[c]), int(k))
	}
	return ways / choices(left, drawn)
}

// choices returns the number of ways to choose k of n.
func choices(n, k int) float64 {
	out := 1.0
	for i := range k {
		out = out * float64(n-i) / float64(i+1)
	}
	return out
}
