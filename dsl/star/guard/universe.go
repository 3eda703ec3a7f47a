package guard

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Universe returns the Starlark functions that can do unbounded work in one step, each with a guard, or reimplemented if
// the work depends on nested values. Scripts see no other difference.
func Universe() starlark.StringDict {
	env := starlark.StringDict{}
	limit := func(guard guard, names ...string) {
		for _, name := range names {
			env[name] = starlark.NewBuiltin(name, guarded(starlark.Universe[name].(*starlark.Builtin), guard))
		}
	}
	limit(boundItems(1), "all", "any", "bytes", "list", "reversed", "tuple")
	limit(boundItems(5), "enumerate") // a pair for each item
	limit(boundText, "fail", "print", "repr", "str")
	limit(boundZip, "zip")
	limit(boundDigits, "int", "float")
	limit(boundLength, "hash", "dir", "ord")
	for name, f := range map[string]BuiltinFunc{
		"dict": boundedDict, "set": boundedSet, "sorted": boundedSorted,
		"min": boundedExtreme(syntax.LT), "max": boundedExtreme(syntax.GT),
		"range": boundedRange, "getattr": boundedGetattr,
	} {
		env[name] = starlark.NewBuiltin(name, f)
	}
	return env
}

// guard checks the arguments of a call before the call.
type guard func(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) error

type BuiltinFunc = func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error)

func guarded(original *starlark.Builtin, guard guard) BuiltinFunc {
	return func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if err := guard(thread, args, kwargs); err != nil {
			return nil, fmt.Errorf("%s: %w", b.Name(), err)
		}
		// Not starlark.Call: another frame would only clutter the stack of errors.
		return original.CallInternal(thread, args, kwargs)
	}
}

// boundItems guards a function that makes parts items for each item it is given.
func boundItems(parts int) guard {
	return func(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) error {
		for _, x := range args {
			if err := boundItem(thread, x, parts); err != nil {
				return err
			}
		}
		for _, kw := range kwargs {
			if err := boundItem(thread, kw[1], parts); err != nil {
				return err
			}
		}
		return nil
	}
}

func boundItem(thread *starlark.Thread, x starlark.Value, parts int) error {
	n := itemsOf(x)
	if n > maxItems {
		return tooBig("the result", maxItems, "items")
	}
	Charge(thread, n*(parts-1)/2) // making pairs takes longer than copying
	if starlark.Len(x) < 0 {
		Charge(thread, 4*n) // nor is memory reserved for all of them at once
	}
	return makingItems(thread, n*parts)
}

// itemsOf returns the maximum number of items that an iterable yields. Starlark does not report it for the parts of a text.
func itemsOf(x starlark.Value) int {
	if n := starlark.Len(x); n >= 0 {
		return n
	}
	if text, ok := x.(interface{ Len() int }); ok {
		return text.Len()
	}
	if _, ok := x.(starlark.Iterable); ok {
		return maxText
	}
	return 0
}

// boundLength guards a function that goes through its arguments.
func boundLength(thread *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) error {
	for _, x := range args {
		n := max(0, starlark.Len(x))
		if x, ok := x.(starlark.HasAttrs); ok && n == 0 {
			n = len(x.AttrNames())
		}
		if err := Spend(thread, n); err != nil {
			return err
		}
	}
	return nil
}

// boundZip charges for zip, which makes a tuple of all arguments for each item of the shortest.
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
	if len(args) == 0 {
		return nil
	}
	return makingItems(thread, (3+len(args))*shortest)
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
		if size += TextSize(x, maxText); size > maxText {
			return tooBig("the text", maxText, "bytes")
		}
	}
	return Spend(thread, size)
}

// exponentWork is the work of reading a float with an exponent or many digits, in items: up to 30 us.
const exponentWork = 2400

// boundDigits keeps int from parsing numbers in quadratic time.
func boundDigits(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) error {
	for _, x := range args {
		if s, ok := x.(starlark.String); ok && len(s) > MaxBits/3 {
			return tooBig("the number", MaxBits/3, "digits")
		}
		Charge(thread, max(0, starlark.Len(x)))
		if s, ok := x.(starlark.String); ok && (len(s) > 20 || strings.ContainsAny(string(s), "eEpP")) {
			Charge(thread, exponentWork)
		}
	}
	for _, kw := range kwargs {
		if err := boundDigits(thread, starlark.Tuple{kw[1]}, nil); err != nil {
			return err
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

// boundedGetattr implements getattr and returns limited methods.
func boundedGetattr(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	v, err := starlark.Universe["getattr"].(*starlark.Builtin).CallInternal(thread, args, kwargs)
	if err != nil || len(args) == 0 {
		return v, err
	}
	return boundMethod(args[0], v), nil
}

// boundMethod returns the limited version of a method of x; other attributes stay as they are.
func boundMethod(x, method starlark.Value) starlark.Value {
	original, ok := method.(*starlark.Builtin)
	if !ok || original.Receiver() == nil {
		return method
	}
	m := methodOf(x, original.Name())
	if m == nil {
		return method
	}
	return starlark.NewBuiltin(original.Name(), func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		v, err := m(thread, x, original, args, kwargs)
		return v, namedLimit(b.Name(), err)
	}).BindReceiver(x)
}

// namedLimit prefixes a limit error with the name of the method, as Starlark does with its own errors.
func namedLimit(name string, err error) error {
	if limit, ok := err.(*LimitError); ok {
		return fmt.Errorf("%s: %w", name, limit)
	}
	return err
}

// Nearest returns the name that was probably meant, "" if there is none. The host of the scripts sets it.
var Nearest = func(name string, names []string) string { return "" }

// attribute returns x.name for the names of limited methods.
func attribute(x starlark.Value, name string) (starlark.Value, error) {
	if x, ok := x.(starlark.HasAttrs); ok {
		v, err := x.Attr(name)
		if _, unknown := err.(starlark.NoSuchAttrError); err != nil && !unknown {
			return nil, err
		}
		if err == nil && v != nil {
			return boundMethod(x, v), nil
		}
	}
	text := fmt.Sprintf("%s has no .%s field or method", x.Type(), name)
	if x, ok := x.(starlark.HasAttrs); ok {
		if best := Nearest(name, x.AttrNames()); best != "" {
			text += " (did you mean ." + best + "?)"
		}
	}
	return nil, errors.New(text)
}

// callMethod implements x.name(…) for the names of limited methods.
func callMethod(name string) BuiltinFunc {
	return func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		x := args[0]
		m := methodOf(x, name)
		if m == nil { // a field of a struct, or one of our values
			f, err := attribute(x, name)
			if err != nil {
				return nil, err
			}
			args := args[1:]
			if b, ok := f.(*starlark.Builtin); ok {
				return b.CallInternal(thread, args, kwargs) // no additional frame: a builtin finds its position in the script by the frames
			}
			return starlark.Call(thread, f, args, kwargs)
		}
		v, err := x.(starlark.HasAttrs).Attr(name)
		if err != nil {
			return nil, err
		}
		v, err = m(thread, x, v.(*starlark.Builtin), args[1:], kwargs)
		return v, namedLimit(name, err)
	}
}
