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

// ruled returns a game whose rulings have only these effects.
func ruled(g *plan.Game, rulings map[plan.IncidentKind][]plan.FloorEffect) *plan.Game {
	for k, effects := range rulings {
		g.Rulings = append(g.Rulings, plan.Ruling{Incident: k, Judgement: plan.Judgement{Effects: effects}})
	}
	return g
}

// of returns an effect on the seat and the cards of the incident.
func of(k plan.FloorEffectKind, change ...func(e *plan.FloorEffect)) []plan.FloorEffect {
	e := plan.FloorEffect{Kind: k, Seat: -1}
	for _, f := range change {
		f(&e)
	}
	return []plan.FloorEffect{e}
}

// about returns an incident of a seat, with the cards that it names.
func about(k plan.IncidentKind, seat int, named string) plan.Incident {
	in := plan.Incident{Kind: k}.With("seat", plan.Value{N: int64(seat)})
	if named != "" {
		for _, field := range []string{"card", "cards"} {
			in = in.With(field, plan.Value{Cards: cards.MustParse(named)})
		}
	}
	return in
}

// happens makes an irregularity happen that must not be refused.
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

// notPossible fails unless an irregularity is refused with this error and changes
// nothing.
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

// lie fails unless the cards of the seats, the stub, the muck and aside begin with
// these: "A AhTc; stub 2c3c; muck ; aside ".
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

// atBank returns a round against a bank in which the first of two bettors is asked
// and B banks.
func atBank(t *testing.T, rulings map[plan.IncidentKind][]plan.FloorEffect) *game {
	game, _, _ := bankGame(t)
	g := start(t, hand.Setup{
		Plan: bind(t, ruled(game, rulings), bets), Stacks: stacks(3, 60), Button: 2, Attendance: hand.Tracked,
		Deck: deckOf(game, "Ah Kd 9c Tc 8s 9s 2c 3c 4c 5c"), // A AhTc, B Kd8s, C 9c9s
	})
	g.takes("bank 20, bet 4, bet 6")
	g.lie("A AhTc; B Kd8s; C 9c9s; stub 2c3c")
	return g
}

