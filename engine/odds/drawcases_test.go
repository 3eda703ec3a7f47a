package odds_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// asking is a policy given as a function.
type asking func(h *odds.Drawing) cards.Set

func (f asking) Throw(h *odds.Drawing) (cards.Set, error) { return f(h), nil }

// Replies lists the most frequent throw first.
func TestRepliesInOrder(t *testing.T) {
	q := drawing(t, one(rank.High), 1, "AhKh9h4h3c", "pat", "QsQdQc7s2d", "pat")
	seldom := cards.SetOf(cards.MustParse("3c")...)
	q.Policies[0] = asking(func(h *odds.Drawing) cards.Set {
		if h.Chance()%4 == 0 {
			return seldom
		}
		return 0
	})
	a := compute(t, q, odds.Effort{Samples: 20_000, Enough: 1, Seed: 4})
	if r := a.Draws[0].Replies; len(r) != 2 || r[0].Thrown != 0 || r[1].Thrown != seldom || math.Abs(a.Draws[0].Thrown[0]-0.25) > 0.02 {
		t.Errorf("%+v", a.Draws[0])
	}
}

// A policy sees its cards in ascending order, whatever order they came in; a hand that has already
// drawn does not draw again.
func TestAskedInOrder(t *testing.T) {
	for _, e := range []odds.Effort{{Exact: true}, {Samples: 2000, Enough: 1}} {
		q := drawing(t, one(rank.High), 2, "Ah2cKhQd7s", "pat", "QsQcTc7h2d", "pat")
		q.Draws[0].Waiting, q.Draws[1].Waiting = 0b10, 0b01
		var asked [2][2]atomic.Int64
		for i := range q.Policies {
			q.Policies[i] = asking(func(h *odds.Drawing) cards.Set {
				asked[h.Hand][h.Draw].Add(1)
				if !slices.IsSorted(h.Cards) {
					t.Errorf("%+v: hand %d is asked of %s", e, h.Hand+1, cards.Spaced(h.Cards))
				}
				return cards.SetOf(h.Cards[0])
			})
		}
		a := compute(t, q, e)
		if asked[0][0].Load() > 0 || asked[1][1].Load() > 0 || asked[0][1].Load() == 0 || asked[1][0].Load() == 0 {
			t.Errorf("%+v: a hand is asked in a draw in which it does not wait, or not in the other", e)
		}
		if a.Draws[0].Thrown[0] != 0 || a.Draws[0].Thrown[1] != 1 || a.Draws[1].Thrown[0] != 1 || a.Draws[1].Thrown[1] != 0 {
			t.Errorf("%+v: %+v", e, a.Draws)
		}
	}
}

// Burned cards are like other unseen cards: an exact answer is the same with and without them as
// long as the stub lasts, and it lasts to its last card.
func TestDrawBurns(t *testing.T) {
	for _, tt := range []struct {
		how   plan.DrawStep
		burn  int // before each draw
		needs int // cards of the stub
	}{
		{plan.DrawStep{Together: true, OwnBack: true}, 0, 4},
		{plan.DrawStep{Together: true, OwnBack: true, Burn: plan.BurnOnce}, 0, 6},
		{plan.DrawStep{Together: true, OwnBack: true, Burn: plan.BurnOnce}, 2, 10},
		{plan.DrawStep{OwnBack: true, Burn: plan.BurnEach}, 0, 8},
		{plan.DrawStep{OwnBack: true, Burn: plan.BurnEach}, 1, 10},
	} {
		ask := func(stub int) (*odds.Answer, error) {
			q := short(t, 2, "TcJcQcKcTh", "pat", "AcAdKhQdTd", "pat")
			for i := range q.Policies {
				q.Policies[i] = asking(func(h *odds.Drawing) cards.Set { return cards.SetOf(h.Cards[0]) })
			}
			for k := range q.Draws {
				if stub > 0 {
					q.Draws[k].How, q.Draws[k].Burn = tt.how, tt.burn
				}
			}
			q.Stub = stub
			return q.Compute(context.Background(), odds.Effort{Exact: true})
		}
		plain, err := ask(0)
		if err != nil {
			t.Fatal(err)
		}
		// The burn cards of a draw come before its first card.
		a, err := ask(tt.needs)
		if err != nil || difference(a, plain) > 1e-12 {
			t.Errorf("%+v: %+v, without burns %+v: %v", tt, a, plain, err)
		}
		if a, err := ask(tt.needs - 1); err == nil || !strings.Contains(err.Error(), "stub may run out") {
			t.Errorf("%+v, a card too few: %+v, %v", tt, a, err)
		}
	}
}

