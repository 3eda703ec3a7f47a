package hand_test

import (
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// TestOffersAllAtOnce checks secret offers: nobody knows another seat's choice
// before all have chosen, and then everybody does.
func TestOffersAllAtOnce(t *testing.T) {
	g := &plan.Game{
		ID: "test/offers", Name: "Offers", MinSeats: 2, MaxSeats: 6, Betting: betting.Rules{Cap: 4},
		Forced: []plan.Forced{{Amount: plan.BigBlind, Everybody: true, Dead: true}}, Stakes: plan.StakesRule{Default: "2-4"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 5},
			{Kind: plan.Asks, Ask: &plan.Ask{
				Offers: []plan.Offer{{Name: "high"}, {Name: "low"}, {Name: "both"}},
				Words:  plan.Words{Name: "declare", Say: "declare", Does: "declares", Asked: "a declaration"},
			}},
			bet(plan.LeftOfButton, plan.Small),
			{Kind: plan.Showdown, Show: best(high)},
		},
	}
	s, err := g.ParseStakes("2-4")
	if err != nil {
		t.Fatal(err)
	}
	var log hand.Log
	h := new(hand.Hand)
	if err := h.Start(&hand.Setup{Plan: bind(t, g, s), Stacks: []int64{10000, 10000, 10000}, Button: 2, Seed: 7, Number: 1, Log: &log}); err != nil {
		t.Fatal(err)
	}
	for pick := range int8(3) {
		d := h.Pending()
		if d.Kind != hand.Chosen || d.Seat != pick || d.Count != 3 || h.Choice() == nil {
			t.Fatalf("asked: %+v", d)
		}
		before := *h
		for _, wrong := range []hand.Action{
			{Kind: hand.Choose, Seat: d.Seat, Pick: 3},
			{Kind: hand.Choose, Seat: d.Seat, Pick: -1},
			{Kind: hand.Choose, Seat: d.Seat, Pick: 1, Amount: 1},
			{Kind: hand.Choose, Seat: (d.Seat + 1) % 3},
			{Kind: hand.Check, Seat: d.Seat},
		} {
			if err := h.Apply(wrong); err == nil || !h.Same(&before) {
				t.Errorf("%+v is taken: %v", wrong, err)
			}
		}
		a, b := *h, *h
		if err := a.Apply(hand.Action{Kind: hand.Choose, Seat: d.Seat, Pick: pick}); err != nil {
			t.Fatal(err)
		}
		if err := b.Apply(hand.Action{Kind: hand.Choose, Seat: d.Seat, Pick: (pick + 1) % 3}); err != nil {
			t.Fatal(err)
		}
		if pick < 2 { // other seats cannot tell these apart
			va, vb := a.SeenBy(int(d.Seat+1)%3, 0), b.SeenBy(int(d.Seat+1)%3, 0)
			if !va.Same(&vb) {
				t.Errorf("seat %d sees what seat %d has chosen", (d.Seat+1)%3+1, d.Seat+1)
			}
		}
		if h.Chose(0, "high") {
			t.Error("a choice counts before it is out")
		}
		log.Events = log.Events[:0]
		if err := h.Apply(hand.Action{Kind: hand.Choose, Seat: d.Seat, Pick: pick}); err != nil {
			t.Fatal(err)
		}
		for _, e := range hand.SeenBy(log.Events, hand.NoSeat) {
			if e.Kind == hand.Picked && e.Pot != 0 {
				t.Errorf("all see that seat %d picks %d", e.Seat+1, e.Pot)
			}
		}
	}
	var told []int8
	for _, e := range log.Events {
		if e.Kind == hand.Chose {
			told = append(told, e.Seat, e.Pot)
		}
	}
	if want := []int8{0, 0, 1, 1, 2, 2}; len(told) != len(want) || told[0] != 0 || told[3] != 1 || told[5] != 2 {
		t.Errorf("told %v, want %v", told, want)
	}
	for seat, name := range []string{"high", "low", "both"} {
		for _, other := range []string{"high", "low", "both", ""} {
			if h.Chose(seat, other) != (name == other) {
				t.Errorf("seat %d chose %s: %v", seat+1, other, h.Chose(seat, other))
			}
		}
	}
}

// TestOneAnswer checks which questions about cards have a single answer, so that nobody is asked.
func TestOneAnswer(t *testing.T) {
	priced := plan.Discard(2, 2)
	priced.Ask.Price = &plan.Pay{Cents: 100}
	broke := plan.Discard(0, 2)
	broke.Ask.Price = &plan.Pay{Cents: 100000}
	for name, c := range map[string]struct {
		step  plan.Step
		asked bool
	}{
		"all cards": {plan.Discard(2, 2), false}, "one of two": {plan.Discard(1, 1), true}, "at most two": {plan.Discard(0, 2), true},
		"a price": {priced, true}, "nothing for want of chips": {broke, false},
	} {
		g := holdem()
		g.Steps = append([]plan.Step{{Kind: plan.Deal, Count: 2}, c.step}, g.Steps[1:]...)
		h := start(t, hand.Setup{Plan: bind(t, g, noLimit), Stacks: stacks(2, 30)})
		if asked := h.h.Question() != nil; asked != c.asked {
			t.Errorf("%s: asked: %v", name, asked)
		}
	}
}
