package hand_test

import (
	"fmt"
	"slices"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// toldCards returns the cards that a seat was dealt according to the log, in its
// order.
func (g *game) toldCards(seat int) []cards.Card {
	var out []cards.Card
	for i := range g.l.Events {
		if e := &g.l.Events[i]; (e.Kind == hand.Dealt || e.Kind == hand.DealtUp) && int(e.Seat) == seat {
			out = append(out, e.List()...)
		}
	}
	return out
}

// TestOwedCardsAreTold checks that a replacement card comes at the time that was
// ruled, and that every card dealt to a seat is emitted once, in the order in which
// it came.
func TestOwedCardsAreTold(t *testing.T) {
	for _, c := range []struct {
		when plan.Timing
		told string // for A, whose first card is exposed when B has one too
		log  string // for all
	}{
		{plan.Now, "AhQcKs", "AhKdQcKsQdJhJsAc2c"},          // before C's first card
		{plan.AfterCircuit, "AhAcKs", "AhKdQcJhAcKsQdJs2c"}, // after D's first card
		{plan.AfterDeal, "AhAc2c", "AhKdQcJhAcKsQdJs2c"},    // after D's second card
	} {
		game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{
			plan.DealerExposed: of(plan.EffectReplace, func(e *plan.FloorEffect) { e.From, e.When = "top", c.when }),
		})
		g := start(t, hand.Setup{
			Plan: bind(t, game, noLimit), Stacks: stacks(4, 100), Button: 3, Attendance: hand.Attended,
			Deck: deckOf(game, "Ah Kd Qc Jh Ac Ks Qd Js 2c 3c"),
		})
		g.goOn()
		g.goOn()
		g.happens(about(plan.DealerExposed, 0, "Ah"))
		g.toPlayer()
		if got := cards.Format(g.toldCards(0)); got != c.told {
			t.Errorf("when %d: A was told of %s, want %s", c.when, got, c.told)
		}
		var all []cards.Card
		for i := range g.l.Events {
			if e := &g.l.Events[i]; e.Kind == hand.Dealt || e.Kind == hand.DealtUp {
				all = append(all, e.List()...)
			}
		}
		if got := cards.Format(all); got != c.log {
			t.Errorf("when %d: the cards are told in the order %s, want %s", c.when, got, c.log)
		}
		told := map[cards.Card]bool{}
		for seat := range 4 {
			list := g.toldCards(seat)
			for _, card := range list {
				if told[card] {
					t.Errorf("when %d: %s is told twice", c.when, card)
				}
				told[card] = true
			}
			if seat == 0 {
				list = slices.DeleteFunc(list, func(c cards.Card) bool { return c == cards.MustParse("Ah")[0] })
			}
			if !slices.Equal(list, g.h.Hole(seat)) || len(list) != 2 {
				t.Errorf("when %d: seat %d holds %s and was told of %s", c.when, seat+1, cards.Format(g.h.Hole(seat)), cards.Format(list))
			}
		}
		if len(g.h.Stub()) != 52-9 || cards.Format(g.h.Mucked()) != "Ah" {
			t.Errorf("when %d: %d in the stub, muck %s", c.when, len(g.h.Stub()), cards.Format(g.h.Mucked()))
		}
	}
}

// draws returns a game of five cards with one draw of at most this many.
func draws(most int) *plan.Game {
	return with(holdem(), func(g *plan.Game) {
		g.MaxSeats = 4
		g.Steps = []plan.Step{
			{Kind: plan.Deal, Count: 5},
			bet(plan.LeftOfBlind, plan.Small),
			plan.Draw(0, most, plan.LeftOfButton, plan.DrawStep{}),
			bet(plan.LeftOfButton, plan.Big),
			{Kind: plan.Showdown, Show: best(high)},
		}
	})
}

// TestFilledAtTheDraw checks that a short hand that is filled up at the draw may
// discard that many fewer cards; one that plays short draws as many as it discards.
func TestFilledAtTheDraw(t *testing.T) {
	for _, c := range []struct {
		effect      plan.FloorEffectKind
		held, may   int // cards held, and how many of them may be discarded
		afterwards  int // if none is discarded
		withDiscard int // if one is discarded
	}{
		{plan.EffectFill, 3, 1, 5, 5},
		{plan.EffectFill, 4, 2, 5, 5},
		{plan.EffectFill, 1, 0, 5, 0},
		{plan.EffectStands, 3, 3, 3, 3},
		{plan.EffectStands, 4, 3, 4, 4},
		{plan.EffectStands, 1, 1, 1, 1},
		{plan.EffectStands, 6, 3, 6, 6},
	} {
		for discard := range 2 {
			game := ruled(draws(3), map[plan.IncidentKind][]plan.FloorEffect{
				plan.WrongCount: of(c.effect, func(e *plan.FloorEffect) { e.When = plan.AtDraw }),
			})
			g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Tracked, Deck: deckOf(game, "")})
			g.happens(about(plan.WrongCount, 0, "").With("count", plan.Value{N: int64(c.held)}))
			g.do("C call, A call, B check")
			d := g.h.Pending()
			if d.Kind != hand.CardsAsked || d.Seat != 0 || d.Count != c.may {
				t.Fatalf("%+v: asked %s", c, g.h.Legal())
			}
			want := []int{c.afterwards, c.withDiscard}[discard]
			if discard > c.may {
				continue
			}
			for d := g.h.Pending(); d != nil && d.Kind == hand.CardsAsked; d = g.h.Pending() {
				a := hand.Action{Kind: hand.PickCards, Seat: d.Seat}
				if d.Seat == 0 {
					a = a.WithCards(g.h.Hole(0)[:discard])
				}
				if err := g.h.Apply(a); err != nil {
					t.Fatal(err)
				}
			}
			if got := len(g.h.Hole(0)); got != want {
				t.Errorf("%+v: %d cards after a draw of %d, want %d", c, got, discard, want)
			}
			g.conserved()
			if !g.h.CardsConserved() {
				t.Errorf("%+v: the cards are not conserved", c)
			}
		}
	}
}

