package odds

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"sync"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Best is the policy of throwing away the cards that maximize the hand's share of the pot against
// the policies of the others. It knows what the question says about the others' hands, the number
// of cards everybody has drawn so far, and its own cards.
//
// If affordable, the reply is exact: for every course of its own cards and of what it sees, it
// tries every choice against every course of the others, last draw first. Otherwise it is nearly
// best: it samples the final hands of the others and assumes that they do not depend on its own
// draws; it then tries each choice of each draw with every card that may come, last draw first,
// except those that the hand threw away in earlier draws.
//
// If several hands use Best, each replies in turn to what the others did last, until nothing
// changes, or a few times.
type Best struct{}

// BestDraws lets every hand draw as is best against the others, where that is found in seconds: for hands of at most five
// cards, in a game that deals nothing after the first draw and has no board. Elsewhere, and where an
// exact answer or a quick one of few samples is asked for, everybody stands pat, as without policies.
func (q *Question) BestDraws(e Effort) {
	if e.Exact || e.Samples > 0 && e.Samples < bestSamples {
		return
	}
	for i := range q.Hands {
		if q.Hands[i].size() > maxBestHand {
			return
		}
	}
	if len(q.Draws) > 0 && q.dealsOn() == nil {
		q.Policies = slices.Repeat([]DrawPolicy{Best{}}, len(q.Hands))
	}
}

// size is the number of cards that a hand has before the draws.
func (h *Hand) size() int {
	if h.Range != nil && len(h.Range.Hands) > 0 {
		return h.Range.Hands[0].Cards.Len() + h.ToCome
	}
	return len(h.Cards) + h.ToCome
}

// dealsOn is an error if cards come from elsewhere than the draws once these have begun.
func (q *Question) dealsOn() error {
	for _, d := range q.Draws {
		if d.Later > 0 || d.LaterBoard > 0 || len(q.Board)+q.ToBoard > 0 {
			return errors.New("the best draw can be found only in games that deal nothing after the first draw and have no board")
		}
	}
	return nil
}

// Throw always fails: a question is answered with the replies found beforehand.
func (Best) Throw(*Drawing) (cards.Set, error) {
	return 0, errors.New("the best reply was not looked for")
}

// Limits of the search.
const (
	stepsOfDeal = 16      // steps of a reply that take as long as a deal
	bestPasses  = 16      // rounds of exact replies to replies
	nearPasses  = 2       // rounds of approximate replies to replies
	maxBeliefs  = 400_000 // possible courses of the others, kept at once
	bestSamples = 6000    // sampled final hands of the others
	maxBestHand = 5       // cards of a hand with approximate replies
	maxOthers   = 5       // opponents for exact replies
)

// replies are the best replies found.
type replies struct {
	exact bool
	found map[replyKey]cards.Set
	near  *nearly // used if found has no entry; nil: stand pat
}

// replyKey is everything that a hand knows.
type replyKey struct {
	draw        int
	cards, gone cards.Set
	seen        uint64
}

// Throw looks up the reply.
func (b *replies) Throw(h *Drawing) (cards.Set, error) {
	if out, ok := b.found[replyKey{h.Draw, h.Set(), h.Gone, h.Seen}]; ok || b.near == nil {
		return out, nil
	}
	return b.near.throw(h), nil
}

// computeDraws answers a question with draws.
func (m *match) computeDraws(ctx context.Context, e Effort) (*Answer, error) {
	m, err := m.replied(ctx, &e)
	if err != nil {
		return nil, err
	}
	most := e.Enough
	if e.Exact {
		most = maxExact
	}
	if e.Enough > 1 || e.Exact {
		a, err := m.allDraws(ctx, most)
		if err == nil || e.Exact || !errors.Is(err, errChance) && !errors.Is(err, errStubEnds) && !errors.Is(err, errTooMany) {
			return a, err
		}
	}
	return m.sampleDraws(ctx, e.seeded())
}

