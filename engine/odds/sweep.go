package odds

import (
	"context"
	"iter"
	"math/bits"

	"cardroom/engine/cards"
	"cardroom/engine/rank"
)

// Two wide ranges of two cards are compared board by board: on each board all hands
// are put in their order once, and running sums over that order, of all hands and of
// those with each card, say how many of the other range a hand beats, whatever its
// own cards take out of it. A board costs so much as a thousand comparisons, where
// a thousand hands against a thousand are a million. Boards that are the same but for
// the names of the suits are looked at once.

// sweeper compares two ranges.
type sweeper struct {
	ranking *rank.Ranking
	n       int // cards of a hand and the board
	toCome  int
	live    []cards.Card // that can come
	board   rank.Key
	keys    [52]rank.Key
	same    []*[4]uint
	combos  []sweepCombo
}

// sweepCombo is two cards, and their weights in the two ranges.
type sweepCombo struct {
	set      cards.Set
	key      rank.Key
	a, b     int
	own, opp float64
}

// sweepSum is what a hand of the first range meets: hands of the second by weight and
// board, all of them, those that it beats, and those that it ties with.
type sweepSum struct{ all, wins, ties float64 }

// sweepable reports whether a question can be answered that way: two hands of two
// cards, a board, one part of the pot, and no suits that part equals.
func (q *Question) sweepable() bool {
	if len(q.Hands) != 2 || len(q.Show.Parts) != 1 || q.Deck.Jokers > 0 || q.Deck.Packs > 1 || len(q.Pots) > 0 || q.drawn() {
		return false
	}
	p := &q.Show.Parts[0]
	total := len(q.Board) + q.ToBoard
	return !p.Exact() && !p.BySuit && len(known(q.Board)) == len(q.Board) && total > 0 && total+2 >= p.Ranking.Size() && total <= 5
}

// maxSweep is the longest that a sweep may take, in microseconds.
const maxSweep = 60_000_000

// sweepCost is about how long a sweep takes, in microseconds.
func (q *Question) sweepCost(same []*[4]uint) float64 {
	left := (q.Deck.Set() &^ q.Dead).Len() - len(q.Board)
	return 20 * ways(left, q.ToBoard) / float64(len(same))
}

// sweep compares two ranges; what it says of a hand of the first is of all hands into
// which the symmetries of the question change it, one of which stands for the others.
func (q *Question) sweep(ctx context.Context, workers int, own, opp []cards.Held, same []*[4]uint) (map[cards.Set]sweepSum, error) {
	gone := q.Dead | cards.SetOf(q.Board...)
	r := q.Show.Parts[0].Ranking
	r.Prepare()
	s := &sweeper{ranking: r, n: 2 + len(q.Board) + q.ToBoard, toCome: q.ToBoard, live: (q.Deck.Set() &^ gone).Cards(), board: r.KeyOf(q.Board), same: same}
	for c := range cards.Card(52) {
		s.keys[c] = r.Key(c)
	}
	at := map[cards.Set]int{}
	for k, list := range [][]cards.Held{own, opp} {
		for _, h := range list {
			if h.Cards&gone != 0 || h.Cards&^q.Deck.Set() != 0 {
				continue
			}
			i, ok := at[h.Cards]
			if !ok {
				i = len(s.combos)
				at[h.Cards] = i
				two := h.Cards.Cards()
				s.combos = append(s.combos, sweepCombo{set: h.Cards, key: r.KeyOf(two), a: int(two[0]), b: int(two[1])})
			}
			if k == 0 {
				s.combos[i].own += h.Weight
			} else {
				s.combos[i].opp += h.Weight
			}
		}
	}
	// The boards are divided by their first card, so that sums come out the same
	// whoever works on them.
	sums := make([][]sweepSum, max(1, len(s.live)-s.toCome+1))
	err := parallel(ctx, workers, len(sums), func(numbers iter.Seq[int]) {
		w := newSweepBoard(s)
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
			t.all += part[i].all
			t.wins += part[i].wins
			t.ties += part[i].ties
		}
		out[s.combos[i].set] = t
	}
	return out, nil
}

// sweepBoard works on one board after the other.
type sweepBoard struct {
	*sweeper
	sums  []sweepSum
	worth []rank.Strength
	alive []int32                // combos without a card of the board
	seen  [(1<<16)/64 + 1]uint64 // strengths of the board, a bit for each
	below [(1<<16)/64 + 1]uint16 // how many there are below each word
	rows  []sweepRow             // running sums by strength in order
	words int                    // of seen that are in use
}

// sweepRow is the weight of all hands of the second range up to a strength, and of
// those with each card.
type sweepRow [53]float64

const sweepAll = 52

func newSweepBoard(s *sweeper) *sweepBoard {
	return &sweepBoard{sweeper: s, worth: make([]rank.Strength, len(s.combos)), words: s.ranking.Count()/64 + 1}
}

// from works on the boards whose first card to come is the i-th of the live ones.
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

// choose takes further cards of the board.
func (w *sweepBoard) choose(ctx context.Context, from int, set cards.Set, k rank.Key, left int) {
	if left == 0 {
		if times := w.orbit(set); times > 0 && ctx.Err() == nil {
			w.look(set, k, times)
		}
		return
	}
	for i := from; i <= len(w.live)-left; i++ {
		c := w.live[i]
		w.choose(ctx, i+1, set.With(c), k.With(w.keys[c]), left-1)
	}
}

// orbit is how many boards a board stands for, 0 where another one does.
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

// look compares the ranges on a board that stands for so many.
func (w *sweepBoard) look(set cards.Set, board rank.Key, times float64) {
	w.alive = w.alive[:0]
	clear(w.seen[:w.words])
	for i := range w.combos {
		c := &w.combos[i]
		if c.set&set != 0 {
			continue
		}
		s := w.ranking.Of(c.key.With(board), w.n)
		w.worth[i] = s
		w.seen[s>>6] |= 1 << (s & 63)
		w.alive = append(w.alive, int32(i))
	}
	total := 0
	for i, word := range w.seen[:w.words] {
		w.below[i] = uint16(total)
		total += bits.OnesCount64(word)
	}
	if len(w.rows) <= total {
		w.rows = make([]sweepRow, 2*total+1)
	}
	rows := w.rows[:total+1]
	clear(rows)
	for _, i := range w.alive {
		c, s := &w.combos[i], w.worth[i]
		at := int(w.below[s>>6]) + bits.OnesCount64(w.seen[s>>6]&(1<<(s&63)-1))
		w.worth[i] = rank.Strength(at)
		if c.opp != 0 {
			row := &rows[at+1]
			row[c.a] += c.opp
			row[c.b] += c.opp
			row[sweepAll] += c.opp
		}
	}
	for i := 1; i < len(rows); i++ {
		row, last := &rows[i], &rows[i-1]
		for k := range row {
			row[k] += last[k]
		}
	}
	end := &rows[total]
	for _, i := range w.alive {
		c := &w.combos[i]
		if c.own == 0 {
			continue
		}
		low, high := &rows[w.worth[i]], &rows[w.worth[i]+1]
		wins := low[sweepAll] - low[c.a] - low[c.b]
		sum := &w.sums[i]
		sum.wins += times * wins
		sum.ties += times * (high[sweepAll] - high[c.a] - high[c.b] + c.opp - wins)
		sum.all += times * (end[sweepAll] - end[c.a] - end[c.b] + c.opp)
	}
}
