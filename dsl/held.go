package dsl

import (
	"fmt"

	"cardroom/dsl/star"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// Held is one named part of a value.
type Held struct {
	Name  string
	Value starlark.Value
}

// Holds returns the parts of a value for display: the seats, stakes and steps of a game, the hand of an evaluation. It is nil for
// a value whose text says everything.
func Holds(v starlark.Value) []Held {
	if g, ok := star.As[*gameValue](v); ok {
		return heldByGame(g.plan)
	}
	if t, ok := star.As[*tableValue](v); ok {
		out := []Held{{"name", starlark.String(t.config.Name)}}
		var games []string
		for _, g := range t.games {
			games = append(games, g.Name)
		}
		return append(out, Held{"games", textList(games)}, Held{"seats", starlark.MakeInt(t.config.MaxSeats)})
	}
	if s, ok := star.As[Cited[plan.StakesRule]](v); ok {
		return heldByStakes(&s.Rules)
	}
	if s, ok := star.As[showdownValue](v); ok {
		return []Held{{"best", textList(partWords(&s.ShowdownStep))}}
	}
	switch v.Type() {
	case "evaluation", "worth", "points", "ranked hand", "view", "event", "collection":
		return heldInFields(v)
	}
	return nil
}

// heldInFields returns the readable fields of a value, without its methods.
func heldInFields(v starlark.Value) (out []Held) {
	fields, ok := v.(starlark.HasAttrs)
	if !ok {
		return nil
	}
	for _, name := range fields.AttrNames() {
		x, err := fields.Attr(name)
		if _, method := x.(*starlark.Builtin); err == nil && x != nil && !method {
			out = append(out, Held{name, x})
		}
	}
	return out
}

func heldByStakes(s *plan.StakesRule) (out []Held) {
	if s.Default != "" {
		out = append(out, Held{"default", starlark.String(s.Default)})
	}
	for _, list := range []struct {
		name  string
		texts []string
	}{{"posted", s.Posted}, {"listed", s.Listed}, {"also", s.Also}} {
		if len(list.texts) > 0 {
			out = append(out, Held{list.name, textList(list.texts)})
		}
	}
	return out
}

func heldByGame(g *plan.Game) []Held {
	seats := fmt.Sprintf("%d-%d", g.MinSeats, g.MaxSeats)
	out := []Held{{"name", starlark.String(g.Name)}, {"seats", starlark.String(seats)}, {"stakes", starlark.String(g.Stakes.Default)}, {"deck", starlark.String(g.Deck.String())}}
	var steps []string
	var show *plan.ShowdownStep
	for i := range g.Steps {
		switch st := &g.Steps[i]; {
		case st.Show != nil:
			show = st.Show
		case !st.Leaves() && st.Again == 0:
			steps = append(steps, stepInWords(st))
		}
	}
	out = append(out, Held{"play", textList(steps)})
	if show != nil {
		out = append(out, Held{"showdown", textList(partWords(show))})
	}
	return out
}

// stepInWords returns a short description of a step: "deal 2", "bet, flop".
func stepInWords(st *plan.Step) string {
	text := st.Word()
	if st.Count > 0 {
		text += fmt.Sprintf(" %d", st.Count)
	}
	if st.Up != 0 {
		text += " " + st.Lie("")
	}
	if st.Name != "" {
		text += ", " + st.Name
	}
	return text
}

// partWords returns the hands that share the pot, with the cards that play.
func partWords(s *plan.ShowdownStep) (out []string) {
	for i := range s.Parts {
		p := &s.Parts[i]
		text := p.Ranking.Name()
		if len(p.Use) > 0 {
			if play := p.Use[0].CardsThatPlay(); play != "" {
				text += ": " + play
			}
		}
		out = append(out, text)
	}
	return out
}

func textList(list []string) starlark.Value {
	out := make([]starlark.Value, len(list))
	for i, s := range list {
		out[i] = starlark.String(s)
	}
	return starlark.NewList(out)
}
