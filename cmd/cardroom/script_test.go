package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/star"
	"cardroom/engine/testkit"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/urfave/cli/v2"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in testdata/*.txtar")

// TestMain lets tests run this test binary as "cardroom": it is linked under that name in the search path.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "cardroom" {
		main()
	}
	flag.Parse()
	leaveOut()
	os.Exit(linked(m))
}

// leaveOut leaves out what a run does not try. With -short these are the tests that take more than half a second of processor
// time: what is left has a test of every command, see testdata/every.txtar. A full run leaves out the slowest, which begin with "+",
// and the test scripts whose turn it is not; CI leaves out the latter.
func leaveOut() {
	tests := []string{
		"TestReplEdits", "TestOddsPictures", "TestShowPage", "TestSizes", "TestPlayStops", "TestNamedFlags", "+TestAlike", "TestBadDiffParts", "TestBadOddsParts", "TestBadTestParts", "+TestBadParts", "+TestBadReplayParts", "TestBadSessionParts", "+TestBrokenHouses", "TestConfinement", "TestCore", "TestCorpus", "TestDebugAdapterTakesAnything", "TestDocOfEverything", "TestDocumentedSessions", "TestEvalStreams",
		"+TestFailingWrites", "TestForgedFiles", "TestHouseInPath", "TestInterruptEndsEveryCommand", "+TestInterruptedIsMarked", "TestInterruptedTree", "+TestKilledRuns", "TestLastAnswers", "TestLate", "+TestLanguageServerOnHouses",
		"+TestMarksAgree", "TestMergedPages", "TestMergeIsOneOdds", "+TestMergeIsOneReplay", "+TestMergeIsOneRun", "+TestMergeIsOneSolve", "+TestMergeTrees", "TestNamesExist",
		"TestNothingHostileIsPrinted", "TestOwnRankingExample", "TestPager", "TestPaths", "TestPlayInterrupted", "TestPlayPaste", "TestPlayPasted", "TestPlayRemembers", "TestPlayResized", "TestPlaySigns", "TestPlainEnglish", "TestPlayTerminated", "+TestPythonClient", "+TestPythonPrices", "TestQuiet", "TestQuotedCommands", "TestReplCompletes", "TestReplayResumes", "TestReplEnds", "TestReplHistory", "TestReplInterrupted", "TestReplLongPaste", "TestReplPaste", "TestReplReloads", "TestResume", "TestSaveAsks",
		"+TestScaleExamples", "TestSchemas", "TestSecondInterrupt", "TestSecondInterruptEnds", "TestServeResults", "TestSheetsAtTerminal", "TestWatch", "+TestWatchdogSaves", "TestWholeProgram",
	}
	scripts := []string{
		"apart", "bad", "badhands", "bank", "bench", "boards", "choices", "completion", "confine", "convert", "diff", "discard", "doc", "exhaustive", "gallery", "maxsteps", "menus", "mutate", "narrate", "new", "odds", "openburn", "planted", "play", "players", "prove", "redealt", "repl", "report", "rounds",
		"rows", "rules", "rulings", "run", "runs", "save", "seed", "session", "sheets", "solve", "strict", "takeboard", "test", "wildboards", "wording",
	}
	if !testing.Short() {
		now := testkit.Sweep(scripts, 1)
		scripts = slices.DeleteFunc(scripts, func(s string) bool { return slices.Contains(now, s) })
	}
	testkit.LeaveOut(tests, "|^TestScripts$/^("+strings.Join(append(scripts, "none"), "|")+")$")
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
		Condition: func(name string) (bool, error) {
			if name != "hup" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return runtime.GOOS != "windows" && !signal.Ignored(syscall.SIGHUP), nil // nohup ignores it for all that it starts
		},
		Setup: func(e *testscript.Env) error {
			// The output must not depend on the machine.
			for _, name := range []string{"NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CARDROOM_FORMAT", "CARDROOM_PATH", "PAGER"} {
				e.Setenv(name, "")
			}
			return nil
		},
	})
}

// A commandLine is a command line that a reader may paste, and the page that shows it.
type commandLine struct{ page, text string }

// file returns the page without its line.
func (l commandLine) file() string {
	name, _, _ := strings.Cut(l.page, ":")
	return name
}

