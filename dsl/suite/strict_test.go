package suite

import (
	"slices"
	"testing"
)

// Changes concern a clause where the script cites it and in what it uses there; what
// cites another clause is about that one.
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
		if err := m.Parses(); err != nil {
			t.Errorf("%s: %v", m.Change(), err)
		}
	}
}
