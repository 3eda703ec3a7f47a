package docs

import (
	"cmp"
	"slices"
	"strings"

	"cardroom/dsl/clauses"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// irregularities returns what is done about irregularities: the clauses of the house's document, at the positions of the rulings
// that implement them, and the rulings without a clause about this game.
func (w *writer) irregularities(c *common) []Rule {
	var out []Rule
	stands := map[string]bool{} // the clauses that state what a ruling does
	if w.room != nil {
		out = said(w.room.pick("event", func(clause *clauses.Clause) bool {
			stands[clause.ID] = w.room.holds(clause, w.game.ID)
			return stands[clause.ID] && !c.inFront(clause)
		}))
	}
	for k := range out {
		out[k].At = ruledAt(w.game, out[k].Clauses[0])
	}
	own := slices.DeleteFunc(slices.Clone(w.game.Rulings), func(r plan.Ruling) bool { return c.rules != nil && r.Level == plan.OfHouse })
	return append(out, w.beyond(own, stands)...)
}

// beyond returns rulings to print next to clauses in their own words: for a ruling that implements one of them, only what it
// adds.
func (w *writer) beyond(rulings []plan.Ruling, stands map[string]bool) []Rule {
	var out []plan.Ruling
	for _, r := range rulings {
		if slices.ContainsFunc(citesOf(&r), func(id string) bool { return stands[id] }) {
			r.Says = slices.DeleteFunc(slices.Clone(r.Says), func(s plan.Said) bool { return !s.Custom && !s.Adds })
			if len(r.Says) == 0 {
				continue
			}
			r.Clauses, r.Doc = nil, ""
		}
		out = append(out, r)
	}
	return w.rulings(out, "")
}

// ruledAt returns the position of a game's ruling that implements a clause.
func ruledAt(g *plan.Game, clause string) diag.Pos {
	for i := range g.Rulings {
		if slices.Contains(citesOf(&g.Rulings[i]), clause) {
			return g.Rulings[i].Pos
		}
	}
	return diag.Pos{}
}

// customs returns the library's rulings on what the house says nothing about, and on what its own rulings leave.
func (w *writer) customs() []Rule {
	if w.room == nil || w.game.DefaultRulings == nil {
		return nil
	}
	rulings, err := w.game.DefaultRulings()
	if err != nil {
		return nil // playing reports it
	}
	var silent, left []plan.Ruling
	for _, r := range rulings {
		own := slices.DeleteFunc(slices.Clone(w.game.Rulings), func(o plan.Ruling) bool { return o.Incident != r.Incident })
		switch {
		case len(own) == 0:
			silent = append(silent, r)
		case !slices.ContainsFunc(own, func(o plan.Ruling) bool { return !leaves(&o) }):
			left = append(left, r)
		}
	}
	return append(w.rulings(silent, ""), w.rulings(left, "where the house does not decide, ")...)
}

// rulings returns rulings in words, which begin with lead. Rulings on several events that one call makes become one sentence. A ruling
// on what another one leaves stands after it.
func (w *writer) rulings(all []plan.Ruling, lead string) []Rule {
	var out []Rule
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Pos == all[0].Pos {
			n++
		}
		head, text := w.rulingWords(all[:n])
		cites := citesOf(&all[0])
		same := slices.IndexFunc(out, func(o Rule) bool {
			return len(cites)+len(o.Clauses) == 0 && o.said == text
		})
		switch {
		case text == "":
		case same >= 0: // the same for other events, too
			o := &out[same]
			for _, r := range all[:n] {
				if !slices.ContainsFunc(o.ruled, func(have plan.Ruling) bool { return have.Incident == r.Incident }) {
					o.ruled = append(slices.Clone(o.ruled), r)
				}
			}
			head, _ = w.rulingWords(o.ruled)
			if o.Text = sentence(head + ": " + lead + text); w.terse {
				o.Head = capital(head)
			}
		default:
			at, said := len(out), text
			for i := range out {
				if leavesTo(out[i].ruled, all[:n]) {
					at = i + 1
				}
			}
			if at > 0 && leavesTo(out[at-1].ruled, all[:n]) {
				text = "otherwise " + text
			}
			r := Rule{Text: sentence(head + ": " + lead + text), Clauses: cites, At: all[0].Pos, Origin: Custom, Source: cmp.Or(all[0].Ref, usual), ruled: all[:n], said: said}
			if w.terse {
				r.Head = capital(head)
			}
			out = slices.Insert(out, at, r)
		}
		all = all[n:]
	}
	return out
}

// leavesTo reports whether rulings may leave an event to others.
func leavesTo(first, then []plan.Ruling) bool {
	same := func(r plan.Ruling) bool {
		return slices.ContainsFunc(then, func(o plan.Ruling) bool { return o.Incident == r.Incident })
	}
	return slices.ContainsFunc(first, same) && leaves(&first[0])
}

