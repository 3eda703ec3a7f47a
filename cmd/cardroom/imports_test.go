package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mayImport lists the packages that each package may import. Imports go one way: engine, then dsl, then cmd; within the engine
// from cards upwards. A package that is not listed here is an error.
var mayImport = map[string][]string{
	"engine/betting":                       {},
	"engine/diag":                          {},
	"engine/markup":                        {},
	"engine/pause":                         {},
	"engine/cards":                         {"engine/diag"},
	"engine/files":                         {"engine/diag"},
	"engine/money":                         {"engine/diag"},
	"engine/history":                       {"engine/cards", "engine/diag", "engine/files", "engine/money"},
	"engine/rank":                          {"engine/cards"},
	"engine/history/sites/internal/scribe": {"engine/betting", "engine/cards", "engine/diag", "engine/history"},
	"engine/plan":                          {"engine/betting", "engine/cards", "engine/diag", "engine/money", "engine/rank"},
	"engine/hand":                          {"engine/betting", "engine/cards", "engine/diag", "engine/plan", "engine/rank"},
	"engine/history/sites":                 {"engine/betting", "engine/cards", "engine/diag", "engine/history", "engine/history/sites/internal/scribe"},
	"engine/convert":                       {"engine/betting", "engine/cards", "engine/hand", "engine/history", "engine/money", "engine/plan"},
	"engine/odds":                          {"engine/betting", "engine/cards", "engine/diag", "engine/hand", "engine/pause", "engine/plan", "engine/rank"},
	"engine/replay":                        {"engine/betting", "engine/cards", "engine/diag", "engine/hand", "engine/history", "engine/plan"},
	"engine/rows":                          {"engine/hand", "engine/history", "engine/markup", "engine/plan"},
	"engine/speech":                        {"engine/betting", "engine/cards", "engine/hand", "engine/money", "engine/plan", "engine/rank"},
	"engine/table":                         {"engine/betting", "engine/cards", "engine/diag", "engine/files", "engine/hand", "engine/plan"},
	"engine/batch":                         {"engine/betting", "engine/cards", "engine/diag", "engine/hand", "engine/money", "engine/pause", "engine/plan", "engine/rank", "engine/table"},
	"engine/enumerate":                     {"engine/betting", "engine/cards", "engine/diag", "engine/hand", "engine/history", "engine/pause", "engine/plan", "engine/rank", "engine/replay"},
	"engine/ledger":                        {"engine/betting", "engine/cards", "engine/hand", "engine/history", "engine/markup", "engine/money", "engine/odds", "engine/plan", "engine/rank", "engine/rows", "engine/speech"},
	"engine/solve":                         {"engine/batch", "engine/betting", "engine/cards", "engine/diag", "engine/enumerate", "engine/files", "engine/hand", "engine/pause", "engine/plan", "engine/rank", "engine/speech"},
	"engine/solve/street":                  {"engine/betting", "engine/cards", "engine/enumerate", "engine/hand", "engine/pause", "engine/plan", "engine/solve", "engine/speech"},

	"dsl/star/guard": {},
	"scripts":        {},
	"stdlib":         {},
	"dsl/star":       {"dsl/star/guard", "engine/"},
	"dsl/format":     {"dsl/star", "engine/"},
	"dsl":            {"dsl/star", "dsl/star/guard", "engine/"},
	"dsl/docs":       {"dsl", "engine/"},
	"dsl/policies":   {"dsl", "dsl/star", "dsl/star/guard", "engine/"},
	"dsl/compare":    {"dsl", "dsl/docs", "engine/"},
	"dsl/live":       {"dsl/docs", "dsl/star", "engine/"},
	"dsl/reference":  {"dsl", "dsl/docs", "dsl/format", "dsl/star", "engine/"},
	"dsl/ruletest":   {"dsl", "dsl/docs", "dsl/star", "dsl/star/guard", "engine/"},
	"dsl/check":      {"dsl", "dsl/docs", "dsl/ruletest", "dsl/star", "engine/"},
	"dsl/debug":      {"dsl/live", "dsl/ruletest", "dsl/star", "dsl/star/guard", "engine/"},
	"dsl/protocol":   {"dsl/live", "engine/"},
	"dsl/repl":       {"dsl", "dsl/live", "dsl/policies", "dsl/reference", "dsl/star", "engine/"},
	"dsl/editor":     {"dsl", "dsl/check", "dsl/docs", "dsl/format", "dsl/reference", "dsl/ruletest", "dsl/star", "engine/"},

	"cmd/cardroom/internal/serve/page": {},
	"cmd/cardroom/internal/term":       {"engine/"},
	"cmd/cardroom/internal/params":     {"cmd/cardroom/internal/term", "engine/"},
	"cmd/cardroom/internal/report":     {"cmd/cardroom/internal/term", "engine/"},
	"cmd/cardroom/internal/app":        {"cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/term", "dsl", "dsl/star", "dsl/star/guard", "engine/"},
	"cmd/cardroom/internal/library":    {"cmd/cardroom/internal/app", "cmd/cardroom/internal/params", "dsl", "dsl/policies", "dsl/star", "scripts", "stdlib", "engine/"},
	"cmd/cardroom/internal/equity":     {"cmd/cardroom/internal/app", "cmd/cardroom/internal/library", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/term", "dsl", "dsl/live", "dsl/policies", "engine/"},
	"cmd/cardroom/internal/runs":       {"cmd/cardroom/internal/app", "cmd/cardroom/internal/library", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/term", "dsl", "dsl/star", "engine/"},
	"cmd/cardroom/internal/author":     {"cmd/cardroom/internal/app", "cmd/cardroom/internal/library", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/runs", "cmd/cardroom/internal/term", "dsl", "dsl/check", "dsl/compare", "dsl/debug", "dsl/docs", "dsl/format", "dsl/reference", "dsl/ruletest", "dsl/star", "stdlib", "engine/"},
	"cmd/cardroom/internal/replays":    {"cmd/cardroom/internal/app", "cmd/cardroom/internal/library", "cmd/cardroom/internal/report", "cmd/cardroom/internal/runs", "cmd/cardroom/internal/term", "dsl", "engine/"},
	"cmd/cardroom/internal/solving":    {"cmd/cardroom/internal/app", "cmd/cardroom/internal/library", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/runs", "cmd/cardroom/internal/term", "dsl", "engine/"},
	"cmd/cardroom/internal/console":    {"cmd/cardroom/internal/app", "cmd/cardroom/internal/author", "cmd/cardroom/internal/equity", "cmd/cardroom/internal/library", "cmd/cardroom/internal/report", "cmd/cardroom/internal/runs", "cmd/cardroom/internal/term", "dsl", "dsl/debug", "dsl/docs", "dsl/live", "dsl/reference", "dsl/repl", "dsl/star", "engine/"},
	"cmd/cardroom/internal/messages":   {"cmd/cardroom/internal/app", "cmd/cardroom/internal/author", "cmd/cardroom/internal/equity", "cmd/cardroom/internal/library", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/runs", "cmd/cardroom/internal/solving", "cmd/cardroom/internal/term", "dsl", "dsl/editor", "dsl/protocol", "dsl/reference", "dsl/star", "dsl/star/guard", "engine/"},
	"cmd/cardroom/internal/serve":      {"cmd/cardroom/internal/app", "cmd/cardroom/internal/author", "cmd/cardroom/internal/console", "cmd/cardroom/internal/library", "cmd/cardroom/internal/messages", "cmd/cardroom/internal/params", "cmd/cardroom/internal/runs", "cmd/cardroom/internal/serve/page", "cmd/cardroom/internal/term", "dsl", "dsl/check", "dsl/debug", "dsl/editor", "dsl/protocol", "dsl/reference", "dsl/ruletest", "dsl/star", "stdlib", "engine/"},
	"cmd/cardroom":                     {"cmd/cardroom/internal/", "dsl", "engine/", "dsl/"},

	// Only tests import these.
	"cmd/cardroom/internal/fake":  {"cmd/cardroom/internal/app", "cmd/cardroom/internal/term", "dsl/star", "engine/"},
	"cmd/cardroom/internal/price": {},
	"dsl/fuzzhouses":              {"dsl", "dsl/star", "scripts", "stdlib", "engine/"},
	"dsl/protocol/alike":          {},
	"engine/testkit":              {},
}

// tooLarge are packages that the core must not import, with the size that they add to the program, which .ci/run limits. A
// package that finds methods by name keeps every exported method of every type.
var tooLarge = map[string]string{
	"text/template": "1.9 MB: it finds methods by name; write with fmt and strings.NewReplacer",
	"html/template": "2.4 MB: it finds methods by name; engine/markup writes pages",
	"net/http":      "2.9 MB: only internal/serve needs it",
}

// TestImports checks the imports of every package against mayImport, and that the table of packages in ARCHITECTURE.md has it.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "cardroom/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	architecture, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(string(architecture), "\n")
	const module = "cardroom/"
	seen := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		pkg := strings.TrimPrefix(words[0], module)
		allowed, ok := mayImport[pkg]
		if !ok {
			t.Errorf("%s is not in the table of imports", pkg)
			continue
		}
		seen++
		if !slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(row, "| ") && strings.Contains(row, "`"+pkg+"`") }) {
			t.Errorf("the table of packages in ARCHITECTURE.md has no row for %s", pkg)
		}
		for _, imp := range words[1:] {
			if cost := tooLarge[imp]; cost != "" && (imp != "net/http" || pkg != "cmd/cardroom/internal/serve") {
				t.Errorf("%s may not import %s: %s", pkg, imp, cost)
			}
			if pkg == "dsl/star/guard" && strings.Contains(imp, ".") && !strings.HasPrefix(imp, "go.starlark.net/") {
				t.Errorf("%s may not import %s: what bounds a script knows Starlark only", pkg, imp)
			}
			used, ours := strings.CutPrefix(imp, module)
			if used == "engine/ledger" && strings.HasPrefix(pkg, "dsl") {
				t.Errorf("%s may not import %s: its rows have every card, and dsl speaks to seats", pkg, used)
			}
			if ours && !slices.ContainsFunc(allowed, func(a string) bool { return a == used || strings.HasSuffix(a, "/") && strings.HasPrefix(used, a) }) {
				t.Errorf("%s may not import %s", pkg, used)
			}
		}
	}
	if seen != len(mayImport) {
		t.Errorf("%d packages listed, %d found", len(mayImport), seen)
	}
}

// TestEngineNamesNoHouse checks that no file of the engine names a house that has a document: rules are scripts.
func TestEngineNamesNoHouse(t *testing.T) {
	houses, err := filepath.Glob("../../scripts/*/clauses.toml")
	if err != nil || len(houses) < 5 {
		t.Fatalf("%d houses with clauses: %v", len(houses), err)
	}
	err = filepath.WalkDir("../../engine", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, h := range houses {
			name := filepath.Base(filepath.Dir(h))
			if name == "casino" { // which is also a word
				name += "/"
			}
			if strings.Contains(strings.ToLower(string(text)), name) {
				t.Errorf("%s names the house %s", path, name)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestPageWithoutHTTP checks that the engine of the page, which a browser has to load, links no web server.
func TestPageWithoutHTTP(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "./wasm")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, "cardroom/dsl/protocol") || slices.Contains(deps, "net/http") {
		t.Errorf("cmd/cardroom/wasm links net/http, or is not the engine of the page: %d packages", len(deps))
	}
}

// TestTop compares what the project keeps at its top with what may stand there.
func TestTop(t *testing.T) {
	out, err := exec.Command("git", "-C", "../..", "ls-files").Output()
	if err != nil {
		t.Skip("no checkout of git: ", err)
	}
	may := strings.Fields("cmd dsl engine stdlib scripts examples testdata go.mod go.sum README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md")
	for path := range strings.Lines(string(out)) {
		top, _, _ := strings.Cut(strings.TrimSpace(path), "/")
		if !strings.HasPrefix(top, ".") && !slices.Contains(may, top) {
			t.Errorf("%s: nothing called %s stands at the top", strings.TrimSpace(path), top)
		}
	}
}
