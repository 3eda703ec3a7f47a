package solve_test

import (
	"context"
	"errors"
	"testing"

	"cardroom/engine/enumerate"
	"cardroom/engine/solve"
	"cardroom/engine/testkit"
)

// TestEstimate: the estimate before a tree is built is close to its size, and the memory is not
// underestimated.
func TestEstimate(t *testing.T) {
	if testing.Short() {
		t.Skip("solves whole games")
	}
	for _, ref := range testkit.Sweep([]string{"examples/kuhn.star", "examples/leduc.star", "angies/holdem", "angies/lowball", "angies/stud7", "house004/draw", "mixed/pt", "engine/solve/testdata/kuhn3.star"}, 1) {
		size, wishes := enumerate.Leduc, enumerate.Wishes{}
		if ref == "engine/solve/testdata/kuhn3.star" {
			size, wishes.Ranks = enumerate.Kuhn, 4
		}
		s := small(t, ref, size, wishes)
		e, err := solve.Estimate(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		g := build(t, s, solve.Options{})
		t.Logf("%s: about %.0f ± %.0f nodes, %d bytes; %d nodes, %d bytes", ref, e.Nodes, e.NodesOff, e.Bytes, g.Nodes, g.Bytes())
		near(t, ref+": nodes", e.Nodes, float64(g.Nodes), 4*e.NodesOff+0.05*float64(g.Nodes))
		near(t, ref+": ends", e.Ends, float64(g.Terminals), 0.5*float64(g.Terminals))
		if e.Bytes < g.Bytes() {
			t.Errorf("%s: %d bytes were announced, %d are needed", ref, e.Bytes, g.Bytes())
		}
	}
}

// ending is a context that ends when it has been asked a number of times.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestEstimateInterrupted checks that an estimate that is interrupted at any moment says so, and nothing about the game.
func TestEstimateInterrupted(t *testing.T) {
	s := small(t, "examples/kuhn.star", enumerate.Kuhn, enumerate.Wishes{})
	for asked := range 1000 {
		size, err := solve.Estimate(&ending{context.Background(), asked}, s)
		switch {
		case err == nil && size != nil && asked > 0:
			return
		case !errors.Is(err, context.Canceled):
			t.Fatalf("interrupted when asked %d times: %v, %v", asked, size, err)
		}
	}
	t.Error("the estimate never ends")
}
