package solve

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// If each player and the house set their cards apart as two hands, as in pai gow poker, there are too many deals to count.
// Hands of the house are dealt at random and set by its rule, in independent groups. In each group:
//
//   - hands without a common card are compared in both directions: that gives the loss of a player who sets cards as the
//     house does;
//   - each hand is set in every way. The best way against hands of the other groups is valued against the hands of its own
//     group: that gives the additional win of a player who knows how the house sets its hands.

// Sampled describes a result from hands dealt at random.
type Sampled struct {
	Hands       int     // number of hands dealt
	Set         bool    // they are set apart as two hands
	Rest        bool    // all cards were dealt at random, also to make the choices
	Played      bool    // by the engine, with the fees of the house
	Way, WayOff float64 // then the edge against a player who sets cards as the house does, with its standard error
	Off         float64 // the standard error of the edge against best play
	Stopped     bool    // before the aim was reached, or a round of groups had ended
}

const (
	setGroups = 20
	setHouse  = 12_500 // hands of the house in each group, each of which is also set in every way
	setDecide = 10_000 // hands of the other groups that decide which way is best
)

// SetApart is a game in which two hands are set apart. Its groups are solved one by one, in any order.
type SetApart struct {
	bound *plan.AtStakes
	ask   *plan.Ask
	end   *plan.SettleStep
	own   int // number of cards
	win   float64
	house int        // hands of the house in each group
	deal  sync.Mutex // protects the setting of hands that a group needs
	hands []setHand  // of the house; those that no group has needed yet are not set
	one   sync.Mutex // for scripts, which run one at a time
}

// SetGroup is the result of one group.
type SetGroup struct {
	Edge float64 `json:"edge"` // of the house against players who set cards as it does
	Gain float64 `json:"gain"` // of players who set them in the best way
}

// setHand is a hand that has been set.
type setHand struct {
	cards    cards.Set
	list     []cards.Card
	strength [2]rank.Strength
}

// NewSetApart deals the hands of a game in which two hands are set apart. For other games it returns a [BankShapeError].
func NewSetApart(b *plan.AtStakes) (*SetApart, error) { return newSetApart(b, setHouse) }

func newSetApart(b *plan.AtStakes, house int) (*SetApart, error) {
	g, err := readSet(b)
	if err != nil {
		return nil, err
	}
	g.house = house
	deck := b.Game.Deck.Append(nil)
	for n := range setGroups * house {
		chance := hand.NewSource(1, uint64(n)+1)
		for i := range g.own {
			k := i + int(chance.Below(uint64(len(deck)-i)))
			deck[i], deck[k] = deck[k], deck[i]
		}
		g.hands = append(g.hands, setHand{list: slices.Clone(deck[:g.own])})
	}
	return g, nil
}

// Groups returns the number of groups.
func (g *SetApart) Groups() int { return setGroups }

// Hands returns the number of hands in a group.
func (g *SetApart) Hands() int { return g.house }

// Group solves a group, counted from 0. It calls done for each of its hands.
func (g *SetApart) Group(ctx context.Context, k int, done func()) (r SetGroup, err error) {
	if err := g.need(ctx, k); err != nil {
		return r, err
	}
	r.Edge = g.way(k)
	r.Gain, err = g.gain(ctx, k, done)
	return r, err
}

// way returns the house's win against players who set their cards as it does, in a group.
func (g *SetApart) way(k int) float64 {
	list := g.group(k)
	sum, n := 0.0, 0.0
	for i := range list {
		for j := range list[:i] {
			if list[i].cards&list[j].cards == 0 {
				sum -= g.pays(&list[i].strength, &list[j].strength) + g.pays(&list[j].strength, &list[i].strength)
				n += 2
			}
		}
	}
	return sum / n
}

// need sets the hands of a group, and those of the other groups that decide which way is best.
func (g *SetApart) need(ctx context.Context, k int) error {
	g.deal.Lock()
	defer g.deal.Unlock()
	for _, part := range []struct{ from, to, stride int }{
		{k * g.house, (k + 1) * g.house, 1}, {0, k * g.house, g.stride()}, {(k + 1) * g.house, len(g.hands), g.stride()},
	} {
		for i := part.from; i < part.to; i += part.stride {
			if err := pause.Err(ctx); err != nil {
				return err
			}
			if g.hands[i].cards != 0 {
				continue
			}
			h, err := g.houseHand(g.hands[i].list)
			if err != nil {
				return err
			}
			g.hands[i] = h
		}
	}
	return nil
}

// SetBank returns the combined result of all groups, in order, with the given number of hands each.
func SetBank(wager string, hands int, groups []SetGroup) *Bank {
	var way, best mean
	for _, r := range groups {
		way.add(r.Edge)
		best.add(r.Edge - r.Gain)
	}
	s := &Sampled{Hands: len(groups) * hands, Set: true}
	s.Way, s.WayOff = way.is()
	edge, off := best.is()
	s.Off = off
	return &Bank{Sampled: s, Deals: float64(s.Hands), Wagers: []Wager{{Bet: wager, Edge: edge, Risk: edge, Put: 1}}}
}

