package plan

import (
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/rank"
	"cardroom/engine/seating"
)

// AwardHook decides whose claims are limited before the pots of a hand are awarded.
// Hands that end without a showdown do not call it.
type AwardHook interface {
	BeforeAward(s State) ([]ClaimLimit, error)
}

// Documented is what a hook may implement to describe itself on rule sheets.
type Documented interface {
	Name() string // the script's name for it
	Doc() string  // the script's description of it
}

// State is the hand as a hook sees it: everything, because the hand is over.
type State interface {
	Live() seating.Set
	Seats() int
	Hole(seat int) []cards.Card
	Board() []cards.Card
	// Strength is the strength of a seat's cards in a part of the showdown.
	Strength(part, seat int) rank.Strength
	// CheckedIn reports whether the seat checked in the betting round at a step of
	// the plan.
	CheckedIn(step, seat int) bool
	// CalledShortIn reports whether the seat called, in that round, an all-in bet
	// that is too small to count as a bet.
	CalledShortIn(step, seat int) bool
}

// ClaimLimit denies a seat the bets from one round on.
type ClaimLimit struct {
	Seat int
	Step int // the betting round, as a step of the plan, from which the seat has no claim
	// Forfeit: the bets from that round on go to the best hand with a claim to
	// them. Otherwise they are void: if the limited hand is the best, everybody
	// takes back their bets from that round on.
	Forfeit bool
	Pos     diag.Pos
}
