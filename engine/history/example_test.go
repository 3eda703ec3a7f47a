package history_test

import (
	"fmt"

	"cardroom/engine/history"
)

const file = `[1]
variant = 'NT'
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [0.5, 1]
min_bet = 1
starting_stacks = [100, 87.25]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'p2 cbr 2.50', 'p1 f']
finishing_stacks = [99, 88.25]

[2]
variant = 'NT'
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AhKh', 'd dh p2 QQ']
`

func Example() {
	r := history.NewReader("session.phhs", []byte(file), history.Options{})
	for h, err := range r.Hands() {
		if err != nil {
			fmt.Println(err.Detail())
			continue
		}
		fmt.Printf("hand %d: %s, %d players, amounts in 1/%d\n", h.Number, h.Variant, h.N(), h.Scale)
		for i := range h.Actions {
			a := &h.Actions[i]
			if a.Verb == history.BetTo {
				fmt.Printf("%s: p%d bets to %s\n", h.Position(a.Pos), a.Player+1, history.FormatAmount(a.Amount, h.Scale))
			}
		}
	}
	// Output:
	// hand 1: NT, 2 players, amounts in 1/100
	// session.phhs:8:45: p2 bets to 2.5
	// session.phhs:18:37: 'QQ' is not a card
	//     actions = ['d dh p1 AhKh', 'd dh p2 QQ']
	//                                         ^
	// hint: a card is a rank 23456789TJQKA and a suit cdhs, ?? if not known
}

func ExampleAppendTable() {
	fold := history.Action{Verb: history.Fold, Player: 1, Commentary: "in the dark"}
	h := history.Hand{
		Variant:  "angies/holdem",
		Blinds:   []int64{100, 50},
		SmallBet: 200,
		BigBet:   400,
		Starting: []int64{10000, 4050},
		Scale:    100,
		Actions:  []history.Action{fold},
	}
	h.SetSeed(7)
	fmt.Print(string(history.AppendTable(nil, "1", &h)))
	// Output:
	// [1]
	// variant = 'angies/holdem'
	// ante_trimming_status = false
	// blinds_or_straddles = [1, 0.5]
	// small_bet = 2
	// big_bet = 4
	// starting_stacks = [100, 40.5]
	// actions = ['p2 f # in the dark']
	// _seed = 7
}
