package plan

import (
	"fmt"

	"cardroom/engine/diag"
)

// Checks that the deck has enough cards for a game.

// Cards returns the largest number of cards that a hand with n seats can take from
// the deck in one deal. A draw counts only if cards are dealt after it: within a
// draw the discards come back when the stub is empty.
func (g *Game) Cards(n int) int { return g.cardsTaken(n, true) }

// cardsTaken is Cards with or without the draws.
func (g *Game) cardsTaken(n int, draws bool) int {
	most := make([]int, len(g.Steps)+1)
	deals := make([]bool, len(g.Steps)+1) // cards are dealt from this step on
	for i := len(g.Steps) - 1; i >= 0; i-- {
		s := &g.Steps[i]
		for next := range g.Next(i) {
			most[i], deals[i] = max(most[i], most[next]), deals[i] || deals[next]
		}
		if s.Draws() {
			if draws && deals[i] {
				most[i] += s.drawn(n)
			}
			continue
		}
		for m := range s.Moves() {
			takes := 1
			if m.To == ZoneHand {
				takes = g.Serves(s, n)
			} else if m.Most { // each seat may
				takes = n
			}
			most[i], deals[i] = most[i]+takes*m.Count, deals[i] || m.To != ZoneBurn
		}
	}
	return most[0]
}

// drawn returns the largest number of cards that n seats take in a draw.
func (s *Step) drawn(n int) int {
	burns := [...]int{BurnNone: 0, BurnOnce: 1, BurnEach: n}[s.Draw.Burn]
	return n*(s.Ask.Most+s.Draw.More) + burns + count(s.Draw.BurnRest, 1)
}

// checkCards rejects a game whose stub must suffice but can run out. In other games
// it depends on who folds.
func (g *Game) checkCards() error {
	have := g.Deck.Len()
	need := g.Cards(g.MaxSeats)
	if g.ShortStub != StubMustSuffice || need <= have {
		return nil
	}
	hint := fmt.Sprintf("at most %d seats", g.seatsFor(have))
	if g.cardsTaken(g.MaxSeats, false) > have {
		return fault(g.Pos, hint, "%d seats need %d cards, the deck has %d", g.MaxSeats, need, have)
	}
	return fault(g.afterDraw(), `say what happens then: short_stub = "reshuffle", or `+hint,
		"%d seats can empty the stub before this step: %d cards with the draws, the deck has %d", g.MaxSeats, need, have)
}

// afterDraw returns the position of the first step that deals cards after a draw.
func (g *Game) afterDraw() diag.Pos {
	drawn := make([]bool, len(g.Steps)+1)
	for i := range g.Steps {
		s := &g.Steps[i]
		if drawn[i] && s.DealsTo(ZoneHand|ZoneBoard) {
			return s.Pos
		}
		for next := range g.Next(i) {
			drawn[next] = drawn[next] || drawn[i] || s.Draws()
		}
	}
	return g.Pos
}

// seatsFor returns the largest number of seats for which n cards are enough.
func (g *Game) seatsFor(n int) int {
	for seats := g.MaxSeats; seats > 0; seats-- {
		if g.Cards(seats) <= n {
			return seats
		}
	}
	return 0
}
