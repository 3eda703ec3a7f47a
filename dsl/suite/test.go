package suite

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/engine/cards"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// T is the value t that a test function gets.
type T struct {
	suite   *Suite
	lib     *dsl.Library // of the readings that hold unless a hand sets others
	test    *Test
	draws   *draws // nil outside of properties
	hands   []*Hand
	output  []string
	skipped bool
	reason  string // why it is skipped
}

var _ starlark.HasAttrs = (*T)(nil)

// String is the test's name.
func (t *T) String() string { return "<test " + t.test.Name + ">" }

// Type is "test".
func (t *T) Type() string { return "test" }

// Freeze does nothing: a test is used by one goroutine.
func (t *T) Freeze() {}

// Truth is true.
func (t *T) Truth() starlark.Bool { return true }

// Hash fails.
func (t *T) Hash() (uint32, error) { return 0, fmt.Errorf("a test cannot be hashed") }

// Attr is a method of the table, or nil.
func (t *T) Attr(name string) (starlark.Value, error) { return methodOf("test", name, t), nil }

// AttrNames lists the methods.
func (t *T) AttrNames() []string { return methodNames("test") }

// methods are the builtins of this package, by type and word.
var methods = map[string]map[string]*dsl.Builtin{"test": {}, "test_hand": {}}

// method registers a method of a type of this package.
func method(b *dsl.Builtin) *dsl.Builtin {
	_, word, _ := strings.Cut(b.Name, ".")
	b.On, _, _ = strings.Cut(b.Name, ".")
	b.Group = "tests"
	methods[b.On][word] = b
	return dsl.Register(b)
}

func methodOf(typ, name string, on any) starlark.Value {
	if b := methods[typ][name]; b != nil {
		return b.Bound(on)
	}
	return nil
}

func methodNames(typ string) []string { return sortedKeys(methods[typ]) }

var _ = method(&dsl.Builtin{
	Name: "test.eq",
	Doc:  "Expects two values to be equal.",
	Example: `def test_sum(t):
    t.eq(1 + 1, 2)
`,
	Params: []dsl.Param{
		{Name: "got", Type: "any", Doc: "what there is"},
		{Name: "want", Type: "any", Doc: "what should be"},
		{Name: "what", Type: "string", Default: `""`, Doc: "what is compared, for the message"},
	},
	Fn: func(c *dsl.Call) (starlark.Value, error) {
		got, want := c.Value("got"), c.Value("want")
		same, err := starlark.Equal(got, want)
		if err != nil || same {
			return nil, err
		}
		f := &Failure{What: c.String("what"), Got: shorten(got.String()), Want: shorten(want.String())}
		return nil, f.at(c, c.Pos, "")
	},
})

var _ = method(&dsl.Builtin{
	Name: "test.true",
	Doc:  "Expects a condition to hold.",
	Example: `def test_order(t):
    t.true(1 < 2, "one is less than two")
`,
	Params: []dsl.Param{
		{Name: "condition", Type: "any", Doc: "what should be true"},
		{Name: "what", Type: "string", Default: `"the condition"`, Doc: "what is said, for the message"},
	},
	Fn: func(c *dsl.Call) (starlark.Value, error) {
		v := c.Value("condition")
		if v.Truth() {
			return nil, nil
		}
		return nil, (&Failure{What: c.String("what"), Got: shorten(v.String()), Want: "it to hold"}).at(c, c.Pos, "")
	},
})

var _ = method(&dsl.Builtin{
	Name: "test.fails",
	Doc:  "Expects a function to end in an error whose message contains some words.",
	Example: `def test_no_button(t):
    t.fails(lambda: t.hand("angies/holdem", button = "X"), because = "no seat")
`,
	Params: []dsl.Param{
		{Name: "function", Type: "function", Doc: "what is called, without arguments"},
		{Name: "because", Type: "string", Default: `""`, Doc: "words of the message"},
	},
	Fn: func(c *dsl.Call) (starlark.Value, error) {
		_, err := starlark.Call(c.Thread, c.Func("function"), nil, nil)
		switch {
		case err == nil:
			return nil, (&Failure{Want: "an error", Got: "none"}).at(c, c.Pos, "")
		case !strings.Contains(err.Error(), c.String("because")):
			f := &Failure{What: "the error", Got: err.Error(), Want: "one that says " + quoted(c.String("because"))}
			return nil, f.at(c, c.Pos, "")
		}
		return nil, nil
	},
})

var _ = method(&dsl.Builtin{
	Name: "test.skip",
	Doc:  "Ends the test; it counts as skipped.",
	Example: `def test_later(t):
    t.skip("the house has not decided")
`,
	Params: []dsl.Param{{Name: "reason", Type: "string", Default: `""`, Doc: "why, for the report"}},
	Fn: func(c *dsl.Call) (starlark.Value, error) {
		t := c.On.(*T)
		t.skipped, t.reason = true, c.String("reason")
		return nil, fmt.Errorf("skipped")
	},
})

