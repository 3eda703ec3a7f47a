package solving

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/dsl"
	"cardroom/engine/enumerate"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/solve"
)

// Sample says how a game that is too large becomes one that can be solved.
type Sample struct {
	Buckets int // of strength in each round; 0 solves the game as it is
	Deals   int
	Seed    uint64
	Bets    []float64 // nil for the usual sizes
	Exact   bool      // every amount may be bet
}

// DefaultSample is what solve --buckets does without flags.
func DefaultSample() Sample { return Sample{Deals: 10_000, Seed: 1} }

// UsualUntil is how exactly a sampled game is solved: its deals do not allow more.
const UsualUntil = 0.001

// stackBets is how many small bets a seat has of a whole game.
const stackBets = 5

// sampled solves a sampled game and prints what it is worth.
func (o *Options) sampled(ctx context.Context, std *app.IO, game *plan.Game, lib *dsl.Library) error {
	small, err := o.sampledGame(game)
	if err != nil {
		return err
	}
	asked, err := o.asker(std, game, lib, &small)
	if err != nil {
		return err
	}
	if asked != nil && len(small.Stacks) != 2 {
		return app.Usagef("--policy with --buckets is for two seats, not for %d", len(small.Stacks))
	}
	s := &Solution{Game: game, Small: small, Complete: true, method: o.Effort.Method}
	if err := o.buildSample(ctx, std, s, nil); err != nil {
		return err
	}
	began := std.Now()
	o.Effort.improve(ctx, std, s)
	s.Solved = std.Now().Sub(began)
	r := &result{Solution: s, opts: o}
	if s.Complete && !s.Tree.Buckets.All {
		s.fresh, err = s.Profile.Fresh(ctx, max(100, s.Tree.Buckets.Deals/10))
		if err != nil && ctx.Err() == nil {
			return err
		}
		s.Complete = ctx.Err() == nil
	}
	if asked != nil && s.Complete {
		if r.losses, err = o.sampledLosses(ctx, std, s, asked); err != nil {
			return err
		}
	}
	if err := std.Results(o.Format, r.write); err != nil {
		return err
	}
	if err := o.save(std, r); err != nil {
		return err
	}
	return ctx.Err()
}

// sampledGame is the game whose deals are sampled: the game as it is, with few chips, or a small one.
func (o *Options) sampledGame(game *plan.Game) (*enumerate.Small, error) {
	if len(o.Small.Sizes) > 1 {
		return nil, app.Usagef("--size: solve takes one size, not %d", len(o.Small.Sizes))
	}
	size, w := enumerate.Whole, o.Small.Wishes
	if len(o.Small.Sizes) > 0 {
		size = o.Small.Sizes[0]
	}
	if size == enumerate.Whole && len(w.Stacks) == 0 {
		stakes, err := game.ParseStakes(w.Stakes)
		if err != nil {
			return nil, err
		}
		chips := (stakes.Ante + stackBets*max(stakes.Small.Lo, stakes.BB)) * plan.Cents / stakes.Scale
		w.Stacks = []int64{chips}
	}
	small, err := enumerate.Shrink(game, size, w)
	if err != nil {
		return nil, err
	}
	if size == enumerate.Whole && w.Ranks == 0 && w.Suits == 0 && len(w.Only) == 0 {
		small.Pack = game.Deck.Append(nil)
	}
	small.OpenFolds = o.Small.OpenFolds
	if small.Bets = o.Sample.Bets; small.Bets == nil && !o.Sample.Exact && small.Bound.Stakes.Structure.String() != "fixed limit" {
		small.Bets = usualBets
	}
	return small, nil
}

