package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
)

// brokenHouses are houses that do not load, each for its own reason.
var brokenHouses = map[string]string{
	"houses/syntax/g.star":        "bad = game(\n",
	"houses/fails/g.star":         "fail(\"no\")\n",
	"houses/undefined/g.star":     "g = gaem()\n",
	"houses/bytes/g.star":         "\xff\xfe\n",
	"houses/missing/g.star":       "load(\"./nothing.star\", \"g\")\n",
	"houses/lends/g.star":         "load(\"@scripts//fails/g.star\", \"g\")\n",
	"houses/endless/g.star":       "x = [i for i in range(1 << 40)]\n",
	"houses/table/tables.star":    "t = table()\n",
	"houses/invalid/g.star":       "g = game(\"G\", play = [], showdown = best(high))\n",
	"houses/family/g.star":        "bad = game(\n",
	"houses/family/gallery.toml":  "",
	"houses/list/g.star":          "fail(\"no\")\n",
	"houses/list/clauses.toml":    "[[\n",
	"houses/tested/g.star":        "fail(\"no\")\n",
	"houses/tested/g_test.star":   "load(\"./g.star\", \"g\")\n",
	"houses/unseen/_private.star": "fail(\"no\")\n",
}

// householdLines are command lines about other houses, at least one for each command; input is standard input. The commands
// that need a house that does not load say so themselves.
var householdLines = []struct{ line, input string }{
	{"games", ""},
	{"games --names", ""},
	{"games --tables", ""},
	{"games --json", ""},
	{"games angies", ""},
	{"rules mixed/fb", ""},
	{"rules elresbalon", ""},
	{"rules lowball", ""},
	{"rulings angies/holdem", ""},
	{"rulings elresbalon", ""},
	{"diff angies/lowball house004/lowball", ""},
	{"diff angies/lowball house004/lowball --hands 5 --seed 1", ""},
	{"play angies/holdem --seed 1", "fold\n"},
	{"run angies/holdem --seed 1 --hands 5", ""},
	{"run holdem --seed 1", ""},
	{"run angies/holdem-half-kill --session --seed 1 --hands 5", ""},
	{"run angies/dealers-choice --seed 1 --hands 5", ""},
	{"merge nothing.part", ""},
	{"serve --stdio", "{\"do\":\"games\",\"id\":\"1\"}\n{\"do\":\"doc\",\"name\":\"game\",\"id\":\"2\"}\n{\"do\":\"new\",\"game\":\"angies/holdem\",\"seats\":2,\"seed\":1,\"id\":\"3\"}\n"},
	{"mcp", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"games","arguments":{}}}` + "\n"},
	{"replay hands.phhs", ""},
	{"replay hands.phhs --json", ""},
	{"replay hands.phhs --show", ""},
	{"replay own.phhs", ""},
	{"convert --to pokerstars hands.phhs", ""},
	{"eval AhKhQhJhTh", ""},
	{"eval --game angies/lowball AhKhQhJh9h", ""},
	{"odds --game angies/holdem AhKh QsQd --board 2c3d4s5h", ""},
	{"odds --game omaha AhKh QsQd", ""},
	{"solve angies/lowball --size kuhn --policy 1=call", ""},
	{"new mine --from angies/lowball", ""},
	{"repl", ":doc game\nholdem\n:table angies/holdem\n:table lowball\n"},
	{"test elresbalon", ""},
	{"test elresbalon --cover", ""},
	{"test elresbalon --clauses", ""},
	{"check elresbalon", ""},
	{"bench angies/holdem --hands 1 --rounds 1 --json", ""},
	{"fmt --check empty/own.star", ""},
	{"lsp", ""},
	{"dap", ""},
	{"doc", ""},
	{"doc --names", ""},
	{"doc game", ""},
	{"doc lowball", ""},
	{"doc throw away a card", ""},
	{"man", ""},
	{"completion bash", ""},
	{"__complete run angies/", ""},
	{"__complete games ", ""},
	{"version", ""},
}

// writeHouseholdFiles writes the files that the command lines name into the working folder.
func writeHouseholdFiles(t *testing.T) {
	t.Helper()
	files := map[string]string{
		"empty/own.star": "x = 1\n",
		"hands.phhs": "[1]\nvariant = \"FT\"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nsmall_bet = 2\nbig_bet = 4\nstarting_stacks = [100, 100]\n" +
			"actions = [\"d dh p1 AhKh\", \"d dh p2 2c2d\", \"p2 f\"]\n" +
			"[2]\nvariant = \"NT\"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\n" +
			"actions = [\"d dh p1 AhKh\", \"d dh p2 2c2d\", \"p2 f\"]\n",
	}
	for name, text := range brokenHouses {
		files[name] = text
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	std, _, stderr := fakeIO(nil)
	std.Create = new(term.Maker).Create
	if code := runLine(t, std, "run elresbalon/stud5 --seed 1 --hands 2 --save own.phhs"); code != app.Fine {
		t.Fatal(stderr)
	}
}

// missingLine returns the first line of a text that another lacks after the lines before, "" if it has them all.
func missingLine(want, got string) string {
	for line := range strings.Lines(want) {
		_, rest, ok := strings.Cut("\n"+got, "\n"+line)
		if !ok {
			return line
		}
		got = rest
	}
	return ""
}

// TestBrokenHouses runs each command about houses that load, with and without houses that do not, beside them: it prints the
// same (and at most more, such as a gallery's name) and ends the same, and each broken house is reported at most once.
func TestBrokenHouses(t *testing.T) {
	t.Chdir(t.TempDir())
	writeHouseholdFiles(t)
	run1 := func(path, line, input string) (code int, out, errors string) {
		std, stdout, stderr := fakeIO(nil)
		std.FS, std.Create = history.OS, new(term.Maker).Create
		std.Getenv = func(name string) string { return map[string]string{"CARDROOM_PATH": path}[name] }
		std.Stdin.Reader = strings.NewReader(input)
		code = run(context.Background(), std, strings.Split(line, " "))
		return code, stdout.String(), stderr.String()
	}
	seen, reported, fine := map[string]bool{}, 0, 0
	for _, tt := range householdLines {
		seen[strings.Fields(tt.line)[0]] = true
		code, out, errors := run1("empty", tt.line, tt.input)
		if strings.HasPrefix(tt.line, "bench") { // its figures vary
			out = ""
		}
		gotCode, gotOut, gotErrors := run1("houses", tt.line, tt.input)
		if strings.HasPrefix(tt.line, "bench") {
			gotOut = ""
		}
		if code != gotCode {
			t.Errorf("%s: exit code %d, with broken houses %d: %s", tt.line, code, gotCode, gotErrors)
		}
		if code == app.Fine {
			fine++
		}
		if line := missingLine(out, gotOut); line != "" {
			t.Errorf("%s: with broken houses it does not print %q", tt.line, line)
		}
		if line := missingLine(errors, gotErrors); line != "" {
			t.Errorf("%s: with broken houses it does not report %q", tt.line, line)
		}
		for name := range brokenHouses {
			house := strings.Split(name, "/")[1]
			n := strings.Count(gotErrors, "the house "+house+" does not load")
			if reported += n; n > 1 {
				t.Errorf("%s: %s is reported %d times", tt.line, house, n)
			}
		}
	}
	if reported < 100 {
		t.Errorf("broken houses were reported %d times: the test finds none", reported)
	}
	if fine < len(householdLines)-12 {
		t.Errorf("only %d of %d lines succeed", fine, len(householdLines))
	}
	std, _, _ := fakeIO(nil)
	for _, c := range newApp(std).Described {
		if !seen[c.Name] && c.Name != "site" { // which leaves out the houses of CARDROOM_PATH
			t.Errorf("no line for %s", c.Name)
		}
	}
}
