package solve

import (
	"math"
	"math/bits"
	"os"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/star"
)

// TestBetsOnTheTurn: what the count of a flop says of a hand that is asked again on the turn is the mean over all turns of its best choice,
// each of them looked at by itself with all rivers.
func TestBetsOnTheTurn(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: os.DirFS("testdata")}, Parsed: &parsed})
	g, err := readBank(boundTo(t, lib, "holdembonus.star"))
	if err != nil {
		t.Fatal(err)
	}
	if g.way() != countBoards {
		t.Fatal("the game is not counted by boards")
	}
	x := g.newHoldem()
	x.kept = map[uint64][]float64{}
	flop := uint64(1)<<3 | 1<<7 | 1<<(13+3) // two of a suit, and a pair: suits may still be renamed
	newBoards(x).flop(flop)
	for _, own := range []uint64{1<<12 | 1<<11, 1<<(26+6) | 1<<(39+4), 1<<(13+9) | 1<<1} {
		hand := int(twoCards.at[bits.TrailingZeros64(own)][63-bits.LeadingZeros64(own)])
		want := map[int]float64{}
		sets(52, 1, own|flop, func(turn uint64) bool {
			values := x.values(x.turn, own, flop|turn)
			for _, state := range x.flopped() {
				best := math.Inf(-1)
				for _, m := range x.turn.moves(state) {
					best = max(best, values(m.to))
				}
				want[state] += best / 47
			}
			return true
		})
		for i, state := range x.flopped() {
			if got := x.kept[flop][hand*len(x.flopped())+i]; math.Abs(got-want[state]) > 1e-9 {
				t.Errorf("hand %x, bets %v: counted %v, looked at %v", own, g.states[state].bets, got, want[state])
			}
		}
	}
}
