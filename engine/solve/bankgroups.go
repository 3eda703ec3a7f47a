package solve

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"cardroom/engine/pause"
)

// Hands dealt at random are averaged in independent groups, which are computed on all cores. The groups tell the error of the average. A
// computation that is stopped keeps the groups that it has.

// Aim is how far hands are dealt at random where they cannot be counted.
type Aim struct {
	Off float64 // until the standard error of the edge is at most this; 0 is one round of groups, and for a policy that there is none
	// Note gets a standard error and the number of rounds that it is of: first, with 0, what one round will have; when a part of that round is
	// done; and after each round that does not reach the aim. nil for nobody.
	Note func(off, rounds float64)
	// Learning gets, once, which part is done of the rounds that are played first to learn how to play, if there are such rounds; nil for nobody.
	Learning func(part float64)
}

// missed tells the error after some rounds.
func (a *Aim) missed(off, rounds float64) {
	if a != nil && a.Note != nil {
		a.Note(off, rounds)
	}
}

// The part of a round's deals that are dealt first to tell its error, and the part after which its time is known.
const (
	pilot = 1. / 40
	known = 1. / 50
)

// foretell deals a small round of a part of a whole one's deals, tells what error that one will have, and returns its progress, which tells
// it again when the time is known.
func (a *Aim) foretell(progress func(float64), of float64, small func() (mean, error)) (func(float64), error) {
	if a == nil || a.Note == nil {
		return progress, nil
	}
	m, err := small()
	if err != nil {
		return nil, err
	}
	_, off := m.is()
	off *= math.Sqrt(of)
	a.Note(off, 0)
	var told atomic.Bool
	return func(part float64) {
		if part >= known && !told.Swap(true) {
			a.Note(off/math.Sqrt(part), part)
		}
		progress(part)
	}, nil
}

// inGroups computes n groups on all cores. If the context ends, it returns those that had ended before, in their order, if there are several.
func inGroups[T any](ctx context.Context, n int, progress func(float64), one func(k int, part func(float64)) (T, error)) ([]T, error) {
	groups, errs, parts := make([]T, n), make([]error, n), make([]float64, n)
	var next atomic.Int64
	var lock sync.Mutex
	var wait sync.WaitGroup
	sum := 0.0
	for range min(runtime.GOMAXPROCS(0), n) {
		wait.Go(func() {
			for k := next.Add(1) - 1; k < int64(n); k = next.Add(1) - 1 {
				if errs[k] = pause.Err(ctx); errs[k] != nil {
					continue
				}
				tell := func(part float64) {
					lock.Lock()
					defer lock.Unlock()
					sum += part - parts[k]
					parts[k] = part
					progress(sum / float64(n))
				}
				if groups[k], errs[k] = one(int(k), tell); errs[k] == nil {
					tell(1)
				}
			}
		})
	}
	wait.Wait()
	var out []T
	for k, err := range errs {
		if err == nil {
			out = append(out, groups[k])
		}
	}
	if err := cmp.Or(errs...); err != nil && (ctx.Err() == nil || len(out) < 2) {
		return nil, err
	}
	return out, nil
}

// bankGroup is the average of a group of deals.
type bankGroup struct {
	won, put float64     // what the player wins and puts up
	counts   [][]float64 // how often each choice is made, by stage
	sides    []Wager     // of bets that are made beside the first: what the house wins
}

// dealt deals rounds of groups with so many deals each, until the aim is reached or the context ends.
func (g *bankGame) dealt(ctx context.Context, deals int, progress func(float64), begin func(round, deals int), one func(ctx context.Context, k, deals int, part func(float64)) (bankGroup, error)) (*Bank, error) {
	play := func(round, deals int, progress func(float64)) ([]bankGroup, error) {
		begin(round, deals)
		return inGroups(ctx, dealtGroups, progress, func(k int, part func(float64)) (bankGroup, error) {
			return one(ctx, round*dealtGroups+k, deals, part)
		})
	}
	few := max(1, int(float64(deals)*pilot))
	first, err := g.aim.foretell(progress, float64(few)/float64(deals), func() (m mean, err error) {
		groups, err := play(0, few, func(float64) {})
		for _, group := range groups {
			m.add(group.won)
		}
		return m, err
	})
	if err != nil {
		return nil, err
	}
	var win, put mean
	var sides []mean
	var bets []string // of the sides: no group of a round may be finished when it is interrupted
	for round := 0; ; round++ {
		groups, err := play(round, deals, first)
		stopped := ctx.Err() != nil
		if err != nil && (round == 0 || !stopped) {
			return nil, err
		}
		for _, group := range groups {
			win.add(group.won)
			put.add(group.put)
			for i := range group.sides {
				if i == len(sides) {
					sides, bets = append(sides, mean{}), append(bets, group.sides[i].Bet)
				}
				sides[i].add(group.sides[i].Edge)
			}
			for at, counts := range group.counts {
				for i, n := range counts {
					g.stages[at].counts[i] += n
				}
			}
		}
		won, off := win.is()
		if alike := off == 0 && round < mostAlike; stopped || g.aim == nil || g.aim.Off == 0 || off <= g.aim.Off && !alike {
			units, _ := put.is()
			all := win.n * float64(deals)
			out := g.result(won, units, all, all)
			out.Wagers[0].Off = dealtOff(off)
			for i := range sides {
				edge, off := sides[i].is()
				out.Wagers = append(out.Wagers, Wager{Bet: bets[i], Edge: edge, Risk: edge, Put: 1, Off: dealtOff(off)})
			}
			out.Sampled = &Sampled{Hands: int(all), Off: off, Stopped: stopped}
			return out, nil
		}
		g.aim.missed(off, float64(round+1))
	}
}

// mostAlike is the number of rounds after which no more are dealt although every deal has won the same so far.
const mostAlike = 10

// dealtOff returns the standard error of deals: not a number if all won the same, because what pays seldom may not have come.
func dealtOff(off float64) float64 {
	if off == 0 {
		return math.NaN()
	}
	return off
}

// dealtGroups is the number of groups in a round.
const dealtGroups = 20
