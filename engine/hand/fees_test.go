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
			"without a flop there is not a fee",
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

// The rake of a record is taken when the pots are awarded, pot by pot or from the main
// pot on, also of a pot that nobody contests.
func TestRake(t *testing.T) {
	b := bind(t, holdem(), noLimit)
	const checked = "B check, C check, A check,"
	for _, c := range []struct {
		name   string
		stacks []int64
		rake   []int64
		play   string
		story  string
		house  int64
	}{
		{"uncontested", stacks(3, 100), []int64{1}, "A fold, B fold", "- collected 1", 1},
		{"one pot", stacks(3, 100), []int64{2}, "A call, B call, C check," + checked + checked + checked, "- collected 2", 2},
		{"more than there is", stacks(3, 100), []int64{100}, "A call, B call, C check," + checked + checked + checked, "- collected 6", 6},
		{"each pot", []int64{100, 10, 100}, []int64{3, 5}, "A raise 60, B call, C call, C check, A check, C check, A check, C check, A check", "- collected 8", 8},
		{"main pot first", []int64{100, 10, 100}, []int64{35}, "A raise 60, B call, C call, C check, A check, C check, A check, C check, A check", "- collected 35", 35},
		{"an entry too many", stacks(3, 100), []int64{1, 1}, "A call, B call, C check," + checked + checked + checked, "- collected 1", 1},
	} {
		g := start(t, hand.Setup{Plan: b, Stacks: c.stacks, Seed: 3, Number: 1, Rake: c.rake})
		g.do(c.play)
		if g.h.House() != c.house || !g.h.Conserved() || g.h.PutIn() != g.h.PaidOut()+g.h.House() {
			t.Errorf("%s: house %d, want %d", c.name, g.h.House(), c.house)
		}
		g.tells(c.story, hand.Collected)
	}
	err := new(hand.Hand).Start(&hand.Setup{Plan: b, Stacks: stacks(3, 100), Rake: []int64{-1}})
	if err == nil || err.Error() != "a rake of -1" {
		t.Errorf("a rake below nothing: %v", err)
	}
}
