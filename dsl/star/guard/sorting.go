package guard

import (
	"fmt"
	"math/bits"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// boundedSorted implements sorted. It does its own comparisons, because their cost depends on the items.
func boundedSorted(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var from starlark.Iterable
	var key starlark.Callable
	var reverse bool
	if err := starlark.UnpackArgs("sorted", args, kwargs, "iterable", &from, "key?", &key, "reverse?", &reverse); err != nil {
		return nil, err
	}
	n := max(0, starlark.Len(from))
	if n > maxItems {
		return nil, fmt.Errorf("sorted: %w", tooBig("the result", maxItems, "items"))
	}
	if err := Spend(thread, n*(2+bits.Len(uint(n)))/2); err != nil {
		return nil, fmt.Errorf("sorted: %w", err)
	}
	if err := TakeBytes(thread, 4*ItemBytes*n); err != nil {
		return nil, fmt.Errorf("sorted: %w", err)
	}
	list := make([]sortItem, 0, n)
	for v := range starlark.Elements(from) {
		list = append(list, sortItem{v, v})
	}
	if key != nil {
		for i := range list {
			k, err := starlark.Call(thread, key, starlark.Tuple{list[i].value}, nil)
			if err != nil {
				return nil, err // unwrapped: it has the call stack to its position
			}
			list[i].key = k
		}
	}
	s := sorter{thread: thread, op: syntax.LT}
	if reverse {
		s.op = syntax.GT
	}
	s.sort(list, make([]sortItem, len(list)))
	if s.err != nil {
		return nil, s.err
	}
	out := make([]starlark.Value, len(list))
	for i := range list {
		out[i] = list[i].value
	}
	return starlark.NewList(out), nil
}

type sortItem struct{ key, value starlark.Value }

// sorter is a merge sort, so that equal items keep their order.
type sorter struct {
	thread *starlark.Thread
	op     syntax.Token
	err    error // the first error
}

// before reports whether x must come before y, even if it comes after y now.
func (s *sorter) before(x, y starlark.Value) bool {
	if s.err != nil {
		return false
	}
	ok, err := compare(s.thread, s.op, x, y)
	if err == nil {
		err = BudgetOf(s.thread).afford(s.thread)
	}
	s.err = err
	return ok
}

func (s *sorter) sort(list, space []sortItem) {
	if len(list) < 2 || s.err != nil {
		return
	}
	half := len(list) / 2
	s.sort(list[:half], space[:half])
	s.sort(list[half:], space[half:])
	if !s.before(list[half].key, list[half-1].key) {
		return // already in order
	}
	copy(space, list)
	left, right := space[:half], space[half:]
	for i := range list {
		if len(left) == 0 || len(right) > 0 && s.before(right[0].key, left[0].key) {
			list[i], right = right[0], right[1:]
			continue
		}
		list[i], left = left[0], left[1:]
	}
}

// boundedExtreme implements min or max.
func boundedExtreme(op syntax.Token) BuiltinFunc {
	return func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if len(args) == 0 {
			return nil, fmt.Errorf("%s requires at least one positional argument", b.Name())
		}
		var from starlark.Value = args
		if len(args) == 1 {
			from = args[0]
		}
		if kwargs == nil {
			if n := extremeInt(op, from); n != nil {
				Charge(thread, ItemsPerStep*starlark.Len(from))
				return n, nil
			}
		}
		var key starlark.Callable
		if err := starlark.UnpackArgs(b.Name(), nil, kwargs, "key?", &key); err != nil {
			return nil, err
		}
		list, ok := from.(starlark.Iterable)
		if !ok {
			return nil, fmt.Errorf("%s: %s value is not iterable", b.Name(), from.Type())
		}
		if n := starlark.Len(list); n > maxItems {
			return nil, fmt.Errorf("%s: %w", b.Name(), tooBig("the list", maxItems, "items"))
		}
		return extreme(thread, b.Name(), op, list, key)
	}
}

const fewInts = 32

// extremeInt is extreme for a few ints that are not large, nil for anything else.
func extremeInt(op syntax.Token, from starlark.Value) (best starlark.Value) {
	list, ok := from.(starlark.Indexable)
	if !ok || list.Len() > fewInts {
		return nil
	}
	most := int64(0)
	for i := range list.Len() {
		v := list.Index(i)
		n, ok := v.(starlark.Int)
		if !ok {
			return nil
		}
		k, ok := n.Int64()
		if !ok {
			return nil
		}
		if best == nil || (op == syntax.GT) == (k > most) && k != most {
			best, most = v, k
		}
	}
	return best
}

func extreme(thread *starlark.Thread, name string, op syntax.Token, list starlark.Iterable, key starlark.Callable) (starlark.Value, error) {
	var best, bestKey starlark.Value
	b := BudgetOf(thread)
	for x := range starlark.Elements(list) {
		k := x
		if key != nil {
			var err error
			if k, err = starlark.Call(thread, key, starlark.Tuple{x}, nil); err != nil {
				return nil, err // unwrapped: it has the call stack to its position
			}
		}
		if best != nil {
			Charge(thread, ItemsPerStep)
			if err := b.afford(thread); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			better, err := compare(thread, op, k, bestKey)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if !better {
				continue
			}
		}
		best, bestKey = x, k
	}
	if best == nil {
		return nil, fmt.Errorf("%s: argument is an empty sequence", name)
	}
	return best, nil
}
