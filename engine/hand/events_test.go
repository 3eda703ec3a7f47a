package hand_test

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// TestStory checks the events of a whole hand, with amounts and the plan step
// behind each. It is fixture AH1 with a shorter river.
func TestStory(t *testing.T) {
	game := holdem()
	g := start(t, hand.Setup{
		Plan: bind(t, game, fixed), Stacks: stacks(4, 100), Button: 3,
		Deck: deckOf(game, "Kd Qc 9h 2s 3c 7d 8h 5d 4c Th Jh Qh 6s 2c 9c 2d"),
	})
	g.do(`
		C call, D call, A call, B check
		A check, B bet 2, C raise 4, D call, A fold, B call
		B check, C bet 4, D call, B fold
		C bet 4, D call`)
	var got []string
	for i := range g.l.Events {
		e := &g.l.Events[i]
		got = append(got, fmt.Sprintf("%d: %s", e.Step, tell(e)))
	}
	want := strings.Join([]string{
		"-1: A posted 1",
		"-1: B posted 2",
		"0: A dealt Kd 3c",
		"0: B dealt Qc 7d",
		"0: C dealt 9h 8h",
		"0: D dealt 2s 5d",
		"1: C round to 2",
		"1: C called 2",
		"1: D called 2",
		"1: A called 1 to 2",
		"1: B checked",
		"1: - gathered 8",
		"2: - burned 4c",
		"3: - board Th Jh Qh",
		"4: A round",
		"4: A checked",
		"4: B bet 2",
		"4: C raised 4",
		"4: D called 4",
		"4: A folded",
		"4: B called 2 to 4",
		"4: - gathered 20",
		"5: - burned 6s",
		"6: - board 2c",
		"7: B round",
		"7: B checked",
		"7: C bet 4",
		"7: D called 4",
		"7: B folded",
		"7: - gathered 28",
		"8: - burned 9c",
		"9: - board 2d",
		"10: C round",
		"10: C bet 4",
		"10: D called 4",
		"10: - gathered 36",
		"11: C shown 9h 8h",
		"11: D shown 2s 5d",
		"11: C awarded 36 pot 0 part 0",
	}, "\n")
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("told:\n%s\n\nwant:\n%s", text, want)
	}
	g.nets(-2, -6, 22, -14)
	if r := g.h.Result(); !r.Showdown || r.Split || r.SidePots {
		t.Errorf("result %+v, want a showdown with one pot and one winner", *r)
	}
}

// TestUncontested checks that when all but one fold, the hand ends, the uncalled
// bet goes back, and no cards are shown.
func TestUncontested(t *testing.T) {
	for _, c := range []struct {
		rule   string
		stakes plan.Stakes
		play   string
		story  string
		nets   []int64
	}{
		{
			"angies.holdem.play.blinds: all fold, B wins 3, its uncalled bet counts", fixed,
			"C fold, A fold",
			"C folded\nA folded\nB returned 1\n- gathered 2\nB won 2",
			[]int64{-1, 1, 0},
		},
		{
			"omaha-casino.fee.no-flop: all fold to a raise", fixed,
			"C raise 4, A fold, B fold",
			"C raised 4\nA folded\nB folded\nC returned 2\n- gathered 5\nC won 5",
			[]int64{-1, -2, 3},
		},
		{
			"omaha-casino.round.21d: a bet nobody calls comes back", fixed,
			"C call, A call, B check, A bet 2, B fold, C fold",
			"C called 2\nA called 1 to 2\nB checked\n- gathered 6\nA bet 2\nB folded\nC folded\nA returned 2\nA won 6",
			[]int64{4, -2, -2},
		},
		{
			"an all-in that nobody calls", noLimit,
			"C raise 100, A fold, B fold",
			"C raised 100 all-in\nA folded\nB folded\nC returned 98\n- gathered 5\nC won 5",
			[]int64{-1, -2, 3},
		},
	} {
		g := start(t, hand.Setup{Plan: bind(t, holdem(), c.stakes), Stacks: stacks(3, 100), Button: 2, Seed: 1})
		g.do(c.play)
		g.nets(c.nets...)
		g.tells(c.story, hand.Folded, hand.Checked, hand.Called, hand.Bet, hand.Raised, hand.Returned, hand.Gathered,
			hand.Shown, hand.Mucked, hand.Won, hand.Awarded)
		if r := g.h.Result(); r.Showdown || r.Split || r.SidePots {
			t.Errorf("%s: result %+v, want no showdown", c.rule, *r)
		}
	}
}

