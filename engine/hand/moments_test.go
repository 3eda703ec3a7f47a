package hand_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// goOn makes the dealer continue once.
func (g *game) goOn() {
	g.t.Helper()
	if err := g.h.Apply(hand.Action{Kind: hand.GoOn, Seat: -1}); err != nil {
		g.t.Fatal(err)
	}
}

// stops lists the number of cards in the stub, in the hands, on the board and among
// the burn cards at every stop of the dealer until a player is asked.
func (g *game) stops() string {
	g.t.Helper()
	var out []string
	for d := g.h.Pending(); d != nil && d.Kind == hand.DealerGoesOn; d = g.h.Pending() {
		held := 0
		for seat := range g.h.Seats() {
			held += len(g.h.Hole(seat))
		}
		out = append(out, fmt.Sprintf("%d/%d/%d/%d", len(g.h.Stub()), held, len(g.h.Board()), len(g.h.Burns())))
		g.goOn()
	}
	return strings.Join(out, " ")
}

// TestDealerStops checks that an attended hand stops before its first card, after
// each card of the deal, and after each burn and each street.
func TestDealerStops(t *testing.T) {
	game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.BelowTable: of(plan.EffectSkipBurn)})
	for _, skip := range []bool{false, true} {
		g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Attended, Deck: deckOf(game, inHands)})
		check := func(what, want string) {
			t.Helper()
			if got := g.stops(); got != want {
				t.Errorf("%s, a burn left out: %t: %s, want %s", what, skip, got, want)
			}
		}
		check("the deal", "52/0/0/0 51/1/0/0 50/2/0/0 49/3/0/0 48/4/0/0 47/5/0/0 46/6/0/0")
		if skip {
			g.happens(about(plan.BelowTable, 2, ""))
		}
		g.do("C call, A call, B check")
		if skip {
			check("the flop", "46/6/0/0 43/6/3/0")
		} else {
			check("the flop", "46/6/0/0 45/6/0/1 42/6/3/1")
		}
		g.tells(map[bool]string{true: "- burn skipped", false: ""}[skip], hand.BurnSkipped)
	}
}

// TestHappenNext checks that an irregularity happens at the first possible moment,
// and that if there is none, the error is that of the nearest moment.
func TestHappenNext(t *testing.T) {
	g := atPot(t, hand.Attended, map[plan.IncidentKind][]plan.FloorEffect{plan.BurnError: of(plan.EffectStands), plan.BelowTable: of(plan.EffectStands)})
	burn := plan.Incident{Kind: plan.BurnError}.With("burned", plan.Value{N: 2})
	refuse := func(in plan.Incident, want string) {
		t.Helper()
		before, events := g.h, len(g.l.Events)
		steps, err := g.h.HappenNext(in)
		var refused *hand.IncidentError
		if !errors.As(err, &refused) || refused.Reason != want || steps != 0 {
			t.Errorf("%s: %d steps, %v, want %q", in.Kind, steps, err, want)
		}
		if !g.h.Same(&before) || len(g.l.Events) != events {
			t.Errorf("%s was refused, and the hand has changed", in.Kind)
		}
	}
	happen := func(in plan.Incident, want int) {
		t.Helper()
		if steps, err := g.h.HappenNext(in); steps != want || err != nil {
			t.Errorf("%s: %d steps, %v, want %d", in.Kind, steps, err, want)
		}
	}
	refuse(burn, "no street of the board was dealt after a burn")
	refuse(about(plan.BelowTable, 5, ""), "seat: there is no seat 6")
	happen(about(plan.BelowTable, 1, ""), 0)
	g.do("C call, D call, A call, B check")
	refuse(burn.With("burned", plan.Value{N: 1}), "1 burns before a street: only none or two are irregular")
	happen(burn, 2) // after the burn and the flop
	if len(g.h.Board()) != 3 {
		t.Errorf("board %s", cards.Format(g.h.Board()))
	}
}

// TestPossible checks that the possible incidents depend on the folded hands, the
// board and the absent seats.
func TestPossible(t *testing.T) {
	g := start(t, hand.Setup{Plan: bind(t, holdem(), noLimit), Stacks: stacks(5, 100), Button: 4, Absent: 1 << 3, Attendance: hand.Tracked})
	watch := []plan.IncidentKind{
		plan.Retrieve, plan.TouchedDiscards, plan.DealtDeadSeat, plan.PrematureFlop, plan.PrematureTurn, plan.PrematureRiver, plan.PrematureStreet,
		plan.BurnError, plan.FlopExtra, plan.ExtraStreetCard, plan.StraddleOffered, plan.OverbetPot, plan.SingleChip, plan.ChipsIn, plan.Insufficient,
	}
	check := func(want ...plan.IncidentKind) {
		t.Helper()
		var got []plan.IncidentKind
		for _, k := range g.h.Possible() {
			if slices.Contains(watch, k) {
				got = append(got, k)
			}
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("possible are %v, want %v", got, want)
		}
	}
	bets := []plan.IncidentKind{plan.SingleChip, plan.ChipsIn, plan.Insufficient}
	with := func(more ...plan.IncidentKind) []plan.IncidentKind { return append(slices.Clone(bets), more...) }
	check(with(plan.DealtDeadSeat, plan.PrematureFlop)...)
	g.do("C fold")
	check(with(plan.DealtDeadSeat, plan.PrematureFlop, plan.Retrieve, plan.TouchedDiscards)...)
	g.do("E call, A call, B check")
	check(with(plan.PrematureTurn, plan.Retrieve, plan.TouchedDiscards, plan.BurnError)...)
	g.do("A check, B check, E check")
	check(with(plan.PrematureRiver, plan.Retrieve, plan.TouchedDiscards, plan.BurnError)...)
	g.do("A check, B check, E check")
	check(with(plan.Retrieve, plan.TouchedDiscards, plan.BurnError)...)

	g = start(t, hand.Setup{Plan: bind(t, holdem(), stakes(betting.PotLimit)), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Tracked})
	check(with(plan.PrematureFlop, plan.OverbetPot)...)
}

