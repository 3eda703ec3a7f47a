package dsl

import (
	"fmt"
	"sync"

	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// Script functions that are called during a hand.

// hook calls a script function during a hand and decodes its result. Threads are kept for the next call, each with its view and
// its cache of answers.
type hook[T any] struct {
	documented
	read    func(starlark.Value) (T, error)
	threads sync.Pool // of *hookCall[T]
	test    bool      // a condition
	forgets bool      // do not cache: the meaning of its functions can change, or every run is counted
}

type hookCall[T any] struct {
	thread  *star.Thread
	view    *roundView
	args    starlark.Tuple
	answer  func(roundQuestion) int64
	answers memo[roundQuestion, T]
	printed bool // the function has printed, so it must run each time
}

func newHook[T any](c *star.Call, f starlark.Callable, read func(starlark.Value) (T, error)) *hook[T] {
	h := &hook[T]{documented: documented{F: f, Loader: c.Loader()}, read: read, forgets: c.Provisional()}
	h.threads.New = func() any {
		c := &hookCall[T]{view: newRoundView(), thread: h.Loader.Thread(h.Name(), star.HookSteps)}
		show := c.thread.Print
		c.thread.Print = func(t *starlark.Thread, msg string) {
			c.printed = true
			show(t, msg)
		}
		c.view.test = h.test
		c.args, c.answer = starlark.Tuple{c.view}, c.view.answer
		return c
	}
	return h
}

// ask returns the result of the function, from the cache if the function has seen the same answers before.
func (h *hook[T]) ask(q plan.Question) (out T, err error) {
	c := h.threads.Get().(*hookCall[T])
	defer h.threads.Put(c)
	c.view.look(q)
	defer c.view.look(nil)
	remember := !h.forgets && !h.Loader.Overheard()
	if remember {
		if out, ok := c.answers.Find("", c.answer); ok {
			return out, nil
		}
	}
	out, err = h.call(c)
	if err == nil && remember && !c.printed && !c.answers.Full() {
		c.answers.Note("", c.view.reads, out)
	}
	return out, err
}

// call calls the function.
func (h *hook[T]) call(c *hookCall[T]) (out T, err error) {
	c.printed = false
	v, err := c.thread.Ask(h.F, c.args)
	if err != nil {
		return out, err
	}
	if out, err = h.read(v); err != nil {
		return out, h.Loader.InvalidAnswer(h.F, c.args, err)
	}
	return out, nil
}

// Function is a script function that a game calls while it is played, with the text that its results depend on.
type Function struct {
	Asked string // what it decides: "before_award", "when", "choose", "arrange", "wild", or an irregularity
	Step  int    // the step of the plan that asks it, -1 for none
	Name  string
	Pos   diag.Pos
	Code  []string // the lines of the function and of the functions it calls, and the values of the names it uses
}

// scripted is implemented by hooks of script functions.
type scripted interface {
	Script() (starlark.Callable, *star.Loader)
}

func (h *rulingHook) Script() (starlark.Callable, *star.Loader) { return h.f, h.loader }

// Functions returns the functions that a game calls, in the order of its plan, without the library's default rulings.
func Functions(g *plan.Game) []Function {
	var out []Function
	step := -1
	add := func(asked string, h any) {
		if s, ok := h.(scripted); ok {
			f, l := s.Script()
			out = append(out, Function{Asked: asked, Step: step, Name: f.Name(), Pos: star.FunctionPos(f), Code: l.CodeOf(f)})
		}
	}
	add("before_award", g.Award)
	for i := range g.Steps {
		st := &g.Steps[i]
		if st.Again > 0 {
			continue // it has the functions of the step that it repeats
		}
		step = i
		if st.Test != nil && !st.Branches() {
			add("in_turn", st.Test)
		} else if st.Test != nil && !st.Until {
			add("when", st.Test)
		}
		if show := st.Ranks(); show != nil {
			for p := range show.Each {
				for _, e := range p.Ranking.Events() {
					add("wild", e.Asked)
				}
			}
		}
		if st.Ask != nil && st.Ask.Allowed != nil {
			add("choose", st.Ask.Allowed)
		}
		if st.Ask != nil && st.Ask.Way != nil {
			add("arrange", st.Ask.Way)
		}
		if st.Ask != nil && st.Ask.Foul != nil {
			add("arrange", st.Ask.Foul)
		}
	}
	step = -1
	for i := range g.Rulings {
		add(g.Rulings[i].Incident.String(), g.Rulings[i].Hook)
	}
	return out
}

// asker is a script that decides which choices a hand has.
type asker struct {
	*hook[uint32]
	choices map[string]int
}

var _ plan.Asker = (*asker)(nil)

// Allowed calls the script.
func (a *asker) Allowed(q plan.Question) (mask uint32, err error) { return a.ask(q) }

// read returns the choices from the script's result as bits.
func (a *asker) read(out starlark.Value) (mask uint32, err error) {
	list, ok := star.Items(out)
	if !ok && out != starlark.None {
		return 0, fmt.Errorf("got %s, want a list of choices", star.TypeName(out))
	}
	for _, v := range list {
		ch, ok := star.As[*plan.Offer](v)
		if !ok {
			return 0, fmt.Errorf("got a list with %s, want choices", star.TypeName(v))
		}
		k, known := a.choices[ch.Name]
		if !known {
			return 0, fmt.Errorf("%s is not among the choices of the step", ch.Name)
		}
		mask |= 1 << k
	}
	return mask, nil
}

// tester is a script that decides a branch.
type tester struct{ *hook[bool] }

var _ plan.Tester = (*tester)(nil)

// Holds calls the script.
func (t *tester) Holds(q plan.Question) (bool, error) { return t.ask(q) }

func readTest(out starlark.Value) (bool, error) {
	b, ok := out.(starlark.Bool)
	if !ok {
		return false, fmt.Errorf("got %s, want True or False", star.TypeName(out))
	}
	return bool(b), nil
}

// setter is a script that sets cards apart as a hand.
type setter struct{ *hook[[]cards.Card] }

var _ plan.Setter = (*setter)(nil)

// Sets calls the script.
func (s *setter) Sets(q plan.Question) ([]cards.Card, error) { return s.ask(q) }

func readSet(out starlark.Value) (list []cards.Card, err error) {
	items, ok := star.Items(out)
	if !ok {
		return nil, fmt.Errorf("got %s, want a list of cards", star.TypeName(out))
	}
	for _, v := range items {
		name, _ := starlark.AsString(v)
		c, n := cards.ScanWritten(name)
		if n == 0 || n != len(name) {
			return nil, fmt.Errorf("got a list with %s, want cards", v)
		}
		list = append(list, c)
	}
	return list, nil
}