// TestRulingsAtABank checks what each effect does in a round against a bank, and
// when it cannot be applied.
func TestRulingsAtABank(t *testing.T) {
	const shown, below = plan.PlayerExposed, plan.BelowTable
	for _, c := range []struct {
		name   string
		effect plan.FloorEffectKind
		in     plan.Incident
		refuse string
		told   string // in addition to the incident and the ruling
		lie    string
		asks   string
		nets   []int64 // if all stand, including fees; nil to stop there
	}{
		{
			"a dead hand loses its wager, whatever it has", plan.EffectKill, about(below, 0, ""), "",
			"A killed", "A AhTc", "seat 2: stand, hit",
			[]int64{-5, -1, 3},
		},
		{"the hand of the bank cannot be dead", plan.EffectKill, about(below, 2, ""), "seat 3 banks", "", "C 9c9s", "", nil},
		{"a card dead", plan.EffectDead, about(shown, 0, "Ah"), "", "A dead card Ah", "A Tc; muck Ah", "seat 1: stand, hit", []int64{-5, -1, 3}},
		{"a card aside", plan.EffectAside, about(shown, 1, "Kd"), "", "B set aside Kd", "B 8s; aside Kd; muck ", "seat 1: stand, hit", []int64{5, -7, -1}},
		{"a card that everybody sees", plan.EffectAside, about(shown, 1, "8s"), "8s lies face up", "", "", "", nil},
		{"a card that the seat has not", plan.EffectAside, about(shown, 1, "Ah"), "seat 2 does not hold Ah", "", "", "", nil},
		{
			"a card replaced lies as it lay", plan.EffectReplace, about(shown, 0, "Ah"), "",
			"A dead card Ah\nA dealt 2c", "A Tc2c; muck Ah; stub 3c", "seat 1: stand, hit",
			[]int64{-5, -1, 3},
		},
		{"the last card goes back", plan.EffectToStub, about(below, 0, ""), "", "- put back Tc", "A Ah; stub Tc2c", "seat 1: stand, hit", []int64{-5, -1, 3}},
		{"one more card", plan.EffectFill, about(below, 1, ""), "", "B dealt up 2c", "B Kd8s2c; stub 3c", "seat 1: stand, hit", []int64{5, 5, -13}},
		{"cards count as up", plan.EffectFaceUp, about(shown, 0, "Ah"), "", "A turned face Ah", "A AhTc", "seat 1: stand, hit", []int64{5, -1, -7}},
		{"the round is void", plan.EffectVoid, about(below, 0, ""), "", "- hand void", "", "over", []int64{0, 0, 0}},
		{"nothing to complete", plan.EffectComplete, about(below, 0, ""), "must show all cannot happen in a round against a bank", "", "", "", nil},
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

// TestDeadAndLiveAgainAtABank checks that a dead hand can be revived, and only a
// dead one.
func TestDeadAndLiveAgainAtABank(t *testing.T) {
	g := atBank(t, map[plan.IncidentKind][]plan.FloorEffect{plan.BelowTable: of(plan.EffectKill), plan.Retrieve: of(plan.EffectRevive)})
	g.notPossible(about(plan.Retrieve, 0, ""), "seat 1 is live")
	if slices.Contains(g.h.Possible(), plan.Retrieve) {
		t.Error("a hand is wanted back, and all are live")
	}
	g.happens(about(plan.BelowTable, 0, ""))
	g.notPossible(about(plan.BelowTable, 0, ""), "seat 1 is no longer in the round")
	if !slices.Contains(g.h.Possible(), plan.Retrieve) {
		t.Error("a dead hand cannot be wanted back")
	}
	g.happens(about(plan.Retrieve, 0, ""))
	g.takes("stand")
	g.nets(5, -1, -7)
}

// TestCountsAtABank checks that a hand can be found with one card too many or too
// few, and with no other wrong number.
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
	g.notPossible(count(1, 0), "seat 2 has 1 card: one too many or too few can be found")
	g.happens(count(1, 2))
	g.happens(about(plan.BelowTable, 1, ""))
	g.happens(about(plan.BelowTable, 1, ""))
	g.notPossible(about(plan.BelowTable, 1, ""), "seat 2 has no card")
	g.notPossible(count(1, 0), "seat 2 has 0 cards: one too many or too few can be found")
}

// TestMostCardsAtABank checks that a ruling deals a hand no more cards than it has
// room for.
func TestMostCardsAtABank(t *testing.T) {
	g := atBank(t, map[plan.IncidentKind][]plan.FloorEffect{plan.BelowTable: of(plan.EffectFill)})
	for range hand.MaxCards - 2 {
		g.happens(about(plan.BelowTable, 1, ""))
	}
	g.notPossible(about(plan.BelowTable, 1, ""), fmt.Sprintf("seat 2 has %d cards", hand.MaxCards))
}

// inHands is four hands, the flop and the cards after it, with A on the small
// blind.
const inHands = "Ah Kd Qc Jh Ac Ks Qd Js 2c 3c 4c 5c 6c 7c 8c 9c Tc"

// atPot returns a hand for a pot with these rulings: D has the button, C acts
// first.
func atPot(t *testing.T, attendance hand.Attendance, rulings map[plan.IncidentKind][]plan.FloorEffect, fees ...hand.Fee) *game {
	game := ruled(holdem(), rulings)
	g := start(t, hand.Setup{
		Plan: bind(t, game, noLimit), Stacks: stacks(4, 100), Button: 3, Attendance: attendance, Fees: fees, Deck: deckOf(game, inHands),
	})
	if attendance == hand.Attended {
		g.toPlayer()
	}
	return g
}

// toPlayer makes the dealer continue until a player is asked.
func (g *game) toPlayer() {
	g.t.Helper()
	if err := g.h.ToPlayer(); err != nil {
		g.t.Fatal(err)
	}
}

// TestForfeited checks that chips that a ruling puts in go to the pot, as far as
// the stack goes, with an event; outside a betting round the effect is refused.
func TestForfeited(t *testing.T) {
	for _, c := range []struct {
		amount int64
		told   string
	}{{7, "C forfeited 7"}, {100, "C forfeited 100 all-in"}, {130, "C forfeited 100 all-in"}} {
		g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{
			plan.BelowTable: of(plan.EffectPutIn, func(e *plan.FloorEffect) { e.Amount = c.amount }),
		})
		g.happens(about(plan.BelowTable, 2, ""))
		g.tells(c.told, hand.Forfeited)
		if put := min(c.amount, 100); g.h.Wagered(2) != put || g.h.Stack(2) != 100-put {
			t.Errorf("%d: %d put in, %d left", c.amount, g.h.Wagered(2), g.h.Stack(2))
		}
	}
	g := atPot(t, hand.Attended, map[plan.IncidentKind][]plan.FloorEffect{plan.BelowTable: of(plan.EffectPutIn)})
	g.do("C call, D call, A call, B check")
	g.notPossible(about(plan.BelowTable, 2, ""), "no round of betting is open")
}

