package hand_test

import (
	"slices"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// passing returns a hand of three seats at a pass of two cards.
func passing(t *testing.T, to plan.Direction, log *hand.Log, attendance hand.Attendance, more ...plan.Step) *hand.Hand {
	t.Helper()
	g := &plan.Game{
		ID: "test/pass", Name: "Pass", MinSeats: 2, MaxSeats: 6, Betting: betting.Rules{Cap: 4},
		Forced: []plan.Forced{{Amount: plan.BigBlind, Everybody: true, Dead: true}}, Stakes: plan.StakesRule{Default: "2-4"},
		Steps: slices.Concat([]plan.Step{{Kind: plan.Deal, Count: 4}, plan.Pass(2, to)}, more, []plan.Step{
			bet(plan.LeftOfButton, plan.Small), {Kind: plan.Showdown, Show: best(high)},
		}),
	}
	s, err := g.ParseStakes("2-4")
	if err != nil {
		t.Fatal(err)
	}
	b := bind(t, g, s)
	h := new(hand.Hand)
	if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{10000, 10000, 10000}, Button: 2, Seed: 7, Number: 1, Log: log, Attendance: attendance}); err != nil {
		t.Fatal(err)
	}
	if err := h.ToPlayer(); err != nil {
		t.Fatal(err)
	}
	return h
}

// TestPassedCards checks to whom each seat's cards go.
func TestPassedCards(t *testing.T) {
	for _, attendance := range []hand.Attendance{hand.Unattended, hand.Tracked, hand.Attended} {
		for _, to := range []plan.Direction{plan.ToLeft, plan.ToRight} {
			h := passing(t, to, nil, attendance)
			var kept, out [3][]cards.Card
			for range 3 {
				d := *h.Pending()
				seat := int(d.Seat)
				if d.Kind != hand.CardsAsked || d.Least != 2 || d.Count != 2 {
					t.Fatalf("asked: %+v", d)
				}
				own := append([]cards.Card(nil), h.Hole(seat)...)
				kept[seat], out[seat] = own[1:3], []cards.Card{own[0], own[3]}
				before := *h
				for _, wrong := range [][]cards.Card{nil, own[:1], own[:3], {own[0], own[0]}} {
					if err := h.Apply(hand.Action{Kind: hand.PickCards, Seat: d.Seat}.WithCards(wrong)); err == nil || !h.Same(&before) {
						t.Errorf("%v is passed: %v", wrong, err)
					}
				}
				if err := h.Apply(hand.Action{Kind: hand.PickCards, Seat: d.Seat}.WithCards(out[seat])); err != nil {
					t.Fatal(err)
				}
			}
			for seat := range 3 {
				from := (seat + 3 - int(to)) % 3
				if want := append(append([]cards.Card(nil), kept[seat]...), out[from]...); cards.Format(h.Hole(seat)) != cards.Format(want) {
					t.Errorf("to the %d, seat %d has %s, want %s", to, seat+1, cards.Format(h.Hole(seat)), cards.Format(want))
				}
				if h.Attendance() != hand.Unattended && h.DueOf(seat) != 4 {
					t.Errorf("seat %d is due %d cards", seat+1, h.DueOf(seat))
				}
			}
			if !h.CardsConserved() || !h.Conserved() {
				t.Error("cards or chips are lost")
			}
		}
	}
}

// TestPassedCardsAreSecret checks that nobody else sees a seat's choice, and that
// only the giving and the receiving seat see passed cards.
func TestPassedCardsAreSecret(t *testing.T) {
	var log hand.Log
	h := passing(t, plan.ToLeft, &log, hand.Unattended)
	for range 3 {
		d := h.Pending()
		for seat := range 3 {
			v := h.SeenBy(seat, 0)
			for other := range 3 {
				if hidden := v.Hole(other)[0] == cards.Unknown; hidden == (other == seat) {
					t.Errorf("seat %d sees the cards of seat %d: %t", seat+1, other+1, !hidden)
				}
			}
		}
		if err := h.Apply(hand.Action{Kind: hand.PickCards, Seat: d.Seat}.WithCards(h.Hole(int(d.Seat))[:2])); err != nil {
			t.Fatal(err)
		}
	}
	seen := 0
	for seat := -1; seat < 3; seat++ {
		for _, e := range hand.SeenBy(log.Events, seat) {
			own := int(e.Seat) == seat
			switch e.Kind {
			case hand.Picked:
			case hand.PassedOn:
				if int(e.Other) != (int(e.Seat)+1)%3 {
					t.Errorf("seat %d passes to seat %d", e.Seat+1, e.Other+1)
				}
				own = own || int(e.Other) == seat
			default:
				continue
			}
			if seen++; (e.Cards[0] != cards.Unknown) != own {
				t.Errorf("seat %d sees %s of seat %d: %v", seat+1, e.Kind, e.Seat+1, e.List())
			}
		}
	}
	if seen != 4*6 {
		t.Errorf("%d events of the pass", seen)
	}
}

