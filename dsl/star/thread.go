package star

import (
	"fmt"
	"time"

	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// session holds what a thread knows about its caller.
type session struct {
	loader *Loader
	module *Module // being loaded; nil in hooks
	// kept are values passed to builtins while the module loads. Go data may keep them alive where freezing the globals does not
	// reach them.
	kept []starlark.Value
	// made counts the values that words have made while the module loads; bytes is the size of their Go data.
	made  map[string]int
	bytes uint64
	// printed counts calls of print, and calls those of Again.
	printed, calls int
}

const sessionKey = "cardroom"

// sessionOf returns the session of a thread; an empty one for a thread that no loader made.
func sessionOf(thread *starlark.Thread) *session {
	if s, ok := thread.Local(sessionKey).(*session); ok {
		return s
	}
	return new(session)
}

// keep records mutable arguments, which are frozen with the module.
func (s *session) keep(args ...starlark.Value) {
	if s.module == nil {
		return
	}
	for _, v := range args {
		switch v.(type) {
		case starlark.Tuple, *starlark.List, *starlark.Dict, *starlark.Set, *starlarkstruct.Struct, *starlark.Function, *starlark.Builtin:
			s.kept = append(s.kept, v)
		}
	}
}

// Thread returns a thread for calling functions of loaded scripts. It prints like the loader, and stops after steps Starlark
// steps (0: the limit of a module) or when it takes too much memory. A thread is for one goroutine; each Call starts with a fresh
// budget.
func (l *Loader) Thread(name string, steps uint64) *Thread {
	t := &Thread{loader: l, steps: steps}
	t.Thread, t.budget = l.thread(name, nil, steps)
	t.budget.Rest() // nothing runs yet, so a watchdog must not wait for it
	return t
}

// Thread is a Starlark thread with a budget.
type Thread struct {
	*starlark.Thread
	loader *Loader
	budget *guard.Budget
	steps  uint64
}

// Loader returns the loader whose scripts the thread runs.
func (t *Thread) Loader() *Loader { return t.loader }

// Call calls a function of a script with a fresh budget. Its errors are *diag.Error.
func (t *Thread) Call(f starlark.Callable, args starlark.Tuple, kwargs []starlark.Tuple) (v starlark.Value, err error) {
	t.Uncancel()
	t.budget.Arm(t.Thread, t.loader.allow(t.steps))
	if t.loader.over() {
		t.Cancel(guard.Cancelled)
	}
	if t.loader != nil && t.loader.options.Debug != nil {
		defer t.loader.options.Debug.enter(t.Thread)()
	}
	defer t.budget.Rest()
	defer func() {
		if r := recover(); r != nil {
			v, err = nil, panicError(f.Name(), r)
		}
	}()
	v, cerr := starlark.Call(t.Thread, f, args, kwargs)
	if cerr != nil {
		if t.loader == nil {
			return nil, cerr
		}
		e := t.loader.fromEval(cerr, t.budget)
		t.loader.Illustrate(e)
		return nil, e
	}
	return v, nil
}

// Ask is like Call, for questions of a game or a policy; it notifies the listeners (see [Loader.OnCall]). What the script pays
// for ends with the call, so an answer of more than [MaxList] values is an error: no question has as many answers.
func (t *Thread) Ask(f starlark.Callable, args starlark.Tuple) (starlark.Value, error) {
	l := t.loader
	began := callStart{steps: t.Thread.ExecutionSteps()}
	if l != nil && l.onHook.Load() != nil {
		began.at = time.Now()
	}
	v, err := t.Call(f, args, nil)
	t.loader.asked(f, t.Thread, began)
	if err == nil && values(v, MaxList) > MaxList {
		e := &diag.Error{Code: CodeSteps, Msg: fmt.Sprintf("%s returns more than %s values", f.Name(), Grouped(MaxList)), Hint: "return only what the question asks for"}
		if fn, ok := f.(*starlark.Function); ok {
			e.Pos = PlanPos(fn.Position())
		}
		t.loader.Illustrate(e)
		return nil, e
	}
	return v, err
}

// values returns the number of values in a list, and in the lists in it; more than most if there are more. A value is counted
// before it is looked into, so that one that holds itself ends.
func values(v starlark.Value, most int) (n int) {
	switch v := v.(type) {
	case starlark.String: // the usual answer, and indexable
		return 0
	case starlark.Indexable:
		for i := 0; i < v.Len() && n <= most; i++ {
			n++
			n += values(v.Index(i), most-n)
		}
	case *starlark.Dict:
		for _, x := range v.Entries() {
			if n += 2; n > most {
				break
			}
			n += values(x, most-n)
		}
	case *starlark.Set:
		n = v.Len()
	case *starlarkstruct.Struct:
		for i := 0; i < v.Len() && n <= most; i++ {
			_, x := v.AttrAt(i)
			n++
			n += values(x, most-n)
		}
	}
	return n
}

func (l *Loader) thread(name string, m *Module, steps uint64) (*starlark.Thread, *guard.Budget) {
	thread := &starlark.Thread{Name: name, Print: l.print}
	thread.SetLocal(sessionKey, &session{loader: l, module: m})
	b := guard.NewBudget(thread)
	may := l.allow(steps)
	if m != nil {
		may.Time = l.options.LoadTimeout
	}
	b.Arm(thread, may)
	return thread, b
}

// print passes on what a script prints, with the file whose code prints it. Without a loader, or a Print function, it is
// discarded.
func (l *Loader) print(thread *starlark.Thread, msg string) {
	sessionOf(thread).printed++
	if l == nil || l.options.Print == nil {
		return
	}
	module := thread.Name
	if pos := callerPos(thread); pos.File != "" {
		module = pos.File
	}
	l.options.Print(module, msg)
}
