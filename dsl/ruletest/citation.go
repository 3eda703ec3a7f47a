package ruletest

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/star"

	"go.starlark.net/syntax"
)

// Concerned holds script mutations by the clauses they concern.
type Concerned map[string][]*Mutant

// Concerning returns the mutations of scripts that concern each clause: those in the call that cites it or the function whose
// docstring names it, and in the definitions that these use, unless those cite only other clauses. The nearest mutations come
// first, and large ones last. A mutation changes a result: one more or less, the other value, the opposite. Mere omissions are
// not included. texts are the scripts by their names in the loader. listed are further mutations that state which clauses they
// break; they come first.
func Concerning(texts map[string][]byte, listed []*Mutant) (Concerned, error) {
	c := &concerning{scripts: map[string]*cited{}, out: Concerned{}, near: map[string]map[*Mutant]int{}}
	for file, text := range texts {
		s, err := readCited(file, text)
		if err != nil {
			return nil, err
		}
		c.scripts[file] = s
	}
	find := &citing{c.scripts}
	for file := range c.scripts {
		s := find.scripts[file]
		for _, stmt := range s.tree.Stmts {
			own := names{}
			if def, ok := stmt.(*syntax.DefStmt); ok {
				find.parameters(file, def, own)
			}
			find.walk(file, stmt, own, 0)
		}
	}
	for file, s := range c.scripts {
		for _, site := range s.sites {
			for _, id := range site.clauses {
				c.clause = id
				c.seen = map[*span]bool{}
				c.argument = site.argument
				c.take(file, &site.span, 0)
			}
		}
	}
	for id, near := range c.near {
		c.out[id] = slices.SortedFunc(maps.Keys(near), func(a, b *Mutant) int {
			if a.wide != b.wide {
				if b.wide {
					return -1
				}
				return 1
			}
			return cmp.Or(cmp.Compare(near[a], near[b]), cmp.Compare(a.File, b.File), cmp.Compare(a.at, b.at), cmp.Compare(a.After, b.After))
		})
	}
	for _, m := range listed {
		for _, id := range m.Clauses {
			c.out[id] = slices.Insert(c.out[id], 0, m)
		}
	}
	return c.out, nil
}

// span is a part of a script with its names.
type span struct{ from, to int }

// site is a part of a script that cites clauses.
type site struct {
	span
	argument string // the omitted argument that the clauses are about, if any
	clauses  []string
}

// cited is a script with its citations and definitions.
type cited struct {
	tree    *syntax.File
	mutator *mutator
	defs    map[string]*syntax.DefStmt
	values  map[string]syntax.Expr // values of the module's global names
	sites   []*site
	names   map[string]*span // definitions of the module
	loads   map[string]load  // names loaded from other scripts
	locals  []local
	uses    []use
	mutants []*Mutant
}

type load struct{ file, name string }

// local is a value that a function assigns to one of its local names.
type local struct {
	in, at span
	name   string
}

// use is an occurrence of a name.
type use struct {
	at   int
	name string
}

func readCited(file string, text []byte) (*cited, error) {
	f, err := star.Parse(file, text, 0)
	if err != nil {
		return nil, err
	}
	m := newMutator(file, text)
	m.further = true
	for _, stmt := range f.Stmts {
		m.walk(stmt)
	}
	s := &cited{tree: f, mutator: m, names: map[string]*span{}, loads: map[string]load{}, defs: map[string]*syntax.DefStmt{}, values: map[string]syntax.Expr{}}
	s.mutants = slices.DeleteFunc(m.out, func(m *Mutant) bool { return m.After == "" })
	where := func(n syntax.Node) *span {
		from, to := m.span(n)
		return &span{from, to}
	}
	for _, stmt := range f.Stmts {
		switch n := stmt.(type) {
		case *syntax.LoadStmt:
			for i := range n.From {
				s.loads[n.To[i].Name] = load{loaded(file, n.ModuleName()), n.From[i].Name}
			}
			continue
		case *syntax.AssignStmt:
			if id, ok := n.LHS.(*syntax.Ident); ok {
				s.names[id.Name] = where(n)
				s.values[id.Name] = n.RHS
			}
		case *syntax.DefStmt:
			s.names[n.Name.Name] = where(n)
			s.defs[n.Name.Name] = n
		}
		syntax.Walk(stmt, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Ident:
				s.uses = append(s.uses, use{m.offset(n.NamePos), n.Name})
			case *syntax.AssignStmt:
				if id, ok := n.LHS.(*syntax.Ident); ok && n != stmt {
					s.locals = append(s.locals, local{*where(stmt), *where(n), id.Name})
				}
			}
			return true
		})
	}
	return s, nil
}

