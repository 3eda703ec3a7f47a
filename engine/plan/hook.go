package plan

import (
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/rank"
	"cardroom/engine/seating"
)

// AwardHook decides, before the pots of a hand are awarded, whose claims are
// limited. It is the one place of a hand where a game may run a script; hands
// that end without a showdown do not ask it.
type AwardHook interface {
	BeforeAward(s State) ([]ClaimLimit, error)
}

// Documented is what a hook may say of itself, for rule sheets.
type Documented interface {
	Name() string // what the script calls it
	Doc() string  // what the script says of it
}

// State is what a hook may see: everything, the hand is over.
type State interface {
	Live() seating.Set
	Seats() int
	Hole(seat int) []cards.Card
	Board() []cards.Card
	// Strength is the worth of a seat's cards in a part of the showdown.
	Strength(part, seat int) rank.Strength
	// CheckedIn reports whether the seat checked in the betting round that a
	// step of the plan is.
	CheckedIn(step, seat int) bool
	// CalledShortIn reports whether the seat called, in the round, an all-in that
	// does not count as a bet.
	CalledShortIn(step, seat int) bool
}

// ClaimLimit keeps a seat from winning what was bet from a round on.
type ClaimLimit struct {
	Seat int
	Step int // the betting round, as a step of the plan, from which on the seat has no claim
	// Forfeit: what was bet from that round on goes to the best hand that has
	// a claim to it. Otherwise it is void: when the limited hand is the best,
	// everybody takes back what was bet from that round on.
	Forfeit bool
	Pos     diag.Pos
}
