package protocol_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"cardroom/dsl/live"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

// TestOddsAgainstPlay compares the odds of a state with the results of playing
// on from it, with the rest of the deck in random order and nobody folding or
// drawing: for every game, soon after the deal and later.
func TestOddsAgainstPlay(t *testing.T) {
	deals := testkit.Sample(80, 40)
	for _, b := range testkit.Sweep(everyGame(t), 10) {
		// When everybody checks, games with a branch take a different path than
		// the odds, which assume that somebody bets.
		branches := slices.ContainsFunc(b.Game.Steps, func(st plan.Step) bool { return st.Kind == plan.When })
		if b.Game.Banked() || branches {
			continue
		}
		t.Run(b.Game.ID, func(t *testing.T) {
			for seed := range uint64(2) {
				againstPlay(t, b, seed, deals)
			}
		})
	}
}

func againstPlay(t *testing.T, b *plan.AtStakes, seed uint64, deals int) {
	t.Helper()
	s := setup(b, 3, seed)
	for i := range s.Stacks {
		s.Stacks[i] = 1000 * b.Stakes.Scale
	}
	h, err := live.Deal(s)
	if err != nil {
		t.Fatal(err)
	}
	chance := hand.NewSource(seed, 5)
	var done []hand.Action
	for range 4 + 7*seed {
		a, err := batch.Caller{}.Act(h.State(), h.Pending(), &chance)
		if err != nil {
			t.Fatal(err)
		}
		fork := h.Fork()
		if _, err := fork.Do(a); err != nil {
			t.Fatal(err)
		}
		if fork.Pending() == nil {
			break
		}
		h, done = fork, append(done, a)
	}
	o, err := h.Odds(context.Background(), live.View{Seat: live.AllCards}, odds.Effort{Enough: 20_000, Samples: 5_000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sum, square := map[int]float64{}, map[int]float64{}
	for range deals {
		for seat, share := range playedOut(t, h, done, &chance) {
			sum[seat] += share
			square[seat] += share * share
		}
	}
	n := float64(deals)
	for i, seat := range o.Seats {
		mean := sum[seat] / n
		off := math.Sqrt((square[seat]/n-mean*mean)/n + o.Hands[i].StdErr*o.Hands[i].StdErr)
		if d := math.Abs(mean - o.Hands[i].Equity); d > 4.5*off+1e-9+0.5/n {
			t.Errorf("seed %d, after %d actions, seat %d: odds %.4f, played %.4f ± %.4f", seed, len(done), seat+1, o.Hands[i].Equity, mean, off)
		}
	}
}

// playedOut returns each seat's share of the pot when the hand is played on
// with the stub in another order.
func playedOut(t *testing.T, h *live.Hand, done []hand.Action, chance *hand.Source) map[int]float64 {
	t.Helper()
	deck := slices.Clone(h.Deck())
	from := len(deck) - h.State().LeftInStub()
	for k := len(deck) - 1; k > from; k-- {
		j := from + int(chance.Below(uint64(k-from+1)))
		deck[k], deck[j] = deck[j], deck[k]
	}
	out, ok := replayed(h, deck, done, h)
	if !ok {
		t.Fatal("the hand does not play again with another stub")
	}
	for d := out.Pending(); d != nil; d = out.Pending() {
		a, err := batch.Caller{}.Act(out.State(), d, chance)
		if err == nil {
			_, err = out.Do(a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	winners := map[int8][]int{}
	for _, e := range out.Whole().Events {
		if e.Kind == hand.Awarded {
			winners[e.Part] = append(winners[e.Part], int(e.Seat))
		}
	}
	shares := map[int]float64{}
	for _, list := range winners {
		for _, seat := range list {
			shares[seat] += 1 / float64(len(winners)) / float64(len(list))
		}
	}
	return shares
}
