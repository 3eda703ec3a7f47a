package dsl

import (
	"slices"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// What wins: rankings, the best hand under one, and pots that are split.

func init() {
	for _, w := range []struct {
		name, doc string
		v         oddChip
	}{
		{"to_high", "The odd chip of a split pot goes to the high hand.", oddChip{}},
		{"to_low", "The odd chip of a split pot goes to the low hand.", oddChip{toSecond: true}},
	} {
		registerWord(w.name, "showdown", "odd chip", w.doc, w.v)
	}
}

type oddChip struct{ toSecond bool }

var _ = register(&star.Builtin{
	Name:  "best",
	Group: "showdown",
	Doc: "The best hand of a ranking takes the pot, or its share of one. Any of a seat's cards and the board play, as many as the " +
		"ranking needs, unless `hole`, `board` or `use` says how many of each: a number is exact, (0, 2) is up to two. " +
		"`cards`, `hand` and `on` limit which cards count. " +
		"`floor` and `holding` require a hand to qualify. If nobody qualifies, `otherwise` takes the share; without it the other parts of a split do.",
	Returns: "showdown",
	Example: `omaha = best(high, hole = 2, board = 3)
stud = best(high, ties = "suit")
two_eleven = best(high, use = [(2, 3), (3, 2)])
towers = best(high, use = [(2, {"Center": 1, "Tower 1": 1, "Tower 2": 1})])
best_of_two = best(high, hand = ["First", "Second"])
hole_cards_only = best(badugi, hole = 4, board = 0)
lazy_pineapple = best(high, hole = (0, 2))
scrotum = best(high, hole = "all")
jacks_or_again = best(high, floor = at_least(high, "JcJd4h3s2c", name = "a pair of jacks"), otherwise = "redeal")
guts_with_a_kitty = best(high, hole = 5, board = 0, beats = "Kitty", otherwise = "carry", match = pay(pot = 1))
nines_up = best(high, floor = at_least(high, "9c9d4h3s2c", name = "a pair of nines"), otherwise = best(ace_to_five))
`,
	Params: []star.Param{
		{Name: "ranking", Type: "ranking", Doc: "the ranking"},
		{Name: "hole", Type: "int or tuple or string", Min: 0, Max: plan.MostHole, Default: "None", Doc: "hole cards that play: a number, or the fewest and the most, or \"all\" for every card that the seat still has; left out: any"},
		{Name: "board", Type: "int or tuple", Min: 0, Max: plan.MostBoard, Default: "None", Doc: "board cards that play: a number, or the fewest and the most; left out: any"},
		{Name: "ties", Type: "string", Enum: []string{"split", "suit", "suit, highest card"}, Default: `"split"`, Doc: "equal hands split, or the higher suit wins and only identical cards split: suits are compared in the order in which the cards make the hand, or from the highest card down; left out: suits decide if the ranking orders them"},
		{Name: "losers", Type: "string", Enum: []string{"show", "muck"}, Default: `"show"`, Doc: "whether losing hands are shown too or may be mucked unseen"},
		{Name: "use", Type: "list of tuple", Default: "[]", Most: maxUses, Doc: "alternative numbers of hole and board cards that play, [(2, 3), (3, 2)]; a third item names the board, or a list of boards of which the best one counts. The board cards can also be a dict, {\"A\": 1, \"B\": 2} for one of board A and two of board B"},
		{Name: "cards", Type: "string", Enum: []string{"all", "down", "up", "unused"}, Default: `"all"`, Doc: "which of the seat's own cards may play; unused: those that the part before it does not use"},
		{Name: "hand", Type: "string or list of string", Default: "[]", Doc: "the name of the hand that plays, if players set several hands; or names of hands of which the best one counts"},
		{Name: "on", Type: "string or list of string", Default: "[]", Doc: "the board that plays, or boards of which the best one counts; left out: any of them"},
		{Name: "floor", Type: "openers", Default: "None", Doc: "the worst hand that qualifies, at_least(…)"},
		{Name: "holding", Type: "string", Default: `""`, Doc: "ranks such as \"JQK\": a seat must hold one of them among its own cards to qualify"},
		{Name: "declared", Type: "string or list of string", Default: "[]", Doc: "names of choices: only players who made one of them compete"},
		{Name: "otherwise", Type: "showdown or step or string", Enum: []string{"split", "redeal", "carry"}, Default: "None", Doc: "what happens if nobody qualifies: best(…) takes the share, \"split\" splits it among all who compete for it, \"redeal\" deals new cards to the players still in, without an ante, and the pot stays; redeal() does the same with a new ante; \"carry\" leaves the share in the pot for the next hand"},
		{Name: "name", Type: "string", Default: "None", Doc: "what the hand is called; default: \"high\" or \"low\""},
		{Name: "match", Type: "step", Default: "None", Doc: "what each player who stays in and wins nothing pays into the pot of the next hand, at most the stack: pay(pot = 1) to match the pot"},
		Cites,
		{Name: "beats", Type: "string or list of string", Default: "[]", Doc: "boards whose cards a hand must beat to qualify, such as a hand that the dealer lays out for nobody; the last player who is in must beat them too"},
	},
	Fn: makeBest,
})

// maxUses is the number of alternative card selections that a part may have.
const maxUses = 16

func makeBest(c *star.Call) (starlark.Value, error) {
	p := plan.Part{
		Name: c.String("name"), Ranking: star.Unwrap[*rank.Ranking](c, "ranking"),
		BySuit: c.String("ties") != "split", HighestFirst: c.String("ties") == "suit, highest card",
		From: cardsFrom[c.String("cards")], Chosen: c.Strings("declared"),
	}
	if !c.Has("ties") {
		p.BySuit = p.Ranking.Suits() != rank.SuitsEqual
	}
	if p.Name == "" {
		p.Name = "high"
		if p.Ranking.Low() {
			p.Name = "low"
		}
	}
	if err := usesOf(c, &p); err != nil {
		return nil, err
	}
	for _, word := range c.String("holding") {
		r, n := cards.ScanRank(string(word))
		if n == 0 {
			return nil, c.HintErrorf("holding", `"JQK" are jacks, queens and kings`, "%q is not a rank", word)
		}
		p.Holding |= 1 << r
	}
	if c.Has("floor") {
		p.Floor = star.Unwrap[*plan.Openers](c, "floor")
		if !p.Floor.Ranking.Same(p.Ranking) {
			return nil, c.HintErrorf("floor", "at_least("+p.Ranking.Name()+", …)", "the least hand is of the %s ranking, and hands are compared by %s", p.Floor.Ranking.Name(), p.Ranking.Name())
		}
	}
	s := showdownValue{clauses: c.Strings("cites"), unnamed: c.String("name") == ""}
	if what, ok := starlark.AsString(c.Value("otherwise")); ok {
		p.Nobody = map[string]plan.Nobody{"split": plan.AllDivide, "redeal": plan.NewDeal, "carry": plan.Carries}[what]
	} else if n, ok := star.As[node](c.Value("otherwise")); ok {
		if !n.Redeals() {
			return nil, c.HintErrorf("otherwise", `otherwise = redeal(), or "redeal" for no ante`, "%s cannot follow where nobody qualifies", n.Word())
		}
		p.Nobody, p.NewAnte = plan.NewDeal, !n.NoAnte
	} else if c.Has("otherwise") {
		other := star.Unwrap[showdownValue](c, "otherwise")
		if len(other.Parts) != 1 {
			return nil, c.HintErrorf("otherwise", "otherwise = best(…)", "one hand takes the share, and this is a split")
		}
		p.Else = &other.Parts[0]
		s.clauses = append(append([]string{}, s.clauses...), other.clauses...)
	}
	s.ShowdownStep = plan.ShowdownStep{Parts: []plan.Part{p}, LosersMuck: c.String("losers") == "muck"}
	if c.Has("match") {
		if s.Match = star.Unwrap[node](c, "match").Pay; s.Match == nil || s.Match.FromPot || s.Match.Bets > 0 || s.Match.Least > 0 {
			return nil, c.HintErrorf("match", "best(…, match = pay(pot = 1))", "losers match with pay(…): an amount or a share of the pot")
		}
	}
	return star.Wrap("showdown", s, c.Pos), nil
}

var cardsFrom = map[string]plan.From{"all": plan.AllCards, "down": plan.DownCards, "up": plan.UpCards, "unused": plan.Unused}

// usesOf reads which cards play, and on which boards.
func usesOf(c *star.Call, p *plan.Part) error {
	names := &plan.PartNames{Boards: c.Strings("on"), Hands: c.Strings("hand"), Beats: c.Strings("beats")}
	switch {
	case c.Has("use") && (c.Has("hole") || c.Has("board")):
		return c.Errorf("use", "use gives the numbers of hole and board cards: leave out hole and board")
	case c.Has("hole") || c.Has("board"):
		u, err := useOf(c, "hole", c.Value("hole"), c.Value("board"))
		if err != nil {
			return err
		}
		p.Use = []plan.Use{{Use: u}}
	}
	for _, v := range c.List("use") {
		item, _ := v.(starlark.Tuple)
		if len(item) != 2 && len(item) != 3 {
			return c.HintErrorf("use", `(2, 3), or (2, 3, "A")`, "got %s, want hole cards, board cards, and a board where there are several", v)
		}
		board := item[1]
		var on []string
		var of []uint8
		if each, ok := board.(*starlark.Dict); ok {
			var err error
			if on, of, err = ofBoards(c, each); err != nil {
				return err
			}
			board = starlark.MakeInt(int(sumOf(of)))
		}
		u, err := useOf(c, "use", item[0], board)
		if err != nil {
			return err
		}
		p.Use = append(p.Use, plan.Use{Use: u})
		switch {
		case len(item) == 3 && on != nil:
			return c.Errorf("use", "the dict names the boards: leave out %s", item[2])
		case len(item) == 3:
			if on = texts(item[2]); on == nil {
				return c.HintErrorf("use", `(2, 3, "A")`, "got %s, want the name of a board or a list of them", item[2])
			}
		}
		names.Uses, names.Of = append(names.Uses, on), append(names.Of, of)
	}
	if !slices.ContainsFunc(names.Uses, func(on []string) bool { return on != nil }) {
		names.Uses = nil
	}
	if len(names.Boards)+len(names.Hands)+len(names.Beats) > 0 || names.Uses != nil {
		p.Names = names
	}
	return nil
}

// ofBoards reads how many cards of each of several boards play: {"A": 1, "B":
// 2}.
func ofBoards(c *star.Call, each *starlark.Dict) (on []string, of []uint8, err error) {
	for _, item := range each.Items() {
		name, isText := starlark.AsString(item[0])
		least, most, err := fewestAndMost(c, "use", item[1])
		if err != nil || !isText || least != most || most == 0 || most > plan.MaxBoard {
			return nil, nil, c.HintErrorf("use", `(2, {"A": 1, "B": 2})`, "got %s, want names of boards and a number of cards from 1 to %d for each", each, plan.MaxBoard)
		}
		on, of = append(on, name), append(of, most)
	}
	if len(on) == 0 || sumOf(of) > plan.MaxBoard {
		return nil, nil, c.HintErrorf("use", `(2, {"A": 1, "B": 2})`, "got %s, want from 1 to %d cards of the boards", each, plan.MaxBoard)
	}
	return on, of, nil
}

func sumOf(of []uint8) (n uint8) {
	for _, k := range of {
		n += k
	}
	return n
}

// useOf reads the numbers of hole and board cards that play.
func useOf(c *star.Call, param string, hole, board starlark.Value) (u rank.Use, err error) {
	if word, ok := starlark.AsString(hole); ok {
		if word != "all" {
			return u, c.HintErrorf(param, `hole = "all": every card that the seat still has`, "got %q, want a number of cards, the fewest and the most, or \"all\"", word)
		}
		u.HoleLeast, u.HoleMost = rank.AnyNumber, rank.AnyNumber
	} else if u.HoleLeast, u.HoleMost, err = fewestAndMost(c, param, hole); err != nil {
		return u, err
	}
	u.BoardLeast, u.BoardMost, err = fewestAndMost(c, param, board)
	if err == nil && u.Any() {
		return u, c.HintErrorf(param, "left out, hole and board are any number of cards", "no hole cards and no board cards: nothing plays")
	}
	return u, err
}

// showdownValue is a showdown with the clauses it cites, before it becomes a
// step.
type showdownValue struct {
	plan.ShowdownStep
	clauses []string
	unnamed bool // the script does not name its only part
}

var _ = register(&star.Builtin{
	Name:  "split",
	Group: "showdown",
	Doc: "Splits each pot between the best hands of two or more parts, into equal shares unless `shares` says otherwise. " +
		"A share for which nobody qualifies goes to the other parts. Equal hands split their share. " +
		"`both` names a choice: players who made it must win every part they declared for, alone, or win nothing. " +
		"If that leaves nobody, each part goes by its `otherwise`; without one the players who are in split the pot.",
	Returns: "showdown",
	Example: `hilo = split(best(high), best(eight_or_better), odd_chip = to_high)
dramaha = split(best(high, hole = 2, board = 3), best(high, hole = 5, board = 0, name = "draw"))
three_ways = split(best(high), best(ace_to_five), best(badugi, name = "badugi"), shares = [2, 1, 1])
chinese = split(best(ranking("front", size = 3), hand = "Front"), best(high, hand = "Back"), pairwise = pay("1.00"))
`,
	Params: []star.Param{
		{Name: "high", Type: "showdown", Doc: "the first share"},
		{Name: "low", Type: "showdown", Doc: "the second share"},
		{Name: "more", Type: "showdown", Rest: true, Doc: "further shares"},
		{Name: "shares", Type: "list of int", Min: 1, Max: 100, Default: "[]", Doc: "the sizes of the shares, [2, 1]; left out: equal shares"},
		{Name: "odd_chip", Type: "odd chip", Default: "to_high", Doc: "whether the first or the last share gets the odd chip; further odd chips go one each to the next shares"},
		{Name: "both", Type: "string", Default: `""`, Doc: "the choice that goes for all parts: players who made it must win every part they declared for, alone, or win nothing"},
		Cites,
		{Name: "pairwise", Type: "step", Default: "None", Doc: "what each player pays each other one for every part in which the other has the better hand, at most the stack: pay(\"1.00\"), as in Chinese poker; the pot, if there is one, is split before"},
	},
	Fn: makeSplit,
})

func makeSplit(c *star.Call) (starlark.Value, error) {
	all := append([]starlark.Value{c.Value("high"), c.Value("low")}, c.List("more")...)
	s := showdownValue{}
	s.LosersMuck, s.Both = true, c.String("both")
	unnamed := make([]bool, 0, len(all))
	for _, v := range all {
		part, _ := star.As[showdownValue](v)
		if len(part.Parts) != 1 {
			return nil, c.HintErrorf("", "split(best(…), best(…), best(…))", "a share goes to one hand, and this is a split")
		}
		s.clauses = append(s.clauses, part.clauses...)
		s.Parts, unnamed = append(s.Parts, part.Parts[0]), append(unnamed, part.unnamed)
		s.LosersMuck = s.LosersMuck && part.LosersMuck
	}
	tellApart(s.Parts, unnamed)
	s.clauses = append(s.clauses, c.Strings("cites")...)
	shares := c.Ints("shares")
	if len(shares) > 0 && len(shares) != len(s.Parts) {
		return nil, c.Errorf("shares", "%d shares for %d parts", len(shares), len(s.Parts))
	}
	for i, n := range shares {
		s.Parts[i].Share = uint8(n)
	}
	if len(s.Parts) > plan.MaxParts {
		return nil, c.Errorf("", "%d parts: a pot can be split into at most %d", len(s.Parts), plan.MaxParts)
	}
	s.OddToSecond = star.Unwrap[oddChip](c, "odd_chip").toSecond
	if c.Has("pairwise") {
		if s.Pairwise = star.Unwrap[node](c, "pairwise").Pay; s.Pairwise == nil || s.Pairwise.FromPot || s.Pairwise.Bets > 0 || s.Pairwise.Least > 0 || s.Pairwise.PotNum > 0 {
			return nil, c.HintErrorf("pairwise", "split(…, pairwise = pay(\"1.00\"))", "players pay one another a fixed amount")
		}
	}
	return star.Wrap("showdown", s, c.Pos), nil
}

// tellApart renames parts of a split that would have the same name: to the hand
// or board that they play, or else to their ranking.
func tellApart(parts []plan.Part, unnamed []bool) {
	names := []func(*plan.Part) string{
		func(p *plan.Part) string {
			if p.Names == nil || len(p.Names.Hands) != 1 {
				return ""
			}
			return p.Names.Hands[0]
		},
		func(p *plan.Part) string {
			if p.Names == nil || len(p.Names.Boards) != 1 {
				return ""
			}
			return "board " + p.Names.Boards[0]
		},
		func(p *plan.Part) string { return strings.ReplaceAll(p.Ranking.Name(), "-", " ") },
	}
	for _, word := range []string{"high", "low"} {
		var alike []*plan.Part
		for i := range parts {
			if unnamed[i] && parts[i].Name == word {
				alike = append(alike, &parts[i])
			}
		}
		for _, name := range names {
			if len(alike) < 2 || !distinct(alike, name) {
				continue
			}
			for _, p := range alike {
				p.Name = name(p)
			}
			break
		}
	}
}

// distinct reports whether each part has a different name.
func distinct(parts []*plan.Part, name func(*plan.Part) string) bool {
	seen := map[string]bool{"": true}
	for _, p := range parts {
		if seen[name(p)] {
			return false
		}
		seen[name(p)] = true
	}
	return true
}

var _ = register(&star.Builtin{
	Name:    "show",
	Group:   "showdown",
	Doc:     "A showdown in the middle of `play`, for a hand that may end in several ways. It ends the hand.",
	Returns: "step",
	Example: `ways = when(passed_out, [draw(4), bet(), show(best(ace_to_five))])
`,
	Params: []star.Param{
		{Name: "showdown", Type: "showdown", Doc: "what wins"},
		Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		sd := star.Unwrap[showdownValue](c, "showdown")
		return wrapNode(c, sd.node(diag.Pos{})), nil
	},
})

// node returns the step of the showdown.
func (sd showdownValue) node(at diag.Pos) node {
	st := plan.Shows(&sd.ShowdownStep)
	st.Pos, st.Clauses = at, sd.clauses
	return node{Step: st}
}

var _ = register(&star.Builtin{
	Name:    "at_least",
	Group:   "showdown",
	Doc:     "The hands of a ranking that are at least as good as a given one: what a seat must hold to open, or to qualify for a part of the pot.",
	Returns: "openers",
	Example: `jacks = at_least(high, "JcJd4h3s2c", name = "a pair of jacks")
first = bet(openers = jacks)
`,
	Params: []star.Param{
		{Name: "ranking", Type: "ranking", Doc: "the ranking"},
		{Name: "hand", Type: "string", Doc: "the worst hand that counts, as cards"},
		{Name: "name", Type: "string", Doc: "the same in words"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		r := star.Unwrap[*rank.Ranking](c, "ranking")
		cs, err := cards.Read(c.String("hand"))
		if err != nil {
			return nil, c.Errorf("hand", "%v", err)
		}
		if len(cs) < r.Fewest() || len(cs) > r.Size() {
			return nil, c.Errorf("hand", "%d cards: a hand of this ranking has %s", len(cs), plan.Numbers(uint8(r.Fewest()), uint8(r.Size())))
		}
		return star.Wrap("openers", &plan.Openers{Name: c.String("name"), Ranking: r, Worst: cs}, c.Pos), nil
	},
})

var oddChipPolicies = map[string]betting.OddChip{
	"one each": betting.OneEach, "all to nearest": betting.AllNearest, "high card": betting.BySuit, "one each from the right": betting.OneEachRight,
}
