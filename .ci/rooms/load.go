package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// code is what was read of a checkout. Packages and files are named by their paths from its root.
type code struct {
	root, module string
	files        map[string]map[string]int // lines of each file that is not a test, by package
	imports      map[string]map[string]int // how many files of a package import another
	decls        map[string]*decl          // by what name returns
	list         []*decl                   // the same in the order of the source
	functions    []*decl                   // all functions and methods, with those that nothing can name
	uses         []use
	interfaces   []*types.Interface
	seen         map[string]bool // files that were read
}

// decl is a method, or a function, type, variable or constant that is not inside a function.
type decl struct {
	pkg, name, kind string
	at, call        place // where it is declared and, if once, called
	lines           int   // of a function
	exported        bool  // and its type, if it is a method
	asked           bool  // a method that an interface asks for
	calls, values   int   // uses in code that is not a test: calls, and others
	users, testers  map[string]int
	outside         bool // its own tests use it, from a package of their own
}

type use struct {
	name, pkg      string
	at             place
	called, inside bool // inside the package that pkg is the folder of
}

type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprint(p.file, ":", p.line) }

func (d *decl) String() string { return path.Base(d.pkg) + "." + d.name }

// public reports whether d is exported, and not only for an interface.
func (d *decl) public() bool { return d.exported && !d.asked }

// private reports whether d is an unexported function or method.
func (d *decl) private() bool {
	return (d.kind == "func" || d.kind == "method") && d.name != "main" && !ast.IsExported(d.name[strings.Index(d.name, ".")+1:])
}

// once reports whether d is unexported, called in one place and not used otherwise.
func (d *decl) once() bool { return d.private() && !d.asked && d.calls == 1 && d.values == 0 }

func (d *decl) local() bool { return d.call.file == d.at.file }

// load reads the checkout in dir.
func load(dir string) (*code, error) {
	root, err := filepath.Abs(dir)
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return nil, err
	}
	c := &code{root: root, files: map[string]map[string]int{}, imports: map[string]map[string]int{}, decls: map[string]*decl{}, seen: map[string]bool{}}
	for _, processor := range []string{"amd64", "wasm"} {
		if err := c.read(root, processor); err != nil {
			return nil, fmt.Errorf("-dir %s: %w", dir, err)
		}
	}
	for _, pattern := range []string{"*/go.mod", "*/*/go.mod"} {
		nested, _ := filepath.Glob(filepath.Join(root, pattern))
		for _, name := range nested {
			if text, err := os.ReadFile(name); err != nil || !bytes.Contains(text, []byte(c.module+" => ")) {
				continue
			}
			if err := c.read(filepath.Dir(name), "amd64"); err != nil {
				fmt.Fprintln(os.Stderr, "rooms: some uses are not counted:", err)
			}
		}
	}
	c.list = slices.SortedFunc(maps.Values(c.decls), func(a, b *decl) int {
		if a.at.file != b.at.file {
			return strings.Compare(a.at.file, b.at.file)
		}
		return a.at.line - b.at.line
	})
	c.resolve()
	return c, nil
}

// read reads the files of the module in dir that were not read yet. Of a module below the root only uses are noted.
func (c *code) read(dir, processor string) error {
	list, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesSizes | packages.NeedTypesInfo | packages.NeedModule,
		Dir:  dir, Tests: processor != "wasm",
		Env: append(os.Environ(), "GOOS="+map[string]string{"amd64": "linux", "wasm": "js"}[processor], "GOARCH="+processor, "CGO_ENABLED=0"),
	}, "./...")
	if err != nil {
		return err
	}
	if len(list) == 0 || list[0].Module == nil {
		return errors.New("no Go module with packages")
	}
	if dir == c.root {
		c.module = list[0].Module.Path
	}
	slices.SortFunc(list, func(a, b *packages.Package) int { return strings.Compare(a.ID, b.ID) }) // a package, then the same with its tests
	for _, p := range list {
		for _, file := range p.Syntax {
			name := p.Fset.Position(file.FileStart).Filename
			rel, _ := filepath.Rel(c.root, name)
			if !filepath.IsLocal(rel) || c.seen[name] {
				continue
			}
			c.seen[name] = true
			if len(p.Errors) > 0 && err == nil {
				err = fmt.Errorf("%s: %w", p.ID, p.Errors[0])
			}
			c.file(p, file, filepath.ToSlash(rel), dir == c.root && !strings.HasSuffix(name, "_test.go"))
		}
	}
	if dir == c.root {
		c.ask(list)
	}
	return err
}

