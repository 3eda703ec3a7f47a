package dsl

import (
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Before a script is compiled its syntax tree is changed in two ways that scripts cannot see:
//
//   - x + y, x * y, x % y and the methods of growing become calls of operators with limits, the only way in stock
//     Starlark to refuse [0] * (1 << 29) before it takes 8 GB. Positions stay: a call reports the place of the operator.
//     An operator so called costs 0.1 us more, so those stay as they are whose text shows that they cannot grow much:
//     x + 1, -x * 2. No other operator makes results larger than its operands; budget.tick catches those.
//   - a call reports the place of the name it calls, not of its parenthesis.

// The operators' names contain a space, so that no script can spell them.
const (
	opPlus      = "operator +"
	opTimes     = "operator *"
	opRemainder = "operator %"
	opMethod    = "operator ."
	opAddend    = "operator +="
	opSmall     = "operator ="
)

var operators = starlark.StringDict{
	opPlus:      binaryOperator(opPlus, plus),
	opAddend:    binaryOperator(opAddend, addend),
	opTimes:     binaryOperator(opTimes, times),
	opRemainder: binaryOperator(opRemainder, remainder),
	opMethod: starlark.NewBuiltin(opMethod, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return growingMethod(args[0], string(args[1].(starlark.String)))
	}),
	opSmall: starlark.NewBuiltin(opSmall, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return small(args[0])
	}),
}

func binaryOperator(name string, f func(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error)) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return f(thread, args[0], args[1])
	})
}

// small is the right side of x[i] += y, *= and %= where x or i cannot be evaluated twice, to see how large x[i] is.
func small(y starlark.Value) (starlark.Value, error) {
	const most = 1000
	switch y := y.(type) {
	case starlark.Int:
		if n, ok := y.Int64(); ok && -most <= n && n <= most {
			return y, nil
		}
	default:
		if starlark.Len(y) <= most { // -1 for what has no length
			return y, nil
		}
	}
	return nil, &limitError{"too large for an assignment of this form: give the left side a name first"}
}

func rewriteFile(f *syntax.File) { rewriteStmts(f.Stmts) }

func rewriteStmts(stmts []syntax.Stmt) {
	for _, s := range stmts {
		rewriteStmt(s)
	}
}

func rewriteStmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.AssignStmt:
		s.LHS, s.RHS = rewrite(s.LHS), rewrite(s.RHS)
		rewriteAugmented(s)
	case *syntax.DefStmt:
		rewriteParams(s.Params)
		rewriteStmts(s.Body)
	case *syntax.ExprStmt:
		s.X = rewrite(s.X)
	case *syntax.ForStmt:
		s.Vars, s.X = rewrite(s.Vars), rewrite(s.X)
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

// rewriteAugmented turns x *= y into x = x * y where evaluating x twice makes no difference.
func rewriteAugmented(s *syntax.AssignStmt) {
	again := duplicate(s.LHS)
	switch s.Op {
	case syntax.PLUS_EQ, syntax.STAR_EQ, syntax.PERCENT_EQ:
	default:
		return
	}
	switch {
	case s.Op == syntax.PLUS_EQ && isBounded(s.RHS):
	case again == nil:
		s.RHS = operation(opSmall, s.OpPos, s.RHS)
	case s.Op == syntax.PLUS_EQ:
		s.RHS = operation(opAddend, s.OpPos, again, s.RHS)
	case s.Op == syntax.STAR_EQ:
		s.Op, s.RHS = syntax.EQ, operation(opTimes, s.OpPos, again, s.RHS)
	case s.Op == syntax.PERCENT_EQ:
		s.Op, s.RHS = syntax.EQ, operation(opRemainder, s.OpPos, again, s.RHS)
	}
}

// duplicate copies a name, or an index or field of names and literals; other expressions may have effects: nil.
// Each use of a name needs its own node, because the resolver writes what it finds into the node.
func duplicate(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Ident:
		return &syntax.Ident{NamePos: e.NamePos, Name: e.Name}
	case *syntax.Literal:
		return e
	case *syntax.IndexExpr:
		x, y := duplicate(e.X), duplicate(e.Y)
		if x != nil && y != nil {
			return &syntax.IndexExpr{X: x, Lbrack: e.Lbrack, Y: y, Rbrack: e.Rbrack}
		}
	case *syntax.DotExpr:
		if x := duplicate(e.X); x != nil {
			return &syntax.DotExpr{X: x, Dot: e.Dot, Name: e.Name}
		}
	}
	return nil
}

// operation is the call of an operator, at the operator's place.
func operation(name string, pos syntax.Position, args ...syntax.Expr) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: pos, Name: name}, Lparen: pos, Args: args, Rparen: pos}
}

func rewriteAll(list []syntax.Expr) {
	for i := range list {
		list[i] = rewrite(list[i])
	}
}

