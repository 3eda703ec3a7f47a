package plan

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/diag"
)

// The check of the steps along the paths through a game. A condition can skip steps, and its result is known only when a
// hand is played. So a step that needs cards is rejected only if no path deals them. A step after which
// there are more cards than a hand can store is rejected if it is so on any path.

// way is the state of the check on one path through a game.
type way struct {
	counts
	wagers []string // names of the bets
	lack   error    // why the last step checked has too few cards on this path
}

// counts are the cards and rounds of betting on a path so far, and whether there is a bank.
type counts struct {
	hole, board, up, bets int
	bank                  bool
}

// lacks records that a step has too few cards on this path. Another path may deal them.
func (w *way) lacks(err error) {
	if w.lack == nil {
		w.lack = err
	}
}

// point is a step and the state in which a path reaches it. Equal points continue with the same paths.
type point struct {
	step int
	counts
	wagers string
}

// paths follows the paths through a game, and visits each point once.
type paths struct {
	g      *Game
	holds  map[int]bool // on the roads with these conditions
	seen   map[point]bool
	enough []bool  // by step: some path reaches it with the cards that it needs
	lack   []error // by step: the error of the first path that reaches it without them
}

// from follows every path from a step on.
func (p *paths) from(i int, w way) error {
	g := p.g
	for ; i < len(g.Steps); i++ {
		s := &g.Steps[i]
		at := point{i, w.counts, strings.Join(w.wagers, "\n")}
		if p.seen[at] {
			return nil
		}
		p.seen[at] = true
		if err := p.step(i, &w); err != nil {
			return err
		}
		switch {
		case s.Ends():
			return nil
		case s.Kind == InTurn:
			w.bets += (g.MaxSeats - 1) * g.roundsWithin(i) // a round for each seat
			w.board += g.addsToBoard(i)
		case s.Kind == When:
			if yes, known := p.holds[i]; known {
				if !yes {
					i = s.Jump - 1
				}
				continue
			}
			past := w
			past.wagers = slices.Clip(w.wagers)
			if err := p.from(s.Jump, past); err != nil {
				return err
			}
		case s.Kind == Jump:
			i = s.Jump - 1
		}
	}
	if g.Banked() {
		return fault(g.Pos, "settle(…) at the end of play", "the game ends without a settlement")
	}
	return fault(g.Pos, "showdown = best(high)", "the game ends without a showdown")
}

// step checks one step and updates the state of the path.
func (p *paths) step(i int, w *way) error {
	s := &p.g.Steps[i]
	w.lack = nil
	if err := s.check(p.g, w); err != nil {
		return err
	}
	switch {
	case w.lack == nil:
		p.enough[i] = true
	case p.lack[i] == nil:
		p.lack[i] = w.lack
	}
	if s.Kind == InTurn {
		return p.g.checkInTurn(i)
	}
	return nil
}

// Checks that the deck has enough cards for a game.

// Cards returns the largest number of cards that a hand with n seats can take from
// the deck in one deal. A draw counts only if cards are dealt after it: within a
// draw the discards come back when the stub is empty. Where the deck would not do, conditions that exclude each other do not add up.
func (g *Game) Cards(n int) int {
	all := g.cardsTaken(road{seats: n}, true)
	if all > g.Deck.Len() {
		if most, ok := g.mostOnRoads(n, func(r road) int { return g.cardsTaken(r, true) }); ok {
			return most
		}
	}
	return all
}

// cardsTaken is Cards with or without the draws, on a road.
func (g *Game) cardsTaken(r road, draws bool) int {
	n, most := r.seats, g.takenWithin(0, len(g.Steps), r, draws)
	// Branches that are played a limited number of times: those with one function count together.
	type branch struct{ times, can, cards int }
	limited := map[any]branch{}
	for i := range g.Steps {
		s := &g.Steps[i]
		if s.AtMost == 0 {
			continue
		}
		b, one := limited[s.AtMostOf], r
		one.seats = 1
		if g.Within(i, InTurn) == nil {
			one.seats, b.can = n, b.can+1-n
		}
		limited[s.AtMostOf] = branch{max(b.times, s.AtMost), b.can + n, max(b.cards, g.takenWithin(i+1, s.Jump, one, draws))}
	}
	for _, b := range limited {
		most += min(b.times, b.can) * b.cards
	}
	return most
}

