package ruletest

import (
	"slices"
	"strings"

	"cardroom/dsl/docs"

	"go.starlark.net/syntax"
)

// meaning is the static value of an expression that names clauses: the texts that it may be or contain, by key for a dict.
type meaning struct {
	texts []string
	keys  map[string]meaning
	list  bool
}

// all returns the texts of a value, under all keys.
func (v meaning) all() []string {
	out := slices.Clone(v.texts)
	for _, own := range v.keys {
		out = append(out, own.all()...)
	}
	return out
}

// at returns the values of a dict under keys, or under all keys if they are not known.
func (v meaning) at(keys []string) meaning {
	out := meaning{list: true}
	for key, own := range v.keys {
		if len(keys) == 0 || slices.Contains(keys, key) {
			out.texts = append(out.texts, own.all()...)
		}
	}
	return out
}

// both returns a value that may be either of two, or contains what both contain.
func both(x, y meaning) meaning {
	out := meaning{texts: slices.Concat(x.texts, y.texts), list: x.list || y.list}
	if x.keys != nil || y.keys != nil {
		out.keys = map[string]meaning{}
		for _, from := range []meaning{x, y} {
			for key, own := range from.keys {
				out.keys[key] = both(out.keys[key], own)
			}
		}
	}
	return out
}

// citing finds the parts of scripts that cite clauses: calls with cites, including those whose clauses come from the caller of
// the function, and functions whose docstring names clauses.
type citing struct {
	scripts map[string]*cited
}

// deepestCall is the maximum number of functions between a clause and the call that cites it.
const deepestCall = 4

// names are the values of the local names in a function. Other names are the script's.
type names map[string]meaning

// parameters records the defaults of a function's parameters.
func (c *citing) parameters(file string, def *syntax.DefStmt, own names) {
	for _, param := range def.Params {
		switch p := param.(type) {
		case *syntax.Ident:
			own[p.Name] = meaning{}
		case *syntax.BinaryExpr:
			own[p.X.(*syntax.Ident).Name] = c.value(file, p.Y, nil, 0)
		}
	}
}

// walk visits a part of a script.
func (c *citing) walk(file string, part syntax.Node, own names, depth int) {
	s := c.scripts[file]
	syntax.Walk(part, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.LoadStmt:
			return false
		case *syntax.AssignStmt:
			if id, ok := n.LHS.(*syntax.Ident); ok && own != nil && part != n {
				own[id.Name] = both(own[id.Name], c.value(file, n.RHS, own, 0))
			}
		case *syntax.ForStmt:
			c.loop(file, n.Vars, n.X, own)
		case *syntax.ForClause:
			c.loop(file, n.Vars, n.X, own)
		case *syntax.DefStmt:
			s.cites(n, docClauses(n.Body))
		case *syntax.CallExpr:
			c.call(file, n, own, depth)
		}
		return true
	})
}

// loop sets the variables of a loop to the texts in its iterable.
func (c *citing) loop(file string, vars, x syntax.Expr, own names) {
	texts := meaning{texts: c.texts(file, x)}
	syntax.Walk(vars, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok {
			own[id.Name] = texts
		}
		return true
	})
}

// texts returns all texts in an expression, and in the script's values of the names in it.
func (c *citing) texts(file string, x syntax.Expr) (out []string) {
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Literal:
			if text, ok := n.Value.(string); ok {
				out = append(out, text)
			}
		case *syntax.Ident:
			out = append(out, c.value(file, n, nil, 0).all()...)
		}
		return true
	})
	return out
}

// call records a call that cites clauses itself, or passes some to a function of the scripts.
func (c *citing) call(file string, n *syntax.CallExpr, own names, depth int) {
	s := c.scripts[file]
	var given []meaning
	for _, arg := range n.Args {
		name, x := argument(arg)
		v := c.value(file, x, own, 0)
		given = append(given, v)
		switch {
		case name == "cites" && v.keys != nil && builtinOf(n.Fn) != nil:
			for key, own := range v.keys {
				s.citesArgument(n, key, own.all())
			}
		case name == "cites" || strings.HasSuffix(name, "_cites"):
			s.cites(n, v.all())
		}
	}
	in, def := c.function(file, n.Fn)
	if def == nil || depth == deepestCall {
		return
	}
	inner := names{}
	c.parameters(in, def, inner)
	for i, arg := range n.Args {
		name, _ := argument(arg)
		if name == "" && i < len(def.Params) {
			name = paramName(def.Params[i])
		}
		if _, known := inner[name]; known {
			inner[name] = given[i]
		}
		s.cites(n, given[i].all())
	}
	c.walk(in, def, inner, depth+1)
}

func paramName(p syntax.Expr) string {
	switch p := p.(type) {
	case *syntax.Ident:
		return p.Name
	case *syntax.BinaryExpr:
		return p.X.(*syntax.Ident).Name
	}
	return ""
}

