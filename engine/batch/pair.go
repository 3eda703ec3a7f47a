package batch

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"cardroom/engine/betting"
	"cardroom/engine/money"
)

// PairResult is the result of the same hands in two games, A and B, and the differences hand by
// hand: B minus A. It is exact like [Result], and Merge is associative and commutative too.
type PairResult struct {
	A, B Result
	// Differ is the number of hands that end differently: somebody wins a different amount, or the
	// house collects a different amount.
	Differ int64
	First  FirstHands // of these
	// Net, by seat, and the measures in chips are in units of [Pair.Units].
	Net  [betting.Max]Sum
	Diff [Measures]Sum
}

// Measure is a number that is counted for a hand in each game and compared.
type Measure uint8

// Measures. For a property of a hand, the difference is 1 if only B has it, and -1 if only A has
// it.
const (
	ChipsIn   Measure = iota // paid into pots and to the house
	Collected                // taken by the house
	Decisions
	Showdowns // 1 if there is one
	SplitPots // 1 if there is one
	SidePots  // 1 if there is one
	Banker    // chips won by the banker, in a game against a bank

	Measures
)

// Of returns the sum of a measure over all hands of a game, with chips in the game's own units.
func (m Measure) Of(r *Result) int64 {
	return [Measures]int64{r.ChipsIn, r.Collected, r.Decisions, r.Showdowns, r.SplitPots, r.SidePots, r.Bank.Total}[m]
}

// FirstHands are the lowest of many hand numbers, ascending; 0 for none.
type FirstHands [5]int64

// add keeps n if it is among the lowest.
func (f *FirstHands) add(n int64) {
	for i := range f {
		if f[i] == 0 || n < f[i] {
			n, f[i] = f[i], n
		}
		if n == 0 {
			return
		}
	}
}

// List returns the numbers.
func (f *FirstHands) List() []int64 {
	if n := slices.Index(f[:], 0); n >= 0 {
		return f[:n]
	}
	return f[:]
}

// Over returns [money.ErrOver] if a sum of the result does not fit.
func (r *PairResult) Over() error {
	if r.A.Over() != nil || r.B.Over() != nil || slices.ContainsFunc(r.Net[:], isOver) || slices.ContainsFunc(r.Diff[:], isOver) {
		return money.ErrOver
	}
	return nil
}

// Merge adds the result of another set of hands.
func (r *PairResult) Merge(o *PairResult) {
	r.A.Merge(&o.A)
	r.B.Merge(&o.B)
	r.Differ += o.Differ
	for _, n := range o.First.List() {
		r.First.add(n)
	}
	for i := range r.Net {
		r.Net[i].merge(&o.Net[i])
	}
	for m := range r.Diff {
		r.Diff[m].merge(&o.Diff[m])
	}
}

// Pair is two games played with the same cards. The jobs have the same seed, the same hand numbers
// and the same number of seats, and record nothing; otherwise each job is as it would be alone,
// with the same result.
type Pair struct {
	A, B *Job
	// Prefix, when set, is like that of [Job], for both games: it gets the result of the hands
	// before next, all of which are finished.
	Prefix func(next int64, result *PairResult, last bool) error
}

// Units returns the number of units per chip in which differences are counted: the least common
// multiple of both games' units.
func (p *Pair) Units() int64 { return CommonUnits(p.A.Plan.Stakes.Scale, p.B.Plan.Stakes.Scale) }

// CommonUnits returns the least common multiple of two numbers of units per chip.
func CommonUnits(a, b int64) int64 { return a / gcd(a, b) * b }

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// RunPair plays both games of the pair hand by hand. Workers, done and errors are as for [Run].
func RunPair(ctx context.Context, p *Pair, workers int, done *atomic.Int64) (PairResult, error) {
	if p.A.Seed != p.B.Seed || p.A.From != p.B.From || p.A.To != p.B.To || len(p.A.Stacks) != len(p.B.Stacks) {
		return PairResult{}, fmt.Errorf("%s and %s are not a pair: they differ in seed, hands or seats", p.A.Plan.Game.ID, p.B.Plan.Game.ID)
	}
	r := &runner[PairResult]{seed: p.A.Seed, merge: (*PairResult).Merge, over: (*PairResult).Over, done: done}
	r.start = func() (player[PairResult], error) {
		w := &pairWorker{units: p.Units()}
		var err error
		if w.a, err = newWorker(p.A); err != nil {
			return nil, err
		}
		w.b, err = newWorker(p.B)
		return w.play, err
	}
	if p.Prefix != nil {
		r.prefix = func(next int64, so *PairResult, _ *BadHands, last bool) error { return p.Prefix(next, so, last) }
	}
	return r.run(ctx, p.A.From, p.A.To, workers)
}

// pairWorker plays each hand in both games.
type pairWorker struct {
	a, b  *worker
	units int64
}

func (w *pairWorker) play(n int64, to *block[PairResult]) error {
	r := &to.result
	a, err := w.a.outcome(n, &r.A, w.units)
	if err != nil {
		return err
	}
	b, err := w.b.outcome(n, &r.B, w.units)
	if err != nil {
		return err
	}
	differ := a.measures[Collected] != b.measures[Collected]
	for i := range w.a.job.Stacks {
		d := b.net[i] - a.net[i]
		r.Net[i].add(d)
		differ = differ || d != 0
	}
	for m := range r.Diff {
		r.Diff[m].add(b.measures[m] - a.measures[m])
	}
	if differ {
		r.Differ++
		r.First.add(n)
	}
	return nil
}

// outcome is the result of one hand, with chips in the units of the pair.
type outcome struct {
	net      [betting.Max]int64
	measures [Measures]int64
}

// outcome plays hand n, adds it to the result and returns its outcome.
func (w *worker) outcome(n int64, to *Result, units int64) (o outcome, err error) {
	before := to.Decisions
	if err := w.play(n, to); err != nil {
		return o, fmt.Errorf("%s: %w", w.job.Plan.Game.ID, err)
	}
	w.count(to)
	h, res := &w.hand, w.hand.Result()
	scale := units / w.job.Plan.Stakes.Scale
	o.measures = [Measures]int64{
		h.PutIn() * scale, h.House() * scale, to.Decisions - before, one(res.Showdown), one(res.Split), one(res.SidePots), 0,
	}
	if k := h.Banker(); k >= 0 {
		o.measures[Banker] = h.Net(k) * scale
	}
	for i := range h.Seats() {
		o.net[i] = h.Net(i) * scale
	}
	return o, nil
}
