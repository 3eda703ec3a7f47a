package guard

import (
	"fmt"
	"slices"
	"sync"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// Limits of what freezing one module visits.
const (
	maxNodes   = 1 << 22
	maxNesting = 100_000
)

// Freeze makes the globals of a module, and what it passed to builtins, immutable.
//
// Starlark's own Freeze is recursive. It stops at a list or dict that is already frozen, but enters a tuple or a function each
// time it meets it: x = (x, x), sixty times over, would take forever, and a function that refers to itself would crash the
// process. So freeze first walks the values in the same order, and returns an error if the walk would not end.
//
// The size is the approximate size of the values in bytes. A text or a tuple counts each time it occurs.
func Freeze(values []starlark.Value, b *Budget) (size uint64, err error) {
	w := freezeWalk{seen: map[starlark.Value]bool{}, budget: b}
	for _, v := range values {
		w.todo = append(w.todo, freezeNode{value: v})
		for len(w.todo) > 0 {
			last := len(w.todo) - 1
			n := w.todo[last]
			w.todo = w.todo[:last]
			if n.end {
				w.path = w.path[:len(w.path)-1]
				continue
			}
			if w.nodes++; w.nodes > maxNodes || n.depth > maxNesting {
				// inside many functions, they refer to themselves
				if len(w.path) < maxNesting/10 {
					return 0, &LimitError{"what the script defines is too large or nested too deeply"}
				}
				f := w.path[len(w.path)-1]
				return 0, &Endless{f}
			}
			w.expand(n.value, n.depth+1)
		}
	}
	for _, v := range values {
		v.Freeze()
	}
	return w.size, nil
}

// Endless is the error of a function that refers to itself.
type Endless struct{ Function *starlark.Function }

func (e *Endless) Error() string {
	return fmt.Sprintf("function %s refers to itself", e.Function.Name())
}

// FrozenTables are the frozen dicts and sets with crowded buckets, in which lookups are slow.
type FrozenTables struct{ crowded sync.Map } // from table to *buckets

// find returns the bucket counts of a frozen table; nil if it has no crowded bucket.
func (f *FrozenTables) find(t hashed) *buckets {
	if f == nil {
		return nil
	}
	b, _ := f.crowded.Load(t)
	found, _ := b.(*buckets)
	return found
}

// note examines a table that is about to be frozen.
func (f *FrozenTables) note(t hashed, known *buckets) {
	if f == nil || t.Len() <= fewEntries && known == nil && (t.Len() < 2 || !anyParted(t)) {
		return
	}
	if known == nil || known.len != t.Len() {
		known = countBuckets(t, 1)
	}
	if known.crowded() {
		f.crowded.Store(t, known)
	}
}

// freezeWalk counts the visits of Freeze, in the same order. It keeps the pending values itself instead of on the Go stack: lists
// can be nested as deep as a script has steps.
type freezeWalk struct {
	nodes  int
	size   uint64
	budget *Budget
	seen   map[starlark.Value]bool // values with a frozen flag of their own: lists, dicts, sets, structs
	todo   []freezeNode
	path   []*starlark.Function // the functions being visited, outermost first
}

// freezeNode is a value to visit, or the end of the visit of a function.
type freezeNode struct {
	value starlark.Value
	depth int
	end   bool
}

// expand adds the parts of a value to the pending values.
func (w *freezeWalk) expand(v starlark.Value, depth int) {
	w.size += ItemBytes
	switch v := v.(type) {
	case starlark.Tuple:
		w.size += ItemBytes
		w.push(depth, v...)
	case *starlark.Function:
		w.expandFunction(v, depth)
	case *starlark.Builtin:
		if recv := v.Receiver(); recv != nil {
			w.push(depth, recv)
		}
	case *starlark.List, *starlark.Dict, *starlark.Set, *starlarkstruct.Struct:
		if !w.seen[v] {
			w.seen[v] = true
			w.size += 2 * ItemBytes
			if t, ok := asHashed(v); ok {
				w.size += uint64(t.Len()) * bucketBytes / 8
				w.budget.frozen.note(t, w.budget.tables[t])
			}
			w.push(depth, parts(v)...)
		}
	}
}

// parts returns the values inside a container, in the order of its Freeze.
func parts(v starlark.Value) []starlark.Value {
	var out []starlark.Value
	switch v := v.(type) {
	case *starlark.List:
		out = slices.AppendSeq(out, v.Elements())
	case *starlark.Dict:
		for k, x := range v.Entries() {
			out = append(out, k, x)
		}
	case *starlark.Set:
		out = slices.AppendSeq(out, v.Elements())
	case *starlarkstruct.Struct:
		for _, name := range v.AttrNames() {
			if x, err := v.Attr(name); err == nil {
				out = append(out, x)
			}
		}
	}
	return out
}

func (w *freezeWalk) expandFunction(f *starlark.Function, depth int) {
	w.path = append(w.path, f)
	w.todo = append(w.todo, freezeNode{end: true})
	var inside []starlark.Value
	for i := range f.NumParams() {
		if d := f.ParamDefault(i); d != nil {
			inside = append(inside, d)
		}
	}
	for i := range f.NumFreeVars() {
		if _, v := f.FreeVar(i); v != nil {
			inside = append(inside, v)
		}
	}
	w.push(depth, inside...)
}

// push adds values so that the first is visited first.
func (w *freezeWalk) push(depth int, values ...starlark.Value) {
	w.size += uint64(len(values)) * ItemBytes
	for _, v := range slices.Backward(values) {
		switch v := v.(type) {
		case starlark.String:
			w.nodes++
			w.size += uint64(len(v)) + ItemBytes
		case starlark.Int, starlark.Bool, starlark.NoneType, starlark.Float:
			w.nodes++
		default:
			w.todo = append(w.todo, freezeNode{value: v, depth: depth})
		}
	}
}
