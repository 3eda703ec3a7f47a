package repl

import (
	"context"
	"fmt"

	"cardroom/engine/batch"
	"cardroom/engine/enumerate"
	"cardroom/engine/plan"
	"cardroom/engine/solve"
)

// solution is a solved small game.
type solution struct {
	key    string // what was solved
	player *solve.Player
	note   string // its quality
}

// smallGame returns the small game that a desk plays, nil for the full game.
func (s *Session) smallGame(d *desk) (*enumerate.Small, error) {
	if given := s.options.Strategy; given != nil && d.size == "" && d.game.ID == given.Game && d.seats == 0 && d.stakes == "" && d.stack == "" {
		return given.Small(d.game)
	}
	if d.size == "" {
		return nil, nil
	}
	size, _ := enumerate.SizeByName(d.size)
	wishes := enumerate.Wishes{Stakes: d.stakes, Seats: d.seats}
	if d.stack != "" {
		if err := wishes.ReadStacks(d.stack); err != nil {
			return nil, fmt.Errorf("the stacks of a small game are %w", err)
		}
	}
	small, err := enumerate.Shrink(d.game, size, wishes)
	if err != nil {
		return nil, err
	}
	return small, small.DropBurns()
}

// mostNodes is the maximum size of a game that is solved while the user waits.
const mostNodes = 2_000_000

// solve implements ":solve".
func (s *Session) solve(ctx context.Context, arg string) error {
	h, err := s.at()
	switch {
	case err != nil:
		return err
	case arg != "":
		return s.fault("solve takes nothing", ":solve")
	case s.desk.small == nil:
		return s.fault("this game is too large to solve", ":table GAME size leduc sets up its small version")
	case h.Pending() == nil:
		return s.fault("the hand is over", ":undo goes back, :deal deals another")
	case !s.asksSeen():
		return s.fault("you cannot see the cards of the seat to act", ":as all shows them")
	}
	if err := s.findSolution(ctx); err != nil {
		return err
	}
	p := s.solved.player
	p.Begin()
	h.Retell(p.Saw)
	state, d := *h.State(), h.Pending()
	actions, mix, err := p.Mix(&state, d)
	if err != nil {
		return s.fault(err.Error(), "")
	}
	s.printf("%s\n", hang(s.options.Style.Seat(d.Seat)+": ", solve.Words(&state, d, actions, mix), s.width()))
	if s.solved.note != "" {
		s.remark("%s", s.solved.note)
	}
	return nil
}

// findSolution solves the small game at the table, unless it is solved already.
func (s *Session) findSolution(ctx context.Context) error {
	small := s.desk.small
	if s.options.Strategy != nil && s.desk.size == "" {
		s.solved = solution{player: s.options.Strategy.NewPlayer()}
		return nil
	}
	key := fmt.Sprint(small.Bound.Game.ID, small.Bound.Game.Options, small.Size, small.Bound.Stakes.Text(), small.Stacks)
	if s.solved.key == key {
		return nil
	}
	tree, err := solve.Build(ctx, small, solve.Options{MaxNodes: mostNodes, Words: true})
	if err != nil {
		return s.fault(err.Error(), "")
	}
	solver := solve.NewSolver(tree, solve.Predictive)
	for range 20 {
		for range 50 {
			if solver.Step(); ctx.Err() != nil {
				return stopped(ctx.Err())
			}
		}
		if tree.Check(solver.Average()).Exploitability < 1e-4 {
			break
		}
	}
	profile := solver.Average()
	strategy, err := profile.Strategy(small)
	if err != nil {
		return s.fault(err.Error(), "")
	}
	r := tree.Check(profile)
	s.solved = solution{key, strategy.NewPlayer(), fmt.Sprintf("seat 1 has %+.4f %ss of %s a hand, exploitability %.1g", r.Value[0], tree.UnitName, plan.Money(tree.Unit, small.Bound.Stakes.Scale), r.Exploitability)}
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
