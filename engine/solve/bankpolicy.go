package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"

	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
)

// The loss of a policy. Where its choices can be asked with each hand that differs from others in more than the names of suits, it is
// exact: what it chose is valued over all hands of the house. Where there are too many such hands, because a card of the house is in
// sight or there is a board, best play is counted, and what the policy loses at each of its choices against the best one there is
// averaged over rounds dealt at random: these losses add up to the difference, and are 0 wherever it chooses what is best.

// errSampled means that the rounds of a policy must be played at random.
var errSampled = errors.New("the loss of this policy is not counted")

// PolicyLoss is what a policy loses to the house over all deals.
type PolicyLoss struct {
	Wager
	Off   float64 // the standard error of the edge, 0 if it is exact
	Best  float64 // the edge with best play; NaN if that was not needed
	Asked int     // rounds that were dealt at random; 0 if the edge is exact
	House int     // hands of the house that each of them was compared with, where hands are set apart; otherwise 0
	Deals float64
	Bet   int64 // its first bet, in the table's smallest unit
	// Stopped: the context ended before the aim was reached.
	Stopped bool
}

// MakePolicy makes a policy; each core plays its own.
type MakePolicy func() (batch.Policy, error)

// PolicyAgainst computes what a policy loses to the house, of games of poker hands, if the policy makes the first bet only, always
// chooses the same with the same cards, and does not look at the names of suits; and of games in which hands are set apart. It is nil
// if that is not so; then the policy must be played. Rounds are dealt at random until the aim is reached, or the context ends. The policy
// decides for the first seat. The error is that of the policy.
func PolicyAgainst(ctx context.Context, b *plan.AtStakes, policy MakePolicy, aim *Aim, progress func(float64)) (*PolicyLoss, error) {
	if slices.ContainsFunc(b.Game.Steps, func(s plan.Step) bool { return s.Ask.Arranges() }) {
		out, err := bySets(ctx, b, policy, setHouse, progress)
		return out, unlessSampled(err)
	}
	g, err := readBank(b)
	if err != nil {
		return nil, nil // it is another kind of game
	}
	p, err := newPolicyCount(g, policy)
	if err != nil {
		return nil, unlessSampled(err)
	}
	out := &PolicyLoss{Best: math.NaN(), Bet: p.bet}
	switch g.way() {
	case countAlone:
		g.choose = p.choose
		err = out.exact(g.alone(ctx, progress))
	case countHands:
		err = out.bySight(ctx, g, policy, aim, progress)
	case countBoards:
		err = out.onBoards(ctx, g, policy, aim, progress)
	default:
		return nil, nil
	}
	if err != nil {
		return nil, unlessSampled(err)
	}
	return out, nil
}

// exact takes a result in which the policy made all choices.
func (l *PolicyLoss) exact(out *Bank, err error) error {
	if err != nil {
		return err
	}
	l.Wager, l.Deals = out.Wagers[0], out.Deals
	return nil
}

// bySight asks the policy with each hand of a game without a board, and with one card of the house in sight that is drawn for each. Then
// with another card, until the error is small enough or it has been asked with all.
func (l *PolicyLoss) bySight(ctx context.Context, g *bankGame, policy MakePolicy, aim *Aim, progress func(float64)) error {
	x, err := g.newHeldCount(ctx)
	if err != nil {
		return err
	}
	asked, err := newPolicyCounts(g, policy)
	if err != nil {
		return err
	}
	ways := int(choose(g.deck-g.own, g.up))
	sum, squares, put := make([]float64, len(x.own)), make([]float64, len(x.own)), make([]float64, len(x.own)) // of the losses, by hand
	for round := 1; ; round++ {
		var best heldPart
		err = x.each(ctx, progress, func(g *bankGame, k int, p *heldPart) error {
			own := x.own[k]
			times, pays := float64(alike(own)), x.paysOf(own)
			if round == 1 { // best play is counted once
				sets(g.deck, g.up, own, func(up uint64) bool {
					values, all := x.values(g, own, up, pays)
					state, path := g.bestPath(values, nil)
					p.add(g, times, all, values, state, path)
					return true
				})
			}
			up := drawnUp(g, own, k, round-1)
			values, _ := x.values(g, own, up, pays)
			won, _ := g.bestPath(values, nil)
			c := <-asked
			state, _, err := c.choose(own, up, nil)
			asked <- c
			if err != nil {
				return err
			}
			lost := values[won] - values[state]
			sum[k] += lost
			squares[k] += float64(lost * lost)
			put[k] += g.put(state)
			return nil
		}, best.merge)
		if l.Stopped = ctx.Err() != nil; l.Stopped && round > 1 {
			return nil // what the rounds before have shown
		}
		if err != nil {
			return err
		}
		if round == 1 {
			bank := x.result(&best)
			l.Best, l.Deals = bank.Wagers[0].Edge, bank.Deals
		}
		lost, off, units, all := 0.0, 0.0, 0.0, choose(g.deck, g.own)
		for k, own := range x.own {
			times, n := float64(alike(own))/all, float64(round)
			lost += float64(times * sum[k] / n)
			units += float64(times * put[k] / n)
			off += float64(float64(times*times) * squares[k] / n / n * (1 - n/float64(ways)))
		}
		l.Wager = Wager{Bet: g.bets[0], Edge: l.Best + lost, Put: units, Risk: (l.Best + lost) / units}
		l.Off, l.Asked = math.Sqrt(off), round*len(x.own)
		if round == ways {
			l.Off, l.Asked = 0, 0
		}
		if l.Off <= aim.Off {
			return nil
		}
		aim.missed(l.Off, float64(round))
	}
}

