package odds

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
)

// match is a question that has been checked and laid out.
type match struct {
	q      *Question
	hands  [][]option // the possible hands; one for a known hand
	slots  []slot     // what is dealt after the hands are chosen
	dead   cards.Set  // dead cards and known board cards
	board  []cards.Card
	second []cards.Card // the second of two boards
	ranks  bool         // boards are counted: by their ranks, or two of them, see double.go
	// tuples is the number of choices of the hands, including those with cards in common; ways is
	// the number of ways to deal the rest after one.
	tuples, ways float64
	sampled      *match   // the same match with the hands' missing cards still to be dealt
	classes      *classes // for final hands, nil if not requested
}

// option is the known cards of a possible hand.
type option struct {
	set    cards.Set
	cards  []cards.Card
	weight float64
}

// slot is a number of cards dealt to one hand or to a board.
type slot struct {
	hand int // or onBoard, onSecond
	at   int // index of its first card
	n    int
}

// match checks the question.
func (q *Question) match() (*match, error) {
	if len(q.Hands) < 2 || len(q.Hands) > betting.Max {
		return nil, fmt.Errorf("odds compare 2 to %d hands, not %d", betting.Max, len(q.Hands))
	}
	m := &match{q: q, dead: q.Dead}
	seen, err := q.seen()
	if err != nil {
		return nil, err
	}
	for _, p := range q.Pots {
		if p.Eligible == 0 || p.Eligible>>len(q.Hands) != 0 || p.Amount < 0 {
			return nil, fmt.Errorf("a pot that none of the %d hands can win", len(q.Hands))
		}
	}
	if q.Policies != nil && len(q.Policies) != len(q.Hands) {
		return nil, &DrawCountError{len(q.Policies), len(q.Hands)}
	}
	m.dead |= cards.SetOf(q.Board...)
	m.board = known(q.Board)
	if q.Second != nil {
		if q.drawn() {
			return nil, errors.New("two boards cannot be combined with draws")
		}
		m.dead |= cards.SetOf(q.Second.Cards...)
		m.second = known(q.Second.Cards)
	}
	return m, m.lay(seen)
}

// Places of known cards other than hands, which have their numbers.
const (
	onBoard  = -1
	onSecond = -2
	isDead   = -3
)

// lists iterates over the cards of each hand and of the boards, with their places.
func (q *Question) lists() iter.Seq2[int, []cards.Card] {
	return func(yield func(int, []cards.Card) bool) {
		for i, h := range q.Hands {
			if !yield(i, h.Cards) {
				return
			}
		}
		if q.Second == nil || yield(onSecond, q.Second.Cards) {
			yield(onBoard, q.Board)
		}
	}
}

// seen returns all known cards, and an error if one appears twice.
func (q *Question) seen() (cards.Set, error) {
	seen := q.Dead
	for where, list := range q.lists() {
		for i, c := range list {
			switch {
			case !c.Known():
			case !q.Deck.Set().Has(c):
				return 0, fmt.Errorf("%s is not in the deck (%s)", c, q.Deck)
			case seen.Has(c):
				return 0, q.twice(c, where, slices.Contains(list[:i], c))
			default:
				seen = seen.With(c)
			}
		}
	}
	return seen, nil
}

// twice returns the error for a card that appears a second time: in the same place, or in an
// earlier one.
func (q *Question) twice(c cards.Card, where int, same bool) error {
	if same {
		return fmt.Errorf("%s appears twice %s", c, placeName(where))
	}
	first := isDead
	for other, list := range q.lists() {
		if !q.Dead.Has(c) && slices.Contains(list, c) {
			first = other
			break
		}
	}
	return fmt.Errorf("%s appears twice: %s and %s", c, placeName(first), placeName(where))
}

// placeName returns the name of a card's place.
func placeName(where int) string {
	switch where {
	case onBoard:
		return "on the board"
	case onSecond:
		return "on the second board"
	case isDead:
		return "among the dead cards"
	}
	return fmt.Sprintf("in hand %d", where+1)
}

func known(list []cards.Card) []cards.Card {
	return slices.DeleteFunc(slices.Clone(list), func(c cards.Card) bool { return !c.Known() })
}