// TestFlopWithTooMany checks that a flop has one to five extra cards, the next ones
// of the stub.
func TestFlopWithTooMany(t *testing.T) {
	flop := func() *game {
		g := atPot(t, hand.Attended, map[plan.IncidentKind][]plan.FloorEffect{plan.FlopExtra: of(plan.EffectStands)})
		g.do("C call, D call, A call, B check")
		g.notPossible(plan.Incident{Kind: plan.FlopExtra}.With("count", plan.Value{N: 4}), "the flop has not just been turned")
		g.goOn()
		g.goOn()
		return g
	}
	for n := int64(2); n <= 9; n++ {
		g := flop()
		in := plan.Incident{Kind: plan.FlopExtra}.With("count", plan.Value{N: n})
		if n < 4 || n > 8 {
			g.notPossible(in, fmt.Sprintf("%d cards are not a flop with extra cards", n))
			continue
		}
		g.notPossible(in.With("cards", plan.Value{Cards: cards.MustParse("As")}), "the next cards of the deck are "+cards.Spaced(g.h.Stub()[:n-3]))
		g.notPossible(in.With("burn", plan.Value{Cards: cards.MustParse("As")}), "As is not one of the cards turned")
		extra := cards.MustParse("6c7c8c9cTc")[:n-3]
		g.happens(in)
		g.lie("board 3c4c5c; aside " + cards.Format(extra))
	}
	g := flop()
	possible := func() bool { return slices.Contains(g.h.Possible(), plan.FlopExtra) }
	if !possible() {
		t.Error("when the flop has been turned, it may have cards too many")
	}
	g.toPlayer()
	for _, a := range []string{"A check", "B check", "C check", "D check"} {
		g.do(a)
	}
	if m, _ := g.h.Moment(); m != plan.InGap || possible() {
		t.Errorf("in the %s after the round that follows the flop, a flop with cards too many is possible: %t", m, possible())
	}
	g.goOn()
	g.goOn()
	if len(g.h.Board()) != 4 || possible() {
		t.Errorf("board %s; a flop with cards too many is possible: %t", cards.Format(g.h.Board()), possible())
	}
}

// TestCardsToADeadSeat checks that cards dealt by mistake to an absent seat are the
// next ones of the stub: as many as the incident states or names, or one.
func TestCardsToADeadSeat(t *testing.T) {
	in := func(named string, count int64) plan.Incident {
		in := plan.Incident{Kind: plan.DealtDeadSeat}.With("seat", plan.Value{N: 3})
		if named != "" {
			in = in.With("cards", plan.Value{Cards: cards.MustParse(named)})
		}
		if count >= 0 {
			in = in.With("count", plan.Value{N: count})
		}
		return in
	}
	for _, c := range []struct {
		in   plan.Incident
		want string // the seat's cards, or the error
	}{
		{in("", -1), "D 2c; stub 3c"},
		{in("", 2), "D 2c3c; stub 4c"},
		{in("", hand.MaxHole), "D 2c3c4c5c6c7c8c9c; stub Tc"},
		{in("", hand.MaxHole+1), fmt.Sprintf("%d cards cannot be dealt there", hand.MaxHole+1)},
		{in("2c", -1), "D 2c; stub 3c"},
		{in("2c3c", -1), "D 2c3c; stub 4c"},
		{in("2c3c", 2), "D 2c3c; stub 4c"},
		{in("2c3c", 1), "the next cards of the deck are 2c"},
		{in("3c", -1), "the next cards of the deck are 2c"},
		{in("2c4c", -1), "the next cards of the deck are 2c 3c"},
	} {
		game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.DealtDeadSeat: of(plan.EffectStands)})
		g := start(t, hand.Setup{
			Plan: bind(t, game, noLimit), Stacks: stacks(5, 100), Button: 4, Absent: 1 << 3, Attendance: hand.Tracked,
			Deck: deckOf(game, "Ah Kd Qc Jh Ac Ks Qd Js 2c 3c 4c 5c 6c 7c 8c 9c Tc"),
		})
		if strings.HasPrefix(c.want, "D ") {
			g.happens(c.in)
			g.lie(c.want)
		} else {
			g.notPossible(c.in, c.want)
		}
	}
}