// replied returns the match with best replies as policies.
func (m *match) replied(ctx context.Context, e *Effort) (*match, error) {
	var best []int
	q := *m.q
	q.Policies = slices.Clone(q.Policies)
	for i, p := range q.Policies {
		if _, ok := p.(Best); ok {
			best = append(best, i)
			q.Policies[i] = &replies{}
		}
	}
	if best == nil {
		return m, nil
	}
	if err := q.dealsOn(); err != nil {
		return nil, err
	}
	own := *m
	own.q = &q
	steps := e.Enough * stepsOfDeal
	if e.Exact {
		steps = maxExact * stepsOfDeal
	}
	near, nears := false, 0
	for pass := 0; ; pass++ {
		changed := false
		if near {
			nears++ // a pass with approximate replies of all: the exact ones before it answered to what others do no more
		}
		for at, i := range best {
			was := q.Policies[i].(*replies)
			// An approximate reply does not know who draws first: hands of which nothing is known have one together.
			if k := slices.IndexFunc(best[:at], func(k int) bool { return near && m.unknownAlike(i, k) }); k >= 0 {
				q.Policies[i] = q.Policies[best[k]]
				continue
			}
			now, err := own.replies(ctx, e, i, steps, &near)
			if err != nil {
				return nil, err
			}
			if now.found != nil {
				// Keep cases that no longer occur: another reply might lead to them again.
				for key, out := range was.found {
					if _, ok := now.found[key]; !ok {
						now.found[key] = out
					}
				}
			}
			changed = changed || near || !maps.Equal(was.found, now.found)
			q.Policies[i] = now
		}
		if len(best) == 1 || !changed {
			return &own, nil
		}
		if nears == nearPasses || pass+1 == bestPasses {
			for _, i := range best { // they do not converge
				last := *q.Policies[i].(*replies)
				last.exact = false
				q.Policies[i] = &last
			}
			return &own, nil
		}
	}
}

// unknownAlike reports whether two hands are equally unknown and take part in the same draws.
func (m *match) unknownAlike(i, k int) bool {
	q := m.q
	one, other := &q.Hands[i], &q.Hands[k]
	return len(one.Cards)+len(other.Cards) == 0 && one.Range == nil && other.Range == nil && one.ToCome == other.ToCome &&
		!slices.ContainsFunc(q.Draws, func(d Draw) bool { return d.Waiting.Has(i) != d.Waiting.Has(k) })
}

// replies returns the best replies of one hand: exact ones, or approximate ones if exact ones take
// too many steps.
func (m *match) replies(ctx context.Context, e *Effort, hero int, steps int64, near *bool) (now *replies, err error) {
	err = errTooMany
	if !*near {
		now, err = m.exactReplies(ctx, hero, steps)
	}
	if errors.Is(err, errTooMany) || errors.Is(err, errStubEnds) || errors.Is(err, errChance) {
		if e.Exact {
			return nil, err
		}
		*near = true
		*e = e.seeded()
		now, err = m.nearReplies(ctx, hero, *e)
	}
	return now, err
}

// belief is one possible course of the others.
type belief struct {
	held, gone [maxOthers]cards.Set
	used       cards.Set // union of held and gone
	seen       uint64
	weight     float64
	worth      [2]rank.Strength // at the end: the best by part, and how many hands have it
	tied       [2]uint8
}

// replying searches for the exact best replies of a hand.
type replying struct {
	m      *match
	hero   int
	others []int
	deck   cards.Set
	found  map[replyKey]cards.Set
	left   int64 // remaining steps
	stub   int   // cards that can be out before the discards are shuffled
	asked  Drawing
	err    error
}

