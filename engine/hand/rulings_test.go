package hand_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// ruled is a game in which what happens has these effects and no others.
func ruled(g *plan.Game, rulings map[plan.IncidentKind][]plan.FloorEffect) *plan.Game {
	for k, effects := range rulings {
		g.Rulings = append(g.Rulings, plan.Ruling{Incident: k, Judgement: plan.Judgement{Effects: effects}})
	}
	return g
}

// of is an effect on the seat and the cards of the incident.
func of(k plan.FloorEffectKind, change ...func(e *plan.FloorEffect)) []plan.FloorEffect {
	e := plan.FloorEffect{Kind: k, Seat: -1}
	for _, f := range change {
		f(&e)
	}
	return []plan.FloorEffect{e}
}

// about is an incident of a seat, with the cards that it names.
func about(k plan.IncidentKind, seat int, named string) plan.Incident {
	in := plan.Incident{Kind: k}.With("seat", plan.Value{N: int64(seat)})
	if named != "" {
		for _, field := range []string{"card", "cards"} {
			in = in.With(field, plan.Value{Cards: cards.MustParse(named)})
		}
	}
	return in
}

// happens lets an irregularity happen that must not be refused.
func (g *game) happens(in plan.Incident) {
	g.t.Helper()
	if err := g.h.Happen(in); err != nil {
		g.t.Fatal(err)
	}
	g.conserved()
	if !g.h.CardsConserved() {
		g.t.Fatalf("after %s the cards are not conserved", in.Kind)
	}
}

// notPossible fails unless an irregularity is refused in these words and changes nothing.
func (g *game) notPossible(in plan.Incident, want string) {
	g.t.Helper()
	before, events := g.h, len(g.l.Events)
	err := g.h.Happen(in)
	var refused *hand.IncidentError
	if !errors.As(err, &refused) || refused.Reason != want {
		g.t.Errorf("%s: %v, want %q", in.Kind, err, want)
	}
	if !g.h.Same(&before) || len(g.l.Events) != events {
		g.t.Errorf("%s was refused, and the hand has changed", in.Kind)
	}
}

// lie fails unless the cards of the seats, the stub, the muck and what is aside begin
// as they should: "A AhTc; stub 2c3c; muck ; aside ".
func (g *game) lie(want string) {
	g.t.Helper()
	for _, part := range strings.Split(want, "; ") {
		place, list, _ := strings.Cut(part, " ")
		var got []cards.Card
		switch place {
		case "stub":
			got = g.h.Stub()
			got = got[:min(len(got), len(list)/2)]
		case "muck":
			got = g.h.Mucked()
		case "aside":
			got = g.h.Aside()
		case "burns":
			got = g.h.Burns()
		case "board":
			got = g.h.Board()
		default:
			got = g.h.Hole(int(place[0] - 'A'))
		}
		if cards.Format(got) != list {
			g.t.Errorf("%s: %s, want %s", place, cards.Format(got), list)
		}
	}
}

// atBank is a round against a bank in which the first of two bettors is asked; B
// banks, each card of a seat is its own.
func atBank(t *testing.T, rulings map[plan.IncidentKind][]plan.FloorEffect) *game {
	game, _, _ := bankGame(t)
	g := start(t, hand.Setup{
		Plan: bind(t, ruled(game, rulings), bets), Stacks: stacks(3, 60), Button: 2, Attendance: hand.Watched,
		Deck: deckOf(game, "Ah Kd 9c Tc 8s 9s 2c 3c 4c 5c"), // A AhTc, B Kd8s, C 9c9s
	})
	g.takes("bank 20, bet 4, bet 6")
	g.lie("A AhTc; B Kd8s; C 9c9s; stub 2c3c")
	return g
}

