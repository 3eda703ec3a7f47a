package star

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/engine/diag"

	"go.starlark.net/starlark"
)

// oldNames is a language in which some names were others once. In version 1.1 those with Gone 1.2 still work.
func oldNames() *Words {
	say := func(name string, params ...Param) *Builtin {
		return &Builtin{Name: name, Doc: "Says what it got.", Params: params, Returns: "string", Example: name + "()", Fn: func(c *Call) (starlark.Value, error) {
			return starlark.String(name + fmt.Sprint(c.args)), nil
		}}
	}
	return NewWords(WordList{
		Builtins: []*Builtin{
			say("deal_cards", Param{Name: "count", Type: "int", Default: "1", Doc: "how many"}, Param{Name: "up", Type: "bool", Default: "False", Doc: "face up"}),
			say("burn_card"),
		},
		Version: "1.1",
		Renamed: []Renamed{
			{Old: "give", New: "deal_cards", Add: "up = True", Gone: "1.2"},
			{Old: "burnt", New: "burn_card", Gone: "1.2"},
			{Old: "deal_cards.number", New: "deal_cards.count", Gone: "1.2"},
			{Old: "@stdlib//lib.star:old", New: "@stdlib//lib.star:new", Gone: "1.2"},
			{Old: "@stdlib//lib.star:new.by", New: "@stdlib//lib.star:new.times", Gone: "1.2"},
			{Old: "muck_all", New: "burn_card()", Gone: "1.1"},
			{Old: "shuffle_up", Doc: "the deck is shuffled before each hand", Gone: "1.0"},
		},
	})
}

// loadOld loads main.star and returns its globals, the warnings and the error.
func loadOld(t *testing.T, text string) (got starlark.StringDict, warned []string, repaired string, fault *diag.Error) {
	t.Helper()
	files := fstest.MapFS{"main.star": {Data: []byte(text)}}
	lib := fstest.MapFS{"lib.star": {Data: []byte("def new(times = 1):\n    return times + 1\n")}}
	l := NewLoader(Options{Words: oldNames(), Sources: Sources{Files: files, Stdlib: lib}, OnRenamed: func(e *diag.Error) {
		warned = append(warned, fmt.Sprintf("%d:%d %s", e.Pos.Line, e.Pos.Col, e.Msg))
	}})
	s, err := l.Read("main.star")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text, "\n")
	for i := len(s.Renamed) - 1; i >= 0; i-- {
		for j := len(s.Renamed[i].Edits) - 1; j >= 0; j-- {
			e := s.Renamed[i].Edits[j]
			line := []rune(lines[e.Line-1])
			lines[e.Line-1] = string(line[:e.Col-1]) + e.Text + string(line[e.EndCol-1:])
		}
	}
	m, lerr := l.Load("main.star")
	if lerr != nil {
		return nil, warned, strings.Join(lines, "\n"), lerr.(*diag.Error)
	}
	return m.Globals, warned, strings.Join(lines, "\n"), nil
}

// TestRenamedWorks checks that names which still work do what the new ones do, with a warning each, and that the repaired script does the same
// without one.
func TestRenamedWorks(t *testing.T) {
	for _, text := range []string{
		"x = give(2)",
		"x = give()",
		"x = burnt()",
		"f = burnt\nx = f()",
		"x = deal_cards(number = 3)",
		"x = give(\n    number = 3,\n)",
		"load(\"@stdlib//lib.star\", \"old\")\nx = old(4)",
		"load(\"@stdlib//lib.star\", late = \"old\")\nx = late(4)",
		"load(\"@stdlib//lib.star\", \"new\")\nx = new(by = 7)",
	} {
		got, warned, repaired, fault := loadOld(t, text)
		if fault != nil || len(warned) == 0 {
			t.Errorf("%s: %v, warnings %q", text, fault, warned)
			continue
		}
		again, still, _, fault := loadOld(t, repaired)
		if fault != nil || len(still) > 0 {
			t.Errorf("%s, repaired to\n%s\n%v, warnings %q", text, repaired, fault, still)
			continue
		}
		if got["x"].String() != again["x"].String() {
			t.Errorf("%s makes %s; repaired to %s it makes %s", text, got["x"], repaired, again["x"])
		}
	}
}

// TestRenamedOwn checks that a name which a script defines itself is its own.
func TestRenamedOwn(t *testing.T) {
	for _, text := range []string{
		"def give(n):\n    return n\n\nx = give(2)",
		"burnt = 3\nx = burnt",
		"def f(burnt):\n    return burnt\n\nx = f(1)",
		"x = [burnt for burnt in range(2)]",
		"x = dict(burnt = 1)",
	} {
		if _, warned, _, fault := loadOld(t, text); fault != nil || len(warned) > 0 {
			t.Errorf("%s: %v, warnings %q", text, fault, warned)
		}
	}
}

// TestRenamedGone checks that names which no longer work are faults with the code of renamed names, all of a script at once.
func TestRenamedGone(t *testing.T) {
	_, _, repaired, fault := loadOld(t, "x = [muck_all, shuffle_up]\ny = give(1)\n")
	if fault == nil || fault.Code != CodeRenamed || len(fault.Also) != 1 || fault.Also[0].Hint != "the deck is shuffled before each hand" {
		t.Fatalf("the fault is %v", fault)
	}
	if want := "x = [burn_card(), shuffle_up]\ny = deal_cards(1, up = True)\n"; repaired != want {
		t.Errorf("repaired to\n%s", repaired)
	}
}

// TestEarlier compares versions.
func TestEarlier(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"1.0", "1.0.0", false}, {"1.9", "1.10", true}, {"1.2.3", "1.2", false}, {"1", "2", true}} {
		if got := earlier(c.a, c.b); got != c.want {
			t.Errorf("earlier(%s, %s) = %v", c.a, c.b, got)
		}
	}
}
