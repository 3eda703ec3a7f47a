package solving

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/enumerate"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/solve"
)

// Sample says how a game that is too large is reduced to one that can be solved.
type Sample struct {
	Buckets int // of strength in each round; 0 solves the game as it is
	Deals   int
	Seed    uint64
	Bets    []float64 // bet sizes as parts of the pot, nil for the default
	Exact   bool      // any amount may be bet
	// External deals new cards in each iteration; Deals is then the number of deals for measuring the result.
	External bool
}

// defaultSample returns the defaults of solve --buckets.
func defaultSample() Sample { return Sample{Deals: 10_000, Seed: 1} }

// usualUntil is the default exploitability of a sampled game; its deals do not allow a smaller one.
const usualUntil = 0.001

// stackBets is the default stack in a whole game, in small bets.
const stackBets = 5

// sampled solves a sampled game and prints its values.
func (o *Options) sampled(ctx context.Context, std *app.IO, game *plan.Game, lib *dsl.Library) error {
	small, err := o.sampledGame(game)
	if err != nil {
		return err
	}
	asked, err := o.asker(std, game, lib, &small)
	if err != nil {
		return err
	}
	s := &solution{Game: game, Small: small, Complete: true, method: o.Effort.Method, learned: o.Sample.External}
	solution, others := o.solveSample, o.Sample.Deals/10
	if s.learned {
		solution, others = o.learn, o.Sample.Deals/2
	}
	if err := solution(ctx, std, s); err != nil {
		return err
	}
	r := &result{solution: s, opts: o}
	if s.Complete && !s.Tree.Buckets.All {
		s.fresh, err = s.Profile.Fresh(ctx, max(100, others))
		if err != nil && ctx.Err() == nil {
			return err
		}
		s.Complete = pause.Err(ctx) == nil
	}
	if asked != nil && s.Complete {
		if r.losses, err = o.sampledLosses(ctx, std, s, asked); err != nil {
			return err
		}
	}
	return o.tell(ctx, std, r)
}

// solveSample solves a game with a fixed set of deals.
func (o *Options) solveSample(ctx context.Context, std *app.IO, s *solution) error {
	if err := o.buildSample(ctx, std, s, nil); err != nil {
		return err
	}
	began := std.Now()
	o.Effort.improve(ctx, std, s)
	s.Solved = std.Now().Sub(began)
	return nil
}

// learn solves the game with new deals in each iteration. After an interrupt it measures what has been learned so far.
func (o *Options) learn(ctx context.Context, std *app.IO, s *solution) error {
	of := o.sample(nil)
	of.Learned = o.Effort.Iterations
	if err := o.announce(ctx, std, s, of); err != nil {
		return err
	}
	began := std.Now()
	bar := std.StartProgress("deals", int64(of.Deals))
	build := solve.Options{Words: true, MaxNodes: o.Effort.MaxNodes, MaxBytes: o.Effort.MaxBytes}
	build.Judged = func(n int64) { bar.Done.Store(n) }
	l, err := solve.NewLearner(ctx, s.Small, build, of)
	bar.Stop()
	if err != nil {
		return o.sampleFault(ctx, std, s, err, bar.Done.Load())
	}
	s.Built = std.Now().Sub(began)
	began = std.Now()
	bar = std.StartProgress("iterations", int64(o.Effort.Iterations))
	for err == nil && l.Iterations < o.Effort.Iterations {
		err = l.Learn(ctx, min(200, o.Effort.Iterations-l.Iterations))
		bar.Done.Store(int64(l.Iterations))
	}
	bar.Stop()
	if s.Complete = ctx.Err() == nil; err != nil && s.Complete {
		return o.sampleFault(ctx, std, s, err, 0)
	}
	s.Iterations, s.Solved = l.Iterations, std.Now().Sub(began)
	if s.Profile, err = l.Profile(context.WithoutCancel(ctx)); err != nil {
		return o.sampleFault(ctx, std, s, err, 0)
	}
	s.Tree = s.Profile.Game
	s.Result = s.Tree.Check(s.Profile)
	s.Result.Certain = s.Result.Certain && s.Tree.Buckets.All
	return nil
}

// sampledGame returns the game to sample: the whole game with short stacks, or a small one.
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

// sample returns the parameters of the sampling. Some seats may play policies.
func (o *Options) sample(actors map[int]batch.Policy) solve.Sample {
	return solve.Sample{Buckets: o.Sample.Buckets, Deals: o.Sample.Deals, Seed: o.Sample.Seed, Actors: actors}
}

