package docs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cardroom/dsl/clauses"
	"cardroom/engine/betting"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// irregularities is what follows when something goes wrong: the clauses of the
// house's document, at the places of the rulings that implement them, and the
// rulings that no clause about this game is behind.
func (w *writer) irregularities(c *common) []Rule {
	var out []Rule
	stands := map[string]bool{} // the clauses that say what a ruling does
	if w.room != nil {
		out = said(w.room.pick("event", func(clause *clauses.Clause) bool {
			stands[clause.ID] = w.room.holds(clause, w.game.ID)
			return stands[clause.ID] && !c.inFront(clause)
		}))
	}
	for k := range out {
		out[k].At = ruledAt(w.game, out[k].Clauses[0])
	}
	own := slices.DeleteFunc(slices.Clone(w.game.Rulings), func(r plan.Ruling) bool {
		return c.rules != nil && r.Level == plan.OfHouse || slices.ContainsFunc(citesOf(&r), func(id string) bool { return stands[id] })
	})
	return append(out, w.rulings(own)...)
}

// ruledAt is the place of the ruling of a game that implements a clause.
func ruledAt(g *plan.Game, clause string) diag.Pos {
	for i := range g.Rulings {
		if slices.Contains(citesOf(&g.Rulings[i]), clause) {
			return g.Rulings[i].Pos
		}
	}
	return diag.Pos{}
}

// customs are the rulings of the library on what the house says nothing about.
func (w *writer) customs() []Rule {
	if w.room == nil || w.game.DefaultRulings == nil {
		return nil
	}
	rulings, err := w.game.DefaultRulings()
	if err != nil {
		return nil // playing reports it
	}
	return w.rulings(slices.DeleteFunc(slices.Clone(rulings), func(r plan.Ruling) bool {
		return slices.ContainsFunc(w.game.Rulings, func(o plan.Ruling) bool { return o.Incident == r.Incident })
	}))
}

// rulings are rulings in words. Those that one call makes, about several events,
// are one sentence.
func (w *writer) rulings(all []plan.Ruling) []Rule {
	var out []Rule
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Pos == all[0].Pos {
			n++
		}
		if text := w.rulingWords(all[:n]); text != "" {
			out = append(out, Rule{Text: text, Clauses: citesOf(&all[0]), At: all[0].Pos, Origin: Custom, Source: cmp.Or(all[0].Ref, usual)})
		}
		all = all[n:]
	}
	return out
}

// citesOf are the clauses of a ruling: those that it is given, and those that its
// function names.
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

// rulingWords are rulings of one call as a sentence: what happens, and what
// follows. It is "" for what cannot happen in the game, and for a function that
// does not say what it does.
func (w *writer) rulingWords(rulings []plan.Ruling) string {
	var events []string
	for i := range rulings {
		if k := rulings[i].Incident; w.mayHappen(k) {
			events = append(events, lower(strings.TrimSuffix(k.Spec().Doc, ".")))
		}
	}
	r := &rulings[0]
	what := rulingEffects(r.Effects)
	if r.Hook != nil {
		doc, _, _ := strings.Cut(r.Doc, "\n")
		what = strings.TrimSpace(bracketed.ReplaceAllString(doc, ""))
	}
	if what == "" || len(events) == 0 {
		return ""
	}
	what = strings.TrimSuffix(lower(what), ".")
	if r.Ref != "" {
		what += " (" + r.Ref + ")"
	}
	return sentence(eventWords(events) + ": " + what)
}

// eventWords are events of one ruling; what is said of all of them is said once: "the flop, the turn or the river is turned …".
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

// mayHappen reports whether a kind of irregularity is possible in the game.
func (w *writer) mayHappen(k plan.IncidentKind) bool {
	switch k {
	case plan.StraddleOffered:
		return w.has((*plan.Step).Straddles)
	case plan.OverbetPot:
		return w.stakes.Structure == betting.PotLimit
	}
	return w.game.MayHappen(k)
}

func rulingEffects(effects []plan.FloorEffect) string {
	var out []string
	for i := range effects {
		out = append(out, rulingEffect(&effects[i]))
	}
	return list(out, "and")
}

// rulingEffect is one thing that a ruling does, about the seat and the cards of
// the event.
func rulingEffect(e *plan.FloorEffect) string {
	text := effectPhrases[e.Kind]
	if text == "" {
		text = e.Kind.String()
	}
	switch e.Kind {
	case plan.EffectReplace:
		text += map[string]string{"middle": " from the middle of the stub", "bottom half": " from the bottom half of the stub"}[e.From]
	case plan.EffectBurn:
		text = counted(e.N, "card") + " burned"
	case plan.EffectDraws:
		text = fmt.Sprintf("the player draws %s", counted(e.N, "card"))
	case plan.EffectLater:
		text = rulingEffects(e.Then)
	}
	text += map[plan.Timing]string{
		plan.AfterCircuit: " when everybody has got that card", plan.AfterDeal: " when the deal is complete", plan.AfterDraw: " when everybody has drawn",
		plan.AtDraw: " at the player's own draw", plan.AfterRound: " when the round of betting is over",
	}[e.When]
	switch {
	case e.Text == "":
		return text
	case e.Kind == plan.EffectStands:
		return e.Text
	}
	return text + "; " + e.Text
}

// effectPhrases are the effects as a sheet says them.
var effectPhrases = map[plan.FloorEffectKind]string{
	plan.EffectWarn: "a warning", plan.EffectStands: "it stands", plan.EffectRefuse: "it is refused", plan.EffectAskAgain: "the player is asked again",
	plan.EffectKill: "the hand is dead", plan.EffectRevive: "the hand is live again", plan.EffectDead: "the card is dead",
	plan.EffectAside: "the card is set aside", plan.EffectToStub: "the cards go back to the stub", plan.EffectReplace: "the card is replaced",
	plan.EffectFill: "the player gets what is missing", plan.EffectNextBurn: "the card is the next burn", plan.EffectSkipBurn: "the next burn is left out",
	plan.EffectReshuffle: "the stub is shuffled", plan.EffectCut: "the stub is cut", plan.EffectRedoStreet: "the street is dealt again",
	plan.EffectMisdeal: "a misdeal", plan.EffectVoid: "the hand is void and all chips go back",
	plan.EffectComplete: "the whole hand must be shown, or it is dead", plan.EffectShown: "it counts as shown in full",
	plan.EffectBurnStands: "the street stays as it was dealt",
}
