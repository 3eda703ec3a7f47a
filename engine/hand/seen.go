package hand

import (
	"math/bits"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Observers who have no seat.
const (
	NoSeat    = -1 // sees only what is open
	EverySeat = -2 // sees what any seat sees, and what lies face down
)

// sees reports whether an observer sees a card of a seat, -1 for the house, that lies face up or down. shown are the seats
// that have shown their hands. This is the only place that decides it.
func (h *Hand) sees(observer int, shown betting.Set, seat int, up bool) bool {
	switch {
	case observer == EverySeat || seat >= 0 && shown.Has(seat):
		return true
	case seat >= 0 && seat == observer: // its own, unless it holds it up for the others
		return !up || !h.plan.Foreheads
	}
	return up
}

// sightOf returns who sees the cards of an event of a kind.
func (h *Hand) sightOf(k EventKind) plan.Sight {
	f := k.Facts()
	if h.plan.Foreheads && f.DealsTo(plan.ZoneHand) && f.Sight == plan.SeenByAll {
		return plan.SeenByOthers
	}
	return f.Sight
}

// Seen is a card as an observer sees it: its face, or that it lies there.
type Seen struct {
	Zone  plan.Zones // ZoneHand, ZoneBoard, ZoneBurn or ZoneMuck
	Seat  int8       // ZoneHand: whose card, -1 for the house. ZoneMuck: the seat that alone knows it, -1 for all
	Hand  uint8      // ZoneHand: which hand of a seat that has several against a bank, from 0
	Group uint8      // ZoneHand: the game's hand for which it is set apart, from 1; 0 for none, or if the observer does not know
	Card  cards.Card // cards.Unknown if the observer does not see it
	Up    bool       // it lies face up
	On    uint16     // ZoneBoard: the boards on which it lies, see [Hand.BoardsOf]
}

// SeenSeat is what an observer sees of a seat besides its cards.
type SeenSeat struct {
	Live                bool
	Wins                int    // see [Hand.Wins]
	Stack, Wagered, Put int64  // see [Hand.Stack], [Hand.Wagered] and [Hand.PutBy]
	Answers             uint64 // the open choices of the seat in this deal
	Picked              uint64 // what it has chosen in secret so far: bit k for the k-th card or offer; 0 if the observer does not know
}

// An Observation is what an observer sees of a hand.
type Observation struct {
	// Seat is the observer, NoSeat for one who sees only what is open.
	Seat int
	// Cards are the cards in the hands, the house's first, then those on the board, then those out of play that the
	// observer has seen. How many cards lie elsewhere, nobody has to know.
	Cards []Seen
	Seats []SeenSeat
	// Ask is the question that the hand waits for. Others do not know whether a seat holds openers, or which choices its
	// cards leave it: they see the options that it has with openers, and all choices of the step.
	Ask Decision
}

// Observe fills an observation with what a seat sees, NoSeat for what is open. shown are the seats that have shown their
// hands. The memory of the observation is reused.
func (h *Hand) Observe(seat int, shown betting.Set, into *Observation) {
	into.Seat, into.Ask, into.Cards, into.Seats = seat, h.dec, into.Cards[:0], into.Seats[:0]
	if h.dec.NoOpeners && int(h.dec.Seat) != seat && seat != EverySeat {
		// The question that the seat to act would be asked if it had openers.
		st := h.plan.Game.Steps[h.pc]
		st.Bet.Openers = nil
		with := *h
		with.setOptions(&st, int(h.dec.Seat))
		into.Ask = with.dec
	}
	if h.dec.Kind == Chosen && !h.over {
		into.Ask.Count = bits.OnesCount32(h.offeredTo(seat))
	}
	held := cards.Set(0)
	for i := -1; i < h.s.N; i++ {
		for n := range h.Hands(i) {
			list, _ := h.Cards(i, n)
			for k, c := range list {
				s := Seen{Zone: plan.ZoneHand, Seat: int8(i), Hand: uint8(n), Card: c, Up: h.lies(i, n, k)}
				if h.bank == nil {
					s.Group = h.groups(i)[k]
				}
				if !h.sees(seat, shown, i, s.Up) && (seat < 0 || !h.where[seat].Has(c)) {
					s.Card = cards.Unknown
					if i != seat {
						s.Group = 0
					}
				}
				into.Cards = append(into.Cards, s)
				held |= cards.SetOf(c)
			}
		}
	}
	for k, c := range h.Board() {
		into.Cards = append(into.Cards, Seen{Zone: plan.ZoneBoard, Seat: -1, Card: c, Up: true, On: h.boardOn[k]})
	}
	for k, zone := range outZones {
		for c := range h.turned[k].All() {
			into.Cards = append(into.Cards, Seen{Zone: zone, Seat: -1, Card: c, Up: true})
		}
	}
	for i := range h.s.N {
		own := i == seat || seat == EverySeat
		for c := range (h.knows[i] &^ (h.where[i] & held)).All() {
			if own {
				into.Cards = append(into.Cards, Seen{Zone: plan.ZoneMuck, Seat: int8(i), Card: c})
			}
		}
		one := SeenSeat{Live: h.s.Live.Has(i), Wins: h.Wins(i), Stack: h.s.Stack[i], Wagered: h.s.Wager[i], Put: h.in[i], Answers: h.answers[i]}
		if own {
			one.Picked = h.chosen[i]
		}
		into.Seats = append(into.Seats, one)
	}
}

// Known returns the cards that the observer sees in some zones. Of equal cards of several packs it has one.
func (o *Observation) Known(zones plan.Zones) cards.Set {
	return o.Of(func(s *Seen) bool { return s.Zone&zones != 0 })
}

// Of returns the cards for which a condition holds, as far as the observer sees them.
func (o *Observation) Of(is func(*Seen) bool) (out cards.Set) {
	for i := range o.Cards {
		if s := &o.Cards[i]; s.Card.Known() && is(s) {
			out |= cards.SetOf(s.Card)
		}
	}
	return out
}

// Held appends the cards of a seat, -1 for the house, for which a condition holds, as far as the observer sees them.
func (o *Observation) Held(to []cards.Card, seat int, is func(*Seen) bool) []cards.Card {
	for i := range o.Cards {
		if s := &o.Cards[i]; s.Zone == plan.ZoneHand && int(s.Seat) == seat && is(s) {
			to = append(to, s.Card)
		}
	}
	return to
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
func (h *Hand) OutOfPlay() (out cards.Set) {
	for _, s := range h.turned {
		out |= s
	}
	return out
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
		h.where[i] &^= s
	}
}

// mayBeGone records that a seat gives up cards: those who knew some of its hand know of them only that they are not in the stub.
func (h *Hand) mayBeGone(seat int) {
	for i := range h.s.N {
		if h.where[i] != 0 && i != seat {
			h.where[i] &^= cards.SetOf(h.Hole(seat)...)
		}
	}
}

// offeredTo returns the offers of the question that an observer sees, bit k for the k-th: others than the seat that is asked see all that
// it can pay for if a script decides which it has, because that may follow from cards that only it sees.
func (h *Hand) offeredTo(observer int) uint32 {
	if st := h.Step(); int(h.dec.Seat) != observer && observer != EverySeat && st.Ask.Allowed != nil {
		return h.offersOf(st, int(h.dec.Seat), 1<<len(st.Ask.Offers)-1)
	}
	return h.offered
}

// SeenBy returns the hand as a seat sees it: its own cards, the up cards, and the
// hands of the seats in shown, which were shown at the showdown. All other cards
// are unknown, and so are the order of the deck, the seed, other seats' discards
// and their secret choices. If only the others see a seat's up cards, its own are
// unknown too. NoSeat sees what is open. The result is read-only: do not play it.
func (h *Hand) SeenBy(seat int, shown betting.Set) Hand {
	var o Observation
	h.Observe(seat, shown, &o)
	return h.as(&o)
}

// as returns the hand as an observer sees it: what the observation has, and nothing that it does not have.
func (h *Hand) as(o *Observation) Hand {
	v := *h
	v.log, v.floor, v.sole, v.spare, v.opened, v.dec, v.seen = nil, nil, nil, nil, nil, o.Ask, 0
	if h.dec.Kind == Chosen && !h.over {
		v.offered = h.offeredTo(o.Seat)
	}
	// The order of the deck is hidden, but not the number of cards left, which
	// is public.
	for i := range v.stock.order {
		v.stock.order[i] = cards.Unknown
	}
	v.stock.random, v.stock.seed, v.stock.number, v.stock.mixed = Source{}, 0, 0, v.stock.n
	for i := range v.s.N {
		v.chosen[i] = o.Seats[i].Picked
		if i != o.Seat && o.Seat != EverySeat {
			v.knows[i], v.where[i], v.tossed[i] = 0, 0, 0
		}
	}
	if v.bank != nil {
		v.bank = v.bank.clone()
	}
	list := o.Cards // those in the hands come first, hand by hand
	for i := -1; i < v.s.N; i++ {
		for n := range v.Hands(i) {
			held, _ := v.Cards(i, n)
			for k := range held {
				if held[k] = list[k].Card; v.bank == nil {
					v.groups(i)[k] = list[k].Group
				}
			}
			list = list[len(held):]
			v.bank.hide(i, n)
		}
	}
	return v
}

// SeenBy returns events as a seat sees them, NoSeat for what is open: see [EventSeen].
func SeenBy(events []Event, seat int) []Event {
	out := make([]Event, len(events))
	for i := range events {
		out[i] = EventSeen(&events[i], seat)
	}
	return out
}

// EventSeen returns an event as a seat sees it, NoSeat for what is open: cards that it does not see are unknown, and so is
// what another seat chooses in secret.
func EventSeen(e *Event, seat int) Event {
	out, f := *e, e.Kind.Facts()
	own := seat == EverySeat || seat >= 0 && (int(e.Seat) == seat || f.Gives && int(e.Other) == seat)
	if f.Secret && !own {
		out.Pot = 0
	}
	if e.Sight == plan.SeenByAll || own && e.Sight == plan.SeenByOwner || !own && e.Sight == plan.SeenByOthers || seat == EverySeat {
		return out
	}
	for k, c := range out.Cards[:min(e.N, MaxHole)] {
		if !c.Known() || !e.Open.Has(c) {
			out.Cards[k] = cards.Unknown
		}
	}
	out.More &= e.Open
	return out
}

// PutBy returns what a seat has put into the pots in earlier rounds of the hand.
func (h *Hand) PutBy(seat int) int64 { return h.in[seat] }

// Dead returns the money in the main pot that no seat put in.
func (h *Hand) Dead() int64 { return h.dead }

// Pots makes the pots of what is in the middle, without the wagers of this round.
func (h *Hand) Pots(list *betting.List) {
	betting.BuildAllIn(h.in[:h.s.N], h.s.Live, h.levels(), h.dead, list)
}

// levels returns the live seats at whose contributions a new pot begins: all of them,
// or those that are all in where there are payments that nobody has to call.
func (h *Hand) levels() betting.Set {
	if h.plan.PaysIn {
		return h.s.Live & (h.s.Broke | h.capped)
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
func (h *Hand) Waiting() betting.Set {
	if st := h.Step(); st != nil && st.DealsTo(plan.ZoneHand) && !h.manual {
		return 0 // these wait for cards
	}
	return h.waiting
}

// LeftInStub returns the number of cards in the stub.
func (h *Hand) LeftInStub() int { return h.stock.left() }

// Owed returns the number of cards that a seat still gets in the present draw.
func (h *Hand) Owed(seat int) int { return int(h.owed[seat]) }
