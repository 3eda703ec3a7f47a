package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// name, what is looked up in what was given is a parameter, and no list of names of parameters stands outside the rows.
func TestParameterNames(t *testing.T) {
	std, _, _ := fakeIO(nil)
	names := map[string]bool{}
	for _, c := range newApp(std).Commands {
		for _, f := range c.Flags {
			for _, name := range f.Names() {
				names[name] = true
			}
		}
	}
	asks := map[string]bool{"IsSet": true, "String": true, "Bool": true, "Int": true, "Int64": true, "Uint64": true, "Float64": true, "Duration": true, "StringSlice": true, "Value": true}
	own := map[string]bool{"format": true, "json": true} // those that package app adds
	looked := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, filepath.Join("internal", "app")) {
			return err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				sel, ok := n.Fun.(*ast.SelectorExpr)
				of, named := ast.Expr(nil), ""
				if ok {
					of, named = sel.X, sel.Sel.Name
				}
				x, _ := of.(*ast.Ident)
				for _, arg := range n.Args {
					name, is := literal(arg)
					switch {
					case x == nil || !is:
					case x.Name == "c" && asks[named] && !own[name]:
						t.Errorf("%s: c.%s(%q): read it by a row", fset.Position(n.Pos()), named, name)
					case x.Name == "given" && (named == "Has" || named == "First"):
						if looked++; !names[name] {
							t.Errorf("%s: given.%s(%q): no parameter has this name", fset.Position(n.Pos()), named, name)
						}
					}
				}
			case *ast.CompositeLit:
				if a, ok := n.Type.(*ast.ArrayType); !ok || len(n.Elts) < 3 || !isString(a.Elt) {
					return true
				}
				for _, e := range n.Elts {
					if name, _ := literal(e); !names[name] {
						return true
					}
				}
				if !strings.HasSuffix(path, "params.go") {
					t.Errorf("%s: a list of names of parameters: give it a column of the rows", fset.Position(n.Pos()))
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if looked < 30 {
		t.Errorf("only %d names are looked up", looked)
	}
}

func isString(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "string"
}
