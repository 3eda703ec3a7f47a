package hand

import (
	"reflect"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// The floor of a hand is the state that rulings on irregularities need
// ([Hand.Happen]). A hand without attendance has none, and no cost.

// Attendance is the level of support for irregularities in a hand.
type Attendance uint8

// The levels of attendance.
const (
	// Unattended: no incident can happen.
	Unattended Attendance = iota
	// Tracked: every card is kept in its zone, and incidents can happen whenever
	// the hand waits for a player. A hand whose cards the caller deals can be
	// watched too: effects that would move a card of its deck, whose order is
	// unknown, are refused.
	Tracked
	// Attended: in addition, the hand waits for the dealer ([GoOn]) before the
	// first card, after every card or group of cards that the dealer moves, after
	// every betting round, before hands are shown, before a pot is pushed to the
	// last live seat, and before bets against a bank are paid.
	Attended
)

// floor is copied before it changes ([Hand.own]), so that copies of a hand stay
// independent.
type floor struct {
	attended bool

	// Zones other than the stub, the board and the hands. The cards of folded seats
	// stay in their places in the hand until they are shuffled; they count as
	// mucked.
	muck, burn, aside []cards.Card
	foreign           []cards.Card // cards that are not in the deck: a joker that got into it

	notes     []Note           // of the hand
	happened  []*plan.Incident // of this deal
	takenBack int16            // decisions that rulings took back
	steps     int16            // times the dealer has continued since the last action or incident
	owed      []owedCard
	later     []laterEffects
	nextBurn  []cards.Card // cards of aside that will be burned
	skipBurn  int
	orders    [][]cards.Card // the orders of the next shuffles in a record

	undo     *lastAction        // the round before the last action, nil once another street has begun
	acting   int16              // the note whose ruling is being applied, 0 for none
	began    bool               // the stop before the first card was made
	dealt    bool               // the initial deal is over
	pushed   bool               // the stop before an uncontested pot was made
	turn     int8               // the seat from which the betting round continues
	last     int8               // the seat that acted last, -1 for none in this round
	reported [betting.Max]uint8 // cards of a seat that the log has reported
	gaveUp   [betting.Max]int8  // cards that a seat has given up for good
	acts     int16              // actions in the first betting round
	drawn    betting.Set        // seats that have discarded in this draw
	// absentCards is the number of missing cards that a seat may draw in addition.
	absentCards [betting.Max]int8
	stopDue     bool        // a card was dealt outside the deal, and the hand has yet to wait for the dealer
	fresh       []freshCard // cards that a ruling has just dealt
	kept        [2]*chips   // chips when the first betting round began, and before the pot went to the last live seat
	left        [betting.Max]*departure
	killed      betting.Set // seats whose hands have died
	forfeited   betting.Set // those of them that have no claim to any pot
	deadPut     betting.Set // seats that were out when a ruling had them put in chips
	heirs       betting.Set // seats that inherit pots that no live hand can win
	heirNote    int16
	folds       [betting.Max]int8  // the order in which seats folded, from 1; 0 for none
	moves       int32              // actions of players, hands thrown away among them
	served      int32              // cards dealt or burned
	shut        *closing           // how the last round was closed or the pot pushed, nil if much has happened since
	bound       [betting.Max]int8  // 1 + the number of cards that the seat must draw, 0 for no obligation
	partial     betting.Set        // seats that have yet to show the whole hand
	owes        betting.Set        // seats that owe blinds if they win
	queued      []promise          // what seats have declared out of turn
	stayUp      betting.Set        // seats that turn up nothing in the next step that turns up cards
	upLess      betting.Set        // seats whose next up card is dealt face down
	turnsUp     [betting.Max]uint8 // cards that seats turn up in place of lost up cards
	broken      brokenOff
	dealtIn     betting.Set
	absent      betting.Set
	feesTo      int16 // collect steps before this step have been paid
	streetAt    int16 // the step at which the last street began
	voided      bool
}

// owedCard is a card that a seat gets later.
type owedCard struct {
	seat  int8
	from  string
	index int // -1: determined by from
	up    bool
	when  plan.Timing
}

// freshCard is a card that a ruling has just dealt to a seat: until somebody acts
// it can be exposed or dropped like any card being dealt.
type freshCard struct {
	seat int8
	card cards.Card
}

// laterEffects are effects that wait for a number of rounds to end.
type laterEffects struct {
	rounds  int // rounds that have yet to end
	effects []plan.FloorEffect
	note    int16
}

// promise is an action that a seat declared out of turn.
type promise struct {
	action Action
	level  int64 // the bet level at the declaration
	seat   int8
	note   int16
}

func (f *floor) promised(seat int) (p promise, ok bool) {
	for i := range f.queued {
		if p = f.queued[i]; int(p.seat) == seat {
			return p, true
		}
	}
	return promise{}, false
}

// promises binds a seat to an action in place of what it has promised, or to nothing.
func (f *floor) promises(seat int, p ...promise) {
	if others := slices.DeleteFunc(f.queued, func(p promise) bool { return int(p.seat) == seat }); len(others)+len(p) > 0 {
		f.queued = append(others, p...)
	} else {
		f.queued = nil
	}
}

// departure is what a seat had when its hand left play: it folded or was killed.
type departure struct {
	place betting.Place
	round int8
	pc    int16
	within
	turn          int8  // the seat whose turn it was
	moves, served int32 // of the floor, right after it
	up, chosen    uint64
	owed          uint8
	waiting       bool
	queued        []promise // its own, at most one
	notes         int       // of the hand, right after it
	killed        bool      // by a ruling, not by a fold
	before        *Hand     // nil if it cannot be undone
}

// closing is the hand before a round was closed, or the pot pushed to the last live
// seat, so that a hand that comes back can reopen the round.
type closing struct {
	h             Hand
	moves, served int32
}

// lastAction is the state of the betting round before a seat acted.
type lastAction struct {
	s     betting.Seats
	r     betting.Round
	seat  int8
	ruled bool // by a ruling
}

// When chips are kept.
const (
	whenPosted = iota
	whenEnded
)

// brokenOff is where the hand goes on when the seats that lost up cards of their
// choice have turned up others.
type brokenOff struct {
	is bool
	pc int16
	within
	turn int8
	live betting.Set
}

func (f *floor) same(o *floor) bool {
	if f == nil || o == nil {
		return f == o
	}
	a, b := *f, *o
	a.shut, b.shut = nil, nil // with memory that the hand does not use
	a.left, b.left = bare(a.left), bare(b.left)
	return reflect.DeepEqual(a, b) && (f.shut == nil) == (o.shut == nil)
}

// bare returns departures without the hands before them.
func bare(left [betting.Max]*departure) [betting.Max]*departure {
	for i, d := range left {
		if d != nil {
			c := *d
			c.before, left[i] = nil, &c
		}
	}
	return left
}
