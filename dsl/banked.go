package dsl

import (
	"fmt"
	"strconv"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// Games without a pot: one player, or the house, banks, and the others bet against the bank. Their steps, in the dealer's order:
// bank(), wager(), deal(…, to = bettors), choose(…), turn_up(), settle(…).

const bankedGroup = "banked games"

func init() {
	registerWord("everybody", bankedGroup, "role", "The banker and all who bet against the banker.", plan.Everybody)
	registerWord("bettors", bankedGroup, "role", "The players who bet against the banker, from the banker's left.", plan.Bettors)
	registerWord("banker", bankedGroup, "role", "The player who banks, or the house.", plan.Banker)
	for _, e := range []struct {
		name, doc string
		kind      plan.EffectKind
	}{
		{"one_card", "The hand gets a card, face up.", plan.OneCard},
		{"hand_done", "The hand takes no further part in the step.", plan.HandDone},
		{"give_up", "The hand's bets are lost, whatever the cards; in a game for a pot the player folds. There it is also a step of in_turn that puts the player out without asking.", plan.GiveUp},
	} {
		registerWord(e.name, bankedGroup, "hand effect", e.doc, plan.Effect{Kind: e.kind})
	}
	for _, o := range []struct {
		name, doc string
		v         plan.Outcome
	}{
		{"wins", "The hand wins as much as it bet.", plan.Wins},
		{"loses", "The hand loses its bet.", plan.Loses},
		{"pushes", "The hand neither wins nor loses.", plan.Pushes},
	} {
		registerWord(o.name, bankedGroup, "outcome", o.doc, o.v)
	}
}

var multipleParam = star.Param{Name: "multiple", Type: "string or int", Default: "1", Doc: "bets must be multiples of this many dollars"}

var _ = register(&star.Builtin{
	Name:  "bank",
	Group: bankedGroup,
	Doc: "The first step of a game in which a player banks; if the house banks, the first step is wager(). The bank is offered clockwise from the seat " +
		"with the button, which marks the last banker in such a game. The player who takes it puts up a stake of at least the minimum bet. If nobody takes it, there is no round.",
	Returns: "step",
	Example: `play = [bank(rounds = 2, fee = "3.00"), wager()]
`,
	Params: []star.Param{
		{Name: "rounds", Type: "int", Min: 0, Max: 100, Default: "0", Doc: "how many rounds in a row one player may bank; 0: any number"},
		multipleParam,
		{Name: "fee", Type: "string or int", Default: "0", Doc: "what the banker pays the house with the stake, in dollars"},
		stepName, borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return wrapStep(c, plan.Bank(plan.BankStep{Rounds: c.Int("rounds"), Multiple: amount(c, "multiple"), Fee: amount(c, "fee")}))
	},
})

var feesParam = star.Param{Name: "fees", Type: "dict", Default: "{}", Doc: "the house's fee by size of bet, a dict from the largest bet to the fee in dollars: {20: \"0.50\", 50: \"1.00\"}"}

var _ = register(&star.Builtin{
	Name:  "wager",
	Group: bankedGroup,
	Doc: "Every player but the banker, from the banker's left, bets within the table's limits or passes the round. " +
		"The fee is placed with the bet and never returned. A game may have several bets, each with its own step and name: players enter the round with the first " +
		"and may skip the later ones. The player says the name of the bet. A game whose first step is wager() is played " +
		"against the house.",
	Returns: "step",
	Example: `bets = wager(fees = {20: "0.50", 50: "1.00"})
against_the_house = [wager(bet = "ante", behind = 1), wager(bet = "bonus", least = 1, most = 25)]
ante_and_blind = wager(bet = "ante", also = ["blind"], behind = 1)
`,
	Params: []star.Param{
		multipleParam, feesParam,
		{Name: "bet", Type: "string", Default: `"bet"`, Doc: "the name of the bet, one word"},
		{Name: "also", Type: "list of string", Default: "[]", Doc: "other bets that must be made at the same time, in the same amount"},
		{Name: "least", Type: "string or int", Default: "None", Doc: "the smallest bet in dollars; overrides the table's"},
		{Name: "most", Type: "string or int", Default: "None", Doc: "the largest bet in dollars; overrides the table's"},
		{Name: "behind", Type: "int", Min: 0, Max: 20, Default: "0", Doc: "how many times the bet the player must keep in the stack, for later raises and for losses above the bet"},
		{Name: "alone", Type: "bool", Default: "False", Doc: "for a bet that is not the first: open also to players who skipped the bets before it"},
		stepName, borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		fees, err := feesOf(c, "fees")
		if err != nil {
			return nil, err
		}
		w := plan.WagerStep{
			Bet: c.String("bet"), Also: c.Strings("also"), Multiple: amount(c, "multiple"), Fees: fees,
			Least: amount(c, "least"), Most: amount(c, "most"), Behind: c.Int64("behind"), Alone: c.Bool("alone"),
		}
		for _, name := range append([]string{w.Bet}, w.Also...) {
			if err := oneWord(c, "bet", name); err != nil {
				return nil, err
			}
		}
		if w.Most > 0 && w.Most < w.Least {
			return nil, c.Errorf("most", "the maximum is below the minimum")
		}
		return wrapStep(c, plan.Place(w))
	},
})

// feesOf reads a dict from the largest bet to the fee.
func feesOf(c *star.Call, param string) (out plan.SizeFees, err error) {
	d, _ := c.Value(param).(*starlark.Dict)
	if d == nil {
		return nil, nil
	}
	for _, item := range d.Items() {
		var f plan.SizeFee
		if f.UpTo, err = money(c, param, item[0]); err != nil {
			return nil, err
		}
		if f.Amount, err = money(c, param, item[1]); err != nil {
			return nil, err
		}
		if n := len(out); n > 0 && out[n-1].UpTo >= f.UpTo {
			return nil, c.Errorf(param, "list the bets in ascending order: %s comes after %s", item[0], plan.Money(out[n-1].UpTo, plan.Cents))
		}
		out = append(out, f)
	}
	return out, nil
}

var _ = register(&star.Builtin{
	Name:  "raise_wager",
	Group: bankedGroup,
	Doc: "An effect of a choice: the player adds chips to the hand's wager, at most this many times its size, or puts chips on another bet, at most this " +
		"many times the bet named by `of`. Twice the bet is times = 2: the first argument is the smallest amount in dollars.",
	Returns: "hand effect",
	Example: `double = choice("double", [raise_wager(least = 1), one_card, hand_done])
triple = choice("triple", [raise_wager(times = 2), one_card, hand_done])
play = choice("play", [raise_wager(bet = "play", of = "ante"), hand_done])
`,
	Params: []star.Param{
		{Name: "least", Type: "string or int", Default: "None", Doc: "the smallest amount that may be added, in dollars; left out: exactly the maximum"},
		{Name: "times", Type: "int", Min: 1, Max: 100, Default: "1", Doc: "the maximum, as a multiple of the bet `of`"},
		{Name: "bet", Type: "string", Default: `""`, Doc: "the bet that grows; left out: the first bet of the game"},
		{Name: "of", Type: "string", Default: `""`, Doc: "the bet that sets the size; left out: the first bet of the game"},
		multipleParam, feesParam,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		e := plan.Effect{Kind: plan.RaiseWager, Num: c.Int64("times"), Den: 1, Multiple: amount(c, "multiple"), Least: amount(c, "least"), Pos: c.Pos}
		var err error
		if e.Bet, e.Of = c.String("bet"), c.String("of"); e.Bet != "" {
			if err := oneWord(c, "bet", e.Bet); err != nil {
				return nil, err
			}
		}
		e.Fees, err = feesOf(c, "fees")
		return star.Wrap("hand effect", e, c.Pos), err
	},
})

var _ = register(&star.Builtin{
	Name:  "split_hand",
	Group: bankedGroup,
	Doc: "An effect of a choice: a hand of two cards becomes two hands of one card, the second with an equal wager. " +
		"Each gets its second card when its turn comes. A split hand is never a natural.",
	Returns: "hand effect",
	Example: `split = choice("split", [split_hand(most = 3)])
`,
	Params: []star.Param{
		{Name: "most", Type: "int", Min: 2, Max: plan.MaxHands, Default: "2", Doc: "the most hands that a player may hold"},
		feesParam,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		fees, err := feesOf(c, "fees")
		return star.Wrap("hand effect", plan.Effect{Kind: plan.SplitHand, Num: c.Int64("most"), Den: 1, Fees: fees, Pos: c.Pos}, c.Pos), err
	},
})

var _ = register(&star.Builtin{
	Name:  "choice",
	Group: bankedGroup,
	Doc: "A choice for players and its effects, in order. Against a banker the effects change the hand: one_card, hand_done, raise_wager and others. " +
		"In a game for a pot a choice may cost something (pay), fold the hand (give_up), or only be declared: `when` and the showdown decide what follows. " +
		"Players who cannot pay for a choice do not get it, except in a game for a pot where every other choice folds or costs something: pay or fold. " +
		"Then a player with fewer chips pays what is left, all in. See choose.",
	Returns: "choice",
	Example: `hit = choice("hit", [one_card])
stand = choice("stand", [hand_done])
surrender = choice("surrender", [pull_back(half = True), give_up])
low = choice("low")
out = choice("out", [give_up])
another = choice("buy", [pay("1.00")], doc = "the player gets another card")
`,
	Params: []star.Param{
		{Name: "name", Type: "string", Doc: "what the player says, in capitals or not: one word, without spaces"},
		{Name: "effects", Type: "list of hand effect or list of step", Default: "[]", Doc: "its effects; in a game for a pot give_up, or its price: pay(…)"},
		{Name: "doc", Type: "string", Default: `""`, Doc: "what else it leads to, for the rule sheet, such as \"the player gets another card\"; left out: nothing"},
		borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		name := c.String("name")
		if err := oneWord(c, "name", name); err != nil {
			return nil, err
		}
		effects, err := choiceEffects(c)
		if err != nil {
			return nil, err
		}
		ch := plan.Play(name, effects...)
		ch.Means = c.String("doc")
		ch.Pos, ch.Clauses, ch.Source = c.Pos, c.Strings("cites"), c.String("borrowed")
		amounts := int64(0)
		for _, e := range ch.Effects {
			amounts += truth(e.Kind == plan.RaiseWager)
		}
		if amounts > 1 {
			return nil, c.Errorf("effects", "a choice can raise the wager only once")
		}
		return star.Wrap("choice", &ch, c.Pos), nil
	},
})

// oneWord returns an error for a name of more than one word, which players could not announce.
func oneWord(c *star.Call, param, name string) error {
	if name == "" || strings.ContainsAny(name, " \t\n;,:") {
		words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" \t\n;,:", r) })
		if len(words) < 2 {
			return c.Errorf(param, "%q is not one word", name)
		}
		return c.HintErrorf(param, strconv.Quote(strings.Join(words, "-")), "%q is not one word", name)
	}
	return nil
}