// TestForfeitedInFront checks that forfeited chips of a seat that plays on are part of its bet and never come out of the pot: it
// may bet or raise only beyond them, and all in it is not asked.
func TestForfeitedInFront(t *testing.T) {
	for _, c := range []struct {
		stakes plan.Stakes
		amount int64
		asks   string
	}{
		{noLimit, 1, "seat 3: fold, check, bet 2 to 100"},
		{noLimit, 7, "seat 3: fold, check, bet 8 to 100"},
		{fixed, 1, "seat 3: fold, check, bet 2"},
		{fixed, 2, "seat 3: fold, check"},
		{fixed, 7, "seat 3: fold, check"},
		{fixed, 100, "seat 4: fold, check, bet 2"},
	} {
		game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{
			plan.BelowTable: of(plan.EffectPutIn, func(e *plan.FloorEffect) { e.Amount = c.amount }),
		})
		g := start(t, hand.Setup{Plan: bind(t, game, c.stakes), Stacks: stacks(4, 102), Button: 3, Attendance: hand.Attended, Deck: deckOf(game, "")})
		g.toPlayer()
		g.do("C call\nD call\nA call\nB check")
		g.toPlayer()
		g.do("A check\nB check")
		g.happens(about(plan.BelowTable, 2, ""))
		g.asks(c.asks)
		g.conserved()
	}
}

// TestNothingLeftToDecide checks that when a ruling has killed all hands but one,
// that hand cannot act in the same ruling.
func TestNothingLeftToDecide(t *testing.T) {
	g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{
		plan.BelowTable: append(of(plan.EffectKill), of(plan.EffectAct, func(e *plan.FloorEffect) { e.Seat, e.Word = 0, "fold" })...),
	})
	g.do("C fold")
	two := *g
	two.do("D fold")
	two.notPossible(about(plan.BelowTable, 1, ""), "seat 1 has nothing to decide: no other hand is live")
	g.do("D call")
	g.happens(about(plan.BelowTable, 1, ""))
	if g.h.Pending() != nil && g.h.Pending().Seat == 3 {
		t.Error("the last hand is asked to act")
	}
}

// TestPostponed checks that postponed effects happen when that many betting rounds
// have ended, at least one.
func TestPostponed(t *testing.T) {
	for rounds, want := range []int{1, 1, 2, 3} {
		g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{
			plan.BelowTable: of(plan.EffectLater, func(e *plan.FloorEffect) { e.Rounds, e.Then = rounds, of(plan.EffectKill) }),
		})
		g.happens(about(plan.BelowTable, 2, ""))
		g.tells(fmt.Sprintf("C postponed %d", want), hand.Postponed)
		g.do("C call, D call, A call, B check")
		for round := 1; round < want; round++ {
			g.tells("", hand.Killed)
			g.do("A check, B check, C check, D check")
		}
		g.tells("C killed", hand.Killed)
	}
}

