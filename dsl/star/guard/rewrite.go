package guard

import (
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Before a script is compiled, its syntax tree is changed in two ways that scripts cannot see:
//
//   - Operators and methods whose work exceeds that of a step become calls of functions with limits. In standard Starlark this is
//     the only way to refuse [0] * (1 << 29) before it takes 8 GB, and to notice that x == y compares a million pairs. Positions
//     stay: a call reports the position of the operator. A replaced operator costs 0.1 us more, so operators whose source shows
//     that they do little are left alone: x + 1, x == "no", 0.5 * x.
//   - A call reports the position of the called name, not of its parenthesis.

// The operators' names contain a space, so that no script can spell them.
const (
	opPlus      = "operator +"
	opTimes     = "operator *"
	opRemainder = "operator %"
	opShift     = "operator <<"
	opMethod    = "operator ." // and the name of the method, when it is called
	opAddend    = "operator +="
	opUnion     = "operator |="
	opFetch     = "operator ="  // x, i and x[i], for an assignment that changes x[i]
	opInPlace   = "operator = " // followed by the operator that changes it
	opIndex     = "operator []"
	opSetIndex  = "operator []="
	opTarget    = "operator [target]"
	opSlice     = "operator [:]"
	opDict      = "operator {}"
	opDictOf    = "operator {for}"
	opHashable  = "operator {key}"
	opArgs      = "operator *args"
	opKwargs    = "operator **kwargs"
	None        = "operator None"
)

// comparisons are the comparison operators, with the names of their replacements.
var comparisons = map[syntax.Token]string{
	syntax.EQL: "operator ==", syntax.NEQ: "operator !=", syntax.LT: "operator <", syntax.GT: "operator >",
	syntax.LE: "operator <=", syntax.GE: "operator >=", syntax.IN: "operator in", syntax.NOT_IN: "operator not in",
}

// arithmetics are the operators on numbers, sets and dicts whose work depends on both operands.
var arithmetics = map[syntax.Token]string{
	syntax.MINUS: "operator -", syntax.SLASHSLASH: "operator //", syntax.PIPE: "operator |", syntax.AMP: "operator &", syntax.CIRCUMFLEX: "operator ^",
}

// augmented maps augmented assignments to their operators.
var augmented = map[syntax.Token]syntax.Token{
	syntax.PLUS_EQ: syntax.PLUS, syntax.MINUS_EQ: syntax.MINUS, syntax.STAR_EQ: syntax.STAR, syntax.SLASHSLASH_EQ: syntax.SLASHSLASH,
	syntax.PERCENT_EQ: syntax.PERCENT, syntax.AMP_EQ: syntax.AMP, syntax.PIPE_EQ: syntax.PIPE, syntax.CIRCUMFLEX_EQ: syntax.CIRCUMFLEX,
	syntax.LTLT_EQ: syntax.LTLT, syntax.GTGT_EQ: syntax.GTGT, syntax.SLASH_EQ: syntax.SLASH,
}

var Operators = makeOperators()

func makeOperators() starlark.StringDict {
	env := starlark.StringDict{None: starlark.None}
	one := func(name string, f func(thread *starlark.Thread, x starlark.Value) (starlark.Value, error)) {
		env[name] = starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			return f(thread, args[0])
		})
	}
	two := func(name string, f func(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error)) {
		env[name] = starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			return f(thread, args[0], args[1])
		})
	}
	two(opPlus, plus)
	two(opAddend, addend)
	two(opTimes, times)
	two(opRemainder, remainder)
	two(opShift, shift)
	for op, name := range arithmetics {
		two(name, arithmetic(op))
	}
	for op, name := range comparisons {
		two(name, func(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
			var ok bool
			var err error
			switch op {
			case syntax.IN:
				ok, err = contained(thread, x, y)
			case syntax.NOT_IN:
				ok, err = contained(thread, x, y)
				ok = !ok
			default:
				ok, err = compare(thread, op, x, y)
			}
			return starlark.Bool(ok), err
		})
	}
	two(opMethod, func(_ *starlark.Thread, x, name starlark.Value) (starlark.Value, error) {
		return attribute(x, string(name.(starlark.String)))
	})
	for name := range limitedMethods {
		env[opMethod+name] = starlark.NewBuiltin(name, callMethod(name))
	}
	two(opUnion, unionInPlace)
	two(opIndex, index)
	two(opFetch, fetch)
	for _, op := range augmented {
		two(opInPlace+op.String(), inPlace(op))
	}
	one(opTarget, func(thread *starlark.Thread, x starlark.Value) (starlark.Value, error) { return target{x, thread}, nil })
	one(opDict, makeDict)
	one(opDictOf, comprehendDict)
	one(opHashable, hashable)
	one(opArgs, expand)
	one(opKwargs, expandKeywords)
	env[opSetIndex] = starlark.NewBuiltin(opSetIndex, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return starlark.None, setIndex(thread, args[1], args[2], args[0])
	})
	env[opSlice] = starlark.NewBuiltin(opSlice, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return slice(thread, args[0], args[1], args[2], args[3])
	})
	return env
}