// helpLines returns the examples of the help of all commands.
func helpLines() (lines []commandLine) {
	std, _, _ := fakeIO(nil)
	for _, c := range append(newApp(std).Described, &app.Command{Command: &cli.Command{Name: "help"}, Examples: app.HelpExamples}) {
		for _, e := range c.Examples {
			lines = append(lines, commandLine{"help " + c.Name, e.Line})
		}
	}
	return lines
}

// indentedCommand is a command line in a document: two blanks or more end it, because a comment follows.
var indentedCommand = regexp.MustCompile(`(?m)^ +(?:\w+ {2,})?(cardroom \S.*?)(?: {2,}.*)?$`)

// pageLines returns the command lines of README.md, of the hand files, of the topics of doc and of the manual. Those that a page
// shows with their output are TestDocumentedSessions'.
func pageLines(t *testing.T) (lines []commandLine) {
	t.Helper()
	for _, pattern := range []string{"../../README.md", "../../examples/hands/README.md", "../../examples/session/README.md", "../../examples/prices/README.md", "../../dsl/reference/topics/*.md", "manual/*.txt"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range indentedCommand.FindAllStringSubmatch(string(text), -1) {
				lines = append(lines, commandLine{filepath.ToSlash(strings.TrimPrefix(file, "../../")), m[1]})
			}
		}
	}
	return lines
}

// notRun are command lines that do not run here, by how they begin, with the reason.
var notRun = map[string]string{
	"cardroom serve --open":                                       "serves until ^C: see TestOpen and TestBrowser of internal/console",
	"cardroom site public":                                        "builds the engine for browsers, which takes a minute: see TestWrite of internal/console",
	"cardroom rules angies --open":                                "opens a browser: see TestShowPage",
	"cardroom solve banked/paigow":                                "sets 250,000 hands, for an hour: see TestSetApart and TestSetGroups of engine/solve",
	"cardroom check --exhaustive sanrafael/california22":          "plays for 20 s: testdata/exhaustive.txtar does with fewer ranks",
	"cardroom diff sanrafael/california22 --set banker_chart=yes": "solves the whole deck for 100 s: TestBestPlayAgainstTheChart computes it from the rules",
}

// smaller are command lines that a test runs with less to do: the same code is run. All scripts are checked by TestOwnScripts of
// package check, all rule tests run in TestRules of package scripts.
var smaller = []struct {
	line *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`--hands [0-9]{4,}`), "--hands 100"},
	{regexp.MustCompile(`--time 100ms`), "--time 5ms"},
	{regexp.MustCompile(`--rounds 10\b`), "--rounds 3"},
	{regexp.MustCompile(`^(cardroom solve banked/)casinoholdem (--policy \S+:)casinoholdem$`), "${1}threecard ${2}threecard"}, // 80 s: see TestAgainstBank of engine/solve
	{regexp.MustCompile(`^cardroom (check|test)$`), "cardroom $1 sanrafael"},
	{regexp.MustCompile(`^cardroom test casino --clauses --strict$`), "cardroom test omahacash --clauses --strict"},
	{regexp.MustCompile(`^(cardroom bench \S+)$`), "$1 --time 5ms"},
	{regexp.MustCompile(`^(cardroom bench .*) --profile`), "$1 --rounds 1 --profile"},
	{regexp.MustCompile(`^(cardroom odds .* --draw best)$`), "$1 --samples 200"},
	{regexp.MustCompile(`^cardroom rules angies --format html`), "cardroom rules elresbalon --format html"},
	{regexp.MustCompile(`^(cardroom diff angies/lowball --b sevens=void)$`), "$1 --hands 100"},
	{regexp.MustCompile(`^(cardroom run (?:angies/razz --(?:mishaps|save|seed 7 --shard)|sites/holdem --set|my-game/my-game.star --stakes|examples/kuhn.star --policy) .*)$`), "$1 --hands 100"},
	{regexp.MustCompile(`^cardroom (diff angies/stud7 --(?:solve|exhaustive) --each-option|solve angies/stud7 .*)$`), "cardroom $1 --size kuhn"},
	{regexp.MustCompile(`^(cardroom run \S+ --policy examples/basic22.star)$`), "$1 --hands 100"},
	{regexp.MustCompile(`--buckets 8 --deals 500`), "--buckets 4 --deals 200"},
	{regexp.MustCompile(`--buckets 6 --strategy`), "--buckets 4 --deals 20 --until 0.1 --strategy"},
	{regexp.MustCompile(`--deck-ranks 96T`), "--deck-ranks 9T"},
}

