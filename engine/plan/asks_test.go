package plan_test

import (
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// counted is a condition that holds if somebody has chosen "a", and counts how often it is asked.
type counted struct{ asked *int }

func (c counted) Holds(q plan.Question) (bool, error) {
	*c.asked++
	for seat := range q.Seats() {
		if q.(plan.OpenQuestion).Chose(seat, "a") {
			return true, nil
		}
	}
	return false, nil
}

// TestFewAsks has three choices at seven seats. A road on which the condition holds takes as many cards as all steps together, so no other
// needs to be followed.
func TestFewAsks(t *testing.T) {
	asked := 0
	g := &plan.Game{MinSeats: 7, MaxSeats: 7, Deck: cards.Deck{}, Steps: []plan.Step{
		{Kind: plan.Asks, Ask: &plan.Ask{InTurn: true, Offers: []plan.Offer{{Name: "a"}, {Name: "b"}, {Name: "c"}}}},
		{Kind: plan.Deal, Count: 5},
		{Kind: plan.When, Test: counted{&asked}, Jump: 4},
		{Kind: plan.Deal, Count: 4},
		{Kind: plan.Carry},
	}}
	if held, cards := g.MostHeld(), g.Cards(7); held != 9 || cards != 63 || asked == 0 || asked > 20 {
		t.Errorf("a seat holds %d cards, all take %d, asked %d times: want 9, 63 and at most 20", held, cards, asked)
	}
}
