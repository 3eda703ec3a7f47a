package dsl

import (
	"errors"
	"fmt"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/plan"
	"cardroom/engine/table"

	"go.starlark.net/starlark"
)

// The effects that before_hand and settle may return.

// tableEffect is an effect as made by scripts. Its amount may be in dollars, which are converted to the table's units when the
// hand is dealt.
type tableEffect struct {
	table.Effect
	dollars bool // the amount is in cents
}

var effectParams = []star.Param{
	{Name: "amount", Type: "int", Min: 0, Max: 1 << 40, Default: "0", Doc: "in the table's smallest unit"},
	{Name: "big_blinds", Type: "int or string", Default: "None", Doc: "the amount in big blinds, such as \"1.5\""},
	{Name: "dollars", Type: "int or string", Default: "None", Doc: "the amount in dollars, such as \"0.50\""},
}

var playerParam = star.Param{Name: "player", Type: "int", Min: 1, Max: 1<<31 - 1, Doc: "the player's number"}

// makeEffect sets the amount of an effect.
func makeEffect(c *star.Call, e table.Effect) (starlark.Value, error) {
	e.Pos = c.Pos
	out := tableEffect{Effect: e}
	if p, _ := c.Builtin.Param("amount"); p != nil {
		if err := out.read(c); err != nil {
			return nil, err
		}
	}
	return star.Wrap("table effect", out, c.Pos), nil
}

// read reads the amount of an effect, which must be given in exactly one way.
func (e *tableEffect) read(c *star.Call) (err error) {
	given := 0
	for _, name := range []string{"amount", "big_blinds", "dollars"} {
		if c.Has(name) {
			given++
		}
	}
	e.Amount = c.Int64("amount")
	if c.Has("big_blinds") {
		if e.Blinds[0], e.Blinds[1], err = rational(c.Value("big_blinds")); err != nil {
			return c.Errorf("big_blinds", "%v", err)
		}
	}
	if e.dollars = c.Has("dollars"); e.dollars {
		if e.Amount, err = money(c, "dollars", c.Value("dollars")); err != nil {
			return err
		}
	}
	if given != 1 || e.Amount == 0 && e.Blinds[1] == 0 && e.Kind != table.Pay {
		return c.Errorf("", "give one amount: in units, in dollars, or in big blinds")
	}
	return nil
}