// exactReplies returns the exact best replies of a hand, in at most the given number of steps.
func (m *match) exactReplies(ctx context.Context, hero int, steps int64) (*replies, error) {
	q := m.q
	if len(q.Hands) > maxOthers+1 {
		return nil, errTooMany
	}
	r := m.newReplying(hero, steps)
	lacks := make([]int, len(m.hands))
	for _, s := range m.slots {
		lacks[s.hand] = s.n
	}
	// The possible hands, and for each the possible hands of the others.
	options, ok := r.filled(m.hands[hero], lacks[hero])
	if !ok {
		return nil, errTooMany
	}
	for _, own := range options {
		beliefs := []belief{{seen: 1, weight: 1}}
		for k, i := range r.others {
			others, ok := r.filled(m.hands[i], lacks[i])
			if !ok {
				return nil, errTooMany
			}
			var next []belief
			for _, b := range beliefs {
				for _, o := range others {
					if o.set&(b.used|own.set) == 0 {
						c := b
						c.held[k], c.used, c.weight = o.set, b.used|o.set, b.weight*o.weight
						next = append(next, c)
					}
				}
				if r.left -= int64(len(others)); r.left < 0 || len(next) > maxBeliefs {
					return nil, errTooMany
				}
			}
			beliefs = next
		}
		if pause.Err(ctx) != nil {
			return nil, ctx.Err()
		}
		r.solve(0, own.set, 0, beliefs)
		if r.err != nil {
			return nil, r.err
		}
	}
	return &replies{exact: true, found: r.found}, nil
}

// newReplying returns a search for the best replies of a hand, with the number of cards that the
// stub has for its draws.
func (m *match) newReplying(hero int, steps int64) *replying {
	q := m.q
	r := &replying{m: m, hero: hero, deck: q.Deck.Set() &^ m.dead, found: map[replyKey]cards.Set{}, left: steps}
	for i := range q.Hands {
		if i != hero {
			r.others = append(r.others, i)
		}
	}
	at := m.newDrawer()
	pick := make([]*option, len(m.hands))
	for i := range m.hands {
		pick[i] = &m.hands[i][0]
	}
	at.begin(pick)
	r.stub = at.stub
	for _, o := range pick {
		r.stub += len(o.cards)
	}
	for k := range q.Draws {
		burns := q.Draws[k].Burn + 1
		if how := q.Draws[k].How; how.Burn == plan.BurnEach || how.BurnRest {
			burns += len(q.Hands)
		} else if how.Burn == plan.BurnNone {
			burns--
		}
		r.stub -= burns
	}
	return r
}

// filled returns a hand's options completed to full hands, if there are few enough.
func (r *replying) filled(options []option, lacks int) ([]option, bool) {
	if lacks == 0 {
		return options, true
	}
	rest := r.deck
	if len(options) == 1 {
		rest &^= options[0].set
	}
	if float64(len(options))*ways(rest.Len(), lacks) > maxBeliefs {
		return nil, false
	}
	return filled(options, rest, lacks), true
}

// has reports whether the stub has n more cards when others are out.
func (r *replying) has(n, out int) bool {
	if n > 0 && out+n > r.stub && r.err == nil {
		r.err = errStubEnds
	}
	return r.err == nil
}

// step uses up n steps and reports whether there were enough.
func (r *replying) step(n int) bool {
	if r.left -= int64(n); r.left < 0 && r.err == nil {
		r.err = errTooMany
	}
	return r.err == nil
}

