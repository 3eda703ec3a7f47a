package hand_test

import (
	"slices"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// upStakes returns limit stakes with a bring-in of 1 and no blinds.
func upStakes() plan.Stakes {
	s := fixed
	s.SB, s.BB, s.BringIn = 0, 0, 1
	return s
}

// upGame returns a game that deals each seat some up cards, followed by a betting
// round.
func upGame(up int, b plan.BetStep) *plan.Game {
	return with(holdem(), func(g *plan.Game) {
		g.Forced = nil
		g.Steps = []plan.Step{
			{Kind: plan.Deal, Count: up, Up: plan.AllUp},
			{Kind: plan.Bet, Bet: b},
			{Kind: plan.Deal, Count: 1},
			bet(plan.SameAsBefore, plan.Small),
			{Kind: plan.Showdown, Show: best(high)},
		}
	})
}

// TestBringIn checks that the lowest card brings it in or bets the whole small bet,
// and cannot check or fold; that a bet by rule is posted and emitted; and that the
// next seat acts.
func TestBringIn(t *testing.T) {
	up := upGame(1, plan.BetStep{Open: plan.BringInLow})
	up.Stakes.Default = "2-4 bring-in 1"
	begin := func() *game {
		return start(t, hand.Setup{Plan: bind(t, up, upStakes()), Stacks: stacks(3, 100), Button: 2, Deck: deckOf(up, "Ah 3d Kc")})
	}
	g := begin()
	g.asks("seat 2: bring it in for 1, bet 2")
	g.refuses("B check", "")
	g.refuses("B fold", "")
	g.refuses("C call", "")
	if err := g.h.Apply(hand.Action{Kind: hand.BringIn, Seat: 1}); err != nil {
		t.Fatal(err)
	}
	g.tells("B brought in 1", hand.BroughtIn)
	g.do("C call, A call")
	g.tells("- gathered 3", hand.Gathered)

	up = upGame(1, plan.BetStep{Open: plan.BringInLow, ForcedOpen: true})
	up.Stakes.Default = "2-4 bring-in 1"
	g = begin()
	g.tells("B brought in 1", hand.BroughtIn)
	if g.h.Turn() != 2 || g.h.Wagered(1) != 1 {
		t.Errorf("it is the turn of seat %d, %d before seat 2", g.h.Turn()+1, g.h.Wagered(1))
	}
}

// TestHints checks that the dealer points out three up cards of one suit, and three
// different ranks that fit into one straight.
func TestHints(t *testing.T) {
	for _, c := range []struct{ up, told string }{
		{"Ah 7d Kc", ""},
		{"Ah 7h Kh", "flush"},
		{"Ah 7h Kh 2c", "flush"},
		{"Ah 2d 3c", "straight"},
		{"Ah Kd Qc", "straight"},
		{"Ah Td Qc", "straight"},
		{"Ah 5d 2c", "straight"},
		{"Ah 6d 2c", ""},
		{"Ah 9d Kc", ""},
		{"2h 6d 4c", "straight"},
		{"2h 7d 4c", ""},
		{"2h 6d 2c", ""},
		{"2h 6d 2c 4s", "straight"},
		{"9h Kd Qc", "straight"},
		{"8h Kd Qc", ""},
		{"2h 4h 6h", "flush, straight"},
		{"2h 4h", ""},
	} {
		list := cards.MustParse(c.up)
		game := upGame(len(list), plan.BetStep{Open: plan.HighShowing, Hints: true})
		// The other seat shows cards without a possible straight or flush.
		var deck []string
		rest := cards.MustParse("8s Jd 8d Jc")
		if cards.SetOf(list...).Has(rest[0]) {
			t.Fatal("a card twice")
		}
		for i, card := range list {
			deck = append(deck, card.String(), rest[i].String())
		}
		g := start(t, hand.Setup{Plan: bind(t, game, upStakes()), Stacks: stacks(2, 100), Button: 1, Deck: deckOf(game, strings.Join(deck, " "))})
		var got []string
		for i := range g.l.Events {
			e := &g.l.Events[i]
			switch {
			case e.Kind == hand.SeesFlush && e.Seat == 0:
				got = append(got, "flush")
			case e.Kind == hand.SeesStraight && e.Seat == 0:
				got = append(got, "straight")
			case e.Kind == hand.SeesFlush || e.Kind == hand.SeesStraight:
				t.Errorf("%s: seat 2 is said to show something", c.up)
			}
		}
		if strings.Join(got, ", ") != c.told {
			t.Errorf("%s: told %q, want %q", c.up, got, c.told)
		}
	}
}

// TestStraddle checks that a straddle is a third blind: it doubles the bet to call,
// the seat behind it acts first, and it acts last.
func TestStraddle(t *testing.T) {
	third := with(holdem(), func(g *plan.Game) {
		g.Steps = slices.Insert(g.Steps, 1, plan.Straddle(false))
	})
	begin := func() *game {
		return start(t, hand.Setup{Plan: bind(t, third, noLimit), Stacks: stacks(5, 100), Button: 4})
	}
	g := begin()
	g.asks("seat 3: straddle to 4, decline")
	if err := g.h.Apply(hand.Action{Kind: hand.Choose, Seat: 2}); err != nil {
		t.Fatal(err)
	}
	for g.h.Pending().Kind == hand.Chosen { // a second one
		if g.h.Pending().Price != 8 {
			t.Errorf("%s", g.h.Legal())
		}
		if err := g.h.Apply(g.h.DefaultAction()); err != nil {
			t.Fatal(err)
		}
	}
	g.asks("seat 4: fold, call 4, raise to 8 to 100")
	g.do("D call, E fold, A call, B call")
	g.asks("seat 3: fold, check, raise to 8 to 100")
	g.do("C check")
	if g.h.Pot() != 16 || len(g.h.Board()) != 3 {
		t.Errorf("pot %d, board %s", g.h.Pot(), cards.Format(g.h.Board()))
	}
	g = begin()
	if err := g.h.Apply(hand.Action{Kind: hand.Choose, Pick: 1, Seat: 2}); err != nil {
		t.Fatal(err)
	}
	g.asks("seat 3: fold, call 2, raise to 4 to 100")

	third.Steps[1] = plan.Straddle(true) // then the next may
	g = begin()
	if err := g.h.Apply(hand.Action{Kind: hand.Choose, Pick: 1, Seat: 2}); err != nil {
		t.Fatal(err)
	}
	g.asks("seat 4: straddle to 4, decline")
	g = start(t, hand.Setup{Plan: bind(t, third, noLimit), Stacks: stacks(5, 100), Button: 4, NoStraddle: true})
	g.asks("seat 3: fold, call 2, raise to 4 to 100")
}

// discards makes every seat discard its first cards, and returns them.
func (g *game) discards(n ...int) (out [][]cards.Card) {
	g.t.Helper()
	out = make([][]cards.Card, len(n))
	for d := g.h.Pending(); d != nil && d.Kind == hand.CardsAsked; d = g.h.Pending() {
		seat := int(d.Seat)
		out[seat] = slices.Clone(g.h.Hole(seat)[:n[seat]])
		if err := g.h.Apply(hand.Action{Kind: hand.PickCards, Seat: d.Seat}.WithCards(out[seat])); err != nil {
			g.t.Fatal(err)
		}
	}
	return out
}

// TestBurnBeforeTheLast checks that if two cards are served at once, and one is
// burned before the last seat that draws gets the rest, that is the last seat that
// has discarded.
func TestBurnBeforeTheLast(t *testing.T) {
	for _, c := range []struct {
		discard []int
		want    [3]string // the last card of each seat
	}{
		{[]int{3, 3, 3}, [3]string{"8c", "9c", "Jc"}}, // the Tc is burned
		{[]int{3, 3, 0}, [3]string{"6c", "8c", "Qs"}},
		{[]int{3, 0, 0}, [3]string{"5c", "Ks", "Qs"}},
		{[]int{3, 0, 2}, [3]string{"6c", "Ks", "5c"}}, // nothing is left for the last seat
		{[]int{2, 2, 2}, [3]string{"3c", "5c", "7c"}},
		{[]int{0, 0, 0}, [3]string{"As", "Ks", "Qs"}},
	} {
		game := draws(5)
		game.Steps[2].Draw.BurnRest, game.Steps[2].Draw.AtOnce = true, 2
		g := start(t, hand.Setup{
			Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2,
			Deck: deckOf(game, "Ah Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h As Ks Qs 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc"),
		})
		g.do("C call, A call, B check")
		g.discards(c.discard...)
		for seat, want := range c.want {
			hole := g.h.Hole(seat)
			if got := hole[len(hole)-1].String(); got != want {
				t.Errorf("%v: the last card of seat %d is %s, want %s", c.discard, seat+1, got, want)
			}
		}
	}
}

// TestDiscardsDoNotComeBack checks that if the discards are shuffled during a draw,
// nobody gets back a card that they have just discarded.
func TestDiscardsDoNotComeBack(t *testing.T) {
	game := draws(5)
	game.Deck.Lowest, game.ShortStub, game.MaxSeats = cards.Ten, plan.StubReshuffle, 3
	b := bind(t, game, noLimit)
	shuffled := 0
	for number := range uint64(60) {
		for _, attendance := range []hand.Attendance{hand.Unattended, hand.Tracked} {
			g := start(t, hand.Setup{Plan: b, Stacks: stacks(3, 100), Button: 2, Seed: 3, Number: number, Attendance: attendance})
			g.do("C call, A call, B check")
			out := g.discards(3, 3, 3)
			for seat := range 3 {
				for _, c := range out[seat] {
					if slices.Contains(g.h.Hole(seat), c) {
						t.Errorf("hand %d: seat %d has %s again", number, seat+1, c)
					}
				}
			}
			g.conserved()
			shuffled += len(g.told(hand.Reshuffled))
		}
	}
	if shuffled == 0 {
		t.Error("nothing was shuffled")
	}
}
