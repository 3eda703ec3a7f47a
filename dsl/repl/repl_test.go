package repl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"cardroom/dsl"
	"cardroom/dsl/reference"
	"cardroom/dsl/star"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"

	"github.com/fatih/color"
)

// plainOutput is an output without color.
type plainOutput struct {
	bytes.Buffer
	width int
}

func (p *plainOutput) Paint(text string, _ ...color.Attribute) string { return text }
func (p *plainOutput) Columns() int                                   { return p.width }

// parsed caches the scripts for all tests.
var parsed star.Parsed

// bench is a session with files in memory.
type bench struct {
	*testing.T
	*Session
	out    plainOutput
	files  fstest.MapFS
	errors []error
}

func newBench(t *testing.T, files fstest.MapFS) *bench {
	b := &bench{T: t, files: files, out: plainOutput{width: 80}}
	b.Session = New(Options{
		Name: "stdin", Out: &b.out, Remarks: &plainOutput{},
		Report: func(err error) { b.errors = append(b.errors, err) },
		Host: Host{
			Library: func() *dsl.Library {
				return dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: files}, Parsed: &parsed})
			},
			Ref:       func(typed string) (string, error) { return typed, nil },
			Respell:   func(err error, _ string) error { return err },
			Reference: func() *reference.Reference { return reference.New(dsl.Language(), stdlib.FS, scripts.FS, nil) },
			Doc:       func(name string) error { b.out.WriteString("doc of " + name + "\n"); return nil },
			Eval: func(_ context.Context, g *plan.Game, hands string) error {
				b.out.WriteString(hands + " by " + g.ID + "\n")
				return nil
			},
			Rules:     func(g *plan.Game) error { b.out.WriteString("rules of " + g.ID + "\n"); return nil },
			WriteFile: func(name string, data []byte) error { files[name] = &fstest.MapFile{Data: data}; return nil },
			ReadDir:   func(name string) ([]fs.DirEntry, error) { return fs.ReadDir(files, strings.TrimSuffix(name, "/")) },
			Seed:      func() uint64 { return 7 },
			NotPaid: func(_ *dsl.Library, g *plan.Game) string {
				return map[bool]string{true: "not collected here: schedule A"}[strings.HasPrefix(g.ID, "angies/")]
			},
			EditText: func(text string) (string, error) { return strings.ToUpper(text), nil },
			EditFile: func(string) error { return nil },
		},
	})
	return b
}

// do types lines and returns their output.
func (b *bench) do(lines ...string) string {
	b.Helper()
	b.out.Reset()
	for _, line := range lines {
		if err := b.Line(context.Background(), line, true); err != nil {
			b.Fatalf("%s: %v", line, err)
		}
	}
	return b.out.String()
}

// fine is like do, but fails on errors.
func (b *bench) fine(lines ...string) string {
	b.Helper()
	text := b.do(lines...)
	if len(b.errors) > 0 {
		b.Fatalf("%q: %v", lines, b.errors)
	}
	return text
}

// TestNotPaidIsToldOnce: a hand that is not at a table says which collections it does not pay, once for hands of the same house.
func TestNotPaidIsToldOnce(t *testing.T) {
	b := newBench(t, nil)
	remarks := &plainOutput{}
	b.options.Remarks = remarks
	b.fine(":table angies/holdem", ":deal 1", ":deal 2", ":table angies/omaha", ":deal 1", ":table casino/omaha", ":deal 1", ":table angies/holdem", ":deal 1")
	if got := strings.Count(remarks.String(), "not collected here: schedule A\n"); got != 2 {
		t.Errorf("told %d times, want 2:\n%s", got, remarks)
	}
}