var _ = method(&dsl.Builtin{
	Name: "test.log",
	Doc:  "Keeps a text that is shown when the test fails, or with -v.",
	Example: `def test_chatty(t):
    t.log("here")
`,
	Params: []dsl.Param{{Name: "text", Type: "any", Rest: true, Doc: "what to say"}},
	Fn: func(c *dsl.Call) (starlark.Value, error) {
		var parts []string
		for _, v := range c.List("text") {
			if s, ok := starlark.AsString(v); ok {
				parts = append(parts, s)
			} else {
				parts = append(parts, v.String())
			}
		}
		t := c.On.(*T)
		t.output = append(t.output, strings.Join(parts, " "))
		return nil, nil
	},
})

// comparing are the parameters of the methods that compare two sets of cards.
var comparing = []dsl.Param{
	{Name: "ranking", Type: "ranking", Doc: "what is better than what"},
	{Name: "a", Type: "string", Doc: "cards"},
	{Name: "b", Type: "string", Doc: "cards"},
	{Name: "board", Type: "string", Default: `""`, Doc: "cards that both share"},
	{Name: "exact", Type: "bool", Default: "False", Doc: "exactly two of the cards and three of the board play"},
}

var _ = method(&dsl.Builtin{
	Name: "test.beats",
	Doc:  "Expects one set of cards to beat another under a ranking.",
	Example: `def test_flush_beats_straight(t):
    t.beats(high, "Ah 9h 7h 4h 2h", "Ks Qd Jc Th 9c")
`,
	Params: comparing,
	Fn:     func(c *dsl.Call) (starlark.Value, error) { return compare(c, 1, "it to beat") },
})

var _ = method(&dsl.Builtin{
	Name: "test.ties",
	Doc:  "Expects two sets of cards to be worth the same under a ranking.",
	Example: `def test_suits_do_not_count(t):
    t.ties(high, "Ah Kh Qh Jh 9h", "As Ks Qs Js 9s")
`,
	Params: comparing,
	Fn:     func(c *dsl.Call) (starlark.Value, error) { return compare(c, 0, "it to tie with") },
})

func compare(c *dsl.Call, want int, verb string) (starlark.Value, error) {
	a, err := worthOf(c, "a")
	if err != nil {
		return nil, err
	}
	b, err := worthOf(c, "b")
	if err != nil {
		return nil, err
	}
	got := 0
	switch {
	case a > b:
		got = 1
	case a < b:
		got = -1
	}
	if got == want {
		return nil, nil
	}
	r := dsl.Unwrap[*rank.Ranking](c, "ranking")
	f := &Failure{What: c.String("a"), Got: r.Describe(a), Want: verb + " " + r.Describe(b) + " (" + c.String("b") + ")"}
	return nil, f.at(c, c.Pos, "")
}

var _ = method(&dsl.Builtin{
	Name: "test.worth",
	Doc:  "Expects cards to be worth a hand that is described with some words, such as \"two pair\".",
	Example: `def test_two_pair(t):
    t.worth(high, "Ah Ac 9s 9h 2c", "two pair, aces and nines")
`,
	Params: []dsl.Param{
		{Name: "ranking", Type: "ranking", Doc: "what is better than what"},
		{Name: "a", Type: "string", Doc: "cards"},
		{Name: "words", Type: "string", Doc: "words of the description"},
		{Name: "board", Type: "string", Default: `""`, Doc: "cards that all share"},
		{Name: "exact", Type: "bool", Default: "False", Doc: "exactly two of the cards and three of the board play"},
	},
	Fn: func(c *dsl.Call) (starlark.Value, error) {
		s, err := worthOf(c, "a")
		if err != nil {
			return nil, err
		}
		got := dsl.Unwrap[*rank.Ranking](c, "ranking").Describe(s)
		if strings.Contains(got, c.String("words")) {
			return nil, nil
		}
		return nil, (&Failure{What: c.String("a"), Got: got, Want: c.String("words")}).at(c, c.Pos, "")
	},
})

// worthOf is the strength of the cards in an argument.
func worthOf(c *dsl.Call, param string) (rank.Strength, error) {
	r := dsl.Unwrap[*rank.Ranking](c, "ranking")
	own, err := cards.Parse(c.String(param))
	if err != nil {
		return 0, c.Errorf(param, "%v", err)
	}
	board, err := cards.Parse(c.String("board"))
	if err != nil {
		return 0, c.Errorf("board", "%v", err)
	}
	all := slices.Concat(own, board)
	if r == nil || !r.Takes(all) || cards.SetOf(all...).Len() != len(all) {
		return 0, c.Errorf(param, "%s has a card twice, or one that the ranking does not know", cards.Spaced(all))
	}
	if c.Bool("exact") {
		return r.Exact(own, board), nil
	}
	return r.Best(all), nil
}

func quoted(s string) string { return fmt.Sprintf("%q", s) }