// TestChipsOfAPromise checks that chips put in out of turn count when the turn
// comes; the excess goes back, or all of it if the promise is no longer binding.
func TestChipsOfAPromise(t *testing.T) {
	for _, c := range []struct {
		put  int64
		play string
		told string
	}{
		{2, "C call", ""},
		{10, "C call", "D given back 8"},
		{10, "C fold", "D given back 8"},
		{10, "C raise 6", "D given back 10"}, // another bet to call: D may decide again
	} {
		g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{
			plan.OutOfTurn: of(plan.EffectQueue, func(e *plan.FloorEffect) { e.Word = "call" }),
		})
		g.happens(about(plan.OutOfTurn, 3, "").With("action", plan.Value{Word: "call"}).With("chips", plan.Value{N: c.put}))
		g.do(c.play)
		g.tells(c.told, hand.GivenBack)
		turn, want := g.h.Turn(), 0
		if c.play == "C raise 6" {
			want = 3
		}
		if turn != want {
			t.Errorf("%d put in, %s: it is the turn of seat %d", c.put, c.play, turn+1)
		}
	}
}

// TestPromiseThatCannotBeKept checks that a promised action that is illegal when
// the turn comes is not binding, and that the seat is asked.
func TestPromiseThatCannotBeKept(t *testing.T) {
	g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{
		plan.OutOfTurn: of(plan.EffectQueue, func(e *plan.FloorEffect) { e.Word, e.Amount = "raise", 3 }),
	})
	g.happens(about(plan.OutOfTurn, 3, "").With("action", plan.Value{Word: "raise"}).With("chips", plan.Value{N: 3}))
	g.do("C call")
	g.tells("D released", hand.Unbound)
	g.tells("D given back 3", hand.GivenBack)
	g.asks("seat 4: fold, call 2, raise to 4 to 100")
}

// TestSaidAtABank checks that a declared choice takes effect.
func TestSaidAtABank(t *testing.T) {
	g := atBank(t, map[plan.IncidentKind][]plan.FloorEffect{
		plan.Declare: of(plan.EffectAct, func(e *plan.FloorEffect) { e.Word = "hit" }), plan.PlayerExposed: of(plan.EffectFaceUp),
	})
	g.happens(about(plan.Declare, 0, "").With("action", plan.Value{Word: "hit"}))
	g.lie("A AhTc2c; stub 3c")
	g.notPossible(about(plan.Declare, 2, "").With("action", plan.Value{Word: "hit"}), "it is not offered to seat 3: "+g.h.Legal())
}

// TestFullHandsGetNoMore checks that a seat whose hand is full is skipped on the
// next street, and the others get their cards.
func TestFullHandsGetNoMore(t *testing.T) {
	game := shortStud(plan.StubMustSuffice)
	game.Deck.Lowest = cards.Two
	game = ruled(game, map[plan.IncidentKind][]plan.FloorEffect{plan.WrongCount: of(plan.EffectStands)})
	for _, attendance := range []hand.Attendance{hand.Tracked, hand.Attended} {
		g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: attendance, Deck: deckOf(game, "")})
		g.toPlayer()
		g.happens(about(plan.WrongCount, 1, "").With("count", plan.Value{N: hand.MaxHole}))
		for _, a := range []string{"C call", "A call", "B check"} {
			g.do(a)
		}
		g.toPlayer()
		for seat, want := range []int{3, hand.MaxHole, 3} {
			if got := len(g.h.Hole(seat)); got != want {
				t.Errorf("attendance %d: seat %d holds %d cards, want %d", attendance, seat+1, got, want)
			}
		}
		g.conserved()
		if !g.h.CardsConserved() {
			t.Error("the cards are not conserved")
		}
	}
}