// TestCompletedIsTold checks that completing a short bet is a Completed event, and
// the raise after it a Raised event.
func TestCompletedIsTold(t *testing.T) {
	game := with(holdem(), func(g *plan.Game) { g.Betting.ShortAllIn = betting.ActionOnly })
	s := fixed
	s.SB, s.BB = 1, 1 // below the unit of 2
	g := start(t, hand.Setup{Plan: bind(t, game, s), Stacks: []int64{100, 100, 100, 3}, Button: 3, Seed: 1})
	g.asks("seat 3: fold, call 1, complete to 2")
	g.do("C complete 2, D call, A raise 4, B fold, C call, D call")
	g.do("A check, C bet 2, A raise 4, C call")
	g.tells(`
		C completed 2
		A raised 3 to 4
		C bet 2
		A raised 4`, hand.Completed, hand.Raised, hand.Bet)
}

// TestRunOut checks that when no more betting is possible, the board is dealt,
// rounds name nobody, and everybody shows.
func TestRunOut(t *testing.T) {
	game := holdem()
	g := start(t, hand.Setup{
		Plan: bind(t, game, noLimit), Stacks: []int64{100, 60, 30}, Button: 2,
		Deck: dealt(game, "Qs Js 9h 7c 4s", "2c 3d", "Kh Kd", "Ah Ad"),
	})
	g.do("C allin 30, A allin 100, B call")
	g.nets(-60, 0, 60)
	g.tells(`
		C round to 2
		C raised 30 all-in
		A raised 99 to 100 all-in
		B called 58 to 60 all-in
		A returned 40
		- gathered 150
		- round
		- round
		- round
		C awarded 90 pot 0 part 0
		B awarded 60 pot 1 part 0`,
		hand.RoundBegan, hand.Raised, hand.Called, hand.Returned, hand.Gathered, hand.Awarded)
	if n := len(g.told(hand.Shown)); n != 3 {
		t.Errorf("%d hands are shown, want 3", n)
	}
	if r := g.h.Result(); !r.Showdown || !r.SidePots || r.Split {
		t.Errorf("result %+v, want a showdown with side pots", *r)
	}
	if len(g.h.Board()) != 5 {
		t.Errorf("board %v, want five cards", g.h.Board())
	}
}

// TestSideAction checks that two players bet on while a third is all in.
func TestSideAction(t *testing.T) {
	game := holdem()
	g := start(t, hand.Setup{
		Plan: bind(t, game, fixed), Stacks: []int64{100, 100, 3}, Button: 2,
		Deck: dealt(game, "Qs Js 9h 7c 4s", "Kc Kd", "2h 3d", "Ah Ad"),
	})
	g.do("C allin 3")
	g.asks("seat 1: fold, call 2, raise to 5") // three is half a raise of two
	g.do("A raise 5, B call, A bet 2, B call, A bet 4, B call, A bet 4, B call")
	g.nets(9, -15, 6)
	g.tells("C awarded 9 pot 0 part 0\nA awarded 24 pot 1 part 0", hand.Awarded)
}

// TestPotLimitCountsThePot checks that the largest bet grows with the pot of
// earlier rounds, including dead money, less what the house has taken.
func TestPotLimitCountsThePot(t *testing.T) {
	b := bind(t, collecting(flat(1)), stakes(betting.PotLimit))
	g := start(t, hand.Setup{Plan: b, Stacks: stacks(3, 100), Button: 2, Seed: 1, Posts: []hand.Post{{Seat: 0, Amount: 4, Dead: true}}})
	g.asks("seat 3: fold, call 2, raise to 4 to 11") // 2 and 4+1+2+2
	g.do("C call, A call, B check")
	g.asks("seat 1: fold, check, bet 2 to 9") // 6 and 4 dead less 1
	g.do("A bet 9")
	g.asks("seat 2: fold, call 9, raise to 18 to 36")
}
