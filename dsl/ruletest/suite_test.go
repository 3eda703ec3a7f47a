package ruletest_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"cardroom/dsl"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// options returns options for the embedded scripts and the script of one test.
func options(text string) ruletest.Options {
	return ruletest.Options{Options: star.Options{Sources: star.Sources{
		Scripts: scripts.FS, Stdlib: stdlib.FS,
		Files: fstest.MapFS{"x_test.star": {Data: []byte(text)}},
	}}, Seed: 1, Parallel: 2, Timeout: time.Minute, Sheet: paper}
}

// paper prints a sheet in a few words: how the real ones are printed is tested with the command.
func paper(_ context.Context, of ruletest.SheetOf) (string, error) {
	if of.Game == "angies/nosuch" {
		return "", &diag.Error{Msg: "no game of this name", Hint: "a hint"}
	}
	return fmt.Sprintf("%s for %s at %q, %v.\n\nThe hand\n  Five cards constitute a hand; more or\n   fewer is dead. 2 cards face down to each player.\n", of.Game, of.Reader, of.Stakes, of.Set), nil
}

// TestSheets checks what a test may ask of a rule sheet, and the errors.
func TestSheets(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{`t.sheet("angies/lowball").expect("more or fewer is dead").never("Schedule D")`, ""},
		{`t.sheet("angies/lowball", "floor", stakes = "4-8", set = "sevens=void").expect("for floor at \"4-8\", map[sevens:void]")`, ""},
		{`t.sheet("./x.star:night").expect("x.star:night for players").never("/x.star")`, ""},
		{`t.sheet("angies/lowball").expect("Six cards constitute a hand")`, "the sheet for players: got Five cards constitute a hand; more or fewer is dead, want Six cards constitute a hand"},
		{`t.sheet("angies/lowball").expect("The hand").never("The hand Five cards")`, ""},
		{`t.sheet("angies/lowball").expect("zebra")`, "got nothing like it, want zebra"},
		{`t.sheet("angies/lowball").never("is  dead")`, "want no is dead"},
		{`t.sheet("angies/lowball").never("")`, "want no"},
		{`t.sheet("angies/nosuch")`, "game: no game of this name"},
		{`t.sheet("angies/lowball", "dealers")`, "a sheet is for players or floor, not for \"dealers\""},
		{`t.sheet("angies/lowball", set = 3)`, "set"},
	} {
		results, _ := run(t, options("def test_x(t):\n    "+tt.line+"\n"))
		r := results[0]
		switch {
		case tt.want == "" && r.Status != ruletest.Passed:
			t.Errorf("%s: %v", tt.line, r.Err)
		case tt.want != "" && (r.Status != ruletest.Failed || !strings.Contains(r.Err.Error(), tt.want)):
			t.Errorf("%s: %v, want %q", tt.line, r.Err, tt.want)
		}
	}
	o := options("def test_x(t):\n    t.sheet(\"angies/lowball\")\n")
	o.Sheet = nil
	if results, _ := run(t, o); results[0].Status != ruletest.Failed || !strings.Contains(results[0].Err.Error(), "by 'cardroom test' only") {
		t.Errorf("without a printer: %v", results[0].Err)
	}
}

// run runs the script and returns its results.
func run(t *testing.T, o ruletest.Options) ([]*ruletest.Result, ruletest.Summary) {
	t.Helper()
	s, err := ruletest.Load(context.Background(), o, []string{"x_test.star"})
	if err != nil {
		t.Fatal(err)
	}
	var out []*ruletest.Result
	sum := s.Run(context.Background(), func(r *ruletest.Result) { out = append(out, r) })
	return out, sum
}

// TestWords checks that the methods of tests belong to the language of tests and not to the language of games, whatever else the
// program links.
func TestWords(t *testing.T) {
	if ruletest.Words().Builtin("test.hand") == nil || dsl.Language().Builtin("test.hand") != nil {
		t.Error("test.hand is a word of tests alone")
	}
	if n, games := len(ruletest.Words().Builtins()), len(dsl.Language().Builtins()); ruletest.Words().Builtin("deal") != dsl.Language().Builtin("deal") || n <= games {
		t.Errorf("%d words, %d of games", n, games)
	}
}

