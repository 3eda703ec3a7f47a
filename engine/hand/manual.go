package hand

import (
	"math"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// In a manual hand the caller deals: recorded hands state every card except burn
// cards, and some cards only as unknown.

// dealRun returns the number of consecutive deal steps from the current one, and
// the number of cards that they deal a seat. A record states a seat's cards of one
// street together, whatever the steps.
func (h *Hand) dealRun() (steps int, count int) {
	rest := h.plan.Game.Steps[h.pc:]
	for steps < len(rest) && rest[steps].DealsTo(plan.ZoneHand) {
		count += rest[steps].Count
		steps++
	}
	return steps, count
}

// dealtBy returns the step of the current run of deals that deals a seat its k-th card, nil for none, and which of its cards that is.
func (h *Hand) dealtBy(k int) (*plan.Step, int) {
	rest := h.plan.Game.Steps[h.pc:]
	for i := range rest {
		if k < rest[i].Count {
			return &rest[i], k
		}
		k -= rest[i].Count
	}
	return nil, 0
}

// facing reports whether the k-th card of the current run of deals is dealt face
// up.
func (h *Hand) facing(k int) bool {
	st, at := h.dealtBy(k)
	return st != nil && st.Up.At(at)
}

// groupDealt returns the game's hand to which the k-th card that a seat gets now
// belongs, 0 for none.
func (h *Hand) groupDealt(k int) uint8 {
	if ask := h.Step().Ask; ask != nil {
		return ask.Of
	}
	if st, _ := h.dealtBy(k); st != nil {
		return st.Hand
	}
	return 0
}

// askDeal requests the hole cards of a street.
func (h *Hand) askDeal() (bool, error) {
	steps, count := h.dealRun()
	if h.stage == notBegun {
		h.waiting = h.served()
		for m := h.waiting; m != 0; m &= m - 1 {
			h.owed[m.First()] = uint8(count)
		}
		h.nowDue(count)
		h.within = within{begun, 1}
	}
	if h.askCards() {
		return true, nil
	}
	h.pc += int16(steps - 1)
	return false, nil
}

func (h *Hand) askCards() bool {
	if h.waiting == 0 {
		return false
	}
	seat := h.waiting.After(int(h.button))
	due := 0
	for m := h.waiting; m != 0; m &= m - 1 {
		due += int(h.owed[m.First()])
	}
	h.refill(seat, due)
	d := h.ask(DealCards, -1)
	d.For, d.Count = h.waiting, int(h.owed[seat])
	return true
}

// settled reports whether nobody can bet anymore, so that hands may be shown before
// the remaining cards are dealt.
func (h *Hand) settled() bool { return h.s.Able().Len() <= 1 }

func (h *Hand) applyDeal(a Action) error {
	if h.dec.Kind == ShowCards {
		return h.applyShow(a)
	}
	d, due := &h.dec, h.waiting
	if h.mayReplace(int(a.Seat)) {
		due = betting.Bit(int(a.Seat))
		h.refill(int(a.Seat), int(a.N))
	}
	switch {
	case (a.Kind == Show || a.Kind == Muck) && h.settled():
		return h.applyShow(a)
	case a.Kind == DealBoard && d.For == 0 && h.Step().DealsTo(plan.ZoneBurn):
		return h.layBurns(a)
	case a.Kind == DealBoard && d.For == 0:
		if int(a.N) != d.Count {
			return h.refuse(a, "%s for the board: expected %d", cards.Counted(int(a.N), "card"), d.Count)
		}
		return h.layBoard(a)
	case a.Kind == DealBoard && h.commonDue(int(a.N)):
		if err := h.layBoard(a); err != nil {
			return err
		}
		for m := h.waiting; m != 0; m &= m - 1 {
			h.owed[m.First()] = 0
		}
		h.waiting = 0
		return nil
	case a.Kind != DealTo || d.For == 0 && d.Kind == DealCards:
		return h.refuse(a, "cards are due")
	case a.Seat < 0 || !due.Has(int(a.Seat)):
		return h.refuse(a, "seat %d gets no cards now", a.Seat+1)
	case int(a.N) > int(h.owed[a.Seat]) || a.N == 0:
		return h.refuse(a, "%s for seat %d: expected %d", cards.Counted(int(a.N), "card"), a.Seat+1, h.owed[a.Seat])
	}
	return h.handOut(a)
}

// mayReplace reports whether a seat may be dealt the replacements for its discards although another seat has yet to answer: the
// dealer serves each seat after its answer.
func (h *Hand) mayReplace(seat int) bool {
	if !h.manual || h.dec.Kind != CardsAsked || seat < 0 || seat >= h.s.N {
		return false
	}
	return h.owed[seat] > 0 && !h.Step().Draw.Together
}

// commonDue reports whether a street may be dealt as community cards, because there
// are too few cards for all seats.
func (h *Hand) commonDue(n int) bool {
	st := &h.plan.Game.Steps[h.pc]
	return h.plan.Game.ShortStub.Common() && h.waiting == h.s.Live &&
		n == st.Count && h.stock.left() < h.s.Live.Len()*st.Count
}

// layBurns burns the cards of the action face up: those that are due, one at a time or several together.
func (h *Hand) layBurns(a Action) error {
	if a.N == 0 || int(a.N) > h.dec.Count {
		return h.refuse(a, "%s: expected %d", cards.Counted(int(a.N), "burn card"), h.dec.Count)
	}
	for _, c := range a.List() {
		if err := h.take(a, c); err != nil {
			return err
		}
		h.burned(c, true)
	}
	h.within = within{begun, h.within.dealt + uint8(a.N)}
	h.emitCards(BurnedUp, -1, a.List())
	return nil
}

func (h *Hand) layBoard(a Action) error {
	for _, c := range a.List() {
		if err := h.take(a, c); err != nil {
			return err
		}
	}
	on := h.Step().On // 0 for a step that does not deal to the board
	for _, c := range a.List() {
		h.placeOnBoards(c, on)
	}
	h.stage = begun
	h.emitCards(Boarded, -1, a.List())
	return nil
}

func (h *Hand) handOut(a Action) error {
	seat := int(a.Seat)
	deal := h.plan.Game.Steps[h.pc].DealsTo(plan.ZoneHand)
	_, count := h.dealRun()
	first := count - int(h.owed[seat])
	up := false
	for k, c := range a.List() {
		if err := h.take(a, c); err != nil {
			return err
		}
		up = deal && h.facing(first+k) || h.up[seat]>>h.held[seat]&1 != 0 // bought: see muck
		h.give(seat, c, up)
		if g := h.groupDealt(first + k); g > 0 {
			h.groups(seat)[h.held[seat]-1] = g
		}
	}
	h.owed[seat] -= uint8(a.N)
	if h.owed[seat] == 0 {
		h.waiting &^= betting.Bit(seat)
	}
	if h.log != nil {
		h.tellFaces(seat, int(a.N))
	}
	return nil
}

// take removes a card from the stub, and refuses a card that cannot be there.
func (h *Hand) take(a Action, c cards.Card) error {
	if !c.Known() {
		h.stock.pos++
		return nil
	}
	if !h.plan.Game.Deck.Set().Has(c) {
		return h.refuse(a, "%s is not in the deck (%s)", c, h.plan.Game.Deck)
	}
	if h.seen.Has(c) && h.shuffledAgain() && !h.inPlay().Has(c) {
		h.refill(int(a.Seat), math.MaxInt) // the stub of a shuffle ends earlier than a record shows
	}
	if h.seen.Has(c) {
		return h.refuse(a, "%s is dealt twice", c)
	}
	h.seen = h.seen.With(c)
	h.stock.pos++
	return nil
}

// refill makes the discards available again if the stub has too few cards for the n that are due, to a seat or, with -1, to the
// board, and they come back. A record does not state their order.
func (h *Hand) refill(seat, n int) {
	if h.stock.left() >= n || !h.comesAgain(seat) {
		return
	}
	held := int(h.onBoard)
	for m := h.s.Live; m != 0; m &= m - 1 {
		held += int(h.held[m.First()])
	}
	h.seen = h.inPlay()
	h.comesBack(^cards.Set(0))
	h.stock.pos, h.stock.n = 0, int16(h.plan.Game.Deck.Len()-held)
	h.emitChips(Reshuffled, -1, int64(h.stock.n), 0)
}

// shuffledAgain reports whether discards have come back in this hand.
func (h *Hand) shuffledAgain() bool { return int(h.stock.n) < h.plan.Game.Deck.Len() }

func (h *Hand) applyShow(a Action) error {
	seat := int(a.Seat)
	switch {
	case a.Kind != Show && a.Kind != Muck:
		return h.refuse(a, "expected hands to be shown or mucked")
	case seat < 0 || !h.s.Live.Has(seat):
		return h.refuse(a, "seat %d is not in the hand", seat+1)
	case a.Kind == Muck && h.mucked.Has(seat):
		return h.refuse(a, "seat %d has mucked", seat+1)
	case a.Kind == Muck:
		if err := h.claimed(h.mucked | betting.Bit(seat)); err != nil {
			return h.refuse(a, "%v", err)
		}
		h.mucked |= betting.Bit(seat)
		h.waiting &^= showing(h, seat)
		h.emitChips(Mucked, seat, 0, 0)
		return nil
	}
	if err := h.reveal(a); err != nil {
		return err
	}
	h.mucked &^= betting.Bit(seat)
	h.shown |= betting.Bit(seat)
	h.showsWhole(seat)
	h.waiting &^= showing(h, seat)
	h.emitCards(Shown, seat, h.Hole(seat))
	return nil
}

// showing returns the set of the seat while hands are being shown; while cards are
// dealt, a show answers no pending question, and the set is empty.
func showing(h *Hand, seat int) betting.Set {
	if h.dec.Kind == ShowCards {
		return betting.Bit(seat)
	}
	return 0
}

// reveal checks the cards shown against the known cards of the hand, and fills in
// the unknown ones.
func (h *Hand) reveal(a Action) error {
	seat := int(a.Seat)
	if a.N == 0 {
		return nil
	}
	if int(a.N) != len(h.Hole(seat)) {
		return h.refuse(a, "seat %d shows %s and holds %d", seat+1, cards.Counted(int(a.N), "card"), len(h.Hole(seat)))
	}
	rest, fresh, elsewhere := slices.Clone(a.List()), cards.Set(0), h.seen
	if h.shuffledAgain() { // it may have been discarded and come back unseen
		elsewhere = h.inPlay()
	}
	for _, c := range h.Hole(seat) {
		if !c.Known() {
			continue
		}
		k := slices.Index(rest, c)
		if k < 0 {
			return h.refuse(a, "seat %d was dealt %s and does not show it", seat+1, c)
		}
		rest = slices.Delete(rest, k, k+1)
	}
	for _, c := range rest {
		if c.Known() && !h.plan.Game.Deck.Set().Has(c) {
			return h.refuse(a, "%s is not in the deck (%s)", c, h.plan.Game.Deck)
		}
		if c.Known() && (elsewhere | fresh).Has(c) {
			return h.refuse(a, "seat %d shows %s, which is already somewhere else", seat+1, c)
		}
		if c.Known() {
			fresh = fresh.With(c)
		}
	}
	h.seen |= fresh
	for k, c := range h.Hole(seat) {
		if !c.Known() {
			h.Hole(seat)[k], rest = rest[0], rest[1:]
		}
	}
	return nil
}

// OpenBy makes a seat open the round if nobody has acted in it and some of the up
// cards that determine the opener are unknown. It reports whether the seat opens.
func (h *Hand) OpenBy(seat int) bool {
	st := h.Step()
	if !h.manual || st == nil || !st.Bets() || !st.Bet.Open.ByShowing() || h.Attendance() != Unattended || h.dec.Kind != Wager {
		return false
	}
	if seat < 0 || seat >= h.s.N || !h.s.Able().Has(seat) || h.r.Acted() != 0 || h.r.Level > 0 || !h.hidesUp() {
		return false
	}
	h.opener = int8(seat)
	if h.dec.BringIn == 0 {
		h.askWager(st, seat)
	} else if !h.askOpening(st) {
		return false
	}
	if h.log == nil {
		return true
	}
	for k := len(h.log.Events) - 1; k >= 0; k-- {
		e := &h.log.Events[k]
		if e.Kind != RoundBegan && e.Kind != Announced {
			break
		}
		if e.Seat = int8(seat); e.Kind == Announced {
			e.N = 0 // the cards are unknown
		}
	}
	return true
}

// hidesUp reports whether a live seat has an unknown up card.
func (h *Hand) hidesUp() bool {
	for m := h.s.Live; m != 0; m &= m - 1 {
		if slices.Contains(h.upCards(nil, m.First()), cards.Unknown) {
			return true
		}
	}
	return false
}
