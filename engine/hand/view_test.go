package hand_test

import (
	"fmt"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// looks is a ruling that inspects the hand and lets the incident stand.
type looks func(v plan.IncidentView)

func (f looks) Rule(v plan.IncidentView) (*plan.Judgement, error) {
	f(v)
	return &plan.Judgement{Effects: of(plan.EffectStands)}, nil
}

func (f looks) Leaves() bool { return false }

// lookedAt returns a game whose ruling on a kind of irregularity only inspects the
// hand.
func lookedAt(g *plan.Game, k plan.IncidentKind, f looks) *plan.Game {
	g.Rulings = append(g.Rulings, plan.Ruling{Incident: k, Hook: f})
	return g
}

// TestPlaceOfACard checks the position of a card in the deal, counted from the left
// of the button among the seats that are dealt in.
func TestPlaceOfACard(t *testing.T) {
	for name, c := range map[string]struct {
		button int
		places map[string]int // by seat and card
	}{
		"the last seat has the button":  {3, map[string]int{"A Ah": 1, "B Kd": 2, "C Qc": 3, "D Jh": 4, "A Ac": 5, "B Ks": 6, "C Qd": 7, "D Js": 8, "A Kd": 0, "D 2c": 0}},
		"the first seat has the button": {0, map[string]int{"B Ah": 1, "C Kd": 2, "D Qc": 3, "A Jh": 4, "B Ac": 5, "C Ks": 6, "D Qd": 7, "A Js": 8}},
	} {
		for where, want := range c.places {
			got := -1
			game := lookedAt(holdem(), plan.Dropped, func(v plan.IncidentView) { got = v.Place() })
			g := start(t, hand.Setup{
				Plan: bind(t, game, noLimit), Stacks: stacks(4, 100), Button: c.button, Attendance: hand.Tracked, Deck: deckOf(game, inHands),
			})
			err := g.h.Happen(about(plan.Dropped, int(where[0]-'A'), where[2:]))
			if want == 0 && err != nil {
				continue // a seat cannot drop what it does not hold
			}
			if err != nil || got != want {
				t.Errorf("%s, %s: place %d, want %d (%v)", name, where, got, want, err)
			}
		}
	}
}

// TestBurnsOfAGame checks whether a game burns cards, before a street or in a draw.
func TestBurnsOfAGame(t *testing.T) {
	draw := func(d plan.DrawStep) func(g *plan.Game) {
		return func(g *plan.Game) {
			g.Steps = []plan.Step{
				{Kind: plan.Deal, Count: 5},
				bet(plan.LeftOfBlind, plan.Small),
				plan.Draw(0, 5, plan.LeftOfButton, d),
				bet(plan.LeftOfButton, plan.Big),
				{Kind: plan.Showdown, Show: best(high)},
			}
			g.MaxSeats = 4
		}
	}
	for name, c := range map[string]struct {
		game *plan.Game
		want bool
	}{
		"before each street":  {holdem(), true},
		"once in a draw":      {with(holdem(), draw(plan.DrawStep{Burn: plan.BurnOnce})), true},
		"before the rest":     {with(holdem(), draw(plan.DrawStep{BurnRest: true})), true},
		"in no draw":          {with(holdem(), draw(plan.DrawStep{})), false},
		"streets, and no one": {with(holdem(), func(g *plan.Game) { g.Steps = append(g.Steps[:stepBurn1:stepBurn1], g.Steps[stepRiver:]...) }), false},
	} {
		var burns, draws bool
		game := lookedAt(c.game, plan.BelowTable, func(v plan.IncidentView) { burns, draws = v.Burns(), v.Draws() })
		g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Tracked, Deck: deckOf(game, "")})
		g.happens(about(plan.BelowTable, 2, ""))
		if burns != c.want || draws != c.game.Steps[stepBurn1].Draws() {
			t.Errorf("%s: burns %t, draws %t", name, burns, draws)
		}
	}
}