// TestExamples checks that the example of every method is a test that passes or skips.
func TestExamples(t *testing.T) {
	n := 0
	for _, b := range ruletest.Words().Builtins() {
		if b.Group != "tests" {
			continue
		}
		n++
		if b.Doc == "" || b.Example == "" {
			t.Errorf("%s: no text or no example", b.Name)
			continue
		}
		results, _ := run(t, options(b.Example))
		if len(results) != 1 {
			t.Errorf("%s: the example has %d tests", b.Name, len(results))
		}
		for _, r := range results {
			if r.Status == ruletest.Failed {
				t.Errorf("the example of %s:\n%s", b.Name, r.Err.Detail())
			}
		}
	}
	if n < 30 {
		t.Errorf("%d methods", n)
	}
}

const failing = `
load("@scripts//angies/holdem.star", "holdem")

pot_cases = {"blinds": 3, "too many": 4}

def test_pot(t, want):
    t.hand(holdem).expect_pot(want)

def test_turn(t):
    first = "A"
    h = t.hand("angies/holdem", seats = "A B C D")
    h.play("""
        C calls 2, D folds
        A raises to 5
    """)

def test_eq(t):
    n = [1, 2]
    t.eq(n, [1, 3], "list")

def todo_kill(t):
    pass

spread_cases = [(1, 2), {"a": 3, "b": 3, "cites": ["x.y"]}]

def test_spread(t, a, b):
    """Two numbers. [angies.holdem.5, angies.omaha.1]"""
    t.true(a <= b)

def test_no_cases(t, x):
    pass

def test_long(t):
    for i in range(4000000):
        for j in range(100):
            pass

def test_fault(t):
    fail("no good")
`

// TestResults checks the results of tests that pass, fail and skip.
func TestResults(t *testing.T) {
	results, sum := run(t, options(failing))
	want := []struct{ name, status, says string }{
		{"test_pot/blinds", "pass", ""},
		{"test_pot/too_many", "fail", "x_test.star:7:20: pot: got 3, want 4\n        t.hand(holdem).expect_pot(want)\n                       ^"},
		{"test_turn", "fail", "x_test.star:14:9: A raises to 5: got refused, cannot go to 5, only to 4, want one of: fold, call 1, raise to 4"},
		{"test_eq", "fail", "list: got [1, 2], want [1, 3]"},
		{"todo_kill", "skip", ""},
		{"test_spread/1", "pass", ""},
		{"test_spread/2", "pass", ""},
		{"test_no_cases", "fail", "its cases are missing: define no_cases_cases"},
		{"test_long", "fail", "steps"},
		{"test_fault", "fail", "no good"},
	}
	if len(results) != len(want) || sum.Failed != 6 || sum.Skipped != 1 || sum.Passed != 3 || !sum.Complete {
		t.Fatalf("%d results, %+v", len(results), sum)
	}
	for i, w := range want {
		r := results[i]
		if r.Name != w.name || r.Status.String() != w.status {
			t.Errorf("%s %s, want %s %s", r.Name, r.Status, w.name, w.status)
			continue
		}
		if r.Err != nil && !strings.Contains(r.Err.Detail(), w.says) {
			t.Errorf("%s says\n%s\nwant\n%s", r.Name, r.Err.Detail(), w.says)
		}
	}
	if got := strings.Join(results[6].Cites, " "); got != "angies.holdem.5 angies.omaha.1 x.y" {
		t.Errorf("cites %s", got)
	}
	eq := results[3].Failure
	if eq == nil || len(eq.Values) != 1 || eq.Values[0] != (ruletest.NamedValue{Name: "n", Value: "[1, 2]"}) {
		t.Errorf("values %+v", eq)
	}
	if turn := results[2].Failure; turn == nil || len(turn.Table) == 0 {
		t.Errorf("no table: %+v", turn)
	}
}

