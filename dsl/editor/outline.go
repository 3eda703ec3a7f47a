package editor

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/dsl/star"

	"go.starlark.net/syntax"
)

// Kind is the kind of a name in an outline.
type Kind string

// Kinds of names.
const (
	Function Kind = "function"
	Test     Kind = "test"
	Game     Kind = "game"
	House    Kind = "house"
	Option   Kind = "option"
	Value    Kind = "value"
	Loaded   Kind = "loaded"
	Local    Kind = "local"
	Word     Kind = "word"
	Argument Kind = "argument"
	Member   Kind = "member"
	Type     Kind = "type"
	Keyword  Kind = "keyword"
	Text     Kind = "text"
	File     Kind = "file"
	Clause   Kind = "clause"
)

// Symbol is a name that a script defines at top level.
type Symbol struct {
	Name   string
	Kind   Kind
	Detail string // the function that makes it, or its parameters
	Location
	Whole Range // range of the statement
}

// Outline lists what a script defines, in order.
func (w *Workspace) Outline(file string) []Symbol {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.outline(file)
}

// outline lists what a script defines.
func (w *Workspace) outline(file string) []Symbol { return w.definitions(file, w.module) }

// definitions lists what a script defines. load returns a script that has been loaded, nil if it has not.
func (w *Workspace) definitions(file string, load func(file string) *star.Module) (out []Symbol) {
	s, _ := w.tree(file)
	if s == nil {
		return nil
	}
	for _, stmt := range s.File.Stmts {
		switch stmt := stmt.(type) {
		case *syntax.DefStmt:
			kind := Function
			if star.IsTestScript(file) && strings.HasPrefix(stmt.Name.Name, "test_") {
				kind = Test
			}
			out = append(out, Symbol{stmt.Name.Name, kind, strings.TrimPrefix(star.ParamList(stmt), stmt.Name.Name), Location{file, named(stmt.Name)}, span(stmt)})
		case *syntax.AssignStmt:
			for _, id := range targets(stmt.LHS) {
				kind, detail := w.kindOf(s, id, stmt.RHS, load)
				out = append(out, Symbol{id.Name, kind, detail, Location{file, named(id)}, span(stmt)})
			}
		}
	}
	return out
}

// kindOf returns the kind of a name at top level: from its value if the script has been loaded, otherwise from the expression
// assigned to it.
func (w *Workspace) kindOf(s *star.Script, id *syntax.Ident, x syntax.Expr, load func(file string) *star.Module) (Kind, string) {
	detail, makes := "", ""
	if call, ok := x.(*syntax.CallExpr); ok {
		if b := w.builtin(s, call.Fn); b != nil {
			detail, makes = b.Name, b.Returns
		}
	}
	if m := load(s.Path); m != nil && m.Globals[id.Name] != nil && detail != star.OptionWord.Name {
		makes = m.Globals[id.Name].Type()
	}
	switch {
	case detail == star.OptionWord.Name:
		return Option, detail
	case makes == "game":
		return Game, detail
	case makes == "house":
		return House, detail
	}
	return Value, detail
}

// found lists what a script defines for a search, which loads no script.
func (w *Workspace) found(file string) []Symbol {
	return w.definitions(file, func(file string) *star.Module {
		if d := w.open[file]; d != nil && d.ran != nil {
			return d.ran
		}
		return w.ran[file]
	})
}

// Find lists the top-level names in all scripts of the folder that contain the letters of a query in order.
func (w *Workspace) Find(query string) (out []Symbol) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, file := range w.scripts() {
		for _, s := range w.found(file) {
			if letters(strings.ToLower(s.Name), strings.ToLower(query)) {
				out = append(out, s)
			}
			if len(out) == mostFound {
				return out
			}
		}
	}
	return out
}

const mostFound = 500