// bySets asks the policy how it sets hands dealt at random, and compares each with hands of the house: what that wins more than the way of
// the house, which is known best, is averaged.
func bySets(ctx context.Context, b *plan.AtStakes, policy MakePolicy, house int, progress func(float64)) (*PolicyLoss, error) {
	g, err := newSetApart(b, house)
	if err != nil {
		return nil, errSampled
	}
	asked := make(chan *setCount, runtime.GOMAXPROCS(0))
	for range cap(asked) {
		c := &setCount{g: g}
		if c.policy, err = policy(); err != nil {
			return nil, err
		}
		order := b.Game.Deck.Append(nil)
		h, _, err := c.round(order, 0)
		if err != nil {
			return nil, err
		}
		for _, card := range h.Hole(0) {
			c.own = append(c.own, slices.Index(order, card))
		}
		asked <- c
	}
	groups, err := g.groups(ctx, progress, func(ctx context.Context, k int, done func()) (r SetGroup, err error) {
		if err := g.need(ctx, k); err != nil {
			return r, err
		}
		c := <-asked
		defer func() { asked <- c }()
		r.Edge = g.way(k)
		list := g.group(k)
		for i := range list {
			done()
			if err := pause.Err(ctx); err != nil {
				return r, err
			}
			_, first, err := c.round(c.deckWith(list[i].list), uint64(k*house+i))
			if err != nil {
				return r, err
			}
			own := g.set(list[i].list, first)
			won, n := g.against(&own, list, 1)
			as, _ := g.against(&list[i], list, 1)
			if n > 0 {
				r.Gain += (won - as) / n / float64(len(list))
			}
		}
		return r, nil
	})
	if err != nil {
		return nil, err
	}
	out := SetBank(b.Game.BetNames()[0], house, groups)
	c := <-asked
	return &PolicyLoss{Wager: out.Wagers[0], Off: out.Sampled.Off, Best: math.NaN(), Asked: len(groups) * house, House: house, Bet: c.bet, Stopped: ctx.Err() != nil}, nil
}

// setCount plays rounds in which hands are set apart.
type setCount struct {
	g      *SetApart
	policy batch.Policy
	own    []int // the places of the first seat's cards in the deck
	bet    int64
}

// deckWith returns a deck in which the first seat gets these cards.
func (c *setCount) deckWith(list []cards.Card) []cards.Card {
	order := c.g.bound.Game.Deck.Append(nil)
	for k, place := range c.own {
		at := slices.Index(order, list[k])
		order[place], order[at] = order[at], order[place]
	}
	return order
}

// round plays a round with a deck until the first seat has set its hand, and returns the cards that it set apart as the first.
func (c *setCount) round(order []cards.Card, n uint64) (*hand.Hand, cards.Set, error) {
	h := new(hand.Hand)
	err := startRound(h, c.g.bound, order)
	if err != nil {
		return nil, 0, err
	}
	source := hand.NewSource(1, n)
	for {
		d, ok := h.Next()
		if !ok {
			return nil, 0, errSampled // it sat out
		}
		a := others(h, &d)
		if d.Seat == 0 {
			if a, err = c.policy.Act(h, &d, &source); err == nil && h.Step().Place != nil {
				c.bet = a.Amount
			}
		}
		if err == nil {
			err = applied(h, a, c.policy, &d)
		}
		if err != nil {
			return nil, 0, err
		}
		if apart := h.Apart(0); apart != nil {
			return h, cards.SetOf(apart[c.g.ask.Groups[0]-1]...), nil
		}
	}
}

