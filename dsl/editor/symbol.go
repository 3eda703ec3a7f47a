package editor

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"cardroom/dsl/star"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// symbol is the definition that a name refers to.
type symbol struct {
	name string
	file string        // the script that defines it; "" for a builtin
	def  *syntax.Ident // in that script; nil for a builtin
	top  bool          // other scripts can load it
	on   string        // for an attribute: the type of the value, as written: "view"
}

// at finds the name at a place of a script, and the path of nodes from the file to the name.
func at(file *syntax.File, p Place) (id *syntax.Ident, path []syntax.Node) {
	var stack []syntax.Node
	syntax.Walk(file, func(n syntax.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if i, ok := n.(*syntax.Ident); ok && named(i).has(p) {
			id, path = i, slices.Clone(stack)
		}
		return true
	})
	return id, path
}

// loadOf returns the load statement that brings a name into a script, and the name in that statement; nil if there is none.
func loadOf(file *syntax.File, id *syntax.Ident) (*syntax.LoadStmt, *syntax.Ident) {
	for _, stmt := range file.Stmts {
		load, ok := stmt.(*syntax.LoadStmt)
		if !ok {
			continue
		}
		for i, to := range load.To {
			if to == id || load.From[i] == id {
				return load, load.From[i]
			}
		}
	}
	return nil, nil
}

// bound returns the first binding of a name; nil if there is none.
func bound(id *syntax.Ident) *syntax.Ident {
	if b, ok := id.Binding.(*resolve.Binding); ok && b.First != nil {
		return b.First
	}
	return nil
}

// symbolAt returns the symbol of the name at a place; nil if there is none.
func (w *Workspace) symbolAt(file string, p Place) (*symbol, *syntax.Ident) {
	s, now := w.tree(file)
	if s == nil {
		return nil, nil
	}
	if !now { // the tree belongs to an older text: look for a name with the same line and spelling
		return w.similar(file, s, p)
	}
	id, path := at(s.File, p)
	if id == nil {
		return nil, nil
	}
	return w.symbol(s, id, path), id
}

// similar resolves a name when the current text does not parse. It looks the name up in the tree of an older text, at any
// of its uses.
func (w *Workspace) similar(file string, s *star.Script, p Place) (*symbol, *syntax.Ident) {
	word, _ := wordAt(w.text(file), p)
	var found *syntax.Ident
	var path []syntax.Node
	syntax.Walk(s.File, func(n syntax.Node) bool {
		if i, ok := n.(*syntax.Ident); ok && i.Name == word && found == nil {
			found, path = i, []syntax.Node{s.File, i}
		}
		return found == nil
	})
	if found == nil {
		if words(file).Builtin(word) != nil {
			return &symbol{name: word}, nil
		}
		return nil, nil
	}
	return w.symbol(s, found, path), found
}

// isWord reports whether a rune is part of a word.
func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

// wordAt returns the word at or before a place, and its start.
func wordAt(text string, p Place) (word string, start Place) {
	runes := []rune(line(text, p.Line))
	from := min(max(int(p.Col)-1, 0), len(runes))
	to := from
	for from > 0 && isWord(runes[from-1]) {
		from--
	}
	for to < len(runes) && isWord(runes[to]) {
		to++
	}
	return string(runes[from:to]), Place{p.Line, int32(from) + 1}
}

// symbol returns the symbol that a name refers to.
func (w *Workspace) symbol(s *star.Script, id *syntax.Ident, path []syntax.Node) *symbol {
	if len(path) > 1 {
		switch parent := path[len(path)-2].(type) {
		case *syntax.DotExpr:
			if parent.Name == id {
				return w.attribute(s, parent)
			}
		case *syntax.BinaryExpr:
			if parent.Op == syntax.EQ && parent.X == id && len(path) > 2 {
				if call, ok := path[len(path)-3].(*syntax.CallExpr); ok && slices.Contains(call.Args, syntax.Expr(parent)) {
					return w.keyword(s, call, id)
				}
			}
		}
	}
	if load, from := loadOf(s.File, id); load != nil {
		return w.loaded(s, load, from)
	}
	first := bound(id)
	if first == nil {
		if words(s.Path).Builtin(id.Name) != nil || words(s.Path).Predeclared().Has(id.Name) || starlark.Universe.Has(id.Name) {
			return &symbol{name: id.Name}
		}
		return nil
	}
	if load, from := loadOf(s.File, first); load != nil {
		return w.loaded(s, load, from)
	}
	return &symbol{name: id.Name, file: s.Path, def: first, top: slices.Contains(globals(s.File), first)}
}

