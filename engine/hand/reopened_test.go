package hand_test

import (
	"slices"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// accounted fails unless the stacks are those that follow from the events alone, as all that reads a log takes them.
func (g *game) accounted() {
	g.t.Helper()
	if g.h.Plan().Game.Banked() {
		return
	}
	n := g.h.Seats()
	is, won := make([]int64, n), make([]int64, n)
	for i := range is {
		is[i] = g.h.StartingStack(i)
	}
	for k := range g.l.Events {
		e := &g.l.Events[k]
		if e.Kind.Facts().TakesBack {
			clear(won)
		}
		switch e.Kind {
		case hand.Won, hand.Awarded:
			won[e.Seat] += e.Amount
		}
		switch e.Kind {
		case hand.Posted, hand.PostedAnte, hand.PostedDead, hand.Straddled, hand.BroughtIn, hand.Called, hand.Bet, hand.Raised,
			hand.Completed, hand.Forfeited, hand.PaidPot, hand.Collected, hand.PutAgain:
			if e.Seat >= 0 {
				is[e.Seat] -= e.Amount
			}
		case hand.Returned, hand.Voided, hand.Won, hand.Awarded, hand.TookPot:
			is[e.Seat] += e.Amount
		case hand.HandVoided:
			for i := range is {
				is[i] = g.h.StartingStack(i)
			}
		}
	}
	for i, want := range is {
		if got := g.h.Won(i); got != won[i] {
			g.t.Errorf("by its events seat %d has won %d, and it has won %d:\n%v", i+1, won[i], got, g.told())
		}
		if got := g.h.Stack(i); got != want {
			g.t.Errorf("by its events seat %d has %d, and it has %d:\n%v", i+1, want, got, g.told())
		}
	}
}

// TestReopenedIsTold checks that chips that go back in are told, when a hand comes back after its round was closed or the pot was
// pushed, and when a pushed pot comes back for a misdeal: the log alone says what everybody has.
func TestReopenedIsTold(t *testing.T) {
	rulings := map[plan.IncidentKind][]plan.FloorEffect{
		plan.Retrieve: of(plan.EffectRevive), plan.CalledMisdeal: of(plan.EffectMisdeal), plan.WrongCount: of(plan.EffectKill),
	}
	game := ruled(holdem(), rulings)
	for _, attendance := range []hand.Attendance{hand.Tracked, hand.Attended} {
		// C calls, A raises, the others fold, and C comes back when the pot has been pushed, or is about to be.
		table := hand.Setup{
			Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: attendance, Deck: deckOf(game, ""),
			Fees: []hand.Fee{{Seat: -1, Amount: 3}},
		}
		g := start(t, table)
		g.toPlayer()
		g.do("C call\nA raise 10\nB fold\nC fold")
		told := ""
		if attendance == hand.Tracked {
			told = `
				A returned 8
				- collected 3
				A won 3
				- reopened
				- put again 3
				A put again 11 to 10
				B put again to 2
				C put again to 2`
		}
		g.happens(about(plan.Retrieve, 2, ""))
		g.accounted()
		g.tells(told, hand.Returned, hand.Collected, hand.Won, hand.Reopened, hand.PutAgain)
		g.do("C call")
		g.toPlayer()
		g.accounted()

		// C folds first and comes back when the round has been closed and the fee taken.
		g = start(t, table)
		g.toPlayer()
		g.do("C fold\nA call\nB check")
		if attendance == hand.Attended {
			g.happens(about(plan.Retrieve, 2, ""))
			g.tells(`
				- collected 3
				- reopened
				- put again 3
				A put again to 2
				B put again to 2`, hand.Returned, hand.Collected, hand.Won, hand.Reopened, hand.PutAgain)
			g.asks("seat 3: fold, call 2, raise to 4 to 100")
		}
		g.accounted()

		// Two hands of three cards are a misdeal, also when the first has cost its player the pot.
		table.Stacks, table.Button = stacks(2, 100), 1
		g = start(t, table)
		g.toPlayer()
		g.do("B raise 10")
		g.happens(about(plan.WrongCount, 0, "").With("count", plan.Value{N: 3}))
		g.happens(plan.Incident{Kind: plan.CalledMisdeal}.With("reason", plan.Value{Word: "two_extra"}))
		g.accounted()
		g.toPlayer()
		g.accounted()
		if g.h.Pending() == nil || g.h.House() != 0 {
			t.Errorf("no decision: %v, the house has %d", g.h.Pending() == nil, g.h.House())
		}
	}
}

// TestRoundIsNotOpenedOverACount checks that a round is not opened again once a hand was counted and a card has gone back: the hand would
// have it again, and the stub too few.
func TestRoundIsNotOpenedOverACount(t *testing.T) {
	game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.Retrieve: of(plan.EffectRevive), plan.WrongCount: of(plan.EffectStands)})
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Attended, Deck: deckOf(game, "")})
	g.toPlayer()
	g.do("C raise 10\nA fold\nB fold")
	left := len(g.h.Stub())
	again := *g
	again.happens(about(plan.Retrieve, 1, ""))
	g.happens(about(plan.WrongCount, 2, "").With("count", plan.Value{N: 1}))
	g.notPossible(about(plan.Retrieve, 1, ""), "the round in which seat 2 left has been closed")
	if n := len(g.h.Stub()); n != left+1 || len(g.h.Hole(2)) != 1 {
		t.Errorf("%d cards in the stub, want %d; seat 3 holds %d", n, left+1, len(g.h.Hole(2)))
	}
}

