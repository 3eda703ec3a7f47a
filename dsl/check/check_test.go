package check

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"

	"github.com/rogpeppe/go-internal/txtar"
)

// parsed caches the scripts for all tests.
var parsed star.Parsed

// checker returns a checker for a file system, with the library and the houses of the repository.
func checker(files fs.FS) *Checker {
	return New(dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: files}, Parsed: &parsed}))
}

// placed returns "game.star:3:5 CR101".
func placed(f *Finding) string { return f.Pos.String() + " " + f.Code }

func scriptsIn(t *testing.T, fsys fs.FS, prefix string) (refs []string) {
	t.Helper()
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		mistake := strings.Contains(p, "/mistakes/") // of the tutorial
		if err == nil && !d.IsDir() && path.Ext(p) == ".star" && !mistake {
			refs = append(refs, prefix+p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return refs
}

// wanted matches the expected findings on a line: "# want CR101:6", where the number after the colon is the column; several are
// separated by blanks.
var (
	wanted = regexp.MustCompile(`# want((?: CR\d{3}:\d+)+)`)
	single = regexp.MustCompile(`(CR\d{3}):(\d+)`)
)

// TestPlanted checks that every error planted in testdata is found with its code and position, and nothing else.
func TestPlanted(t *testing.T) {
	fsys := os.DirFS("testdata")
	refs := scriptsIn(t, fsys, "")
	found, err := checker(fsys).Scripts(context.Background(), refs)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, f := range found {
		got = append(got, placed(f))
	}
	for _, ref := range refs {
		text, err := fs.ReadFile(fsys, ref)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			for _, m := range wanted.FindAllStringSubmatch(line, -1) {
				for _, one := range single.FindAllStringSubmatch(m[1], -1) {
					want = append(want, fmt.Sprintf("%s:%d:%s %s", ref, i+1, one[2], one[1]))
				}
			}
		}
	}
	if len(want) < 40 {
		t.Errorf("%d faults are planted, there should be at least 40", len(want))
	}
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("not found: %s", w)
		}
	}
	for i, g := range got {
		if !slices.Contains(want, g) {
			t.Errorf("not planted: %s %s", g, found[i].Msg)
		}
	}
	codes := map[string]bool{}
	for _, f := range found {
		codes[f.Code] = true
	}
	t.Logf("%d planted faults with %d codes", len(want), len(codes))
}

// TestOwnScripts checks that the library and the examples have no findings. The houses are checked in a test of the command.
func TestOwnScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("plays every example")
	}
	c := checker(os.DirFS("../../examples"))
	refs := slices.Concat(scriptsIn(t, os.DirFS("../../stdlib"), "@stdlib//"), scriptsIn(t, os.DirFS("../../examples"), ""))
	found, err := c.Scripts(context.Background(), refs)
	if err != nil || len(refs) < 25 {
		t.Fatal(len(refs), err)
	}
	for _, f := range found {
		t.Error(placed(f), f.Msg)
	}
}

// TestPages checks that the example of each code shows exactly that error, and that the corrected version shows none.
func TestPages(t *testing.T) {
	pages, err := filepath.Glob("../reference/codes/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tested := 0
	for _, p := range pages {
		code := strings.TrimSuffix(filepath.Base(p), ".txtar")
		archive, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range []string{"wrong", "right"} {
			files := fstest.MapFS{}
			for _, f := range archive.Files {
				if name, ok := strings.CutPrefix(f.Name, side+"/"); ok {
					files[name] = &fstest.MapFile{Data: f.Data}
				}
			}
			if files["game.star"] == nil {
				continue
			}
			found, err := checker(files).Scripts(context.Background(), scriptsIn(t, files, ""))
			if err != nil {
				t.Fatal(err)
			}
			tested++
			switch {
			case side == "right" && len(found) > 0:
				t.Errorf("%s: the right way: %s %s", code, placed(found[0]), found[0].Msg)
			case side == "wrong" && (len(found) == 0 || slices.ContainsFunc(found, func(f *Finding) bool { return f.Code != code })):
				t.Errorf("%s: the wrong way shows %v", code, found)
			}
		}
	}
	if tested < 40 {
		t.Errorf("%d sides of pages tested", tested)
	}
}

// TestFix checks that fixable errors are fixed, and that nothing is left to fix afterwards.
func TestFix(t *testing.T) {
	before := `"""Héllo."""
load("@stdlib//board.star", "board_rounds", "omaha_best")
load("@stdlib//stud.star", one = "seven_card")  # cardroom: ignore=CR100
load(
    "@stdlib//stud.star",
    "five_card",
    seven = "seven_card",
)

# cardroom: ignore=CR104
play = five_card(low_brings_in, high_showing) + board_rounds(2)
`
	after := `"""Héllo."""
load("@stdlib//board.star", "board_rounds")
load(
    "@stdlib//stud.star",
    "five_card",
)

play = five_card(low_brings_in, high_showing) + board_rounds(2)
`
	files := fstest.MapFS{"game.star": {Data: []byte(before)}}
	found, err := checker(files).Scripts(context.Background(), []string{"game.star"})
	if err != nil {
		t.Fatal(err)
	}
	got, fixed := Apply(before, found)
	if got != after || len(fixed) != 5 {
		t.Errorf("%d fixed:\n%s", len(fixed), got)
	}
}

// FuzzScripts checks that no text makes the checker panic, and that its positions are inside the text.
func FuzzScripts(f *testing.F) {
	files, err := filepath.Glob("testdata/*.star")
	if err != nil || len(files) == 0 {
		f.Fatalf("no scripts in testdata: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		fsys := fstest.MapFS{"game.star": {Data: []byte(text)}}
		lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: fsys}, MaxSteps: 100_000})
		found, _ := New(lib).Scripts(context.Background(), []string{"game.star"})
		lines := strings.Count(star.PlainEnds(text), "\n") + 1
		for _, x := range found {
			if x.Pos.File == "game.star" && int(x.Pos.Line) > lines {
				t.Fatalf("%s lies behind the end", placed(x))
			}
		}
		Apply(text, found)
	})
}

