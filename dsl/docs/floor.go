package docs

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// irregularities returns what is done about irregularities: the clauses of the house's document, at the positions of the rulings
// that implement them, and the rulings without a clause about this game.
func (w *writer) irregularities(c *common) []Rule {
	var out []Rule
	stands := map[string]bool{} // the clauses that state what a ruling does
	if w.room != nil {
		out = said(w.room.pick("event", func(clause *Clause) bool {
			stands[clause.ID] = w.room.holds(clause, w.game.ID)
			return stands[clause.ID] && !c.inFront(clause)
		}))
	}
	for k := range out {
		out[k].At = ruledAt(w.game, out[k].Clauses[0])
	}
	w.added(out)
	own := slices.DeleteFunc(slices.Clone(w.game.Rulings), func(r plan.Ruling) bool {
		return c.rules != nil && r.Level == plan.OfHouse || w.bound != nil && overrules(w.bound, []plan.Ruling{r})
	})
	return nextToClauses(out, w.beyond(own, stands, c.rules == nil), own)
}

// nextToClauses returns clauses with the rulings that add to them: each after the last clause that it, or else another ruling on its
// event, implements; those about other events come last. What is left to a ruling stays behind the one that leaves it. all are the
// rulings with their clauses.
func nextToClauses(stated, more []Rule, all []plan.Ruling) []Rule {
	last := func(is func(*plan.Ruling) bool) int { // the last clause of such rulings, -1 for none
		at := -1
		for i := range all {
			for k := len(stated) - 1; k > at && is(&all[i]); k-- {
				if slices.ContainsFunc(citesOf(&all[i]), func(id string) bool { return slices.Contains(stated[k].Clauses, id) }) {
					at = k
				}
			}
		}
		return at
	}
	behind := make([][]Rule, len(stated)+1)
	at := len(stated)
	for _, r := range more {
		if !r.after {
			at = last(func(o *plan.Ruling) bool {
				return slices.ContainsFunc(r.ruled, func(x plan.Ruling) bool { return x.Pos == o.Pos })
			})
		}
		if at < 0 {
			at = last(func(o *plan.Ruling) bool {
				return slices.ContainsFunc(r.ruled, func(x plan.Ruling) bool { return x.Incident == o.Incident })
			})
		}
		if at < 0 {
			at = len(stated)
		}
		behind[at] = append(behind[at], r)
	}
	var out []Rule
	for k := range stated {
		out = append(append(out, stated[k]), behind[k]...)
	}
	return append(out, behind[len(stated)]...)
}

// beyond returns rulings to print next to clauses in their own words: for a ruling that implements one of them, only what it
// adds, without the words "by custom" if it stands under that heading.
func (w *writer) beyond(rulings []plan.Ruling, stands map[string]bool, headed bool) []Rule {
	var out []plan.Ruling
	for _, r := range rulings {
		if slices.ContainsFunc(citesOf(&r), func(id string) bool { return stands[id] }) {
			if r = added(&r, headed); len(r.Says) == 0 {
				continue
			}
		}
		out = append(out, r)
	}
	return w.rulings(out, "")
}

// added returns what custom adds to a ruling.
func added(r *plan.Ruling, headed bool) plan.Ruling {
	out := *r
	out.Says, out.Clauses, out.Doc = nil, nil, ""
	for _, s := range r.Says {
		if s.Custom {
			s.Custom = !headed
			out.Says = append(out.Says, s)
		}
	}
	return out
}

// punishes reports whether what a ruling does about a player's mistake may cost the player the hand or chips. A ruling that is also about a
// misdeal that is called is about the dealer's.
func (w *writer) punishes(r *plan.Ruling) bool {
	free := func(e plan.FloorEffect) bool { return e.Kind.Facts().Nothing || e.Kind.Facts().Warns }
	called := func(o plan.Ruling) bool { return o.Pos == r.Pos && o.Incident == plan.CalledMisdeal }
	return r.Incident.Spec().Mistake && (r.Hook != nil || slices.ContainsFunc(r.Effects, func(e plan.FloorEffect) bool { return !free(e) })) && !slices.ContainsFunc(w.game.Rulings, called)
}

