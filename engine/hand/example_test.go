package hand_test

import (
	"fmt"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
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

// A ranking written in Go decides who wins: the most pips, where aces count 1 and faces 10.
func Example_ranking() {
	pips, err := rank.Compile(rank.Description{
		Name: "pips", Size: 3,
		Score: func(h rank.Hand) (points uint32) {
			for i, n := range h.Counts { // from deuces to aces
				worth := min(i+2, 10)
				if i == 12 {
					worth = 1
				}
				points += uint32(n) * uint32(worth)
			}
			return points
		},
		Words: func(points uint32) string { return fmt.Sprint(points, " pips") },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	game := &plan.Game{
		ID: "example/pips", Name: "Pips", MinSeats: 2, MaxSeats: 8,
		Forced: []plan.Forced{{Amount: plan.Ante, Everybody: true}},
		Stakes: plan.StakesRule{Default: "2-2 ante 1"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 3},
			{Kind: plan.Showdown, Show: &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: pips}}}},
		},
	}
	bound, err := game.BindTo("2-2 ante 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	var h hand.Hand
	var log hand.Log
	if err := h.Start(&hand.Setup{Plan: bound, Stacks: []int64{1000, 1000, 1000}, Seed: 1, Log: &log}); err != nil {
		fmt.Println(err)
		return
	}
	for seat := range 3 {
		fmt.Printf("%v has %s: %+d\n", cards.Format(h.Hole(seat)), pips.Describe(pips.Best(h.Hole(seat))), h.Net(seat)/bound.Stakes.Scale)
	}
	// Output:
	// 4h9hTc has 23 pips: -1
	// 2c3d2s has 7 pips: -1
	// KcQhQs has 30 pips: +2
}
