package dsl

import (
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Before a script is compiled its syntax tree is changed in two ways that scripts cannot see:
//
//   - x * y, x % y and the string methods of growing become calls of operators, the only way in stock Starlark
//     to refuse [0] * (1 << 29) before it takes 8 GB. Positions stay: a call reports the place of the operator.
//     All other operators make results at most as large as both operands together; budget.tick catches those.
//   - a call reports the place of the name it calls, not of its parenthesis.

// The operators' names contain a space, so that no script can spell them.
const (
	opTimes     = "operator *"
	opRemainder = "operator %"
	opMethod    = "operator ."
	opFactor    = "operator *="
)

var operators = starlark.StringDict{
	opTimes:     binaryOperator(opTimes, times),
	opRemainder: binaryOperator(opRemainder, remainder),
	opMethod: starlark.NewBuiltin(opMethod, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return growingMethod(args[0], string(args[1].(starlark.String)))
	}),
	opFactor: starlark.NewBuiltin(opFactor, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return smallFactor(args[0])
	}),
}

func binaryOperator(name string, f func(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error)) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return f(thread, args[0], args[1])
	})
}

// smallFactor is the right side of x[i] *= y and x[i] %= y where x or i cannot be evaluated twice.
func smallFactor(y starlark.Value) (starlark.Value, error) {
	const most = 1000
	switch y := y.(type) {
	case starlark.Float:
		return y, nil
	case starlark.Int:
		if n, ok := y.Int64(); ok && -most <= n && n <= most {
			return y, nil
		}
	}
	return nil, &limitError{"this form of *= and %= takes only numbers up to 1000: give the left side a name first"}
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
	op := opTimes
	switch s.Op {
	case syntax.STAR_EQ:
	case syntax.PERCENT_EQ:
		op = opRemainder
	default:
		return
	}
	if again := duplicate(s.LHS); again != nil {
		s.Op = syntax.EQ
		s.RHS = operation(op, s.OpPos, again, s.RHS)
		return
	}
	s.RHS = operation(opFactor, s.OpPos, s.RHS)
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
			return &syntax.DotExpr{X: x, Dot: e.Dot, NamePos: e.NamePos, Name: e.Name}
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
			return operation(opMethod, e.Dot, e.X, &syntax.Literal{Token: syntax.STRING, TokenPos: e.NamePos, Raw: e.Name.Name, Value: e.Name.Name})
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
	case e.Op == syntax.STAR && !isSmall(e.X) && !isSmall(e.Y):
		return operation(opTimes, e.OpPos, e.X, e.Y)
	case e.Op == syntax.PERCENT && !isNumber(e.X):
		return operation(opRemainder, e.OpPos, e.X, e.Y)
	}
	return e
}

// isSmall reports whether e is a literal by which anything may be multiplied: x * 3 grows no faster than x + x.
func isSmall(e syntax.Expr) bool {
	lit, ok := e.(*syntax.Literal)
	if !ok {
		return false
	}
	n, ok := lit.Value.(int64)
	return ok && n <= 4
}

func isNumber(e syntax.Expr) bool {
	lit, ok := e.(*syntax.Literal)
	return ok && (lit.Token == syntax.INT || lit.Token == syntax.FLOAT)
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
		return fn.NamePos
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
