package protocol_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl/live"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/testkit"
)

// TestExpectedChips checks that with everybody all in for different amounts,
// the expected chips equal the engine's average payout over all rivers, to the
// chip.
func TestExpectedChips(t *testing.T) {
	for _, b := range testkit.Sweep(everyGame(t), 10) {
		if b.Game.ID != "mixed/nt" && b.Game.ID != "mixed/po" && b.Game.ID != "mixed/po8" {
			continue
		}
		t.Run(b.Game.ID, func(t *testing.T) {
			for seed := range uint64(3) {
				s := &hand.Setup{Plan: b, Seed: seed, Number: 1, Attendance: hand.Attended}
				for _, chips := range []int64{90, 30, 60, 14} {
					s.Stacks = append(s.Stacks, chips*b.Stakes.Scale)
				}
				h, done := allInBeforeTheRiver(t, s)
				expects(t, h, done)
			}
		})
	}
}

// allInBeforeTheRiver returns a hand in which everybody is all in and the
// dealer waits to turn the last card.
func allInBeforeTheRiver(t *testing.T, s *hand.Setup) (*live.Hand, []hand.Action) {
	t.Helper()
	h, err := live.Deal(s)
	if err != nil {
		t.Fatal(err)
	}
	var done []hand.Action
	for len(h.State().Board()) < 4 || h.Pending().Kind != hand.DealerGoesOn {
		a := hand.Action{Kind: hand.GoOn, Seat: -1}
		if d := h.Pending(); d.Kind != hand.DealerGoesOn {
			a = hand.Action{Kind: hand.Call, Seat: d.Seat}
			switch {
			case d.Options.CanRaise():
				a.Kind, a.Amount = hand.RaiseTo, d.Options.MaxTo
			case d.Options.CanCheck:
				a.Kind = hand.Check
			}
		}
		if _, err := h.Do(a); err != nil {
			t.Fatal(err)
		}
		done = append(done, a)
	}
	return h, done
}

func playedToTheEnd(t *testing.T, h *live.Hand) *live.Hand {
	t.Helper()
	for h.Pending() != nil {
		if _, err := h.Do(hand.Action{Kind: hand.GoOn, Seat: -1}); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

func expects(t *testing.T, h *live.Hand, done []hand.Action) {
	t.Helper()
	o, err := h.Odds(context.Background(), live.View{Seat: live.AllCards}, odds.Effort{Exact: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Stakes) < 3 {
		t.Fatalf("%d pots", len(o.Stakes))
	}
	seen := cards.SetOf(h.State().Board()...)
	for seat := range h.State().Seats() {
		seen |= cards.SetOf(h.State().Hole(seat)...)
	}
	end := playedToTheEnd(t, h.Fork())
	river := slices.Index(h.Deck(), end.State().Board()[4])
	paid, n := map[int]float64{}, 0.0
	for i, c := range h.Deck() {
		if seen.Has(c) {
			continue
		}
		deck := slices.Clone(h.Deck())
		deck[river], deck[i] = deck[i], deck[river]
		out, ok := replayed(h, deck, done, h)
		if !ok {
			t.Fatal("the hand does not play again with another river")
		}
		n++
		playedToTheEnd(t, out)
		for _, e := range out.Whole().Events {
			if e.Kind == hand.Awarded {
				paid[int(e.Seat)] += float64(e.Amount)
			}
		}
	}
	if n != float64(o.Boards) {
		t.Errorf("%v rivers, %d counted", n, o.Boards)
	}
	for i, seat := range o.Seats {
		if want := paid[seat] / n; math.Abs(o.Chips[i].Value-want) > float64(h.State().Plan().Stakes.Chip)/2 {
			t.Errorf("seat %d expects %.2f, and is paid %.2f", seat+1, o.Chips[i].Value, want)
		}
	}
	if !strings.Contains(o.String(), " in the middle (main ") {
		t.Errorf("no pots in\n%s", o)
	}
}