// TestLiveAgainBeforeAnybodyActs checks that a revived hand acts when its turn
// comes: at once if it was skipped, later if another seat opens the round.
func TestLiveAgainBeforeAnybodyActs(t *testing.T) {
	for _, c := range []struct {
		open plan.Opener
		turn [4]int // the seat to act when each seat is revived
	}{
		{plan.LeftOfBlind, [4]int{2, 2, 2, 2}},
		{plan.HighShowing, [4]int{1, 1, 1, 1}},
	} {
		for seat := range 4 {
			game := ruled(with(holdem(), func(g *plan.Game) {
				g.Steps[stepPreflop].Bet.Open, g.Steps[stepDeal].Up = c.open, plan.AllUp
			}), map[plan.IncidentKind][]plan.FloorEffect{plan.ThrownAway: of(plan.EffectKill), plan.Retrieve: of(plan.EffectRevive)})
			g := start(t, hand.Setup{
				Plan: bind(t, game, noLimit), Stacks: stacks(4, 100), Button: 3, Attendance: hand.Tracked, Deck: deckOf(game, "2h Ad 4c 5h 2c As 9d 7s"),
			})
			first := g.h.Turn()
			if first != c.turn[seat] {
				t.Fatalf("open %d: seat %d begins", c.open, first+1)
			}
			if seat == first {
				continue
			}
			g.happens(about(plan.ThrownAway, seat, ""))
			if g.h.Turn() != first {
				t.Errorf("open %d: without seat %d seat %d begins", c.open, seat+1, g.h.Turn()+1)
			}
			g.happens(about(plan.Retrieve, seat, ""))
			if g.h.Turn() != c.turn[seat] {
				t.Errorf("open %d: seat %d is live again, and it is the turn of seat %d", c.open, seat+1, g.h.Turn()+1)
			}
		}
	}
}

// TestMisdealAtABank checks that all cards come back and are dealt again; stake and
// bets stay.
func TestMisdealAtABank(t *testing.T) {
	g := atBank(t, map[plan.IncidentKind][]plan.FloorEffect{plan.BelowTable: of(plan.EffectMisdeal), plan.Retract: of(plan.EffectKill)})
	g.takes("hit")
	if len(g.h.Hole(0)) != 3 {
		t.Fatalf("A holds %s", cards.Format(g.h.Hole(0)))
	}
	before := fmt.Sprint(g.h.Stack(0), g.h.Stack(1), g.h.Stack(2), g.h.Wagered(0), g.h.Wagered(1), g.h.Wagered(2))
	house := g.h.House()
	g.happens(about(plan.BelowTable, 0, ""))
	g.tells("- misdeal", hand.Misdealt)
	g.tells("", hand.Returned)
	if after := fmt.Sprint(g.h.Stack(0), g.h.Stack(1), g.h.Stack(2), g.h.Wagered(0), g.h.Wagered(1), g.h.Wagered(2)); after != before || g.h.House() != house {
		t.Errorf("chips %s, house %d after the misdeal; %s and %d before", after, g.h.House(), before, house)
	}
	for seat := range 3 {
		if len(g.h.Hole(seat)) != 2 {
			t.Errorf("seat %d holds %s", seat+1, cards.Format(g.h.Hole(seat)))
		}
	}
	if g.h.Turn() != 0 || len(g.h.Stub()) != 52-6 {
		t.Errorf("the turn of seat %d, %d cards in the stub", g.h.Turn()+1, len(g.h.Stub()))
	}
}

// TestEffectOnNoHandAtABank checks that an effect needs a seat with a hand in the
// round.
func TestEffectOnNoHandAtABank(t *testing.T) {
	game, _, _ := bankGame(t)
	game = ruled(game, map[plan.IncidentKind][]plan.FloorEffect{plan.Retract: of(plan.EffectKill)})
	g := start(t, hand.Setup{Plan: bind(t, game, bets), Stacks: stacks(4, 60), Button: 3, Attendance: hand.Tracked, Deck: deckOf(game, "")})
	g.takes("bank 20, bet 4, pass, bet 6")
	g.notPossible(about(plan.Retract, 1, ""), "seat 2 has no hand in this round")
}

// TestAllInAtABank checks that a player who has put up or bet every chip cannot bet
// anymore.
func TestAllInAtABank(t *testing.T) {
	game, _, _ := bankGame(t)
	for _, c := range []struct {
		stacks []int64
		takes  string
		able   string
	}{
		{[]int64{60, 60, 61}, "bank 60, bet 4, bet 6", "[0 1]"}, // the fee is 1
		{[]int64{60, 60, 62}, "bank 60, bet 4, bet 6", "[0 1 2]"},
		{[]int64{5, 60, 61}, "bank 20, bet 4, bet 6", "[1 2]"},
		{[]int64{6, 60, 61}, "bank 20, bet 4, bet 6", "[0 1 2]"},
	} {
		g := start(t, hand.Setup{Plan: bind(t, game, bets), Stacks: c.stacks, Button: 2, Deck: deckOf(game, "Ah Kd 9c Tc 8s 9s 2c 3c 4c 5c")})
		g.takes(c.takes)
		var able []int
		for seat := range 3 {
			if g.h.Able().Has(seat) {
				able = append(able, seat)
			}
		}
		if fmt.Sprint(able) != c.able {
			t.Errorf("%v, %s: %v are able, want %s", c.stacks, c.takes, able, c.able)
		}
	}
}