// Discards come back when the stub has run out, counting burned cards, and never before.
func TestDiscardComesBack(t *testing.T) {
	for _, tt := range []struct {
		how        plan.DrawStep
		burn, stub int
		back       bool
	}{
		{plan.DrawStep{Together: true, OwnBack: true}, 0, 1, false},
		{plan.DrawStep{Together: true, OwnBack: true}, 1, 2, false},
		{plan.DrawStep{Together: true, OwnBack: true}, 1, 1, true},
		{plan.DrawStep{Together: true, OwnBack: true, Burn: plan.BurnOnce}, 0, 2, false},
		{plan.DrawStep{Together: true, OwnBack: true, Burn: plan.BurnOnce}, 0, 1, true},
		{plan.DrawStep{Together: true, OwnBack: true, Burn: plan.BurnOnce}, 1, 3, false},
		{plan.DrawStep{Together: true, OwnBack: true, Burn: plan.BurnOnce}, 1, 2, true},
		{plan.DrawStep{OwnBack: true, Burn: plan.BurnEach}, 0, 2, false},
		{plan.DrawStep{OwnBack: true, Burn: plan.BurnEach}, 0, 1, true},
	} {
		q := drawing(t, one(rank.High), 2, "AhKh9h4h3c", "pat", "QsQdQc7s2d", "pat")
		q.Stub = tt.stub
		q.Draws[0].How, q.Draws[0].Burn = tt.how, tt.burn
		var back atomic.Int64
		q.Policies[0] = asking(func(h *odds.Drawing) cards.Set {
			if h.Draw == 0 {
				return cards.SetOf(cards.MustParse("3c")...)
			}
			if h.Set()&h.Gone != 0 {
				back.Add(1)
			}
			return 0
		})
		compute(t, q, odds.Effort{Samples: 2000, Enough: 1, Seed: 6})
		if n := back.Load(); n > 0 != tt.back {
			t.Errorf("%+v: the discard came back %d times", tt, n)
		}
	}
}

// If the pot may be split, the best reply is the best of all possible throws: with a low that only
// one hand can make, with equal hands, and if nobody makes a low.
func TestBestOfSplitPots(t *testing.T) {
	for _, hands := range [][2]string{
		{"2h3c4d5sKd", "9s9d9c7h7c"}, // a low or a straight against a full house
		{"2h3c4d8sKd", "KsKhQcJcTh"}, // a low for half of the pot, or nothing
		{"AhKc4d4s3d", "AsKs4h4c9d"}, // equal hands except for the cards drawn
		{"AcAdKh7h2s", "AsQdJd9c8c"}, // ahead: one card cannot make a low
		{"2h3c4d7sTd", "AsAd3s4s6h"}, // both have a low, or can make one
		{"AhKhQsJdTc", "AcKdQcJhTd"}, // half of the pot, or a chance of less
		{"9h8h7h6hAd", "AsAcKdKs3d"}, // straights and flushes, and no good low
	} {
		q := drawing(t, two(0, 0, rank.High, rank.EightOrBetter), 1, hands[0], "best", hands[1], "pat")
		q.Draws[0].Most = 2
		best := compute(t, q, odds.Effort{Exact: true})
		most := -1.0
		for _, a := range q.Hands[0].Cards {
			for _, b := range q.Hands[0].Cards {
				for _, out := range []cards.Set{0, cards.SetOf(a, b)} {
					q.Policies[0] = asking(func(*odds.Drawing) cards.Set { return out })
					if a <= b {
						most = max(most, compute(t, q, odds.Effort{Exact: true}).Hands[0].Equity)
					}
				}
			}
		}
		if math.Abs(best.Hands[0].Equity-most) > 1e-9 {
			t.Errorf("%v: the best reply %+v gives %g, and there is one that gives %g", hands, best.Draws[0], best.Hands[0].Equity, most)
		}
	}
}

// If a hand of five unknown cards has too many possibilities for an exact reply, the error comes
// before anything is tried.
func TestTooManyHands(t *testing.T) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	q := drawing(t, one(rank.High), 1, "", "best", "QsQdQc7s2d", "pat")
	q.Hands[0] = odds.Hand{ToCome: 5}
	if a, err := q.Compute(over, odds.Effort{Exact: true}); err == nil || !strings.Contains(err.Error(), "too many possible draws") {
		t.Errorf("%+v, %v", a, err)
	}
}

// Every hand draws as is best by default, however many there are, and one that has drawn is not said to draw.
func TestBestDrawsByDefault(t *testing.T) {
	q := drawing(t, one(rank.High), 1, "AhKhQh9h2c", "pat", "QsQdQc7s2d", "pat", "8h7h6h5h2h", "pat", "TsTdTc7c3d", "pat")
	q.Policies, q.Draws[0].Waiting = nil, 0b0111
	e := odds.Effort{Samples: 6000, Enough: 1, Seed: 4}
	q.BestDraws(e)
	a := compute(t, q, e)
	for i, want := range []string{"throws away 2c", "", "", "has drawn"} {
		if got := a.Draws[i].Words(cards.Format); !strings.HasPrefix(got, want) || a.Draws[i].Done != (i == 3) {
			t.Errorf("hand %d %s", i+1, got)
		}
	}
}
