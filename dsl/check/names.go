package check

import (
	"fmt"
	"path"
	"strings"

	"cardroom/dsl"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/diag"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// script is a parsed script with the bindings of its names.
type script struct {
	*star.Script
	ignores []*ignore

	globals map[string]syntax.Expr     // top-level assignments, by name
	defs    map[string]*syntax.DefStmt // functions at top level
	loads   map[string]loaded          // by local name
	// values are the variables of functions that are assigned once, by first
	// occurrence.
	values map[*syntax.Ident]syntax.Expr
	// given are the values assigned to variables, if all of them are known.
	given  map[*syntax.Ident][]syntax.Expr
	params map[*syntax.Ident]*syntax.DefStmt
	made   map[*syntax.Ident]defined // every definition, by the position of the name
	uses   map[*syntax.Ident]int     // number of reads of a variable, by first occurrence
	// exports are the names that other scripts can load, in order; defined also
	// contains the private globals.
	exports []string
	defined map[string]bool
	places  *textIndex // see index
}

// loaded is the origin of a loaded name.
type loaded struct{ path, name string }

// defined describes the definition of a name.
type defined struct {
	how   syntax.Node // the statement or expression that defines it
	alone bool        // not one of several targets
}

// read reads a script once; nil if it cannot be read.
func (c *Checker) read(ref string) *script {
	if s, ok := c.scripts[ref]; ok {
		return s
	}
	text, err := c.lib.Read(ref)
	if err != nil {
		c.scripts[ref] = nil
		return nil
	}
	s := &script{
		Script: text, globals: map[string]syntax.Expr{}, defs: map[string]*syntax.DefStmt{}, loads: map[string]loaded{},
		values: map[*syntax.Ident]syntax.Expr{}, given: map[*syntax.Ident][]syntax.Expr{}, params: map[*syntax.Ident]*syntax.DefStmt{},
		made: map[*syntax.Ident]defined{}, uses: map[*syntax.Ident]int{}, defined: map[string]bool{},
	}
	c.scripts[ref], c.scripts[s.Path] = s, s
	if s.File != nil {
		s.topLevel(c.lib)
		s.scopes()
		var out []*ignore
		for _, comment := range s.Script.Comments() {
			out = append(out, ignoresOf(comment)...)
		}
		s.ignores = out
	}
	return s
}

// topLevel records the definitions and loads of a script.
func (s *script) topLevel(lib *dsl.Library) {
	for _, stmt := range s.File.Stmts {
		switch stmt := stmt.(type) {
		case *syntax.DefStmt:
			s.defs[stmt.Name.Name] = stmt
		case *syntax.AssignStmt:
			if id, ok := stmt.LHS.(*syntax.Ident); ok && stmt.Op == syntax.EQ {
				s.globals[id.Name] = stmt.RHS
			}
		case *syntax.LoadStmt:
			if from, err := lib.Locate(stmt.ModuleName(), s.Path); err == nil {
				for i, to := range stmt.To {
					s.loads[to.Name] = loaded{from, stmt.From[i].Name}
				}
			}
		}
	}
}

// first returns the first occurrence of an identifier's variable; nil for words
// of the language.
func first(id *syntax.Ident) *syntax.Ident {
	if b, ok := id.Binding.(*resolve.Binding); ok {
		return b.First
	}
	return nil
}

// scope returns the scope in which a name is defined.
func scope(id *syntax.Ident) resolve.Scope {
	if b, ok := id.Binding.(*resolve.Binding); ok {
		return b.Scope
	}
	return resolve.Undefined
}

// scopes records where variables are defined and how often they are read.
func (s *script) scopes() {
	assigned := map[*syntax.Ident]int{}
	note := func(how syntax.Node, e syntax.Expr) {
		names := idents(e)
		for _, id := range names {
			s.made[id] = defined{how, len(names) == 1}
			assigned[first(id)]++
		}
	}
	syntax.Walk(s.File, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.AssignStmt:
			note(n, n.LHS)
			if id, ok := n.LHS.(*syntax.Ident); ok && n.Op == syntax.EQ {
				s.values[first(id)] = n.RHS
				s.given[first(id)] = append(s.given[first(id)], n.RHS)
			}
		case *syntax.ForStmt:
			note(n, n.Vars)
		case *syntax.ForClause:
			note(n, n.Vars)
		case *syntax.DefStmt:
			note(n, n.Name)
			for _, id := range paramNames(n.Params) {
				s.params[id], s.made[id] = n, defined{n, false}
				assigned[first(id)] += 2
			}
		case *syntax.LambdaExpr:
			for _, id := range paramNames(n.Params) {
				s.made[id] = defined{n, false}
				assigned[first(id)] += 2
			}
		case *syntax.LoadStmt:
			for _, id := range n.To {
				s.made[id] = defined{n, true}
			}
			return false
		}
		return true
	})
	for id, n := range assigned {
		if n > 1 {
			delete(s.values, id)
		}
		if n > len(s.given[id]) {
			delete(s.given, id)
		}
	}
	for id := range s.made {
		if scope(id) == resolve.Global {
			s.defined[id.Name] = true
		}
	}
	s.exports = s.public()
	syntax.Walk(s.File, func(n syntax.Node) bool {
		id, ok := n.(*syntax.Ident)
		if !ok {
			return true
		}
		if _, defines := s.made[id]; !defines && first(id) != nil {
			s.uses[first(id)]++
		}
		return true
	})
}

