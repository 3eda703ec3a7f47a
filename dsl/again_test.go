package dsl_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/rank"
)

// TestScoredAgain checks that loaders with the same cache call the scoring function of a ranking once for all of them, and again
// if anything differs on which its scores depend, or if it does more than to return them.
func TestScoredAgain(t *testing.T) {
	files := fstest.MapFS{"low.star": {Data: []byte("def worth(r):\n    return -r\n")}}
	load := func(p *star.Parsed, text string, o star.Options) (*star.Module, string) {
		t.Helper()
		files["a.star"] = &fstest.MapFile{Data: []byte(text)}
		printed := ""
		o.Files, o.Parsed = files, p
		if o.Print == nil {
			o.Print = func(_, msg string) { printed += msg }
		}
		m, err := dsl.NewLoader(o).Load("a.star")
		if err != nil {
			t.Fatal(err)
		}
		return m, printed
	}
	const plain = `load("./low.star", "worth")
side = option("side", default = 1, about = "A side.")
other = option("other", default = 1, about = "Another.")
first = ranking("first", size = 1, score = lambda hand: side * worth(hand.ranks[0]))
r = ranking("mine", size = 1, score = lambda hand: side * worth(hand.ranks[0]))
best = evaluate(r, "2c").strength > evaluate(r, "Kc").strength
`
	made := func(m *star.Module, name string) *rank.Ranking {
		return m.Globals[name].(*star.Value[*rank.Ranking]).Data()
	}
	var p star.Parsed
	a, _ := load(&p, plain, star.Options{})
	if b, _ := load(&p, plain, star.Options{}); made(a, "r") != made(b, "r") || made(a, "first") != made(b, "first") || made(a, "r") == made(a, "first") {
		t.Error("the same ranking is made again, or taken for another one")
	}
	if c, _ := load(&p, plain, star.Options{Set: map[string]string{"side": "-1"}}); fmt.Sprint(c.Globals["best"]) != "False" || made(c, "r") == made(a, "r") {
		t.Error("another option value does not change the scores")
	}
	if c, _ := load(&p, strings.Replace(plain, "side *", "-side *", 2), star.Options{}); fmt.Sprint(c.Globals["best"]) != "False" {
		t.Error("another text does not change the scores")
	}
	house := fstest.MapFS{"house/a.star": {Data: []byte(plain)}, "house/low.star": {Data: []byte("def worth(r):\n    return -r\n")}}
	h, err := dsl.NewLoader(star.Options{Sources: star.Sources{Scripts: house}, Parsed: &p}).Load("@scripts//house/a.star")
	if err != nil || made(h, "r") == made(a, "r") {
		t.Errorf("a script that loads another one is taken for the same: %v", err)
	}
	if c, _ := load(&p, strings.Replace(plain, "./", "@scripts//house/", 1), star.Options{Sources: star.Sources{Scripts: house}}); made(c, "r") != made(h, "r") {
		t.Error("a copy of a house's script makes its rankings again")
	}
	files["low.star"] = &fstest.MapFile{Data: []byte("def worth(r):\n    return r\n")}
	if c, _ := load(&p, plain, star.Options{}); fmt.Sprint(c.Globals["best"]) != "False" {
		t.Error("another text of a loaded script does not change the scores")
	}

	for _, text := range []string{
		"def f(hand):\n    print('called')\n    return 1\n",
		"seen = []\ndef f(hand):\n    seen.append(hand.ranks[0])\n    return 1\n",
		"seen = {'all': ({}, 0)}\ndef f(hand):\n    seen['all'][0][hand.ranks[0]] = 1\n    return 1\n",
		"def _make():\n    seen = set()\n    def f(hand):\n        seen.add(hand.ranks[0])\n        return 1\n    return f, seen\nf, seen = _make()\n",
		"def f(hand, seen = []):\n    add(hand.ranks[0])\n    return 1\nmore = []\nadd = more.append\n",
	} {
		text += "r = ranking('mine', size = 1, score = f)\n"
		a, printed := load(&p, text, star.Options{})
		b, again := load(&p, text, star.Options{})
		for name, v := range a.Globals {
			if w := b.Globals[name]; v.Type() != "function" && v.Type() != "ranking" && v.Type() != "builtin_function_or_method" && v.String() != w.String() {
				t.Errorf("%s: %s, the second time %s", text, v, w)
			}
		}
		if printed != again {
			t.Errorf("%s: prints %d bytes, the second time %d", text, len(printed), len(again))
		}
	}
}

// TestStepsAgain checks that a script runs out of steps at the same place whether or not its scores are cached.
func TestStepsAgain(t *testing.T) {
	const text = `r = ranking("mine", size = 2, score = lambda hand: hand.ranks[0])
count = [n for n in range(20000)]
`
	files := fstest.MapFS{"a.star": {Data: []byte(text)}}
	var p star.Parsed
	failed := 0
	for most := uint64(100_000); most < 300_000; most += 5_000 {
		var results [3]string
		for i := range results {
			o := star.Options{Sources: star.Sources{Files: files}, MaxSteps: most, Parsed: &p}
			if i == 0 {
				o.Parsed = nil
			}
			_, err := dsl.NewLoader(o).Load("a.star")
			results[i] = fmt.Sprint(err)
		}
		if results[0] != results[1] || results[1] != results[2] {
			t.Errorf("%d steps: %q", most, results)
		}
		if results[0] != "<nil>" {
			failed++
		}
	}
	t.Logf("%d of 40 limits are too low", failed)
	if failed == 0 || failed == 40 {
		t.Error("no limit is on the border")
	}
}
