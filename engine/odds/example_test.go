package odds_test

import (
	"context"
	"fmt"

	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Two aces against a range with five board cards to come: counted, not sampled.
func Example() {
	kings, err := cards.Deck{}.ParseRange("KK,AKs", 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	q := &odds.Question{
		Show:    &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High}}},
		Hands:   []odds.Hand{{Cards: cards.MustParse("AsAd")}, {Range: kings}},
		ToBoard: 5,
	}
	a, err := q.Compute(context.Background(), odds.Effort{Exact: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, h := range a.Hands {
		fmt.Printf("hand %d: %.2f %% of the pot\n", i+1, 100*h.Equity)
	}
	// Output:
	// hand 1: 83.42 % of the pot
	// hand 2: 16.58 % of the pot
}
