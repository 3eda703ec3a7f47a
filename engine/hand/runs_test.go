package hand_test

import (
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// running returns hold'em in which the rest of the board is run n times.
func running(t *testing.T, n int, agree bool) *plan.AtStakes {
	t.Helper()
	return bind(t, with(holdem(), func(g *plan.Game) {
		var steps []plan.Step
		for _, s := range g.Steps {
			steps = append(steps, s)
			if s.Kind == plan.Bet {
				steps = append(steps, plan.RunThe(n, agree))
			}
		}
		g.Steps = steps
	}), noLimit)
}

// playRuns goes all in and calls up to the showdown; every seat names a number of
// runs.
func playRuns(t *testing.T, h *hand.Hand, name func(seat int8) string) {
	t.Helper()
	for d := h.Pending(); d != nil; d = h.Pending() {
		a := hand.Action{Kind: hand.RaiseTo, Seat: d.Seat, Amount: d.Options.MaxTo}
		switch {
		case d.Kind == hand.Chosen:
			var ok bool
			if a, ok = h.Take(name(d.Seat), -1); !ok {
				t.Fatalf("%s is not offered: %s", name(d.Seat), h.Legal())
			}
		case !d.Options.CanRaise():
			a = h.DefaultAction()
		}
		before := *h
		if err := h.Apply(a); err != nil {
			t.Fatal(err)
		}
		if !h.Conserved() || !h.CardsConserved() {
			t.Fatal("chips or cards are lost")
		}
		again := before
		if again.Follow(nil); again.Apply(a) != nil || !again.Same(h) {
			t.Fatal("the same action leads elsewhere")
		}
	}
}

// TestRuns checks that every pot, including side pots, is divided among the runs,
// with odd chips to the first, and that each run is won by its own board.
func TestRuns(t *testing.T) {
	for _, n := range []int{2, 3} {
		b := running(t, n, false)
		for number := range uint64(200) {
			var log hand.Log
			var h hand.Hand
			s := hand.Setup{Plan: b, Stacks: []int64{700, 1300, 5000, 2500}, Button: int(number % 4), Seed: 5, Number: number, Log: &log, Attendance: hand.Tracked}
			if err := h.Start(&s); err != nil {
				t.Fatal(err)
			}
			playRuns(t, &h, nil)
			if h.Runs() != n || len(h.Board()) != 5*n {
				t.Fatalf("hand %d: %d runs, %d cards on the board", number, h.Runs(), len(h.Board()))
			}
			paid, run := map[[2]int8]int64{}, int8(-1)
			for _, e := range log.Events {
				switch e.Kind {
				case hand.RunPaid:
					run = e.Pot
					one := h.OnRun(int(run))
					if got := cards.Format(e.List()); len(e.List()) != 5 || got != cards.Format(one.Board()) || got != cards.Format(h.Board()[5*run:5*run+5]) {
						t.Fatalf("run %d has the board %s", run, got)
					}
				case hand.Awarded:
					paid[[2]int8{run, e.Pot}] += e.Amount
					one := h.OnRun(int(run))
					for seat := range 4 {
						if e.Part == 0 && h.Result().Pots.Pot[e.Pot].Eligible.Has(seat) && one.Strength(0, seat) > e.Strength {
							t.Errorf("hand %d, run %d: seat %d has a better hand than the winner", number, run, seat+1)
						}
					}
				}
			}
			for i := range h.Result().Pots.N {
				for run := range n {
					want := betting.Nth(h.Result().Pots.Pot[i].Amount, b.Stakes.Chip, n, run)
					if got := paid[[2]int8{int8(run), int8(i)}]; got != want {
						t.Errorf("hand %d: run %d pays %d of pot %d, want %d", number, run, got, i, want)
					}
				}
			}
		}
	}
}

// TestRunsAgreed checks that the smallest number that a player names is agreed, and
// that nobody is asked twice.
func TestRunsAgreed(t *testing.T) {
	for _, c := range []struct {
		says [3]string
		runs int
	}{
		{[3]string{"three", "three", "three"}, 3},
		{[3]string{"three", "twice", "three"}, 2},
		{[3]string{"three", "once", "twice"}, 1},
		{[3]string{"once", "once", "once"}, 1},
	} {
		var log hand.Log
		var h hand.Hand
		if err := h.Start(&hand.Setup{Plan: running(t, 3, true), Stacks: []int64{700, 1300, 5000}, Button: 2, Seed: 5, Log: &log}); err != nil {
			t.Fatal(err)
		}
		asked := 0
		playRuns(t, &h, func(seat int8) string { asked++; return c.says[seat] })
		want := 3
		if c.runs == 1 {
			for want = 1; c.says[want-1] != "once"; want++ {
			}
		}
		if h.Runs() != c.runs || len(h.Board()) != 5*c.runs || asked != want {
			t.Errorf("%v: %d runs, %d cards on the board, %d asked; want %d runs and %d asked", c.says, h.Runs(), len(h.Board()), asked, c.runs, want)
		}
	}
}

// TestRunsOfTheRest checks that nothing is run twice while somebody can still bet,
// and that only the cards not yet dealt are run.
func TestRunsOfTheRest(t *testing.T) {
	b := running(t, 2, false)
	for _, c := range []struct {
		until int // cards on the board when all go all in; 9 for never
		cards int
	}{{3, 7}, {4, 6}, {5, 5}, {9, 5}} {
		var h hand.Hand
		if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{5000, 5000}, Button: 1, Seed: 5}); err != nil {
			t.Fatal(err)
		}
		for d := h.Pending(); d != nil; d = h.Pending() {
			a := h.DefaultAction()
			if len(h.Board()) >= c.until && d.Options.CanRaise() {
				a = hand.Action{Kind: hand.RaiseTo, Seat: d.Seat, Amount: d.Options.MaxTo}
			}
			if err := h.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
		if len(h.Board()) != c.cards || h.PutIn() != h.PaidOut() {
			t.Errorf("all-in with %d cards on the board: %d in the end, want %d", c.until, len(h.Board()), c.cards)
		}
	}
}

// TestShareOfRun checks that the shares of an amount are whole chips and add up to
// the amount.
func TestShareOfRun(t *testing.T) {
	for amount := range int64(300) {
		for _, chip := range []int64{1, 5, 25} {
			for n := 1; n <= 4; n++ {
				total := int64(0)
				for k := range n {
					share := betting.Nth(amount, chip, n, k)
					if total += share; share < 0 || k > 0 && (share%chip != 0 || share > betting.Nth(amount, chip, n, 0)) {
						t.Fatalf("share %d of %d in %d: %d", k, amount, n, share)
					}
				}
				if total != amount {
					t.Fatalf("%d in %d shares come to %d", amount, n, total)
				}
			}
		}
	}
}