// solve returns what the hand expects from the k-th draw on, as a weighted sum over the beliefs.
func (r *replying) solve(k int, own, gone cards.Set, beliefs []belief) (sum float64) {
	if k == len(r.m.q.Draws) {
		worth := r.worth(own)
		for i := range beliefs {
			sum += float64(beliefs[i].weight * beliefs[i].share(worth, len(r.m.q.Show.Parts), len(r.m.q.Hands)))
		}
		r.step(len(beliefs))
		return sum
	}
	draw := &r.m.q.Draws[k]
	// the hands that draw before and after this one, and whether it draws
	var before []int
	var after []int
	var drawn bool
	served := false
	for _, i := range r.m.q.served() {
		switch {
		case i == r.hero:
			drawn, served = draw.Waiting.Has(i), true
		case !draw.Waiting.Has(i):
		case served:
			after = append(after, i)
		default:
			before = append(before, i)
		}
	}
	for _, i := range before {
		beliefs = r.expand(beliefs, i, k, own|gone)
	}
	if r.err != nil {
		return 0
	}
	if !drawn {
		return r.solve(k+1, own, gone, beliefs)
	}
	// The hand can distinguish beliefs by the number of cards that everybody has drawn so far.
	slices.SortStableFunc(beliefs, func(a, b belief) int { return int(int64(a.seen) - int64(b.seen)) })
	for len(beliefs) > 0 && r.err == nil {
		n := 1
		for n < len(beliefs) && beliefs[n].seen == beliefs[0].seen {
			n++
		}
		sum += r.decide(k, own, gone, beliefs[:n], after)
		beliefs = beliefs[n:]
	}
	return sum
}

// decide finds the best throw for beliefs that the hand cannot distinguish.
func (r *replying) decide(k int, own, gone cards.Set, beliefs []belief, after []int) (most float64) {
	draw := &r.m.q.Draws[k]
	limit := min(draw.Most, own.Len())
	choices := subsets(own, limit)
	byCount := make([][]belief, limit+1)
	most = -1
	var best cards.Set
	for _, out := range choices {
		n := out.Len()
		if byCount[n] == nil {
			list := slices.Clone(beliefs)
			for i := range list {
				list[i].seen = list[i].seen<<4 | uint64(n)
			}
			for _, i := range after {
				list = r.expand(list, i, k, own|gone)
			}
			byCount[n] = list
			if k == len(r.m.q.Draws)-1 {
				for i := range list {
					b := &list[i]
					b.worth, b.tied = [2]rank.Strength{}, [2]uint8{}
					for at := range r.others {
						b.note(r.worth(b.held[at]))
					}
				}
			}
			r.step(len(list))
		}
		if r.err != nil {
			return 0
		}
		if value := r.draw(k, own&^out, gone|out, byCount[n], n); value > most+1e-12 {
			most, best = value, out
		}
	}
	r.found[replyKey{k, own, gone, beliefs[0].seen}] = best
	return most
}

// subsets returns the sets of up to limit cards of a hand, in order of size.
func subsets(own cards.Set, limit int) (out []cards.Set) {
	for sub := own; ; sub = (sub - 1) & own {
		if sub.Len() <= limit {
			out = append(out, sub)
		}
		if sub == 0 {
			break
		}
	}
	slices.SortFunc(out, func(a, b cards.Set) int {
		if n := a.Len() - b.Len(); n != 0 {
			return n
		}
		return int(int64(a) - int64(b))
	})
	return out
}

// draw returns what the hand expects when it gets n cards.
func (r *replying) draw(k int, own, gone cards.Set, beliefs []belief, n int) (sum float64) {
	if n == 0 || len(beliefs) == 0 {
		return r.solve(k+1, own, gone, beliefs)
	}
	if !r.has(n, (own|gone).Len()+beliefs[0].used.Len()) {
		return 0
	}
	last := k == len(r.m.q.Draws)-1
	deck := r.deck &^ (own | gone)
	// The others may have been dealt their cards after this hand was served: the probability of
	// each choice of the cards that they left is the same either way.
	chance := make([]float64, len(beliefs))
	elsewhere := deck // cards that the others have in every belief
	for i := range beliefs {
		elsewhere &= beliefs[i].used
		chance[i] = beliefs[i].weight / ways((deck&^beliefs[i].used).Len(), n)
	}
	parts := len(r.m.q.Show.Parts)
	var kept []belief
	chosen(deck&^elsewhere, n, func(c cards.Set) bool {
		if last {
			worth := r.worth(own | c)
			for i := range beliefs {
				if b := &beliefs[i]; b.used&c == 0 {
					sum += float64(chance[i] * b.share(worth, parts, len(r.m.q.Hands)))
				}
			}
			return r.step(len(beliefs))
		}
		kept = kept[:0]
		for i := range beliefs {
			if b := beliefs[i]; b.used&c == 0 {
				b.weight = chance[i]
				kept = append(kept, b)
			}
		}
		sum += r.solve(k+1, own|c, gone, slices.Clone(kept))
		return r.step(len(beliefs))
	})
	return sum
}

