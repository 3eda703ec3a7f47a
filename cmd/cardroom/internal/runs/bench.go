// This file measures how fast a game plays, and the share of its scripts in
// that.
//
// [Run] plays the same hands in several rounds and times each separately, so
// that other work of the machine shows in the variation of the rounds. The
// calls of scripts are counted in a separate round afterwards, because counting
// takes time too; profiles are made in yet another.

package runs

import (
	"cmp"
	"context"
	"errors"
	"io"
	"runtime"
	"runtime/pprof"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/diag"

	"go.starlark.net/starlark"
)

// BenchSetup describes what to measure, and for how long.
type BenchSetup struct {
	// Job is the job to run; its hands are set here.
	Job    *batch.Job
	Loader *star.Loader // of the scripts of the game and of the policies
	// Hands is the number of hands per round; 0 means as many as take about
	// Time.
	Hands   int64
	Time    time.Duration
	Rounds  int // at least 1
	Workers int
	Now     func() time.Time
	// Scripts and CPU, if set, receive profiles in pprof format, each made from
	// separate hands, as many as in all rounds and for at least a second: of
	// the time spent in script functions, and of CPU time.
	Scripts, CPU io.Writer
	// Done counts the hands played; may be nil.
	Done *atomic.Int64
}

// Round is the measurement of one round.
type Round struct {
	Hands, Decisions int64
	Elapsed          time.Duration
	Allocs, Bytes    uint64 // memory allocations
}

// BenchResult is the measurement of all rounds.
type BenchResult struct {
	Rounds []Round
	// Counted is the round in which script calls were counted, and Hooks their
	// costs, longest first.
	Counted Round
	Hooks   []Hook
}

// Hook is the cost of the calls of one script function in a round.
type Hook struct {
	Name         string
	Pos          diag.Pos
	Calls, Steps int64
	Time         time.Duration
}

// Steps returns the Starlark steps of the counted round.
func (r *BenchResult) Steps() (n int64) {
	for i := range r.Hooks {
		n += r.Hooks[i].Steps
	}
	return n
}

// Bench runs the measurement. If the context ends, it returns the completed
// rounds and the context's error.
func Bench(ctx context.Context, s *BenchSetup) (*BenchResult, error) {
	out := &BenchResult{}
	hands, err := s.warmUp(ctx)
	for range s.Rounds {
		if err != nil {
			return out, err
		}
		var r Round
		if r, err = s.round(ctx, hands); err == nil {
			out.Rounds = append(out.Rounds, r)
		}
	}
	if err == nil {
		err = s.count(ctx, hands, out)
	}
	if err == nil {
		err = s.profile(ctx, out)
	}
	return out, err
}

// leastProfile is the minimum duration of a profile. A sample of a script
// represents ten milliseconds.
const leastProfile = time.Second

// profile makes the requested profiles. That of scripts is empty if the game
// calls none, and takes no time.
func (s *BenchSetup) profile(ctx context.Context, out *BenchResult) error {
	hands := int64(0)
	for i := range out.Rounds {
		hands += out.Rounds[i].Hands
	}
	if each := out.Over((*Round).NsPerHand).Median; each > 0 {
		hands = max(hands, int64(float64(leastProfile)/each))
	}
	ofScripts := hands * int64(min(len(out.Hooks), 1))
	for _, p := range []struct {
		to    io.Writer
		start func(io.Writer) error
		stop  func() error
		hands int64
	}{
		{s.Scripts, starlark.StartProfile, starlark.StopProfile, ofScripts},
		{s.CPU, pprof.StartCPUProfile, func() error { pprof.StopCPUProfile(); return nil }, hands},
	} {
		if p.to == nil {
			continue
		}
		if err := p.start(p.to); err != nil {
			return err
		}
		_, err := s.round(ctx, p.hands)
		if err := errors.Join(err, p.stop()); err != nil {
			return err
		}
	}
	return nil
}

// firstTry is the number of hands from which the length of a round is first
// estimated.
const firstTry = 512

