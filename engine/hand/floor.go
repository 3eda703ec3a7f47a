package hand

import (
	"reflect"

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
