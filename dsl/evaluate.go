package dsl

import (
	"cardroom/engine/cards"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

var _ = register(&Builtin{
	Name:  "evaluate",
	Group: "rankings",
	Doc: "What cards are worth under a ranking: the best hand that any of them make, or with a board exactly two of the cards and " +
		"three of the board when `exact` is set. The result has strength (larger is better, 0 for no hand), name in words, and the cards used.",
	Returns: "evaluation",
	Example: `wheel = evaluate(ace_to_five, "Ah2c3d4s5h")
better = wheel.strength > evaluate(ace_to_five, "2c3d4s5h6h").strength
`,
	Params: []Param{
		{Name: "ranking", Type: "ranking", Doc: "what is better than what"},
		{Name: "cards", Type: "string", Doc: "cards, \"AhKd2c\""},
		{Name: "board", Type: "string", Default: `""`, Doc: "cards that all seats share"},
		{Name: "exact", Type: "bool", Default: "False", Doc: "exactly two of the cards and three of the board play"},
	},
	Fn: func(c *Call) (starlark.Value, error) {
		r := Unwrap[*rank.Ranking](c, "ranking")
		own, err := cards.Parse(c.String("cards"))
		if err != nil {
			return nil, c.Errorf("cards", "%v", err)
		}
		board, err := cards.Parse(c.String("board"))
		if err != nil {
			return nil, c.Errorf("board", "%v", err)
		}
		all := append(append([]cards.Card{}, own...), board...)
		if !r.Takes(all) || cards.SetOf(all...).Len() != len(all) {
			return nil, c.Errorf("cards", "%s has a card twice, or one that the ranking does not know", cards.Spaced(all))
		}
		strength, used := r.Best(all), r.Used(all)
		if c.Bool("exact") {
			strength, used = r.Exact(own, board), r.UsedExact(own, board)
		}
		return Wrap("evaluation", strength, c.Pos).WithAttrs(starlark.StringDict{
			"strength": starlark.MakeInt64(int64(strength)),
			"name":     starlark.String(r.Describe(strength)),
			"cards":    cardList(used),
		}), nil
	},
})
