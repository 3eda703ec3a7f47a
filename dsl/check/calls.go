package check

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/diag"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// calls checks every call against its callee: words of the language, methods of
// their values, and functions of scripts.
func (c *Checker) calls(s *script) {
	syntax.Walk(s.File, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			c.call(s, n)
		case *syntax.DotExpr:
			c.attribute(s, n)
		case *syntax.ExprStmt:
			c.dropped(s, n)
		}
		return true
	})
}

func (c *Checker) call(s *script, call *syntax.CallExpr) {
	if b := c.callee(s, call.Fn); b != nil {
		c.builtinCall(s, b, call)
		return
	}
	if def, from := c.function(s, call.Fn); def != nil {
		c.functionCall(def, from, call)
	}
}

// callee returns the word of the language, or the method, that is called; nil
// for anything else.
func (c *Checker) callee(s *script, fn syntax.Expr) *star.Builtin {
	switch fn := unparen(fn).(type) {
	case *syntax.Ident:
		if scope(fn) == resolve.Predeclared {
			return ruletest.Words().Builtin(fn.Name)
		}
	case *syntax.DotExpr:
		if typ := c.typeOf(s, fn.X); typ != "" {
			return ruletest.Words().Builtin(typ + "." + fn.Name.Name)
		}
	}
	return nil
}

// predeclared are the predeclared names of scripts.
var predeclared = sync.OnceValue(func() starlark.StringDict { return ruletest.Words().Predeclared() })

func unparen(e syntax.Expr) syntax.Expr {
	for {
		p, ok := e.(*syntax.ParenExpr)
		if !ok {
			return e
		}
		e = p.X
	}
}

// arguments are the arguments of a call in the source.
type arguments struct {
	positional []syntax.Expr
	keywords   []*syntax.BinaryExpr
	open       bool // * or ** may add more
}

func argumentsOf(call *syntax.CallExpr) (a arguments) {
	for _, arg := range call.Args {
		switch arg := arg.(type) {
		case *syntax.UnaryExpr:
			if arg.Op == syntax.STAR || arg.Op == syntax.STARSTAR {
				a.open = true
				continue
			}
			a.positional = append(a.positional, arg)
		case *syntax.BinaryExpr:
			if arg.Op == syntax.EQ {
				a.keywords = append(a.keywords, arg)
				continue
			}
			a.positional = append(a.positional, arg)
		default:
			a.positional = append(a.positional, arg)
		}
	}
	return a
}

// builtinCall checks all arguments of a call of a builtin.
func (c *Checker) builtinCall(s *script, b *star.Builtin, call *syntax.CallExpr) {
	args := argumentsOf(call)
	given := map[string]bool{}
	for i, arg := range args.positional {
		p := b.Positional(i)
		if p == nil {
			c.addAt(start(arg), star.CodeArgument, b.CallHint(), b.Name+": "+star.TooMany(len(args.positional), i))
			break
		}
		given[p.Name] = true
		c.argument(s, b, p, arg)
	}
	for _, kw := range args.keywords {
		c.keyword(s, b, kw, given)
	}
	if args.open {
		return
	}
	var missing []string
	for _, p := range b.Params {
		if p.Default == "" && !p.Rest && !p.KwRest && !given[p.Name] {
			missing = append(missing, p.Name)
		}
	}
	if missing != nil {
		c.addAt(callPos(call), star.CodeArgument, b.CallHint(), b.Name+": "+star.Missing(strings.Join(missing, ", ")))
	}
}

// callPos returns the position of a call for messages: the last part of the
// callee.
func callPos(call *syntax.CallExpr) diag.Pos {
	if dot, ok := call.Fn.(*syntax.DotExpr); ok {
		return posOf(dot.Name.NamePos)
	}
	return start(call.Fn)
}

// keyword checks a keyword argument.
func (c *Checker) keyword(s *script, b *star.Builtin, kw *syntax.BinaryExpr, given map[string]bool) {
	id, ok := kw.X.(*syntax.Ident)
	if !ok {
		return
	}
	p := b.Keyword(id.Name)
	switch {
	case p == nil:
		hint := c.suggest(id.Name, b.Keywords())
		if hint == "" {
			hint = b.NoArgumentHint(id.Name)
		} else if better := diag.Instead(hint); b.Keyword(better) != nil {
			given[better] = true // the intended name
		}
		c.addAt(start(id), star.CodeArgument, hint, b.Name+": "+star.NoArgument(id.Name))
	case given[id.Name]:
		c.addAt(start(id), star.CodeArgument, b.CallHint(), b.Name+": "+id.Name+": "+star.GivenTwice)
	default:
		given[id.Name] = true
		c.argument(s, b, p, kw.Y)
	}
}

