package ledger

import (
	"context"
	"math"
	"strconv"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/money"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
)

// share is what a seat could expect of a pot when the betting was over.
type share struct {
	pot, seat int
	part      float64 // of the pot
	size      int64   // of the pot, less what the house took
}

// worth is what an all-in hand was worth when the betting was over and cards were still to come.
type worth struct {
	shares []share
	exact  bool
	toCome int
	chips  [betting.Max]float64 // by seat, in units
	errs   [betting.Max]float64 // standard errors
	seats  betting.Set
}

// Valuer finds what all-in hands were worth. It remembers answers, and is not safe for concurrent use.
type Valuer struct {
	known map[string]*odds.Answer
	cache odds.Cache
	key   []byte
}

// Answers are exact if at most two cards are to come; otherwise so many deals are sampled, always with the same seed.
const (
	mostExact = 2
	samples   = 10_000
)

// all returns what a hand was worth, nil if the betting went on until the last card, not all cards of those who were in are known, or the
// game does not end by comparing them: cards are drawn or chosen, there are several boards, a ruling changed the hand.
func (v *Valuer) all(p *Played) *worth {
	h, g := p.Hand, p.Hand.Plan().Game
	if !h.Result().Showdown || len(h.Notes()) > 0 || h.Plan().AgainstBank {
		return nil
	}
	last := -1
	in := (betting.Bit(h.Seats()) - 1) &^ h.Absent()
	for i := range p.Log.Events {
		e := &p.Log.Events[i]
		in = e.InAfter(in, in)
		switch f := e.Kind.Facts(); {
		case f.Answers == hand.ByAct || f.Pays.Forced():
			last = i
		case f.Answers != hand.NoAnswer && f.Answers != hand.WithOffer || f.Cancels || f.NewDeal:
			return nil
		}
	}
	var held [betting.Max]int
	var laid []cards.Card
	w := &worth{seats: in}
	for i := range p.Log.Events {
		e := &p.Log.Events[i]
		switch f := e.Kind.Facts(); {
		case f.DealsTo(plan.ZoneBoard) && i < last:
			laid = append(laid, e.List()...)
		case f.DealsTo(plan.ZoneHand) && i < last:
			held[e.Seat] += int(e.N)
		case f.DealsTo(plan.ZoneBoard):
			w.toCome += int(e.N)
		case f.DealsTo(plan.ZoneHand) && in.Has(int(e.Seat)):
			w.toCome += int(e.N)
		}
	}
	if w.toCome == 0 || in.Len() < 2 {
		return nil
	}
	for k := range h.Board() {
		if h.BoardsOf(k) != 0 {
			return nil
		}
	}
	var hands []odds.Hand
	var at [betting.Max]int
	for m := in; m != 0; m &= m - 1 {
		seat := m.First()
		cs := h.Hole(seat)
		if held[seat] > len(cs) {
			return nil
		}
		cs = cs[:held[seat]]
		for _, c := range cs {
			if !c.Known() {
				return nil
			}
		}
		at[seat] = len(hands)
		hands = append(hands, odds.Hand{Cards: cs})
	}
	list := &h.Result().Pots
	answer := v.answer(g, hands, laid, list.N, func(k int) (int64, betting.Set) {
		var who betting.Set
		for m := list.Pot[k].Eligible & in; m != 0; m &= m - 1 {
			who |= betting.Bit(at[m.First()])
		}
		return list.Pot[k].Amount, who
	}, w.toCome)
	if answer == nil {
		return nil
	}
	w.exact = answer.Exact
	for k := range list.N {
		size := list.Pot[k].Amount
		for m := list.Pot[k].Eligible & in; m != 0; m &= m - 1 {
			seat := m.First()
			part, err := answer.Hands[at[seat]].Equity, answer.Hands[at[seat]].StdErr*float64(size)
			if answer.Pots != nil {
				part, err = answer.Pots[k][at[seat]], answer.Chips[at[seat]].StdErr
			}
			w.shares = append(w.shares, share{k, seat, part, size})
			w.chips[seat] += float64(part * float64(size))
			w.errs[seat] = err
		}
	}
	return w
}

// answer returns the equity of hands on a board, nil if the game has none.
func (v *Valuer) answer(g *plan.Game, hands []odds.Hand, board []cards.Card, n int, pot func(int) (int64, betting.Set), toCome int) *odds.Answer {
	v.key = append(append(v.key[:0], g.ID...), '|')
	for i := range hands {
		v.key = append(append(v.key, cards.Format(hands[i].Cards)...), '|')
	}
	v.key = append(v.key, cards.Format(board)...)
	var list []odds.Pot
	if n > 1 {
		for k := range n {
			amount, who := pot(k)
			list = append(list, odds.Pot{Amount: amount, Eligible: who})
			v.key = strconv.AppendInt(append(strconv.AppendInt(v.key, amount, 36), ':'), int64(who), 36)
		}
	}
	if a, ok := v.known[string(v.key)]; ok {
		return a
	}
	q, err := odds.ForGame(g, hands, board)
	var a *odds.Answer
	if err == nil && len(q.Draws) == 0 {
		q.Pots = list
		a, err = q.Compute(context.Background(), odds.Effort{Exact: toCome <= mostExact, Samples: samples, Enough: samples, Seed: 1, Cache: &v.cache})
		if err != nil {
			a = nil
		}
	}
	if v.known == nil || len(v.known) > mostKept {
		v.known = map[string]*odds.Answer{}
	}
	v.known[string(v.key)] = a
	return a
}

// evScale is the least number of units per chip of expected amounts.
const evScale = 10_000

// expected returns the result of a seat with what its all-in hand was worth in place of what it won, in units of 1/by, and the standard
// error. A seat that received something outside the pot keeps its result.
func (p *Played) expected(w *worth, sides *history.Sides, seat int) (result, err float64, by int64) {
	h, scale := p.Hand, p.Hand.Plan().Stakes.Scale
	by = max(scale, evScale)
	result = float64(float64(h.Net(seat)) * float64(by/scale))
	if sides != nil && sides.Result[seat] != 0 {
		return result + float64(sides.Result[seat])*float64(by)/float64(sides.Scale), 0, by
	}
	if w != nil && w.seats.Has(seat) {
		result += float64((w.chips[seat] - float64(h.Won(seat))) * float64(by/scale))
		err = w.errs[seat] * float64(by/scale)
	}
	return result, err, by
}

// Value sets what the seats could expect, where their hand was all in.
func (v *Valuer) Value(p *Played, seats []Seat) {
	t := p.terms()
	var sides *history.Sides
	if p.Record != nil {
		sides = p.Record.Sides()
	}
	w := v.all(p)
	for k := range seats {
		s := &seats[k]
		result, _, by := p.expected(w, sides, k)
		s.Valued = true
		if w != nil {
			part := math.Round(100 * result / float64(max(1, t.unit)) * float64(p.Hand.Plan().Stakes.Scale) / float64(by))
			if s.Over = s.Over || math.Abs(part) >= money.MaxSum; !s.Over {
				s.EV = int64(part)
			}
		}
	}
}
