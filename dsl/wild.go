package dsl

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// Cards that become wild during a hand.

var wildEvents = map[string]rank.EventKind{
	"next up card": rank.FollowsUp, "lowest down card": rank.LowestDown, "lowest hole card": rank.LowestHole,
	"last board card": rank.LastBoard, "lowest board card": rank.LowestBoard, "board": rank.OnBoard,
}

var wildWord = &star.Builtin{
	Name:  "wild",
	Group: "rankings",
	Doc: "A ranking in which cards become wild during a hand, together with all other cards of the same rank. They stand for any card, like the " +
		"ranking's own wild cards. `by` is \"next up card\" (the rank turned up after the last card of the rank `after`; none if that was the last up card), " +
		"\"lowest down card\" (of each player's own, the lowest that lies face down), \"lowest hole card\" (the lowest of them all, up or down), \"last board card\" or \"lowest board card\" (of the board that the hand plays, or of the board " +
		"named `on`, whichever plays), \"board\" (all cards of the board named `on`), or a function of the cards: cards.own, cards.down, cards.up, cards.all_up (the cards " +
		"turned up by all players, each with its seat), cards.board (the board that plays) and cards.boards (all boards by name) have cards such as \"Jh\" in the order in which they were dealt, also those that players turned up later, and it returns a list of ranks and cards. In a game with several boards, " +
		"the function is called for each board that the hand may play.",
	Returns: "ranking",
	Example: `follow_the_queen = wild(ranking("high", wild = ["Q"]), by = "next up card", after = "Q")
low_hole = wild(high, by = "lowest down card")

def _pairs(cards):
    return [c[0] for c in cards.board if len([d for d in cards.board if d[0] == c[0]]) > 1]

paired_board = wild(high, by = _pairs)

def _lowest(cards):
    """the lowest card that anybody has turned up"""
    return sorted([card[0] for seat, card in cards.all_up], key = "23456789TJQKA".find)[:1]

ma_ferguson = wild(high, by = _lowest)
`,
	Params: []star.Param{
		{Name: "ranking", Type: "ranking", Doc: "the ranking"},
		{Name: "by", Type: "string or function", Enum: []string{"next up card", "lowest down card", "lowest hole card", "last board card", "lowest board card", "board"}, Doc: "what makes cards wild"},
		{Name: "after", Type: "string", Default: "None", Doc: "the rank after which the next up card is wild"},
		{Name: "on", Type: "string", Default: "None", Doc: "the board whose cards are wild, or whose last or lowest card is"},
		{Name: "ace", Type: "string", Enum: []string{"high", "low"}, Default: `"high"`, Doc: "whether the ace is high or low when the lowest card is wild"},
	},
	Fn: makeWild,
}

func makeWild(c *star.Call) (starlark.Value, error) {
	if c.Module() == nil {
		return nil, c.HintErrorf("", "define it at the top of the script, outside functions", "a ranking must be made while its script loads")
	}
	e := rank.Event{AceLow: c.String("ace") == "low", Board: c.String("on")}
	if name, ok := starlark.AsString(c.Value("by")); ok {
		e.Kind = wildEvents[name]
	} else {
		f := c.Func("by")
		l := c.Loader()
		w := &wildAsker{documented: documented{F: f, Loader: l}}
		w.threads.New = func() any { return l.Thread(f.Name(), star.HookSteps) }
		e.Kind, e.Asked = rank.ByScript, w
	}
	switch {
	case c.Has("after") != (e.Kind == rank.FollowsUp):
		return nil, c.HintErrorf("after", `wild(high, by = "next up card", after = "Q")`, "name the rank that comes before the wild card")
	case e.Kind == rank.OnBoard && !c.Has("on"):
		return nil, c.HintErrorf("on", `wild(high, by = "board", on = "A")`, "name the board whose cards are wild")
	case c.Has("on") && e.Kind != rank.OnBoard && e.Kind != rank.LastBoard && e.Kind != rank.LowestBoard:
		return nil, c.HintErrorf("on", "leave it out", "on names a board only for \"board\", \"last board card\" and \"lowest board card\"")
	case c.Has("after"):
		r, n := cards.ScanRank(c.String("after"))
		if n == 0 || n != len(c.String("after")) {
			return nil, c.HintErrorf("after", `"Q" are queens`, "%q is not a rank", c.String("after"))
		}
		e.Rank = r
	}
	d := star.Unwrap[*rank.Ranking](c, "ranking").Description()
	d.Events = append(slices.Clone(d.Events), e)
	r, err := rank.Compile(d)
	if err != nil {
		return nil, c.Errorf("", "%s", plainRankError(err))
	}
	return rankingValue(r, c.Pos), nil
}

