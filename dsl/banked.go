package dsl

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// Games that are not played for a pot: one player banks, the others bet against him. Their steps, in the order in which the
// dealer says them: bank(), wager(), deal(…, to = bettors), choose(…), turn_up(), settle(…).

const bankedGroup = "banked games"

func init() {
	registerWord("everybody", bankedGroup, "role", "The banker and all who bet against the bank.", plan.Everybody)
	registerWord("bettors", bankedGroup, "role", "Those who bet against the bank, from the left of the banker.", plan.Bettors)
	registerWord("banker", bankedGroup, "role", "The player who banks.", plan.Banker)
	for _, e := range []struct {
		name, doc string
		kind      plan.EffectKind
	}{
		{"one_card", "The hand gets a card, face up.", plan.OneCard},
		{"hand_done", "The hand takes no further part in the step.", plan.HandDone},
		{"halve_wager", "Half of the wager goes back to the player.", plan.HalveWager},
		{"give_up", "The wager is lost, whatever the cards.", plan.GiveUp},
	} {
		registerWord(e.name, bankedGroup, "hand effect", e.doc, plan.Effect{Kind: e.kind})
	}
	for _, o := range []struct {
		name, doc string
		v         plan.Outcome
	}{
		{"wins", "The hand wins as much as it has bet.", plan.Wins},
		{"loses", "The hand loses what it has bet.", plan.Loses},
		{"pushes", "The hand neither wins nor loses.", plan.Pushes},
	} {
		registerWord(o.name, bankedGroup, "outcome", o.doc, o.v)
	}
}

var toRole = Param{Name: "to", Type: "role", Default: "everybody", Doc: "against a bank: everybody, bettors or banker"}

// borrowed is the source of a rule that the house's document does not have.
var borrowed = Param{Name: "borrowed", Type: "string", Default: `""`, Doc: "where the rule is from when no clause of the house's document says it; the rule sheet names it"}

var multipleParam = Param{Name: "multiple", Type: "string or int", Default: "1", Doc: "amounts are multiples of so many dollars"}

var _ = register(&Builtin{
	Name:  "bank",
	Group: bankedGroup,
	Doc: "The first step of a game that is played against a bank. The bank is offered clockwise, from the seat with the button, which in " +
		"such a game marks the last banker. Who takes it puts up a stake of at least the least bet; when nobody does there is no round.",
	Returns: "step",
	Example: `play = [bank(rounds = 2, fee = "3.00"), wager()]
`,
	Params: []Param{
		{Name: "rounds", Type: "int", Min: 0, Max: 100, Default: "0", Doc: "how many rounds in a row one player may bank; 0: any number"},
		multipleParam,
		{Name: "fee", Type: "string or int", Default: "0", Doc: "what the banker pays the house with the stake, in dollars"},
		stepName, borrowed, cites,
	},
	Fn: func(c *Call) (starlark.Value, error) {
		return step(c, plan.Step{Kind: plan.Bank, Bank: &plan.BankStep{Rounds: c.Int("rounds"), Multiple: c.dollars("multiple"), Fee: c.dollars("fee")}})
	},
})

var feesParam = Param{Name: "fees", Type: "dict", Default: "{}", Doc: "what the house takes, from the largest bet that a fee holds for to dollars: {20: \"0.50\", 50: \"1.00\"}"}

var _ = register(&Builtin{
	Name:  "wager",
	Group: bankedGroup,
	Doc: "Every player but the banker, from his left, bets within the limits of the table or passes the round. " +
		"The fee is placed with the bet and never comes back.",
	Returns: "step",
	Example: `bets = wager(fees = {20: "0.50", 50: "1.00"})
`,
	Params: []Param{multipleParam, feesParam, stepName, borrowed, cites},
	Fn: func(c *Call) (starlark.Value, error) {
		fees, err := c.fees("fees")
		if err != nil {
			return nil, err
		}
		return step(c, plan.Step{Kind: plan.Place, Place: &plan.WagerStep{Multiple: c.dollars("multiple"), Fees: fees}})
	},
})

// dollars is an amount with a default, in cents.
func (c *Call) dollars(param string) int64 {
	n, err := money(c, param, c.Value(param))
	if err != nil {
		c.fail(err)
	}
	return n
}

