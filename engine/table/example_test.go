package table_test

import (
	"fmt"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/table"
)

// Three players sit down, one hand is played in which everybody folds to the
// big blind, and the table is stepped back.
func Example() {
	game := &plan.Game{
		Name: "Two cards", MinSeats: 2, MaxSeats: 9, Stakes: plan.StakesRule{Default: "2-4"},
		Betting: betting.Rules{Cap: 4},
		Forced:  []plan.Forced{{Amount: plan.SmallBlind, Left: 1}, {Amount: plan.BigBlind, Left: 2, HeadsUp: 1}},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 2},
			{Kind: plan.Bet, Bet: plan.BetStep{Open: plan.LeftOfBlind}},
			{Kind: plan.Board, Count: 3},
			{Kind: plan.Showdown, Show: &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High}}}},
		},
	}
	stakes, _ := game.ParseStakes("")
	bound, _ := game.Bind(stakes)
	config := &table.Config{
		Games: []table.Offer{{Plan: bound, Min: 4000}}, MinSeats: 2, MaxSeats: 9, Button: table.DeadButton, Owed: true,
		Postings: []table.Posting{{Hands: []table.Collection{{Rates: []table.Rate{{Players: 9, Amount: 100}}}}}},
	}
	t, err := config.Open(1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for p := range 3 {
		_ = t.Apply(table.Event{Kind: table.Join, Player: table.Player(p + 1), Seat: -1, Amount: 10000})
	}
	fmt.Println(t.Apply(table.Event{Kind: table.Join, Player: 4, Seat: -1, Amount: 3000}))
	before := t

	deal, _ := t.Next()
	var h hand.Hand
	_ = h.Start(&deal.Setup)
	for d := h.Pending(); d != nil; d = h.Pending() {
		_ = h.Apply(hand.Action{Kind: hand.Fold, Seat: d.Seat})
	}
	_ = t.Finish(&h)
	for k := range 3 {
		fmt.Println("player", t.Seat(k).Player, "has", t.Seat(k).Stack)
	}
	fmt.Println("the house has", t.House().Total())

	t = before
	fmt.Println("stepped back:", t.Hands(), "hands")
	// Output:
	// join player=4 amount=3000: the minimum buy-in is 40, not 30
	// player 1 has 10000
	// player 2 has 9900
	// player 3 has 10000
	// the house has 100
	// stepped back: 0 hands
}