// TestRulingsAtABank: what each effect does in a round against a bank, and when it
// cannot be applied.
func TestRulingsAtABank(t *testing.T) {
	const shown, below = plan.PlayerExposed, plan.BelowTable
	for _, c := range []struct {
		name   string
		effect plan.FloorEffectKind
		in     plan.Incident
		refuse string
		told   string // besides the incident and the ruling
		lie    string
		asks   string
		nets   []int64 // when all stand, fees among them; nil to end there
	}{
		{
			"a dead hand loses its wager, whatever it has", plan.EffectKill, about(below, 0, ""), "",
			"A killed", "A AhTc", "seat 2: stand, hit",
			[]int64{-5, -1, 3},
		},
		{"the hand of the bank cannot be dead", plan.EffectKill, about(below, 2, ""), "seat 3 banks", "", "C 9c9s", "", nil},
		{"a card dead", plan.EffectDead, about(shown, 0, "Ah"), "", "A dead card Ah", "A Tc; muck Ah", "seat 1: stand, hit", []int64{-5, -1, 3}},
		{"a card aside", plan.EffectAside, about(shown, 1, "8s"), "", "B set aside 8s", "B Kd; aside 8s; muck ", "seat 1: stand, hit", []int64{5, -1, -7}},
		{"a card that the seat has not", plan.EffectAside, about(shown, 1, "Ah"), "seat 2 does not hold Ah", "", "", "", nil},
		{
			"a card replaced lies as it lay", plan.EffectReplace, about(shown, 0, "Ah"), "",
			"A dead card Ah\nA dealt 2c", "A Tc2c; muck Ah; stub 3c", "seat 1: stand, hit",
			[]int64{-5, -1, 3},
		},
		{
			"an up card too", plan.EffectReplace, about(shown, 0, "Tc"), "",
			"A dead card Tc\nA dealt up 2c", "A Ah2c; muck Tc; stub 3c", "seat 1: stand, hit",
			[]int64{-5, -1, 3},
		},
		{"the last card goes back", plan.EffectToStub, about(below, 0, ""), "", "- put back Tc", "A Ah; stub Tc2c", "seat 1: stand, hit", []int64{-5, -1, 3}},
		{"one more card", plan.EffectFill, about(below, 1, ""), "", "B dealt up 2c", "B Kd8s2c; stub 3c", "seat 1: stand, hit", []int64{5, 5, -13}},
		{"cards count as up", plan.EffectFaceUp, about(shown, 0, "Ah"), "", "A turned face Ah", "A AhTc", "seat 1: stand, hit", []int64{5, -1, -7}},
		{"the round is void", plan.EffectVoid, about(below, 0, ""), "", "- hand void", "", "over", []int64{0, 0, 0}},
		{"nothing to complete", plan.EffectComplete, about(below, 0, ""), "must show all is nothing that a round against a bank has", "", "", "", nil},
		{"only told", plan.EffectWarn, about(below, 0, ""), "", "A warned", "A AhTc", "seat 1: stand, hit", []int64{5, -1, -7}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := atBank(t, map[plan.IncidentKind][]plan.FloorEffect{c.in.Kind: of(c.effect)})
			g.l.Events = nil
			if c.refuse != "" {
				g.notPossible(c.in, c.refuse)
				g.lie("A AhTc; B Kd8s; C 9c9s; stub 2c3c")
				return
			}
			g.happens(c.in)
			told := g.told()[2:]
			if got := strings.Join(told[:min(len(told), 1+strings.Count(c.told, "\n"))], "\n"); got != c.told {
				t.Errorf("told\n%s\nwant\n%s", got, c.told)
			}
			if c.lie != "" {
				g.lie(c.lie)
			}
			g.asks(c.asks)
			if c.nets == nil {
				return
			}
			for g.h.Pending() != nil {
				g.takes("stand")
			}
			g.nets(c.nets...)
		})
	}
}

// TestDeadAndLiveAgainAtABank: a dead hand is wanted back, and only a dead one.
func TestDeadAndLiveAgainAtABank(t *testing.T) {
	g := atBank(t, map[plan.IncidentKind][]plan.FloorEffect{plan.BelowTable: of(plan.EffectKill), plan.Retrieve: of(plan.EffectRevive)})
	g.notPossible(about(plan.Retrieve, 0, ""), "seat 1 is live")
	if slices.Contains(g.h.Possible(), plan.Retrieve) {
		t.Error("a hand is wanted back, and all are live")
	}
	g.happens(about(plan.BelowTable, 0, ""))
	g.notPossible(about(plan.BelowTable, 0, ""), "seat 1 is not in the round any more")
	if !slices.Contains(g.h.Possible(), plan.Retrieve) {
		t.Error("a dead hand cannot be wanted back")
	}
	g.happens(about(plan.Retrieve, 0, ""))
	g.takes("stand")
	g.nets(5, -1, -7)
}

// TestCountsAtABank: a hand is found with one card too many or too few, and with no
// other number.
func TestCountsAtABank(t *testing.T) {
	count := func(seat int, n int64) plan.Incident {
		return about(plan.WrongCount, seat, "").With("count", plan.Value{N: n})
	}
	rulings := map[plan.IncidentKind][]plan.FloorEffect{plan.WrongCount: of(plan.EffectStands), plan.BelowTable: of(plan.EffectToStub)}
	for n, lie := range map[int64]string{1: "A Ah; stub Tc2c", 3: "A AhTc2c; stub 3c"} {
		g := atBank(t, rulings)
		g.happens(count(0, n))
		g.lie(lie)
	}
	g := atBank(t, rulings)
	for _, n := range []int64{0, 2, 4} {
		g.notPossible(count(0, n), "seat 1 has 2 cards: one too many or too few can be found")
	}
	g.happens(about(plan.BelowTable, 1, "")) // one card is left, and it cannot be missing
	g.notPossible(count(1, 0), "seat 2 has 1 cards: one too many or too few can be found")
	g.happens(count(1, 2))
	g.happens(about(plan.BelowTable, 1, ""))
	g.happens(about(plan.BelowTable, 1, ""))
	g.notPossible(about(plan.BelowTable, 1, ""), "seat 2 has no card")
	g.notPossible(count(1, 0), "seat 2 has 0 cards: one too many or too few can be found")
}

// TestMostCardsAtABank: a ruling deals a hand no more cards than it has room for.
func TestMostCardsAtABank(t *testing.T) {
	g := atBank(t, map[plan.IncidentKind][]plan.FloorEffect{plan.BelowTable: of(plan.EffectFill)})
	for range hand.MaxCards - 2 {
		g.happens(about(plan.BelowTable, 1, ""))
	}
	g.notPossible(about(plan.BelowTable, 1, ""), fmt.Sprintf("seat 2 has %d cards", hand.MaxCards))
}