// idents returns the names that an assignment to e defines.
func idents(e syntax.Expr) (out []*syntax.Ident) {
	switch e := e.(type) {
	case *syntax.Ident:
		return []*syntax.Ident{e}
	case *syntax.ParenExpr:
		return idents(e.X)
	case *syntax.TupleExpr:
		for _, x := range e.List {
			out = append(out, idents(x)...)
		}
	case *syntax.ListExpr:
		for _, x := range e.List {
			out = append(out, idents(x)...)
		}
	}
	return out
}

// paramNames returns the names of parameters.
func paramNames(params []syntax.Expr) (out []*syntax.Ident) {
	for _, p := range params {
		switch p := p.(type) {
		case *syntax.BinaryExpr:
			out = append(out, idents(p.X)...)
		case *syntax.UnaryExpr:
			if p.X != nil {
				out = append(out, idents(p.X)...)
			}
		default:
			out = append(out, idents(p)...)
		}
	}
	return out
}

// names checks unused definitions, redefined words of the language, and loads.
func (c *Checker) names(s *script) {
	words := map[string]string{}
	for _, b := range ruletest.Words().Builtins() {
		if b.On == "" {
			words[b.Name] = "function"
		}
	}
	for _, k := range ruletest.Words().Constants() {
		words[k.Name] = "value"
	}
	syntax.Walk(s.File, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.LoadStmt:
			c.loadStmt(s, n)
			return false
		case *syntax.Ident:
			if d, ok := s.made[n]; ok && n == first(n) {
				c.definition(s, n, d, words)
			}
		case *syntax.DictExpr:
			c.keys(n)
		}
		return true
	})
}

// definition checks one variable.
func (c *Checker) definition(s *script, id *syntax.Ident, d defined, words map[string]string) {
	at, global := start(id), scope(id) == resolve.Global
	if kind := words[id.Name]; kind != "" && global && c.typeOf(s, id) != "game" { // a game is known by its name
		c.addAt(at, codeRedefined, "choose another name: readers would take it for the "+kind+" of the language",
			fmt.Sprintf("%s is a word of the language", id.Name))
	}
	if s.uses[id] > 0 {
		return
	}
	if assign, ok := d.how.(*syntax.AssignStmt); ok && isOption(assign.RHS) && d.alone {
		if star.Private(id.Name) || !c.loadedSomewhere(s, id.Name) {
			c.addAt(at, codeUnusedOption, "use the value, or leave the option out", fmt.Sprintf("the option in %s is never read: setting it changes nothing", id.Name))
		}
		return
	}
	switch {
	case global && star.Private(id.Name):
		c.addAt(at, codeUnusedPrivate, "remove it; a name without the underscore could be loaded by other scripts", fmt.Sprintf("%s is never used", id.Name))
	case !global && d.alone && !star.Private(id.Name):
		hint := "remove it, or name it _" + id.Name
		switch d.how.(type) {
		case *syntax.ForStmt, *syntax.ForClause:
			hint = "name it _ if only the number of rounds matters"
		case *syntax.LambdaExpr:
			return
		}
		c.addAt(at, codeUnused, hint, fmt.Sprintf("%s is never read", id.Name))
	}
}

