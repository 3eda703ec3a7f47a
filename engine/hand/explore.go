package hand

import (
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// For those who try every way that a hand can go: the cards to come can be
// chosen at any decision.

// Taken is how many cards have been taken from the deck since it was last
// shuffled, burns among them.
func (h *Hand) Taken() int { return int(h.stock.pos) }

// Undealt is the cards that have not been taken, in no order that means
// anything. The slice is the hand's own.
func (h *Hand) Undealt() []cards.Card { return h.stock.order[h.stock.pos:h.stock.n] }

// Arrange puts cards on top of the stub, the first to be dealt next. The others
// keep an order of their own. It fails if one of them is not in the stub.
func (h *Hand) Arrange(next []cards.Card) error {
	s := &h.stock
	s.settle()
	for i, c := range next {
		at := int(s.pos) + i
		if at >= int(s.n) {
			return fmt.Errorf("the stub has %d cards, not %d", s.left(), len(next))
		}
		k := slices.Index(s.order[at:s.n], c)
		if k < 0 {
			return fmt.Errorf("%s is not in the stub", c)
		}
		s.order[at], s.order[at+k] = s.order[at+k], s.order[at]
	}
	return nil
}

// Suppose gives seats other down cards, each as many as it has; nil for a seat that keeps its own. The
// hand goes on by a plan that has the same steps, dealt from all cards that are not in front of a live
// seat or on the board. A hand that the caller dealt is dealt by the engine from there on.
func (h *Hand) Suppose(b *plan.Bound, down [][]cards.Card) error {
	if h.bank != nil {
		return errors.New("a round against a bank has no ranges")
	}
	h.own()
	h.plan, h.manual, h.seen = b, false, 0
	left := packTally(b.Game.Deck)
	take := func(list []cards.Card) error {
		for _, c := range list {
			if !c.Known() || !left.take(c) {
				return fmt.Errorf("%s is unknown, or in two places", c)
			}
		}
		return nil
	}
	for seat, list := range down {
		if list == nil {
			continue
		}
		own, k := h.Hole(seat), 0
		for i := range own {
			if h.up[seat]>>i&1 != 0 {
				continue
			}
			if k < len(list) {
				own[i] = list[k]
			}
			k++
		}
		if k != len(list) {
			return fmt.Errorf("seat %d has %d down cards, not %d", seat+1, k, len(list))
		}
	}
	for m := h.Live(); m != 0; m &= m - 1 {
		if err := take(h.Hole(m.First())); err != nil {
			return err
		}
	}
	if err := take(h.Board()); err != nil {
		return err
	}
	var stub []cards.Card
	for c, n := range left {
		for range n {
			stub = append(stub, cards.Card(c))
		}
	}
	h.stock.stack(stub, 1, 0)
	return nil
}
