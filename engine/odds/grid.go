package odds

import (
	"context"
	"errors"
	"fmt"

	"cardroom/engine/cards"
	"cardroom/engine/pause"
)

// Grid is a range of two-card hands by kind: pairs on the diagonal from the highest, suited hands
// above it, offsuit hands below.
type Grid struct {
	Ranks []cards.Rank // of rows and columns, highest first
	Cells [][]Cell     // by row and column
	// Combos is the number of hands in the range, All the number of possible hands. Weight is the
	// sum of the hands' weights, scaled so that no weight exceeds one.
	Combos, All int
	Weight      float64
	// Answer is for the whole range; nil without opponents. Hands that differ only in the names of
	// suits may have been computed once, and its Boards counts only these.
	Answer *Answer
}

// Cell is a kind of hand: a pair, or two ranks, suited or offsuit.
type Cell struct {
	Name        string // "AKs"
	Combos, All int
	Weight      float64
	// Answer is for these hands of the range, nil if there are none or no opponents.
	Answer *Answer
}

// Grid lays out the range of the first hand. If there are others, it compares each kind of hand
// with them, by answering the question with that kind in place of the range. A hand without known
// cards or a range is any two cards. step, if not nil, is called after each kind of hand.
func (q *Question) Grid(ctx context.Context, e Effort, step func()) (*Grid, error) {
	g, held, gone, err := q.layGrid()
	if err != nil || len(q.Hands) == 1 {
		return g, err
	}
	if e.Cache == nil {
		e.Cache = new(Cache)
	}
	same := q.symmetries(0)
	sums, err := q.swept(ctx, e, held, same)
	if err != nil {
		return nil, err
	}
	total := &totalOf{shares: make([]Share, len(q.Hands)), exact: true}
	// the hands of the range by the row and column of their cells
	var kinds [13][13][]cards.Held
	for _, h := range held {
		if h.Cards&gone == 0 {
			i, j := g.place(h.Cards)
			kinds[i][j] = append(kinds[i][j], h)
		}
	}
	for i := range g.Cells {
		for j := range g.Cells[i] {
			c, kind := &g.Cells[i][j], kinds[i][j]
			if sums != nil {
				c.Answer = sums.answer(kind)
			} else if c.Answer, err = q.ofCell(ctx, e, kind, same); err != nil {
				return nil, err
			}
			if pause.Err(ctx) != nil {
				return nil, ctx.Err()
			}
			total.add(c.Answer)
			if step != nil {
				step()
			}
		}
	}
	if g.Answer = total.answer(); g.Answer == nil && total.some {
		whole := *q
		whole.Hands = append([]Hand{{Range: &cards.Range{Hands: held}}}, q.Hands[1:]...)
		g.Answer, err = whole.Compute(ctx, e)
	}
	if g.Answer == nil && err == nil {
		err = errNothing
	}
	return g, err
}

// layGrid lays out the range of the first hand and returns its hands and the cards that are gone.
func (q *Question) layGrid() (g *Grid, held []cards.Held, gone cards.Set, err error) {
	if _, err := q.seen(); err != nil {
		return nil, nil, 0, err
	}
	if q.Deck.Jokers > 0 {
		return nil, nil, 0, errors.New("a grid has no place for a joker")
	}
	if len(q.Hands) == 0 {
		return nil, nil, 0, errors.New("a grid needs a range")
	}
	if held, err = q.twoCards(0); err != nil {
		return nil, nil, 0, err
	}
	gone = q.Dead | cards.SetOf(known(q.Board)...)
	if q.Second != nil {
		gone |= cards.SetOf(known(q.Second.Cards)...)
	}
	for _, h := range q.Hands[1:] {
		gone |= cards.SetOf(known(h.Cards)...)
	}
	g = &Grid{}
	g.lay(held, q.Deck.Lowest, q.Deck.Set()&^gone)
	if g.Combos == 0 {
		return nil, nil, 0, errors.New("no hand in the range is possible")
	}
	return g, held, gone, nil
}

// twoCards returns the possible two-card hands of a hand of the question.
func (q *Question) twoCards(k int) ([]cards.Held, error) {
	h := &q.Hands[k]
	n := len(h.Cards) + h.ToCome
	if h.Range != nil {
		n = h.Range.Hands[0].Cards.Len() + h.ToCome
	}
	switch {
	case n != 2 || h.Range != nil && h.ToCome > 0:
		return nil, fmt.Errorf("a grid needs hands of two cards, but here a hand has %d", n)
	case h.Range != nil:
		return h.Range.Hands, nil
	}
	own := cards.SetOf(known(h.Cards)...)
	var out []cards.Held
	deck := q.Deck.Set().Cards()
	for i, a := range deck {
		for _, b := range deck[:i] {
			if two := cards.SetOf(a, b); own&^two == 0 {
				out = append(out, cards.Held{Cards: two, Weight: 1})
			}
		}
	}
	return out, nil
}

