package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
)

// Sample configures how a game that is too large for [Build] is made smaller: it takes some of the
// deals and merges hands of similar strength.
type Sample struct {
	Buckets int // per betting round
	Deals   int
	Seed    uint64
	// Learned is the number of iterations of a [Learner], for the estimate of its memory.
	Learned int
	// Actors play for some seats, by seat of the tree: their actions are not decisions of the game.
	Actors map[int]batch.Policy
}

// BuildSample builds the tree of a sampled game. In it a seat knows the buckets of its own hands,
// in this betting round and earlier ones, and every action except how many cards others draw. If a
// seat must choose cards, it takes those that leave the strongest hand: that is not a decision of
// the game.
func BuildSample(ctx context.Context, small *enumerate.Small, o Options, of Sample) (*Game, error) {
	if err := small.DropBurns(); err != nil {
		return nil, err
	}
	s := newSampler(small, o, &of)
	if err := s.judgeAll(ctx); err != nil {
		return nil, err
	}
	for n := range s.buckets.Deals {
		if s.deal(ctx, n); s.err != nil {
			return nil, s.err
		}
	}
	s.finishWords()
	s.g.Buckets, s.g.sampler = s.buckets, s
	s.g.compile(ctx, s.seqs, s.pays)
	s.seqs, s.pays = nil, nil
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.g, nil
}

// sampler builds the tree of a sampled game, deal by deal.
type sampler struct {
	*builder
	small   *enumerate.Small
	of      *Sample
	buckets *Buckets
	judge   judge
	done    atomic.Int64   // number of judged deals
	orders  [][]cards.Card // all orders of a small deck, nil if deals are random
	rest    []cards.Card   // the cards under the small deck
	log     hand.Log
	chance  float64 // probability of each deal
	number  int     // of the deal
	levels  []*sampled
	// frozen: unknown decisions are not added. missed is how many of the looked-up decisions were
	// unknown.
	frozen         bool
	missed, looked int64
	lines          map[uint64]int // for an estimate: the round of every line of actions
}

// sampled is a state along the path.
type sampled struct {
	h       hand.Hand
	d       hand.Decision
	a       hand.Action
	actions []hand.Action
	seqs    []int32
	bucket  uint64
	mem     []uint64 // by seat: what it knew at its decisions
	chosen  []uint64 // by seat: its choices of offers
}

const defaultDeals = 10_000

func newSampler(small *enumerate.Small, o Options, of *Sample) *sampler {
	o.MaxNodes = cmp.Or(o.MaxNodes, math.MaxInt64)
	o.MaxBytes = cmp.Or(o.MaxBytes, defaultBytes)
	of.Deals = cmp.Or(of.Deals, defaultDeals)
	s := &sampler{
		builder: newBuilder(nil, small.Bound, o, []renaming{unchanged()}, small.Stacks, len(small.Stacks)),
		small:   small, of: of, rest: small.Bound.Game.Deck.Append(nil),
		buckets: &Buckets{Number: of.Buckets, Deals: of.Deals, Seed: of.Seed},
	}
	for _, c := range small.Pack {
		if k := slices.Index(s.rest, c); k >= 0 {
			s.rest = slices.Delete(s.rest, k, k+1)
		}
	}
	if s.orders = ordersOf(small.Pack, of.Deals); s.orders != nil {
		s.buckets.Deals, s.buckets.All, s.buckets.Seed = len(s.orders), true, 0
	}
	s.chance, s.perEnd = 1/float64(s.buckets.Deals), perSampledEnd
	return s
}

// ordersOf returns all orders of a deck if there are at most most, otherwise nil.
func ordersOf(pack []cards.Card, most int) (out [][]cards.Card) {
	ways := 1
	for n := 2; n <= len(pack); n++ {
		if ways *= n; ways > most {
			return nil
		}
	}
	permute(len(pack), func(order []int) {
		list := make([]cards.Card, len(pack))
		for i, k := range order {
			list[i] = pack[k]
		}
		out = append(out, list)
	})
	return out
}

