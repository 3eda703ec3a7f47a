package dsl

import (
	"fmt"
	"sync"

	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// hook is a function of a script that is asked during a hand. Threads are kept for the next question, each with its view.
type hook struct {
	documented
	threads sync.Pool // of *hookCall
	loader  *Loader   // that of the script, to show its lines in errors
}

type hookCall struct {
	thread *starlark.Thread
	budget *budget
	view   *roundView
	args   starlark.Tuple
}

func newHook(c *Call, f starlark.Callable) *hook {
	h := &hook{documented: documented{f}, loader: c.Loader()}
	h.threads.New = func() any {
		c := &hookCall{thread: &starlark.Thread{Name: f.Name(), Print: h.loader.print}, budget: new(budget), view: new(roundView)}
		c.args = starlark.Tuple{c.view}
		return c
	}
	return h
}

// ask calls the function and hands on what it returns.
func (h *hook) ask(q plan.Question, answer func(starlark.Value) error) (err error) {
	c := h.threads.Get().(*hookCall)
	defer h.threads.Put(c)
	defer func() {
		c.view.q = nil
		if r := recover(); r != nil {
			err = panicError(h.Name(), r)
		}
	}()
	c.view.q = q
	*c.budget = budget{}
	c.thread.Uncancel()
	c.budget.arm(c.thread, hookSteps)
	before := c.thread.ExecutionSteps()
	out, err := starlark.Call(c.thread, h.f, c.args, nil)
	h.loader.asked(h.f, c.thread.ExecutionSteps()-before)
	if err != nil {
		return h.failed(err, c.budget)
	}
	return answer(out)
}

// failed is an error of the script in full.
func (h *hook) failed(err error, b *budget) error {
	if h.loader == nil {
		return err
	}
	e := h.loader.fromEval(err, b)
	h.loader.illustrate(e)
	return e
}

// wrong is an answer of the script that means nothing, at the function.
func (h *hook) wrong(format string, args ...any) error {
	e := &Error{Code: CodeEval, Msg: h.Name() + ": " + fmt.Sprintf(format, args...)}
	if f, ok := h.f.(*starlark.Function); ok {
		e.Pos = planPos(f.Position())
	}
	if h.loader != nil {
		h.loader.illustrate(e)
	}
	return e
}

// HookCost is what one question to a hook took.
type HookCost struct {
	Name  string   // the function
	Pos   plan.Pos // where it stands
	Steps uint64   // Starlark steps
}

// OnHook has f told of every question that is asked of a script during a hand; nil tells nobody.
func (l *Loader) OnHook(f func(HookCost)) {
	if f == nil {
		l.onHook.Store(nil)
		return
	}
	l.onHook.Store(&f)
}

// asked tells of a question. Without a listener it costs a look at a pointer.
func (l *Loader) asked(f starlark.Callable, steps uint64) {
	if l == nil {
		return
	}
	tell := l.onHook.Load()
	if tell == nil {
		return
	}
	cost := HookCost{Name: f.Name(), Steps: steps}
	if f, ok := f.(*starlark.Function); ok {
		cost.Pos = planPos(f.Position())
	}
	(*tell)(cost)
}

// documented is a function of a script as rule sheets quote it.
type documented struct{ f starlark.Callable }

var _ plan.Documented = (*documented)(nil)

// Name is the name of the function.
func (d *documented) Name() string { return d.f.Name() }

// Doc is its docstring.
func (d *documented) Doc() string {
	if f, ok := d.f.(*starlark.Function); ok {
		return f.Doc()
	}
	return ""
}
