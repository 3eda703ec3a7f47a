package dsl

import (
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/pots"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// What wins: rankings, the best hand under one, and pots that are split.

func init() {
	for _, e := range rank.Catalogue() {
		registerConstant(&star.Constant{Name: e.Word, Group: "rankings", Doc: e.Doc, Value: rankingValue(e.Ranking, diag.Pos{})})
		if name := strings.ReplaceAll(e.Name(), "-", "_"); name != e.Word {
			foreign[name] = "in scripts the ranking is called " + e.Word
		}
	}
	for _, w := range []struct {
		name, doc string
		v         oddChip
	}{
		{"to_high", "The odd chip of a divided pot goes to the high hand.", oddChip{}},
		{"to_low", "The odd chip of a divided pot goes to the low hand.", oddChip{toSecond: true}},
	} {
		registerWord(w.name, "showdown", "odd chip", w.doc, w.v)
	}
}

type oddChip struct{ toSecond bool }

var _ = register(&star.Builtin{
	Name:  "best",
	Group: "showdown",
	Doc: "The best hand of a ranking takes the pot, or its part of one. Any five of a seat's cards and the board play, " +
		"or exactly `hole` of the first and `board` of the second.",
	Returns: "showdown",
	Example: `omaha = best(high, hole = 2, board = 3)
stud = best(high, ties = "suit")
`,
	Params: []star.Param{
		{Name: "ranking", Type: "ranking", Doc: "what is better than what"},
		{Name: "hole", Type: "int", Min: 0, Max: plan.MaxHole, Default: "0", Doc: "hole cards that must play; 0 with board 0: any"},
		{Name: "board", Type: "int", Min: 0, Max: plan.MaxBoard, Default: "0", Doc: "board cards that must play"},
		{Name: "ties", Type: "string", Enum: []string{"split", "suit", "suit, highest card"}, Default: `"split"`, Doc: "equal hands split, or the higher suit wins and only identical cards split: suits are compared in the order in which the cards make the hand, or from the highest card down; left out: suits decide if the ranking orders them"},
		{Name: "losers", Type: "string", Enum: []string{"show", "muck"}, Default: `"show"`, Doc: "hands that win nothing are shown too, or go to the muck unseen"},
		cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		p := plan.Part{
			Name: "high", Ranking: star.Unwrap[*rank.Ranking](c, "ranking"), Hole: c.Int("hole"), Board: c.Int("board"),
			BySuit: c.String("ties") != "split", HighestFirst: c.String("ties") == "suit, highest card",
		}
		if !c.Has("ties") {
			p.BySuit = p.Ranking.Suits() != rank.SuitsEqual
		}
		if (p.Hole == 0) != (p.Board == 0) {
			return nil, c.Errorf("", "hole and board cards that must play are named together")
		}
		if p.Ranking.Low() {
			p.Name = "low"
		}
		s := plan.ShowdownStep{Parts: []plan.Part{p}, LosersMuck: c.String("losers") == "muck"}
		return star.Wrap("showdown", showdown{s, c.Strings("cites")}, c.Pos), nil
	},
})

// showdown is a showdown with what it cites, on its way into a step.
type showdown struct {
	plan.ShowdownStep
	clauses []string
}

var _ = register(&star.Builtin{
	Name:  "split",
	Group: "showdown",
	Doc: "Each pot is halved between the best high and the best low hand. A half for which nobody qualifies goes to the other. " +
		"Equal hands divide their own half.",
	Returns: "showdown",
	Example: `hilo = split(best(high), best(eight_or_better), odd_chip = to_high)
`,
	Params: []star.Param{
		{Name: "high", Type: "showdown", Doc: "what takes the first half"},
		{Name: "low", Type: "showdown", Doc: "what takes the second half"},
		{Name: "odd_chip", Type: "odd chip", Default: "to_high", Doc: "which half gets the odd chip"},
		cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		a, b := star.Unwrap[showdown](c, "high"), star.Unwrap[showdown](c, "low")
		s := showdown{clauses: append(append(append([]string{}, a.clauses...), b.clauses...), c.Strings("cites")...)}
		s.Parts = append(append([]plan.Part{}, a.Parts...), b.Parts...)
		s.LosersMuck = a.LosersMuck && b.LosersMuck
		if len(s.Parts) != 2 {
			return nil, c.Errorf("", "a pot is split between two hands")
		}
		s.OddToSecond = star.Unwrap[oddChip](c, "odd_chip").toSecond
		return star.Wrap("showdown", s, c.Pos), nil
	},
})

var _ = register(&star.Builtin{
	Name:    "show",
	Group:   "showdown",
	Doc:     "A showdown in the middle of `play`, for a hand that may end in several ways. It ends the hand.",
	Returns: "step",
	Example: `ways = when(passed_out, [draw(4), bet(), show(best(ace_to_five))])
`,
	Params: []star.Param{
		{Name: "showdown", Type: "showdown", Doc: "what wins"},
		cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		sd := star.Unwrap[showdown](c, "showdown")
		s := sd.ShowdownStep
		return wrapNode(c, node{Step: plan.Step{Kind: plan.Showdown, Show: &s, Clauses: sd.clauses}}), nil
	},
})

var _ = register(&star.Builtin{
	Name:    "at_least",
	Group:   "showdown",
	Doc:     "The hands of a ranking that are at least as good as a given one: what a seat must hold to open.",
	Returns: "openers",
	Example: `jacks = at_least(high, "JcJd4h3s2c", name = "a pair of jacks")
first = bet(openers = jacks)
`,
	Params: []star.Param{
		{Name: "ranking", Type: "ranking", Doc: "what is better than what"},
		{Name: "hand", Type: "string", Doc: "the least hand, as cards"},
		{Name: "name", Type: "string", Doc: "the same in words"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		r := star.Unwrap[*rank.Ranking](c, "ranking")
		cs, err := cards.Read(c.String("hand"))
		if err != nil {
			return nil, c.Errorf("hand", "%v", err)
		}
		if len(cs) != r.Size() {
			return nil, c.Errorf("hand", "%d cards, a hand of this ranking has %d", len(cs), r.Size())
		}
		return star.Wrap("openers", &plan.Openers{Name: c.String("name"), Ranking: r, Least: r.Best(cs)}, c.Pos), nil
	},
})

var oddChipPolicies = map[string]pots.OddChip{
	"one each": pots.OneEach, "all to nearest": pots.AllNearest, "high card": pots.BySuit,
}