// argument checks an argument as far as its source shows: each value that it
// may have.
func (c *Checker) argument(s *script, b *star.Builtin, p *star.Param, arg syntax.Expr) {
	values := c.values(s, arg, 0)
	for _, v := range values {
		fault := b.Fault(p, v)
		if fault == nil {
			continue
		}
		at := arg
		if list, ok := unparen(arg).(*syntax.ListExpr); ok && fault.Item >= 0 && fault.Item < len(list.List) {
			at = list.List[fault.Item]
		}
		msg := fault.Msg
		if len(values) > 1 {
			msg += ", in one case"
		}
		c.addAt(start(at), star.CodeArgument, fault.Hint, msg)
		return
	}
}

// function returns the script function that an expression names, and its
// script.
func (c *Checker) function(s *script, fn syntax.Expr) (*syntax.DefStmt, *script) {
	id, ok := unparen(fn).(*syntax.Ident)
	if !ok || first(id) == nil {
		return nil, nil
	}
	if scope(id) == resolve.Global {
		return s.defs[id.Name], s
	}
	if d, ok := s.made[first(id)]; ok {
		switch how := d.how.(type) {
		case *syntax.DefStmt:
			if how.Name == first(id) {
				return how, s
			}
		case *syntax.LoadStmt:
			if other := c.read(s.loads[id.Name].path); other != nil {
				return other.defs[s.loads[id.Name].name], other
			}
		}
	}
	return nil, nil
}

// parameters are the parameters of a script function.
type parameters struct {
	names    []string
	required map[string]bool
	needed   []string // the required ones, in order
	most     int      // maximum number of positional arguments, -1 for any number
	open     bool
	list     string // as written in a call
}

func (c *Checker) parametersOf(def *syntax.DefStmt) *parameters {
	if known := c.params[def]; known != nil {
		return known
	}
	out := &parameters{required: map[string]bool{}, list: star.ParamList(def)}
	c.params[def] = out
	only := false // keyword only, after *
	add := func(e syntax.Expr, required bool) {
		for _, id := range idents(e) {
			out.names = append(out.names, id.Name)
			out.required[id.Name] = required
			if required {
				out.needed = append(out.needed, id.Name)
			}
			if !only && out.most >= 0 {
				out.most++
			}
		}
	}
	for _, p := range def.Params {
		switch p := p.(type) {
		case *syntax.Ident:
			add(p, true)
		case *syntax.BinaryExpr:
			add(p.X, false)
		case *syntax.UnaryExpr:
			switch {
			case p.Op == syntax.STARSTAR:
				out.open = true
			case p.X == nil:
				only = true
			default:
				out.most, only = -1, true
			}
		}
	}
	return out
}

// functionCall checks the arguments of a call of a script function.
func (c *Checker) functionCall(def *syntax.DefStmt, from *script, call *syntax.CallExpr) {
	args, params := argumentsOf(call), c.parametersOf(def)
	defined := fmt.Sprintf("%s is defined at %s", params.list, posOf(def.Name.NamePos))
	if n := len(args.positional); params.most >= 0 && n > params.most {
		c.addAt(start(args.positional[params.most]), codeCall, defined, def.Name.Name+": "+star.TooMany(n, params.most))
		return
	}
	given := map[string]bool{}
	missing := len(params.needed)
	give := func(name string) {
		if params.required[name] && !given[name] {
			missing--
		}
		given[name] = true
	}
	for i := range min(len(args.positional), len(params.names)) {
		give(params.names[i])
	}
	for _, kw := range args.keywords {
		id, ok := kw.X.(*syntax.Ident)
		if !ok {
			continue
		}
		_, takes := params.required[id.Name]
		switch {
		case !takes && !params.open:
			hint := c.suggest(id.Name, params.names)
			if better := diag.Instead(hint); better != "" {
				give(better)
				hint += " "
			}
			c.addAt(start(id), codeCall, hint+defined, def.Name.Name+": "+star.NoArgument(id.Name))
		case takes && given[id.Name]:
			c.addAt(start(id), codeCall, defined, def.Name.Name+": "+id.Name+": "+star.GivenTwice)
		}
		give(id.Name)
	}
	if missing > 0 && !args.open {
		c.addAt(callPos(call), codeCall, defined, def.Name.Name+": "+star.Missing(params.missing(given, missing)))
	}
}

