package docs

import (
	"cmp"
	"slices"
	"strings"

	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// Ruled is what one ruling does about one kind of irregularity.
type Ruled struct {
	Group   string   // in the catalog: "the deal"
	Event   string   // "dealer_exposed"
	About   string   // what happens, one sentence
	Level   string   // "game", "house" or "default"
	Text    string   // what is done
	Games   []string // the games that it applies to, for a house; else nil
	Clauses []string // of the house's document
	Ref     string   // where a custom is written down
	From    string   // the other house that a ruling is borrowed from, with its clauses; "" for the house's own; see [Room.Lends]
	Leaves  bool     // it may pass the event on to the next ruling
	Usage   string   // how the event is entered
	Moments string   // when it can happen
	Some    bool     // one of several at its level: only some of the games have it
	At      diag.Pos
	level   plan.RulingLevel
}

// Custom reports whether the ruling is a default because the house is silent.
func (r *Ruled) Custom() bool { return r.level == plan.ByDefault }

// Rulings returns what a game does about each irregularity that can happen in
// it, in catalog order: of several rulings on one event, the first that decides
// it applies.
func Rulings(b *plan.AtStakes) ([]Ruled, error) {
	return rulingsOf(b, &writer{game: b.Game, stakes: b.Stakes, bound: b})
}

func rulingsOf(b *plan.AtStakes, w *writer) ([]Ruled, error) {
	var out []Ruled
	for _, k := range plan.Incidents() {
		if !b.Expects(k) {
			continue
		}
		list, err := tried(b.Game, k)
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			out = append(out, w.ruledBy(r))
		}
	}
	return out, nil
}

// Lends sets where rulings are borrowed from: those that cite only clauses of other houses.
func (r *Room) Lends(all []Ruled) {
	for i := range all {
		if from, lent := r.lenders(all[i].Clauses); len(lent) == len(all[i].Clauses) {
			all[i].From = from
		}
	}
}

// HouseRulings returns the rulings of a house's games, each once, with the
// games that it applies to.
func HouseRulings(games []*plan.AtStakes) ([]Ruled, error) {
	var out []Ruled
	for _, b := range games {
		list, err := rulingsOf(b, &writer{game: b.Game, stakes: b.Stakes, bound: b, games: games})
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
	for i := range out {
		out[i].Some = out[i].level == plan.OfGame || slices.ContainsFunc(out, func(o Ruled) bool {
			return o.At != out[i].At && o.Event == out[i].Event && o.level == out[i].level
		})
	}
	slices.SortStableFunc(out, func(a, b Ruled) int {
		return cmp.Or(cmp.Compare(plan.IncidentNamed(a.Event), plan.IncidentNamed(b.Event)), cmp.Compare(a.level, b.level))
	})
	return out, nil
}

func (w *writer) ruledBy(r *plan.Ruling) Ruled {
	spec, level := r.Incident.Spec(), r.Level
	if r.Ref != "" && len(citesOf(r)) == 0 {
		level = plan.ByDefault // by custom, wherever it is written
	}
	return Ruled{
		Group: r.Incident.Group(), Leaves: leaves(r), level: level,
		Event: spec.Word, About: spec.Doc, Usage: spec.Usage(), Moments: spec.Moments.String(),
		Level: level.String(), Text: w.rulingText(r), Clauses: citesOf(r), Ref: r.Ref, At: r.Pos,
	}
}

// rulingText returns what a ruling does: its effects, or the first sentences of
// its function's docstring.
func (w *writer) rulingText(r *plan.Ruling) string {
	if r.Hook == nil && len(r.Says) == 0 {
		return sentence(rulingEffects(r.Effects))
	}
	if len(r.Says) > 1 || len(r.Says) == 1 && r.Says[0] != (plan.Said{Text: r.Says[0].Text}) {
		return w.saying(r.Says)
	}
	doc, _, _ := strings.Cut(strings.TrimSpace(r.Doc), "\n\n")
	if text, _ := prose(doc); text != "" {
		return text
	}
	return "As " + r.Name + " says."
}

// Where returns when a ruling that is not the first on its event applies: ""
// for the first; "otherwise" if the one before it may pass the event on; "in other
// games" if the one before it belongs to some games only.
func Where(all []Ruled, i int) string {
	switch {
	case i == 0 || all[i-1].Event != all[i].Event:
		return ""
	case all[i-1].Leaves:
		return "otherwise"
	}
	return "in other games"
}

// RulingsBook returns rulings as pages to post: a section for each group of
// events, with a rule for each event. name returns a game's name by its ID.
func RulingsBook(title string, all []Ruled, name func(id string) string, room *Room) *Book {
	b := &Book{Title: title}
	for i := 0; i < len(all); {
		n := i + 1
		for n < len(all) && all[n].Event == all[i].Event {
			n++
		}
		if len(b.Front) == 0 || b.Front[len(b.Front)-1].Title != capital(all[i].Group) {
			b.Front = append(b.Front, Section{Title: capital(all[i].Group)})
		}
		sec := &b.Front[len(b.Front)-1]
		sec.Rules = append(sec.Rules, postedRule(all[i:n], name))
		i = n
	}
	b.Clauses = room.Cited(b.Front)
	return b
}

// postedRule returns all rulings on one event as one rule: several have a row each.
func postedRule(all []Ruled, name func(id string) string) Rule {
	out := Rule{At: all[0].At, over: all[0].About}
	for i := range all {
		r := &all[i]
		says := strings.TrimSuffix(sentence(r.Text), ".")
		if r.Custom() {
			says += " (" + strings.TrimSuffix("custom, "+strings.TrimPrefix(r.Ref, "custom"), ", ") + ")"
		} else if r.From != "" {
			says += " (borrowed from " + r.From + ")"
		}
		out.Rows = append(out.Rows, Amount{postedWhere(all, i, name), says + "."})
		out.Clauses = distinct(append(out.Clauses, r.Clauses...))
	}
	if len(all) == 1 {
		where, says := out.Rows[0].What, out.Rows[0].Much
		if where != "" {
			says = lower(where) + " " + lower(says)
		}
		out.Text, out.Rows = strings.TrimSuffix(all[0].About, ".")+": "+lower(says), nil
	}
	return out
}

// postedWhere returns where a ruling applies, "" if that need not be said.
func postedWhere(all []Ruled, i int, name func(id string) string) string {
	r := &all[i]
	where := Where(all, i)
	switch {
	case r.Some && where == "otherwise" && slices.Equal(r.Games, all[i-1].Games):
		return "In the same games, otherwise"
	case r.Some:
		return "In " + list(GameNames(r.Games, name), "and")
	case where == "" && len(all) > 1:
		return "In all games"
	}
	return capital(where)
}

// GameNames returns the names of games by their ids, each once.
func GameNames(ids []string, name func(id string) string) (names []string) {
	for _, id := range ids {
		names = append(names, cmp.Or(name(id), id))
	}
	return distinct(names)
}