// warmUp plays until tables are built, memory is allocated and the answers of
// scripts are cached, and returns the number of hands per round.
func (s *BenchSetup) warmUp(ctx context.Context) (int64, error) {
	if s.Hands > 0 {
		_, err := s.round(ctx, min(s.Hands, firstTry))
		return s.Hands, err
	}
	for n := int64(firstTry); ; {
		r, err := s.round(ctx, n)
		if err != nil {
			return 0, err
		}
		if r.Elapsed <= 0 { // a clock that does not advance is useless
			return n, nil
		}
		fits := int64(float64(n) * float64(s.Time) / float64(r.Elapsed))
		if r.Elapsed >= s.Time/4 {
			unit := int64(1) // two significant digits are easy to type again
			for fits/unit >= 100 {
				unit *= 10
			}
			return max(fits/unit*unit, 1), nil
		}
		n = min(max(fits/2, n), 100*n)
	}
}

// round plays hands 1 to n.
func (s *BenchSetup) round(ctx context.Context, n int64) (Round, error) {
	job := *s.Job
	job.From, job.To = 1, n+1
	var before, after runtime.MemStats
	runtime.GC() // garbage of previous rounds must not count
	runtime.ReadMemStats(&before)
	started := s.Now()
	res, err := batch.Run(ctx, &job, s.Workers, s.Done)
	elapsed := s.Now().Sub(started)
	runtime.ReadMemStats(&after)
	return Round{
		Hands: res.Hands, Decisions: res.Decisions, Elapsed: elapsed,
		Allocs: after.Mallocs - before.Mallocs, Bytes: after.TotalAlloc - before.TotalAlloc,
	}, err
}

// count plays a round in which script calls are counted.
func (s *BenchSetup) count(ctx context.Context, n int64, out *BenchResult) (err error) {
	var mu sync.Mutex
	hooks := map[diag.Pos]*Hook{}
	s.Loader.OnCall(func(c star.HookCost) {
		mu.Lock()
		defer mu.Unlock()
		h := hooks[c.Pos]
		if h == nil {
			h = &Hook{Name: c.Name, Pos: c.Pos}
			hooks[c.Pos] = h
		}
		h.Calls++
		h.Steps += int64(c.Steps)
		h.Time += c.Time
	})
	defer s.Loader.OnCall(nil)
	out.Counted, err = s.round(ctx, n)
	for _, h := range hooks {
		out.Hooks = append(out.Hooks, *h)
	}
	slices.SortStableFunc(out.Hooks, func(a, b Hook) int {
		return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Pos.String(), b.Pos.String()))
	})
	return err
}

// Spread is a measure over the rounds: the median, and the largest deviation
// from it as a fraction of it.
type Spread struct{ Median, Off float64 }

// Over returns a measure over the rounds; the zero Spread if there are none.
func (r *BenchResult) Over(measure func(*Round) float64) Spread {
	var all []float64
	for i := range r.Rounds {
		all = append(all, measure(&r.Rounds[i]))
	}
	slices.Sort(all)
	n := len(all)
	if n == 0 {
		return Spread{}
	}
	s := Spread{Median: float64((all[(n-1)/2] + all[n/2]) / 2)}
	if s.Median > 0 {
		s.Off = max(all[n-1]-s.Median, s.Median-all[0]) / s.Median
	}
	return s
}

// The measures of a round; 0 if nothing was played or no time has passed.

// HandsPerSecond returns the number of hands played per second, by all workers.
func (r *Round) HandsPerSecond() float64 { return per(float64(r.Hands), r.Elapsed.Seconds()) }

// DecisionsPerSecond returns the number of decisions per second.
func (r *Round) DecisionsPerSecond() float64 { return per(float64(r.Decisions), r.Elapsed.Seconds()) }

// NsPerHand returns the wall-clock time per hand, in nanoseconds.
func (r *Round) NsPerHand() float64 { return per(float64(r.Elapsed.Nanoseconds()), float64(r.Hands)) }

// AllocsPerHand returns the number of memory allocations per hand.
func (r *Round) AllocsPerHand() float64 { return per(float64(r.Allocs), float64(r.Hands)) }

// BytesPerHand returns the bytes allocated per hand.
func (r *Round) BytesPerHand() float64 { return per(float64(r.Bytes), float64(r.Hands)) }

func per(x, of float64) float64 {
	if of <= 0 {
		return 0
	}
	return x / of
}
