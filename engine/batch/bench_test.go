package batch

import (
	"context"
	"testing"

	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

func benchPlan(t testing.TB) *plan.AtStakes {
	bet := func(o plan.Opener, tier plan.Tier) plan.Step {
		return plan.Step{Kind: plan.Bet, Bet: plan.BetStep{Open: o, Tier: tier}}
	}
	burn := plan.Step{Kind: plan.Burn, Count: 1}
	g := &plan.Game{
		ID: "test/holdem", Name: "Hold'em", MinSeats: 2, MaxSeats: 10,
		Forced: []plan.Forced{{Amount: plan.SmallBlind, Left: 1}, {Amount: plan.BigBlind, Left: 2, HeadsUp: 1}},
		Stakes: plan.StakesRule{Default: "nl 1-2"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 2},
			bet(plan.LeftOfBlind, plan.Small),
			burn,
			{Kind: plan.Board, Count: 3},
			bet(plan.LeftOfButton, plan.Small),
			burn,
			{Kind: plan.Board, Count: 1},
			bet(plan.LeftOfButton, plan.Big),
			burn,
			{Kind: plan.Board, Count: 1},
			bet(plan.LeftOfButton, plan.Big),
			{Kind: plan.Showdown, Show: &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High}}}},
		},
	}
	if err := g.Validate(); err != nil {
		t.Fatal(err)
	}
	b, err := g.BindTo("")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// BenchmarkHoldem plays no-limit hold'em with six seats of 100 big blinds and
// the random policy on one core: one iteration is one hand.
func BenchmarkHoldem(b *testing.B) {
	job := &Job{
		Plan: benchPlan(b), Stacks: []int64{20000, 20000, 20000, 20000, 20000, 20000}, Seed: 1,
		From: 1, To: int64(b.N) + 1, Policy: func() (Policy, error) { return Random{}, nil },
	}
	b.ReportAllocs()
	res, err := Run(context.Background(), job, 1, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(res.Hands)/b.Elapsed().Seconds(), "hands/s")
	b.ReportMetric(float64(res.Decisions)/float64(res.Hands), "decisions/hand")
}