// Learn reads the scripts in which Find looks, so that the first search need not. Other questions are answered meanwhile.
func (w *Workspace) Learn(ctx context.Context) {
	w.mu.Lock()
	files := w.scripts()
	w.mu.Unlock()
	for _, file := range files {
		if ctx.Err() != nil {
			return
		}
		w.mu.Lock()
		w.found(file)
		w.mu.Unlock()
	}
}

// letters reports whether a name contains the letters of a query in order.
func letters(name, query string) bool {
	for _, r := range query {
		_, rest, ok := strings.Cut(name, string(r))
		if !ok {
			return false
		}
		name = rest
	}
	return true
}

// Link is a range of a script that links to a file.
type Link struct {
	Range
	Target string // a script or a list of clauses
	Line   int32  // line in Target; 0 if there is none
	Note   string
}

// Links returns the links to the scripts in load statements and to the cited clauses.
func (w *Workspace) Links(file string) []Link {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, now := w.tree(file)
	if s == nil || !now {
		return nil
	}
	out := w.links(s)
	list, where := w.clauses(s.Path)
	for _, c := range cites(s.Text, list) {
		out = append(out, Link{c.Range, where, c.clause.line, c.clause.Text})
	}
	return out
}

// citation is a clause that a script cites, in a string or in a comment.
type citation struct {
	Range
	clause *cited
}

var idForm = regexp.MustCompile(`[\w\-]+(?:\.[\w\-]+)+`)

// cites returns the clauses that a text cites.
func cites(text string, list map[string]*cited) (out []citation) {
	if list == nil {
		return nil
	}
	for n, l := range lines(text) {
		for _, m := range idForm.FindAllStringIndex(l, -1) {
			if c := list[l[m[0]:m[1]]]; c != nil {
				from, to := int32(utf8.RuneCountInString(l[:m[0]]))+1, int32(utf8.RuneCountInString(l[:m[1]]))+1
				out = append(out, citation{Range{Place{int32(n) + 1, from}, Place{int32(n) + 1, to}}, c})
			}
		}
	}
	return out
}

// citedAt returns the clause cited at a place; nil if there is none.
func (w *Workspace) citedAt(s *star.Script, p Place) *citation {
	list, _ := w.clauses(s.Path)
	for _, c := range cites(s.Text, list) {
		if c.has(p) {
			return &c
		}
	}
	return nil
}

func (w *Workspace) links(s *star.Script) (out []Link) {
	for _, stmt := range s.File.Stmts {
		if load, ok := stmt.(*syntax.LoadStmt); ok {
			if target := w.locate(load.ModuleName(), s.Path); target != "" {
				out = append(out, Link{Range: span(load.Module), Target: target})
			}
		}
	}
	return out
}

// cited is a clause with its line in the list.
type cited struct {
	*docs.Clause
	line int32
}

// clauseList holds the clauses of a folder by id, and their file.
type clauseList struct {
	byID map[string]*cited
	file string
}

// clauses returns the clauses of a script's folder by id, and their file; nil if the folder has none.
func (w *Workspace) clauses(script string) (map[string]*cited, string) {
	lib, dir := w.library(), path.Dir(script)
	list, ok := w.lists[dir]
	if !ok {
		list = readClauses(lib, script)
		w.lists[dir] = list
	}
	return list.byID, list.file
}

func readClauses(lib *dsl.Library, script string) (out clauseList) {
	data, err := lib.ReadBeside(script, docs.ClausesFile)
	if err != nil {
		return out
	}
	list, err := docs.ParseClauses(data)
	if err != nil {
		return out
	}
	at := map[string]int32{}
	for n, l := range lines(string(data)) {
		if m := clauseLine.FindStringSubmatch(l); m != nil {
			at[m[1]] = int32(n) + 1
		}
	}
	out.byID, out.file = map[string]*cited{}, script[:strings.LastIndex(script, "/")+1]+docs.ClausesFile
	for i := range list.Clauses {
		c := &list.Clauses[i]
		out.byID[c.ID] = &cited{c, at[c.ID]}
	}
	return out
}

