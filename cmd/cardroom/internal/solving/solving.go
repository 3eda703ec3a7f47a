// Package solving implements "cardroom solve": it makes games small, solves them and prints the results.
package solving

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/engine/enumerate"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
	"cardroom/engine/solve"
	"cardroom/engine/solve/street"
)

// Options are the options of solve.
type Options struct {
	Game   string
	Set    map[string]string
	Small  library.SmallGames
	Effort Effort
	aim    *float64 // --until; nil if it is not given
	// Strategy is the file to save the strategies in, "" for none. Show is the maximum number of first decisions to print for
	// each seat.
	Strategy string
	Show     int
	Moment   Moment // of a recorded hand, to be solved instead of a small game
	Policy   string // of the seats that do not play the solution, "" for none
	Reply    string // the file to save the best reply to the policy in, "" for none
	Sample   Sample // for a game that is too large to be solved as it is
	Rounds   int64  // rounds that a policy plays against a bank, 0 to play until its loss is known
	Out      runs.Out
	Shard    runs.Shard
	Format   string
}

// Effort limits the time and precision of solving.
type Effort struct {
	Iterations int     // maximum
	Until      float64 // stop at this exploitability
	Method     solve.Method
	MaxNodes   int64
	MaxBytes   int64
	Silent     bool // no messages about nodes and memory
}

// note prints a message about the effort.
func (e *Effort) note(std *app.IO, format string, args ...any) {
	if !e.Silent {
		std.Note(format, args...)
	}
}

// DefaultEffort returns the default effort of solve.
func DefaultEffort() Effort {
	return Effort{Iterations: 100_000, Until: 0.0001, Method: solve.Predictive, MaxNodes: 20_000_000, MaxBytes: 4 << 30}
}

// solution is a small game and its solution.
type solution struct {
	Game          *plan.Game
	Small         *enumerate.Small
	Tree          *solve.Game
	Profile       *solve.Profile
	Result        *solve.Result
	Iterations    int
	Built, Solved time.Duration
	Complete      bool // not interrupted
	method        solve.Method
	sub           *solve.Subgame // of a recorded hand; nil for a small game
	first         bool           // of a recorded hand: only first decisions are saved
	street        *street.Solver // of a hand that is solved on its public tree; nil otherwise
	fresh         *solve.Fresh   // measurement on new deals of a sampled game, or nil
	learned       bool           // solved by external sampling, on deals other than those of the tree
}

// how describes the method.
func (s *solution) how() string {
	if s.learned {
		return "external sampling"
	}
	return s.method.String()
}

// infoSets returns the number of information sets.
func (s *solution) infoSets() int64 {
	if s.street != nil {
		return s.street.Tree.InfoSets
	}
	return int64(s.Tree.AllInfoSets())
}

// bytes returns the memory of the tree and of its solver.
func (s *solution) bytes() int64 {
	if s.street != nil {
		return s.street.Tree.Bytes()
	}
	return s.Tree.Bytes()
}

// decisionsOf visits the decisions of a seat of the tree; first leaves out those after its first.
func (s *solution) decisionsOf(seat int, first bool) iter.Seq[*solve.Decision] {
	if s.street != nil {
		return s.street.Decisions(seat, first)
	}
	return func(yield func(*solve.Decision) bool) {
		for _, d := range s.Profile.Decisions(seat) {
			if (d.First || !first) && !yield(&d) {
				return
			}
		}
	}
}

// number returns the number of a seat of the tree, from 1.
func (s *solution) number(seat int) int {
	if s.Tree.Numbers != nil {
		seat = s.Tree.Numbers[seat]
	}
	return seat + 1
}

// load loads a game, and says whether it is played against a bank.
func load(std *app.IO, name string, set map[string]string) (game *plan.Game, lib *dsl.Library, bank bool, err error) {
	if game, lib, err = library.Load(std, name, set); err != nil {
		return nil, nil, false, err
	}
	return game, lib, game.Banked(), nil
}