// chosen calls f with every choice of n cards of a set, until f returns false.
func chosen(from cards.Set, n int, f func(cards.Set) bool) bool {
	if n == 0 {
		return f(0)
	}
	for ; from.Len() >= n; from &= from - 1 {
		c := from & -from
		if !chosen(from&(from-1), n-1, func(rest cards.Set) bool { return f(rest | c) }) {
			return false
		}
	}
	return true
}

// expand lets a hand draw, in every belief and in all ways. own are cards that it cannot get.
func (r *replying) expand(beliefs []belief, i, k int, own cards.Set) (out []belief) {
	at := slices.Index(r.others, i)
	for _, b := range beliefs {
		list := b.held[at].Cards()
		r.asked = Drawing{
			Hand: i, Draw: k, Show: r.m.q.Show, Cards: list, Most: min(r.m.q.Draws[k].Most, len(list)), Gone: b.gone[at], Seen: b.seen,
		}
		thrown, err := r.m.q.Policies[i].Throw(&r.asked)
		switch {
		case err != nil:
			r.err = err
		case r.asked.chance:
			r.err = errChance
		case thrown&^b.held[at] != 0 || thrown.Len() > r.asked.Most:
			r.err = fmt.Errorf("hand %d discards %s of %s", i+1, cards.Spaced(thrown.Cards()), cards.Spaced(list))
		}
		if r.err != nil {
			return nil
		}
		n := thrown.Len()
		if !r.has(n, own.Len()+b.used.Len()) {
			return nil
		}
		deck := r.deck &^ (own | b.used)
		b.seen = b.seen<<4 | uint64(n)
		b.weight /= ways(deck.Len(), n)
		b.held[at] &^= thrown
		b.gone[at] |= thrown
		chosen(deck, n, func(c cards.Set) bool {
			next := b
			next.held[at] |= c
			next.used |= c
			out = append(out, next)
			return r.step(1)
		})
		if len(out) > maxBeliefs {
			r.err = errTooMany
		}
		if r.err != nil {
			return nil
		}
	}
	return out
}

// note records the strength of another hand.
func (b *belief) note(worth [2]rank.Strength) {
	for p, v := range worth {
		switch {
		case v > b.worth[p]:
			b.worth[p], b.tied[p] = v, 1
		case v == b.worth[p] && v > 0:
			b.tied[p]++
		}
	}
}

// worth returns the strength of cards, by part.
func (r *replying) worth(own cards.Set) [2]rank.Strength { return r.m.worth(own) }

func (m *match) worth(own cards.Set) (out [2]rank.Strength) {
	var list [hand.MaxHole]cards.Card
	n := 0
	for ; own != 0; own &= own - 1 {
		list[n] = cards.Card(bits.TrailingZeros64(uint64(own)))
		n++
	}
	for p := range m.q.Show.Parts {
		out[p] = m.q.Show.Parts[p].Strength(list[:n], nil)
	}
	return out
}

// share returns a hand's share of the pot against the best of the others. Suits do not break ties
// here.
func (b *belief) share(own [2]rank.Strength, parts, hands int) (share float64) {
	halves := 0
	for p := range parts {
		switch v := own[p]; {
		case v == 0 && b.worth[p] == 0:
			continue
		case v > b.worth[p]:
			share++
		case v == b.worth[p]:
			share += 1 / float64(1+b.tied[p])
		}
		halves++
	}
	if halves == 0 {
		return 1 / float64(hands) // nobody has a qualifying hand: all share
	}
	return share / float64(halves)
}