// file notes what a file uses and, if it is counted, what it declares and imports.
func (c *code) file(p *packages.Package, file *ast.File, name string, counted bool) {
	at := func(pos token.Pos) place { return place{name, p.Fset.Position(pos).Line} }
	pkg := path.Dir(name)
	if counted {
		if c.files[pkg] == nil {
			c.files[pkg], c.imports[pkg] = map[string]int{}, map[string]int{}
		}
		c.files[pkg][name] = p.Fset.File(file.FileStart).LineCount()
		for _, i := range file.Imports {
			if to, ok := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), c.module+"/"); ok {
				c.imports[pkg][to]++
			}
		}
	}
	called, lines := map[ast.Node]bool{}, map[*ast.Ident]int{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.InterfaceType:
			if i, ok := p.TypesInfo.TypeOf(n).(*types.Interface); ok && counted {
				c.interfaces = append(c.interfaces, i)
			}
		case *ast.FuncDecl:
			lines[n.Name] = at(n.End()).line - at(n.Pos()).line + 1
		case *ast.CallExpr:
			called[ast.Unparen(n.Fun)] = true
		case *ast.IndexExpr: // f[int](x)
			called[n.X] = called[n]
		case *ast.IndexListExpr:
			called[n.X] = called[n]
		case *ast.SelectorExpr:
			called[n.Sel] = called[n]
		case *ast.Ident:
			if used := c.name(p.TypesInfo.Uses[n]); used != "" {
				c.uses = append(c.uses, use{used, pkg, at(n.Pos()), called[n], !strings.HasSuffix(p.Name, "_test")})
			} else if o := p.TypesInfo.Defs[n]; o != nil && counted {
				c.declare(o, &decl{pkg: pkg, at: at(n.Pos()), lines: lines[n]})
			}
		}
		return true
	})
}

// declare notes a declaration, if it is of a kind that is counted.
func (c *code) declare(o types.Object, d *decl) {
	key := c.name(o)
	d.name = cmp.Or(strings.TrimPrefix(key, d.pkg+":"), o.Name())
	d.kind = map[string]string{"*types.Func": "func", "*types.TypeName": "type", "*types.Const": "const", "*types.Var": "var"}[fmt.Sprintf("%T", o)]
	if strings.Contains(d.name, ".") {
		d.kind = "method"
	}
	d.exported = o.Exported() && ast.IsExported(d.name)
	if d.lines > 0 {
		c.functions = append(c.functions, d)
	}
	if key != "" && c.decls[key] == nil {
		d.users, d.testers = map[string]int{}, map[string]int{}
		c.decls[key] = d
	}
}

// name returns FOLDER:NAME or FOLDER:TYPE.METHOD for what decl describes in our module, and "" for everything else.
func (c *code) name(o types.Object) string {
	if o == nil || o.Pkg() == nil || o.Name() == "_" {
		return ""
	}
	folder, ours := strings.CutPrefix(o.Pkg().Path(), c.module+"/")
	if f, ok := o.(*types.Func); ok && ours && f.Signature().Recv() != nil {
		t := f.Origin().Signature().Recv().Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if named, ok := t.(*types.Named); ok && !types.IsInterface(t) {
			return folder + ":" + named.Obj().Name() + "." + f.Name()
		}
		return ""
	}
	if !ours || o.Parent() != o.Pkg().Scope() {
		return ""
	}
	return folder + ":" + o.Name()
}

// ask marks the methods of our types that an interface asks for: any of ours, or one that another module exports.
func (c *code) ask(list []*packages.Package) {
	var ours []types.Type
	interfaces := append(c.interfaces, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
	packages.Visit(list, nil, func(p *packages.Package) {
		if p.Types == nil || p.PkgPath != p.ID { // the second with tests
			return
		}
		own := strings.HasPrefix(p.PkgPath, c.module+"/")
		for _, name := range p.Types.Scope().Names() {
			if o, ok := p.Types.Scope().Lookup(name).(*types.TypeName); ok && !o.IsAlias() && (own || o.Exported()) {
				if i, ok := o.Type().Underlying().(*types.Interface); ok {
					interfaces = append(interfaces, i)
				} else if own {
					ours = append(ours, types.NewPointer(o.Type()))
				}
			}
		}
	})
	mark := func(t types.Type, pkg *types.Package, name string) {
		if m, _, _ := types.LookupFieldOrMethod(t, false, pkg, name); m != nil && c.decls[c.name(m)] != nil {
			c.decls[c.name(m)].asked = true
		}
	}
	for _, t := range ours {
		for _, i := range interfaces {
			if i.IsMethodSet() && i.NumMethods() > 0 && types.Implements(t, i) {
				for m := range i.Methods() {
					mark(t, m.Pkg(), m.Name())
				}
			}
		}
		for _, name := range []string{"Unwrap", "Is", "As"} { // errors finds them by interfaces without a name
			mark(t, nil, name)
		}
	}
}

// resolve tells each declaration who uses it.
func (c *code) resolve() {
	for _, u := range c.uses {
		d := c.decls[u.name]
		switch {
		case d == nil:
		case strings.HasSuffix(u.at.file, "_test.go"):
			if u.pkg != d.pkg {
				d.testers[u.pkg]++
			} else if !u.inside {
				d.outside = true
			}
		default:
			if u.pkg != d.pkg {
				d.users[u.pkg]++
			}
			if u.called {
				d.calls++
				d.call = u.at
			} else {
				d.values++
			}
		}
	}
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