// Solve solves a game and prints its values.
func Solve(ctx context.Context, std *app.IO, o Options) error {
	game, lib, bank, err := load(std, o.Game, o.Set)
	if err != nil {
		return err
	}
	if bank {
		return o.againstBank(ctx, std, game, lib)
	}
	if o.Out.Dir != "" || o.Rounds > 0 {
		return app.UsageHint(fmt.Sprintf("%s is not played against a bank: it is solved in one piece, so --out, --shard and --rounds do not apply", game.ID), "leave them out")
	}
	if o.Moment.File != "" {
		return o.fromHand(ctx, std, game)
	}
	if o.Sample.Buckets > 0 {
		return o.sampled(ctx, std, game, lib)
	}
	small, err := smallOf(game, &o.Small)
	if err != nil {
		return err
	}
	asked, err := o.asker(std, game, lib, &small)
	if err != nil {
		return err
	}
	s, err := o.Effort.solve(ctx, std, game, small, solve.Options{Words: o.Strategy != "" || o.Show > 0 || asked != nil, KeepNames: asked != nil, Ask: asked.ask()})
	if err != nil {
		return err
	}
	r := &result{solution: s, opts: &o}
	if asked != nil {
		r.losses = lossesOf(s, asked)
	}
	return o.tell(ctx, std, r)
}

