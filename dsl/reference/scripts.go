package reference

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/dsl/format"
	"cardroom/dsl/star"
	"cardroom/engine/diag"

	"go.starlark.net/syntax"
)

// readScripts returns the scripts of a file system as entries, without their tests: those of galleries, or all others. The prefix
// and the path make the name. Scripts and folders that cannot be read or parsed are left out, and reported.
func (r *Reference) readScripts(prefix string, fsys fs.FS, galleries bool) (out []*Entry) {
	if fsys == nil {
		return nil
	}
	_ = fs.WalkDir(fsys, ".", func(file string, d fs.DirEntry, err error) error {
		if err == nil && (d.IsDir() || path.Ext(file) != ".star" || strings.HasSuffix(file, "_test.star")) ||
			star.Exists(fsys, path.Join(path.Dir(file), dsl.GalleryFile)) != galleries {
			return nil
		}
		var text []byte
		if err == nil {
			text, err = fs.ReadFile(fsys, file)
		}
		var e *Entry
		if err == nil {
			e, err = ReadScript(prefix+file, text)
		}
		if err == nil {
			out = append(out, e)
		} else if house, _, _ := strings.Cut(file, "/"); r.broken != nil {
			r.broken(house, err)
		}
		return nil
	})
	return out
}

// galleries returns the scripts of the galleries, and the games that they define by their ids.
func (r *Reference) galleries() (out []*Entry) {
	for _, f := range r.readScripts("@scripts//", r.scripts, true) {
		f.Chapter = "scripts"
		out = append(out, f)
		for _, m := range f.Members {
			if m.Kind == Value && m.id != "" {
				m.Name = path.Base(path.Dir(f.Name)) + "/" + m.id
			}
			m.Chapter = "scripts"
			out = append(out, m)
		}
	}
	return out
}

// ReadScript returns the entry of a script from its source: its docstring, and as members the functions and values that other
// scripts can load. The name is the one used to load it; for a user's file, its path.
func ReadScript(name string, text []byte) (*Entry, error) {
	f, err := format.Parse(name, text)
	if err != nil {
		return nil, err
	}
	s := &scriptReader{name: name, lines: strings.Split(string(text), "\n")}
	e := &Entry{Kind: Script, Name: name, At: diag.Pos{File: name}}
	if len(f.Stmts) > 0 {
		e.Doc = docOf(f.Stmts[0])
	}
	for _, stmt := range f.Stmts {
		e.Members = append(e.Members, s.members(stmt)...)
	}
	return e, nil
}

// docOf returns the text of a statement that is a string, without indentation.
func docOf(s syntax.Stmt) string {
	x, ok := s.(*syntax.ExprStmt)
	if !ok {
		return ""
	}
	if lit, ok := x.X.(*syntax.Literal); ok && lit.Token == syntax.STRING {
		return star.Dedent(lit.Value.(string))
	}
	return ""
}

type scriptReader struct {
	name  string
	lines []string
}

// members returns the public names that a top-level statement defines.
func (s *scriptReader) members(stmt syntax.Stmt) []*Entry {
	switch stmt := stmt.(type) {
	case *syntax.DefStmt:
		if isPublic(stmt.Name.Name) {
			d := parseDocstring(docOf(stmt.Body[0]))
			e := &Entry{
				Kind: Function, Name: stmt.Name.Name, Doc: d.text, Returns: d.returns, Example: d.example,
				Load: s.load(stmt.Name.Name), At: s.pos(stmt.Name.NamePos),
			}
			var parts []string
			for _, p := range stmt.Params {
				q := s.param(p)
				q.Doc = d.args[q.Name]
				part := q.Name
				if q.Default != "" {
					part += " = " + q.Default
				}
				parts = append(parts, part)
				if q.Name != "*" {
					e.Params = append(e.Params, q)
				}
			}
			e.Signature = e.Name + "(" + strings.Join(parts, ", ") + ")"
			return []*Entry{e}
		}
	case *syntax.AssignStmt:
		if id, ok := stmt.LHS.(*syntax.Ident); ok && isPublic(id.Name) {
			return []*Entry{s.value(id, stmt.RHS)}
		}
	}
	return nil
}

func isPublic(name string) bool { return !strings.HasPrefix(name, "_") }

