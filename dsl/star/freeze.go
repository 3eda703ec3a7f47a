package star

import (
	"fmt"
	"slices"
	"sync"

	"cardroom/engine/diag"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// Limits of what freezing one module visits.
const (
	maxNodes   = 1 << 22
	maxNesting = 100_000
)

// freeze makes what a module defines, and what it handed to builtins, immutable.
//
// Starlark's own Freeze is recursive. It stops at a list or dict that is frozen already, but goes into a tuple or a
// function each time it meets it: x = (x, x), sixty times over, would take forever, and a function that refers to itself
// would end the process. So freeze walks the same way first, and refuses what would not end.
//
// The size is about what the values take, in bytes. A text or a tuple counts wherever it stands.
func freeze(values []starlark.Value, b *budget) (size uint64, err *diag.Error) {
	w := freezeWalk{seen: map[starlark.Value]bool{}, budget: b}
	for _, v := range values {
		if err := w.visit(v); err != nil {
			return 0, err
		}
	}
	for _, v := range values {
		v.Freeze()
	}
	return w.size, nil
}

// frozenTables are the frozen dicts and sets with crowded buckets, in which looking up a key takes time.
type frozenTables struct{ crowded sync.Map } // of table to *buckets

// find returns what is known of a frozen table: nil if nothing is crowded there.
func (f *frozenTables) find(t hashed) *buckets {
	if f == nil {
		return nil
	}
	b, _ := f.crowded.Load(t)
	found, _ := b.(*buckets)
	return found
}

// note looks at a table that is about to be frozen.
func (f *frozenTables) note(t hashed, known *buckets) {
	if f == nil || t.Len() <= fewEntries && known == nil {
		return
	}
	if known == nil || known.len != t.Len() {
		known = countBuckets(t, 1)
	}
	if known.most() > fewEntries {
		f.crowded.Store(t, known)
	}
}

// freezeWalk counts the visits of Freeze, in the same order. It holds what is still to be visited itself and not on
// the stack of Go: lists can be nested as deep as a script has steps.
type freezeWalk struct {
	nodes  int
	size   uint64
	budget *budget
	seen   map[starlark.Value]bool // what has a flag of its own: lists, dicts, sets, structs
	todo   []freezeNode
	path   []*starlark.Function // the functions being visited, outermost first
}

// freezeNode is a value to be visited, or the end of the visit of a function.
type freezeNode struct {
	value starlark.Value
	depth int
	end   bool
}

func (w *freezeWalk) visit(v starlark.Value) *diag.Error {
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
			return w.refuse()
		}
		w.expand(n.value, n.depth+1)
	}
	return nil
}

// refuse returns the error of a visit that takes too long: of functions that refer to themselves, if it is in many functions.
func (w *freezeWalk) refuse() *diag.Error {
	if len(w.path) < maxNesting/10 {
		return &diag.Error{Code: CodeSteps, Msg: "what the script defines is too large or nested too deeply"}
	}
	f := w.path[len(w.path)-1]
	return &diag.Error{
		Pos: PlanPos(f.Position()), Code: CodeEval, Msg: fmt.Sprintf("function %s refers to itself", f.Name()),
		Hint: "there is no recursion: loop over a list or a range",
	}
}

// expand adds the parts of a value to what is to be visited.
func (w *freezeWalk) expand(v starlark.Value, depth int) {
	w.size += itemBytes
	switch v := v.(type) {
	case starlark.Tuple:
		w.size += itemBytes
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
			w.size += 2 * itemBytes
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
		for x := range v.Elements() {
			out = append(out, x)
		}
	case *starlark.Dict:
		for k, x := range v.Entries() {
			out = append(out, k, x)
		}
	case *starlark.Set:
		for x := range v.Elements() {
			out = append(out, x)
		}
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
	w.size += uint64(len(values)) * itemBytes
	for _, v := range slices.Backward(values) {
		switch v := v.(type) {
		case starlark.String:
			w.nodes++
			w.size += uint64(len(v)) + itemBytes
		case starlark.Int, starlark.Bool, starlark.NoneType, starlark.Float:
			w.nodes++
		default:
			w.todo = append(w.todo, freezeNode{value: v, depth: depth})
		}
	}
}
