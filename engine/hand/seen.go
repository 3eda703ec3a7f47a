package hand

import (
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/pots"
	"cardroom/engine/seating"
)

// NoSeat is the seat of an observer who sees only what is open.
const NoSeat = -1

// SeenBy returns the hand as a seat sees it: its own cards, the up cards, and the
// hands of the seats in shown, which were shown at the showdown. All other cards
// are unknown, and so are the order of the deck, the seed, other seats' discards
// and their secret choices. If only the others see a seat's up cards, its own are
// unknown too. NoSeat sees what is open. The result is read-only: do not play it.
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

// hideForehead hides a seat's own up cards if only the others see them, until it
// shows its hand.
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

// HoleSeen returns the cards of a seat as it sees them: cards that only the others
// see are unknown. In other games the slice is that of [Hand.Hole].
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

// hideStock hides the order of the deck, but not the number of cards left, which is
// public.
func (h *Hand) hideStock() {
	for i := range h.stock.order {
		h.stock.order[i] = cards.Unknown
	}
	h.stock.random, h.stock.seed, h.stock.number, h.stock.mixed = Source{}, 0, 0, h.stock.n
}

// hideOpeners gives a seat that lacks openers the options that it would have with
// them, because the others do not know.
func (h *Hand) hideOpeners(seat int) {
	if !h.dec.NoOpeners || int(h.dec.Seat) == seat {
		return
	}
	st := &h.plan.Game.Steps[h.pc]
	open := st.Bet
	open.Openers = nil
	h.setOptions(&plan.Step{Kind: plan.Bet, Bet: open}, int(h.dec.Seat))
}

// SeenBy returns events as a seat sees them: cards that it may not see are unknown.
// NoSeat sees what is open. The events must begin at the start of the hand.
func SeenBy(events []Event, seat int) []Event {
	out := make([]Event, len(events))
	var up [seating.Max]cards.Set // cards of each seat that everybody has seen
	var open cards.Set            // all cards that everybody has seen, including the board
	for i := range events {
		e := &out[i]
		*e = events[i]
		list := cards.SetOf(e.List()...)
		switch e.Kind {
		case Boarded, BoardTaken:
			open |= list
		case DealtUp, Exposed, TurnedFace:
			if e.Seat >= 0 { // otherwise they are the house's
				up[e.Seat] |= list
			}
			open |= list
		case Shown, ShownWhole, SetApart, Fouled, Announced, SeesFlush, SeesStraight:
			open |= list
		case Dealt: // with several decks an equal card may be open
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
				e.Pot = 0 // hide which offer it was
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

// EventsSeenBy returns events of the hand as a seat sees them: [SeenBy] without the
// seat's own up cards if only the others see those.
func (h *Hand) EventsSeenBy(events []Event, seat int) []Event {
	out := SeenBy(events, seat)
	for i := range out {
		if e := &out[i]; h.plan.Foreheads && e.Kind == DealtUp && int(e.Seat) == seat {
			e.hide(0)
		}
	}
	return out
}

// hide makes the cards that are not in a set unknown.
func (e *Event) hide(open cards.Set) {
	for k, c := range e.Cards[:min(e.N, MaxHole)] {
		if !c.Known() || !open.Has(c) {
			e.Cards[k] = cards.Unknown
		}
	}
	e.More &= open
}

// PutBy returns what a seat has put into the pots in earlier rounds of the hand.
func (h *Hand) PutBy(seat int) int64 { return h.in[seat] }

// Dead returns the money in the main pot that no seat put in.
func (h *Hand) Dead() int64 { return h.dead }

// Pots makes the pots of what is in the middle, without the wagers of this round.
func (h *Hand) Pots(list *pots.List) {
	pots.BuildAllIn(h.in[:h.s.N], h.s.Live, h.levels(), h.dead, list)
}

// levels returns the live seats at whose contributions a new pot begins: all of them,
// or those that are all in where there are payments that nobody has to call.
func (h *Hand) levels() seating.Set {
	if h.plan.PaysIn {
		return h.s.Live & h.s.Broke
	}
	return h.s.Live
}

// Opener returns the seat at which the last betting round began, -1 before the
// first.
func (h *Hand) Opener() int { return int(h.opener) }

// Betting returns the present or the last betting round. Its wagers are in
// [Hand.Wagered].
func (h *Hand) Betting() betting.Round { return h.r }

// Waiting returns the seats that a question has yet to ask, including the one being
// asked, or that wait for cards from the caller.
func (h *Hand) Waiting() seating.Set {
	if st := h.Step(); st != nil && st.Kind == plan.Deal && !h.manual {
		return 0 // these wait for cards
	}
	return h.waiting
}

// LeftInStub returns the number of cards in the stub.
func (h *Hand) LeftInStub() int { return h.stock.left() }

// Owed returns the number of cards that a seat still gets in the present draw.
func (h *Hand) Owed(seat int) int { return int(h.owed[seat]) }
