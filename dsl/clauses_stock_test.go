package dsl_test

import (
	"fmt"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
)

// Decks: running out of cards, redeals, and games that scripts derive from the
// houses' games.

// checkCards reports a card that is held twice.
func checkCards(t testing.TB, h *hand.Hand) {
	t.Helper()
	var seen cards.Set
	take := func(where string, cs []cards.Card) {
		for _, c := range cs {
			if seen.Has(c) {
				t.Fatalf("%s appears twice, the second time %s", c, where)
			}
			seen = seen.With(c)
		}
	}
	take("on the board", h.Board())
	for m := h.Live(); m != 0; m &= m - 1 {
		take(fmt.Sprintf("with seat %d", m.First()+1), h.Hole(m.First()))
	}
}

// TestReshuffle draws until the deck is empty: then mucked hands and the
// discards of others are used, and a player's own discards only if nothing else
// is left.
func TestReshuffle(t *testing.T) {
	for _, game := range []string{"angies/draw5", "angies/lowball", "house004/draw"} {
		for seed := range uint64(200) {
			r := &redraw{t: t, game: game, seed: seed, fold: seed%2 == 0}
			r.run()
		}
	}
}

// redraw is a hand in which everybody draws as many cards as possible.
type redraw struct {
	t       testing.TB
	game    string
	seed    uint64
	fold    bool // two seats fold: their ten cards are in the muck
	h       hand.Hand
	log     hand.Log
	thrown  map[int]cards.Set
	shuffle int
}

func (r *redraw) run() {
	b := clausePlan(r.t, r.game, "", "")
	s := hand.Setup{Plan: b, Button: 9, Seed: r.seed, Log: &r.log}
	for range 10 {
		s.Stacks = append(s.Stacks, 10000)
	}
	r.thrown = map[int]cards.Set{}
	if err := r.h.Start(&s); err != nil {
		r.t.Fatal(err)
	}
	opened := false
	for d := r.h.Pending(); d != nil; d = r.h.Pending() {
		a := easyAction(&r.h, d, false)
		switch {
		case d.Kind == hand.CardsAsked:
			n := d.Count
			if r.game == "angies/lowball" && d.Seat > 0 {
				n = 4 // one fifth card is drawn late, and then from the discards of others
			}
			a = a.WithCards(r.h.Hole(int(d.Seat))[:n])
			r.thrown[int(d.Seat)] = cards.SetOf(a.List()...)
		case d.Kind == hand.Wager && d.BringIn == 0 && !opened:
			opened = true
			a.Kind, a.Amount = hand.RaiseTo, d.Options.MinTo
		case r.fold && d.Kind == hand.Wager && d.Options.Call > 0 && r.h.Live().Len() > 8:
			a.Kind = hand.Fold
		}
		if err := r.h.Apply(a); err != nil {
			r.t.Fatalf("%s, seed %d: %v", r.game, r.seed, err)
		}
		checkCards(r.t, &r.h)
	}
	r.check()
}

// check compares the cards that each seat was dealt in the draw with its
// discards.
func (r *redraw) check() {
	drawing := false
	own := 0
	for i := range r.log.Events {
		e := &r.log.Events[i]
		drawing = drawing || e.Kind == hand.Discarded
		if e.Kind == hand.Reshuffled {
			r.shuffle++
		}
		if drawing && e.Kind == hand.Dealt {
			own += (cards.SetOf(e.List()...) & r.thrown[int(e.Seat)]).Len()
		}
	}
	if r.shuffle == 0 {
		r.t.Errorf("%s, seed %d: the pack never ran out", r.game, r.seed)
	}
	if r.fold && own > 0 {
		r.t.Errorf("%s, seed %d: %d discards came back to who discarded them", r.game, r.seed, own)
	}
}

// TestRedealAllIn has everybody pass in a hand in which one seat has no chips
// left: it is dealt in again, and plays for the pot it has paid into.
func TestRedealAllIn(t *testing.T) {
	for _, game := range []string{"house004/draw", "house004/lowball"} {
		p := &clausePlay{t: t, row: &clauseHand{game: game, stakes: "2-4", set: "", seats: seats4, stacks: "A 1"}}
		p.start()
		p.run("B pass; C pass; D pass")
		if game == "house004/lowball" {
			p.run("B pass; C pass; D pass")
		}
		p.run("log redealt 4; log ante B 1; log ante C 1; log ante D 1; never returned; pot 7; turn B; stack A 0 B 98 C 98 D 97")
		for d := p.h.Pending(); d != nil; d = p.h.Pending() {
			a := easyAction(&p.h, d, true)
			if d.Kind == hand.Wager && d.Options.Call > 0 {
				a.Kind = hand.Call
			}
			if err := p.h.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
		p.run("showdown")
		pot := p.h.Result().Pots
		if pot.N != 2 || pot.Pot[0].Amount != 400 || !pot.Pot[0].Eligible.Has(0) || pot.Pot[1].Eligible.Has(0) {
			t.Errorf("%s: %d pots, the first of %d", game, pot.N, pot.Pot[0].Amount)
		}
	}
}

// TestRedealEnds passes hand after hand: with antes until the chips are gone,
// without antes until the limit of deals.
func TestRedealEnds(t *testing.T) {
	for _, set := range []string{"", "reante=no"} {
		p := &clausePlay{t: t, row: &clauseHand{game: "house004/draw", stakes: "2-4", set: set, seats: "A B"}}
		p.start()
		p.run("play; showdown")
	}
}