// TestShrink checks that a property's failure is reported with the simplest values.
func TestShrink(t *testing.T) {
	o := options(`
def prop_small(t):
    for i in range(t.int(0, 20)):
        n = t.int(0, 1000, name = "n")
        t.true(n < 137, "small")

def prop_holds(t):
    t.random_hand("angies/draw5").play_random().expect_over()
`)
	results, _ := run(t, o)
	r := results[0]
	if r.Status != ruletest.Failed || r.Drawn == nil {
		t.Fatalf("%+v", r)
	}
	if got := strings.Join(r.Drawn.Values, ", "); got != "1, n = 137" {
		t.Errorf("shrunk to %s", got)
	}
	if results[1].Status != ruletest.Passed {
		t.Error(results[1].Err.Detail())
	}
	again, _ := run(t, o)
	if strings.Join(again[0].Drawn.Values, ",") != strings.Join(r.Drawn.Values, ",") || again[0].Drawn.Check != r.Drawn.Check {
		t.Error("the same seed draws other values")
	}
}

// TestSelection runs selected tests more than once.
func TestSelection(t *testing.T) {
	o := options("def test_a(t):\n    pass\n\ndef test_b(t):\n    pass\n")
	o.Run, o.Count = regexp.MustCompile("^test_b$"), 3
	results, sum := run(t, o)
	if len(results) != 3 || sum.Passed != 3 || results[0].Name != "test_b" {
		t.Errorf("%d results, %+v", len(results), sum)
	}
}

