package star

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
)

// typ is a parsed Param.Type: the alternatives that a value may satisfy.
type typ []alternative

type alternative struct {
	name string // of the value itself, or of each item; "step/effect" is either
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

// mismatch describes why a value does not match a type.
type mismatch struct {
	value starlark.Value // the value that does not match; nil if all match
	item  int            // its index if it is a list item, else -1
	want  string         // the expected type of the item
}

// mismatch compares v with the type.
func (t typ) mismatch(v starlark.Value) mismatch {
	m := mismatch{value: v, item: -1}
	if v.Type() == "unknown" {
		return mismatch{}
	}
	for _, a := range t {
		if !a.list {
			if isNamed(v, a.name) {
				return mismatch{}
			}
			continue
		}
		items, ok := Items(v)
		if !ok {
			continue
		}
		i := slices.IndexFunc(items, func(x starlark.Value) bool { return !isNamed(x, a.name) })
		if i < 0 {
			return mismatch{}
		}
		// A list was meant: naming the bad item is more useful than "got list". Of several list types, the one that matches the
		// most items was meant.
		if i > m.item {
			m = mismatch{items[i], i, strings.ReplaceAll(a.name, "/", " or ")}
		} else if i == m.item {
			m.want += " or " + a.name
		}
	}
	return m
}

// isNamed reports whether v is of the type that a Param calls name.
func isNamed(v starlark.Value, name string) bool {
	if v.Type() == "unknown" {
		return true // see Unknown
	}
	if first, other, ok := strings.Cut(name, "/"); ok {
		return isNamed(v, first) || isNamed(v, other)
	}
	switch name {
	case "any":
		return true
	case "None":
		return v == starlark.None
	case "number":
		return isNamed(v, "int") || isNamed(v, "float")
	case "function":
		_, ok := v.(starlark.Callable)
		return ok || v.Type() == name
	case "list":
		_, ok := Items(v)
		return ok || v.Type() == name
	}
	return v.Type() == name
}

// Items returns the elements of a list, a tuple or another finite ordered sequence, such as a range.
func Items(v starlark.Value) ([]starlark.Value, bool) {
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

// TypeName returns the name of a value's type for messages.
func TypeName(v starlark.Value) string {
	switch v.(type) {
	case starlark.NoneType:
		return "None"
	case starlark.Callable:
		return "function"
	}
	return v.Type()
}