// buildSample makes the tree of a sampled game, in which some seats may play by policies.
func (o *Options) buildSample(ctx context.Context, std *app.IO, s *Solution, actors map[int]solve.Actor) error {
	of := solve.Sample{Buckets: o.Sample.Buckets, Deals: o.Sample.Deals, Seed: o.Sample.Seed, Actors: actors}
	name := fmt.Sprintf("%s, size %s, %d buckets", s.Game.ID, s.Small.Size, of.Buckets)
	large := func(size *solve.Size) error {
		return app.UsageHint(fmt.Sprintf("%s, has about %s nodes and takes at most %s of memory", name, figures.Grouped(int64(size.Nodes)), megabytes(size.Bytes)), sampleHint)
	}
	if actors == nil {
		size, err := solve.EstimateSample(ctx, s.Small, of)
		if err != nil {
			unbuilt(ctx, std, 0, 0, "")
			return buildFault(ctx, s, err)
		}
		o.Effort.note(std, "%s: about %s nodes, at most %s of memory; the limits are %s nodes and %s", name,
			figures.Grouped(int64(size.Nodes)), megabytes(size.Bytes), figures.Grouped(o.Effort.MaxNodes), megabytes(o.Effort.MaxBytes))
		if size.Nodes > float64(o.Effort.MaxNodes) || size.Bytes > o.Effort.MaxBytes {
			return large(size)
		}
	}
	began := std.Now()
	bar := std.StartProgress("deals", int64(2*of.Deals))
	build := solve.Options{Words: true, MaxNodes: o.Effort.MaxNodes, MaxBytes: o.Effort.MaxBytes}
	build.Judged = func(n int64) { bar.Done.Store(n) }
	build.Dealt = func(n int64) { bar.Done.Store(int64(of.Deals) + n) }
	tree, err := solve.BuildSample(ctx, s.Small, build, of)
	bar.Stop()
	var tooLarge *solve.TooLargeError
	switch {
	case ctx.Err() != nil:
		unbuilt(ctx, std, bar.Done.Load()/2, int64(of.Deals), "deals")
		return ctx.Err()
	case errors.As(err, &tooLarge):
		return app.UsageHint(fmt.Sprintf("%s: %v", name, err), sampleHint)
	case err != nil:
		return buildFault(ctx, s, err)
	}
	s.Tree, s.Built = tree, std.Now().Sub(began)
	return nil
}

const sampleHint = "take fewer --deals or --buckets, a smaller --stack, or raise --limit and --memory"

// sampledLosses plays each policy against the best reply to it in the sampled game.
func (o *Options) sampledLosses(ctx context.Context, std *app.IO, s *Solution, a *asker) (out []loss, err error) {
	for _, seat := range slices.Sorted(maps.Keys(a.names)) {
		t := *s
		if err := o.buildSample(ctx, std, &t, map[int]solve.Actor{seat: a.own[seat]}); err != nil {
			return nil, err
		}
		t.Profile = t.Tree.BestReply(solve.Uniform(t.Tree), 1-seat)
		t.Result = t.Tree.Check(t.Profile)
		out = append(out, loss{Seat: seat, Policy: a.names[seat], Value: s.Result.Value[seat], Against: t.Result.Value[seat], reply: &t})
	}
	return out, nil
}

// abstraction says what a sampled game leaves out.
func (r *result) abstraction() []string {
	b := r.Tree.Buckets
	deals := fmt.Sprintf("%s, seed %d", figures.Counted(int64(b.Deals), "deal"), b.Seed)
	if b.All {
		deals = "all orders of the deck"
	}
	out := []string{
		fmt.Sprintf("Not exact: this is an abstract game of %s, in which each seat knows its hands by at most %s of strength in each round.", deals, figures.Counted(int64(b.Number), "bucket")),
		"The bounds and the exploitability are measured against the best reply in that game, and hold there only. A seat remembers its buckets and all actions, but not how many cards others drew; " +
			"cards are chosen for the strongest hand.",
	}
	if f := r.fresh; f != nil {
		var words []string
		for seat, v := range f.Value {
			words = append(words, fmt.Sprintf("seat %d has %s ± %s, and %s ± %s more by its best reply", seat+1, number(v, 3), number(f.ValueOff[seat], 3), number(f.Gain[seat], 3), number(f.GainOff[seat], 3)))
		}
		out = append(out, fmt.Sprintf("On %s that the game does not have: %s. %.1f %% of the decisions are new there, where a seat checks or calls.", figures.Counted(int64(f.Deals), "deal"), words[0]+"; "+joined(words[1:]), 100*f.Unknown))
	}
	return out
}

func joined(words []string) (out string) {
	for i, w := range words {
		if i > 0 {
			out += "; "
		}
		out += w
	}
	return out
}

// abstract is the abstraction as an object.
func (r *result) abstract() []rows.Pair {
	b := r.Tree.Buckets
	fields := []rows.Pair{{Name: "buckets", Value: b.Number}, {Name: "deals", Value: b.Deals}, {Name: "all_deals", Value: b.All}}
	if !b.All {
		fields = append(fields, rows.Pair{Name: "seed", Value: b.Seed})
	}
	if f := r.fresh; f != nil {
		fields = append(fields, rows.Pair{Name: "other_deals", Value: f.Deals}, rows.Pair{Name: "values_there", Value: f.Value}, rows.Pair{Name: "values_error", Value: f.ValueOff},
			rows.Pair{Name: "gains_there", Value: f.Gain}, rows.Pair{Name: "gains_error", Value: f.GainOff}, rows.Pair{Name: "unknown_there", Value: f.Unknown})
	}
	return fields
}
