package hand

import (
	"fmt"
	"math/bits"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// What a hand asks and what it is answered: decisions, actions, offers, and why an
// action was refused.

// MaxHole is how many cards a seat has room for in an ordinary game, and how
// many cards an action or event holds one by one.
const MaxHole = plan.MaxHole

// DecisionKind says what is asked.
type DecisionKind uint8

// The questions.
const (
	Wager        DecisionKind = iota // fold, check, call, bet or raise; where there is a BringIn, bring it in or complete
	CardsAsked                       // which cards, for what the step's plan.Ask says
	DealCards                        // manual: cards for a seat or the board
	ShowCards                        // manual: show or muck
	Chosen                           // one of Hand.Offers
	DealerGoesOn                     // attended: nothing but whether anything happens before the dealer goes on
)

// Decision is what a hand is waiting for.
type Decision struct {
	Kind DecisionKind
	Seat int8 // whose turn; -1 for the dealer
	Step int16
	// Wager: what may be done. Where there is a BringIn, that or a completion
	// from MinTo to MaxTo.
	Options betting.Options
	BringIn int64
	// Chosen, for a pot: what the offers cost that are not free.
	Price int64
	// NoOpeners: the seat may not bet because it does not hold openers.
	NoOpeners bool
	// CardsAsked: the most cards. DealCards: the number needed, and for whom.
	// Chosen: the number of offers.
	Count int
	// CardsAsked: the fewest cards, in a draw above 0 where a seat is held to the
	// number that it asked for first.
	Least int
	For   seating.Set // DealCards: seats that need cards, none for the board; ShowCards: seats to show
}

// ActionKind is what a player or the dealer does.
type ActionKind uint8

// The actions.
const (
	Fold ActionKind = iota
	Check
	Call
	RaiseTo   // bet, raise or complete: Amount is the size of the whole bet
	BringIn   // the forced opening bet
	PickCards // Cards are chosen for what is asked
	DealTo    // manual: Cards for Seat
	DealBoard // manual: Cards for the board
	Show      // manual: Seat shows; Cards replace unknown ones
	Muck      // manual: Seat gives up
	Choose    // the offer Pick is taken up, with Amount where it takes one
	GoOn      // attended: the dealer goes on
)

var actionNames = [...]string{"fold", "check", "call", "raise", "bring-in", "pick", "deal", "board", "show", "muck", "choose", "go on"}

// String is the action in words. A kind that there is not has its number.
func (k ActionKind) String() string {
	if int(k) >= len(actionNames) {
		return fmt.Sprintf("action %d", uint8(k))
	}
	return actionNames[k]
}

// Action is one choice.
type Action struct {
	Kind   ActionKind
	Seat   int8
	N      int8 // number of cards
	Pick   int8 // Choose: which of Hand.Offers
	Cards  [MaxHole]cards.Card
	Amount int64

	// More are the cards that have no room in Cards, in no order.
	//
	// 32 bytes are copied in two moves of 16. Of 24 the second overlaps the first,
	// and whoever loads them again waits for both: a sixth of the time of a hand
	// of no-limit hold'em by the policy random.
	More cards.Set
}

// WithCards is the action with cards.
func (a Action) WithCards(cs []cards.Card) Action {
	a.N, a.More = pack(&a.Cards, cs)
	return a
}

// List is the cards of the action. The slice is the action's own where there is
// room for them in it.
func (a *Action) List() []cards.Card {
	if a.N <= MaxHole {
		return a.Cards[:a.N]
	}
	return unpack(&a.Cards, a.N, a.More)
}

// pack puts cards into an action or an event: the first into its list, the others
// into its set.
func pack(to *[MaxHole]cards.Card, cs []cards.Card) (n int8, more cards.Set) {
	for _, c := range cs[copy(to[:], cs):] {
		if c.Known() {
			more = more.With(c)
		}
	}
	return int8(len(cs)), more
}

// unpack is the cards of an action or an event that has no room for them in its
// list. Those that nobody knows are in neither.
func unpack(first *[MaxHole]cards.Card, n int8, more cards.Set) []cards.Card {
	out := append(make([]cards.Card, 0, n), first[:]...)
	for m := more; m != 0 && len(out) < int(n); m &= m - 1 {
		out = append(out, cards.Card(bits.TrailingZeros64(uint64(m))))
	}
	for len(out) < int(n) {
		out = append(out, cards.Unknown)
	}
	return out
}

// An IllegalError says why an action was refused. The hand is unchanged.
type IllegalError struct {
	Action   Action
	Decision Decision
	Reason   string
	// Legal says in words what would have been accepted.
	Legal string
}

func (e *IllegalError) Error() string {
	return fmt.Sprintf("%s: %s (legal: %s)", e.Action.Kind, e.Reason, e.Legal)
}

// Offer is one thing that a seat may choose.
type Offer struct {
	Name string // what the player says: "bank", "bet", "hit"
	// Min and Max bound the amount that goes with it, in multiples of Step; 0
	// for a choice without an amount.
	Min, Max, Step int64
	// Fixed: the amount follows from the offer, and need not be said.
	Fixed bool
	// Paid: the amount goes into the pot; otherwise it is the size of the whole bet.
	Paid   bool
	choice int8 // of the question
}

// Takes reports whether an amount goes with the choice.
func (o *Offer) Takes() bool { return o.Max > 0 }

// Preposition is the word between the name and an amount that need not be said.
func (o *Offer) Preposition() string {
	switch {
	case o.Paid && o.Fixed:
		return " for"
	case o.Fixed:
		return " to"
	}
	return ""
}
