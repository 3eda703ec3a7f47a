package check

import (
	"maps"
	"slices"

	"cardroom/engine/diag"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// Statements and variables of functions that are never run, do nothing, or have no value. The tests compare the results with the
// standard linter, which would make the program a tenth larger.

// flow checks the statements of a script.
func (c *Checker) flow(s *script) {
	c.effects(s.File.Stmts, atTop)
	syntax.Walk(s.File, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.DefStmt:
			c.effects(n.Body, inFunction)
			c.unreachable(n.Body)
			c.returns(n)
			w := &initWalk{c: c, locals: names{}}
			w.collect(n.Body)
			for _, id := range paramNames(n.Params) {
				delete(w.locals, first(id))
			}
			if len(w.locals) > 0 {
				w.block(n.Body, names{})
			}
		case *syntax.IfStmt:
			c.effects(n.True, inBlock)
			c.effects(n.False, inBlock)
		case *syntax.ForStmt:
			c.effects(n.Body, inBlock)
			c.loopsOver(s, n.X)
		case *syntax.ForClause:
			c.loopsOver(s, n.X)
		case *syntax.CallExpr:
			c.callFlow(s, n)
		}
		return true
	})
}

// where is the context of a list of statements.
type where int

const (
	atTop where = iota
	inFunction
	inBlock
)

// effects reports statements that do nothing. A string at the start of a script or function is its documentation, and a list at
// top level may be made for the effects of its calls.
func (c *Checker) effects(stmts []syntax.Stmt, in where) {
	for i, stmt := range stmts {
		e, ok := stmt.(*syntax.ExprStmt)
		if !ok {
			continue
		}
		switch x := e.X.(type) {
		case *syntax.CallExpr:
			continue
		case *syntax.Literal:
			if x.Token == syntax.STRING && i == 0 && in != inBlock {
				continue
			}
		case *syntax.Comprehension:
			if in == atTop && !x.Curly {
				continue
			}
		}
		c.addAt(start(e), codeNoEffect, "use its value, or remove it", "the statement does nothing")
	}
}

// callsFail reports whether a statement calls fail, which ends the script.
func callsFail(stmt syntax.Stmt) bool {
	e, ok := stmt.(*syntax.ExprStmt)
	if !ok {
		return false
	}
	call, ok := e.X.(*syntax.CallExpr)
	if !ok {
		return false
	}
	fn, ok := call.Fn.(*syntax.Ident)
	return ok && fn.Name == "fail"
}

// leaves reports whether a statement is break or continue.
func leaves(stmt syntax.Stmt) bool {
	b, ok := stmt.(*syntax.BranchStmt)
	return ok && b.Token != syntax.PASS
}

// unreachable reports the first statement after one that always leaves, in each list. It returns whether all paths through the
// list leave it.
func (c *Checker) unreachable(stmts []syntax.Stmt) bool {
	left := false
	for _, stmt := range stmts {
		if left {
			c.addAt(start(stmt), codeUnreachable, "the statement before it always leaves; remove one of the two", "this statement is never reached")
			return true
		}
		switch s := stmt.(type) {
		case *syntax.ReturnStmt:
			left = true
		case *syntax.ForStmt:
			c.unreachable(s.Body)
		case *syntax.IfStmt:
			yes, no := c.unreachable(s.True), c.unreachable(s.False)
			left = yes && no
		default:
			left = callsFail(stmt) || leaves(stmt)
		}
	}
	return left
}

