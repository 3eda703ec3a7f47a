package hand

import (
	"errors"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/seating"
)

// A betting round, from its opener to the wagers in the pot.

// runBet plays a betting round.
func (h *Hand) runBet(st *plan.Step) (bool, error) {
	if h.phase == 0 {
		h.beginRound(st)
		h.phase = 1
	}
	if h.phase == betOver {
		return false, nil
	}
	for h.askBettor(st) {
		if h.dec.BringIn > 0 || h.floor == nil || !h.playPromise(int(h.dec.Seat)) {
			return true, nil
		}
		if h.alone() {
			h.uncontested()
			return true, nil
		}
	}
	h.shuts()
	h.endRound()
	if h.floor == nil {
		return false, nil
	}
	h.phase = betOver
	moved, err := h.closeRound()
	if err != nil || h.over || h.pause() {
		return !h.over, err
	}
	if moved {
		h.pc-- // so that the new step comes next
	}
	return false, nil
}

// askBettor asks the seat whose turn it is now; false if nobody is left to act.
func (h *Hand) askBettor(st *plan.Step) bool {
	if h.phase == 1 { // the opening bet is due
		if h.askOpening(st) {
			return true
		}
		h.phase = 2
	}
	seat := h.r.Next(&h.s, h.toAct())
	if seat >= 0 {
		h.askWager(st, seat)
	}
	return seat >= 0
}

// toAct returns the seat from which the betting continues.
func (h *Hand) toAct() int {
	if h.dec.Seat < 0 && h.floor != nil {
		return int(h.floor.turn)
	}
	return int(h.dec.Seat)
}

// first reports whether this is the round of the forced bets.
func (h *Hand) first() bool { return h.opener < 0 }

// beginRound finds the opener and sets up the round.
func (h *Hand) beginRound(st *plan.Step) {
	h.paired = st.Bet.OpenPair && h.pairShows()
	limit := h.roundLimit(st)
	f := betting.Forced{}
	if h.first() {
		f.Nominal = h.nominal
		if h.floor != nil {
			h.floor.posted = h.chips()
		}
	}
	if h.plan.Game.Award != nil {
		h.before[h.round] = h.in
	}
	h.roundAt[h.round], h.checked[h.round], h.short[h.round] = h.pc, 0, 0
	h.round++
	seat := h.findOpener(st)
	shows := seat
	if st.Bet.ForcedOpen {
		seat = h.forceOpen(seat, &f)
	}
	h.r.Start(&h.s, limit, &h.plan.Game.Betting, f)
	h.opener = int8(seat)
	if h.log != nil {
		// Next skips seats that are all in; if no more betting is possible, nobody
		// is named first.
		who := h.r.Next(&h.s, seat)
		h.announce(st, shows, seat, who)
		h.emitChips(RoundBegan, who, 0, h.r.Level)
	}
	h.dec.Seat = int8(seat)
}

// findOpener returns the seat at which the round begins: the first seat from there,
// clockwise, that can act opens.
func (h *Hand) findOpener(st *plan.Step) int {
	switch st.Bet.Open {
	case plan.LeftOfBlind:
		return h.s.Live.After(int(h.lastBlind))
	case plan.OffBlinds:
		return h.offBlinds()
	case plan.HighShowing, plan.LowShowing, plan.BringInLow, plan.BringInHigh:
		return h.showing(&st.Bet)
	case plan.SameAsBefore:
		return h.s.Live.From(int(h.opener))
	case plan.LastBettor:
		if h.aggressor >= 0 {
			return h.s.Live.From(int(h.aggressor))
		}
	}
	return h.lob()
}

// offBlinds returns the first live seat left of the last blind that has posted
// nothing, the first of all if every seat has posted.
func (h *Hand) offBlinds() int {
	posted := seating.Set(0)
	for i := range h.s.N {
		if h.s.Wager[i] > 0 {
			posted |= seating.Bit(i)
		}
	}
	among := h.s.Live &^ posted
	if among == 0 {
		among = h.s.Live
	}
	return among.After(int(h.lastBlind))
}

// showing returns the seat that opens by its up cards.
func (h *Hand) showing(b *plan.BetStep) int {
	best, who := uint64(0), h.lob()
	seat, among := int(h.button), h.s.Live
	if able := h.s.Able(); b.NextHighest && able != 0 {
		among = able
	}
	for range among.Len() {
		seat = among.After(seat)
		if k := h.showingKey(seat, b); k > best {
			best, who = k, seat
		}
	}
	return who
}

