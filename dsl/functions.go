package dsl

import (
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// Function is a function of a script that a game asks while it is played, with the text that its answers depend on.
type Function struct {
	Asked string // what it is asked: "before_award", "when", "choose", or an irregularity
	Name  string
	Pos   diag.Pos
	Code  []string // the lines of the function and of what it calls, and the values of what it names
}

// scripted is a hook that a function of a script answers.
type scripted interface {
	script() (starlark.Callable, *star.Loader)
}

func (h *hook[T]) script() (starlark.Callable, *star.Loader)    { return h.f, h.loader }
func (h *awardHook) script() (starlark.Callable, *star.Loader)  { return h.f, h.loader }
func (h *rulingHook) script() (starlark.Callable, *star.Loader) { return h.f, h.loader }

// Functions are the functions that a game asks, in the order of its plan; the defaults of the library are not among them.
func Functions(g *plan.Game) []Function {
	var out []Function
	add := func(asked string, h any) {
		if s, ok := h.(scripted); ok {
			f, l := s.script()
			out = append(out, Function{Asked: asked, Name: f.Name(), Pos: star.FunctionPos(f), Code: l.CodeOf(f)})
		}
	}
	add("before_award", g.Award)
	for i := range g.Steps {
		st := &g.Steps[i]
		if st.Test != nil {
			add("when", st.Test)
		}
		if st.Choose != nil {
			add("choose", st.Choose.Allowed)
		}
	}
	for i := range g.Rulings {
		add(g.Rulings[i].Incident.String(), g.Rulings[i].Hook)
	}
	return out
}
