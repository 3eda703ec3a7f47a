package ruletest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// T is the value t passed to a test function.
type T struct {
	star.Live
	ctx     context.Context // of the run: sheets are printed under it
	suite   *Suite
	lib     *dsl.Library // with the option values that apply unless a hand sets others
	test    *Test
	draws   *draws // nil outside of properties
	hands   []*Hand
	tables  []*Table
	output  []string
	logged  int // bytes of output; more than maxLogged once some were dropped
	skipped bool
	reason  string // reason for skipping
}

var _ starlark.HasAttrs = (*T)(nil)

func (t *T) String() string                           { return "<test " + t.test.Name + ">" }
func (t *T) Type() string                             { return "test" }
func (t *T) Attr(name string) (starlark.Value, error) { return methodOf("test", name, t), nil }
func (t *T) AttrNames() []string                      { return methodNames("test") }

// methods are the builtins of this package, by type and word.
var methods = map[string]map[string]*star.Builtin{"test": {}, "test_hand": {}, "test_table": {}, "test_sheet": {}}

// words are the methods of this package's types.
var words []*star.Builtin

// Words returns the language of games with the methods of tests.
var Words = sync.OnceValue(func() *star.Words { return dsl.Language().With(words...) })

// method registers a method of one of this package's types.
func method(b *star.Builtin) *star.Builtin {
	_, word, _ := strings.Cut(b.Name, ".")
	b.On, _, _ = strings.Cut(b.Name, ".")
	b.Group = "tests"
	methods[b.On][word] = b
	words = append(words, b)
	return b
}

func methodOf(typ, name string, on any) starlark.Value {
	if b := Words().Builtin(typ + "." + name); b != nil {
		return b.Bound(on)
	}
	return nil
}

func methodNames(typ string) []string { return slices.Sorted(maps.Keys(methods[typ])) }

