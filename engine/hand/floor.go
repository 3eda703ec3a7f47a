package hand

import (
	"reflect"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// The floor of a hand: what a hand keeps so that irregularities can be ruled
// on ([Hand.Happen]). A hand without attendance has none, and pays nothing for
// it.

// Attendance says how much of the floor a hand has.
type Attendance uint8

// The kinds of attendance.
const (
	// Unattended: no incident can happen.
	Unattended Attendance = iota
	// Watched: every card is kept in its zone, and incidents can happen whenever
	// the hand waits for a player. A hand whose cards the caller deals can be
	// watched too: what would move a card of its deck, whose order is not known,
	// is refused.
	Watched
	// Attended: besides, the hand waits for the dealer ([GoOn]) before the first
	// card, after every card or group of cards that they move, after every round
	// of betting, before hands are shown, before a pot is pushed to the last live
	// seat, and before bets against a bank are paid.
	Attended
)

// floor is copied before it is changed ([Hand.own]), so that copies of a hand
// stay independent.
type floor struct {
	attended bool

	// Zones besides the stub, the board and the hands. The cards of seats that
	// are out lie in their places in the hand until they are shuffled; they count
	// as mucked.
	muck, burn, aside []cards.Card
	foreign           []cards.Card // not of the deck: a joker that came into it

	notes    []Note           // in the hand
	happened []*plan.Incident // in this deal
	steps    int16            // how often the dealer went on since a player or an incident
	owed     []owedCard
	later    []laterEffects
	nextBurn []cards.Card // of those aside
	skipBurn int
	orders   [][]cards.Card // of the next shuffles, as a record has them

	undo   *lastAction        // the round before the last action, nil when another street has begun
	acting int16              // the note whose ruling a seat acts by, 0 for none
	began  bool               // the stop before the first card was made
	dealt  bool               // the initial deal is over
	pushed bool               // the stop before an uncontested pot was made
	turn   int8               // the seat that the round of betting goes on from
	last   int8               // the seat that acted last, -1 for none in this round
	due    int8               // cards that a seat should have been dealt
	told   [seating.Max]uint8 // cards of a seat that the log has told
	parted [seating.Max]int8  // cards that a seat has parted with for good
	acts   int16              // actions in the first round of betting
	drawn  seating.Set        // seats that have discarded in this draw
	// absentCards is how many cards a seat lacks that it may fill up at the draw.
	absentCards [seating.Max]int8
	bought      bool              // a seat has bought cards, and nothing has happened since
	fresh       []freshCard       // cards that a ruling has just brought
	ended       *chips            // as they stood when the pot went to the last live seat
	passed      seating.Set       // seats that are out and that the action has gone past since
	bound       [seating.Max]int8 // 1 + cards that the seat must draw, 0 for free
	partial     seating.Set       // seats that must still show the whole hand
	owes        seating.Set       // seats that owe blinds if they win
	queued      [seating.Max]promise
	stayUp      seating.Set // seats that turn up nothing in the next step that turns up
	upLess      seating.Set // seats whose next up card comes down
	dealtIn     seating.Set
	absent      seating.Set
	posted      *chips // as they stood when the first round of betting began
	feesTo      int16  // collect steps before this step are paid
	streetAt    int16  // where the street began that was dealt last
	street      int8   // cards of it that lie on the board
	voided      bool
}

// owedCard is a card that a seat gets later.
type owedCard struct {
	seat  int8
	from  string
	index int // -1: as from says
	up    bool
	when  plan.Timing
}

// freshCard is a card that a ruling has brought to a seat: until somebody acts it
// can be exposed or fall like any card that is dealt.
type freshCard struct {
	seat int8
	card cards.Card
}

// laterEffects are effects that wait for a number of rounds to end.
type laterEffects struct {
	rounds  int // still to end
	effects []plan.FloorEffect
	note    int16
}

// promise is what a seat has said out of turn.
type promise struct {
	action Action
	level  int64 // of the betting when it was said
	set    bool
	note   int16
}

// lastAction is the round of betting as it was before a seat acted.
type lastAction struct {
	s    betting.Seats
	r    betting.Round
	seat int8
}

// chips is all that is money in a hand.
type chips struct {
	s                               betting.Seats
	in                              [seating.Max]int64
	dead, blinds, collected         int64
	nominal, topBlind, dropped, due int64
	flopFee, taken                  int64
	lastBlind                       int8
}

func (h *Hand) chips() *chips {
	return &chips{h.s, h.in, h.dead, h.blinds, h.collected, h.nominal, h.topBlind, h.dropped, h.feeDue, h.flopFee, h.taken, h.lastBlind}
}

func (h *Hand) restoreChips(c *chips) {
	h.s, h.in, h.dead, h.blinds, h.collected = c.s, c.in, c.dead, c.blinds, c.collected
	h.taken = c.taken
	h.nominal, h.topBlind, h.dropped, h.feeDue, h.flopFee, h.lastBlind = c.nominal, c.topBlind, c.dropped, c.due, c.flopFee, c.lastBlind
}

func newFloor(s *Setup, dealtIn seating.Set) *floor {
	return &floor{attended: s.Attendance == Attended, last: -1, turn: -1, dealtIn: dealtIn, absent: s.Absent}
}

// own makes what lies behind pointers the hand's own before it is changed.
func (h *Hand) own() {
	if h.bank != nil {
		h.bank = h.bank.clone()
	}
	if h.floor == nil {
		return
	}
	f := *h.floor
	f.muck, f.burn, f.aside, f.foreign = slices.Clone(f.muck), slices.Clone(f.burn), slices.Clone(f.aside), slices.Clone(f.foreign)
	f.notes = slices.Clone(f.notes)
	f.happened, f.owed, f.later = slices.Clone(f.happened), slices.Clone(f.owed), slices.Clone(f.later)
	f.nextBurn, f.orders, f.fresh = slices.Clone(f.nextBurn), slices.Clone(f.orders), slices.Clone(f.fresh)
	h.floor = &f
}

// goesOn notes that somebody has acted, or the dealer goes on.
func (f *floor) goesOn(how ActionKind) {
	f.fresh = nil
	if how != GoOn {
		f.steps = 0
	}
}

// same reports whether two floors are alike.
func (f *floor) same(o *floor) bool {
	if f == nil || o == nil {
		return f == o
	}
	return reflect.DeepEqual(f, o)
}

// Attendance is how much of the floor the hand has.
func (h *Hand) Attendance() Attendance {
	switch {
	case h.floor == nil:
		return Unattended
	case h.floor.attended:
		return Attended
	}
	return Watched
}

// pause stops an attended hand for the dealer. A watched hand counts the stops
// that it would make: a record tells by their number when something happened.
func (h *Hand) pause() bool {
	switch {
	case h.floor == nil:
		return false
	case !h.floor.attended:
		if !h.manual {
			h.floor.steps++
		}
		return false
	}
	if h.dec.Seat >= 0 {
		h.floor.turn = h.dec.Seat
	}
	h.ask(DealerGoesOn, -1)
	return true
}

// Moment is the part of the hand that it is in, and the number of rounds of
// betting that have begun.
func (h *Hand) Moment() (plan.Moment, int) {
	n := int(h.round)
	st := h.Step()
	switch {
	case h.over:
		return plan.IsOver, n
	case st == nil, h.floor != nil && !h.floor.began && h.stock.pos == 0 && !h.anyCards():
		return plan.InSetup, n
	case st.Kind == plan.Showdown || st.Kind == plan.Settle || h.floor != nil && h.floor.pushed && h.s.Live.Len() == 1:
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

// bets reports whether a round of betting is open.
func (h *Hand) bets() bool {
	st := h.Step()
	return st != nil && st.Kind == plan.Bet && h.phase > 0 && h.phase < betOver
}

func (h *Hand) anyCards() bool {
	for i := range h.s.N {
		if h.held[i] > 0 {
			return true
		}
	}
	return h.onBoard > 0
}

// Stub lists the cards not yet dealt, the next one first. What chance has not
// settled yet is settled in a copy.
func (h *Hand) Stub() []cards.Card {
	s := h.stock
	s.settle()
	return slices.Clone(s.order[s.pos:s.n])
}

// Burns lists the burned cards in order. Only a hand with attendance knows them.
func (h *Hand) Burns() []cards.Card {
	if h.floor == nil {
		return nil
	}
	return slices.Clone(h.floor.burn)
}

// Mucked lists the cards that are out of play: discards and dead cards in the
// order of their going, then the hands of the seats that are out. Only a hand
// with attendance knows them.
func (h *Hand) Mucked() []cards.Card {
	if h.floor == nil {
		return nil
	}
	out := slices.Clone(h.floor.muck)
	for i := range h.s.N {
		if !h.s.Live.Has(i) {
			out = append(out, h.Hole(i)...)
		}
	}
	return out
}

// Aside lists the cards that were taken out of play and may come back.
func (h *Hand) Aside() []cards.Card {
	if h.floor == nil {
		return nil
	}
	return slices.Clone(h.floor.aside)
}

// CardsConserved reports whether every card of the deck lies in exactly one
// zone: the stub, the burns, the muck, aside, the board, or a hand. Only a hand
// with attendance can tell; others report true.
func (h *Hand) CardsConserved() bool {
	if h.floor == nil || h.manual {
		return true
	}
	var count [256]int
	for _, c := range h.plan.Game.Deck.Append(nil) {
		count[c]++
	}
	for _, c := range h.floor.foreign {
		count[c]++
	}
	take := func(cs []cards.Card) {
		for _, c := range cs {
			count[c]--
		}
	}
	for _, zone := range [][]cards.Card{h.Stub(), h.floor.burn, h.floor.muck, h.floor.aside, h.Board()} {
		take(zone)
	}
	for i := -1; i < h.s.N; i++ { // the house first
		for k := range h.Hands(i) {
			cs, _ := h.Cards(i, k)
			take(cs)
		}
	}
	return count == [256]int{}
}

// burned notes a card that was burned.
func (h *Hand) burned(c cards.Card) {
	if h.floor != nil {
		h.floor.burn = append(h.floor.burn, c)
	}
}

// discarded notes cards that went from a live hand to the muck.
func (h *Hand) discarded(cs []cards.Card) {
	if h.floor != nil {
		h.floor.muck = append(h.floor.muck, cs...)
	}
}

// parted notes that a seat is to have n cards fewer from now on.
func (h *Hand) parted(seat, n int) {
	if h.floor != nil {
		h.floor.parted[seat] += int8(n)
	}
}

// Steps is how often the dealer has gone on since a player acted or something
// irregular happened; in a watched hand, how often they would have been waited for.
func (h *Hand) Steps() int {
	if h.floor == nil {
		return 0
	}
	return int(h.floor.steps)
}

// Absent is the set of seats that sat at the table and were not dealt in.
func (h *Hand) Absent() seating.Set {
	if h.floor == nil {
		return 0
	}
	return h.floor.absent
}

// OwesBlinds is the seats that got involved with a hand that they should not have
// been dealt: those that have won with it, and owe the blinds for that, and those
// that have not. Before the end of the hand there are none.
func (h *Hand) OwesBlinds() (won, lost seating.Set) {
	if h.floor == nil || !h.over {
		return 0, 0
	}
	for l := h.floor.owes; l != 0; l &= l - 1 {
		if k := l.First(); h.won[k] > 0 {
			won |= seating.Bit(k)
		} else {
			lost |= seating.Bit(k)
		}
	}
	return won, lost
}

// Happened lists the incidents of this deal.
func (h *Hand) Happened() []*plan.Incident {
	if h.floor == nil {
		return nil
	}
	return slices.Clone(h.floor.happened)
}
