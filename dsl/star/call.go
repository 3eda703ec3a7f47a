package star

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"

	"go.starlark.net/starlark"
)

// Call is one call of a Builtin. Its arguments have already been checked: keywords exist, no required argument is missing, and
// types, ranges and enumerations hold.
//
// The getters therefore return plain values. A getter that the parameter's type does not support (c.Int of a parameter of type
// "any") returns a zero value and records the first such error; the call then fails with that error, whatever Fn returns.
type Call struct {
	Thread  *starlark.Thread
	Builtin *Builtin
	// Pos is the position of the call: the first character of the function's name (of its last part in "angies.game(…)").
	Pos diag.Pos
	// On is the receiver of a method (see Builtin.Bound); nil for functions.
	On any

	args   []starlark.Value // by parameter; nil = not given
	rest   starlark.Tuple
	kwrest []starlark.Tuple
	Bytes  int // bytes that the arguments take, and the values made of them
	err    error
}

// call implements every builtin that is a function.
func (b *Builtin) call(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return b.callOn(thread, nil, args, kwargs)
}

// callOn implements every method, and every function with a nil receiver.
func (b *Builtin) callOn(thread *starlark.Thread, on any, args starlark.Tuple, kwargs []starlark.Tuple) (result starlark.Value, err error) {
	c := &Call{Thread: thread, Builtin: b, Pos: callerPos(thread), On: on}
	s := sessionOf(thread)
	if s.module != nil {
		guard.Charge(thread, wordItems)
	}
	if err := c.bind(args, kwargs); err != nil {
		return nil, err
	}
	s.keep(args...)
	for _, kw := range kwargs {
		s.keep(kw[1])
	}
	defer func() {
		if c.err != nil {
			_ = recover() // caused by the zero value that replaced the bad argument
			result, err = nil, c.err
		} else if r := recover(); r != nil {
			result, err = nil, newPanic(b.Name, r)
		}
	}()
	result, err = b.Fn(c)
	switch {
	case err != nil:
	case result == nil:
		result = starlark.None
	default:
		err = c.made(s, result)
	}
	if err != nil {
		return nil, c.named(err)
	}
	return result, nil
}

// named prefixes an error from a lower layer with the name of the builtin.
func (c *Call) named(err error) error {
	switch err.(type) {
	case *argError, *diag.Error, *starlark.EvalError: // the last comes out of a function of the script
		return err
	}
	if strings.HasPrefix(err.Error(), c.Builtin.Name+": ") {
		return err
	}
	return fmt.Errorf("%s: %w", c.Builtin.Name, err)
}

// callerPos returns the position of the call that the innermost script function is making.
func callerPos(thread *starlark.Thread) diag.Pos {
	for depth := 1; depth < thread.CallStackDepth(); depth++ {
		if pos := thread.CallFrame(depth).Pos; pos.Line > 0 {
			return PlanPos(pos)
		}
	}
	return diag.Pos{}
}

// Messages about calls with wrong arguments, of builtins and of functions, at run time and in static checks.

// TooMany returns the message for a call with n positional arguments.
func TooMany(n, most int) string {
	return fmt.Sprintf("%s, want at most %d", Count(n, "positional argument"), most)
}

// Missing returns the message for a call that lacks arguments.
func Missing(names string) string { return "missing " + names }

// NoArgument returns the message for an argument name that does not exist.
func NoArgument(name string) string { return "no argument named " + name }

// GivenTwice is the message for an argument given by position and by name, or twice by name.
const GivenTwice = "given twice"

// CallHint returns the builtin's signature as a hint.
func (b *Builtin) CallHint() string { return "the call is " + b.Signature() }

// NoArgumentHint returns the hint for an argument that the builtin does not have. Words of other languages stand for words of
// games, not of tests.
func (b *Builtin) NoArgumentHint(name string) string {
	if b.words != nil && b.Group != "tests" {
		if hint := b.words.list.Elsewhere[strings.ToLower(name)]; hint != "" {
			return hint
		}
	}
	return b.CallHint()
}