var _ = register(&star.Builtin{
	Name:    "raise_stakes",
	Group:   "table",
	Doc:     "Multiplies all limits of the next hand by this factor. Raises by several rules do not add up: the highest applies.",
	Returns: "table effect",
	Example: `def before_hand(table):
    return [raise_stakes("1.5")]
`,
	Params: []star.Param{
		{Name: "factor", Type: "int or string", Doc: `2, or "1.5"`},
		{Name: "big_blind", Type: "bool", Default: "False", Doc: "raise the big blind too"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		num, den, err := rational(c.Value("factor"))
		if err != nil {
			return nil, c.Errorf("factor", "%v", err)
		}
		if num < den {
			return nil, c.Errorf("factor", "%s would lower the stakes", c.Value("factor"))
		}
		return makeEffect(c, table.Effect{Kind: table.RaiseStakes, Num: num, Den: den, Blind: c.Bool("big_blind")})
	},
})

var _ = register(&star.Builtin{
	Name:  "next_game",
	Group: "table",
	Doc: "The next hand, and only it, is this game of the table, at these stakes: a rule that returns it before each hand rotates games or raises levels. " +
		"The games and stakes are those of `table(games = …, stakes = …)`; the first of them is played if no rule names one. Amounts in big blinds of " +
		"the effects that follow, also of later rules, are in those of this game.",
	Returns: "table effect",
	Example: `def before_hand(table):
    return [next_game("Razz"), say("razz")] if table.hand % 16 > 8 else []
`,
	Params: []star.Param{
		{Name: "game", Type: "string or game", Default: "None", Doc: "the game, or its name; left out: the one that would be played"},
		{Name: "stakes", Type: "string", Default: `""`, Doc: "the stakes as posted; left out: those that would be played, or the first of the game"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		e := table.Effect{Kind: table.NextGame, Stakes: c.String("stakes")}
		if g, ok := GameOf(c.Value("game")); ok {
			e.Game = g.Name
		} else {
			e.Game = c.String("game")
		}
		if e.Game == "" && e.Stakes == "" {
			return nil, c.Errorf("", "name a game or stakes of the table")
		}
		return makeEffect(c, e)
	},
})

var _ = register(&star.Builtin{
	Name:  "must_post",
	Group: "table",
	Doc: "A player posts before the cards are dealt: a live bet with an option to raise, dead money, a live bet that replaces the player's smaller blind, or a " +
		"straddle, which the player's blind counts toward and which moves the start of the betting to the left of it, wherever the player sits. " +
		"An ante of any size is a post of each player, of which a short one competes for its part of the pot only; dead money belongs to the main pot, as when " +
		"the big blind antes for all. A live post outside the blinds is a sleeper.",
	Returns: "table effect",
	Example: `def before_hand(table):
    return [must_post(table.memory.holder, big_blinds = 2, how = "in place")]
`,
	Params: params([]star.Param{playerParam}, effectParams, []star.Param{
		{Name: "how", Type: "string", Enum: []string{"live", "dead", "in place", "straddle", "ante"}, Default: `"live"`, Doc: "whether it counts as a bet"},
		{Name: "name", Type: "string", Default: `""`, Doc: "what the table calls it: \"kill blind\""},
	}),
	Fn: func(c *star.Call) (starlark.Value, error) {
		kinds := map[string]table.EffectKind{"live": table.PostLive, "dead": table.PostDead, "in place": table.PostInPlace, "straddle": table.PostStraddle, "ante": table.PostAnte}
		return makeEffect(c, table.Effect{Kind: kinds[c.String("how")], Player: table.Player(c.Int("player")), Text: c.String("name")})
	},
})

var _ = register(&star.Builtin{
	Name:  "may_straddle",
	Group: "table",
	Doc: "A player is asked, before the cards are dealt, whether to straddle for an amount. Several are asked in the order of the list; a player is not asked whose chips " +
		"do not reach, or when somebody has posted as much already. A straddle is live, and the player's blind counts toward it. The betting starts to the left of the " +
		"last one, wherever that player sits; with how = \"live\", a sleeper, it starts where it would without.",
	Returns: "table effect",
	Example: `def before_hand(table):
    return [may_straddle(table.button, big_blinds = 2)] if table.button else []
`,
	Params: params([]star.Param{playerParam}, effectParams, []star.Param{
		{Name: "how", Type: "string", Enum: []string{"straddle", "live"}, Default: `"straddle"`, Doc: "where the betting starts"},
	}),
	Fn: func(c *star.Call) (starlark.Value, error) {
		kinds := map[string]table.EffectKind{"live": table.OfferLive, "straddle": table.OfferStraddle}
		return makeEffect(c, table.Effect{Kind: kinds[c.String("how")], Player: table.Player(c.Int("player"))})
	},
})

var _ = register(&star.Builtin{
	Name:    "owes",
	Group:   "table",
	Doc:     "A player who is not dealt in owes an amount. They post it, dead, when they are dealt in again, even if they left and came back.",
	Returns: "table effect",
	Example: `def before_hand(table):
    return [owes(table.memory.holder, big_blinds = 2)]
`,
	Params: params([]star.Param{playerParam}, effectParams),
	Fn: func(c *star.Call) (starlark.Value, error) {
		return makeEffect(c, table.Effect{Kind: table.Owe, Player: table.Player(c.Int("player"))})
	},
})

var payerNames = map[string]table.Payer{"pot": table.ThePot, "button": table.TheButton, "each": table.Each}

var _ = register(&star.Builtin{
	Name:  "charge",
	Group: "table",
	Doc: "The house takes an amount from the hand: from the pot when it has chips, or before the deal from the button or from each player dealt in. " +
		"With to = \"fund\" the rule sets it aside: see `payment`. What the house takes comes first where the pot has too little.",
	Returns: "table effect",
	Example: `def before_hand(table):
    return [charge(dollars = 1, payer = "pot")]
`,
	Params: params(effectParams, []star.Param{
		{Name: "payer", Type: "string", Enum: []string{"pot", "button", "each"}, Default: `"pot"`, Doc: "who pays"},
		{Name: "to", Type: "string", Enum: []string{"house", "fund"}, Default: `"house"`, Doc: "who gets it: the house, or the fund of the rule, into which only the pot pays so"},
	}),
	Fn: func(c *star.Call) (starlark.Value, error) {
		e := table.Effect{Kind: table.Charge, Payer: payerNames[c.String("payer")], ToFund: c.String("to") == "fund"}
		if e.ToFund && e.Payer != table.ThePot {
			return nil, c.Errorf("to", "players pay into a fund after the hand: settle returns payment(player, \"fund\", …)")
		}
		return makeEffect(c, e)
	},
})

var _ = register(&star.Builtin{
	Name:  "payment",
	Group: "table",
	Doc: "After a hand, players pay each other. Each payer pays the amount, as far as the chips go that they still have at the table, and nobody goes into " +
		"debt. Those who get it divide it as evenly as whole chips go; odd chips go one each to the first of them left of the button. The fund and the pot keep what makes no whole chip. Who gets it pays nothing, and if " +
		"nobody of them is at the table, nobody pays. Players who sit out pay too if the script names them: `table.players` are those dealt in, `table.seated` all.\n\n" +
		"\"fund\" is what the rule has set aside, with `charge` or `payment`: it belongs to the rule and stays on the table. \"pot\" is what lies in the pot for the next " +
		"hand: a splash from the fund, a winner who leaves the pot, a player who takes what others have left.",
	Returns: "table effect",
	Example: `def settle(table):
    return [payment(table.players, table.winner, dollars = 1)] if table.winner else []
`,
	Params: params([]star.Param{
		{Name: "payer", Type: "int or list of int or string", Doc: "the player who pays, or several, each of whom pays; or \"fund\" or \"pot\""},
		{Name: "to", Type: "int or list of int or string", Doc: "the player who gets it, or several, who divide it; or \"fund\" or \"pot\""},
	}, effectParams),
	Fn: func(c *star.Call) (_ starlark.Value, err error) {
		e := table.Effect{Kind: table.Pay}
		if e.From, e.FromFund, e.FromPot, err = partyOf(c, "payer"); err != nil {
			return nil, err
		}
		if e.To, e.ToFund, e.ToPot, err = partyOf(c, "to"); err != nil {
			return nil, err
		}
		if e.FromFund && e.ToFund || e.FromPot && e.ToPot {
			return nil, c.Errorf("to", "the %s cannot pay itself", map[bool]string{false: "fund", true: "pot"}[e.ToPot])
		}
		return makeEffect(c, e)
	},
})

// partyOf reads who pays or is paid: players, the fund of the rule, or the pot of the next hand.
func partyOf(c *star.Call, name string) (out []table.Player, fund, pot bool, err error) {
	v := c.Value(name)
	if fund, pot = v == starlark.String("fund"), v == starlark.String("pot"); fund || pot {
		return nil, fund, pot, nil
	}
	for _, x := range List(v) {
		p, err := playerOf(x)
		if err == nil && p == 0 {
			err = errors.New("nobody is named")
		}
		if err != nil {
			return nil, false, false, c.Errorf(name, "%v, want players by number, \"fund\" or \"pot\"", err)
		}
		out = append(out, p)
	}
	return out, false, false, nil
}

var _ = register(&star.Builtin{
	Name:  "next_button",
	Group: "table",
	Doc: "After a hand, a player gets the button of the next one: the winner deals. It is for tables where no blinds are owed and the button moves; a player who " +
		"is not dealt in passes it on.",
	Returns: "table effect",
	Example: `def settle(table):
    return [next_button(table.winner)] if table.winner else []
`,
	Params: []star.Param{playerParam},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return makeEffect(c, table.Effect{Kind: table.Button, Player: table.Player(c.Int("player"))})
	},
})

var _ = register(&star.Builtin{
	Name:    "sits_out",
	Group:   "table",
	Doc:     "A player is not dealt into the hand.",
	Returns: "table effect",
	Example: `def before_hand(table):
    return [sits_out(3)]
`,
	Params: []star.Param{playerParam},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return makeEffect(c, table.Effect{Kind: table.Skip, Player: table.Player(c.Int("player"))})
	},
})

