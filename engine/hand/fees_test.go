package hand_test

import (
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// TestFees checks that a fee from the pot is taken when there are chips in it, and
// never more than it holds, and that a seat's fee is paid before anything else.
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

// TestRake checks that the rake of a record is taken when the pots are awarded, pot
// by pot or from the main pot on, even from an uncontested pot.
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
		{"no pot pays more than it has", []int64{100, 10, 100}, []int64{40, 5}, "A raise 60, B call, C call, C check, A check, C check, A check, C check, A check", "- collected 35", 35},
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

// TestRakeByRule checks that the rake of a game is taken from the pots that are
// awarded, once the hand has reached its step: with a cap by the number of players,
// in whole units, from the pots in their order.
func TestRakeByRule(t *testing.T) {
	const checked = "B check, C check, A check,"
	const even = "A call, B call, C check," + checked + checked + checked // a pot of 6.00
	const side = "A raise 6000, B call, C call, C check, A check, C check, A check, C check, A check"
	short := []int64{10_000, 1_000, 10_000} // a pot of 30.00, and one of 100.00
	part := func(percent int64) []plan.RakeRow { return []plan.RakeRow{{Part: percent * 100}} }
	for _, c := range []struct {
		name   string
		rake   plan.Rake
		stacks []int64
		play   string
		house  int64
	}{
		{"no flop, no drop", plan.Rake{Rows: part(50)}, stacks(3, 10_000), "A fold, B fold", 0},
		{"a percentage", plan.Rake{Rows: part(5)}, stacks(3, 10_000), even, 30},
		{"the hand ends on the flop", plan.Rake{Rows: part(5)}, stacks(3, 10_000), "A call, B call, C check, B bet 200, C fold, A fold", 30},
		{"rounded down to dimes", plan.Rake{Rows: []plan.RakeRow{{Part: 499}}, Unit: 10}, stacks(3, 10_000), even, 20},
		{"rounded to the nearest dime", plan.Rake{Rows: []plan.RakeRow{{Part: 417}}, Unit: 10, HalfToEven: true}, stacks(3, 10_000), even, 30},
		{"half to the even dime", plan.Rake{Rows: []plan.RakeRow{{Part: 750}}, Unit: 10, HalfToEven: true}, stacks(3, 10_000), even, 40},
		{"half to the even dime, which is higher", plan.Rake{Rows: []plan.RakeRow{{Part: 250}}, Unit: 10, HalfToEven: true}, stacks(3, 10_000), even, 20},
		{"by steps", plan.Rake{Rows: []plan.RakeRow{{Part: 7, Per: 250}}}, stacks(3, 10_000), even, 14},
		{"all of it", plan.Rake{Rows: part(100)}, stacks(3, 10_000), even, 600},
		{"at most, by the players", plan.Rake{Rows: []plan.RakeRow{{Part: 1000, Caps: []plan.Rate{{Players: 2, Amount: 5}, {Players: 4, Amount: 17}}}}}, stacks(3, 10_000), even, 17},
		{"at most, with more players than the last row names", plan.Rake{Rows: []plan.RakeRow{{Part: 1000, Caps: []plan.Rate{{Players: 2, Amount: 5}}}}}, stacks(3, 10_000), even, 5},
		{"by the stakes", plan.Rake{Rows: []plan.RakeRow{{Blind: 100, Part: 100}, {Blind: 200, Part: 200}, {Blind: 500, Part: 500}}}, stacks(3, 10_000), even, 12},
		{"above the last stakes", plan.Rake{Rows: []plan.RakeRow{{Blind: 50, Part: 100}, {Blind: 100, Part: 200}}}, stacks(3, 10_000), even, 12},
		{"fixed limit, which this is not", plan.Rake{Rows: part(5), Fixed: part(10)}, stacks(3, 10_000), even, 30},
		{"main pot first", plan.Rake{Rows: part(50)}, short, side, 6500},
		{"side pot first", plan.Rake{Rows: part(50), From: plan.SideFirst}, short, side, 6500},
		{"in proportion", plan.Rake{Rows: part(50), From: plan.InProportion}, short, side, 6500},
	} {
		b := bind(t, collecting(&plan.CollectStep{Rake: &c.rake}), cents(noLimit))
		g := start(t, hand.Setup{Plan: b, Stacks: c.stacks, Seed: 3, Number: 1})
		g.do(c.play)
		if g.h.House() != c.house || !g.h.Conserved() || g.h.PutIn() != g.h.PaidOut()+g.h.House() {
			t.Errorf("%s: house %d, want %d", c.name, g.h.House(), c.house)
		}
	}
}

// TestRakedPots checks that each order of pots leaves different winnings: A has the
// best hand in the side pot of 100.00, and B is all in for the main pot of 30.00
// with a better one.
func TestRakedPots(t *testing.T) {
	for _, c := range []struct {
		from plan.RakedPots
		nets []int64
	}{
		{plan.MainFirst, []int64{4000, -1000 + 3000 - 1300, -6000}},
		{plan.SideFirst, []int64{4000 - 1300, 2000, -6000}},
		{plan.InProportion, []int64{4000 - 1000, 2000 - 300, -6000}},
	} {
		game := collecting(&plan.CollectStep{Rake: &plan.Rake{Rows: []plan.RakeRow{{Part: 1000}}, From: c.from}})
		g := start(t, hand.Setup{
			Plan: bind(t, game, cents(noLimit)), Stacks: []int64{10_000, 1_000, 10_000}, Button: 2,
			Deck: dealt(game, "Qs Js 9h 7c 4s", "Kh Kd", "Ah Ad", "2c 3d"),
		})
		g.do("C raise 6000, A call, B call, A check, C check, A check, C check, A check, C check")
		g.nets(c.nets...)
	}
}

// TestRakeAllocatesNothing checks that a hand with a rake allocates no memory.
func TestRakeAllocatesNothing(t *testing.T) {
	rake := &plan.Rake{Rows: []plan.RakeRow{{Part: 500, Caps: []plan.Rate{{Players: 10, Amount: 300}}}}, HalfToEven: true, From: plan.InProportion}
	s := hand.Setup{Plan: bind(t, collecting(&plan.CollectStep{Rake: rake}), cents(noLimit)), Stacks: []int64{900, 5_000, 12_000}, Seed: 1}
	var h hand.Hand
	r := hand.NewSource(1, 2)
	one := func() {
		s.Number++
		if err := h.Start(&s); err != nil {
			t.Fatal(err)
		}
		playOn(t, &h, &r)
	}
	one() // compiles the ranking
	if n := testing.AllocsPerRun(300, one); n != 0 {
		t.Errorf("%v allocations a hand, want none", n)
	}
}

// TestRakeOfRecordFirst checks that the rake of a hand's record replaces the
// game's.
func TestRakeOfRecordFirst(t *testing.T) {
	b := bind(t, collecting(&plan.CollectStep{Rake: &plan.Rake{Rows: []plan.RakeRow{{Part: 1000}}}}), cents(noLimit))
	g := start(t, hand.Setup{Plan: b, Stacks: stacks(3, 10_000), Seed: 3, Number: 1, Rake: []int64{7}})
	g.do("A call, B call, C check, B bet 200, C fold, A fold")
	if g.h.House() != 7 {
		t.Errorf("the house has %d, want the 7 of the record", g.h.House())
	}
}

// cents returns stakes with a hundredth as the unit, and so all amounts times a
// hundred.
func cents(s plan.Stakes) plan.Stakes {
	s.Scale = plan.Cents
	s.SB, s.BB, s.Small, s.Big = s.SB*100, s.BB*100, plan.Range{Lo: s.Small.Lo * 100}, plan.Range{Lo: s.Big.Lo * 100}
	return s
}