// returns reports a function that returns a value on some paths and none on others.
func (c *Checker) returns(def *syntax.DefStmt) {
	var bare []*syntax.ReturnStmt
	values := false
	var ends func([]syntax.Stmt) bool
	ends = func(stmts []syntax.Stmt) bool {
		ended := false
		for _, stmt := range stmts {
			switch s := stmt.(type) {
			case *syntax.ReturnStmt:
				if ended = true; s.Result == nil {
					bare = append(bare, s)
				} else {
					values = true
				}
			case *syntax.ForStmt: // it may have nothing to loop over
				ends(s.Body)
			case *syntax.IfStmt:
				yes, no := ends(s.True), ends(s.False)
				ended = ended || yes && no
			default:
				ended = ended || callsFail(stmt)
			}
		}
		return ended
	}
	ended := ends(def.Body)
	if !values {
		return
	}
	report := func(at diag.Pos) {
		c.addAt(at, codeReturn, "end every path with return and a value; return None means that there is none", def.Name.Name+" returns a value on some paths and none on others")
	}
	for _, r := range bare {
		report(start(r))
	}
	if !ended {
		report(start(def))
	}
}

// names is a set of variables, by first occurrence.
type names map[*syntax.Ident]bool

// initWalk tracks which variables of a function have a value.
type initWalk struct {
	c      *Checker
	locals names // that statements of the function assign to
}

// collect records the variables that statements assign to.
func (w *initWalk) collect(stmts []syntax.Stmt) {
	for _, stmt := range stmts {
		switch s := stmt.(type) {
		case *syntax.AssignStmt:
			w.add(s.LHS)
		case *syntax.ForStmt:
			w.add(s.Vars)
			w.collect(s.Body)
		case *syntax.IfStmt:
			w.collect(s.True)
			w.collect(s.False)
		}
	}
}

func (w *initWalk) add(e syntax.Expr) {
	for _, id := range idents(e) {
		w.locals[first(id)] = true
	}
}

// block walks statements. has are the variables with a value before them. It returns whether all paths leave the statements, and
// the variables that get a value on all other paths.
func (w *initWalk) block(stmts []syntax.Stmt, has names) (left bool, given names) {
	has, given = maps.Clone(has), names{}
	give := func(list names) {
		maps.Copy(has, list)
		maps.Copy(given, list)
	}
	for _, stmt := range stmts {
		switch s := stmt.(type) {
		case *syntax.DefStmt:
			for _, p := range s.Params {
				if b, ok := p.(*syntax.BinaryExpr); ok {
					w.reads(b.Y, has)
				}
			}
		case *syntax.ReturnStmt:
			if s.Result != nil {
				w.reads(s.Result, has)
			}
			return true, given
		case *syntax.ForStmt:
			w.reads(s.X, has)
			w.target(s.Vars, has)
			inside := maps.Clone(has)
			for _, id := range idents(s.Vars) {
				inside[first(id)] = true
			}
			w.block(s.Body, inside)
		case *syntax.IfStmt:
			w.reads(s.Cond, has)
			yesLeft, yes := w.block(s.True, has)
			noLeft, no := w.block(s.False, has)
			switch {
			case yesLeft && noLeft:
				return true, given
			case yesLeft:
				give(no)
			case noLeft:
				give(yes)
			default:
				maps.DeleteFunc(yes, func(id *syntax.Ident, _ bool) bool { return !no[id] })
				give(yes)
			}
		case *syntax.AssignStmt:
			w.reads(s.RHS, has)
			w.target(s.LHS, has)
			for _, id := range idents(s.LHS) {
				give(names{first(id): true})
			}
		case *syntax.ExprStmt:
			if callsFail(s) {
				return true, given
			}
			w.reads(s.X, has)
		default:
			if leaves(stmt) {
				return true, given
			}
		}
	}
	return false, given
}

// reads reports the variables that an expression reads although they may have no value.
func (w *initWalk) reads(e syntax.Expr, has names, but ...*syntax.Ident) {
	syntax.Walk(e, func(n syntax.Node) bool {
		id, ok := n.(*syntax.Ident)
		if ok && w.locals[first(id)] && !has[first(id)] && !slices.Contains(but, id) {
			w.c.addAt(start(id), codeUninitialized, "give it a value on every path that leads here", id.Name+" may have no value here")
		}
		return true
	})
}

// target reports uninitialized variables read on the left side of an assignment, such as i in x[i].
func (w *initWalk) target(e syntax.Expr, has names) { w.reads(e, has, idents(e)...) }

