package hand_test

import (
	"strings"
	"testing"

	"cardroom/dsl/live"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// foreheads returns a game with one card down and one that only the others see.
func foreheads() *plan.Game {
	return &plan.Game{
		Name: "Indian poker", MinSeats: 2, MaxSeats: 6, Stakes: plan.StakesRule{Default: "2-4"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 1},
			{Kind: plan.Deal, Count: 1, Up: plan.AllUp, Others: true},
			{Kind: plan.Bet},
			{Kind: plan.Deal, Count: 3},
			{Kind: plan.Showdown, Show: best(high)},
		},
	}
}

// TestForeheads checks that everybody except the player who holds the card sees it,
// in the state and in the events, until the hand is shown.
func TestForeheads(t *testing.T) {
	g := foreheads()
	h := start(t, hand.Setup{Plan: bind(t, g, fixed), Stacks: stacks(2, 100), Button: 1, Deck: deckOf(g, "2c3c Kd9h"), Blinds: make([]int64, 2)})
	for _, c := range []struct {
		seat  int
		shown betting.Set
		want  string // cards of both seats
	}{
		{0, 0, "2c?? / ??9h"},
		{1, 0, "??Kd / 3c??"},
		{hand.NoSeat, 0, "??Kd / ??9h"},
		{0, betting.Bit(0) | betting.Bit(1), "2cKd / 3c9h"},
	} {
		v := h.h.SeenBy(c.seat, c.shown)
		if got := cards.Format(v.Hole(0)) + " / " + cards.Format(v.Hole(1)); got != c.want {
			t.Errorf("seat %d sees %s, want %s", c.seat+1, got, c.want)
		}
		told := ""
		for _, e := range hand.SeenBy(h.l.Events, c.seat) {
			if e.Kind == hand.DealtUp {
				told += cards.Format(e.List())
			}
		}
		if want := map[int]string{0: "??9h", 1: "Kd??", hand.NoSeat: "Kd9h"}[c.seat]; told != want {
			t.Errorf("seat %d is told %s, want %s", c.seat+1, told, want)
		}
	}
	held := func(h *hand.Hand) string {
		var o hand.Observation
		h.Observe(0, 0, &o)
		return cards.Format(o.Held(nil, 0, func(*hand.Seen) bool { return true }))
	}
	if got := held(&h.h); got != "2c??" {
		t.Errorf("seat 1 sees its cards as %s", got)
	}
	g.Steps[1].Others = false
	if got := held(&start(t, hand.Setup{Plan: bind(t, g, fixed), Stacks: stacks(2, 100), Button: 1, Deck: deckOf(g, "2c3c Kd9h"), Blinds: make([]int64, 2)}).h); got != "2cKd" {
		t.Errorf("an up card that all see: %s", got)
	}
}

// TestForeheadsHidden checks that exchanging a seat's own up card for an unseen one
// changes nothing that the seat sees, but changes what another seat sees.
func TestForeheadsHidden(t *testing.T) {
	b := bind(t, foreheads(), fixed)
	for seed := range uint64(50) {
		h := start(t, hand.Setup{Plan: b, Stacks: stacks(3, 100), Button: 2, Seed: seed, Blinds: make([]int64, 3)})
		own := h.h.Hole(0)[1]
		seen := cards.SetOf(h.h.Hole(0)...) | cards.SetOf(h.h.Hole(1)[1], h.h.Hole(2)[1])
		for c := range cards.Card(52) {
			if seen.Has(c) {
				continue
			}
			view, other := h.h.SeenBy(0, 0), h.h.Exchanged(own, c)
			if o := other.SeenBy(0, 0); !o.Same(&view) {
				t.Fatalf("seed %d: seat 1 sees that its own %s is %s", seed, own, c)
			}
			view = h.h.SeenBy(1, 0)
			if o := other.SeenBy(1, 0); o.Same(&view) {
				t.Fatalf("seed %d: seat 2 does not see the %s of seat 1", seed, own)
			}
		}
	}
}

// TestForeheadsRefused checks the games that cannot have cards that only the others
// see.
func TestForeheadsRefused(t *testing.T) {
	for want, step := range map[string]plan.Step{
		"a game has one kind":       {Kind: plan.Deal, Count: 1, Up: plan.AllUp},
		"discard asks players for ": plan.Discard(1, 1),
	} {
		g := foreheads()
		g.Steps = append(append(g.Steps[:3:3], step), g.Steps[3:]...)
		if err := g.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestForeheadsNotAsked checks that what a player is told about a card that they name does not depend on the card that only the others
// see, nor the refusal of an irregularity on the cards of the deck.
func TestForeheadsNotAsked(t *testing.T) {
	h := start(t, hand.Setup{Plan: bind(t, foreheads(), fixed), Stacks: stacks(2, 100), Button: 1, Seed: 3, Blinds: make([]int64, 2)})
	seat, next := int(h.h.Pending().Seat), cards.Spaced(h.h.Stub()[:1])
	for _, first := range []string{"keep", "hold", "show", "draw"} {
		told := map[string]int{}
		for c := range cards.Card(52) {
			_, err := live.Of(&h.h, h.l.Events).ActFor(live.View{Seat: seat}, first+" "+c.String())
			told[strings.ReplaceAll(err.Error(), c.String(), "CARD")]++
		}
		if len(told) != 1 {
			t.Errorf("%s: %v", first, told)
		}
	}
	for _, said := range []string{"event premature_street cards=??", "event dealt_dead_seat seat=1 cards=??", "event premature_street cards=" + h.h.Hole(seat)[0].String()} {
		if _, err := live.Of(&h.h, h.l.Events).ActFor(live.View{Seat: seat}, said); err == nil || strings.Contains(err.Error(), next) {
			t.Errorf("%s: %v", said, err)
		}
	}
}
