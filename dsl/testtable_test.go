package dsl_test

import (
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/table"
)

// testTable is a table with the hand played at it.
type testTable struct {
	*testing.T
	tab  table.Table
	deal *table.Deal
	h    hand.Hand
}

func (k *testTable) apply(e table.Event) {
	k.Helper()
	if err := k.tab.Apply(e); err != nil {
		k.Fatal(err)
	}
}

// begin deals the next hand, from a deck or by the seed.
func (k *testTable) begin(deck []cards.Card) {
	k.Helper()
	var err error
	if k.deal, err = k.tab.Next(); err != nil {
		k.Fatal(err)
	}
	k.deal.Setup.Deck = deck
	if err := k.h.Start(&k.deal.Setup); err != nil {
		k.Fatal(err)
	}
}

func (k *testTable) seatOf(p table.Player) int8 {
	for i, s := range k.deal.Seats {
		if k.tab.Seat(int(s)).Player == p {
			return int8(i)
		}
	}
	return -1
}

func (k *testTable) do(kind hand.ActionKind, amount int64) {
	k.Helper()
	if err := k.h.Apply(hand.Action{Kind: kind, Seat: k.h.Pending().Seat, Amount: amount}); err != nil {
		k.Fatal(err)
	}
}

func (k *testTable) finish() {
	k.Helper()
	if err := k.tab.Finish(&k.h); err != nil {
		k.Fatal(err)
	}
	if !k.tab.Conserved() {
		k.Fatal("chips are not conserved")
	}
}

// seatMany opens a table with players 1 to n.
func seatMany(t *testing.T, cfg *table.Config, n int) *testTable {
	t.Helper()
	k := &testTable{T: t}
	var err error
	if k.tab, err = cfg.Open(1); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		k.apply(table.Event{Kind: table.Join, Player: table.Player(i + 1), Seat: -1, Amount: 1000000})
	}
	return k
}

// callDown plays the current hand without raises or folds. It returns the total
// put in.
func (k *testTable) callDown() int64 {
	k.Helper()
	for d := k.h.Pending(); d != nil; d = k.h.Pending() {
		switch {
		case d.Kind == hand.Chosen:
			if err := k.h.Apply(k.h.DefaultAction()); err != nil {
				k.Fatal(err)
			}
		case d.Kind == hand.CardsAsked:
			k.do(hand.PickCards, 0)
		case d.Options.CanCheck:
			k.do(hand.Check, 0)
		default:
			k.do(hand.Call, 0)
		}
	}
	k.finish()
	return k.h.PutIn()
}
