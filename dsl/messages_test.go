package dsl

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// TestEndlessInMessages checks that a value with an endless text is reported as a bad argument or answer like any other.
func TestEndlessInMessages(t *testing.T) {
	const pairs = "def pairs():\n    x = (1,)\n    for i in range(60):\n        x = (x, x)\n    return x\n\nx = pairs()\n"
	for _, use := range []string{
		"game('g', seats = x)",
		"game('g', seats = [x])",
		"points('p', target = 21, values = {'2': x})",
		"points('p', target = 21, ace = x)",
		"points('p', target = 21, ace = (x, x))",
		"posting('p', {4: x})",
		"posting('p', {x: 1})",
		"table('t', [], buy_in = x)",
		"ranking('r', score = lambda h: x)",
		"ranking('r', score = lambda h: h.ranks[0], words = lambda s: x)",
		"ranking('r', order = [category('c', test = lambda h: x), 'high card'])",
		"table_rule('r', memory = x)",
		"raise_stakes(x)",
		"option('o', default = x)",
		"{1: 2}[(x, 1)[1:] + ('a' * 1000000,)]",
		"getattr(1, 'a' * 1000000)",
		"deal(**{'a' * 1000000: 1})",
		"fail('a' * 1000000)",
	} {
		l := NewLoader(star.Options{Sources: star.Sources{Files: filesOf("main.star", pairs+"y = "+use+"\n")}})
		_, err := l.Load("main.star")
		if err == nil {
			t.Errorf("%s: no error", use)
			continue
		}
		if n := len(err.Error()); n > 2*10_000 {
			t.Errorf("%s: a message of %d bytes", use, n)
		}
		if !strings.HasPrefix(err.Error(), "main.star:") {
			t.Errorf("%s: %s", use, err)
		}
	}
}

// TestScoresOfManyParts checks the limits of scores, which are kept for thousands of hands.
func TestScoresOfManyParts(t *testing.T) {
	for text, want := range map[string]string{
		"big = (0,) * 4000000\nr = ranking('r', score = lambda h: big)":               "a tuple of 4000000: the limit is 16 ints",
		"r = ranking('r', score = lambda h: h.ranks[0], words = lambda s: 'a' * 201)": "a text of 201 characters: the limit is 200",
	} {
		_, err := NewLoader(star.Options{Sources: star.Sources{Files: filesOf("main.star", text+"\n")}}).Load("main.star")
		wantError(t, err, star.CodeArgument, want)
	}
}

// TestBeginnersHints checks the hints for undefined names and for values of the wrong type.
func TestBeginnersHints(t *testing.T) {
	for text, want := range map[string]string{
		`x = flop(3)`:                           `a flop is board(3, name = "flop")`,
		`x = best(high_bug)`:                    "in scripts the ranking is called high_with_bug",
		`x = bet(check = false)`:                "the values are True and False",
		`x = sum([1])`:                          "add in a loop: for x in list: total += x",
		`x = flopp(3)`:                          "",
		`x = deal("2")`:                         "write 2, without quotes",
		`x = bet(tier = "big")`:                 "write big, without quotes",
		`x = bet(tier = 3)`:                     "tier: which limit of the table applies",
		`x = house("H", seats = [2, 9])`:        "write parentheses: (2, 9)",
		`x = house("H", seats = 9)`:             "seats: the fewest and the most players, such as (2, 10)",
		`x = house("H", forced = ante())`:       "put it into a list: […]",
		`x = when(passed_out, [[bet()]])`:       "this is a list within a list: join lists with +, as in [deal(2)] + more + [bet()]",
		`x = when(passed_out, [redeal])`:        "the function is named here, not called: add ()",
		`x = split(high, best(ace_to_five))`:    "write best(…)",
		`x = house("H", stakes = "2-4")`:        "write stakes(…)",
		`x = [bet()] + (bet(), bet())`:          "a list and a tuple do not add up: turn the tuple into a list with list()",
		`x = 1 < 2 < 3`:                         "compare twice: a < b and b < c",
		`x = {1, 2}`:                            "{…} is a dict, with key: value; a set is set([…])",
		`x = True ? 1 : 2`:                      "a choice is written: x if condition else y",
		`load("@stdlib/kill.star", "kill")`:     "did you mean @stdlib//kill.star?",
		`x = evaluate("./x.star:r", "AsAh")`:    `the value is wanted, not its name: load("./x.star", "r")`,
		`x = bet(tier = large)`:                 "the larger of two limits is big: bet(tier = big)",
		`x = [bet()] + bet()`:                   "add a list to a list: put the other side into brackets, as in [x]",
		`x = ranking("r", order = ["flush"])`:   "list them; if worse hands do not qualify, say with floor, the cards of the worst hand that does",
		`x = game("G")`:                         "add it, such as play = [deal(2), bet()]",
		`x = game("G", play = [])`:              `add it, such as stakes = stakes("2-4")`,
		`load("@scripts//angi/a.star", "a")`:    "did you mean @scripts//angies/a.star?",
		`load("@scripts//nowhere/a.star", "a")`: "there are angies/, casino/",
	} {
		files := fstest.MapFS{"main.star": {Data: []byte(text + "\n")}}
		scripts := fstest.MapFS{"angies/a.star": {}, "casino/b.star": {}}
		_, err := NewLoader(star.Options{Sources: star.Sources{Files: files, Scripts: scripts}}).Load("main.star")
		if e, ok := err.(*diag.Error); !ok || e.Hint != want {
			t.Errorf("%s\n%v\nwant the hint %q", text, err, want)
			if ok {
				t.Log(e.Detail())
			}
		}
	}
	// An opener is one of a few values, which the message lists.
	_, err := NewLoader(star.Options{Sources: star.Sources{Files: fstest.MapFS{"main.star": {Data: []byte("x = bet(open = 1)\n")}}}}).Load("main.star")
	if err == nil || !strings.Contains(err.Error(), "want opener (as_before, high_brings_in, ") {
		t.Error(err)
	}
}