// lay counts the hands of the range, with live cards.
func (g *Grid) lay(held []cards.Held, lowest cards.Rank, live cards.Set) {
	all := live.Cards()
	for r := int(cards.Ace); r >= int(lowest); r-- {
		g.Ranks = append(g.Ranks, cards.Rank(r))
	}
	g.Cells = make([][]Cell, len(g.Ranks))
	for i := range g.Cells {
		g.Cells[i] = make([]Cell, len(g.Ranks))
		for j := range g.Cells[i] {
			g.Cells[i][j].Name = g.name(i, j)
		}
	}
	for i, a := range all {
		for _, b := range all[:i] {
			g.at(cards.SetOf(a, b)).All++
			g.All++
		}
	}
	most := 1.0
	for _, h := range held {
		most = max(most, h.Weight)
	}
	for _, h := range held {
		if h.Cards&^live == 0 {
			c := g.at(h.Cards)
			c.Combos++
			c.Weight += h.Weight / most
			g.Combos++
			g.Weight += h.Weight / most
		}
	}
}

// place returns the row and column of a hand.
func (g *Grid) place(two cards.Set) (row, column int) {
	cs := two.Cards()
	high, low := int(g.Ranks[0]-max(cs[0].Rank(), cs[1].Rank())), int(g.Ranks[0]-min(cs[0].Rank(), cs[1].Rank()))
	if cs[0].Suit() == cs[1].Suit() {
		return high, low
	}
	return low, high
}

func (g *Grid) at(two cards.Set) *Cell {
	row, column := g.place(two)
	return &g.Cells[row][column]
}

// name returns the name of a cell, as used in ranges.
func (g *Grid) name(row, column int) string {
	high, low := g.Ranks[min(row, column)].Char(), g.Ranks[max(row, column)].Char()
	switch text := string([]byte{high, low}); {
	case row < column:
		return text + "s"
	case row > column:
		return text + "o"
	default:
		return text
	}
}

// ofCell answers the question for some hands of the range. The answer is nil if the others cannot
// be dealt together with these hands.
func (q *Question) ofCell(ctx context.Context, e Effort, held []cards.Held, same []*[4]uint) (*Answer, error) {
	if len(held) == 0 {
		return nil, nil
	}
	a, err := q.beside(held, same).Compute(ctx, e)
	if errors.Is(err, errNothing) {
		return nil, nil
	}
	return a, err
}

// beside returns the question with some hands in place of the range. Hands that differ only in the
// names of suits are merged.
func (q *Question) beside(held []cards.Held, same []*[4]uint) *Question {
	var alike []cards.Held
	at := map[cards.Set]int{}
	for _, h := range held {
		k := first(h.Cards, same)
		i, ok := at[k]
		if !ok {
			i = len(alike)
			at[k] = i
			alike = append(alike, cards.Held{Cards: k})
		}
		alike[i].Weight += h.Weight
	}
	one := *q
	one.Hands = append([]Hand{{Range: &cards.Range{Hands: alike}}}, q.Hands[1:]...)
	return &one
}

// swept compares the range with another one board by board if that is faster than hand by hand; nil
// if it is not, or if samples are requested.
func (q *Question) swept(ctx context.Context, e Effort, held []cards.Held, same []*[4]uint) (*sweepSums, error) {
	plan := q.planSweep()
	if plan == nil || !e.Exact && e.Enough == 1 {
		return nil, nil
	}
	alike := map[cards.Set]bool{}
	for _, h := range held {
		alike[first(h.Cards, same)] = true
	}
	if plan.cost > float64(len(alike)*len(plan.opp))*pairCost[q.ToBoard] {
		return nil, nil
	}
	return q.sweep(ctx, e.filled().Workers, plan)
}

// totalOf adds up exact answers for hands of a range.
type totalOf struct {
	shares []Share
	weight float64
	boards int64
	some   bool
	exact  bool
}

func (t *totalOf) add(a *Answer) {
	if a == nil {
		return
	}
	t.some = true
	if t.exact = t.exact && a.Exact; !t.exact {
		return
	}
	t.weight += a.weight
	t.boards += a.Boards
	for i := range t.shares {
		to, from := t.shares[i].fields(), a.Hands[i].fields()
		for k := range to {
			*to[k] += float64(a.weight * *from[k])
		}
	}
}

// answer returns the answer for all of them, nil if it is not exact.
func (t *totalOf) answer() *Answer {
	if !t.some || !t.exact {
		return nil
	}
	for i := range t.shares {
		for _, x := range t.shares[i].fields() {
			*x /= t.weight
		}
	}
	return &Answer{Boards: t.boards, Exact: true, Hands: t.shares, weight: t.weight}
}

// fields returns pointers to the averages of a share.
func (s *Share) fields() [7]*float64 {
	return [...]*float64{&s.Equity, &s.Win, &s.Tie, &s.High, &s.Low, &s.Scoop, &s.Quarter}
}
