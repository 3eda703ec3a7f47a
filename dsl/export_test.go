package dsl

import (
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// eventOfCatalogue is an incident view that only knows its kind.
type eventOfCatalogue struct {
	plan.IncidentView
	in plan.Incident
}

func (e eventOfCatalogue) Incident() *plan.Incident { return &e.in }

// anyOpenHand is a hand for a pot without content.
type anyOpenHand struct{ plan.OpenQuestion }

func openHand() *roundView {
	v := newRoundView()
	v.look(anyOpenHand{})
	return v
}

// Attributed returns a value of each type with attributes that this package makes, by the name of the type.
func Attributed() map[string]starlark.HasAttrs {
	return map[string]starlark.HasAttrs{
		"table view": newTableView(), "award view": &awardView{}, "round view": newRoundView(), "hand view": openHand(),
		"event":         &incidentView{v: eventOfCatalogue{in: plan.Incident{Kind: plan.TouchedDiscards}}},
		"cards in play": CardsInPlay(),
	}
}
