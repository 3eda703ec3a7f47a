package guard

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// fetch returns (x, i, x[i]) for an assignment that changes x[i].
func fetch(thread *starlark.Thread, x, i starlark.Value) (starlark.Value, error) {
	v, err := index(thread, x, i)
	return starlark.Tuple{x, i, v}, err
}

// inPlace returns the operation x[i] op= y on the result of fetch.
func inPlace(op syntax.Token) func(thread *starlark.Thread, at, y starlark.Value) (starlark.Value, error) {
	does := operator(op)
	return func(thread *starlark.Thread, at, y starlark.Value) (starlark.Value, error) {
		place := at.(starlark.Tuple)
		v, changed, err := changeInPlace(thread, op, place[2], y)
		if err == nil && !changed {
			v, err = does(thread, place[2], y)
		}
		if err != nil {
			return nil, err
		}
		return starlark.None, setIndex(thread, place[0], place[1], v)
	}
}

// operator returns an operator with its limits.
func operator(op syntax.Token) func(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
	switch op {
	case syntax.PLUS:
		return plus
	case syntax.STAR:
		return times
	case syntax.PERCENT:
		return remainder
	case syntax.LTLT:
		return shift
	}
	return arithmetic(op)
}

// changeInPlace extends a list or updates a dict in place.
func changeInPlace(thread *starlark.Thread, op syntax.Token, x, y starlark.Value) (_ starlark.Value, changed bool, err error) {
	switch x := x.(type) {
	case *starlark.List:
		if y, ok := y.(starlark.Iterable); ok && op == syntax.PLUS {
			if err := boundExtend(thread, x, starlark.Tuple{y}, nil); err != nil {
				return nil, true, err
			}
			extend, err := x.Attr("extend")
			if err == nil {
				_, err = extend.(*starlark.Builtin).CallInternal(thread, starlark.Tuple{y}, nil)
			}
			return x, true, err
		}
	case *starlark.Dict:
		if y, ok := y.(*starlark.Dict); ok && op == syntax.PIPE {
			return x, true, putAll(thread, x, y)
		}
	}
	return x, false, nil
}

// unionInPlace performs the part of x |= y that changes a dict in place; the operator that follows then adds nothing new. It
// returns the right operand of that operator.
func unionInPlace(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
	switch x := x.(type) {
	case *starlark.Dict:
		if y, ok := y.(*starlark.Dict); ok {
			return new(starlark.Dict), putAll(thread, x, y)
		}
	case *starlark.Set:
		if y, ok := y.(*starlark.Set); ok {
			// computing the union charges for it
			_, err := combineSets(thread, syntax.PIPE, x, y)
			return y, err
		}
	}
	return y, nil
}

// index returns x[y].
func index(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
	if d, ok := x.(*starlark.Dict); ok {
		v, found, err := get(thread, d, y)
		if err == nil && !found {
			err = fmt.Errorf("key %s not in %s", ShortText(y), x.Type())
		}
		return v, err
	}
	switch x := x.(type) {
	case starlark.Mapping:
		z, found, err := x.Get(y)
		if err == nil && !found {
			err = fmt.Errorf("key %s not in %s", ShortText(y), x.Type())
		}
		return z, err
	case starlark.Indexable:
		i, err := position(x, y, x.Type())
		if err != nil {
			return nil, err
		}
		return x.Index(i), nil
	}
	return nil, fmt.Errorf("unhandled index operation %s[%s]", x.Type(), y.Type())
}

// position returns the index in x that y denotes.
func position(x starlark.Indexable, y starlark.Value, what string) (int, error) {
	i, err := starlark.AsInt32(y)
	if err != nil {
		return 0, fmt.Errorf("%s index: %s", what, err)
	}
	n, asked := x.Len(), i
	if i < 0 {
		i += n
	}
	switch {
	case 0 <= i && i < n:
		return i, nil
	case n == 0:
		return 0, fmt.Errorf("index %d out of range: empty %s", asked, what)
	}
	return 0, fmt.Errorf("%s index %d out of range [%d:%d]", what, asked, -n, n-1)
}

