package main

import (
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
	"ARCHITECTURE.md":                                  {"testdata/fuzz"},
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

var (
	quotedName = regexp.MustCompile("`([A-Za-z_][A-Za-z0-9_.]*)(?:\\(\\))?`")
	aWord      = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
)

// TestNamesExist checks that what ARCHITECTURE.md names in quotes is a word of the code, a script or a file: a name that has gone
// is noticed.
func TestNamesExist(t *testing.T) {
	words := map[string]bool{}
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
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(root, "ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for n, line := range strings.Split(string(text), "\n") {
		for _, m := range quotedName.FindAllStringSubmatch(line, -1) {
			for _, w := range aWord.FindAllString(m[1], -1) {
				if found++; !words[w] {
					t.Errorf("ARCHITECTURE.md:%d names %s: nothing is called %s", n+1, m[0], w)
				}
			}
		}
	}
	if found < 500 {
		t.Errorf("only %d names", found)
	}
}
