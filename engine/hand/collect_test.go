package hand_test

import (
	"slices"
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// collecting returns hold'em in which the house takes its fee when the flop is on
// the table.
func collecting(steps ...*plan.CollectStep) *plan.Game {
	g := holdem()
	for i, c := range steps {
		g.Steps = slices.Insert(g.Steps, stepFlop+1+i, plan.Step{Kind: plan.Collect, Collect: c})
	}
	return g
}

// flat returns a fee from the pot for any number of players.
func flat(dollars int64) *plan.CollectStep {
	return &plan.CollectStep{Rates: []plan.Rate{{Players: 10, Amount: dollars * plan.Cents}}}
}

var blindsDrop = &plan.CollectStep{From: plan.FromBlinds}

// sanRafael returns hold'em in which the button posts 1 and the seat to its left 3,
// and the house takes these four chips when the flop is dealt.
func sanRafael(t testing.TB) *plan.AtStakes {
	s := fixed
	s.SB, s.BB, s.Small, s.Big = 1, 3, plan.Range{Lo: 3, Hi: 3}, plan.Range{Lo: 6, Hi: 6}
	return bind(t, with(collecting(blindsDrop), func(g *plan.Game) {
		g.Forced = []plan.Forced{{Amount: plan.SmallBlind}, {Amount: plan.BigBlind, Left: 1, HeadsUp: 1}}
	}), s)
}

func TestBlindsDrop(t *testing.T) {
	b := sanRafael(t)
	const checked = "A check, B check, C check, D check,"
	for _, c := range []struct {
		rule   string
		stacks []int64
		posts  []hand.Post
		play   string
		cards  []string
		nets   []int64
		house  int64
		awards string
	}{
		{
			rule:   "sanrafael.drop.take: chips bet 12, flop dealt -> drop 4, pot 8",
			stacks: stacks(4, 100), play: "B call, C call, D call, A check," + checked + checked + checked,
			cards: []string{"2c 3d", "Ah Ad", "Kh Kd", "2d 3c"},
			nets:  []int64{-3, 5, -3, -3}, house: 4, awards: "B awarded 8 pot 0 part 0",
		},
		{
			rule:   "sanrafael.drop.take: no flop, A takes the 4",
			stacks: stacks(4, 100), play: "B fold, C fold, D fold",
			cards: []string{"2c 3d", "Ah Ad", "Kh Kd", "2d 3c"},
			nets:  []int64{1, 0, 0, -1}, house: 0,
		},
		{
			rule:   "sanrafael.drop.take: each chip of the blinds is dropped from the pot in which it lies",
			stacks: []int64{100, 2, 100, 100}, play: "B call, C call, D call, A check, A bet 3, C call, D fold, A check, C check, A check, C check",
			cards: []string{"2c 3d", "Ah Ad", "Kh Kd", "2d 3c"},
			// Main pot 8 - 3 to B, side pot 3 - 1 + 6 to C.
			nets: []int64{-6, 3, 2, -3}, house: 4, awards: "B awarded 5 pot 0 part 0\nC awarded 8 pot 1 part 0",
		},
		{
			rule:   "sanrafael.drop.take: a main pot smaller than the drop",
			stacks: []int64{100, 100, 1, 100}, play: "B fold, C call, D call, A check, A check, D check, A check, D check, A check, D check",
			cards: []string{"Kh Kd", "2c 3d", "Ah Ad", "2d 3c"},
			// Main pot 3 - 2, side pot 4 - 2.
			nets: []int64{-1, 0, 0, -3}, house: 4, awards: "C awarded 1 pot 0 part 0\nA awarded 2 pot 1 part 0",
		},
		{
			rule:   "a short big blind makes a smaller drop: only what was posted as blinds",
			stacks: []int64{2, 100, 100, 100}, play: "B call, C fold, D call, B check, D check, B check, D check, B check, D check",
			cards: []string{"Ah Ad", "Kh Kd", "2c 3d", "2d 3c"},
			// Blinds 1 and 2 are dropped; main pot 6 - 3, side pot 2.
			nets: []int64{1, -1, 0, -3}, house: 3, awards: "A awarded 3 pot 0 part 0\nB awarded 2 pot 1 part 0",
		},
		{
			rule:   "a live post is no blind and is not dropped",
			stacks: stacks(4, 100), posts: []hand.Post{{Seat: 2, Amount: 3}},
			play:  "B call, C check, D call, A check," + checked + checked + checked,
			cards: []string{"2c 3d", "Ah Ad", "Kh Kd", "2d 3c"},
			nets:  []int64{-3, 5, -3, -3}, house: 4, awards: "B awarded 8 pot 0 part 0",
		},
		{
			rule:   "all-in before the flop: the board is run out and the drop taken",
			stacks: []int64{9, 9, 9, 9}, play: "B raise 6, C fold, D raise 9, A fold, B call",
			cards: []string{"2c 3d", "Ah Ad", "Kh Kd", "2d 3c"},
			nets:  []int64{-3, 8, 0, -9}, house: 4, awards: "B awarded 17 pot 0 part 0",
		},
	} {
		t.Run(c.rule, func(t *testing.T) {
			g := start(t, hand.Setup{
				Plan: b, Stacks: c.stacks, Button: 3, Posts: c.posts,
				Deck: dealt(b.Game, "Qs Js 9h 7c 4s", c.cards...),
			})
			g.do(c.play)
			g.nets(c.nets...)
			g.tells(c.awards, hand.Awarded)
			if g.h.House() != c.house {
				t.Errorf("the house has %d, want %d", g.h.House(), c.house)
			}
		})
	}
}

// TestPotAfterDrop checks that a dropped fee is no longer in the pot.
func TestPotAfterDrop(t *testing.T) {
	b := sanRafael(t)
	g := start(t, hand.Setup{
		Plan: b, Stacks: stacks(4, 100), Button: 3,
		Deck: dealt(b.Game, "Qs Js 9h 7c 4s", "2c 3d", "Ah Ad", "Kh Kd", "2d 3c"),
	})
	g.do("B call, C call, D call, A check")
	if g.h.Pot() != 8 || g.h.House() != 4 {
		t.Errorf("pot %d and house %d after the flop, want 8 and 4", g.h.Pot(), g.h.House())
	}
	g.tells("- gathered 12\n- board Qs Js 9h\n- collected 4", hand.Gathered, hand.Boarded, hand.Collected)
}

func TestFeeFromPot(t *testing.T) {
	const checked = "A check, B check, C check,"
	const beside = "C call, B check, B bet 2, C call, B check, C check, B check, C check" // A is all in
	for _, c := range []struct {
		rule   string
		fees   []*plan.CollectStep
		stacks []int64
		play   string
		nets   []int64
		house  int64
	}{
		{
			"omaha-casino.fee.when: out of the pot at the flop",
			[]*plan.CollectStep{flat(2)},
			stacks(3, 100), "C call, A call, B check," + checked + checked + checked,
			[]int64{-2, -2, 2},
			2,
		},
		{
			"a fee larger than the pot takes the pot",
			[]*plan.CollectStep{flat(10)},
			stacks(3, 100), "C call, A call, B check," + checked + checked + checked,
			[]int64{-2, -2, -2},
			6,
		},
		{
			"C11: no more than the main pot, also when there is a side pot",
			[]*plan.CollectStep{flat(10)},
			[]int64{1, 100, 100},
			beside,
			[]int64{-1, -4, 2},
			3,
		},
		{
			"omaha-casino.fee.no-flop: no flop, no fee",
			[]*plan.CollectStep{flat(2)},
			stacks(3, 100), "C fold, A fold",
			[]int64{-1, 1, 0},
			0,
		},
		{
			"a second fee finds what the first has left of the main pot",
			[]*plan.CollectStep{blindsDrop, flat(10)},
			[]int64{1, 100, 100},
			beside,
			[]int64{-1, -4, 1},
			4,
		},
		{
			"the blinds are dropped once",
			[]*plan.CollectStep{blindsDrop, blindsDrop, flat(10)},
			[]int64{1, 100, 100},
			beside,
			[]int64{-1, -4, 1},
			4,
		},
	} {
		t.Run(c.rule, func(t *testing.T) {
			game := collecting(c.fees...)
			g := start(t, hand.Setup{
				Plan: bind(t, game, fixed), Stacks: c.stacks, Button: 2,
				Deck: dealt(game, "Qs Js 9h 7c 4s", "2c 3d", "Kh Kd", "Ah Ad"),
			})
			g.do(c.play)
			g.nets(c.nets...)
			if g.h.House() != c.house {
				t.Errorf("the house has %d, want %d", g.h.House(), c.house)
			}
		})
	}
}

// TestFeeOfButton checks that the button pays by the number of players before
// anything is posted (house004.fee.when, .small, .large).
func TestFeeOfButton(t *testing.T) {
	fee := &plan.CollectStep{From: plan.FromButton, Rates: []plan.Rate{{Players: 4, Amount: 100}, {Players: 10, Amount: 200}}}
	game := holdem()
	game.Steps = slices.Insert(game.Steps, 0, plan.Step{Kind: plan.Collect, Collect: fee})
	b := bind(t, game, fixed)
	for n := 2; n <= 10; n++ {
		g := start(t, hand.Setup{Plan: b, Stacks: stacks(n, 100), Button: n - 1, Seed: 1})
		want := int64(1)
		if n > 4 {
			want = 2
		}
		if e := &g.l.Events[0]; g.h.House() != want || e.Kind != hand.Collected || int(e.Seat) != n-1 || e.Step != 0 {
			t.Errorf("%d players: the house has %d and the first event is %q of step %d; want %d of the button before all else",
				n, g.h.House(), tell(e), e.Step, want)
		}
	}

	// A button with nothing left after the fee is dealt in but can win nothing.
	g := start(t, hand.Setup{
		Plan: b, Stacks: []int64{100, 100, 1}, Button: 2,
		Deck: dealt(game, "Qs Js 9h 7c 4s", "2c 3d", "Kh Kd", "Ah Ad"),
	})
	g.do("A call, B check, A check, B check, A check, B check, A check, B check")
	g.nets(-2, 2, -1)
	if r := g.h.Result(); r.SidePots {
		t.Errorf("side pots %+v, want one pot", r.Pots)
	}
}
