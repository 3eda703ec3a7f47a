package price

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// root is the folder of the module.
const root = "../../../.."

// kinds are the types whose constants are kinds of steps, effects and events, by package.
var kinds = map[string]map[string]string{
	"engine/plan":  {"StepKind": "steps", "CardEffect": "effects", "OfferEffect": "effects", "EffectKind": "effects", "FloorEffectKind": "effects"},
	"engine/hand":  {"EventKind": "events"},
	"engine/table": {"EffectKind": "effects"},
}

// source is a file of the program: no test, and nothing of the modules beside it.
type source struct {
	name, room string // "engine/plan/ask.go", "engine/plan"
	file       *ast.File
}

// sources parses the program.
func sources(t *testing.T, set *token.FileSet) (out []source) {
	t.Helper()
	for _, top := range []string{"engine", "dsl", "cmd/cardroom", "scripts", "stdlib", ".ci"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && d.Name() == "testdata" {
				return filepath.SkipDir
			}
			if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return nil
			}
			file, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(root, name)
			rel = filepath.ToSlash(rel)
			out = append(out, source{rel, path.Dir(rel), file})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// constants returns the kinds that a file declares: the type of each constant.
func constants(file *ast.File, of map[string]string) map[string]string {
	out := map[string]string{}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		name := ""
		for _, spec := range g.Specs {
			v := spec.(*ast.ValueSpec)
			if v.Type != nil || len(v.Values) > 0 {
				name = ""
				if id, ok := v.Type.(*ast.Ident); ok && of[id.Name] != "" {
					name = id.Name
				}
			}
			for _, id := range v.Names {
				if name != "" && id.IsExported() {
					out[id.Name] = name
				}
			}
		}
	}
	return out
}

// noImports makes the type checker resolve the names of a package itself, which is all that is wanted of it.
type noImports struct{}

func (noImports) Import(string) (*types.Package, error) { return nil, errors.New("not needed") }

// census is what the syntax tree says about kinds of steps, effects and events.
type census struct {
	files map[string]map[string]bool // by what is named: the files outside the package that declares it
	loose map[string][]string        // switches and tables that nothing completes
	bad   []string                   // marks for the linter that stand above no switch
}

// takeCensus reads the program.
func takeCensus(t *testing.T) *census {
	t.Helper()
	set := token.NewFileSet()
	files := sources(t, set)
	names := map[string]map[string]string{} // by package: type of each constant
	own := map[*ast.Ident]types.Object{}
	for room, of := range kinds {
		names[room] = map[string]string{}
		var all []*ast.File
		for _, s := range files {
			if s.room == room {
				maps.Copy(names[room], constants(s.file, of))
				all = append(all, s.file)
			}
		}
		for kind := range of {
			if !slices.Contains(slices.Collect(maps.Values(names[room])), kind) {
				t.Errorf("%s: the constants of %s were not found", room, kind)
			}
		}
		config := types.Config{Importer: noImports{}, Error: func(error) {}}
		_, _ = config.Check(room, set, all, &types.Info{Uses: own})
	}
	c := &census{files: map[string]map[string]bool{}, loose: map[string][]string{}}
	for what := range map[string]bool{"steps": true, "effects": true, "events": true} {
		c.files[what] = map[string]bool{}
	}
	for _, s := range files {
		c.read(set, s, names, own)
	}
	return c
}

// members returns the number of kinds of a type, "plan.StepKind".
func members(names map[string]map[string]string, of string) (n int) {
	for room, list := range names {
		for name, kind := range list {
			if ast.IsExported(name) && path.Base(room)+"."+kind == of {
				n++
			}
		}
	}
	return n
}

// read adds a file.
func (c *census) read(set *token.FileSet, s source, names map[string]map[string]string, own map[*ast.Ident]types.Object) {
	imports := map[string]string{} // by name in the file
	for _, i := range s.file.Imports {
		room := strings.TrimPrefix(strings.Trim(i.Path.Value, `"`), "cardroom/")
		if kinds[room] != nil {
			imports[path.Base(room)] = room
			if i.Name != nil {
				imports[i.Name.Name] = room
			}
		}
	}
	// kindOf returns what an expression names: "steps", and the type "plan.StepKind".
	kindOf := func(e ast.Expr) (what, of string) {
		switch e := e.(type) {
		case *ast.SelectorExpr:
			if x, ok := e.X.(*ast.Ident); ok {
				room := imports[x.Name]
				of = names[room][e.Sel.Name]
				return kinds[room][of], path.Base(room) + "." + of
			}
		case *ast.Ident:
			if k, ok := own[e].(*types.Const); ok && k.Parent() == k.Pkg().Scope() {
				of = names[s.room][e.Name]
				return kinds[s.room][of], path.Base(s.room) + "." + of
			}
		}
		return "", ""
	}
	marked := map[ast.Node]bool{}
	comments := ast.NewCommentMap(set, s.file, s.file.Comments)
	for node, groups := range comments {
		for _, g := range groups {
			for _, line := range g.List {
				if why, ok := strings.CutPrefix(line.Text, "//exhaustive:ignore"); line.Text != "//exhaustive:enforce" && (!ok || why == "") {
					continue
				}
				marked[node] = true
				_, isSwitch := node.(*ast.SwitchStmt)
				if !isSwitch {
					c.bad = append(c.bad, set.Position(line.Pos()).String())
				}
			}
		}
	}
	where := ""
	count := map[string]int{}
	add := func(what, of, form string) {
		line := fmt.Sprintf("%s: %s: a %s over %s that nothing completes", s.name, where, form, of)
		if count[line]++; count[line] > 1 {
			line += fmt.Sprintf(" (%d)", count[line])
		}
		c.loose[what] = append(c.loose[what], line)
	}
	for _, d := range s.file.Decls {
		where = "its tables"
		if f, ok := d.(*ast.FuncDecl); ok {
			where = f.Name.Name
			if f.Recv != nil {
				receiver := f.Recv.List[0].Type
				if star, ok := receiver.(*ast.StarExpr); ok {
					receiver = star.X
				}
				where = fmt.Sprint(receiver) + "." + where
			}
		}
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
			continue // they are declared here
		}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr, *ast.Ident:
				if what, of := kindOf(n.(ast.Expr)); what != "" && path.Base(s.room) != strings.Split(of, ".")[0] {
					c.files[what][s.name] = true
				}
			case *ast.SwitchStmt:
				for _, clause := range n.Body.List {
					for _, e := range clause.(*ast.CaseClause).List {
						if what, of := kindOf(e); what != "" && !marked[n] && n.Tag != nil {
							add(what, of, "switch")
							return true
						}
					}
				}
			case *ast.CompositeLit:
				var what, of string
				rows := 0
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						if w, o := kindOf(kv.Key); w != "" {
							what, of = w, o
							rows++
						}
					}
				}
				if what != "" && rows < members(names, of) { // a table with a row for every kind is complete
					add(what, of, "table")
				}
			}
			return true
		})
	}
}

// TestKinds compares the files that name kinds of steps, effects and events, outside the package that declares them, and the switches and tables over them that no linter completes, with
// the list. A mark for the linter of switches stands above a switch.
func TestKinds(t *testing.T) {
	c := takeCensus(t)
	for _, at := range c.bad {
		t.Errorf("%s: //exhaustive:enforce stands above no switch, so the linter checks nothing", at)
	}
	found := map[string][]string{}
	for what, files := range c.files {
		found["files that name kinds of "+what] = slices.Sorted(maps.Keys(files))
		found["switches and tables over kinds of "+what] = slices.Sorted(slices.Values(c.loose[what]))
	}
	compare(t, found)
}
