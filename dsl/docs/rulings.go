package docs

import (
	"slices"
	"strings"

	"cardroom/engine/plan"
)

// Ruled is what is done about one kind of irregularity by one ruling.
type Ruled struct {
	Event   string   // "dealer_exposed"
	About   string   // what happens, a sentence
	Level   string   // "game", "house" or "default"
	Text    string   // what follows
	Games   []string // the games that it holds for, where a house is asked; else nil
	Clauses []string // of the house's document
	Ref     string   // where a custom is written down
	Usage   string   // how the event is told
	Moments string   // when it can happen
	At      plan.Pos
}

// Rulings is what a game does about each irregularity that can happen in it, in
// the order of the catalogue: of several rulings about one event the first that
// has something to say holds.
func Rulings(b *plan.Bound) ([]Ruled, error) {
	w := &writer{game: b.Game, stakes: b.Stakes}
	var out []Ruled
	for _, k := range plan.Incidents() {
		if !w.mayHappen(k) {
			continue
		}
		list, err := b.Game.RulingsFor(k)
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			out = append(out, ruledBy(r))
			if r.Hook == nil {
				break // nothing is left to those behind it
			}
		}
	}
	return out, nil
}

// HouseRulings is what the games of a house do, each ruling once, with the games
// that it holds for.
func HouseRulings(games []*plan.Bound) ([]Ruled, error) {
	var out []Ruled
	for _, b := range games {
		list, err := Rulings(b)
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			i := slices.IndexFunc(out, func(o Ruled) bool { return o.Event == r.Event && o.At == r.At })
			if i < 0 {
				i = len(out)
				out = append(out, r)
			}
			out[i].Games = append(out[i].Games, b.Game.ID)
		}
	}
	slices.SortStableFunc(out, func(a, b Ruled) int {
		return int(plan.IncidentNamed(a.Event)) - int(plan.IncidentNamed(b.Event))
	})
	return out, nil
}

func ruledBy(r *plan.Ruling) Ruled {
	spec := r.Incident.Spec()
	return Ruled{
		Event: spec.Word, About: spec.Doc, Usage: spec.Usage(), Moments: spec.Moments.String(),
		Level: r.Level.String(), Text: rulingText(r), Clauses: citesOf(r), Ref: r.Ref, At: r.Pos,
	}
}

// rulingText is what a ruling does: its effects, or what the docstring of its
// function says that it returns, or says at all.
func rulingText(r *plan.Ruling) string {
	if r.Hook == nil {
		return sentence(rulingEffects(r.Effects))
	}
	doc := bracketed.ReplaceAllString(r.Doc, "")
	if _, returns, ok := strings.Cut(doc, "Returns:"); ok {
		doc = returns
	} else {
		doc, _, _ = strings.Cut(strings.TrimSpace(doc), "\n\n")
	}
	if text := strings.Join(strings.Fields(doc), " "); text != "" {
		return text
	}
	return "As " + r.Name + " says."
}
