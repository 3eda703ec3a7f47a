package hand

import (
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// The bets of a round against a bank: their bounds and their chips.

// begin makes a seat the banker.
func (b *bank) begin(h *Hand, st *plan.Step, seat int, stake int64) {
	b.banker, b.stake = int8(seat), stake
	b.insertHand(seat, 0)
	h.waiting = 0
	h.putUp(seat, stake)
	h.emitChips(Banked, seat, stake, 0)
	h.pays(seat, h.units(st.Bank.Fee))
}

// placeBet places a seat's bet, and the same amount on the bets that go with it.
func (b *bank) placeBet(h *Hand, st *plan.Step, seat int, amount int64) {
	p := st.Place
	if !b.bettors.Has(seat) {
		b.bettors |= seating.Bit(seat)
		b.insertHand(seat, 0)
	}
	b.put(h, seat, 0, h.betNumber(p.Bet), amount)
	for _, name := range p.Also {
		b.put(h, seat, 0, h.betNumber(name), amount)
	}
	h.pays(seat, h.feeOf(p.Fees, amount))
}

// put places chips on a bet.
func (b *bank) put(h *Hand, seat, k, bet int, amount int64) {
	*b.bet(seat, k, bet) += amount
	h.putUp(seat, amount)
	if h.log != nil {
		h.emit(Event{Kind: Placed, Seat: int8(seat), Part: int8(k), Pot: int8(bet), Amount: amount, AllIn: h.s.Stack[seat] == 0})
	}
}

// moreBets reports whether a later step asks those who have not bet.
func (h *Hand) moreBets() bool {
	steps := h.plan.Game.Steps
	for i := int(h.pc) + 1; i < len(steps) && steps[i].Place != nil; i++ {
		if steps[i].Place.Alone {
			return true
		}
	}
	return false
}

// betBounds sets the smallest and the largest amount of a bet; false if the chips
// do not suffice for it and the bets that go with it.
func (b *bank) betBounds(h *Hand, p *plan.WagerStep, seat int, o *Offer) bool {
	o.Step = max(h.units(p.Multiple), h.plan.Stakes.Chip)
	lo, hi := h.plan.Stakes.Small.Lo, max(h.plan.Stakes.Small.Hi, h.plan.Stakes.Big.Hi)
	if p.Least > 0 {
		lo = h.units(p.Least)
	}
	if p.Most > 0 {
		hi = h.units(p.Most)
	}
	o.Min = ceil(lo, o.Step)
	o.Max = h.most(p.Fees, o.Min, hi, o.Step, h.s.Stack[seat]-b.behind(h, seat), 1+int64(len(p.Also))+p.Behind)
	return o.Max > 0
}

// behind returns what a seat must keep behind for later additions to its bets.
func (b *bank) behind(h *Hand, seat int) (n int64) {
	if b.sides == 0 || !b.bettors.Has(seat) {
		return 0
	}
	for i := range h.plan.Game.Steps {
		if p := h.plan.Game.Steps[i].Place; p != nil && p.Behind > 0 {
			n += p.Behind * *b.bet(seat, 0, h.betNumber(p.Bet))
		}
	}
	return n
}

// most returns the largest amount from lo to hi, in multiples of step, that a stack
// can pay `times` times with its fee; 0 if there is none.
func (h *Hand) most(f plan.SizeFees, lo, hi, step, stack, times int64) int64 {
	floor := func(n int64) int64 { return n - n%step }
	hi = floor(min(hi, stack/times))
	if hi >= lo && times*hi+h.feeOf(f, hi) <= stack {
		return hi
	}
	best := int64(0)
	for _, r := range f {
		n := floor(min(hi, h.units(r.UpTo), (stack-h.units(r.Amount))/times))
		if n >= lo && n > best && times*n+h.feeOf(f, n) <= stack {
			best = n
		}
	}
	return best
}

// feeOf returns the fee for a bet of this size, both in units.
func (h *Hand) feeOf(f plan.SizeFees, bet int64) int64 {
	return h.units(f.For((bet*plan.Cents + h.plan.Stakes.Scale - 1) / h.plan.Stakes.Scale))
}
