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

// How a hand with a floor is dealt: card by card, so that there is a moment
// after each in which something can happen.

// betOver is the phase of a betting step whose round is over: the gap.
const betOver = 3

// deals reports whether a step may still belong to the initial deal, or stands before it.
func deals(st *plan.Step) bool {
	k := st.Kind
	return k == plan.Deal || k == plan.Burn || st.Ask != nil && (st.Ask.Moment == 0 || st.Ask.Moment == plan.InSetup) || k == plan.Collect || k == plan.When || k == plan.Jump
}

// enter does what is due before a step is run: the stop before the first card,
// the cards owed after the deal.
func (h *Hand) enter(st *plan.Step) (wait bool, err error) {
	f := h.floor
	if !f.began && h.phase == 0 && st.Kind != plan.Collect {
		switch stopped := h.dec.Kind == DealerGoesOn && h.dec.Step == h.pc && f.turn == beforeDeal; {
		case !stopped && h.pause():
			f.turn = beforeDeal
			return true, nil
		default:
			f.began, f.turn = true, -1
		}
	}
	if h.phase == 0 && !f.dealt && !deals(st) {
		if wait, err := h.serveOwing(plan.AfterDeal); wait || err != nil {
			return wait, err
		}
		f.dealt = true
	}
	if h.phase == 0 && (st.Kind == plan.Burn || st.Kind == plan.Board || st.Kind == plan.Deal) && !h.followsBurn() {
		f.streetAt = h.pc
	}
	return false, nil
}

// beforeDeal stands for the turn while the hand waits before its first card.
const beforeDeal = -2

// followsBurn reports whether the step before this one is a burn.
func (h *Hand) followsBurn() bool {
	return h.pc > 0 && h.plan.Game.Steps[h.pc-1].Kind == plan.Burn
}

// comesDown reports whether the next up card of a seat comes face down.
func (h *Hand) comesDown(seat int) bool {
	down := h.floor.upLess.Has(seat)
	h.floor.upLess &^= seating.Bit(seat)
	return down
}

// endCircuit deals the cards that are owed when a circuit is complete.
func (h *Hand) endCircuit() (wait bool, err error) {
	if len(h.floor.owed) == 0 {
		return false, nil
	}
	h.tellServed(0, 0)
	return h.serveOwing(plan.AfterCircuit)
}

// topBurn is the card that is burned next: one that was named for it, or the
// top of the stub.
func (h *Hand) topBurn() (cards.Card, bool) {
	if f := h.floor; f != nil && len(f.nextBurn) > 0 {
		c := f.nextBurn[0]
		f.nextBurn = f.nextBurn[1:]
		if i := slices.Index(f.aside, c); i >= 0 {
			f.aside = slices.Delete(f.aside, i, i+1)
			return c, true
		}
	}
	if h.stock.left() == 0 {
		return 0, false
	}
	return h.stock.next(), true
}

