package dsl

import (
	"sync"
	"time"

	"cardroom/engine/diag"
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

// HookCost is what one call of a function took that is asked during a hand.
type HookCost struct {
	Name  string   // the function
	Pos   diag.Pos // where it stands
	Steps uint64   // Starlark steps
	Time  time.Duration
}

// listener is who is told of calls.
type listener struct {
	tell  func(HookCost)
	every bool // every question makes a call
}

// OnHook has f told of every question that is asked of a script during a hand; nil tells nobody. While f listens no question
// is answered from memory.
func (l *Loader) OnHook(f func(HookCost)) { l.listen(f, true) }

// OnCall has f told of the calls of scripts that hands and policies make; nil tells nobody. A question that is answered from
// memory makes none. f is called from all goroutines that play.
func (l *Loader) OnCall(f func(HookCost)) { l.listen(f, false) }

func (l *Loader) listen(f func(HookCost), every bool) {
	if f == nil {
		l.onHook.Store(nil)
		return
	}
	l.onHook.Store(&listener{f, every})
}

// overheard reports whether somebody wants to be told of every question.
func (l *Loader) overheard() bool {
	if l == nil {
		return false
	}
	who := l.onHook.Load()
	return who != nil && who.every
}

// callStart is where a call begins.
type callStart struct {
	steps uint64
	at    time.Time // zero where nobody listens
}

// begin notes where a call begins. Without a listener it costs a look at a pointer.
func (l *Loader) begin(thread *starlark.Thread) callStart {
	c := callStart{steps: thread.ExecutionSteps()}
	if l != nil && l.onHook.Load() != nil {
		c.at = time.Now()
	}
	return c
}

// asked tells of a call that is over.
func (l *Loader) asked(f starlark.Callable, thread *starlark.Thread, began callStart) {
	if l == nil || began.at.IsZero() {
		return
	}
	who := l.onHook.Load()
	if who == nil {
		return
	}
	who.tell(HookCost{Name: f.Name(), Pos: functionPos(f), Steps: thread.ExecutionSteps() - began.steps, Time: time.Since(began.at)})
}

// functionPos is where a function of a script stands; nowhere for one of the language.
func functionPos(f starlark.Callable) diag.Pos {
	if f, ok := f.(*starlark.Function); ok {
		return planPos(f.Position())
	}
	return diag.Pos{}
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