func Rewrite(f *syntax.File) { rewriteStmts(f.Stmts) }

func rewriteStmts(stmts []syntax.Stmt) {
	for i, s := range stmts {
		if s, ok := s.(*syntax.AssignStmt); ok {
			stmts[i] = rewriteAssign(s)
			continue
		}
		switch s := s.(type) {
		case *syntax.DefStmt:
			rewriteParams(s.Params)
			rewriteStmts(s.Body)
		case *syntax.ExprStmt:
			s.X = rewrite(s.X)
		case *syntax.ForStmt:
			s.Vars, s.X = rewriteTarget(s.Vars), rewrite(s.X)
			rewriteStmts(s.Body)
		case *syntax.WhileStmt: // the resolver refuses it
		case *syntax.IfStmt:
			s.Cond = rewrite(s.Cond)
			rewriteStmts(s.True)
			rewriteStmts(s.False)
		case *syntax.ReturnStmt:
			s.Result = rewrite(s.Result)
		}
	}
}

// rewriteAssign rewrites an assignment: storing into x[i] becomes a call, which charges for it.
func rewriteAssign(s *syntax.AssignStmt) syntax.Stmt {
	s.RHS = rewrite(s.RHS)
	to := s.LHS
	for {
		inner, ok := to.(*syntax.ParenExpr)
		if !ok {
			break
		}
		to = inner.X
	}
	op, inPlace := augmented[s.Op]
	switch to := to.(type) {
	case *syntax.Ident:
		rewriteNamed(s, to)
		return s
	case *syntax.IndexExpr:
		x, y := rewrite(to.X), rewrite(to.Y)
		if inPlace {
			return &syntax.ExprStmt{X: Operation(opInPlace+op.String(), s.OpPos, Operation(opFetch, to.Lbrack, x, y), s.RHS)}
		}
		return &syntax.ExprStmt{X: Operation(opSetIndex, to.Lbrack, s.RHS, x, y)}
	}
	if inPlace {
		s.Op = syntax.EQ // to a field, which no value accepts
	}
	s.LHS = rewriteTarget(s.LHS)
	return s
}

// rewriteNamed turns x *= y into x = x * y. For x += y and x |= y it only wraps the right operand, because they change a list or
// a dict in place.
func rewriteNamed(s *syntax.AssignStmt, name *syntax.Ident) {
	// Each use of a name needs its own node, because the resolver writes what it finds into the node.
	again := &syntax.Ident{NamePos: name.NamePos, Name: name.Name}
	switch op := augmented[s.Op]; {
	case op == 0 || op == syntax.PLUS && addsLittle(s.RHS):
	case op == syntax.PLUS:
		s.RHS = Operation(opAddend, s.OpPos, again, s.RHS)
	case op == syntax.PIPE:
		s.RHS = Operation(opUnion, s.OpPos, again, s.RHS)
	default:
		s.Op, s.RHS = syntax.EQ, limited(&syntax.BinaryExpr{X: again, OpPos: s.OpPos, Op: op, Y: s.RHS})
	}
}

// addsLittle reports whether x += e is cheap, whatever x is: e is a number, or a list, which is only added to another in place.
func addsLittle(e syntax.Expr) bool {
	_, list := e.(*syntax.ListExpr)
	return list || isNumber(e)
}

// rewriteTarget rewrites an assignment target. An element that is one of several targets, or a loop variable, is stored through a
// wrapper that charges for it.
func rewriteTarget(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.IndexExpr:
		e.X, e.Y = Operation(opTarget, e.Lbrack, rewrite(e.X)), rewrite(e.Y)
	case *syntax.DotExpr:
		e.X = rewrite(e.X)
	case *syntax.ParenExpr:
		e.X = rewriteTarget(e.X)
	case *syntax.TupleExpr:
		for i := range e.List {
			e.List[i] = rewriteTarget(e.List[i])
		}
	case *syntax.ListExpr:
		for i := range e.List {
			e.List[i] = rewriteTarget(e.List[i])
		}
	}
	return e
}

