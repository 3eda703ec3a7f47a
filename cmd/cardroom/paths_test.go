package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// named are the forms in which files name others.
var named = struct{ path, document, link *regexp.Regexp }{
	// a path from the root, or from the folder of the file: scripts/angies/house.star
	path: regexp.MustCompile(`(?:^|[^\w/@.-])(?:\.{1,2}/)*((?:cmd|dsl|engine|scripts|stdlib|examples|testdata|\.ci)/[\w./*-]*[\w*])`),
	// a document: ARCHITECTURE.md
	document: regexp.MustCompile(`\b[A-Z][A-Z0-9_]+\.(?:md|tsv)\b`),
	// a link in Markdown
	link: regexp.MustCompile(`\]\(([^)#\s:]+)(?:#[^)]*)?\)`),
}

// placeholder matches a path that stands for many, such as scripts/HOUSE/FILE.star, engine/*/x or NAME.md.
var placeholder = regexp.MustCompile(`\*|\.\.\.|(?:^|/)[A-Z]+(?:[./]|$)|\b(?:NAME|FILE|HOUSE|GAME|DIR)\b`)

// inventions are paths that a test or an example invents, or that a tool makes, by the file that names them.
var inventions = map[string][]string{
	".ci/fuzz":                                         {"testdata/fuzz"},
	".ci/README.md":                                    {"testdata/fuzz"},
	"cmd/cardroom-beam/README.md":                      {"cmd/cardroom-beam/program/cardroom"},
	"cmd/cardroom-beam/program/README":                 {"cmd/cardroom-beam/program/cardroom"},
	"cmd/cardroom-beam/steps.go":                       {"cmd/cardroom-beam/program/cardroom"},
	"cmd/cardroom/internal/price/fakes_test.go":        {"dsl/fake.go", "engine/hand/fake.go"},
	"dsl/star/testdata/diagnose/escape_relative.txtar": {"scripts/house.star"},
	"dsl/star/testdata/diagnose/names.txtar":           {"stdlib/lib.star"},
}