// lay finds the possible hands and what is to be dealt; seen are all known cards.
func (m *match) lay(seen cards.Set) error {
	q := m.q
	sizes, need, left := make([]int, len(q.Hands)), 0, (q.Deck.Set() &^ seen).Len()
	for i, h := range q.Hands {
		own := known(h.Cards)
		sizes[i] = len(h.Cards) + h.ToCome
		held := len(own)
		m.hands = append(m.hands, []option{{cards.SetOf(own...), own, 1}})
		if h.Range != nil {
			if err := m.range1(i, seen); err != nil {
				return err
			}
			held = len(m.hands[i][0].cards)
			sizes[i] = held + h.ToCome
			left -= held
		}
		if n := sizes[i] - held; n > 0 {
			m.slots = append(m.slots, slot{i, held, n})
			need += n
		}
	}
	if n := len(q.Board) - len(m.board) + q.ToBoard; n > 0 {
		m.slots = append(m.slots, slot{onBoard, len(m.board), n})
		need += n
	}
	if q.Second != nil {
		if n := len(q.Second.Cards) - len(m.second) + q.Second.ToCome; n > 0 {
			m.slots = append(m.slots, slot{onSecond, len(m.second), n})
			need += n
		}
	}
	if need > left {
		return fmt.Errorf("%d cards are to come, but only %d are left in the deck", need, left)
	}
	if m.clash() {
		return errNothing
	}
	m.ranks = !q.drawn() && slices.Max(sizes) == slices.Min(sizes) && q.countable(sizes[0])
	if m.ranks {
		closed := *m
		closed.hands = slices.Clone(m.hands)
		closed.measure(left)
		m.sampled = &closed
		left -= m.open(seen)
	}
	m.measure(left)
	return nil
}

// clash reports whether hands with only one possibility have a card in common: such hands are never
// drawn, so nothing else would detect it.
func (m *match) clash() bool {
	var used cards.Set
	for _, options := range m.hands {
		if len(options) == 1 {
			if options[0].set&used != 0 {
				return true
			}
			used |= options[0].set
		}
	}
	return false
}

// measure counts the choices of the hands and the deals, with left cards in the deck.
func (m *match) measure(left int) {
	m.tuples, m.ways = 1, 1
	for _, options := range m.hands {
		m.tuples *= float64(len(options))
	}
	for _, s := range m.slots {
		m.ways *= ways(left, s.n)
		left -= s.n
	}
	m.ways = math.Round(m.ways)
}

// ways returns the number of ways to choose k of n cards.
func ways(n, k int) float64 {
	out := 1.0
	for i := range k {
		out = out * float64(n-i) / float64(i+1)
	}
	return out
}

// range1 sets the options of a hand that has a range.
func (m *match) range1(i int, seen cards.Set) error {
	h, deck := &m.q.Hands[i], m.q.Deck.Set()
	possible := func(held cards.Held) bool { return held.Cards&seen == 0 && held.Cards&^deck == 0 }
	hands, each := 0, 0
	for _, held := range h.Range.Hands {
		if possible(held) {
			hands, each = hands+1, each+held.Cards.Len()
		}
	}
	options, all := make([]option, 0, hands), make([]cards.Card, 0, each)
	for _, held := range h.Range.Hands {
		if possible(held) {
			from := len(all)
			for rest := held.Cards; rest != 0; rest &= rest - 1 {
				all = append(all, cards.Card(bits.TrailingZeros64(uint64(rest))))
			}
			options = append(options, option{held.Cards, all[from:len(all):len(all)], held.Weight})
		}
	}
	if m.hands[i] = options; hands == 0 {
		return fmt.Errorf("hand %d: every hand in its range has a card that is already in use", i+1)
	}
	return nil
}

// open turns a hand's missing cards into a range, if there are few enough to count. It returns the
// number of cards that are then in the hands and not to come.
func (m *match) open(seen cards.Set) (taken int) {
	const most = 30_000
	tuples := 1.0
	for _, options := range m.hands {
		tuples *= float64(len(options))
	}
	rest := m.q.Deck.Set() &^ seen
	var kept []slot
	for _, s := range m.slots {
		if s.hand < 0 {
			kept = append(kept, s)
			continue
		}
		choices := ways(rest.Len(), s.n)
		if tuples *= choices; choices > most || tuples > maxMatches {
			m.ranks = false
			return 0
		}
	}
	for _, s := range m.slots {
		if s.hand >= 0 {
			m.hands[s.hand] = filled(m.hands[s.hand], rest, s.n)
			taken += s.n
		}
	}
	m.slots = kept
	return taken
}

// filled returns options with each choice of n further cards. Other hands may have these cards too:
// such choices are removed later.
func filled(options []option, rest cards.Set, n int) (out []option) {
	for _, o := range options {
		chosen(rest&^o.set, n, func(more cards.Set) bool {
			out = append(out, option{o.set | more, append(slices.Clone(o.cards), more.Cards()...), o.weight})
			return true
		})
	}
	return out
}