// startRound starts a round with a deck.
func startRound(h *hand.Hand, b *plan.AtStakes, order []cards.Card) error {
	stacks := make([]int64, b.Game.MinSeats)
	for i := range stacks {
		stacks[i] = 1000 * max(b.Stakes.Small.Hi, b.Stakes.Big.Hi, b.Stakes.Chip)
	}
	return h.Start(&hand.Setup{Plan: b, Stacks: stacks, Button: len(stacks) - 1, Seed: 1, Number: 1, Deck: order})
}

// others returns what seats do that the policy does not play: they sit out if they may.
func others(h *hand.Hand, d *hand.Decision) hand.Action {
	if pass, ok := h.Take("pass", 0); ok && d.Seat != 0 {
		return pass
	}
	return h.DefaultAction()
}

// applied applies an action. A refusal says where the policy chose it.
func applied(h *hand.Hand, a hand.Action, policy batch.Policy, d *hand.Decision) error {
	err := h.Apply(a)
	if blamer, ok := policy.(batch.Blamer); ok && err != nil && d.Seat == 0 {
		err = blamer.Blame(err)
	}
	return err
}

// drawnUp returns the card of the house in sight with a hand in a round, none if it shows none: over all rounds each card once.
func drawnUp(g *bankGame, own uint64, k, round int) (up uint64) {
	if g.up == 0 {
		return 0
	}
	left := g.deck - g.own
	chance := hand.NewSource(1, uint64(k))
	at := (int(chance.Below(uint64(left))) + round) % left
	sets(g.deck, 1, own, func(one uint64) bool {
		up = one
		at--
		return at >= 0
	})
	return up
}

// The rounds at hold'em that are dealt before the first look at the error, and those that are dealt in one go.
const (
	boardRounds = 20_000
	boardPart   = 500
)

// onBoards counts best play at hold'em, and asks the policy in rounds dealt at random.
func (l *PolicyLoss) onBoards(ctx context.Context, g *bankGame, policy MakePolicy, aim *Aim, progress func(float64)) error {
	x := g.newHoldem()
	x.kept = map[uint64][]float64{}
	best, err := x.count(ctx, progress)
	if err != nil {
		return err
	}
	l.Best, l.Deals = best.Wagers[0].Edge, best.Deals
	asked, err := newPolicyCounts(g, policy)
	if err != nil {
		return err
	}
	var lost, put mean
	for round, size := 1, boardRounds; ; round, size = round+1, 2*size {
		parts, err := inGroups(ctx, size/boardPart, progress, func(at int, _ func(float64)) (out [2]mean, err error) {
			c := <-asked
			defer func() { asked <- c }()
			for k := range boardPart {
				if err := pause.Err(ctx); err != nil {
					return out, err
				}
				chance := hand.NewSource(1, uint64(l.Asked+at*boardPart+k+1))
				own, boards := x.deal(&chance)
				state, chosen, err := c.choose(own, 0, boards)
				if err != nil {
					return out, err
				}
				out[0].add(x.lost(own, boards, chosen))
				out[1].add(g.put(state))
			}
			return out, nil
		})
		l.Stopped = ctx.Err() != nil
		if err != nil && (round == 1 || !l.Stopped) {
			return err
		}
		for _, p := range parts {
			lost.merge(&p[0])
			put.merge(&p[1])
		}
		l.Asked += len(parts) * boardPart
		more, off := lost.is()
		units, _ := put.is()
		l.Wager = Wager{Bet: g.bets[0], Edge: l.Best + more, Put: units, Risk: (l.Best + more) / units}
		if l.Off = off; l.Stopped || off <= aim.Off {
			return nil
		}
		aim.missed(off, float64(round))
	}
}

// deal deals a player's cards and those of each stage.
func (x *holdem) deal(chance *hand.Source) (own uint64, boards []uint64) {
	used := uint64(0)
	draw := func(n int) (set uint64) {
		for n > 0 {
			if c := uint64(1) << chance.Below(52); used&c == 0 {
				set, used, n = set|c, used|c, n-1
			}
		}
		return set
	}
	own = draw(2)
	for i := range x.g.stages {
		boards = append(boards, draw(x.g.stages[i].board))
	}
	return own, boards
}

