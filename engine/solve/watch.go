package solve

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"cardroom/engine/batch"
	"cardroom/engine/hand"
)

// PolicyValue is the evaluation of a policy in a sampled game.
type PolicyValue struct {
	Value float64 // of the seat that uses the policy
	// Mistakes are the decisions at which the policy could do better, most expensive first. A decision is all hands that
	// the seat has in the same buckets after the same actions; the policy may play them differently.
	Mistakes []Mistake
}

// Watch plays a policy in one seat of a sampled game, in all deals, while the other seats play the profile. dealt, if set,
// receives the number of finished deals.
func (f *Profile) Watch(ctx context.Context, seat int, actor batch.Policy, dealt func(int64)) (*PolicyValue, error) {
	g := f.Game
	s := g.sampler
	if s == nil {
		return nil, errors.New("the game is not a sampled one")
	}
	was, of := *s.of, s.of
	was.Actors = nil // so that the sampler also keeps the cards this seat knows
	nodes, ends, redeals, most := g.Nodes, g.Terminals, g.Redeals, s.o.MaxNodes
	s.of, s.frozen, s.o.MaxNodes = &was, true, math.MaxInt64
	defer func() {
		s.of, s.frozen, s.o.MaxNodes, s.err = of, false, most, nil
		g.Nodes, g.Terminals, g.Redeals = nodes, ends, redeals
	}()
	w := &watch{sampler: s, profile: f, seat: seat, actor: actor, found: map[uint64]*watched{}}
	r := &PolicyValue{}
	chance := 1 / float64(g.Buckets.Deals)
	for n := range g.Buckets.Deals {
		if s.begin(n) {
			r.Value += float64(chance * w.value(ctx, 0, 0, chance, true))
		}
		if s.err != nil {
			return nil, s.err
		}
		if dealt != nil {
			dealt(int64(n + 1))
		}
	}
	for _, at := range w.list {
		if m := at.mistake(); m.Costs > noise {
			r.Mistakes = append(r.Mistakes, m)
		}
	}
	slices.SortStableFunc(r.Mistakes, func(a, b Mistake) int { return cmp.Compare(b.Costs, a.Costs) })
	return r, nil
}

// watch is the evaluation of a policy in progress.
type watch struct {
	*sampler
	profile *Profile
	seat    int
	actor   batch.Policy
	found   map[uint64]*watched
	list    []*watched // in the order found
}

// watched is a decision of the policy. The sums are over its hands, weighted by the probability of each.
type watched struct {
	Decision
	own    float64   // value of the policy
	worth  []float64 // value of each action, followed by the policy
	played []float64 // probability of each action under the policy
}

func (w *watched) mistake() Mistake {
	top, all := 0, 0.0
	for i, v := range w.worth {
		if v > w.worth[top] {
			top = i
		}
		all += w.played[i]
	}
	w.Mix = w.played
	for i := range w.Mix {
		w.Mix[i] /= all
	}
	return Mistake{w.Decision, w.Actions[top], w.worth[top] - w.own}
}

// value returns the value of the policy from the state of a level on. chance is the probability of the deal and of the
// other seats' actions. own is set while the seat has followed the policy.
func (w *watch) value(ctx context.Context, depth int, path uint64, chance float64, own bool) (sum float64) {
	w.node(ctx)
	if w.err != nil {
		return 0
	}
	l := w.levels[depth]
	var ok bool
	if l.d, ok = l.h.Next(); !ok {
		return float64(l.h.Net(w.seat)) / w.unit
	}
	if !w.decides(depth) {
		return 0
	}
	seat := int(l.d.Seat)
	switch {
	case seat == w.seat:
		return w.policy(ctx, depth, path, chance, own)
	case l.d.Kind == hand.CardsAsked:
		return w.after(ctx, depth, w.judge.outlook.Pick(&l.h), path, l.seqs[seat], chance, own)
	}
	l.actions = w.options(l)
	l.bucket = w.judge.bucket(w.buckets, &l.h, seat, l.chosen[seat])
	first := w.find(depth, path)
	if first < 0 {
		return w.after(ctx, depth, l.h.DefaultAction(), path, l.seqs[seat], chance, own)
	}
	for i := range l.actions {
		if p := w.profile.mix[seat][first+int32(i)]; p > 0 {
			sum += float64(p * w.after(ctx, depth, l.actions[i], path, first+int32(i), chance*p, own))
		}
	}
	return sum
}

// after returns the value of the policy after an action.
func (w *watch) after(ctx context.Context, depth int, a hand.Action, path uint64, seq int32, chance float64, own bool) float64 {
	l := w.levels[depth]
	if l.d.Kind != hand.CardsAsked {
		path = then(path, pathWord(&l.h, &l.d, &a, l.actions))
	}
	if w.err != nil || !w.take(depth, a, seq) {
		return 0 // at a new deal all players have their stakes back, so nothing is won
	}
	return w.value(ctx, depth+1, path, chance, own)
}

// policy returns the value of the policy from one of its own decisions on. While the seat has followed the policy, its
// other actions are evaluated too.
func (w *watch) policy(ctx context.Context, depth int, path uint64, chance float64, own bool) float64 {
	l := w.levels[depth]
	a, err := w.ask(w.actor, depth)
	if err != nil {
		w.stop(err)
		return 0
	}
	seq := l.seqs[w.seat]
	if l.d.Kind == hand.CardsAsked {
		return w.after(ctx, depth, a, path, seq, chance, own)
	}
	l.actions = w.options(l)
	l.bucket = w.judge.bucket(w.buckets, &l.h, w.seat, l.chosen[w.seat])
	if !own {
		return w.after(ctx, depth, a, path, seq, chance, false)
	}
	at := w.decision(depth, path)
	value := w.after(ctx, depth, a, path, seq, chance, true)
	took := pathWord(&l.h, &l.d, &a, l.actions)
	at.own += float64(chance * value)
	for i := range l.actions {
		v := value
		if pathWord(&l.h, &l.d, &l.actions[i], l.actions) == took {
			at.played[i] += chance
		} else {
			v = w.after(ctx, depth, l.actions[i], path, seq, chance, false)
		}
		at.worth[i] += float64(chance * v)
	}
	return value
}

// decision returns the decision of the policy at a level.
func (w *watch) decision(depth int, path uint64) *watched {
	l := w.levels[depth]
	key := abstractKey(l.mem[w.seat], knows(l.bucket, l.actions), path)
	if at := w.found[key]; at != nil {
		return at
	}
	at := &watched{
		Decision: Decision{Seat: w.seat, Number: len(w.list), Sees: w.sees(depth), First: l.mem[w.seat] == 0, Key: key},
		worth:    make([]float64, len(l.actions)), played: make([]float64, len(l.actions)),
	}
	for i := range l.actions {
		at.Actions = append(at.Actions, say(&l.h, &l.d, &l.actions[i]).own)
	}
	w.found[key] = at
	w.list = append(w.list, at)
	return at
}