// fees reads a dict from the largest bet to the fee.
func (c *Call) fees(param string) (out plan.SizeFees, err error) {
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
			return nil, c.Errorf(param, "bets ascend, %s comes after %s", item[0], plan.Money(out[n-1].UpTo, plan.Cents))
		}
		out = append(out, f)
	}
	return out, nil
}

var _ = register(&Builtin{
	Name:    "raise_wager",
	Group:   bankedGroup,
	Doc:     "An effect of a choice: the player adds to the wager of the hand, at most so many times what it is.",
	Returns: "hand effect",
	Example: `double = choice("double", [raise_wager(least = 1), one_card, hand_done])
triple = choice("triple", [raise_wager(times = 2), one_card, hand_done])
`,
	Params: []Param{
		{Name: "least", Type: "string or int", Default: "None", Doc: "the least that may be added, in dollars; left out: exactly the most"},
		{Name: "times", Type: "int", Min: 1, Max: 100, Default: "1", Doc: "the most that may be added, as times the wager"},
		multipleParam, feesParam,
	},
	Fn: func(c *Call) (starlark.Value, error) {
		e := plan.Effect{Kind: plan.RaiseWager, Num: int64(c.Int("times")), Den: 1, Multiple: c.dollars("multiple"), Least: c.amount("least"), Pos: c.Pos}
		var err error
		e.Fees, err = c.fees("fees")
		return Wrap("hand effect", e, c.Pos), err
	},
})

var _ = register(&Builtin{
	Name:  "split_hand",
	Group: bankedGroup,
	Doc: "An effect of a choice: a hand of two cards becomes two hands of one, the second with a wager equal to that of the first. " +
		"Each gets its second card when its turn comes. What such a hand holds is no natural.",
	Returns: "hand effect",
	Example: `split = choice("split", [split_hand(most = 3)])
`,
	Params: []Param{
		{Name: "most", Type: "int", Min: 2, Max: plan.MaxHands, Default: "2", Doc: "how many hands a player may come to hold"},
		feesParam,
	},
	Fn: func(c *Call) (starlark.Value, error) {
		fees, err := c.fees("fees")
		return Wrap("hand effect", plan.Effect{Kind: plan.SplitHand, Num: int64(c.Int("most")), Den: 1, Fees: fees, Pos: c.Pos}, c.Pos), err
	},
})

var _ = register(&Builtin{
	Name:    "choice",
	Group:   bankedGroup,
	Doc:     "Something that a player may choose for a hand, and what it does, in order. See choose.",
	Returns: "choice",
	Example: `hit = choice("hit", [one_card])
stand = choice("stand", [hand_done])
surrender = choice("surrender", [halve_wager, give_up])
`,
	Params: []Param{
		{Name: "name", Type: "string", Doc: "the word that the player says"},
		{Name: "effects", Type: "list of hand effect", Doc: "what it does"},
		borrowed, cites,
	},
	Fn: func(c *Call) (starlark.Value, error) {
		name := c.String("name")
		if name == "" || strings.ContainsAny(name, " \t\n;,:") {
			return nil, c.Errorf("name", "%q is not one word", name)
		}
		ch := &plan.Choice{Name: name, Effects: UnwrapList[plan.Effect](c, "effects"), Pos: c.Pos, Clauses: c.Strings("cites"), Source: c.String("borrowed")}
		amounts := 0
		for _, e := range ch.Effects {
			amounts += count1(e.Kind == plan.RaiseWager)
		}
		if len(ch.Effects) == 0 || amounts > 1 {
			return nil, c.Errorf("effects", "a choice does something, and raises the wager at most once")
		}
		return Wrap("choice", ch, c.Pos), nil
	},
})

func count1(is bool) int {
	if is {
		return 1
	}
	return 0
}

