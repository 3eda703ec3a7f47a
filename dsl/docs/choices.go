package docs

import (
	"fmt"

	"cardroom/engine/plan"
)

// Choices in a game for a pot.

// potChoiceWords returns a question to all players; a separate section describes the choices.
func (w *writer) potChoiceWords(st *plan.Step) string {
	var names []string
	for i := range st.Ask.Offers {
		names = append(names, st.Ask.Offers[i].Name)
	}
	text := fmt.Sprintf("Each player in turn, from the left of the button, chooses %s%s.", list(names, "or"), named(st))
	if w.single {
		text = fmt.Sprintf("The player chooses %s%s.", list(names, "or"), named(st))
	}
	if !st.Ask.InTurn {
		text = fmt.Sprintf("Each player chooses %s in secret%s; when all have chosen, the choices are shown together.", list(names, "or"), named(st))
	}
	for i := range st.Ask.Offers {
		if st.Ask.Offers[i].Has(plan.PayIn) {
			if st.Ask.PayOrFold() {
				text += " A player with fewer chips pays what they have left and is all in."
			} else {
				text += " A player who cannot pay the price cannot choose it."
			}
			break
		}
	}
	return text + docOf(st.Ask.Allowed)
}

// payWords returns an amount that a player pays.
func (w *writer) payWords(p *plan.Pay) string {
	return p.Words(func(cents int64) string { return plan.Money(cents, plan.Cents) },
		func(t plan.Tier) string { return w.money(w.stakes.Limit(t).Hi) })
}

// matchWords returns what losers pay into the next pot.
func (w *writer) matchWords(p *plan.Pay) string {
	if p.PotNum > 0 && p.PotNum == p.PotDen {
		return "as much as was in the pot"
	}
	return w.payWords(p)
}
