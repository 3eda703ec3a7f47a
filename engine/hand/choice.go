package hand

import (
	"math/bits"

	"cardroom/engine/betting"
	"cardroom/engine/plan"
)

// The question of offers ([plan.Ask] with offers), in games for a pot: each seat
// chooses one of them.

// runOffers puts the question of a step to each live seat.
func (h *Hand) runOffers(st *plan.Step) (wait bool) {
	if h.phase == 0 {
		h.phase = asking
		h.waiting = h.s.Live
		for i := range h.s.N {
			if st.Ask.NoPosters && h.s.Wager[i] > 0 {
				h.waiting &^= betting.Bit(i)
			}
		}
	}
	if !h.straddles && st.Straddles() {
		h.waiting = 0
	}
	for h.waiting != 0 {
		seat := h.waiting.After(h.beforeFirst(st))
		if price, ok := h.price(st, seat); ok {
			d := h.ask(Chosen, seat)
			d.Price, d.Count = price, len(st.Ask.Offers)
			return true
		}
		h.says(st, seat, false)
	}
	if !st.Ask.InTurn {
		seat := h.beforeFirst(st)
		for range h.s.Live.Len() {
			seat = h.s.Live.After(seat)
			if which := h.chosen[seat]; which != 0 {
				h.chosen[seat] = 0
				h.takeUpOffer(st, seat, bits.TrailingZeros8(which))
			}
		}
	}
	return false
}

// price is what the offers cost that are not free; not ok when the seat cannot
// pay for them.
func (h *Hand) price(st *plan.Step, seat int) (price int64, ok bool) {
	for i := range st.Ask.Offers {
		if st.Ask.Offers[i].Price == plan.DoubleBlind {
			price = 2 * h.nominal
			return price, price > 0 && 2*price <= h.s.Stack[seat]
		}
	}
	return 0, true
}

// says notes that a seat has answered, with a yes or by a free offer.
func (h *Hand) says(st *plan.Step, seat int, yes bool) {
	h.waiting &^= betting.Bit(seat)
	if !yes && st.Ask.EndsAtNo {
		h.waiting = 0
	}
}

// Choice is the question of offers that a hand for a pot waits for, nil for none.
func (h *Hand) Choice() *plan.Ask {
	if h.over || h.dec.Kind != Chosen || h.bank != nil {
		return nil
	}
	return h.plan.Game.Steps[h.pc].Ask
}

// offering is which of the offers has an effect, -1 for none.
func (h *Hand) offering(e plan.OfferEffect) int {
	if ask := h.Choice(); ask != nil {
		for k := range ask.Offers {
			if ask.Offers[k].Effect == e {
				return k
			}
		}
	}
	return -1
}

// applyOffer takes up an offer.
func (h *Hand) applyOffer(a Action) error {
	d, st := &h.dec, &h.plan.Game.Steps[h.pc]
	ask := st.Ask
	switch {
	case a.Seat != d.Seat:
		return h.refuse(a, "seat %d acts out of turn, it is seat %d's turn", a.Seat+1, d.Seat+1)
	case a.Kind != Choose || a.Pick < 0 || int(a.Pick) >= len(ask.Offers):
		return h.refuse(a, "%s is offered", ask.Words.Asked)
	}
	o := &ask.Offers[a.Pick]
	switch {
	case o.Price == plan.Free && a.Amount != 0:
		return h.refuse(a, "%s takes no amount", o.Name)
	case o.Price != plan.Free && a.Amount != 0 && a.Amount != d.Price:
		return h.refuse(a, "%s is exactly %s", ask.Words.Asked, plan.Money(d.Price, h.plan.Stakes.Scale))
	}
	seat := int(a.Seat)
	if ask.InTurn {
		h.takeUpOffer(st, seat, int(a.Pick))
	} else {
		h.chosen[seat] = 1 << a.Pick
		h.emit(Event{Kind: Picked, Seat: a.Seat, Pot: a.Pick})
	}
	h.says(st, seat, o.Price != plan.Free)
	return nil
}

// takeUpOffer does what an offer says that a seat has chosen.
func (h *Hand) takeUpOffer(st *plan.Step, seat, k int) {
	switch st.Ask.Offers[k].Effect {
	case plan.DoNothing:
		h.emit(Event{Kind: Chose, Seat: int8(seat), Pot: int8(k)})
	case plan.DoDecline:
		h.emitChips(Declined, seat, 0, 0)
	case plan.DoStraddle:
		h.straddle(seat, h.dec.Price)
	}
}

// straddle posts a straddle: the betting begins left of it.
func (h *Hand) straddle(seat int, amount int64) {
	put := h.s.Post(seat, amount)
	h.nominal, h.topBlind, h.lastBlind = amount, amount, int8(seat)
	h.emitChips(Straddled, seat, put, h.s.Wager[seat])
}
