package star

import (
	"time"

	"cardroom/engine/diag"

	"go.starlark.net/starlark"
)

// HookCost is the cost of one call of a script function during a hand.
type HookCost struct {
	Name  string   // the function
	Pos   diag.Pos // position of the function
	Steps uint64   // Starlark steps
	Time  time.Duration
}

// listener receives notifications of calls.
type listener struct {
	tell  func(HookCost)
	every bool // every question causes a call
}

// OnHook makes f receive every question that a hand asks of a script; nil removes it. While f is set, no question is answered
// from the cache.
func (l *Loader) OnHook(f func(HookCost)) { l.listen(f, true) }

// OnCall makes f receive the script calls of hands and policies; nil removes it. A question answered from the cache causes no
// call. f is called from all goroutines that play.
func (l *Loader) OnCall(f func(HookCost)) { l.listen(f, false) }

func (l *Loader) listen(f func(HookCost), every bool) {
	if f == nil {
		l.onHook.Store(nil)
		return
	}
	l.onHook.Store(&listener{f, every})
}

// Overheard reports whether a listener wants every question.
func (l *Loader) Overheard() bool {
	if l == nil {
		return false
	}
	who := l.onHook.Load()
	return who != nil && who.every
}

// callStart records where a call begins.
type callStart struct {
	steps uint64
	at    time.Time // zero if there is no listener
}

// asked notifies the listener of a call that has ended.
func (l *Loader) asked(f starlark.Callable, thread *starlark.Thread, began callStart) {
	if l == nil || began.at.IsZero() {
		return
	}
	who := l.onHook.Load()
	if who == nil {
		return
	}
	who.tell(HookCost{Name: f.Name(), Pos: FunctionPos(f), Steps: thread.ExecutionSteps() - began.steps, Time: time.Since(began.at)})
}

// FunctionPos returns the position of a script function; the zero Pos for a function of the language.
func FunctionPos(f starlark.Callable) diag.Pos {
	if f, ok := f.(*starlark.Function); ok {
		return PlanPos(f.Position())
	}
	return diag.Pos{}
}
