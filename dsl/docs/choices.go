package docs

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"cardroom/engine/plan"
)

// Choices in a game for a pot.

// potChoiceWords returns a question to all players; a separate section describes the choices.
func (w *writer) potChoiceWords(st *plan.Step) string {
	var names []string
	for i := range st.Ask.Offers {
		names = append(names, st.Ask.Offers[i].Name)
	}
	called := w.nameOf(st)
	if slices.Contains(names, st.Name) {
		called = ""
	}
	names = quoted(names)
	text := fmt.Sprintf("Each player in turn, from the left of the button, chooses %s%s.", list(names, "or"), called)
	if w.single {
		who := "The player"
		if st.Ask.To != 0 {
			who = capital(st.Ask.To.String())
		}
		text = fmt.Sprintf("%s chooses %s%s.", who, list(names, "or"), called)
	}
	if !st.Ask.InTurn {
		text = fmt.Sprintf("Each player chooses %s in secret%s; when all have chosen, the choices are shown together.", list(names, "or"), called)
	}
	var priced []string
	for i := range st.Ask.Offers {
		if st.Ask.Offers[i].Pays() == nil {
			continue
		}
		if st.Ask.PayOrFold() {
			text += " A player with fewer chips pays what they have left and is all-in."
			break
		}
		priced = append(priced, strconv.Quote(st.Ask.Offers[i].Name))
	}
	if len(priced) > 0 {
		text += " A player who cannot pay for " + list(priced, "or") + " may not choose it."
	}
	return text + outWords(st) + w.allowedWords(st)
}

// allowedWords returns which of the choices a player has, "" for all.
func (w *writer) allowedWords(st *plan.Step) string {
	if st.Ask.Allowed == nil {
		return ""
	}
	text := docOf(st.Ask.Allowed)
	if text == "" {
		text = " The script decides which of these a player may choose."
	}
	var unasked []string // what the engine chooses for a player with nothing else
	for i := range st.Ask.Offers {
		if o := &st.Ask.Offers[i]; len(o.Effects) == 0 {
			unasked = append(unasked, o.Name)
		}
	}
	switch {
	case w.brief || len(unasked) == 0:
		return text
	case len(unasked) == len(st.Ask.Offers):
		return text + " A player with only one choice is not asked."
	}
	return text + " A player whose only choice is " + list(quoted(unasked), "or") + " is not asked."
}

// outWords returns what happens to the pot when all players give up in secret, "" where they cannot.
func outWords(st *plan.Step) string {
	if st.Ask.InTurn || st.Ask.Allowed != nil {
		return ""
	}
	var out []string
	for i := range st.Ask.Offers {
		if o := &st.Ask.Offers[i]; o.GivesUp() {
			out = append(out, o.Name)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return " When all choose " + list(quoted(out), "or") + ", the pot stays for the next hand."
}

// quoted returns words in quotation marks.
func quoted(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strconv.Quote(w)
	}
	return out
}

// payWords returns an amount that a player pays.
func (w *writer) payWords(p *plan.Pay) string {
	if p.Times != nil {
		bet := "the " + betSaid(cmp.Or(p.Bet, w.game.BetNames()[0]))
		if len(p.Times) == 1 {
			return times(p.Times[0], bet)
		}
		var out []string
		for i, n := range p.Times {
			out = append(out, times(n, bet)+" for "+[...]string{"one", strconv.Itoa(i + 1)}[min(i, 1)])
		}
		return list(out, "and")
	}
	return p.Words(w.cash,
		func(t plan.Tier) string { return w.money(w.stakes.Limit(t).Hi) })
}
