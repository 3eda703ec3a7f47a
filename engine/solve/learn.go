package solve

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
)

// Learner solves a sampled game by external sampling (Lanctot, Waugh, Zinkevich and Bowling, Monte Carlo
// sampling for regret minimization in extensive games, 2009). Each iteration deals new cards. For each seat it
// follows all its actions and one action of every other, several times. Iteration t counts t times, in the
// regrets and in the average (linear CFR: Brown and Sandholm, 2019). It takes memory for the decisions that it
// meets and not for the deals. The deals of its [Sample] are others: they make the buckets, and what was learned
// is measured on them.
type Learner struct {
	Iterations int

	s      *sampler
	own    judge // of the deals that are learned from
	seats  []learned
	levels []learning
	chance hand.Source
}

// learned is what a seat has learned, by sequence.
type learned struct{ regret, average []float64 }

// learning is the memory at a level: the present strategy, and what each action wins.
type learning struct{ mix, won []float64 }

const (
	// learnedDeals is the number of the first deal that is learned from: those of the sample, and those that
	// [Profile.Fresh] plays, have smaller numbers.
	learnedDeals = 1 << 30
	// walksPerDeal is how often a deal is followed for each seat. Putting its hands into buckets takes longer
	// than all of these: in hold'em with six buckets 4 learned the most in the same time, of 1, 4, 8 and 24.
	walksPerDeal = 4
	// learnBlock is how many deals are judged at a time, and judgedAtOnce how many by one processor.
	learnBlock, judgedAtOnce = 256, 8
)

// NewLearner finds the buckets of a sampled game. Nothing is learned yet.
func NewLearner(ctx context.Context, small *enumerate.Small, o Options, of Sample) (*Learner, error) {
	if len(of.Actors) > 0 {
		return nil, errors.New("every seat learns: leave out the actors")
	}
	if err := small.DropBurns(); err != nil {
		return nil, err
	}
	s := newSampler(small, o, &of)
	if err := s.judgeAll(ctx); err != nil {
		return nil, err
	}
	s.g.Buckets, s.g.sampler = s.buckets, s
	l := &Learner{s: s, seats: make([]learned, s.g.Seats)}
	if s.orders != nil {
		l.own.known = s.judge.known
	}
	return l, nil
}

// Learn makes so many iterations more, unless it is interrupted: then those that it has made are whole.
func (l *Learner) Learn(ctx context.Context, n int) error {
	s := l.s
	measured := s.judge
	s.judge = l.own
	defer func() { l.own, s.judge = s.judge, measured }()
	for end := l.Iterations + n; l.Iterations < end; {
		block := min(end-l.Iterations, learnBlock)
		if err := l.judgeAhead(ctx, block); err != nil {
			return err
		}
		for range block {
			if err := ctx.Err(); err != nil {
				return err
			}
			if l.iterate(); s.err != nil {
				return s.err
			}
		}
		if bytes := s.bytes(); bytes > s.o.MaxBytes {
			return &TooLargeError{0, bytes, s.o.MaxNodes, s.o.MaxBytes}
		}
	}
	return nil
}

// judgeAhead finds the strengths of the next deals by all processors.
func (l *Learner) judgeAhead(ctx context.Context, n int) error {
	s := l.s
	if s.orders != nil || runtime.GOMAXPROCS(0) == 1 {
		return nil
	}
	parts := make([]judged, (n+judgedAtOnce-1)/judgedAtOnce)
	errs := make([]error, len(parts))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(parts)) {
		wg.Go(func() {
			for k := int(next.Add(1)) - 1; k < len(parts) && ctx.Err() == nil; k = int(next.Add(1)) - 1 {
				from := learnedDeals + l.Iterations
				errs[k] = s.judgeSome(ctx, &parts[k], from+k*judgedAtOnce, from+min((k+1)*judgedAtOnce, n))
			}
		})
	}
	wg.Wait()
	if s.judge.known == nil || len(s.judge.known) > mostViews {
		s.judge.known = map[uint64]float64{}
	}
	for i := range parts {
		maps.Copy(s.judge.known, parts[i].known)
	}
	return cmp.Or(ctx.Err(), errors.Join(errs...))
}

// iterate deals, and updates every seat.
func (l *Learner) iterate() {
	s := l.s
	n := learnedDeals + l.Iterations
	l.chance = hand.NewSource(^s.buckets.Seed, uint64(n))
	if s.orders != nil {
		n = int(l.chance.Below(uint64(len(s.orders))))
	}
	l.Iterations++
	if !s.begin(n) {
		return
	}
	for range walksPerDeal {
		for seat := range l.seats {
			l.follow(seat, 0, 0)
		}
	}
}