// start starts a deal.
func (s *sampler) start(h *hand.Hand, n int, log *hand.Log) error {
	var deck []cards.Card
	if s.orders != nil {
		deck = slices.Concat(s.orders[n], s.rest)
	} else {
		deck = slices.Clone(s.small.Pack)
		chance := hand.NewSource(s.buckets.Seed, uint64(n)+1)
		for i := range deck {
			k := i + int(chance.Below(uint64(len(deck)-i)))
			deck[i], deck[k] = deck[k], deck[i]
		}
		deck = append(deck, s.rest...)
	}
	return h.Start(&hand.Setup{Plan: s.small.Bound, Stacks: s.small.Stacks, Button: len(s.small.Stacks) - 1, Seed: s.buckets.Seed, Number: uint64(n) + 1, Deck: deck, Log: log})
}

// judged is the result for some deals.
type judged struct {
	rounds []sized
	known  map[uint64]float64
}

// judgeAll computes the strengths in all deals, on the line in which everybody checks or calls,
// and the buckets.
func (s *sampler) judgeAll(ctx context.Context) error {
	const block = 64
	parts := make([]judged, (s.buckets.Deals+block-1)/block)
	errs := make([]error, len(parts))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(1, min(runtime.GOMAXPROCS(0), len(parts))) {
		wg.Go(func() {
			for k := int(next.Add(1)) - 1; k < len(parts) && pause.Err(ctx) == nil; k = int(next.Add(1)) - 1 {
				errs[k] = s.judgeSome(ctx, &parts[k], k*block, min((k+1)*block, s.buckets.Deals))
			}
		})
	}
	wg.Wait()
	if err := cmp.Or(ctx.Err(), errors.Join(errs...)); err != nil {
		return err
	}
	s.judge.known = map[uint64]float64{}
	var rounds []sized
	for i := range parts {
		maps.Copy(s.judge.known, parts[i].known)
		for n := range parts[i].rounds {
			rounds = grown(rounds, n)
			rounds[n].strengths = append(rounds[n].strengths, parts[i].rounds[n].strengths...)
			maps.Copy(rounds[n].views, parts[i].rounds[n].views)
		}
		parts[i] = judged{}
	}
	if len(rounds) == 0 {
		return errors.New("nobody ever has to decide anything")
	}
	s.buckets.Rounds = bucketsOf(rounds, s.of.Buckets)
	s.more = int64(len(s.judge.known)) * bytesPerView
	return nil
}

// judgeSome computes the strengths in the deals from from to end-1.
func (s *sampler) judgeSome(ctx context.Context, to *judged, from, end int) error {
	var h hand.Hand
	j := judge{known: map[uint64]float64{}}
	to.known = j.known
	for n := from; n < end && pause.Err(ctx) == nil; n++ {
		if err := s.start(&h, n, nil); err != nil {
			return err
		}
		if err := s.along(&j, &h, &to.rounds); err != nil {
			return err
		}
		if s.o.Judged != nil {
			s.o.Judged(s.done.Add(1))
		}
	}
	return nil
}

// grown returns a list of rounds with room for round n.
func grown(rounds []sized, n int) []sized {
	for len(rounds) <= n {
		rounds = append(rounds, sized{views: map[uint64]struct{}{}})
	}
	return rounds
}

// along plays a deal in which everybody checks or calls, and records what the seats see.
func (s *sampler) along(j *judge, h *hand.Hand, rounds *[]sized) error {
	chosen := make([]uint64, h.Seats())
	last := make([]uint64, h.Seats())
	for range mostAlong {
		d := h.Pending()
		if d == nil {
			return nil
		}
		if d.Seat < 0 {
			return fmt.Errorf("the dealer has to decide: %s", h.Legal())
		}
		a := h.DefaultAction()
		if d.Kind == hand.CardsAsked {
			a = j.outlook.Pick(h)
		} else if seen := view(h, int(d.Seat), chosen[d.Seat], &j.sees); seen != last[d.Seat] {
			last[d.Seat] = seen
			*rounds = grown(*rounds, h.Rounds())
			r := &(*rounds)[h.Rounds()]
			r.strengths = append(r.strengths, j.strength(h, seen))
			r.views[seen] = struct{}{}
		}
		if d.Kind == hand.Chosen {
			chosen[d.Seat] = then(chosen[d.Seat], word(&a))
		}
		if err := h.Apply(a); err != nil {
			return err
		}
	}
	return nil
}

