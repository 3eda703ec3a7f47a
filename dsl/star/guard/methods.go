package guard

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// method is a method of a Starlark value with a limit. original is Starlark's own method, bound to x.
type method func(thread *starlark.Thread, x starlark.Value, original *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)

// The methods whose work or result is more than that of a step. Methods that append one item or only count are not listed:
// list.append, and the short results of views.
var (
	stringMethods = textMethods()
	bytesMethods  = map[string]method{"elems": guardedBy(func(t *starlark.Thread, x starlark.Value, _ starlark.Tuple, _ []starlark.Tuple) error {
		return makingItems(t, starlark.Len(x))
	})}
	listMethods = map[string]method{
		"clear":  guardedBy(itemsWork(8)),
		"extend": guardedBy(boundExtend),
		"index":  guardedBy(boundSearch),
		"insert": guardedBy(boundMove),
		"pop":    guardedBy(boundMove),
		"remove": guardedBy(boundSearch),
	}
	dictMethods = map[string]method{
		"clear":      guardedBy(boundClear),
		"get":        dictGet,
		"items":      guardedBy(boundEntries(6)),
		"keys":       guardedBy(boundEntries(1)),
		"pop":        boundTake,
		"popitem":    boundTakeFirst,
		"setdefault": dictSetDefault,
		"update":     dictUpdate,
		"values":     guardedBy(boundEntries(6)),
	}
	setMethods = map[string]method{
		"add":                  setAdd,
		"clear":                guardedBy(boundClear),
		"difference":           setOperation(syntax.MINUS),
		"discard":              boundTake,
		"intersection":         setOperation(syntax.AMP),
		"issubset":             setIsSubset,
		"issuperset":           setIsSuperset,
		"pop":                  boundTakeFirst,
		"remove":               boundTake,
		"symmetric_difference": setOperation(syntax.CIRCUMFLEX),
		"union":                setUnion,
		"update":               setUpdate,
	}
	// limitedMethods are the names of all of them.
	limitedMethods = namesOf(stringMethods, bytesMethods, listMethods, dictMethods, setMethods)
)

func textMethods() map[string]method {
	m := map[string]method{}
	for _, name := range []string{"count", "endswith", "find", "index", "removeprefix", "removesuffix", "rfind", "rindex", "startswith"} {
		m[name] = guardedBy(boundBytes)
	}
	for _, name := range []string{
		"capitalize", "isalnum", "isalpha", "isdigit", "islower", "isspace", "istitle", "isupper", "lower", "partition", "rpartition", "title", "upper",
	} {
		m[name] = guardedBy(itemsWork(1))
	}
	for _, name := range []string{"codepoint_ords", "codepoints", "elem_ords", "elems", "rsplit", "split", "splitlines"} {
		m[name] = guardedBy(boundSplit)
	}
	for _, name := range []string{"lstrip", "rstrip", "strip"} {
		m[name] = guardedBy(boundStrip)
	}
	m["format"], m["join"], m["replace"] = guardedBy(boundFormat), guardedBy(boundJoin), guardedBy(boundReplace)
	return m
}

func namesOf(methods ...map[string]method) map[string]bool {
	names := map[string]bool{}
	for _, of := range methods {
		for name := range of {
			names[name] = true
		}
	}
	return names
}

// methodOf returns the limited method of x; nil if x has no such method, or it needs no limit.
func methodOf(x starlark.Value, name string) method {
	switch x.(type) {
	case starlark.String:
		return stringMethods[name]
	case starlark.Bytes:
		return bytesMethods[name]
	case *starlark.List:
		return listMethods[name]
	case *starlark.Dict:
		return dictMethods[name]
	case *starlark.Set:
		return setMethods[name]
	}
	return nil
}

// methodGuard checks the receiver and the arguments of a method before the call.
type methodGuard func(thread *starlark.Thread, x starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) error

// guardedBy returns a method that calls a guard first.
func guardedBy(g methodGuard) method {
	return func(thread *starlark.Thread, x starlark.Value, original *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if err := g(thread, x, args, kwargs); err != nil {
			return nil, err
		}
		return original.CallInternal(thread, args, kwargs)
	}
}

// itemsWork charges 1/n of an item for each item or byte.
func itemsWork(n int) methodGuard {
	return func(thread *starlark.Thread, x starlark.Value, _ starlark.Tuple, _ []starlark.Tuple) error {
		return Spend(thread, starlark.Len(x)/n)
	}
}

// boundBytes guards methods that go through a text and its arguments byte by byte.
func boundBytes(thread *starlark.Thread, x starlark.Value, args starlark.Tuple, _ []starlark.Tuple) error {
	n := starlark.Len(x)
	for _, arg := range args {
		n += max(0, starlark.Len(arg))
		if prefixes, ok := arg.(starlark.Tuple); ok {
			for _, p := range prefixes {
				n += 4 + textLen(p)
			}
		}
	}
	return Spend(thread, n/4)
}