// loaded returns the symbol that a load statement brings in.
func (w *Workspace) loaded(s *star.Script, load *syntax.LoadStmt, from *syntax.Ident) *symbol {
	file := w.locate(load.ModuleName(), s.Path)
	if file == "" {
		return nil
	}
	other, _ := w.tree(file)
	if other == nil {
		return nil
	}
	for _, id := range globals(other.File) {
		if id.Name == from.Name {
			return &symbol{name: id.Name, file: other.Path, def: id, top: true}
		}
	}
	return nil
}

// attribute returns the symbol of the name after a dot.
func (w *Workspace) attribute(s *star.Script, dot *syntax.DotExpr) *symbol {
	for _, on := range append(w.typesOf(s, dot.X), typesWith(words(s.Path), dot.Name.Name)...) {
		if words(s.Path).Builtin(on+"."+dot.Name.Name) != nil {
			return &symbol{name: on + "." + dot.Name.Name, on: on}
		}
		for _, a := range words(s.Path).Attributes() {
			if a.On == on && a.Name == dot.Name.Name {
				return &symbol{name: on + "." + a.Name, on: on}
			}
		}
	}
	return nil
}

// typesWith returns the types that have an attribute. They are the candidates for a value of unknown type.
func typesWith(all *star.Words, name string) (out []string) {
	for _, b := range all.Builtins() {
		if b.On != "" && b.Name == b.On+"."+name {
			out = append(out, b.On)
		}
	}
	for _, a := range all.Attributes() {
		if a.Name == name {
			out = append(out, a.On)
		}
	}
	return out
}

// typesOf returns the possible types of an expression. A call has the type that the function returns. For a parameter they
// are all types with attributes, the type with the parameter's name first.
func (w *Workspace) typesOf(s *star.Script, x syntax.Expr) []string {
	switch x := x.(type) {
	case *syntax.ParenExpr:
		return w.typesOf(s, x.X)
	case *syntax.CallExpr:
		if b := w.builtin(s, x.Fn); b != nil {
			return strings.Split(b.Returns, " or ")
		}
	case *syntax.DotExpr:
		for _, on := range w.typesOf(s, x.X) {
			for _, a := range words(s.Path).Attributes() {
				if a.On == on && a.Name == x.Name.Name {
					return strings.Split(a.Type, " or ")
				}
			}
		}
	case *syntax.Ident:
		if types := w.typesOfName(s, x); types != nil {
			return types
		}
		var all []string
		for _, a := range words(s.Path).Attributes() {
			if !slices.Contains(all, a.On) {
				all = append(all, a.On)
			}
		}
		slices.SortStableFunc(all, func(a, b string) int {
			return strings.Compare(fmt.Sprint(a != x.Name), fmt.Sprint(b != x.Name))
		})
		return all
	}
	return nil
}

// typesOfName returns the types of a top-level name of this script or of a script that it loads.
func (w *Workspace) typesOfName(s *star.Script, id *syntax.Ident) []string {
	first := bound(id)
	if first == nil {
		return nil
	}
	file, name := s.Path, first.Name
	if load, from := loadOf(s.File, first); load != nil {
		file, name = w.locate(load.ModuleName(), s.Path), from.Name
	} else if value := assigned(s.File, first); value == nil {
		return nil
	} else if call, ok := value.(*syntax.CallExpr); ok {
		if b := w.builtin(s, call.Fn); b != nil {
			return strings.Split(b.Returns, " or ")
		}
	}
	if m := w.module(file); file != "" && m != nil {
		if v := m.Globals[name]; v != nil {
			return []string{v.Type()}
		}
	}
	return nil
}