var clauseLine = regexp.MustCompile(`^\s*id\s*=\s*"([^"]+)"`)

// Hint is a note that an editor shows within a line.
type Hint struct {
	Place
	Text, Why string
}

// Hints returns the values of options at the places that use them, and the costs of functions that a hand calls.
func (w *Workspace) Hints(file string) (out []Hint) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, now := w.tree(file)
	if s == nil || !now {
		return nil
	}
	m := w.module(file)
	if m == nil {
		return nil
	}
	chosen := map[*syntax.Ident]*star.Option{}
	for _, id := range globals(s.File) {
		call, ok := assigned(s.File, id).(*syntax.CallExpr)
		if !ok {
			continue
		}
		if b := w.builtin(s, call.Fn); b == nil || b.Name != star.OptionWord.Name {
			continue
		}
		for _, o := range m.Options {
			if o.Pos.Line == id.NamePos.Line {
				chosen[id] = o
			}
		}
	}
	syntax.Walk(s.File, func(n syntax.Node) bool {
		id, ok := n.(*syntax.Ident)
		if !ok {
			return true
		}
		if o := chosen[bound(id)]; o != nil && id != bound(id) {
			out = append(out, Hint{named(id).End, " = " + star.OptionText(o.Value), "option " + o.Name + ": " + o.About})
		}
		return true
	})
	return append(out, w.costs(file)...)
}

// costs returns hints with the costs of functions that hands and tables call, as measured by the last check.
func (w *Workspace) costs(file string) (out []Hint) {
	d := w.open[file]
	if d == nil {
		return nil
	}
	for _, c := range d.costs {
		head := line(d.text, c.Pos.Line)
		if c.Pos.File != file || !strings.Contains(head, "def "+c.Name) {
			continue // the text has changed since the check
		}
		out = append(out, Hint{
			Place{c.Pos.Line, int32(len([]rune(strings.TrimRight(head, " ")))) + 1},
			fmt.Sprintf(" %d steps", c.Steps), fmt.Sprintf("asked during a hand or at a table: %d steps on average, %d at most; a million hands that ask once take %.2g s", c.Steps, c.Most, float64(c.Steps)/20),
		})
	}
	slices.SortStableFunc(out, func(a, b Hint) int { return int(a.Line - b.Line) })
	return out
}

// Lens is a command that an editor offers above a line.
type Lens struct {
	Range
	Title   string
	Command string   // deal, test, sheet or cost
	Args    []string // the file, and the game or test
}

// Commands of lenses.
const (
	Deal  = "cardroom.deal"
	Tests = "cardroom.test"
	Sheet = "cardroom.sheet"
	Cost  = "cardroom.cost"
)

// Lenses returns the commands for the games and tests of a script. A command runs only when the user clicks it.
func (w *Workspace) Lenses(file string) (out []Lens) {
	w.mu.Lock()
	defer w.mu.Unlock()
	tests := strings.TrimSuffix(file, ".star") + "_test.star"
	if star.IsTestScript(file) || w.open[tests] == nil && !slices.Contains(w.library().Beside(file), tests) {
		tests = ""
	}
	for _, s := range w.outline(file) {
		switch {
		case s.Kind == Game && !star.Private(s.Name):
			if tests != "" {
				out = append(out, Lens{s.Range, "run tests", Tests, []string{tests}})
			}
			for _, l := range []Lens{
				{Title: "deal a hand", Command: Deal}, {Title: "rule sheet", Command: Sheet}, {Title: "what does it cost", Command: Cost},
			} {
				l.Range, l.Args = s.Range, []string{file, s.Name}
				out = append(out, l)
			}
		case s.Kind == Test:
			out = append(out, Lens{s.Range, "run this test", Tests, []string{file, s.Name}})
		}
	}
	if star.IsTestScript(file) && len(out) > 0 {
		out = append([]Lens{{out[0].Range, "run all tests", Tests, []string{file}}}, out...)
	}
	return out
}
