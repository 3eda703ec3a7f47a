package hand_test

import (
	"testing"

	houses "cardroom/dsl/fuzzhouses"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
)

// TestNewPartsAllocateNothing checks that hands that are set apart, named boards,
// replaced cards, runs and seats with thirteen cards allocate no memory.
func TestNewPartsAllocateNothing(t *testing.T) {
	for _, g := range houses.Parts() {
		s, err := g.ParseStakes("")
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.Bind(s)
		if err != nil {
			t.Fatal(err)
		}
		setup := hand.Setup{Plan: b, Seed: 1}
		for range g.MinSeats + 1 {
			setup.Stacks = append(setup.Stacks, 20*b.Stakes.Scale)
		}
		var h hand.Hand
		chance := hand.NewSource(1, 2)
		one := func() {
			setup.Number++
			if err := h.Start(&setup); err != nil {
				t.Fatal(err)
			}
			for d := h.Pending(); d != nil; d = h.Pending() {
				a, err := (batch.Random{}).Act(&h, d, &chance)
				if err == nil {
					err = h.Apply(a)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		one() // compiles the ranking
		if n := testing.AllocsPerRun(200, one); n != 0 {
			t.Errorf("%s: %v allocations a hand, want none", g.ID, n)
		}
	}
}
