package star

import (
	"time"

	"cardroom/engine/diag"

	"go.starlark.net/starlark"
)

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

// Overheard reports whether somebody wants to be told of every question.
func (l *Loader) Overheard() bool {
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
	who.tell(HookCost{Name: f.Name(), Pos: FunctionPos(f), Steps: thread.ExecutionSteps() - began.steps, Time: time.Since(began.at)})
}

// FunctionPos returns where a function of a script stands; nowhere for one of the language.
func FunctionPos(f starlark.Callable) diag.Pos {
	if f, ok := f.(*starlark.Function); ok {
		return PlanPos(f.Position())
	}
	return diag.Pos{}
}
