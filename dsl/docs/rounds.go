package docs

import (
	"fmt"
	"slices"
)

// turns writes the steps that are played for one player after the other.
func (w *writer) turns(out *[]Rule, at int, number string, when ...string) {
	r := w.step(at, number, "for each player in turn, from the left of the button"+w.nameOf(&w.game.Steps[at])+":", when...)
	r.colon = true
	*out = append(*out, r)
	w.single = true
	w.block(out, number+".", at+1, w.game.Steps[at].Jump, when...)
	w.single = false
}

// rounds writes steps that are repeated, once.
func (w *writer) rounds(out *[]Rule, at int, number string, when ...string) {
	st := &w.game.Steps[at]
	from, to := w.game.RoundOf(at)
	often := fmt.Sprintf("%d times", st.Count)
	if st.Until {
		often = fmt.Sprintf("Up to %d times, until %s", st.Count, condWords(st))
	}
	if len(when) > 0 {
		often = lower(often)
	}
	rule := w.step(at, number, "", append(when, often)...)
	rule.colon = true
	switch first := &w.game.Steps[from]; {
	case first.TakesTurns() && first.Jump == to:
		n := len(*out)
		w.turns(out, from, number, rule.when...)
		(*out)[n].Clauses, (*out)[n].Source = rule.Clauses, rule.Source
	case to == from+1 && first.Ask == nil:
		w.numbers[from] = number
		rule.says = w.told(first)
		w.acts(&rule, first)
		rule.Clauses = slices.Concat(rule.Clauses, first.Clauses)
		*out = append(*out, rule)
	default:
		*out = append(*out, rule)
		w.block(out, number+".", from, to, often)
	}
	for i := to; i < st.Jump; i++ {
		if w.numbers[i] = w.numbers[w.game.First(i)]; w.numbers[i] == "" {
			w.numbers[i] = number
		}
	}
}