// lost returns what the choices of a round lose against the best ones, each taken with what is known then.
func (x *holdem) lost(own uint64, boards []uint64, chosen []move) (lost float64) {
	state, board := 0, uint64(0)
	for at := range x.g.stages {
		s := &x.g.stages[at]
		board |= boards[at]
		if !s.asked || state >= len(s.next) || len(s.next[state]) < 2 {
			if s.asked && state < len(s.next) && len(s.next[state]) == 1 {
				state = s.next[state][0].to
			}
			continue
		}
		values := x.values(s, own, board)
		best := math.Inf(-1)
		for _, m := range s.next[state] {
			best = max(best, values(m.to))
		}
		state = chosen[at].to
		lost += best - values(state)
	}
	return lost
}

// values returns the function of what a state after a choice is worth with these cards.
func (x *holdem) values(s *stage, own, board uint64) func(state int) float64 {
	a, b := bits.TrailingZeros64(own), 63-bits.LeadingZeros64(own)
	switch s {
	case x.pre:
		class := x.class[classOf(uint8(a), uint8(b))]
		return func(state int) float64 { return class[state][0] }
	case x.flop:
		flop, names := board, suitOrders[0]
		for _, o := range suitOrders {
			if r := renamed(board, o); r < flop {
				flop, names = r, o
			}
		}
		like := renamed(own, names)
		flopped := x.flopped()
		n := len(flopped)
		kept := x.kept[flop][int(twoCards.at[bits.TrailingZeros64(like)][63-bits.LeadingZeros64(like)])*n:][:n]
		return func(state int) float64 { return kept[slices.Index(flopped, state)] }
	}
	if s == x.river {
		return x.onRiver(own, board)
	}
	won := make([]float64, len(x.g.states)) // over all rivers, by the state after the turn
	sets(52, 1, own|board, func(river uint64) bool {
		values := x.onRiver(own, board|river)
		for _, state := range x.beforeRiver() {
			best := math.Inf(-1)
			for _, m := range x.river.moves(state) {
				best = max(best, values(m.to))
			}
			won[state] += best
		}
		return true
	})
	return func(state int) float64 { return won[state] / 46 }
}

// onRiver returns the function of what a state at the end is worth with these cards.
func (x *holdem) onRiver(own, board uint64) func(state int) float64 {
	key, strength := x.ranked.key(board), x.ranked.of(own|board)
	var worse, upTo, below float64
	sets(52, 2, own|board, func(house uint64) bool {
		s := x.g.rank.Of(key.With(x.ranked.key(house)), 7)
		if s < strength {
			worse++
		}
		if s <= strength {
			upTo++
		}
		if s < x.least {
			below++
		}
		return true
	})
	counts := x.g.split(strength, worse, upTo, below, 990)
	return func(state int) float64 { return worthOf(&counts, &x.pays[strength][state], 990) }
}

func unlessSampled(err error) error {
	if errors.Is(err, errSampled) {
		return nil
	}
	return err
}

// policyCount plays rounds with chosen cards.
type policyCount struct {
	g      *bankGame
	policy batch.Policy
	own    []int // the places of the first seat's cards in the deck
	up     []int // those of the house's cards in sight when it chooses
	board  []int // those of the cards on the board
	rounds int
	bet    int64
}

func newPolicyCount(g *bankGame, policy MakePolicy) (*policyCount, error) {
	p := &policyCount{g: g}
	var err error
	if p.policy, err = policy(); err != nil {
		return nil, err
	}
	return p, p.places()
}

// newPolicyCounts makes one for each core.
func newPolicyCounts(g *bankGame, policy MakePolicy) (chan *policyCount, error) {
	all := make(chan *policyCount, runtime.GOMAXPROCS(0))
	for range cap(all) {
		p, err := newPolicyCount(g, policy)
		if err != nil {
			return nil, err
		}
		all <- p
	}
	return all, nil
}

// goesOn is a policy that never gives up, and sees the house's cards.
type goesOn struct{ up []cards.Card }

func (g *goesOn) Act(h *hand.Hand, _ *hand.Decision, _ *hand.Source) (hand.Action, error) {
	if h.Step().Place == nil {
		g.up = slices.Clone(h.Showing(h.Banker(), 0))
	}
	if pass, ok := h.Take("pass", 0); ok && h.Step().Place.Bet != h.Plan().Game.BetNames()[0] {
		return pass, nil
	}
	word := h.Offers()[0]
	if h.Step().Place == nil {
		word = h.Offers()[len(h.Offers())-1]
	}
	a, ok := h.Take(word.Name, word.Min)
	if !ok {
		return a, errSampled
	}
	return a, nil
}