func (s *scriptReader) param(x syntax.Expr) Param {
	switch x := x.(type) {
	case *syntax.BinaryExpr:
		return Param{Name: x.X.(*syntax.Ident).Name, Default: s.source(x.Y)}
	case *syntax.UnaryExpr:
		name := x.Op.String()
		if x.X != nil {
			name += x.X.(*syntax.Ident).Name
		}
		return Param{Name: name}
	case *syntax.Ident:
		return Param{Name: x.Name, Required: true}
	}
	return Param{}
}

// value returns a global that is not a function: the expression that makes it, and the documentation in that call.
func (s *scriptReader) value(id *syntax.Ident, made syntax.Expr) *Entry {
	e := &Entry{Kind: Value, Name: id.Name, Load: s.load(id.Name), At: s.pos(id.NamePos)}
	call, ok := made.(*syntax.CallExpr)
	if !ok {
		return e
	}
	e.Signature, e.id = s.source(call.Fn)+"(…)", strings.ReplaceAll(id.Name, "_", "-")
	for i, arg := range call.Args {
		if lit, ok := arg.(*syntax.Literal); ok && i == 0 && lit.Token == syntax.STRING {
			e.Signature = s.source(call.Fn) + "(" + lit.Raw + ", …)"
		}
		if text := keyword(arg, "doc", "about"); text != "" {
			e.Doc = text
		}
		e.id = cmp.Or(keyword(arg, "id"), e.id)
		if lit, ok := arg.(*syntax.Literal); ok && i == 1 && lit.Token == syntax.STRING && e.Doc == "" {
			e.Doc = lit.Value.(string) // functions of games take the name and a description
		}
	}
	return e
}

// keyword returns the text of an argument with one of the names, or "".
func keyword(arg syntax.Expr, names ...string) string {
	b, ok := arg.(*syntax.BinaryExpr)
	if !ok || b.Op != syntax.EQ {
		return ""
	}
	lit, ok := b.Y.(*syntax.Literal)
	if id, named := b.X.(*syntax.Ident); !ok || !named || !slices.Contains(names, id.Name) || lit.Token != syntax.STRING {
		return ""
	}
	return lit.Value.(string)
}

// source returns the source of an expression, on one line.
func (s *scriptReader) source(x syntax.Expr) string {
	start, end := x.Span()
	var parts []string
	for n := start.Line; n <= end.Line && int(n) <= len(s.lines); n++ {
		line := []rune(s.lines[n-1])
		from, to := 0, len(line)
		if n == start.Line {
			from = min(int(start.Col-1), len(line))
		}
		if n == end.Line {
			to = min(int(end.Col-1), len(line))
		}
		parts = append(parts, strings.TrimSpace(string(line[from:max(from, to)])))
	}
	return strings.Join(parts, " ")
}

// load returns the statement that loads a name from this script; "" for scripts outside of the library and the houses, which are
// loaded by varying paths.
func (s *scriptReader) load(name string) string {
	if !strings.HasPrefix(s.name, "@") {
		return ""
	}
	return `load("` + s.name + `", "` + name + `")`
}

func (s *scriptReader) pos(p syntax.Position) diag.Pos {
	return diag.Pos{File: s.name, Line: p.Line, Col: p.Col}
}

// docstring is a parsed docstring of a function.
type docstring struct {
	text    string
	args    map[string]string
	returns string
	example string
}

// parseDocstring parses a docstring: text, followed by sections that begin with
// "Args:", "Returns:" or "Example:" on a line of its own, with indented
// content.
func parseDocstring(doc string) docstring {
	d := docstring{args: map[string]string{}}
	section, body := "", []string{}
	finish := func() {
		d.put(section, strings.Join(body, "\n"))
		body = nil
	}
	for _, line := range strings.Split(star.Dedent(doc), "\n") {
		switch line {
		case "Args:", "Returns:", "Example:":
			finish()
			section = line
		default:
			body = append(body, line)
		}
	}
	finish()
	return d
}

func (d *docstring) put(section, body string) {
	body = star.Dedent("\n" + body)
	switch section {
	case "":
		d.text = body
	case "Returns:":
		d.returns = oneLine(body)
	case "Example:":
		d.example = body + "\n"
	case "Args:":
		name := ""
		for _, line := range strings.Split(body, "\n") {
			head, text, ok := strings.Cut(line, ":")
			if ok && !strings.HasPrefix(line, " ") {
				name = strings.TrimSpace(head)
				d.args[name] = oneLine(text)
				continue
			}
			if name != "" {
				d.args[name] = oneLine(d.args[name] + " " + line)
			}
		}
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
