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
func (h *Hand) own() { h.bank, h.floor = h.bank.clone(), h.floor.clone() }

func (f *floor) clone() *floor {
	if f == nil {
		return nil
	}
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
func (h *Hand) pause() bool { return h.floor != nil && h.floor.pause(h) }

func (f *floor) pause(h *Hand) bool {
	if !f.attended {
		f.steps += int16(count(!h.manual))
		return false
	}
	if h.dec.Seat >= 0 {
		f.turn = h.dec.Seat
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

// Serving returns the seat of a draw that gets the next card of the stub, -1 for
// none.
func (h *Hand) Serving() int {
	if h.floor != nil && h.left > 0 && !h.burnDue {
		return int(h.serving)
	}
	return -1
}

// NoteOf returns the note behind an event of the hand, nil for none.
func (h *Hand) NoteOf(e *Event) *Note {
	if e.Note == 0 || h.floor == nil || int(e.Note) > len(h.floor.notes) {
		return nil
	}
	return &h.floor.notes[e.Note-1]
}

// Notes returns the incidents of the hand so far, in order, including those before
// a misdeal. The slice belongs to the hand.
func (h *Hand) Notes() []Note {
	if h.floor == nil {
		return nil
	}
	return h.floor.notes
}

// toAct returns the seat from which the betting continues.
func (h *Hand) toAct() int {
	if h.dec.Seat < 0 && h.floor != nil { // the hand has waited for the dealer
		return int(h.floor.turn)
	}
	return int(h.dec.Seat)
}

// applyGoOn makes the dealer continue.
func (h *Hand) applyGoOn(a Action) error {
	if a.Kind != GoOn {
		return h.refuse(a, "the dealer must continue: nobody else acts now")
	}
	h.floor.steps++
	return nil
}

// movesOn records that somebody has acted or the dealer continues.
func (h *Hand) movesOn(how ActionKind) {
	f := h.floor
	if f == nil {
		return
	}
	f.fresh = nil
	if how != GoOn {
		f.steps = 0
	}
	if how == PickCards || how == Choose {
		f.moves++
	}
}

// wagers applies an action in a betting round; it can be taken back if rulings are
// possible.
func (h *Hand) wagers(a *Action) error {
	if h.floor == nil {
		return h.applyWager(a.Kind, a.Seat, a.Amount)
	}
	before := lastAction{h.s, h.r, a.Seat}
	err := h.applyWager(a.Kind, a.Seat, a.Amount)
	if err == nil {
		h.floor.undo = &before
	}
	return err
}

// acting returns the note whose ruling is being applied, 0 for none.
func (h *Hand) acting() int16 {
	if h.floor == nil {
		return 0
	}
	return h.floor.acting
}

// feesPaid reports whether the fees of this step were paid before a misdeal.
func (h *Hand) feesPaid() bool { return h.floor != nil && h.pc < h.floor.feesTo }

// forfeited reports whether a seat has no claim to any pot, by a ruling.
func (h *Hand) forfeited(seat int) bool { return h.floor != nil && h.floor.forfeited.Has(seat) }

// keepPosted keeps the chips as they are when the first betting round begins.
func (h *Hand) keepPosted() {
	if h.floor != nil {
		h.floor.posted = h.chips()
	}
}

// keepEnded keeps the chips as they are before the pot goes to the last live seat.
func (h *Hand) keepEnded() {
	if h.floor != nil {
		h.floor.ended = h.chips()
	}
}

// showsWhole records that a seat has shown its whole hand, if its cards are known.
func (h *Hand) showsWhole(seat int) {
	if h.floor != nil && h.known(seat) {
		h.floor.partial &^= seating.Bit(seat)
	}
}

// comesDue records that each seat should be dealt n cards more.
func (h *Hand) comesDue(n int) {
	if h.floor != nil {
		h.floor.due += int8(n)
	}
}

// noteStreet records that a street brought n cards to the board.
func (h *Hand) noteStreet(n uint8) {
	if h.floor != nil {
		h.floor.street = int8(n)
	}
}

// holdsTold records that the log need not report what a seat holds now.
func (h *Hand) holdsTold(seat int) {
	if h.floor != nil {
		h.floor.reported[seat] = h.held[seat]
	}
}

// beginPicks records that a question about cards begins: nobody has drawn, and those
// who turned up cards too early turn up none.
func (h *Hand) beginPicks(st *plan.Step) {
	switch f := h.floor; {
	case f == nil:
	case st.Draws():
		f.drawn = 0
	case st.Exposes():
		h.waiting &^= f.stayUp
		f.stayUp = 0
	}
}

// ruledPick returns how many of n cards a seat may choose, after rulings: otherwise
// from least to most.
func (h *Hand) ruledPick(st *plan.Step, seat, n, least, most int) (int, int) {
	f := h.floor
	switch {
	case f == nil:
	case st.Exposes():
		again := int(f.turnsUp[seat])
		if f.broken.is {
			return min(again, n), min(again, n)
		}
		return min(st.Ask.Least+again, n), min(st.Ask.Most+again, n)
	case st.Draws():
		most = max(0, min(most, st.Ask.Most-h.missing(seat)))
		if n := int(f.bound[seat]) - 1; n >= 0 {
			most = min(most, n)
			least = most
		}
	}
	return least, most
}

// drawsToo records that a seat draws, and returns the number of missing cards that it
// draws in addition.
func (h *Hand) drawsToo(seat int) (n int) {
	if f := h.floor; f != nil {
		n = h.missing(seat)
		f.bound[seat], f.absentCards[seat] = 0, 0
		f.drawn |= seating.Bit(seat)
	}
	return n
}

// boughtOne records that a seat has bought a card, which lies in its place already.
func (h *Hand) boughtOne() {
	if h.floor != nil {
		h.floor.bought = true
		h.dealtOne()
	}
}

// stopsForBought makes the hand wait after cards that were bought.
func (h *Hand) stopsForBought() bool {
	if h.floor == nil || !h.floor.bought {
		return false
	}
	h.floor.bought = false
	return h.pause()
}

// dealtOne records that a card has been dealt or burned.
func (h *Hand) dealtOne() {
	if h.floor != nil {
		h.floor.served++
	}
}

// nextIsDown reports whether the next up card of a seat is dealt face down.
func (h *Hand) nextIsDown(seat int) bool {
	f := h.floor
	if f == nil || !f.upLess.Has(seat) {
		return false
	}
	f.upLess &^= seating.Bit(seat)
	return true
}

// waitsToPush makes an attended hand wait once before the pot is pushed to the last
// live seat.
func (h *Hand) waitsToPush() bool {
	if h.floor == nil || h.floor.pushed {
		return false
	}
	h.shuts()
	h.floor.pushed = true
	return h.pause()
}
