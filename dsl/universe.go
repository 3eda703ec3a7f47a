package dsl

import (
	"fmt"

	"go.starlark.net/starlark"
)

// limitedUniverse holds the functions of Starlark that can do unbounded work in one step, each with a limit in front.
// Scripts see no other difference. All other functions of Starlark do work in proportion to their arguments.
func limitedUniverse() starlark.StringDict {
	env := starlark.StringDict{}
	limit := func(name string, guard guard) {
		original := starlark.Universe[name].(*starlark.Builtin)
		env[name] = starlark.NewBuiltin(name, guarded(original, guard))
	}
	for _, name := range []string{"all", "any", "bytes", "dict", "enumerate", "list", "max", "min", "reversed", "set", "sorted", "tuple"} {
		limit(name, boundItems)
	}
	for _, name := range []string{"fail", "print", "repr", "str"} {
		limit(name, boundText)
	}
	limit("zip", boundZip)
	limit("int", boundDigits)
	env["range"] = starlark.NewBuiltin("range", boundedRange)
	env["getattr"] = starlark.NewBuiltin("getattr", boundedGetattr)
	return env
}

// guard looks at the arguments of a call before it is made.
type guard func(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) error

type builtinFunc = func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error)

func guarded(original *starlark.Builtin, guard guard) builtinFunc {
	return func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if err := guard(thread, args, kwargs); err != nil {
			return nil, fmt.Errorf("%s: %w", b.Name(), err)
		}
		// Not starlark.Call: a frame more would only blur the stack of errors.
		return original.CallInternal(thread, args, kwargs)
	}
}

func boundItems(thread *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) error {
	for _, x := range args {
		n := starlark.Len(x)
		if n > maxItems {
			return tooBig("the result", maxItems, "items")
		}
		charge(thread, n)
	}
	return nil
}

// boundZip knows that zip makes a tuple of all arguments for each item of the shortest.
func boundZip(thread *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) error {
	shortest := maxItems
	for _, x := range args {
		if n := starlark.Len(x); n >= 0 {
			shortest = min(shortest, n)
		}
	}
	if n := len(args); n > 0 && shortest > maxItems/n {
		return tooBig("the result", maxItems, "items")
	}
	charge(thread, len(args)*shortest)
	return nil
}

func boundText(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) error {
	separator := 0
	for _, kw := range kwargs {
		if sep, ok := kw[1].(starlark.String); ok {
			separator = len(sep)
		}
	}
	size := len(args) * separator
	for _, x := range args {
		if size += textSize(x, maxText); size > maxText {
			return tooBig("the text", maxText, "bytes")
		}
	}
	charge(thread, size)
	return nil
}

// boundDigits keeps int from reading numbers in quadratic time.
func boundDigits(_ *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) error {
	if len(args) > 0 {
		if s, ok := args[0].(starlark.String); ok && len(s) > maxBits/3 {
			return tooBig("the number", maxBits/3, "digits")
		}
	}
	return nil
}

func boundedRange(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	v, err := starlark.Universe["range"].(*starlark.Builtin).CallInternal(thread, args, kwargs)
	if err == nil && starlark.Len(v) > maxItems {
		return nil, tooBig("range: the result", maxItems, "items")
	}
	return v, err
}

// boundedGetattr is getattr whose methods have limits.
func boundedGetattr(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	v, err := starlark.Universe["getattr"].(*starlark.Builtin).CallInternal(thread, args, kwargs)
	if err != nil || len(args) == 0 {
		return v, err
	}
	return boundMethod(args[0], v), nil
}

// growing names the methods of Starlark's values whose result can be much larger than the value, and so need limits.
var growing = map[string]methodGuard{
	"codepoint_ords": onString(boundSplit),
	"codepoints":     onString(boundSplit),
	"elem_ords":      onString(boundSplit),
	"elems":          onString(boundSplit),
	"extend":         boundExtend,
	"format":         onString(boundFormat),
	"join":           onString(boundJoin),
	"replace":        onString(boundReplace),
	"rsplit":         onString(boundSplit),
	"split":          onString(boundSplit),
	"splitlines":     onString(boundSplit),
}