// announce prints the approximate size of a sampled game, and rejects it if it is too large.
func (o *Options) announce(ctx context.Context, std *app.IO, s *solution, of solve.Sample) error {
	size, err := solve.EstimateSample(ctx, s.Small, of)
	if err != nil {
		unbuilt(ctx, std, 0, 0, "")
		return buildFault(ctx, s, err)
	}
	name := o.sampleName(s)
	o.Effort.note(std, "%s: about %s nodes, at most %s of memory; the limits are %s nodes and %s", name,
		term.Grouped(int64(size.Nodes)), megabytes(size.Bytes), term.Grouped(o.Effort.MaxNodes), megabytes(o.Effort.MaxBytes))
	if size.Nodes > float64(o.Effort.MaxNodes) || size.Bytes > o.Effort.MaxBytes {
		return app.UsageHint(fmt.Sprintf("%s, has about %s nodes and takes at most %s of memory", name, term.Grouped(int64(size.Nodes)), megabytes(size.Bytes)), sampleHint)
	}
	return nil
}

func (o *Options) sampleName(s *solution) string {
	return fmt.Sprintf("%s, size %s, %d buckets", s.Game.ID, s.Small.Size, o.Sample.Buckets)
}

// sampleFault returns why a sampled game has no solution. done is the number of deals processed.
func (o *Options) sampleFault(ctx context.Context, std *app.IO, s *solution, err error, done int64) error {
	var tooLarge *solve.TooLargeError
	switch {
	case ctx.Err() != nil:
		unbuilt(ctx, std, done, int64(o.Sample.Deals), "deals")
		return ctx.Err()
	case errors.As(err, &tooLarge):
		return app.UsageHint(fmt.Sprintf("%s: %v", o.sampleName(s), err), sampleHint)
	}
	return buildFault(ctx, s, err)
}

// buildSample builds the tree of a sampled game, in which some seats may play policies.
func (o *Options) buildSample(ctx context.Context, std *app.IO, s *solution, actors map[int]batch.Policy) error {
	of := o.sample(actors)
	if actors == nil {
		if err := o.announce(ctx, std, s, of); err != nil {
			return err
		}
	}
	began := std.Now()
	bar := std.StartProgress("deals", int64(2*of.Deals))
	build := solve.Options{Words: true, MaxNodes: o.Effort.MaxNodes, MaxBytes: o.Effort.MaxBytes}
	build.Judged = func(n int64) { bar.Done.Store(n) }
	build.Dealt = func(n int64) { bar.Done.Store(int64(of.Deals) + n) }
	tree, err := solve.BuildSample(ctx, s.Small, build, of)
	bar.Stop()
	if err != nil {
		return o.sampleFault(ctx, std, s, err, bar.Done.Load()/2)
	}
	s.Tree, s.Built = tree, std.Now().Sub(began)
	return nil
}

const sampleHint = "take fewer --deals or --buckets, a smaller --stack, or raise --limit and --memory"

// sampledLosses plays each policy in the sampled game against the best reply to it or, with more than two seats, against the
// solution.
func (o *Options) sampledLosses(ctx context.Context, std *app.IO, s *solution, a *asker) (out []loss, err error) {
	for _, seat := range slices.Sorted(maps.Keys(a.names)) {
		t := *s
		l := loss{Seat: seat, Policy: a.names[seat], Value: s.Result.Value[seat], reply: &t}
		if s.Tree.Seats == 2 {
			if err := o.buildSample(ctx, std, &t, map[int]batch.Policy{seat: a.own[seat]}); err != nil {
				return nil, err
			}
			t.Profile = t.Tree.BestReply(solve.Uniform(t.Tree), 1-seat)
		} else {
			l.Value = s.Result.Best[seat]
		}
		bar := std.StartProgress("deals", int64(t.Tree.Buckets.Deals))
		w, err := t.Profile.Watch(ctx, seat, a.own[seat], bar.Done.Store)
		bar.Stop()
		if err != nil {
			return nil, err
		}
		l.Against, l.Worst = w.Value, w.Mistakes[:min(5, len(w.Mistakes))]
		if s.Tree.Seats > 2 {
			t.Profile = s.Tree.BestReply(s.Profile, seat)
		}
		t.Result = t.Tree.Check(t.Profile)
		out = append(out, l)
	}
	return out, nil
}

