package star

import (
	"context"

	"cardroom/engine/diag"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// AnsweredAt returns the return statement with which a script function answered a call with these arguments. If that cannot be
// determined, or no return statement ran, it returns the position of the function.
//
// Starlark does not report where a result came from. So the script is loaded again with its statements counted, and its function
// is called with the same arguments; the result cannot differ. This is done only for an invalid answer.
func (l *Loader) AnsweredAt(f starlark.Callable, args starlark.Tuple) diag.Pos {
	at := FunctionPos(f)
	fn, ok := f.(*starlark.Function)
	if l == nil || !ok {
		return at
	}
	body, returns := l.returnsOf(at)
	if n := len(body); n > 0 && len(returns) == 1 && body[n-1] == syntax.Stmt(returns[0]) {
		return PlanPos(syntax.Start(returns[0]))
	}
	if ran := l.askAgain(fn, args, returns); ran != nil {
		return PlanPos(syntax.Start(ran))
	}
	return at
}

// InvalidAnswer returns an error about an invalid answer, at the statement that returned it.
func (l *Loader) InvalidAnswer(f starlark.Callable, args starlark.Tuple, err error) error {
	e := &diag.Error{Code: CodeEval, Pos: l.AnsweredAt(f, args), Msg: f.Name() + ": " + err.Error(), Cause: err}
	l.Illustrate(e)
	return e
}

// returnsOf returns the statements of the function at a position, and the return statements among and below them.
func (l *Loader) returnsOf(at diag.Pos) (body []syntax.Stmt, returns []*syntax.ReturnStmt) {
	file, err := dialect.Parse(at.File, l.Text(at.File), 0)
	if err != nil {
		return nil, nil
	}
	var def *syntax.DefStmt
	syntax.Walk(file, func(n syntax.Node) bool {
		if d, ok := n.(*syntax.DefStmt); ok && PlanPos(d.Def) == at {
			def = d
		}
		return def == nil
	})
	if def == nil {
		return nil, nil
	}
	syntax.Walk(def, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.DefStmt:
			return n == def
		case *syntax.ReturnStmt:
			returns = append(returns, n)
		}
		return true
	})
	return def.Body, returns
}

// askAgain calls a top-level function of a script once more and returns the return statement that runs; nil if none does.
func (l *Loader) askAgain(fn *starlark.Function, args starlark.Tuple, returns []*syntax.ReturnStmt) *syntax.ReturnStmt {
	path := fn.Position().Filename()
	o := l.options
	o.Print, o.Debug, o.Cover = nil, nil, &Coverage{Skip: func(p string) bool { return p != path }}
	again := NewLoader(o)
	m, err := again.LoadContext(context.Background(), path)
	if err != nil || again.Text(path) != l.Text(path) {
		return nil
	}
	same, ok := m.Globals[fn.Name()].(*starlark.Function)
	if !ok || FunctionPos(same) != FunctionPos(fn) {
		return nil
	}
	before := map[diag.Pos]int64{}
	for _, b := range o.Cover.Blocks(path) {
		before[b.Start] = b.Count()
	}
	if _, err := again.Thread("asked again", HookSteps).Call(same, args, nil); err != nil {
		return nil
	}
	for _, b := range o.Cover.Blocks(path) {
		for _, r := range returns {
			if b.Outcome == "" && b.Start == PlanPos(syntax.Start(r)) && b.Count() > before[b.Start] {
				return r
			}
		}
	}
	return nil
}
