package odds

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/pause"
	"cardroom/engine/rank"
)

// Two wide ranges of two-card hands are compared board by board. On each board the hands are
// processed in order, weakest first, and running sums, over all hands and over those with each
// card, show how many of the other range a hand beats, given its own cards. So a board costs as
// much as a few thousand comparisons, while a thousand hands against a thousand are a million.
// Mostly the two ranks of a hand determine its strength: the order of the pairs of ranks is the
// same for all boards with the same ranks, and only hands with a flush are sorted. Boards that
// differ only in the names of suits are processed once.

// sweeper compares two ranges.
type sweeper struct {
	ranking *rank.Ranking
	n       int // number of cards of a hand and the board
	toCome  int
	live    []cards.Card // cards that can come
	board   rank.Key
	keys    [52]rank.Key
	same    []*[4]uint
	combos  []sweepCombo
	// pairs are the keys of two cards of any ranks, and table is their strength with a board
	// without flushes; nil if ranks do not determine it. The hands of pair p are those from
	// begin[p] to begin[p+1].
	pairs []rank.Key
	table rank.RankTable
	begin [rankPairs + 1]int
}

// rankPairs is the number of pairs of ranks.
const rankPairs = 91

// sweepCombo is two cards with their weights in the two ranges.
type sweepCombo struct {
	set      cards.Set
	key      rank.Key
	own, opp float64
	a, b     uint8
	pair     uint8 // index among the pairs of ranks
}

// sweepSum is the result of a hand of the first range: the weight of the hands of the second that
// it beats and ties with, over all boards.
type sweepSum struct{ wins, ties float64 }

// sweepable reports whether a question can be answered by a sweep: two hands of two cards, a board,
// one part of the pot, and no suits that break ties.
func (q *Question) sweepable() bool {
	if len(q.Hands) != 2 || len(q.Show.Parts) != 1 || q.Deck.Jokers > 0 || q.Deck.Packs > 1 || len(q.Pots) > 0 || q.Second != nil || q.drawn() {
		return false
	}
	p := &q.Show.Parts[0]
	total := len(q.Board) + q.ToBoard
	return p.Plain() && !p.BySuit && len(known(q.Board)) == len(q.Board) && total > 0 && total+2 >= p.Ranking.Size() && total <= 5
}

// sweepPlan is the input of a sweep.
type sweepPlan struct {
	own, opp []cards.Held
	same     []*[4]uint
	cost     float64 // estimated time, in microseconds
}

// maxSweep is the longest allowed time of a sweep, in microseconds.
const maxSweep = 60_000_000

// sweepSteps is the cost of a microsecond of a sweep, in deals.
const sweepSteps = 15

// pairCost is the estimated time of a match-up of two known hands, in microseconds, by the number
// of cards to come on the board.
var pairCost = [6]float64{4, 5, 8, 20, 60, 130}

// planSweep returns nil if a question cannot be answered board by board.
func (q *Question) planSweep() *sweepPlan {
	if !q.sweepable() {
		return nil
	}
	own, err := q.twoCards(0)
	if err != nil { // the hands do not have two cards
		return nil
	}
	opp, err := q.twoCards(1)
	if err != nil {
		return nil
	}
	same := q.symmetries(-1)
	left := (q.Deck.Set() &^ q.Dead).Len() - len(q.Board)
	p := &sweepPlan{own, opp, same, 10 * ways(left, q.ToBoard) / float64(len(same))}
	if p.cost > maxSweep {
		return nil
	}
	return p
}

// planSweep returns the plan of a sweep if that is faster than counting the match-ups one by one,
// otherwise nil.
func (m *match) planSweep(e Effort) *sweepPlan {
	// A few match-ups need no plan.
	if m.classes != nil || m.tuples*pairCost[min(m.q.ToBoard, 5)] < 10_000 {
		return nil
	}
	p := m.q.planSweep()
	if p == nil || p.cost > m.tuples/float64(len(p.same))*pairCost[m.q.ToBoard] || !e.Exact && p.cost*sweepSteps > float64(e.Enough) {
		return nil
	}
	return p
}

// sweep compares two ranges. Its result for a hand of the first applies to all hands into which the
// symmetries of the question map it; one stands for the others.
func (q *Question) sweep(ctx context.Context, workers int, plan *sweepPlan) (*sweepSums, error) {
	s := q.newSweeper(plan)
	// The boards are divided by their first card, so that sums are the same whichever goroutine
	// computes them.
	parts := 1
	if s.toCome > 0 {
		parts = max(1, len(s.live)-s.toCome+1)
	}
	sums := make([][]sweepSum, parts)
	err := parallel(ctx, workers, len(sums), func(numbers iter.Seq[int]) {
		w := &sweepBoard{sweeper: s, orders: make([][]uint32, rank.Slots(s.n-2))}
		for i := range numbers {
			sums[i] = w.from(ctx, i)
		}
	})
	if err != nil {
		return nil, err
	}
	out := map[cards.Set]sweepSum{}
	for i := range s.combos {
		if s.combos[i].own == 0 {
			continue
		}
		var t sweepSum
		for _, part := range sums {
			t.wins += part[i].wins
			t.ties += part[i].ties
		}
		out[s.combos[i].set] = t
	}
	return q.newSweepSums(out, plan.opp), nil
}