// bind assigns the arguments to the parameters and checks each.
func (c *Call) bind(args starlark.Tuple, kwargs []starlark.Tuple) error {
	b := c.Builtin
	c.args = make([]starlark.Value, len(b.Params))
	if err := c.bindPositional(args); err != nil {
		return err
	}
	for _, kw := range kwargs {
		if err := c.bindKeyword(string(kw[0].(starlark.String)), kw[1]); err != nil {
			return err
		}
	}
	var missing []string
	for i := range b.Params {
		p := &b.Params[i]
		if c.args[i] == nil && p.Default == "" && !p.Rest && !p.KwRest {
			missing = append(missing, p.Name)
		}
	}
	if missing != nil {
		return c.argError("", Missing(strings.Join(missing, ", ")), b.CallHint())
	}
	return nil
}

func (c *Call) bindPositional(args starlark.Tuple) error {
	for i := range args {
		p := c.positional(i)
		if p == nil {
			e := c.argError("", TooMany(len(args), i), c.Builtin.CallHint())
			e.index = i
			return e
		}
		if err := c.check(p, args[i]); err != nil {
			err.index = i
			return err
		}
		if most := p.most(true); p.Rest && len(c.rest) == most {
			return c.argError(p.Name, fmt.Sprintf("%d arguments: the limit is %d", len(args), most), "")
		}
		if p.Rest {
			c.rest = append(c.rest, args[i])
		} else {
			c.args[i] = args[i]
		}
	}
	return nil
}

// positional returns the parameter that takes positional argument i, or nil.
func (c *Call) positional(i int) *Param {
	for j := range c.Builtin.Params {
		p := &c.Builtin.Params[j]
		if p.Rest || j == i && !p.KwRest {
			return p
		}
	}
	return nil
}

func (c *Call) bindKeyword(name string, v starlark.Value) error {
	b := c.Builtin
	p, i := b.Param(name)
	if p == nil || p.Rest || p.KwRest {
		last := len(b.Params) - 1
		if last < 0 || !b.Params[last].KwRest {
			hint := diag.DidYouMean(name, b.Keywords())
			if hint == "" {
				hint = b.NoArgumentHint(name)
			}
			e := c.argError("", NoArgument(name), hint)
			e.keyword, e.atKeyword = name, true
			return e
		}
		p = &b.Params[last]
	}
	if err := c.check(p, v); err != nil {
		err.keyword, err.param, err.index = name, name, -1
		return err
	}
	switch {
	case p.KwRest:
		c.kwrest = append(c.kwrest, starlark.Tuple{starlark.String(name), v})
	case c.args[i] != nil:
		e := c.argError(name, GivenTwice, b.CallHint())
		e.index, e.atKeyword = -1, true
		return e
	default:
		c.args[i] = v
	}
	return nil
}

// check compares an argument with its parameter's size, type, range and enumeration.
func (c *Call) check(p *Param, v starlark.Value) *argError {
	if v == starlark.None && p.Default == "None" {
		return nil
	}
	if e := c.checkSize(p, v); e != nil {
		return e
	}
	if m := p.typ.mismatch(v); m.value != nil {
		want := c.Builtin.want(p)
		if m.item >= 0 {
			want = m.want
		}
		e := c.argError(p.Name, "got "+TypeName(m.value)+", want "+want, c.Builtin.instead(p, m))
		e.item = m.item
		return e
	}
	if p.Enum == nil && p.Min == 0 && p.Max == 0 {
		return nil
	}
	if list, ok := Items(v); ok {
		for i, x := range list {
			if e := c.checkOne(p, x); e != nil {
				e.item = i
				return e
			}
		}
		return nil
	}
	return c.checkOne(p, v)
}

