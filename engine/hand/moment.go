package hand

import (
	"slices"

	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// Where a hand with a floor stands, and the stops of an attended one.

// betOver is the phase of a betting step whose round is over: the gap.
const betOver = 3

// Attendance is how much of the floor the hand has.
func (h *Hand) Attendance() Attendance {
	switch {
	case h.floor == nil:
		return Unattended
	case h.floor.attended:
		return Attended
	}
	return Watched
}

// own makes what lies behind pointers the hand's own before it is changed.
func (h *Hand) own() {
	if h.bank != nil {
		h.bank = h.bank.clone()
	}
	if h.floor == nil {
		return
	}
	f := *h.floor
	f.muck, f.burn, f.aside, f.foreign = slices.Clone(f.muck), slices.Clone(f.burn), slices.Clone(f.aside), slices.Clone(f.foreign)
	f.notes = slices.Clone(f.notes)
	f.happened, f.owed, f.later = slices.Clone(f.happened), slices.Clone(f.owed), slices.Clone(f.later)
	f.nextBurn, f.orders, f.fresh = slices.Clone(f.nextBurn), slices.Clone(f.orders), slices.Clone(f.fresh)
	h.floor = &f
}

// pause stops an attended hand for the dealer. A watched hand counts the stops
// that it would make: a record tells by their number when something happened.
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

// Moment is the part of the hand that it is in, and the number of rounds of
// betting that have begun.
func (h *Hand) Moment() (plan.Moment, int) {
	n := int(h.round)
	st := h.Step()
	switch {
	case h.over:
		return plan.IsOver, n
	case st == nil, h.floor != nil && !h.floor.began && h.stock.pos == 0 && !h.anyCards():
		return plan.InSetup, n
	case st.Kind == plan.Showdown || st.Kind == plan.Settle || h.floor != nil && h.floor.pushed && h.s.Live.Len() == 1:
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

// bets reports whether a round of betting is open.
func (h *Hand) bets() bool {
	st := h.Step()
	return st != nil && st.Kind == plan.Bet && h.phase > 0 && h.phase < betOver
}

// Steps is how often the dealer has gone on since a player acted or something
// irregular happened; in a watched hand, how often they would have been waited for.
func (h *Hand) Steps() int {
	if h.floor == nil {
		return 0
	}
	return int(h.floor.steps)
}

// Absent is the set of seats that sat at the table and were not dealt in.
func (h *Hand) Absent() seating.Set {
	if h.floor == nil {
		return 0
	}
	return h.floor.absent
}

// OwesBlinds is the seats that got involved with a hand that they should not have
// been dealt: those that have won with it, and owe the blinds for that, and those
// that have not. Before the end of the hand there are none.
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

// Due is the number of cards that a seat should have been dealt by now, the
// circuit that is running counted. Only a hand with attendance knows it.
func (h *Hand) Due() (n int) {
	if h.floor != nil {
		n = int(h.floor.due)
	}
	return n
}

// DueOf is the number of cards that a seat should hold: those that it has been
// dealt, less those that it is still owed or has lost and may fill up.
func (h *Hand) DueOf(seat int) int {
	n := h.Due()
	if f := h.floor; f != nil {
		for _, o := range f.owed {
			n -= count(int(o.seat) == seat)
		}
		n -= h.missing(seat) + int(f.parted[seat])
		if st := h.Step(); st != nil && st.Draws() && h.phase > 0 {
			n -= int(h.owed[seat])
		}
	}
	return n
}

// missing is the number of cards that a seat may fill up at the draw.
func (h *Hand) missing(seat int) int {
	return int(h.floor.absentCards[seat])
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// deals reports whether a step may still belong to the initial deal, or stands before it.
func deals(st *plan.Step) bool {
	k := st.Kind
	return k == plan.Deal || k == plan.Burn || st.Ask != nil && (st.Ask.Moment == 0 || st.Ask.Moment == plan.InSetup) || k == plan.Collect || k == plan.When || k == plan.Jump
}

// toDeal is the number of cards of the initial deal that are still to come: those
// of the circuits, and those that are owed after it.
func (h *Hand) toDeal() (n int) {
	f := h.floor
	if f.dealt {
		return 0
	}
	for _, o := range f.owed {
		n += count(o.when <= plan.AfterDeal)
	}
	first := max(0, int(h.pc))
	for k := first; k < len(h.plan.Game.Steps) && deals(&h.plan.Game.Steps[k]); k++ {
		switch st := &h.plan.Game.Steps[k]; {
		case st.Kind != plan.Deal:
		case k == first && h.phase > 0:
			n += (h.waiting & h.s.Live).Len() + max(0, st.Count-int(h.phase))*h.s.Live.Len()
		default:
			n += st.Count * h.s.Live.Len()
		}
	}
	return n
}

// acted notes an action of a seat in a round of betting.
func (h *Hand) acted(seat int8) {
	if f := h.floor; f != nil {
		h.passOver(int(seat))
		f.last = seat
		if h.round == 1 {
			f.acts++
		}
	}
}

// passOver notes the seats that are out and that the action goes past when a seat
// acts: those from the last that has acted on.
func (h *Hand) passOver(to int) {
	f, at := h.floor, int(h.floor.last)
	if at < 0 {
		at = int(h.opener)
	}
	for ; at >= 0 && at != to; at = (at + 1) % h.s.N {
		if !h.s.Live.Has(at) {
			f.passed |= seating.Bit(at)
		}
	}
}

func (h *Hand) chips() *chips {
	return &chips{h.s, h.in, h.dead, h.blinds, h.collected, h.nominal, h.topBlind, h.dropped, h.feeDue, h.flopFee, h.taken, h.lastBlind}
}

func (h *Hand) restoreChips(c *chips) {
	h.s, h.in, h.dead, h.blinds, h.collected = c.s, c.in, c.dead, c.blinds, c.collected
	h.taken = c.taken
	h.nominal, h.topBlind, h.dropped, h.feeDue, h.flopFee, h.lastBlind = c.nominal, c.topBlind, c.dropped, c.due, c.flopFee, c.lastBlind
}
