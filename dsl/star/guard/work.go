package guard

import (
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"
)

// Starlark takes one step for x == y and for d[x], whatever x is: a number, or a million nested tuples. This file defines the
// costs of such operations. Every operator and function that looks into values charges here first, so that the steps of a script
// are proportional to its work. Shared parts are counted every time they are reached, because Starlark visits them every time.

// ItemsPerStep is the number of list items that can be copied, compared or looked up in the time of a step, about 50 ns.
const ItemsPerStep = 4

// BytesPerItem is the number of bytes of text that can be copied, compared or searched in the time of an item.
const BytesPerItem = 16

// maxKey limits the number of parts of a dict key or a set item.
const maxKey = 1 << 16

// Charge counts work inside one builtin as steps.
func Charge(thread *starlark.Thread, items int) {
	if items > 0 {
		thread.Steps += uint64(items) / ItemsPerStep
	}
}

// Spend is Charge for work that may be long: it returns an error before the work begins if there are not enough steps left.
func Spend(thread *starlark.Thread, items int) error {
	if items < 1<<10 {
		Charge(thread, items)
		return nil // the script's next step looks at the budget
	}
	Charge(thread, items)
	return BudgetOf(thread).afford(thread)
}

// spendBytes is Spend for work on a text.
func spendBytes(thread *starlark.Thread, bytes int) error { return Spend(thread, bytes/BytesPerItem) }

// hashing charges for looking up a key in a table.
func hashing(thread *starlark.Thread, key starlark.Value) error {
	switch key := key.(type) {
	case starlark.Int, starlark.Bool, starlark.NoneType:
		return nil
	case starlark.String:
		return spendBytes(thread, len(key))
	}
	n := keyWork(key)
	if n > maxKey {
		return tooBig("the key", maxKey, "parts, or is nested too deeply")
	}
	return Spend(thread, n)
}

// keyWork returns the work of hashing a key, in items; more than maxKey for a value that cannot be a key.
func keyWork(key starlark.Value) int {
	w := keyWalk{left: maxKey}
	w.add(key, 0)
	return maxKey - w.left
}

type keyWalk struct{ left int }

func (w *keyWalk) add(v starlark.Value, depth int) {
	switch v := v.(type) {
	case starlark.String:
		w.left -= len(v) / BytesPerItem
	case starlark.Bytes:
		w.left -= len(v) / BytesPerItem
	case starlark.Tuple:
		for i := 0; i < len(v) && w.enter(depth); i++ {
			w.add(v[i], depth+1)
		}
	case *starlarkstruct.Struct:
		for i := 0; i < v.Len() && w.enter(depth); i++ {
			_, x := v.AttrAt(i)
			w.add(x, depth+1)
		}
	}
}

// enter counts one part, and reports whether the walk continues.
func (w *keyWalk) enter(depth int) bool {
	w.left--
	if depth >= maxDepth {
		w.left = -1
	}
	return w.left >= 0
}

// comparing compares values as Starlark does, and charges for each pair it looks at.
type comparing struct {
	thread *starlark.Thread
	items  int // compared and not yet charged
}

// compare returns the result of operator op on x and y.
func compare(thread *starlark.Thread, op syntax.Token, x, y starlark.Value) (bool, error) {
	if _, ok := x.(starlark.Int); ok { // by far the most frequent case
		Charge(thread, numberWork(x, y))
		return starlark.Compare(op, x, y)
	}
	c := comparing{thread: thread}
	ok, err := c.compare(op, x, y, starlark.CompareLimit)
	Charge(thread, c.items)
	return ok, err
}

// Equal reports whether two values are equal, and charges the thread for the comparison.
func Equal(thread *starlark.Thread, x, y starlark.Value) (bool, error) {
	return compare(thread, syntax.EQL, x, y)
}

func (c *comparing) count(items int) error {
	if c.items += items; c.items < 1<<10 {
		return nil
	}
	n := c.items
	c.items = 0
	return Spend(c.thread, n)
}

func (c *comparing) compare(op syntax.Token, x, y starlark.Value, depth int) (bool, error) {
	switch op {
	case syntax.EQL:
		return c.equal(x, y, depth)
	case syntax.NEQ:
		ok, err := c.equal(x, y, depth)
		return !ok, err
	}
	switch x := x.(type) {
	case *starlark.List:
		if y, ok := y.(*starlark.List); ok && depth > 0 {
			return c.order(op, x, y, depth)
		}
	case starlark.Tuple:
		if y, ok := y.(starlark.Tuple); ok && depth > 0 {
			return c.order(op, x, y, depth)
		}
	case *starlark.Set:
		if y, ok := y.(*starlark.Set); ok {
			switch {
			case op == syntax.GE && x.Len() >= y.Len(), op == syntax.GT && x.Len() > y.Len():
				return c.contains(x, y)
			case op == syntax.LE && x.Len() <= y.Len(), op == syntax.LT && x.Len() < y.Len():
				return c.contains(y, x)
			}
			return false, nil
		}
	}
	if err := c.count(2 + textLen(x)/BytesPerItem + numberWork(x, y)); err != nil {
		return false, err
	}
	return starlark.CompareDepth(op, x, y, depth)
}

// mixedWork is the work of comparing an int with a float, in items: Starlark converts both to fractions, 0.3 us.
const mixedWork = 24

// numberWork returns the extra work of comparing two numbers over that of comparing two machine words.
func numberWork(x, y starlark.Value) int {
	switch x.(type) {
	case starlark.Int:
		if _, ok := y.(starlark.Float); ok {
			return mixedWork
		}
	case starlark.Float:
		if _, ok := y.(starlark.Int); ok {
			return mixedWork
		}
	}
	return 0
}