// missing is the number of cards that a seat may fill up at the draw.
func (h *Hand) missing(seat int) int {
	return int(h.floor.absentCards[seat])
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

// Due is the number of cards that a seat should have been dealt by now, the
// circuit that is running counted. Only a hand with attendance knows it.
func (h *Hand) Due() (n int) {
	if h.floor != nil {
		n = int(h.floor.due)
	}
	return n
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// serveOwing deals the cards that were owed until now, or until a time before, in
// the order of the faults. Each is a moment at which something can happen: it
// reports whether the hand waits, and goes on with the others when called again.
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

// serveOne gives a seat a card that it is owed, from the place that was ruled.
func (h *Hand) serveOne(o owedCard) error {
	seat := int(o.seat)
	if !h.s.Live.Has(seat) {
		return fmt.Errorf("seat %d is not in the hand", seat+1)
	}
	if h.held[seat] >= h.room || h.stock.left() == 0 && !h.scrape(seat) {
		return nil
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
	h.floor.told[seat] = h.held[seat]
	if h.floor.acting != 0 {
		h.floor.fresh = append(h.floor.fresh, freshCard{int8(seat), c})
	}
	return nil
}

// scrape makes a new stub when there is none and the cards that are dead or
// aside would have sufficed: of the discards and burns, or if there are none of
// the cards aside. It reports whether there is a card.
func (h *Hand) scrape(seat int) bool {
	if h.reshuffle(seat); h.stock.left() > 0 {
		return true
	}
	var t tally
	t.add(h.floor.aside)
	t.remove(h.floor.foreign)
	h.floor.nextBurn = nil
	h.restub(t)
	return h.stock.left() > 0
}

// placeIn is the index of a place of a stub of n cards.
func placeIn(n int, from string) int {
	switch from {
	case "middle":
		return n / 2
	case "bottom half":
		return min((n+1)/2, n-1)
	}
	return 0
}

// closeRound lets what was put off until the end of a round happen. It reports
// whether the hand goes on from somewhere else.
func (h *Hand) closeRound() (moved bool, err error) {
	f := h.floor
	f.last, f.undo = -1, nil
	most := slices.Max(h.in[:h.s.N])
	for i := range h.s.N {
		if !h.s.Live.Has(i) && h.in[i] < most && h.s.Stack[i] > 0 {
			f.passed |= seating.Bit(i)
		}
	}
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

// applyLate applies effects that were put off. What the state no longer allows is
// refused, and has changed nothing; a fault of the script is an error.
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

// playPromise lets the seat whose turn has come do what it has said, or frees it.
func (h *Hand) playPromise(seat int) bool {
	f := h.floor
	p := f.queued[seat]
	if !p.set {
		return false
	}
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
	if h.wagerWatched(a) != nil {
		return unbind()
	}
	r.giveBack(seat, put-(before-h.s.Stack[seat]))
	return true
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

// killPartial kills the hands that were not shown in full when the pot is
// pushed, as long as another hand is left.
func (h *Hand) killPartial() {
	f := h.floor
	seat := int(h.button)
	for m := f.partial & h.s.Live; m != 0 && h.s.Live.Len() > 1; m &^= seating.Bit(seat) {
		seat = m.After(seat)
		h.kill(seat)
		h.emitChips(Killed, seat, 0, 0)
	}
	f.partial = 0
}

// kill takes a seat out of the hand. Its chips stay in the pot.
func (h *Hand) kill(seat int) {
	if h.bets() {
		h.r.Fold(&h.s, &h.plan.Game.Betting, seat)
	} else {
		h.s.Live &^= seating.Bit(seat)
	}
	h.up[seat] = 0
	h.owed[seat], h.chosen[seat] = 0, 0
	h.waiting &^= seating.Bit(seat)
	h.floor.queued[seat] = promise{}
	h.floor.undo = nil // what was before has another set of live hands
}

// ToPlayer lets the dealer go on until a player is asked or the hand is over.
func (h *Hand) ToPlayer() error {
	for d := h.Pending(); d != nil && d.Kind == DealerGoesOn; d = h.Pending() {
		if err := h.Apply(Action{Kind: GoOn, Seat: -1}); err != nil {
			return err
		}
	}
	return nil
}

// HappenNext lets an incident happen at the first moment from now on at which
// it can have happened, before a player acts again: the dealer goes on until
// then. It reports how often they did. When there is no such moment nothing has
// changed, and the error is that of the moment that came nearest.
func (h *Hand) HappenNext(in plan.Incident) (steps int, err error) {
	next, events := *h, 0
	if h.log != nil {
		events = len(h.log.Events)
	}
	var nearest error
	for ; ; steps++ {
		if err = next.Happen(in); err == nil {
			*h = next
			return steps, nil
		}
		if nearest == nil || next.CanHappen(in.Kind) == nil {
			nearest = err
		}
		if d := next.Pending(); d == nil || d.Kind != DealerGoesOn || next.Apply(Action{Kind: GoOn, Seat: -1}) != nil {
			break
		}
	}
	if h.log != nil {
		h.log.Events = h.log.Events[:events]
	}
	return 0, nearest
}
