package hand

import (
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// A contest is what differs between a hand for a pot and a round against a bank:
// whom a question of offers is put to, and how irregularities are dealt with.
// Dealing, the questions themselves, the floor and the log are the same.
type contest interface {
	// asks is the seats that a question of offers is put to.
	asks(h *Hand, st *plan.Step) seating.Set
	// offers is which of the offers a seat has, bit k for the k-th; 0 when it is not
	// asked.
	offers(h *Hand, st *plan.Step, seat int) (uint32, error)
	// price works out what an offer costs a seat; false when the seat cannot pay.
	price(h *Hand, st *plan.Step, seat int, o Offer) (Offer, bool)
	// play takes up an offer that does something ([plan.DoPlay]).
	play(h *Hand, st *plan.Step, seat, k int, amount int64) error
	// answered does what follows when nobody else is asked.
	answered(h *Hand, st *plan.Step)

	// leavesRoom reports whether the state leaves room for a kind of incident of the
	// present moment.
	leavesRoom(h *Hand, k plan.IncidentKind) bool
	// hold refuses an incident that cannot have happened, and moves the cards to where
	// it says that they are.
	hold(h *Hand, in *plan.Incident) error
	// effect applies one effect of a ruling.
	effect(r *ruled, e *plan.FloorEffect, seat int) error
	// view is the hand as rulings see it.
	view(v incidentView) plan.IncidentView
}

// contest is what the hand is played for.
func (h *Hand) contest() contest {
	if h.bank != nil {
		return h.bank
	}
	return pot{}
}

// pot is a hand for a pot.
type pot struct{}

func (pot) view(v incidentView) plan.IncidentView { return v }
