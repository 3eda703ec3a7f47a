package dsl

import (
	"cmp"
	"math/big"

	"cardroom/dsl/star"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// Choices and payments of the players in a game for a pot, and parts of the game that are played for one player after another.

const choicesGroup = "choices"

var _ = register(&star.Builtin{
	Name:  "pay",
	Group: choicesGroup,
	Doc: "An amount that a player pays into the pot: the price of a choice, a payment by rule (a step of in_turn; at most the player's stack), or what losers pay for the next " +
		"hand (`match` of best and split). It is not a bet: nobody has to call it. It counts for side pots: an all-in player wins from each other player " +
		"at most what they put in themselves. Where the choice is to pay or fold, a player with fewer chips pays what is left (see choice). Give exactly one of amount, pot and last.",
	Returns: "step",
	Example: `buy_one = choice("buy", [pay("2.00")])
in_between = choice("bet", [pay(pot = 1, least = "0.25")])
double_on_the_post = in_turn([deal(1, up = True), pay(last = 1)])
`,
	Params: []star.Param{
		{Name: "amount", Type: "string or int or tier", Default: "None", Doc: "dollars, or small or big for a limit of the table"},
		{Name: "pot", Type: "string or int", Default: "None", Doc: "a share of the pot: 1 for the whole pot, \"1/2\" for half; in whole chips"},
		{Name: "last", Type: "int", Min: 0, Max: 100, Default: "0", Doc: "this multiple of the player's last payment"},
		{Name: "least", Type: "string or int", Default: "None", Doc: "the player names the amount: at least this many dollars, at most what the other arguments say"},
		{Name: "payer", Type: "string", Enum: []string{"player", "pot"}, Default: `"player"`, Doc: "as a step of in_turn: the player pays the pot, or the pot pays the player"},
		borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		p := &plan.Pay{Bets: c.Int64("last"), FromPot: c.String("payer") == "pot", Least: amount(c, "least"), Pos: c.Pos}
		given := int64(0)
		for _, is := range []bool{c.Has("amount"), c.Has("pot"), p.Bets > 0} {
			given += truth(is)
		}
		if given != 1 {
			return nil, c.HintErrorf("", `write pay("1.00"), pay(small), pay(pot = 1) or pay(last = 1)`, "give exactly one of amount, pot and last")
		}
		if err := readPay(c, p); err != nil {
			return nil, err
		}
		return wrapStep(c, plan.Step{Kind: plan.PayStep, Pay: p})
	},
})

// readPay reads the amount of a payment.
func readPay(c *star.Call, p *plan.Pay) (err error) {
	switch v := c.Value("amount").(type) {
	case starlark.NoneType:
	case starlark.Int, starlark.String:
		p.Cents, err = money(c, "amount", v)
		if err == nil && p.Cents == 0 {
			err = c.Errorf("amount", "the amount is zero")
		}
	default:
		p.Limit, p.Tier = true, star.Unwrap[plan.Tier](c, "amount")
	}
	if !c.Has("pot") || err != nil {
		return err
	}
	text, ok := starlark.AsString(c.Value("pot"))
	if !ok {
		text = c.Value("pot").String()
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok || len(text) > 10 || r.Sign() <= 0 || r.Num().Int64() > 100 || r.Denom().Int64() > 100 {
		return c.HintErrorf("pot", `pay(pot = 1), pay(pot = "1/2")`, "got %s, want a share of the pot", c.Value("pot"))
	}
	p.PotNum, p.PotDen = r.Num().Int64(), r.Denom().Int64()
	return nil
}

// choiceEffects reads what a choice does: effects on a hand, or a payment.
func choiceEffects(c *star.Call) (out []plan.Effect, err error) {
	for i, v := range c.List("effects") {
		if e, ok := star.As[plan.Effect](v); ok {
			out = append(out, e)
			continue
		}
		n, _ := star.As[node](v)
		switch {
		case n.Kind != plan.PayStep:
			return nil, c.ItemError("effects", i, n.Word()+" is not an effect of a choice",
				"put it into steps for the players who chose it: in_turn([choose(…), when(_chose_it, [deal(1)])])")
		case n.Pay.FromPot:
			return nil, c.ItemError("effects", i, "a choice cannot be paid by the pot", `in_turn([choose(…), pay(…, payer = "pot")])`)
		case n.Pay.Bets > 0:
			return nil, c.ItemError("effects", i, "nothing has been paid yet", "pay(last = …) is a step of in_turn")
		}
		out = append(out, plan.PaysIn(n.Pay, n.Pos))
	}
	return out, nil
}

// stepList reads a list of steps, in which give_up stands for a fold by rule.
func stepList(c *star.Call, param string) (out []node, err error) {
	for i, v := range c.List(param) {
		switch e, ok := star.As[plan.Effect](v); {
		case !ok:
			n, _ := star.As[node](v)
			out = append(out, n)
		case e.Kind.Facts().Bet == plan.BetLost:
			out = append(out, node{Step: plan.Step{Kind: plan.FoldStep, Pos: c.Pos}})
		default:
			return nil, c.ItemError(param, i, e.Kind.String()+" is an effect of a choice and not a step", "choose([choice(…, [one_card])]); of the effects only give_up is a step too")
		}
	}
	return out, nil
}

var _ = register(&star.Builtin{
	Name:  "compare",
	Group: choicesGroup,
	Doc: "Players compare their hands in private, and the hand goes on: those who compare see one another's cards, and nobody else does. " +
		"With `to`, a step of in_turn, the player compares with a neighbor, and who asked loses a tie; otherwise all who are in compare, or with `declared` of best those who chose so, and equal best hands both win. " +
		"hand.won(seat) counts the comparisons that a player has won in the hand, in all its deals; who has nobody to compare with wins.",
	Returns: "step",
	Example: `def _asks(hand):
    """the player asks for a side show"""
    return hand.chose(hand.seat, "show")

side_show = in_turn([choose([choice("stay"), choice("show")]), when(_asks, [compare(best(high), to = right, losers = [give_up])])])
legs = [choose([choice("out"), choice("in")], secret = True), compare(best(high, declared = ["in"]), losers = [pay(pot = 1)], win = "alone")]
`,
	Params: []star.Param{
		{Name: "by", Type: "showdown", Doc: "how hands are compared, best(…)"},
		{Name: "losers", Type: "list of step or list of hand effect", Mixed: true, Default: "[]", Doc: "what happens to the others: give_up, they are out, or pay(…), what each pays to the best hand, at most the stack"},
		{Name: "to", Type: "direction", Default: "None", Doc: "left or right: the player whose turn it is compares with the next player there; left out: all who are in"},
		{Name: "win", Type: "string", Enum: []string{"best", "alone"}, Default: `"best"`, Doc: "what counts as won for hand.won: the best hand, or only to have nobody to compare with"},
		stepName, borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		by := star.Unwrap[showdownValue](c, "by")
		out := plan.CompareStep{Show: by.ShowdownStep, Alone: c.String("win") == "alone"}
		if len(by.Parts) != 1 || by.Parts[0].Nobody != plan.OthersDivide || by.Match != nil {
			return nil, c.HintErrorf("by", "compare(best(high), …)", "hands are compared by one ranking, and nothing follows where nobody qualifies")
		}
		if c.Has("to") {
			out.To = star.Unwrap[plan.Direction](c, "to")
		}
		losers, err := stepList(c, "losers")
		if err != nil {
			return nil, err
		}
		for i, n := range losers {
			switch {
			case n.Kind == plan.FoldStep:
				out.Folds = true
			case n.Kind != plan.PayStep || n.Pay.FromPot || n.Pay.Bets > 0 || n.Pay.Least > 0:
				return nil, c.ItemError("losers", i, n.Word()+" is not what losers do", `losers = [give_up], losers = [pay(pot = 1)]`)
			default:
				out.Pays = n.Pay
			}
		}
		return wrapNode(c, node{Step: plan.Compares(&out)}), nil
	},
})

var _ = register(&star.Builtin{
	Name:  "in_turn",
	Group: choicesGroup,
	Doc: "Plays all of its steps for one player, then for the next, from the left of the button: deal, draw, buy, discard, expose, pass_cards, take_board, board, choose, compare, pay, give_up, roll, bet and `when`, " +
		"whose function finds the player in hand.seat. So a player can buy or refuse a card, or ask for it face up, before the next player gets one, and a card of the table is turned up for a player's bet or in place of one that was bought. " +
		"A bet step is a betting round for everybody after each player's turn. " +
		"With `most` the players take their turns again and again, for that number of rounds, and with `until` the rounds can end early. hand.chose(seat, name) is what a player has chosen last, also in an earlier round: " +
		"so `until` sees whether all have chosen to stand, and who has stood is not asked again if `allowed` of choose leaves only that choice, or with `when`. " +
		"An in_turn among the steps repeats its steps for the player whose turn it is.",
	Returns: "step",
	Example: `def _a_four(hand):
    """the player was dealt a four"""
    return "4" in "".join(hand.showing(hand.seat)[-1:])

def _buys(hand):
    """the player buys"""
    return hand.chose(hand.seat, "buy")

baseball = in_turn([deal(1, up = True), when(_a_four, [deal(1)])])
english_stud = in_turn([choose([choice("keep"), choice("buy", [pay("1.00")])]), when(_buys, [buy(1)])])

_stand, _hit = choice("stand"), choice("hit")

def _may(hand):
    """Who has stood stands for good."""
    return [_stand] if hand.chose(hand.seat, "stand") else [_stand, _hit]

def _hits(hand):
    """the player hits"""
    return hand.chose(hand.seat, "hit")

def _all_stand(hand):
    """all have stood"""
    return all([hand.chose(seat, "stand") for seat in hand.live])

hit_or_stand = in_turn(
    [choose([_stand, _hit], allowed = _may), when(_hits, [deal(1, up = True)])],
    until = _all_stand,
    most = 8,
    after = [bet()],
)
`,
	Params: []star.Param{
		{Name: "steps", Type: "list of step or list of hand effect", Mixed: true, Doc: "the steps for each player; give_up is one: the player is out"},
		{Name: "until", Type: "condition or function", Default: "None", Doc: "the rounds end if this is true at the end of one: a function of the hand, or a condition, as in `when`; its docstring is on the rule sheet"},
		{Name: "most", Type: "int", Min: 1, Max: maxTurns, Default: "1", Doc: "the number of rounds, with `until` the most"},
		{Name: "after", Type: "list of step", Default: "[]", Doc: "the steps for all players at the end of each round, such as bet()"},
		{Name: "doc", Type: "string", Default: `""`, Doc: "when the function of `until` returns True, for the rule sheet, such as \"all have stood\"; left out: its docstring"},
		stepName, borrowed, Cites,
	},
	Fn: func(c *star.Call) (_ starlark.Value, err error) {
		n := node{Step: plan.Step{Kind: plan.InTurn}}
		if err := copying(c, len(c.List("steps"))+len(c.List("after"))); err != nil {
			return nil, err
		}
		if n.then, err = stepList(c, "steps"); err != nil {
			return nil, err
		}
		n.after = star.UnwrapList[node](c, "after")
		if err := cmp.Or(tooLong(c, "steps", n.then), tooLong(c, "after", n.after)); err != nil {
			return nil, err
		}
		if n.within = stepsOf(n.then); len(n.then) == 0 {
			return nil, c.Errorf("steps", "no steps")
		}
		if err := afterInTurn(c, n.then); err != nil {
			return nil, err
		}
		if err := n.readRounds(c); err != nil {
			return nil, err
		}
		return wrapNode(c, n), nil
	},
})

var _ = register(&star.Builtin{
	Name:    "roll",
	Group:   choicesGroup,
	Doc:     "The dealer rolls a die, spins a wheel or flips a coin (2 sides). The result is hand.rolled in a function of `when`. It depends on the seed of the hand and not on the cards: replaying the hand gives the same roll.",
	Returns: "step",
	Example: `def _low(hand):
    """the die shows 1, 2 or 3"""
    return hand.rolled <= 3

die = [roll(6), when(_low, [show(best(ace_to_five))])]
`,
	Params: []star.Param{
		{Name: "sides", Type: "int", Min: 2, Max: 100, Default: "6", Doc: "the number of faces; they count from 1"},
		stepName, borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return wrapStep(c, plan.Step{Kind: plan.RollDie, Count: c.Int("sides")})
	},
})

var _ = register(&star.Builtin{
	Name:    "carry",
	Group:   choicesGroup,
	Doc:     "Ends the hand without a showdown; the pot stays for the next hand at the table. In `run GAME`, where every hand starts with fresh chips, it is counted as carried.",
	Returns: "step",
	Example: `def _nobody_in(hand):
    """only one player has chosen in"""
    return len([seat for seat in hand.live if hand.chose(seat, "in")]) < 2

end = when(_nobody_in, [carry()])
`,
	Params: []star.Param{borrowed, Cites},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return wrapStep(c, plan.Step{Kind: plan.Carry})
	},
})