// MaxLimited is the number of conditions of a game whose steps are played a limited number of times.
const MaxLimited = 8

// Limited returns the number of a limited When among the conditions of the game that are limited, and how often its steps may be played
// in a deal together with those of the same condition.
func (g *Game) Limited(st *Step) (group, most int) {
	var seen []any
	for i := range g.Steps {
		if s := &g.Steps[i]; s.AtMost > 0 {
			if !slices.Contains(seen, s.AtMostOf) {
				seen = append(seen, s.AtMostOf)
			}
			if s.AtMostOf == st.AtMostOf {
				most = max(most, s.AtMost)
			}
		}
	}
	return slices.Index(seen, st.AtMostOf), most
}

// takenWithin returns the largest number of cards that the steps from one to before another can take, without those of branches that are
// played a limited number of times, on a road.
func (g *Game) takenWithin(from, to int, r road, draws bool) int {
	most := make([]int, to+1)
	deals := make([]bool, to+1) // cards are dealt from this step on
	deals[to] = to < len(g.Steps)
	for i := to - 1; i >= from; i-- {
		s, n := &g.Steps[i], r.in(i)
		for next := range g.Next(i) {
			if yes, known := r.holds[i]; known && yes != (next == i+1) {
				continue
			}
			if next = min(next, to); s.AtMost == 0 || next == s.Jump {
				most[i] = max(most[i], most[next])
			}
			deals[i] = deals[i] || deals[next]
		}
		if s.Draws() {
			if draws && deals[i] {
				if g.Banked() {
					n = g.Serves(s, n)
				}
				most[i] += s.drawn(n)
			}
			continue
		}
		for m := range s.Moves() {
			takes := 1
			switch {
			case m.To == ZoneHand:
				takes = g.Serves(s, n)
			case m.Most || m.To == ZoneBoard && g.Within(i, InTurn) != nil: // each seat may, or in each turn
				takes = n
			}
			most[i], deals[i] = most[i]+takes*m.Count, deals[i] || m.To != ZoneBurn
		}
	}
	return most[from]
}

// drawn returns the largest number of cards that n seats take in a draw.
func (s *Step) drawn(n int) int {
	burns := [...]int{BurnNone: 0, BurnOnce: 1, BurnEach: n}[s.Draw.Burn]
	return n*(s.Ask.Most+s.Draw.More) + burns + count(s.Draw.BurnRest, 1)
}

// checkCards rejects a game whose stub must suffice but can run out. In other games
// it depends on who folds.
func (g *Game) checkCards() error {
	if g.ShortStub != StubMustSuffice {
		return nil
	}
	have, need := g.Deck.Len(), g.Cards(g.MaxSeats)
	if need <= have {
		return nil
	}
	hint := fmt.Sprintf("at most %d seats", g.seatsFor(have))
	if least := max(2, g.MinSeats); g.seatsFor(have) < least {
		hint = fmt.Sprintf("%d seats need %d already: deal fewer cards, or play with two decks, deck(packs = 2)", least, g.Cards(least))
	}
	if g.HasStep(func(s *Step) bool { return s.Kind == When && s.Test != nil && !s.Until && s.AtMost == 0 }) {
		hint += "; conditions that exclude one another belong into `otherwise`, and `most` says how often one can hold"
	}
	if g.cardsTaken(road{seats: g.MaxSeats}, false) > have {
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

// checkOthers rejects what does not work with cards that only the others see: other
// up cards, because all up cards of a hand are then seen alike, and questions about
// cards, which a player could not answer.
func (g *Game) checkOthers(s *Step) error {
	if !s.Others {
		return nil
	}
	for i := range g.Steps {
		switch st := &g.Steps[i]; {
		case st.Kind == Deal && st.Up != 0 && !st.Others:
			return fault(st.Pos, `deal(1, up = "others")`, "some up cards are seen by all and some by the others only: a game has one kind")
		case st.AsksCards():
			return fault(st.Pos, "", "%s asks players for cards, and some of theirs only the others see", st.Word())
		}
	}
	return nil
}