// TestRoundOpenedFromTheNext checks that a hand comes back to its round also when the next one has begun since, in which nobody
// could bet: that one has not begun.
func TestRoundOpenedFromTheNext(t *testing.T) {
	game := ruled(with(holdem(), func(g *plan.Game) {
		g.Steps = slices.Insert(g.Steps, stepPreflop+1, bet(plan.LeftOfButton, plan.Small))
	}), map[plan.IncidentKind][]plan.FloorEffect{plan.Retrieve: of(plan.EffectRevive)})
	table := hand.Setup{Plan: bind(t, game, noLimit), Stacks: []int64{100, 100, 7}, Button: 2, Attendance: hand.Attended, Deck: deckOf(game, "")}
	g := start(t, table)
	g.toPlayer()
	g.do("C raise 7\nA raise 20\nB fold")
	for len(hand.Began(g.l.Events)) < 2 {
		if err := g.h.Apply(hand.Action{Kind: hand.GoOn, Seat: -1}); err != nil {
			t.Fatal(err)
		}
	}
	g.happens(about(plan.Retrieve, 1, ""))
	if n := len(hand.Began(g.l.Events)); n != 1 {
		t.Errorf("%d rounds have begun, want the one that is open again", n)
	}
	g.tells("A returned 13\n- reopened\nA put again 13 to 20\nB put again to 2\nC put again to 7 all-in", hand.Returned, hand.Reopened, hand.PutAgain)
	g.asks("seat 2: fold, call 18, raise to 33 to 100")
	g.do("B call")
	g.toPlayer()
	g.asks("seat 1: fold, check, bet 2 to 80")
	g.accounted()
}

// TestRevivedBringsTheLevelBack checks that who had to call less, because nobody was left who could bet against him, owes the whole level
// again when a hand comes back.
func TestRevivedBringsTheLevelBack(t *testing.T) {
	game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.Retrieve: of(plan.EffectRevive), plan.BelowTable: of(plan.EffectKill)})
	table := hand.Setup{
		Plan: bind(t, game, noLimit), Stacks: []int64{100, 100, 7, 100}, Button: 3, Attendance: hand.Attended, Deck: deckOf(game, ""),
	}
	g := start(t, table)
	g.toPlayer()
	g.do("C raise 7\nD raise 20\nA fold")
	g.happens(about(plan.BelowTable, 3, ""))
	g.asks("seat 2: fold, call 5") // D is dead: nobody can call more than C has
	g.do("B call")
	g.happens(about(plan.Retrieve, 0, ""))
	g.asks("seat 1: fold, call 19, raise to 33 to 100")
	g.do("A call")
	g.asks("seat 2: fold, call 13")
	g.do("B call")
	g.toPlayer()
	g.asks("seat 1: fold, check, bet 2 to 80")
	g.accounted()
}

// TestFeesOfAMisdeal checks that a fee that went back with the chips of a misdeal is taken again, and one that was paid before the
// first bet is not.
func TestFeesOfAMisdeal(t *testing.T) {
	fee := plan.Step{Kind: plan.Collect, Collect: &plan.CollectStep{Rates: []plan.Rate{{Players: 9, Amount: 100}}}}
	button := fee
	button.Collect = &plan.CollectStep{From: plan.FromButton, Rates: fee.Collect.Rates}
	game := ruled(with(holdem(), func(g *plan.Game) {
		at := stepPreflop + 1
		g.Steps = append([]plan.Step{button}, append(append(g.Steps[:at:at], fee), g.Steps[at:]...)...)
	}), map[plan.IncidentKind][]plan.FloorEffect{plan.BelowTable: of(plan.EffectMisdeal)})
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Tracked, Deck: deckOf(game, "")})
	g.do("C call\nA call\nB check")
	g.happens(about(plan.BelowTable, 0, ""))
	g.accounted()
	g.do("C call\nA call\nB check")
	actors(g)
	g.accounted()
	g.tells(`
		C collected 1
		- collected 1
		- put again 1
		- collected 1`, hand.Collected, hand.PutAgain)
	if g.h.House() != 2 {
		t.Errorf("the house has %d", g.h.House())
	}
}

