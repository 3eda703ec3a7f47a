package street_test

import (
	"context"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/solve"
	"cardroom/engine/solve/street"
)

// TestReview: what a hand is worth does not depend on the names of suits, although one of two boards stands for both.
func TestReview(t *testing.T) {
	h := play(t, "mixed/nt", "nl 1-2", 60, "3c4c3h4h7cTd9d6d7hQs8c2c", "raise to 10", "call")
	s := &solve.Subgame{Hand: h, Bets: []float64{1}, Ranges: map[int]*cards.Range{0: rangeOf(t, h, "TT,AKs", 2), 1: rangeOf(t, h, "99,QQ", 2)}}
	tree, err := street.Build(context.Background(), s, solve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := tree.Game().Renamings; n != 6 {
		t.Errorf("%d renamings on a board of one suit, want 6", n)
	}
	solver := street.NewSolver(tree, 1)
	for range 10 {
		_ = solver.Step(context.Background())
	}
	check := func(seat int) hand.Action { return hand.Action{Kind: hand.Check, Seat: int8(seat)} }
	acts := []hand.Action{check(0), check(1), check(0), check(1), check(0), check(1)}
	var first []street.Spot
	for _, c := range []struct{ board, one, two string }{
		{"Qs2h", "AsKs", "9s9h"}, {"Qh2s", "AhKh", "9h9s"}, {"Qc2s", "AcKc", "9c9s"},
	} {
		board, err := cards.Read(c.board)
		if err != nil {
			t.Fatal(err)
		}
		got := solver.Review(context.Background(), acts, board, [2]cards.Set{setOf(t, c.one), setOf(t, c.two)})
		if len(got) != 6 {
			t.Fatalf("%s: %d decisions, want 6", c.board, len(got))
		}
		if first == nil {
			first = got
		}
		for i := range got {
			for a := range got[i].Worth {
				near(t, c.board+": "+got[i].Said, got[i].Worth[a], first[i].Worth[a], 0.01)
				near(t, c.board+": the mix after "+got[i].Said, got[i].Mix[a], first[i].Mix[a], 1e-4)
			}
			if got[i].Actions[got[i].Took] != "check" || got[i].Costs() < 0 {
				t.Errorf("%+v", got[i])
			}
		}
	}
}

func setOf(t *testing.T, text string) cards.Set {
	t.Helper()
	list, err := cards.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return cards.SetOf(list...)
}