// showingKey orders the up cards of seats by an opener rule: by strength, then by
// the suit of the deciding card if suits count. The caller visits seats from the
// left of the button, so position breaks the remaining ties.
func (h *Hand) showingKey(seat int, b *plan.BetStep) uint64 {
	var few [MaxHole]cards.Card
	up := few[:0]
	faces := h.up[seat]
	for k, c := range h.seatCards(seat)[:h.held[seat]] {
		if faces>>k&1 != 0 && c.Natural() {
			up = append(up, c)
		}
	}
	if len(up) == 0 {
		return 0
	}
	r := up[0].Rank() + 1
	if r > cards.Ace && b.AceLow() {
		r = 0
	}
	switch b.Open {
	case plan.BringInLow: // the lowest card, then the lowest suit
		return uint64(14-r)<<8 | suitKey(b, 3-up[0].Suit())
	case plan.BringInHigh: // the highest card, then the highest suit
		return uint64(r+1)<<8 | suitKey(b, up[0].Suit())
	case plan.LowShowing:
		return uint64(rank.ShowingLow(up, b.AceLow())) << 16
	}
	key := uint64(rank.ShowingHigh(up, b.AceLow())) << 16
	if b.SuitTie {
		key |= showingSuits(b, up)
	}
	return key
}

// pairShows reports whether a live seat shows a pair.
func (h *Hand) pairShows() bool {
	for m := h.s.Live; m != 0; m &= m - 1 {
		seat, seen := m.First(), uint16(0)
		for k, c := range h.Hole(seat) {
			if !h.IsUp(seat, k) || !c.Natural() {
				continue
			}
			if seen>>c.Rank()&1 != 0 {
				return true
			}
			seen |= 1 << c.Rank()
		}
	}
	return false
}

// forceOpen posts the opener's forced bet and returns the seat that acts next. A
// seat without chips is skipped.
func (h *Hand) forceOpen(seat int, f *betting.Forced) int {
	able := h.s.Able()
	amount := h.plan.Stakes.BringIn
	if able.Len() < 2 || amount == 0 {
		return seat
	}
	seat = able.From(seat)
	put := h.s.Post(seat, amount)
	f.Nominal = amount
	h.emitChips(BroughtIn, seat, put, put)
	return able.After(seat)
}

// announce announces who bets first, and who shows a possible straight or flush. It
// names the cards if they decide: shows is the seat that they choose, begins is
// where the round begins, and who acts first; -1 for nobody.
func (h *Hand) announce(st *plan.Step, shows, begins, who int) {
	if st.Bet.Announce && who >= 0 {
		var up []cards.Card
		if st.Bet.Open.ByShowing() && who == begins {
			who = shows
			up = h.upCards(nil, who)
		}
		h.emitCards(Announced, who, up)
	}
	if !st.Bet.Hints {
		return
	}
	seat := int(h.button)
	for range h.s.Live.Len() {
		seat = h.s.Live.After(seat)
		up := h.upCards(nil, seat)
		if possibleFlush(up) {
			h.emitCards(SeesFlush, seat, up)
		}
		if possibleStraight(up) {
			h.emitCards(SeesStraight, seat, up)
		}
	}
}

// possibleFlush reports whether at least three up cards share a suit.
func possibleFlush(up []cards.Card) bool {
	var n [4]int
	for _, c := range up {
		if c.Natural() {
			n[c.Suit()]++
		}
	}
	return max(n[0], n[1], n[2], n[3]) >= 3
}

// possibleStraight reports whether at least three up cards of different ranks fit
// into one straight; the ace is high or low.
func possibleStraight(up []cards.Card) bool {
	var ranks uint16 // bit 0 the low ace, bit 13 the high one
	for _, c := range up {
		if c.Natural() {
			ranks |= 2 << c.Rank()
		}
	}
	ranks |= ranks >> 13
	for low := range 10 {
		if seating.Set(ranks>>low&0x1f).Len() >= 3 {
			return true
		}
	}
	return false
}

// playPromise takes the seat's binding action when its turn comes, or releases the
// seat from it.
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

// endRound returns the uncalled bet and moves the wagers into the pot.
func (h *Hand) endRound() {
	n := h.s.N
	if h.r.Level > 0 {
		h.uncalled(h.s.Wager[:n])
	}
	h.gather()
	h.checked[h.round-1] = h.r.Checked()
	h.short[h.round-1] = h.r.CalledShort()
	// After a round in which nobody could act, the earlier aggressor stays.
	if h.r.Aggressor >= 0 || h.checked[h.round-1] != 0 {
		h.aggressor = h.r.Aggressor
	}
	h.passed, h.unopened = h.r.PassedOut(), h.r.Level == 0
}

// closeRound applies the effects that were postponed to the end of a round. It
// reports whether the hand continues from another step.
func (h *Hand) closeRound() (moved bool, err error) {
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