// TestNextBurnIsKept checks that the card that a ruling made the next burn card is dealt only when no other card is left, and that the
// log says so (e24).
func TestNextBurnIsKept(t *testing.T) {
	named := func(c string) func(*plan.FloorEffect) {
		return func(e *plan.FloorEffect) { e.Cards = cards.MustParse(c) }
	}
	game := ruled(with(shortStud(plan.StubReshuffle), func(g *plan.Game) {
		g.Steps = []plan.Step{
			{Kind: plan.Deal, Count: 2},
			bet(plan.LeftOfBlind, plan.Small),
			{Kind: plan.Deal, Count: 1, Up: plan.AllUp},
			bet(plan.LeftOfButton, plan.Small),
			{Kind: plan.Deal, Count: 1},
			bet(plan.LeftOfButton, plan.Small),
			{Kind: plan.Showdown, Show: best(high)},
		}
	}), map[plan.IncidentKind][]plan.FloorEffect{
		plan.BelowTable: of(plan.EffectNextBurn, named("Tc")), plan.PlayerExposed: of(plan.EffectAside, named("Td")),
	})
	deck := deckOf(game, "As Ks Qs Js Ah Kh Qh Jh Ts Ac Kc Qc Jc Th Ad Kd Qd Jd Td Tc")
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(6, 100), Button: 5, Attendance: hand.Tracked, Deck: deck})
	g.happens(about(plan.BelowTable, 0, ""))
	g.happens(about(plan.PlayerExposed, 0, ""))
	actors(g)
	actors(g)
	g.tells(`
		- next burn Tc
		- set aside Td
		- reshuffled 1
		- put back Tc
		- reshuffled 1`, hand.MadeBurn, hand.TakenAside, hand.Reshuffled, hand.PutBack)
	if got := cards.Format(g.h.Hole(0)[3:]) + cards.Format(g.h.Hole(1)[3:]); got != "TdTc" {
		t.Errorf("the last cards are %s", got)
	}
}

// TestMissingCardLiesAsDue checks that a card that was never dealt comes as it would have come: the seat has as many up cards as the
// others, also where a ruling has turned one of its other cards in the meantime.
func TestMissingCardLiesAsDue(t *testing.T) {
	game := ruled(with(shortStud(plan.StubMustSuffice), func(g *plan.Game) { g.Deck.Lowest = cards.Two }), map[plan.IncidentKind][]plan.FloorEffect{
		plan.Dropped: of(plan.EffectFaceUp), plan.WrongCount: of(plan.EffectFill),
	})
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Attended, Deck: deckOf(game, "")})
	goOn := func(is func() bool) {
		for !is() {
			if err := g.h.Apply(hand.Action{Kind: hand.GoOn, Seat: -1}); err != nil {
				t.Fatal(err)
			}
		}
	}
	g.toPlayer()
	g.do("C call\nA call\nB check")
	goOn(func() bool { return len(g.h.Hole(0)) == 3 })
	g.happens(about(plan.Dropped, 0, g.h.Hole(0)[0].String()))
	goOn(func() bool { return len(g.h.Hole(2)) == 3 })
	g.happens(about(plan.WrongCount, 0, "").With("count", plan.Value{N: 2}))
	g.toPlayer()
	g.do("A check\nB check\nC check")
	goOn(func() bool { return len(g.h.Hole(2)) == 4 })
	for i := range 3 {
		up := 0
		for k := range g.h.Hole(i) {
			if g.h.IsUp(i, k) {
				up++
			}
		}
		if up != 2 {
			t.Errorf("seat %d shows %d cards", i+1, up)
		}
	}
}

// TestInducedByNobody checks that a hand that a ruling killed was not induced to fold by what another says.
func TestInducedByNobody(t *testing.T) {
	game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.BelowTable: of(plan.EffectKill), plan.Misdescribe: of(plan.EffectStands)})
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(4, 100), Button: 3, Attendance: hand.Tracked, Deck: deckOf(game, "")})
	g.do("C fold")
	g.happens(about(plan.BelowTable, 1, ""))
	claim := func(seat int64) plan.Incident {
		return about(plan.Misdescribe, 0, "").With("claimed", plan.Value{Word: "flush"}).With("induced", plan.Value{List: []int64{seat}})
	}
	g.notPossible(claim(1), "the hand of seat 2 died by a ruling: nobody induced it to discard")
	g.happens(claim(2))
}