// wildAsker calls a script function that decides which cards are wild in a hand. Threads are kept for the next call.
type wildAsker struct {
	documented
	threads sync.Pool // of *star.Thread
}

// WildCards calls the function.
func (w *wildAsker) WildCards(in *rank.InPlay) (wild cards.Set, byBoard bool, err error) {
	view := &cardsInPlay{in: in}
	args := starlark.Tuple{view}
	thread := w.threads.Get().(*star.Thread)
	defer w.threads.Put(thread)
	v, err := thread.Ask(w.F, args)
	if err == nil {
		if wild, err = readWild(v); err != nil {
			err = w.Loader.InvalidAnswer(w.F, args, err)
		}
	}
	view.in = nil
	return wild, view.byBoard, err
}

// cardsInPlay is the argument of the function. It records whether the function reads the board that plays.
type cardsInPlay struct {
	star.Live
	in      *rank.InPlay
	byBoard bool
}

var _ starlark.HasAttrs = (*cardsInPlay)(nil)

// CardsInPlay returns the argument of a `wild` function without any cards.
func CardsInPlay() starlark.HasAttrs { return &cardsInPlay{in: &rank.InPlay{}} }

var wildAttributes = star.AttributesOf("cards in play",
	star.Attribute{Name: "own", Type: "list of string", Doc: "The player's own cards, down and up."},
	star.Attribute{Name: "down", Type: "list of string", Doc: "The player's own face-down cards."},
	star.Attribute{Name: "up", Type: "list of string", Doc: "The player's own face-up cards."},
	star.Attribute{Name: "all_up", Type: "list of tuple", Doc: "The cards turned up in this deal, those of players who have folded too, in the order in which they were turned up: pairs of the seat, from 1, and the card, (2, \"Jh\")."},
	star.Attribute{Name: "board", Type: "list of string", Doc: "The cards of the board that plays, in the order dealt. Where cards of several boards play together, the cards of all of them; " +
		"where none of the board plays, the cards of all boards that the part of the showdown may name."},
	star.Attribute{Name: "boards", Type: "dict", Doc: "The cards on each named board, by name; empty in a game without named boards."},
)

func (v *cardsInPlay) String() string { return "<cards in play>" }
func (v *cardsInPlay) Type() string   { return "cards in play" }

func (v *cardsInPlay) Attr(name string) (starlark.Value, error) {
	if v.in == nil {
		return nil, errors.New("the hand is no longer valid: a function must not keep its cards")
	}
	switch name {
	case "own":
		return Cards(v.in.Own), nil
	case "down", "up":
		var list []cards.Card
		for k, c := range v.in.Own {
			if v.in.Up>>k&1 != 0 == (name == "up") {
				list = append(list, c)
			}
		}
		return Cards(list), nil
	case "all_up":
		list := make([]starlark.Value, len(v.in.AllUp))
		for i, up := range v.in.AllUp {
			list[i] = starlark.Tuple{starlark.MakeInt(int(up.Seat) + 1), starlark.String(up.Card.String())}
		}
		return starlark.NewList(list), nil
	case "board":
		v.byBoard = true
		return Cards(v.in.Board), nil
	case "boards":
		d := starlark.NewDict(len(v.in.Names))
		for k, board := range v.in.Names {
			_ = d.SetKey(starlark.String(board), Cards(v.in.Boards[k]))
		}
		return d, nil
	}
	return nil, nil
}

func (v *cardsInPlay) AttrNames() []string {
	return []string{"all_up", "board", "boards", "down", "own", "up"}
}

// readWild converts a list of ranks and cards.
func readWild(v starlark.Value) (wild cards.Set, err error) {
	list := texts(v)
	if list == nil && starlark.Len(v) != 0 {
		return 0, fmt.Errorf("got %s, want a list of ranks and cards such as [\"Q\", \"Jh\"]", star.TypeName(v))
	}
	for _, word := range list {
		card, n := cards.ScanWritten(word)
		r, m := cards.ScanRank(word)
		switch {
		case n == len(word) && n > 0 && card.Natural():
			wild = wild.With(card)
		case m == len(word) && m > 0:
			wild |= rank.OfRank(r)
		default:
			return 0, fmt.Errorf("%q is neither a rank nor a card", word)
		}
	}
	return wild, nil
}