var _ = register(&star.Builtin{
	Name:    "pull_back",
	Group:   bankedGroup,
	Doc:     "An effect of a choice: the hand's bet, or half of it, goes back to the player.",
	Returns: "hand effect",
	Example: `pull = choice("pull", [pull_back(bet = "second"), hand_done])
surrender = choice("surrender", [pull_back(half = True), give_up])
`,
	Params: []star.Param{
		{Name: "bet", Type: "string", Default: `""`, Doc: "the bet; left out: the first bet of the game"},
		{Name: "half", Type: "bool", Default: "False", Doc: "only half of it, in whole chips"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		e := plan.Effect{Kind: plan.TakeBack, Num: 1, Den: 1, Bet: c.String("bet"), Pos: c.Pos}
		if c.Bool("half") {
			e.Den = 2
		}
		return star.Wrap("hand effect", e, c.Pos), nil
	},
})

var _ = register(&star.Builtin{
	Name:  "choose",
	Group: bankedGroup,
	Doc: "Asks players to choose. In a game for a pot each live player chooses once, from the left of the button, including players who are all in: in turn, or with secret = True " +
		"secretly, and all choices are revealed together. Later choices, the showdown and `when` (hand.chose(seat, name)) know who chose what. " +
		"Against a banker each of the hands named by `to`, from the banker's left, chooses again and again until it " +
		"is done or nothing is allowed. `allowed` is a function of the hand that returns its choices. The engine removes choices that the player " +
		"cannot pay for or that need more cards than are left. Where only one is left that costs nothing, it is taken and nobody is asked. Without `allowed` each hand that was not given up chooses once, from all of them. " +
		"Nobody chooses for the house's hand or for one that all bettors share: it takes the first of the step's choices that `allowed` returns, so a banker can play by rule. The function sees what the player sees: hand.seat, hand.banker, hand.cards, " +
		"hand.worth(points), hand.pair (two cards of one rank), hand.wager, hand.bet(name), hand.stack, hand.fresh (no choice was made for this hand yet), " +
		"hand.split (it comes from a split), hand.hands (how many the player holds), hand.cards_left, hand.board, hand.showing(seat) with seat 0 for the house, and hand.showing(0, 2) for the hand that all bettors share; in a game for a pot what `when` lists, and hand.cards. " +
		"Seats count from 1. Amounts are in the smallest unit; hand.unit of them are a dollar. " +
		"The result must depend on nothing else, because answers are remembered. hand.worth gives fewer different answers than hand.cards and is therefore faster.",
	Returns: "step",
	Example: `hit = choice("hit", [one_card])
stand = choice("stand", [hand_done])

def _allowed(hand):
    """Who has four cards may not draw."""
    return [stand, hit] if len(hand.cards) < 4 else []

players = choose([stand, hit], allowed = _allowed, to = bettors, name = "players")
declare = choose([choice("high"), choice("low"), choice("both")], secret = True, name = "declare")
`,
	Params: []star.Param{
		{Name: "choices", Type: "list of choice", Doc: "all choices, the smallest first: a player who checks or calls takes the first one allowed; one without chips pays nothing rather than fold"},
		{Name: "allowed", Type: "function", Default: "None", Doc: "a function of the hand that returns its choices; its docstring says on the rule sheet which those are; left out: all"},
		{Name: "to", Type: "role or direction", Default: "bettors", Doc: "against a banker: the hands that choose; in a game for a pot left or right, a step of in_turn: the next player there chooses, not the player whose turn it is"},
		{Name: "secret", Type: "bool", Default: "False", Doc: "in a game for a pot: all choose secretly, and the choices are revealed together"},
		stepName, borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		var asks plan.Asker
		a := &asker{choices: map[string]int{}}
		if c.Has("allowed") {
			a.hook = newHook(c, c.Func("allowed"), a.read)
			asks = a
		}
		var choices []plan.Offer
		for i, ch := range star.UnwrapList[*plan.Offer](c, "choices") {
			for k := range choices {
				switch other := choices[k].Name; {
				case other == ch.Name:
					return nil, c.ItemError("choices", i, "two choices are called "+ch.Name, "")
				case strings.EqualFold(other, ch.Name):
					return nil, c.ItemError("choices", i, fmt.Sprintf("the choices %s and %s differ only in capital letters, which players do not say", other, ch.Name), "give one of them another name")
				}
			}
			a.choices[ch.Name] = i
			choices = append(choices, *ch)
		}
		if n := len(choices); n == 0 || n > plan.MaxOffers {
			return nil, c.Errorf("choices", "%d choices: use 1 to %d", n, plan.MaxOffers)
		}
		neighbor, _ := star.As[plan.Direction](c.Value("to"))
		role := plan.Bettors
		if neighbor == 0 {
			role = star.Unwrap[plan.Role](c, "to")
		}
		s := plan.Choose(role, asks, choices...)
		s.Ask.To = neighbor
		s.Ask.InTurn = !c.Bool("secret")
		return wrapStep(c, s)
	},
})

var _ = register(&star.Builtin{
	Name:    "turn_up",
	Group:   bankedGroup,
	Doc:     "Turns up the down cards of these seats, except of hands that were given up.",
	Returns: "step",
	Example: `show_bank = turn_up(to = banker)
`,
	Params: []star.Param{{Name: "to", Type: "role", Default: "banker", Doc: "whose cards"}, stepName, borrowed, Cites},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return wrapStep(c, plan.Step{Kind: plan.TurnUp, To: star.Unwrap[plan.Role](c, "to")})
	},
})