// Operation returns the call of an operator, at the operator's position.
func Operation(name string, pos syntax.Position, args ...syntax.Expr) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: pos, Name: name}, Lparen: pos, Args: args, Rparen: pos}
}

func rewriteAll(list []syntax.Expr) {
	for i := range list {
		list[i] = rewrite(list[i])
	}
}

// rewriteParams rewrites only the defaults of parameters: in "*args" the star is not an operator.
func rewriteParams(params []syntax.Expr) {
	for _, p := range params {
		if p, ok := p.(*syntax.BinaryExpr); ok {
			p.Y = rewrite(p.Y)
		}
	}
}

// rewrite rewrites an expression and returns its replacement. nil stays nil.
func rewrite(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.BinaryExpr:
		e.X, e.Y = rewrite(e.X), rewrite(e.Y)
		return limited(e)
	case *syntax.CallExpr:
		rewriteCall(e)
	case *syntax.Comprehension:
		return rewriteComprehension(e)
	case *syntax.CondExpr:
		e.Cond, e.True, e.False = rewrite(e.Cond), rewrite(e.True), rewrite(e.False)
	case *syntax.DictExpr:
		return rewriteDict(e)
	case *syntax.DotExpr:
		e.X = rewrite(e.X)
		if limitedMethods[e.Name.Name] {
			return Operation(opMethod, e.Dot, e.X, &syntax.Literal{Token: syntax.STRING, TokenPos: e.Name.NamePos, Raw: e.Name.Name, Value: e.Name.Name})
		}
	case *syntax.IndexExpr:
		return Operation(opIndex, e.Lbrack, rewrite(e.X), rewrite(e.Y))
	case *syntax.LambdaExpr:
		rewriteParams(e.Params)
		e.Body = rewrite(e.Body)
	case *syntax.ListExpr:
		rewriteAll(e.List)
	case *syntax.ParenExpr:
		e.X = rewrite(e.X)
	case *syntax.SliceExpr:
		return Operation(opSlice, e.Lbrack, rewrite(e.X), orNone(e.Lo, e.Lbrack), orNone(e.Hi, e.Lbrack), orNone(e.Step, e.Lbrack))
	case *syntax.TupleExpr:
		rewriteAll(e.List)
	case *syntax.UnaryExpr:
		e.X = rewrite(e.X)
	}
	return e
}

// orNone returns a part of a slice; a missing part becomes None, by a name that no script can redefine.
func orNone(e syntax.Expr, at syntax.Position) syntax.Expr {
	if e == nil {
		return &syntax.Ident{NamePos: at, Name: None}
	}
	return rewrite(e)
}

// fewLiterals is the maximum number of entries of a dict display that is left as is. Larger ones are built entry by entry,
// because their keys may be chosen to fall into one bucket.
const fewLiterals = 32

func rewriteDict(e *syntax.DictExpr) syntax.Expr {
	var flat []syntax.Expr
	for _, x := range e.List {
		entry := x.(*syntax.DictEntry)
		entry.Key, entry.Value = rewrite(entry.Key), rewrite(entry.Value)
		if len(e.List) <= fewLiterals {
			if !isLiteral(entry.Key) {
				entry.Key = Operation(opHashable, syntax.Start(entry.Key), entry.Key)
			}
			continue
		}
		flat = append(flat, entry.Key, entry.Value)
	}
	if flat == nil {
		return e
	}
	return Operation(opDict, e.Lbrace, &syntax.ListExpr{Lbrack: e.Lbrace, List: flat, Rbrack: e.Rbrace})
}

// limited returns a binary operator with limits, if it needs any.
func limited(e *syntax.BinaryExpr) syntax.Expr {
	name := ""
	switch op := e.Op; {
	case isFloat(e), comparisons[op] != "" && isFloat(e.X) && isFloat(e.Y):
		return e
	}
	switch e.Op {
	case syntax.PLUS:
		if !isNumber(e.X) && !isNumber(e.Y) && !(isBounded(e.X) && isBounded(e.Y)) {
			name = opPlus
		}
	case syntax.STAR:
		if !isNumber(e.X) || !isNumber(e.Y) {
			name = opTimes
		}
	case syntax.PERCENT:
		if lit, ok := e.X.(*syntax.Literal); !isNumber(e.X) || ok && lit.Token == syntax.FLOAT {
			name = opRemainder
		}
	case syntax.LTLT:
		name = opShift
	case syntax.IN, syntax.NOT_IN:
		if !isFew(e.Y) {
			name = comparisons[e.Op]
		}
	default:
		if !isLiteral(e.X) && !isLiteral(e.Y) {
			name = comparisons[e.Op] + arithmetics[e.Op]
		}
	}
	if name == "" {
		return e
	}
	return Operation(name, e.OpPos, e.X, e.Y)
}