// missing returns the names of the first required parameters that are not
// given, after n positional arguments.
func (p *parameters) missing(given map[string]bool, n int) string {
	const most = 8
	var names []string
	for _, name := range p.needed {
		if given[name] {
			continue
		}
		if len(names) == most && n > most+1 {
			return fmt.Sprintf("%s and %d more", strings.Join(names, ", "), n-most)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// attribute checks fields and methods of values whose methods are in the table.
func (c *Checker) attribute(s *script, dot *syntax.DotExpr) {
	typ := c.typeOf(s, dot.X)
	if typ == "" || ruletest.Words().Builtin(typ+"."+dot.Name.Name) != nil {
		return
	}
	names := methods()[typ]
	if len(names) == 0 || dot.Name.Name == "name" && !strings.HasPrefix(typ, "test") {
		return
	}
	hint := c.suggest(dot.Name.Name, names)
	if hint == "" {
		hint = "it has " + strings.Join(names, ", ")
	}
	c.addAt(posOf(dot.Name.NamePos), codeAttribute, hint, fmt.Sprintf("a %s has no %s", strings.ReplaceAll(typ, "_", " "), dot.Name.Name))
}

var methods = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, b := range ruletest.Words().Builtins() {
		if word, ok := strings.CutPrefix(b.Name, b.On+"."); ok && b.On != "" {
			out[b.On] = append(out[b.On], word)
		}
	}
	return out
})

// dropped reports an unused result of a builtin.
func (c *Checker) dropped(s *script, stmt *syntax.ExprStmt) {
	call, ok := stmt.X.(*syntax.CallExpr)
	if !ok {
		return
	}
	b := c.callee(s, call.Fn)
	switch {
	case b == nil || b.On != "" || b.Returns == "":
	case isOption(call):
		c.addAt(start(call), codeUnusedOption, "give it a name and use the value, or leave the option out", "the option is never read: setting it changes nothing")
	case s.isTest(): // tests make values only to see that it fails
	default:
		hint := "give it a name, or remove it"
		if b.Returns == "step" {
			hint = "put it into a list of steps"
		}
		c.addAt(start(call), codeNoEffect, hint, fmt.Sprintf("the result of %s(…) is not used", b.Name))
	}
}

// maxDepth limits how far values are followed from name to name.
const maxDepth = 20

// values returns the possible values of an expression, as far as the source
// shows: values, star.Typed or star.Unknown. There is at least one.
func (c *Checker) values(s *script, e syntax.Expr, depth int) []starlark.Value {
	unknown := []starlark.Value{star.Unknown{}}
	if c.looks--; c.looks < 0 || depth > maxDepth {
		return unknown
	}
	switch e := unparen(e).(type) {
	case *syntax.Literal:
		return []starlark.Value{literal(e)}
	case *syntax.UnaryExpr:
		if lit, ok := e.X.(*syntax.Literal); ok && e.Op == syntax.MINUS {
			if n, ok := literal(lit).(starlark.Int); ok {
				return []starlark.Value{starlark.MakeInt(0).Sub(n)}
			}
		}
	case *syntax.ListExpr:
		return []starlark.Value{starlark.NewList(c.items(s, e.List, depth))}
	case *syntax.TupleExpr:
		return []starlark.Value{starlark.Tuple(c.items(s, e.List, depth))}
	case *syntax.DictExpr:
		return []starlark.Value{star.Typed{Name: "dict"}}
	case *syntax.LambdaExpr:
		return []starlark.Value{star.Typed{Name: "function"}}
	case *syntax.CondExpr:
		return append(c.values(s, e.True, depth+1), c.values(s, e.False, depth+1)...)
	case *syntax.Ident:
		return c.named(s, e, depth)
	case *syntax.CallExpr:
		b := c.callee(s, e.Fn)
		switch {
		case b == nil:
		case isOption(e):
			return c.choices(s, e, depth)
		case b.Returns == "":
			return []starlark.Value{starlark.None}
		case !strings.Contains(b.Returns, " or ") && !strings.HasPrefix(b.Returns, "list") && b.Returns != "any":
			return []starlark.Value{star.Typed{Name: b.Returns}}
		}
		return []starlark.Value{star.Unknown{}}
	}
	return unknown
}

func literal(e *syntax.Literal) starlark.Value {
	switch v := e.Value.(type) {
	case string:
		if e.Token == syntax.STRING {
			return starlark.String(v)
		}
	case int64:
		return starlark.MakeInt64(v)
	case float64:
		return starlark.Float(v)
	}
	return star.Unknown{}
}

// items returns the items of a list; an item with several possible values is
// unknown.
func (c *Checker) items(s *script, list []syntax.Expr, depth int) []starlark.Value {
	out := make([]starlark.Value, len(list))
	for i, e := range list {
		out[i] = star.Unknown{}
		if v := c.values(s, e, depth+1); len(v) == 1 {
			out[i] = v[0]
		}
	}
	return out
}

// named returns the possible values of a name.
func (c *Checker) named(s *script, id *syntax.Ident, depth int) []starlark.Value {
	unknown := []starlark.Value{star.Unknown{}}
	switch scope(id) {
	case resolve.Predeclared, resolve.Universal:
		for _, env := range []starlark.StringDict{predeclared(), starlark.Universe} {
			if v := env[id.Name]; v != nil {
				return []starlark.Value{v}
			}
		}
		return unknown
	case resolve.Undefined:
		return unknown
	}
	at := first(id)
	if def := s.params[at]; def != nil {
		if s.isTest() && scope(def.Name) == resolve.Global && len(def.Params) > 0 && isTestFunction(def) && def.Params[0] == syntax.Expr(at) {
			return []starlark.Value{star.Typed{Name: "test"}}
		}
		return unknown
	}
	if v := s.values[at]; v != nil {
		return c.values(s, v, depth+1)
	}
	if l, ok := s.loads[id.Name]; ok && scope(id) != resolve.Global {
		if other := c.read(l.path); other != nil && other.File != nil {
			if e := other.globals[l.name]; e != nil {
				return c.values(other, e, depth+1)
			}
			if other.defs[l.name] != nil {
				return []starlark.Value{star.Typed{Name: "function"}}
			}
		}
		return []starlark.Value{star.Unknown{}}
	}
	if def, _ := c.function(s, id); def != nil {
		return []starlark.Value{star.Typed{Name: "function"}}
	}
	return unknown
}

// isTestFunction reports whether a function takes the test as its argument.
func isTestFunction(def *syntax.DefStmt) bool {
	return slices.ContainsFunc([]string{"test_", "prop_", "todo_"}, func(prefix string) bool { return strings.HasPrefix(def.Name.Name, prefix) })
}

// choices returns the values to which an option may be set.
func (c *Checker) choices(s *script, call *syntax.CallExpr, depth int) []starlark.Value {
	args := argumentsOf(call)
	for _, name := range []string{"choices", "default"} {
		for _, kw := range args.keywords {
			id, ok := kw.X.(*syntax.Ident)
			if !ok || id.Name != name {
				continue
			}
			for _, v := range c.values(s, kw.Y, depth+1) {
				list, isList := v.(*starlark.List)
				switch {
				case isList && list.Len() > 0:
					var out []starlark.Value
					for i := range list.Len() {
						out = append(out, list.Index(i))
					}
					return out
				case name == "default" && v.Type() == "bool":
					return []starlark.Value{starlark.False, starlark.True}
				case name == "default":
					return []starlark.Value{star.Typed{Name: v.Type()}}
				}
			}
		}
	}
	return []starlark.Value{star.Unknown{}}
}

// typeOf returns the type of an expression if the source shows exactly one and
// the table has methods of it, else "".
func (c *Checker) typeOf(s *script, e syntax.Expr) string {
	v := c.values(s, e, 0)
	if len(v) != 1 || v[0].Type() == "unknown" {
		return ""
	}
	return v[0].Type()
}
