package dsl_test

import (
	"context"
	"runtime"
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

// TestRunAllocations limits what batch.Run allocates for a hand with the random
// policy: nothing in games that call no script, and in the others what their
// scripts need. What a job allocates once for its blocks is less than 0.1 a hand.
func TestRunAllocations(t *testing.T) {
	lib := library(t, nil)
	stacks := []int64{20000, 20000, 20000, 20000}
	for id, most := range map[string]float64{
		"mixed/f2l3d":                  0.1,
		"mixed/fb":                     0.1,
		"elresbalon/stud5":             0.1,
		"house004/lowball":             0.1,
		"angies/draw5":                 0.1,
		"angies/holdem":                0.1,
		"angies/lowball":               19,
		"sanrafael/california22":       19,
		"banked/blackjack":             17,
		"angies/lowball-without-joker": 19,
	} {
		p := bound(t, lib, id, "")
		run := func(hands int64) float64 {
			job := &batch.Job{
				Plan: p, Stacks: stacks, Seed: 9, From: 1, To: hands + 1,
				Policy: func() (batch.Policy, error) { return batch.Random{}, nil },
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := batch.Run(context.Background(), job, 1, nil); err != nil {
				t.Fatal(id, err)
			}
			runtime.ReadMemStats(&after)
			return float64(after.Mallocs - before.Mallocs)
		}
		run(400) // builds the tables of rankings and fills the caches of scripts
		got := run(400)
		for range 4 { // what a run of scripts allocates varies; the least does not
			got = min(got, run(400))
		}
		if got /= 400; got > most {
			t.Errorf("%s: %.2f allocations a hand, at most %v", id, got, most)
		}
	}
}
