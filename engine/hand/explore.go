package hand

import (
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Functions for callers that enumerate the course of a hand: they can choose the cards to come at any decision.

// Taken returns the number of cards taken from the deck since the last shuffle, including burn cards.
func (h *Hand) Taken() int { return int(h.stock.pos) }

// Undealt returns the cards that have not been taken, in no meaningful order. The slice belongs to the hand.
func (h *Hand) Undealt() []cards.Card { return h.stock.order[h.stock.pos:h.stock.n] }

// Arrange puts cards on top of the stub, the first to be dealt next. The other cards keep an unspecified order. It returns an
// error if one of the cards is not in the stub.
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

// Suppose replaces the down cards of seats, each with as many cards; nil leaves a seat its own. The hand continues with a
// plan that has the same steps, and is dealt from all cards that are not in front of a live seat or on the board. From there
// on the engine deals, even if the caller did before.
func (h *Hand) Suppose(b *plan.AtStakes, down [][]cards.Card) error {
	if h.plan.AgainstBank {
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

// PayAs makes the showdown pay the winners of each part that are given, none where nobody qualifies, whatever the seats hold.
// The hand keeps the slice. It is for games whose showdown is open: see [plan.Step.Open].
func (h *Hand) PayAs(winners []betting.Set) { h.given = &winners }

// Places sets keys to the place of a seat's hand in each part of the showdown, as if it held these down cards: of two hands the
// one with the larger key wins, equal keys tie, and with 0 a hand qualifies for nothing. The cards stay in the hand.
func (h *Hand) Places(seat int, down []cards.Card, keys []uint64) error {
	own, k := h.Hole(seat), 0
	for i := range own {
		if h.up[seat]>>i&1 == 0 {
			own[i] = down[k]
			k++
		}
	}
	sd := h.Showdown()
	for part := range sd.Parts {
		keys[part] = 0
		for number, p := part, &sd.Parts[part]; p != nil; number, p = number+plan.MaxParts, p.Else {
			s, err := h.rated(sd, number, seat)
			if err != nil {
				return err
			}
			if s == 0 {
				continue
			}
			if s >= 1<<24 {
				return fmt.Errorf("the ranking %s has too many strengths", p.Ranking)
			}
			keys[part] = uint64(255-number/plan.MaxParts)<<56 | uint64(s)<<32
			if p.BySuit {
				keys[part] |= uint64(h.suitKey(sd, number, seat))
			}
			break
		}
	}
	return nil
}
