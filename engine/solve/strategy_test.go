package solve_test

import (
	"context"
	"math"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/solve"
)

// match plays hands of a small game and returns the first seat's average win per hand, in the units
// of the solution, with its standard error.
func match(t *testing.T, s *enumerate.Small, unit int64, hands int64, policy func() (batch.Policy, error)) (won, off float64) {
	t.Helper()
	job := &batch.Job{
		Plan: s.Bound, Stacks: s.Stacks, Seed: 11, Pack: batch.SmallPack(s.Bound.Game.Deck, s.Pack), Still: true,
		From: 1, To: hands + 1, Policy: policy,
	}
	var sum, squares float64
	job.Record = func(to []byte, _ int64, p *batch.Played) ([]byte, error) {
		v := float64(p.Hand.Net(0)) / float64(unit)
		sum += v
		squares += v * v
		return to, nil
	}
	if _, err := batch.Run(context.Background(), job, 1, nil); err != nil {
		t.Fatal(err)
	}
	n := float64(hands)
	return sum / n, math.Sqrt((squares/n - sum/n*sum/n) / n)
}

// within fails if a mean is more than four standard errors from the expected value.
func within(t *testing.T, what string, got, off, want float64) {
	t.Helper()
	t.Logf("%s: %.5f ± %.5f, want %.5f", what, got, off, want)
	if !(math.Abs(got-want) <= 4*off) {
		t.Errorf("%s is %.5f ± %.5f, want %.5f", what, got, off, want)
	}
}

// TestStrategyPlays: strategies win at the table what the solution says, against each other, and
// the best reply to a bad strategy wins what was computed.
func TestStrategyPlays(t *testing.T) {
	if testing.Short() {
		t.Skip("solves whole games")
	}
	for _, c := range []struct {
		ref   string
		size  enumerate.Size
		hands int64
	}{
		{"examples/kuhn.star", enumerate.Kuhn, 30_000},
		{"examples/leduc.star", enumerate.Leduc, 6_000},
		{"angies/draw5", enumerate.Leduc, 4_000}, // cards are chosen, some of them alike
		{"angies/stud7", enumerate.Leduc, 4_000}, // some cards are face up
	} {
		s := small(t, c.ref, c.size, enumerate.Wishes{})
		g := build(t, s, solve.Options{Words: true})
		solver := solve.NewSolver(g, solve.Predictive)
		for range 500 {
			solver.Step()
		}
		best := solver.Average()
		uniform := solve.Uniform(g)
		for _, p := range []struct {
			what    string
			profile *solve.Profile
		}{
			{"both by the solution", best},
			{"the best reply of seat 1 to even play", g.BestReply(uniform, 0)},
			{"the best reply of seat 2 to even play", g.BestReply(uniform, 1)},
		} {
			strategy, err := p.profile.Strategy(s)
			if err != nil {
				t.Fatal(err)
			}
			played, err := strategy.Small(s.Bound.Game)
			if err != nil {
				t.Fatal(err)
			}
			won, off := match(t, played, g.Unit, c.hands, func() (batch.Policy, error) { return strategy.NewPlayer(), nil })
			within(t, c.ref+", "+p.what, won, off, g.Check(p.profile).Value[0])
			if c.ref == "examples/kuhn.star" && p.profile == best {
				within(t, "Kuhn's value", won, off, -1./18)
			}
		}
	}
}

// TestStrategyButton: a strategy knows its seats by the button.
func TestStrategyButton(t *testing.T) {
	s := small(t, "examples/leduc.star", enumerate.Leduc, enumerate.Wishes{})
	g := build(t, s, solve.Options{Words: true})
	strategy, err := solve.Uniform(g).Strategy(s)
	if err != nil {
		t.Fatal(err)
	}
	for button := range 2 {
		for number := range uint64(200) {
			p := strategy.NewPlayer()
			p.Begin()
			var h hand.Hand
			deck := batch.SmallPack(s.Bound.Game.Deck, s.Pack).Deal(3, int64(number))
			if err := h.Start(&hand.Setup{Plan: s.Bound, Stacks: s.Stacks, Button: button, Seed: 3, Number: number, Deck: deck}); err != nil {
				t.Fatal(err)
			}
			chance := hand.NewSource(1, number)
			for d := h.Pending(); d != nil; d = h.Pending() {
				a, err := p.Act(&h, d, &chance)
				if err != nil {
					t.Fatalf("button %d, hand %d: %v", button+1, number, err)
				}
				p.Saw(&h, d, &a)
				if err := h.Apply(a); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