// setApart computes the cost of a game against the house in which hands are set apart, with the given number of hands of the
// house in each group.
func setApart(ctx context.Context, b *plan.AtStakes, house int, aim *Aim, progress func(float64)) (*Bank, error) {
	g, err := newSetApart(b, house)
	if err != nil {
		return nil, err
	}
	progress, err = aim.foretell(progress, pilot, func() (m mean, err error) {
		small, err := newSetApart(b, int(float64(house)*pilot))
		if err != nil {
			return m, err
		}
		groups, err := small.groups(ctx, func(float64) {}, small.Group)
		for _, r := range groups {
			m.add(r.Edge - r.Gain)
		}
		return m, err
	})
	if err != nil {
		return nil, err
	}
	groups, err := g.groups(ctx, progress, g.Group)
	if err != nil {
		return nil, err
	}
	out := SetBank(b.Game.BetNames()[0], house, groups)
	out.Sampled.Stopped = ctx.Err() != nil
	return out, nil
}

// groups solves all groups, or those that ended before the context.
func (g *SetApart) groups(ctx context.Context, progress func(float64), solve func(ctx context.Context, k int, done func()) (SetGroup, error)) ([]SetGroup, error) {
	return inGroups(ctx, setGroups, progress, func(k int, part func(float64)) (SetGroup, error) {
		hands := 0.0
		return solve(ctx, k, func() {
			part(hands / float64(g.house))
			hands++
		})
	})
}

// readSet converts the plan of such a game.
func readSet(b *plan.AtStakes) (*SetApart, error) {
	g := &SetApart{bound: b, win: 1}
	switch bets := b.Game.BetNames(); {
	case !b.Game.HouseBanks():
		return nil, unshaped(errSetShape, "a player banks it")
	case b.Game.Deck.Packs > 1:
		return nil, unshaped(errSetShape, "it is played with %d decks", b.Game.Deck.Packs)
	case len(bets) > 1:
		return nil, unshaped(errSetShape, "it has the bets %s", strings.Join(bets, ", "))
	}
	for i := range b.Game.Steps {
		st := &b.Game.Steps[i]
		switch {
		case st.Place != nil || st.TurnsUp() && g.ask != nil:
		case st.DealsTo(plan.ZoneHand) && st.To == plan.Everybody && g.ask == nil && st.Up == 0: // the bank's cards are not seen
			g.own += st.Count
		case st.Ask.Arranges() && st.Ask.Way != nil && len(st.Ask.Sizes) == 2 && g.ask == nil:
			g.ask = st.Ask
		case st.Settle != nil && len(st.Settle.Parts) == 2 && g.ask != nil && g.end == nil:
			g.end = st.Settle
		default:
			return nil, unknownStep(errSetShape, st)
		}
	}
	if err := g.setShape(); err != nil {
		return nil, err
	}
	for i := range g.end.Lines {
		g.win -= float64(g.end.Lines[i].Commission) / 10_000
	}
	return g, nil
}

// setShape returns why such a game cannot be solved, nil if it can.
func (g *SetApart) setShape() error {
	switch {
	case g.end == nil:
		return unshaped(errSetShape, "no settle step compares both hands")
	case g.own != g.ask.Sizes[0]+g.ask.Sizes[1]:
		return unshaped(errSetShape, "each side gets %d cards and sets %d", g.own, g.ask.Sizes[0]+g.ask.Sizes[1])
	case g.end.Qualifies != nil:
		return unshaped(errSetShape, "the settlement depends on whether the house qualifies")
	case g.end.Own != nil:
		return unshaped(errSetShape, "the settlement pays the player's hand by itself")
	}
	for i := range g.end.Parts {
		if p := &g.end.Parts[i]; bits.OnesCount16(p.Hands) != 1 {
			return unshaped(errSetShape, "the settlement compares other cards than each of the two hands")
		}
	}
	for i := range g.end.Lines {
		l := &g.end.Lines[i]
		if l.Win != nil || l.Tie != nil || l.Lose != nil || l.LoseTo != nil || l.Unqualified != nil || l.Bonus != nil {
			return unshaped(errSetShape, "the settlement does not pay even money")
		}
	}
	return nil
}

// houseHand sets a hand by the rule of the house.
func (g *SetApart) houseHand(list []cards.Card) (setHand, error) {
	g.one.Lock()
	first, err := g.ask.Way.Sets(&setQuestion{g: g, list: list})
	g.one.Unlock()
	if err != nil {
		return setHand{}, err
	}
	if len(first) != g.ask.Sizes[0] {
		return setHand{}, fmt.Errorf("the way of the house sets %d cards apart", len(first))
	}
	return g.set(list, cards.SetOf(first...)), nil
}