var _ = register(&star.Builtin{
	Name:    "no_straddles",
	Group:   "table",
	Doc:     "Nobody may straddle in the hand.",
	Returns: "table effect",
	Example: `def before_hand(table):
    return [no_straddles()]
`,
	Fn: func(c *star.Call) (starlark.Value, error) { return makeEffect(c, table.Effect{Kind: table.NoStraddle}) },
})

var _ = register(&star.Builtin{
	Name:    "say",
	Group:   "table",
	Doc:     "The dealer announces it, before the hand or after it. With minutes it takes time by the table's clock, as a break does.",
	Returns: "table effect",
	Example: `def before_hand(table):
    return [say("this is a kill pot")]
`,
	Params: []star.Param{
		{Name: "text", Type: "string", Doc: "the words"},
		{Name: "minutes", Type: "int", Min: 0, Max: 24 * 60, Default: "0", Doc: "how long play stops"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return makeEffect(c, table.Effect{Kind: table.Announce, Text: c.String("text"), Seconds: c.Int64("minutes") * 60})
	},
})

var _ = register(&star.Builtin{
	Name:  "leaves",
	Group: "table",
	Doc: "After a hand, a player gives up the seat and cashes the chips that are left: eliminated from a tournament, its winner, or picked up by the floor. The dealer says the " +
		"place and the prize, and the session reports them; the prize is money, and no chips of the table.",
	Returns: "table effect",
	Example: `def settle(table):
    return [leaves(player, place = table.field + 1) for player in table.seated if table.stack(player) == 0]
`,
	Params: []star.Param{
		playerParam,
		{Name: "place", Type: "int", Min: 0, Max: 1 << 20, Default: "0", Doc: "the place in a tournament, 0 for none"},
		{Name: "prize", Type: "int or string", Default: "0", Doc: "the prize in dollars"},
	},
	Fn: func(c *star.Call) (_ starlark.Value, err error) {
		e := table.Effect{Kind: table.Leaves, Player: table.Player(c.Int("player")), Place: c.Int("place")}
		if e.Prize, err = money(c, "prize", c.Value("prize")); err != nil {
			return nil, err
		}
		return makeEffect(c, e)
	},
})

var _ = register(&star.Builtin{
	Name:  "offers",
	Group: "table",
	Doc: "After a hand, a player may buy chips for an amount before the next one, whatever the posted buy-in: a rebuy, an add-on. Without a player, new players may sit down for " +
		"it: late registration, re-entry. At a table with buys = \"offered\" nothing else is sold once the first hand is dealt.",
	Returns: "table effect",
	Example: `def settle(table):
    return [offers(1500, player) for player in table.seated if table.stack(player) == 0]
`,
	Params: []star.Param{
		{Name: "amount", Type: "int or string", Doc: "the chips, in dollars"},
		{Name: "player", Type: "int", Min: 1, Max: 1<<31 - 1, Default: "None", Doc: "the player's number; left out: new players"},
	},
	Fn: func(c *star.Call) (_ starlark.Value, err error) {
		e := tableEffect{Effect: table.Effect{Kind: table.Sell, Player: table.Player(c.Int("player")), Pos: c.Pos}, dollars: true}
		if e.Amount, err = money(c, "amount", c.Value("amount")); err != nil {
			return nil, err
		}
		return star.Wrap("table effect", e, c.Pos), nil
	},
})

// effectsOf converts the result of before_hand.
func effectsOf(v starlark.Value, t *table.View) ([]table.Effect, error) {
	if v == starlark.None {
		return nil, nil
	}
	list, ok := star.Items(v)
	if !ok {
		return nil, fmt.Errorf("got %s, want a list of effects", star.TypeName(v))
	}
	out := make([]table.Effect, 0, len(list))
	for _, x := range list {
		e, ok := star.As[tableEffect](x)
		if !ok {
			return nil, fmt.Errorf("got a list with %s, want effects such as raise_stakes(…)", star.TypeName(x))
		}
		if e.dollars {
			e.Amount = e.Amount * t.Plan().Stakes.Scale / plan.Cents
		}
		out = append(out, e.Effect)
	}
	return out, nil
}

// rational parses a factor: an int, or a text such as "1.5".
func rational(v starlark.Value) (num, den int64, err error) {
	switch v := v.(type) {
	case starlark.Int:
		if n, ok := v.Int64(); ok && 0 < n && n < 1000 {
			return n, 1, nil
		}
	case starlark.String:
		whole, part, _ := strings.Cut(string(v), ".")
		if n, ok := digits(whole + part); ok && len(part) <= 3 && n > 0 && n < 1_000_000 {
			den = 1
			for range len(part) {
				den *= 10
			}
			return n, den, nil
		}
	}
	return 0, 0, fmt.Errorf("got %s, want a factor: an int or a text such as \"1.5\"", v)
}

func digits(s string) (n int64, ok bool) {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' || n > 1<<40 {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, s != ""
}
