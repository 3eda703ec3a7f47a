package hand_test

import (
	"fmt"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// A game is data, and its players are asked until the hand is over. Each gets five
// cards, with one round of bets of 2 after an ante of 1: the first player bets, the
// other calls.
func Example() {
	game := &plan.Game{
		ID: "example/five-cards", Name: "Five Cards", MinSeats: 2, MaxSeats: 8,
		Forced:  []plan.Forced{{Amount: plan.Ante, Everybody: true}},
		Betting: betting.Rules{Cap: 3},
		Stakes:  plan.StakesRule{Default: "2-2 ante 1"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 5},
			{Kind: plan.Bet, Bet: plan.BetStep{Open: plan.LeftOfButton}},
			{Kind: plan.Showdown, Show: &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High}}}},
		},
	}
	bound, err := game.BindTo("2-2 ante 1")
	if err != nil {
		fmt.Println(err)
		return
	}

	dollar := bound.Stakes.Scale // chips are counted in the smallest unit
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: bound, Stacks: []int64{100 * dollar, 100 * dollar}, Button: 1, Seed: 1}); err != nil {
		fmt.Println(err)
		return
	}
	for {
		d, ok := h.Next()
		if !ok {
			break
		}
		fmt.Printf("seat %d: $%d to call\n", d.Seat+1, d.Options.Call/dollar)
		action := hand.Action{Seat: d.Seat, Kind: hand.Call}
		if d.Options.Call == 0 && d.Seat == 0 {
			action = hand.Action{Seat: d.Seat, Kind: hand.RaiseTo, Amount: d.Options.MinTo}
		}
		if err := h.Apply(action); err != nil {
			fmt.Println(err)
			return
		}
	}
	for i := range 2 {
		fmt.Printf("seat %d ends with $%d\n", i+1, h.Stack(i)/dollar)
	}
	// Output:
	// seat 1: $0 to call
	// seat 2: $2 to call
	// seat 1 ends with $103
	// seat 2 ends with $97
}