// exactly reports whether the question is answered exactly, and with which plan if board by board.
func (m *match) exactly(e Effort) (bool, *sweepPlan) {
	if plan := m.planSweep(e); plan != nil {
		return true, plan
	}
	if m.ranks {
		return e.Exact || m.tuples == 1 && e.Enough > 1 || m.tuples*m.steps() <= float64(e.Enough), nil
	}
	return e.Exact || m.tuples*m.ways <= float64(e.Enough), nil
}

// steps returns the cost of a counted match-up, in deals.
func (m *match) steps() float64 {
	switch {
	case m.q.Second != nil:
		steps := float64(matchSteps)
		for _, s := range m.slots {
			steps += ways(m.q.Deck.Set().Len()-m.dead.Len(), s.n)
		}
		return steps
	case m.q.Show.Parts[0].Ranking.Wild() != 0:
		return wildSteps
	}
	return matchSteps
}

// drawn reports whether hands draw by policies.
func (q *Question) drawn() bool { return q.Policies != nil && len(q.Draws) > 0 }

// Counted reports whether Compute answers exactly. For a question with draws it cannot tell
// beforehand, and Compute may draw samples after all.
func (q *Question) Counted(e Effort) bool {
	m, err := q.match()
	if err != nil {
		return true
	}
	exact, _ := m.exactly(e.filled())
	return exact
}

// filled returns the effort with defaults for zero fields.
func (e Effort) filled() Effort {
	if e.Samples <= 0 {
		e.Samples = DefaultSamples
		if e.Error > 0 || !e.Until.IsZero() {
			e.Samples = math.MaxInt64
		}
	}
	if e.Enough <= 0 {
		e.Enough = DefaultEnough
	}
	e.Workers = max(1, e.Workers)
	return e
}

// seeded returns the effort with its seed drawn.
func (e Effort) seeded() Effort {
	if e.Draw != nil {
		e.Seed, e.Draw = e.Draw(), nil
	}
	return e
}

// Compute answers the question. When the context ends, the answer is based on the samples drawn so
// far; interrupting an exact answer is an error.
func (q *Question) Compute(ctx context.Context, e Effort) (*Answer, error) {
	e = e.filled()
	m, err := q.match()
	if err != nil {
		return nil, err
	}
	if e.Made {
		if q.Second != nil {
			return nil, errors.New("final hands can be computed for one board, not two")
		}
		m.classes = newClasses(q.Show)
	}
	if q.drawn() {
		return m.computeDraws(ctx, e)
	}
	exact, plan := m.exactly(e)
	switch {
	case plan != nil:
		sums, err := q.sweep(ctx, e.Workers, plan)
		if err != nil {
			return nil, err
		}
		if a := sums.answer(plan.own); a != nil {
			return a, nil
		}
		return nil, errNothing
	case !exact:
		if m.sampled != nil {
			m.sampled.classes = m.classes
			m = m.sampled
		}
		return m.sample(ctx, e.seeded())
	case m.ranks:
		if m.tuples > maxMatches || q.Second != nil && m.tuples*m.steps() > maxExact {
			return nil, fmt.Errorf("%.3g combinations of hands are too many for an exact answer: sample instead", m.tuples)
		}
		return m.countAll(ctx, e)
	case m.tuples*m.ways > maxExact:
		return nil, fmt.Errorf("%.3g possible deals are too many for an exact answer: sample instead", m.tuples*m.ways)
	}
	return m.dealAll(ctx)
}

// errNothing is the error for ranges that cannot be held at the same time.
var errNothing = errors.New("the hands cannot all be dealt: two of them always share a card")

// each calls f with every choice of the hands without a card in common, until it returns an error
// or the context ends.
func (m *match) each(ctx context.Context, f func(pick []*option, weight float64) error) error {
	pick := make([]*option, len(m.hands))
	seen := 0
	var choose func(i int, used cards.Set, weight float64) error
	choose = func(i int, used cards.Set, weight float64) error {
		if i == len(m.hands) {
			if seen++; seen&0xfff == 0 && pause.Err(ctx) != nil {
				return ctx.Err()
			}
			return f(pick, weight)
		}
		for k := range m.hands[i] {
			o := &m.hands[i][k]
			if o.set&used != 0 {
				continue
			}
			pick[i] = o
			if err := choose(i+1, used|o.set, weight*o.weight); err != nil {
				return err
			}
		}
		return nil
	}
	return choose(0, m.dead, 1)
}