// set returns a hand with the given cards set apart as the first.
func (g *SetApart) set(list []cards.Card, first cards.Set) setHand {
	h := setHand{cards: cards.SetOf(list...), list: list}
	var room [2][plan.MostHole]cards.Card
	one, two := room[0][:0], room[1][:0]
	for _, c := range list {
		if first.Has(c) {
			one = append(one, c)
		} else {
			two = append(two, c)
		}
	}
	for i := range g.end.Parts {
		p, of := &g.end.Parts[i], two
		if bits.Len16(p.Hands) == int(g.ask.Groups[0]) {
			of = one
		}
		h.strength[i] = p.Strength(of, nil)
	}
	return h
}

// pays returns the player's win against a hand of the house.
func (g *SetApart) pays(own, bank *[2]rank.Strength) float64 {
	better, worse := 0, 0
	for i := range own {
		switch {
		case own[i] > bank[i]:
			better++
		case own[i] < bank[i] || g.end.Copies:
			worse++
		}
	}
	switch {
	case better == 2:
		return g.win
	case worse == 2:
		return -1
	}
	return 0
}

func (g *SetApart) group(k int) []setHand { return g.hands[k*g.house : (k+1)*g.house] }

// against returns the total win of a way to set a hand against hands without common cards, and their number.
func (g *SetApart) against(own *setHand, list []setHand, stride int) (sum, n float64) {
	for i := 0; i < len(list); i += stride {
		if list[i].cards&own.cards == 0 {
			sum += g.pays(&own.strength, &list[i].strength)
			n++
		}
	}
	return sum, n
}

// gain returns the average additional win of the best ways to set hands over that of the house in a group.
func (g *SetApart) gain(ctx context.Context, k int, done func()) (float64, error) {
	list := g.group(k)
	total := 0.0
	for i := range list {
		done()
		if err := pause.Err(ctx); err != nil {
			return 0, err
		}
		best, err := g.bestWay(&list[i], k)
		if err != nil {
			return 0, err
		}
		a, n := g.against(best, list, 1)
		b, _ := g.against(&list[i], list, 1)
		if n > 0 {
			total += (a - b) / n
		}
	}
	return total / float64(len(list)), nil
}

// setWay is one way to set a hand.
type setWay struct {
	setHand
	first  cards.Set
	value  float64
	valued bool
}

// stride returns the distance between the hands that decide which way is best.
func (g *SetApart) stride() int { return max(1, (len(g.hands)-g.house)/setDecide) }

// bestWay returns the best way to set a hand against hands of the other groups.
func (g *SetApart) bestWay(h *setHand, k int) (*setHand, error) {
	before, after := g.hands[:k*g.house], g.hands[(k+1)*g.house:]
	stride := g.stride()
	value := func(own *setHand) float64 {
		a, n := g.against(own, before, stride)
		b, m := g.against(own, after, stride)
		return (a + b) / (n + m)
	}
	own := value(h)
	ways := g.ways(h)
	for {
		// A way that another one beats need not be valued.
		best := -1
		for i := range ways {
			w := &ways[i]
			if slices.ContainsFunc(ways, func(o setWay) bool {
				return o.strength[0] >= w.strength[0] && o.strength[1] >= w.strength[1] && o.strength != w.strength
			}) {
				continue
			}
			if !w.valued {
				w.value, w.valued = value(&w.setHand), true
			}
			if best < 0 || w.value > ways[best].value {
				best = i
			}
		}
		if best < 0 || ways[best].value <= own {
			return h, nil
		}
		switch foul, err := g.foul(h.list, ways[best].first); {
		case err != nil:
			return nil, err
		case !foul:
			return &ways[best].setHand, nil
		}
		ways = slices.Delete(ways, best, best+1)
	}
}

// ways returns all ways to set a hand that differ in strength.
func (g *SetApart) ways(h *setHand) (ways []setWay) {
	for set := range 1 << len(h.list) {
		if bits.OnesCount(uint(set)) != g.ask.Sizes[0] {
			continue
		}
		first := cards.Set(0)
		for i, c := range h.list {
			if set>>i&1 != 0 {
				first |= cards.SetOf(c)
			}
		}
		w := setWay{setHand: g.set(h.list, first), first: first}
		if !slices.ContainsFunc(ways, func(o setWay) bool { return o.strength == w.strength }) {
			ways = append(ways, w)
		}
	}
	return ways
}

// foul reports whether the rules forbid setting a hand this way.
func (g *SetApart) foul(list []cards.Card, first cards.Set) (bool, error) {
	if g.ask.Foul == nil {
		return false, nil
	}
	order := make([]cards.Card, 0, len(list))
	for _, apart := range []bool{true, false} {
		for _, c := range list {
			if first.Has(c) == apart {
				order = append(order, c)
			}
		}
	}
	g.one.Lock()
	defer g.one.Unlock()
	return g.ask.Foul.Holds(&setQuestion{g: g, list: order})
}

// setQuestion is a hand as the scripts of the house see it.
type setQuestion struct {
	noQuestion
	g    *SetApart
	list []cards.Card
}

func (q *setQuestion) Cards() []cards.Card { return slices.Clone(q.list) }
func (q *setQuestion) Scale() int64        { return q.g.bound.Stakes.Scale }
