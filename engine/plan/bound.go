package plan

import (
	"fmt"
	"slices"

	"cardroom/engine/betting"
)

// Bound is a game at a table's stakes: what a hand is played by. It is shared
// by all hands and never changed.
type Bound struct {
	Game   *Game
	Stakes Stakes
	// Limits are the limits of the two tiers.
	Limits [2]betting.Limit
	// Seats is the largest number of players that the deck serves.
	Seats int
}

// Bind joins a game with stakes.
func (g *Game) Bind(s Stakes) (*Bound, error) {
	if s.Scale <= 0 {
		return nil, fmt.Errorf("stakes %s without a scale", s.Name)
	}
	for i := range g.Steps {
		c := g.Steps[i].Collect
		if c == nil {
			continue
		}
		for _, r := range c.Rates {
			if r.Amount*s.Scale%Cents != 0 {
				return nil, g.illustrate(fault(g.Steps[i].Pos, "", "the fee of %s cannot be paid in units of 1/%d", Money(r.Amount, Cents), s.Scale))
			}
		}
	}
	if s.Structure == betting.Spread && g.Stakes.UpperLast {
		g = g.upperLast()
	}
	b := &Bound{Game: g, Stakes: s, Limits: [2]betting.Limit{s.Limit(Small), s.Limit(Big)}, Seats: betting.MaxSeats}
	for g.ShortStub == StubMustSuffice && g.Cards(b.Seats) > g.Deck.Len() {
		b.Seats--
	}
	return b, nil
}

// upperLast is the game with the upper limit in the last round of each way
// through it only.
func (g *Game) upperLast() *Game {
	last := *g
	last.Steps = slices.Clone(g.Steps)
	for i := range last.Steps {
		if s := &last.Steps[i]; s.Kind == Bet && g.mostFrom(i+1, isBet) > 0 {
			s.Bet.Tier = Small
		}
	}
	return &last
}

// Fee is the fee of a Collect step in the table's units when n players are
// dealt in.
func (b *Bound) Fee(c *CollectStep, n int) int64 {
	return c.For(n) * b.Stakes.Scale / Cents
}