func TestComplete(t *testing.T) {
	b := newBench(t, fstest.MapFS{"my/own.star": {Data: []byte("own_name = 1\n_private = 2\n")}, "my/notes.txt": {}})
	b.fine(`load("@scripts//angies/house.star", "angies")`, `def twice(x, by = 2, **more): return x * by`, "", "word = 'text'", "pair = struct(left = [1], right = twice)")
	for line, want := range map[string]string{
		"":                                      "    ",
		"   ":                                   "    ",
		"\t":                                    "    ",
		"straddl":                               "straddle(",
		"1 + twi":                               "twice(",
		"ret":                                   "return",
		"angies.":                               "game( name",
		"angies.ga":                             "game(",
		"word.sta":                              "startswith(",
		"'abc'.sta":                             "startswith(",
		"[1, 2].app":                            "append(",
		"{1: 2}.ke":                             "keys(",
		"pair.":                                 "left right(",
		"pair.left.ext":                         "extend(",
		"pair.left[0].":                         "",
		"house('x').":                           "game(",
		"game('x', play = []).ex":               "extend(",
		"bet(ti":                                "tier = |ties = |time_posting(",
		"bet(":                                  "ace = |all_in = |announce = |borrowed = |check = |cites = |forced = |name = |open = |open_pair = |openers = |tier = |ties = ",
		"bet(tier = b":                          "big",
		"angies.game('x', odd_":                 "odd_chips = ",
		"angies.game('x', odd_chips = 'one":     "one each|one each from the right",
		"game('x', short_stub = \"":             "common card|must suffice|reshuffle|reshuffle or common card",
		"twice(3, by":                           "by = |bytes(",
		"twice(by = pai":                        "paid(|pair",
		"load(\"@scripts//angies/om":            "@scripts//angies/omaha.star",
		"load('@scripts//angies/omaha.star', '": "omaha|omaha_hilo",
		"load('./my/":                           "./my/own.star",
		"load('./my/own.star', '":               "own_name",
		"# a comment twi":                       "",
		"'text twi":                             "",
		"12":                                    "",
		"1.":                                    "",
		"pair.left)":                            "",
		":loa":                                  ":load ",
		":quit":                                 ":quit",
		":load my/":                             "my/own.star",
		":plan angies/omaha-":                   "angies/omaha-hilo",
		":doc twi":                              "twice",
		":help CR03":                            "CR030|CR031|CR032|CR033",
		":type angies.ga":                       "game(",
		":nothing x":                            "",
	} {
		got, word := b.Complete(line)
		sep := " "
		if strings.Contains(want, "|") {
			sep = "|"
		}
		if have := strings.Join(got, sep); have != want {
			t.Errorf("%q: %q, want %q", line, have, want)
		}
		if n := len([]rune(line)); word > n {
			t.Errorf("%q: a word of %d", line, word)
		}
		for _, c := range got {
			if begun := line[len(line)-word:]; !strings.HasPrefix(c, begun) {
				t.Errorf("%q: %q does not begin with %q", line, c, begun)
			}
		}
	}
}

// TestCompleteTorn checks that completion does not fail on any fragment of a
// line.
func TestCompleteTorn(t *testing.T) {
	b := newBench(t, fstest.MapFS{})
	const text = `x = game("a\"b", play = [deal(2), bet(tier = big)], showdown = best(high)).extend('''y''', # c` + "\n" + `)}]"" :plan angies/ load("@scripts//`
	for i := range text {
		for j := i; j <= len(text); j += testkit.Sample(3, 11) {
			b.Complete(text[i:j])
		}
	}
}

func TestCompleteInsideBlock(t *testing.T) {
	b := newBench(t, fstest.MapFS{})
	b.fine("x = game(", "    'night',", "    play = [")
	if got, _ := b.Complete("        de"); !slices.Contains(got, "deal(") || !slices.Contains(got, "deck(") {
		t.Errorf("%q", got)
	}
	b.fine("    ],")
	if got, _ := b.Complete("    show"); !slices.Contains(got, "showdown = ") {
		t.Errorf("%q", got)
	}
	if got, _ := b.Complete("  "); len(got) != 1 || got[0] != "    " {
		t.Errorf("%q", got)
	}
	b.Drop()
	if b.Open() {
		t.Error("the block is still open")
	}
}

