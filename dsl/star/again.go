package star

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"cardroom/dsl/star/guard"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// Some words do much work while a module loads: a ranking calls a function of the script for every hand. A module runs the same
// way each time: what it does until a call depends only on its text, on those of the modules it loads, and on the options they
// have declared so far. So a loader whose parsed scripts are cached takes the result of such a call from an earlier run.

// Again returns what make returns, or what it returned in the same call of an earlier run of the module, which must be good for
// every loader: it must not refer to values of the script. functions are those of the script that make calls. The steps are
// charged as if make ran. A result is not cached if the functions print or change what the script can see.
func Again[T any](c *Call, functions []starlark.Callable, make func() (T, error)) (T, error) {
	s, b := sessionOf(c.Thread), guard.BudgetOf(c.Thread)
	if s.module == nil || s.module.script == nil || b == nil {
		return make()
	}
	s.calls++
	key := s.againKey()
	if found, ok := s.module.script.again.find(key); ok {
		c.Thread.Steps += found.steps
		b.Steps, b.More, s.calls = b.Steps+found.granted, b.More-found.granted, s.calls+found.calls
		return found.result.(T), nil
	}
	before, steps, more := *s, c.Thread.Steps, b.More
	seen, all := mutable(functions)
	result, err := make()
	if err == nil && c.err == nil && all && s.same(&before) && !slices.ContainsFunc(seen, contents.changed) {
		s.module.script.again.keep(key, remade{result, c.Thread.Steps - steps, more - b.More, s.calls - before.calls})
	}
	return result, err
}

// againKey is what the run of the module depends on, and the number of the call.
func (s *session) againKey() string {
	var key strings.Builder
	fmt.Fprint(&key, s.calls, " ", s.loader.options.MaxSteps)
	for m := range s.module.All() {
		if m.script == nil {
			fmt.Fprint(&key, " ?", m.Path) // never, as all modules of a loader are cached or none
			continue
		}
		fmt.Fprint(&key, " ", m.script.number)
		for _, o := range m.Options {
			fmt.Fprintf(&key, " %q", OptionText(o.Value))
		}
	}
	return key.String()
}

// same reports whether a call has left no trace in the session but steps.
func (s *session) same(before *session) bool {
	return s.printed == before.printed && len(s.kept) == len(before.kept) && s.bytes == before.bytes
}

// remade is a result, and what its making takes of the budget.
type remade struct {
	result         any
	steps, granted uint64
	calls          int // of Again inside
}

// againCache holds the results of a script.
type againCache struct {
	mu   sync.Mutex
	made map[string]remade
}

// maxAgain is the number of results kept per script.
const maxAgain = 64

func (a *againCache) find(key string) (remade, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	found, ok := a.made[key]
	return found, ok
}

func (a *againCache) keep(key string, r remade) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.made == nil || len(a.made) == maxAgain {
		a.made = map[string]remade{}
	}
	a.made[key] = r
}

// scriptNumbers numbers scripts, so that an address that is used again is not taken for the same script.
var scriptNumbers atomic.Uint64

// contents is a list, dict or set and what is in it.
type contents struct {
	of    starlark.Value
	items []starlark.Value
}

// changed reports whether the value has other contents now.
func (c contents) changed() bool { return !slices.EqualFunc(c.items, contentsOf(c.of), identical) }

// identical reports whether two values are the same one. Equal texts are; of two tuples it says no even if all items are.
func identical(x, y starlark.Value) bool {
	a, ok := x.(starlark.Tuple)
	if !ok {
		_, other := y.(starlark.Tuple)
		return !other && x == y
	}
	b, ok := y.(starlark.Tuple)
	return ok && len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// contentsOf returns the items of a list or set, and the keys and values of a dict.
func contentsOf(v starlark.Value) (items []starlark.Value) {
	switch v := v.(type) {
	case *starlark.List:
		for i := range v.Len() {
			items = append(items, v.Index(i))
		}
	case *starlark.Dict:
		for k, x := range v.Entries() {
			items = append(items, k, x)
		}
	case *starlark.Set:
		items = slices.AppendSeq(items, v.Elements())
	}
	return items
}

// maxReached is the number of values that mutable visits.
const maxReached = 1 << 16

// mutable returns the lists, dicts and sets that functions can reach, and whether it has found all. Values of words are frozen.
func mutable(functions []starlark.Callable) (found []contents, all bool) {
	seen, modules := map[starlark.Value]bool{}, map[*starlark.Module]bool{}
	var todo []starlark.Value
	for _, f := range functions {
		todo = append(todo, f)
	}
	for n := 0; len(todo) > 0; n++ {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n+len(todo) > maxReached {
			return nil, false
		}
		switch v.(type) {
		case *starlark.List, *starlark.Dict, *starlark.Set, *starlark.Function, *starlarkstruct.Struct:
			if seen[v] {
				continue
			}
			seen[v] = true
		}
		switch v := v.(type) {
		case *starlark.List, *starlark.Dict, *starlark.Set:
			items := contentsOf(v)
			found, todo = append(found, contents{v, items}), append(todo, items...)
		case starlark.Tuple:
			todo = append(todo, v...)
		case *starlarkstruct.Struct:
			for i := range v.Len() {
				_, x := v.AttrAt(i)
				todo = append(todo, x)
			}
		case *starlark.Builtin:
			if v.Receiver() != nil {
				todo = append(todo, v.Receiver())
			}
		case *starlark.Function:
			for i := range v.NumParams() {
				if x := v.ParamDefault(i); x != nil {
					todo = append(todo, x)
				}
			}
			for i := range v.NumFreeVars() {
				if _, x := v.FreeVar(i); x != nil {
					todo = append(todo, x)
				}
			}
			if !modules[v.Module()] {
				modules[v.Module()] = true
				todo = slices.AppendSeq(todo, maps.Values(v.Globals()))
			}
		}
	}
	return found, true
}