// mistaken returns what a player's mistakes cost by custom, for players: what the house's rulings have from elsewhere, and what custom
// does where the house is silent or does not decide.
func (w *writer) mistaken() []Rule {
	silent, left := w.silence()
	var all []plan.Ruling
	for _, r := range w.game.Rulings {
		lent := w.room.among(citesOf(&r), func(*Clause) bool { return true }) == nil
		if own := added(&r, true); !lent {
			r = own
		}
		if !overrules(w.bound, []plan.Ruling{r}) && (lent || len(r.Says) > 0) {
			all = append(all, r)
		}
	}
	pick := func(all []plan.Ruling) (out []plan.Ruling) {
		for _, r := range all {
			if r.Ref = ""; w.punishes(&r) {
				out = append(out, r)
			}
		}
		return out
	}
	out := w.rulings(pick(all), "")
	for i := range out {
		out[i].under = []string{"as well as the house's own words"}
	}
	return slices.Concat(out, w.rulings(pick(silent), ""), w.rulings(pick(left), undecided))
}

// undecided begins what custom does about what the house's rulings leave.
const undecided = "where the house does not decide, "

// added puts what rulings add to the clauses that they implement into the rules that are those clauses; other rules stay.
func (w *writer) added(out []Rule) {
	for i := range w.game.Rulings {
		r := &w.game.Rulings[i]
		adds := w.saying(slices.DeleteFunc(slices.Clone(r.Says), func(s plan.Said) bool { return !s.Adds }))
		for _, id := range citesOf(r) {
			if k := slices.IndexFunc(out, func(o Rule) bool { return o.Document != "" && o.Clauses[0] == id }); adds != "" && k >= 0 {
				out[k].adds = distinct(append(out[k].adds, adds))
				break
			}
		}
	}
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
	silent, left := w.silence()
	return append(w.rulings(silent, ""), w.rulings(left, undecided)...)
}

// silence returns the library's rulings on what the house says nothing about, and those on what its own rulings leave.
func (w *writer) silence() (silent, left []plan.Ruling) {
	if w.room == nil || w.game.DefaultRulings == nil {
		return nil, nil
	}
	rulings, err := w.game.DefaultRulings()
	if err != nil {
		return nil, nil // playing reports it
	}
	own := func(r *plan.Ruling) []plan.Ruling {
		return slices.DeleteFunc(slices.Clone(w.game.Rulings), func(o plan.Ruling) bool { return o.Incident != r.Incident })
	}
	met := map[diag.Pos]bool{} // the house's own rulings decide some of its events, and leave some
	for i := range rulings {
		met[rulings[i].Pos] = met[rulings[i].Pos] || len(own(&rulings[i])) > 0 && reaches(w.game, &rulings[i])
	}
	for _, r := range rulings {
		switch {
		case len(own(&r)) > 0 && !reaches(w.game, &r):
		case met[r.Pos]:
			left = append(left, r)
		default:
			silent = append(silent, r)
		}
	}
	return silent, left
}