// follow is what a seat wins from a level on. path is the actions so far as everybody sees them.
func (l *Learner) follow(me, depth int, path uint64) float64 {
	s := l.s
	if s.err != nil {
		return 0
	}
	at := s.levels[depth]
	var ok bool
	if at.d, ok = at.h.Next(); !ok {
		return float64(at.h.Net(me)) / s.unit
	}
	if !s.decides(depth) {
		return 0
	}
	seat := int(at.d.Seat)
	if at.d.Kind == hand.CardsAsked {
		return l.after(me, depth, s.judge.outlook.Pick(&at.h), path, at.seqs[seat])
	}
	at.actions = s.options(at)
	at.bucket = s.judge.bucket(s.buckets, &at.h, seat, at.chosen[seat])
	first := s.find(depth, path)
	if s.err != nil {
		return 0
	}
	mix := l.mix(seat, depth, first, len(at.actions))
	if seat == me {
		return l.update(me, depth, path, first)
	}
	average := l.seats[seat].average[first:]
	for i, p := range mix {
		average[i] += float64(float64(l.Iterations) * p)
	}
	return l.action(me, depth, path, first, pick(mix, &l.chance))
}

// update follows all actions of the seat that learns, and adds its regrets.
func (l *Learner) update(me, depth int, path uint64, first int32) (won float64) {
	at := &l.levels[depth]
	at.won = at.won[:0]
	for i := range at.mix {
		v := l.action(me, depth, path, first, i)
		at = &l.levels[depth] // which may have moved
		at.won = append(at.won, v)
		won += float64(at.mix[i] * v)
	}
	regret := l.seats[me].regret[first:]
	for i, v := range at.won {
		regret[i] += float64(float64(l.Iterations) * (v - won))
	}
	return won
}

// action is what a seat wins after the i-th action of a decision.
func (l *Learner) action(me, depth int, path uint64, first int32, i int) float64 {
	at := l.s.levels[depth]
	a := at.actions[i]
	return l.after(me, depth, a, then(path, pathWord(&at.h, &at.d, &a, at.actions)), first+int32(i))
}

// after is what a seat wins after an action. A new deal counts as nothing won.
func (l *Learner) after(me, depth int, a hand.Action, path uint64, seq int32) float64 {
	if !l.s.take(depth, a, seq) {
		return 0
	}
	return l.follow(me, depth+1, path)
}

// mix is the present strategy at a decision: each action in proportion to its regret.
func (l *Learner) mix(seat, depth int, first int32, n int) []float64 {
	of := l.grown(seat)
	for len(l.levels) <= depth {
		l.levels = append(l.levels, learning{})
	}
	mix := l.levels[depth].mix[:0]
	for _, r := range of.regret[first : int(first)+n] {
		mix = append(mix, max(r, 0))
	}
	l.levels[depth].mix = mix
	normal(mix, mix)
	return mix
}

// grown is what a seat has learned, with room for all its sequences.
func (l *Learner) grown(seat int) *learned {
	of := &l.seats[seat]
	if more := l.s.g.seats[seat].sequences - len(of.regret); more > 0 {
		of.regret = append(of.regret, make([]float64, more)...)
		of.average = append(of.average, make([]float64, more)...)
	}
	return of
}

// normal makes probabilities of weights: equal ones where there are none.
func normal(to, weights []float64) {
	sum := 0.0
	for _, v := range weights {
		sum += v
	}
	for i, v := range weights {
		if sum > 0 {
			to[i] = v / sum
		} else {
			to[i] = 1 / float64(len(weights))
		}
	}
}

// pick is one of the actions of a mix.
func pick(mix []float64, chance *hand.Source) int {
	u := float64(chance.Uint64()>>11) / (1 << 53)
	for i, p := range mix {
		if u -= p; u < 0 {
			return i
		}
	}
	return slices.Index(mix, slices.Max(mix))
}

// Profile is what was learned. It is played on the deals of the sample, every line of each, so that
// [Game.Check] measures it there and [Profile.Fresh] on others. The best replies of Check know those deals: they win more
// than in the abstract game. Those of Fresh are played where they were not found: they win less. Where a decision was
// never met a seat goes along. Learning on makes the profile invalid.
func (l *Learner) Profile(ctx context.Context) (*Profile, error) {
	s := l.s
	g := s.g
	s.frozen, s.seqs, s.pays, s.looked, s.missed = true, nil, nil, 0, 0
	defer func() { s.frozen, s.seqs, s.pays, s.err = false, nil, nil, nil }()
	g.Nodes, g.Terminals, g.Redeals = 0, 0, 0
	for n := range s.buckets.Deals {
		if s.deal(ctx, n); s.err != nil {
			return nil, s.err
		}
	}
	s.finishWords()
	g.ends, g.pays, g.House = nil, nil, false
	if g.compile(ctx, s.seqs, s.pays); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	f := newProfile(g)
	for i := range g.seats {
		of := l.grown(i)
		for k := range g.seats[i].decisions {
			d := &g.seats[i].decisions[k]
			normal(f.mix[i][d.first:d.first+d.actions], of.average[d.first:d.first+d.actions])
		}
	}
	return f, nil
}
