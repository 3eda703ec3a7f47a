package dsl

import (
	"sync"

	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// hook is a function of a script that is asked during a hand, and what its answers mean. Threads are kept for the next
// question, each with its view and its memory of the answers.
type hook[T any] struct {
	documented
	read    func(starlark.Value) (T, error)
	threads sync.Pool // of *hookCall[T]
	loader  *Loader   // that of the script, to show its lines in errors
	forgets bool      // what its functions mean can change, or every run of theirs is counted
}

type hookCall[T any] struct {
	thread  *starlark.Thread
	budget  *budget
	view    *roundView
	args    starlark.Tuple
	answer  func(roundQuestion) int64
	answers memo[roundQuestion, T]
	printed bool // the function has printed, which it must each time
}

func newHook[T any](c *Call, f starlark.Callable, read func(starlark.Value) (T, error)) *hook[T] {
	h := &hook[T]{documented: documented{f}, read: read, loader: c.Loader()}
	h.forgets = c.Module() != nil && c.Module().interactive || h.loader != nil && h.loader.options.Cover != nil
	h.threads.New = func() any { return h.newCall() }
	return h
}

func (h *hook[T]) newCall() *hookCall[T] {
	c := &hookCall[T]{view: newRoundView()}
	c.thread = &starlark.Thread{Name: h.Name(), Print: func(t *starlark.Thread, msg string) {
		c.printed = true
		h.loader.print(t, msg)
	}}
	c.budget = newBudget(c.thread)
	c.args, c.answer = starlark.Tuple{c.view}, c.view.answer
	return c
}

// ask is the answer of the function, which is called unless it has been called with the same before.
func (h *hook[T]) ask(q plan.Question) (out T, err error) {
	c := h.threads.Get().(*hookCall[T])
	defer h.threads.Put(c)
	c.view.look(q)
	defer c.view.look(nil)
	remember := !h.forgets && !h.loader.overheard()
	if remember {
		if out, ok := c.answers.find("", c.answer); ok {
			return out, nil
		}
	}
	out, err = h.call(c)
	if err == nil && remember && !c.printed && !c.answers.full() {
		c.answers.note("", c.view.reads, out)
	}
	return out, err
}

// call calls the function.
func (h *hook[T]) call(c *hookCall[T]) (out T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicError(h.Name(), r)
		}
	}()
	c.printed = false
	c.thread.Uncancel()
	c.budget.arm(c.thread, h.loader.allow(hookSteps))
	defer c.budget.rest()
	began := h.loader.begin(c.thread)
	v, err := starlark.Call(c.thread, h.f, c.args, nil)
	h.loader.asked(h.f, c.thread, began)
	if err != nil {
		return out, h.failed(err, c.budget)
	}
	if out, err = h.read(v); err != nil {
		return out, h.loader.misanswered(h.f, c.args, err)
	}
	return out, nil
}

// failed is an error of the script in full.
func (h *hook[T]) failed(err error, b *budget) error {
	if h.loader == nil {
		return err
	}
	e := h.loader.fromEval(err, b)
	h.loader.illustrate(e)
	return e
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
