package dsl

import (
	"cardroom/dsl/star"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// Forced bets: what is posted before the cards are dealt.

var _ = register(&star.Builtin{
	Name:    "ante",
	Group:   "forced bets",
	Doc:     "Every seat antes the amount in the stakes; stakes without an ante are refused. An ante is part of the pot and never counts as a bet.",
	Returns: "forced bet",
	Example: `forced = [ante()]
`,
	Params: []star.Param{
		{Name: "dead", Type: "bool", Default: "False", Doc: "all antes belong to the main pot, even the part that a short ante does not match", Instead: `the amount is part of the stakes: stakes("2-4 ante 0.50")`},
		{Name: "optional", Type: "bool", Default: "False", Doc: "nobody antes if the stakes name no ante"},
		Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return wrapForced(c, plan.Forced{Amount: plan.Ante, Everybody: true, Dead: c.Bool("dead"), Optional: c.Bool("optional")}), nil
	},
})

func wrapForced(c *star.Call, f plan.Forced) starlark.Value {
	f.Pos, f.Clauses = c.Pos, c.Strings("cites")
	return star.Wrap("forced bet", []plan.Forced{f}, c.Pos)
}

var _ = register(&star.Builtin{
	Name:  "blinds",
	Group: "forced bets",
	Doc: "Two live blinds: the small blind left of the button and the big blind left of that; heads-up, the button posts the small blind. " +
		"With small = \"button\" the button always posts the small blind and the seat to its left the big blind.",
	Returns: "forced bet",
	Example: `forced = [blinds()]
`,
	Params: []star.Param{
		{Name: "small", Type: "string", Enum: []string{"left", "button"}, Default: `"left"`, Doc: "who posts the small blind"},
		{Name: "heads_up", Type: "string", Enum: []string{"button", "left"}, Default: `"button"`, Doc: "who posts the small blind heads-up"},
		{Name: "small_cites", Type: "string or list of string", Default: "None", Most: star.MaxCites, Doc: "the clauses for the small blind, if they differ"},
		Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		sb := plan.Forced{Amount: plan.SmallBlind, Left: 1, HeadsUp: 0, Pos: c.Pos, Clauses: c.Strings("cites")}
		if c.Has("small_cites") {
			sb.Clauses = c.Strings("small_cites")
		}
		bb := plan.Forced{Amount: plan.BigBlind, Left: 2, HeadsUp: 1, Pos: c.Pos, Clauses: c.Strings("cites")}
		if c.String("small") == "button" {
			sb.Left, bb.Left = 0, 1
		}
		if c.String("heads_up") == "left" {
			sb.HeadsUp, bb.HeadsUp = 1, 0
		}
		return star.Wrap("forced bet", []plan.Forced{sb, bb}, c.Pos), nil
	},
})

var _ = register(&star.Builtin{
	Name:    "post",
	Group:   "forced bets",
	Doc:     "One seat posts one of the amounts in the stakes, or an amount of its own.",
	Returns: "forced bet",
	Example: `forced = [post("small blind", left = 1, heads_up = 0), post("big blind", left = 2, heads_up = 1)]
dealer_antes = [post("2.50", left = 0, heads_up = 0, dead = True)]
`,
	Params: []star.Param{
		{Name: "amount", Type: "string or int", Doc: "small blind, big blind or ante of the stakes, or dollars"},
		{Name: "left", Type: "int", Min: 0, Max: 9, Doc: "seats left of the button; 0 is the button"},
		{Name: "heads_up", Type: "int", Min: 0, Max: 1, Default: "1", Doc: "the same heads-up"},
		{Name: "dead", Type: "bool", Default: "False", Doc: "a dead bet: it belongs to the pot and does not count toward a call"},
		Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		amounts := map[string]plan.AmountRef{"small blind": plan.SmallBlind, "big blind": plan.BigBlind, "ante": plan.Ante}
		f := plan.Forced{Amount: plan.OwnAmount, Left: c.Int("left"), HeadsUp: c.Int("heads_up"), Dead: c.Bool("dead")}
		text, _ := starlark.AsString(c.Value("amount"))
		if ref, ok := amounts[text]; ok {
			f.Amount = ref
			return wrapForced(c, f), nil
		}
		var err error
		if f.Cents, err = money(c, "amount", c.Value("amount")); err == nil && f.Cents == 0 {
			err = c.Errorf("amount", "the amount is zero")
		}
		return wrapForced(c, f), err
	},
})