// TestDueInTurn checks how many cards a seat should hold while and after seats are
// dealt a card in their turns: its own, and none for another's turn.
func TestDueInTurn(t *testing.T) {
	g := &plan.Game{
		ID: "test/turns", Name: "Turns", MinSeats: 2, MaxSeats: 6, Betting: betting.Rules{Cap: 4},
		Forced: []plan.Forced{{Amount: plan.BigBlind, Everybody: true, Dead: true}}, Stakes: plan.StakesRule{Default: "2-4"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 2},
			{Kind: plan.InTurn, Jump: 3},
			{Kind: plan.Deal, Count: 1},
			bet(plan.LeftOfButton, plan.Small),
			{Kind: plan.Showdown, Show: best(high)},
		},
	}
	s, err := g.ParseStakes("2-4")
	if err != nil {
		t.Fatal(err)
	}
	h := new(hand.Hand)
	if err := h.Start(&hand.Setup{Plan: bind(t, g, s), Stacks: []int64{10000, 10000, 10000}, Button: 2, Seed: 7, Number: 1, Attendance: hand.Attended}); err != nil {
		t.Fatal(err)
	}
	between := 0 // moments at which one seat has its third card and another has not
	for h.Pending().Kind == hand.DealerGoesOn {
		least, most := 9, 0
		for seat := range 3 {
			held := len(h.Hole(seat))
			least, most = min(least, held), max(most, held)
			if most == 3 && h.DueOf(seat) != held {
				t.Errorf("seat %d holds %d cards and is due %d", seat+1, held, h.DueOf(seat))
			}
		}
		if least == 2 && most == 3 {
			between++
		}
		if err := h.Apply(hand.Action{Kind: hand.GoOn, Seat: -1}); err != nil {
			t.Fatal(err)
		}
	}
	if between != 2 || h.Due() != 3 {
		t.Errorf("%d moments between the turns, want 2; due %d, want 3", between, h.Due())
	}
	for seat := range 3 {
		if h.DueOf(seat) != 3 || len(h.Hole(seat)) != 3 {
			t.Errorf("seat %d holds %d cards and is due %d, want 3", seat+1, len(h.Hole(seat)), h.DueOf(seat))
		}
	}
}

// TestWherePassedCardsLie checks that who passes a card sees it in the hand of the neighbor, and after that one has passed cards too
// knows only that it is not in the stub.
func TestWherePassedCardsLie(t *testing.T) {
	h := passing(t, plan.ToLeft, nil, hand.Unattended, plan.Pass(1, plan.ToLeft))
	passed := cards.SetOf(h.Hole(0)[:2]...)
	pass := func(n int) {
		for range 3 {
			if err := h.Apply(h.PickFirst(n)); err != nil {
				t.Fatal(err)
			}
		}
	}
	seen := func(zone plan.Zones) (out cards.Set) {
		var o hand.Observation
		h.Observe(0, 0, &o)
		return o.Of(func(s *hand.Seen) bool {
			return s.Zone == zone && s.Seat != 0 || s.Zone == zone && zone == plan.ZoneMuck
		}) & passed
	}
	pass(2)
	if seen(plan.ZoneHand) != passed || seen(plan.ZoneMuck) != 0 {
		t.Errorf("passed %v, seen in hands %v, elsewhere %v", passed, seen(plan.ZoneHand), seen(plan.ZoneMuck))
	}
	pass(1) // it keeps what came, and nobody else can know that
	if seen(plan.ZoneHand) != 0 || seen(plan.ZoneMuck) != passed {
		t.Errorf("passed %v, after a second pass seen in hands %v, elsewhere %v", passed, seen(plan.ZoneHand), seen(plan.ZoneMuck))
	}
}