// TestPaths checks that every path exists that a file of the project names, in its text, its comments or its links.
func TestPaths(t *testing.T) {
	root := os.DirFS("../..")
	known, bases := map[string]bool{}, map[string]bool{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		known[name], bases[path.Base(name)] = d != nil && d.Type().IsRegular(), true
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for name, regular := range known {
		if !regular || name == "cmd/cardroom/paths_test.go" {
			continue
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(text) || len(text) > 2<<20 {
			continue // programs and archives
		}
		exists := func(p string) bool {
			_, fromRoot := known[path.Clean(p)]
			_, fromHere := known[path.Join(path.Dir(name), p)]
			return fromRoot || fromHere
		}
		for n, line := range strings.Split(string(text), "\n") {
			for _, p := range pathsIn(name, line) {
				if found++; !exists(p) && !exists(withoutName(p)) && !exists(withoutName(p)+".go") && !bases[p] && !slices.Contains(inventions[name], p) {
					t.Errorf("%s:%d names %s, which does not exist", name, n+1, p)
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d paths found", found)
	}
}

// pathsIn returns the paths that a line of a file names, without placeholders.
func pathsIn(name, line string) []string {
	var out []string
	add := func(p string) {
		if p = strings.TrimRight(p, "."); !placeholder.MatchString(p) {
			out = append(out, p)
		}
	}
	if !strings.ContainsAny(line, "/.") { // most lines: the patterns are slow
		return nil
	}
	if strings.Contains(line, "/") {
		for _, m := range named.path.FindAllStringSubmatch(line, -1) {
			add(m[1])
		}
	}
	if strings.Contains(line, ".md") || strings.Contains(line, ".tsv") {
		for _, m := range named.document.FindAllString(line, -1) {
			add(m)
		}
	}
	if path.Ext(name) == ".md" {
		for _, m := range named.link.FindAllStringSubmatch(line, -1) {
			add(m[1])
		}
	}
	return out
}

// exported matches the name of something that a package exports, and of its parts: engine/hand.Hand.Pots.
var exported = regexp.MustCompile(`\.[A-Z]\w*(?:\.\w+)*$`)

func withoutName(p string) string { return exported.ReplaceAllString(p, "") }

// quotedName is a name, or a name in a package or a type, or a flag, in backquotes.
var (
	quotedName = regexp.MustCompile("`(--[a-z][a-z-]*|[A-Za-z_][A-Za-z0-9_.]*)(?:\\([^`]*\\))?`")
	aWord      = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
)

// documents are the pages whose names in backquotes must exist.
var documents = []string{"ARCHITECTURE.md", "README.md", "CONTRIBUTING.md", ".ci/README.md"}

// TestNamesExist checks that what the documents name in backquotes exists: a flag is one of a command, what stands after the name of a package
// is declared in it, what stands after the name of a type is a method or a field of it, and any other name is a word of the code, a script or a
// file.
func TestNamesExist(t *testing.T) {
	std, _, _ := fakeIO(nil)
	flags := map[string]bool{"--version": true}
	for _, c := range newApp(std).Commands {
		for _, f := range c.Flags {
			for _, n := range f.Names() {
				flags["--"+n] = true
			}
		}
	}
	words := map[string]bool{}
	declared := map[string]map[string]bool{} // of a package or a type, by its name
	declare := func(in, name string) {
		if declared[in] == nil {
			declared[in] = map[string]bool{}
		}
		declared[in][name] = true
	}
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		for _, w := range aWord.FindAllString(name, -1) {
			words[w] = true
		}
		switch path.Ext(name) {
		case ".go", ".star", ".toml", ".js":
		default:
			return err
		}
		text, err := fs.ReadFile(root, name)
		for _, w := range aWord.FindAll(text, -1) {
			if !words[string(w)] {
				words[string(w)] = true
			}
		}
		if err == nil && path.Ext(name) == ".go" {
			declarations(t, name, text, declare)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, page := range documents {
		text, err := fs.ReadFile(root, page)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(text), "\n") {
			for _, m := range quotedName.FindAllStringSubmatch(line, -1) {
				found++
				if strings.HasPrefix(m[1], "--") {
					if !flags[m[1]] {
						t.Errorf("%s:%d names %s: no command has that flag", page, n+1, m[0])
					}
					continue
				}
				parts := strings.Split(m[1], ".")
				for i, w := range parts {
					if in := declared[parts[max(0, i-1)]]; i > 0 && in != nil && !slices.Contains([]string{"go", "star", "js", "toml", "md"}, w) {
						if !in[w] {
							t.Errorf("%s:%d names %s: %s has no %s", page, n+1, m[0], parts[i-1], w)
						}
					} else if w != "" && !words[w] {
						t.Errorf("%s:%d names %s: nothing is called %s", page, n+1, m[0], w)
					}
				}
			}
		}
	}
	if found < 150 {
		t.Errorf("only %d names", found)
	}
}

// declarations reports what a file declares: names of its package, and methods and fields of types. Scripts use names of words that are no Go.
func declarations(t *testing.T, name string, text []byte, declare func(in, name string)) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg := file.Name.Name
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				declare(pkg, d.Name.Name)
				continue
			}
			recv := d.Recv.List[0].Type
			if s, ok := recv.(*ast.StarExpr); ok {
				recv = s.X
			}
			if g, ok := recv.(*ast.IndexExpr); ok {
				recv = g.X
			}
			if id, ok := recv.(*ast.Ident); ok {
				declare(id.Name, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, n := range s.Names {
						declare(pkg, n.Name)
					}
				case *ast.TypeSpec:
					declare(pkg, s.Name.Name)
					var fields *ast.FieldList
					switch st := s.Type.(type) {
					case *ast.StructType:
						fields = st.Fields
					case *ast.InterfaceType:
						fields = st.Methods
					}
					if fields == nil {
						continue
					}
					for _, f := range fields.List {
						for _, n := range f.Names {
							declare(s.Name.Name, n.Name)
						}
					}
				}
			}
		}
	}
}