// group is a pot to be counted: the hands that can win it.
type group struct {
	eligible betting.Set
	tally    *tally
}

// countAll answers exactly by the ranks of the boards. It counts match-ups once that differ only in
// the names of suits and the order of hands.
func (m *match) countAll(ctx context.Context, e Effort) (*Answer, error) {
	n := len(m.hands)
	groups := []group{{betting.Bit(n) - 1, newTally(n, m.q.boards())}}
	for _, p := range m.q.Pots {
		groups = append(groups, group{p.Eligible, newTally(n, m.q.boards())})
	}
	boards := int64(0)
	all := map[matchKey]*matchWork{}
	var order []*matchWork
	err := m.each(ctx, func(pick []*option, weight float64) error {
		boards += int64(m.ways)
		for g := range groups {
			key, seats := m.keyOf(pick, groups[g].eligible)
			w := all[key]
			if w == nil {
				w = &matchWork{key: key}
				all[key] = w
				order = append(order, w)
			}
			w.use(g, seats, weight)
		}
		return nil
	})
	if err == nil && boards == 0 {
		err = errNothing
	}
	if err == nil {
		err = share(ctx, e.Workers, order, func(c *counting, w *matchWork) {
			if found, ok := e.Cache.find(m.q, &w.key); ok {
				w.outcomes = found
				return
			}
			w.outcomes = m.countOne(c, &w.key)
			e.Cache.keep(m.q, &w.key, w.outcomes)
		})
	}
	if err != nil {
		return nil, err
	}
	for _, w := range order {
		for _, u := range w.uses {
			for _, o := range w.outcomes {
				groups[u.group].tally.add(w.named(o.winners, &u.seats, len(m.q.Show.Parts)), float64(u.weight*float64(o.boards)))
			}
		}
	}
	a := &Answer{Boards: boards, Exact: true, Hands: groups[0].tally.shares(0), weight: groups[0].tally.total()}
	if m.classes != nil {
		counts, err := m.countMade(ctx, e)
		if err != nil {
			return nil, err
		}
		a.Made = counts.parts()
	}
	a.divide(m.q.Pots, func(k int) *tally { return groups[k+1].tally })
	return a, nil
}

// share counts each element of a list, on several goroutines.
func share[T any](ctx context.Context, workers int, list []*T, count func(*counting, *T)) error {
	return parallel(ctx, workers, len(list), func(numbers iter.Seq[int]) {
		c := countings.Get().(*counting)
		defer countings.Put(c)
		for i := range numbers {
			count(c, list[i])
		}
	})
}

// parallel runs work on several goroutines. Each gets the numbers below n that no other has, in
// ascending order, until there are none or the context ends.
func parallel(ctx context.Context, workers, n int, work func(numbers iter.Seq[int])) error {
	var next atomic.Int64
	numbers := func(yield func(int) bool) {
		for pause.Err(ctx) == nil {
			if i := int(next.Add(1)) - 1; i >= n || !yield(i) {
				return
			}
		}
	}
	var wait sync.WaitGroup
	for range min(workers, n) {
		wait.Go(func() { work(numbers) })
	}
	wait.Wait()
	return ctx.Err()
}

// countings pools the buffers for counting.
var countings = sync.Pool{New: func() any { return new(counting) }}

// countOne counts a match-up. A single hand always wins.
func (m *match) countOne(c *counting, key *matchKey) []outcome {
	if m.q.Second != nil {
		return m.countDouble(key)
	}
	m.beginOne(c, key)
	return c.count(nil)
}

// beginOne prepares a match-up.
func (m *match) beginOne(c *counting, key *matchKey) {
	var holes [][]cards.Card
	gone := key.dead | key.board
	for _, set := range key.hands[:key.n] {
		holes = append(holes, set.Cards())
		gone |= set
	}
	toCome := len(m.q.Board) - len(m.board) + m.q.ToBoard
	c.begin(m.q.Show, m.q.Deck.Set()&^gone, holes, key.board.Cards(), toCome)
}

// maxMatched is the largest number of hands in a counted match-up.
const maxMatched = maxCounted

// matchKey identifies a match-up, independent of the names of suits.
type matchKey struct {
	hands       [maxMatched]cards.Set
	board, dead cards.Set
	second      cards.Set
	n           int
}

// seatsOf maps each hand of a key to a hand of the question.
type seatsOf [maxMatched]uint8

