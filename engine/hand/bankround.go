package hand

import (
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// The steps of a round against a bank, in the order in which they are played.

// asks is the seats that a question is put to: the bank to all but one that has
// banked as often in a row as it may, the bets to all but the banker.
func (b *bank) asks(h *Hand, st *plan.Step) seating.Set {
	switch {
	case st.Bank != nil && st.Bank.Rounds > 0 && int(b.rounds) >= st.Bank.Rounds:
		return h.all() &^ seating.Bit(int(h.button))
	case st.Bank != nil:
		return h.all()
	case st.Place != nil:
		return h.all() &^ seating.Bit(int(b.banker))
	}
	seats := b.role(st.To)
	b.at = 0
	for m := seats; m != 0; m &= m - 1 {
		for k := range int(b.hands[m.First()]) {
			b.spot(m.First(), k).done = false
		}
	}
	return seats
}

// offers is what a seat is offered: in the play of hands, the next of its that is
// not done.
func (b *bank) offers(h *Hand, st *plan.Step, seat int) (mask uint32, err error) {
	if st.Ask.Allowed == nil {
		if mask = h.offersOf(st, seat, ^uint32(0)); mask == 0 && st.Place != nil {
			h.emitChips(Unable, seat, 0, 0)
		}
		return mask, nil
	}
	for ; b.at < b.hands[seat]; b.at++ {
		if mask, err = b.choices(h, st, seat); mask != 0 || err != nil {
			return mask, err
		}
	}
	b.at = 0
	return 0, nil
}

// choices serves what the hand is owed that is played, and says what it may do:
// nothing when it is done or nothing is allowed.
func (b *bank) choices(h *Hand, st *plan.Step, seat int) (mask uint32, err error) {
	s := b.spot(seat, int(b.at))
	for ; s.owed > 0 && h.stock.left() > 0; s.owed-- {
		if err := b.dealTo(h, seat, int(b.at), true); err != nil {
			return 0, err
		}
	}
	if s.done || s.lost {
		return 0, nil
	}
	if mask, err = st.Ask.Allowed.Allowed(&question{h, seat}); err != nil {
		return 0, err
	}
	return h.offersOf(st, seat, mask), nil
}

// apply makes a choice whole or not at all: what a script is asked then can fail.
func (b *bank) apply(h *Hand, a Action) error {
	return h.wholly(func() error {
		h.own()
		if err := h.applyOffer(a); err != nil {
			return err
		}
		if h.floor != nil {
			h.floor.goesOn(a.Kind)
		}
		return h.advance()
	})
}

// answered ends the round when nobody banks, or nobody bets.
func (b *bank) answered(h *Hand, st *plan.Step) {
	switch {
	case st.Bank != nil && b.banker < 0:
		h.emitChips(NoBanker, -1, 0, 0)
		h.finish()
	case st.Place != nil && b.bettors == 0:
		b.stakeBack(h)
		h.finish()
	}
}

// price is what an offer costs a seat; false when its chips, or the stub, do not
// allow it.
func (b *bank) price(h *Hand, st *plan.Step, seat int, o *Offer) bool {
	switch offer := &st.Ask.Offers[o.choice]; offer.Price {
	case plan.OfStake:
		o.Step = max(h.units(st.Bank.Multiple), 1)
		have := h.s.Stack[seat] - h.units(st.Bank.Fee)
		o.Min, o.Max = ceil(h.plan.Stakes.Small.Lo, o.Step), have-have%o.Step
		return have >= o.Min
	case plan.OfBet:
		o.Step = max(h.units(st.Place.Multiple), h.plan.Stakes.Chip)
		o.Min = ceil(h.plan.Stakes.Small.Lo, o.Step)
		o.Max = h.most(st.Place.Fees, o.Min, max(h.plan.Stakes.Small.Hi, h.plan.Stakes.Big.Hi), o.Step, h.s.Stack[seat])
		return o.Max > 0
	default:
		return b.affords(h, offer, seat, o)
	}
}

// begin makes a seat the banker.
func (b *bank) begin(h *Hand, st *plan.Step, seat int, stake int64) {
	b.banker, b.stake = int8(seat), stake
	b.sit(seat, 0)
	h.waiting = 0
	h.putUp(seat, stake)
	h.emitChips(Banked, seat, stake, 0)
	h.pays(seat, h.units(st.Bank.Fee))
}

// bet places the bet of a seat.
func (b *bank) bet(h *Hand, st *plan.Step, seat int, amount int64) {
	b.bettors |= seating.Bit(seat)
	b.sit(seat, 0).wager = amount
	h.putUp(seat, amount)
	h.emitChips(Placed, seat, amount, 0)
	h.pays(seat, h.feeOf(st.Place.Fees, amount))
}

// ceil is n rounded up to a multiple of step.
func ceil(n, step int64) int64 { return (n + step - 1) / step * step }

// feeOf is the fee of a bet of a size, both in units.
func (h *Hand) feeOf(f plan.SizeFees, bet int64) int64 {
	return h.units(f.For((bet*plan.Cents + h.plan.Stakes.Scale - 1) / h.plan.Stakes.Scale))
}

// most is the largest amount from lo to hi, in multiples of step, that a stack
// pays with the fee for it; 0 when there is none.
func (h *Hand) most(f plan.SizeFees, lo, hi, step, stack int64) int64 {
	floor := func(n int64) int64 { return n - n%step }
	hi = floor(min(hi, stack))
	if hi >= lo && hi+h.feeOf(f, hi) <= stack {
		return hi
	}
	best := int64(0)
	for _, r := range f {
		n := floor(min(hi, h.units(r.UpTo), stack-h.units(r.Amount)))
		if n >= lo && n > best && n+h.feeOf(f, n) <= stack {
			best = n
		}
	}
	return best
}

// deal gives the seats of a role cards, a circuit at a time from the left of the
// banker.
func (b *bank) deal(h *Hand, st *plan.Step) error {
	seats := b.role(st.To)
	for range st.Count {
		seat := int(b.banker)
		for range seats.Len() {
			seat = seats.After(seat)
			if err := b.dealTo(h, seat, 0, st.Up); err != nil {
				return err
			}
		}
	}
	return nil
}

// dealTo gives one hand of a seat the top card.
func (b *bank) dealTo(h *Hand, seat, k int, up bool) error {
	s := b.spot(seat, k)
	switch {
	case h.stock.left() == 0:
		return h.noCards()
	case int(s.n) == MaxCards:
		return h.plan.Game.Blame(h.plan.Game.Steps[h.pc].Pos, "a hand of more than %d cards", MaxCards)
	}
	c := h.stock.next()
	s.take(c, up)
	kind := Dealt
	if up {
		kind = DealtUp
	}
	if h.log != nil {
		h.emit(Event{Kind: kind, Seat: int8(seat), Part: int8(k), N: 1, Cards: [MaxHole]cards.Card{c}})
	}
	return nil
}

// turnUp turns up the down cards of the seats of a role.
func (b *bank) turnUp(h *Hand, st *plan.Step) {
	seats := b.role(st.To)
	seat := int(b.banker)
	for range seats.Len() {
		seat = seats.After(seat)
		for k := range int(b.hands[seat]) {
			s := b.spot(seat, k)
			for i, c := range s.list() {
				if s.up>>i&1 == 0 && h.log != nil {
					h.emit(Event{Kind: Exposed, Seat: int8(seat), Part: int8(k), N: 1, Cards: [MaxHole]cards.Card{c}})
				}
			}
			s.up = 1<<s.n - 1
		}
	}
}

// affords works out what a choice for the hand that is played costs; false when
// the chips or the stub do not allow it.
func (b *bank) affords(h *Hand, c *plan.Offer, seat int, o *Offer) bool {
	s := b.spot(seat, int(b.at))
	need := 0
	for i := range c.Effects {
		e := &c.Effects[i]
		switch e.Kind {
		case plan.OneCard:
			need++
		case plan.SplitHand:
			need += 2
			if s.n != 2 || b.hands[seat] >= int8(min(e.Num, MaxHands)) || h.s.Stack[seat] < s.wager+h.feeOf(e.Fees, s.wager) {
				return false
			}
		case plan.RaiseWager:
			top := s.wager * e.Num / e.Den
			o.Step = max(h.units(e.Multiple), 1)
			o.Min = max(ceil(h.units(e.Least), o.Step), o.Step)
			if e.Least == 0 {
				o.Min, o.Step = top, max(top, 1)
			}
			o.Max = h.most(e.Fees, o.Min, top, o.Step, h.s.Stack[seat])
			if o.Max < o.Min || o.Max == 0 {
				return false
			}
		}
	}
	return need <= h.stock.left() && (need == 0 || int(s.n)+need <= MaxCards)
}

// play does what a choice says to the hand that is asked.
func (b *bank) play(h *Hand, st *plan.Step, seat, choice int, amount int64) error {
	k := int(b.at)
	b.spot(seat, k).acted = true
	h.emit(Event{Kind: Chose, Seat: int8(seat), Part: int8(k), Pot: int8(choice), Amount: amount})
	effects := st.Ask.Offers[choice].Effects
	for i := range effects {
		if err := b.does(h, &effects[i], seat, k, amount); err != nil {
			return err
		}
	}
	return nil
}

// does is one thing that a choice does to a hand.
func (b *bank) does(h *Hand, e *plan.Effect, seat, k int, amount int64) error {
	s := b.spot(seat, k)
	switch e.Kind {
	case plan.OneCard:
		return b.dealTo(h, seat, k, true)
	case plan.HandDone:
		s.done = true
	case plan.RaiseWager:
		s.wager += amount
		h.putUp(seat, amount)
		h.pays(seat, h.feeOf(e.Fees, amount))
	case plan.HalveWager:
		h.halve(seat, s)
	case plan.SplitHand:
		b.split(h, seat, k, e)
	case plan.GiveUp:
		s.lost, s.done = true, true
	}
	return nil
}

// halve gives half of a wager back, in whole chips.
func (h *Hand) halve(seat int, s *spot) {
	back := s.wager / 2
	back -= back % max(h.plan.Stakes.Chip, 1)
	s.wager -= back
	h.takeUp(seat, back)
	h.emitChips(Returned, seat, back, 0)
}

// split makes two hands of one. The second card of each is dealt when its
// turn comes.
func (b *bank) split(h *Hand, seat, k int, e *plan.Effect) {
	second := b.sit(seat, k+1)
	first := b.spot(seat, k)
	*second = spot{cards: [MaxCards]cards.Card{first.cards[1]}, up: 1, n: 1, owed: 1, split: true, wager: first.wager}
	first.cards[1], first.n, first.up, first.owed = 0, 1, 1, 1
	first.split, first.acted = true, false
	h.putUp(seat, second.wager)
	h.pays(seat, h.feeOf(e.Fees, second.wager))
}
