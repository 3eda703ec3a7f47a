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
	"engine/cards":           {"engine/diag"},
	"engine/diag":            {},
	"engine/files":           {},
	"engine/markup":          {},
	"engine/pause":           {},
	"engine/visible":         {},
	"engine/rows":            {"engine/hand", "engine/history", "engine/plan", "engine/visible"},
	"engine/seating":         {},
	"engine/betting":         {"engine/seating"},
	"engine/money":           {"engine/diag"},
	"engine/rank":            {"engine/cards"},
	"engine/pots":            {"engine/seating"},
	"engine/plan":            {"engine/diag", "engine/cards", "engine/money", "engine/rank", "engine/seating", "engine/betting", "engine/pots"},
	"engine/hand":            {"engine/diag", "engine/cards", "engine/rank", "engine/seating", "engine/betting", "engine/pots", "engine/plan"},
	"engine/speech":          {"engine/cards", "engine/money", "engine/rank", "engine/seating", "engine/betting", "engine/plan", "engine/hand"},
	"engine/odds":            {"engine/diag", "engine/cards", "engine/rank", "engine/seating", "engine/pots", "engine/plan", "engine/hand", "engine/pause"},
	"engine/history":         {"engine/diag", "engine/cards", "engine/files", "engine/money"},
	"engine/replay":          {"engine/diag", "engine/cards", "engine/seating", "engine/betting", "engine/plan", "engine/hand", "engine/history"},
	"engine/history/formats": {"engine/history/sites"},
	"engine/history/sites":   {"engine/cards", "engine/diag", "engine/history", "engine/history/scribe", "engine/seating"},
	"engine/history/scribe":  {"engine/cards", "engine/diag", "engine/history", "engine/pots", "engine/seating"},
	"engine/ledger":          {"engine/betting", "engine/cards", "engine/hand", "engine/history", "engine/money", "engine/odds", "engine/plan", "engine/pots", "engine/rank", "engine/rows", "engine/seating", "engine/speech", "engine/trackers", "engine/visible"},
	"engine/convert":         {"engine/cards", "engine/betting", "engine/money", "engine/seating", "engine/hand", "engine/history", "engine/plan"},
	"engine/trackers":        {"engine/rows", "engine/hand", "engine/money", "engine/seating"},
	"engine/strict":          {"engine/diag"},
	"engine/table":           {"engine/diag", "engine/cards", "engine/seating", "engine/betting", "engine/pots", "engine/plan", "engine/hand", "engine/strict"},
	"engine/enumerate":       {"engine/cards", "engine/betting", "engine/diag", "engine/hand", "engine/history", "engine/plan", "engine/rank", "engine/replay", "engine/pause"},
	"engine/solve":           {"engine/batch", "engine/betting", "engine/cards", "engine/diag", "engine/enumerate", "engine/hand", "engine/plan", "engine/rank", "engine/strict", "engine/speech", "engine/pause"},
	"engine/solve/street":    {"engine/cards", "engine/enumerate", "engine/hand", "engine/pause", "engine/plan", "engine/pots", "engine/seating", "engine/solve", "engine/speech"},
	"engine/batch":           {"engine/betting", "engine/cards", "engine/diag", "engine/money", "engine/rank", "engine/seating", "engine/plan", "engine/hand", "engine/table", "engine/pause"},
	"engine/parts":           {"engine/strict"},
	"stdlib":                 {},
	"scripts":                {},
	"dsl":                    {"dsl/rankings", "dsl/words", "dsl/star", "engine/"},
	"dsl/star":               {"engine/diag", "engine/files"},
	"dsl/words":              {"dsl/star", "engine/"},
	"dsl/rankings":           {"dsl/star", "dsl/words", "engine/"},
	"dsl/policies":           {"dsl/star", "dsl/words", "engine/"},
	"dsl/clauses":            {},
	"dsl/live":               {"dsl", "dsl/docs", "dsl/star", "engine/"},
	"dsl/docs":               {"dsl", "dsl/clauses", "engine/"},
	"dsl/debug":              {"dsl", "dsl/live", "dsl/star", "dsl/ruletest", "engine/"},
	"dsl/bench":              {"dsl", "dsl/star", "engine/"},
	"dsl/editor":             {"dsl", "dsl/check", "dsl/clauses", "dsl/format", "dsl/reference", "dsl/star", "dsl/ruletest", "engine/"},
	"dsl/compare":            {"dsl", "dsl/docs", "engine/"},
	"dsl/ruletest":           {"dsl", "dsl/clauses", "dsl/docs", "dsl/star", "engine/"},
	"dsl/format":             {"dsl", "dsl/star", "engine/"},
	"dsl/check":              {"dsl", "dsl/clauses", "dsl/docs", "dsl/star", "dsl/ruletest", "engine/"},
	"dsl/reference":          {"dsl", "dsl/clauses", "dsl/star", "dsl/format", "engine/"},
	"dsl/protocol":           {"dsl/live", "engine/"},
	"dsl/repl":               {"dsl/policies", "dsl", "dsl/star", "dsl/reference", "dsl/live", "engine/"},
	"cmd/cardroom":           {"cmd/cardroom/internal/", "engine/", "dsl", "dsl/", "stdlib", "scripts"},

	"cmd/cardroom/internal/app":          {"cmd/cardroom/internal/params", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/report", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/term", "dsl", "dsl/star", "engine/"},
	"cmd/cardroom/internal/books":        {"cmd/cardroom/internal/params", "cmd/cardroom/internal/app", "cmd/cardroom/internal/library", "cmd/cardroom/internal/report", "cmd/cardroom/internal/term", "dsl", "dsl/clauses", "dsl/compare", "dsl/docs", "dsl/reference", "dsl/star", "dsl/ruletest", "engine/", "stdlib"},
	"cmd/cardroom/internal/checks":       {"cmd/cardroom/internal/app", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/report", "cmd/cardroom/internal/safefile", "dsl", "dsl/star", "dsl/check", "dsl/reference", "engine/", "stdlib"},
	"cmd/cardroom/internal/console":      {"cmd/cardroom/internal/app", "cmd/cardroom/internal/books", "cmd/cardroom/internal/equity", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/narrate", "cmd/cardroom/internal/report", "cmd/cardroom/internal/session", "cmd/cardroom/internal/simulate", "cmd/cardroom/internal/term", "dsl", "dsl/docs", "dsl/reference", "dsl/repl", "dsl/live", "engine/"},
	"cmd/cardroom/internal/debugger":     {"cmd/cardroom/internal/app", "cmd/cardroom/internal/console", "cmd/cardroom/internal/library", "cmd/cardroom/internal/session", "cmd/cardroom/internal/simulate", "cmd/cardroom/internal/term", "dsl/debug", "dsl/live", "dsl/star", "engine/"},
	"cmd/cardroom/internal/dapserver":    {"cmd/cardroom/internal/app", "cmd/cardroom/internal/debugger", "cmd/cardroom/internal/library", "cmd/cardroom/internal/params", "cmd/cardroom/internal/ruletests", "cmd/cardroom/internal/session", "cmd/cardroom/internal/simulate", "dsl/debug", "dsl/star", "engine/"},
	"cmd/cardroom/internal/dataset":      {"cmd/cardroom/internal/params", "cmd/cardroom/internal/app", "cmd/cardroom/internal/report", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/term", "engine/"},
	"cmd/cardroom/internal/equity":       {"cmd/cardroom/internal/params", "dsl/policies", "cmd/cardroom/internal/app", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/report", "cmd/cardroom/internal/term", "dsl", "dsl/live", "engine/"},
	"cmd/cardroom/internal/figures":      {"engine/rows"},
	"cmd/cardroom/internal/langserver":   {"cmd/cardroom/internal/app", "cmd/cardroom/internal/library", "cmd/cardroom/internal/term", "dsl", "dsl/check", "dsl/editor", "dsl/reference", "dsl/star", "dsl/ruletest", "engine/", "stdlib"},
	"cmd/cardroom/internal/library":      {"cmd/cardroom/internal/params", "dsl/policies", "cmd/cardroom/internal/app", "cmd/cardroom/internal/safefile", "dsl", "dsl/star", "engine/", "scripts", "stdlib"},
	"cmd/cardroom/internal/narrate":      {"cmd/cardroom/internal/app", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/term", "engine/"},
	"cmd/cardroom/internal/replays":      {"cmd/cardroom/internal/app", "cmd/cardroom/internal/dataset", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/narrate", "cmd/cardroom/internal/report", "cmd/cardroom/internal/report/chart", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/shards", "cmd/cardroom/internal/simulate", "cmd/cardroom/internal/term", "dsl", "engine/"},
	"cmd/cardroom/internal/params":       {"cmd/cardroom/internal/figures", "engine/"},
	"cmd/cardroom/internal/page":         {},
	"cmd/cardroom/internal/report":       {"cmd/cardroom/internal/term", "engine/"},
	"cmd/cardroom/internal/report/chart": {"cmd/cardroom/internal/figures", "cmd/cardroom/internal/term", "engine/markup"},
	"cmd/cardroom/internal/ruletests":    {"cmd/cardroom/internal/params", "cmd/cardroom/internal/app", "cmd/cardroom/internal/books", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/report", "cmd/cardroom/internal/report/chart", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/term", "dsl", "dsl/check", "dsl/clauses", "dsl/debug", "dsl/star", "dsl/ruletest", "engine/"},
	"cmd/cardroom/internal/safefile":     {"engine/files"},
	"cmd/cardroom/internal/session":      {"cmd/cardroom/internal/params", "cmd/cardroom/internal/app", "cmd/cardroom/internal/dataset", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/narrate", "cmd/cardroom/internal/report", "cmd/cardroom/internal/report/chart", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/shards", "cmd/cardroom/internal/simulate", "cmd/cardroom/internal/term", "dsl", "dsl/star", "engine/"},
	"cmd/cardroom/internal/solving":      {"cmd/cardroom/internal/params", "cmd/cardroom/internal/app", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/report", "cmd/cardroom/internal/shards", "cmd/cardroom/internal/simulate", "cmd/cardroom/internal/term", "dsl", "engine/"},
	"cmd/cardroom/internal/mcp":          {"cmd/cardroom/internal/desk", "cmd/cardroom/internal/params", "cmd/cardroom/internal/app", "cmd/cardroom/internal/serving", "dsl/protocol", "engine/"},
	"cmd/cardroom/internal/desk":         {"cmd/cardroom/internal/params", "cmd/cardroom/internal/app", "cmd/cardroom/internal/books", "cmd/cardroom/internal/checks", "cmd/cardroom/internal/equity", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/narrate", "cmd/cardroom/internal/report", "cmd/cardroom/internal/ruletests", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/simulate", "cmd/cardroom/internal/solving", "cmd/cardroom/internal/term", "cmd/cardroom/internal/tidy", "cmd/cardroom/internal/versus", "dsl", "dsl/editor", "dsl/protocol", "dsl/reference", "dsl/star", "engine/"},
	"cmd/cardroom/internal/serving":      {"cmd/cardroom/internal/app", "cmd/cardroom/internal/desk", "cmd/cardroom/internal/library", "cmd/cardroom/internal/page", "dsl/protocol"},
	"cmd/cardroom/internal/site":         {"cmd/cardroom/internal/app", "cmd/cardroom/internal/desk", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/page", "cmd/cardroom/internal/safefile", "dsl/protocol", "engine/strict"},
	"cmd/cardroom/internal/shards":       {"cmd/cardroom/internal/params", "cmd/cardroom/internal/app", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/safefile", "engine/"},
	"cmd/cardroom/internal/simulate":     {"cmd/cardroom/internal/params", "cmd/cardroom/internal/shards", "cmd/cardroom/internal/app", "cmd/cardroom/internal/dataset", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/narrate", "cmd/cardroom/internal/report", "cmd/cardroom/internal/report/chart", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/term", "dsl", "engine/"},
	"cmd/cardroom/internal/term":         {"cmd/cardroom/internal/figures", "cmd/cardroom/internal/safefile", "engine/files", "engine/visible"},

	// Only tests import these.
	"dsl/protocol/alike":           {},
	"cmd/cardroom/internal/price":  {},
	"engine/fuzz":                  {},
	"engine/testkit":               {},
	"cmd/cardroom/internal/fake":   {"cmd/cardroom/internal/app", "cmd/cardroom/internal/safefile", "cmd/cardroom/internal/term", "dsl/star", "engine/diag", "engine/fuzz"},
	"cmd/cardroom/internal/tidy":   {"cmd/cardroom/internal/app", "cmd/cardroom/internal/library", "cmd/cardroom/internal/report", "cmd/cardroom/internal/term", "dsl/format", "engine/"},
	"cmd/cardroom/internal/versus": {"cmd/cardroom/internal/params", "cmd/cardroom/internal/app", "cmd/cardroom/internal/books", "cmd/cardroom/internal/figures", "cmd/cardroom/internal/library", "cmd/cardroom/internal/narrate", "cmd/cardroom/internal/report", "cmd/cardroom/internal/report/chart", "cmd/cardroom/internal/shards", "cmd/cardroom/internal/simulate", "cmd/cardroom/internal/term", "dsl", "dsl/compare", "dsl/docs", "engine/"},
	"dsl/fuzzhouses":               {"dsl", "dsl/star", "engine/", "scripts", "stdlib"},
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
