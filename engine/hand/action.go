package hand

import (
	"fmt"
	"math/bits"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// The questions of a hand and the answers: decisions, actions, offers, and the
// errors for actions that are refused.

// MaxHole is the number of hole cards for which a seat has room in an ordinary
// game, and the number of cards that an action or event lists in order.
const MaxHole = plan.MaxHole

// DecisionKind is the kind of a decision.
type DecisionKind uint8

// The kinds of decisions.
const (
	Wager        DecisionKind = iota // fold, check, call, bet or raise; with a BringIn, bring it in or complete
	CardsAsked                       // choose cards for the step's plan.Ask
	DealCards                        // manual: cards for a seat or the board
	ShowCards                        // manual: show or muck
	Chosen                           // one of Hand.Offers
	DealerGoesOn                     // attended: whether anything happens before the dealer continues
)

// Decision is the decision that a hand waits for.
type Decision struct {
	Kind DecisionKind
	Seat int8 // the seat whose turn it is; -1 for the dealer
	Step int16
	// Wager: the legal actions. With a BringIn: that amount, or a completion from
	// MinTo to MaxTo.
	Options betting.Options
	BringIn int64
	// Chosen, for a pot: the price of the offers that are not free.
	Price int64
	// NoOpeners: the seat may not bet because it does not hold openers.
	NoOpeners bool
	// CardsAsked: the most cards. DealCards: the number of cards per seat, or for
	// the board. Chosen: the number of offers.
	Count int
	// CardsAsked: the fewest cards; in a draw it is above 0 if a ruling binds the
	// seat to the number that it first asked for.
	Least int
	For   betting.Set // DealCards: seats that need cards, none for the board; ShowCards: seats to show
}

// ActionKind is the kind of an action of a player or the dealer.
type ActionKind uint8

// The actions.
const (
	Fold ActionKind = iota
	Check
	Call
	RaiseTo   // bet, raise or complete: Amount is the size of the whole bet
	BringIn   // the forced opening bet
	PickCards // choose Cards for the question
	DealTo    // manual: Cards for Seat
	DealBoard // manual: Cards for the board
	Show      // manual: Seat shows; Cards replace unknown ones
	Muck      // manual: Seat mucks its hand
	Choose    // choose the offer Pick, with Amount if it takes one
	GoOn      // attended: the dealer continues
)

var actionNames = [...]string{"fold", "check", "call", "raise", "bring-in", "pick", "deal", "board", "show", "muck", "choose", "go on"}

// String returns the action in words; an unknown kind is given by its number.
func (k ActionKind) String() string {
	if int(k) >= len(actionNames) {
		return fmt.Sprintf("action %d", uint8(k))
	}
	return actionNames[k]
}

// Action is the answer to a decision.
type Action struct {
	Kind   ActionKind
	Seat   int8
	N      int8 // number of cards
	Pick   int8 // Choose: which of Hand.Offers
	Cards  [MaxHole]cards.Card
	Amount int64

	// More are the cards that do not fit into Cards, in no order.
	//
	// It pads the struct: 32 bytes are copied in two moves of 16, but with 24 bytes
	// the second move would overlap the first, and a load right after that stalls.
	// That costs a sixth of the time of a no-limit hold'em hand with the policy
	// random.
	More cards.Set
}

// WithCards returns a copy of the action with cards.
func (a Action) WithCards(cs []cards.Card) Action {
	a.N, a.More = pack(&a.Cards, cs)
	return a
}

// List returns the cards of the action. The slice belongs to the action if they fit
// into Cards.
func (a *Action) List() []cards.Card {
	if a.N <= MaxHole {
		return a.Cards[:a.N]
	}
	return unpack(&a.Cards, a.N, a.More)
}

// pack stores cards in an action or an event: the first ones in its list, the
// others in its set.
func pack(to *[MaxHole]cards.Card, cs []cards.Card) (n int8, more cards.Set) {
	for _, c := range cs[copy(to[:], cs):] {
		if c.Known() {
			more = more.With(c)
		}
	}
	return int8(len(cs)), more
}

// unpack returns the cards of an action or event that do not all fit into its list.
// Unknown cards beyond the list are in neither, so they come last.
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

// An IllegalError is the error for an action that was refused. The hand is
// unchanged.
type IllegalError struct {
	Action   Action
	Decision Decision
	Reason   string
	// Legal describes the actions that would have been accepted.
	Legal string
}

func (e *IllegalError) Error() string {
	return fmt.Sprintf("%s: %s (legal: %s)", e.Action.Kind, e.Reason, e.Legal)
}

// Offer is an offer as a seat may choose it.
type Offer struct {
	Name string // the player's word for it: "bank", "bet", "hit"
	// Min and Max bound the amount of the choice, in multiples of Step; 0 for a
	// choice without an amount.
	Min, Max, Step int64
	// Fixed: the offer determines the amount, and the player need not state it.
	Fixed bool
	// Paid: the amount goes into the pot; otherwise it is the size of the whole bet.
	Paid   bool
	choice int8 // index in the question
}

// Takes reports whether the choice has an amount.
func (o *Offer) Takes() bool { return o.Max > 0 }

// Preposition returns the word between the name and an amount that the player need
// not state.
func (o *Offer) Preposition() string {
	switch {
	case !o.Takes(): // an all-in player pays nothing more
	case o.Paid && o.Fixed:
		return " for"
	case o.Fixed:
		return " to"
	}
	return ""
}
