package plan_test

import (
	"testing"

	"cardroom/engine/plan"
)

// repeated is a plan with a Repeat of three rounds of two steps, which can end early, and in each round another of two.
func repeated() *plan.Game {
	inner := func(again int) []plan.Step {
		return []plan.Step{{Kind: plan.Repeat, Count: 2, Again: again}, {Kind: plan.Deal, Again: again}, {Kind: plan.Deal, Again: again + 1}}
	}
	g := &plan.Game{Steps: []plan.Step{{Kind: plan.Bet}, {Kind: plan.Repeat, Count: 3, Until: true}}}
	for k := range 3 {
		g.Steps = append(g.Steps, inner(4*k)...)
		if k < 2 {
			g.Steps = append(g.Steps, plan.Step{Kind: plan.When, Until: true, Again: 4 * k, Jump: 13})
		}
	}
	g.Steps[1].Jump = len(g.Steps)
	g.Steps = append(g.Steps, plan.Step{Kind: plan.Showdown})
	return g
}

func TestRounds(t *testing.T) {
	g := repeated()
	if from, to := g.RoundOf(1); from != 2 || to != 5 {
		t.Errorf("the first round is %d to %d, want 2 to 5", from, to)
	}
	if from, to := g.RoundOf(2); from != 3 || to != 4 {
		t.Errorf("the first round within is %d to %d, want 3 to 4", from, to)
	}
	for at, want := range map[int]int{1: 4, 2: 1, 6: 1, 10: 1} {
		if n := g.Period(at); n != want {
			t.Errorf("a period of %d at step %d, want %d", n, at, want)
		}
	}
	for at, want := range []int{0, 1, 2, 3, 3, 5, 2, 3, 3, 5, 2, 3, 3, 13} {
		if first := g.First(at); first != want {
			t.Errorf("step %d repeats step %d, want %d", at, first, want)
		}
	}
}