// setIndex sets x[y] = z.
func setIndex(thread *starlark.Thread, x, y, z starlark.Value) error {
	switch x := x.(type) {
	case *starlark.Dict:
		return put(thread, x, y, z)
	case starlark.HasSetKey:
		return x.SetKey(y, z)
	case starlark.HasSetIndex:
		i, err := starlark.AsInt32(y)
		if err != nil {
			return err
		}
		if i, err = position(x, starlark.MakeInt(i), x.Type()); err != nil {
			return err
		}
		return x.SetIndex(i, z)
	}
	return fmt.Errorf("%s value does not support item assignment", x.Type())
}

// target wraps x where x[i] is one of several targets of an assignment, or the variable of a loop.
type target struct {
	starlark.Value
	thread *starlark.Thread
}

var _ starlark.HasSetKey = target{}

// Get implements starlark.Mapping.
func (t target) Get(i starlark.Value) (v starlark.Value, found bool, err error) {
	v, err = index(t.thread, t.Value, i)
	return v, err == nil, err
}

// SetKey sets x[i] = v.
func (t target) SetKey(i, v starlark.Value) error { return setIndex(t.thread, t.Value, i, v) }

// hashable returns a key of a dict display after charging for its hash.
func hashable(thread *starlark.Thread, key starlark.Value) (starlark.Value, error) {
	return key, hashing(thread, key)
}

// slice returns x[lo:hi:step].
func slice(thread *starlark.Thread, x, lo, hi, step starlark.Value) (starlark.Value, error) {
	s, ok := x.(starlark.Sliceable)
	if !ok {
		return nil, fmt.Errorf("invalid slice operand %s", x.Type())
	}
	by := 1
	if step != starlark.None {
		var err error
		if by, err = starlark.AsInt32(step); err != nil {
			return nil, fmt.Errorf("invalid slice step: %s", err)
		}
		if by == 0 {
			return nil, fmt.Errorf("zero is not a valid slice step")
		}
	}
	from, to, err := bounds(lo, hi, s.Len(), by)
	if err != nil {
		return nil, err
	}
	if _, text := x.(starlark.String); !text || by != 1 {
		n := max(0, to-from)
		if by < 0 {
			n = max(0, from-to)
		}
		if err := makingItems(thread, n); err != nil {
			return nil, err
		}
		if by != 1 && !text { // item by item, into a list that grows
			if err := makingItems(thread, stridedItems*(n/max(by, -by))); err != nil {
				return nil, err
			}
		}
	}
	return s.Slice(from, to, by), nil
}

// stridedItems is the number of items that can be copied in the time in which an item of a slice with a step can, and the memory that
// the lists that were too short take by then.
const stridedItems = 4

// bounds returns the start and end of a slice.
func bounds(lo, hi starlark.Value, n, step int) (from, to int, err error) {
	least, most := 0, n
	if step < 0 {
		least, most = -1, n-1
	}
	from, to = least, most
	if step < 0 {
		from, to = most, least
	}
	if from, err = bound("start", lo, from, n, least, most); err != nil {
		return 0, 0, err
	}
	if to, err = bound("end", hi, to, n, least, most); err != nil {
		return 0, 0, err
	}
	if step > 0 {
		return from, max(from, to), nil
	}
	return max(from, to), to, nil
}

func bound(what string, v starlark.Value, otherwise, n, least, most int) (int, error) {
	if v == starlark.None {
		return otherwise, nil
	}
	i, ok := v.(starlark.Int)
	if !ok {
		return 0, fmt.Errorf("invalid %s index: got %s, want int", what, v.Type())
	}
	k, err := starlark.AsInt32(i)
	if err != nil {
		return 0, fmt.Errorf("invalid %s index: %s", what, err)
	}
	if k < 0 {
		k += n
	}
	return min(max(k, least), most), nil
}

// expand returns the operand of *args after charging for it.
func expand(thread *starlark.Thread, args starlark.Value) (starlark.Value, error) {
	n := itemsOf(args)
	if n > maxArguments {
		return nil, tooBig("the list of arguments", maxArguments, "items")
	}
	return args, makingItems(thread, 8*n)
}

// maxArguments limits the items of *args.
const maxArguments = 1 << 16

// maxKeywords limits the items of **kwargs: each is looked up among the parameters, and among the other keywords.
const maxKeywords = 1000

func expandKeywords(thread *starlark.Thread, kwargs starlark.Value) (starlark.Value, error) {
	n := max(0, starlark.Len(kwargs))
	if n > maxKeywords {
		return nil, tooBig("the list of keyword arguments", maxKeywords, "items")
	}
	return kwargs, Spend(thread, 4*n+n*n/16)
}
