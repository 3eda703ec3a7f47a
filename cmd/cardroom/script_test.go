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

// TestMain lets the scripts run this very test binary as "cardroom".
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"cardroom": main})
}

// TestScripts runs testdata/*.txtar: each is a session of commands with what
// they print. After a change that is meant, run
//
//	go test ./cmd/cardroom -run TestScripts -update
//
// and read the difference.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			// The scripts print what any machine prints.
			for _, name := range []string{"NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CARDROOM_FORMAT", "CARDROOM_PATH", "PAGER"} {
				e.Setenv(name, "")
			}
			return nil
		},
	})
}

// Every example of the help runs as printed.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("plays tens of thousands of hands")
	}
	std, _, _ := fakeIO(nil)
	script := ""
	for _, c := range newApp(std).Described {
		for _, e := range c.Examples {
			if c.Name == "diff" { // what it compares differs
				sign := `^\+\+\+ `
				if strings.Contains(e.Line, "--solve") {
					sign = "price 1"
				}
				script += "! exec " + e.Line + "\nstdout '" + sign + "'\n"
				continue
			}
			if c.Name == "serve" && !strings.Contains(e.Line, "--stdio") && !strings.Contains(e.Line, "--messages") {
				continue // serves until ^C: see the tests of its room
			}
			if c.Name == "site" && !strings.Contains(e.Line, "--wasm") {
				continue // builds the engine, which takes a minute
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

// ownGame is the script of one's own that examples work on.
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

// quoted turns the double quotes of a shell into those of testscript.
func quoted(script string) string {
	out := []byte(script)
	for i, c := range out {
		if c == '"' {
			out[i] = '\''
		}
	}
	return string(out)
}