// mostAlong limits the actions of a deal in which everybody checks or calls, because a game may redeal
// forever.
const mostAlong = 200

// deal adds everything that can happen in a deal.
func (s *sampler) deal(ctx context.Context, n int) {
	if !s.begin(n) {
		return
	}
	s.visit(ctx, 0, 0)
	if s.o.Dealt != nil {
		s.o.Dealt(int64(n + 1))
	}
}

// begin starts a deal at the first level. It returns false if the cards bring a new deal.
func (s *sampler) begin(n int) bool {
	s.number = n
	l := s.level(0)
	s.log.Events = s.log.Events[:0]
	if err := s.start(&l.h, n, &s.log); err != nil {
		s.stop(err)
		return false
	}
	clear(l.mem)
	clear(l.chosen)
	copy(l.seqs, s.root)
	if s.redealt() {
		s.g.Redeals++
		return false
	}
	return true
}

// redealt reports whether the first cards or the last action led to a new deal.
func (s *sampler) redealt() bool {
	return slices.ContainsFunc(s.log.Events, func(e hand.Event) bool { return e.Kind.Facts().NewDeal })
}

// level returns the memory for the state after depth actions.
func (s *sampler) level(depth int) *sampled {
	for len(s.levels) <= depth {
		n := len(s.small.Stacks)
		s.levels = append(s.levels, &sampled{seqs: make([]int32, n), mem: make([]uint64, n), chosen: make([]uint64, n)})
	}
	return s.levels[depth]
}

// visit adds the state of a level, and everything that can follow. path identifies the actions so
// far as everybody sees them.
func (s *sampler) visit(ctx context.Context, depth int, path uint64) {
	s.node(ctx)
	l := s.levels[depth]
	if s.err != nil {
		return
	}
	var ok bool
	if l.d, ok = l.h.Next(); !ok {
		s.g.Terminals++
		for i, n := range l.seqs {
			s.seqs = append(s.seqs, n)
			s.pays = append(s.pays, float64(l.h.Net(i))/s.unit*s.chance)
		}
		return
	}
	if !s.decides(depth) {
		return
	}
	seat := int(l.d.Seat)
	actor := s.of.Actors[seat]
	switch {
	case actor != nil:
		a, err := s.ask(actor, depth)
		if err != nil {
			s.stop(err)
			return
		}
		if l.d.Kind != hand.CardsAsked {
			l.actions = s.options(l)
			path = then(path, pathWord(&l.h, &l.d, &a, l.actions))
		}
		s.act(ctx, depth, a, path, l.seqs[seat])
	case l.d.Kind == hand.CardsAsked: // the number of cards does not matter
		s.act(ctx, depth, s.judge.outlook.Pick(&l.h), path, l.seqs[seat])
	default:
		l.actions = s.options(l)
		l.bucket = s.judge.bucket(s.buckets, &l.h, seat, l.chosen[seat])
		first := s.find(depth, path)
		switch {
		case s.err != nil:
		case first < 0:
			a := l.h.DefaultAction()
			s.act(ctx, depth, a, then(path, pathWord(&l.h, &l.d, &a, l.actions)), l.seqs[seat])
		default:
			for i := range l.actions {
				a := l.actions[i]
				s.act(ctx, depth, a, then(path, pathWord(&l.h, &l.d, &a, l.actions)), first+int32(i))
				if s.err != nil {
					return
				}
			}
		}
	}
}