// matchWork is a match-up to be counted, and the uses of the result.
type matchWork struct {
	key      matchKey
	uses     []use
	outcomes []outcome
}

// use means that a match-up stands for hands of a group, with a weight.
type use struct {
	group  int
	seats  seatsOf
	weight float64
}

func (w *matchWork) use(group int, seats seatsOf, weight float64) {
	for i := range w.uses {
		if u := &w.uses[i]; u.group == group && u.seats == seats {
			u.weight += weight
			return
		}
	}
	w.uses = append(w.uses, use{group, seats, weight})
}

// named returns the winners by their numbers in the question, with the given number of parts per
// board.
func (w *matchWork) named(winners uint32, seats *seatsOf, parts int) (out result) {
	for ; winners != 0; winners &= winners - 1 {
		at := bits.TrailingZeros32(winners)
		part := at / w.key.n
		out[part/parts*2+part%parts] |= betting.Bit(int(seats[at%w.key.n]))
	}
	return out
}

// suitOrders are the 24 permutations of the suits.
var suitOrders = func() (out [][4]uint) {
	for i := range 256 {
		p := [4]uint{uint(i & 3), uint(i >> 2 & 3), uint(i >> 4 & 3), uint(i >> 6)}
		if 1<<p[0]|1<<p[1]|1<<p[2]|1<<p[3] == 15 {
			out = append(out, p)
		}
	}
	return out
}()

// renamed returns a set with its suits renamed; jokers stay.
func renamed(s cards.Set, to *[4]uint) cards.Set {
	const suit, natural = 0x1111111111111, 1<<52 - 1
	return s&suit<<to[0] | s>>1&suit<<to[1] | s>>2&suit<<to[2] | s>>3&suit<<to[3] | s&^natural
}

// keyOf returns the key of the hands that can win a pot; the cards of the others are dead. It
// chooses the names of suits for which the sets come first.
func (m *match) keyOf(pick []*option, eligible betting.Set) (best matchKey, seats seatsOf) {
	board, second, dead := cards.SetOf(m.board...), cards.SetOf(m.second...), m.q.Dead
	for i, o := range pick {
		if !eligible.Has(i) {
			dead |= o.set
		}
	}
	for i := range suitOrders {
		to := &suitOrders[i]
		k := matchKey{board: renamed(board, to), dead: renamed(dead, to), second: renamed(second, to)}
		if i > 0 && (k.board > best.board || k.board == best.board && k.dead > best.dead) {
			continue
		}
		var who seatsOf
		for m := eligible; m != 0; m &= m - 1 {
			seat := m.First()
			set := renamed(pick[seat].set, to)
			at := k.n
			for ; at > 0 && k.hands[at-1] > set; at-- {
				k.hands[at], who[at] = k.hands[at-1], who[at-1]
			}
			k.hands[at], who[at] = set, uint8(seat)
			k.n++
		}
		if i == 0 || k.before(&best) {
			best, seats = k, who
		}
	}
	return best, seats
}

func (k *matchKey) before(o *matchKey) bool {
	switch {
	case k.board != o.board:
		return k.board < o.board
	case k.dead != o.dead:
		return k.dead < o.dead
	case k.second != o.second:
		return k.second < o.second
	}
	return slices.Compare(k.hands[:k.n], o.hands[:k.n]) < 0
}

// A Cache keeps counted match-ups for questions that share some. It is safe for concurrent use. Its
// memory is limited: once it is full it keeps no more.
type Cache struct {
	mu    sync.RWMutex
	found map[cacheKey][]outcome
}

// maxCached limits a cache to about 60 MB.
const maxCached = 200_000

type cacheKey struct {
	show   *plan.ShowdownStep
	deck   cards.Deck
	toCome int // size of the full board
	second int // the same for the second board, -1 for none
	match  matchKey
}

func (q *Question) cacheKey(key *matchKey) cacheKey {
	k := cacheKey{q.Show, q.Deck, len(q.Board) + q.ToBoard, -1, *key}
	if q.Second != nil {
		k.second = len(q.Second.Cards) + q.Second.ToCome
	}
	return k
}

func (m *Cache) find(q *Question, key *matchKey) ([]outcome, bool) {
	if m == nil {
		return nil, false
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	out, ok := m.found[q.cacheKey(key)]
	return out, ok
}

func (m *Cache) keep(q *Question, key *matchKey, out []outcome) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.found == nil {
		m.found = map[cacheKey][]outcome{}
	}
	if len(m.found) < maxCached {
		m.found[q.cacheKey(key)] = out
	}
}