// tell writes a result and saves its strategies, also that of a solution that was interrupted.
func (o *Options) tell(ctx context.Context, std *app.IO, r *result) error {
	if err := std.Results(o.Format, r.write); err != nil {
		return err
	}
	if o.Strategy != "" {
		if err := saveStrategy(std, o.Strategy, r.solution); err != nil {
			return err
		}
	}
	if o.Reply != "" && len(r.losses) > 0 {
		if err := saveStrategy(std, o.Reply, r.losses[0].reply); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// smallOf makes a game small.
func smallOf(game *plan.Game, want *library.SmallGames) (*enumerate.Small, error) {
	if len(want.Sizes) > 1 {
		return nil, app.Usagef("--size: solve takes one size, not %d", len(want.Sizes))
	}
	size := enumerate.UsualSize(game)
	if len(want.Sizes) > 0 {
		size = want.Sizes[0]
	}
	if game.Banked() {
		return nil, app.UsageHint(fmt.Sprintf("%s is played against a bank: its rules have no price for a seat", game.ID), "'cardroom solve' computes the house edge of some of these games")
	}
	small, err := enumerate.Shrink(game, size, want.Wishes)
	if err != nil {
		return nil, err
	}
	small.OpenFolds = want.OpenFolds
	return small, nil
}

// solve solves a small game. After an interrupt it returns the solution so far.
func (e *Effort) solve(ctx context.Context, std *app.IO, game *plan.Game, small *enumerate.Small, build solve.Options) (*solution, error) {
	var err error
	s := &solution{Game: game, Small: small, Complete: true, method: e.Method}
	began := std.Now()
	build.MaxNodes, build.MaxBytes = e.MaxNodes, e.MaxBytes
	if s.Tree, err = e.build(ctx, std, s, build); err != nil {
		return nil, err
	}
	s.Built = std.Now().Sub(began)
	e.note(std, "%s, %s, %s of memory", term.Counted(s.Tree.Nodes, "node"), term.Counted(s.infoSets(), "information set"), megabytes(s.bytes()))
	began = std.Now()
	e.improve(ctx, std, s)
	s.Solved = std.Now().Sub(began)
	return s, nil
}

// build builds the tree.
func (e *Effort) build(ctx context.Context, std *app.IO, s *solution, o solve.Options) (*solve.Game, error) {
	size, err := solve.Estimate(ctx, s.Small)
	if err != nil {
		unbuilt(ctx, std, 0, 0, "")
		return nil, buildFault(ctx, s, err)
	}
	e.announce(std, fmt.Sprintf("%s, size %s", s.Game.ID, s.Small.Size), size)
	if e.refuses(size) {
		return nil, app.UsageHint(fmt.Sprintf("%s, size %s, has about %s nodes and takes about %s of memory", s.Game.ID, s.Small.Size, estimated(size.Nodes), megabytes(size.Bytes)), smallerHint)
	}
	bar := std.StartProgress("nodes", int64(size.Nodes))
	defer bar.Stop()
	o.Progress = func(n int64) { bar.Done.Store(n) }
	tree, err := solve.Build(ctx, s.Small, o)
	if err != nil {
		bar.Stop()
		unbuilt(ctx, std, bar.Done.Load(), int64(size.Nodes), "nodes")
		return nil, buildFault(ctx, s, err)
	}
	return tree, nil
}

// announce prints the approximate size of a tree.
func (e *Effort) announce(std *app.IO, what string, size *solve.Size) {
	e.note(std, "%s: about %s nodes, %s of memory; at most %s nodes and %s", what,
		estimated(size.Nodes), megabytes(size.Bytes), term.Grouped(e.MaxNodes), megabytes(e.MaxBytes))
}

// refuses reports whether a tree is certainly too large, given the error of the estimate. Estimates are right on average and
// never negative, so at most one in a thousand is more than a thousand times too large.
func (e *Effort) refuses(size *solve.Size) bool {
	sure := max(0.001, 1-float64(3*size.NodesOff)/size.Nodes)
	return float64(size.Nodes*sure) > float64(e.MaxNodes) || float64(float64(size.Bytes)*sure) > float64(e.MaxBytes)
}

// unbuilt says, if the building of a tree was interrupted, that nothing is solved yet.
func unbuilt(ctx context.Context, std *app.IO, done, all int64, what string) {
	switch {
	case ctx.Err() == nil:
	case all == 0:
		std.Note("interrupted before the tree was built: nothing is solved yet, and no file was written")
	default:
		std.Note("interrupted after %s of about %s %s, while the tree was built: nothing is solved yet, and no file was written", term.Grouped(done), term.Grouped(max(done, all)), what)
	}
}

const smallerHint = "use a smaller --size, fewer --deck-ranks, or raise --limit and --memory"

// buildFault returns why a tree cannot be built, with the name of the game.
func buildFault(ctx context.Context, s *solution, err error) error {
	var large *solve.TooLargeError
	if errors.As(err, &large) {
		return app.UsageHint(fmt.Sprintf("%s, size %s: %v", s.Game.ID, s.Small.Size, err), smallerHint)
	}
	if ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("%s, size %s: %w", s.Game.ID, s.Small.Size, err)
}

// improve solves the tree until it is precise enough or the iterations are used up.
func (e *Effort) improve(ctx context.Context, std *app.IO, s *solution) {
	bar := std.StartProgress("iterations", int64(e.Iterations))
	defer bar.Stop()
	solver := solve.NewSolver(s.Tree, e.Method)
	look := 10 // the iteration after which the exploitability is computed next
	for solver.Iterations < e.Iterations && s.Complete {
		solver.Step()
		bar.Done.Store(int64(solver.Iterations))
		s.Complete = pause.Err(ctx) == nil
		if solver.Iterations < look {
			continue
		}
		look += max(10, look/5)
		if s.Result = s.Tree.Check(solver.Average()); s.Result.Exploitability <= e.Until {
			break
		}
	}
	s.Iterations = solver.Iterations
	s.Profile = solver.Average()
	s.Result = s.Tree.Check(s.Profile)
}

// estimated formats a number of nodes, which may be far too large for an integer.
func estimated(nodes float64) string {
	if nodes < 1e15 {
		return term.Grouped(int64(nodes))
	}
	power := math.Floor(math.Log10(nodes))
	return fmt.Sprintf("%.1f × 10^%.0f", nodes/math.Pow(10, power), power)
}

// megabytes formats an amount of memory.
func megabytes(n int64) string {
	switch {
	case n < 10<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n < 1<<40:
		return term.Grouped(n>>20) + " MB"
	case n < 1<<60:
		return term.Grouped(n>>40) + " TB"
	}
	return "1,000,000 TB or more"
}
