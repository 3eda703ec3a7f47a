package hand

import (
	"fmt"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// What differs between a hand for a pot and a round against a bank is asked here: the
// banker, his stake, the bets, and the hands of a seat.

func (h *Hand) startBank(s *Setup) {
	b := h.bank
	if h.bank = nil; !s.Plan.AgainstBank {
		return
	}
	if b == nil || h.sole != h {
		b = &bank{}
	}
	b.bankState = bankState{banker: -1, rounds: int8(s.Banked), sides: int8(len(s.Plan.Bets) - 1)}
	b.more, b.side = b.more[:0], b.side[:0]
	if s.Plan.Game.HouseBanks() {
		b.banker = house
	}
	if shares := s.Plan.Shares; b.banker == house || shares {
		b.insertHand(house, bankHand)
		if shares {
			b.insertHand(house, sharedHand)
		}
	}
	h.bank = b
}

// contest returns the bank, or pot for a hand that is played for a pot.
func (h *Hand) contest() contest {
	if h.bank != nil {
		return h.bank
	}
	return pot{}
}

// changesAtBank reports whether a step changes the cards of hands against a bank, each hand in its turn.
func (h *Hand) changesAtBank(st *plan.Step) bool { return h.bank != nil && st.ChangesHand() }

func (h *Hand) runChanges(st *plan.Step) (wait bool, err error) { return h.bank.changes(h, st) }

func (h *Hand) change(st *plan.Step, seat int, which uint64, gone []cards.Card) error {
	return h.bank.change(h, st, seat, which, gone)
}

// Pot returns the money in the middle, without the wagers of this round.
func (h *Hand) Pot() int64 {
	if h.over || h.bank != nil {
		return 0
	}
	t := h.dead - h.outOfPot
	for i := range h.s.N {
		t += h.in[i]
	}
	return t
}

// WholePot returns the pot with the wagers of this round, 0 against a bank.
func (h *Hand) WholePot() int64 {
	if h.bank != nil {
		return 0
	}
	sum := h.Pot()
	for _, n := range h.s.Wager[:h.s.N] {
		sum += n
	}
	return sum
}

// Hole returns the cards of a seat, in the order dealt. The slice belongs to the
// hand: do not keep it across a call of Apply.
//
// Against a bank it is the hand that is being played, or the first hand of a seat
// with several: see [Hand.Cards].
func (h *Hand) Hole(seat int) []cards.Card {
	if h.bank != nil {
		return h.inHand(seat).list()
	}
	at := seat * int(h.room)
	return h.hole[at : at+int(h.held[seat])]
}

// inHand returns the hand of a seat that Hole and IsUp refer to.
func (h *Hand) inHand(seat int) *seatHand {
	asked := int8(-1)
	if !h.over && (h.dec.Kind == Chosen || h.dec.Kind == CardsAsked) {
		asked = h.dec.Seat
	}
	return h.bank.hole(seat, asked)
}

// IsUp reports whether the k-th card of the seat is face up.
func (h *Hand) IsUp(seat, k int) bool { return h.ups(seat)>>k&1 != 0 }

// ups returns the cards of the seat that are face up, bit k for the k-th.
func (h *Hand) ups(seat int) uint64 {
	if h.bank != nil {
		return uint64(h.inHand(seat).up)
	}
	return h.up[seat]
}

// miscounted reports whether a seat cannot set its hand apart, because a ruling has left
// it with another number of cards. By custom a bettor's hand is dead then.
func (h *Hand) miscounted(seat int) bool {
	if h.bank == nil || !h.bank.unset(seat, false) {
		return false
	}
	h.bank.dies(h, seat)
	return true
}

// turnUpRole turns up the down cards of a role's seats.
func (h *Hand) turnUpRole(st *plan.Step) { h.bank.turnUp(h, st) }

// runSettle pays the bets. An attended hand waits once before.
func (h *Hand) runSettle(st *plan.Step) (wait bool) {
	if h.stage == notBegun {
		if h.stage = begun; h.pause() {
			return true
		}
	}
	h.bank.settle(h, st.Settle)
	return false
}

// Banker returns the seat that banks; -1 in a game without a bank, while nobody has
// taken it, and if the house banks.
func (h *Hand) Banker() int { return int(teller(int(h.banked().banker))) }

// noBank is the bank of every hand for a pot. It is only read.
var noBank = bank{bankState: bankState{banker: -1}}

// banked returns the bank, for reading.
func (h *Hand) banked() *bank {
	if h.bank == nil {
		return &noBank
	}
	return h.bank
}

// Stake returns the banker's stake.
func (h *Hand) Stake() int64 { return h.banked().stake }

// Bettors returns the seats that bet against the bank.
func (h *Hand) Bettors() betting.Set { return h.banked().bettors }

// Hands returns the number of hands that a seat holds: more than one after a split.
// Seat -1 is the house: its first hand is the banker's, the second the one that all
// bettors share.
func (h *Hand) Hands(seat int) int {
	switch {
	case h.bank == nil && seat < 0:
		return 0
	case h.bank == nil:
		return 1
	case seat < 0:
		seat = house
	}
	return int(h.bank.hands[seat])
}

// Bet returns one of the bets of a seat's hand, by its number in [plan.AtStakes.Bets].
func (h *Hand) Bet(seat, k, n int) int64 {
	if h.bank == nil || k >= int(h.bank.hands[seat]) {
		return 0
	}
	return *h.bank.bet(seat, k, n)
}

// Cards returns the cards of one hand of a seat, in the order dealt, and its first
// bet. Seat -1 is the house, as in [Hand.Hands]. The slice belongs to the hand: do
// not keep it across a call of Apply.
func (h *Hand) Cards(seat, k int) ([]cards.Card, int64) {
	if h.bank == nil {
		return h.Hole(seat), h.s.Wager[seat]
	}
	if seat < 0 {
		seat = house
	}
	s := h.bank.seatHand(seat, k)
	return s.list(), s.wager
}

// ByHouseWay returns the action by which the player who is asked to set cards apart sets them as the house sets its own; not ok if the game
// does not say how.
func (h *Hand) ByHouseWay() (a Action, ok bool) {
	ask := h.Question()
	if h.bank == nil || ask == nil || ask.Way == nil {
		return a, false
	}
	first, err := ask.Way.Sets(h.bank.question(h, int(h.dec.Seat), nil))
	if err != nil || len(first) != h.dec.Count {
		return a, false
	}
	return Action{Kind: PickCards, Seat: h.dec.Seat}.WithCards(first), true
}

// Apart returns the two hands of the game as which a seat's first hand against a bank is set apart, nil before that; seat -1 is the
// house, as in [Hand.Hands].
func (h *Hand) Apart(seat int) (out [][]cards.Card) {
	if h.bank == nil || h.Hands(seat) == 0 {
		return nil
	}
	if seat < 0 {
		seat = house
	}
	if s := h.bank.seatHand(seat, 0); s.apart != 0 {
		out = [][]cards.Card{s.handOf(nil, 1), s.handOf(nil, 2)}
	}
	return out
}

// Showing returns the up cards of one hand of a seat.
func (h *Hand) Showing(seat, k int) []cards.Card {
	if h.bank == nil {
		return h.upCards(nil, seat)
	}
	if seat < 0 {
		seat = house
	}
	return h.bank.seatHand(seat, k).showing()
}

// Asked returns the index of the hand, of the seat whose turn it is, that a choice
// is for.
func (h *Hand) Asked() int { return int(h.banked().at) }

// betNumber returns the number of a bet; "" is the first.
func (h *Hand) betNumber(name string) int {
	if name == "" {
		return 0
	}
	return slices.Index(h.plan.Bets, name)
}

// start returns the seat to whose left a round begins: the banker's, or the button
// if the house banks.
func (b *bank) start(h *Hand) int {
	if b.banker == house {
		return int(h.button)
	}
	return int(b.banker)
}

// inTurn returns seats in the order of the round: clockwise, with a banking player
// last; if the house banks, from the left of the button, with the house last.
func (b *bank) inTurn(h *Hand, seats betting.Set) (order [betting.Max + 1]int8, n int) {
	players, seat := seats&h.all(), b.start(h)
	for range players.Len() {
		seat = players.After(seat)
		order[n] = int8(seat)
		n++
	}
	if seats.Has(house) {
		order[n] = house
		n++
	}
	return order, n
}

// turnHand turns up a hand and emits the cards that were down, as many at once as
// fit into an event.
func (h *Hand) turnHand(seat, k int, s *seatHand) {
	up := s.up
	if s.up = 1<<s.n - 1; h.log == nil {
		return
	}
	e := Event{Kind: Exposed, Seat: teller(seat), Part: int8(k)}
	tell := func(first bool) {
		for i, c := range s.list() {
			if up>>i&1 != 0 || first != (s.apart>>i&1 != 0) {
				continue
			}
			if e.N == MaxHole {
				h.emit(e)
				e.N = 0
			}
			e.Cards[e.N] = c
			e.N++
		}
	}
	tell(true) // the cards that are set apart come first
	tell(false)
	if e.N > 0 {
		h.emit(e)
	}
}

// units converts cents to the table's units.
func (h *Hand) units(cents int64) int64 { return cents * h.plan.Stakes.Scale / plan.Cents }

// ceil rounds n up to a multiple of step.
func ceil(n, step int64) int64 { return (n + step - 1) / step * step }

// putUp moves chips from a seat's stack to its wager. The fee that is paid next notes who
// has no chips left (pays).
func (h *Hand) putUp(seat int, amount int64) {
	h.s.Stack[seat] -= amount
	h.s.Wager[seat] += amount
}

// takeUp moves chips from a seat's wager back to its stack.
func (h *Hand) takeUp(seat int, amount int64) {
	h.s.Wager[seat] -= amount
	h.s.Stack[seat] += amount
	if h.s.Stack[seat] > 0 {
		h.s.Broke &^= betting.Bit(seat)
	}
}

// hide removes what no card of a hand shows: cards that lay there before, and which are set apart while some are unknown.
func (b *bank) hide(seat, k int) {
	if b == nil {
		return
	}
	if seat < 0 {
		seat = house
	}
	s := b.seatHand(seat, k)
	clear(s.cards[s.n:])
	if slices.Contains(s.list(), cards.Unknown) {
		s.apart = 0
	}
}

// Worth describes a hand of a seat by the last settlement of the game; seat -1 is
// the house, as in [Hand.Hands]. It returns false in a game without a settlement.
func (h *Hand) Worth(seat, k int) (words string, ok bool) {
	if h.bank == nil {
		return "", false
	}
	s := h.bank.seatHand(house, k)
	if seat >= 0 {
		s = h.bank.seatHand(seat, k)
		if h.bank.bettors.Has(seat) {
			s = h.bank.played(seat, k)
		}
	}
	steps := h.plan.Game.Steps
	for i := len(steps) - 1; i >= 0; i-- {
		if sd := steps[i].Settle; sd != nil {
			w := h.bank.holding(h, s, sd)
			if sd.Points != nil {
				return sd.Points.Words(w.worth), true
			}
			return sd.Words(w.strength[0], w.strength[1]), true
		}
	}
	return "", false
}

func (q *question) seatHand() *seatHand {
	if q.seat < 0 {
		return &seatHand{}
	}
	return q.h.bank.seatHand(q.seat, int(q.h.bank.at))
}

// checkBanked rejects a setup that needs a pot.
func (s *Setup) checkBanked() error {
	g := s.Plan.Game
	switch {
	case !s.Plan.AgainstBank:
	case s.Manual:
		return fmt.Errorf("a round of %s is played with its recorded deck", g.Name)
	case s.Carried > 0:
		return fmt.Errorf("a pot is carried over, but %s has no pot", g.Name)
	case len(s.Posts) > 0:
		return fmt.Errorf("seat %d posts before the deal, but %s has no pot", s.Posts[0].Seat+1, g.Name)
	}
	return nil
}
