package hand

import (
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// The steps of a round against a bank, in the order in which they are played.

// runBank offers the bank, clockwise from the seat with the button, or from the
// next when that has banked as often in a row as it may.
func (h *Hand) runBank(st *plan.Step) (wait bool) {
	b := h.bank
	if h.phase == 0 {
		h.phase = 1
		h.waiting = h.all()
		if st.Bank.Rounds > 0 && int(h.banked) >= st.Bank.Rounds {
			h.waiting &^= betting.Bit(int(h.button))
		}
	}
	if b.banker >= 0 {
		return false
	}
	step, fee := max(h.units(st.Bank.Multiple), 1), h.units(st.Bank.Fee)
	for h.waiting != 0 {
		seat := h.waiting.From(int(h.button))
		have := h.s.Stack[seat] - fee
		least := ceil(h.plan.Stakes.Small.Lo, step)
		if have >= least {
			h.askChoice(seat)
			h.offer(Offer{Name: takesBank, Min: least, Max: have - have%step, Step: step})
			h.offer(Offer{Name: declines})
			return true
		}
		h.waiting &^= betting.Bit(seat)
	}
	h.emitChips(NoBanker, -1, 0, 0)
	h.finish()
	return false
}

// ceil is n rounded up to a multiple of step.
func ceil(n, step int64) int64 { return (n + step - 1) / step * step }

func (h *Hand) takeBank(seat int, stake int64) {
	b := h.bank
	b.banker, b.stake = int8(seat), stake
	b.sit(seat, 0)
	h.waiting = 0
	h.putUp(seat, stake)
	h.emitChips(Banked, seat, stake, 0)
	h.pays(seat, h.units(h.plan.Game.Steps[h.pc].Bank.Fee))
}

// runWagers asks the other seats, from the left of the banker, for their bets.
func (h *Hand) runWagers(st *plan.Step) (wait bool) {
	b := h.bank
	if h.phase == 0 {
		h.phase = 1
		h.waiting = h.all() &^ betting.Bit(int(b.banker))
	}
	step := max(h.units(st.Place.Multiple), h.plan.Stakes.Chip)
	lo := ceil(h.plan.Stakes.Small.Lo, step)
	hi := max(h.plan.Stakes.Small.Hi, h.plan.Stakes.Big.Hi)
	for h.waiting != 0 {
		seat := h.waiting.After(int(b.banker))
		if m := h.most(st.Place.Fees, lo, hi, step, h.s.Stack[seat]); m > 0 {
			h.askChoice(seat)
			h.offer(Offer{Name: bets, Min: lo, Max: m, Step: step})
			h.offer(Offer{Name: passes})
			return true
		}
		h.waiting &^= betting.Bit(seat)
		h.emitChips(Unable, seat, 0, 0)
	}
	if b.bettors == 0 {
		h.stakeBack()
		h.finish()
	}
	return false
}

func (h *Hand) placeBet(seat int, amount int64) {
	b := h.bank
	h.waiting &^= betting.Bit(seat)
	b.bettors |= betting.Bit(seat)
	b.sit(seat, 0).wager = amount
	h.putUp(seat, amount)
	h.emitChips(Placed, seat, amount, 0)
	h.pays(seat, h.feeOf(h.plan.Game.Steps[h.pc].Place.Fees, amount))
}

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

// dealBanked gives the seats of a role cards, a circuit at a time from the left
// of the banker.
func (h *Hand) dealBanked(st *plan.Step) error {
	b := h.bank
	seats := b.role(st.To)
	for range st.Count {
		seat := int(b.banker)
		for range seats.Len() {
			seat = seats.After(seat)
			if err := h.dealSpot(seat, 0, st.Up); err != nil {
				return err
			}
		}
	}
	return nil
}

// dealSpot gives one hand of a seat the top card.
func (h *Hand) dealSpot(seat, k int, up bool) error {
	s := h.bank.spot(seat, k)
	switch {
	case h.stock.left() == 0:
		return h.noCards()
	case int(s.n) == MaxCards:
		return h.plan.Game.Blame(h.plan.Game.Steps[h.pc].Pos, "a hand of more than %d cards", MaxCards)
	}
	c := h.stock.next()
	s.cards[s.n] = c
	kind := Dealt
	if up {
		s.up |= 1 << s.n
		kind = DealtUp
	}
	s.n++
	if h.log != nil {
		h.emit(Event{Kind: kind, Seat: int8(seat), Part: int8(k), N: 1, Cards: [MaxHole]cards.Card{c}})
	}
	return nil
}

// runTurnUp turns up the down cards of the seats of a role.
func (h *Hand) runTurnUp(st *plan.Step) {
	b := h.bank
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

// runChoose asks hand after hand, from the left of the banker, until each is
// done.
func (h *Hand) runChoose(st *plan.Step) (wait bool, err error) {
	b := h.bank
	if h.phase == 0 {
		h.phase = 1
		h.waiting = b.role(st.Choose.To)
		b.at = 0
		for m := h.waiting; m != 0; m &= m - 1 {
			for k := range int(b.hands[m.First()]) {
				b.spot(m.First(), k).done = false
			}
		}
	}
	for h.waiting != 0 {
		seat := h.waiting.After(int(b.banker))
		for ; b.at < b.hands[seat]; b.at++ {
			if wait, err = h.askSpot(st, seat); wait || err != nil {
				return wait, err
			}
		}
		h.waiting &^= betting.Bit(seat)
		b.at = 0
	}
	return false, nil
}

// askSpot serves what the hand is owed and asks it, unless it is done or
// nothing is allowed.
func (h *Hand) askSpot(st *plan.Step, seat int) (wait bool, err error) {
	s := h.bank.spot(seat, int(h.bank.at))
	for ; s.owed > 0 && h.stock.left() > 0; s.owed-- {
		if err := h.dealSpot(seat, int(h.bank.at), true); err != nil {
			return false, err
		}
	}
	if s.done || s.lost {
		return false, nil
	}
	mask, err := st.Choose.Allowed.Allowed(&question{h, seat})
	if err != nil {
		return false, err
	}
	h.askChoice(seat)
	for k := range st.Choose.Choices {
		if mask>>k&1 == 0 {
			continue
		}
		if o, ok := h.affords(&st.Choose.Choices[k], s, seat); ok {
			o.choice = int8(k)
			h.offer(o)
		}
	}
	return len(h.bank.offers) > 0, nil
}

// affords is a choice as an offer, if the chips and the stub allow it.
func (h *Hand) affords(c *plan.Choice, s *spot, seat int) (o Offer, ok bool) {
	o.Name = c.Name
	need := 0
	for i := range c.Effects {
		e := &c.Effects[i]
		switch e.Kind {
		case plan.OneCard:
			need++
		case plan.SplitHand:
			need += 2
			if s.n != 2 || h.bank.hands[seat] >= int8(min(e.Num, MaxHands)) || h.s.Stack[seat] < s.wager+h.feeOf(e.Fees, s.wager) {
				return o, false
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
				return o, false
			}
		}
	}
	return o, need <= h.stock.left() && (need == 0 || int(s.n)+need <= MaxCards)
}

// effects does what a choice says to the hand that is asked.
func (h *Hand) effects(c *plan.Choice, a Action) error {
	b := h.bank
	seat, k := int(a.Seat), int(b.at)
	b.spot(seat, k).acted = true
	if h.log != nil {
		h.emit(h.Told(a))
	}
	for i := range c.Effects {
		if err := h.effect(&c.Effects[i], seat, k, a.Amount); err != nil {
			return err
		}
	}
	return nil
}

// effect is one thing that a choice does to a hand.
func (h *Hand) effect(e *plan.Effect, seat, k int, amount int64) error {
	s := h.bank.spot(seat, k)
	switch e.Kind {
	case plan.OneCard:
		return h.dealSpot(seat, k, true)
	case plan.HandDone:
		s.done = true
	case plan.RaiseWager:
		s.wager += amount
		h.putUp(seat, amount)
		h.pays(seat, h.feeOf(e.Fees, amount))
	case plan.HalveWager:
		h.halve(seat, s)
	case plan.SplitHand:
		h.splitSpot(seat, k, e)
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

// splitSpot makes two hands of one. The second card of each is dealt when its
// turn comes.
func (h *Hand) splitSpot(seat, k int, e *plan.Effect) {
	b := h.bank
	second := b.sit(seat, k+1)
	first := b.spot(seat, k)
	*second = spot{cards: [MaxCards]cards.Card{first.cards[1]}, up: 1, n: 1, owed: 1, split: true, wager: first.wager}
	first.cards[1], first.n, first.up, first.owed = 0, 1, 1, 1
	first.split, first.acted = true, false
	h.putUp(seat, second.wager)
	h.pays(seat, h.feeOf(e.Fees, second.wager))
}