// TestShownInPart checks that a hand that must be shown whole and is not is dead
// when the pot is pushed, as long as another hand is left.
func TestShownInPart(t *testing.T) {
	g := atPot(t, hand.Attended, map[plan.IncidentKind][]plan.FloorEffect{
		plan.PartialShow: of(plan.EffectComplete), plan.Tabled: of(plan.EffectShown),
	})
	for _, round := range []string{"C call, D call, A call, B check", "A check, B check, C check, D check", "A check, B check, C check, D check", "A check, B check, C check, D check"} {
		for _, a := range strings.Split(round, ", ") {
			g.toPlayer()
			g.do(a)
		}
	}
	for g.h.Pending() != nil && !slices.Contains(g.h.Possible(), plan.PartialShow) {
		if err := g.h.Apply(hand.Action{Kind: hand.GoOn, Seat: -1}); err != nil {
			t.Fatal(err)
		}
	}
	g.happens(about(plan.PartialShow, 0, "Ah"))
	g.happens(about(plan.PartialShow, 1, "Kd"))
	g.happens(about(plan.Tabled, 1, "KdKs"))
	g.toPlayer()
	g.tells("A must show Ah\nB must show Kd", hand.ShowAsked)
	g.tells("A killed", hand.Killed)
	g.nets(-2, -2, 6, -2) // Ac would have had the better flush
}

// TestMisdealBringsAllBack checks that after a misdeal the hand is as it was when
// the blinds had been posted: chips, the blind to call, the fee that is still due,
// every card.
func TestMisdealBringsAllBack(t *testing.T) {
	misdeal := map[plan.IncidentKind][]plan.FloorEffect{plan.BelowTable: of(plan.EffectMisdeal)}
	for _, fee := range [][]hand.Fee{nil, {{Seat: -1, Amount: 3}}} {
		g := atPot(t, hand.Tracked, misdeal, fee...)
		g.do("C raise 6, D fold, A call, B call, A bet 10")
		g.happens(about(plan.BelowTable, 1, ""))
		g.asks("seat 3: fold, call 2, raise to 4 to 100")
		for i, want := range []int64{1, 2, 0, 0} {
			if g.h.Wagered(i) != want || g.h.Stack(i) != 100-want || len(g.h.Hole(i)) != 2 {
				t.Errorf("seat %d: %d before it, %d behind, %d cards", i+1, g.h.Wagered(i), g.h.Stack(i), len(g.h.Hole(i)))
			}
		}
		if len(g.h.Board()) != 0 || g.h.House() != 0 || len(g.h.Burns()) != 0 {
			t.Errorf("board %s, house %d, burns %s", cards.Format(g.h.Board()), g.h.House(), cards.Format(g.h.Burns()))
		}
		g.do("C call, D call, A call, B check")
		if want := int64(3 * len(fee)); g.h.House() != want {
			t.Errorf("the house took %d, want %d", g.h.House(), want)
		}
	}
}

// TestOrderOfTheNextStub checks that a shuffle after an irregularity has the order
// of the record, if that has the cards being shuffled.
func TestOrderOfTheNextStub(t *testing.T) {
	g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{plan.CalledMisdeal: of(plan.EffectMisdeal)})
	order := deckOf(g.h.Plan().Game, "7s 6s 5s 4s 3s 2s 7d 6d 5d 4d 3d 2d")
	g.happens(plan.Incident{Kind: plan.CalledMisdeal}.With("reason", plan.Value{Word: "wrong_order"}).With("order", plan.Value{Cards: order}))
	g.lie("A 7s3s; B 6s2s; C 5s7d; D 4s6d; stub 5d4d3d2d")
}

