package dsl_test

import (
	"fmt"
	"math/bits"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/testkit"
)

// asksAnyway are the questions with one answer that are asked, each with its reason.
var asksAnyway = map[string]string{
	"check without openers": "whose turn it is, everybody sees, and who holds openers may check, too: a check without a question would tell that a seat has none (see Observe)",
}

// TestNoForcedQuestion plays every game, some seats soon all in, and finds no question that has only one answer.
func TestNoForcedQuestion(t *testing.T) {
	hands := testkit.Sample[uint64](300, 20)
	if testkit.Whole() {
		hands = 10_000
	}
	for _, g := range testkit.Sweep(allGames(t), 10) {
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			b := boundOf(t, g)
			found := map[string]bool{}
			for n := range hands {
				seats := g.MinSeats + int(n)%(g.MaxSeats-g.MinSeats+1)
				s := hand.Setup{Plan: b, Seed: 1, Number: n, Button: int(n) % seats}
				for i := range seats { // some are all in soon
					s.Stacks = append(s.Stacks, b.Stakes.Scale*int64(2+(i*37+int(n)*11)%120))
				}
				var h hand.Hand
				if err := h.Start(&s); err != nil {
					t.Fatalf("hand %d: %v", n, err)
				}
				chance := hand.NewSource(n, 9)
				for d := h.Pending(); d != nil; d = h.Pending() {
					if kind := forced(&h, d); kind != "" && asksAnyway[kind] == "" && !found[kind] {
						found[kind] = true
						t.Errorf("hand %d: %s: %s", n, kind, h.Legal())
					}
					a, err := batch.Random{}.Act(&h, d, &chance)
					if err == nil {
						err = h.Apply(a)
					}
					if err != nil {
						t.Fatalf("hand %d: %v", n, err)
					}
				}
			}
		})
	}
}

// forced returns what kind of question it is that the hand waits for, if it has one answer; "" if it has several. To fold where it
// costs nothing to stay is no answer.
func forced(h *hand.Hand, d *hand.Decision) string {
	switch d.Kind {
	case hand.Wager:
		switch {
		case d.Options.CanRaise():
		case d.BringIn > 0:
			return "bring-in"
		case d.NoOpeners:
			return "check without openers"
		case d.Options.Call == 0:
			return "bet"
		}
	case hand.Chosen:
		switch o := h.Nth(0); {
		case d.Count > 1:
		case o.Takes():
			return "choice with a price"
		default:
			return "choice"
		}
	case hand.CardsAsked:
		if d.Least < d.Count || h.Question().Arranges() {
			return ""
		}
		answers := 0
		pool := h.Pool(nil)
		for set := range uint64(1) << len(pool) {
			if bits.OnesCount64(set) != d.Count {
				continue
			}
			var picked []cards.Card
			for k, c := range pool {
				if set>>k&1 == 1 {
					picked = append(picked, c)
				}
			}
			again := *h
			again.Follow(nil)
			if again.Apply(hand.Action{Kind: hand.PickCards, Seat: d.Seat}.WithCards(picked)) == nil {
				if answers++; answers == 2 {
					return ""
				}
			}
		}
		return fmt.Sprintf("%s of cards", h.Question().Words.Does)
	}
	return ""
}
