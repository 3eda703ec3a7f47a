package hand_test

import (
	"strings"
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// upCards returns a stud game with one up card, a round, another up card and
// another round.
func upCards(first, second plan.BetStep) *plan.Game {
	return &plan.Game{
		Name: "Stud", MinSeats: 2, MaxSeats: 6, Stakes: plan.StakesRule{Default: "2-4"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 1, Up: plan.AllUp},
			{Kind: plan.Bet, Bet: first},
			{Kind: plan.Deal, Count: 1, Up: plan.AllUp},
			{Kind: plan.Bet, Bet: second},
			{Kind: plan.Deal, Count: 3},
			{Kind: plan.Showdown, Show: best(high)},
		},
	}
}

// TestOpenPair checks that the upper limit holds in the round when a live seat
// shows a pair.
func TestOpenPair(t *testing.T) {
	g := upCards(plan.BetStep{}, plan.BetStep{OpenPair: true})
	for _, c := range []struct{ name, deck, play, asks string }{
		{"a pair", "9c7d3h 9d5s4h", "A check, B check, C check", "seat 1: fold, check, bet 4"},
		{"none", "9c7d3h 8d5s4h", "A check, B check, C check", "seat 1: fold, check, bet 2"},
		{"the pair has folded", "9c7d3h 9d5s4h", "A check, B bet 2, C call, A fold", "seat 2: fold, check, bet 2"},
	} {
		h := start(t, hand.Setup{Plan: bind(t, g, fixed), Stacks: stacks(3, 100), Button: 2, Deck: deckOf(g, c.deck), Blinds: make([]int64, 3)})
		h.do(c.play)
		if got := h.h.Limit().Hi; (got == 4) != (c.name == "a pair") {
			t.Errorf("%s: the limit is %d", c.name, got)
		}
		h.asks(c.asks)
	}
}

// TestOpenPairEither checks that with an open pair players bet and raise by either
// limit, and by no less than the last bet or raise; a third amount is refused.
func TestOpenPairEither(t *testing.T) {
	g := upCards(plan.BetStep{}, plan.BetStep{OpenPair: true, PairEither: true})
	for _, c := range []struct {
		deck, play string
		min, max   int64
	}{
		{"9c7d3h 9d5s4h", "A check, B check, C check", 2, 4},
		{"9c7d3h 8d5s4h", "A check, B check, C check", 2, 2},
		{"9c7d3h 9d5s4h", "A check, B check, C check, A bet 2", 4, 6},
		{"9c7d3h 9d5s4h", "A check, B check, C check, A bet 4", 8, 8},
		{"9c7d3h 9d5s4h", "A check, B check, C check, A bet 2, B raise 6", 10, 10},
	} {
		h := start(t, hand.Setup{Plan: bind(t, g, fixed), Stacks: stacks(3, 100), Button: 2, Deck: deckOf(g, c.deck), Blinds: make([]int64, 3)})
		h.do(c.play)
		o := h.h.Pending().Options
		if o.MinTo != c.min || o.MaxTo != c.max {
			t.Errorf("%s: %d to %d, want %d to %d", c.play, o.MinTo, o.MaxTo, c.min, c.max)
		}
		for to := c.min + 1; to < c.max; to++ {
			if o.Check(to) == nil {
				t.Errorf("%s: %d is taken, between %d and %d", c.play, to, c.min, c.max)
			}
		}
	}
	s := fixed
	s.Big = plan.Range{Lo: 6, Hi: 6}
	if _, err := g.Bind(s); err == nil || !strings.Contains(err.Error(), "twice the lower") {
		t.Errorf("the upper limit is three times the lower: %v", err)
	}
}

// TestAceTurned checks who acts first by the up cards, with the ace at either end.
func TestAceTurned(t *testing.T) {
	for _, c := range []struct {
		name   string
		open   plan.Opener
		turned bool
		deck   string // two cards of A, B and C in turn
		first  int8   // in the first round and in the second
		second int8
	}{
		{"high card", plan.HighShowing, false, "KcAd3h 2dKs4h", 1, 1},
		{"high card, the ace low", plan.HighShowing, true, "KcAd3h 2dKs4h", 0, 0},
		{"low card", plan.LowShowing, false, "KcAd3h 2d4s2h", 1, 2},
		{"low card, the ace high", plan.LowShowing, true, "KcAd3h 2d4s2h", 2, 2},
	} {
		b := plan.BetStep{Open: c.open, AceTurned: c.turned}
		g := upCards(b, b)
		h := start(t, hand.Setup{Plan: bind(t, g, fixed), Stacks: stacks(3, 100), Button: 2, Deck: deckOf(g, c.deck), Blinds: make([]int64, 3)})
		if d := h.h.Pending(); d.Seat != c.first {
			t.Errorf("%s: seat %d acts first, want %d", c.name, d.Seat+1, c.first+1)
		}
		for range 3 {
			if err := h.h.Apply(hand.Action{Kind: hand.Check, Seat: h.h.Pending().Seat}); err != nil {
				t.Fatal(err)
			}
		}
		if d := h.h.Pending(); d.Seat != c.second {
			t.Errorf("%s: in the second round seat %d acts first, want %d", c.name, d.Seat+1, c.second+1)
		}
	}
	s := fixed
	s.BringIn = 1
	for _, c := range []struct {
		open   plan.Opener
		turned bool
		want   int8
	}{
		{plan.BringInLow, false, 2}, {plan.BringInLow, true, 1}, {plan.BringInHigh, false, 0}, {plan.BringInHigh, true, 1},
	} {
		g := upCards(plan.BetStep{Open: c.open, AceTurned: c.turned}, plan.BetStep{Open: plan.HighShowing})
		g.Stakes.Default = "2-4 bring-in 1"
		h := start(t, hand.Setup{Plan: bind(t, g, s), Stacks: stacks(3, 100), Button: 2, Deck: deckOf(g, "KcAd3h"), Blinds: make([]int64, 3)})
		if d := h.h.Pending(); d.Seat != c.want || d.BringIn == 0 {
			t.Errorf("%v, ace turned %t: seat %d brings it in, want %d", c.open, c.turned, d.Seat+1, c.want+1)
		}
	}
}