// builtin returns the builtin that is called; nil if there is none.
func (w *Workspace) builtin(s *star.Script, fn syntax.Expr) *star.Builtin {
	switch fn := fn.(type) {
	case *syntax.Ident:
		if bound(fn) == nil {
			return words(s.Path).Builtin(fn.Name)
		}
	case *syntax.DotExpr:
		for _, on := range append(w.typesOf(s, fn.X), typesWith(words(s.Path), fn.Name.Name)...) {
			if b := words(s.Path).Builtin(on + "." + fn.Name.Name); b != nil {
				return b
			}
		}
	}
	return nil
}

// keyword returns the symbol of the parameter that an argument names.
func (w *Workspace) keyword(s *star.Script, call *syntax.CallExpr, id *syntax.Ident) *symbol {
	if b := w.builtin(s, call.Fn); b != nil {
		return &symbol{name: b.Name + "(" + id.Name + ")"}
	}
	fn, ok := call.Fn.(*syntax.Ident)
	if !ok {
		return nil
	}
	sym := w.symbol(s, fn, nil)
	if sym == nil || sym.def == nil {
		return nil
	}
	other, _ := w.tree(sym.file)
	if def := function(other, sym.def); def != nil {
		for _, p := range def.Params {
			if p := paramIdent(p); p != nil && p.Name == id.Name {
				return &symbol{name: id.Name, file: sym.file, def: p}
			}
		}
	}
	return nil
}

// paramIdent returns the name of a parameter; nil for a lone star.
func paramIdent(p syntax.Expr) *syntax.Ident {
	switch p := p.(type) {
	case *syntax.Ident:
		return p
	case *syntax.BinaryExpr:
		return paramIdent(p.X)
	case *syntax.UnaryExpr:
		if id, ok := p.X.(*syntax.Ident); ok {
			return id
		}
	}
	return nil
}

// globals returns the names that a script defines at top level, not those that it loads.
func globals(file *syntax.File) (out []*syntax.Ident) {
	for _, stmt := range file.Stmts {
		switch stmt := stmt.(type) {
		case *syntax.DefStmt:
			out = append(out, stmt.Name)
		case *syntax.AssignStmt:
			out = append(out, targets(stmt.LHS)...)
		}
	}
	return out
}

// targets returns the names that an assignment sets.
func targets(x syntax.Expr) (out []*syntax.Ident) {
	switch x := x.(type) {
	case *syntax.Ident:
		return []*syntax.Ident{x}
	case *syntax.ParenExpr:
		return targets(x.X)
	case *syntax.TupleExpr:
		for _, x := range x.List {
			out = append(out, targets(x)...)
		}
	case *syntax.ListExpr:
		for _, x := range x.List {
			out = append(out, targets(x)...)
		}
	}
	return out
}

// assigned returns the expression assigned to a top-level name; nil for a function.
func assigned(file *syntax.File, id *syntax.Ident) syntax.Expr {
	for _, stmt := range file.Stmts {
		if a, ok := stmt.(*syntax.AssignStmt); ok && a.LHS == syntax.Expr(id) {
			return a.RHS
		}
	}
	return nil
}

// function returns the function that a name defines; nil if there is none.
func function(s *star.Script, id *syntax.Ident) (found *syntax.DefStmt) {
	if s == nil {
		return nil
	}
	syntax.Walk(s.File, func(n syntax.Node) bool {
		if def, ok := n.(*syntax.DefStmt); ok && def.Name == id {
			found = def
		}
		return found == nil
	})
	return found
}

// Definition returns the place where the name at a place is defined; for a load statement it is the script. ok is false for
// builtins and if there is no name.
func (w *Workspace) Definition(file string, p Place) (at Location, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s, _ := w.tree(file); s != nil {
		for _, l := range w.links(s) {
			if l.has(p) {
				return Location{File: l.Target, Range: Range{Place{1, 1}, Place{1, 1}}}, true
			}
		}
	}
	sym, _ := w.symbolAt(file, p)
	if sym == nil || sym.def == nil {
		return at, false
	}
	return Location{sym.file, named(sym.def)}, true
}

