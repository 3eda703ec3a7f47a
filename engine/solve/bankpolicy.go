package solve

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// The exact loss of a policy: it plays one round with each hand that differs from others in more than the names of suits, and what it
// chose is valued over all hands of the house.

// errSampled means that the rounds of a policy must be played at random.
var errSampled = errors.New("the loss of this policy is not counted")

// PolicyLoss is what a policy loses to the house over all deals.
type PolicyLoss struct {
	Wager
	Deals float64
	Bet   int64 // its first bet, in the table's smallest unit
}

// PolicyAgainst computes what a policy loses to the house, over all deals: of games of one hand against one without a board and without
// a card in sight, and of games in which the house has no hand, if the policy makes the first bet only, always chooses the same with the same cards, and does not look at the names of
// suits. It is nil if that is not so; then the policy must be played. The policy decides for the first seat. The error is that of the
// policy.
func PolicyAgainst(ctx context.Context, b *plan.AtStakes, policy batch.Policy, progress func(float64)) (*PolicyLoss, error) {
	g, err := readBank(b)
	if err != nil || g.board() > 0 && g.bank > 0 || g.up > 0 {
		return nil, nil // there are more hands than rounds that must be played
	}
	p := &policyCount{g: g, policy: policy}
	if err := p.places(); err != nil {
		return nil, unlessSampled(err)
	}
	g.choose = p.choose
	count := g.against
	if g.bank == 0 {
		count = g.alone
	}
	out, err := count(ctx, progress)
	if err != nil {
		return nil, unlessSampled(err)
	}
	return &PolicyLoss{out.Wagers[0], out.Deals, p.bet}, nil
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
	board  []int // those of the cards on the board
	rounds int
	bet    int64
}

// goesOn is a policy that never gives up.
type goesOn struct{}

func (goesOn) Act(h *hand.Hand, _ *hand.Decision, _ *hand.Source) (hand.Action, error) {
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
	h, _, err := p.round(goesOn{}, order)
	if err != nil {
		return errSampled
	}
	for _, c := range h.Hole(0) {
		p.own = append(p.own, slices.Index(order, c))
	}
	for _, c := range h.Board() {
		p.board = append(p.board, slices.Index(order, c))
	}
	if len(p.own) != p.g.own || len(p.board) != p.g.board() {
		return errSampled
	}
	_, _, err = p.round(p.policy, order)
	return err
}

// choose returns the state in which a round with these cards ends, and the choices made on the way, by stage. boards are the cards of
// the first stages.
func (p *policyCount) choose(own uint64, boards []uint64) (state int, chosen []move, err error) {
	_, chosen, err = p.round(p.policy, p.deckWith(own, boards, suitOrders[0], 0))
	if p.rounds++; p.rounds%64 == 1 { // a policy may choose at random, by the names of suits, or by the order of the cards
		for k, names := range suitOrders {
			if err != nil {
				break
			}
			var again []move
			if _, again, err = p.round(p.policy, p.deckWith(own, boards, names, k)); err == nil && !slices.Equal(chosen, again) {
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
func (p *policyCount) deckWith(own uint64, boards []uint64, names [4]int, first int) []cards.Card {
	used := renamed(own, names)
	mine := setCards(used)
	at := map[int]cards.Card{}
	for k, place := range p.own {
		at[place] = mine[(k+first)%len(mine)]
	}
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
	stacks := make([]int64, g.bound.Game.MinSeats)
	for i := range stacks {
		stacks[i] = 1000 * max(g.bound.Stakes.Small.Hi, g.bound.Stakes.Big.Hi, g.bound.Stakes.Chip)
	}
	h := new(hand.Hand)
	if err := h.Start(&hand.Setup{Plan: g.bound, Stacks: stacks, Button: len(stacks) - 1, Seed: 1, Number: 1, Deck: order}); err != nil {
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
		a := h.DefaultAction()
		switch {
		case d.Seat != 0:
			if pass, ok := h.Take("pass", 0); ok {
				a = pass
			}
		default:
			var err error
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
		if err := h.Apply(a); err != nil {
			if blamer, ok := policy.(batch.Blamer); ok && d.Seat == 0 {
				err = blamer.Blame(err)
			}
			return nil, nil, err
		}
	}
}