// decides reports whether a seat must decide, in a hand that can still end.
func (s *sampler) decides(depth int) bool {
	switch l := s.levels[depth]; {
	case l.d.Seat < 0:
		s.stop(fmt.Errorf("the dealer has to decide: %s", l.h.Legal()))
	case depth >= mostAlong:
		s.stop(errors.New("the hand does not end"))
	default:
		return true
	}
	return false
}

// options returns the actions that a seat may take.
func (s *sampler) options(l *sampled) []hand.Action {
	return enumerate.Actions(l.actions[:0], &l.h, &l.d, &s.small.Options)
}

// ask asks an actor. The same deal and line gives the same randomness.
func (s *sampler) ask(a batch.Policy, depth int) (hand.Action, error) {
	if w, ok := a.(batch.Witness); ok {
		w.Begin()
		for _, l := range s.levels[:depth] {
			w.Saw(&l.h, &l.d, &l.a)
		}
	}
	l := s.levels[depth]
	seed := uint64(0)
	for _, before := range s.levels[:depth] {
		seed = then(seed, word(&before.a))
	}
	chance := hand.NewSource(seed^s.buckets.Seed, uint64(s.number))
	return a.Act(&l.h, &l.d, &chance)
}

// act takes an action, which makes seq the seat's last sequence, and adds everything that follows.
func (s *sampler) act(ctx context.Context, depth int, a hand.Action, path uint64, seq int32) {
	if s.take(depth, a, seq) {
		s.visit(ctx, depth+1, path)
	} else if s.err == nil {
		s.node(ctx)
		s.g.Redeals++ // everybody has back what the next deal is played for
	}
}

// take takes an action: the next level gets the state after it. It returns false if that leads to a
// new deal.
func (s *sampler) take(depth int, a hand.Action, seq int32) bool {
	l, t := s.levels[depth], s.level(depth+1)
	l.a = a
	t.h = l.h
	t.h.Follow(&s.log)
	s.log.Events = s.log.Events[:0]
	if err := t.h.Apply(a); err != nil {
		s.stop(err)
		return false
	}
	seat := int(l.d.Seat)
	copy(t.seqs, l.seqs)
	copy(t.mem, l.mem)
	copy(t.chosen, l.chosen)
	t.seqs[seat] = seq
	if l.d.Kind != hand.CardsAsked && s.of.Actors[seat] == nil {
		t.mem[seat] = then(l.mem[seat], knows(l.bucket, l.actions))
	}
	if l.d.Kind == hand.Chosen {
		t.chosen[seat] = then(l.chosen[seat], word(&a))
	}
	return !s.redealt()
}

// pathWord returns a number for an action as everybody sees it, independent of exact amounts: that
// of the closest offered action.
func pathWord(h *hand.Hand, d *hand.Decision, a *hand.Action, offered []hand.Action) uint64 {
	n, best, off := uint64(0), uint64(0), int64(math.MaxInt64)
	for i := range offered {
		o := &offered[i]
		if o.Kind != a.Kind || o.Pick != a.Pick {
			continue
		}
		if by := max(o.Amount-a.Amount, a.Amount-o.Amount); by < off {
			best, off = n, by
		}
		n++
	}
	seat := (int(d.Seat) - h.Button() - 1 + 2*h.Seats()) % h.Seats()
	return mix(uint64(a.Kind)<<32 | uint64(seat)<<24 | uint64(uint8(a.Pick))<<16 | best)
}

// knows returns what a seat knows at a decision in addition to the actions: its bucket, and the
// offered actions, which can depend on its cards.
func knows(bucket uint64, offered []hand.Action) uint64 {
	for i := range offered {
		bucket = then(bucket, uint64(offered[i].Kind)<<8|uint64(uint8(offered[i].Pick)))
	}
	return bucket
}

// abstractKey returns the key of a decision: from what the seat knew at its earlier decisions, what
// it knows now, and the actions.
func abstractKey(mem, now, path uint64) uint64 { return then(then(mem, now), path) }

