package dsl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Settlement of bets against a bank: by points or by rankings, against the banker's hand or by the hand alone.

var _ = register(&star.Builtin{
	Name:  "settle",
	Group: bankedGroup,
	Doc: "The end of a round against a banker: each hand is compared with the banker's and paid, from the banker's left, until the stake is " +
		"used up; bets that it does not cover go back. The house pays everything it owes.\n\n" +
		"Point hands are compared by `compare`, a function of two worths (see worth), the player's and the banker's, that returns " +
		"wins, loses, pushes or pays(…). It is called once for every pair of worths, while the script loads; it does not see whether a total is soft or includes a " +
		"joker. Other hands are compared by a ranking, best(high): the better hand wins even money. With a " +
		"split(…) of several parts, such as pai gow's two hands, a player wins with the better hand in all parts, loses with none, and otherwise pushes. Where boards have names, best(high, on = \"A\") says which play; the best of them counts.\n\n" +
		"`paid` sets how single bets are paid (see paid); the others follow the comparison. With `own` there is no comparison: every bet is paid by what " +
		"the hand is. `only` settles some of the bets and the round goes on, such as a side bet as soon as its cards are out.",
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
		{Name: "points", Type: "points or showdown or outcome", Doc: "how hands are compared: points, or best(…) of a ranking; wins, loses, pushes or pays(…): nothing is compared, and that is what each bet gets, also of players without cards"},
		{Name: "compare", Type: "function", Default: "None", Doc: "for points: a function of the player's worth and the banker's"},
		{Name: "covers", Type: "string", Enum: []string{"wins and losses", "wins"}, Default: `"wins and losses"`, Doc: "what uses up the stake: payments and winnings together, so that the banker cannot win more than the stake, or payments only"},
		{Name: "qualifies", Type: "openers", Default: "None", Doc: "the least hand with which the banker qualifies, at_least(…); paid(unqualified = …) says what follows if the banker does not"},
		{Name: "copies", Type: "string", Enum: []string{"push", "banker"}, Default: `"push"`, Doc: "for rankings: who wins a tie"},
		{Name: "paid", Type: "list of bet terms", Default: "[]", Doc: "bets that are not paid as the comparison says"},
		{Name: "own", Type: "dict", Default: "{}", Doc: "instead of the comparison: a pay table for the hand itself, see paid"},
		{Name: "only", Type: "list of string", Default: "[]", Doc: "the bets to settle while the round goes on; left out: all that are left, and the round ends"},
		{Name: "board", Type: "int", Min: 1, Max: plan.MaxBoard, Default: "None", Doc: "for rankings: how many cards of the board count, or of each board, from the first; left out: all. best(…, hole = 2, board = 0) counts none of them"},
		{Name: "given_up", Type: "string", Enum: []string{"lose", "count"}, Default: `"lose"`, Doc: "whether hands that were given up lose their bets, or are turned up and settled like others"},
		stepName, borrowed, Cites,
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
	p, isPoints := star.As[*Tally](c.Value("points"))
	o, isOutcome := star.As[plan.Outcome](c.Value("points"))
	switch {
	case isOutcome:
		for _, name := range []string{"compare", "qualifies", "paid", "own", "board"} {
			if c.Has(name) {
				return nil, c.Errorf(name, "each bet gets the same, so nothing else decides")
			}
		}
		s.Own = &plan.PayTable{Rest: o}
	case !isPoints && c.Has("compare"):
		return nil, c.HintErrorf("compare", "the better hand wins; paid = [paid(…)] says what it is paid", "hands of a ranking are not compared by a function")
	case isPoints && !c.Has("compare"):
		return nil, c.Errorf("", "the argument compare is missing: it decides which of two point totals wins")
	case isPoints && (c.Has("qualifies") || s.Copies):
		return nil, c.HintErrorf("", "let compare return the outcome", "points are compared by compare only: qualifies and copies are for hands of a ranking")
	case isPoints:
		s.Points, s.By = p.Points, &documented{F: c.Func("compare")}
		if err := compareAll(c, p, s); err != nil {
			return nil, err
		}
	default:
		s.Parts = star.Unwrap[showdownValue](c, "points").Parts
		// parts of a showdown that make no sense when each hand is compared only with the banker's
		parts := s.Parts
		if len(parts) > 2 {
			return nil, c.Errorf("points", "%d hands are compared with the banker's, want one or two", len(parts))
		}
		for i := range parts {
			p := &parts[i]
			boards := p.Names != nil && (len(p.Names.Beats) > 0 || len(p.Names.Uses) > 0 || len(p.Names.Hands) > 1)
			if p.Else != nil || len(p.Chosen) > 0 || p.From != plan.AllCards || p.Floor != nil || p.Holding|p.Beats != 0 || p.Share != 0 || boards {
				return nil, c.HintErrorf("points", "best(ranking, hole = …, board = …, hand = …, on = …); qualifies = at_least(…) is about the banker's hand",
					"against a banker only the ranking, the number of cards that play, the hand and the board of best count")
			}
		}
	}
	if err := readQualifier(c, s); err != nil {
		return nil, err
	}
	if d, ok := c.Value("own").(*starlark.Dict); ok && d.Len() > 0 {
		t, err := payTable(c, "own", d, payRanking(s), plan.Loses)
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
			return nil, c.ItemError("paid", i, fmt.Sprintf("the bet %q is listed twice", l.Bet), "")
		}
		s.Lines = append(s.Lines, l)
	}
	return wrapStep(c, plan.Settles(s))
}