// checkOne compares a single value, not a list, with the parameter's range or enumeration.
func (c *Call) checkOne(p *Param, v starlark.Value) *argError {
	switch v := v.(type) {
	case starlark.Int:
		n, ok := v.Int64()
		if p.Min == 0 && p.Max == 0 || ok && p.Min <= n && n <= p.Max {
			return nil
		}
		return c.argError(p.Name, "got "+guard.ShortText(v)+", want "+p.bounds(), "")
	case starlark.String:
		if p.Enum == nil {
			return nil
		}
		for _, allowed := range p.Enum {
			if string(v) == allowed {
				return nil
			}
		}
		want, hint := oneOf(QuotedAll(p.Enum)), diag.DidYouMean(string(v), p.Enum)
		if n := len(p.Enum); n > 12 && hint != "" { // the list would hide the hint
			want = fmt.Sprintf("one of the %d that 'cardroom doc %s' lists", n, c.Builtin.Name)
		}
		return c.argError(p.Name, "got "+guard.ShortText(v)+", want "+want, hint)
	}
	return nil
}

// want returns a description of what the parameter takes, for messages.
func (b *Builtin) want(p *Param) string {
	switch {
	case len(p.Enum) > 0 && p.Type == "string":
		return oneOf(QuotedAll(p.Enum))
	case len(p.Enum) > 0:
		return p.Type + " (" + oneOf(QuotedAll(p.Enum)) + ")"
	}
	if names := b.words.onlyConstants(p.Type); names != nil {
		return p.Type + " (" + oneOf(names) + ")"
	}
	return p.Type
}

// onlyConstants returns, sorted, the constants of a type that has no other values; nil if a builtin returns values of that type.
func (w *Words) onlyConstants(typ string) (names []string) {
	for _, b := range w.list.Builtins {
		if b.Returns == typ {
			return nil
		}
	}
	for _, c := range w.list.Constants {
		if c.Value.Type() == typ {
			names = append(names, c.Name)
		}
	}
	return names
}

// instead returns a hint for a value of the wrong type: the value rewritten if the intent is clear, or else a description of the
// argument.
func (b *Builtin) instead(p *Param, m mismatch) string {
	want := p.Type
	if m.item >= 0 {
		want = m.want
	}
	switch v := m.value.(type) {
	case starlark.Callable:
		return "the function is named here, not called: add ()"
	case starlark.String:
		if c := b.words.constants[string(v)]; c != nil && isNamed(c.Value, want) {
			return "write " + string(v) + ", without quotes"
		}
		if _, err := strconv.Atoi(string(v)); err == nil && strings.Contains(want, "int") {
			return "write " + string(v) + ", without quotes"
		}
		if file, name, ok := strings.Cut(string(v), ":"); ok && strings.HasSuffix(file, ".star") {
			return fmt.Sprintf("the value is wanted, not its name: load(%q, %q)", file, name)
		}
	case *starlark.List:
		switch {
		case m.item >= 0:
			return "this is a list within a list: join lists with +, as in [deal(2)] + more + [bet()]"
		case want == "tuple":
			return "write parentheses: (" + strings.Trim(guard.ShortText(v), "[]") + ")"
		}
	default:
		if isNamed(v, strings.TrimPrefix(p.Type, "list of ")) {
			return "put it into a list: […]"
		}
	}
	if maker := b.words.madeFrom(want, m.value); maker != "" {
		return "write " + maker + "(…)"
	}
	if p.Instead != "" {
		return p.Instead
	}
	if p.Doc == "" {
		return ""
	}
	return p.Name + ": " + p.Doc
}

// madeFrom returns the name of the function that makes a value of a type from v alone: best, which makes a showdown from a
// ranking.
func (w *Words) madeFrom(typ string, v starlark.Value) string {
	for _, b := range w.list.Builtins {
		if b.Returns != typ || b.On != "" || len(b.Params) == 0 || !isNamed(v, b.Params[0].Type) {
			continue
		}
		alone := !slices.ContainsFunc(b.Params[1:], func(p Param) bool { return p.Default == "" })
		if alone && b.Params[0].Default == "" {
			return b.Name
		}
	}
	return ""
}

