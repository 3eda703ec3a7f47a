package star

import (
	"strings"

	"cardroom/dsl/star/guard"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// CodeOf returns the text that the results of a function depend on: the lines of the function and of the functions it calls,
// without comments and docstrings, followed by the values of the other names it uses, as in "sevens = \"void\"".
func (l *Loader) CodeOf(f starlark.Callable) []string {
	fn, ok := f.(*starlark.Function)
	if !ok {
		return nil
	}
	if l == nil {
		return nil
	}
	if known, ok := l.codes.Load(fn); ok {
		return known.([]string)
	}
	c := &code{loader: l, seen: map[string]bool{}}
	c.function(fn)
	out := append(c.lines, c.values...)
	l.codes.Store(fn, out)
	return out
}

// code collects the text that the results of a function depend on.
type code struct {
	loader        *Loader
	lines, values []string
	seen          map[string]bool // functions by position, and values by line
}

func (c *code) function(f *starlark.Function) {
	at := f.Position()
	if c.seen[at.String()] {
		return
	}
	c.seen[at.String()] = true
	text := c.loader.Text(at.Filename())
	where, err := c.loader.placeOf(at.Filename())
	if err != nil {
		return
	}
	s, fault := c.loader.scriptOf(where, text)
	if fault != nil {
		return
	}
	def := functionAt(s.file, at)
	if def == nil {
		return
	}
	c.lines = append(c.lines, linesOf(def, text)...)
	for _, name := range namesIn(def) {
		switch v := meant(f, name).(type) {
		case nil, *starlark.Builtin:
		case *starlark.Function:
			c.function(v)
		default:
			line := name + " = " + guard.TextOf(v, maxValueText)
			if !c.seen[line] {
				c.seen[line] = true
				c.values = append(c.values, line)
			}
		}
	}
}

// maxValueText is the number of bytes of a value's text that count: no rule has a longer one.
const maxValueText = 1 << 16

// meant returns the value of a name in a function; nil for local names and names of the language.
func meant(f *starlark.Function, name string) starlark.Value {
	for i := range f.NumFreeVars() {
		if b, v := f.FreeVar(i); b.Name == name {
			return v
		}
	}
	return f.Globals()[name]
}

// functionAt returns the function that begins at a position of a script, or nil.
func functionAt(file *syntax.File, at syntax.Position) (found syntax.Node) {
	syntax.Walk(file, func(n syntax.Node) bool {
		var pos syntax.Position
		switch n := n.(type) {
		case *syntax.DefStmt:
			pos = n.Def
		case *syntax.LambdaExpr:
			pos = n.Lambda
		}
		if pos.Line == at.Line && pos.Col == at.Col {
			found = n
		}
		return found == nil
	})
	return found
}

// linesOf returns the lines of a function, without comments and docstring.
func linesOf(def syntax.Node, text string) []string {
	from, to := def.Span()
	docFrom, docTo := docstringLines(def)
	var out []string
	for n, line := range strings.Split(text, "\n") {
		at := int32(n + 1)
		trimmed := strings.TrimSpace(line)
		if at < from.Line || at > to.Line || at >= docFrom && at <= docTo || trimmed == "" || trimmed[0] == '#' {
			continue
		}
		out = append(out, strings.TrimRight(line, " \t\r"))
	}
	return strings.Split(Dedent("\n"+strings.Join(out, "\n")), "\n")
}

// docstringLines returns the first and last lines of a function's docstring; 0 and 0 without one.
func docstringLines(def syntax.Node) (from, to int32) {
	d, ok := def.(*syntax.DefStmt)
	if !ok {
		return 0, 0
	}
	if first, ok := d.Body[0].(*syntax.ExprStmt); ok {
		if doc, ok := first.X.(*syntax.Literal); ok && doc.Token == syntax.STRING {
			start, end := doc.Span()
			return start.Line, end.Line
		}
	}
	return 0, 0
}

// namesIn returns the names in a function, each once, in source order.
func namesIn(def syntax.Node) []string {
	var out []string
	seen := map[string]bool{}
	syntax.Walk(def, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok && !seen[id.Name] {
			seen[id.Name] = true
			out = append(out, id.Name)
		}
		return true
	})
	return out
}
