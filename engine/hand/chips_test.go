package hand_test

import (
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// TestChipsTold checks the bounds of the chips in an irregularity of the seat whose
// turn it is: at most the stack, and enough to matter.
func TestChipsTold(t *testing.T) {
	number := func(n int64) plan.Value { return plan.Value{N: n} }
	chip := func(n int64) plan.Incident { return plan.Incident{Kind: plan.SingleChip}.With("value", number(n)) }
	motions := func(list ...int64) plan.Incident {
		return plan.Incident{Kind: plan.ChipsIn}.With("motions", plan.Value{List: list})
	}
	short := func(put int64) plan.Incident { return plan.Incident{Kind: plan.Insufficient}.With("put", number(put)) }
	over := func(to int64) plan.Incident { return plan.Incident{Kind: plan.OverbetPot}.With("amount", number(to)) }
	type row struct {
		in   plan.Incident
		want string
	}
	const before, option = "", "C call, D call, A call" // B has the option
	for _, c := range []struct {
		name   string
		stakes plan.Stakes
		stacks []int64
		play   string
		seat   int
		rows   []row
	}{
		{"to call", noLimit, stacks(4, 100), before, 2, []row{
			{chip(0), "seat 3 has 100 in front of it"},
			{chip(1), "a chip of 1 is not worth more than the 2 to call"},
			{chip(2), "a chip of 2 is not worth more than the 2 to call"},
			{chip(3), ""},
			{chip(100), ""}, // the last one
			{chip(101), "seat 3 has 100 in front of it"},
			{motions(1), ""},
			{motions(0, 5), "seat 3 has 100 in front of it"},
			{motions(5, 0), "seat 3 has 100 in front of it"},
			{motions(40, 59, 1), ""},
			{motions(40, 60, 1), "seat 3 has 100 in front of it"},
			{short(0), "seat 3 must put in 2: 0 is not too little"},
			{short(1), ""},
			{short(1).With("needed", number(2)), ""},
			{short(1).With("needed", number(1)), "seat 3 must put in 2"},
			{short(1).With("needed", number(3)), "seat 3 must put in 2"},
			{short(2), "seat 3 must put in 2: 2 is not too little"},
			{over(101), "the seat is not betting at pot limit"},
		}},
		{"nothing to call", noLimit, stacks(4, 100), option, 1, []row{
			{chip(0), "seat 2 has 98 in front of it"},
			{chip(1), ""}, // any chip is more than 0
			{chip(98), ""},
			{chip(99), "seat 2 has 98 in front of it"},
			{short(1), ""},
			{short(2), "seat 2 must put in 2: 2 is not too little"}, // a raise to 4
		}},
		{"a short stack", noLimit, []int64{100, 100, 2, 100}, before, 2, []row{
			{short(1), ""},
			{short(2), "seat 3 must put in 2: 2 is not too little"},
			{chip(2), "a chip of 2 is not worth more than the 2 to call"},
			{chip(3), "seat 3 has 2 in front of it"},
		}},
		{"more than the pot", stakes(betting.PotLimit), stacks(4, 100), before, 2, []row{
			{over(6), "the maximum is 7"},
			{over(7), "the maximum is 7"},
			{over(8), ""},
			{over(100), ""},
			{over(101), "the maximum is 7"},
		}},
		{"more than the pot, with chips in", stakes(betting.PotLimit), stacks(4, 100), option, 1, []row{
			{over(10), "the maximum is 10"},
			{over(11), ""},
			{over(100), ""},
			{over(101), "the maximum is 10"},
		}},
	} {
		for _, r := range c.rows {
			game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{r.in.Kind: of(plan.EffectStands)})
			g := start(t, hand.Setup{Plan: bind(t, game, c.stakes), Stacks: c.stacks, Button: 3, Attendance: hand.Tracked, Deck: deckOf(game, inHands)})
			g.do(c.play)
			for seat := range 4 {
				if seat != c.seat {
					g.notPossible(r.in.With("seat", number(int64(seat))), "it is not the turn of seat "+string(rune('1'+seat)))
				}
			}
			in := r.in.With("seat", number(int64(c.seat)))
			if r.want != "" {
				g.notPossible(in, r.want)
			} else if err := g.h.Happen(in); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
}
