package table

import (
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// A player who sits out and owes the blinds is dealt in by mistake and puts
// chips in the pot: if they win, they owe the blinds; if they lose, they
// continue to be dealt in and owe nothing (house004.holdem.13c).
func TestDealtInByMistake(t *testing.T) {
	for _, c := range []struct {
		deck string
		owes bool
	}{
		{"2c 7d Kc 3d 8h 3s As Ah 9h Jd Qc 2s 5h", true},
		{"Kc 7d Qs Kd 8h 3s 2c 4d 9h Jd Tc 2s 5h", false},
	} {
		cfg := config(t, "nl 1-2")
		g := holdem()
		g.Rulings = []plan.Ruling{{Incident: plan.DealtDeadSeat, Judgement: plan.Judgement{Effects: []plan.FloorEffect{
			{Kind: plan.EffectRevive, Seat: -1}, {Kind: plan.EffectOwesBlinds, Seat: -1},
		}}}}
		cfg.Games[0].Plan = bind(t, g, "nl 1-2")
		tab := open(t, cfg)
		join(t, tab, 4, 10000)
		callDown(t, tab)
		apply(t, tab, Event{Kind: SitOut, Player: 2})
		if !c.owes { // what a loser owed is settled
			apply(t, tab, Event{Kind: OweBlinds, Player: 2})
		}
		d, err := tab.Next()
		if err != nil {
			t.Fatal(err)
		}
		tab.AddAbsent(d)
		if d.Setup.Absent.Len() != 1 || len(d.Seats) != 4 {
			t.Fatalf("absent %b of %d seats", d.Setup.Absent, len(d.Seats))
		}
		seat := d.Setup.Absent.First()
		d.Setup.Attendance, d.Setup.Deck = hand.Tracked, pack(t, c.deck)
		h := play(t, tab, d, seat)
		if got := h.Won(seat) > 0; got != c.owes {
			t.Fatalf("deck %s: won %v", c.deck, got)
		}
		if s := tab.Seat(int(d.Seats[seat])); s.OwesBig != c.owes || s.OwesSmall != c.owes {
			t.Errorf("deck %s: owes big %v, small %v", c.deck, s.OwesBig, s.OwesSmall)
		} else if s.Away != c.owes {
			t.Errorf("deck %s: sits out %v", c.deck, s.Away)
		}
	}
}

// pack returns the named cards and then all others.
func pack(t *testing.T, first string) []cards.Card {
	t.Helper()
	out, err := cards.Read(first)
	if err != nil {
		t.Fatal(err)
	}
	rest := cards.Deck{}.Set() &^ cards.SetOf(out...)
	for _, c := range (cards.Deck{}).Append(nil) {
		if rest.Has(c) {
			out = append(out, c)
		}
	}
	return out
}

// play plays a hand in which a seat that is not dealt in gets two cards, and
// everybody calls.
func play(t *testing.T, tab *Table, d *Deal, seat int) *hand.Hand {
	t.Helper()
	var h hand.Hand
	if err := h.Start(&d.Setup); err != nil {
		t.Fatal(err)
	}
	in := plan.Incident{Kind: plan.DealtDeadSeat}.With("seat", plan.Value{N: int64(seat)}).With("count", plan.Value{N: 2}).With("acted", plan.Value{N: 1})
	if err := h.Happen(in); err != nil {
		t.Fatal(err)
	}
	for q := h.Pending(); q != nil; q = h.Pending() {
		if err := h.Apply(passive(q)); err != nil {
			t.Fatal(err)
		}
	}
	if err := tab.Finish(&h); err != nil {
		t.Fatal(err)
	}
	if !tab.Conserved() || !h.CardsConserved() {
		t.Fatal("chips or cards are not conserved")
	}
	return &h
}