// TestNextBurnIsForgotten checks that a card that was to be burned next and is
// shuffled into the stub is no longer the next burn, wherever it ends up.
func TestNextBurnIsForgotten(t *testing.T) {
	g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{
		plan.Dropped:         of(plan.EffectNextBurn),
		plan.TouchedDiscards: of(plan.EffectReshuffle, func(e *plan.FloorEffect) { e.Zones = plan.ZoneAside }),
		plan.FoulDeck:        of(plan.EffectAside),
	})
	g.happens(about(plan.Dropped, 2, "Qc"))
	g.lie("aside Qc; C Qd")
	named := g.h
	g.do("C call, D call, A call, B check")
	g.tells("- burned Qc", hand.Burned)
	g.h, g.l.Events = named, nil
	g.happens(about(plan.TouchedDiscards, 0, ""))
	g.lie("aside ")
	g.happens(plan.Incident{Kind: plan.FoulDeck}.With("card", plan.Value{Cards: cards.MustParse("Qc")}))
	g.lie("aside Qc")
	top := g.h.Stub()[0]
	g.do("C call, D call, A call, B check")
	g.tells("- burned "+top.String(), hand.Burned)
}

// TestDeadOnTheBoard checks that a dead board card leaves the others in their
// order.
func TestDeadOnTheBoard(t *testing.T) {
	for k, want := range []string{"4c5c", "3c5c", "3c4c"} {
		g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{plan.FoulDeck: of(plan.EffectDead)})
		g.do("C call, D call, A call, B check")
		g.lie("board 3c4c5c; burns 2c; stub 6c")
		g.happens(plan.Incident{Kind: plan.FoulDeck}.With("card", plan.Value{Cards: g.h.Board()[k : k+1]}))
		g.lie("board " + want + "; muck " + "3c4c5c"[2*k:2*k+2] + "; stub 6c")
	}
}

// TestCountsOfAPot checks that a hand found with a wrong number of cards gets extra
// ones from the stub, face down, or returns missing ones to it in their order.
func TestCountsOfAPot(t *testing.T) {
	count := func(n int64) plan.Incident { return about(plan.WrongCount, 2, "").With("count", plan.Value{N: n}) }
	for n, lie := range map[int64]string{
		0: "C ; stub QcQd2c", 1: "C Qc; stub Qd2c", 3: "C QcQd2c; stub 3c", hand.MaxHole: "C QcQd2c3c4c5c6c7c; stub 8c",
	} {
		g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{plan.WrongCount: of(plan.EffectStands)})
		g.happens(count(n))
		g.lie(lie)
		for k := range g.h.Hole(2) {
			if g.h.IsUp(2, k) {
				t.Errorf("card %d of %d lies face up", k+1, n)
			}
		}
	}
	g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{plan.WrongCount: of(plan.EffectStands)})
	g.notPossible(count(2), "seat 3 holds 2 cards, the correct number")
	g.notPossible(count(hand.MaxHole+1), fmt.Sprintf("a seat cannot hold more than %d cards here", hand.MaxHole))
	g.notPossible(count(-1), "count: -1 is not from 0 to 1000")
	g.notPossible(about(plan.WrongCount, 2, ""), "count is missing")
}

// TestTooSoon checks that a premature street takes its burn and its cards off the
// stub, and is refused if the stub has too few cards.
func TestTooSoon(t *testing.T) {
	for stub := range 7 {
		g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{
			plan.PrematureFlop: of(plan.EffectStands), plan.FoulDeck: of(plan.EffectDead),
		})
		for len(g.h.Stub()) > stub {
			g.happens(plan.Incident{Kind: plan.FoulDeck}.With("card", plan.Value{Cards: g.h.Stub()[stub : stub+1]}))
		}
		flop := plan.Incident{Kind: plan.PrematureFlop}
		if stub < 4 {
			g.notPossible(flop, fmt.Sprintf("the stub has %d cards left", stub))
		} else {
			try := *g
			try.happens(flop)
			try.lie("burns 2c; aside 3c4c5c")
		}
		flop = flop.With("burned", plan.Value{})
		if stub < 3 {
			g.notPossible(flop, fmt.Sprintf("the stub has %d cards left", stub))
			continue
		}
		g.happens(flop)
		g.lie("burns ; aside 2c3c4c")
	}
}

