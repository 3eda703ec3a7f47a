package hand

import (
	"fmt"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// Games played against a bank. What only they need lies in a block of its own
// behind a pointer, so that it costs other games nothing. A block is never
// changed once a hand waits: every action works on a fresh copy, so that a copy
// of the hand is an independent hand here too, and a refused action has changed
// nothing.

// Limits of a banked game.
const (
	MaxHands = plan.MaxHands // hands that one seat may have by splitting
	MaxCards = 24            // cards in one of them
)

// fewSpots is how many hands a block has room for in itself: with more of them
// it takes memory of their own.
const fewSpots = 8

// house is the place of the house's hands, where it banks: the banker's, and one
// that all bettors share.
const house = seating.Max

// The hands of the house.
const (
	bankHand = iota
	sharedHand
)

// bank is the state of a banked round.
type bank struct {
	bankState
	more []spot  // the hands that few has no room for
	side []int64 // the bets of each hand but the first
}

// bankState is what of a block is the same for the same round.
type bankState struct {
	banker  int8 // -1 until somebody banks; house
	rounds  int8 // Setup.Banked
	at      int8 // the hand of the seat being asked
	inUse   int8 // hands that there are
	sides   int8 // bets that a hand can have besides the first
	stake   int64
	bettors seating.Set
	// paidSome: bets have been settled, and the round goes on.
	paidSome bool
	// dealt: a card has come in the play of the hands, and the dealer is not waited for
	// yet.
	dealt bool
	hands [seating.Max + 1]int8
	place [seating.Max + 1][MaxHands]int8 // where each hand lies: few, then more
	few   [fewSpots]spot
}

// spot is a hand of a seat; an empty one when there is none.
func (b *bank) spot(seat, k int) *spot {
	if k >= int(b.hands[seat]) {
		return new(spot)
	}
	if i := int(b.place[seat][k]); i >= fewSpots {
		return &b.more[i-fewSpots]
	} else {
		return &b.few[i]
	}
}

// sit gives a seat one more hand, the k-th of its.
func (b *bank) sit(seat, k int) *spot {
	places := &b.place[seat]
	copy(places[k+1:], places[k:b.hands[seat]])
	places[k] = b.inUse
	b.hands[seat]++
	if b.inUse++; b.inUse > fewSpots {
		b.more = append(b.more, spot{})
	}
	for range b.sides {
		b.side = append(b.side, 0)
	}
	return b.spot(seat, k)
}

// bet is one of the bets of a hand, by its number among those of the game.
func (b *bank) bet(seat, k, n int) *int64 {
	if n == 0 {
		return &b.spot(seat, k).wager
	}
	return &b.side[int(b.place[seat][k])*int(b.sides)+n-1]
}

// betNumber is the number of a bet, "" for the first.
func (h *Hand) betNumber(name string) int {
	if name == "" {
		return 0
	}
	return slices.Index(h.plan.Bets, name)
}

// clone is an independent block in the same state.
func (b *bank) clone() *bank {
	own := *b
	own.more, own.side = slices.Clone(b.more), slices.Clone(b.side)
	return &own
}

// same reports whether two blocks are in the same state.
func (b *bank) same(o *bank) bool {
	if b == nil || o == nil {
		return b == o
	}
	return b.bankState == o.bankState && slices.Equal(b.more, o.more) && slices.Equal(b.side, o.side)
}

// spot is one hand of a seat with its wager.
type spot struct {
	cards [MaxCards]cards.Card
	up    uint32 // bit k: card k is face up
	n     uint8
	owed  uint8 // cards that it gets when its turn comes
	done  bool
	split bool // made by a split
	acted bool // something has been chosen for it
	lost  bool // given up

	first uint8  // the hand of the game for which the cards in apart are set apart; 0 for none
	apart uint16 // bit k: card k

	wager int64
}

// handOf adds the cards to `to` that are set apart for a hand of the game, from 1;
// with 0 all of them.
func (s *spot) handOf(to []cards.Card, hand uint8) []cards.Card {
	if hand == 0 || s.first == 0 {
		return append(to, s.list()...)
	}
	for k, c := range s.list() {
		if (s.apart>>k&1 != 0) == (hand == s.first) {
			to = append(to, c)
		}
	}
	return to
}

func (s *spot) list() []cards.Card { return s.cards[:s.n] }

// showing is the up cards of the hand.
func (s *spot) showing() []cards.Card {
	var out []cards.Card
	for k, c := range s.list() {
		if s.up>>k&1 != 0 {
			out = append(out, c)
		}
	}
	return out
}

// Banker is the seat that banks; -1 in a game without a bank, as long as nobody
// has taken it, and where the house banks.
func (h *Hand) Banker() int {
	if h.bank == nil || h.bank.banker == house {
		return -1
	}
	return int(h.bank.banker)
}

// Stake is what the banker has put up.
func (h *Hand) Stake() int64 {
	if h.bank == nil {
		return 0
	}
	return h.bank.stake
}

// Bettors is the set of seats that bet against the bank.
func (h *Hand) Bettors() seating.Set {
	if h.bank == nil {
		return 0
	}
	return h.bank.bettors
}

// Hands is how many hands a seat holds: more than one after a split. Seat -1
// is the house: its first hand is the banker's, the second one that all bettors
// share.
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

// Bet is one of the bets of a hand of a seat, by its number in [plan.Bound.Bets].
func (h *Hand) Bet(seat, k, n int) int64 {
	if h.bank == nil || k >= int(h.bank.hands[seat]) {
		return 0
	}
	return *h.bank.bet(seat, k, n)
}

// Cards is the cards of one hand of a seat, in the order dealt, and its first bet.
// Seat -1 is the house, as in [Hand.Hands].
// The slice is the hand's own: do not keep it over an Apply.
func (h *Hand) Cards(seat, k int) ([]cards.Card, int64) {
	if h.bank == nil {
		return h.Hole(seat), h.s.Wager[seat]
	}
	if seat < 0 {
		seat = house
	}
	s := h.bank.spot(seat, k)
	return s.list(), s.wager
}

// Showing is what a seat shows of one of its hands.
func (h *Hand) Showing(seat, k int) []cards.Card {
	if h.bank == nil {
		return h.upCards(nil, seat)
	}
	if seat < 0 {
		seat = house
	}
	return h.bank.spot(seat, k).showing()
}

// Asked is the hand, of those of the seat whose turn it is, that a choice is
// for.
func (h *Hand) Asked() int {
	if h.bank == nil {
		return 0
	}
	return int(h.bank.at)
}

// hole is the cards of a seat's hand that is being played, or of its first.
func (b *bank) hole(seat int, asked int8) *spot {
	if int(asked) == seat {
		return b.spot(seat, int(b.at))
	}
	return b.spot(seat, 0)
}

// inHand is the hand of a seat that Hole and IsUp speak of.
func (h *Hand) inHand(seat int) *spot {
	asked := int8(-1)
	if !h.over && h.dec.Kind == Chosen {
		asked = h.dec.Seat
	}
	return h.bank.hole(seat, asked)
}

// startBank gives a banked game its block.
func (h *Hand) startBank(s *Setup) {
	h.bank = nil
	if !s.Plan.Game.Banked() {
		return
	}
	b := &bank{bankState: bankState{banker: -1, rounds: int8(s.Banked), sides: int8(len(s.Plan.Bets) - 1)}}
	if s.Plan.Game.HouseBanks() {
		b.banker = house
	}
	if shares := s.Plan.Shares; b.banker == house || shares {
		b.sit(house, bankHand)
		if shares {
			b.sit(house, sharedHand)
		}
	}
	h.bank = b
}

// shares reports whether all bettors play one hand.
func (b *bank) shares() bool { return b.hands[house] > sharedHand }

// played is the hand that stands for one of a bettor's.
func (b *bank) played(seat, k int) *spot {
	if b.shares() {
		return b.spot(house, sharedHand)
	}
	return b.spot(seat, k)
}

// teller is the seat that events name: -1 for the house.
func teller(seat int) int8 {
	if seat == house {
		return -1
	}
	return int8(seat)
}

// units is cents in the table's units.
func (h *Hand) units(cents int64) int64 { return cents * h.plan.Stakes.Scale / plan.Cents }

// putUp takes chips from a seat's stack and lays them before it.
func (h *Hand) putUp(seat int, amount int64) {
	h.s.Stack[seat] -= amount
	h.s.Wager[seat] += amount
	if h.s.Stack[seat] == 0 {
		h.s.Broke |= seating.Bit(seat)
	}
}

// takeUp is the reverse: chips before a seat go back to its stack.
func (h *Hand) takeUp(seat int, amount int64) {
	h.s.Wager[seat] -= amount
	h.s.Stack[seat] += amount
	if h.s.Stack[seat] > 0 {
		h.s.Broke &^= seating.Bit(seat)
	}
}

// role is the seats of a role; the house's place among them where it banks.
func (b *bank) role(r plan.Role) seating.Set {
	banker := seating.Bit(int(b.banker))
	switch r {
	case plan.Bettors:
		return b.bettors
	case plan.Banker:
		return banker
	}
	return b.bettors | banker
}

// tooOften reports a card that is in a recorded deck more often than in its
// packs, or not in them at all.
func tooOften(deck cards.Deck, order []cards.Card) error {
	var have, seen [64]int
	for _, c := range deck.Append(nil) {
		have[c]++
	}
	for i, c := range order {
		if seen[c&63]++; seen[c&63] > have[c&63] {
			if have[c&63] == 0 {
				return fmt.Errorf("card %d of the deck, %s, is not in the deck", i+1, c)
			}
			return fmt.Errorf("card %d of the deck, %s, is in it more than %d times", i+1, c, have[c&63])
		}
	}
	return nil
}

// hideBank makes the down cards unknown that a seat may not see, in a block of
// the view's own.
func (h *Hand) hideBank(seat int, shown seating.Set) {
	if h.bank == nil {
		return
	}
	h.bank = h.bank.clone()
	for i := range h.bank.hands {
		for k := range int(h.bank.hands[i]) {
			s := h.bank.spot(i, k)
			clear(s.cards[s.n:]) // what lay there before
			if i != seat && (i == house || !shown.Has(i)) && s.up != 1<<s.n-1 {
				s.apart = 0
			}
			for j := range s.list() {
				if i != seat && (i == house || !shown.Has(i)) && s.up>>j&1 == 0 {
					s.cards[j] = cards.Unknown
				}
			}
		}
	}
}
