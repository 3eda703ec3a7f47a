package hand

import (
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Games played against a bank. Their state is in a block behind a pointer, so that
// it costs other games nothing. A block does not change while a hand waits: every
// action works on a fresh copy, so that a copy of the hand is an independent hand
// here too, and a refused action changes nothing.

// Limits of a banked game.
const (
	MaxHands = plan.MaxHands // hands that one seat can have by splitting
	MaxCards = 24            // cards in one of them
)

// fewSpots is the number of hands that a block stores without a separate
// allocation.
const fewSpots = 8

// house is the index of the house's hands if it banks: the banker's hand, and the
// hand that all bettors share.
const house = betting.Max

// The hands of the house.
const (
	bankHand = iota
	sharedHand
)

// bank is the state of a banked round.
type bank struct {
	bankState
	more []seatHand // the hands that do not fit into few
	side []int64    // the bets of each hand except the first bet
	told question   // what a script is being asked
}

// bankState is the comparable part of a block.
type bankState struct {
	banker  int8 // -1 until somebody banks; house
	rounds  int8 // Setup.Banked
	at      int8 // index of the seat's hand being asked
	inUse   int8 // number of hands
	sides   int8 // number of bets that a hand can have in addition to the first
	stake   int64
	bettors betting.Set
	// paidSome: some bets have been settled, and the round goes on.
	paidSome bool
	// sizes are the cards of the two hands into which each hand is set apart; 0 before that.
	sizes [2]uint8
	hands [betting.Max + 1]int8
	place [betting.Max + 1][MaxHands]int8 // the index of each hand: in few, then in more
	few   [fewSpots]seatHand
}

// seatHand returns a hand of a seat; an empty one if it does not exist.
func (b *bank) seatHand(seat, k int) *seatHand {
	if k >= int(b.hands[seat]) {
		return new(seatHand)
	}
	if i := int(b.place[seat][k]); i >= fewSpots {
		return &b.more[i-fewSpots]
	} else {
		return &b.few[i]
	}
}

func (b *bank) insertHand(seat, k int) *seatHand {
	places := &b.place[seat]
	copy(places[k+1:], places[k:b.hands[seat]])
	places[k] = b.inUse
	b.hands[seat]++
	if b.inUse++; b.inUse > fewSpots {
		b.more = append(b.more, seatHand{})
	}
	for range b.sides {
		b.side = append(b.side, 0)
	}
	return b.seatHand(seat, k)
}

// bet returns one of the bets of a hand, by its number among the game's bets.
func (b *bank) bet(seat, k, n int) *int64 {
	if n == 0 {
		return &b.seatHand(seat, k).wager
	}
	return &b.side[int(b.place[seat][k])*int(b.sides)+n-1]
}

func (b *bank) clone() *bank {
	if b == nil {
		return nil
	}
	own := *b
	own.more, own.side = slices.Clone(b.more), slices.Clone(b.side)
	return &own
}

// copyOf makes b, nil for a new block, the same as another and returns it.
func (b *bank) copyOf(o *bank) *bank {
	if b == nil {
		return o.clone()
	}
	b.bankState = o.bankState
	b.more, b.side = append(b.more[:0], o.more...), append(b.side[:0], o.side...)
	return b
}

// question returns what a script sees, with no seat for the public state. It is valid until
// the next one.
func (b *bank) question(h *Hand, seat int, as []cards.Card) *question {
	b.told = question{h: h, seat: seat, as: as}
	return &b.told
}

func (b *bank) same(o *bank) bool {
	if b == nil || o == nil {
		return b == o
	}
	return b.bankState == o.bankState && slices.Equal(b.more, o.more) && slices.Equal(b.side, o.side)
}

// seatHand is one hand of a seat with its wager.
type seatHand struct {
	cards [MaxCards]cards.Card
	up    uint32 // bit k: card k is face up
	n     uint8
	owed  uint8 // cards that it gets when its turn comes
	done  bool
	split bool // made by a split
	acted bool // a choice has been made for it
	lost  bool // given up

	first uint8  // the game's hand to which the cards in apart belong; 0 for none
	apart uint16 // bit k: card k is set apart

	wager int64
}

// handOf appends the cards that belong to a hand of the game, from 1; with 0 all
// cards.
func (s *seatHand) handOf(to []cards.Card, hand uint8) []cards.Card {
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

func (s *seatHand) list() []cards.Card { return s.cards[:s.n] }

func (s *seatHand) showing() []cards.Card {
	var out []cards.Card
	for k, c := range s.list() {
		if s.up>>k&1 != 0 {
			out = append(out, c)
		}
	}
	return out
}

// hole returns the seat's hand that is being played, otherwise its first.
func (b *bank) hole(seat int, asked int8) *seatHand {
	if int(asked) == seat {
		return b.seatHand(seat, int(b.at))
	}
	return b.seatHand(seat, 0)
}

// shares reports whether all bettors play one hand.
func (b *bank) shares() bool { return b.hands[house] > sharedHand }

// played returns the hand that a bettor's bet is on: the bettor's own, or the
// shared one.
func (b *bank) played(seat, k int) *seatHand {
	if b.shares() {
		return b.seatHand(house, sharedHand)
	}
	return b.seatHand(seat, k)
}

// teller returns the seat for events: -1 for the house.
func teller(seat int) int8 {
	if seat == house {
		return -1
	}
	return int8(seat)
}

// role returns the seats of a role, including the house's index if it banks.
func (b *bank) role(r plan.Role) betting.Set {
	banker := betting.Bit(int(b.banker))
	switch r {
	case plan.Bettors:
		return b.bettors
	case plan.Banker:
		return banker
	}
	return b.bettors | banker
}

func (s *seatHand) take(c cards.Card, up bool) {
	s.cards[s.n] = c
	if up {
		s.up |= 1 << s.n
	}
	s.n++
}

func (s *seatHand) drop(k int) {
	copy(s.cards[k:], s.cards[k+1:s.n])
	s.up, s.apart = s.up&(1<<k-1)|s.up>>(k+1)<<k, s.apart&(1<<k-1)|s.apart>>(k+1)<<k
	s.n--
}
