package hand

import (
	"slices"
	"testing"

	"cardroom/engine/cards"
)

// TestJokersAreNamedAsTheyLie checks that a joker's name in a record, which is the
// same for both jokers, means the first one in order.
func TestJokersAreNamedAsTheyLie(t *testing.T) {
	a, b, k := cards.Joker, cards.Joker2, cards.MustParse("Kh")[0]
	for _, c := range []struct{ named, there, want []cards.Card }{
		{[]cards.Card{a}, []cards.Card{b, a}, []cards.Card{b}},
		{[]cards.Card{b}, []cards.Card{b, a}, []cards.Card{b}},
		{[]cards.Card{b}, []cards.Card{k, a, b}, []cards.Card{a}},
		{[]cards.Card{a, b}, []cards.Card{b, a}, []cards.Card{b, a}},
		{[]cards.Card{a, k, b}, []cards.Card{a, b}, []cards.Card{a, k, b}},
		{[]cards.Card{a}, []cards.Card{b}, []cards.Card{b}},
		{[]cards.Card{a}, []cards.Card{k}, []cards.Card{a}},
	} {
		named := slices.Clone(c.named)
		if jokerIn(named, c.there); !slices.Equal(named, c.want) {
			t.Errorf("%v among %v is %v, want %v", c.named, c.there, named, c.want)
		}
	}
}
