package star

import (
	"strings"
	"testing"

	"cardroom/engine/diag"

	"go.starlark.net/starlark"
)

func TestRegisterPanics(t *testing.T) {
	for name, params := range map[string][]Param{
		"type":      {{Name: "x", Type: "list of "}},
		"rest":      {{Name: "x", Type: "int", Rest: true, Default: "1"}},
		"two rests": {{Name: "x", Type: "int", Rest: true}, {Name: "y", Type: "int", Rest: true}},
		"kwrest":    {{Name: "x", Type: "int", KwRest: true}, {Name: "y", Type: "int"}},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			(&Builtin{Name: "x", Params: params}).prepare()
		})
	}
	defer func() {
		if recover() == nil {
			t.Error("two words can have one name")
		}
	}()
	bare().With(&Builtin{Name: "option"})
}

func TestSignature(t *testing.T) {
	b := &Builtin{Name: "bet", Params: []Param{
		{Name: "n", Type: "int"},
		{Name: "open", Type: "string", Default: "left"},
		{Name: "steps", Type: "step", Rest: true},
		{Name: "tier", Type: "int", Default: "1"},
		{Name: "more", Type: "any", KwRest: true},
	}}
	if got, want := b.Signature(), "bet(n, open = left, *steps, tier = 1, **more)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestGetters calls every getter on given arguments, on defaults and on None.
func TestGetters(t *testing.T) {
	var got *Call
	b := &Builtin{
		Name: "b",
		Params: []Param{
			{Name: "int", Type: "int", Default: "7"},
			{Name: "bool", Type: "bool", Default: "True"},
			{Name: "string", Type: "string", Default: `"s"`},
			{Name: "strings", Type: "string or list of string", Default: `["a", "b"]`},
			{Name: "ints", Type: "int or list of int", Default: "None"},
			{Name: "func", Type: "function", Default: "None"},
			{Name: "step", Type: "step", Default: "None"},
			{Name: "range", Type: "list of int", Default: "None"},
			{Name: "rest", Type: "number", Rest: true},
			{Name: "kw", Type: "any", KwRest: true},
		},
		Fn: func(c *Call) (starlark.Value, error) { got = c; return nil, nil },
	}
	words := NewWords(WordList{Builtins: []*Builtin{b}, Constants: []*Constant{
		{Name: "step", Value: Wrap("step", "flop", testPos)}, {Name: "f", Value: starlark.NewBuiltin("f", nil)},
	}})
	l := NewLoader(Options{Words: words})
	run := func(call string) *Call {
		t.Helper()
		l.options.Files = filesOf(call+".star", call)
		if _, err := l.Load(call + ".star"); err != nil {
			t.Fatal(err.(*diag.Error).Detail())
		}
		return got
	}

	c := run("b()")
	if c.Int("int") != 7 || !c.Bool("bool") || c.String("string") != "s" || strings.Join(c.Strings("strings"), "") != "ab" ||
		c.Ints("ints") != nil || c.Func("func") != nil || Unwrap[string](c, "step") != "" || len(c.List("rest")) != 0 || c.keywords() != nil {
		t.Error("defaults are wrong")
	}
	for _, p := range b.Params {
		if c.Has(p.Name) {
			t.Errorf("%s was not given", p.Name)
		}
	}
	if c.Pos.String() != "b().star:1:1" || c.Module() == nil || c.Loader() != l || c.err != nil {
		t.Errorf("call at %s: module %v, error %v", c.Pos, c.Module(), c.err)
	}

	c = run(`b(1, False, "t", "x", 5, f, step, range(2), 1, 2.5, a = 1, z = 2)`)
	if c.Int("int") != 1 || c.Bool("bool") || c.String("string") != "t" || strings.Join(c.Strings("strings"), "") != "x" ||
		c.Ints("ints")[0] != 5 || c.Func("func").Name() != "f" || Unwrap[string](c, "step") != "flop" || len(c.Ints("range")) != 2 ||
		len(c.List("rest")) != 2 || len(c.keywords()) != 2 || c.err != nil {
		t.Errorf("given arguments are wrong: %v", c.err)
	}
	for _, p := range b.Params {
		if !c.Has(p.Name) {
			t.Errorf("%s was given", p.Name)
		}
	}

	c = run(`b(ints = None, step = None)`)
	if c.Has("ints") || c.Has("step") || c.err != nil {
		t.Error("None is not the same as nothing")
	}
	if Unwrap[int](run(`b(step = step)`), "step"); got.err == nil || got.err.Error() != "b: step: got step, want step (step)" {
		t.Errorf("the wrong Go type: %v", got.err)
	}
}

func TestValue(t *testing.T) {
	a, b := Wrap("step", testPos, testPos), Wrap("step", testPos, testPos)
	if a.String() != "<step test:1:1>" || Wrap("step", 1, testPos).String() != "<step>" {
		t.Error(a.String())
	}
	if eq, err := starlark.Equal(a, b); eq || err != nil {
		t.Error("two values are equal")
	}
	if eq, _ := starlark.Equal(a, a); !eq {
		t.Error("a value differs from itself")
	}
	ha, _ := a.Hash()
	hb, _ := b.Hash()
	if ha == hb {
		t.Error("two values hash alike")
	}
	list := starlark.NewList(nil)
	c := a.WithAttrs(starlark.StringDict{"cards": list, "b": starlark.None})
	if err := list.Append(starlark.None); err == nil {
		t.Error("attributes are not frozen")
	}
	if v, _ := c.Attr("cards"); v != list || strings.Join(c.AttrNames(), " ") != "b cards" {
		t.Error("attributes are lost")
	}
	if v, err := c.Attr("none"); v != nil || err != nil {
		t.Error("an attribute that is not there")
	}
	if pos, ok := PosOf(c); !ok || pos != testPos {
		t.Error("the position is lost")
	}
	if _, ok := As[int](a); ok {
		t.Error("a Pos is no int")
	}
}
