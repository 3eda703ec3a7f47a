package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// limits returns the numbers in .ci/limits, by their names.
func limits(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile("../../.ci/limits")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	for line := range strings.Lines(string(text)) {
		name, number, ok := strings.Cut(strings.TrimSpace(line), "=")
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if out[name], err = strconv.Atoi(number); !ok || err != nil || out[name] <= 0 {
			t.Fatalf(".ci/limits: %q is not NAME=NUMBER", line)
		}
	}
	return out
}

// TestSizes finds functions that are longer than function_lines in .ci/limits and give no reason. A table or one switch needs
// none, see isList. Any other has a line "// long: REASON" in it or above it, such as "// long: a hand from the deal to the pots".
func TestSizes(t *testing.T) {
	most := limits(t)["function_lines"]
	out, err := exec.Command("go", "list", "-f", `{{.Dir}} {{join .GoFiles " "}} {{join .IgnoredGoFiles " "}}`, "cardroom/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	functions := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		for _, name := range words[1:] {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			n, long := tooLong(t, filepath.Join(words[0], name), nil, most)
			functions += n
			for _, why := range long {
				t.Error(why)
			}
		}
	}
	if functions < 1000 {
		t.Errorf("only %d functions found", functions)
	}
}

var longReason = regexp.MustCompile(`(?m)^long: \S`)

// tooLong returns the number of functions in a file, and those that are too long and give no reason.
func tooLong(t *testing.T, name string, text any, most int) (functions int, long []string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	lines := func(n ast.Node) int { return set.Position(n.End()).Line - set.Position(n.Pos()).Line + 1 }
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		functions++
		if f.Body == nil || lines(f) <= most || isList(f, lines) {
			continue
		}
		from := f.Pos()
		if f.Doc != nil {
			from = f.Doc.Pos()
		}
		reason := false
		for _, c := range file.Comments {
			reason = reason || c.Pos() >= from && c.End() <= f.End() && longReason.MatchString(c.Text())
		}
		if !reason {
			long = append(long, set.Position(f.Pos()).String()+": "+f.Name.Name+" has "+strconv.Itoa(lines(f))+
				" lines: cut it where its subject changes, or say why it is long: // long: REASON")
		}
	}
	return functions, long
}

// isList reports whether all but 30 lines of a function are one switch, or the rows of one table.
func isList(f *ast.FuncDecl, lines func(ast.Node) int) (list bool) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.CompositeLit:
			list = list || lines(f)-lines(n) <= 30
		}
		return !list
	})
	return list
}

// TestTooLong checks what tooLong finds.
func TestTooLong(t *testing.T) {
	body := strings.Repeat("\tx()\n", 100)
	for _, tt := range []struct {
		text string
		long bool
	}{
		{"func f() {\n\tx()\n}", false},
		{"func f() {\n" + body + "}", true},
		{"// long: one story\nfunc f() {\n" + body + "}", false},
		{"func f() {\n\t// long: one story\n" + body + "}", false},
		{"func f() {\n\t// long:\n" + body + "}", true},
		{"// long: not this one\n\nfunc f() {\n" + body + "}", true},
		{"func f() {\n\tx()\n\tswitch {\n\tcase true:\n" + body + "\t}\n}", false},
		{"func f() {\n\tx(map[string]int{\n" + strings.Repeat("\t\"a\": 1,\n", 100) + "\t})\n}", false},
		{"func f() {\n\tfor {\n" + body + "\t}\n}", true},
		{"func f() {\n\tswitch {\n\tcase true:\n" + body + "\t}\n" + body + "}", true},
	} {
		if _, long := tooLong(t, "f.go", "package p\n\n"+tt.text, 100); (len(long) > 0) != tt.long {
			t.Errorf("%.60q: %v", tt.text, long)
		}
	}
}
