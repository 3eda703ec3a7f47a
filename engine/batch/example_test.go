package batch_test

import (
	"context"
	"fmt"
	"os"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
)

// pairsOnly plays hold'em by one rule: it raises with a pair in its hand, and otherwise checks or folds.
type pairsOnly struct{}

// Act chooses an action. The hand shows the own cards and what everybody sees; the source is the policy's own chance.
func (pairsOnly) Act(h *hand.Hand, d *hand.Decision, _ *hand.Source) (hand.Action, error) {
	hole := h.Hole(int(d.Seat))
	paired := len(hole) == 2 && hole[0].Rank() == hole[1].Rank()
	switch {
	case d.Kind != hand.Wager: // a question that another game might ask
		return h.DefaultAction(), nil
	case paired && d.Options.MaxTo > 0:
		return hand.Action{Seat: d.Seat, Kind: hand.RaiseTo, Amount: d.Options.MinTo}, nil
	case paired || d.Options.Call == 0:
		return h.DefaultAction(), nil // check or call
	}
	return hand.Action{Seat: d.Seat, Kind: hand.Fold}, nil
}

// A policy written in Go plays the first seat of 2,000 hands against one that always calls. The same seed gives the same hands, with any
// number of workers.
func Example() {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts")}})
	game, err := lib.Find("angies/holdem")
	if err != nil {
		fmt.Println(err)
		return
	}
	bound, err := game.BindTo("2-4")
	if err != nil {
		fmt.Println(err)
		return
	}
	chips := 200 * bound.Stakes.Scale
	job := &batch.Job{
		Plan: bound, Stacks: []int64{chips, chips}, Seed: 1, From: 1, To: 2001,
		Policy: func() (batch.Policy, error) {
			return &batch.Seated{Own: map[int]batch.Policy{0: pairsOnly{}}, Rest: batch.Caller{}}, nil
		},
	}
	result, err := batch.Run(context.Background(), job, 2, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	mean, stdErr := result.Net[0].Mean(result.Hands)
	dollar := float64(bound.Stakes.Scale)
	fmt.Printf("%d hands, %d decisions: seat 1 wins %.3f a hand, with a standard error of %.3f\n", result.Hands, result.Decisions, mean/dollar, stdErr/dollar)
	// Output:
	// 2000 hands, 9720 decisions: seat 1 wins -0.151 a hand, with a standard error of 0.088
}