// newSweeper lays out the hands of a sweep, grouped by pair of ranks.
func (q *Question) newSweeper(plan *sweepPlan) *sweeper {
	gone := q.Dead | cards.SetOf(q.Board...)
	r := q.Show.Parts[0].Ranking
	r.Prepare()
	s := &sweeper{ranking: r, n: 2 + len(q.Board) + q.ToBoard, toCome: q.ToBoard, live: (q.Deck.Set() &^ gone).Cards(), board: r.KeyOf(q.Board), same: plan.same}
	for c := range cards.Card(52) {
		s.keys[c] = r.Key(c)
	}
	if r.Separable() {
		s.table = r.Ranks(s.n, 0)
		for high := range cards.Rank(13) {
			for low := range high + 1 {
				s.pairs = append(s.pairs, rank.RankKey(low).With(rank.RankKey(high)))
			}
		}
	}
	at := map[cards.Set]int{}
	for k, list := range [][]cards.Held{plan.own, plan.opp} {
		for _, h := range list {
			if h.Cards&gone != 0 || h.Cards&^q.Deck.Set() != 0 {
				continue
			}
			i, ok := at[h.Cards]
			if !ok {
				i = len(s.combos)
				at[h.Cards] = i
				two := h.Cards.Cards()
				low, high := uint8(two[0].Rank()), uint8(two[1].Rank())
				s.combos = append(s.combos, sweepCombo{set: h.Cards, key: r.KeyOf(two), a: uint8(two[0]), b: uint8(two[1]), pair: high*(high+1)/2 + low})
			}
			if k == 0 {
				s.combos[i].own += h.Weight
			} else {
				s.combos[i].opp += h.Weight
			}
		}
	}
	slices.SortStableFunc(s.combos, func(a, b sweepCombo) int { return int(a.pair) - int(b.pair) })
	for i := range s.combos {
		s.begin[s.combos[i].pair+1] = i + 1
	}
	for i := range rankPairs {
		s.begin[i+1] = max(s.begin[i+1], s.begin[i])
	}
	return s
}

func (q *Question) newSweepSums(of map[cards.Set]sweepSum, opp []cards.Held) *sweepSums {
	gone := q.Dead | cards.SetOf(q.Board...)
	s := &sweepSums{of: of, boards: ways((q.Deck.Set()&^gone).Len()-4, q.ToBoard)}
	for _, o := range opp {
		if o.Cards&(gone|^q.Deck.Set()) == 0 {
			s.opp = append(s.opp, o)
		}
	}
	return s
}

// sweepSums are the results of the range's hands.
type sweepSums struct {
	of     map[cards.Set]sweepSum
	opp    []cards.Held // possible hands
	boards float64      // for two hands
}

// answer returns the answer for some hands of the range, nil if nothing can be dealt with them.
func (s *sweepSums) answer(held []cards.Held) *Answer {
	var t sweepSum
	all, pairs := 0.0, int64(0)
	for _, h := range held {
		one, ok := s.of[h.Cards]
		if !ok {
			continue
		}
		t.wins += float64(h.Weight * one.wins)
		t.ties += float64(h.Weight * one.ties)
		for _, o := range s.opp {
			if o.Cards&h.Cards == 0 {
				pairs++
				all += float64(h.Weight * o.Weight)
			}
		}
	}
	all *= s.boards
	if all == 0 {
		return nil
	}
	win, tie := t.wins/all, t.ties/all
	lose := max(0, 1-win-tie)
	return &Answer{Boards: pairs * int64(s.boards), Exact: true, weight: all, Hands: []Share{
		{Equity: win + float64(tie/2), Win: win, Tie: tie, High: win + tie, Scoop: win},
		{Equity: lose + float64(tie/2), Win: lose, Tie: tie, High: lose + tie, Scoop: lose},
	}}
}

// sweepBoard processes one board after another.
type sweepBoard struct {
	*sweeper
	sums   []sweepSum
	orders [][]uint32 // by the ranks of a board: pairs of ranks in the lower bits, their strength above
	odd    []uint32   // hands whose strength depends on suits in the lower bits, their strength above
	equal  []int32    // hands of equal strength
}

// weightSum is the weight of some hands of the second range, in total and of those with each card.
type weightSum struct {
	all  float64
	with [64]float64
}

