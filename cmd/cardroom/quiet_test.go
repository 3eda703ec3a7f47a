package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"

	"github.com/urfave/cli/v2"
)

// TestQuiet runs each command with --quiet: nothing comes on standard error if nothing is wrong, and an error if something is.
// The seed that was drawn stands in the result.
func TestQuiet(t *testing.T) {
	t.Chdir(t.TempDir())
	writeHouseholdFiles(t)
	quietly := func(line, input string) (code int, out, errors string) {
		std, stdout, stderr := fakeIO(nil)
		std.FS, std.Create = history.OS, new(term.Maker).Create
		std.Stdin.Reader = strings.NewReader(input)
		code = run(context.Background(), std, append(strings.Split(line, " "), "--quiet"))
		return code, stdout.String(), stderr.String()
	}
	std, _, _ := fakeIO(nil)
	var commands []string
	for _, c := range newApp(std).Described {
		if slices.ContainsFunc(c.Flags, func(f cli.Flag) bool { return f.Names()[0] == "quiet" }) {
			commands = append(commands, c.Name)
			if code, _, errors := quietly(c.Name+" --no-such-flag", ""); code != app.Cannot || errors == "" {
				t.Errorf("%s: exit code %d and %q for a wrong flag", c.Name, code, errors)
			}
		}
	}
	silent := map[string]bool{}
	lines := householdLines
	lines = append(lines, []struct{ line, input string }{
		{"run angies/holdem --hands 5", ""},
		{"run angies/holdem", ""},
		{"run angies/holdem --session --hands 5", ""},
		{"run angies/holdem --hands 5 --mishaps 0.5", ""},
		{"run angies/holdem --hands 5 --json", ""},
		{"run angies/holdem --hands 5 --format csv", ""},
		{"run angies/holdem --hands 5 --format ndjson", ""},
		{"play angies/holdem", "fold\n"},
		{"diff angies/lowball house004/lowball --hands 5", ""},
		{"diff angies/lowball house004/lowball --hands 5 --json", ""},
		{"odds --game angies/holdem --deals 10 AhKh QsQd --json", ""},
		{"fmt empty/own.star", ""},
		{"new quiet --from angies/lowball", ""},
		{"replay own.phhs --stats", ""},
		{"replay own.phhs --summary", ""},
		{"convert --to phh own.phhs", ""},
		{"site site --wasm nothing", ""},
	}...)
	for _, tt := range lines {
		name := strings.Fields(tt.line)[0]
		if !slices.Contains(commands, name) {
			continue
		}
		code, out, errors := quietly(tt.line, tt.input)
		switch {
		case code == app.Cannot && errors == "" && out == "":
			t.Errorf("%s: no error", tt.line)
		case code == app.Cannot || name == "repl": // whose errors are for each line
		case errors != "":
			t.Errorf("%s: %q on standard error", tt.line, errors)
		default:
			silent[name] = true
		}
		drawn := slices.Contains([]string{"run", "play", "diff"}, name) && !strings.Contains(tt.line, "--seed") && strings.Contains(tt.line, "--")
		if drawn && !strings.Contains(out, "42") {
			t.Errorf("%s: the seed is not in the result %q", tt.line, out)
		}
	}
	for _, name := range commands {
		if !silent[name] && name != "merge" && name != "site" && name != "repl" && name != "new" {
			t.Errorf("no line runs %s to its end", name)
		}
	}
}
