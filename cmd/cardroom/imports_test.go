package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// mayImport lists the packages that each package may import. Imports go one way: engine, then dsl, then cmd; within the engine
// from cards upwards. A package that is not listed here is an error.
var mayImport = map[string][]string{
	"engine/betting":         {},
	"engine/diag":            {},
	"engine/files":           {},
	"engine/markup":          {},
	"engine/pause":           {},
	"engine/visible":         {},
	"engine/cards":           {"engine/diag"},
	"engine/money":           {"engine/diag"},
	"engine/strict":          {"engine/diag"},
	"engine/history":         {"engine/cards", "engine/diag", "engine/files", "engine/money"},
	"engine/parts":           {"engine/strict"},
	"engine/rank":            {"engine/cards"},
	"engine/history/scribe":  {"engine/betting", "engine/cards", "engine/diag", "engine/history"},
	"engine/plan":            {"engine/betting", "engine/cards", "engine/diag", "engine/money", "engine/rank"},
	"engine/hand":            {"engine/betting", "engine/cards", "engine/diag", "engine/plan", "engine/rank"},
	"engine/history/sites":   {"engine/betting", "engine/cards", "engine/diag", "engine/history", "engine/history/scribe"},
	"engine/convert":         {"engine/betting", "engine/cards", "engine/hand", "engine/history", "engine/money", "engine/plan"},
	"engine/history/formats": {"engine/history/sites"},
	"engine/odds":            {"engine/betting", "engine/cards", "engine/diag", "engine/hand", "engine/pause", "engine/plan", "engine/rank"},
	"engine/replay":          {"engine/betting", "engine/cards", "engine/diag", "engine/hand", "engine/history", "engine/plan"},
	"engine/rows":            {"engine/hand", "engine/history", "engine/plan", "engine/visible"},
	"engine/speech":          {"engine/betting", "engine/cards", "engine/hand", "engine/money", "engine/plan", "engine/rank"},
	"engine/table":           {"engine/betting", "engine/cards", "engine/diag", "engine/hand", "engine/plan", "engine/strict"},
	"engine/batch":           {"engine/betting", "engine/cards", "engine/diag", "engine/hand", "engine/money", "engine/pause", "engine/plan", "engine/rank", "engine/table"},
	"engine/enumerate":       {"engine/betting", "engine/cards", "engine/diag", "engine/hand", "engine/history", "engine/pause", "engine/plan", "engine/rank", "engine/replay"},
	"engine/trackers":        {"engine/betting", "engine/hand", "engine/money", "engine/rows"},
	"engine/ledger":          {"engine/betting", "engine/cards", "engine/hand", "engine/history", "engine/money", "engine/odds", "engine/plan", "engine/rank", "engine/rows", "engine/speech", "engine/trackers", "engine/visible"},
	"engine/solve":           {"engine/batch", "engine/betting", "engine/cards", "engine/diag", "engine/enumerate", "engine/hand", "engine/pause", "engine/plan", "engine/rank", "engine/speech", "engine/strict"},
	"engine/solve/street":    {"engine/betting", "engine/cards", "engine/enumerate", "engine/hand", "engine/pause", "engine/plan", "engine/solve", "engine/speech"},

	"dsl/clauses":   {},
	"scripts":       {},
	"stdlib":        {},
	"dsl/star":      {"engine/"},
	"dsl/format":    {"dsl/star", "engine/"},
	"dsl/words":     {"dsl/star", "engine/"},
	"dsl/rankings":  {"dsl/star", "dsl/words", "engine/"},
	"dsl":           {"dsl/rankings", "dsl/star", "dsl/words", "engine/"},
	"dsl/bench":     {"dsl/star", "engine/"},
	"dsl/docs":      {"dsl", "dsl/clauses", "engine/"},
	"dsl/policies":  {"dsl/star", "dsl/words", "engine/"},
	"dsl/reference": {"dsl", "dsl/clauses", "dsl/format", "dsl/star", "engine/"},
	"dsl/compare":   {"dsl", "dsl/docs", "engine/"},
	"dsl/live":      {"dsl/docs", "dsl/star", "engine/"},
	"dsl/ruletest":  {"dsl", "dsl/clauses", "dsl/docs", "dsl/star", "engine/"},
	"dsl/check":     {"dsl", "dsl/clauses", "dsl/docs", "dsl/ruletest", "dsl/star", "engine/"},
	"dsl/debug":     {"dsl/live", "dsl/ruletest", "dsl/star", "engine/"},
	"dsl/protocol":  {"dsl/live", "engine/"},
	"dsl/repl":      {"dsl", "dsl/live", "dsl/policies", "dsl/reference", "dsl/star", "engine/"},
	"dsl/editor":    {"dsl", "dsl/check", "dsl/clauses", "dsl/format", "dsl/reference", "dsl/ruletest", "dsl/star", "engine/"},

	"cmd/cardroom/internal/page":         {},
	"cmd/cardroom/internal/safefile":     {"engine/"},
	"cmd/cardroom/internal/figures":      {"engine/"},
	"cmd/cardroom/internal/params":       {"cmd/cardroom/internal/figures", "engine/"},
	"cmd/cardroom/internal/term":         {"cmd/cardroom/internal/figures", "cmd/cardroom/internal/safefile", "engine/"},
	"cmd/cardroom/internal/report":       {"cmd/cardroom/internal/term", "engine/"},
	"cmd/cardroom/internal/report/chart": {"cmd/cardroom/internal/figures", "cmd/cardroom/internal/term", "engine/"},
	"cmd/cardroom/internal/app":          {"cmd/cardroom/internal/figures", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/term", "dsl", "dsl/star", "engine/"},
	"cmd/cardroom/internal/dataset":      {"cmd/cardroom/internal/app", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/term", "engine/"},
	"cmd/cardroom/internal/library":      {"cmd/cardroom/internal/app", "cmd/cardroom/internal/params", "dsl", "dsl/policies", "dsl/star", "scripts", "stdlib", "engine/"},
	"cmd/cardroom/internal/narrate":      {"cmd/cardroom/internal/app", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/term", "engine/"},
	"cmd/cardroom/internal/shards":       {"cmd/cardroom/internal/app", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/params", "engine/"},
	"cmd/cardroom/internal/books":        {"cmd/cardroom/internal/app", "cmd/cardroom/internal/library", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/term", "dsl", "dsl/clauses", "dsl/compare", "dsl/docs", "dsl/reference", "dsl/ruletest", "dsl/star", "stdlib", "engine/"},
	"cmd/cardroom/internal/checks":       {"cmd/cardroom/internal/app", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/report", "cmd/cardroom/internal/safefile", "dsl", "dsl/check", "dsl/reference", "dsl/star", "stdlib", "engine/"},
	"cmd/cardroom/internal/equity":       {"cmd/cardroom/internal/app", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/term", "dsl", "dsl/live", "dsl/policies", "engine/"},
	"cmd/cardroom/internal/langserver":   {"cmd/cardroom/internal/app", "cmd/cardroom/internal/library", "cmd/cardroom/internal/term", "dsl", "dsl/check", "dsl/editor", "dsl/reference", "dsl/ruletest", "dsl/star", "stdlib", "engine/"},
	"cmd/cardroom/internal/simulate":     {"cmd/cardroom/internal/app", "cmd/cardroom/internal/dataset", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/narrate", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/report/chart", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/shards", "cmd/cardroom/internal/term", "dsl", "engine/"},
	"cmd/cardroom/internal/tidy":         {"cmd/cardroom/internal/app", "cmd/cardroom/internal/library", "cmd/cardroom/internal/report", "cmd/cardroom/internal/term", "dsl/format", "engine/"},
	"cmd/cardroom/internal/replays":      {"cmd/cardroom/internal/app", "cmd/cardroom/internal/dataset", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/narrate", "cmd/cardroom/internal/report", "cmd/cardroom/internal/report/chart", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/shards", "cmd/cardroom/internal/simulate", "cmd/cardroom/internal/term", "dsl", "engine/"},
	"cmd/cardroom/internal/ruletests":    {"cmd/cardroom/internal/app", "cmd/cardroom/internal/books", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/report/chart", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/term", "dsl", "dsl/check", "dsl/clauses", "dsl/debug", "dsl/ruletest", "dsl/star", "engine/"},
	"cmd/cardroom/internal/session":      {"cmd/cardroom/internal/app", "cmd/cardroom/internal/dataset", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/narrate", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/report/chart", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/shards", "cmd/cardroom/internal/simulate", "cmd/cardroom/internal/term", "dsl", "dsl/star", "engine/"},
	"cmd/cardroom/internal/solving":      {"cmd/cardroom/internal/app", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/shards", "cmd/cardroom/internal/simulate", "cmd/cardroom/internal/term", "dsl", "engine/"},
	"cmd/cardroom/internal/versus":       {"cmd/cardroom/internal/app", "cmd/cardroom/internal/books", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/narrate", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/report/chart", "cmd/cardroom/internal/shards", "cmd/cardroom/internal/simulate", "cmd/cardroom/internal/term", "dsl", "dsl/compare", "dsl/docs", "engine/"},
	"cmd/cardroom/internal/console":      {"cmd/cardroom/internal/app", "cmd/cardroom/internal/books", "cmd/cardroom/internal/equity", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/narrate", "cmd/cardroom/internal/report", "cmd/cardroom/internal/session", "cmd/cardroom/internal/simulate", "cmd/cardroom/internal/term", "dsl", "dsl/docs", "dsl/live", "dsl/reference", "dsl/repl", "engine/"},
	"cmd/cardroom/internal/desk":         {"cmd/cardroom/internal/app", "cmd/cardroom/internal/books", "cmd/cardroom/internal/checks", "cmd/cardroom/internal/equity", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/narrate", "cmd/cardroom/internal/params", "cmd/cardroom/internal/report", "cmd/cardroom/internal/ruletests", "cmd/cardroom/internal/simulate", "cmd/cardroom/internal/solving", "cmd/cardroom/internal/term", "cmd/cardroom/internal/tidy", "cmd/cardroom/internal/versus", "dsl", "dsl/editor", "dsl/protocol", "dsl/reference", "dsl/star", "engine/"},
	"cmd/cardroom/internal/debugger":     {"cmd/cardroom/internal/app", "cmd/cardroom/internal/console", "cmd/cardroom/internal/library", "cmd/cardroom/internal/session", "cmd/cardroom/internal/simulate", "cmd/cardroom/internal/term", "dsl/debug", "dsl/live", "dsl/star", "engine/"},
	"cmd/cardroom/internal/serving":      {"cmd/cardroom/internal/app", "cmd/cardroom/internal/desk", "cmd/cardroom/internal/library", "cmd/cardroom/internal/page", "dsl/protocol"},
	"cmd/cardroom/internal/site":         {"cmd/cardroom/internal/app", "cmd/cardroom/internal/desk", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/page", "cmd/cardroom/internal/safefile", "dsl/protocol", "engine/"},
	"cmd/cardroom/internal/dapserver":    {"cmd/cardroom/internal/app", "cmd/cardroom/internal/debugger", "cmd/cardroom/internal/library", "cmd/cardroom/internal/params", "cmd/cardroom/internal/ruletests", "cmd/cardroom/internal/session", "cmd/cardroom/internal/simulate", "dsl/debug", "dsl/star", "engine/"},
	"cmd/cardroom/internal/mcp":          {"cmd/cardroom/internal/app", "cmd/cardroom/internal/desk", "cmd/cardroom/internal/params", "cmd/cardroom/internal/serving", "dsl/protocol", "engine/"},
	"cmd/cardroom":                       {"cmd/cardroom/internal/", "dsl", "engine/", "dsl/"},

	// Only tests import these.
	"cmd/cardroom/internal/fake":  {"cmd/cardroom/internal/app", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/term", "dsl/star", "engine/"},
	"cmd/cardroom/internal/price": {},
	"dsl/fuzzhouses":              {"dsl", "dsl/star", "scripts", "stdlib", "engine/"},
	"dsl/protocol/alike":          {},
	"engine/fuzz":                 {},
	"engine/testkit":              {},
}

// tooLarge are packages that the core must not import, with the size that they add to the program, which .ci/run limits. A
// package that finds methods by name keeps every exported method of every type.
var tooLarge = map[string]string{
	"text/template": "1.9 MB: it finds methods by name; write with fmt and strings.NewReplacer",
	"html/template": "2.4 MB: it finds methods by name; engine/markup writes pages",
	"net/http":      "2.9 MB: only internal/serving needs it",
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
			if cost := tooLarge[imp]; cost != "" && (imp != "net/http" || pkg != "cmd/cardroom/internal/serving") {
				t.Errorf("%s may not import %s: %s", pkg, imp, cost)
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
