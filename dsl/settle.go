package dsl

import (
	"cmp"
	"fmt"
	"strings"

	"cardroom/dsl/rankings"
	"cardroom/dsl/star"
	"cardroom/dsl/words"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// How bets against a bank are settled: by points or by rankings, against the banker's hand or by what the hand is.

var _ = register(&star.Builtin{
	Name:  "settle",
	Group: bankedGroup,
	Doc: "The end of a round against a bank: each hand is compared with the banker's and paid, from the left of the banker, until the stake is " +
		"used up; what it does not cover goes back. The house pays whatever is due.\n\n" +
		"Hands that are points are compared by `compare`, a function of two worths (see worth), the player's and the banker's, that returns " +
		"wins, loses, pushes or pays(…). It is asked about every pair of worths once, while the script loads; whether a total is soft or a joker's " +
		"does not count there, and the worths do not tell. Other hands are compared by a ranking, best(high): the better hand wins even money. Of a " +
		"split(…) in several parts, such as pai gow's two hands, who has the better hand in all of them wins, who has it in none loses, and else it is a push.\n\n" +
		"`paid` says how single bets are paid (see paid); others are paid as the comparison says. With `own` there is no comparison: every bet is paid by what " +
		"the hand is. `only` settles some bets, such as a side bet when the cards for it are out, and the round goes on.",
	Returns: "step",
	Example: `twenty_one = points("21", target = 21)

def _compare(player, banker):
    """The nearer to 21 wins."""
    if player.over:
        return loses
    return wins if banker.over or player.total > banker.total else pushes if player.total == banker.total else loses

end = settle(twenty_one, compare = _compare)
stud = settle(best(high), qualifies = at_least(high, "AcKd4h3s2c", name = "ace and king"), paid = [paid("raise", unqualified = pushes)])
pair_bet = settle(best(high), only = ["pair"], own = {"pair": 1, "two pair": 2, at_least(high, "2c2d2h3s4c", name = "three of a kind or better"): 5})
`,
	Params: []star.Param{
		{Name: "points", Type: "points or showdown", Doc: "what the hands count, or which is better: points, or best(…) of a ranking"},
		{Name: "compare", Type: "function", Default: "None", Doc: "of points: a function of the player's worth and the banker's"},
		{Name: "covers", Type: "string", Enum: []string{"wins and losses", "wins"}, Default: `"wins and losses"`, Doc: "what uses up the stake: what it pays and what it wins, so that the banker can win no more than the stake either, or only what it pays"},
		{Name: "qualifies", Type: "openers", Default: "None", Doc: "what the banker's hand must be, at_least(…); what follows from it not being that says paid(unqualified = …)"},
		{Name: "copies", Type: "string", Enum: []string{"push", "banker"}, Default: `"push"`, Doc: "of rankings: who wins with equal hands"},
		{Name: "paid", Type: "list of bet terms", Default: "[]", Doc: "how bets are paid that are not paid as the comparison says"},
		{Name: "own", Type: "dict", Default: "{}", Doc: "in place of the comparison: a pay table for what the hand itself is, see paid"},
		{Name: "only", Type: "list of string", Default: "[]", Doc: "the bets that are settled, and the round goes on; left out: all that are left, and it ends"},
		{Name: "board", Type: "int", Min: 1, Max: plan.MaxBoard, Default: "None", Doc: "of rankings: how many cards of the board count, the first of them; left out: all"},
		{Name: "given_up", Type: "string", Enum: []string{"lose", "count"}, Default: `"lose"`, Doc: "bets of hands that were given up are lost, or the hands are turned up and settled like others"},
		stepName, borrowed, words.Cites,
	},
	Fn: settle,
})

func settle(c *star.Call) (starlark.Value, error) {
	s := &plan.SettleStep{
		WinsOnly: c.String("covers") == "wins", Copies: c.String("copies") == "banker", Bets: c.Strings("only"), Folded: c.String("given_up") == "count", Board: c.Int("board"),
	}
	if len(s.Bets) == 0 {
		s.Bets = nil
	}
	p, isPoints := star.As[*rankings.Tally](c.Value("points"))
	switch {
	case !isPoints && c.Has("compare"):
		return nil, c.HintErrorf("compare", "the better hand wins; paid = [paid(…)] says what it is paid", "hands of a ranking are not compared by a function")
	case isPoints && !c.Has("compare"):
		return nil, c.Errorf("", "the argument compare is missing: it says which of two point totals wins")
	case isPoints && (c.Has("qualifies") || s.Copies):
		return nil, c.HintErrorf("", "let compare return the outcome", "points are compared by compare alone: qualifies and copies are for hands of a ranking")
	case isPoints:
		s.Points, s.By = p.Points, &words.Documented{F: c.Func("compare")}
		if err := compareAll(c, p, s); err != nil {
			return nil, err
		}
	default:
		s.Parts = star.Unwrap[showdown](c, "points").Parts
		if err := againstBanker(c, s.Parts); err != nil {
			return nil, err
		}
	}
	if err := qualifies(c, s); err != nil {
		return nil, err
	}
	if d, ok := c.Value("own").(*starlark.Dict); ok && d.Len() > 0 {
		t, err := payTable(c, "own", d, ranking(s), plan.Loses)
		if err != nil {
			return nil, err
		}
		s.Own = t
	}
	for i, t := range star.UnwrapList[betTerms](c, "paid") {
		l, err := t.line(c, s)
		if err != nil {
			return nil, err
		}
		if s.Line(l.Bet) != nil {
			return nil, c.ItemError("paid", i, fmt.Sprintf("the bet %q has two lines", l.Bet), "")
		}
		s.Lines = append(s.Lines, l)
	}
	return step(c, plan.Step{Kind: plan.Settle, Settle: s})
}

// againstBanker refuses parts of a showdown that mean nothing where each hand is compared with the banker's alone.
func againstBanker(c *star.Call, parts []plan.Part) error {
	if len(parts) > 2 {
		return c.Errorf("points", "%d hands are compared with the banker's: one or two can be", len(parts))
	}
	for i := range parts {
		p := &parts[i]
		boards := p.Names != nil && (len(p.Names.Boards) > 0 || len(p.Names.Uses) > 0)
		if p.Else != nil || len(p.Chosen) > 0 || p.From != plan.AllCards || p.Floor != nil || p.Holding != 0 || p.Share != 0 || boards {
			return c.HintErrorf("points", "best(ranking, hole = …, board = …, hand = …); qualifies = at_least(…) is about the banker's hand",
				"against a bank the ranking, the number of cards that play and the hand set apart count, and nothing else of best")
		}
	}
	return nil
}

// qualifies reads what the banker's hand must be.
func qualifies(c *star.Call, s *plan.SettleStep) error {
	if !c.Has("qualifies") {
		return nil
	}
	s.Qualifies = star.Unwrap[*plan.Openers](c, "qualifies")
	if r := s.Parts[0].Ranking; s.Qualifies.Ranking != r && !s.Qualifies.Ranking.Same(r) {
		return c.Errorf("qualifies", "hands are compared by the %s ranking, and this is of %s", r.Name(), s.Qualifies.Ranking.Name())
	}
	return nil
}

// betTerms are how one bet is paid, as a script says it: what its tables mean is known where the ranking is.
type betTerms struct {
	plan.Line
	tables [5]starlark.Value // in the order of termNames
}

var termNames = [...]string{"win", "tie", "lose", "unqualified", "bonus"}

var _ = register(&star.Builtin{
	Name:  "paid",
	Group: bankedGroup,
	Doc: "How one of several bets is paid when a round against a bank is settled. Each case is an outcome (wins, loses, pushes, pays(…)), a number n for n to 1, or a " +
		"pay table: a dict from what the hand is to one of these, the best first. What it is says a class, \"straight\", or at_least(…); \"other\" is all the rest, " +
		"which otherwise pushes. What is left out is as the comparison says.",
	Returns: "bet terms",
	Example: `blind = paid("blind", win = {at_least(high, "AsKsQsJsTs", name = "royal flush"): 500, "straight flush": 50, "four of a kind": 10, "full house": 3, "flush": pays(3, 2), "straight": 1})
ante = paid("ante", unqualified = wins, bonus = {"straight": 1})
banker_bet = paid("banker", win = loses, lose = wins, commission = 5)
`,
	Params: []star.Param{
		{Name: "bet", Type: "string", Doc: "which bet"},
		{Name: "win", Type: "outcome or int or dict", Default: "None", Doc: "when the hand wins"},
		{Name: "tie", Type: "outcome or int or dict", Default: "None", Doc: "when it is as good as the banker's"},
		{Name: "lose", Type: "outcome or int or dict", Default: "None", Doc: "when it loses"},
		{Name: "unqualified", Type: "outcome or int or dict", Default: "None", Doc: "when the banker's hand does not qualify, whichever is better"},
		{Name: "bonus", Type: "dict", Default: "None", Doc: "an extra pay table, paid whatever the banker has"},
		{Name: "commission", Type: "string or int", Default: "0", Doc: "what the house takes of what the bet wins, in percent"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		t := betTerms{Line: plan.Line{Bet: c.String("bet"), Commission: words.Amount(c, "commission"), Pos: c.Pos}}
		if t.Commission > 100*plan.Cents {
			return nil, c.Errorf("commission", "%s percent", plan.Money(t.Commission, plan.Cents))
		}
		for i, name := range termNames {
			if c.Has(name) {
				t.tables[i] = c.Value(name)
			}
		}
		return star.Wrap("bet terms", t, c.Pos), nil
	},
})

// line is the terms with their tables for the ranking of a settlement.
func (t *betTerms) line(c *star.Call, s *plan.SettleStep) (plan.Line, error) {
	l := t.Line
	for i, to := range []**plan.PayTable{&l.Win, &l.Tie, &l.Lose, &l.Unqualified, &l.Bonus} {
		v := t.tables[i]
		if v == nil {
			continue
		}
		if to == &l.Unqualified && s.Qualifies == nil {
			return l, c.HintErrorf("paid", "qualifies = at_least(…)", "the bet %q is paid for a banker who does not qualify, and every hand qualifies", l.Bet)
		}
		table, err := payTable(c, "paid", v, ranking(s), plan.Pushes)
		if err != nil {
			return l, err
		}
		*to = table
	}
	return l, nil
}

// ranking is what pay tables go by, nil for points.
func ranking(s *plan.SettleStep) *rank.Ranking {
	if s.Points != nil {
		return nil
	}
	return s.Parts[0].Ranking
}

// payTable reads an outcome, a number, or a dict of them by what the hand is.
func payTable(c *star.Call, param string, v starlark.Value, r *rank.Ranking, rest plan.Outcome) (*plan.PayTable, error) {
	d, ok := v.(*starlark.Dict)
	if !ok {
		o, err := outcomeOf(c, param, v)
		return &plan.PayTable{Rest: o}, err
	}
	if r == nil {
		return nil, c.HintErrorf(param, "compare can return pays(…)", "a pay table needs a ranking, and these hands are points")
	}
	t := &plan.PayTable{Rest: rest}
	for _, item := range d.Items() {
		o, err := outcomeOf(c, param, item[1])
		if err != nil {
			return nil, err
		}
		name, isText := starlark.AsString(item[0])
		if isText && name == "other" {
			t.Rest = o
			continue
		}
		row, err := payRow(c, param, item[0], name, r)
		if err != nil {
			return nil, err
		}
		row.Outcome = o
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// payRow reads what a hand must be for a row.
func payRow(c *star.Call, param string, key starlark.Value, name string, r *rank.Ranking) (row plan.PayRow, err error) {
	if least, ok := star.As[*plan.Openers](key); ok {
		if least.Ranking != r && !least.Ranking.Same(r) {
			return row, c.Errorf(param, "%s is of the ranking %s, and the hands are ranked by %s", least.Name, least.Ranking.Name(), r.Name())
		}
		return plan.PayRow{Name: least.Name, Least: least.Least}, nil
	}
	var names []string
	for _, k := range r.Categories() {
		if names = append(names, k.String()); k.String() == name {
			return plan.PayRow{Name: name, Category: k}, nil
		}
	}
	return row, c.HintErrorf(param, cmp.Or(diag.DidYouMean(name, names), "there are "+strings.Join(names, ", ")+", at_least(…) and \"other\""),
		"%s is no class of the %s ranking", key, r.Name())
}

// outcomeOf reads an outcome, or n for n to 1.
func outcomeOf(c *star.Call, param string, v starlark.Value) (plan.Outcome, error) {
	if o, ok := star.As[plan.Outcome](v); ok {
		return o, nil
	}
	if n, err := starlark.AsInt32(v); err == nil && n > 0 && n <= maxPay {
		return plan.Outcome{Num: int16(n), Den: 1}, nil
	}
	return plan.Outcome{}, c.Errorf(param, "got %s, want wins, loses, pushes, pays(…) or a number from 1 to %d", v, maxPay)
}

// maxPay is the most times that a bet can be paid.
const maxPay = 10_000

var _ = register(&star.Builtin{
	Name:    "pays",
	Group:   bankedGroup,
	Doc:     "An outcome of a comparison: the hand wins this many times its bet.",
	Returns: "outcome",
	Example: `two_to_one = pays(2)
three_to_two = pays(3, 2)
`,
	Params: []star.Param{
		{Name: "times", Type: "int", Min: 1, Max: 1000, Doc: "what is won"},
		{Name: "to", Type: "int", Min: 1, Max: 1000, Default: "1", Doc: "for so much that was bet"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return star.Wrap("outcome", plan.Outcome{Num: int16(c.Int("times")), Den: int16(c.Int("to"))}, c.Pos), nil
	},
})

// compareAll asks the script about every pair of worths.
func compareAll(c *star.Call, p *rankings.Tally, s *plan.SettleStep) error {
	if c.Module() == nil {
		return c.Errorf("", "games are made while a script loads, not in a hook")
	}
	worths := p.Worths()
	s.Table = make([]plan.Outcome, 0, len(worths)*len(worths))
	f := c.Func("compare")
	for _, player := range worths {
		for _, bank := range worths {
			v, err := starlark.Call(c.Thread, f, starlark.Tuple{player, bank}, nil)
			if err != nil {
				return err
			}
			o, ok := star.As[plan.Outcome](v)
			if !ok {
				return c.Errorf("compare", "%s returns %s, want wins, loses, pushes or pays(…)", f.Name(), v.Type())
			}
			s.Table = append(s.Table, o)
		}
	}
	return nil
}
