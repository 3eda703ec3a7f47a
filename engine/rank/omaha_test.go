package rank

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cardroom/engine/cards"
)

// Prepared holes have the same strengths as single holes.
func TestExactEach(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	deck := cards.Deck{}.Append(nil)
	for _, r := range []*Ranking{High, EightOrBetter, AceToFive, DeuceToSeven, ShortDeck} {
		if !r.Separable() {
			continue
		}
		for trial := range 3000 {
			rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
			if trial%3 == 0 { // mostly of one suit
				slices.SortStableFunc(deck[:30], func(a, b cards.Card) int { return int(b.Suit()) - int(a.Suit()) })
			}
			board, rest := deck[:5], deck[5:]
			holes, want, got := make([]Hole, 5), make([]Strength, 5), make([]Strength, 5)
			for i := range holes {
				holes[i].Lay(rest[:i+2])
				want[i] = r.Exact(rest[:i+2], board)
				rest = rest[i+2:]
			}
			r.ExactEach(got, holes, High.KeyOf(board))
			if !slices.Equal(got, want) {
				t.Fatalf("%s on %s: %v, want %v", r, cards.Spaced(board), got, want)
			}
		}
	}
}

// A ranking whose first use is ExactEach gives correct results.
func TestExactEachFirst(t *testing.T) {
	fresh := mustCompile(High.d)
	board, hole := cards.MustParse("AsKsQs2d2c"), cards.MustParse("JsTs9h9c")
	holes, got := make([]Hole, 1), make([]Strength, 1)
	holes[0].Lay(hole)
	fresh.ExactEach(got, holes, High.KeyOf(board))
	if want := High.Exact(hole, board); got[0] != want {
		t.Errorf("%d, want %d", got[0], want)
	}
}