// beside returns the weight of the hands without a card of another. If they include that same hand,
// it was subtracted twice.
func (s *weightSum) beside(c *sweepCombo) float64 { return s.all - s.with[c.a&63] - s.with[c.b&63] }

// from processes the boards whose first card to come is the i-th live card.
func (w *sweepBoard) from(ctx context.Context, i int) []sweepSum {
	w.sums = make([]sweepSum, len(w.combos))
	if w.toCome == 0 {
		w.look(0, w.board, 1)
		return w.sums
	}
	c := w.live[i]
	w.choose(ctx, i+1, cards.SetOf(c), w.board.With(w.keys[c]), w.toCome-1)
	return w.sums
}

// choose chooses further cards of the board.
func (w *sweepBoard) choose(ctx context.Context, from int, set cards.Set, k rank.Key, left int) {
	if left == 0 {
		if times := w.orbit(set); times > 0 && pause.Err(ctx) == nil {
			w.look(set, k, times)
		}
		return
	}
	for i := from; i <= len(w.live)-left; i++ {
		c := w.live[i]
		w.choose(ctx, i+1, set.With(c), k.With(w.keys[c]), left-1)
	}
}

// orbit returns the number of boards that a board stands for, 0 if another one stands for it.
func (w *sweepBoard) orbit(set cards.Set) float64 {
	fixed := 0
	for _, to := range w.same {
		switch other := renamed(set, to); {
		case other < set:
			return 0
		case other == set:
			fixed++
		}
	}
	return float64(len(w.same) / fixed)
}

// look compares the ranges on a board that stands for the given number.
func (w *sweepBoard) look(set cards.Set, board rank.Key, times float64) {
	pairs := w.orderOf(board)
	odd := w.oddOf(set, board)
	some := len(odd) > 0
	var sum weightSum
	for len(pairs)+len(odd) > 0 {
		var worth uint32
		if len(odd) == 0 || len(pairs) > 0 && pairs[0]>>16 < odd[0]>>16 {
			worth = pairs[0] >> 16
		} else {
			worth = odd[0] >> 16
		}
		equal := w.equal[:0]
		for ; len(pairs) > 0 && pairs[0]>>16 == worth; pairs = pairs[1:] {
			pair := pairs[0] & 0xffff
			for i := w.begin[pair]; i < w.begin[pair+1]; i++ {
				if c := &w.combos[i]; c.set&set == 0 && !(some && c.key.With(board).Suited()) {
					equal = append(equal, int32(i))
				}
			}
		}
		for ; len(odd) > 0 && odd[0]>>16 == worth; odd = odd[1:] {
			equal = append(equal, int32(odd[0]&0xffff))
		}
		for _, i := range equal {
			if c := &w.combos[i]; c.own != 0 {
				beaten := float64(times * sum.beside(c))
				w.sums[i].wins += beaten
				w.sums[i].ties -= beaten
			}
		}
		for _, i := range equal {
			c := &w.combos[i]
			sum.all += c.opp
			sum.with[c.a&63] += c.opp
			sum.with[c.b&63] += c.opp
		}
		for _, i := range equal {
			if c := &w.combos[i]; c.own != 0 {
				w.sums[i].ties += float64(times * (sum.beside(c) + c.opp))
			}
		}
		w.equal = equal
	}
}

// orderOf returns the pairs of ranks by their strength with a board, weakest first.
func (w *sweepBoard) orderOf(board rank.Key) []uint32 {
	if w.pairs == nil {
		return nil
	}
	order := &w.orders[board.Slot(w.n-2)]
	if *order == nil {
		for i, k := range w.pairs {
			if w.begin[i] < w.begin[i+1] {
				*order = append(*order, uint32(w.table.At(k.With(board)))<<16|uint32(i))
			}
		}
		slices.Sort(*order)
	}
	return *order
}

// oddOf returns the hands whose strength is not determined by ranks alone, weakest first.
func (w *sweepBoard) oddOf(set cards.Set, board rank.Key) []uint32 {
	w.odd = w.odd[:0]
	if w.pairs != nil && !w.flushy(board) {
		return nil
	}
	for i := range w.combos {
		c := &w.combos[i]
		if k := c.key.With(board); c.set&set == 0 && (w.pairs == nil || k.Suited()) {
			w.odd = append(w.odd, uint32(w.ranking.Of(k, w.n))<<16|uint32(i))
		}
	}
	slices.Sort(w.odd)
	return w.odd
}

// flushy reports whether a hand can have a flush on a board.
func (w *sweepBoard) flushy(board rank.Key) bool {
	for s := range 4 {
		if bits.OnesCount16(uint16(board.Mask>>(16*s))) >= 3 {
			return true
		}
	}
	return false
}