// abstraction describes what a sampled game leaves out.
func (r *result) abstraction() []string {
	b := r.Tree.Buckets
	deals := fmt.Sprintf("%s, seed %d", term.Counted(int64(b.Deals), "deal"), b.Seed)
	if b.All {
		deals = "all orders of the deck"
	}
	const remembers = "A seat remembers its buckets and all actions, but not how many cards others drew; cards are chosen for the strongest hand."
	out := []string{fmt.Sprintf("Not exact: this is an abstract game of %s, in which each seat knows its hands by at most %s of strength in each round.", deals, term.Counted(int64(b.Number), "bucket"))}
	switch {
	case !r.learned:
		out = append(out, "The bounds and the exploitability are measured against the best reply in that game, and hold there only. "+remembers)
	case b.All:
		out = append(out, "Each iteration followed some lines of one order of the deck, drawn at random. The bounds and the exploitability are exact for the abstract game, over all orders. "+remembers)
	default:
		out[0] = fmt.Sprintf("Not exact: this is an abstract game, in which each seat knows its hands by at most %s of strength in each round. Each iteration learned from another deal, seed %d.", term.Counted(int64(b.Number), "bucket"), b.Seed)
		out = append(out, fmt.Sprintf("Values and exploitability are those of %s that nothing was learned from. The best replies know these deals, so they win more there than in the abstract game. %s", term.Counted(int64(b.Deals), "deal"), remembers))
	}
	if f := r.fresh; f != nil {
		out = append(out, r.elsewhere(f))
	}
	return out
}

// elsewhere describes the results of the strategies and best replies on deals outside the tree.
func (r *result) elsewhere(f *solve.Fresh) string {
	var words []string
	for seat, v := range f.Value {
		words = append(words, fmt.Sprintf("seat %d has %s ± %s, and %s ± %s more by its best reply", seat+1, number(v, 3), number(rows.Confident*f.ValueOff[seat], 3), number(f.Gain[seat], 3), number(rows.Confident*f.GainOff[seat], 3)))
	}
	where, tail := "that the game does not have", ""
	if r.learned {
		gain, off := 0.0, 0.0
		for seat, v := range f.Gain {
			gain += v / float64(len(f.Gain))
			off += float64(f.GainOff[seat]) / float64(len(f.Gain))
		}
		where = "that neither the strategies nor the best replies know"
		tail = fmt.Sprintf(" The exploitability in the abstract game is between %s ± %s and %s.", number(max(0, gain), 3), number(rows.Confident*off, 3), number(r.Result.Exploitability, 3))
	}
	return fmt.Sprintf("On %s %s (± is the 95 %% interval): %s.%s %.1f %% of the decisions are new there, where a seat checks or calls.", term.Counted(int64(f.Deals), "deal"), where, strings.Join(words, "; "), tail, 100*f.Unknown)
}

// abstract returns the fields that describe the abstraction.
func (r *result) abstract() rows.Record {
	b := r.Tree.Buckets
	sampling := "fixed"
	if r.learned {
		sampling = "external"
	}
	fields := []rows.Pair{{Name: "sampling", Doc: "fixed: the deals were solved; external: each iteration learned from another deal, and the deals measure what was learned", Limits: `enum:"fixed,external"`, Value: sampling}, {Name: "buckets", Doc: "of strength in each round, at most", Value: b.Number}, {Name: "deals", Unit: "deals", Doc: "that the game has; with external sampling those on which it is measured", Value: b.Deals}, {Name: "all_deals", Doc: "they are all orders of the deck", Value: b.All}}
	if !b.All {
		fields = append(fields, rows.Pair{Name: "seed", Doc: "by which they were drawn; missing if they are all", Value: b.Seed})
	}
	if f := r.fresh; f != nil {
		fields = append(fields, rows.Pair{Name: "other_deals", Unit: "deals", Doc: "other deals on which the strategies were played", Value: f.Deals}, rows.Pair{Name: "values_there", Doc: "by seat: units a hand by the strategies", Value: f.Value}, rows.Pair{Name: "values_error", Doc: "the standard errors", Value: f.ValueOff},
			rows.Pair{Name: "gains_there", Doc: "by seat: what it wins more by its best reply of the abstract game", Value: f.Gain}, rows.Pair{Name: "gains_error", Doc: "the standard errors", Value: f.GainOff}, rows.Pair{Name: "unknown_there", Doc: "part of the decisions that the abstract game does not have: there a seat checks or calls", Value: f.Unknown})
	}
	return fields
}