// boundStrip charges for comparing each character at the ends of a text with the characters to strip.
func boundStrip(thread *starlark.Thread, x starlark.Value, args starlark.Tuple, _ []starlark.Tuple) error {
	cut := 1
	if len(args) > 0 {
		cut = max(cut, textLen(args[0])/4)
	}
	return Spend(thread, starlark.Len(x)*cut)
}

// boundExtend keeps a list from doubling again and again.
func boundExtend(thread *starlark.Thread, x starlark.Value, args starlark.Tuple, _ []starlark.Tuple) error {
	if len(args) == 0 {
		return nil
	}
	if n := itemsOf(args[0]); x.(*starlark.List).Len()+n > maxItems {
		return tooBig("the sum", maxItems, "items")
	}
	return boundSum(thread, x, args[0])
}

// boundSearch searches for an item as the method will, and charges for both.
func boundSearch(thread *starlark.Thread, x starlark.Value, args starlark.Tuple, _ []starlark.Tuple) error {
	if len(args) == 0 {
		return nil
	}
	list := x.(*starlark.List)
	from, to := 0, list.Len()
	if len(args) > 1 {
		if n, err := starlark.AsInt32(args[1]); err == nil && n < 0 {
			from = max(0, to+n)
		} else if err == nil {
			from = min(n, to)
		}
	}
	_, err := search(thread, list, args[0], from, to)
	if err != nil {
		return err
	}
	return Spend(thread, list.Len()/8)
}

// boundMove charges for the items that move when an item is inserted or removed.
func boundMove(thread *starlark.Thread, x starlark.Value, args starlark.Tuple, _ []starlark.Tuple) error {
	n := x.(*starlark.List).Len()
	if len(args) == 0 {
		return nil
	}
	i, err := starlark.AsInt32(args[0])
	if err != nil {
		return nil // the method reports the error itself
	}
	if i < 0 {
		i += n
	}
	return Spend(thread, (n-max(0, i))/8)
}

func boundClear(thread *starlark.Thread, x starlark.Value, _ starlark.Tuple, _ []starlark.Tuple) error {
	// Clearing a table takes time in proportion to the largest size it ever had.
	t := x.(hashed)
	c := crowdingOf(thread, t)
	b, err := c.of(thread, t, 0)
	if err != nil || b == nil {
		return err
	}
	b.len = -1
	return spendBytes(thread, len(b.live)*bucketBytes/4)
}

// boundEntries guards methods that list the entries of a dict.
func boundEntries(parts int) methodGuard {
	return func(thread *starlark.Thread, x starlark.Value, _ starlark.Tuple, _ []starlark.Tuple) error {
		return makingItems(thread, starlark.Len(x)*parts)
	}
}

// dictGet implements d.get(key, default).
func dictGet(thread *starlark.Thread, x starlark.Value, original *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) == 0 || len(args) > 2 || len(kwargs) > 0 {
		return original.CallInternal(thread, args, kwargs) // it reports the error
	}
	v, found, err := get(thread, x.(*starlark.Dict), args[0])
	switch {
	case err != nil:
		return nil, fmt.Errorf("get: %w", err)
	case found:
		return v, nil
	case len(args) == 2:
		return args[1], nil
	}
	return starlark.None, nil
}

func dictSetDefault(thread *starlark.Thread, x starlark.Value, original *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (v starlark.Value, err error) {
	if len(args) == 0 {
		return original.CallInternal(thread, args, kwargs)
	}
	err = insert(thread, x.(*starlark.Dict), args[0], func() (err error) {
		v, err = original.CallInternal(thread, args, kwargs)
		return err
	})
	return v, err
}

// boundTake guards methods that remove a key.
func boundTake(thread *starlark.Thread, x starlark.Value, original *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (v starlark.Value, err error) {
	if len(args) == 0 {
		return original.CallInternal(thread, args, kwargs)
	}
	err = take(thread, x.(hashed), args[0], func() (err error) {
		v, err = original.CallInternal(thread, args, kwargs)
		return err
	})
	return v, err
}

// boundTakeFirst guards methods that remove the first key.
func boundTakeFirst(thread *starlark.Thread, x starlark.Value, original *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (v starlark.Value, err error) {
	first := starlark.Value(starlark.None)
	for k := range keysOf(x.(hashed)) {
		first = k
		break
	}
	err = take(thread, x.(hashed), first, func() (err error) {
		v, err = original.CallInternal(thread, args, kwargs)
		return err
	})
	return v, err
}

func dictUpdate(thread *starlark.Thread, x starlark.Value, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) > 1 {
		return nil, fmt.Errorf("update: got %d arguments, want at most 1", len(args))
	}
	if err := updateDict(thread, x.(*starlark.Dict), args, kwargs); err != nil {
		return nil, fmt.Errorf("update: %w", err)
	}
	return starlark.None, nil
}

func setAdd(thread *starlark.Thread, x starlark.Value, original *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) != 1 || len(kwargs) > 0 {
		return original.CallInternal(thread, args, kwargs)
	}
	if err := add(thread, x.(*starlark.Set), args[0]); err != nil {
		return nil, fmt.Errorf("add: %w", err)
	}
	return starlark.None, nil
}

// setOperation returns a method that works like an operator.
func setOperation(op syntax.Token) method {
	return func(thread *starlark.Thread, x starlark.Value, original *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		other, err := oneIterable(original.Name(), args, kwargs)
		if err != nil {
			return nil, err
		}
		v, err := combineSets(thread, op, x.(*starlark.Set), other)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", original.Name(), err)
		}
		return v, nil
	}
}

