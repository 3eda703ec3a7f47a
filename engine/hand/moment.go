package hand

import (
	"slices"

	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// The current moment of a hand with a floor, and the stops of an attended hand.

// betOver is the phase of a bet step whose round is over: the gap.
const betOver = 3

// Attendance returns the attendance of the hand.
func (h *Hand) Attendance() Attendance {
	switch {
	case h.floor == nil:
		return Unattended
	case h.floor.attended:
		return Attended
	}
	return Tracked
}

// own copies the state behind pointers before it is changed.
func (h *Hand) own() {
	if h.bank != nil {
		h.bank = h.bank.clone()
	}
	if h.floor == nil {
		return
	}
	h.floor = h.floor.clone()
}

func (f *floor) clone() *floor {
	c := *f
	c.muck, c.burn, c.aside, c.foreign = slices.Clone(f.muck), slices.Clone(f.burn), slices.Clone(f.aside), slices.Clone(f.foreign)
	c.notes = slices.Clone(f.notes)
	c.happened, c.owed, c.later = slices.Clone(f.happened), slices.Clone(f.owed), slices.Clone(f.later)
	c.nextBurn, c.orders, c.fresh = slices.Clone(f.nextBurn), slices.Clone(f.orders), slices.Clone(f.fresh)
	return &c
}

// pause makes an attended hand wait for the dealer. A watched hand counts the stops
// that it would make, because a record gives the time of an incident as a number of
// stops.
func (h *Hand) pause() bool {
	switch {
	case h.floor == nil:
		return false
	case !h.floor.attended:
		if !h.manual {
			h.floor.steps++
		}
		return false
	}
	if h.dec.Seat >= 0 {
		h.floor.turn = h.dec.Seat
	}
	h.ask(DealerGoesOn, -1)
	return true
}

// Moment returns the current part of the hand, and the number of betting rounds
// that have begun.
func (h *Hand) Moment() (plan.Moment, int) {
	n := int(h.round)
	st := h.Step()
	switch {
	case h.over:
		return plan.IsOver, n
	case st == nil, h.floor != nil && !h.floor.began && h.stock.pos == 0 && !h.anyCards():
		return plan.InSetup, n
	case st.Show != nil || st.Kind == plan.Settle || h.floor != nil && h.floor.pushed && h.s.Live.Len() == 1:
		return plan.InShow, n
	case h.bets():
		return plan.InBet, n
	case st.Ask != nil && st.Ask.Moment != 0:
		return st.Ask.Moment, n
	case h.floor != nil && h.floor.dealt || h.floor == nil && n > 0:
		return plan.InGap, n
	}
	return plan.InDeal, n
}

// bets reports whether a betting round is open.
func (h *Hand) bets() bool {
	st := h.Step()
	return st != nil && st.Bets() && h.phase > 0 && h.phase < betOver
}

// Steps returns the number of times the dealer has continued since the last action
// or incident; in a watched hand, the number of times the hand would have waited
// for the dealer.
func (h *Hand) Steps() int {
	if h.floor == nil {
		return 0
	}
	return int(h.floor.steps)
}

// Absent returns the seats that sat at the table and were not dealt in.
func (h *Hand) Absent() seating.Set {
	if h.floor == nil {
		return 0
	}
	return h.floor.absent
}

// OwesBlinds returns the seats that played a hand that they should not have been
// dealt: those that won with it, and therefore owe the blinds, and those that did
// not. Both are empty before the end of the hand.
func (h *Hand) OwesBlinds() (won, lost seating.Set) {
	if h.floor == nil || !h.over {
		return 0, 0
	}
	for l := h.floor.owes; l != 0; l &= l - 1 {
		if k := l.First(); h.won[k] > 0 {
			won |= seating.Bit(k)
		} else {
			lost |= seating.Bit(k)
		}
	}
	return won, lost
}

// Happened lists the incidents of this deal.
func (h *Hand) Happened() []*plan.Incident {
	if h.floor == nil {
		return nil
	}
	return slices.Clone(h.floor.happened)
}

// Due returns the number of cards that a seat should have been dealt by now,
// including the current round of cards. It needs attendance.
func (h *Hand) Due() (n int) {
	if h.floor != nil {
		n = int(h.floor.due)
	}
	return n
}

// DueOf returns the number of cards that a seat should hold: those dealt, less
// those that it is still owed or may fill up later, and those it has given up.
func (h *Hand) DueOf(seat int) int {
	n := h.Due()
	if f := h.floor; f != nil {
		for _, o := range f.owed {
			n -= count(int(o.seat) == seat)
		}
		n -= h.missing(seat) + int(f.gaveUp[seat])
		if st := h.Step(); st != nil && st.Draws() && h.phase > 0 {
			n -= int(h.owed[seat])
		}
	}
	return n
}

// missing returns the number of cards that a seat may draw in addition.
func (h *Hand) missing(seat int) int {
	return int(h.floor.absentCards[seat])
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// toDeal returns the number of cards of the initial deal that are still to come,
// including those that are owed after it.
func (h *Hand) toDeal() (n int) {
	f := h.floor
	if f.dealt {
		return 0
	}
	for _, o := range f.owed {
		n += count(o.when <= plan.AfterDeal)
	}
	first := max(0, int(h.pc))
	for k := first; k < len(h.plan.Game.Steps) && h.plan.Game.Steps[k].Deals(); k++ {
		switch st := &h.plan.Game.Steps[k]; {
		case !st.DealsTo(plan.ZoneHand):
		case k == first && h.phase > 0:
			n += (h.waiting & h.s.Live).Len() + max(0, st.Count-int(h.phase))*h.s.Live.Len()
		default:
			n += st.Count * h.s.Live.Len()
		}
	}
	return n
}

// acted records an action of a seat in a betting round.
func (h *Hand) acted(seat int8) {
	if f := h.floor; f != nil {
		f.moves++
		f.last = seat
		if h.round == 1 {
			f.acts++
		}
	}
}

func (h *Hand) chips() *chips {
	return &chips{h.s, h.in, h.dead, h.collected, h.blinds, h.dropsLow, h.nominal, h.topBlind, h.dropped, h.feeDue, h.flopFee, h.taken, h.lastBlind}
}

func (h *Hand) restoreChips(c *chips) {
	h.s, h.in, h.dead, h.blinds, h.dropsLow, h.collected = c.s, c.in, c.dead, c.blinds, c.dropsLow, c.collected
	h.taken, h.toRake = c.taken, 0
	h.nominal, h.topBlind, h.dropped, h.feeDue, h.flopFee, h.lastBlind = c.nominal, c.topBlind, c.dropped, c.due, c.flopFee, c.lastBlind
}
