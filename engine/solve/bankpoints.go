package solve

import (
	"context"
	"math/bits"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
)

// Games of points in which all bet on the same two hands and nobody chooses, such as baccarat: the plan is followed for every
// sequence of ranks, with the probability of each from all decks.

// points is the state of counting such a game.
type points struct {
	ctx    context.Context
	game   *plan.Game
	scale  int64
	left   [13]int
	total  int
	hands  [2][]cards.Card // the banker's, and the one shared by all bettors
	done   func(float64)
	asked  map[string]uint32 // the answers of scripts, by step and hands
	chose  [2]bool           // which of the hands have been asked and got a card
	suits  suitCheck
	result []settled // the settlements, in the order of the game
	deals  float64
	err    error
}

// settled is a settlement with the chance of each pair of worths, indexed as its table.
type settled struct {
	end    *plan.SettleStep
	chance []float64
}

// sharedPoints counts a game of points with shared hands.
func sharedPoints(ctx context.Context, b *plan.AtStakes, progress func(float64)) (*Bank, error) {
	x := &points{ctx: ctx, game: b.Game, scale: b.Stakes.Scale, done: progress, asked: map[string]uint32{}, suits: suitCheck{shape: errSharedShape}}
	if err := betsFirst(b.Game, errSharedShape); err != nil {
		return nil, err
	}
	for _, c := range b.Game.Deck.Append(nil) {
		if !c.Natural() {
			return nil, unshaped(errSharedShape, "its deck has jokers")
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
		for i := range x.result {
			r := &x.result[i]
			n := r.end.Points.Classes()
			for at, chance := range r.chance {
				if chance > 0 {
					won += float64(chance * pointsPay(r.end, w.Bet, at/n, at%n))
				}
			}
		}
		out.Wagers = append(out.Wagers, Wager{Bet: w.Bet, Edge: -won, Risk: -won, Put: 1})
	}
	return out, nil
}

// run follows the plan from a step on. dealt is the number of the step's cards already dealt.
func (x *points) run(pc, dealt int, chance float64) {
	if x.err != nil {
		return
	}
	st := &x.game.Steps[pc]
	switch {
	case st.Place != nil || st.TurnsUp() || st.Unseen():
		x.run(pc+1, 0, chance)
	case st.DealsTo(plan.ZoneHand) && st.To != plan.Everybody && st.Up:
		if dealt == st.Count {
			x.run(pc+1, 0, chance)
			return
		}
		x.together(st.To, dealt, chance, func(chance float64) { x.run(pc, dealt+1, chance) })
	case st.Branches() && st.Test != nil:
		if x.ask(pc, func(way int) (uint32, error) { return holds(st, &sharedHands{x: x, way: way}) }) == 0 {
			x.run(st.Jump, 0, chance)
			return
		}
		x.run(pc+1, 0, chance)
	case st.Leaves():
		x.run(st.Jump, 0, chance)
	case st.Plays() && st.Ask.Allowed != nil && st.To != plan.Everybody:
		k := place(st.To)
		mask := x.ask(pc, func(way int) (uint32, error) {
			return st.Ask.Allowed.Allowed(&sharedHands{x: x, place: k, fresh: !x.chose[k], way: way})
		})
		if mask == 0 {
			x.run(pc+1, 0, chance)
			return
		}
		before := x.chose[k]
		x.chose[k] = true
		x.takes(pc, &st.Ask.Offers[bits.TrailingZeros32(mask)], 0, false, chance)
		x.chose[k] = before
	case st.Settle != nil && st.Settle.Points != nil && st.Settle.Bets == nil && st.Settle.Qualifies == nil:
		x.settles(st.Settle, chance)
	case st.Settle != nil:
		x.err = unsettled(errSharedShape, st)
	default:
		x.err = unknownStep(errSharedShape, st)
	}
}

// takes follows the effects of a choice of a hand. done: the step no longer asks it.
func (x *points) takes(pc int, offer *plan.Offer, from int, done bool, chance float64) {
	st := &x.game.Steps[pc]
	if from == len(offer.Effects) {
		if done {
			pc++
		}
		x.run(pc, 0, chance)
		return
	}
	switch e := &offer.Effects[from]; {
	case e.Kind.Facts().Verb != "": // there is no bet
		x.err = uncounted(errSharedShape, st, "has the choice %s with the effect %s", offer.Name, e.Kind)
	case e.Kind.Facts().Draws:
		x.card(st.To, chance, func(chance float64) { x.takes(pc, offer, from+1, done, chance) })
	default:
		x.takes(pc, offer, from+1, done || e.Kind.Facts().Ends, chance)
	}
}

// settles adds a deal that ends at a settlement, with its chance. Conditions may lead to different ones.
func (x *points) settles(end *plan.SettleStep, chance float64) {
	p := end.Points
	k := slices.IndexFunc(x.result, func(r settled) bool { return r.end == end })
	if k < 0 {
		k = len(x.result)
		x.result = append(x.result, settled{end, make([]float64, len(end.Table))})
	}
	x.deals++
	x.result[k].chance[p.Class(p.Of(x.hands[1]))*p.Classes()+p.Class(p.Of(x.hands[0]))] += chance
}

// betsFirst returns an error if bets are made after cards are dealt or after a condition: such bets are not made
// on every deal alike.
func betsFirst(g *plan.Game, shape error) error {
	for i := range g.Steps {
		if st := &g.Steps[i]; st.Place != nil && i > 0 && g.Steps[i-1].Place == nil && g.Steps[i-1].Bank == nil {
			return unshaped(shape, "the bet %s is made in the course of the round", st.Place.Bet)
		}
	}
	return nil
}

// place returns which of the two hands a role has.
func place(to plan.Role) int {
	if to == plan.Bettors {
		return 1
	}
	return 0
}

// together deals one of several cards that are dealt together: their order does not matter, so each is at least as high as the
// previous one.
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
		switch {
		case x.err != nil:
			return
		case n == 0:
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
func (x *points) ask(pc int, script func(way int) (uint32, error)) uint32 {
	var key [64]byte
	k := append(key[:0], byte(pc))
	for i, list := range x.hands {
		k = append(k, 0xff)
		if x.chose[i] {
			k = append(k, 0xfe)
		}
		for _, c := range list {
			k = append(k, byte(c))
		}
	}
	answer, ok := x.asked[string(k)]
	if ok {
		return answer
	}
	if x.err = another(x.ctx, x.game, x.game.Steps[pc].Pos, len(x.asked)); x.err != nil {
		return 0
	}
	if answer, x.err = x.suits.answer(&x.game.Steps[pc], script); x.err != nil {
		return 0
	}
	x.asked[string(k)] = answer
	return answer
}

// sharedHands is the view of a script in such a round.
type sharedHands struct {
	x     *points
	place int // of the hand that is asked
	fresh bool
	way   int // the suits of the cards, see setSuits
}

// cards returns a hand as the script sees it.
func (q *sharedHands) cards(place int) []cards.Card {
	out := slices.Clone(q.x.hands[place])
	setSuits(out, q.way, place*len(q.x.hands[0]))
	return out
}

func (q *sharedHands) Seats() int          { return 2 }
func (q *sharedHands) Banker() int         { return -1 }
func (q *sharedHands) Seat() int           { return -1 }
func (q *sharedHands) Cards() []cards.Card { return q.cards(q.place) }
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
	return q.cards(hand)
}
func (q *sharedHands) Wager() int64        { return 0 }
func (q *sharedHands) Bet(string) int64    { return 0 }
func (q *sharedHands) Stack() int64        { return 0 }
func (q *sharedHands) Fresh() bool         { return q.fresh }
func (q *sharedHands) Split() bool         { return false }
func (q *sharedHands) Board() []cards.Card { return nil }
func (q *sharedHands) Left() int           { return q.x.total }
func (q *sharedHands) Scale() int64        { return q.x.scale }
