package dsl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/cards"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

var evaluateWord = &star.Builtin{
	Name:  "evaluate",
	Group: "rankings",
	Doc: "Ranks cards: the best hand that any of them make, or with `exact` and a board exactly two of the cards and " +
		"three of the board. The result has strength (larger is better, 0 for no hand), name in words, the cards used, and the name of the ranking. " +
		"Fewer cards than a hand of the ranking has are an error while a script loads, and no hand in a function that is called later, such as a policy before the flop; a ranking with size = (1, 5) ranks fewer, as in no peek. " +
		"Results of the same ranking can be compared: the better hand is the larger, equal hands are equal.",
	Returns: "evaluation",
	Example: `wheel = evaluate(ace_to_five, "Ah2c3d4s5h")
better = wheel > evaluate(ace_to_five, "2c3d4s5h6h")
`,
	Params: []star.Param{
		{Name: "ranking", Type: "ranking", Doc: "the ranking"},
		{Name: "cards", Type: "string or list of string", Doc: "cards, \"AhKd2c\", or a list as views of a hand have it"},
		{Name: "board", Type: "string or list of string", Default: `""`, Doc: "cards that all seats share"},
		{Name: "exact", Type: "bool", Default: "False", Doc: "exactly two of the cards and three of the board play"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		r := star.Unwrap[*rank.Ranking](c, "ranking")
		own, err := cards.Read(strings.Join(c.Strings("cards"), ""))
		if err != nil {
			return nil, c.Errorf("cards", "%v", err)
		}
		board, err := cards.Read(strings.Join(c.Strings("board"), ""))
		if err != nil {
			return nil, c.Errorf("board", "%v", err)
		}
		all := append(append([]cards.Card{}, own...), board...)
		if !r.Takes(all) || cards.SetOf(all...).Len() != len(all) {
			return nil, c.Errorf("cards", "%s has a duplicate card, or one that the ranking does not use", cards.Spaced(all))
		}
		if len(all) > maxEvaluated {
			return nil, c.Errorf("cards", "%d cards with the board, at most %d can be ranked", len(all), maxEvaluated)
		}
		if m := c.Module(); len(all) < r.Fewest() && m != nil && !m.Interactive() {
			return nil, c.HintErrorf("cards", fmt.Sprintf("ranking(…, size = (%d, %d)) ranks hands of fewer cards", len(all), r.Size()),
				"%s, and a hand of the %s ranking has %d", star.Count(len(all), "card"), r.Name(), r.Fewest())
		}
		c.Charge(guard.ItemsPerStep * (10 + choices(len(all), 5)/2))
		best, of := func() rank.Strength { return r.Best(all) }, &rank.Choice{Board: all}
		if c.Bool("exact") {
			if r.Size() != 5 {
				return nil, c.HintErrorf("exact", "remove it", "two cards and three of the board make a hand of five, and a hand of the %s ranking has %s", r.Name(), star.Count(r.Size(), "card"))
			}
			if len(own) < 2 || len(own) > 6 || len(board) < 3 || len(board) > 5 {
				return nil, c.Errorf("exact", "%d cards and %d on the board: exact play needs 2 to 6 cards and 3 to 5 on the board", len(own), len(board))
			}
			best, of = func() rank.Strength { return r.Exact(own, board) }, &rank.Choice{Hole: own, Board: board, Use: rank.Use{HoleLeast: 2, HoleMost: 2, BoardLeast: 3, BoardMost: 3}}
		}
		e := &evaluation{Value: star.Wrap("evaluation", struct{}{}, c.Pos), ranking: r}
		e.rank = sync.OnceFunc(func() {
			if e.strength = best(); r.Suits() != rank.SuitsEqual {
				e.suits = r.SuitKeyOf(of, false)
			}
			e.attrs = starlark.StringDict{
				"strength": starlark.MakeInt64(int64(e.strength)),
				"name":     starlark.String(r.Describe(e.strength)),
				"cards":    Cards(r.UsedOf(nil, of)),
				"ranking":  starlark.String(r.Name()),
			}
			e.attrs.Freeze()
		})
		if c.Module() == nil || r.Description().Score != nil {
			e.rank()
		}
		return e, nil
	},
}

// choices returns the number of ways to choose k of n things.
func choices(n, k int) int {
	ways := 1
	for i := range min(k, n) {
		ways = ways * (n - i) / (i + 1)
	}
	return ways
}

// maxEvaluated is the maximum number of cards that are ranked together: the cost grows with the number of seven-card subsets.
const maxEvaluated = 11

// evaluation is the strength of cards. Evaluations of one ranking can be compared; suits count if the ranking orders them. What a script
// evaluates while it loads is ranked when it is first asked for: the tables of a ranking cost milliseconds.
type evaluation struct {
	*star.Value[struct{}]
	ranking  *rank.Ranking
	rank     func() // sets what follows
	attrs    starlark.StringDict
	strength rank.Strength
	suits    uint32
}

var _ starlark.Comparable = (*evaluation)(nil)

// CompareSameType compares two evaluations of one ranking.
func (e *evaluation) CompareSameType(op syntax.Token, y starlark.Value, _ int) (bool, error) {
	o := y.(*evaluation)
	if e.ranking != o.ranking {
		switch op {
		case syntax.EQL:
			return false, nil
		case syntax.NEQ:
			return true, nil
		}
		return false, fmt.Errorf("cannot compare hands of two rankings, %s and %s", e.ranking, o.ranking)
	}
	e.rank()
	o.rank()
	order := cmp.Or(cmp.Compare(e.strength, o.strength), cmp.Compare(e.suits, o.suits))
	switch op {
	case syntax.EQL:
		return order == 0, nil
	case syntax.NEQ:
		return order != 0, nil
	case syntax.LT:
		return order < 0, nil
	case syntax.LE:
		return order <= 0, nil
	case syntax.GT:
		return order > 0, nil
	}
	return order >= 0, nil
}

// Hash returns equal values for equal evaluations.
func (e *evaluation) Hash() (uint32, error) {
	e.rank()
	return uint32(e.strength)*2654435761 ^ e.suits, nil
}

func (e *evaluation) Attr(name string) (starlark.Value, error) {
	e.rank()
	return e.attrs[name], nil
}

func (e *evaluation) AttrNames() []string {
	e.rank()
	return slices.Clip(e.attrs.Keys())
}
