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
	"cardroom/engine/pause"
)

// Learner solves a sampled game by external sampling (Lanctot, Waugh, Zinkevich and Bowling, Monte Carlo sampling for
// regret minimization in extensive games, 2009). Each iteration deals new cards and walks them several times. For each seat
// in turn it follows all actions of that seat and one sampled action of every other seat. Iteration t has weight t, both in
// the regrets and in the average strategy (linear CFR: Brown and Sandholm, 2019). Memory grows with the decisions that are
// reached, not with the number of deals. The deals of the [Sample] are separate: they define the buckets, and the learned
// strategy is measured on them.
type Learner struct {
	Iterations int

	s      *sampler
	own    judge // for the deals used in learning
	seats  []learned
	levels []learning
	chance hand.Source
}

// learned holds the regrets and the average strategy of a seat, by sequence.
type learned struct{ regret, average []float64 }

// learning is the scratch memory of a level: the current strategy, and the value of each action.
type learning struct{ mix, won []float64 }

const (
	// learnedDeals is the number of the first deal used in learning. The deals of the sample and those that [Profile.Fresh]
	// plays have smaller numbers.
	learnedDeals = 1 << 30
	// walksPerDeal is the number of walks of a deal for each seat. Putting the hands of a deal into buckets takes longer
	// than all its walks. Of 1, 4, 8 and 24 walks, 4 learned the most in the same time (hold'em with six buckets).
	walksPerDeal = 4
	// learnBlock is the number of deals judged at a time, judgedAtOnce the number that one processor takes at a time.
	learnBlock, judgedAtOnce = 256, 8
)

// NewLearner returns a learner that has found the buckets of a sampled game but has learned nothing yet.
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

// Learn makes n more iterations. If it is interrupted, it stops after a complete iteration.
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
			if err := pause.Err(ctx); err != nil {
				return err
			}
			if l.iterate(); s.err != nil {
				return s.err
			}
		}
		if bytes := s.bytes(); bytes > s.o.MaxBytes {
			return &TooLargeError{Bytes: bytes, MaxNodes: s.o.MaxNodes, MaxBytes: s.o.MaxBytes}
		}
	}
	return nil
}

// judgeAhead computes the strengths of the next deals on all processors.
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
			for k := int(next.Add(1)) - 1; k < len(parts) && pause.Err(ctx) == nil; k = int(next.Add(1)) - 1 {
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

// iterate deals cards and updates every seat.
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

// follow returns the value for a seat from a level on. path identifies the public actions so far.
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

// update follows all actions of the seat that learns, and updates its regrets.
func (l *Learner) update(me, depth int, path uint64, first int32) (won float64) {
	at := &l.levels[depth]
	at.won = at.won[:0]
	for i := range at.mix {
		v := l.action(me, depth, path, first, i)
		at = &l.levels[depth] // the slice may have moved
		at.won = append(at.won, v)
		won += float64(at.mix[i] * v)
	}
	regret := l.seats[me].regret[first:]
	for i, v := range at.won {
		regret[i] += float64(float64(l.Iterations) * (v - won))
	}
	return won
}

// action returns the value for a seat of the i-th action of a decision.
func (l *Learner) action(me, depth int, path uint64, first int32, i int) float64 {
	at := l.s.levels[depth]
	a := at.actions[i]
	return l.after(me, depth, a, then(path, pathWord(&at.h, &at.d, &a, at.actions)), first+int32(i))
}

// after returns the value for a seat after an action. A new deal counts as zero.
func (l *Learner) after(me, depth int, a hand.Action, path uint64, seq int32) float64 {
	if !l.s.take(depth, a, seq) {
		return 0
	}
	return l.follow(me, depth+1, path)
}

// mix returns the current strategy at a decision: each action in proportion to its positive regret.
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

// grown returns the memory of a seat, with room for all its sequences.
func (l *Learner) grown(seat int) *learned {
	of := &l.seats[seat]
	if more := l.s.g.seats[seat].sequences - len(of.regret); more > 0 {
		of.regret = append(of.regret, make([]float64, more)...)
		of.average = append(of.average, make([]float64, more)...)
	}
	return of
}

// normal converts weights to probabilities; if all weights are zero, the probabilities are equal.
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

// pick returns a random action of a mix.
func pick(mix []float64, chance *hand.Source) int {
	u := float64(chance.Uint64()>>11) / (1 << 53)
	for i, p := range mix {
		if u -= p; u < 0 {
			return i
		}
	}
	return slices.Index(mix, slices.Max(mix))
}

// Profile returns the learned strategy. It is played on the deals of the sample, on every line of play, so that
// [Game.Check] measures it on those deals and [Profile.Fresh] on others. The best replies of Check know the deals, so they
// win more than in the abstract game. Those of Fresh are played on deals other than those they were found on, so they win
// less. At a decision that was never reached, a seat checks or calls. Calling Learn again makes the profile invalid.
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
