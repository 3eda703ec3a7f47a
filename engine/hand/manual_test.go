package hand_test

import (
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// dealer returns a hand in which the test deals.
func dealer(t testing.TB, game *plan.Game, s plan.Stakes, stacks ...int64) *game {
	return start(t, hand.Setup{Plan: bind(t, game, s), Stacks: stacks, Button: len(stacks) - 1, Manual: true})
}

// TestManualHand plays a recorded hand card by card; burn cards are not stated.
func TestManualHand(t *testing.T) {
	g := dealer(t, holdem(), fixed, 100, 100)
	g.asks("cards for seat 1, seat 2")
	g.do("dealer A Ah Ad, dealer B Kh Kd, B call, A check")
	g.asks("3 cards for the board")
	g.do("dealer board Qs Js 9h, A check, B check")
	g.asks("1 card for the board")
	g.do("dealer board 7c, A check, B check, dealer board 4s, A bet 4, B call")
	g.asks("show or muck, seat 1, seat 2")
	if d := g.h.Pending(); d.Seat != 0 {
		t.Errorf("seat %d is to show first, want the bettor", d.Seat)
	}
	g.do("A show Ah Ad, B muck")
	g.nets(6, -6)
	g.tells("A shown Ah Ad\nB mucked\nA awarded 12 pot 0 part -1", hand.Shown, hand.Mucked, hand.Awarded)
}

func TestManualDealingRefused(t *testing.T) {
	g := dealer(t, holdem(), fixed, 100, 100, 100)
	g.refuses("dealer board Ah Kh Qh", "cards are due")
	g.refuses("A call", "cards are due")
	g.refuses("A show", "cards are due")
	g.refuses("dealer A Ah Kh Qh", "3 cards for seat 1: expected 2")
	g.refuses("dealer A", "0 cards for seat 1: expected 2")
	g.refuses("dealer A Ah Ah", "Ah is dealt twice")
	g.refuses("dealer A Ah Jo", "Jo is not in the deck")
	g.refuses("dealer D Ah Kh", "seat 4 gets no cards now")
	g.do("dealer A Ah")
	g.asks("cards for seat 1, seat 2, seat 3")
	g.refuses("dealer A Kh Qh", "2 cards for seat 1: expected 1")
	g.refuses("dealer B Ah Kh", "Ah is dealt twice")
	g.do("dealer C ?? 2c, dealer A Kh")
	g.refuses("dealer A 3c", "seat 1 gets no cards now")
	g.asks("cards for seat 2")
	g.do("dealer B ?? ??")
	g.refuses("dealer C 3c", "the seat must bet, check, call or fold")
	g.do("C call, A call, B check")
	g.refuses("dealer board Qs Js", "2 cards for the board: expected 3")
	g.refuses("dealer board Qs Js 9h 8h", "4 cards for the board: expected 3")
	g.refuses("dealer board Qs Js 2c", "2c is dealt twice")
	g.refuses("dealer board Qs Qs 9h", "Qs is dealt twice")
	g.refuses("dealer A Qs", "cards are due")
	g.do("dealer board Qs Js ??")
	g.asks("seat 1: fold, check, bet 2")
}

// TestManualNobody checks that actions with no seat, a nonexistent seat or an
// impossible number of cards are refused like other illegal actions.
func TestManualNobody(t *testing.T) {
	g := dealer(t, holdem(), fixed, 100, 1)
	refused := func(a hand.Action) {
		before := g.h
		if err := g.h.Apply(a); err == nil || !g.h.Same(&before) {
			t.Errorf("%s of seat %d with %d cards: %v, want a refusal and no change", a.Kind, a.Seat, a.N, err)
		}
	}
	for _, seat := range []int8{-1, 2, 22, 127, -128} {
		for _, kind := range []hand.ActionKind{hand.DealTo, hand.Show, hand.Muck, hand.Call, hand.PickCards} {
			refused(hand.Action{Kind: kind, Seat: seat}.WithCards(cards.MustParse("Ah Kh")))
		}
	}
	for _, n := range []int8{-1, hand.MaxHole + 1, 127} {
		refused(hand.Action{Kind: hand.DealTo, N: n})
		refused(hand.Action{Kind: hand.DealBoard, N: n})
	}
}

// TestEarlyShow checks that when nobody can bet anymore, hands can be shown before
// the board is dealt, and count.
func TestEarlyShow(t *testing.T) {
	g := dealer(t, holdem(), noLimit, 50, 50, 100)
	g.do("dealer A Ah Ad, dealer B ?? ??, dealer C ?? ??, C fold, A allin 50")
	g.refuses("B show Kh Kd", "the seat must bet, check, call or fold")
	g.do("B call")
	g.asks("3 cards for the board")
	g.refuses("C show Kc Kd", "seat 3 is not in the hand")
	g.refuses("A show Ah Kd", "seat 1 was dealt Ad and does not show it")
	g.do("A show Ah Ad, B show Kh Kd")
	g.refuses("dealer board Kh Qs Js", "Kh is dealt twice")
	g.do("dealer board Qs Js 9h, dealer board 7c, dealer board 4s")
	g.nets(50, -50, 0)
}

// TestEarlyMuck checks that a hand mucked before the board is dealt has no claim to
// the pot, and that the last hand cannot be mucked.
func TestEarlyMuck(t *testing.T) {
	g := dealer(t, holdem(), noLimit, 50, 50)
	g.do("dealer A ?? ??, dealer B ?? ??, B allin 50, A call, B muck")
	g.refuses("A muck", "nobody shows a hand for the pot of 100")
	g.do("dealer board Qs Js 9h, dealer board 7c, dealer board 4s")
	g.asks("show or muck, seat 1")
	g.do("A show")
	g.nets(50, -50)
}

// TestEarlyShowOnlyWhenSettled checks that the dealer must deal while two seats can
// bet.
func TestEarlyShowOnlyWhenSettled(t *testing.T) {
	g := dealer(t, holdem(), noLimit, 100, 100, 100)
	g.do("dealer A Ah Ad, dealer B 2c 2d, dealer C Kc Kd, C call, A call, B check")
	g.refuses("A show Ah Ad", "cards are due")
	g.refuses("A muck", "cards are due")

	g = dealer(t, holdem(), noLimit, 100, 100, 50) // two of three seats can bet
	g.do("dealer A Ah Ad, dealer B 2c 2d, dealer C Kc Kd, C allin 50, A call, B call")
	g.refuses("A show Ah Ad", "cards are due")
	g.refuses("C muck", "cards are due")
}

func TestShowingUnknownCards(t *testing.T) {
	begin := func() *game {
		g := dealer(t, holdem(), fixed, 100, 100)
		g.do("dealer A ?? ??, dealer B Kh ??, B call, A check, dealer board Qs Js 9h, A check, B check")
		g.do("dealer board 7c, A check, B check, dealer board 4s, A check, B check")
		return g
	}
	g := begin()
	g.refuses("A show Ah", "seat 1 shows 1 card and holds 2")
	g.refuses("A show Ah Ad As", "seat 1 shows 3 cards and holds 2")
	g.refuses("A show Ah Ah", "seat 1 shows Ah, which is already somewhere else")
	g.refuses("A show Ah Qs", "seat 1 shows Qs, which is already somewhere else")
	g.refuses("A show Ah Kh", "seat 1 shows Kh, which is already somewhere else")
	g.refuses("A show Ah Jo", "Jo is not in the deck")
	g.refuses("B show Ah Ad", "seat 2 was dealt Kh and does not show it")
	g.refuses("A check", "expected hands to be shown or mucked")
	g.do("B show Kh Kd, A show Ah Ad")
	g.nets(2, -2)

	g = begin()
	g.do("A show Ah Ad")
	g.refuses("B show", "seat 2's hand cannot be ranked: not all of its cards are known")
	g.refuses("B show Kh ??", "seat 2's hand cannot be ranked: not all of its cards are known")
	g.do("B muck")
	g.nets(2, -2)

	g = begin()
	g.do("A muck")
	g.refuses("B muck", "nobody shows a hand for the pot of 4")
	g.do("B show Kh Kd")
	g.nets(-2, 2)

	g = begin()
	g.do("A muck, A show Ah Ad, B show Kh Kd") // a hand that was taken back in time
	g.nets(2, -2)
}

// TestBoardUnknown checks that hands cannot be compared on a board with unknown
// cards.
func TestBoardUnknown(t *testing.T) {
	g := dealer(t, holdem(), noLimit, 50, 50)
	g.do("dealer A Ah Ad, dealer B Kh Kd, B allin 50, A call, dealer board Qs Js ??, dealer board 7c, dealer board 4s, A show Ah Ad")
	g.refuses("B show Kh Kd", "the hands cannot be ranked: the board has an unknown card")
	g.do("B muck") // one hand is left and need not be ranked
	g.nets(50, -50)

	// If both have shown before, the last card cannot be dealt.
	g = dealer(t, holdem(), noLimit, 50, 50)
	g.do("dealer A Ah Ad, dealer B Kh Kd, B allin 50, A call, A show, B show, dealer board Qs Js 9h, dealer board 7c")
	g.refuses("dealer board ??", "the hands cannot be ranked: the board has an unknown card")
	g.do("dealer board 4s")
	g.nets(50, -50)
}

// TestMuckedHiLo checks that a player who mucks has no claim to either half, and
// that pots that only they could have won are still awarded.
func TestMuckedHiLo(t *testing.T) {
	g := dealer(t, omaha8(), noLimit, 10, 30, 30)
	g.do("dealer A 5c 4c Qd Js, dealer B Kh Kc 9s 9d, dealer C Qs Qc 9h 9c")
	g.do("C allin 30, A call, B call, dealer board 8c 7d 6h, dealer board Ks, dealer board Kd")
	before := g.h
	g.do("A muck, B show Kh Kc 9s 9d, C show Qs Qc 9h 9c")
	g.nets(-10, 40, -30) // no low is left: high takes all
	g.h = before
	g.do("B muck")
	g.refuses("B muck", "seat 2 has mucked")
	g.do("A show 5c 4c Qd Js, C show Qs Qc 9h 9c")
	g.nets(20, -30, 10) // A both halves of the main pot, C the side pot
	g.h = before
	g.do("B muck")
	g.refuses("C muck", "nobody shows a hand for the pot of 40")
	g.do("C show Qs Qc 9h 9c, A muck")
	g.nets(-10, -30, 40)
}

// TestManualShortDeck checks that cards that are not in the deck are refused when
// shown and when dealt.
func TestManualShortDeck(t *testing.T) {
	game := with(boardGame(2, best(plan.Part{Name: "high", Ranking: rank.ShortDeck})), func(g *plan.Game) { g.Deck.Lowest = cards.Six })
	g := dealer(t, game, noLimit, 50, 50)
	g.refuses("dealer A 2c 7d", "2c is not in the deck")
	g.do("dealer A ?? ??, dealer B Kh Kd, B allin 50, A call")
	g.refuses("A show 2c 7d", "2c is not in the deck")
	g.asks("3 cards for the board")
}

// TestManualLikeDealt checks that a hand dealt from a deck, played again with a
// dealer who names the same cards, has the same decisions and the same result.
func TestManualLikeDealt(t *testing.T) {
	for name, b := range somePlans(t) {
		r := hand.NewSource(5, 6)
		for number := range uint64(150) {
			s := random(b, &r, number)
			dealt := start(t, s)
			s.Manual = true
			manual := start(t, s)
			for manual.h.Pending() != nil {
				relay(t, name, dealt, manual, &r)
			}
			for i := range manual.h.Seats() {
				if dealt.h.Pending() != nil || dealt.h.Net(i) != manual.h.Net(i) {
					t.Fatalf("%s, hand %d: seat %c nets %d when dealt and %d by hand", name, number, 'A'+i, dealt.h.Net(i), manual.h.Net(i))
				}
			}
		}
	}
}

// relay answers the manual hand: the dealer and the showdown with the other hand's
// cards, wagers at random in both.
func relay(t *testing.T, name string, dealt, manual *game, r *hand.Source) {
	t.Helper()
	d := manual.h.Pending()
	a := hand.Action{Seat: -1}
	switch d.Kind {
	case hand.DealCards:
		if d.For == 0 {
			a = hand.Action{Kind: hand.DealBoard, Seat: -1}.WithCards(dealt.boardFrom(len(manual.h.Board()), d.Count))
		} else {
			seat := d.For.First()
			a = hand.Action{Kind: hand.DealTo, Seat: int8(seat)}.WithCards(dealt.h.Hole(seat))
		}
	case hand.ShowCards:
		a = hand.Action{Kind: hand.Show, Seat: int8(d.For.First())}
	case hand.Wager:
		if o := dealt.h.Pending(); o == nil || o.Seat != d.Seat || o.Options != d.Options {
			t.Fatalf("%s: %s, dealt by hand: %s", name, dealt.h.Legal(), manual.h.Legal())
		}
		a = choose(d, r)
		if err := dealt.h.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	if err := manual.h.Apply(a); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	manual.conserved()
}

// boardFrom returns the next board cards from the log, because the hand itself may
// be ahead.
func (g *game) boardFrom(from, n int) []cards.Card {
	var board []cards.Card
	for i := range g.l.Events {
		if e := &g.l.Events[i]; e.Kind == hand.Boarded {
			board = append(board, e.List()...)
		}
	}
	return board[from : from+n]
}

// TestRecordedNewDeal checks that who mucked, or showed, in a deal that nobody won plays in the next one like the others.
func TestRecordedNewDeal(t *testing.T) {
	game := with(holdem(), func(g *plan.Game) {
		g.Steps = []plan.Step{{Kind: plan.Deal, Count: 5}, bet(plan.LeftOfBlind, plan.Small), {Kind: plan.Showdown, Show: best(plan.Part{Name: "low", Ranking: rank.EightOrBetter})}}
		g.Steps[2].Show.Parts[0].Nobody = plan.NewDeal
	})
	g := dealer(t, game, fixed, 100, 100)
	g.do("dealer A Ah Ad 2c 3c 4c, dealer B Kh Kd 2h 3h 4h, B call, A check, A show Ah Ad 2c 3c 4c, B muck")
	g.tells("- redealt 4", hand.Redealt)
	g.asks("cards for seat 1, seat 2")
	g.do("dealer A Kh Kd 2h 3h 4h, dealer B Ah 8d 2c 3c 4c, A check, B check")
	g.asks("show or muck, seat 1, seat 2")
	g.do("A muck, B show Ah 8d 2c 3c 4c")
	g.nets(-2, 2)
}

// TestRecordedReshuffle checks that when the stub of a recorded hand has too few cards, all that no live hand holds come back, once.
func TestRecordedReshuffle(t *testing.T) {
	g := start(t, hand.Setup{Plan: bind(t, shortStud(plan.StubReshuffle), noLimit), Stacks: stacks(6, 100), Button: 5, Manual: true})
	deal := func(seats string, each string) {
		for _, s := range seats {
			g.do("dealer " + string(s) + each)
		}
	}
	deal("ABCDEF", " ?? ??")
	g.do("C fold, D fold, E fold, F call, A call, B check")
	deal("ABF", " ??")
	g.do("A check, B check, F check")
	deal("ABF", " ??")
	g.tells("", hand.Reshuffled)
	g.do("A check, B check, F check")
	deal("ABF", " ??")
	g.tells("- reshuffled 8", hand.Reshuffled)
	if got := len(g.h.Stub()); got != 8-3 {
		t.Errorf("%d cards are left", got)
	}
}

// TestRecordedHandComesBack checks that a hand that comes back while the cards of a record are dealt gets those that it is still to get,
// and is shown at the showdown like the others.
func TestRecordedHandComesBack(t *testing.T) {
	game := ruled(shortStud(plan.StubReshuffle), map[plan.IncidentKind][]plan.FloorEffect{
		plan.ThrownAway: of(plan.EffectKill), plan.Retrieve: of(plan.EffectRevive), plan.BelowTable: of(plan.EffectWarn),
	})
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Manual: true, Attendance: hand.Tracked})
	back := func(seat int) {
		g.happens(about(plan.ThrownAway, seat, ""))
		g.happens(about(plan.BelowTable, (seat+1)%3, ""))
		g.happens(about(plan.Retrieve, seat, ""))
	}
	g.do("dealer A As Ks, dealer B Qs Js, dealer C Ts Ad, C call, A call, B check, dealer A Kd")
	back(0)
	g.asks("cards for seat 2, seat 3")
	back(1)
	g.asks("cards for seat 2, seat 3")
	g.do("dealer B Qd, dealer C Jd, A check, B check, C check, dealer A Td, dealer B Ac, dealer C Kc, A check, B check, C check, dealer A Qc, dealer B Jc, dealer C Tc")
	g.do("A check, B check, C check")
	g.asks("show or muck, seat 1, seat 2, seat 3")
	back(2)
	g.asks("show or muck, seat 1, seat 2, seat 3")
	g.do("A show As Ks Kd Td Qc, B muck, C muck")
	g.nets(4, -2, -2)
}
