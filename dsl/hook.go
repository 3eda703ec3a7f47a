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
	c := &hookCall[T]{budget: new(budget), view: newRoundView()}
	c.thread = &starlark.Thread{Name: h.Name(), Print: func(t *starlark.Thread, msg string) {
		c.printed = true
		h.loader.print(t, msg)
	}}
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
	*c.budget, c.printed = budget{}, false
	c.thread.Uncancel()
	c.budget.arm(c.thread, h.loader.allow(hookSteps))
	before := c.thread.ExecutionSteps()
	v, err := starlark.Call(c.thread, h.f, c.args, nil)
	h.loader.asked(h.f, c.thread.ExecutionSteps()-before)
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

// overheard reports whether somebody wants to be told of every question.
func (l *Loader) overheard() bool { return l != nil && l.onHook.Load() != nil }

// asked tells of a question. Without a listener it costs a look at a pointer.
func (l *Loader) asked(f starlark.Callable, steps uint64) {
	if l == nil {
		return
	}
	tell := l.onHook.Load()
	if tell == nil {
		return
	}
	(*tell)(HookCost{Name: f.Name(), Pos: functionPos(f), Steps: steps})
}

// functionPos is where a function of a script stands; nowhere for one of the language.
func functionPos(f starlark.Callable) plan.Pos {
	if f, ok := f.(*starlark.Function); ok {
		return planPos(f.Position())
	}
	return plan.Pos{}
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