// methodGuard looks at the receiver and the arguments of a method before it is called.
type methodGuard func(thread *starlark.Thread, x starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) error

func onString(g func(thread *starlark.Thread, s starlark.String, args starlark.Tuple, kwargs []starlark.Tuple) error) methodGuard {
	return func(thread *starlark.Thread, x starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) error {
		if s, ok := x.(starlark.String); ok {
			return g(thread, s, args, kwargs)
		}
		return nil
	}
}

// growingMethod is x.name for the names of growing. Scripts reach it because the loader rewrites x.join to a call of it.
func growingMethod(x starlark.Value, name string) (starlark.Value, error) {
	if x, ok := x.(starlark.HasAttrs); ok {
		v, err := x.Attr(name)
		if _, unknown := err.(starlark.NoSuchAttrError); err != nil && !unknown {
			return nil, err
		}
		if err == nil && v != nil {
			return boundMethod(x, v), nil
		}
	}
	return nil, fmt.Errorf("%s has no .%s field or method", x.Type(), name)
}

// boundMethod puts the limit in front of a method of x; other attributes stay as they are.
func boundMethod(x, method starlark.Value) starlark.Value {
	original, ok := method.(*starlark.Builtin)
	if !ok || original.Receiver() == nil {
		return method
	}
	bound := growing[original.Name()]
	if bound == nil {
		return method
	}
	return starlark.NewBuiltin(original.Name(), guarded(original, func(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) error {
		return bound(thread, x, args, kwargs)
	})).BindReceiver(x)
}

// boundExtend keeps a list from doubling again and again.
func boundExtend(thread *starlark.Thread, x starlark.Value, args starlark.Tuple, _ []starlark.Tuple) error {
	if list, ok := x.(*starlark.List); ok && len(args) > 0 {
		return boundSum(thread, list, args[0])
	}
	return nil
}

func boundSplit(thread *starlark.Thread, s starlark.String, _ starlark.Tuple, _ []starlark.Tuple) error {
	if len(s) > maxText {
		return tooBig("the result", maxText, "items")
	}
	charge(thread, len(s))
	return nil
}

// boundFormat takes every field of the format to print all arguments.
func boundFormat(thread *starlark.Thread, s starlark.String, args starlark.Tuple, kwargs []starlark.Tuple) error {
	fields := 0
	for _, c := range []byte(s) {
		if c == '{' {
			fields++
		}
	}
	size := textSize(args, maxText)
	for _, kw := range kwargs {
		size += textSize(kw[1], maxText)
	}
	if size > 0 && fields > maxText/size {
		return tooBig("the text", maxText, "bytes")
	}
	charge(thread, fields*size)
	return nil
}

func boundJoin(thread *starlark.Thread, s starlark.String, args starlark.Tuple, _ []starlark.Tuple) error {
	if len(args) == 0 {
		return nil
	}
	items, ok := args[0].(starlark.Iterable)
	if !ok {
		return nil
	}
	size := 0
	for v := range starlark.Elements(items) {
		size += len(s) + 1
		if item, ok := v.(starlark.String); ok {
			size += len(item)
		}
		if size > maxText {
			return tooBig("the text", maxText, "bytes")
		}
	}
	charge(thread, size)
	return nil
}

// boundReplace takes each byte to be replaced; a count makes it fewer.
func boundReplace(thread *starlark.Thread, s starlark.String, args starlark.Tuple, _ []starlark.Tuple) error {
	if len(args) < 2 {
		return nil
	}
	from, ok1 := args[0].(starlark.String)
	to, ok2 := args[1].(starlark.String)
	if !ok1 || !ok2 {
		return nil
	}
	places := len(s)/max(1, len(from)) + 1
	if len(s) > maxText || len(to) > 0 && places > maxText/len(to) {
		return tooBig("the text", maxText, "bytes")
	}
	charge(thread, len(s)+places*len(to))
	return nil
}