func (p *Param) bounds() string {
	if p.Max == NoLimit {
		return "at least " + strconv.FormatInt(p.Min, 10)
	}
	return strconv.FormatInt(p.Min, 10) + " to " + strconv.FormatInt(p.Max, 10)
}

// oneOf returns "a, b or c".
func oneOf(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

func QuotedAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, s := range texts {
		out[i] = strconv.Quote(s)
	}
	return out
}

// Count returns "1 step", "2 steps" and so on.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Fail records the first error of a getter.
func (c *Call) Fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// wrongType returns the error for an argument whose type does not match the getter.
func (c *Call) wrongType(param string, v starlark.Value) error {
	want := "something else"
	if p, _ := c.Builtin.Param(param); p != nil {
		want = c.Builtin.want(p)
	}
	return c.argError(param, "got "+TypeName(v)+", want "+want, "")
}

// Value returns an argument unconverted: the value given, or else the default, or None.
func (c *Call) Value(param string) starlark.Value {
	p, i := c.Builtin.Param(param)
	switch {
	case p == nil:
		panic("builtin " + c.Builtin.Name + " has no parameter " + param)
	case p.Rest:
		return c.rest
	case c.args[i] != nil:
		return c.args[i]
	case p.def != nil:
		return p.def
	}
	return starlark.None
}

// Has reports whether an argument was given and is not the None that means "not given".
func (c *Call) Has(param string) bool {
	p, i := c.Builtin.Param(param)
	switch {
	case p == nil:
		panic("builtin " + c.Builtin.Name + " has no parameter " + param)
	case p.Rest:
		return len(c.rest) > 0
	case p.KwRest:
		return len(c.kwrest) > 0
	}
	return c.args[i] != nil && (c.args[i] != starlark.None || p.Default != "None")
}

// GivenNone reports whether an argument was given as None, and not left out.
func (c *Call) GivenNone(param string) bool {
	_, i := c.Builtin.Param(param)
	return c.args[i] == starlark.None
}

// Int returns an int argument; 0 for None. A number too large for an int is an error.
func (c *Call) Int(param string) int {
	n := c.Int64(param)
	if int64(int(n)) != n { // where an int has 32 bits
		c.Fail(c.argError(param, "number too large", ""))
		return 0
	}
	return int(n)
}

// Int64 is like Int, for amounts and other large numbers.
func (c *Call) Int64(param string) int64 {
	v := c.Value(param)
	switch v := v.(type) {
	case starlark.NoneType:
		return 0
	case starlark.Int:
		if n, ok := v.Int64(); ok {
			return n
		}
		c.Fail(c.argError(param, "number too large", ""))
		return 0
	}
	c.Fail(c.wrongType(param, v))
	return 0
}

// Bool returns a bool argument; false for None.
func (c *Call) Bool(param string) bool {
	v := c.Value(param)
	switch v := v.(type) {
	case starlark.NoneType:
		return false
	case starlark.Bool:
		return bool(v)
	}
	c.Fail(c.wrongType(param, v))
	return false
}

// String returns a string argument; "" for None.
func (c *Call) String(param string) string {
	v := c.Value(param)
	switch v := v.(type) {
	case starlark.NoneType:
		return ""
	case starlark.String:
		return string(v)
	}
	c.Fail(c.wrongType(param, v))
	return ""
}

// Strings returns the strings of a list argument; a single string counts as a list of one, None as an empty list.
func (c *Call) Strings(param string) []string {
	v := c.Value(param)
	if s, ok := v.(starlark.String); ok {
		return []string{string(s)}
	}
	var out []string
	for _, x := range c.List(param) {
		s, ok := x.(starlark.String)
		if !ok {
			c.Fail(c.wrongType(param, x))
			return nil
		}
		out = append(out, string(s))
	}
	return out
}