// References returns all uses of the name at a place in the scripts of the folder, including its definition.
func (w *Workspace) References(file string, p Place) []Location {
	w.mu.Lock()
	defer w.mu.Unlock()
	sym, _ := w.symbolAt(file, p)
	return w.references(sym)
}

func (w *Workspace) references(sym *symbol) (out []Location) {
	if sym == nil || sym.def == nil {
		return nil
	}
	files := []string{sym.file}
	if sym.top && !star.Private(sym.name) {
		files = append(files, slices.DeleteFunc(w.scripts(), func(f string) bool { return f == sym.file })...)
	}
	for _, file := range files {
		s := w.script(file)
		if s == nil || s.File == nil || !strings.Contains(s.Text, sym.name) {
			continue
		}
		for _, id := range w.uses(s, sym) {
			out = append(out, Location{file, named(id)})
		}
	}
	return out
}

// uses returns the names in a script that refer to a symbol. Names that a load statement aliases are not included.
func (w *Workspace) uses(s *star.Script, sym *symbol) (out []*syntax.Ident) {
	seen := map[*syntax.Ident]bool{}
	var path []syntax.Node
	note := func(id *syntax.Ident) {
		if id.Name == sym.name && !seen[id] {
			if got := w.symbol(s, id, path); got != nil && got.file == sym.file && got.def == sym.def {
				seen[id] = true
				out = append(out, id)
			}
		}
	}
	syntax.Walk(s.File, func(n syntax.Node) bool {
		switch n := n.(type) {
		case nil:
			path = path[:len(path)-1]
			return true
		case *syntax.LoadStmt:
			for _, from := range n.From {
				note(from)
			}
		case *syntax.Ident:
			path = append(path, n)
			note(n)
			return true
		}
		path = append(path, n)
		return true
	})
	slices.SortFunc(out, func(a, b *syntax.Ident) int {
		return int(a.NamePos.Line-b.NamePos.Line)*10_000 + int(a.NamePos.Col-b.NamePos.Col)
	})
	return out
}

// A Change replaces a range of a script.
type Change struct {
	Location
	Text string
}

var nameForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// Renamable returns the range of the name at a place, and an error if the name cannot be changed.
func (w *Workspace) Renamable(file string, p Place) (r Range, name string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	sym, id := w.symbolAt(file, p)
	switch {
	case sym == nil || id == nil:
		return r, "", fmt.Errorf("there is no name here")
	case sym.def == nil:
		return r, "", fmt.Errorf("%s is a word of the language", sym.name)
	case strings.HasPrefix(sym.file, "@"):
		return r, "", fmt.Errorf("%s is defined in %s, which comes with cardroom", sym.name, sym.file)
	}
	return named(id), id.Name, nil
}

// Rename changes the name at a place in all scripts of the folder that use it.
func (w *Workspace) Rename(file string, p Place, to string) ([]Change, error) {
	if _, _, err := w.Renamable(file, p); err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !nameForm.MatchString(to) || !star.Parses(to+" = 1\n") {
		return nil, fmt.Errorf("%q is not a name: use letters, digits and _, and no word of Starlark", to)
	}
	sym, _ := w.symbolAt(file, p)
	places := w.references(sym)
	if star.Private(to) && slices.ContainsFunc(places, func(l Location) bool { return l.File != places[0].File }) {
		return nil, fmt.Errorf("%s cannot be loaded by other scripts, and some do load %s", to, sym.name)
	}
	var out []Change
	for _, at := range places {
		s := w.script(at.File)
		if clash := usesName(s, to); clash != nil {
			return nil, fmt.Errorf("%s:%d has a name %s already", at.File, clash.NamePos.Line, to)
		}
		out = append(out, Change{at, to})
	}
	return out, nil
}

// usesName finds a use of a name in a script that is neither an attribute nor the name of an argument.
func usesName(s *star.Script, name string) (found *syntax.Ident) {
	syntax.Walk(s.File, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok && id.Name == name && (id.Binding != nil) {
			found = id
		}
		return found == nil
	})
	return found
}