// rulings returns rulings as rules; lead begins what they say. Rulings on several events that one call makes become one rule, and so do
// rulings without clauses that say the same. A ruling on what another one leaves stands after it.
func (w *writer) rulings(all []plan.Ruling, lead string) []Rule {
	var out []Rule
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Pos == all[0].Pos {
			n++
		}
		r := usually("ruling", w.rulingWords(&all[0]), all[0].Pos, citesOf(&all[0])...)
		r.Source, r.ruled, r.colon = cmp.Or(all[0].Ref, usual), all[:n], true
		all = all[n:]
		events := w.events(r.ruled)
		if r.says == "" || len(events) == 0 {
			continue
		}
		if lead != "" {
			r.under, r.says = []string{lead}, lead+r.says
		}
		if len(r.Clauses) == 0 { // the same for other events, too
			if i := slices.IndexFunc(out, func(o Rule) bool { return len(o.Clauses) == 0 && o.says == r.says }); i >= 0 {
				o := &out[i]
				for _, one := range r.ruled {
					if !slices.ContainsFunc(o.ruled, func(have plan.Ruling) bool { return have.Incident == one.Incident }) {
						o.ruled = append(slices.Clone(o.ruled), one)
					}
				}
				continue
			}
		}
		at := len(out)
		for i := range out {
			if leavesTo(out[i].ruled, r.ruled) {
				at = i + 1
			}
		}
		r.after = at > 0 && leavesTo(out[at-1].ruled, r.ruled) && !slices.ContainsFunc(r.ruled, func(x plan.Ruling) bool { return !leavesTo(out[at-1].ruled, []plan.Ruling{x}) })
		out = slices.Insert(out, at, r)
	}
	for i := range out {
		r := &out[i]
		r.when = []string{w.events(r.ruled)}
		r.Head, r.Who = capital(r.when[0]), theFloor
		r.Costs = slices.ContainsFunc(r.ruled, func(r plan.Ruling) bool { return w.punishes(&r) })
		for k := range r.ruled {
			r.Events = append(r.Events, r.ruled[k].Incident.String())
		}
		if first := &r.ruled[0]; first.Hook == nil {
			var acts []string
			for k := range first.Effects {
				acts = append(acts, first.Effects[k].Kind.String())
			}
			r.Act = strings.Join(acts, ", ")
		}
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
	_, more := prose(r.Doc)
	for _, id := range more {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// bracketed matches clauses in brackets in a docstring.
var bracketed = regexp.MustCompile(`\s*\[([\w\-]+\.[\w.\-]+(?:, ?[\w.\-]+)*)\]`)

// prose returns a docstring in one line, and apart from it the clauses that it cites.
func prose(doc string) (text string, clauses []string) {
	text = strings.Join(strings.Fields(doc), " ")
	for _, m := range bracketed.FindAllStringSubmatch(text, -1) {
		for id := range strings.SplitSeq(m[1], ",") {
			clauses = append(clauses, strings.TrimSpace(id))
		}
	}
	return bracketed.ReplaceAllString(text, ""), clauses
}

// rulingWords returns what a ruling does, "" for a function without documentation.
func (w *writer) rulingWords(r *plan.Ruling) string {
	text := rulingEffects(r.Effects)
	if r.Hook != nil || len(r.Says) > 0 {
		text = w.saying(r.Says)
	}
	if text != "" && r.Ref != "" {
		text = strings.TrimSuffix(text, ".") + " (" + r.Ref + ")"
	}
	return lower(text)
}

// earlyCards are the events that differ only in their cards.
var earlyCards = map[plan.IncidentKind]bool{
	plan.PrematureFlop: true, plan.PrematureTurn: true, plan.PrematureRiver: true, plan.PrematureStreet: true,
}

// events returns the events of rulings that can occur in one of the games at hand, as the head of a row; "" for none.
func (w *writer) events(rulings []plan.Ruling) string {
	var events, early []string
	for i := range rulings {
		k := rulings[i].Incident
		if !w.some(func(w *writer) bool { return w.bound == nil || w.bound.Expects(k) }) { // a menu has no plan of its own
			continue
		}
		if !earlyCards[k] {
			events = append(events, k.Spec().Label)
			continue
		}
		early = append(early, w.earlyStreets(k)...)
	}
	if len(early) > 0 {
		events = append(events, "premature "+list(distinct(early), "or"))
	}
	return list(events, "or")
}

// earlyStreets returns the names of the streets that a premature card can be of in the games at hand: a turn may be "the middle" in a game
// that calls it so.
func (w *writer) earlyStreets(k plan.IncidentKind) (names []string) {
	usual := strings.TrimPrefix(k.Spec().Label, "premature ")
	w.some(func(w *writer) bool {
		for i := range w.game.Steps {
			if _, st := w.game.StreetAfter(i); k != plan.PrematureStreet && st != nil && w.game.ComesAt(k, i) {
				names = append(names, cmp.Or(st.Street(), usual))
			}
		}
		return false
	})
	if len(names) == 0 {
		return []string{usual}
	}
	return distinct(names)
}

// saying returns the sentences about a ruling that concern the games at hand. The kind is named if other games are not of it.
func (w *writer) saying(all []plan.Said) string {
	var out []string
	for i := range all {
		s := &all[i]
		is := func(w *writer) bool { return w.game.Is(s.Of) }
		if w.some(is) {
			text, _ := prose(s.Words(w.some(func(w *writer) bool { return !is(w) })))
			out = append(out, text)
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
