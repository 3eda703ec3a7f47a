package guard

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Dicts and sets are made and changed entry by entry, with put and add, which charge for each entry.

// putAll copies the entries of a dict into another, which may be the same.
func putAll(thread *starlark.Thread, d *starlark.Dict, from starlark.IterableMapping) error {
	if err := TakeBytes(thread, 4*ItemBytes*max(0, starlark.Len(from))); err != nil {
		return err
	}
	for _, item := range from.Items() {
		Charge(thread, ItemsPerStep/2)
		if err := put(thread, d, item[0], item[1]); err != nil {
			return err
		}
	}
	return nil
}

// addAll adds the items of an iterable to a set.
func addAll(thread *starlark.Thread, s *starlark.Set, from starlark.Iterable) error {
	b := BudgetOf(thread)
	for k := range starlark.Elements(from) {
		Charge(thread, ItemsPerStep/2)
		if err := b.afford(thread); err != nil {
			return err
		}
		if err := add(thread, s, k); err != nil {
			return err
		}
	}
	return nil
}

// combineSets implements the operators on sets.
func combineSets(thread *starlark.Thread, op syntax.Token, x *starlark.Set, y starlark.Iterable) (starlark.Value, error) {
	out, b := new(starlark.Set), BudgetOf(thread)
	if op != syntax.AMP {
		if err := addAll(thread, out, x); err != nil {
			return nil, err
		}
	}
	if op == syntax.PIPE {
		return out, addAll(thread, out, y)
	}
	for k := range starlark.Elements(y) {
		Charge(thread, ItemsPerStep)
		if err := b.afford(thread); err != nil {
			return nil, err
		}
		if err := combine(thread, op, out, x, k); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// combine performs one step of x & y, x - y or x ^ y, for an item k of y.
func combine(thread *starlark.Thread, op syntax.Token, out, x *starlark.Set, k starlark.Value) error {
	if op == syntax.AMP {
		found, err := has(thread, x, k)
		if err != nil || !found {
			return err
		}
		return add(thread, out, k)
	}
	found := false
	err := take(thread, out, k, func() (err error) {
		found, err = out.Delete(k)
		return err
	})
	if err == nil && !found && op == syntax.CIRCUMFLEX {
		return add(thread, out, k)
	}
	return err
}

// makeDict returns the dict of a dict display: keys and values in turn.
func makeDict(thread *starlark.Thread, items starlark.Value) (starlark.Value, error) {
	list := items.(*starlark.List)
	d := new(starlark.Dict)
	for i := 0; i+1 < list.Len(); i += 2 {
		if err := put(thread, d, list.Index(i), list.Index(i+1)); err != nil {
			return nil, err
		}
		if d.Len() == i/2 {
			return nil, fmt.Errorf("duplicate key: %s", ShortText(list.Index(i)))
		}
	}
	return d, nil
}

// comprehendDict returns the dict of a comprehension, from a list of keys and values.
func comprehendDict(thread *starlark.Thread, items starlark.Value) (starlark.Value, error) {
	d, b := new(starlark.Dict), BudgetOf(thread)
	for pair := range items.(*starlark.List).Elements() {
		Charge(thread, ItemsPerStep)
		if err := b.afford(thread); err != nil {
			return nil, err
		}
		pair := pair.(starlark.Tuple)
		if err := put(thread, d, pair[0], pair[1]); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// boundedDict implements dict.
func boundedDict(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) > 1 {
		return nil, fmt.Errorf("dict: got %d arguments, want at most 1", len(args))
	}
	d := new(starlark.Dict)
	if err := updateDict(thread, d, args, kwargs); err != nil {
		return nil, fmt.Errorf("dict: %w", err)
	}
	return d, nil
}

// updateDict adds the arguments of dict or update to a dict.
func updateDict(thread *starlark.Thread, d *starlark.Dict, args starlark.Tuple, kwargs []starlark.Tuple) error {
	if len(args) == 1 {
		if err := updateFrom(thread, d, args[0]); err != nil {
			return err
		}
	}
	seen := map[starlark.Value]bool{}
	for _, kw := range kwargs {
		if seen[kw[0]] {
			return fmt.Errorf("duplicate keyword arg: %s", ShortText(kw[0]))
		}
		seen[kw[0]] = true
		if err := put(thread, d, kw[0], kw[1]); err != nil {
			return err
		}
	}
	return nil
}

func updateFrom(thread *starlark.Thread, d *starlark.Dict, from starlark.Value) error {
	if m, ok := from.(starlark.IterableMapping); ok {
		return putAll(thread, d, m)
	}
	list, ok := from.(starlark.Iterable)
	if !ok {
		return fmt.Errorf("got %s, want iterable", from.Type())
	}
	i, b := 0, BudgetOf(thread)
	for pair := range starlark.Elements(list) {
		Charge(thread, ItemsPerStep)
		if err := b.afford(thread); err != nil {
			return err
		}
		k, v, err := pairOf(pair, i)
		if err != nil {
			return err
		}
		if err := put(thread, d, k, v); err != nil {
			return err
		}
		i++
	}
	return nil
}

// pairOf splits element i of the argument of dict into key and value.
func pairOf(pair starlark.Value, i int) (k, v starlark.Value, err error) {
	it := starlark.Iterate(pair)
	if it == nil {
		return nil, nil, fmt.Errorf("dictionary update sequence element #%d is not iterable (%s)", i, pair.Type())
	}
	defer it.Done()
	switch n := starlark.Len(pair); {
	case n < 0:
		return nil, nil, fmt.Errorf("dictionary update sequence element #%d has unknown length (%s)", i, pair.Type())
	case n != 2:
		return nil, nil, fmt.Errorf("dictionary update sequence element #%d has length %d, want 2", i, n)
	}
	it.Next(&k)
	it.Next(&v)
	return k, v, nil
}

// boundedSet implements set.
func boundedSet(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var from starlark.Iterable
	if err := starlark.UnpackPositionalArgs("set", args, kwargs, 0, &from); err != nil {
		return nil, err
	}
	s := new(starlark.Set)
	if from == nil {
		return s, nil
	}
	if err := addAll(thread, s, from); err != nil {
		return nil, fmt.Errorf("%s: %w", b.Name(), err)
	}
	return s, nil
}