// needsOthers matches command lines with files or folders, which other lines of the page write, and those that take longer than others.
var needsOthers = regexp.MustCompile(`[.]|my-|examples|public|parts|--(out|save|report|time)|cardroom (test|bench|solve|diff)|--draw|--set`)

// paste runs the command lines of each page one after the other, in a folder that has what a fresh clone has. It sweeps the pages;
// with -short it runs some lines that need no other.
func paste(t *testing.T, lines []commandLine) {
	if testing.Short() {
		lines = testkit.Some(slices.DeleteFunc(lines, func(l commandLine) bool { return needsOthers.MatchString(l.text) }), 5)
	}
	var pages []string
	for _, l := range lines {
		if !slices.Contains(pages, l.file()) {
			pages = append(pages, l.file())
		}
	}
	pages = testkit.Sweep(pages, len(pages)*testkit.Sample(0, 1))
	lines = slices.DeleteFunc(lines, func(l commandLine) bool { return !slices.Contains(pages, l.file()) })
	dir, ran := t.TempDir(), 0
	var script strings.Builder
	for i, l := range lines {
		reason := ""
		for begin, why := range notRun {
			if strings.HasPrefix(l.text, begin) && !strings.Contains(l.text, "--wasm") {
				reason = why
			}
		}
		if script.Len() == 0 && strings.HasPrefix(l.page, "examples/tutorial/") {
			script.WriteString("cd examples/tutorial\n")
		}
		if reason == "" {
			ran++
			script.WriteString(scriptLine(l.text))
		} else {
			t.Logf("%s: %s: not run: %s", l.page, l.text, reason)
		}
		if i < len(lines)-1 && lines[i+1].file() == l.file() {
			continue
		}
		script.WriteString("-- cardroom.wasm --\n\x00asm\n-- wasm_exec.js --\n\n")
		name := strings.TrimSuffix(strings.NewReplacer(" ", "-", "/", "-").Replace(l.file()), filepath.Ext(l.file()))
		if err := os.WriteFile(filepath.Join(dir, name+".txtar"), []byte(script.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		script.Reset()
	}
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: dir, Cmds: scriptCommands, Setup: func(e *testscript.Env) error { return copyExamples(filepath.Join(e.WorkDir, "examples"), examples) }})
	t.Logf("%d command lines ran", ran)
}

// scriptLine returns the lines of a test script that run a command line.
func scriptLine(text string) string {
	for _, s := range smaller {
		text = s.line.ReplaceAllString(text, s.with)
	}
	line := quoted(text)
	if !strings.HasPrefix(line, "cardroom diff ") {
		return line + "\n"
	}
	sign := `^\+\+\+ ` // what diff compares differs, so it fails
	switch {
	case strings.Contains(line, "--solve"):
		sign = "price 1"
	case strings.Contains(line, "--exhaustive --each-option"):
		sign = "[1-9][0-9]* differ"
	}
	return "! " + line + "\nstdout '" + sign + "'\n"
}

// copyExamples copies the scripts and the hand files of the examples.
func copyExamples(to, from string) error {
	for _, pattern := range []string{"*.star", "hands/*", "session/*", "tutorial/*"} {
		files, err := filepath.Glob(filepath.Join(from, pattern))
		if err != nil {
			return err
		}
		for _, file := range files {
			if filepath.Ext(file) == "" {
				continue // a folder
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			name := filepath.Join(to, strings.TrimPrefix(file, from))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(name, text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// TestExamples runs every example of the help.
func TestExamples(t *testing.T) { paste(t, helpLines()) }

// TestDocumentedCommands runs every command line of the documents.
func TestDocumentedCommands(t *testing.T) { paste(t, pageLines(t)) }

// ownGame is the user's script in tests.
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