// TestBlankLines checks that a typed blank line ends a block, and that a pasted
// one belongs to it.
func TestBlankLines(t *testing.T) {
	b := newBench(t, fstest.MapFS{})
	b.fine("def f():", "    return 1", "")
	if got := b.fine("f()"); got != "1\n" {
		t.Errorf("%q", got)
	}
	for _, line := range []string{"def f():", "    x = 2", "", "    return x", "f()"} {
		_ = b.Line(context.Background(), line, false)
	}
	if got := b.out.String(); got != "1\n2\n" {
		t.Errorf("%q", got)
	}
	if b.Open() {
		t.Error("a block is open")
	}
}

// TestInterrupt checks that ^C ends an evaluation, and that names defined
// before it stay.
func TestInterrupt(t *testing.T) {
	b := newBench(t, fstest.MapFS{})
	ctx, stop := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, stop)
	for _, line := range []string{"n = 0", "for i in range(4000000): n = n + len(str(i))", ""} {
		_ = b.Line(ctx, line, true)
	}
	if len(b.errors) != 1 || !errors.Is(b.errors[0], ErrInterrupted) {
		t.Fatalf("%v", b.errors)
	}
	b.errors = nil
	if got := b.fine("n > 0"); got != "True\n" {
		t.Errorf("n > 0: %s", got)
	}
}

// TestReload checks that changed files are reloaded, that names no longer
// defined are removed, and that a script with an error changes nothing.
func TestReload(t *testing.T) {
	files := fstest.MapFS{
		"part.star": {Data: []byte("low = 1\n")},
		"own.star":  {Data: []byte("load('./part.star', 'low')\na = low\nb = 1\n")},
	}
	b := newBench(t, files)
	b.fine("b = 0", ":load own.star", "mine = 5")
	if got := fmt.Sprint(b.Files()); got != "[own.star part.star]" {
		t.Errorf("files %s", got)
	}
	files["part.star"] = &fstest.MapFile{Data: []byte("low = 2\n")}
	files["own.star"] = &fstest.MapFile{Data: []byte("load('./part.star', 'low')\na = low + 1\n")}
	b.Reload(context.Background())
	if got := b.fine("[a, low, mine]"); got != "[3, 2, 5]\n" {
		t.Errorf("%s", got)
	}
	if b.do("b"); len(b.errors) != 1 || !strings.Contains(b.errors[0].Error(), "undefined: b") {
		t.Errorf("b: %v", b.errors)
	}
	b.errors = nil
	files["own.star"] = &fstest.MapFile{Data: []byte("a = (\n")}
	b.Reload(context.Background())
	if len(b.errors) != 1 {
		t.Errorf("%v", b.errors)
	}
	b.errors = nil
	if got := b.fine("a"); got != "3\n" {
		t.Errorf("%s", got)
	}
}

func TestShow(t *testing.T) {
	b := newBench(t, fstest.MapFS{})
	for line, want := range map[string]string{
		"[1, (2,), {'a': None}]":           "[1, (2,), {\"a\": None}]\n",
		"list(range(30))":                  "[\n    0,\n    1,\n",
		"{'k': ['x' * 70, 'y']}":           "{\n    \"k\": [\n        \"" + strings.Repeat("x", 70) + "\",\n        \"y\",\n    ],\n}\n",
		"struct(a = 'x' * 80)":             "struct(\n    a = \"" + strings.Repeat("x", 80) + "\",\n)\n",
		"set(['a' * 90])":                  "set([\n    \"" + strings.Repeat("a", 90) + "\",\n])\n",
		"()":                               "()\n",
		"None":                             "",
		"'a' * 100":                        `"` + strings.Repeat("a", 100) + "\"\n",
		"'x' * 70000":                      `"` + strings.Repeat("x", maxText) + "\"… (68000 more)\n",
		"['y' * 1000 for i in range(100)]": "[\n    \"" + strings.Repeat("y", 1000) + "\",\n",
		"{'k': list(range(100))}":          "{\n    \"k\": [\n        0,\n",
		"[x for x in range(300000)][-1:]":  "[299999]\n",
	} {
		if got := b.fine(line); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %.200q", line, got)
		}
	}
	b.fine("x = ['a' * 80]", "x.append(x)")
	if got := b.fine("x"); !strings.Contains(got, "…") {
		t.Errorf("a list inside itself: %q", got)
	}
	b.fine("y = [1]")
	for range 40 {
		b.fine("y = [y, y]")
	}
	if got := b.fine("y"); len(got) > 2*maxShown { // the whole text would never end
		t.Errorf("%d bytes", len(got))
	}
}