// nearly are approximately best replies, from the average value of every choice of cards to keep.
type nearly struct {
	size  int
	place [64]int8 // index of a card in the deck; -1: it cannot come
	n     int      // number of cards in the deck
	sums  []*keptSums
}

// keptSums are sums of the values of hands after a draw that contain certain cards: by number of
// these cards and by index.
type keptSums [maxBestHand + 1][]float64

// nearReplies returns approximately best replies of a hand.
func (m *match) nearReplies(ctx context.Context, hero int, e Effort) (*replies, error) {
	size := len(m.hands[hero][0].cards)
	for _, s := range m.slots {
		if s.hand == hero {
			size += s.n
		}
	}
	if size > maxBestHand {
		return nil, fmt.Errorf("the best draw of a hand of %d cards can be found only where few cards are to come", size)
	}
	v := &nearly{size: size, sums: make([]*keptSums, len(m.q.Draws))}
	deck := m.q.Deck.Set() &^ m.dead
	for i, options := range m.hands {
		if i != hero && len(options) == 1 {
			deck &^= options[0].set
		}
	}
	for c := range v.place {
		v.place[c] = -1
	}
	for _, c := range deck.Cards() {
		v.place[c] = int8(v.n)
		v.n++
	}
	ends, err := m.ends(hero, e.Seed)
	if err != nil {
		return nil, err
	}
	// The value of each hand at the end, and before each draw, last draw first.
	list := deck.Cards()
	value := make([]float64, int(choose[v.n][size]))
	shares := map[[2]rank.Strength]float64{}
	parts := len(m.q.Show.Parts)
	v.each(list, 0, len(list), func(i int, own cards.Set, _ []int) {
		worth := m.worth(own)
		share, ok := shares[worth]
		if !ok {
			for k := range ends {
				share += ends[k].share(worth, parts, len(m.q.Hands))
			}
			shares[worth] = share
		}
		value[i] = share
	})
	for k := len(m.q.Draws) - 1; k >= 0; k-- {
		if pause.Err(ctx) != nil {
			return nil, ctx.Err()
		}
		draw := &m.q.Draws[k]
		if !draw.Waiting.Has(hero) {
			continue
		}
		v.sums[k] = v.sum(value, list)
		if k == 0 {
			break
		}
		v.improve(value, list, v.sums[k], draw.Most, e.Workers)
	}
	return &replies{near: v}, nil
}

// ends returns random final hands of the others.
func (m *match) ends(hero int, seed uint64) ([]belief, error) {
	q := *m.q
	q.Policies = slices.Clone(q.Policies)
	q.Policies[hero] = &replies{}
	own := *m
	own.q = &q
	d := own.newDrawer()
	c := own.newChooser()
	var out []belief
	for len(out) < bestSamples {
		// A generator for each one; none draws the samples of the answer.
		if err := d.block(c, ^seed, int64(len(out)), 1); err != nil {
			return nil, err
		}
		var b belief
		for i := range d.holes {
			if i != hero {
				b.note([2]rank.Strength{d.worth[0][i], d.worth[1][i]})
			}
		}
		out = append(out, b)
	}
	return out, nil
}

// each calls f with the hands whose highest card has an index from `from` to `to`, with their index
// and their cards' indexes, lowest first. The index of cards at indexes a < b < c is a + b over 2 +
// c over 3.
func (v *nearly) each(list []cards.Card, from, to int, f func(i int, own cards.Set, at []int)) {
	at := make([]int, v.size)
	var down func(k, below int, i int64, own cards.Set)
	down = func(k, below int, i int64, own cards.Set) {
		if k == 0 {
			f(int(i), own, at)
			return
		}
		for p := k - 1; p < below; p++ {
			at[k-1] = p
			down(k-1, p, i+choose[p][k], own.With(list[p]))
		}
	}
	for p := max(from, v.size-1); p < to; p++ {
		at[v.size-1] = p
		down(v.size-1, p, choose[p][v.size], cards.Set(0).With(list[p]))
	}
}

