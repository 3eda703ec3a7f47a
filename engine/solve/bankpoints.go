package solve

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
)

// Games of points in which all bet on the same two hands and nobody chooses, as baccarat:
// the plan is followed for every sequence of ranks, with the chance of each from all
// packs.

// points is such a game while it is counted.
type points struct {
	ctx    context.Context
	game   *plan.Game
	scale  int64
	left   [13]int
	total  int
	hands  [2][]cards.Card // the banker's, and the one that all bettors share
	done   func(float64)
	asked  map[string]uint32    // what scripts have answered, by step and hands
	result map[[2]uint8]float64 // the chance of both worths, by class
	end    *plan.SettleStep
	deals  float64
	err    error
}

// sharedPoints counts a game of points with shared hands.
func sharedPoints(ctx context.Context, b *plan.Bound, progress func(float64)) (*Bank, error) {
	x := &points{ctx: ctx, game: b.Game, scale: b.Stakes.Scale, done: progress, asked: map[string]uint32{}, result: map[[2]uint8]float64{}}
	for _, c := range b.Game.Deck.Append(nil) {
		if !c.Natural() {
			return nil, errBankShape
		}
		x.left[c.Rank()]++
		x.total++
	}
	if x.run(0, 0, 1); x.err != nil {
		return nil, x.err
	}
	out := &Bank{Deals: x.deals, ByRank: true}
	for i := range b.Game.Steps {
		w := b.Game.Steps[i].Place
		if w == nil {
			continue
		}
		won := 0.0
		for classes, chance := range x.result {
			won += float64(chance * pointsPay(x.end, w.Bet, int(classes[1]), int(classes[0])))
		}
		out.Wagers = append(out.Wagers, Wager{Bet: w.Bet, Edge: -won, Risk: -won, Put: 1})
	}
	return out, nil
}

// run follows the plan from a step on. dealt is how many cards of it are dealt already.
func (x *points) run(pc, dealt int, chance float64) {
	if x.err != nil {
		return
	}
	st := &x.game.Steps[pc]
	switch {
	case st.Place != nil || st.Kind == plan.TurnUp || st.Kind == plan.Burn:
		x.run(pc+1, 0, chance)
	case st.Kind == plan.Deal && st.To != plan.Everybody && st.Up:
		if dealt == st.Count {
			x.run(pc+1, 0, chance)
			return
		}
		x.together(st.To, dealt, chance, func(chance float64) { x.run(pc, dealt+1, chance) })
	case st.Kind == plan.When && st.Test != nil:
		holds := x.ask(pc, func() (uint32, error) {
			ok, err := st.Test.Holds(&sharedHands{x: x})
			if ok {
				return 1, err
			}
			return 0, err
		})
		if holds == 0 {
			x.run(st.Jump, 0, chance)
			return
		}
		x.run(pc+1, 0, chance)
	case st.Kind == plan.Jump:
		x.run(st.Jump, 0, chance)
	case st.Plays() && st.Ask.Allowed != nil && st.To != plan.Everybody:
		mask := x.ask(pc, func() (uint32, error) {
			return st.Ask.Allowed.Allowed(&sharedHands{x: x, own: x.hands[place(st.To)]})
		})
		if mask == 0 {
			x.run(pc+1, 0, chance)
			return
		}
		offer := &st.Ask.Offers[bits.TrailingZeros32(mask)]
		if mask&(mask-1) != 0 || len(offer.Effects) != 1 || offer.Effects[0].Kind != plan.OneCard {
			x.err = fmt.Errorf("%s: somebody chooses: %w", st.Word(), errBankShape)
			return
		}
		x.card(st.To, chance, func(chance float64) { x.run(pc, 0, chance) })
	case st.Settle != nil && st.Settle.Points != nil && st.Settle.Bets == nil && st.Settle.Qualifies == nil:
		x.end = st.Settle
		p := st.Settle.Points
		x.deals++
		x.result[[2]uint8{uint8(p.Class(p.Of(x.hands[0]))), uint8(p.Class(p.Of(x.hands[1])))}] += chance
	default:
		x.err = fmt.Errorf("%s: %w", st.Word(), errBankShape)
	}
}

// place is which of the two hands a role has.
func place(to plan.Role) int {
	if to == plan.Bettors {
		return 1
	}
	return 0
}

// together deals one of several cards that fall together: their order does not count, so each is at
// least as high as the one before.
func (x *points) together(to plan.Role, dealt int, chance float64, then func(chance float64)) {
	hand := x.hands[place(to)]
	last := hand[len(hand)-dealt:]
	from, before := 0, 0
	if dealt > 0 {
		from = int(last[dealt-1].Rank())
		for _, c := range last {
			if int(c.Rank()) == from {
				before++
			}
		}
	}
	x.card(to, chance, func(chance float64) {
		hand := x.hands[place(to)]
		switch r := int(hand[len(hand)-1].Rank()); {
		case r == from:
			then(chance * float64(dealt+1) / float64(before+1))
		case r > from:
			then(chance * float64(dealt+1))
		}
	})
}

// card deals every rank to a hand.
func (x *points) card(to plan.Role, chance float64, then func(chance float64)) {
	hand := &x.hands[place(to)]
	opening := len(x.hands[0])+len(x.hands[1]) == 0
	for r := range x.left {
		n := x.left[r]
		if n == 0 {
			continue
		}
		if opening {
			x.done(float64(r) / float64(len(x.left)))
			if x.err = pause.Err(x.ctx); x.err != nil {
				return
			}
		}
		*hand = append(*hand, cards.New(cards.Rank(r), cards.Spades))
		x.left[r]--
		x.total--
		then(chance * float64(n) / float64(x.total+1))
		x.total++
		x.left[r]++
		*hand = (*hand)[:len(*hand)-1]
	}
}

// ask asks a script, once for the same step and hands.
func (x *points) ask(pc int, script func() (uint32, error)) uint32 {
	var key [32]byte
	k := append(key[:0], byte(pc))
	for _, list := range x.hands {
		k = append(k, 0xff)
		for _, c := range list {
			k = append(k, byte(c))
		}
	}
	answer, ok := x.asked[string(k)]
	if !ok {
		answer, x.err = script()
		x.asked[string(k)] = answer
	}
	return answer
}

// sharedHands is what a script sees of such a round.
type sharedHands struct {
	x   *points
	own []cards.Card
}

func (q *sharedHands) Seats() int          { return 2 }
func (q *sharedHands) Banker() int         { return -1 }
func (q *sharedHands) Seat() int           { return -1 }
func (q *sharedHands) Cards() []cards.Card { return slices.Clone(q.own) }
func (q *sharedHands) Hands(seat int) int {
	if seat < 0 {
		return 2
	}
	return 0
}

func (q *sharedHands) Showing(seat, hand int) []cards.Card {
	if seat >= 0 || hand < 0 || hand > 1 {
		return nil
	}
	return slices.Clone(q.x.hands[hand])
}
func (q *sharedHands) Wager() int64     { return 0 }
func (q *sharedHands) Bet(string) int64 { return 0 }
func (q *sharedHands) Stack() int64     { return 0 }
func (q *sharedHands) Fresh() bool      { return false }
func (q *sharedHands) Split() bool      { return false }
func (q *sharedHands) Left() int        { return q.x.total }
func (q *sharedHands) Scale() int64     { return q.x.scale }