// textLen returns the length of a text, 0 for another value.
func textLen(v starlark.Value) int {
	switch v := v.(type) {
	case starlark.String:
		return len(v)
	case starlark.Bytes:
		return len(v)
	}
	return 0
}

// order compares two lists or tuples by the first items that differ.
func (c *comparing) order(op syntax.Token, x, y starlark.Indexable, depth int) (bool, error) {
	for i := 0; i < x.Len() && i < y.Len(); i++ {
		if eq, err := c.equal(x.Index(i), y.Index(i), depth-1); err != nil {
			return false, err
		} else if !eq {
			return c.compare(op, x.Index(i), y.Index(i), depth-1)
		}
	}
	return starlark.Compare(op, starlark.MakeInt(x.Len()), starlark.MakeInt(y.Len()))
}

func (c *comparing) equal(x, y starlark.Value, depth int) (bool, error) {
	if err := c.count(2); err != nil {
		return false, err
	}
	if depth < 1 {
		return starlark.EqualDepth(x, y, depth) // returns the error
	}
	switch x := x.(type) {
	case starlark.String:
		y, ok := y.(starlark.String)
		if !ok || len(x) != len(y) {
			return false, nil
		}
		return x == y, c.count(len(x) / BytesPerItem)
	case *starlark.List:
		if y, ok := y.(*starlark.List); ok {
			return c.equalItems(x, y, depth)
		}
	case starlark.Tuple:
		if y, ok := y.(starlark.Tuple); ok {
			return c.equalItems(x, y, depth)
		}
	case *starlark.Dict:
		if y, ok := y.(*starlark.Dict); ok {
			return c.equalDicts(x, y, depth)
		}
	case *starlark.Set:
		if y, ok := y.(*starlark.Set); ok {
			if x.Len() != y.Len() {
				return false, nil
			}
			return c.contains(y, x)
		}
	case *starlarkstruct.Struct:
		if y, ok := y.(*starlarkstruct.Struct); ok {
			return c.equalStructs(x, y, depth)
		}
	}
	if err := c.count(textLen(x)/BytesPerItem + numberWork(x, y)); err != nil {
		return false, err
	}
	return starlark.EqualDepth(x, y, depth)
}

func (c *comparing) equalItems(x, y starlark.Indexable, depth int) (bool, error) {
	if x.Len() != y.Len() {
		return false, nil
	}
	for i := range x.Len() {
		if eq, err := c.equal(x.Index(i), y.Index(i), depth-1); err != nil || !eq {
			return false, err
		}
	}
	return true, nil
}

func (c *comparing) equalDicts(x, y *starlark.Dict, depth int) (bool, error) {
	if x.Len() != y.Len() {
		return false, nil
	}
	for k, xv := range x.Entries() {
		yv, found, err := get(c.thread, y, k)
		if err != nil || !found {
			return false, err
		}
		if err := c.count(2); err != nil {
			return false, err
		}
		if eq, err := c.equal(xv, yv, depth-1); err != nil || !eq {
			return false, err
		}
	}
	return true, nil
}

// contains reports whether all items of y are in x.
func (c *comparing) contains(x, y *starlark.Set) (bool, error) {
	for k := range y.Elements() {
		if err := c.count(2); err != nil {
			return false, err
		}
		if found, err := has(c.thread, x, k); err != nil || !found {
			return false, err
		}
	}
	return true, nil
}

func (c *comparing) equalStructs(x, y *starlarkstruct.Struct, depth int) (bool, error) {
	if x.Len() != y.Len() {
		return false, nil
	}
	for i := range x.Len() {
		xn, xv := x.AttrAt(i)
		yn, yv := y.AttrAt(i)
		if xn != yn {
			return false, nil
		}
		if eq, err := c.equal(xv, yv, depth-1); err != nil || !eq {
			return false, err
		}
	}
	return true, nil
}

// contained implements the operator in.
func contained(thread *starlark.Thread, x, in starlark.Value) (bool, error) {
	switch in := in.(type) {
	case *starlark.List:
		i, err := search(thread, in, x, 0, in.Len())
		return i >= 0, err
	case starlark.Tuple:
		i, err := search(thread, in, x, 0, in.Len())
		return i >= 0, err
	case *starlark.Dict:
		if err := hashing(thread, x); err != nil {
			return false, err
		}
		_, found, err := get(thread, in, x)
		if _, spent := err.(*LimitError); err != nil && !spent {
			return false, nil // as in Starlark, what cannot be a key is not in a dict
		}
		return found, err
	case *starlark.Set:
		return has(thread, in, x)
	case starlark.String, starlark.Bytes:
		if err := spendBytes(thread, 4*(textLen(in)+textLen(x))); err != nil {
			return false, err
		}
	}
	v, err := starlark.Binary(syntax.IN, x, in)
	if err != nil {
		return false, err
	}
	return bool(v.Truth()), nil
}

// search returns the index of the first item equal to x, or -1.
func search(thread *starlark.Thread, list starlark.Indexable, x starlark.Value, from, to int) (int, error) {
	c := comparing{thread: thread}
	for i := from; i < to && i < list.Len(); i++ {
		eq, err := c.equal(list.Index(i), x, starlark.CompareLimit)
		if err != nil {
			return -1, err
		}
		if eq {
			Charge(thread, c.items)
			return i, nil
		}
	}
	Charge(thread, c.items)
	return -1, nil
}
