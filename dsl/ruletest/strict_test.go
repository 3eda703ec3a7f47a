package ruletest

import (
	"slices"
	"testing"

	"cardroom/dsl/star"
)

// TestConcerning checks that mutations concern a clause where the script cites it and in what it uses there; parts that cite
// another clause belong to that one.
func TestConcerning(t *testing.T) {
	const file = "game.star"
	text := `load("./parts.star", "extra")

_COUNT = 2

def _rule(h):
    """A rule. [my.rule]"""
    return 7

_shared = [deal(4, cites = "my.other")]

duel = game(
    "Duel",
    play = [deal(_COUNT, cites = "my.deal"), bet(cites = ["my.bet"]), extra] + _shared,
    before_award = _rule,
    cites = ["my.whole"],
)
`
	changes, err := Concerning(map[string][]byte{file: []byte(text), "parts.star": []byte("extra = deal(9)\n")}, []*Mutant{{Before: "listed", Clauses: []string{"my.deal"}}})
	if err != nil {
		t.Fatal(err)
	}
	befores := func(id string) (out []string) {
		for _, m := range changes[id] {
			if !slices.Contains(out, m.Before) {
				out = append(out, m.Before)
			}
		}
		return out
	}
	for id, want := range map[string]struct{ has, lacks string }{
		"my.deal":  {"2", "4"},
		"my.rule":  {"7", "2"},
		"my.other": {"4", "2"},
		"my.whole": {"9", "4"},
		"my.bet":   {"", "2"},
	} {
		if got := befores(id); !slices.Contains(got, want.has) || slices.Contains(got, want.lacks) {
			t.Errorf("%s: %q, want %q among them and not %q", id, got, want.has, want.lacks)
		}
	}
	if changes["my.deal"][0].Before != "listed" {
		t.Error("what is listed does not come first")
	}
	if slices.Contains(befores("my.whole"), "7") {
		t.Error("a function that names a clause of its own is changed for another")
	}
	for _, m := range changes["my.bet"] {
		if _, err := star.Parse(m.File, m.Text(), 0); err != nil {
			t.Errorf("%s: %v", m.Change(), err)
		}
	}
}

// TestCitedThroughCalls checks that the clauses of a call may come from the caller: by name, as a sum, from a dict or a loop.
func TestCitedThroughCalls(t *testing.T) {
	text := `_ALL = ["my.all"]

def _street(count, clause):
    return deal(count, cites = clause)

def _streets(house, cites):
    steps = [bet(tier = big, cites = cites.get("first", []))]
    for name in ["second", "third"]:
        steps += [bet(check = False, name = name, cites = cites.get(name, []))]
    return steps + [burn(3, cites = [house + ".burned"])]

_play = [_street(2, "my.two"), _street(4, "my.four")] + _streets("my", {"first": "my.first", "second": "my.second"})

duel = game("Duel", play = _play, seats = (5, 6), cites = _ALL + ["my.sum"])

_betting = betting(raises = 8, cites = {"raises": "my.raises", "check_raise": ["my.check-raise"]})
`
	changes, err := Concerning(map[string][]byte{"game.star": []byte(text)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	has := func(id, before, after string) bool {
		return slices.ContainsFunc(changes[id], func(m *Mutant) bool { return m.Before == before && m.After == after })
	}
	for _, c := range []struct {
		id, before, after string
		want              bool
	}{
		{"my.two", "2", "3", true},
		{"my.two", "4", "5", false},
		{"my.two", "", ", up = True", true},
		{"my.four", "4", "3", true},
		{"my.first", "big", "small", true},
		{"my.first", "False", "True", false},
		{"my.second", "False", "True", true},
		{"my.burned", "3", "4", true},
		{"my.all", "5", "6", true},
		{"my.sum", "5", "6", true},
		{"my.raises", "8", "9", true},
		{"my.raises", "", ", check_raise = False", false},
		{"my.check-raise", "", ", check_raise = False", true},
		{"my.check-raise", "", ", any_raise = True", false},
		{"my.check-raise", "8", "9", false},
	} {
		if got := has(c.id, c.before, c.after); got != c.want {
			t.Errorf("%s: %q becomes %q: %v", c.id, c.before, c.after, got)
		}
	}
}

// TestFurtherChanges checks that all other values are tried for a clause, not only the next one.
func TestFurtherChanges(t *testing.T) {
	text := `x = game("Duel", showdown = best(high, hole = 2, board = 3), stakes = stakes("10-20"), play = [bet(open = left_of_blind)], cites = "my.rule")
`
	changes, err := Concerning(map[string][]byte{"game.star": []byte(text)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"9-20"`,
		`"10-21"`,
		"left_of_button",
		"high_showing",
		`ranking("high", base = high, ace = "low")`,
		`ranking("high", base = high, order = ["straight flush", "four of a kind", "flush", "full house", "straight", "three of a kind", "two pair", "pair", "high card"])`,
	} {
		if !slices.ContainsFunc(changes["my.rule"], func(m *Mutant) bool { return m.After == want }) {
			t.Errorf("no change into %s", want)
		}
	}
	for _, m := range changes["my.rule"] {
		if _, err := star.Parse(m.File, m.Text(), 0); err != nil {
			t.Errorf("%s: %v", m.Change(), err)
		}
	}
}
