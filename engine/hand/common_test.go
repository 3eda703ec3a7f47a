package hand_test

import (
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// shortStud returns a game of up cards with a 20-card deck: two cards, then three
// streets of one card with a burn before each, the last face down.
func shortStud(way plan.ShortStub) *plan.Game {
	return with(holdem(), func(g *plan.Game) {
		street := func(up plan.Faces) []plan.Step {
			return []plan.Step{{Kind: plan.Burn, Count: 1}, {Kind: plan.Deal, Count: 1, Up: up}, bet(plan.LeftOfButton, plan.Small)}
		}
		g.Deck.Lowest, g.ShortStub, g.MaxSeats = cards.Ten, way, 6
		g.Steps = append([]plan.Step{{Kind: plan.Deal, Count: 2}, bet(plan.LeftOfBlind, plan.Small)}, street(plan.AllUp)...)
		g.Steps = append(append(g.Steps, street(plan.AllUp)...), street(0)...)
		g.Steps = append(g.Steps, plan.Step{Kind: plan.Showdown, Show: best(high)})
	})
}

// TestCardsForAll checks that when there are too few cards for all seats, the burn
// cards come back under the stub in their order, and if they do not suffice, a
// community card is dealt; watched or not.
func TestCardsForAll(t *testing.T) {
	for _, c := range []struct {
		name   string
		seats  int
		deck   string
		rounds int    // number of betting rounds
		last   string // the last card of each seat
		board  string // community cards
	}{
		{
			// 4 x 2, 1 + 4, 1 + 4: two are left. One is burned, and with the burns
			// there are four.
			"the burns suffice", 4, "As Ks Qs Js Ah Kh Qh Jh Ts Ac Kc Qc Jc Th Ad Kd Qd Jd Td Tc", 3, "TcTsThTd", "",
		},
		{
			// 5 x 2, 1 + 5: four are left. One is burned, and with the burns there are
			// five.
			"they suffice for five too", 5, "As Ks Qs Js Ah Kh Qh Jh Ac Kc Ts Qc Jc Ad Kd Qd Th Jd Td Tc", 2, "JdTdTcTsTh", "",
		},
		{
			// 6 x 2, 1 + 6: one is left and burned. Two burns are too few for six.
			"a card for all", 6, "As Ks Qs Js Ah Kh Qh Jh Ac Kc Qc Jc Ts Ad Kd Qd Jd Td Tc Th", 2, "AdKdQdJdTdTc", "Ts",
		},
		{
			// The other burn card is burned again, comes back, and is the only
			// card.
			"the last card for all", 6, "As Ks Qs Js Ah Kh Qh Jh Ac Kc Qc Jc Ts Ad Kd Qd Jd Td Tc Th", 3, "AdKdQdJdTdTc", "TsTh",
		},
	} {
		for _, attendance := range []hand.Attendance{hand.Unattended, hand.Tracked} {
			game := shortStud(plan.StubCommon)
			g := start(t, hand.Setup{
				Plan: bind(t, game, noLimit), Stacks: stacks(c.seats, 100), Button: c.seats - 1, Attendance: attendance, Deck: deckOf(game, c.deck),
			})
			for range c.rounds {
				actors(g)
			}
			got := ""
			for i := range c.seats {
				hole := g.h.Hole(i)
				got += hole[len(hole)-1].String()
			}
			if got != c.last || cards.Format(g.h.Board()) != c.board {
				t.Errorf("%s, attendance %d: the last cards %s, board %s; want %s and %s", c.name, attendance, got, cards.Format(g.h.Board()), c.last, c.board)
			}
			g.tells("", hand.Reshuffled)
			g.conserved()
			if !g.h.CardsConserved() {
				t.Errorf("%s: the cards are not conserved", c.name)
			}
		}
	}
}

// TestCardsForAllOfRecord checks that the caller may deal a community card only if
// there are too few cards for all seats.
func TestCardsForAllOfRecord(t *testing.T) {
	for seats := 4; seats <= 6; seats++ {
		game := shortStud(plan.StubCommon)
		g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(seats, 100), Button: seats - 1, Manual: true})
		deal := func(each string) {
			for i := range seats {
				g.do("dealer " + string(rune('A'+i)) + each)
			}
		}
		deal(" ?? ??")
		actors(g)
		left := 20 - 2*seats - 1
		for ; left >= seats; left -= seats + 1 {
			g.refuses("dealer board ??", "cards are due")
			deal(" ??")
			actors(g)
		}
		if g.h.Step().Kind != plan.Deal {
			t.Fatalf("%d seats: %s", seats, g.h.Legal())
		}
		if seats == 4 {
			g.refuses("dealer board ?? ??", "cards are due")
		}
		g.do("dealer board ??")
		if len(g.h.Board()) != 1 {
			t.Errorf("%d seats: board %s", seats, cards.Format(g.h.Board()))
		}
		for i := range seats {
			if n := g.h.Owed(i); n != 0 {
				t.Errorf("%d seats: seat %d is still owed %d", seats, i+1, n)
			}
		}
	}
}