// find returns the first sequence of the decision at a level, which it adds if it is new; -1 if
// that is not possible.
func (s *sampler) find(depth int, path uint64) int32 {
	l := s.levels[depth]
	seat := int(l.d.Seat)
	of := &s.g.seats[seat]
	key := abstractKey(l.mem[seat], knows(l.bucket, l.actions), path)
	if s.looked++; s.lines != nil {
		s.lines[path] = l.h.Rounds()
	}
	if id, ok := s.found[seat][key]; ok {
		d := &of.decisions[id]
		if d.parent != l.seqs[seat] || int(d.actions) != len(l.actions) {
			s.stop(fmt.Errorf("seat %d forgets what it has seen or done", seat+1))
		}
		return d.first
	}
	if s.frozen {
		s.missed++
		return -1
	}
	s.found[seat][key] = int32(len(of.decisions))
	first := int32(of.sequences)
	of.decisions = append(of.decisions, decision{parent: l.seqs[seat], first: first, actions: int32(len(l.actions))})
	of.sequences += len(l.actions)
	of.asked = append(of.asked, make([]float64, len(l.actions))...)
	if s.o.Words {
		of.seen = append(of.seen, s.sees(depth))
		of.keys, of.picks = append(of.keys, key), append(of.picks, false)
		for i := range l.actions {
			of.told = append(of.told, s.word(say(&l.h, &l.d, &l.actions[i]).own))
		}
	}
	return first
}

// sees returns what a seat knows, in words: "strength 3, 5 of 8: check, bet 2".
func (s *sampler) sees(depth int) string {
	l := s.levels[depth]
	var strengths, actions []string
	last := -1
	for i, at := range s.levels[:depth+1] {
		if at.d.Seat == l.d.Seat && at.d.Kind != hand.CardsAsked && at.h.Rounds() != last {
			last = at.h.Rounds()
			if r := s.buckets.round(last); !r.Apart {
				strengths = append(strengths, fmt.Sprintf("%d of %d", at.bucket+1, len(r.From)+1))
			} else {
				strengths = append(strengths, s.builder.cardsSeen(&at.h, int(l.d.Seat)))
			}
		}
		if i < depth {
			text := say(&at.h, &at.d, &at.a).open
			if at.d.Kind == hand.CardsAsked {
				continue
			}
			actions = append(actions, text)
		}
	}
	out := "strength "
	if s.buckets.round(last).Apart {
		out = ""
	}
	out += strings.Join(strengths, ", ")
	if len(actions) > 0 {
		out += ": " + strings.Join(actions, ", ")
	}
	return out
}

// Fresh is the result of strategies on deals that are not in the sampled game, by seat.
type Fresh struct {
	Deals int
	// Value is a seat's win under the profile, with the standard error. Gain is its additional win
	// with the best reply to the others in the sampled game, which does not know these deals.
	Value, ValueOff, Gain, GainOff []float64
	// Unknown is the fraction of decisions that are missing from the sampled game: there a seat
	// checks or calls.
	Unknown float64
}