// TestFoldTakenBack checks that a fold that a ruling takes back is told as a hand that is live again, with its up cards and its turn.
func TestFoldTakenBack(t *testing.T) {
	game := ruled(with(holdem(), func(g *plan.Game) { g.Steps[stepDeal].Up = plan.AllUp }), map[plan.IncidentKind][]plan.FloorEffect{plan.Retrieve: of(plan.EffectTakeBack)})
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Tracked, Deck: deckOf(game, "")})
	g.do("C fold")
	g.happens(about(plan.Retrieve, 2, ""))
	g.tells("C folded\nC revived", hand.Folded, hand.Revived, hand.Returned)
	if !g.h.Live().Has(2) || g.h.Turn() != 2 || !g.h.IsUp(2, 0) || !g.h.IsUp(2, 1) {
		t.Errorf("live %b, the turn of seat %d, up %v and %v", g.h.Live(), g.h.Turn()+1, g.h.IsUp(2, 0), g.h.IsUp(2, 1))
	}
	g.do("C call\nA call\nB check")
}

// TestUnclaimedAfterTheFee checks that a fee that has taken the whole pot leaves nothing of a killed hand's bet to give back, and a
// smaller one leaves the rest.
func TestUnclaimedAfterTheFee(t *testing.T) {
	game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.BelowTable: of(plan.EffectKill)})
	game.Steps[stepShowdown].Show.LosersMuck = true
	for _, c := range []struct {
		fee, carried int64
		told         string
	}{{0, 0, "B returned 1"}, {3, 0, "B returned 1"}, {4, 0, ""}, {4, 1, "B returned 1"}, {5, 1, ""}} {
		fee, told := c.fee, c.told
		g := start(t, hand.Setup{
			Carried: c.carried, Plan: bind(t, game, noLimit), Stacks: []int64{1, 10, 1}, Button: 2, Attendance: hand.Tracked, Deck: deckOf(game, ""),
			Fees: []hand.Fee{{Seat: -1, Amount: fee}},
		})
		g.happens(about(plan.BelowTable, 1, ""))
		g.do("C call")
		g.tells(told, hand.Returned)
		if got := strings.Join(g.told(hand.Shown, hand.Mucked), " "); strings.Contains(got, "B") { // B is dead
			t.Errorf("at the showdown: %s", got)
		}
		g.conserved()
		g.accounted()
		if g.h.House() != fee || g.h.Pending() != nil {
			t.Errorf("the house has %d of %d", g.h.House(), fee)
		}
	}
}

// TestPostponedReturn checks that a hand that a postponed ruling brings back when the round ends opens the round again, once: the
// ruling is not postponed a second time, and what else was postponed waits for the new end of the round.
func TestPostponedReturn(t *testing.T) {
	for _, attendance := range []hand.Attendance{hand.Tracked, hand.Attended} {
		later := func(then ...plan.FloorEffect) []plan.FloorEffect {
			return of(plan.EffectLater, func(e *plan.FloorEffect) { e.Rounds, e.Then = 1, then })
		}
		g := atPot(t, attendance, map[plan.IncidentKind][]plan.FloorEffect{
			plan.BelowTable:    later(of(plan.EffectRevive)...),
			plan.PlayerExposed: later(of(plan.EffectWarn)...),
		})
		g.do("C call, D call, A call")
		g.happens(about(plan.BelowTable, 1, ""))
		g.happens(about(plan.PlayerExposed, 0, "Ah"))
		turn := func(seat int8) {
			t.Helper()
			g.toPlayer()
			if d := g.h.Pending(); d == nil || d.Kind != hand.Wager || d.Seat != seat {
				t.Fatalf("%v is asked, want seat %d", d, seat+1)
			}
		}
		turn(1)
		g.do("B fold")
		turn(1)
		g.tells("B revived", hand.Revived)
		g.tells("", hand.Warned)
		g.do("B fold")
		turn(0)
		g.tells("A warned", hand.Warned)
		if m, n := g.h.Moment(); m != plan.InBet || n != 2 || g.h.Live().Has(1) {
			t.Errorf("it is %v:%d and seat 2 is live: %v, want the flop without it", m, n, g.h.Live().Has(1))
		}
	}
}
