package dsl

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
)

// typ is a parsed Param.Type: the alternatives that a value may satisfy.
type typ []alternative

type alternative struct {
	name string // of the value itself, or of each item
	list bool   // "list of name"
}

func parseType(s string) typ {
	var t typ
	for part := range strings.SplitSeq(s, " or ") {
		name, list := strings.CutPrefix(part, "list of ")
		if name == "" || strings.TrimSpace(name) != name || strings.HasPrefix(name, "list of ") {
			panic(fmt.Sprintf("cannot read type %q", s))
		}
		t = append(t, alternative{name, list})
	}
	return t
}

// mismatch says why v is not of type t: item is the index of the offending item of a list, -1 if it is v itself.
// The value blamed is nil if v fits.
func (t typ) mismatch(v starlark.Value) (blamed starlark.Value, item int) {
	blamed, item = v, -1
	for _, a := range t {
		if !a.list {
			if isNamed(v, a.name) {
				return nil, -1
			}
			continue
		}
		items, ok := items(v)
		if !ok {
			continue
		}
		i := slices.IndexFunc(items, func(x starlark.Value) bool { return !isNamed(x, a.name) })
		if i < 0 {
			return nil, -1
		}
		// A list was meant: the item at fault says more than "got list".
		blamed, item = items[i], i
	}
	return blamed, item
}

// isNamed reports whether v is of the type that a Param calls name.
func isNamed(v starlark.Value, name string) bool {
	switch name {
	case "any":
		return true
	case "None":
		return v == starlark.None
	case "number":
		return isNamed(v, "int") || isNamed(v, "float")
	case "function":
		_, ok := v.(starlark.Callable)
		return ok
	case "list":
		_, ok := items(v)
		return ok
	}
	return v.Type() == name
}

// items returns the elements of a list, a tuple or another finite sequence with an order (a range, say).
func items(v starlark.Value) ([]starlark.Value, bool) {
	switch v := v.(type) {
	case starlark.Tuple:
		return v, true
	case starlark.Indexable:
		if _, isText := v.(starlark.String); isText {
			return nil, false
		}
		if _, isText := v.(starlark.Bytes); isText {
			return nil, false
		}
		out := make([]starlark.Value, v.Len())
		for i := range out {
			out[i] = v.Index(i)
		}
		return out, true
	}
	return nil, false
}

// typeName is the type of a value in the words of messages.
func typeName(v starlark.Value) string {
	switch v.(type) {
	case starlark.NoneType:
		return "None"
	case starlark.Callable:
		return "function"
	}
	return v.Type()
}
