package hand

import (
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// NoSeat is the place of somebody who sees what lies open and nothing else.
const NoSeat = -1

// SeenBy is the hand as a seat sees it: its own cards, those that lie face up
// and the hands of the seats in shown, which have been turned over at the
// showdown. Every other card is unknown, and so are the order of the deck, the
// seed, what others discarded and what they have chosen in secret. Its own up cards
// are unknown where only the others see them. NoSeat sees what is open. The result is there to be looked at, not to be played on.
func (h *Hand) SeenBy(seat int, shown seating.Set) Hand {
	v := *h
	v.log, v.floor = nil, nil
	v.hideStock()
	v.seen = 0
	v.hideForehead(seat, shown)
	for i := range v.s.N {
		if i == seat || shown.Has(i) {
			continue
		}
		v.chosen[i], v.tossed[i] = 0, 0
		for k := range int(v.held[i]) {
			if !v.IsUp(i, k) {
				v.Hole(i)[k], v.groups(i)[k] = cards.Unknown, 0
			}
		}
	}
	v.hideOpeners(seat)
	v.hideBank(seat, shown)
	return v
}

// hideForehead hides the up cards of a seat from it, where only the others see them,
// until it shows its hand.
func (h *Hand) hideForehead(seat int, shown seating.Set) {
	if !h.plan.Foreheads || seat < 0 || shown.Has(seat) {
		return
	}
	for k := range int(h.held[seat]) {
		if h.IsUp(seat, k) {
			h.Hole(seat)[k] = cards.Unknown
		}
	}
}

// HoleSeen is the cards of a seat as it sees them: those that only the others see are
// unknown. Otherwise the slice is that of [Hand.Hole].
func (h *Hand) HoleSeen(seat int) []cards.Card {
	if !h.plan.Foreheads {
		return h.Hole(seat)
	}
	own := slices.Clone(h.Hole(seat))
	for k := range own {
		if h.IsUp(seat, k) {
			own[k] = cards.Unknown
		}
	}
	return own
}

// hideStock forgets the deck: how many cards are left is known to all.
func (h *Hand) hideStock() {
	for i := range h.stock.order {
		h.stock.order[i] = cards.Unknown
	}
	h.stock.random, h.stock.seed, h.stock.number, h.stock.mixed = Source{}, 0, 0, h.stock.n
}

// hideOpeners offers a seat that lacks openers what it would be offered with
// them: the others do not know.
func (h *Hand) hideOpeners(seat int) {
	if !h.dec.NoOpeners || int(h.dec.Seat) == seat {
		return
	}
	st := &h.plan.Game.Steps[h.pc]
	open := st.Bet
	open.Openers = nil
	h.setOptions(&plan.Step{Kind: plan.Bet, Bet: open}, int(h.dec.Seat))
}

// SeenBy are events as a seat sees them: cards that it may not see are unknown.
// NoSeat sees what is open. Of a hand from its start on.
func SeenBy(events []Event, seat int) []Event {
	out := make([]Event, len(events))
	var up [seating.Max]cards.Set // cards of each seat that everybody has seen
	var open cards.Set            // and all of these, on the board too
	for i := range events {
		e := &out[i]
		*e = events[i]
		list := cards.SetOf(e.List()...)
		switch e.Kind {
		case Boarded, BoardTaken:
			open |= list
		case DealtUp, Exposed, TurnedFace:
			if e.Seat >= 0 { // else they are the house's
				up[e.Seat] |= list
			}
			open |= list
		case Shown, ShownWhole, SetApart, Fouled, Announced, SeesFlush, SeesStraight:
			open |= list
		case Dealt: // of several decks an equal card may lie open
			if e.Seat < 0 || int(e.Seat) != seat {
				e.hide(0)
			}
		case Burned:
			e.hide(0)
		default:
			if e.Kind == PassedOn && e.Seat >= 0 {
				up[e.Other] |= list & up[e.Seat]
			}
			if e.Kind == Picked && int(e.Seat) != seat {
				e.Pot = 0 // which offer it was
			}
			switch {
			case e.Seat < 0:
				e.hide(open)
			case !e.knows(seat):
				e.hide(up[e.Seat])
			}
		}
	}
	return out
}

// EventsSeenBy are events of the hand as a seat sees them: [SeenBy], without the seat's own
// up cards where only the others see them.
func (h *Hand) EventsSeenBy(events []Event, seat int) []Event {
	out := SeenBy(events, seat)
	for i := range out {
		if e := &out[i]; h.plan.Foreheads && e.Kind == DealtUp && int(e.Seat) == seat {
			e.hide(0)
		}
	}
	return out
}

// hide makes the cards unknown that are not in a set.
func (e *Event) hide(open cards.Set) {
	for k, c := range e.Cards[:min(e.N, MaxHole)] {
		if !c.Known() || !open.Has(c) {
			e.Cards[k] = cards.Unknown
		}
	}
	e.More &= open
}

// PutBy is what a seat has put into the pots in earlier rounds of the hand.
func (h *Hand) PutBy(seat int) int64 { return h.in[seat] }

// Dead is the money of the main pot that no seat has in.
func (h *Hand) Dead() int64 { return h.dead }

// Opener is the seat with which the last round of betting began, -1 before any.
func (h *Hand) Opener() int { return int(h.opener) }

// Betting is the round of betting that is on, or was last. Its wagers are
// [Hand.Wagered].
func (h *Hand) Betting() betting.Round { return h.r }

// Waiting is the set of seats that a question still has to hear, the one that is
// asked among them, or that wait for cards which the caller deals.
func (h *Hand) Waiting() seating.Set {
	if st := h.Step(); st != nil && st.Kind == plan.Deal && !h.manual {
		return 0 // those wait for cards
	}
	return h.waiting
}

// LeftInStub is the number of cards that have not been dealt.
func (h *Hand) LeftInStub() int { return h.stock.left() }

// Owed is the number of cards that a seat still gets in a draw that is on.
func (h *Hand) Owed(seat int) int { return int(h.owed[seat]) }