var _ = register(&Builtin{
	Name:  "choose",
	Group: bankedGroup,
	Doc: "A question to players: each hand of the seats named, from the left of the banker, is asked again and again what it does, until it " +
		"is done or nothing is allowed. `allowed` is a function of the hand that returns those of the choices that it has; what its chips " +
		"or the pack do not suffice for is left out besides. The function sees what the player may see: hand.seat, hand.banker, hand.cards, " +
		"hand.wager, hand.stack, hand.fresh (nothing has been chosen for this hand), hand.split (it was made by a split), " +
		"hand.hands (how many the player holds), hand.cards_left, hand.showing(seat). Seats count from 1, amounts are in the smallest unit, hand.unit of them a dollar.",
	Returns: "step",
	Example: `hit = choice("hit", [one_card])
stand = choice("stand", [hand_done])

def _allowed(hand):
    """Who has four cards may not draw."""
    return [stand, hit] if len(hand.cards) < 4 else []

players = choose([stand, hit], allowed = _allowed, to = bettors, name = "players")
`,
	Params: []Param{
		{Name: "choices", Type: "list of choice", Doc: "what may be chosen at all, the least first: a player who just goes along takes the first that is allowed"},
		{Name: "allowed", Type: "function", Doc: "a function of the hand: which of them it has now"},
		{Name: "to", Type: "role", Default: "bettors", Doc: "who is asked"},
		stepName, borrowed, cites,
	},
	Fn: func(c *Call) (starlark.Value, error) {
		st := &plan.ChooseStep{To: Unwrap[plan.Role](c, "to")}
		a := &asker{hook: newHook(c, c.Func("allowed")), choices: map[string]int{}}
		for i, ch := range UnwrapList[*plan.Choice](c, "choices") {
			if _, twice := a.choices[ch.Name]; twice {
				return nil, c.itemError("choices", i, "two choices are called "+ch.Name, "")
			}
			a.choices[ch.Name] = i
			st.Choices = append(st.Choices, *ch)
		}
		if n := len(st.Choices); n == 0 || n > plan.MaxChoices {
			return nil, c.Errorf("choices", "%d choices: 1 to %d are possible", n, plan.MaxChoices)
		}
		st.Allowed = a
		return step(c, plan.Step{Kind: plan.Choose, Choose: st})
	},
})

var _ = register(&Builtin{
	Name:    "turn_up",
	Group:   bankedGroup,
	Doc:     "The down cards of the seats named are turned up.",
	Returns: "step",
	Example: `show_bank = turn_up(to = banker)
`,
	Params: []Param{{Name: "to", Type: "role", Default: "banker", Doc: "whose cards"}, stepName, borrowed, cites},
	Fn: func(c *Call) (starlark.Value, error) {
		return step(c, plan.Step{Kind: plan.TurnUp, To: Unwrap[plan.Role](c, "to")})
	},
})

var _ = register(&Builtin{
	Name:  "points",
	Group: bankedGroup,
	Doc: "A ranking by points: the nearest to a target without passing it. A hand may have any number of cards. " +
		"Ranks from 2 to 10 count their number unless `values` says otherwise. An ace may count one of two values: the higher as long as the target is not passed.",
	Returns: "points",
	Example: `twenty_one = points("21", target = 21, naturals = ["AT", "AJ", "AQ", "AK"])
high_card = points("high card", target = 14, ace = 14, values = {"J": 11, "Q": 12, "K": 13})
best = worth(twenty_one, "AhKd").natural
`,
	Params: []Param{
		{Name: "name", Type: "string", Doc: "as on the rule sheet"},
		{Name: "target", Type: "int", Min: 1, Max: 100, Doc: "the best total"},
		{Name: "ace", Type: "int or tuple", Default: "(1, 11)", Doc: "what an ace counts, or the lower and the higher of two values"},
		{Name: "pictures", Type: "int", Min: 0, Max: 50, Default: "10", Doc: "what jacks, queens and kings count"},
		{Name: "values", Type: "dict", Default: "{}", Doc: "what other ranks count: {\"2\": 0, \"J\": 11}"},
		{Name: "joker", Type: "int", Min: 1, Max: 50, Default: "None", Doc: "what a joker counts; left out: it makes the hand what joker_makes says"},
		{Name: "joker_makes", Type: "int", Min: 1, Max: 100, Default: "None", Doc: "what a hand with a joker counts, whatever else is in it; left out: the target"},
		{Name: "naturals", Type: "list of string", Default: "[]", Doc: "pairs of faces that beat everything when they are the first two cards: \"AA\", \"AJo\", \"AT\""},
	},
	Fn: makePoints,
})