// citesOf returns the clauses of a ruling: those it was given, and those in its function's docstring.
func citesOf(r *plan.Ruling) []string {
	out := slices.Clone(r.Clauses)
	for _, m := range bracketed.FindAllStringSubmatch(r.Doc, -1) {
		for id := range strings.SplitSeq(m[1], ",") {
			if id = strings.TrimSpace(id); !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
	}
	return out
}

// rulingWords returns the rulings of one call in words: the events, and what is done. The latter is "" if the events cannot occur
// in the game, and for a function without documentation. In the terse form the events are the head of a row, and a source is only
// the number of the rule.
func (w *writer) rulingWords(rulings []plan.Ruling) (head, text string) {
	var events []string
	for i := range rulings {
		switch k := rulings[i].Incident; {
		case w.bound != nil && !w.bound.Expects(k): // a menu has no plan of its own
		case w.terse:
			events = append(events, k.Spec().Label)
		default:
			events = append(events, lower(strings.TrimSuffix(k.Spec().Doc, ".")))
		}
	}
	r := &rulings[0]
	text = rulingEffects(r.Effects)
	if r.Hook != nil || len(r.Says) > 0 {
		text = w.saying(r.Says)
	}
	if text == "" || len(events) == 0 {
		return "", ""
	}
	text = strings.TrimSuffix(lower(text), ".")
	if r.Ref != "" && w.terse {
		text += " (" + strings.TrimPrefix(r.Ref, wsop+" ") + ")"
	} else if r.Ref != "" {
		text += " (" + r.Ref + ")"
	}
	if w.terse {
		head = labelWords(events)
		return head, elliptic(head, text)
	}
	return eventWords(events), text
}

// elliptic shortens a ruling by omitting the subject in the head of the row: "dead" for a hand that is dead.
func elliptic(head, text string) string {
	for _, s := range []string{"it is refused; ", "it is ", "they are ", "it ", "they "} {
		if rest, ok := strings.CutPrefix(text, s); ok {
			return rest
		}
	}
	for _, noun := range []string{"hand", "cards", "card"} {
		for _, is := range []string{" is ", " are "} {
			if rest, ok := strings.CutPrefix(text, "the "+noun+is); ok && slices.Contains(strings.Fields(head), noun) {
				return rest
			}
		}
	}
	return text
}

// wsop is the library's name for the rules that document the custom of card rooms.
const wsop = "WSOP"

// saying returns the sentences about a ruling that concern the games at hand. The kind is named if other games are not of it.
func (w *writer) saying(all []plan.Said) string {
	var out []string
	for i := range all {
		s := &all[i]
		is := func(w *writer) bool { return w.game.Is(s.Of) }
		if w.some(is) {
			text := s.Words(w.some(func(w *writer) bool { return !is(w) }))
			out = append(out, strings.TrimSpace(bracketed.ReplaceAllString(text, "")))
		}
	}
	return strings.Join(out, " ")
}

// some reports whether a condition is true for one of the games at hand.
func (w *writer) some(holds func(*writer) bool) bool {
	if w.games == nil {
		return holds(w)
	}
	return slices.ContainsFunc(w.games, func(g *plan.AtStakes) bool { return holds(&writer{game: g.Game, stakes: g.Stakes, bound: g}) })
}

// labelWords joins the heads of events of one ruling; a common first word is written once: "premature flop, turn or river".
func labelWords(labels []string) string {
	first, _, _ := strings.Cut(labels[0], " ")
	for i, l := range labels[1:] {
		rest, ok := strings.CutPrefix(l, first+" ")
		if !ok {
			return list(labels, "or")
		}
		labels[i+1] = rest
	}
	return list(labels, "or")
}

// eventWords joins events of one ruling; a common predicate is written once: "the flop, the turn or the river is turned …".
func eventWords(events []string) string {
	subjects := make([]string, len(events))
	_, same, _ := strings.Cut(events[0], " is ")
	for i, e := range events {
		subject, rest, ok := strings.Cut(e, " is ")
		if !ok || rest != same {
			return list(events, "or")
		}
		subjects[i] = subject
	}
	return list(subjects, "or") + " is " + same
}

func rulingEffects(effects []plan.FloorEffect) string {
	var out []string
	for i := range effects {
		out = append(out, rulingEffect(&effects[i]))
	}
	return list(out, "and")
}

// rulingEffect returns one effect of a ruling on the seat and the cards of the event.
func rulingEffect(e *plan.FloorEffect) string {
	text := e.OnSheet() + map[string]string{"middle": " from the middle of the stub", "bottom half": " from the bottom half of the stub"}[e.From]
	if e.Then != nil {
		text = rulingEffects(e.Then)
	}
	text += map[plan.Timing]string{
		plan.AfterCircuit: " when everybody has got that card", plan.AfterDeal: " when the deal is complete", plan.AfterDraw: " when everybody has drawn",
		plan.AtDraw: " at the player's own draw", plan.AfterRound: " when the round of betting is over",
	}[e.When]
	switch {
	case e.Text == "":
		return text
	case e.Kind.Facts().Nothing:
		return e.Text
	}
	return text + "; " + e.Text
}