// callFlow checks a call of a function that iterates over its argument, or of a dict method.
func (c *Checker) callFlow(s *script, call *syntax.CallExpr) {
	switch fn := call.Fn.(type) {
	case *syntax.Ident:
		switch fn.Name {
		case "all", "any", "reversed", "max", "min":
			if len(call.Args) == 1 {
				c.loopsOver(s, call.Args[0])
			}
		case "zip":
			for _, arg := range call.Args {
				c.loopsOver(s, arg)
			}
		}
	case *syntax.DotExpr:
		if !slices.Contains([]string{"pop", "get", "setdefault"}, fn.Name.Name) || s.typeOf(fn.X) != typeDict {
			return
		}
		for _, arg := range call.Args {
			b, ok := arg.(*syntax.BinaryExpr)
			if !ok || b.Op != syntax.EQ {
				continue
			}
			if name, ok := b.X.(*syntax.Ident); ok && name.Name == "default" {
				c.addAt(start(arg), codeMisuse, "pass the arguments by position", "the methods of a dict take no keyword arguments")
			}
		}
	}
}

// loopsOver reports iteration over a string.
func (c *Checker) loopsOver(s *script, e syntax.Expr) {
	if s.typeOf(e) == typeString {
		c.addAt(start(e), codeMisuse, "loop over x.elems()", "a string cannot be looped over")
	}
}

// The types of expressions, as far as the source shows them and the checks need them.
type exprType int

const (
	typeUnknown exprType = iota
	typeString
	typeDict
	typeOther
)

// mostLooks is the number of expressions evaluated for the type of one: variables may refer to each other.
const mostLooks = 200

// typeOf returns the type of an expression.
func (s *script) typeOf(e syntax.Expr) exprType {
	looks := mostLooks
	return s.typeWithin(e, &looks)
}

// typeWithin returns the type of an expression, within a number of looks.
func (s *script) typeWithin(e syntax.Expr, looks *int) exprType {
	if *looks--; *looks < 0 {
		return typeUnknown
	}
	switch e := e.(type) {
	case *syntax.Literal:
		if e.Token == syntax.STRING {
			return typeString
		}
		return typeOther
	case *syntax.DictExpr:
		return typeDict
	case *syntax.ListExpr:
		return typeOther
	case *syntax.Comprehension:
		if e.Curly {
			return typeDict
		}
		return typeOther
	case *syntax.ParenExpr:
		return s.typeWithin(e.X, looks)
	case *syntax.CallExpr:
		fn, ok := e.Fn.(*syntax.Ident)
		if !ok || scope(fn) != resolve.Universal && scope(fn) != resolve.Predeclared {
			return typeUnknown
		}
		switch fn.Name {
		case "str":
			return typeString
		case "dict":
			return typeDict
		case "bool", "int", "float", "list":
			return typeOther
		}
		return typeUnknown
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.PLUS, syntax.MINUS, syntax.STAR, syntax.SLASH, syntax.SLASHSLASH, syntax.PERCENT, syntax.PIPE:
			x := s.typeWithin(e.X, looks)
			if x != typeUnknown {
				return x
			}
			if y := s.typeWithin(e.Y, looks); e.Op != syntax.PERCENT || y == typeString {
				return y
			}
			return typeUnknown
		case syntax.EQL, syntax.NEQ, syntax.LT, syntax.GT, syntax.LE, syntax.GE, syntax.IN, syntax.NOT_IN:
			return typeOther
		}
		return typeUnknown
	case *syntax.Ident:
		return s.variableType(s.given[first(e)], looks)
	}
	return typeUnknown
}

// variableType returns the type that all values of a variable share.
func (s *script) variableType(values []syntax.Expr, looks *int) exprType {
	if len(values) == 0 {
		return typeUnknown
	}
	t := s.typeWithin(values[0], looks)
	for _, v := range values[1:] {
		if t == typeUnknown || s.typeWithin(v, looks) != t {
			return typeUnknown
		}
	}
	return t
}