// rewriteParams changes the defaults of parameters, and nothing else: in "*args" the star is no operator.
func rewriteParams(params []syntax.Expr) {
	for _, p := range params {
		if p, ok := p.(*syntax.BinaryExpr); ok {
			p.Y = rewrite(p.Y)
		}
	}
}

// rewrite changes an expression and returns what stands in its place. nil stays nil.
func rewrite(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.BinaryExpr:
		return rewriteBinary(e)
	case *syntax.CallExpr:
		rewriteCall(e)
	case *syntax.Comprehension:
		rewriteComprehension(e)
	case *syntax.CondExpr:
		e.Cond, e.True, e.False = rewrite(e.Cond), rewrite(e.True), rewrite(e.False)
	case *syntax.DictEntry:
		e.Key, e.Value = rewrite(e.Key), rewrite(e.Value)
	case *syntax.DictExpr:
		rewriteAll(e.List)
	case *syntax.DotExpr:
		e.X = rewrite(e.X)
		if growing[e.Name.Name] != nil {
			return operation(opMethod, e.Dot, e.X, &syntax.Literal{Token: syntax.STRING, TokenPos: e.Name.NamePos, Raw: e.Name.Name, Value: e.Name.Name})
		}
	case *syntax.IndexExpr:
		e.X, e.Y = rewrite(e.X), rewrite(e.Y)
	case *syntax.LambdaExpr:
		rewriteParams(e.Params)
		e.Body = rewrite(e.Body)
	case *syntax.ListExpr:
		rewriteAll(e.List)
	case *syntax.ParenExpr:
		e.X = rewrite(e.X)
	case *syntax.SliceExpr:
		e.X, e.Lo, e.Hi, e.Step = rewrite(e.X), rewrite(e.Lo), rewrite(e.Hi), rewrite(e.Step)
	case *syntax.TupleExpr:
		rewriteAll(e.List)
	case *syntax.UnaryExpr:
		e.X = rewrite(e.X)
	}
	return e
}

func rewriteBinary(e *syntax.BinaryExpr) syntax.Expr {
	e.X, e.Y = rewrite(e.X), rewrite(e.Y)
	switch {
	case e.Op == syntax.PLUS && !isBounded(e.X) && !isBounded(e.Y):
		return operation(opPlus, e.OpPos, e.X, e.Y)
	case e.Op == syntax.STAR && !(isNumber(e.X) && isNumber(e.Y)):
		return operation(opTimes, e.OpPos, e.X, e.Y)
	case e.Op == syntax.PERCENT && !isNumber(e.X):
		return operation(opRemainder, e.OpPos, e.X, e.Y)
	}
	return e
}

// isBounded reports whether the text of e shows that it is a number, or as long as the text itself.
func isBounded(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal, *syntax.ListExpr, *syntax.TupleExpr, *syntax.UnaryExpr:
		return true
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.MINUS, syntax.SLASH, syntax.SLASHSLASH:
			return true
		}
	case *syntax.ParenExpr:
		return isBounded(e.X)
	}
	return false
}

// isNumber reports whether the text of e shows that it is a number: a literal, or what only numbers can do.
func isNumber(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Token == syntax.INT || e.Token == syntax.FLOAT
	case *syntax.UnaryExpr:
		return e.Op == syntax.MINUS
	case *syntax.BinaryExpr:
		return e.Op == syntax.SLASH || e.Op == syntax.SLASHSLASH
	case *syntax.ParenExpr:
		return isNumber(e.X)
	}
	return false
}

func rewriteCall(e *syntax.CallExpr) {
	e.Lparen = callPlace(e)
	e.Fn = rewrite(e.Fn)
	for i, arg := range e.Args {
		switch arg := arg.(type) {
		case *syntax.BinaryExpr:
			if arg.Op == syntax.EQ { // name=value: the name is no expression
				arg.Y = rewrite(arg.Y)
				continue
			}
		case *syntax.UnaryExpr:
			if arg.Op == syntax.STAR || arg.Op == syntax.STARSTAR {
				arg.X = rewrite(arg.X)
				continue
			}
		}
		e.Args[i] = rewrite(arg)
	}
}

// callPlace is where a call is reported: at the name called, or at the parenthesis if what is called has no name.
func callPlace(e *syntax.CallExpr) syntax.Position {
	switch fn := e.Fn.(type) {
	case *syntax.Ident:
		return fn.NamePos
	case *syntax.DotExpr:
		return fn.Name.NamePos
	}
	return e.Lparen
}

func rewriteComprehension(e *syntax.Comprehension) {
	e.Body = rewrite(e.Body)
	for _, c := range e.Clauses {
		switch c := c.(type) {
		case *syntax.ForClause:
			c.Vars, c.X = rewrite(c.Vars), rewrite(c.X)
		case *syntax.IfClause:
			c.Cond = rewrite(c.Cond)
		}
	}
}
