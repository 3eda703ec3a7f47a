package docs

import (
	"fmt"

	"cardroom/engine/plan"
)

// turns writes the steps that are played for one player after the other; start is how the sentence begins, up to the F of "for".
func (w *writer) turns(out *[]Rule, at int, start string) {
	st := &w.game.Steps[at]
	text := start + "or each player in turn, from the left of the button" + w.nameOf(st) + ":"
	*out = append(*out, Rule{Number: w.numbers[at], Text: text, Clauses: st.Clauses, At: st.Pos, Source: st.Source})
	w.single = true
	w.block(out, w.numbers[at]+".", at+1, st.Jump)
	w.single = false
}

// rounds writes steps that are repeated, once.
func (w *writer) rounds(out *[]Rule, at int) {
	st, number := &w.game.Steps[at], w.numbers[at]
	from, to := w.game.RoundOf(at)
	rule := Rule{Number: number, Text: roundsWords(st) + ":", Clauses: st.Clauses, At: st.Pos, Source: st.Source}
	switch first := &w.game.Steps[from]; {
	case first.Leads() && first.Jump == to:
		w.numbers[from] = number
		n := len(*out)
		w.turns(out, from, rule.Text+" f")
		(*out)[n].Clauses, (*out)[n].Source = rule.Clauses, rule.Source
	case to == from+1 && first.Ask == nil:
		w.numbers[from] = number
		rule.Text += " " + lower(w.told(first, st.Source))
		rule.Clauses = append(append([]string{}, rule.Clauses...), first.Clauses...)
		*out = append(*out, rule)
	default:
		*out = append(*out, rule)
		w.block(out, number+".", from, to)
	}
	for i := to; i < st.Jump; i++ {
		if w.numbers[i] = w.numbers[w.game.First(i)]; w.numbers[i] == "" {
			w.numbers[i] = number
		}
	}
}

// roundsWords returns how often steps are repeated: "Up to 8 times, until all have stood".
func roundsWords(st *plan.Step) string {
	if !st.Until {
		return fmt.Sprintf("%d times", st.Count)
	}
	return fmt.Sprintf("Up to %d times, until %s", st.Count, condWords(st))
}