// Ints returns the ints of a list argument; a single int counts as a list of one, None as an empty list.
func (c *Call) Ints(param string) []int {
	v := c.Value(param)
	if _, ok := v.(starlark.Int); ok {
		return []int{c.Int(param)}
	}
	var out []int
	for _, x := range c.List(param) {
		n, err := starlark.AsInt32(x)
		if err != nil {
			c.Fail(c.wrongType(param, x))
			return nil
		}
		out = append(out, n)
	}
	return out
}

// List returns the items of a list, tuple or rest argument; nil for None. The caller must not change the slice.
func (c *Call) List(param string) []starlark.Value {
	v := c.Value(param)
	if v == starlark.None {
		return nil
	}
	list, ok := Items(v)
	if !ok {
		c.Fail(c.wrongType(param, v))
	}
	return list
}

// Func returns a function argument; nil for None.
func (c *Call) Func(param string) starlark.Callable {
	v := c.Value(param)
	if v == starlark.None {
		return nil
	}
	f, ok := v.(starlark.Callable)
	if !ok {
		c.Fail(c.wrongType(param, v))
	}
	return f
}

// keywords returns the arguments of a KwRest parameter as (name, value) pairs in call order.
func (c *Call) keywords() []starlark.Tuple { return c.kwrest }

// Errorf returns an error about an argument, "bet: open: …", at the argument's position. With param "" it is about the call as a
// whole. Script values among args are shortened if their text is long.
func (c *Call) Errorf(param, format string, args ...any) error {
	return c.argError(param, fmt.Sprintf(format, guard.ShortArgs(args)...), "")
}

// HintErrorf is like Errorf with a hint.
func (c *Call) HintErrorf(param, hint, format string, args ...any) error {
	return c.argError(param, fmt.Sprintf(format, guard.ShortArgs(args)...), hint)
}

func (c *Call) argError(param, msg, hint string) *argError {
	e := &argError{builtin: c.Builtin.Name, param: param, msg: msg, hint: hint, index: -1, item: -1, keyword: param}
	if _, i := c.Builtin.Param(param); i >= 0 {
		e.index = i
	}
	return e
}

// argError is an error about an argument. It records which argument, so that the caret can point to it.
type argError struct {
	builtin, param, msg, hint string
	keyword                   string // the argument's keyword, if it was given by keyword
	atKeyword                 bool   // the keyword is wrong, not the value
	index                     int    // its position, if it was given by position; -1 = none
	item                      int    // the wrong item of a list; -1 = none
}

func (e *argError) Error() string {
	var b strings.Builder
	b.WriteString(e.builtin + ": ")
	if e.param != "" {
		b.WriteString(e.param + ": ")
	}
	if e.item >= 0 {
		fmt.Fprintf(&b, "item %d: ", e.item+1)
	}
	b.WriteString(e.msg)
	return b.String()
}

// Loader returns the loader that runs the script, or nil. A builtin must not call its Load method while a script loads (Module is
// not nil): modules are loaded by statements, so that they can be found without running a script.
func (c *Call) Loader() *Loader { return sessionOf(c.Thread).loader }

// Module returns the module being loaded, or nil after loading (in a hook).
func (c *Call) Module() *Module { return sessionOf(c.Thread).module }

// Provisional reports whether results of functions must not be cached, because their meaning can still change (interactive
// blocks), or because every run is counted (coverage) or traced (debugger).
func (c *Call) Provisional() bool {
	s := sessionOf(c.Thread)
	return s.module != nil && s.module.interactive || s.loader != nil && (s.loader.options.Cover != nil || s.loader.options.Debug != nil)
}

// ItemError returns an error about an item of a list, at the item's position.
func (c *Call) ItemError(param string, i int, msg, hint string) error {
	e := c.argError(param, msg, hint)
	e.item = i
	return e
}
