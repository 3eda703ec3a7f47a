package hand

import (
	"fmt"
	"slices"

	"cardroom/engine/cards"
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
