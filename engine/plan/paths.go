package plan

import (
	"slices"
	"strings"
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
		case s.Kind == When:
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