// TestPassed checks that the action has passed a dead hand when another player has
// acted since, whatever the hand itself still had to decide.
func TestPassed(t *testing.T) {
	for name, c := range map[string]struct {
		stack        int64
		before, then string // B's hand is killed in between
		want         bool
	}{
		"others act after it":    {100, "A bet 10, B call", "C call, D call", true},
		"it had to call a raise": {100, "A bet 10, B call, C raise 20", "D call, A call", true},
		"it had called it all":   {100, "A bet 10, B call, C call", "D call", true},
		"it was all-in":          {6, "A bet 10, B call, C call", "D call", true},
		"nobody has acted since": {100, "A bet 10, B call, C call, D call", "", false},
	} {
		var passed []bool
		game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.Dropped: of(plan.EffectKill)})
		game = lookedAt(game, plan.BelowTable, func(v plan.IncidentView) { passed = append(passed, v.Passed(1)) })
		g := start(t, hand.Setup{
			Plan: bind(t, game, noLimit), Stacks: []int64{100, c.stack, 100, 100}, Button: 3, Attendance: hand.Tracked, Deck: deckOf(game, inHands),
		})
		g.do("C call, D call, A call, B check, " + c.before)
		g.happens(about(plan.Dropped, 1, "Kd"))
		g.happens(about(plan.BelowTable, 2, ""))
		g.do(c.then)
		g.happens(about(plan.BelowTable, 0, ""))
		if got, want := fmt.Sprint(passed), fmt.Sprint([]bool{false, c.want}); got != want {
			t.Errorf("%s: passed %s, want %s", name, got, want)
		}
	}
}

// TestPassedByTheNext checks that the action passes a hand when the seat behind it
// acts, whoever acted last before it.
func TestPassedByTheNext(t *testing.T) {
	var passed []bool
	game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.Dropped: of(plan.EffectKill)})
	game = lookedAt(game, plan.BelowTable, func(v plan.IncidentView) { passed = append(passed, v.Passed(1)) })
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(4, 100), Button: 3, Attendance: hand.Tracked, Deck: deckOf(game, inHands)})
	g.do("C raise 6, D call, A raise 20") // C began the round
	g.happens(about(plan.Dropped, 1, "Kd"))
	g.happens(about(plan.BelowTable, 0, ""))
	g.do("C call")
	g.happens(about(plan.BelowTable, 0, ""))
	if got := fmt.Sprint(passed); got != "[false true]" {
		t.Errorf("passed %s", got)
	}
}

// TestArrange checks that any card of the stub can come next, and no other.
func TestArrange(t *testing.T) {
	g := atPot(t, hand.Unattended, nil)
	var all []cards.Card
	for i := len(g.h.Undealt()) - 1; i >= 0; i-- {
		all = append(all, g.h.Undealt()[i])
	}
	if len(all) != 52-8 || g.h.Taken() != 8 {
		t.Fatalf("%d undealt, %d taken", len(all), g.h.Taken())
	}
	for _, c := range []struct {
		next []cards.Card
		want string
	}{
		{append(all[:len(all):len(all)], all[0]), "the stub has 44 cards, not 45"},
		{[]cards.Card{all[0], all[0]}, all[0].String() + " is not in the stub"},
		{cards.MustParse("Ah"), "Ah is not in the stub"}, // A has it
	} {
		try := *g
		if err := try.h.Arrange(c.next); err == nil || err.Error() != c.want {
			t.Errorf("%d cards: %v, want %q", len(c.next), err, c.want)
		}
	}
	if err := g.h.Arrange(all); err != nil {
		t.Fatal(err)
	}
	g.do("C call, D call, A call, B check")
	if got, want := cards.Format(g.h.Board()), cards.Format(all[1:4]); got != want {
		t.Errorf("board %s, want %s", got, want)
	}
}

// TestStep checks that a hand is at a step of its game until it is over.
func TestStep(t *testing.T) {
	g := atPot(t, hand.Attended, nil)
	if got := g.h.Step(); got == nil || got.Kind != plan.Bet {
		t.Errorf("at the first decision: %+v", got)
	}
	b := bind(t, holdem(), noLimit)
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: b, Stacks: stacks(4, 100), Button: 3, Attendance: hand.Attended}); err != nil {
		t.Fatal(err)
	}
	if got := h.Step(); got != nil && got.Kind != plan.Deal {
		t.Errorf("before the first card: %+v", got)
	}
	for d := h.Pending(); d != nil; d = h.Pending() {
		a := hand.Action{Kind: hand.GoOn, Seat: -1}
		if d.Kind == hand.Wager {
			if a = (hand.Action{Kind: hand.Call, Seat: d.Seat}); d.Options.CanCheck {
				a.Kind = hand.Check
			}
		}
		if d.Kind == hand.ShowCards {
			a = hand.Action{Kind: hand.Show, Seat: d.Seat}
		}
		if err := h.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	if got := h.Step(); got != nil && got.Kind != plan.Showdown {
		t.Errorf("at the end: %+v", got)
	}
}