func makePoints(c *Call) (starlark.Value, error) {
	d := rank.PointsDescription{Name: c.String("name"), Target: c.Int("target"), Joker: c.Int("joker"), JokerMakes: c.Int("joker_makes")}
	for r := cards.Two; r <= cards.Ten; r++ {
		d.Values[r] = int(r) + 2
	}
	for r := cards.Jack; r <= cards.King; r++ {
		d.Values[r] = c.Int("pictures")
	}
	if err := aceValues(c, &d); err != nil {
		return nil, err
	}
	values, _ := c.Value("values").(*starlark.Dict)
	for _, item := range values.Items() {
		face, rest := scanFace(text(item[0]))
		n, err := starlark.AsInt32(item[1])
		if face < 0 || face == rank.JokerFace || rest != "" || err != nil {
			return nil, c.Errorf("values", "got %s: %s, want a rank such as \"J\" and a number", item[0], item[1])
		}
		d.Values[face] = n
	}
	for i, pair := range c.Strings("naturals") {
		a, rest := scanFace(pair)
		b, rest := scanFace(rest)
		if a < 0 || b < 0 || rest != "" {
			return nil, c.itemError("naturals", i, fmt.Sprintf("%q is not two faces", pair), `faces are ranks and Jo: "AA", "AJo"`)
		}
		d.Naturals = append(d.Naturals, [2]uint8{uint8(a), uint8(b)})
	}
	p, err := rank.CompilePoints(d)
	if err != nil {
		return nil, c.Errorf("", "%s", plainRankError(err))
	}
	return Wrap("points", p, c.Pos).WithAttrs(starlark.StringDict{"name": starlark.String(d.Name), "target": starlark.MakeInt(d.Target)}), nil
}

// aceValues reads what an ace counts.
func aceValues(c *Call, d *rank.PointsDescription) error {
	v := c.Value("ace")
	list := []starlark.Value{v}
	if t, ok := v.(starlark.Tuple); ok {
		list = t
	}
	for i, to := range []*int{&d.Values[cards.Ace], &d.AceHigh} {
		if i >= len(list) {
			return nil
		}
		n, err := starlark.AsInt32(list[i])
		if err != nil || len(list) > 2 {
			return c.Errorf("ace", "got %s, want a number or two, such as (1, 11)", v)
		}
		*to = n
	}
	return nil
}

func text(v starlark.Value) string {
	s, _ := starlark.AsString(v)
	return s
}

// scanFace reads a rank or a joker at the start of a text; -1 for neither.
func scanFace(s string) (face int, rest string) {
	if rest, ok := strings.CutPrefix(s, "Jo"); ok {
		return rank.JokerFace, rest
	}
	if s == "" {
		return -1, s
	}
	c, n := cards.Scan(s[:1] + "c")
	if n == 0 {
		return -1, s
	}
	return int(c.Rank()), s[1:]
}

var _ = register(&Builtin{
	Name:  "worth",
	Group: bankedGroup,
	Doc: "What cards count: total, natural (better than any other hand), pair (the faces of the natural as the points name it, or \"\"), " +
		"over (the total has passed the target), soft (an ace counts high), and name in words.",
	Returns: "worth",
	Example: `twenty_two = points("22", target = 22, naturals = ["AA", "AJo", "JoJo"])
plain = worth(twenty_two, "Ah5c6d").total
soft = worth(twenty_two, ["Ah", "5c"]).soft
`,
	Params: []Param{
		{Name: "points", Type: "points", Doc: "what counts how much"},
		{Name: "cards", Type: "string or list of string", Doc: "cards, \"AhKd2c\" or a list of them"},
	},
	Fn: func(c *Call) (starlark.Value, error) {
		p := Unwrap[*rank.Points](c, "points")
		cs, err := manyCards(strings.Join(c.Strings("cards"), ""))
		if err != nil {
			return nil, c.Errorf("cards", "%v", err)
		}
		return worthValue(p, p.Of(cs), c.Pos), nil
	},
})

// manyCards reads cards of any number of packs: every joker is alike.
func manyCards(text string) ([]cards.Card, error) { return cards.Deck{Packs: 8, Jokers: 1}.Parse(text) }

