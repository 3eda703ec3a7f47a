package star

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"cardroom/engine/diag"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// Value carries engine data of type T through scripts: a step, a ranking, stakes. Scripts see only its type name, its text and
// its attributes. It is always frozen: its maker must not change the data once a script has seen it. Two Values are equal, and
// have the same hash, only if they are the same Value.
type Value[T any] struct {
	typ   string
	data  T
	pos   diag.Pos
	attrs starlark.StringDict
	id    uint32
}

var (
	_ starlark.HasAttrs = (*Value[int])(nil)
	_ opaque            = (*Value[int])(nil)
)

// opaque is implemented by Values of all types.
type opaque interface {
	starlark.Value
	wrapped() (data any, pos diag.Pos)
}

// lastID numbers Values for Hash. Unlike an address, a number is the same in each run of a program that makes its Values in the
// same order.
var lastID atomic.Uint32

// Wrap makes a script value from Go data. typ is the type name for scripts and messages, as in Param.Type; pos is the call that
// made it.
func Wrap[T any](typ string, data T, pos diag.Pos) *Value[T] {
	return &Value[T]{typ: typ, data: data, pos: pos, id: lastID.Add(1)}
}

// WithAttrs returns a Value with the same data and fields that scripts can read. It freezes the attributes.
func (v *Value[T]) WithAttrs(attrs starlark.StringDict) *Value[T] {
	attrs.Freeze()
	w := *v
	w.attrs, w.id = attrs, lastID.Add(1)
	return &w
}

func (v *Value[T]) Data() T { return v.data }

func (v *Value[T]) wrapped() (any, diag.Pos) { return v.data, v.pos }

// String returns "<step>", or "<step deal 4>" if the data has a String method.
func (v *Value[T]) String() string {
	if s, ok := any(v.data).(fmt.Stringer); ok {
		return "<" + v.typ + " " + s.String() + ">"
	}
	return "<" + v.typ + ">"
}

func (v *Value[T]) Type() string { return v.typ }

// Freeze does nothing: a Value is always frozen.
func (v *Value[T]) Freeze()              {}
func (v *Value[T]) Truth() starlark.Bool { return true }

// Hash returns a hash of the Value's identity.
func (v *Value[T]) Hash() (uint32, error)                    { return v.id * 2654435761, nil }
func (v *Value[T]) Attr(name string) (starlark.Value, error) { return v.attrs[name], nil }
func (v *Value[T]) AttrNames() []string                      { return slices.Clip(v.attrs.Keys()) }

// Live is part of values that Go changes while scripts look at them: there is nothing to freeze, and no hash.
type Live struct{}

func (Live) Freeze()              {}
func (Live) Truth() starlark.Bool { return true }

func (Live) Hash() (uint32, error) {
	return 0, errors.New("this cannot be hashed: only plain data can, such as numbers, strings and tuples of them")
}

// As returns the T in a script value, and whether there is one.
func As[T any](v starlark.Value) (T, bool) {
	if w, ok := v.(*Value[T]); ok {
		return w.data, true
	}
	var zero T
	return zero, false
}

// PosOf returns the position of the call that made a script value; ok is false for values of Starlark itself.
func PosOf(v starlark.Value) (pos diag.Pos, ok bool) {
	if w, is := v.(opaque); is {
		_, pos = w.wrapped()
		return pos, true
	}
	return diag.Pos{}, false
}

// Unwrap returns the T in an argument. It returns the zero T for None and for an absent optional argument. The call itself
// reports an argument of another type after Builtin.Fn returns (see Call).
func Unwrap[T any](c *Call, param string) T {
	return unwrapOne[T](c, param, c.Value(param))
}

// UnwrapList returns the Ts in an argument that is a list or tuple of them, or in the rest parameter.
func UnwrapList[T any](c *Call, param string) []T {
	list := c.List(param)
	out := make([]T, 0, len(list))
	for _, v := range list {
		out = append(out, unwrapOne[T](c, param, v))
	}
	return out
}

func unwrapOne[T any](c *Call, param string, v starlark.Value) T {
	data, ok := As[T](v)
	if !ok && v != nil && v != starlark.None {
		c.Fail(c.wrongType(param, v))
	}
	return data
}

// StructWord is the builtin that makes values with named fields.
var StructWord = &Builtin{
	Name:    "struct",
	Group:   "table",
	Doc:     "A value with named fields, for example the memory of a table rule.",
	Returns: "struct",
	Example: `memory = struct(holder = None, streak = 0)
`,
	Params: []Param{{Name: "fields", Type: "any", KwRest: true, Doc: "name = value"}},
	Fn: func(c *Call) (starlark.Value, error) {
		return starlarkstruct.FromKeywords(starlarkstruct.Default, c.keywords()), nil
	},
}
