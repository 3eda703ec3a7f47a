package hand

import (
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// holdem is a plain no-limit hold'em, written as data.
func holdem() *plan.Game {
	bet := func(o plan.Opener, t plan.Tier) plan.Step {
		return plan.Step{Kind: plan.Bet, Bet: plan.BetStep{Open: o, Tier: t}}
	}
	return &plan.Game{
		ID: "test/holdem", Name: "Hold'em", MinSeats: 2, MaxSeats: 22,
		Forced: []plan.Forced{{Amount: plan.SmallBlind, Left: 1}, {Amount: plan.BigBlind, Left: 2, HeadsUp: 1}},
		Stakes: plan.StakesRule{Default: "nl 1-2"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 2},
			bet(plan.LeftOfBlind, plan.Small),
			{Kind: plan.Burn, Count: 1},
			{Kind: plan.Board, Count: 3},
			bet(plan.LeftOfButton, plan.Small),
			{Kind: plan.Burn, Count: 1},
			{Kind: plan.Board, Count: 1},
			bet(plan.LeftOfButton, plan.Big),
			{Kind: plan.Burn, Count: 1},
			{Kind: plan.Board, Count: 1},
			bet(plan.LeftOfButton, plan.Big),
			{Kind: plan.Showdown, Show: &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High}}}},
		},
	}
}

func bind(t testing.TB, g *plan.Game, stakes string) *plan.Bound {
	t.Helper()
	if err := g.Validate(); err != nil {
		t.Fatal(err)
	}
	s, err := g.ParseStakes(stakes)
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Bind(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// choose is the random policy of the batch runner in small: facing a bet fold
// 15 %, raise 25 %, else check or call.
func choose(d *Decision, r *Source) Action {
	a := Action{Seat: d.Seat}
	o := &d.Options
	p := r.Below(100)
	switch {
	case o.CanRaise() && p < 25:
		a.Kind, a.Amount = RaiseTo, o.MinTo
		if r.Below(100) >= 60 {
			to := o.MinTo + int64(r.Below(uint64(o.MaxTo-o.MinTo+1)))
			a.Amount = max(o.MinTo, to-to%o.Chip)
		}
	case o.Call > 0 && p < 40:
		a.Kind = Fold
	case o.CanCheck:
		a.Kind = Check
	default:
		a.Kind = Call
	}
	return a
}

func play(t testing.TB, h *Hand, s *Setup, r *Source) {
	if err := h.Start(s); err != nil {
		t.Fatal(err)
	}
	for d := h.Pending(); d != nil; d = h.Pending() {
		if err := h.Apply(choose(d, r)); err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkHoldem(b *testing.B) {
	p := bind(b, holdem(), "nl 1-2")
	stacks := []int64{20000, 20000, 20000, 20000, 20000, 20000}
	var h Hand
	var s Setup
	r := NewSource(1, 2)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n++
		s = Setup{Plan: p, Stacks: stacks, Button: n % 6, Seed: 1, Number: uint64(n)}
		play(b, &h, &s, &r)
		if !h.Conserved() {
			b.Fatal("chips")
		}
	}
}

func TestPlays(t *testing.T) {
	p := bind(t, holdem(), "nl 1-2")
	var h Hand
	r := NewSource(1, 2)
	for n := range 2000 {
		seats := 2 + int(r.Below(9))
		stacks := make([]int64, seats)
		for i := range stacks {
			stacks[i] = 1 + int64(r.Below(2000))
		}
		s := Setup{Plan: p, Stacks: stacks, Button: n % seats, Seed: 1, Number: uint64(n)}
		play(t, &h, &s, &r)
		if !h.Conserved() {
			t.Fatal("chips", n)
		}
	}
	_ = cards.Unknown
	_ = betting.MaxSeats
}