// added adds an argument that a call omits, with a value other than the default: any argument, or only the named one.
func (m *mutator) added(n *syntax.CallExpr, only string) (out []*Mutant) {
	b := builtinOf(n.Fn)
	if b == nil {
		return nil
	}
	given := map[string]bool{}
	for i, arg := range n.Args {
		name, _ := argument(arg)
		if p := paramAt(b, i, name); p != nil {
			given[p.Name] = true
		}
	}
	end := m.endOfArguments(n)
	comma := ", "
	if m.text[end-1] == '(' {
		comma = ""
	}
	for k := range b.Params {
		p := &b.Params[k]
		if given[p.Name] || p.Rest || p.Default == "" || slices.Contains(says, p.Name) || only != "" && only != p.Name {
			continue
		}
		for _, value := range others(p) {
			x := change(m.file, m.text, end, "", comma+p.Name+" = "+value)
			x.added = p.Name
			out = append(out, x)
		}
	}
	return out
}

// endOfArguments returns the byte offset at which to insert another argument: before the trailing comma and line break, if any.
func (m *mutator) endOfArguments(n *syntax.CallExpr) int {
	end := m.offset(n.Rparen)
	for strings.ContainsRune(" \t\n,", rune(m.text[end-1])) {
		end--
	}
	return end
}

// others returns values of a parameter other than its default.
func others(p *star.Param) (out []string) {
	for _, word := range p.Enum {
		if text := strconv.Quote(word); text != p.Default {
			out = append(out, text)
		}
	}
	switch n, err := strconv.Atoi(p.Default); {
	case p.Default == "True":
		out = append(out, "False")
	case p.Default == "False":
		out = append(out, "True")
	case len(out) > 0:
	case err == nil:
		out = []string{strconv.Itoa(n + 1)}
	default:
		for _, c := range Words().Constants() {
			if c.Value.Type() == p.Type && c.Name != p.Default {
				out = append(out, c.Name)
			}
		}
	}
	return out
}

// loaded returns the name of a script loaded by another.
func loaded(from, name string) string {
	if strings.HasPrefix(name, "@") {
		return name
	}
	name = strings.TrimPrefix(name, "./")
	if prefix, rest, ok := strings.Cut(from, "//"); ok {
		return prefix + "//" + path.Join(path.Dir(rest), name)
	}
	return path.Join(path.Dir(from), name)
}

// docClauses returns the clauses in brackets in a docstring.
func docClauses(body []syntax.Stmt) (out []string) {
	if len(body) == 0 {
		return nil
	}
	expr, ok := body[0].(*syntax.ExprStmt)
	if !ok {
		return nil
	}
	lit, ok := expr.X.(*syntax.Literal)
	if !ok {
		return nil
	}
	doc, _ := lit.Value.(string)
	return citesIn(doc)
}

// concerning collects the mutations of one clause after another.
type concerning struct {
	scripts map[string]*cited
	out     Concerned
	// near holds the mutations by clause, with the number of names between the citation and each.
	near   map[string]map[*Mutant]int
	clause string
	// argument is the omitted argument that the site is about.
	argument string
	seen     map[*span]bool
}

// farthestUse is the maximum number of names between a citation and a mutation: "burn = _burn", and _burn is an option.
const farthestUse = 3

// take records the mutations in a part of a script, and in the definitions of its names. Parts that cite only other clauses
// belong to those.
func (c *concerning) take(file string, part *span, depth int) {
	s := c.scripts[file]
	if s == nil || c.seen[part] {
		return
	}
	c.seen[part] = true
	var others []span
	for _, o := range s.sites {
		if o.from > part.from && o.to <= part.to && !slices.Contains(o.clauses, c.clause) {
			others = append(others, o.span)
		}
	}
	inside := func(at int) bool {
		return at >= part.from && at < part.to && !slices.ContainsFunc(others, func(o span) bool { return at >= o.from && at < o.to })
	}
	for _, m := range s.mutants {
		if inside(m.at) && (c.argument == "" || depth > 0 || m.added == c.argument) {
			near := c.near[c.clause]
			if near == nil {
				near = map[*Mutant]int{}
				c.near[c.clause] = near
			}
			if d, known := near[m]; !known || depth < d {
				near[m] = depth
			}
		}
	}
	if depth == farthestUse {
		return
	}
	for _, u := range s.uses {
		if inside(u.at) {
			c.follow(file, u, depth+1)
		}
	}
}

// follow takes the definition of a name, unless it is about other clauses.
func (c *concerning) follow(file string, u use, depth int) {
	s := c.scripts[file]
	own := false
	for i := range s.locals {
		if l := &s.locals[i]; l.name == u.name && l.in.from <= u.at && u.at < l.in.to {
			own = true
			if !s.aboutOthers(&l.at, c.clause) {
				c.take(file, &l.at, depth)
			}
		}
	}
	if own {
		return
	}
	in, name := home(c.scripts, file, u.name)
	if s = c.scripts[in]; s == nil {
		return
	}
	if part := s.names[name]; part != nil && !s.aboutOthers(part, c.clause) {
		c.take(in, part, depth)
	}
}

// aboutOthers reports whether a definition cites clauses, but not this one.
func (s *cited) aboutOthers(part *span, clause string) bool {
	found := false
	for _, o := range s.sites {
		if o.from >= part.from && o.to <= part.to {
			if slices.Contains(o.clauses, clause) {
				return false
			}
			found = true
		}
	}
	return found
}
