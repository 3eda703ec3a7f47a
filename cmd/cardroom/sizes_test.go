package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// longest is the maximum number of lines of a function.
const longest = 60

// largest is the maximum number of files and lines of two packages that tend to grow.
var largest = map[string]struct{ files, lines int }{
	"cardroom/dsl":          {32, 7500},
	"cardroom/cmd/cardroom": {50, 6500},
}

// TestSizes limits the length of functions, and the size of the two packages in largest.
func TestSizes(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{.Dir}} {{join .GoFiles " "}} {{join .IgnoredGoFiles " "}}`, "cardroom/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	functions := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		files, lines := 0, 0
		for _, name := range words[2:] {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, filepath.Join(words[1], name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files++
			lines += set.File(file.Pos()).LineCount()
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				functions++
				if n := set.Position(f.End()).Line - set.Position(f.Pos()).Line + 1; n > longest {
					t.Errorf("%s: %s has %d lines: cut it where its subject changes", set.Position(f.Pos()), f.Name.Name, n)
				}
			}
		}
		if m, ok := largest[words[0]]; ok && (files > m.files || lines > m.lines) {
			t.Errorf("%s has %d files and %d lines: at most %d and %d", words[0], files, lines, m.files, m.lines)
		}
	}
	if functions < 1000 {
		t.Errorf("only %d functions found", functions)
	}
}
