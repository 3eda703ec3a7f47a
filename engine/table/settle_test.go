package table

import (
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// payer is a rule with fixed effects before and after each hand.
type payer struct {
	before, after []Effect
}

func (*payer) Name() string                              { return "payer" }
func (*payer) Looks() bool                               { return true }
func (*payer) Begin() string                             { return "" }
func (*payer) Allows(*plan.AtStakes) error               { return nil }
func (p *payer) Before(*View, string) ([]Effect, error)  { return p.before, nil }
func (p *payer) Settle(*View, string) ([]Effect, error)  { return p.after, nil }
func (p *payer) After(_ *View, m string) (string, error) { return m, nil }

// TestPayments checks who pays what after a hand: out of what they have, to whoever is at the table, divided evenly in whole chips, odd ones from
// the left of the button, and from and to funds, which the table keeps when it is saved.
func TestPayments(t *testing.T) {
	for _, c := range []struct {
		name     string
		rules    []Rule
		want     [4]int64 // what each of players 1 to 4 gets or pays; the button is player 1's, and 4 has 5 chips; the pot is 200, a chip 100
		funds    [2]int64
		toHouse  int64
		payments int
	}{
		{"all pay one", []Rule{&payer{after: []Effect{{Kind: Pay, From: []Player{1, 2, 3, 4}, To: []Player{2}, Amount: 100}}}}, [4]int64{-100, 205, -100, -5}, [2]int64{}, 0, 4},
		{"odd chips", []Rule{&payer{after: []Effect{{Kind: Pay, From: []Player{1}, To: []Player{1, 2, 3, 4}, Amount: 100}}}}, [4]int64{}, [2]int64{}, 0, 0},
		{"evenly", []Rule{&payer{after: []Effect{{Kind: Pay, From: []Player{1}, To: []Player{2, 3, 4}, Amount: 500}}}}, [4]int64{-500, 200, 200, 100}, [2]int64{}, 0, 4},
		{"no whole chip", []Rule{&payer{after: []Effect{{Kind: Pay, From: []Player{1, 4}, To: []Player{2, 3}, Amount: 100}}}}, [4]int64{-100, 105, 0, -5}, [2]int64{}, 0, 3},
		{"nobody is there", []Rule{&payer{after: []Effect{{Kind: Pay, From: []Player{1}, To: []Player{9}, Amount: 100}}}}, [4]int64{}, [2]int64{}, 0, 0},
		{"in order", []Rule{
			&payer{after: []Effect{{Kind: Pay, From: []Player{4}, ToFund: true, Amount: 3}}},
			&payer{after: []Effect{{Kind: Pay, From: []Player{4}, ToFund: true, Amount: 3}}},
		}, [4]int64{0, 0, 0, -5}, [2]int64{3, 2}, 0, 4},
		{"a fund pays what it has, in whole chips", []Rule{&payer{
			before: []Effect{{Kind: Charge, Amount: 107, ToFund: true}},
			after:  []Effect{{Kind: Pay, FromFund: true, To: []Player{1, 2}, Amount: 200}},
		}}, [4]int64{0, 100, 0, 0}, [2]int64{7}, 0, 2},
		{"the house comes first", []Rule{
			&payer{before: []Effect{{Kind: Charge, Amount: 1 << 40, ToFund: true}}},
			&payer{before: []Effect{{Kind: Charge, Amount: 10}}},
		}, [4]int64{}, [2]int64{190, 0}, 10, 0},
	} {
		cfg := config(t, "2-4")
		cfg.Owed, cfg.Rules, cfg.Games[0].Min = false, c.rules, 0
		tab := open(t, cfg)
		for p, chips := range []int64{10000, 10000, 10000, 5} {
			if err := tab.Apply(Event{Kind: Join, Player: Player(p + 1), Seat: int8(p), Amount: chips}); err != nil {
				t.Fatal(err)
			}
		}
		tab.PlaceButton(3, -1, -1)
		var d Deal
		if err := tab.NextIn(&d); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var h hand.Hand
		if err := h.Start(&d.Setup); err != nil {
			t.Fatal(err)
		}
		for dec := h.Pending(); dec != nil; dec = h.Pending() { // everybody folds to the big blind
			if err := h.Apply(hand.Action{Seat: dec.Seat, Kind: hand.Fold}); err != nil {
				t.Fatal(err)
			}
		}
		var hands [4]int64
		for i := range hands {
			hands[i] = h.Stack(i)
		}
		var out Settled
		if err := tab.FinishIn(&h, &out); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var got [4]int64
		for i := range got {
			got[i] = tab.Seat(i).Stack - hands[i]
		}
		if got != c.want || tab.Fund(0) != c.funds[0] || len(c.rules) > 1 && tab.Fund(1) != c.funds[1] || tab.House().Total() != c.toHouse || len(out.Payments) != c.payments {
			t.Errorf("%s: %v, funds %v, house %d, payments %v; hand %v", c.name, got, tab.funds, tab.House().Total(), out.Payments, hands)
		}
		if again, err := cfg.Restore(tab.Save()); !tab.Conserved() || err != nil || again != *tab {
			t.Errorf("%s: conserved %v, restored %v", c.name, tab.Conserved(), err)
		}
	}
}