// TestCountedInTheDeal checks that hands cannot be counted before the deal is
// complete.
func TestCountedInTheDeal(t *testing.T) {
	game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.WrongCount: of(plan.EffectStands)})
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Attended, Deck: deckOf(game, inHands)})
	for dealt := range 7 {
		held := len(g.h.Hole(0))
		if g.h.CanHappen(plan.WrongCount) == nil {
			try := *g
			if dealt < 6 {
				try.notPossible(about(plan.WrongCount, 0, "").With("count", plan.Value{N: int64(held + 1)}), "count the hands after the deal")
			} else {
				try.notPossible(about(plan.WrongCount, 0, "").With("count", plan.Value{N: 2}), "seat 1 holds 2 cards, the correct number")
			}
		} else if dealt > 0 && dealt < 6 {
			t.Errorf("after %d cards: %v", dealt, g.h.CanHappen(plan.WrongCount))
		}
		g.goOn()
	}
}

// TestToldOfASeat checks that the fields of an irregularity must be true for its
// seat.
func TestToldOfASeat(t *testing.T) {
	flag := func(in plan.Incident, name string, is bool) plan.Incident {
		v := plan.Value{}
		if is {
			v.N = 1
		}
		return in.With(name, v)
	}
	stands := map[plan.IncidentKind][]plan.FloorEffect{plan.JokerFound: of(plan.EffectStands), plan.Dropped: of(plan.EffectStands)}
	for _, acted := range []bool{false, true} {
		g := atPot(t, hand.Tracked, stands)
		if acted {
			g.do("C call")
		}
		joker := about(plan.JokerFound, 2, "Jo")
		g.notPossible(flag(joker, "acted", !acted), map[bool]string{true: "seat 3 has acted", false: "seat 3 has not acted"}[acted])
		g.happens(flag(joker, "acted", acted))
	}
}

// TestNothingOffered checks that only a seat that has to choose has offers.
func TestNothingOffered(t *testing.T) {
	if g := atPot(t, hand.Tracked, nil); g.h.Offers() != nil {
		t.Errorf("in a hand for a pot: %v", g.h.Offers())
	}
	g := atBank(t, nil)
	for g.h.Pending() != nil {
		if len(g.h.Offers()) == 0 {
			t.Fatalf("nothing is offered: %s", g.h.Legal())
		}
		g.takes("stand")
	}
	if g.h.Offers() != nil {
		t.Errorf("when the round is over: %v", g.h.Offers())
	}
}

// TestSeatsOfABank checks that an irregularity in a round against a bank must be
// about a seat with a hand in it, and comes after a choice only for a seat that has
// made one.
func TestSeatsOfABank(t *testing.T) {
	game, _, _ := bankGame(t)
	var acted []bool
	game = lookedAt(game, plan.BelowTable, func(v plan.IncidentView) { acted = append(acted, v.HasActed(0), v.HasActed(2)) })
	g := start(t, hand.Setup{Plan: bind(t, game, bets), Stacks: stacks(4, 60), Button: 3, Attendance: hand.Tracked, Deck: deckOf(game, "Ah Kd 9c Tc 8s 9s 2c 3c 4c 5c")})
	g.takes("bank 20, bet 4, pass, bet 6") // D banks, A and C bet
	g.notPossible(about(plan.BelowTable, 1, ""), "seat 2 has no hand in this round")
	g.happens(about(plan.BelowTable, 0, ""))
	g.takes("stand")
	g.happens(about(plan.BelowTable, 2, ""))
	if got := fmt.Sprint(acted); got != "[false false true false]" {
		t.Errorf("who has chosen: %s", got)
	}
}

// TestFallsOffTheBoard checks that a card of the board can fall off the table while its street is dealt, and no other.
func TestFallsOffTheBoard(t *testing.T) {
	g := atPot(t, hand.Attended, map[plan.IncidentKind][]plan.FloorEffect{plan.OffTable: of(plan.EffectStands)})
	off := func(c cards.Card) plan.Incident {
		return plan.Incident{Kind: plan.OffTable}.With("card", plan.Value{Cards: []cards.Card{c}})
	}
	g.do("C call, D call, A call, B check")
	if got := g.h.Falling(); len(got) > 0 {
		t.Errorf("before the flop %s can fall off the board", cards.Format(got))
	}
	g.goOn()
	g.goOn()
	flop := slices.Clone(g.h.Board())
	if got := g.h.Falling(); len(flop) != 3 || !slices.Equal(got, flop) {
		t.Errorf("of the board %s, %s can fall off", cards.Format(flop), cards.Format(got))
	}
	g.happens(off(flop[0]))
	g.toPlayer()
	g.do("A check, B check, C check, D check")
	g.goOn()
	g.goOn()
	g.notPossible(off(flop[0]), flop[0].String()+" has not just been dealt")
	g.happens(off(g.h.Board()[3]))
}