// places finds the places in the deck of the cards that matter, by a round that is played to the end.
func (p *policyCount) places() error {
	order := p.g.bound.Game.Deck.Append(nil)
	seen := &goesOn{}
	h, _, err := p.round(seen, order)
	if err != nil {
		return errSampled
	}
	for _, c := range seen.up {
		p.up = append(p.up, slices.Index(order, c))
	}
	for _, c := range h.Hole(0) {
		p.own = append(p.own, slices.Index(order, c))
	}
	for _, c := range h.Board() {
		p.board = append(p.board, slices.Index(order, c))
	}
	if len(p.own) != p.g.own || len(p.board) != p.g.board() || len(p.up) != p.g.up {
		return errSampled
	}
	_, _, err = p.round(p.policy, order)
	return err
}

// choose returns the state in which a round with these cards ends, and the choices made on the way, by stage. up are the house's cards
// in sight, boards the cards of the first stages.
func (p *policyCount) choose(own, up uint64, boards []uint64) (state int, chosen []move, err error) {
	_, chosen, err = p.round(p.policy, p.deckWith(own, up, boards, suitOrders[0], 0))
	if p.rounds++; p.rounds%64 == 1 { // a policy may choose at random, by the names of suits, or by the order of the cards
		for k, names := range suitOrders {
			if err != nil {
				break
			}
			var again []move
			if _, again, err = p.round(p.policy, p.deckWith(own, up, boards, names, k)); err == nil && !slices.Equal(chosen, again) {
				err = errSampled
			}
		}
	}
	for _, m := range chosen {
		state = m.to
	}
	return state, chosen, err
}

// deckWith returns a deck in which the first seat gets these cards, the one at index first before the others, with their suits renamed.
func (p *policyCount) deckWith(own, up uint64, boards []uint64, names [4]int, first int) []cards.Card {
	used := renamed(own, names)
	mine := setCards(used)
	at := map[int]cards.Card{}
	for k, place := range p.own {
		at[place] = mine[(k+first)%len(mine)]
	}
	for k, c := range setCards(renamed(up, names)) {
		at[p.up[k]] = c
	}
	used |= renamed(up, names)
	n := 0
	for _, set := range boards {
		set = renamed(set, names)
		used |= set
		for _, c := range setCards(set) {
			at[p.board[n]] = c
			n++
		}
	}
	rest := setCards((1<<p.g.deck - 1) &^ used)
	order := make([]cards.Card, 0, p.g.deck)
	for i := range p.g.deck {
		c, ok := at[i]
		if !ok {
			c, rest = rest[0], rest[1:]
		}
		order = append(order, c)
	}
	return order
}

// round plays a round with a deck, and returns the choices of the first seat, by stage.
func (p *policyCount) round(policy batch.Policy, order []cards.Card) (*hand.Hand, []move, error) {
	g := p.g
	h := new(hand.Hand)
	err := startRound(h, g.bound, order)
	if err != nil {
		return nil, nil, err
	}
	source := hand.NewSource(1, uint64(p.rounds))
	state, at, bet := 0, 0, false
	var chosen []move
	for {
		d, ok := h.Next()
		if !ok {
			return h, chosen, nil
		}
		a := others(h, &d)
		if d.Seat == 0 {
			if a, err = policy.Act(h, &d, &source); err != nil {
				return nil, nil, err
			}
		}
		if d.Seat == 0 && d.Kind == hand.Chosen {
			name := h.Offers()[a.Pick].Name
			if st := h.Step(); st.Place != nil {
				first := st.Place.Bet == g.bets[0]
				if first == (name == "pass") { // it sits out, or makes a side bet
					return nil, nil, errSampled
				}
				if first {
					bet, p.bet = true, a.Amount
				}
			} else {
				for at < len(g.stages) && (!g.stages[at].asked || g.stages[at].step.Pos != st.Pos || state >= len(g.stages[at].next)) {
					at++
				}
				if at == len(g.stages) || !bet {
					return nil, nil, errSampled
				}
				k := slices.IndexFunc(g.stages[at].next[state], func(m move) bool {
					return m.offer >= 0 && g.stages[at].step.Ask.Offers[m.offer].Name == name
				})
				if k < 0 {
					return nil, nil, fmt.Errorf("%s is not among the choices that are counted: %w", name, errSampled)
				}
				for len(chosen) < at {
					chosen = append(chosen, move{-1, state})
				}
				m := g.stages[at].next[state][k]
				chosen, state = append(chosen, m), m.to
				at++
			}
		}
		if err := applied(h, a, policy, &d); err != nil {
			return nil, nil, err
		}
	}
}