func worthValue(p *rank.Points, w rank.Worth, pos plan.Pos) starlark.Value {
	return Wrap("worth", w, pos).WithAttrs(starlark.StringDict{
		"total": starlark.MakeInt(w.Total), "natural": starlark.Bool(w.Natural > 0), "pair": starlark.String(p.Pair(w)), "over": starlark.Bool(w.Over), "soft": starlark.Bool(w.Soft),
		"name": starlark.String(p.Words(w)),
	})
}

var _ = register(&Builtin{
	Name:    "pays",
	Group:   bankedGroup,
	Doc:     "An outcome of a comparison: the hand wins so many times what it has bet.",
	Returns: "outcome",
	Example: `two_to_one = pays(2)
three_to_two = pays(3, 2)
`,
	Params: []Param{
		{Name: "times", Type: "int", Min: 1, Max: 1000, Doc: "what is won"},
		{Name: "to", Type: "int", Min: 1, Max: 1000, Default: "1", Doc: "for so much that was bet"},
	},
	Fn: func(c *Call) (starlark.Value, error) {
		return Wrap("outcome", plan.Outcome{Num: int16(c.Int("times")), Den: int16(c.Int("to"))}, c.Pos), nil
	},
})

var _ = register(&Builtin{
	Name:  "settle",
	Group: bankedGroup,
	Doc: "The end of a round against a bank: each hand is compared with the banker's and paid, from the left of the banker, until the stake is " +
		"used up; what it does not cover goes back. `compare` is a function of two worths (see worth), the player's and the banker's, that returns " +
		"wins, loses, pushes or pays(…). It is asked about every pair of worths once, while the script loads.",
	Returns: "step",
	Example: `twenty_one = points("21", target = 21)

def _compare(player, banker):
    """The nearer to 21 wins."""
    if player.over:
        return loses
    return wins if banker.over or player.total > banker.total else pushes if player.total == banker.total else loses

end = settle(twenty_one, compare = _compare)
`,
	Params: []Param{
		{Name: "points", Type: "points", Doc: "what the hands count"},
		{Name: "compare", Type: "function", Doc: "a function of the player's worth and the banker's"},
		{Name: "covers", Type: "string", Enum: []string{"wins and losses", "wins"}, Default: `"wins and losses"`, Doc: "what uses up the stake: what it pays and what it wins, so that the banker can win no more than the stake either, or only what it pays"},
		stepName, borrowed, cites,
	},
	Fn: func(c *Call) (starlark.Value, error) {
		s := &plan.SettleStep{Points: Unwrap[*rank.Points](c, "points"), WinsOnly: c.String("covers") == "wins", By: &documented{c.Func("compare")}}
		if err := compareAll(c, s); err != nil {
			return nil, err
		}
		return step(c, plan.Step{Kind: plan.Settle, Settle: s})
	},
})

// compareAll asks the script about every pair of worths.
func compareAll(c *Call, s *plan.SettleStep) error {
	if c.Module() == nil {
		return c.Errorf("", "games are made while a script loads, not in a hook")
	}
	n := s.Points.Classes()
	worths := make([]starlark.Value, n)
	for i := range worths {
		worths[i] = worthValue(s.Points, s.Points.OfClass(i), c.Pos)
	}
	s.Table = make([]plan.Outcome, 0, n*n)
	f := c.Func("compare")
	for _, player := range worths {
		for _, bank := range worths {
			v, err := starlark.Call(c.Thread, f, starlark.Tuple{player, bank}, nil)
			if err != nil {
				return err
			}
			o, ok := As[plan.Outcome](v)
			if !ok {
				return c.Errorf("compare", "%s returns %s, want wins, loses, pushes or pays(…)", f.Name(), v.Type())
			}
			s.Table = append(s.Table, o)
		}
	}
	return nil
}

// documented is a function of a script as rule sheets quote it.
type documented struct{ f starlark.Callable }

var _ plan.Documented = (*documented)(nil)

// Name is the name of the function.
func (d *documented) Name() string { return d.f.Name() }

// Doc is its docstring.
func (d *documented) Doc() string {
	if f, ok := d.f.(*starlark.Function); ok {
		return f.Doc()
	}
	return ""
}

// asker is a script that says which choices a hand has.
type asker struct {
	*hook
	choices map[string]int
}

var _ plan.Asker = (*asker)(nil)