// oneIterable returns the only argument of a set method.
func oneIterable(name string, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Iterable, error) {
	var other starlark.Iterable
	err := starlark.UnpackPositionalArgs(name, args, kwargs, 1, &other)
	return other, err
}

func setIsSuperset(thread *starlark.Thread, x starlark.Value, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	other, err := oneIterable("issuperset", args, kwargs)
	if err != nil {
		return nil, err
	}
	b := BudgetOf(thread)
	for k := range starlark.Elements(other) {
		Charge(thread, ItemsPerStep/2)
		if err := b.afford(thread); err != nil {
			return nil, err
		}
		if found, err := has(thread, x.(*starlark.Set), k); err != nil || !found {
			return starlark.False, err
		}
	}
	return starlark.True, nil
}

func setIsSubset(thread *starlark.Thread, x starlark.Value, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	other, err := oneIterable("issubset", args, kwargs)
	if err != nil {
		return nil, err
	}
	within := new(starlark.Set)
	if err := addAll(thread, within, other); err != nil {
		return nil, fmt.Errorf("issubset: %w", err)
	}
	ok, err := compare(thread, syntax.LE, x, within)
	return starlark.Bool(ok), err
}

func setUnion(thread *starlark.Thread, x starlark.Value, original *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	out := new(starlark.Set)
	if err := addAll(thread, out, x.(*starlark.Set)); err != nil {
		return nil, err
	}
	_, err := setUpdate(thread, out, original, args, kwargs)
	return out, err
}

func setUpdate(thread *starlark.Thread, x starlark.Value, original *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	name := original.Name()
	if len(kwargs) > 0 {
		return nil, errors.New(name + ": does not accept keyword arguments")
	}
	for i, arg := range args {
		from, ok := arg.(starlark.Iterable)
		if !ok {
			return nil, fmt.Errorf("%s: argument #%d is not iterable: %s", name, i+1, arg.Type())
		}
		if err := addAll(thread, x.(*starlark.Set), from); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return starlark.None, nil
}

func boundSplit(thread *starlark.Thread, x starlark.Value, _ starlark.Tuple, _ []starlark.Tuple) error {
	n := starlark.Len(x)
	if n > maxText {
		return tooBig("the result", maxText, "items")
	}
	if err := Spend(thread, n); err != nil {
		return err
	}
	return TakeBytes(thread, n*ItemBytes)
}

// boundFormat assumes that every field of the format prints all arguments.
func boundFormat(thread *starlark.Thread, x starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) error {
	fields := 0
	s := string(x.(starlark.String))
	for _, c := range []byte(s) {
		if c == '{' {
			fields++
		}
	}
	size := TextSize(args, maxText)
	for _, kw := range kwargs {
		size += TextSize(kw[1], maxText)
	}
	if size > 0 && fields > maxText/size {
		return tooBig("the text", maxText, "bytes")
	}
	// Each field is looked up among all keywords.
	return Spend(thread, len(s)+fields*(size+len(kwargs)))
}

func boundJoin(thread *starlark.Thread, x starlark.Value, args starlark.Tuple, _ []starlark.Tuple) error {
	if len(args) == 0 {
		return nil
	}
	items, ok := args[0].(starlark.Iterable)
	if !ok {
		return nil
	}
	size := 0
	for v := range starlark.Elements(items) {
		size += starlark.Len(x) + 1
		if item, ok := v.(starlark.String); ok {
			size += len(item)
		}
		if size > maxText {
			Charge(thread, size)
			return tooBig("the text", maxText, "bytes")
		}
	}
	return Spend(thread, size)
}

// boundReplace assumes that every byte is replaced, or as many as the count allows.
func boundReplace(thread *starlark.Thread, x starlark.Value, args starlark.Tuple, _ []starlark.Tuple) error {
	if len(args) < 2 {
		return nil
	}
	from, ok1 := args[0].(starlark.String)
	to, ok2 := args[1].(starlark.String)
	if !ok1 || !ok2 {
		return nil
	}
	n := starlark.Len(x)
	places := n/max(1, len(from)) + 1
	if n > maxText || len(to) > 0 && places > maxText/len(to) {
		return tooBig("the text", maxText, "bytes")
	}
	return Spend(thread, n+places*len(to))
}
