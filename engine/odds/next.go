package odds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
)

// Next is a group of possible next cards, with what the hands can expect after
// any of them.
type Next struct {
	Cards  []cards.Card // lowest first
	Part   float64      // probability that one of them comes
	Answer *Answer      // for the first of them
}

// Next answers the question for each possible next card, on the board, or for
// the hand `to` if it is not negative. Cards with the same result are grouped
// if the answers are exact or the suits show it; the cards that are best for
// the first hand, or for the hand that gets the card, come first. The
// probability of a card takes the ranges into account. e applies to each card;
// step, if not nil, is called after each.
func (q *Question) Next(ctx context.Context, e Effort, to int, step func()) ([]Next, error) {
	lacks := q.ToBoard + len(q.Board) - len(known(q.Board))
	switch {
	case q.Second != nil:
		return nil, errors.New("the next card can be computed for one board, not two")
	case to >= len(q.Hands):
		return nil, fmt.Errorf("there is no hand %d", to+1)
	case to >= 0 && q.Hands[to].ToCome == 0:
		return nil, fmt.Errorf("hand %d gets no more cards", to+1)
	case to < 0 && lacks == 0:
		return nil, errors.New("no cards are to come on the board")
	}
	if e.Cache == nil {
		e.Cache = new(Cache)
	}
	chances, err := q.chances(ctx, e)
	if err != nil {
		return nil, err
	}
	same := q.symmetries(-1)
	var out []Next
	at := map[cards.Set]int{}
	for c := range cards.Joker2 + 1 {
		if chances[c] == 0 {
			continue
		}
		key := first(cards.SetOf(c), same)
		if i, ok := at[key]; ok {
			out[i].Cards = append(out[i].Cards, c)
			out[i].Part += chances[c]
			continue
		}
		a, err := q.after(c, to).Compute(ctx, e)
		if err != nil {
			return nil, err
		}
		if pause.Err(ctx) != nil {
			return nil, ctx.Err()
		}
		at[key] = len(out)
		out = append(out, Next{[]cards.Card{c}, chances[c], a})
		if step != nil {
			step()
		}
	}
	out = together(out)
	hero := max(0, to)
	slices.SortStableFunc(out, func(a, b Next) int {
		return cmp.Compare(b.Answer.Hands[hero].Equity, a.Answer.Hands[hero].Equity)
	})
	return out, nil
}

// after returns the question after a card has come.
func (q *Question) after(c cards.Card, to int) *Question {
	out := *q
	if to < 0 {
		out.Board = slices.Clone(q.Board)
		if i := slices.IndexFunc(out.Board, func(c cards.Card) bool { return !c.Known() }); i >= 0 {
			out.Board[i] = c
			return &out
		}
		out.Board = append(out.Board, c)
		out.ToBoard--
		return &out
	}
	out.Hands = slices.Clone(q.Hands)
	h := &out.Hands[to]
	h.ToCome--
	if h.Range == nil {
		h.Cards = append(slices.Clone(h.Cards), c)
		return &out
	}
	r := &cards.Range{}
	for _, held := range h.Range.Hands {
		if !held.Cards.Has(c) {
			r.Hands = append(r.Hands, cards.Held{Cards: held.Cards.With(c), Weight: held.Weight})
		}
	}
	h.Range = r
	return &out
}

// Numbers of choices from the ranges for card probabilities: up to which all
// are used, and how many are drawn otherwise.
const (
	maxPicks  = 2_000_000
	someDrawn = 200_000
)

// chances returns how often each card comes next: as often as it is not in a
// hand. Cards about which nothing is known are all alike.
func (q *Question) chances(ctx context.Context, e Effort) (out [54]float64, err error) {
	m, err := q.match()
	if err != nil {
		return out, err
	}
	if m.sampled != nil {
		m = m.sampled
	}
	total := 0.0
	note := func(used cards.Set, weight float64) {
		total += weight
		for s := used; s != 0; s &= s - 1 {
			out[bits.TrailingZeros64(uint64(s))] += weight
		}
	}
	if m.tuples <= maxPicks {
		err = m.each(ctx, func(pick []*option, weight float64) error {
			var used cards.Set
			for _, o := range pick {
				used |= o.set
			}
			note(used, weight)
			return nil
		})
	} else {
		err = m.drawHands(e.seeded().Seed, note)
	}
	if err == nil && total == 0 {
		err = errNothing
	}
	if err != nil {
		return out, err
	}
	sum := 0.0
	live := q.Deck.Set() &^ m.dead
	for c := range out {
		if live.Has(cards.Card(c)) {
			out[c] = total - out[c]
		} else {
			out[c] = 0
		}
		if out[c] < total*1e-12 { // what rounding leaves for a card that is always held
			out[c] = 0
		}
		sum += out[c]
	}
	for c := range out {
		out[c] /= sum
	}
	return out, nil
}

// drawHands calls f with the cards of hands drawn by their weights.
func (m *match) drawHands(seed uint64, f func(cards.Set, float64)) error {
	chooser, chance := m.newChooser(), hand.NewSource(seed, math.MaxUint64)
	at := make([]int, len(m.hands))
	for range someDrawn {
		if !chooser.pick(at, &chance) {
			return errNothing
		}
		var used cards.Set
		for i, k := range at {
			used |= m.hands[i][k].set
		}
		f(used, 1)
	}
	return nil
}

// together merges cards after which all hands expect exactly the same.
func together(list []Next) (out []Next) {
	for _, n := range list {
		i := slices.IndexFunc(out, func(o Next) bool { return n.Answer.same(o.Answer) })
		if i < 0 {
			out = append(out, n)
			continue
		}
		out[i].Cards = append(out[i].Cards, n.Cards...)
		slices.Sort(out[i].Cards)
		out[i].Part += n.Part
	}
	return out
}

// same reports whether two exact answers are equal up to rounding.
func (a *Answer) same(b *Answer) bool {
	if !a.Exact || !b.Exact {
		return false
	}
	for i := range a.Hands {
		x, y := a.Hands[i].fields(), b.Hands[i].fields()
		for k := range x {
			if math.Abs(*x[k]-*y[k]) > 1e-12 {
				return false
			}
		}
	}
	for k := range a.Pots {
		for i, part := range a.Pots[k] {
			if math.Abs(part-b.Pots[k][i]) > 1e-12 {
				return false
			}
		}
	}
	return true
}