// TestShowCuts checks that a long list is cut with the number of omitted items;
// earlier inside another value.
func TestShowCuts(t *testing.T) {
	b := newBench(t, fstest.MapFS{})
	if got := b.fine("list(range(100))"); !strings.HasSuffix(got, "    39,\n    … (60 more)\n]\n") {
		t.Errorf("%q", got)
	}
	if got := b.fine("{'k': list(range(100))}"); !strings.HasSuffix(got, "        23,\n        … (76 more)\n    ],\n}\n") {
		t.Errorf("%q", got)
	}
}

// TestShowHolds checks that values of the language print their parts.
func TestShowHolds(t *testing.T) {
	b := newBench(t, fstest.MapFS{})
	for line, want := range map[string]string{
		`stakes("2-4", posted = ["2-4", "4-8"])`:   `stakes(default = "2-4", posted = ["2-4", "4-8"])`,
		`best(high)`:                               `showdown(best = ["high"])`,
		`[best(high, hole = 2, board = 3)]`:        `[showdown(best = ["high: 2 hole and 3 board cards"])]`,
		`evaluate(high, "AsAd7c6h5s").name`:        `"pair of aces"`,
		`split(best(high), best(eight_or_better))`: `showdown(best = ["high", "eight-or-better"])`,
		`bet()`: `<step bet>`,
		`high`:  `<ranking high>`,
		`(evaluate(high, "AsAd").strength >= 0,)`:    `(True,)`,
		`evaluate(badugi, "As2d3c4h").cards`:         `["4h", "3c", "2d", "As"]`,
		`type(evaluate(badugi, "As2d3c4h").ranking)`: `"string"`,
	} {
		if got := b.fine(line); got != want+"\n" {
			t.Errorf("%s: %s", line, got)
		}
	}
	if got := b.fine(`evaluate(high, "AsKsQsJsTs")`); !strings.Contains(got, `    name = "royal flush",`+"\n") || !strings.HasPrefix(got, "evaluation(\n") {
		t.Errorf("%s", got)
	}
	b.fine(`load("@scripts//angies/holdem.star", "holdem")`)
	got := b.fine("holdem")
	for _, line := range []string{`name = "Texas Hold-Em (High)"`, `seats = "2-10"`, `stakes = "2-4"`, `"bet, flop"`, `showdown = ["high"]`} {
		if !strings.Contains(got, "    "+line+",\n") {
			t.Errorf("a game without %s:\n%s", line, got)
		}
	}
	b.fine(":table angies/holdem seats 3", ":deal 7")
	if got := b.fine("view"); !strings.Contains(got, "    to_call = 200,\n") || !strings.Contains(got, "    strength = 0.") {
		t.Errorf("%s", got)
	}
}

// TestWithoutColon checks that help, quit and exit need no colon unless the
// names are defined, and that ?name is :doc name.
func TestWithoutColon(t *testing.T) {
	b := newBench(t, fstest.MapFS{})
	if got := b.fine("help"); !strings.Contains(got, ":quit") {
		t.Errorf("help: %s", got)
	}
	if got, want := b.fine("help quit"), b.fine(":help quit"); got != want {
		t.Errorf("help quit: %s", got)
	}
	b.fine("def mine(a):\n    \"\"\"Says so.\"\"\"", "")
	if got, want := b.fine("?mine"), b.fine(":doc mine"); got != want || !strings.Contains(got, "Says so.") {
		t.Errorf("?mine: %s", got)
	}
	if got, want := b.fine("?"), b.fine(":help"); got != want {
		t.Errorf("?: %s", got)
	}
	for _, word := range []string{"quit", "exit"} {
		if err := b.Line(context.Background(), word, true); !errors.Is(err, errQuit) {
			t.Errorf("%s: %v", word, err)
		}
	}
	if got := b.fine("quit = 3", "quit"); got != "3\n" {
		t.Errorf("a name of one's own: %s", got)
	}
	if got := b.fine("help = [1]", "help"); got != "[1]\n" {
		t.Errorf("a name of one's own: %s", got)
	}
}

