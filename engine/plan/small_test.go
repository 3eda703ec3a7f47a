package plan_test

import (
	"errors"
	"strings"
	"testing"

	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// TestMissingAmounts checks the error for stakes without an amount that a game
// posts.
func TestMissingAmounts(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(g *plan.Game)
		want string // "" if no amount is missing
	}{
		{"an ante", func(g *plan.Game) { g.Forced = append(g.Forced, plan.Forced{Amount: plan.Ante, Everybody: true}) }, `the game has an ante, but the stakes "2-4" name no ante`},
		{"an ante of the button", func(g *plan.Game) { g.Forced = append(g.Forced, plan.Forced{Amount: plan.Ante}) }, `the game has an ante, but the stakes "2-4" name no ante`},
		{"one that may be missing", func(g *plan.Game) {
			g.Forced = append(g.Forced, plan.Forced{Amount: plan.Ante, Everybody: true, Optional: true})
		}, ""},
		{"a bring-in", func(g *plan.Game) { g.Steps[0].Up, g.Steps[1].Bet.Open = plan.AllUp, plan.BringInLow }, `the game has a bring-in, but the stakes "2-4" name no bring-in`},
		{"a bet by rule", func(g *plan.Game) { g.Steps[1].Bet.ForcedOpen = true }, `the game has a bring-in, but the stakes "2-4" name no bring-in`},
		{"neither", func(*plan.Game) {}, ""},
	} {
		g := holdem()
		c.do(g)
		_, err := g.ParseStakes("2-4")
		got := ""
		var fault *diag.Error
		if errors.As(err, &fault) {
			got = fault.Msg
		}
		if got != c.want || err != nil && got == "" {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// worded is a script condition with its own description.
type worded string

func (w worded) Holds(plan.Question) (bool, error) { return false, nil }
func (w worded) Name() string                      { return "worded" }
func (w worded) Doc() string                       { return string(w) }

// wordless is a script condition without a description.
type wordless struct{}

func (wordless) Holds(plan.Question) (bool, error) { return true, nil }

// TestCondition checks the description of a condition: the engine's, the script's,
// or the default for scripts without one.
func TestCondition(t *testing.T) {
	for _, c := range []struct {
		step plan.Step
		want string
	}{
		{plan.Step{Kind: plan.When, Cond: plan.PassedOut}, plan.PassedOut.String()},
		{plan.Step{Kind: plan.When, Test: worded("the banker shows an ace")}, "the banker shows an ace"},
		{plan.Step{Kind: plan.When, Test: worded("")}, "the script says so"},
		{plan.Step{Kind: plan.When, Test: wordless{}}, "the script says so"},
	} {
		if got := c.step.Condition(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestRulingsInOrder checks that a game's own rulings on an irregularity come
// first, then the defaults, if it has any.
func TestRulingsInOrder(t *testing.T) {
	on := func(k plan.IncidentKind, name string) plan.Ruling { return plan.Ruling{Incident: k, Name: name} }
	g := holdem()
	g.Rulings = []plan.Ruling{on(plan.Cut, "own cut"), on(plan.FoulDeck, "own"), on(plan.FoulDeck, "house")}
	broken := errors.New("broken")
	names := func() string {
		list, err := g.RulingsFor(plan.FoulDeck)
		var out []string
		for _, r := range list {
			out = append(out, r.Name)
		}
		if err != nil {
			out = append(out, err.Error())
		}
		return strings.Join(out, ", ")
	}
	if got := names(); got != "own, house" {
		t.Errorf("without defaults: %s", got)
	}
	g.DefaultRulings = func() ([]plan.Ruling, error) {
		return []plan.Ruling{on(plan.Cut, "default cut"), on(plan.FoulDeck, "default")}, nil
	}
	if got := names(); got != "own, house, default" {
		t.Errorf("with defaults: %s", got)
	}
	g.DefaultRulings = func() ([]plan.Ruling, error) { return nil, broken }
	if got := names(); got != "own, house, broken" {
		t.Errorf("with defaults that fail: %s", got)
	}
}

// TestRoundsOfWays checks that the rounds of a game are counted on its longest
// path, whatever step ends it.
func TestRoundsOfWays(t *testing.T) {
	bet, deal, show := plan.Step{Kind: plan.Bet}, plan.Step{Kind: plan.Deal, Count: 1}, plan.Step{Kind: plan.Showdown}
	when := func(to int) plan.Step { return plan.Step{Kind: plan.When, Jump: to} }
	jump := func(to int) plan.Step { return plan.Step{Kind: plan.Jump, Jump: to} }
	for _, c := range []struct {
		steps []plan.Step
		want  int
	}{
		{nil, 0},
		{[]plan.Step{bet}, 1},
		{[]plan.Step{deal, bet, show, bet}, 1},
		{[]plan.Step{deal, bet, bet}, 2},
		{[]plan.Step{when(2), bet, bet, show}, 2},
		{[]plan.Step{jump(2), bet, bet, show}, 1},
		{[]plan.Step{bet, when(2)}, 1},
		{[]plan.Step{when(4), bet, bet, show, bet, show}, 2},
		{[]plan.Step{when(3), bet, show, bet, bet, bet, show}, 3},
		{[]plan.Step{bet, {Kind: plan.Redeal}, bet, show}, 1},
	} {
		if got := (&plan.Game{Steps: c.steps}).Rounds(); got != c.want {
			t.Errorf("%d steps: %d rounds, want %d", len(c.steps), got, c.want)
		}
	}
}

// TestFlagsAlone checks that the name of a flag is enough to set it, and that a
// game is against a bank if its first step offers the bank.
func TestFlagsAlone(t *testing.T) {
	for text, want := range map[string]int64{
		"joker_found seat=1 acted": 1, "joker_found seat=1 acted=yes": 1, "joker_found seat=1 acted=true": 1,
		"joker_found seat=1 acted=no": 0, "joker_found seat=1 acted=false": 0,
	} {
		in, err := plan.ParseIncident(text, plan.Names{Scale: 1})
		if v := in.Value("acted"); err != nil || v == nil || v.N != want {
			t.Errorf("%q: %+v, %v", text, v, err)
		}
	}
	bank := plan.Bank(plan.BankStep{})
	for want, steps := range map[bool][][]plan.Step{
		true:  {{bank}, {bank, {Kind: plan.Deal}}},
		false: {nil, {{Kind: plan.Deal}}, {{Kind: plan.Deal}, bank}},
	} {
		for _, s := range steps {
			if got := (&plan.Game{Steps: s}).Banked(); got != want {
				t.Errorf("%d steps: %t, want %t", len(s), got, want)
			}
		}
	}
}

// TestWhoIsAskedFirst checks that the rule sheet says who draws first.
func TestWhoIsAskedFirst(t *testing.T) {
	for first, want := range map[plan.Opener]string{
		plan.LeftOfButton: "from the left of the button", plan.SameAsBefore: "from the first bettor of the round before",
	} {
		st := plan.Draw(0, 3, first, plan.DrawStep{})
		if text := st.Rule(); !strings.Contains(text, want) {
			t.Errorf("%q does not say %q", text, want)
		}
	}
}

// TestOrBetter checks that the name of a least hand is said with "or better" once.
func TestOrBetter(t *testing.T) {
	for name, want := range map[string]string{
		"a pair of jacks":  "a pair of jacks or better",
		"jacks or better":  "jacks or better",
		"an eight or less": "an eight or less", "20 points or fewer": "20 points or fewer",
		"ace or higher": "ace or higher",
		"no pair":       "a hand with no pair or better",
	} {
		if got := (&plan.Openers{Name: name}).OrBetter(); got != want {
			t.Errorf("%q is said as %q, want %q", name, got, want)
		}
	}
}