// isBounded reports whether the source of e shows that it is a number of a few digits, or no longer than the source itself.
func isBounded(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.ListExpr, *syntax.TupleExpr:
		return true
	case *syntax.ParenExpr:
		return isBounded(e.X)
	}
	return isLiteral(e)
}

// isLiteral reports whether e is an int or a string of a few letters. Floats do not count: comparing one with a large int takes
// time.
func isLiteral(e syntax.Expr) bool {
	const short = 256
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Token != syntax.FLOAT && len(e.Raw) <= short
	case *syntax.UnaryExpr:
		return e.Op == syntax.MINUS && isLiteral(e.X)
	case *syntax.ParenExpr:
		return isLiteral(e.X)
	}
	return false
}

// isFew reports whether e is a string, or a list of a few literals.
func isFew(e syntax.Expr) bool {
	var list []syntax.Expr
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return isFew(e.X)
	case *syntax.ListExpr:
		list = e.List
	case *syntax.TupleExpr:
		list = e.List
	default:
		return isLiteral(e)
	}
	return len(list) <= fewLiterals && !slices.ContainsFunc(list, func(x syntax.Expr) bool { return !isLiteral(x) })
}

// isNumber reports whether the source of e shows that it is a number of a few digits.
func isNumber(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return (e.Token == syntax.INT || e.Token == syntax.FLOAT) && isLiteral(e)
	case *syntax.UnaryExpr:
		return e.Op == syntax.MINUS && isNumber(e.X)
	case *syntax.ParenExpr:
		return isNumber(e.X)
	}
	return false
}

// isFloat reports whether the source of e shows that it is a float, unless it is an error: one of two numbers that are added is a
// float. The other may be a large int, which takes little time to convert.
func isFloat(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Token == syntax.FLOAT
	case *syntax.UnaryExpr:
		return e.Op == syntax.MINUS && isFloat(e.X)
	case *syntax.ParenExpr:
		return isFloat(e.X)
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.PLUS, syntax.MINUS, syntax.STAR, syntax.SLASH, syntax.SLASHSLASH:
			return isFloat(e.X) || isFloat(e.Y)
		}
	}
	return false
}

func rewriteCall(e *syntax.CallExpr) {
	e.Lparen = CallPlace(e)
	for i, arg := range e.Args {
		switch arg := arg.(type) {
		case *syntax.BinaryExpr:
			if arg.Op == syntax.EQ { // name=value: the name is not an expression
				arg.Y = rewrite(arg.Y)
				continue
			}
		case *syntax.UnaryExpr:
			if arg.Op == syntax.STAR || arg.Op == syntax.STARSTAR {
				name := opArgs
				if arg.Op == syntax.STARSTAR {
					name = opKwargs
				}
				arg.X = Operation(name, arg.OpPos, rewrite(arg.X))
				continue
			}
		}
		e.Args[i] = rewrite(arg)
	}
	if dot, ok := e.Fn.(*syntax.DotExpr); ok && limitedMethods[dot.Name.Name] {
		e.Fn, e.Args = &syntax.Ident{NamePos: dot.Dot, Name: opMethod + dot.Name.Name}, append([]syntax.Expr{rewrite(dot.X)}, e.Args...)
		return
	}
	e.Fn = rewrite(e.Fn)
}

// CallPlace returns the position reported for a call: the called name, or the parenthesis if the callee has no name.
func CallPlace(e *syntax.CallExpr) syntax.Position {
	switch fn := e.Fn.(type) {
	case *syntax.Ident:
		return fn.NamePos
	case *syntax.DotExpr:
		return fn.Name.NamePos
	}
	return e.Lparen
}

func rewriteComprehension(e *syntax.Comprehension) syntax.Expr {
	entry, isDict := e.Body.(*syntax.DictEntry)
	if isDict {
		e.Body = &syntax.TupleExpr{Lparen: entry.Colon, List: []syntax.Expr{rewrite(entry.Key), rewrite(entry.Value)}, Rparen: entry.Colon}
	} else {
		e.Body = rewrite(e.Body)
	}
	for _, c := range e.Clauses {
		switch c := c.(type) {
		case *syntax.ForClause:
			c.Vars, c.X = rewriteTarget(c.Vars), rewrite(c.X)
		case *syntax.IfClause:
			c.Cond = rewrite(c.Cond)
		}
	}
	if !isDict {
		return e
	}
	e.Curly = false
	return Operation(opDictOf, e.Lbrack, e)
}
