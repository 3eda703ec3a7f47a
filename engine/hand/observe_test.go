package hand_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// gone returns what a seat sees of the cards out of play: "burn Kh", "muck 2c 7d".
func gone(h *hand.Hand, seat int) string {
	var o hand.Observation
	h.Observe(seat, 0, &o)
	out := ""
	for _, s := range o.Cards {
		switch s.Zone {
		case plan.ZoneBurn:
			out += fmt.Sprintf("burn %s ", s.Card)
		case plan.ZoneMuck:
			out += fmt.Sprintf("muck %s ", s.Card)
		}
	}
	return out
}

// TestObserveOutOfPlay checks who sees cards that go out of play: everybody a burn card that lies face up, an up card that is bought
// back and a card of a board that is replaced; nobody another burn card; and only the player their own discards, until a new deal.
func TestObserveOutOfPlay(t *testing.T) {
	burns := func(up plan.Faces) *plan.Game {
		return with(holdem(), func(g *plan.Game) { g.Steps[stepBurn1].Up = up })
	}
	stud := with(holdem(), func(g *plan.Game) {
		g.MaxSeats = 4
		g.Steps = []plan.Step{
			{Kind: plan.Deal, Count: 1},
			{Kind: plan.Deal, Count: 4, Up: plan.AllUp},
			plan.Draw(0, 2, plan.LeftOfButton, plan.DrawStep{KeepFace: true}),
			bet(plan.LeftOfButton, plan.Big),
			{Kind: plan.Showdown, Show: best(high)},
		}
	})
	for _, c := range []struct {
		what  string
		game  *plan.Game
		words string
		pick  string    // what seat 1 discards
		want  [4]string // what NoSeat and the seats see
	}{
		{"burned face up", burns(plan.AllUp), "C call, A call, B check", "", [4]string{"burn 3h ", "burn 3h ", "burn 3h ", "burn 3h "}},
		{"burned", burns(0), "C call, A call, B check", "", [4]string{}},
		{"discarded", draws(3), "C call, A call, B check", "2c 5c", [4]string{"", "muck 2c muck 5c ", "", ""}},
		{"bought", stud, "", "2c 5c", [4]string{"muck 5c ", "muck 2c muck 5c ", "muck 5c ", "muck 5c "}},
	} {
		g := start(t, hand.Setup{Plan: bind(t, c.game, noLimit), Stacks: stacks(3, 100), Button: 2, Deck: deckOf(c.game, "")})
		if c.words != "" {
			g.do(c.words)
		}
		if d := g.h.Pending(); c.pick != "" {
			if d.Kind != hand.CardsAsked || d.Seat != 0 {
				t.Fatalf("%s: asked %s", c.what, g.h.Legal())
			}
			if err := g.h.Apply(hand.Action{Kind: hand.PickCards}.WithCards(cards.MustParse(c.pick))); err != nil {
				t.Fatal(err)
			}
		}
		for i, want := range c.want {
			got := gone(&g.h, i-1)
			if c.what == "bought" && i == 1 { // its own come last
				want = "muck 5c muck 2c "
			}
			if got != want {
				t.Errorf("%s: seat %d sees %q, want %q", c.what, i, got, want)
			}
		}
		var o hand.Observation
		if g.h.Observe(0, 0, &o); testing.AllocsPerRun(100, func() { g.h.Observe(0, 0, &o) }) > 0 {
			t.Errorf("%s: to observe a hand takes memory", c.what)
		}
		if seen := g.h.SeenBy(0, 0); gone(&seen, 0) != gone(&g.h, 0) {
			t.Errorf("%s: the view of a seat shows %q, and it sees %q", c.what, gone(&seen, 0), gone(&g.h, 0))
		}
		if !slices.ContainsFunc(o.Cards, func(s hand.Seen) bool { return s.Zone == plan.ZoneHand && s.Seat == 0 && s.Card.Known() }) {
			t.Errorf("%s: a seat does not see its own cards", c.what)
		}
	}
}

// TestRulingBurnsAsTheGame checks that a card that a ruling burns lies as the burn cards of the game do, before the first of them too.
func TestRulingBurnsAsTheGame(t *testing.T) {
	for up, want := range map[plan.Faces]string{0: "- burned", plan.AllUp: "- burned up"} {
		game := ruled(with(holdem(), func(g *plan.Game) { g.Steps[stepBurn1].Up = up }), map[plan.IncidentKind][]plan.FloorEffect{plan.BelowTable: of(plan.EffectBurn)})
		g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Tracked, Deck: deckOf(game, "")})
		g.l.Events = nil
		g.happens(about(plan.BelowTable, 0, ""))
		if told := g.told(); !strings.HasPrefix(told[len(told)-1], want+" ") {
			t.Errorf("burns that lie %b: told %q", up, told)
		}
	}
}