// TestDealsTheNewest checks that the table deals the game that its name refers
// to now.
func TestDealsTheNewest(t *testing.T) {
	const own = `night = game("%s", seats = (2, 4), forced = [blinds()], stakes = stakes("4-8"), play = [deal(2), bet()], showdown = best(high))`
	files := fstest.MapFS{"own.star": {Data: fmt.Appendf(nil, own, "Night")}}
	b := newBench(t, files)
	b.fine(":load own.star", ":table own.star seats 2")
	if got := b.fine(":deal 7"); !strings.Contains(got, "Night\n") {
		t.Errorf("%s", got)
	}
	files["own.star"] = &fstest.MapFile{Data: fmt.Appendf(nil, own, "Late")}
	b.Reload(context.Background())
	if got := b.fine(":deal 7"); !strings.Contains(got, "Late\n") {
		t.Errorf("%s", got)
	}
	b.fine(`night = night.extend("Early")`, ":table night")
	if got := b.fine(":deal 7"); !strings.Contains(got, "Early\n") {
		t.Errorf("%s", got)
	}
}

// TestWordsOfPlayers checks that a word of both Starlark and the players is the
// player's while a hand waits for them.
func TestWordsOfPlayers(t *testing.T) {
	b := newBench(t, fstest.MapFS{})
	b.fine(":table angies/holdem seats 2")
	if got := b.fine("bet"); got != "<built-in function bet>\n" {
		t.Errorf("without a hand: %q", got)
	}
	b.fine(":deal 7")
	for line, want := range map[string]string{
		"[view.asked, view.seat, view.to_call]": "[\"bet\", 2, 100]\n",
		"bet(tier = big)":                       "<step bet>\n",
		"max(3, 4)":                             "4\n",
		"x = 5; x":                              "5\n",
	} {
		if got := b.fine(line); got != want {
			t.Errorf("%s: %q", line, got)
		}
	}
	if got := b.fine("pass"); !strings.Contains(got, "seat 2 folds") {
		t.Errorf("pass: %q", got)
	}
	if got := b.fine("bet"); got != "<built-in function bet>\n" {
		t.Errorf("after the hand: %q", got)
	}
	if b.do("view"); len(b.errors) != 1 {
		t.Errorf("view after the hand: %v", b.errors)
	}
	b.errors = nil
	if b.do("raise 4"); len(b.errors) != 1 || !strings.Contains(b.errors[0].Error(), "the hand is over") {
		t.Errorf("raise 4 after the hand: %v", b.errors)
	}
	b.errors = nil
	b.fine("call = 3", ":deal 7")
	if got := b.fine("call"); got != "3\n" {
		t.Errorf("a name of one's own: %q", got)
	}
}

// TestWithoutSolver checks that a session without a solver deals full games, and says what it lacks.
func TestWithoutSolver(t *testing.T) {
	b := newBench(t, fstest.MapFS{})
	b.fine(":table mixed/nt seats 2", ":deal 7")
	for line, want := range map[string]string{
		":solve":                     "this program does not have the solver",
		":table mixed/nt size leduc": "small games need the solver",
	} {
		b.errors = nil
		if b.do(line); len(b.errors) != 1 || !strings.Contains(b.errors[0].Error(), want) {
			t.Errorf("%s: %v, want %q", line, b.errors, want)
		}
	}
}
