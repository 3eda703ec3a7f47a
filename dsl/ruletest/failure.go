package ruletest

import (
	"slices"

	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Codes of failures.
const (
	codeTest   = "CR050" // a test that cannot be run as written
	codeExpect = "CR051" // a failed expectation
)

// Failure is a failed expectation.
type Failure struct {
	What string // subject of the expectation: "pot"; may be ""
	Want string // expected value
	Got  string // actual value
	// Values are the names in the failing line, with their values.
	Values []NamedValue
	// Table is the state of the hand, in a few lines; nil without one.
	Table []string
	Hint  string // what may have been meant; may be ""
}

// NamedValue is a variable of the failing line.
type NamedValue struct{ Name, Value string }

// Error returns the failure in one line.
func (f *Failure) Error() string {
	what := ""
	if f.What != "" {
		what = f.What + ": "
	}
	switch {
	case f.Want == "":
		return what + f.Got
	case f.Got == "":
		return what + "want " + f.Want
	}
	return what + "got " + f.Got + ", want " + f.Want
}

// at returns the failure as an error at a position of a script.
func (f *Failure) at(c *star.Call, pos diag.Pos, hint string) error {
	f.Values = namesAt(c)
	return &diag.Error{Pos: pos, Code: codeExpect, Msg: f.Error(), Hint: hint, Cause: f}
}

// namesAt returns the values of the names in the statement that makes a call.
// Names of functions and of the test itself are left out.
func namesAt(c *star.Call) []NamedValue {
	if c.Thread.CallStackDepth() < 2 {
		return nil
	}
	frame := c.Thread.DebugFrame(1)
	fn, ok := frame.Callable().(*starlark.Function)
	if !ok {
		return nil
	}
	known := map[string]starlark.Value{}
	for name, v := range fn.Globals() {
		known[name] = v
	}
	for i := range frame.NumLocals() {
		if b, v := frame.Local(i); v != nil && v.Type() != "cell" { // shared with an inner function
			known[b.Name] = v
		}
	}
	var out []NamedValue
	for _, name := range namesIn(c.Loader().Text(c.Pos.File), c.Pos) {
		v := known[name]
		switch v.(type) {
		case nil, starlark.Callable, *T, *Hand, *Table:
			continue
		}
		out = append(out, NamedValue{name, shorten(v)})
	}
	return out
}

// maxShown is the number of bytes shown of a value's text.
const maxShown = 200

// shorten returns a value's text, shortened if it is long.
func shorten(v starlark.Value) string { return guard.TextOf(v, maxShown) }

// namesIn returns the names used in the innermost statement around a position,
// in order, each once.
func namesIn(text string, pos diag.Pos) []string {
	file, err := star.Parse(pos.File, []byte(text), 0)
	if err != nil {
		return nil
	}
	var stmt syntax.Node
	syntax.Walk(file, func(n syntax.Node) bool {
		if n == nil {
			return false
		}
		start, end := n.Span()
		if s, ok := n.(syntax.Stmt); ok && holds(start, end, pos) {
			stmt = s
		}
		return true
	})
	if stmt == nil {
		return nil
	}
	var out []string
	note := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	syntax.Walk(headOf(stmt), func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Ident:
			note(n.Name)
		case *syntax.DotExpr:
			syntax.Walk(n.X, func(x syntax.Node) bool {
				if id, ok := x.(*syntax.Ident); ok {
					note(id.Name)
				}
				return true
			})
			return false
		}
		return true
	})
	return out
}

// headOf returns a statement without the statements inside it.
func headOf(n syntax.Node) syntax.Node {
	switch n := n.(type) {
	case *syntax.IfStmt:
		return n.Cond
	case *syntax.ForStmt:
		return n.X
	}
	return n
}

func holds(start, end syntax.Position, pos diag.Pos) bool {
	after := pos.Line > start.Line || pos.Line == start.Line && pos.Col >= start.Col
	return after && (pos.Line < end.Line || pos.Line == end.Line && pos.Col <= end.Col)
}
