package dsl_test

import (
	"context"
	"testing"

	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// BenchmarkGames plays games of the houses with six seats of a hundred big
// blinds, with the random policy, on one core: one iteration is one hand.
func BenchmarkGames(b *testing.B) {
	lib := library(b, nil)
	for _, g := range []struct{ id, stakes string }{
		{"mixed/nt", "nl 1-2"},
		{"mixed/f7s", ""},
		{"omahacash/omaha", "pl 1-2"},
		{"omahacash/omaha-hilo", "pl 1-2"},
		{"angies/lowball", "2-4"},
		{"angies/stud7-hilo8", "2-4"},
		{"house004/lowball", "2-4"},
		{"elresbalon/stud5", ""},
		{"mixed/f2l3d", ""},
		{"mixed/fb", ""},
		{"sanrafael/california22", ""},
	} {
		b.Run(g.id, func(b *testing.B) {
			p := bound(b, lib, g.id, g.stakes)
			blind := max(p.Stakes.BB, p.Stakes.Small.Lo)
			stacks := make([]int64, 6)
			for i := range stacks {
				stacks[i] = 100 * blind
			}
			job := &batch.Job{
				Plan: p, Stacks: stacks, Seed: 1, From: 1, To: int64(b.N) + 1,
				Policy: func() (batch.Policy, error) { return batch.Random{}, nil },
			}
			b.ReportAllocs()
			res, err := batch.Run(context.Background(), job, 1, nil)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(res.Hands)/b.Elapsed().Seconds(), "hands/s")
			b.ReportMetric(float64(res.Decisions)/float64(res.Hands), "decisions/hand")
		})
	}
}

// TestNoAllocation checks that games that call no script allocate nothing, so
// that regressions of the benchmarks are noticed.
func TestNoAllocation(t *testing.T) {
	lib := library(t, nil)
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		allocatesNothing(t, lib, g)
	}
}

// allocatesNothing plays hands of a game that calls no script.
func allocatesNothing(t *testing.T, lib *dsl.Library, g *plan.Game) {
	t.Helper()
	if g.Award != nil || g.Banked() { // a round against a bank calls its script
		return
	}
	p := bound(t, lib, g.ID, "")
	stacks := []int64{20000, 20000, 20000, 20000}
	var h hand.Hand
	var s hand.Setup
	var r hand.Source
	var policy batch.Policy = batch.Random{}
	n := uint64(0)
	play := func() {
		n++
		s = hand.Setup{Plan: p, Stacks: stacks, Button: int(n % 4), Seed: 9, Number: n}
		r = hand.NewSource(9, n)
		if err := h.Start(&s); err != nil {
			t.Fatal(g.ID, err)
		}
		for d := h.Pending(); d != nil; d = h.Pending() {
			a, _ := policy.Act(&h, d, &r)
			if err := h.Apply(a); err != nil {
				t.Fatal(g.ID, err)
			}
		}
	}
	play() // builds the ranking's tables, on first use
	if got := testing.AllocsPerRun(300, play); got > 0 {
		t.Errorf("%s: %.2f allocations a hand, want none", g.ID, got)
	}
}
