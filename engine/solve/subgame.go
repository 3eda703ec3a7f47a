package solve

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
)

// Subgame is a hand from some state on, where the others know of each seat's down cards only the
// range that they come from.
type Subgame struct {
	Hand *hand.Hand
	// Ranges are the down cards of the live seats, by seat of the hand, with weights.
	Ranges map[int]*cards.Range
	// Bets are the sizes of bets and raises, as parts of the pot; nil for every amount.
	Bets []float64
	// Deals is how many ways of the ranges there are; [BuildSubgame] sets it.
	Deals int
}

// BuildSubgame makes the tree of a hand from its present state on. Seats that have folded are not in
// it: [Game.Numbers] says which seat of the hand each seat of the tree is. What they left in the pot
// belongs to the live seats in equal parts, so that the values of two seats add up to 0; [Game.Dead] is a part.
func BuildSubgame(ctx context.Context, s *Subgame, o Options) (*Game, error) {
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
	var stacks []int64
	for i := range h.Seats() {
		stacks = append(stacks, h.StartingStack(i))
	}
	w, err := enumerate.NewWalk(ctx, bound, enumerate.Options{Stacks: stacks, Pack: bound.Game.Deck.Append(nil), OpenFolds: false, Bets: s.Bets})
	if err != nil {
		return nil, err
	}
	if o.MaxNodes == 0 {
		o.MaxNodes = defaultNodes
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = defaultBytes
	}
	live := 0
	b := newBuilder(w, bound, o, []renaming{unchanged()}, stacks, h.Live().Len())
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
	if err := s.deal(ctx, b); err != nil {
		return nil, err
	}
	g, err := b.finish(ctx)
	if err != nil {
		return nil, err
	}
	g.Numbers, g.Dead = b.live, b.dead
	return g, nil
}

// deal adds every way in which the seats can hold a hand of their ranges.
func (s *Subgame) deal(ctx context.Context, b *builder) error {
	known := cards.Set(0)
	for _, c := range s.Hand.Board() {
		known |= cards.SetOf(c)
	}
	for _, seat := range b.live {
		for _, c := range s.Hand.Showing(seat, 0) {
			known |= cards.SetOf(c)
		}
	}
	down := make([][]cards.Card, len(b.stacks))
	most := int64(1)
	for _, seat := range b.live {
		if most *= int64(len(s.Ranges[seat].Hands)); most > 4*b.o.MaxNodes {
			return &TooLargeError{most, 0, b.o.MaxNodes, b.o.MaxBytes}
		}
	}
	s.Deals = 0
	all := 0.0
	s.each(b.live, known, 1, down, func(weight float64) { all += weight; s.Deals++ })
	if s.Deals == 0 {
		return errors.New("the ranges leave no hand for every seat: they have the same cards")
	}
	var err error
	s.each(b.live, known, 1, down, func(weight float64) {
		if err != nil || b.err != nil {
			return
		}
		t := *s.Hand
		if err = t.Suppose(b.walk.Plan(), down); err == nil {
			b.walk.From(&t, weight/all, func(h *hand.Hand) { b.deal(ctx, h) })
		}
		// Every combination has about as many nodes as the first.
		if most := b.g.Nodes * int64(s.Deals) / int64(max(1, b.deals)); b.deals == 1 && most > 2*b.o.MaxNodes {
			b.stop(&TooLargeError{most, b.bytes(), b.o.MaxNodes, b.o.MaxBytes})
		}
	})
	return err
}

// each calls f for each way in which the seats can hold hands that have no card in common.
func (s *Subgame) each(seats []int, known cards.Set, weight float64, down [][]cards.Card, f func(weight float64)) {
	if len(seats) == 0 {
		f(weight)
		return
	}
	for _, held := range s.Ranges[seats[0]].Hands {
		if held.Cards&known == 0 {
			down[seats[0]] = slices.Clone(held.Cards.Cards())
			s.each(seats[1:], known|held.Cards, weight*held.Weight, down, f)
		}
	}
}
