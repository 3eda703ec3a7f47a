package rank

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"cardroom/engine/cards"
)

// TestOneSuit compares rankings of the cards of one suit with the longest suit counted card by card: hands of 1 to 13 cards, split
// between hole and board, and the cards that play.
func TestOneSuit(t *testing.T) {
	long := func(h Hand) (score uint32) {
		for r, n := range h.Counts {
			score += uint32(n) << r
		}
		return uint32(bits.OnesCount32(score))<<13 | score
	}
	all := custom(Description{Name: "longest", Size: 7, Missing: 6, OneSuit: true, Score: long})
	three := custom(Description{Name: "three", Size: 3, OneSuit: true, Score: long})
	deck, rng := all.Description().Deck.Append(nil), rand.New(rand.NewPCG(1, 2))
	last := map[*Ranking][2]uint32{}
	for range 20_000 {
		rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		hand := deck[:1+rng.IntN(13)]
		for _, r := range []*Ranking{all, three} {
			want := uint32(0)
			for s := range cards.Suit(4) {
				m := cards.SetOf(hand...).Suits(s)
				for bits.OnesCount16(m) > r.Size() {
					m &= m - 1
				}
				if n := bits.OnesCount16(m); n >= r.Fewest() {
					want = max(want, uint32(n)<<13|uint32(m))
				}
			}
			got := uint32(r.Best(hand))
			was := last[r]
			if (got == 0) != (want == 0) || (got < was[0]) != (want < was[1]) || (got > was[0]) != (want > was[1]) {
				t.Fatalf("%s: %s is %d after %d, want %d after %d", r, cards.Format(hand), got, was[0], want, was[1])
			}
			last[r] = [2]uint32{got, want}
			if k := r.KeyOf(hand); uint32(r.Of(k, len(hand))) != got {
				t.Fatalf("%s: %s is %d by its key, want %d", r, cards.Format(hand), r.Of(k, len(hand)), got)
			}
			used := r.Used(hand)
			if got != 0 && (len(used) != int(want>>13) || uint32(r.Best(used)) != got) || got == 0 && used != nil {
				t.Fatalf("%s: of %s play %s", r, cards.Format(hand), cards.Format(used))
			}
		}
	}
	if all.Count() != 5811 || all.SeparableWild() {
		t.Errorf("%d hands of one to seven of thirteen ranks", all.Count())
	}
}