// TestForeignWords checks that terms of card rooms that the language does not have give a hint with what to write, and that each
// expression in the hint belongs to the language.
func TestForeignWords(t *testing.T) {
	for _, word := range []string{"flop", "declare", "guts", "run_twice", "separate", "match_pot", "dice", "muck", "swap", "push", "hit", "auction", "legs", "indian", "widow", "protect", "pass_left", "hole", "community", "boards", "qualifier", "rake", "omaha", "razz", "hi_lo", "brag", "whiskey", "rabbit", "chop"} {
		_, err := loadText("x = " + word + "()\n")
		var e *diag.Error
		if !errors.As(err, &e) || e.Code != star.CodeName || e.Hint == "" {
			t.Errorf("%s: %v", word, err)
			continue
		}
		for _, said := range called.FindAllString(e.Hint, -1) {
			if _, err := loadText("x = " + said + "\n"); err != nil {
				t.Errorf("%s: %s: %v", word, said, err)
			}
		}
	}
	_, err := loadText("x = [deal(3), pass(1)]\n")
	var e *diag.Error
	if !errors.As(err, &e) || !strings.Contains(e.Hint, "pass_cards(3)") {
		t.Errorf("pass: %v", err)
	}
}

// called matches the calls in a hint.
var called = regexp.MustCompile(`[a-z_]+\([^()]*(\([^()]*\)[^()]*)*\)`)

func loadText(text string) (*star.Module, error) {
	return NewLoader(star.Options{Sources: star.Sources{Files: filesOf("main.star", text)}}).Load("main.star")
}