// Allowed asks the script.
func (a *asker) Allowed(q plan.Question) (mask uint32, err error) {
	err = a.ask(q, func(out starlark.Value) error {
		list, ok := items(out)
		if !ok && out != starlark.None {
			return a.wrong("got %s, want a list of choices", out.Type())
		}
		for _, v := range list {
			ch, ok := As[*plan.Choice](v)
			if !ok {
				return a.wrong("got a list with %s, want choices", v.Type())
			}
			k, known := a.choices[ch.Name]
			if !known {
				return a.wrong("%s is not among the choices of the step", ch.Name)
			}
			mask |= 1 << k
		}
		return nil
	})
	return mask, err
}

// tester is a script that decides a branch.
type tester struct{ *hook }

var _ plan.Tester = (*tester)(nil)

// Holds asks the script.
func (t *tester) Holds(q plan.Question) (holds bool, err error) {
	err = t.ask(q, func(out starlark.Value) error {
		b, ok := out.(starlark.Bool)
		if !ok {
			return t.wrong("got %s, want True or False", out.Type())
		}
		holds = bool(b)
		return nil
	})
	return holds, err
}

// roundView is a hand as allowed(hand) sees it, and the table as a condition does: then nobody is asked, and there are no cards.
type roundView struct{ q plan.Question }

var _ starlark.HasAttrs = (*roundView)(nil)

func (v *roundView) String() string        { return "<hand>" }
func (v *roundView) Type() string          { return "round view" }
func (v *roundView) Freeze()               {}
func (v *roundView) Truth() starlark.Bool  { return true }
func (v *roundView) Hash() (uint32, error) { return 0, fmt.Errorf("a hand cannot be hashed") }

var questionAttrs = map[string]func(q plan.Question) starlark.Value{
	"seats":      func(q plan.Question) starlark.Value { return starlark.MakeInt(q.Seats()) },
	"seat":       func(q plan.Question) starlark.Value { return starlark.MakeInt(q.Seat() + 1) },
	"banker":     func(q plan.Question) starlark.Value { return starlark.MakeInt(q.Banker() + 1) },
	"cards":      func(q plan.Question) starlark.Value { return cardList(q.Cards()) },
	"wager":      func(q plan.Question) starlark.Value { return starlark.MakeInt64(q.Wager()) },
	"stack":      func(q plan.Question) starlark.Value { return starlark.MakeInt64(q.Stack()) },
	"fresh":      func(q plan.Question) starlark.Value { return starlark.Bool(q.Fresh()) },
	"split":      func(q plan.Question) starlark.Value { return starlark.Bool(q.Split()) },
	"hands":      func(q plan.Question) starlark.Value { return starlark.MakeInt(handsOf(q)) },
	"cards_left": func(q plan.Question) starlark.Value { return starlark.MakeInt(q.Left()) },
	"unit":       func(q plan.Question) starlark.Value { return starlark.MakeInt64(q.Scale()) },
}

func handsOf(q plan.Question) int {
	if q.Seat() < 0 {
		return 0
	}
	return q.Hands(q.Seat())
}

// Attr returns an attribute, nil if there is none of that name.
func (v *roundView) Attr(name string) (starlark.Value, error) {
	if v.q == nil {
		return nil, fmt.Errorf("the hand is gone: a hook must not keep it")
	}
	if name == "showing" {
		return starlark.NewBuiltin("showing", v.showing), nil
	}
	if f := questionAttrs[name]; f != nil {
		return f(v.q), nil
	}
	return nil, nil
}

// AttrNames lists the attributes.
func (v *roundView) AttrNames() []string {
	out := []string{"showing"}
	for name := range questionAttrs {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// showing is hand.showing(seat, number): the up cards of a seat's hand.
func (v *roundView) showing(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	seat, number := 0, 1
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "seat", &seat, "number?", &number); err != nil {
		return nil, err
	}
	switch {
	case v.q == nil:
		return nil, fmt.Errorf("the hand is gone: a hook must not keep it")
	case seat < 1 || seat > v.q.Seats():
		return nil, fmt.Errorf("showing: no seat %d in the hand", seat)
	case number < 1 || number > max(1, v.q.Hands(seat-1)):
		return nil, fmt.Errorf("showing: seat %d has no hand %d", seat, number)
	}
	return cardList(v.q.Showing(seat-1, number-1)), nil
}
