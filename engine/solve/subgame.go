package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
)

// Subgame is a hand from some state on, in which the others know only the range of each seat's down cards.
type Subgame struct {
	Hand *hand.Hand
	// Ranges are the down cards of the live seats, by seat of the hand, with weights.
	Ranges map[int]*cards.Range
	// Bets are the sizes of bets and raises, as fractions of the pot; nil for every amount.
	Bets []float64
	// Wagers, when set, are the bets and raises instead.
	Wagers *enumerate.Wagers
	// Line, when set, is how the hand went on: on the public tree its bets and raises are tried too, on the way that it takes.
	Line []hand.Action
	// Deals is the number of combinations of the ranges; [BuildSubgame] sets it.
	Deals int
}

// BuildSubgame builds the tree of a hand from its current state on. It leaves out folded seats: [Game.Numbers] maps seats of
// the tree to seats of the hand. What the folded seats left in the pot is divided equally among the live seats, so that the
// values of two seats add up to 0; [Game.Dead] is one share.
func BuildSubgame(ctx context.Context, s *Subgame, o Options) (*Game, error) {
	h := s.Hand
	w, err := s.walk(ctx)
	if err != nil {
		return nil, err
	}
	o.MaxNodes = cmp.Or(o.MaxNodes, defaultNodes)
	o.MaxBytes = cmp.Or(o.MaxBytes, defaultBytes)
	live, stacks := 0, s.stacks()
	b := newBuilder(w, w.Plan(), o, []renaming{unchanged()}, stacks, h.Live().Len())
	b.live = nil
	for i := range stacks {
		if b.index[i] = -1; h.Live().Has(i) {
			b.index[i] = live
			b.live = append(b.live, i)
			live++
		} else {
			b.dead += float64(stacks[i]-h.Stack(i)) / b.unit
		}
	}
	b.dead /= float64(live)
	if err := s.ways(ctx, b.walk, b.o.MaxNodes, math.MaxInt32, func(t *hand.Hand, weight float64) error {
		if b.err == nil {
			b.walk.From(t, weight, func(h *hand.Hand) { b.deal(ctx, h) })
		}
		return b.err
	}); err != nil {
		return nil, err
	}
	g, err := b.finish(ctx)
	if err != nil {
		return nil, err
	}
	g.Numbers, g.Dead = b.live, b.dead
	return g, nil
}

// stacks returns the starting stacks of the seats.
func (s *Subgame) stacks() (out []int64) {
	for i := range s.Hand.Seats() {
		out = append(out, s.Hand.StartingStack(i))
	}
	return out
}

// walk returns a walk of the hand from its current state on.
func (s *Subgame) walk(ctx context.Context) (*enumerate.Walk, error) {
	h := s.Hand
	switch d, ok := h.Next(); {
	case !ok:
		return nil, errors.New("the hand is over")
	case d.Seat < 0:
		return nil, fmt.Errorf("the dealer has to act: %s", h.Legal())
	}
	bound, err := enumerate.WithoutBurns(h.Plan())
	if err != nil {
		return nil, err
	}
	return enumerate.NewWalk(ctx, bound, enumerate.Options{Stacks: s.stacks(), Pack: bound.Game.Deck.Append(nil), OpenFolds: false, Bets: s.Bets, Wagers: s.Wagers})
}

// ways calls f for each combination of hands from the live seats' ranges, after counting them, or for about some of them,
// evenly spaced. f gets the hand and its probability. More than most combinations are an error.
func (s *Subgame) ways(ctx context.Context, w *enumerate.Walk, most int64, some int, f func(h *hand.Hand, weight float64) error) error {
	var live []int
	known := cards.SetOf(s.Hand.Board()...)
	pairs := 1.0 // including those with a card in common
	for m := s.Hand.Live(); m != 0; m &= m - 1 {
		live = append(live, m.First())
		known |= cards.SetOf(s.Hand.Showing(m.First(), 0)...)
		pairs *= float64(len(s.Ranges[m.First()].Hands))
	}
	tooMany := &TooLargeError{MaxNodes: most, Deals: pairs}
	if pairs > 4*float64(most) {
		return tooMany
	}
	s.Deals = 0
	all, down := 0.0, make([][]cards.Card, s.Hand.Seats())
	s.each(live, known, 1, down, func(weight float64) bool {
		all += weight
		s.Deals++
		return int64(s.Deals) <= most && (s.Deals&4095 != 0 || pause.Err(ctx) == nil)
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case s.Deals == 0:
		return errors.New("the ranges leave no hand for every seat: they have the same cards")
	case int64(s.Deals) > most:
		return tooMany
	}
	var err error
	k, n := 0, min(s.Deals, some)
	s.each(live, known, 1, down, func(weight float64) bool {
		if k++; (k*n)/s.Deals == ((k-1)*n)/s.Deals {
			return true
		}
		t := *s.Hand
		if err = t.Suppose(w.Plan(), down); err == nil {
			err = f(&t, weight/all)
		}
		return err == nil
	})
	return err
}

// EstimateSubgame estimates the size of the tree from a few hundred random lines. If the ranges alone have more than most
// combinations, it returns an error.
func EstimateSubgame(ctx context.Context, s *Subgame, most int64) (*Size, error) {
	w, err := s.walk(ctx)
	if err != nil {
		return nil, err
	}
	p := &probe{walk: w, chance: rand.New(rand.NewPCG(1, 2))}
	var all lineSums
	err = s.ways(ctx, w, most, probes, func(t *hand.Hand, _ float64) error {
		n := min(s.Deals, probes)
		w.From(t, 1, func(h *hand.Hand) { all.follow(p, h, s.Deals, (probes+n-1)/n) })
		return cmp.Or(ctx.Err(), w.Err())
	})
	if err != nil {
		return nil, err
	}
	return all.size(s.Hand.Live().Len()), nil
}

// each calls f for each combination of hands without a common card, until f returns false. It reports whether it visited all
// combinations.
func (s *Subgame) each(seats []int, known cards.Set, weight float64, down [][]cards.Card, f func(weight float64) bool) bool {
	if len(seats) == 0 {
		return f(weight)
	}
	for _, held := range s.Ranges[seats[0]].Hands {
		if held.Cards&known != 0 {
			continue
		}
		down[seats[0]] = slices.Clone(held.Cards.Cards())
		if !s.each(seats[1:], known|held.Cards, weight*held.Weight, down, f) {
			return false
		}
	}
	return true
}
