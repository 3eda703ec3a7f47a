package hand

import (
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// A hand with a floor is dealt card by card, so that an irregularity can happen
// after each card.

// enter does what is due before a step runs: the stop before the first card, and
// the cards owed after the deal.
func (h *Hand) enter(st *plan.Step) (wait bool, err error) {
	f := h.floor
	if f == nil {
		return false, nil
	}
	if !f.began && h.phase == 0 && st.Collect == nil {
		switch stopped := h.dec.Kind == DealerGoesOn && h.dec.Step == h.pc && f.turn == beforeDeal; {
		case !stopped && h.pause():
			f.turn = beforeDeal
			return true, nil
		default:
			f.began, f.turn = true, -1
		}
	}
	if h.phase == 0 && !f.dealt && !st.Deals() {
		if wait, err := h.serveOwing(plan.AfterDeal); wait || err != nil {
			return wait, err
		}
		f.dealt = true
	}
	if h.phase == 0 && st.DealsTo(plan.ZoneBurn|plan.ZoneBoard|plan.ZoneHand) && !h.followsBurn() {
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
	if f.turnsUp == [seating.Max]uint8{} || f.broken.is || st.Exposes() || st.DealsTo(plan.ZoneHand) && h.phase > 0 {
		return
	}
	ask := h.pc - 1
	for ask >= 0 && !h.plan.Game.Steps[ask].Exposes() {
		ask--
	}
	if ask < 0 {
		return
	}
	f.broken = brokenOff{true, h.pc, h.phase, int8(h.toAct()), h.s.Live}
	h.waiting = 0
	for i, n := range f.turnsUp {
		if n > 0 {
			h.waiting |= seating.Bit(i) & h.s.Live
		}
	}
	h.pc, h.phase = ask, asking
}

// resumes returns to where the hand was interrupted, if it was.
func (h *Hand) resumes() bool {
	f := h.floor
	if f == nil || h.pc < 0 || !h.plan.Game.Steps[h.pc].Exposes() {
		return false
	}
	f.turnsUp = [seating.Max]uint8{}
	b := f.broken
	if !b.is {
		return false
	}
	f.broken, f.turn = brokenOff{}, b.turn
	h.pc, h.phase, h.dec.Seat = b.pc, b.phase, -1
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
	for m := f.partial & h.s.Live; m != 0 && h.s.Live.Len() > 1; m &^= seating.Bit(seat) {
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
		h.s.Live &^= seating.Bit(seat)
	}
	h.up[seat] = 0
	h.owed[seat], h.chosen[seat] = 0, 0
	h.waiting &^= seating.Bit(seat)
	h.floor.queued[seat] = promise{}
	h.floor.undo = nil // the earlier state has other live hands
	h.floor.killed |= seating.Bit(seat)
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
	f := h.floor
	if f == nil {
		return
	}
	turn := h.dec.Seat
	if turn < 0 {
		turn = f.turn
	}
	f.left[seat] = &departure{
		place: h.r.Place(seat), round: h.round, pc: h.pc, phase: h.phase, turn: turn,
		up: h.up[seat], chosen: h.chosen[seat], owed: h.owed[seat], waiting: h.waiting.Has(seat), queued: f.queued[seat],
		before: h.snapshot(),
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
	f := h.floor
	if f == nil {
		return
	}
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
	if f.shut == nil || f.shut.moves != f.moves || f.shut.served != f.served {
		return false
	}
	r.back(&f.shut.h)
	return true
}

// undoes undoes the departure of a hand after which nothing has happened: no action, no card, no other irregularity. So the hand
// comes back as it was, and with it what its departure has ended.
func (r *ruled) undoes(seat int, d *departure) bool {
	h := r.h
	f, b := h.floor, d.before
	if b == nil || d.moves != f.moves || d.served != f.served || d.notes+1 != len(f.notes) || h.s.Live != b.s.Live&^seating.Bit(seat) ||
		h.held != b.held || h.stock.left() != b.stock.left() || len(f.later) != len(b.floor.later) || f.voided != b.floor.voided ||
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
	if was.s.Stack != h.s.Stack || was.s.Wager != h.s.Wager || was.collected != h.collected {
		r.tell(Event{Kind: Reopened, Seat: -1, Amount: h.Pot()})
		r.putAgain(&was)
	}
}

// putAgain tells which chips go back in that had gone out, and which bets lie before
// the seats again, in the order of a record.
func (r *ruled) putAgain(was *Hand) {
	h := r.h
	if fees := was.collected - h.collected; fees != 0 {
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
	if h.floor == nil || len(h.floor.owed) == 0 {
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
	h.floor.absentCards = [seating.Max]int8{}
	return false, nil
}

// tellUntold emits the cards of live seats that the log has not reported; false if the
// hand does not count them.
func (h *Hand) tellUntold() bool {
	f, seat := h.floor, int(h.button)
	if f == nil {
		return false
	}
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
	h.phase = betOver
	moved, err := h.applyDue()
	if err != nil || h.over || h.pause() {
		return !h.over, err
	}
	if moved {
		h.pc-- // so that the new step comes next
	}
	return false, nil
}

// applyDue applies the effects that waited for this round to end. It reports whether
// the hand continues from another step.
func (h *Hand) applyDue() (moved bool, err error) {
	f := h.floor
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
func (h *Hand) playPromise() bool {
	f, seat := h.floor, int(h.dec.Seat)
	if f == nil || h.dec.BringIn > 0 || !f.queued[seat].set {
		return false
	}
	p := f.queued[seat]
	f.queued[seat] = promise{}
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