// Fresh plays a profile of a sampled game on the given number of other deals, every line of each.
func (f *Profile) Fresh(ctx context.Context, deals int) (*Fresh, error) {
	g := f.Game
	s := g.sampler
	if s == nil || g.Buckets.All {
		return nil, errors.New("there are no other deals")
	}
	s.frozen, s.looked, s.missed = true, 0, 0
	s.chance, s.seqs, s.pays = 1, nil, nil
	nodes, ends, redeals, chance := g.Nodes, g.Terminals, g.Redeals, 1/float64(g.Buckets.Deals)
	defer func() {
		s.frozen, s.seqs, s.pays, s.err, s.chance = false, nil, nil, nil, chance
		g.Nodes, g.Terminals, g.Redeals = nodes, ends, redeals
	}()
	s.o.MaxNodes = math.MaxInt64
	plans := [][][]float64{f.plans()}
	for seat := range g.Seats {
		plans = append(plans, g.BestReply(f, seat).plans())
	}
	values, gains := make([]mean, g.Seats), make([]mean, g.Seats)
	for n := range deals {
		s.seqs, s.pays = s.seqs[:0], s.pays[:0]
		if s.deal(ctx, g.Buckets.Deals+n); s.err != nil {
			return nil, s.err
		}
		for seat := range g.Seats {
			v := s.won(seat, plans[0])
			values[seat].add(v)
			gains[seat].add(s.won(seat, plans[1+seat]) - v)
		}
	}
	r := &Fresh{Deals: deals, Unknown: float64(s.missed) / float64(max(1, s.looked))}
	for seat := range g.Seats {
		v, off := values[seat].is()
		more, moreOff := gains[seat].is()
		r.Value, r.ValueOff, r.Gain, r.GainOff = append(r.Value, v), append(r.ValueOff, off), append(r.Gain, more), append(r.GainOff, moreOff)
	}
	return r, nil
}

// mean is a running sum for a mean.
type mean struct{ n, sum, squares float64 }

func (m *mean) add(v float64) {
	m.n++
	m.sum += v
	m.squares += float64(v * v)
}

func (m *mean) merge(o *mean) {
	m.n, m.sum, m.squares = m.n+o.n, m.sum+o.sum, m.squares+o.squares
}

// is returns the mean with its standard error.
func (m *mean) is() (v, off float64) {
	v = m.sum / m.n
	return v, math.Sqrt(max(0, m.squares/m.n-float64(v*v)) / max(1, m.n-1))
}

// won returns a seat's win in the deal that was just walked.
func (s *sampler) won(seat int, plans [][]float64) (sum float64) {
	n := s.g.Seats
	for i := 0; i < len(s.pays); i += n {
		p := s.pays[i+seat]
		for k := range n {
			p *= plans[k][s.seqs[i+k]]
		}
		sum += p
	}
	return sum
}

// probed is the number of deals in an estimate.
const probed = 40

// EstimateSample estimates the size of a sampled game's tree from a few deals.
func EstimateSample(ctx context.Context, small *enumerate.Small, of Sample) (*Size, error) {
	if err := small.DropBurns(); err != nil {
		return nil, err
	}
	whole := newSampler(small, Options{}, &of)
	all := whole.buckets.Deals
	of.Deals = min(all, probed)
	s := newSampler(small, Options{}, &of)
	s.orders, s.lines = whole.orders, map[uint64]int{}
	s.buckets.Deals = of.Deals
	if err := s.judgeAll(ctx); err != nil {
		return nil, err
	}
	for n := range of.Deals {
		if s.deal(ctx, n); s.err != nil {
			return nil, s.err
		}
	}
	times := float64(all) / float64(of.Deals)
	r := &Size{Nodes: times * float64(s.g.Nodes), Ends: times * float64(s.g.Terminals)}
	// A decision is a line of actions of all seats with the buckets of its own seat.
	sets := 0.0
	for _, round := range s.lines {
		ways := 1.0
		for range max(1, round) {
			ways *= float64(of.Buckets)
		}
		sets += float64(ways)
	}
	if of.Learned == 0 {
		sets = min(sets, times*float64(s.looked))
	}
	r.Bytes = int64(r.Ends*perSampledEnd*float64(len(small.Stacks))/2) + int64(sets)*bytesPerSet + int64(all*len(small.Stacks)*len(s.buckets.Rounds))*bytesPerView
	if of.Learned > 0 {
		r.Bytes += int64(min((of.Learned+learnBlock)*len(small.Stacks)*len(s.buckets.Rounds), mostViews)) * bytesPerView
	}
	return r, nil
}

const (
	perSampledEnd = 110 // for two seats, including garbage that is not collected yet

	bytesPerSet  = 480 // a decision with two or three actions and its words
	bytesPerView = 48  // in a map of strengths
)
