package hand

import (
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// What a hand asks its floor, and what an attended hand does in addition. Without a
// floor nothing is noted, and no ruling changes an answer. A hand with a floor is dealt
// card by card, so that an irregularity can happen after each card.

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

// unattended is the floor of every hand that has none. It is only read.
var unattended floor

// noted returns the floor, for reading.
func (h *Hand) noted() *floor {
	if h.floor == nil {
		return &unattended
	}
	return h.floor
}

// startFloor gives a hand its floor, if it is attended at all.
func (h *Hand) startFloor(s *Setup) {
	h.floor = nil
	if s.Attendance != Unattended {
		h.s.Live &^= s.Absent
		h.floor = &floor{attended: s.Attendance == Attended, last: -1, turn: -1, dealtIn: h.s.Live, absent: s.Absent}
	}
	h.plain = h.floor == nil && !s.Plan.Scripted
}

// forgets clears what a new deal of the hand does not need.
func (h *Hand) forgets() {
	if f := h.floor; f != nil {
		h.floor = &floor{
			attended: f.attended, began: true, last: -1, turn: -1, dealtIn: f.dealtIn &^ f.absent, absent: f.absent,
			orders: f.orders, feesTo: f.feesTo, notes: f.notes, steps: f.steps, acting: f.acting, takenBack: f.takenBack,
		}
	}
}

// own copies the state behind pointers before it is changed.
func (h *Hand) own() {
	if h.bank != nil || h.floor != nil {
		h.ownBehind()
	}
}

func (h *Hand) ownBehind() {
	if h.sole == h && h.bank != nil {
		h.bank, h.spare = h.spare.copyOf(h.bank), h.bank
	} else {
		h.bank = h.bank.clone()
	}
	h.floor = h.floor.clone()
}

// Alone says that nobody keeps a copy of this hand, or of a later one that is started in
// the same place, while the hand goes on. A round against a bank then works in two blocks
// in turn and allocates none.
func (h *Hand) Alone() { h.sole = h }

// sameBehind reports whether the state behind pointers is the same in two hands, and
// takes it off them.
func (h *Hand) sameBehind(o *Hand) bool {
	same := h.bank.same(o.bank) && h.floor.same(o.floor)
	h.bank, o.bank, h.floor, o.floor = nil, nil, nil, nil
	return same
}

func (f *floor) clone() *floor {
	if f == nil {
		return nil
	}
	c := *f
	c.muck, c.burn, c.aside, c.foreign = slices.Clone(f.muck), slices.Clone(f.burn), slices.Clone(f.aside), slices.Clone(f.foreign)
	c.notes = slices.Clone(f.notes)
	c.happened, c.owed, c.later = slices.Clone(f.happened), slices.Clone(f.owed), slices.Clone(f.later)
	c.nextBurn, c.orders, c.fresh, c.queued = slices.Clone(f.nextBurn), slices.Clone(f.orders), slices.Clone(f.fresh), slices.Clone(f.queued)
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
	case h.offering(): // nothing happens before the table's offers are answered
		return 0, n
	case st == nil, h.floor != nil && !h.floor.began && h.stock.pos == 0 && !h.anyCards():
		return plan.InSetup, n
	case st.Show != nil || st.Settle != nil || h.floor != nil && h.floor.pushed && h.s.Live.Len() == 1:
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
	return st != nil && st.Bets() && (h.stage == opening || h.stage == wagering)
}

// Steps returns the number of times the dealer has continued since the last action
// or incident; in a watched hand, the number of times the hand would have waited
// for the dealer.
func (h *Hand) Steps() int { return int(h.noted().steps) }

// Absent returns the seats that sat at the table and were not dealt in.
func (h *Hand) Absent() betting.Set { return h.noted().absent }

// TakenBack returns the number of decisions that rulings took back, as if they had not
// been made: the seats decided again.
func (h *Hand) TakenBack() int { return int(h.noted().takenBack) }

// OwesBlinds returns the seats that played a hand that they should not have been
// dealt: those that won with it, and therefore owe the blinds, and those that did
// not. Both are empty before the end of the hand.
func (h *Hand) OwesBlinds() (won, lost betting.Set) {
	if !h.over {
		return 0, 0
	}
	for l := h.noted().owes; l != 0; l &= l - 1 {
		if k := l.First(); h.Won(k) > 0 {
			won |= betting.Bit(k)
		} else {
			lost |= betting.Bit(k)
		}
	}
	return won, lost
}

// Happened lists the incidents of this deal.
func (h *Hand) Happened() []*plan.Incident { return slices.Clone(h.noted().happened) }

// Due returns the number of cards that a seat should have been dealt by now,
// including the current round of cards; where seats are dealt cards in their turns,
// the most that one is due. It needs attendance.
func (h *Hand) Due() int {
	if h.floor == nil {
		return 0
	}
	var most uint8
	for l := h.s.Live; l != 0; l &= l - 1 {
		most = max(most, h.dueTurn[l.First()])
	}
	return int(h.dueNow + most)
}

// DueOf returns the number of cards that a seat should hold: those dealt, less
// those that it is still owed or may fill up later, and those it has given up.
func (h *Hand) DueOf(seat int) int {
	n := 0
	if f := h.floor; f != nil {
		n = int(h.dueNow + h.dueTurn[seat])
		for _, o := range f.owed {
			n -= count(int(o.seat) == seat)
		}
		n -= h.missing(seat) + int(f.gaveUp[seat])
		if st := h.Step(); st != nil && st.Draws() && h.stage != notBegun {
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
	for k := first; k < len(h.plan.Game.Steps) && h.plan.Game.Steps[k].Early(); k++ {
		switch st := &h.plan.Game.Steps[k]; {
		case !st.DealsTo(plan.ZoneHand):
		case k == first && h.stage != notBegun:
			n += (h.waiting & h.s.Live).Len() + max(0, st.Count-int(h.within.dealt))*h.s.Live.Len()
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
	notes := h.Notes()
	if e.Note == 0 || int(e.Note) > len(notes) {
		return nil
	}
	return &notes[e.Note-1]
}

// Notes returns the incidents of the hand so far, in order, including those before
// a misdeal. The slice belongs to the hand.
func (h *Hand) Notes() []Note { return h.noted().notes }

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
	before := lastAction{h.s, h.r, a.Seat, h.acting() != 0}
	err := h.applyWager(a.Kind, a.Seat, a.Amount)
	if err == nil {
		h.floor.undo = &before
	}
	return err
}

// acting returns the note whose ruling is being applied, 0 for none.
func (h *Hand) acting() int16 { return h.noted().acting }

// feesPaid reports whether the fees of this step were paid before a misdeal.
func (h *Hand) feesPaid() bool { return h.pc < h.noted().feesTo }

// forfeited reports whether a seat has no claim to any pot, by a ruling.
func (h *Hand) forfeited(seat int) bool { return h.noted().forfeited.Has(seat) }

// showsWhole records that a seat has shown its whole hand, if its cards are known.
func (h *Hand) showsWhole(seat int) {
	if h.floor != nil && h.known(seat) {
		h.floor.partial &^= betting.Bit(seat)
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
		f.drawn |= betting.Bit(seat)
	}
	return n
}

// stopsSoon records that a hand has got a card after which it has yet to wait.
func (h *Hand) stopsSoon() {
	if h.floor != nil {
		h.floor.stopDue = true
	}
}

// stopDue reports whether the hand has yet to wait after a card.
func (h *Hand) stopDue() bool { return h.noted().stopDue }

// stopsNow makes the hand wait after a card, if it has yet to.
func (h *Hand) stopsNow() bool { return h.floor != nil && h.floor.stopsNow(h) }

func (f *floor) stopsNow(h *Hand) bool {
	if !f.stopDue {
		return false
	}
	f.stopDue = false
	return f.pause(h)
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
	f.upLess &^= betting.Bit(seat)
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

// The deal of a hand with a floor, hands that leave play, and the end of its rounds.

// enter does what is due before a step runs: the stop before the first card, and
// the cards owed after the deal.
func (h *Hand) enter(st *plan.Step) (wait bool, err error) {
	if h.floor == nil {
		return false, nil
	}
	return h.floor.enter(h, st)
}

func (f *floor) enter(h *Hand, st *plan.Step) (wait bool, err error) {
	if !f.began && h.stage == notBegun && st.Collect == nil {
		switch stopped := h.dec.Kind == DealerGoesOn && h.dec.Step == h.pc && f.turn == beforeDeal; {
		case !stopped && h.pause():
			f.turn = beforeDeal
			return true, nil
		default:
			f.began, f.turn = true, -1
		}
	}
	if h.stage == notBegun && !f.dealt && !st.Early() {
		if wait, err := h.serveOwing(plan.AfterDeal); wait || err != nil {
			return wait, err
		}
		f.dealt = true
	}
	if h.stage == notBegun && st.DealsTo(plan.ZoneBurn|plan.ZoneBoard|plan.ZoneHand) && !h.followsBurn() {
		f.streetAt = h.pc
	}
	h.breakOff(st)
	return false, nil
}

// breakOff interrupts the hand before a step goes on, so that seats whose up cards
// have been replaced choose others to turn up, where players choose them. If the
// step is a deal or turns up cards itself, they choose more then.
func (h *Hand) breakOff(st *plan.Step) {
	f := h.floor
	if f.turnsUp == [betting.Max]uint8{} || f.broken.is || st.Exposes() || st.DealsTo(plan.ZoneHand) && h.stage != notBegun {
		return
	}
	ask := h.pc - 1
	for ask >= 0 && !h.plan.Game.Steps[ask].Exposes() {
		ask--
	}
	if ask < 0 {
		return
	}
	f.broken = brokenOff{true, h.pc, h.within, int8(h.toAct()), h.s.Live}
	h.waiting = 0
	for i, n := range f.turnsUp {
		if n > 0 {
			h.waiting |= betting.Bit(i) & h.s.Live
		}
	}
	h.pc, h.within = ask, within{stage: asking}
}

// resumes returns to where the hand was interrupted, if it was.
func (h *Hand) resumes() bool { return h.floor != nil && h.floor.resumes(h) }

func (f *floor) resumes(h *Hand) bool {
	if h.pc < 0 || !h.plan.Game.Steps[h.pc].Exposes() {
		return false
	}
	f.turnsUp = [betting.Max]uint8{}
	b := f.broken
	if !b.is {
		return false
	}
	f.broken, f.turn = brokenOff{}, b.turn
	h.pc, h.within, h.dec.Seat = b.pc, b.within, -1
	if h.bets() {
		for m := b.live &^ h.s.Live; m != 0; m &= m - 1 {
			h.r.Fold(&h.s, &h.plan.Game.Betting, m.First())
		}
		h.opensAgain()
	}
	return true
}

// beforeDeal is the turn while the hand waits before its first card.
const beforeDeal = -2

// followsBurn reports whether the step before this one is a burn.
func (h *Hand) followsBurn() bool {
	return h.pc > 0 && h.plan.Game.Steps[h.pc-1].DealsTo(plan.ZoneBurn)
}

// serveOwing deals the cards that are owed by now, in the order of the
// irregularities. Something can happen after each card: it reports whether the hand
// waits, and continues with the others when called again.
func (h *Hand) serveOwing(when plan.Timing) (wait bool, err error) {
	f := h.floor
	for i := 0; i < len(f.owed); {
		o := f.owed[i]
		if o.when > when {
			i++
			continue
		}
		f.owed = slices.Delete(f.owed, i, i+1)
		if !h.s.Live.Has(int(o.seat)) || h.held[o.seat] >= h.room {
			continue
		}
		if err := h.serveOne(o); err != nil {
			return false, err
		}
		if h.pause() {
			return true, nil
		}
	}
	return false, nil
}

// serveOne deals a seat a card that it is owed, from the place in the stub that the
// ruling names.
func (h *Hand) serveOne(o owedCard) error {
	seat := int(o.seat)
	if !h.s.Live.Has(seat) {
		return fmt.Errorf("seat %d is not in the hand", seat+1)
	}
	if h.held[seat] >= h.room {
		return nil
	}
	if found, err := h.cardFor(seat); !found {
		return err
	}
	k := placeIn(h.stock.left(), o.from)
	if o.index >= 0 && o.index < h.stock.left() {
		k = o.index
	}
	c := h.offStub(k)
	h.give(seat, c, o.up)
	if up := h.up[seat]>>(h.held[seat]-1)&1 != 0; up {
		h.emitCards(DealtUp, seat, []cards.Card{c})
	} else {
		h.emitCards(Dealt, seat, []cards.Card{c})
	}
	h.floor.reported[seat] = h.held[seat]
	if h.floor.acting != 0 {
		h.floor.fresh = append(h.floor.fresh, freshCard{int8(seat), c})
		h.opensAgain()
	}
	return nil
}

// opensAgain finds the opener of a round again whose up cards have changed before
// anybody acted or was made to bet.
func (h *Hand) opensAgain() {
	if !h.bets() || h.floor.last >= 0 {
		return
	}
	st := h.Step()
	if !st.Bet.Open.ByShowing() || st.Bet.ForcedOpen {
		return
	}
	seat := h.findOpener(st)
	if seat == int(h.opener) {
		return
	}
	h.opener = int8(seat)
	first := h.r.Next(&h.s, seat)
	h.announce(st, seat, seat, first)
	h.turnBack(int8(first))
}

// placeIn returns the index of a named place in a stub of n cards.
func placeIn(n int, from string) int {
	switch from {
	case "middle":
		return n / 2
	case "bottom half":
		return min((n+1)/2, n-1)
	}
	return 0
}

// killPartial kills the hands that were not shown in full when the pot is pushed,
// except the last live one, and reports whether only that one is left.
func (h *Hand) killPartial() (alone bool) {
	f := h.floor
	if f == nil || f.partial == 0 {
		return false
	}
	seat := int(h.button)
	for m := f.partial & h.s.Live; m != 0 && h.s.Live.Len() > 1; m &^= betting.Bit(seat) {
		seat = m.After(seat)
		h.kill(seat)
		f.left[seat].before = nil // it would die again
		h.emitChips(Killed, seat, 0, 0)
	}
	f.partial = 0
	return h.s.Live.Len() == 1
}

// kill kills the hand of a seat. Its chips stay in the pot.
func (h *Hand) kill(seat int) {
	h.leaves(seat)
	if d := h.floor.left[seat]; d != nil {
		d.killed = true
	}
	if h.bets() {
		h.r.Fold(&h.s, &h.plan.Game.Betting, seat)
	} else {
		h.s.Live &^= betting.Bit(seat)
	}
	h.up[seat] = 0
	h.owed[seat], h.chosen[seat] = 0, 0
	h.waiting &^= betting.Bit(seat)
	h.floor.promises(seat)
	h.floor.undo = nil // the earlier state has other live hands
	h.floor.killed |= betting.Bit(seat)
	h.gone(seat)
}

// folds records that a seat has folded, after the others that have.
func (h *Hand) folds(seat int) {
	if f := h.floor; f != nil {
		f.folds[seat] = slices.Max(f.folds[:]) + 1
	}
}

// leaves records what a seat has before its hand leaves play.
func (h *Hand) leaves(seat int) {
	if h.floor != nil {
		h.floor.leaves(h, seat)
	}
}

func (f *floor) leaves(h *Hand, seat int) {
	turn := h.dec.Seat
	if turn < 0 {
		turn = f.turn
	}
	f.left[seat] = &departure{
		place: h.r.Place(seat), round: h.round, pc: h.pc, within: h.within, turn: turn,
		up: h.up[seat], chosen: h.chosen[seat], owed: h.owed[seat], waiting: h.waiting.Has(seat), before: h.snapshot(),
	}
	if p, ok := f.promised(seat); ok {
		f.left[seat].queued = []promise{p}
	}
}

// gone records the moment after a hand has left play.
func (h *Hand) gone(seat int) {
	if f := h.floor; f != nil && f.left[seat] != nil {
		f.left[seat].moves, f.left[seat].served, f.left[seat].notes = f.moves, f.served, len(f.notes)
	}
}

// shuts keeps the hand before a round is closed or the pot is pushed, if a hand that
// left in this round may come back.
func (h *Hand) shuts() {
	if h.floor != nil {
		h.floor.shuts(h)
	}
}

func (f *floor) shuts(h *Hand) {
	if !slices.ContainsFunc(f.left[:], func(d *departure) bool { return d != nil && d.round == h.round }) {
		return
	}
	f.shut = &closing{*h.snapshot(), f.moves, f.served}
}

// snapshot returns a copy of a hand with a floor, without its log.
func (h *Hand) snapshot() *Hand {
	was := *h
	was.log, was.floor = nil, h.floor.clone()
	return &was
}

// reopens undoes the closing of a round, or the push of the pot, and tells it.
// Nothing may have happened since. The irregularities and their rulings stay.
func (r *ruled) reopens() bool {
	f := r.h.floor
	if !f.opensShut(r.h) {
		return false
	}
	r.back(&f.shut.h)
	return true
}

// opensShut reports whether the last closing can be undone: nothing has happened since, no hand has died or come
// back, and no card was found or lost.
func (f *floor) opensShut(h *Hand) bool {
	s := f.shut
	return s != nil && s.moves == f.moves && s.served == f.served && s.h.s.Live == h.s.Live && h.sameCards(&s.h)
}

// sameCards reports whether the seats and the stub have as many cards as in another state of the hand.
func (h *Hand) sameCards(o *Hand) bool { return h.held == o.held && h.stock.left() == o.stock.left() }

// undoes undoes the departure of a hand after which nothing has happened: no action, no card, no other irregularity. So the hand
// comes back as it was, and with it what its departure has ended.
func (r *ruled) undoes(seat int, d *departure) bool {
	h := r.h
	f, b := h.floor, d.before
	if b == nil || d.moves != f.moves || d.served != f.served || d.notes+1 != len(f.notes) || h.s.Live != b.s.Live&^betting.Bit(seat) ||
		!h.sameCards(b) || len(f.later) != len(b.floor.later) || f.voided != b.floor.voided ||
		len(f.muck) != len(b.floor.muck) || len(f.aside) != len(b.floor.aside) || len(f.burn) != len(b.floor.burn) {
		return false
	}
	for i, n := range h.s.Stack {
		if n < b.s.Stack[i] { // its ruling has moved chips too
			return false
		}
	}
	r.back(b)
	h.floor.left[seat] = nil
	return true
}

// back puts the hand back to what it was, with the irregularities since and their rulings, and tells which chips go back in.
func (r *ruled) back(to *Hand) {
	h, was := r.h, *r.h
	f, log := h.floor, h.log
	*h = *to
	h.log = log
	h.own()
	g := h.floor
	g.notes, g.happened, g.steps, g.acting, g.orders, g.left = f.notes, f.happened, f.steps, f.acting, f.orders, f.left
	g.takenBack = f.takenBack
	g.later = slices.DeleteFunc(g.later, func(l laterEffects) bool { return l.note == r.place && l.rounds <= 1 }) // it is being applied
	if was.s.Stack != h.s.Stack || was.s.Wager != h.s.Wager || was.toHouse != h.toHouse {
		r.tell(Event{Kind: Reopened, Seat: -1, Amount: h.Pot()})
		r.putAgain(&was)
	}
}

// putAgain tells which chips go back in that had gone out, and which bets lie before
// the seats again, in the order of a record.
func (r *ruled) putAgain(was *Hand) {
	h := r.h
	if fees := was.toHouse - h.toHouse; fees != 0 {
		r.tell(Event{Kind: PutAgain, Seat: -1, Amount: fees})
	}
	for k := range h.s.N {
		i := (int(h.button) + 1 + k) % h.s.N
		if back := was.s.Stack[i] - h.s.Stack[i]; back != 0 || h.s.Wager[i] != was.s.Wager[i] {
			r.tell(Event{Kind: PutAgain, Seat: int8(i), Amount: back, To: h.s.Wager[i]})
		}
	}
}

// endCircuit deals the cards that are owed after a round of cards.
func (h *Hand) endCircuit() (wait bool, err error) {
	if h.floor == nil {
		return false, nil
	}
	return h.floor.endCircuit(h)
}

func (f *floor) endCircuit(h *Hand) (wait bool, err error) {
	if len(f.owed) == 0 {
		return false, nil
	}
	h.tellUntold()
	return h.serveOwing(plan.AfterCircuit)
}

// endDraw deals the cards that are owed after a draw.
func (h *Hand) endDraw() (wait bool, err error) {
	if h.floor == nil {
		return false, nil
	}
	if wait, err := h.serveOwing(plan.AfterDraw); wait || err != nil {
		return wait, err
	}
	h.floor.absentCards = [betting.Max]int8{}
	return false, nil
}

// tellUntold emits the cards of live seats that the log has not reported; false if the
// hand does not count them. Cards that the caller deals are reported immediately.
func (h *Hand) tellUntold() bool { return h.floor != nil && !h.manual && h.floor.tellUntold(h) }

func (f *floor) tellUntold(h *Hand) bool {
	seat := int(h.button)
	for range h.s.N {
		seat = (seat + 1) % h.s.N
		n := int(h.held[seat]) - int(f.reported[seat])
		if h.holdsTold(seat); h.s.Live.Has(seat) && n > 0 {
			h.tellFaces(seat, n)
		}
	}
	return true
}

// closeRound applies the effects that were postponed to the end of a round, and stops
// there.
func (h *Hand) closeRound() (wait bool, err error) {
	if h.floor == nil {
		return false, nil
	}
	return h.floor.closeRound(h)
}

func (f *floor) closeRound(h *Hand) (wait bool, err error) {
	h.stage = betOver
	moved, err := f.applyDue(h)
	switch {
	case err != nil || h.over || h.pause():
		return !h.over, err
	case moved:
		h.pc-- // so that the new step comes next
	case h.stage != betOver: // a hand that came back has opened the round again
		return h.runBet(h.Step())
	}
	return false, nil
}

// applyDue applies the effects that waited for this round to end. It reports whether
// the hand continues from another step.
func (f *floor) applyDue(h *Hand) (moved bool, err error) {
	f.last, f.undo = -1, nil
	var due []laterEffects
	later := f.later
	f.later = nil
	for _, l := range later {
		if l.rounds--; l.rounds > 0 {
			f.later = append(f.later, l)
		} else {
			due = append(due, l)
		}
	}
	for _, l := range due {
		if moved, err := h.applyLate(&l); moved || err != nil {
			return moved, err
		}
		if h.stage != betOver { // the round is open again, and the others wait for its end
			break
		}
	}
	return false, nil
}

// applyLate applies postponed effects. If the state no longer allows one, it undoes
// all and emits Refused; an error in the script is returned.
func (h *Hand) applyLate(l *laterEffects) (moved bool, err error) {
	before, events := *h, 0
	if h.log != nil {
		events = len(h.log.Events)
	}
	h.own()
	r := h.ruling(l.note)
	err = r.apply(l.effects)
	var fault *diag.Error
	if err == nil || errors.As(err, &fault) {
		return r.moved || h.over, err
	}
	log := h.log
	*h = before
	if h.log = log; log != nil {
		log.Events = log.Events[:events]
	}
	r.tell(Event{Kind: Refused, Seat: int8(r.seat)})
	return false, nil
}

// playPromise takes the binding action of the seat whose turn it is, or releases the
// seat from it.
func (h *Hand) playPromise() bool { return h.floor != nil && h.floor.playPromise(h, int(h.dec.Seat)) }

func (f *floor) playPromise(h *Hand, seat int) bool {
	p, ok := f.promised(seat)
	if h.dec.BringIn > 0 || !ok {
		return false
	}
	f.promises(seat)
	r := h.ruling(p.note)
	put := r.note.Incident.Chips()
	unbind := func() bool {
		r.tell(Event{Kind: Unbound, Seat: int8(seat)})
		r.giveBack(seat, put)
		return false
	}
	if h.r.Level != p.level {
		return unbind()
	}
	a := p.action
	if a.Kind == Call && h.dec.Options.Call == 0 {
		a.Kind = Check
	}
	f.acting = p.note
	defer func() { f.acting = 0 }()
	before := h.s.Stack[seat]
	if h.wagers(&a) != nil {
		return unbind()
	}
	r.giveBack(seat, put-(before-h.s.Stack[seat]))
	return true
}

// keepChips keeps the chips as they are, for a misdeal: when the first betting round
// begins, and before the pot goes to the last live seat.
func (h *Hand) keepChips(when int) {
	if h.floor != nil {
		was := h.chips
		h.floor.kept[when] = &was
	}
}
