package hand_test

import (
	"testing"

	"cardroom/engine/hand"
)

// TestFees: a fee of the pot leaves it when chips are in it and never more than
// it holds, one of a seat is paid before anything else.
func TestFees(t *testing.T) {
	b := bind(t, holdem(), noLimit)
	for _, c := range []struct {
		name  string
		fees  []hand.Fee
		play  string
		story string
		house int64
		pot   int64
	}{
		{
			"three limp",
			[]hand.Fee{{Seat: -1, Amount: 3}},
			"A call, B call, C check",
			"- collected 3\n- gathered 3", 3, 3,
		},
		{
			"the pot is smaller than the fee",
			[]hand.Fee{{Seat: -1, Amount: 3}},
			"A fold, B fold",
			"- collected 2\n- gathered", 2, 0,
		},
		{
			"what the first round could not pay the next one does",
			[]hand.Fee{{Seat: -1, Amount: 8}},
			"A call, B call, C check, B bet 4, C call, A fold",
			"- collected 6\n- gathered\n- collected 2\n- gathered 6", 8, 6,
		},
		{
			"at the flop, from what is in the pot",
			[]hand.Fee{{Seat: -1, Amount: 2, Flop: true}},
			"A call, B call, C check",
			"- gathered 6\n- collected 2", 2, 4,
		},
		{
			"without a flop there is no fee",
			[]hand.Fee{{Seat: -1, Amount: 2, Flop: true}},
			"A fold, B fold",
			"- gathered 2", 0, 0,
		},
		{
			"seats pay first, as far as they can",
			[]hand.Fee{{Seat: 0, Amount: 1}, {Seat: 2, Amount: 200}},
			"",
			"A collected 1\nC collected 100 all-in", 101, 0,
		},
	} {
		g := start(t, hand.Setup{Plan: b, Stacks: stacks(3, 100), Seed: 3, Number: 1, Fees: c.fees})
		g.do(c.play)
		if g.h.House() != c.house || g.h.Pot() != c.pot {
			t.Errorf("%s: pot %d, house %d; want %d and %d", c.name, g.h.Pot(), g.h.House(), c.pot, c.house)
		}
		g.tells(c.story, hand.Collected, hand.Gathered)
	}
}
