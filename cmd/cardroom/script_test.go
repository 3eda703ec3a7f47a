package main

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/star"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in testdata/*.txtar")

// TestMain lets tests run this test binary as "cardroom": it is linked under that name in the search path.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "cardroom" {
		main()
	}
	flag.Parse()
	if testing.Short() {
		if err := flag.Set("test.skip", longTests()); err != nil {
			panic(err)
		}
	}
	os.Exit(linked(m))
}

// longTests is the pattern of what -short leaves out: the tests that take more than half a second of processor time. What is left
// has a test of every command, see testdata/every.txtar.
func longTests() string {
	tests := []string{
		"TestAlike", "TestBadOddsParts", "TestBadParts", "TestBadReplayParts", "TestBadSessionParts", "TestConfinement", "TestCorpus", "TestDebugAdapterTakesAnything", "TestDocOfEverything", "TestDocumentedSessions",
		"TestExamples", "TestFailingWrites", "TestForgedFiles", "TestInterruptedIsMarked", "TestKilledRuns", "TestLanguageServerOnHouses",
		"TestMergedPages", "TestMergeIsOneOdds", "TestMergeIsOneReplay", "TestMergeIsOneRun", "TestMergeIsOneSolve", "TestMergeTrees",
		"TestNothingHostileIsPrinted", "TestOwnRankingExample", "TestPager", "TestPythonClient", "TestPythonPrices", "TestReplLongPaste", "TestResume",
		"TestScaleExamples", "TestSchemas", "TestSecondInterruptEnds", "TestServeResults", "TestWatchdogSaves", "TestWholeProgram",
	}
	scripts := []string{
		"apart", "bad", "bank", "bench", "choices", "completion", "doc", "exhaustive", "gallery", "maxsteps", "menus", "new", "odds", "players", "report",
		"rules", "rulings", "session", "solve", "takeboard", "test", "wildboards", "wording",
	}
	return "^(" + strings.Join(tests, "|") + ")$|^TestScripts$/^(" + strings.Join(scripts, "|") + ")$"
}

func linked(m *testing.M) (code int) {
	dir, err := os.MkdirTemp("", "cardroom-")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, filepath.Join(dir, "cardroom"))
	}
	if err == nil {
		err = os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	}
	if err != nil {
		panic(err)
	}
	return m.Run()
}

// scriptCommands are the commands of test scripts beside those of testscript.
var scriptCommands = map[string]func(*testscript.TestScript, bool, []string){"cardroom": inProcess}

// working is locked while the process works in the folder of a test script.
var working sync.Mutex

// inProcess runs a command line in this process, where all commands share the parsed scripts of the houses. A last word <FILE
// names the standard input. What depends on being a process of its own (signals, time limits, a shell) is run by exec.
func inProcess(ts *testscript.TestScript, neg bool, args []string) {
	std := system()
	input := ""
	if n := len(args); n > 0 && strings.HasPrefix(args[n-1], "<") {
		input, args = ts.ReadFile(args[n-1][1:]), args[:n-1]
	}
	std.Stdin = term.Input{Reader: strings.NewReader(input)}
	std.Stdout, std.Stderr = term.NewStream(ts.Stdout()), term.NewStream(ts.Stderr())
	std.Getenv = ts.Getenv
	std.Parsed = parsed
	std.Exec = func(name string, args ...string) error {
		c := exec.Command(name, args...)
		c.Stdout, c.Stderr = ts.Stdout(), ts.Stderr()
		return c.Run()
	}
	working.Lock()
	defer working.Unlock()
	back, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	code := run(context.Background(), std, args)
	ts.Check(os.Chdir(back))
	if code != app.Fine {
		ts.Logf("[exit code %d]", code)
	}
	switch {
	case code == app.Fine && neg:
		ts.Fatalf("unexpected command success")
	case code != app.Fine && !neg:
		ts.Fatalf("unexpected command failure")
	}
}

// parsed caches the scripts that commands of test scripts have parsed.
var parsed = func() *star.Parsed {
	std, _, _ := fakeIO(nil)
	return std.Parsed
}()

// TestScripts runs testdata/*.txtar: each is a session of commands with their output.
// After an intended change, run
//
//	go test ./cmd/cardroom -run TestScripts -update
//
// and review the difference.
func TestScripts(t *testing.T) {
	dir, err := filepath.Abs("testdata") // commands change the working directory
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                dir,
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		Cmds:               scriptCommands,
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
	std, _, _ := fakeIO(nil)
	script := ""
	for _, c := range newApp(std).Described {
		for _, e := range c.Examples {
			if c.Name == "diff" { // what it compares differs, so it fails
				sign := `^\+\+\+ `
				if strings.Contains(e.Line, "--solve") {
					sign = "price 1"
				}
				script += "! " + e.Line + "\nstdout '" + sign + "'\n"
				continue
			}
			if c.Name == "serve" && !strings.Contains(e.Line, "--stdio") && !strings.Contains(e.Line, "--messages") {
				continue // it serves until ^C: see the tests of package serving
			}
			if c.Name == "site" && !strings.Contains(e.Line, "--wasm") {
				continue // it builds the engine, which takes a minute
			}
			script += fewer.Replace(e.Line) + "\n"
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
	testscript.Run(t, testscript.Params{Dir: dir, Cmds: scriptCommands})
}

// fewer makes the examples of bench take less time.
var fewer = strings.NewReplacer("--time 100ms", "--time 5ms", "--hands 2000 --", "--hands 200 --")

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
