package console

import (
	"context"
	"fmt"

	"cardroom/dsl/repl"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/solve"
)

// replSolver implements repl.Solver with engine/solve. It keeps the last solution.
type replSolver struct {
	// strategy, if set, is that of the command line: the game that it is for is played small, unless the table is changed.
	strategy *solve.Strategy
	key      string // what was solved
	solved   *solution
}

// Sizes implements repl.Solver.
func (r *replSolver) Sizes() []string { return enumerate.SizeNames() }

// Small implements repl.Solver.
func (r *replSolver) Small(t repl.Table) (*repl.Small, error) {
	if given := r.strategy; given != nil && t == (repl.Table{Game: t.Game}) && t.Game.ID == given.Game {
		small, err := given.Small(t.Game)
		if err != nil {
			return nil, err
		}
		return asSmall(small, func(context.Context) (repl.Solution, error) { return &solution{Player: given.NewPlayer()}, nil }), nil
	}
	if t.Size == "" {
		return nil, nil
	}
	size, _ := enumerate.SizeByName(t.Size)
	wishes := enumerate.Wishes{Stakes: t.Stakes, Seats: t.Seats}
	if t.Stack != "" {
		if err := wishes.ReadStacks(t.Stack); err != nil {
			return nil, fmt.Errorf("the stacks of a small game are %w", err)
		}
	}
	small, err := enumerate.Shrink(t.Game, size, wishes)
	if err == nil {
		err = small.DropBurns()
	}
	if err != nil {
		return nil, err
	}
	// Solve a small game, unless it was the last one.
	return asSmall(small, func(ctx context.Context) (repl.Solution, error) {
		key := fmt.Sprint(small.Bound.Game.ID, small.Bound.Game.Options, small.Size, small.Bound.Stakes.Text(), small.Stacks)
		if r.key == key {
			return r.solved, nil
		}
		tree, err := solve.Build(ctx, small, solve.Options{MaxNodes: mostNodes, Words: true})
		if err != nil {
			return nil, err
		}
		solver := solve.NewSolver(tree, solve.Predictive)
		for range 20 {
			for range 50 {
				if solver.Step(); ctx.Err() != nil {
					return nil, ctx.Err()
				}
			}
			if tree.Check(solver.Average()).Exploitability < 1e-4 {
				break
			}
		}
		profile := solver.Average()
		strategy, err := profile.Strategy(small)
		if err != nil {
			return nil, err
		}
		c := tree.Check(profile)
		r.key, r.solved = key, &solution{strategy.NewPlayer(), fmt.Sprintf("seat 1 has %+.4f %ss of %s a hand, exploitability %.1g",
			c.Value[0], tree.UnitName, plan.Money(tree.Unit, small.Bound.Stakes.Scale), c.Exploitability)}
		return r.solved, nil
	}), nil
}

func asSmall(small *enumerate.Small, solve func(context.Context) (repl.Solution, error)) *repl.Small {
	return &repl.Small{Bound: small.Bound, Stacks: small.Stacks, Deck: small.Pack, Solve: solve}
}

// mostNodes is the maximum size of a game that is solved while the user waits.
const mostNodes = 2_000_000

// solution implements repl.Solution.
type solution struct {
	*solve.Player
	note string // its quality
}

func (s *solution) Words(h *hand.Hand, d *hand.Decision) (string, error) {
	actions, mix, err := s.Mix(h, d)
	if err != nil {
		return "", err
	}
	return solve.Words(h, d, actions, mix), nil
}

func (s *solution) Note() string { return s.note }