var _ = method(&star.Builtin{
	Name: "test.eq",
	Doc:  "Expects two values to be equal.",
	Example: `def test_sum(t):
    t.eq(1 + 1, 2)
`,
	Params: []star.Param{
		{Name: "got", Type: "any", Doc: "the actual value"},
		{Name: "want", Type: "any", Doc: "the expected value"},
		{Name: "what", Type: "string", Default: `""`, Doc: "what is compared, for the message"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		got, want := c.Value("got"), c.Value("want")
		same, err := guard.Equal(c.Thread, got, want)
		if err != nil || same {
			return nil, err
		}
		f := &Failure{What: c.String("what")}
		where, got, want := difference(got, want)
		f.What = strings.TrimSpace(f.What + " " + where)
		f.Got, f.Want = shorten(got), shorten(want)
		return nil, f.at(c, c.Pos, "")
	},
})

// difference returns the first index at which two lists of the same length
// differ, "item 3", and the items there; the values themselves for anything
// else.
func difference(got, want starlark.Value) (where string, a, b starlark.Value) {
	x, ok1 := got.(starlark.Indexable)
	y, ok2 := want.(starlark.Indexable)
	if _, text := got.(starlark.String); text || !ok1 || !ok2 || got.Type() != want.Type() || x.Len() != y.Len() || x.Len() < 6 {
		return "", got, want
	}
	for i := range x.Len() {
		if same, err := starlark.Equal(x.Index(i), y.Index(i)); err == nil && !same {
			return fmt.Sprintf("item %d", i), x.Index(i), y.Index(i)
		}
	}
	return "", got, want
}

var _ = method(&star.Builtin{
	Name: "test.true",
	Doc:  "Expects a condition to be true.",
	Example: `def test_order(t):
    t.true(1 < 2, "one is less than two")
`,
	Params: []star.Param{
		{Name: "condition", Type: "any", Doc: "the condition"},
		{Name: "what", Type: "string", Default: `"the condition"`, Doc: "a description, for the message"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		v := c.Value("condition")
		if v.Truth() {
			return nil, nil
		}
		return nil, (&Failure{What: c.String("what"), Got: shorten(v), Want: "it to hold"}).at(c, c.Pos, "")
	},
})

var _ = method(&star.Builtin{
	Name: "test.fails",
	Doc:  "Expects a function to fail with an error whose message contains these words.",
	Example: `def test_no_button(t):
    t.fails(lambda: t.hand("angies/holdem", button = "X"), because = "no seat")
`,
	Params: []star.Param{
		{Name: "function", Type: "function", Doc: "the function, without arguments"},
		{Name: "because", Type: "string", Default: `""`, Doc: "words of the message"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		_, err := starlark.Call(c.Thread, c.Func("function"), nil, nil)
		switch {
		case err == nil:
			return nil, (&Failure{Want: "an error", Got: "none"}).at(c, c.Pos, "")
		case !hasWords(err.Error(), c.String("because")):
			f := &Failure{What: "the error", Got: err.Error(), Want: "one that says " + quoted(c.String("because"))}
			return nil, f.at(c, c.Pos, "")
		}
		return nil, nil
	},
})

var _ = method(&star.Builtin{
	Name: "test.skip",
	Doc:  "Ends the test and counts it as skipped.",
	Example: `def test_later(t):
    t.skip("the house has not decided")
`,
	Params: []star.Param{{Name: "reason", Type: "string", Default: `""`, Doc: "the reason, for the report"}},
	Fn: func(c *star.Call) (starlark.Value, error) {
		t := c.On.(*T)
		t.skipped, t.reason = true, c.String("reason")
		return nil, fmt.Errorf("skipped")
	},
})

var _ = method(&star.Builtin{
	Name: "test.log",
	Doc:  "Keeps a text that is printed if the test fails, or with -v.",
	Example: `def test_chatty(t):
    t.log("here")
`,
	Params: []star.Param{{Name: "text", Type: "any", Rest: true, Doc: "the text"}},
	Fn: func(c *star.Call) (starlark.Value, error) {
		var parts []string
		for _, v := range c.List("text") {
			if s, ok := starlark.AsString(v); ok {
				parts = append(parts, s)
			} else {
				parts = append(parts, guard.TextOf(v, maxLogged))
			}
		}
		c.On.(*T).log(strings.Join(parts, " "))
		return nil, nil
	},
})

// comparing are the parameters of the methods that compare two sets of cards.
var comparing = []star.Param{
	{Name: "ranking", Type: "ranking", Doc: "the ranking"},
	{Name: "a", Type: "string", Doc: "cards"},
	{Name: "b", Type: "string", Doc: "cards"},
	{Name: "board", Type: "string", Default: `""`, Doc: "cards that both share"},
	{Name: "exact", Type: "bool", Default: "False", Doc: "exactly two of the cards and three of the board play"},
}

var _ = method(&star.Builtin{
	Name: "test.beats",
	Doc:  "Expects one set of cards to beat another under a ranking.",
	Example: `def test_flush_beats_straight(t):
    t.beats(high, "Ah 9h 7h 4h 2h", "Ks Qd Jc Th 9c")
`,
	Params: comparing,
	Fn:     func(c *star.Call) (starlark.Value, error) { return compare(c, 1, "it to beat") },
})

var _ = method(&star.Builtin{
	Name: "test.ties",
	Doc:  "Expects two sets of cards to tie under a ranking.",
	Example: `def test_suits_do_not_count(t):
    t.ties(high, "Ah Kh Qh Jh 9h", "As Ks Qs Js 9s")
`,
	Params: comparing,
	Fn:     func(c *star.Call) (starlark.Value, error) { return compare(c, 0, "it to tie with") },
})

func compare(c *star.Call, want int, verb string) (starlark.Value, error) {
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
	r := star.Unwrap[*rank.Ranking](c, "ranking")
	f := &Failure{What: c.String("a"), Got: r.Describe(a), Want: verb + " " + r.Describe(b) + " (" + c.String("b") + ")"}
	return nil, f.at(c, c.Pos, "")
}

var _ = method(&star.Builtin{
	Name: "test.worth",
	Doc:  "Expects cards to make the hand that these words name, such as \"two pair\", \"kings up\" or \"wheel\".",
	Example: `def test_two_pair(t):
    t.worth(high, "Ah Ac 9s 9h 2c", "two pair, aces and nines")
`,
	Params: []star.Param{
		{Name: "ranking", Type: "ranking", Doc: "the ranking"},
		{Name: "a", Type: "string", Doc: "cards"},
		{Name: "words", Type: "string", Doc: "the name of a hand, or the beginning of its description"},
		{Name: "board", Type: "string", Default: `""`, Doc: "cards that all share"},
		{Name: "exact", Type: "bool", Default: "False", Doc: "exactly two of the cards and three of the board play"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		s, err := worthOf(c, "a")
		if err != nil {
			return nil, err
		}
		r := star.Unwrap[*rank.Ranking](c, "ranking")
		err = named(c.String("a"), r, s, c.String("words"), func() (bool, bool) {
			n, known := r.Named(c.String("words"))
			own, _ := cards.Read(c.String("a")) // worthOf has read them
			board, _ := cards.Read(c.String("board"))
			return known && n.Has(s) && (!n.Nuts || s == n.Least()) && n.OfSuit(slices.Concat(own, board)), known
		})
		var f *Failure
		switch {
		case errors.As(err, &f):
			return nil, f.at(c, c.Pos, "")
		case err != nil:
			return nil, c.Errorf("words", "%v", err)
		}
		return nil, nil
	},
})

// worthOf returns the strength of the cards in an argument.
func worthOf(c *star.Call, param string) (rank.Strength, error) {
	r := star.Unwrap[*rank.Ranking](c, "ranking")
	own, err := cards.Read(c.String(param))
	if err != nil {
		return 0, c.Errorf(param, "%v", err)
	}
	board, err := cards.Read(c.String("board"))
	if err != nil {
		return 0, c.Errorf("board", "%v", err)
	}
	all := slices.Concat(own, board)
	if r == nil || !r.Takes(all) || cards.SetOf(all...).Len() != len(all) {
		return 0, c.Errorf(param, "%s has a duplicate card, or one that the ranking does not use", cards.Spaced(all))
	}
	if c.Bool("exact") {
		return r.Exact(own, board), nil
	}
	return r.Best(all), nil
}

func quoted(s string) string { return fmt.Sprintf("%q", s) }

var _ = method(&star.Builtin{
	Name: "test.showdown",
	Doc: "Expects one seat's cards to win the pot from another's: two seats play the game for all their chips, in either " +
		"order of the seats. With `tie` they split it.",
	Example: `def test_two_from_the_hand(t):
    t.showdown("angies/omaha", "2h2dKs3c", "AhAcKdQs", board = "2c2s7d8h9h")
`,
	Params: []star.Param{
		handParams[0],
		{Name: "better", Type: "string", Doc: "the winner's cards, in the order dealt"},
		{Name: "worse", Type: "string", Doc: "the loser's cards"},
		{Name: "board", Type: "string", Default: `""`, Doc: "the cards on the board"},
		{Name: "tie", Type: "bool", Default: "False", Doc: "they split the pot"},
		{Name: "pot", Type: "int", Default: "40", Doc: "the pot, in dollars"},
		{Name: "stakes", Type: "string", Default: `""`, Doc: "the table's stakes"},
		{Name: "set", Type: "string or dict", Default: `""`, Doc: "values of options"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		p, err := c.On.(*T).bound(c)
		if err != nil {
			return nil, err
		}
		for _, winner := range []int{0, 1} {
			if err := duel(c, p, winner); err != nil {
				return nil, err
			}
		}
		return nil, nil
	},
})

// duel plays the hands of a showdown, with the better one at seat winner.
func duel(c *star.Call, p *plan.AtStakes, winner int) error {
	h := &Hand{test: c.On.(*T), plan: p, seats: []string{"A", "B"}}
	half := c.Int64("pot") * p.Stakes.Scale / 2
	s := &hand.Setup{Plan: p, Button: 1, Log: h.followed(), Stacks: []int64{half, half}}
	for i := range p.Game.Steps {
		if c := p.Game.Steps[i].Collect; c != nil && c.From == plan.FromButton {
			s.Stacks[1] += c.For(2) * p.Stakes.Scale / plan.Cents
			break
		}
	}
	texts := [2]string{c.String("worse"), c.String("worse")}
	texts[winner] = c.String("better")
	d := newLayout(h)
	if err := d.read("A "+texts[0]+" / B "+texts[1], c.String("board"), ""); err != nil {
		return c.Errorf("", "%v", err)
	}
	if err := d.deal(s.Button); err != nil {
		return c.Errorf("", "%v", err)
	}
	s.Deck = d.rest()
	if err := h.h.Start(s); err != nil {
		return c.Errorf("", "%v", err)
	}
	h.test.hands = append(h.test.hands, h)
	if err := h.playOn(true, ""); err != nil {
		return blamed(c, err, c.Pos, h.state)
	}
	want := fmt.Sprintf("%s %d", h.seats[winner], c.Int("pot"))
	if c.Bool("tie") {
		want = fmt.Sprintf("A %d B %d", c.Int("pot")/2, c.Int("pot")/2)
	}
	return blamed(c, h.expectWins(strings.Fields(want)), c.Pos, h.state)
}

// maxLogged is the number of bytes that a test may log.
const maxLogged = 100_000

// log appends a text while there is room for it.
func (t *T) log(text string) {
	switch before := t.logged; {
	case before > maxLogged:
		return
	case before+len(text) > maxLogged:
		text = strings.ToValidUTF8(text[:maxLogged-before], "") + "… (more is dropped)"
		t.logged = maxLogged + 1
	default:
		t.logged += len(text) + 1
	}
	t.output = append(t.output, text)
}