// TestTimeout checks that a test that takes too long fails, and that the end of the context ends the run.
func TestTimeout(t *testing.T) {
	o := options("def test_long(t):\n    for i in range(1 << 20):\n        for j in range(1 << 20):\n            pass\n")
	o.Steps, o.Timeout = 1<<60, 20*time.Millisecond
	results, _ := run(t, o)
	if results[0].Status != ruletest.Failed || !strings.Contains(results[0].Err.Error(), "took longer than 20ms") {
		t.Errorf("%v", results[0].Err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s, err := ruletest.Load(context.Background(), o, []string{"x_test.star"})
	if err != nil {
		t.Fatal(err)
	}
	if sum := s.Run(ctx, func(*ruletest.Result) { t.Error("a test ran") }); sum.Complete {
		t.Error("complete")
	}
}

const againstTheHouse = `
one = points("one", target = 14, ace = 14)

def _compare(player, house):
    return wins if player.total > house.total else loses

def _game(play):
    return game("One", seats = (2, 4), stakes = stakes("bets 5-50"), play = [wager()] + play + [settle(one, compare = _compare)])

_in_circuits = _game([deal(2)])
_house_later = _game([deal(2, to = bettors), deal(1, to = banker)])
_shared = _game([deal(1, to = bettors, shared = True, up = True), deal(1, to = banker)])

def test_a_circuit_ends_with_the_house(t):
    h = t.hand(_in_circuits, seats = "A B", hands = "A 2c3c / B 2d3d / bank 2h3h")
    h.play("A bets 5; B bets 5; hole A 2c3c; hole B 2d3d; hole bank 2h3h")

def test_who_passes_gets_none(t):
    h = t.hand(_house_later, seats = "A B", hands = "A 2c3c / B x / bank 2h")
    h.play("A bets 5; B passes; hole A 2c3c; hole bank 2h")

def test_a_shared_hand_is_no_seats(t):
    h = t.hand(_shared, seats = "A B", hands = "bank 2h")
    h.play("A bets 5; B bets 5; hole bank 2h")

def test_too_many(t):
    t.fails(lambda: t.hand(_house_later, seats = "A B", hands = "A 2c / bank 2h3h"), because = "One deals 1 card to bank, not 2")

def test_a_table_word(t):
    t.fails(lambda: t.hand(_shared, seats = "A B").play("fund 3"), because = "want a seat of A B and an action")
`

// TestHandsAgainstTheHouse checks that the cards of a hand reach its seats and the house, however they are dealt.
func TestHandsAgainstTheHouse(t *testing.T) {
	results, sum := run(t, options(againstTheHouse))
	if sum.Failed > 0 || sum.Passed != 5 {
		t.Errorf("%+v", sum)
	}
	for _, r := range results {
		if r.Status == ruletest.Failed {
			t.Error(r.Test.Name, r.Err)
		}
	}
}

// TestOtherVerbs checks that a question that was answered with another verb names its own, and that a hand set apart whole says which
// cards are not named.
func TestOtherVerbs(t *testing.T) {
	for play, want := range map[string]string{
		`deal(2), in_turn([pass_cards(1, swap = True)]), bet()]; A passes 2c`:                "hint: A is asked otherwise: A swaps …",
		`deal(2), arrange([1, 1], names = ["Low", "High"]), bet()]; A arranges 2c 3c`:        "2 cards: exactly 1 must be arranged, 1 for Low; the rest are the last hand",
		`deal(2), arrange([1, 1], names = ["Low", "High"]), bet()]; A sets 2c 3c`:            "2 cards: exactly 1 must be arranged, 1 for Low; the rest are the last hand",
		`deal(6), arrange([1, 2, 3], names = ["Low", "Mid", "High"]), bet()]; A arranges 2c`: "1 card: exactly 3 must be arranged, 1 for Low and then 2 for Mid",
	} {
		steps, says, _ := strings.Cut(play, "]; ")
		results, _ := run(t, options("g = game(\"G\", seats = (2, 4), forced = [ante()], stakes = stakes(\"2-4\", ante = 1), play = ["+steps+"], showdown = best(ranking(\"one\", size = (1, 2))))\n\n"+
			"def test_it(t):\n    t.hand(g, seats = \"A B\", hands = \"A 2c3c / B 2d3d\").play(\""+says+"\")\n"))
		if r := results[0]; r.Status != ruletest.Failed || !strings.Contains(r.Err.Detail(), want) {
			t.Errorf("%s: %s\n%v\nwant %s", play, r.Status, r.Err, want)
		}
	}
}

// TestCardsOfTests checks that a test may name the board alone, that a deck says all cards, and that a rule that charges after a hand is
// told what it can do.
func TestCardsOfTests(t *testing.T) {
	for body, want := range map[string]string{
		`h = t.hand("mixed/nt", board = "2c 2d 9s 4h 5h").play("C calls 2; A calls 1; B checks; board 2c 2d 9s")`:                                      "",
		`t.table("mixed/nt", seats = "A B").deal(board = "2c 2d 9s").play("A calls 1; B checks; board 2c 2d 9s")`:                                      "",
		`t.hand("mixed/f5d", seats = "A B", stub = "2c 2d").play("B calls 1; A checks").expect_stub("2d")`:                                             "",
		`t.hand("mixed/nt", deck = "2c 2d", board = "9s 4h 5h")`:                                                                                       "the deck has all cards from the top",
		`t.table(table("T", _g, rules = table_rule("drop", settle = lambda table: [charge(dollars = 1)])), seats = "A B").play("A wins")`:              "hint: return it from before_hand",
		`t.table(table("T", _g, rules = table_rule("drop", settle = lambda table: [charge(dollars = 1, to = "fund")])), seats = "A B").play("A wins")`: "the winner can pay into the fund",
	} {
		results, _ := run(t, options("load(\"@scripts//mixed/board.star\", _g = \"nt\")\n\ndef test_it(t):\n    "+body+"\n"))
		r := results[0]
		if want == "" && r.Status != ruletest.Passed || want != "" && (r.Status != ruletest.Failed || !strings.Contains(r.Err.Detail(), want)) {
			t.Errorf("%s: %s\n%v\nwant %q", body, r.Status, r.Err, want)
		}
	}
}

// TestTableFailures checks the failures of table tests: the position in the play, the expectation, and the table.
func TestTableFailures(t *testing.T) {
	for _, c := range []struct{ play, says string }{
		{"button A", "5:18: button: got -, want A"},
		{"deal; button B", "5:24: button: got A, want B"},
		{"C moves to 2", "5:18: C moves to 2: got refused, seat 2 is taken, want accepted"},
		{"C cannot move to 4", "C move to 4: got accepted, want refused"},
		{"C cannot move to 2: too far", "got seat 2 is taken, want because too far"},
		{"C moves 2 up", `write it as "NAME moves to SEAT"`},
		{"X leaves", `no player "X": they are A B C`},
		{"A chooses chess", `no game "chess": the table offers Texas Hold-Em (High) at 2-4`},
		{"post schedule Z", `no collection "schedule Z": there are schedule A, schedule B, schedule C`},
		{"deal; A folds; ledger 5", "ledger: got 0, want 5"},
		{"B folds", `got "B folds", want an event between hands, or deal first`},
		{"deal; D wins", `got "D wins", want a player of A B C and an action`},
		{"deal; deal", "deal: got a hand is in progress, want the hand before to be over"},
		{"cannot deal", "deal: got accepted, want refused"},
		{"dealt A B", "no hand has been dealt"},
		{"owes A big", "owed by A: got nothing, want big"},
		{"clock 11:00", "the clock cannot go back"},
		{"clock noon", `"noon" is not a time such as 19:30`},
		{"says hello", "no hand has been dealt"},
		{"waiting A", "waiting list: got nobody, want A"},
		{"deal; raised", "stakes: got not raised, limits 2 4, want raised"},
		{"nothing at all", `got "nothing at all", want a player of A B C`},
		{"A jons with 20", "hint: did you mean joins?"},
		{"butto A", "hint: did you mean button?"},
		{"deal; A cals 2", "hint: did you mean call?"},
		{"deal; log dealtup A", "hint: did you mean dealt-up?"},
		{"deal; to the flop", "hint: rounds and questions with a name: before the flop, "},
		{"deal; log posts A 2", `no event is called "posts"; there are posted, ante, dead-post, `},
		{"deal; log posted A 2", "no such event, but posted B 1, posted C 2, want posted A 2"},
	} {
		results, _ := run(t, options("\ndef test_it(t):\n    s = t.table(\"angies/holdem\", seats = \"A B C\")\n\n    s.play(     \""+c.play+"\")\n"))
		r := results[0]
		if r.Status != ruletest.Failed || !strings.Contains(r.Err.Detail(), c.says) {
			t.Errorf("%s: %s\n%v\nwant %s", c.play, r.Status, r.Err, c.says)
			continue
		}
		if r.Failure == nil || len(r.Failure.Table) < 4 || !strings.Contains(r.Failure.Table[0], "Hold'em 2-4") {
			t.Errorf("%s: no table: %+v", c.play, r.Failure)
		}
	}
}

// TestBeginners checks the message and position of tests that cannot begin.
func TestBeginners(t *testing.T) {
	for text, want := range map[string]string{
		`t.hand("angies/holdm")`:                                              "x_test.star:3:12: test.hand: game: no game named \"angies/holdm\"",
		`t.hand("angies/holdem", stacks = "100 100 100")`:                     "3:38: test.hand: stacks: \"100 100 100\" is not a list of seats and amounts, such as \"A 50 C 20\"",
		`t.hand("angies/holdem", deck = "As As")`:                             "3:36: test.hand: deck: As is named twice",
		`t.hand("angies/holdem", hands = "A AsAdKs / B")`:                     "3:37: test.hand: hands: Texas Hold-Em (High) deals 2 cards to A, not 3",
		`t.hand("angies/holdem", hands = "A", board = "2c3c4c5c6c7c")`:        "3:50: test.hand: board: Texas Hold-Em (High) does not put 7c on the board: there are too many cards",
		`t.hand("angies/holdem", deck = "Jo")`:                                "3:36: test.hand: deck: Jo is not in the deck of Texas Hold-Em (High)",
		`t.hand("angies/holdem", players = 3)`:                                "test.hand: no argument named players",
		`t.showdown("angies/holdem", "AsAd", "KsKd2c", board = "2h3h4h5d9c")`: "test.showdown: Texas Hold-Em (High) deals 2 cards to B, not 3",
		`t.showdown("angies/holdem", "AsAd", "KsKd", board = "2h3h4h5d9c7c")`: "test.showdown: Texas Hold-Em (High) does not put 7c on the board",
	} {
		results, _ := run(t, options("\ndef test_it(t):\n    "+text+"\n"))
		if r := results[0]; r.Status != ruletest.Failed || !strings.Contains(r.Err.Error(), want) {
			t.Errorf("%s\n%v\nwant %s", text, r.Err, want)
		}
	}
	results, _ := run(t, options("\ndef test_it():\n    pass\n"))
	if r := results[0]; r.Status != ruletest.Failed || !strings.Contains(r.Err.Error(), "it takes no argument: write def test_it(t)") {
		t.Error(r.Err)
	}
}

// TestShowdownAfterDraw deals cards after a draw.
func TestShowdownAfterDraw(t *testing.T) {
	results, _ := run(t, options(`
pineapple = game(
    "Pineapple",
    forced = [blinds()],
    stakes = stakes("2-4"),
    play = [deal(3), bet(), board(3), draw(1), bet(), burn(), board(2), bet()],
    showdown = best(high),
)

def test_it(t):
    t.showdown(pineapple, "AsAdKc", "KsKdQc", board = "2h 3h 4h 8d 9c")
    t.hand(pineapple, hands = "A AsAdKc / B KsKdQc / C", board = "2h3h4h8d9c").play("play; board 2h3h4h8d9c")
`))
	for _, r := range results {
		if r.Status != ruletest.Passed {
			t.Errorf("%s: %s", r.Name, r.Err.Detail())
		}
	}
}

// TestChosen answers questions by "chooses", and reads what helps an author who writes an action or the cards otherwise.
func TestChosen(t *testing.T) {
	for body, want := range map[string]string{
		`t.hand("gallery/three-five-seven", seats = "A B C").play("A chooses out; B choose in; C in; A chooses in")`:        "",
		`t.hand("banked/threecard", seats = "A B").play("A chooses ante 10; B pass; A chooses pass; A chooses fold; over")`: "",
		`t.hand("gallery/three-five-seven", seats = "A B C").play("A chooses stay")`:                                        `got "stay" is not offered now, want one of: out, in`,
		`t.hand("gallery/three-five-seven", seats = "A B C").play("choose out")`:                                            `hint: name the seat first, such as "A choose …"`,
		`t.hand("gallery/three-five-seven", seats = "A B C").play("A out; in")`:                                             `hint: name the seat first, such as "B in …"`,
		`t.hand("angies/holdem", seats = "A B C").play("C chooses call")`:                                                   `"C chooses call": nothing is offered for a choice now, want one of: fold, call 2, raise to 4`,
		`t.hand("angies/holdem", hands = "A AsAdKs / B")`:                                                                   "hint: hands has the cards that a seat is dealt, board those of the board, up to 5",
		`t.hand("angies/lowball", hands = "A AsAdKsKdQsQd / B")`:                                                            "hint: hands has the cards that a seat is dealt, stub those that are drawn",
		`t.table("angies/holdem", seats = "A B").deal(hands = "A AsAdKs / B")`:                                              "hint: hands has the cards that a seat is dealt, board those of the board, up to 5",
	} {
		results, _ := run(t, options("def test_it(t):\n    "+body+"\n"))
		switch r := results[0]; {
		case want == "" && r.Status != ruletest.Passed:
			t.Errorf("%s: %s", body, r.Err.Detail())
		case want != "" && (r.Err == nil || !strings.Contains(r.Err.Detail(), want)):
			t.Errorf("%s: %v\nwant %s", body, r.Err, want)
		}
	}
}

// TestTables covers what table tests may do in addition to playing.
func TestTables(t *testing.T) {
	results, _ := run(t, options(`
load("@scripts//angies/holdem.star", "holdem")
load("@stdlib//kill.star", "half_kill")

def test_forks_are_independent(t):
    s = t.table(holdem, seats = "A B C", stacks = "B 40")
    s.expect_stacks("A 100 B 40")
    s.play("deal; A folds")
    f = s.fork()
    f.play("B folds; stacks B 39 C 101")
    s.play("B calls 1, C checks; play; dealt A B C")
    t.eq(s.hands(), 1)

def test_hand_of_a_table(t):
    s = t.table(table("T", holdem, stakes = "nl 1-2", rules = half_kill) if False else table("T", holdem, stakes = "2-4", rules = half_kill), seats = "A - B", button = "B")
    h = s.deal(hands = "A AsAd / B KsKd", board = "2c 7d 9h 3s 4c")
    t.fails(lambda: s.deal(), because = "a hand is in progress")
    h.play("play; wins A 4")
    t.eq(s.memory("half kill").streak, 1)
    t.eq((s.seat("B"), s.number("B"), s.stack("B")), (3, 2, 98))

def test_ruling_ends_the_hand(t):
    s = t.table("angies/lowball-half-kill", seats = "A B C")
    s.play("deal; A declines; A calls; B calls; C checks; B stands pat; C stands pat; A stands pat; round after the draw")
    s.play("B checks; event fouled B; event fouled C; ledger 1; stacks A 103; deal; button B")

def test_attended(t):
    t.table("angies/holdem", seats = "A B C", attended = True).play("A wins; play; ledger 2; deal; C folds; A calls; B checks; play; ledger 3")

def test_wrong(t):
    t.fails(lambda: t.table("angies/holdem", seats = "A A"), because = "already at the table")
    t.fails(lambda: t.table("angies/holdem", seats = "A B", button = "C"), because = "no player")
    t.fails(lambda: t.table("angies/holdem", seats = "A B", stacks = "C 5"), because = "no player")
    t.fails(lambda: t.table("angies/no-limit", seats = "A B", stacks = 5), because = "minimum buy-in")
    t.fails(lambda: t.table("angies/holden"), because = "no game named")
    t.fails(lambda: t.table("angies/holdem", set = "burn=perhaps"), because = "burn")
    t.fails(lambda: t.table(holdem, stakes = "7-9"), because = "7-9")
    t.fails(lambda: t.table(holdem, opens = "late"), because = "late")
    t.fails(lambda: t.table("angies/holdem").memory(), because = "rules of the table")
`))
	for _, r := range results {
		if r.Status != ruletest.Passed {
			t.Errorf("%s: %s", r.Name, r.Err.Detail())
		}
	}
}

// TestLongOutput: what a test logs and draws is reported as far as it can be read, whatever there is of it, and a failure of a hundred
// thousand draws is made simple in time.
func TestLongOutput(t *testing.T) {
	o := options(`
def test_endless(t):
    x = (1,)
    for i in range(60):
        x = (x, x)
    t.log(x)
    fail("here")

def test_long(t):
    for i in range(1000):
        t.log("a" * 1000)
    fail("here")

def prop_draws(t):
    for i in range(1000000):
        t.int(0, 100, name = "x")
`)
	o.Timeout = time.Second
	began := testkit.ProcessorTime()
	results, _ := run(t, o)
	for _, r := range results {
		if r.Status != ruletest.Failed {
			t.Errorf("%s: %v", r.Name, r.Status)
		}
		if n := len(strings.Join(r.Output, "\n")); n > 100_100 {
			t.Errorf("%s logs %d bytes", r.Name, n)
		}
		if r.Drawn != nil && len(r.Drawn.Values) > 101 {
			t.Errorf("%s draws %d values", r.Name, len(r.Drawn.Values))
		}
	}
	if took := testkit.ProcessorTime() - began; took > 20*time.Second {
		t.Errorf("it took %s", took)
	}
}

// TestSeveralFees checks that several collections of a game each take what they say, together at most the pot.
func TestSeveralFees(t *testing.T) {
	results, _ := run(t, options(`
def rake(part, most):
    return collect(rake = (part, most))

_twice = rake("2%", 3)
_blinds = collect(payer = "blinds")
_five = ranking("five of the seven", size = 5)

fees_cases = {
    "one": ([rake("5%", 4)], "4"),
    "two rakes": ([rake("5%", 4), rake("1 per 20", 1)], "4 1"),
    "the other way": ([rake("1 per 20", 1), rake("5%", 4)], "1 4"),
    "a rake and a fee": ([rake("5%", 4), collect(2)], "2 4"),
    "a fee and a rake": ([collect(2), rake("5%", 4)], "2 4"),
    "a rake of the whole pot and a fee": ([rake("10%", 50), collect(10)], "10 10"),
    "a fee and a rake of the whole pot": ([collect(10), rake("10%", 50)], "10 10"),
    "two fees": ([collect(2), collect(3)], "2 3"),
    "three rakes": ([rake("10%", 50), rake("20%", 50), rake("5%", 50)], "10 20 5"),
    "the pot is not enough": ([rake("60%", 90), rake("60%", 90), rake("60%", 90)], "60 40"),
    "nor for a fee": ([collect(30), rake("100%", 90), collect(40), rake("10%", 9)], "30 40 30"),
    "one value in two places": ([_twice, _twice], "2 2"),
    "the blinds and a rake": ([_blinds, rake("5%", 3)], "3 3"),
    "the blinds are dropped once": ([_blinds, _blinds, collect(1)], "3 1"),
}

def test_fees(t, steps, taken):
    g = game("Fees", seats = (2, 2), forced = [blinds()], stakes = stakes("nl 1-2"), play = [deal(2), bet(), board(3)] + steps + [bet()], showdown = best(_five))
    h = t.hand(g, seats = "A B", hands = "A AsAh / B KsKh", board = "3c4d8h").play("B raises to 50; A calls 48; play")
    t.eq(" ".join([line.split(" ")[1] for line in h.log() if line.startswith("collected")]), taken)
`))
	for _, r := range results {
		if r.Err != nil {
			t.Errorf("%s: %v", r.Name, r.Err)
		}
	}
	if len(results) != 14 {
		t.Errorf("%d tests", len(results))
	}
}

const namesTest = `
def test_names(t):
    h = t.hand("angies/omaha-hilo", seats = "A B", hands = "A AhKd2c3s / B QcQd6h4h", board = "Qh 8s 7c 5d Kh")
    h.play("play; worth B straight; worth B straight, eight high; worth A kings; worth A a pair; low A nut low; low A eighty-seven")
    h.play("low A eight seven; low A rough eight; low B eight seven")
    t.worth(high, "AhAc9s9h2c", "aces up")
    t.fails(lambda: h.play("worth A queens"), because = "want queens")
    t.fails(lambda: h.play("worth B gutshot"), because = "no hand of high is called \"gutshot\"")
    t.fails(lambda: h.play("low A smooth eight"), because = "want smooth eight")
    t.fails(lambda: h.play("low B nut low"), because = "want nut low")
    t.fails(lambda: h.play("worth A fourth best"), because = "no hand of high")
    t.fails(lambda: h.play("low A no qualifying hand"), because = "got eighty-seven low")
    t.fails(lambda: t.worth(high, "AhAc9s9h2c", "nines up"), because = "want nines up")
    t.fails(lambda: t.worth(high, "AhAc9s9h2c", "gutshot"), because = "no hand of high")
`

// TestNames checks that hands are named in a dealer's words, and that words that name none are an error and no expectation.
func TestNames(t *testing.T) {
	results, _ := run(t, options(namesTest))
	for _, r := range results {
		if r.Status == ruletest.Failed {
			t.Error(r.Err.Detail())
		}
	}
}