// TestRefusedParts checks that errors about parts of a game say what is possible.
func TestRefusedParts(t *testing.T) {
	for text, want := range map[string]string{
		`x = game("g", seats = (2, 10), forced = [ante()], stakes = stakes("2-4 ante 1"), play = [deal(5), in_turn([bet(), bet()])], showdown = best(high))`: "more than 12 rounds of bettingin_turn plays a round of betting for each seat: fewer seats",
		`x = ranking("r", size = (2, 11), score = lambda hand: 1)`:                                                "hands of 11 cards: use 1 to 7",
		`x = ranking("r", size = (1, 7))`:                                                                         "there are 77870 different hands of 1 to 7 cards: a ranking can distinguish at most 65535",
		`x = best(high, use = [(2, {"A": 0})])`:                                                                   `got {"A": 0}, want names of boards and a number of cards from 1 to 10 for each(2, {"A": 1, "B": 2})`,
		`x = best(high, hole = "some")`:                                                                           `got "some", want a number of cards, the fewest and the most, or "all"`,
		`x = arrange([3, 5], names = ["a", "b"], ascending = high)`:                                               "hands of 3 to 5 cards are compared, and high ranks hands of 5",
		`x = arrange([3, 5], names = ["a", "b"], ascending = ranking("r", size = (3, 5)), way = lambda hand: [])`: "against a banker a function says which hands are foul",
	} {
		_, err := NewLoader(star.Options{Sources: star.Sources{Files: filesOf("main.star", text+"\n")}}).Load("main.star")
		if err == nil || !strings.Contains(err.Error()+hintOf(err), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestFirstRoundOfEachRoad checks that the first round of betting begins left of the blinds on whichever road it is, and others do not.
func TestFirstRoundOfEachRoad(t *testing.T) {
	const few = "def few(hand):\n    \"\"\"fewer than four players\"\"\"\n    return len(hand.players) < 4\n"
	for play, want := range map[string][]plan.Opener{
		"deal(5), bet(), bet()":                                {plan.LeftOfBlind, plan.LeftOfButton},
		"deal(5), when(few, [bet()], [bet()]), bet()":          {plan.LeftOfBlind, plan.LeftOfBlind, plan.LeftOfButton},
		"deal(5), when(few, [bet()]), bet()":                   {plan.LeftOfBlind, plan.LeftOfButton},
		"deal(5), when(few, [bet(), bet()], [draw(1), bet()])": {plan.LeftOfBlind, plan.LeftOfButton, plan.LeftOfBlind},
	} {
		m, err := loadText(few + "g = game(\"g\", seats = (2, 5), stakes = stakes(\"2-4\"), forced = [blinds()], play = [" + play + "], showdown = best(high))\n")
		if err != nil {
			t.Errorf("%s: %v", play, err)
			continue
		}
		g, _ := GameOf(m.Globals["g"])
		var got []plan.Opener
		for i := range g.Steps {
			if g.Steps[i].Kind == plan.Bet {
				got = append(got, g.Steps[i].Bet.Open)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", play, got, want)
		}
	}
}

// TestChipsPayOwnAmounts checks that the smallest chip pays every amount in dollars that a game names, wherever it names it, and that
// stakes with a larger one are refused there.
func TestChipsPayOwnAmounts(t *testing.T) {
	for _, where := range []string{
		`forced = [post("0.10", left = 0)], play = [deal(5), bet()], showdown = best(high)`,
		`forced = [blinds()], play = [deal(5), buy(1, price = pay("0.10")), bet()], showdown = best(high)`,
		`forced = [blinds()], play = [deal(5), choose([choice("keep"), choice("more", [pay("0.10")])]), bet()], showdown = best(high)`,
		`forced = [blinds()], play = [deal(5), choose([choice("keep"), choice("more", [pay(1, least = "0.10")])]), bet()], showdown = best(high)`,
		`forced = [blinds()], play = [deal(5), in_turn([pay("0.10")]), bet()], showdown = best(high)`,
		`forced = [blinds()], play = [deal(5), compare(best(high), [pay("0.10")]), bet()], showdown = best(high)`,
		`forced = [blinds()], play = [deal(5), bet()], showdown = best(high, match = pay("0.10"))`,
	} {
		text := "g = game(\"g\", seats = (2, 5), stakes = stakes(\"2-4%s\"), " + where + ")\n"
		m, err := loadText(fmt.Sprintf(text, ""))
		if err != nil {
			t.Errorf("%s: %v", where, err)
			continue
		}
		g, _ := GameOf(m.Globals["g"])
		if s, err := g.ParseStakes(""); err != nil || s.Chip != 10 {
			t.Errorf("%s: the smallest chip is %d, %v; want one of 10 cents", where, s.Chip, err)
		}
		_, err = loadText(fmt.Sprintf(text, " chip 1"))
		if err == nil || !strings.Contains(err.Error(), "$0.10 cannot be paid in chips of $1") || !strings.Contains(hintOf(err), `"2-4 chip 0.1"`) {
			t.Errorf("%s: %v, hint %q", where, err, hintOf(err))
		}
	}
}

// hintOf returns the hint of an error.
func hintOf(err error) string {
	var e *diag.Error
	if errors.As(err, &e) {
		return e.Hint
	}
	return ""
}

// TestCitedByStakes checks that a parameter that is a dict by stakes is cited by its own stakes only, and others not by stakes.
func TestCitedByStakes(t *testing.T) {
	const game = `two = game("Two", forced = [blinds()], stakes = stakes("2-4"), play = [deal(2), bet()], showdown = best(high))` + "\n"
	for cites, want := range map[string]string{
		`{"buy_in": {"2-4": "x.y"}}`: "",
		`{"buy_in": {"4-8": "x.y"}}`: `buy_in has no "4-8" to cite`,
		`{"buy_in": {"2-4": 1}}`:     "buy_in at 2-4: a clause is a text, not int",
		`{"seats": {"2-4": "x.y"}}`:  "seats is not a dict here: cite it with a text or a list",
	} {
		_, err := loadText(game + `mine = table("Mine", two, stakes = "2-4", seats = 9, buy_in = {"2-4": (40, None)}, cites = ` + cites + ")\n")
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", cites, err, want)
		}
	}
}