// TestEndless checks that a game whose choices undo each other is a finding, and does not make the check hang.
func TestEndless(t *testing.T) {
	if testing.Short() {
		t.Skip("plays half a million actions")
	}
	const script = `"""Endless."""

more = choice("more", [raise_wager(times = 1)])
less = choice("less", [pull_back(half = True)])

def _both(_hand):
    """Both, always."""
    return [more, less]

endless = game(
    "Endless",
    seats = (2, 4),
    stakes = stakes("bets 5-100"),
    play = [wager(), deal(2, to = bettors), choose([more, less], allowed = _both), settle(best(high))],
)
`
	files := fstest.MapFS{"g.star": {Data: []byte(script)}}
	found, err := checker(files).Scripts(context.Background(), []string{"g.star"})
	if err != nil || len(found) != 1 || found[0].Code != codePlay || !strings.Contains(found[0].Msg, "it has not ended after 500,000 actions") {
		t.Errorf("%s, %v", texts(found), err)
	}
}

// TestConditionsExclude checks that cards dealt by one of several conditions are enough for the steps after them, and that only
// cards that no path deals are a finding. The conditions of the last game have 2 to the power of 60 paths.
func TestConditionsExclude(t *testing.T) {
	const script = `"""Conditions."""

def _first(hand):
    """the first two cards are a pair"""
    return hand.board == []

def _second(hand):
    """the other case"""
    return not _first(hand)

def _yes(hand):
    """the player said yes"""
    return hand.chose(hand.seat, "yes")

def _game(name, play):
    return game(name, doc = name, seats = (2, 5), forced = [ante()], stakes = stakes("2-4", ante = 1), play = play, showdown = best(high))

up = _game("Up", [in_turn([when(_first, [deal(1, up = True)]), when(_second, [deal(1, up = True)])]), bet(open = high_showing), deal(4)])
fifth = _game("Fifth", [deal(4), bet(), when(_first, [board(1)]), when(_second, [board(1)]), bet()])
all_five = _game("All five", [in_turn([when(_first, [deal(5)])]), in_turn([when(_second, [deal(5)])])])
turned = _game("Turned", [deal(5, up = True), when(_first, [deal(1)]), expose(1)])
one_way = _game("One way", [when(_first, [deal(1, up = True)], [deal(1)]), bet(open = high_showing), expose(1), deal(4)])
four = _game("Four", [deal(4), bet(), when(_first, [burn()])])
early = _game("Early", [deal(3), compare(best(ace_to_five), losers = [give_up]), deal(2)])
asked = [choose([choice("yes"), choice("no")]), in_turn([when(_yes, [pay("1.00")]) for _ in range(12)])]
long = _game("Long", [deal(5)] + asked * 5 + [bet()])
`
	files := fstest.MapFS{"g.star": {Data: []byte(script)}}
	found, err := checker(files).Scripts(context.Background(), []string{"g.star"})
	if err != nil || len(found) != 3 || found[0].Code != "CR122" || !strings.Contains(found[0].Msg, "Four: the high hand needs 5 cards") || found[1].Code != codeIdleStep ||
		!strings.Contains(found[2].Msg, "Early: the low hand needs 5 cards") {
		t.Errorf("%s, %v", texts(found), err)
	}
	none := strings.Replace(script, "[deal(4), bet(), when", "[bet(open = high_showing), deal(4), bet(), when", 1)
	files["g.star"].Data = []byte(none)
	found, err = checker(files).Scripts(context.Background(), []string{"g.star"})
	if err != nil || len(found) != 1 || !strings.Contains(found[0].Msg, "no card is up yet") {
		t.Errorf("%s, %v", texts(found), err)
	}
}