// TestTwoAreNoTurn checks that a street of two cards after the flop is not turned too soon as a turn, which is one card: the
// record could not name them.
func TestTwoAreNoTurn(t *testing.T) {
	for turn, want := range map[int]bool{1: true, 2: false} {
		g := holdem()
		boards := 0
		for i := range g.Steps {
			if st := &g.Steps[i]; st.Kind == plan.Board {
				if boards++; boards == 2 {
					st.Count = turn
				}
			}
		}
		h := start(t, hand.Setup{Plan: bind(t, g, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Tracked, Seed: 1})
		h.do("C call, A call, B check")
		if got := slices.Contains(h.h.Possible(), plan.PrematureTurn); got != want {
			t.Errorf("a street of %d cards after the flop is a premature turn: %t, want %t", turn, got, want)
		}
	}
}

// TestUnknownPack checks that in a hand whose cards the caller deals, incidents
// that take cards off the stub are refused at any moment; all others have their
// moments.
func TestUnknownPack(t *testing.T) {
	moves := map[plan.IncidentKind]bool{}
	for _, k := range []plan.IncidentKind{
		plan.Boxed, plan.WrongCount, plan.JokerDealt, plan.JokerFound, plan.Cut, plan.DealtDeadSeat, plan.PrematureFlop,
		plan.PrematureTurn, plan.PrematureRiver, plan.FlopExtra, plan.BurnError,
	} {
		moves[k] = true
	}
	g := start(t, hand.Setup{Plan: bind(t, holdem(), noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Tracked, Manual: true})
	g.do("dealer A Ah Ac, dealer B Kd Ks, dealer C Qc Qd")
	for _, k := range plan.Incidents() {
		err := g.h.CanHappen(k)
		if got := errors.Is(err, hand.ErrUnknownPack); got != moves[k] {
			t.Errorf("%s: %v; it moves cards of the pack: %t", k, err, moves[k])
		}
		possible := slices.Contains(g.h.Possible(), k)
		if moves[k] && possible || possible && err != nil {
			t.Errorf("%s is possible, and refused: %v", k, err)
		}
	}
}

// TestActTakenBackIsNoDecision checks that a decision that a ruling takes back counts as if it had not been made; an act that a ruling
// made was none.
func TestActTakenBackIsNoDecision(t *testing.T) {
	g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{
		plan.Retract:    of(plan.EffectTakeBack),
		plan.BelowTable: of(plan.EffectAct, func(e *plan.FloorEffect) { e.Word = "call" }),
	})
	g.l.Decisions = true
	decided := func(want string) {
		t.Helper()
		var names []string
		for i := range g.l.Decided {
			d := &g.l.Decided[i]
			names = append(names, fmt.Sprintf("%c %s", 'A'+d.Action.Seat, d.Name(g.h.Plan().Game)))
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("decided %s, want %s", got, want)
		}
	}
	g.do("C call, D raise 8")
	g.notPossible(about(plan.Retract, 2, ""), "another seat has acted since, or the round is over")
	g.happens(about(plan.Retract, 3, ""))
	decided("C call")
	g.happens(about(plan.BelowTable, 3, "")) // the ruling calls
	g.happens(about(plan.Retract, 3, ""))
	decided("C call")
	g.do("D fold, A call")
	decided("C call, D fold, A call")
	if n := g.h.TakenBack(); n != 1 {
		t.Errorf("%d decisions were taken back, want 1", n)
	}
}
