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

// sees reports whether an observer sees a card of a seat, -1 for the house, that lies face up or down. shown are the seats
// that have shown their hands. This is the only place that decides it.
func (h *Hand) sees(observer int, shown seating.Set, seat int, up bool) bool {
	switch {
	case seat >= 0 && shown.Has(seat):
		return true
	case seat >= 0 && seat == observer: // its own, unless it holds it up for the others
		return !up || !h.plan.Foreheads
	}
	return up
}

// Seen is a card as an observer sees it: its face, or that it lies there.
type Seen struct {
	Zone plan.Zones // ZoneHand, ZoneBoard, ZoneBurn or ZoneMuck
	Seat int8       // ZoneHand: whose card, -1 for the house. ZoneMuck: the seat that alone knows it, -1 for all
	Hand uint8      // ZoneHand: which hand of a seat that has several against a bank, from 0
	Card cards.Card // cards.Unknown if the observer does not see it
	Up   bool       // it lies face up
	On   uint16     // ZoneBoard: the boards on which it lies, see [Hand.BoardsOf]
}

// An Observation is what an observer sees of a hand.
type Observation struct {
	// Seat is the observer, NoSeat for one who sees only what is open.
	Seat int
	// Cards are the cards in the hands, the house's first, then those on the board, then those out of play that the
	// observer has seen. How many cards lie elsewhere, nobody has to know.
	Cards []Seen
}

// Observe fills an observation with what a seat sees, NoSeat for what is open. shown are the seats that have shown their
// hands. The memory of the observation is reused.
func (h *Hand) Observe(seat int, shown seating.Set, into *Observation) {
	into.Seat, into.Cards = seat, into.Cards[:0]
	add := func(s Seen) { into.Cards = append(into.Cards, s) }
	for i := -1; i < h.s.N; i++ {
		for n := range h.Hands(i) {
			list, _ := h.Cards(i, n)
			for k, c := range list {
				up := h.lies(i, n, k)
				if !h.sees(seat, shown, i, up) {
					c = cards.Unknown
				}
				add(Seen{Zone: plan.ZoneHand, Seat: int8(i), Hand: uint8(n), Card: c, Up: up})
			}
		}
	}
	for k, c := range h.Board() {
		add(Seen{Zone: plan.ZoneBoard, Seat: -1, Card: c, Up: true, On: h.boardOn[k]})
	}
	for k, zone := range outZones {
		for c := range h.turned[k].All() {
			add(Seen{Zone: zone, Seat: -1, Card: c, Up: true})
		}
	}
	if seat >= 0 {
		for c := range h.knows[seat].All() {
			add(Seen{Zone: plan.ZoneMuck, Seat: int8(seat), Card: c})
		}
	}
}

// lies reports whether the k-th card of a hand of a seat, -1 for the house, lies face up.
func (h *Hand) lies(seat, n, k int) bool {
	if h.bank == nil {
		return h.IsUp(seat, k)
	}
	if seat < 0 {
		seat = house
	}
	return h.bank.seatHand(seat, n).up>>k&1 != 0
}

// The zones of Hand.turned.
const (
	outBurned = iota
	outMucked
)

var outZones = [...]plan.Zones{outBurned: plan.ZoneBurn, outMucked: plan.ZoneMuck}

// openIf returns a card that goes out of play as a set if it lies face up, otherwise nothing: what everybody has seen of it.
func openIf(up bool, c cards.Card) cards.Set {
	if up {
		return cards.SetOf(c)
	}
	return 0
}

// OutOfPlay returns the cards that are out of play until a shuffle, and that everybody has seen: burn cards that lie face
// up, and up cards and board cards that were discarded or taken away. Of equal cards of several packs it has one.
func (h *Hand) OutOfPlay() cards.Set { return h.turned[outBurned] | h.turned[outMucked] }

// Gone returns the cards that are out of play until a shuffle, as far as a seat has seen them: those of OutOfPlay, and its
// own discards.
func (h *Hand) Gone(seat int) cards.Set {
	if seat < 0 {
		return h.OutOfPlay()
	}
	return h.OutOfPlay() | h.knows[seat]
}

// goesOut records that cards of a seat, or with -1 of nobody, go out of play; open are those that everybody has seen.
func (h *Hand) goesOut(seat int, cs []cards.Card, open cards.Set) {
	h.turned[outMucked] |= open
	if seat >= 0 {
		h.knows[seat] |= cards.SetOf(cs...) &^ open
	}
}

// comesBack records that cards are shuffled into the stub or put on it, where nobody knows them.
func (h *Hand) comesBack(s cards.Set) {
	for k := range h.turned {
		h.turned[k] &^= s
	}
	for i := range h.s.N {
		h.knows[i] &^= s
	}
}

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
	for i := range v.s.N {
		mine := i == seat || shown.Has(i)
		if !mine {
			v.chosen[i], v.tossed[i] = 0, 0
		}
		if i != seat {
			v.knows[i] = 0
		}
		for k := range int(v.held[i]) {
			if !v.sees(seat, shown, i, v.IsUp(i, k)) {
				v.Hole(i)[k] = cards.Unknown
				if !mine {
					v.groups(i)[k] = 0
				}
			}
		}
	}
	v.hideOpeners(seat)
	v.hideBank(seat, shown)
	return v
}

// HoleSeen returns the cards of a seat as it sees them: cards that only the others
// see are unknown. In other games the slice is that of [Hand.Hole].
func (h *Hand) HoleSeen(seat int) []cards.Card {
	if !h.plan.Foreheads {
		return h.Hole(seat)
	}
	own := slices.Clone(h.Hole(seat))
	for k := range own {
		if !h.sees(seat, 0, seat, h.IsUp(seat, k)) {
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
		switch f := e.Kind.Facts(); {
		case f.Sight == plan.SeenByAll:
			if f.To == plan.ZoneHand && e.Seat >= 0 { // otherwise they are the house's
				up[e.Seat] |= list
			}
			open |= list
		case f.FromStub: // with several decks an equal card may be open
			if f.Sight != plan.SeenByOwner || e.Seat < 0 || int(e.Seat) != seat {
				e.hide(0)
			}
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
	if st := h.Step(); st != nil && st.DealsTo(plan.ZoneHand) && !h.manual {
		return 0 // these wait for cards
	}
	return h.waiting
}

// LeftInStub returns the number of cards in the stub.
func (h *Hand) LeftInStub() int { return h.stock.left() }

// Owed returns the number of cards that a seat still gets in the present draw.
func (h *Hand) Owed(seat int) int { return int(h.owed[seat]) }