// readQualifier reads the minimum of the banker's hand.
func readQualifier(c *star.Call, s *plan.SettleStep) error {
	if !c.Has("qualifies") {
		return nil
	}
	s.Qualifies = star.Unwrap[*plan.Openers](c, "qualifies")
	if r := s.Parts[0].Ranking; s.Qualifies.Ranking != r && !s.Qualifies.Ranking.Same(r) {
		return c.Errorf("qualifies", "hands are compared by the %s ranking, but this one uses %s", r.Name(), s.Qualifies.Ranking.Name())
	}
	return nil
}

// betTerms are the payouts of one bet as given by a script; the meaning of its tables depends on the ranking.
type betTerms struct {
	plan.Line
	tables [6]starlark.Value // in the order of termNames
}

var termNames = [...]string{"win", "tie", "lose", "lose_to", "unqualified", "bonus"}

var _ = register(&star.Builtin{
	Name:  "paid",
	Group: bankedGroup,
	Doc: "How one of several bets is paid when a round against a banker is settled. Each case is an outcome (wins, loses, pushes, pays(…)), a number n for n to 1, -n for a loss of n times the bet, or a " +
		"pay table: a dict from hands to outcomes or numbers, the best hand first. A hand is a class, \"straight\", or at_least(…); \"other\" covers the rest, " +
		"which otherwise pushes. Cases that are left out follow the comparison, and so does a loss of part of the bet, pays(-1, 2).",
	Returns: "bet terms",
	Example: `blind = paid("blind", win = {at_least(high, "AsKsQsJsTs", name = "royal flush"): 500, "straight flush": 50, "four of a kind": 10, "full house": 3, "flush": pays(3, 2), "straight": 1})
ante = paid("ante", unqualified = wins, bonus = {"straight": 1})
banker_bet = paid("banker", win = loses, lose = wins, commission = 5)
`,
	Params: []star.Param{
		{Name: "bet", Type: "string", Doc: "which bet"},
		{Name: "win", Type: "outcome or int or dict", Default: "None", Doc: "when the hand wins"},
		{Name: "tie", Type: "outcome or int or dict", Default: "None", Doc: "if it ties the banker's hand"},
		{Name: "lose", Type: "outcome or int or dict", Default: "None", Doc: "when it loses"},
		{Name: "lose_to", Type: "outcome or int or dict", Default: "None", Doc: "when it loses: instead of `lose`, by the banker's hand"},
		{Name: "unqualified", Type: "outcome or int or dict", Default: "None", Doc: "if the banker's hand does not qualify, whichever is better"},
		{Name: "bonus", Type: "dict", Default: "None", Doc: "an extra pay table, paid whatever the banker has"},
		{Name: "commission", Type: "string or int", Default: "0", Doc: "the house's commission on what the bet wins, in percent"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		t := betTerms{Line: plan.Line{Bet: c.String("bet"), Commission: amount(c, "commission"), Pos: c.Pos}}
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

// line returns the terms with their pay tables for the ranking of a settlement.
func (t *betTerms) line(c *star.Call, s *plan.SettleStep) (plan.Line, error) {
	l := t.Line
	for i, to := range []**plan.PayTable{&l.Win, &l.Tie, &l.Lose, &l.LoseTo, &l.Unqualified, &l.Bonus} {
		v := t.tables[i]
		if v == nil {
			continue
		}
		if to == &l.Unqualified && s.Qualifies == nil {
			return l, c.HintErrorf("paid", "qualifies = at_least(…)", "the bet %q is paid for a banker who does not qualify, but every hand qualifies", l.Bet)
		}
		table, err := payTable(c, "paid", v, payRanking(s), plan.Pushes)
		if err != nil {
			return l, err
		}
		*to = table
	}
	if l.Lose != nil && l.LoseTo != nil {
		return l, c.HintErrorf("paid", "leave one of them out", "the bet %q loses both by its own hand and by the banker's", l.Bet)
	}
	return l, nil
}

// payRanking returns the ranking that pay tables use, or nil for points.
func payRanking(s *plan.SettleStep) *rank.Ranking {
	if s.Points != nil {
		return nil
	}
	return s.Parts[0].Ranking
}

// payTable reads an outcome, a number, or a dict from hands to outcomes.
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

// payRow reads the hand that a row requires.
func payRow(c *star.Call, param string, key starlark.Value, name string, r *rank.Ranking) (row plan.PayRow, err error) {
	if least, ok := star.As[*plan.Openers](key); ok {
		if least.Ranking != r && !least.Ranking.Same(r) {
			return row, c.Errorf(param, "%s uses the ranking %s, but the hands are ranked by %s", least.Name, least.Ranking.Name(), r.Name())
		}
		return plan.PayRow{Name: least.Name, Least: least}, nil
	}
	var names []string
	d := r.Description()
	for i, o := range d.Order {
		if names = append(names, o.Name); o.Name == name {
			return plan.PayRow{Name: name, Own: int16(i + 1)}, nil
		}
	}
	if d.Score != nil && len(d.Order) == 0 {
		return row, c.HintErrorf(param, `at_least(…) names the hands that are as good as some cards or better`,
			"%s: the %s ranking has scores and no classes", key, r.Name())
	}
	for _, k := range r.Categories() {
		if d.Score != nil {
			break // its classes are those of its order
		}
		if names = append(names, k.String()); k.String() == name {
			return plan.PayRow{Name: name, Category: k}, nil
		}
	}
	return row, c.HintErrorf(param, cmp.Or(diag.DidYouMean(name, names), "there are "+strings.Join(names, ", ")+", at_least(…) and \"other\""),
		"%s is not a class of the %s ranking", key, r.Name())
}

// outcomeOf reads an outcome; a number n means n to 1.
func outcomeOf(c *star.Call, param string, v starlark.Value) (plan.Outcome, error) {
	if o, ok := star.As[plan.Outcome](v); ok {
		return o, nil
	}
	if n, err := starlark.AsInt32(v); err == nil && n != 0 && n >= -maxLoss && n <= maxPay {
		return plan.Outcome{Num: int16(n), Den: 1}, nil
	}
	return plan.Outcome{}, c.Errorf(param, "got %s, want wins, loses, pushes, pays(…) or a number from 1 to %d, or -1 to -%d for a loss", v, maxPay, maxLoss)
}

// maxPay is the highest payout, as a multiple of the bet, and maxLoss the highest loss, which players keep behind.
const (
	maxPay  = 10_000
	maxLoss = 20
)

var _ = register(&star.Builtin{
	Name:  "pays",
	Group: bankedGroup,
	Doc: "An outcome of a comparison: the hand wins this multiple of its bet. A negative number loses it: pays(-1, 2) half of the bet, pays(-3) three " +
		"times the bet, for which the player keeps chips behind, see wager.",
	Returns: "outcome",
	Example: `two_to_one = pays(2)
three_to_two = pays(3, 2)
half_lost = pays(-1, 2)
`,
	Params: []star.Param{
		{Name: "times", Type: "int", Min: -maxLoss, Max: 1000, Doc: "the amount won, or with a minus lost"},
		{Name: "to", Type: "int", Min: 1, Max: 1000, Default: "1", Doc: "for this amount bet"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		if c.Int("times") == 0 {
			return nil, c.HintErrorf("times", "pushes", "a hand that wins 0 neither wins nor loses")
		}
		return star.Wrap("outcome", plan.Outcome{Num: int16(c.Int("times")), Den: int16(c.Int("to"))}, c.Pos), nil
	},
})

// compareAll asks the script about every pair of point values, once for all pairs that are alike in what it looks at.
func compareAll(c *star.Call, p *Tally, s *plan.SettleStep) error {
	if c.Module() == nil {
		return c.Errorf("", "games must be made while a script loads, not in a hook")
	}
	worths := p.Worths()
	s.Table = make([]plan.Outcome, 0, len(worths)*len(worths))
	f := c.Func("compare")
	attrs := worths[0].AttrNames()
	numbers := make([][]int64, len(attrs)+1) // of the values of an attribute; the last are those of the worths themselves
	for k := range numbers {
		of := map[starlark.Value]int64{}
		for _, w := range worths {
			var v starlark.Value = w
			if k < len(attrs) {
				v, _ = w.Attr(attrs[k])
			}
			n, ok := of[v]
			if !ok {
				n = int64(len(of))
				of[v] = n
			}
			numbers[k] = append(numbers[k], n)
		}
	}
	var pair [2]int
	answer := func(l worthLook) int64 { return numbers[l.attr][pair[l.side]] }
	var known memo[worthLook, plan.Outcome]
	for pair[0] = range worths {
		for pair[1] = range worths {
			o, ok := known.Find("", answer)
			if !ok {
				var reads []read[worthLook]
				look := func(side int, name string) {
					l := worthLook{side, len(attrs)}
					if k := slices.Index(attrs, name); k >= 0 {
						l.attr = k
					}
					reads = append(reads, read[worthLook]{Ask: l, Answer: answer(l)})
				}
				v, err := starlark.Call(c.Thread, f, starlark.Tuple{&lookedAt{worths[pair[0]], 0, look}, &lookedAt{worths[pair[1]], 1, look}}, nil)
				if err != nil {
					return err
				}
				if o, ok = star.As[plan.Outcome](v); !ok {
					return c.Errorf("compare", "%s returns %s, want wins, loses, pushes or pays(…)", f.Name(), v.Type())
				}
				known.Note("", reads, o)
			}
			s.Table = append(s.Table, o)
		}
	}
	return nil
}

// worthLook is a look at an attribute, by its number, of the player's worth, 0, or of the banker's, 1.
type worthLook struct{ side, attr int }

// lookedAt is a worth that tells what a script looks at: the name of an attribute, or "" for the worth itself.
type lookedAt struct {
	*star.Value[rank.Worth]
	side int
	look func(side int, name string)
}

func (l *lookedAt) Attr(name string) (starlark.Value, error) {
	v, err := l.Value.Attr(name)
	if v != nil {
		l.look(l.side, name)
	}
	return v, err
}

func (l *lookedAt) String() string        { l.look(l.side, ""); return l.Value.String() }
func (l *lookedAt) Hash() (uint32, error) { l.look(l.side, ""); return l.Value.Hash() }

// CompareSameType compares the worths.
func (l *lookedAt) CompareSameType(op syntax.Token, y starlark.Value, depth int) (bool, error) {
	other := y.(*lookedAt)
	l.look(l.side, "")
	other.look(other.side, "")
	return starlark.CompareDepth(op, l.Value, other.Value, depth)
}
