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

// points counts such a game.
type points struct {
	ctx    context.Context
	game   *plan.Game
	scale  int64
	done   func(float64)
	asked  map[string]uint32 // the answers of scripts, by step and hands
	suits  suitCheck
	result []settled // the settlements, in the order of the game
	deals  float64
	err    error
}

// dealtPoints is where a round has come to.
type dealtPoints struct {
	left   [13]int // cards of each rank in the stub
	total  int
	hands  [2][]cards.Card // the banker's, and the one shared by all bettors
	chose  [2]bool         // which of the hands have been asked and got a card
	chance float64
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
	d := dealtPoints{chance: 1}
	for _, c := range b.Game.Deck.Append(nil) {
		if !c.Natural() {
			return nil, unshaped(errSharedShape, "its deck has jokers")
		}
		d.left[c.Rank()]++
		d.total++
	}
	if x.run(d, 0, 0); x.err != nil {
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
func (x *points) run(d dealtPoints, pc, dealt int) {
	if x.err != nil {
		return
	}
	st := &x.game.Steps[pc]
	switch {
	case st.Place != nil || st.TurnsUp() || st.Unseen():
		x.run(d, pc+1, 0)
	case st.DealsTo(plan.ZoneHand) && st.To != plan.Everybody && st.Up.Of(st.Count) == st.Count:
		if dealt == st.Count {
			x.run(d, pc+1, 0)
			return
		}
		x.together(&d, st.To, dealt, func(d dealtPoints) { x.run(d, pc, dealt+1) })
	case st.Branches() && st.Test != nil:
		at := d // for the script
		if x.ask(&d, pc, func(way int) (uint32, error) { return holds(st, &sharedHands{x: x, at: &at, way: way}) }) == 0 {
			x.run(d, st.Jump, 0)
			return
		}
		x.run(d, pc+1, 0)
	case st.Leaves():
		x.run(d, st.Jump, 0)
	case st.Plays() && st.Ask.Allowed != nil && st.To != plan.Everybody:
		k, at := place(st.To), d
		mask := x.ask(&d, pc, func(way int) (uint32, error) {
			return st.Ask.Allowed.Allowed(&sharedHands{x: x, at: &at, place: k, fresh: !at.chose[k], way: way})
		})
		if mask == 0 {
			x.run(d, pc+1, 0)
			return
		}
		d.chose[k] = true
		x.takes(d, pc, &st.Ask.Offers[bits.TrailingZeros32(mask)], 0, false)
	case st.Settle != nil && st.Settle.Points != nil && st.Settle.Bets == nil && st.Settle.Qualifies == nil:
		x.settles(st.Settle, &d)
	case st.Settle != nil:
		x.err = unsettled(errSharedShape, st)
	default:
		x.err = unknownStep(errSharedShape, st)
	}
}

// takes follows the effects of a choice of a hand. done: the step no longer asks it.
func (x *points) takes(d dealtPoints, pc int, offer *plan.Offer, from int, done bool) {
	st := &x.game.Steps[pc]
	if from == len(offer.Effects) {
		if done {
			pc++
		}
		x.run(d, pc, 0)
		return
	}
	switch e := &offer.Effects[from]; {
	case e.Kind.Facts().Verb != "": // there is no bet
		x.err = uncounted(errSharedShape, st, "has the choice %s with the effect %s", offer.Name, e.Kind)
	case e.Kind.Facts().Draws:
		x.card(&d, st.To, func(d dealtPoints) { x.takes(d, pc, offer, from+1, done) })
	default:
		x.takes(d, pc, offer, from+1, done || e.Kind.Facts().Ends)
	}
}

// settles adds a deal that ends at a settlement, with its chance. Conditions may lead to different ones.
func (x *points) settles(end *plan.SettleStep, d *dealtPoints) {
	p := end.Points
	k := slices.IndexFunc(x.result, func(r settled) bool { return r.end == end })
	if k < 0 {
		k = len(x.result)
		x.result = append(x.result, settled{end, make([]float64, len(end.Table))})
	}
	x.deals++
	x.result[k].chance[p.Class(p.Of(d.hands[1]))*p.Classes()+p.Class(p.Of(d.hands[0]))] += d.chance
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
func (x *points) together(d *dealtPoints, to plan.Role, dealt int, then func(dealtPoints)) {
	hand := d.hands[place(to)]
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
	x.card(d, to, func(d dealtPoints) {
		hand := d.hands[place(to)]
		r := int(hand[len(hand)-1].Rank())
		if r < from {
			return
		}
		if d.chance *= float64(dealt + 1); r == from {
			d.chance /= float64(before + 1)
		}
		then(d)
	})
}

// card deals every rank to a hand, one after the other: they lie in the same place of the list.
func (x *points) card(d *dealtPoints, to plan.Role, then func(dealtPoints)) {
	k := place(to)
	opening := len(d.hands[0])+len(d.hands[1]) == 0
	for r, n := range d.left {
		switch {
		case x.err != nil:
			return
		case n == 0:
			continue
		}
		if opening {
			x.done(float64(r) / float64(len(d.left)))
			if x.err = pause.Err(x.ctx); x.err != nil {
				return
			}
		}
		next := *d
		next.hands[k] = append(d.hands[k], cards.New(cards.Rank(r), cards.Spades))
		next.left[r]--
		next.total--
		next.chance = d.chance * float64(n) / float64(d.total)
		then(next)
	}
}

// ask asks a script, once for the same step and hands.
func (x *points) ask(d *dealtPoints, pc int, script func(way int) (uint32, error)) uint32 {
	var key [64]byte
	k := append(key[:0], byte(pc))
	for i, list := range d.hands {
		k = append(k, 0xff)
		if d.chose[i] {
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
	noQuestion
	x     *points
	at    *dealtPoints
	place int // of the hand that is asked
	fresh bool
	way   int // the suits of the cards, see setSuits
}

// cards returns a hand as the script sees it.
func (q *sharedHands) cards(place int) []cards.Card {
	out := slices.Clone(q.at.hands[place])
	setSuits(out, q.way, place*len(q.at.hands[0]))
	return out
}

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
func (q *sharedHands) Fresh() bool  { return q.fresh }
func (q *sharedHands) Left() int    { return q.at.total }
func (q *sharedHands) Scale() int64 { return q.x.scale }
