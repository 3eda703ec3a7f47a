package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in testdata/*.txtar")

// TestMain lets the scripts run this test binary as "cardroom".
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"cardroom": main})
}

// TestScripts runs testdata/*.txtar: each is a session of commands with their output.
// After an intended change, run
//
//	go test ./cmd/cardroom -run TestScripts -update
//
// and review the difference.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			// The output must not depend on the machine.
			for _, name := range []string{"NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CARDROOM_FORMAT", "CARDROOM_PATH", "PAGER"} {
				e.Setenv(name, "")
			}
			return nil
		},
	})
}

// TestExamples runs every example of the help.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("plays tens of thousands of hands")
	}
	std, _, _ := fakeIO(nil)
	script := ""
	for _, c := range newApp(std).Described {
		for _, e := range c.Examples {
			if c.Name == "diff" { // what it compares differs, so it fails
				sign := `^\+\+\+ `
				if strings.Contains(e.Line, "--solve") {
					sign = "price 1"
				}
				script += "! exec " + e.Line + "\nstdout '" + sign + "'\n"
				continue
			}
			if c.Name == "serve" && !strings.Contains(e.Line, "--stdio") && !strings.Contains(e.Line, "--messages") {
				continue // it serves until ^C: see the tests of package serving
			}
			if c.Name == "site" && !strings.Contains(e.Line, "--wasm") {
				continue // it builds the engine, which takes a minute
			}
			line, input, reads := strings.Cut(e.Line, " <")
			if reads {
				script += "stdin " + input + "\n"
			}
			script += "exec " + line + "\n"
		}
	}
	script = quoted(script) + "-- my/game.star --\n" + ownGame + "-- tight.star --\ndef policy(view):\n    return \"check\"\n-- matchups.txt --\nAsAh KsKh\n-- cardroom.wasm --\n\x00asm\n-- wasm_exec.js --\n\n"
	recorded, err := os.ReadFile("../../engine/history/pokerstars/testdata/cash.txt")
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(recorded), "\n\n\n")
	script += "-- hands.txt --\n" + first + "\n-- hands/one.txt --\n" + first + "\n"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "examples.txtar"), []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: dir})
}

// ownGame is the user's script in the examples.
const ownGame = `"""Hold'em at home."""

load("@stdlib//board.star", "board_rounds")

game_night = game(
    "Hold'em",
    forced = [blinds()],
    stakes = stakes("1-2"),
    play = board_rounds(2),
    showdown = best(high),
)
`

// quoted converts a shell's double quotes to those of testscript.
func quoted(script string) string {
	out := []byte(script)
	for i, c := range out {
		if c == '"' {
			out[i] = '\''
		}
	}
	return string(out)
}