// function returns the called function of the scripts, with its script.
func (c *citing) function(file string, fn syntax.Expr) (in string, def *syntax.DefStmt) {
	id, ok := fn.(*syntax.Ident)
	if !ok {
		return "", nil
	}
	in, name := home(c.scripts, file, id.Name)
	s := c.scripts[in]
	if s == nil {
		return "", nil
	}
	return in, s.defs[name]
}

// home returns the script that defines a name, and the name there.
func home(scripts map[string]*cited, file, name string) (in, as string) {
	for range deepestCall {
		s := scripts[file]
		if s == nil {
			break
		}
		from, loaded := s.loads[name]
		if !loaded {
			break
		}
		file, name = from.file, from.name
	}
	return file, name
}

// value returns the static value of an expression.
func (c *citing) value(file string, x syntax.Expr, own names, depth int) meaning {
	if depth > 20 {
		return meaning{}
	}
	of := func(x syntax.Expr) meaning { return c.value(file, x, own, depth+1) }
	switch x := x.(type) {
	case *syntax.Literal:
		if text, ok := x.Value.(string); ok {
			return meaning{texts: []string{text}}
		}
	case *syntax.Ident:
		if v, ok := own[x.Name]; ok {
			return v
		}
		in, name := home(c.scripts, file, x.Name)
		if s := c.scripts[in]; s != nil && s.values[name] != nil {
			return c.value(in, s.values[name], nil, depth+1)
		}
	case *syntax.ParenExpr:
		return of(x.X)
	case *syntax.ListExpr:
		return c.items(file, x.List, own, depth)
	case *syntax.TupleExpr:
		return c.items(file, x.List, own, depth)
	case *syntax.CondExpr:
		return both(of(x.True), of(x.False))
	case *syntax.BinaryExpr:
		return sum(x.Op, of(x.X), of(x.Y))
	case *syntax.DictExpr:
		out := meaning{keys: map[string]meaning{}}
		for _, entry := range x.List {
			e := entry.(*syntax.DictEntry)
			for _, key := range of(e.Key).texts {
				out.keys[key] = both(out.keys[key], of(e.Value))
			}
		}
		return out
	case *syntax.IndexExpr:
		return of(x.X).at(of(x.Y).texts)
	case *syntax.CallExpr:
		if dot, ok := x.Fn.(*syntax.DotExpr); ok && dot.Name.Name == "get" && len(x.Args) > 0 {
			return of(dot.X).at(of(x.Args[0]).texts)
		}
	}
	return meaning{}
}

func (c *citing) items(file string, list []syntax.Expr, own names, depth int) meaning {
	out := meaning{list: true}
	for _, x := range list {
		out = both(out, meaning{texts: c.value(file, x, own, depth+1).all()})
	}
	return out
}

// sum concatenates texts, or adds lists and dicts.
func sum(op syntax.Token, x, y meaning) meaning {
	if op != syntax.PLUS && op != syntax.PIPE {
		return meaning{}
	}
	if x.list || y.list || x.keys != nil || y.keys != nil {
		return both(x, y)
	}
	var out meaning
	for _, a := range x.texts {
		for _, b := range y.texts {
			out.texts = append(out.texts, a+b)
		}
	}
	return out
}

// cites records that a part of the script cites those of the texts that are clauses.
func (s *cited) cites(n syntax.Node, texts []string) {
	from, to := s.mutator.span(n)
	call, _ := n.(*syntax.CallExpr)
	s.citesPart(span{from, to}, call, "", texts)
}

// citesArgument records the clauses of a single argument of a call, which may be omitted.
func (s *cited) citesArgument(call *syntax.CallExpr, name string, texts []string) {
	for _, arg := range call.Args {
		if own, _ := argument(arg); own == name {
			from, to := s.mutator.span(arg)
			s.citesPart(span{from, to}, nil, "", texts)
			return
		}
	}
	end := s.mutator.endOfArguments(call)
	s.citesPart(span{end, end + 1}, call, name, texts)
}

// citesPart records the clauses of a part. call, if not nil, is a call to which omitted arguments may be added, or only the
// argument called name.
func (s *cited) citesPart(at span, call *syntax.CallExpr, name string, texts []string) {
	texts = slices.DeleteFunc(slices.Clone(texts), func(id string) bool { return !docs.IsID(id) })
	if len(texts) == 0 {
		return
	}
	i := slices.IndexFunc(s.sites, func(o *site) bool { return o.span == at && o.argument == name })
	if i < 0 {
		i = len(s.sites)
		s.sites = append(s.sites, &site{span: at, argument: name})
		if call != nil {
			s.mutants = append(s.mutants, s.mutator.added(call, name)...)
		}
	}
	for _, id := range texts {
		if o := s.sites[i]; !slices.Contains(o.clauses, id) {
			o.clauses = append(o.clauses, id)
		}
	}
}