// TestShortHand checks that a hand that comes to the showdown with too few cards only on some way through the game is a finding.
func TestShortHand(t *testing.T) {
	const script = `"""A hand may be short."""

def _yes(hand):
    """the player said yes"""
    return hand.chose(hand.seat, "yes")

toss = game("Toss", seats = (2, 5), forced = [ante()], stakes = stakes("2-4", ante = 1), play = [deal(5), choose([choice("yes"), choice("no")]), in_turn([when(_yes, [discard(1)])]), bet()], showdown = best(high))
`
	for text, want := range map[string]int{script: 1, strings.Replace(script, "[discard(1)]", "[draw(1)]", 1): 0} {
		found, err := checker(fstest.MapFS{"g.star": {Data: []byte(text)}}).Scripts(context.Background(), []string{"g.star"})
		if err != nil || len(found) != want || want > 0 && (found[0].Code != "CR122" || !strings.Contains(found[0].Msg, "a hand of too few cards")) {
			t.Errorf("%s, %v", texts(found), err)
		}
	}
}

// texts returns findings, one per line.
func texts(found []*Finding) string {
	var out strings.Builder
	for _, f := range found {
		fmt.Fprintf(&out, "%v\n", f.Error)
	}
	return out.String()
}

// TestNeedlessShowdown checks that a game that ends before its showdown is told to leave it out.
func TestNeedlessShowdown(t *testing.T) {
	const script = `"""No showdown."""

pool = game("Pool", seats = (2, 5), forced = [ante()], stakes = stakes("2-4", ante = 1), play = [deal(5), bet(), carry()], showdown = best(high))
`
	for text, want := range map[string]int{script: 1, strings.Replace(script, ", showdown = best(high)", "", 1): 0} {
		found, err := checker(fstest.MapFS{"g.star": {Data: []byte(text)}}).Scripts(context.Background(), []string{"g.star"})
		if err != nil || len(found) != want || want > 0 && !strings.HasSuffix(found[0].Hint, "the game needs no showdown") {
			t.Errorf("%s, %v", texts(found), err)
		}
	}
}

// TestNothingHidesAnErrorOfLoading: an error of loading is shown whatever else is found on its line, and whatever comments silence;
// only a finding that says the same takes its place.
func TestNothingHidesAnErrorOfLoading(t *testing.T) {
	const loop = "def f():\n    for i in range(1, 100000000):%s\n        pass\n    return 1\n\nx = f()\n"
	for comment, want := range map[string]string{
		"":                                  "x.star:2:14 CR022",
		"  # cardroom: ignore=CR100":        "x.star:2:14 CR022",
		"  # cardroom: ignore=CR022":        "x.star:2:14 CR022",
		"  # cardroom: ignore=CR100, CR022": "x.star:2:14 CR022",
	} {
		found, err := checker(fstest.MapFS{"x.star": {Data: fmt.Appendf(nil, loop, comment)}}).Scripts(context.Background(), []string{"x.star"})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(found, func(f *Finding) bool { return placed(f) == want }) {
			t.Errorf("%q: %s, want %s", comment, texts(found), want)
		}
	}
	for line, want := range map[string]string{
		"x = f(1, 2)":                                "x.star:4:10 CR032",
		"x = f(1, 2) if False else [][1]":            "x.star:4:10 CR032 x.star:4:29 CR020",
		"x = [1 == 1, [][1]]; 1 + 1":                 "x.star:4:16 CR020 x.star:4:22 CR105",
		"x = 5; [][1]":                               "x.star:4:8 CR105 x.star:4:10 CR020",
		"x = {1: 2, 1: 3}  # cardroom: ignore=CR110": "x.star:4:13 CR020",
	} {
		found, err := checker(fstest.MapFS{"x.star": {Data: []byte("\"\"\"x\"\"\"\ndef f(a):\n    return a\n" + line + "\n")}}).Scripts(context.Background(), []string{"x.star"})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			got = append(got, placed(f))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %s, want %s", line, texts(found), want)
		}
	}
}
