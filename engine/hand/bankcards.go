package hand

import (
	"math/bits"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Cards that hands against a bank discard, and the new ones that they get.

// changes asks each hand, from the left of the banker, which of its cards go, and deals it new ones before the next is asked. The hand of a
// house that banks does at the end what the step's way says.
func (b *bank) changes(h *Hand, st *plan.Step) (wait bool, err error) {
	if h.stage == notBegun {
		h.waiting, h.stage, b.at = b.role(st.To), asking, 0
		for m := h.waiting; m != 0; m &= m - 1 {
			for k := range int(b.hands[m.First()]) {
				b.seatHand(m.First(), k).done = false
			}
			if seat := m.First(); seat < h.s.N {
				h.tossed[seat] = 0
			}
		}
		if st.Draw.Burn == plan.BurnOnce {
			if err := h.burn(1, false); err != nil {
				return false, err
			}
		}
	}
	for h.waiting != 0 {
		seat := house
		if players := h.waiting & h.all(); players != 0 {
			seat = players.After(b.start(h))
		}
		for ; b.at < b.hands[seat] && (seat != house || b.at == bankHand); b.at++ {
			if wait, err := b.changesHand(h, st, seat); wait || err != nil {
				return wait, err
			}
		}
		b.at = 0
		h.waiting &^= betting.Bit(seat)
	}
	return false, nil
}

// changesHand deals the current hand of a seat the cards that it is owed, or asks which of its cards go. The hand waits if a player is asked, or
// after a card.
func (b *bank) changesHand(h *Hand, st *plan.Step, seat int) (wait bool, err error) {
	s := b.seatHand(seat, int(b.at))
	for {
		for s.owed > 0 {
			s.owed--
			if err := b.dealTo(h, seat, int(b.at), false); err != nil {
				return false, err
			}
			if h.pause() {
				return true, nil
			}
		}
		if h.stopsNow() {
			return true, nil
		}
		if s.done || s.lost {
			return false, nil
		}
		own := b.pool(st.Ask.From, s)
		least, most := b.mayChange(h, st.Ask, seat, own)
		switch {
		case seat == house:
			if own, err = b.houseChanges(h, st.Ask, least, most); err != nil {
				return false, err
			}
		case most == 0 && (st.Ask.Least > 0 || st.Ask.Price != nil): // it has no such card, or cannot pay for one
			return false, nil
		case least < most || st.Ask.Price != nil || bits.OnesCount32(own) != least:
			d := h.ask(CardsAsked, seat)
			d.Least, d.Count = least, most
			return true, nil
		}
		h.dec = Decision{Seat: -1, Step: h.pc}
		if err := b.change(h, st, seat, uint64(own), nil); err != nil {
			return false, err
		}
	}
}

// pool returns the cards of a hand that belong to a pool, bit k for the k-th.
func (b *bank) pool(from plan.Pool, s *seatHand) uint32 {
	return uint32(among(from, int(s.n), uint64(s.up)))
}

// mayChange returns the smallest and the largest number of cards that the current hand of a seat may discard, out of own: it can pay for each
// number up to the largest.
func (b *bank) mayChange(h *Hand, ask *plan.Ask, seat int, own uint32) (least, most int) {
	n := bits.OnesCount32(own)
	most = min(n, ask.Most)
	for k := 1; k <= most && seat < h.s.N; k++ {
		if h.costOf(ask, seat, k) > h.s.Stack[seat] {
			most = k - 1
		}
	}
	return min(ask.Least, most), most
}

// houseChanges returns the cards of the house's hand that go.
func (b *bank) houseChanges(h *Hand, ask *plan.Ask, least, most int) (uint32, error) {
	which, list, err := b.wayOf(h, ask, house)
	if n := bits.OnesCount32(which); err == nil && (n != len(list) || n < least || n > most) {
		err = h.plan.Game.Blame(h.Step().Pos, "the way of the house discards %s of %s: it must be %s of these cards", cards.Format(list),
			cards.Format(b.seatHand(house, bankHand).list()), plan.Numbers(uint8(least), uint8(most)))
	}
	return which, err
}

// wayOf asks the way of the house for cards of a hand, bit k for the k-th; cards that the hand has not are only in the list.
func (b *bank) wayOf(h *Hand, ask *plan.Ask, seat int) (which uint32, list []cards.Card, err error) {
	s := b.seatHand(seat, 0)
	list, err = ask.Way.Sets(b.question(h, seat, nil))
	for _, c := range list {
		for k, own := range s.list() {
			if own == c && which>>k&1 == 0 {
				which |= 1 << k
				break
			}
		}
	}
	return which, list, err
}

// change discards cards of the current hand of a seat, in the order in which it names them, which pays for them, and owes it the new ones. Bought cards are dealt at once, in the
// places of the old ones.
func (b *bank) change(h *Hand, st *plan.Step, seat int, which uint64, gone []cards.Card) error {
	s, ask := b.seatHand(seat, int(b.at)), st.Ask
	named, open := len(gone) > 0, cards.Set(0)
	for k, c := range s.list() {
		if which>>k&1 != 0 {
			if open |= openIf(s.up>>k&1 != 0, c); !named {
				gone = append(gone, c)
			}
		}
	}
	s.done = true
	if b.paysFor(h, ask, seat, len(gone)); seat != house {
		s.acted = true
	}
	e := cardEvent(Discarded, int(teller(seat)), gone, open)
	if len(gone) == 0 {
		e = Event{Kind: StoodPat, Seat: teller(seat), AllIn: seat != house && h.s.Stack[seat] == 0}
	}
	e.Part = b.at
	buys := st.Draw.KeepFace && len(gone) > 0
	if st.Draw.Burn == plan.BurnEach && buys {
		if err := h.burn(1, false); err != nil {
			return err
		}
	}
	h.emitAnswer(e)
	h.discarded(int(teller(seat)), gone, open)
	if seat != house {
		h.tossed[seat] |= cards.SetOf(gone...)
	}
	if buys {
		return b.buys(h, seat, which)
	}
	for k := int(s.n) - 1; k >= 0; k-- {
		if which>>k&1 != 0 {
			s.drop(k)
		}
	}
	if !ask.Back {
		return nil
	}
	s.owed = uint8(len(gone) + h.more(st, gone))
	if st.Draw.Burn == plan.BurnEach && s.owed > 0 {
		return h.burn(1, false)
	}
	return nil
}

// buys deals new cards in the places of those that the current hand of a seat has discarded, face up or down like them.
func (b *bank) buys(h *Hand, seat int, which uint64) error {
	s := b.seatHand(seat, int(b.at))
	for ; which != 0; which &= which - 1 {
		k := bits.TrailingZeros64(which)
		s.cards[k] = cards.Unknown // it is gone, and may come back where the stub is empty
		if ok, err := h.cardFor(int(teller(seat))); !ok {
			return err
		}
		s.cards[k] = h.stock.next()
		h.stopsSoon()
		kind := Dealt
		if s.up>>k&1 != 0 {
			kind = DealtUp
		}
		h.emit(Event{Kind: kind, Seat: teller(seat), Part: b.at, N: 1, Cards: [MaxHole]cards.Card{s.cards[k]}})
	}
	return nil
}

// paysFor makes a seat pay the bank for cards of its current hand.
func (b *bank) paysFor(h *Hand, ask *plan.Ask, seat, n int) {
	if seat == int(b.banker) || ask.Price == nil || n == 0 {
		return
	}
	cost := h.costOf(ask, seat, n)
	h.putUp(seat, cost)
	b.handOver(h, seat, int(b.banker), cost)
	h.pays(seat, 0)
	b.paidSome = true
	h.emit(Event{Kind: PaidPot, Seat: int8(seat), Part: b.at, Amount: cost, AllIn: h.s.Stack[seat] == 0})
}

// costOf returns what a number of cards costs a seat: against a bank the hand that is asked.
func (h *Hand) costOf(ask *plan.Ask, seat, n int) int64 {
	switch p := ask.Price; {
	case p == nil:
		return 0
	case p.Times != nil:
		return p.For(n) * h.Bet(seat, h.Asked(), h.betNumber(p.Bet))
	default:
		_, each := h.payable(p)
		return each * int64(n)
	}
}

// among returns those of n cards that belong to a pool, bit k for the k-th; up are those that lie face up.
func among(from plan.Pool, n int, up uint64) uint64 {
	all := uint64(1)<<n - 1
	switch from {
	case plan.FromDown:
		return all &^ up
	case plan.FromUp:
		return all & up
	case plan.FromLast:
		return all &^ (all >> 1)
	}
	return all
}
