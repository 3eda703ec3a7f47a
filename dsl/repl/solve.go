package repl

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Solver makes small versions of games and solves them. It is an option: a session without one deals full games only.
type Solver interface {
	// Sizes returns the names of the sizes that Small takes.
	Sizes() []string
	// Small returns the small game that a table plays, nil for the full game.
	Small(t Table) (*Small, error)
}

// Table is what the user chose for a table; zero values leave the choice to the game.
type Table struct {
	Game   *plan.Game
	Seats  int    // 0: six, or as many as the game allows
	Stakes string // "": the house's default
	Stack  string // "": a hundred big blinds
	Size   string // of the small game, "" for the full game
}

// Small is a small version of a game.
type Small struct {
	Bound  *plan.AtStakes
	Stacks []int64      // in the stakes' units, of each seat
	Deck   []cards.Card // a part of the game's deck
	// Solve returns the solution, which it computes if need be.
	Solve func(ctx context.Context) (Solution, error)
}

// Solution is a solved game. As a policy it plays the solution.
type Solution interface {
	batch.Witness
	// Words returns the actions at a decision with the probability of each.
	Words(h *hand.Hand, d *hand.Decision) (string, error)
	// Note returns the quality of the solution, "" if that is not known.
	Note() string
}

// readSize parses the size of a small game.
func (s *Session) readSize(value string) (string, error) {
	if s.options.Solver == nil {
		return "", s.fault("small games need the solver, which this program does not have", "")
	}
	sizes := s.options.Solver.Sizes()
	if slices.Contains(sizes, value) {
		return value, nil
	}
	return "", s.fault("the size is "+strings.Join(sizes, ", ")+", not "+strconv.Quote(value), "")
}

// solve implements ":solve".
func (s *Session) solve(ctx context.Context, arg string) error {
	h, err := s.at()
	switch {
	case err != nil:
		return err
	case arg != "":
		return s.fault("solve takes nothing", ":solve")
	case s.options.Solver == nil:
		return s.fault("this program does not have the solver", "")
	case s.desk.small == nil:
		return s.fault("this game is too large to solve", ":table GAME size leduc sets up its small version")
	case h.Pending() == nil:
		return s.fault("the hand is over", ":undo goes back, :deal deals another")
	case !s.asksSeen():
		return s.fault("you cannot see the cards of the seat to act", ":as all shows them")
	}
	solution, err := s.desk.small.Solve(ctx)
	if err != nil {
		return err
	}
	solution.Begin()
	h.Retell(solution.Saw)
	state, d := *h.State(), h.Pending()
	words, err := solution.Words(&state, d)
	if err != nil {
		return err
	}
	s.printf("%s\n", hang(s.options.Style.Seat(d.Seat)+": ", words, s.width()))
	if note := solution.Note(); note != "" {
		s.remark("%s", note)
	}
	return nil
}

// others plays for the seats with policies until another seat must act.
func (s *Session) others() error {
	h := s.desk.hand
	if s.desk.small == nil {
		return nil
	}
	for d := h.Pending(); d != nil; d = h.Pending() {
		p, ok := s.options.Players[int(d.Seat)]
		if !ok {
			return nil
		}
		for _, w := range batch.Witnesses(p) {
			w.Begin()
			h.Retell(w.Saw)
		}
		state := *h.State()
		chance := batch.DecisionSource(s.desk.seed, h.Setup().Number, d.Seat, h.At())
		a, err := p.Act(&state, d, &chance)
		if err != nil {
			return s.fault(err.Error(), "")
		}
		if _, err := h.Do(a); err != nil {
			return s.refused(err)
		}
	}
	return nil
}