// kept computes the index of every choice of the cards at some indexes; choices are masks.
func kept(at []int, indexes *[1 << maxBestHand]int64) {
	indexes[0] = 0
	for mask := 1; mask < 1<<len(at); mask++ {
		top := bits.Len(uint(mask)) - 1
		indexes[mask] = indexes[mask&^(1<<top)] + choose[at[top]][bits.OnesCount(uint(mask))]
	}
}

// sum adds up the values of hands by the cards that they contain.
func (v *nearly) sum(value []float64, list []cards.Card) *keptSums {
	s := &keptSums{}
	for k := range v.size {
		s[k] = make([]float64, choose[v.n][k])
	}
	s[v.size] = slices.Clone(value)
	var indexes [1 << maxBestHand]int64
	v.each(list, 0, v.n, func(i int, _ cards.Set, at []int) {
		kept(at, &indexes)
		for mask := range 1<<v.size - 1 {
			s[bits.OnesCount(uint(mask))][indexes[mask]] += value[i]
		}
	})
	return s
}

// improve replaces the values of hands after a draw by their values before it.
func (v *nearly) improve(value []float64, list []cards.Card, s *keptSums, most, workers int) {
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			for top := w; top < v.n; top += workers {
				v.each(list, top, top+1, func(i int, _ cards.Set, at []int) { _, value[i] = v.best(at, s, most) })
			}
		})
	}
	wait.Wait()
}

// best returns which cards of a hand are best kept, as a mask, and the resulting value.
func (v *nearly) best(at []int, s *keptSums, most int) (keep int, value float64) {
	var indexes [1 << maxBestHand]int64
	var with [1 << maxBestHand]float64
	kept(at, &indexes)
	all := 1<<len(at) - 1
	for mask := range all + 1 {
		with[mask] = s[bits.OnesCount(uint(mask))][indexes[mask]]
	}
	// Of the hands with certain cards, take those without the other cards of this hand: discards do
	// not come back.
	for bit := 1; bit <= all; bit <<= 1 {
		for mask := range all + 1 {
			if mask&bit == 0 {
				with[mask] -= with[mask|bit]
			}
		}
	}
	value = -1
	for mask := all; mask >= 0; mask-- {
		out := len(at) - bits.OnesCount(uint(mask))
		if out > most {
			continue
		}
		if x := with[mask] / float64(choose[v.n-len(at)][out]); x > value+1e-9 {
			keep, value = mask, x
		}
	}
	return keep, value
}

// throw returns the cards that a hand throws away.
func (v *nearly) throw(h *Drawing) (out cards.Set) {
	if len(h.Cards) != v.size || v.sums[h.Draw] == nil {
		return 0
	}
	type placed struct {
		at int
		c  cards.Card
	}
	var list []placed
	taken := h.Set()
	for _, c := range h.Cards {
		as := c
		for suit := cards.Clubs; v.place[as] < 0; suit++ {
			// A card that was thought to be out, after the discards were shuffled, counts as another of its rank.
			if suit > cards.Spades {
				return 0
			}
			if other := cards.New(c.Rank(), suit); !taken.Has(other) {
				as = other
			}
		}
		taken = taken.With(as)
		list = append(list, placed{int(v.place[as]), c})
	}
	slices.SortFunc(list, func(a, b placed) int { return a.at - b.at })
	var at []int
	for _, p := range list {
		at = append(at, p.at)
	}
	keep, _ := v.best(at, v.sums[h.Draw], h.Most)
	for i, p := range list {
		if keep>>i&1 == 0 {
			out = out.With(p.c)
		}
	}
	return out
}