// isOption reports whether an expression declares an option.
func isOption(e syntax.Expr) bool {
	call, ok := e.(*syntax.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fn.(*syntax.Ident)
	return ok && id.Name == "option" && scope(id) == resolve.Predeclared
}

// loadedSomewhere reports whether another checked script, or one in the same
// folder, loads a name.
func (c *Checker) loadedSomewhere(s *script, name string) bool {
	if dir := path.Dir(s.Path); !c.folders[dir] {
		c.folders[dir] = true
		c.noteLoads(c.lib.Beside(s.Path))
	}
	if !c.folders["checked"] {
		c.folders["checked"] = true
		c.noteLoads(c.known)
	}
	return c.asked[loaded{s.Path, name}]
}

// noteLoads records what scripts load.
func (c *Checker) noteLoads(paths []string) {
	for _, p := range paths {
		s := c.read(p)
		if s == nil {
			continue
		}
		for _, l := range s.loads {
			if l.path != s.Path {
				c.asked[l] = true
			}
		}
	}
}

// loadStmt checks a load statement.
func (c *Checker) loadStmt(s *script, stmt *syntax.LoadStmt) {
	used := 0
	for _, id := range stmt.To {
		used += min(1, s.uses[first(id)])
	}
	for i, id := range stmt.To {
		if s.uses[first(id)] == 0 {
			c.addAt(start(stmt.From[i]), codeUnusedLoad, "", fmt.Sprintf("%s is loaded and never used", id.Name), s.withoutLoad(stmt, i, used == 0)...)
		}
	}
	from, err := c.lib.Locate(stmt.ModuleName(), s.Path)
	if err != nil {
		c.loadFault(stmt, err)
		return
	}
	if from == s.Path {
		c.addAt(posOf(stmt.Module.TokenPos), star.CodeCycle, "a script can use the names it defines without loading them", "the script loads itself")
		return
	}
	other := c.read(from)
	if other == nil {
		_, err := c.lib.Read(from)
		c.loadFault(stmt, err)
		return
	}
	if other.File == nil {
		return // its error is reported at its own position
	}
	for _, id := range stmt.From {
		if other.defs[id.Name] != nil || other.defined[id.Name] {
			continue
		}
		hint := star.DefinesHint(c.suggest(id.Name, other.exports), other.exports)
		c.addAt(start(id), star.CodeName, hint, star.NotDefined(other.Path, id.Name))
	}
}

// loadFault reports a script that cannot be loaded, at the load statement.
func (c *Checker) loadFault(stmt *syntax.LoadStmt, err error) {
	e, ok := err.(*diag.Error)
	if !ok {
		return
	}
	at := *e
	at.Pos, at.Source = posOf(stmt.Module.TokenPos), ""
	if !strings.HasPrefix(at.Msg, "cannot load ") {
		at.Msg = "cannot load " + e.Pos.File + ": " + e.Msg
	}
	c.add(&at, nil)
}

// public returns the names that other scripts can load, in order.
func (s *script) public() (out []string) {
	for _, stmt := range s.File.Stmts {
		var names []*syntax.Ident
		switch stmt := stmt.(type) {
		case *syntax.DefStmt:
			names = []*syntax.Ident{stmt.Name}
		case *syntax.AssignStmt:
			names = idents(stmt.LHS)
		}
		for _, id := range names {
			if !star.Private(id.Name) {
				out = append(out, id.Name)
			}
		}
	}
	return out
}

// keys reports a key that occurs twice in a dict.
func (c *Checker) keys(d *syntax.DictExpr) {
	seen := map[any]syntax.Position{}
	for _, e := range d.List {
		entry, ok := e.(*syntax.DictEntry)
		if !ok {
			continue
		}
		lit, ok := entry.Key.(*syntax.Literal)
		if !ok {
			continue
		}
		if before, twice := seen[lit.Value]; twice {
			c.addAt(start(lit), codeDuplicateKey, fmt.Sprintf("the first is on line %d", before.Line), fmt.Sprintf("the dict has the key %s twice", lit.Raw))
			continue
		}
		seen[lit.Value] = lit.TokenPos
	}
}

func (s *script) isTest() bool { return strings.HasSuffix(path.Base(s.Path), "_test.star") }
