package ruletest_test

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"
)

const mutable = `"""A script: 3 is no number here."""

load("./other.star", "burned", "x2")

_order = option("order", default = "a", choices = ["a", "b"], about = "Which of 2.", ref = "A1")
_fee = option("fee", default = 5)

def rule(hand, n = 2):
    """Gives 1."""
    if hand.over and not n:
        return [x2 for x in hand.live if x < n]
    return fail("3 of 4")

ä = [1]; play = [deal(2, cites = "a.1"), bet(tier = big, name = "first")] + burned + [
    board(1, up = True),
]
what = best(high) if _order == "a" else best(high, hole = 2)
fees = {4: "1.00"}
cites = ["a.b", "a.c-1"]
side = collect(fees, payer = "button")
`

// TestMutantsOf checks the mutants of a script that contains one of each thing
// that is changed, and of each that is not.
func TestMutantsOf(t *testing.T) {
	want := strings.Split(strings.TrimSpace(`
5:36: "a" becomes "b"
6:32: 5 becomes 6
6:32: 5 becomes 4
10:18: and becomes or
10:22: not n becomes n
11:44: < becomes <=
14:6: 1 becomes 2
14:6: 1 becomes 0
14:18: deal(2, cites = "a.1") is left out
14:23: 2 becomes 3
14:23: 2 becomes 1
14:42: bet(tier = big, name = "first") is left out
14:46: tier = big is left out
14:53: big becomes small
14:77: burned is left out
14:86: [ board(1, up = True), ] is left out
15:5: board(1, up = True) is left out
15:11: 1 becomes 2
15:11: 1 becomes 0
15:19: True becomes False
17:13: high becomes one_eyed_jacks_wild
17:29: == becomes !=
17:46: high becomes one_eyed_jacks_wild
17:52: hole = 2 is left out
17:59: 2 becomes 3
17:59: 2 becomes 1
18:9: 4 becomes 5
18:9: 4 becomes 3
18:12: "1.00" becomes "2.00"
20:22: payer = "button" is left out
20:30: "button" becomes "blinds"
`), "\n")
	list, err := ruletest.Mutants("x.star", []byte(mutable))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list {
		got = append(got, strings.TrimPrefix(m.String(), "x.star:"))
	}
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("missing: %s", want[i])
		case i >= len(want):
			t.Errorf("too much: %s", got[i])
		case got[i] != want[i]:
			t.Errorf("%d: got %s, want %s", i, got[i], want[i])
		}
	}
	if _, err := ruletest.Mutants("x.star", []byte("def")); err == nil {
		t.Error("a script that is none has mutants")
	}
}

// TestMutantsAreScripts checks that mutants of all scripts are valid scripts,
// and identical elsewhere.
func TestMutantsAreScripts(t *testing.T) {
	n := 0
	for prefix, fsys := range map[string]fs.FS{"@scripts//": scripts.FS, "@stdlib//": stdlib.FS} {
		files, err := fs.Glob(fsys, "*.star")
		more, _ := fs.Glob(fsys, "*/*.star")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range testkit.Sweep(append(files, more...), 12) {
			text, err := fs.ReadFile(fsys, file)
			if err != nil || ruletest.IsTest(file) {
				continue
			}
			list, err := ruletest.Mutants(prefix+file, text)
			if err != nil {
				t.Errorf("%s: %v", file, err)
			}
			for _, m := range list {
				if n++; !*long && n%4 > 0 {
					continue
				}
				if _, err := star.Parse(m.File, m.Text(), 0); err != nil {
					t.Errorf("%s: %v", m, err)
				}
			}
		}
	}
	if n < testkit.Sample(1000, 100) {
		t.Errorf("%d mutants", n)
	}
}

// TestTry covers mutants that are detected, that survive, that do not load, and
// that only a test does not load with.
func TestTry(t *testing.T) {
	const game = "n = 2\nunused = 5\nlisted = [n]\nposted = table_rule\n"
	for _, c := range []struct{ before, after, want string }{
		{"n = 2", "n = 3", "test_two"},
		{"unused = 5", "unused = 6", "survives"},
		{"[n]", "[m]", "invalid"},
		{"unused = 5", "other = 5", "(loading)"},
	} {
		o := options("")
		o.Files = fstest.MapFS{
			"game.star":   {Data: []byte(game)},
			"x_test.star": {Data: []byte("load('./game.star', 'n', 'unused')\n\ndef test_two(t):\n    t.eq(n, 2)\n\ndef test_unused(t):\n    t.true(unused)\n")},
		}
		m, err := ruletest.NewMutant("game.star", []byte(game), c.before, c.after, 0)
		if err != nil {
			t.Fatal(err)
		}
		v, err := m.Try(context.Background(), o, []string{"x_test.star"})
		if err != nil {
			t.Fatal(err)
		}
		got := "survives"
		switch {
		case v.Invalid != nil:
			got = "invalid"
		case v.Killer != nil:
			got = v.Killer.Name
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", m, got, c.want)
		}
	}
}

// TestNewMutant checks that empty and ambiguous changes are refused.
func TestNewMutant(t *testing.T) {
	text := []byte("a = 1\nb = 1\n")
	for _, c := range []struct {
		before, after string
		nth           int
		says          string
	}{
		{"1", "2", 0, "appears 2 times, say which"},
		{"1", "2", 3, "appears 2 times, not 3"},
		{"c", "d", 0, `no "c"`},
		{"1", "1", 0, "is changed to"},
		{"", "1", 0, "is changed to"},
	} {
		if _, err := ruletest.NewMutant("x.star", text, c.before, c.after, c.nth); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q to %q: %v, want %s", c.before, c.after, err, c.says)
		}
	}
	m, err := ruletest.NewMutant("x.star", text, "1", "2", 2)
	if err != nil || fmt.Sprint(m) != "x.star:2:5: 1 becomes 2" || m.Source() != "b = 1" {
		t.Errorf("%v, %v", m, err)
	}
}
