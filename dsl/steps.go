package dsl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// The dealer's steps: what a script lists as play. Each becomes one plan.Step with the position of its call.

var stepName = star.Param{Name: "name", Type: "string", Default: `""`, Doc: "what the table calls it: \"flop\", \"after the draw\""}

func registerWord[T any](name, group, typ, doc string, v T) {
	ownWords.Constants = append(ownWords.Constants, &star.Constant{Name: name, Group: group, Doc: doc, Value: star.Wrap(typ, v, diag.Pos{})})
}

func init() {
	registerWord("small", "betting", "tier", "The lower limit of the table.", plan.Small)
	registerWord("big", "betting", "tier", "The upper limit of the table.", plan.Big)
	for _, o := range []struct {
		name, doc string
		v         plan.Opener
	}{
		{"left_of_button", "The first live seat left of the button acts first.", plan.LeftOfButton},
		{"left_of_blind", "The first live seat left of the last blind or straddle acts first.", plan.LeftOfBlind},
		{"off_the_blinds", "The first live seat left of the last blind that is not on a blind acts first: who has posted a kill blind or a straddle is passed over. If every seat has posted, the first left of the last blind.", plan.OffBlinds},
		{"high_showing", "The seat with the highest cards showing acts first.", plan.HighShowing},
		{"low_showing", "The seat with the lowest cards showing acts first.", plan.LowShowing},
		{"low_brings_in", "The lowest up card must make the forced opening bet; the ace is high.", plan.BringInLow},
		{"high_brings_in", "The highest up card must make the forced opening bet; the ace is low.", plan.BringInHigh},
		{"last_bettor", "The seat that bet or raised last in the round before acts first; if nobody did, the first seat left of the button.", plan.LastBettor},
		{"as_before", "The seat that acted first in the round before acts first again.", plan.SameAsBefore},
	} {
		registerWord(o.name, "betting", "opener", o.doc, o.v)
	}
	registerWord("left", "dealing", "direction", "The next player to the left.", plan.ToLeft)
	registerWord("right", "dealing", "direction", "The next player to the right.", plan.ToRight)
}

// node is the step value in scripts; a condition contains the steps of its two branches.
type node struct {
	plan.Step
	on              []string // Board: the names of the boards
	into            string   // the name of the hand that receives the cards, dealt or set apart
	names           []string // of the hands that are set apart
	boards          []string // the names of the boards that a question is about
	then, otherwise []node
	after           []node // InTurn: the steps for all players at the end of each round
	most            int    // InTurn: the number of rounds, 0 or 1 for steps that are not repeated
	within          int    // number of steps in both branches, including nested ones
}

func (n node) String() string { return n.Word() }

// wrapStep wraps a step made by a call, with what all steps have in common.
func wrapStep(c *star.Call, s plan.Step) (starlark.Value, error) {
	return wrapNode(c, node{Step: s}), nil
}

func wrapNode(c *star.Call, n node) starlark.Value {
	n.Pos = c.Pos
	n.Clauses = append(n.Clauses, c.Strings("cites")...)
	if p, _ := c.Builtin.Param("name"); p != nil {
		n.Name = c.String("name")
	}
	if p, _ := c.Builtin.Param("borrowed"); p != nil {
		n.Source = c.String("borrowed")
	}
	return star.Wrap("step", n, c.Pos)
}

// flatten appends steps one after the other. The branches of a condition follow it, and each continues after both. The names of
// boards and hands become those of the game, in the order in which they occur. turn is set for the steps of a player's turn.
func flatten(g *plan.Game, to []plan.Step, nodes []node, turn bool) []plan.Step {
	for _, n := range nodes {
		if n.most > 1 {
			to = n.rounds(g, to, turn)
			continue
		}
		at := len(to)
		for _, name := range n.on {
			n.On |= 1 << nameOf(&g.Boards, name)
		}
		if n.into != "" && n.Kind == plan.Deal {
			n.Hand = uint8(1 + nameOf(&g.Hands, n.into))
		} else if n.Ask != nil {
			n.nameAsk(g)
		}
		to = append(to, n.Step)
		if n.Kind != plan.When && n.Kind != plan.InTurn {
			continue
		}
		to = flatten(g, to, n.then, turn || n.Kind == plan.InTurn)
		if len(n.otherwise) > 0 && !end(n.then) {
			jump := len(to)
			to = append(to, plan.Step{Kind: plan.Jump, Pos: n.Pos})
			to[at].Jump = len(to)
			to = flatten(g, to, n.otherwise, turn)
			to[jump].Jump = len(to)
			continue
		}
		to[at].Jump = len(to)
		to = flatten(g, to, n.otherwise, turn)
	}
	return to
}

// end reports whether no hand goes on after some steps.
func end(nodes []node) bool {
	if len(nodes) == 0 {
		return false
	}
	last := &nodes[len(nodes)-1]
	if last.Kind == plan.When {
		return end(last.then) && end(last.otherwise)
	}
	return last.Ends()
}

// nameAsk replaces the names of hands and boards in a question by their numbers.
func (n *node) nameAsk(g *plan.Game) {
	if n.into == "" && n.names == nil && n.boards == nil {
		return
	}
	ask := *n.Ask // the script may use the step in other games too
	if n.into != "" {
		ask.Of, ask.OfName = uint8(1+nameOf(&g.Hands, n.into)), n.into
	}
	ask.Groups = nil
	for _, name := range n.names {
		ask.Groups = append(ask.Groups, uint8(1+nameOf(&g.Hands, name)))
	}
	for _, name := range n.boards {
		ask.Boards |= 1 << nameOf(&g.Boards, name)
	}
	n.Ask = &ask
}

// nameOf returns the index of a name in a list, after adding it if it is missing.
func nameOf(list *[]string, name string) int {
	if i := slices.Index(*list, name); i >= 0 {
		return i
	}
	*list = append(*list, name)
	return len(*list) - 1
}

var _ = register(&star.Builtin{
	Name:  "deal",
	Group: "dealing",
	Doc: "Deals cards to every live seat, one at a time, starting left of the button. " +
		"On a street after an all-in, seats that can no longer bet get cards too.",
	Returns: "step",
	Example: `stud = [deal(2), deal(1, up = True), bet(open = high_showing)]
`,
	Params: []star.Param{
		{Name: "count", Type: "int", Min: 1, Max: plan.MostHole, Doc: "cards for each seat"},
		{Name: "up", Type: "bool or string", Enum: []string{"others"}, Default: "False", Doc: "face up; \"others\": players hold up the card so that everybody but them sees it"},
		{Name: "into", Type: "string", Default: `""`, Doc: "the name of the hand that gets the cards, where seats set several hands; see arrange"},
		toRole,
		{Name: "shared", Type: "bool", Default: "False", Doc: "against a banker, with to = bettors: one hand on the table for all who bet. It is played by rule and has no wager to raise or give up; where the house banks, hand.showing(0, 2) has its cards"},
		stepName, borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		others := c.Value("up").Type() == "string"
		s := plan.Step{Kind: plan.Deal, Count: c.Int("count"), Others: others, To: star.Unwrap[plan.Role](c, "to"), Shared: c.Bool("shared")}
		if others || c.Bool("up") {
			s.Up = plan.AllUp
		}
		if s.Shared && s.To != plan.Bettors {
			return nil, c.HintErrorf("shared", "deal(…, to = bettors, shared = True)", "one hand is shared by those who bet")
		}
		return wrapNode(c, node{Step: s, into: c.String("into")}), nil
	},
})

var _ = register(&star.Builtin{
	Name:  "board",
	Group: "dealing",
	Doc: "Deals cards to the board, face up, all at once. A game can have several boards if they have names, " +
		"and a card can belong to more than one of them.",
	Returns: "step",
	Example: `flop = [burn(), board(3, name = "flop"), bet()]
two_flops = [burn(), board(3, on = "A", name = "flop"), board(3, on = "B", name = "flop"), bet()]
river = board(1, on = ["A", "B"], name = "river")
`,
	Params: []star.Param{
		{Name: "count", Type: "int", Min: 1, Max: plan.MostBoard, Doc: "cards"},
		{Name: "on", Type: "string or list of string", Default: "[]", Most: plan.MaxBoards, Doc: "the names of the boards that the cards belong to; left out: the only board, or all named boards"},
		stepName, borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		on := c.Strings("on")
		if slices.Contains(on, "") {
			return nil, c.Errorf("on", "a board without a name")
		}
		return wrapNode(c, node{Step: plan.Step{Kind: plan.Board, Count: c.Int("count")}, on: on}), nil
	},
})

var _ = register(&star.Builtin{
	Name:    "burn",
	Group:   "dealing",
	Doc:     "The top card goes to the burn cards: unseen, or face up, where everybody sees it until it is shuffled again.",
	Returns: "step",
	Example: `turn = [burn(), board(1, name = "turn"), bet(tier = big)]
open_turn = [burn(up = True), board(1, name = "turn"), bet(tier = big)]
`,
	Params: []star.Param{
		{Name: "count", Type: "int", Min: 1, Max: 10, Default: "1", Doc: "cards"},
		{Name: "up", Type: "bool", Default: "False", Doc: "face up"},
		borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		s := plan.Step{Kind: plan.Burn, Count: c.Int("count")}
		if c.Bool("up") {
			s.Up = plan.AllUp
		}
		return wrapStep(c, s)
	},
})

var _ = register(&star.Builtin{
	Name:  "bet",
	Group: "betting",
	Doc: "A round of betting. It ends when every seat that can act has matched the last bet or folded. " +
		"The default for `open` is left of the blind in the first round of a game with blinds, and left of the button otherwise.",
	Returns: "step",
	Example: `rounds = [bet(), bet(tier = big), bet(tier = big, open = high_showing)]
fourth_street = bet(open = high_showing, open_pair = "either")
deuce_to_seven_stud = bet(open = low_showing, ace = "high")
`,
	Params: []star.Param{
		{Name: "tier", Type: "tier", Default: "small", Doc: "which limit of the table applies"},
		{Name: "open", Type: "opener", Default: "None", Doc: "who acts first; left out: left of the blinds in the first round of a hand, otherwise left of the button"},
		{Name: "ties", Type: "string", Default: `"position"`, Doc: "how ties between showing hands are broken: \"position\", \"suit\" (spades highest), \"suit, clubs high\", or by suit from the highest, such as \"hdcs\""},
		{Name: "all_in", Type: "string", Enum: []string{"next left", "next highest"}, Default: `"next left"`, Doc: "who acts first if the seat that its cards choose has no chips left: the next to the left that can act, or the next by the cards"},
		{Name: "check", Type: "bool", Default: "True", Doc: "seats may check before there is a bet; False: pass and out"},
		{Name: "forced", Type: "bool", Default: "False", Doc: "whoever opens by `open`, such as high_showing, must bet the bring-in of the stakes and has no choice; it is live. With low_brings_in and high_brings_in leave it out: there the player may bring it in or complete to a full bet"},
		{Name: "openers", Type: "openers", Default: "None", Doc: "what a seat must hold to bet first; see at_least"},
		{Name: "announce", Type: "string", Enum: []string{"none", "first bettor", "possible hands"}, Default: `"none"`, Doc: "what the dealer announces: who bets first, if the cards showing decide it, and possible straights or flushes"},
		stepName, borrowed, Cites,
		{Name: "ace", Type: "string", Enum: []string{"high", "low"}, Default: "None", Doc: "whether the ace is high or low when the cards showing choose who acts first; left out: low in low_showing and high_brings_in"},
		{Name: "open_pair", Type: "bool or string", Enum: []string{"either"}, Default: "False", Doc: "the upper limit applies in this round if a seat that is in shows a pair; \"either\": then players bet and raise by either limit, and by no less than the last bet or raise"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		b := plan.BetStep{
			Tier: star.Unwrap[plan.Tier](c, "tier"), Open: autoOpener, NoCheck: !c.Bool("check"), NextHighest: c.String("all_in") == "next highest",
		}
		var ok bool
		if b.Suits, ok = showingTies[c.String("ties")]; !ok {
			if b.Suits, ok = rank.ParseSuits(c.String("ties")); !ok {
				return nil, c.HintErrorf("ties", `ties = "suit", ties = "hdcs"`, "got %q, want position, suit, or the four suits from the highest", c.String("ties"))
			}
		}
		if c.Has("open") {
			b.Open = star.Unwrap[plan.Opener](c, "open")
		}
		if c.Has("ace") {
			if !c.Has("open") || !b.Open.ByShowing() {
				return nil, c.HintErrorf("ace", "bet(open = low_showing, ace = \"high\")", "ace applies only if the cards showing choose who acts first")
			}
			b.AceTurned = (c.String("ace") == "low") != b.AceLow()
		}
		b.PairEither = c.Value("open_pair").Type() == "string"
		b.OpenPair = b.PairEither || c.Bool("open_pair")
		b.ForcedOpen = c.Bool("forced")
		b.Openers = star.Unwrap[*plan.Openers](c, "openers")
		b.Announce = c.String("announce") != "none"
		b.Hints = c.String("announce") == "possible hands"
		return wrapStep(c, plan.Step{Kind: plan.Bet, Bet: b})
	},
})

// showingTies are the words for what breaks ties between showing hands.
var showingTies = map[string]rank.SuitOrder{"position": rank.SuitsEqual, "suit": rank.SuitsAscending, "suit, clubs high": rank.SuitsDescending}

// autoOpener stands for an omitted opener until the game is assembled.
const autoOpener plan.Opener = 255

// resolveOpeners determines the openers that the script omitted: left of the blinds in a round before which no road has another,
// otherwise left of the button.
func resolveOpeners(g *plan.Game) {
	blinds := slices.ContainsFunc(g.Forced, func(f plan.Forced) bool { return !f.Everybody && !f.Dead })
	later := make([]bool, len(g.Steps)+1) // some road has a round before the step
	for i := range g.Steps {
		st := &g.Steps[i]
		if st.Kind == plan.Bet && st.Bet.Open == autoOpener {
			st.Bet.Open = plan.LeftOfButton
			if blinds && !later[i] {
				st.Bet.Open = plan.LeftOfBlind
			}
		}
		for next := range g.Next(i) {
			later[next] = later[next] || later[i] || st.Kind == plan.Bet
		}
	}
}

var _ = register(&star.Builtin{
	Name:  "draw",
	Group: "dealing",
	Doc: "Each live seat in turn, from the left of the button, discards as many cards as it likes and gets as many back. " +
		"Seats that are all in draw too. Against a banker each hand of those who bet draws, from the banker's left, and that of a player who banks; " +
		"there max, least, back, burn, cards, price and way apply.",
	Returns: "step",
	Example: `lowball = [deal(5), bet(check = False), draw(5, at_once = 4, burn = "each"), bet(tier = big)]
for_antes = [wager(bet = "ante"), deal(5, to = bettors), draw(3, price = {"ante": [1, 2, 3]})]
`,
	Params: []star.Param{
		{Name: "max", Type: "int", Min: 1, Max: plan.MostHole, Default: "5", Doc: "the most cards a seat may draw"},
		{Name: "at_once", Type: "int", Min: 0, Max: plan.MostHole, Default: "0", Doc: "the most cards dealt to a seat at once; the rest follows after the last seat; 0: all at once"},
		{Name: "burn", Type: "string", Enum: []string{"none", "once", "each"}, Default: `"none"`, Doc: "burn a card never, once, or before each drawing seat"},
		{Name: "together", Type: "bool", Default: "False", Doc: "all seats discard before the first gets new cards"},
		{Name: "own_back", Type: "bool", Default: "False", Doc: "when the discards are shuffled for new cards a seat may get its own back"},
		{Name: "burn_rest", Type: "bool", Default: "False", Doc: "burn a card before the last seat to draw gets the rest that `at_once` has postponed"},
		{Name: "least", Type: "int", Min: 0, Max: plan.MostHole, Default: "0", Doc: "the fewest cards a seat must discard"},
		{Name: "back", Type: "int", Min: -plan.MostHole, Max: plan.MostHole, Default: "0", Doc: "how many more cards a seat gets than it discards; negative: fewer"},
		ofHand,
		firstToDraw, stepName, borrowed, Cites, amongParam, priceParam, wayParam,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return ofHandNode(c, plan.Draw(c.Int("least"), c.Int("max"), star.Unwrap[plan.Opener](c, "first"), plan.DrawStep{
			AtOnce: c.Int("at_once"), Burn: drawBurns[c.String("burn")], Together: c.Bool("together"), OwnBack: c.Bool("own_back"),
			BurnRest: c.Bool("burn_rest"), More: c.Int("back"),
		}))
	},
})

var ofHand = star.Param{Name: "of", Type: "string", Default: `""`, Doc: "only cards of this one of the seat's hands, by name; see arrange"}

// amongParam selects the cards of a seat to choose from, priceParam is the price of the cards, and wayParam is how the house chooses.
var (
	amongParam = star.Param{Name: "cards", Type: "string", Enum: []string{"all", "down", "up", "last", "older"}, Default: `"all"`, Doc: "which of the seat's cards may go: all, those face down, those face up, the one that came last, or older: all but the last ones, as many as may go"}
	priceParam = star.Param{Name: "price", Type: "step or dict", Default: "None", Doc: "what each card costs, pay(…); against a banker, who gets it, also a multiple of a bet, {\"ante\": 1}, or one for each number of cards, {\"ante\": [1, 2, 3]}; nobody takes more than the stack can pay for"}
	wayParam   = star.Param{Name: "way", Type: "function", Default: "None", Doc: "against a banker: a function of the hand that returns the cards the house's hand gives up when all others have chosen; left out: it keeps its cards"}
)

var pools = map[string]plan.Pool{"all": plan.FromHand, "down": plan.FromDown, "up": plan.FromUp, "last": plan.FromLast, "older": plan.FromOlder}

// readAmong reads which cards a question is about, and what they cost.
func readAmong(c *star.Call, s plan.Step) (plan.Step, error) {
	has := func(param string) bool { p, _ := c.Builtin.Param(param); return p != nil && c.Has(param) }
	var price *plan.Pay
	var err error
	if has("way") {
		s.Ask.Way = &setter{newHook(c, c.Func("way"), readSet)}
	}
	if has("price") {
		if d, ok := c.Value("price").(*starlark.Dict); ok {
			price, err = multiplesOf(c, d)
		} else if price = star.Unwrap[node](c, "price").Pay; price == nil || price.FromPot || price.Bets > 0 || price.Least > 0 {
			err = c.HintErrorf("price", `price = pay("0.50")`, "the price of a card is an amount or a share of the pot")
		}
	}
	return s.Among(pools[c.String("cards")], price), err
}

// multiplesOf reads the price of cards in multiples of a bet: {"ante": 1}, {"ante": [1, 2, 3]}.
func multiplesOf(c *star.Call, d *starlark.Dict) (*plan.Pay, error) {
	p := &plan.Pay{Pos: c.Pos}
	for _, item := range d.Items() {
		p.Bet, _ = starlark.AsString(item[0])
		list, ok := star.Items(item[1])
		if !ok {
			list = []starlark.Value{item[1]}
		}
		for _, v := range list {
			n, err := starlark.AsInt32(v)
			if err != nil || n < 0 || n > 100 {
				return nil, c.Errorf("price", "got %s, want a multiple of the bet from 0 to 100", v)
			}
			p.Times = append(p.Times, int64(n))
		}
	}
	if d.Len() != 1 || p.Bet == "" || p.Times == nil {
		return nil, c.HintErrorf("price", `price = {"ante": [1, 2, 3]}`, "name one bet, and its multiples")
	}
	return p, nil
}

// ofHandNode makes a step whose cards may be those of one hand of the seat.
func ofHandNode(c *star.Call, s plan.Step, boards ...string) (starlark.Value, error) {
	s, err := readAmong(c, s)
	return wrapNode(c, node{Step: s, into: c.String("of"), boards: boards}), err
}

var drawBurns = map[string]plan.DrawBurn{"none": plan.BurnNone, "once": plan.BurnOnce, "each": plan.BurnEach}

var firstToDraw = star.Param{
	Name: "first", Type: "opener", Default: "left_of_button",
	Doc: "who draws first: left_of_button, or as_before for the seat that acted first in the betting round before",
}

var _ = register(&star.Builtin{
	Name:    "buy",
	Group:   "dealing",
	Doc:     "Each live seat in turn, from the left of the button, may replace cards. A replacement is dealt like the old card: face up for an up card. Against a banker as in draw.",
	Returns: "step",
	Example: `last = [burn(), buy(1), bet(tier = big, open = high_showing)]
for_a_price = buy(2, cards = "up", price = pay("0.50"))
`,
	Params: []star.Param{
		{Name: "max", Type: "int", Min: 1, Max: plan.MostHole, Default: "1", Doc: "the most cards a seat may replace"},
		{Name: "burn", Type: "string", Enum: []string{"none", "once", "each"}, Default: `"none"`, Doc: "burn a card never, once, or before each seat that buys"},
		firstToDraw, stepName, borrowed, Cites, amongParam, priceParam, wayParam,
		{Name: "least", Type: "int", Min: 0, Max: plan.MostHole, Default: "0", Doc: "the fewest cards a seat must replace"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		s, err := readAmong(c, plan.Draw(c.Int("least"), c.Int("max"), star.Unwrap[plan.Opener](c, "first"), plan.DrawStep{Burn: drawBurns[c.String("burn")], KeepFace: true}))
		if err != nil {
			return nil, err
		}
		return wrapStep(c, s)
	},
})

var _ = register(&star.Builtin{
	Name:  "expose",
	Group: "dealing",
	Doc: "Each live seat turns up some of its down cards, its own choice. All are turned together when the last seat has chosen. " +
		"After arrange(), the next cards in the player's order are turned up instead, and nobody chooses.",
	Returns: "step",
	Example: `show_one = [deal(2), expose(1), bet(open = high_showing)]
rolled = [deal(5), arrange(), expose(1, rolled = True), bet(open = high_showing), expose(1, rolled = True)]
`,
	Params: []star.Param{
		{Name: "count", Type: "int", Min: 1, Max: plan.MostHole, Default: "1", Doc: "cards"},
		{Name: "in_turn", Type: "bool", Default: "False", Doc: "each seat turns its cards when it chooses, from the left of the button"},
		{Name: "rolled", Type: "bool", Default: "False", Doc: "turn the next cards in the player's order"},
		stepName, borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		if c.Bool("rolled") {
			return wrapStep(c, plan.Roll(c.Int("count")))
		}
		return wrapStep(c, plan.Expose(c.Int("count"), c.Bool("in_turn")))
	},
})

var _ = register(&star.Builtin{
	Name:  "discard",
	Group: "dealing",
	Doc: "Each live seat in turn, from the left of the button, discards cards and gets none back. Seats that are all in discard too. " +
		"With `matching` nobody chooses: every card that matches a rank on those boards is discarded. Against a banker as in draw.",
	Returns: "step",
	Example: `crazy_pineapple = [deal(3), bet(), board(3), bet(), discard(1), board(1), bet(tier = big)]
scarney = [deal(6), bet(), board(3, on = "Board"), board(3, on = "Discard"), discard(matching = "Discard"), bet()]
widow = [deal(3), board(3, on = "widow"), in_turn([take_board(1, to = "hand", on = "widow"), discard(1, cards = "older", to = "widow")])]
`,
	Params: []star.Param{
		{Name: "count", Type: "int", Min: 1, Max: plan.MostHole, Default: "1", Doc: "the most cards"},
		{Name: "least", Type: "int", Min: 0, Max: plan.MostHole, Default: "None", Doc: "the fewest cards; left out: the same as the most"},
		ofHand,
		{Name: "whole", Type: "bool", Default: "False", Doc: "discard a whole hand that the seat set, or none of it"},
		{Name: "matching", Type: "string or list of string", Default: "[]", Most: plan.MaxBoards, Doc: "the names of the boards whose ranks must be discarded"},
		stepName, borrowed, Cites, amongParam, priceParam, wayParam,
		{Name: "to", Type: "string or list of string", Default: "[]", Most: plan.MaxBoards, Doc: "the names of the boards on which the cards are laid, face up, instead of going out of play: such as a widow"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		if boards := c.Strings("matching"); len(boards) > 0 {
			if c.Has("count") || c.Has("least") || c.Has("of") || c.Bool("whole") || c.Has("to") {
				return nil, c.Errorf("matching", "the rule says which cards go: leave out count, least, of, whole and to")
			}
			return wrapNode(c, node{Step: plan.DiscardMatching(strings.Join(boards, " or ")), boards: boards}), nil
		}
		least := c.Int("count")
		if c.Has("least") {
			least = c.Int("least")
		}
		s := plan.Discard(least, c.Int("count"))
		s.Ask.Whole = c.Bool("whole")
		if c.Has("to") {
			if c.Has("price") || c.Bool("whole") {
				return nil, c.Errorf("to", "cards on the table cost nothing, and hands set apart stay together: leave out price and whole")
			}
			s = s.Laid(strings.Join(c.Strings("to"), " and "))
		}
		return ofHandNode(c, s, c.Strings("to")...)
	},
})

var _ = register(&star.Builtin{
	Name:  "arrange",
	Group: "dealing",
	Doc: "Each live seat divides its cards into hands of the given sizes, secretly; the hands are shown at the showdown. " +
		"Without counts it puts its down cards in the order in which expose with `rolled` turns them up.",
	Returns: "step",
	Example: `pai_gow = [deal(7), arrange([2, 5], names = ["Low", "High"]), bet()]
rolled = [deal(5), arrange(), expose(1, rolled = True), bet(open = high_showing)]
`,
	Params: []star.Param{
		{Name: "counts", Type: "list of int", Default: "[]", Most: plan.MostHands, Doc: "cards of each hand; the sum is all that a seat holds. Players name the cards of all hands but the last"},
		{Name: "names", Type: "list of string", Default: "[]", Most: plan.MostHands, Doc: "the names of the hands, in the same order"},
		{Name: "way", Type: "function", Default: "None", Doc: "against a banker: a function of the hand that returns the cards of the first of two hands; this is how the house sets its own"},
		{Name: "foul", Type: "function", Default: "None", Doc: "against a banker: a function of the hand, the cards of the first hand followed by the others, that returns True if the hand is foul; a foul hand is set by `way`. Neither function is asked about a hand which a ruling has left with another number of cards: by custom it is dead, and the round is void if it is the banker's"},
		{Name: "ascending", Type: "ranking", Default: "None", Doc: "in a game for a pot: no hand may be better by this ranking than the hand named after it; players who set them otherwise have fouled and win nothing with them. It must rank hands of all these sizes, ranking(…, size = (3, 5))"},
		stepName, borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		var sizes []int
		for _, v := range c.List("counts") {
			n, err := starlark.AsInt32(v)
			if err != nil {
				return nil, c.Errorf("counts", "%v", err)
			}
			sizes = append(sizes, n)
		}
		names := c.Strings("names")
		switch {
		case len(sizes) != len(names):
			return nil, c.Errorf("names", "%d names for %d hands", len(names), len(sizes))
		case len(sizes) == 1:
			return nil, c.Errorf("counts", "that is one hand: set two or more")
		case sizes == nil:
			return wrapStep(c, plan.PutInOrder())
		}
		s := plan.Arrange(sizes, names)
		if c.Has("ascending") {
			r := star.Unwrap[*rank.Ranking](c, "ascending")
			least := r.Size() - r.Description().Missing
			if low, high := slices.Min(sizes), slices.Max(sizes); low < least || high > r.Size() {
				return nil, c.HintErrorf("ascending", fmt.Sprintf("ranking(…, size = (%d, %d))", low, min(high, 7)), "hands of %d to %d cards are compared, and %s ranks hands of %s", low, high, r.Name(), plan.Numbers(uint8(least), uint8(r.Size())))
			}
			s = s.InAscendingOrder(r, names)
		}
		switch {
		case c.Has("ascending") && c.Has("way"):
			return nil, c.HintErrorf("ascending", "foul = …", "against a banker a function says which hands are foul")
		case c.Has("foul") && !c.Has("way"):
			return nil, c.HintErrorf("foul", "way = …", "way is missing: it sets a hand that is foul")
		case c.Has("way") && len(sizes) != 2:
			return nil, c.Errorf("way", "against a banker players set two hands, not %d", len(sizes))
		case c.Has("way"):
			s.Ask.Way = &setter{newHook(c, c.Func("way"), readSet)}
		}
		if c.Has("foul") {
			s.Ask.Foul = &tester{newHook(c, c.Func("foul"), readTest)}
		}
		return wrapNode(c, node{Step: s, names: names}), nil
	},
})

var _ = register(&star.Builtin{
	Name:  "pass_cards",
	Group: "dealing",
	Doc: "Each live seat passes some of its down cards to a neighbor. All choose first and pass at the same time. " +
		"(`pass` alone is a keyword of Starlark.)",
	Returns: "step",
	Example: `anaconda = [deal(7), bet(), pass_cards(3), bet(), pass_cards(2, to = right), bet()]

def _swaps(hand):
    """the player swaps"""
    return hand.chose(hand.seat, "swap")

neighbors = in_turn([choose([choice("keep"), choice("swap")]), when(_swaps, [pass_cards(1, cards = "last", swap = True)])])
`,
	Params: []star.Param{
		{Name: "count", Type: "int", Min: 1, Max: plan.MostHole, Doc: "cards"},
		{Name: "to", Type: "direction", Default: "left", Doc: "who gets them: left or right"},
		stepName, borrowed, Cites,
		{Name: "cards", Type: "string", Enum: []string{"all", "down", "up", "last", "older"}, Default: `"down"`, Doc: "which of the seat's cards may go: all, those face down, those face up, the one that came last, or older: all but the last ones, as many as may go; each arrives as it lay"},
		{Name: "swap", Type: "bool", Default: "False", Doc: "a step of in_turn: the neighbor gives as many back, those dealt last"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		s, err := readAmong(c, plan.Pass(c.Int("count"), star.Unwrap[plan.Direction](c, "to")))
		if err != nil {
			return nil, err
		}
		if c.Bool("swap") {
			s = s.Swapped()
		}
		return wrapStep(c, s)
	},
})

var _ = register(&star.Builtin{
	Name:  "take_board",
	Group: "dealing",
	Doc: "Each live seat in turn, from the left of the button, names cards of the board to replace. " +
		"With `to` no new cards come: they go into the player's hand, or out of play. With `lowest` nobody chooses: the board whose last card is the lowest is removed. Its cards that lie on no other board are out of play; " +
		"those that boards share stay on the others.",
	Returns: "step",
	Example: `one_card = [board(5), bet(), take_board(1), bet()]
oklahoma = [board(1, on = "A"), board(1, on = "B"), board(1, on = "C"), take_board(lowest = True), bet()]

def _dealer(hand):
    """the player has the button"""
    return hand.seat == hand.button

pick_a_flop = [board(3, on = "A"), board(3, on = "B"), in_turn([when(_dealer, [take_board(3, to = "muck", whole = True)])]), bet()]
`,
	Params: []star.Param{
		{Name: "count", Type: "int", Min: 1, Max: plan.MaxHole, Default: "1", Doc: "the most cards that a seat may name"},
		{Name: "least", Type: "int", Min: 0, Max: plan.MaxHole, Default: "None", Doc: "the fewest cards; left out: the same as the most"},
		{Name: "lowest", Type: "bool", Default: "False", Doc: "remove the board whose last card is the lowest"},
		stepName, borrowed, Cites,
		{Name: "to", Type: "string", Enum: []string{"hand", "muck"}, Default: "None", Doc: "where the cards go if no new cards take their places: into the hand of the player, face up, or out of play"},
		{Name: "on", Type: "string or list of string", Default: "[]", Most: plan.MaxBoards, Doc: "the names of the boards whose cards may be named; left out: all"},
		{Name: "whole", Type: "bool", Default: "False", Doc: "with `to`: all cards of a board are named, or none of them"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		to, on := c.String("to"), c.Strings("on")
		switch {
		case c.Bool("lowest") && (to != "" || on != nil || c.Bool("whole")):
			return nil, c.Errorf("lowest", "the lowest board goes out of play: leave out to, on and whole")
		case c.Bool("whole") && to == "":
			return nil, c.HintErrorf("whole", `to = "muck"`, "new cards take the places of single cards")
		}
		if c.Bool("lowest") {
			return wrapStep(c, plan.Step{Kind: plan.TakeBoard})
		}
		least := c.Int("count")
		if c.Has("least") {
			least = c.Int("least")
		}
		s := plan.Replace(least, c.Int("count"))
		s.Ask.OfName = strings.Join(on, " or ")
		if to != "" {
			s = s.Removed(s.Ask.OfName, to == "hand", c.Bool("whole"))
		}
		return wrapNode(c, node{Step: s, boards: on}), nil
	},
})

var _ = register(&star.Builtin{
	Name:  "run_it",
	Group: "dealing",
	Doc: "When nobody can bet any more, deals the rest of the board more than once: every pot is split equally among the runs, and odd chips go " +
		"to the first. Either the remaining players agree, each naming a number, or the game always does it. Only board cards may follow. " +
		"If the stub is short, there are fewer runs.",
	Returns: "step",
	Example: `flop = [board(3, name = "flop"), bet(), run_it(2), board(1, name = "turn"), bet(tier = big), run_it(2), board(1, name = "river"), bet(tier = big)]
`,
	Params: []star.Param{
		{Name: "times", Type: "int", Min: 2, Max: plan.MostRuns, Default: "2", Doc: "the most runs"},
		{Name: "agree", Type: "bool", Default: "True", Doc: "whether players agree on the smallest number that any of them names (once, twice, three, four); False: always this many runs"},
		borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return wrapStep(c, plan.RunThe(c.Int("times"), c.Bool("agree")))
	},
})

var _ = register(&star.Builtin{
	Name:  "straddle",
	Group: "forced bets",
	Doc: "The seat left of the last blind may straddle, the next seat may straddle over that, and so on: exactly double, and at most half of " +
		"the seat's chips. A straddle is live, and the betting starts to the left of the last one. Its place in `play` decides which cards the seat has seen.",
	Returns: "step",
	Example: `lowball = [deal(2), straddle(), deal(3), bet(check = False)]
`,
	Params: []star.Param{
		{Name: "any_seat", Type: "bool", Default: "False", Doc: "the next seat may straddle even if a seat declines"},
		borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return wrapStep(c, plan.Straddle(c.Bool("any_seat")))
	},
})

func init() {
	registerWord("passed_out", "dealing", "condition", "Everybody passed: nobody bet in the last round although at least two could have.", plan.PassedOut)
	registerWord("nobody_bet", "dealing", "condition", "Nobody bet in the last round, whether or not anybody could: players who are all in count as passing.", plan.NobodyBet)
}

// whose are the words for a player, seen from whose turn it is.
var whose = map[string]plan.Direction{"own": plan.ToSelf, "left": plan.ToLeft, "right": plan.ToRight}

var _ = register(&star.Builtin{
	Name:  "when",
	Group: "dealing",
	Doc: "Plays one of two lists of steps. After either the game goes on with the next step, unless the list ends the hand. " +
		"Of the two lists the longer one counts for whether the deck has enough cards, and of conditions that exclude one another only those that can hold together, if they see nothing but what the player has chosen, a die, who is still in, hand.seats, or a board of one card; put others into `otherwise`, or say `most`. " +
		"A function of the hand sees what all players see: hand.seats (how many were dealt in), hand.live (a list of the seats still in), hand.button, hand.board, hand.showing(seat) (up cards, the last dealt last), " +
		"hand.held(seat) (how many cards), hand.pot, hand.chips(seat), hand.chose(seat, name) (see choose), hand.won(seat) (see compare), hand.rolled (see roll), hand.deals (1, and one more after each redeal), hand.paid (the last payment), hand.cards_left, " +
		"hand.unit, and within in_turn hand.seat, whose turn it is. Seats count from 1. Against a banker it sees what choose lists. " +
		"The result must depend on nothing else, because answers are remembered.",
	Returns: "step",
	Example: `draw_poker = [deal(5), bet(), when(passed_out, [redeal()]), draw(4), bet(tier = big)]

def _pair_on_board(hand):
    """the flop has a pair"""
    return len(set([card[0] for card in hand.board])) < 3

wonky = [board(3), when(_pair_on_board, [deal(1)]), bet()]

def _a_king(hand):
    """the neighbor has a king"""
    return "K" in "".join(hand.cards)

swap = in_turn([when(_a_king, [choose([choice("beaten")])], [pass_cards(1, swap = True)], cards = "left")])
`,
	Params: []star.Param{
		{Name: "condition", Type: "condition or function", Doc: "passed_out, nobody_bet, or a function of the hand that returns True or False; its docstring says on the rule sheet when that is"},
		{Name: "then", Type: "list of step or list of hand effect", Mixed: true, Doc: "the steps if the condition is true; give_up is one within in_turn: the player is out"},
		{Name: "otherwise", Type: "list of step or list of hand effect", Mixed: true, Default: "[]", Doc: "the steps if it is false"},
		{Name: "doc", Type: "string", Default: `""`, Doc: "when the function returns True, for the rule sheet, such as \"the die shows 3\"; left out: its docstring. With it, conditions that one function makes in a loop have different sentences"},
		borrowed, Cites,
		{Name: "cards", Type: "string", Enum: []string{"own", "left", "right"}, Default: "None", Doc: "a step of in_turn: hand.cards are all cards of the player whose turn it is, or of the next player on the left or right; everybody sees which steps follow, and nobody the cards"},
		{Name: "most", Type: "int", Min: 1, Max: 100, Default: "None", Doc: "how often the steps can be played in a deal, by all players and at all `when` with the same function together, such as 4 for the four fours of a deck; so fewer cards must be enough (see short_stub); a hand in which they are played more often ends with an error"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		n := node{Step: plan.Step{Kind: plan.When}}
		if err := n.readCondition(c, "condition"); err != nil {
			return nil, err
		}
		if n.AtMost, n.AtMostOf = c.Int("most"), c.Value("condition"); n.AtMost == 0 {
			n.AtMostOf = nil
		}
		if n.Whose = whose[c.String("cards")]; n.Whose != 0 && n.Test == nil {
			return nil, c.Errorf("cards", "only a function sees cards")
		}
		if err := copying(c, len(c.List("then"))+len(c.List("otherwise"))); err != nil {
			return nil, err
		}
		var err, other error
		n.then, err = stepList(c, "then")
		if n.otherwise, other = stepList(c, "otherwise"); cmp.Or(err, other) != nil {
			return nil, cmp.Or(err, other)
		}
		if err := cmp.Or(tooLong(c, "then", n.then), tooLong(c, "otherwise", n.otherwise)); err != nil {
			return nil, err
		}
		n.within = stepsOf(n.then) + stepsOf(n.otherwise)
		if len(n.then) == 0 {
			return nil, c.Errorf("then", "no steps")
		}
		return wrapNode(c, n), nil
	},
})

var _ = register(&star.Builtin{
	Name:  "redeal",
	Group: "dealing",
	Doc: "The cards come back and the pot stays: players still in ante again and the hand restarts with the same button. " +
		"Without an ante the hand goes to a showdown after a hundred deals.",
	Returns: "step",
	Example: `again = when(passed_out, [redeal()])
`,
	Params: []star.Param{
		{Name: "ante", Type: "bool", Default: "True", Doc: "players still in ante again"},
		borrowed, Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return wrapStep(c, plan.Step{Kind: plan.Redeal, NoAnte: !c.Bool("ante")})
	},
})

var _ = register(&star.Builtin{
	Name:  "collect",
	Group: "house",
	Doc: "The house takes its fee: a flat amount by the number of players dealt in, or with `rake` a percentage of the pots. From the pot it is never more than the pot. " +
		"If the button pays at the very start of `play`, it pays before the forced bets. A rake is taken when the pots are awarded, but only in hands that reach its step: " +
		"placed after the flop, it means no flop, no drop.",
	Returns: "step",
	Example: `fee = collect({4: "1.00", 10: "2.00"}, payer = "button")
drop = collect(payer = "blinds")
rake = collect(rake = ("5%", 3))
by_stakes = collect(rake = {"0.02": ("3.5%", "0.30"), 1: ("5%", {2: "0.50", 10: 3})}, rounding = "half to even")
by_steps = collect(rake = ("0.01 per 0.20", 3), fixed_limit = ("0.05 per 1", 1), pots = "side first")
`,
	Params: []star.Param{
		{Name: "fee", Type: "string or int or dict", Default: "None", Doc: feeDoc},
		{Name: "payer", Type: "string", Enum: []string{"pot", "button", "blinds"}, Default: `"pot"`, Doc: "the pot, the seat with the button, or the chips posted as blinds"},
		{Name: "rake", Type: "string or tuple or dict", Default: "None", Doc: rakeDoc},
		{Name: "fixed_limit", Type: "string or tuple or dict", Default: "None", Doc: "the rake at fixed and spread limits, in the form of `rake` (default: the same)"},
		{Name: "unit", Type: "string or int", Default: `"0.01"`, Doc: "a rake is rounded to a multiple of this amount, in dollars"},
		{Name: "rounding", Type: "string", Enum: []string{"down", "half to even"}, Default: `"down"`, Doc: "how a rake is rounded: down, or to the nearest unit (a half goes to the even one)"},
		{Name: "pots", Type: "string", Enum: rakedPots, Default: `"main first"`, Doc: "which of several pots pays first: the main pot and then the side pots, the last side pot and so on down to the main pot, or all in proportion"},
		stepName, borrowed, Cites,
	},
	Fn: collectFee,
})

func collectFee(c *star.Call) (starlark.Value, error) {
	payers := map[string]plan.Payer{"pot": plan.FromPot, "button": plan.FromButton, "blinds": plan.FromBlinds}
	col := &plan.CollectStep{From: payers[c.String("payer")]}
	if c.Has("rake") {
		return rakeOf(c, col)
	}
	for _, name := range []string{"fixed_limit", "unit", "rounding", "pots"} {
		if c.Has(name) {
			return nil, c.Errorf(name, "a flat fee has no `%s`: give it with a rake, such as rake = \"5%%\"", name)
		}
	}
	if (col.From == plan.FromBlinds) == c.Has("fee") {
		return nil, c.Errorf("fee", "give a fee or a rake, unless the blinds are the fee")
	}
	switch fee := c.Value("fee").(type) {
	case starlark.NoneType:
	case *starlark.Dict:
		var err error
		if col.Rates, err = feeRates(c, "fee", fee); err != nil {
			return nil, err
		}
	default:
		amount, err := money(c, "fee", fee)
		if err != nil {
			if text, ok := starlark.AsString(fee); ok && strings.HasSuffix(text, "%") {
				return nil, c.Errorf("fee", "got %s, want dollars; a percentage of the pot is rake = %s", fee, fee)
			}
			return nil, err
		}
		col.Rates = []plan.Rate{{Players: 1 << 30, Amount: amount}}
	}
	return wrapStep(c, plan.Step{Kind: plan.Collect, Collect: col})
}

const feeDoc = `dollars, or a dict from the most players to dollars, or to a pair of dollars and the name under which they are posted`

// feeRates reads a dict of fees.
func feeRates(c *star.Call, param string, fees *starlark.Dict) (rates []plan.Rate, err error) {
	for _, item := range fees.Items() {
		r, err := feeRate(c, param, item)
		if err != nil {
			return nil, err
		}
		if n := len(rates); n > 0 && rates[n-1].Players >= r.Players {
			return nil, c.Errorf(param, "list the numbers of players in ascending order: %d comes after %d", r.Players, rates[n-1].Players)
		}
		rates = append(rates, r)
	}
	return rates, nil
}

// feeRate reads an item of a dict of fees: players and dollars, or players and (dollars, name).
func feeRate(c *star.Call, param string, item starlark.Tuple) (r plan.Rate, err error) {
	if r.Players, err = starlark.AsInt32(item[0]); err != nil {
		return r, c.Errorf(param, "got key %s, want the most players that it holds for", item[0])
	}
	fee := item[1]
	if pair, ok := fee.(starlark.Tuple); ok {
		name, isText := starlark.String(""), false
		if len(pair) == 2 {
			name, isText = pair[1].(starlark.String)
		}
		if !isText {
			return r, c.Errorf(param, "got %s, want dollars and a name, such as (8, \"option 3\")", fee)
		}
		fee, r.Name = pair[0], string(name)
	}
	r.Amount, err = money(c, param, fee)
	return r, err
}

// Work of making games while a script loads, in items.
const (
	gameItems = 200 * guard.ItemsPerStep // assembling a game
	stepItems = 10 * guard.ItemsPerStep  // copying and checking one of its steps
)

// maxForced is the maximum number of forced bets of a game.
const maxForced = 100

// stepBytes is the size of a step.
const stepBytes = int(unsafe.Sizeof(node{}))

// copying charges for copying steps of a plan.
func copying(c *star.Call, steps int) error {
	c.Bytes += steps * stepBytes
	if err := guard.Spend(c.Thread, steps*stepItems); err != nil {
		return err
	}
	return guard.TakeBytes(c.Thread, steps*stepBytes)
}

// stepsOf counts steps, including nested ones.
func stepsOf(nodes []node) int {
	n := len(nodes)
	for i := range nodes {
		n += nodes[i].within
	}
	return n
}

// tooLong returns an error for a branch that has more steps than a game may have.
func tooLong(c *star.Call, param string, nodes []node) error {
	if n := stepsOf(nodes); n > plan.MaxSteps {
		return c.Errorf(param, "%d steps: a game has at most %d", n, plan.MaxSteps)
	}
	return nil
}

// borrowed names the source of a rule that is not in the house's document.
var borrowed = star.Param{Name: "borrowed", Type: "string", Default: `""`, Doc: "the source of the rule if it is not in the house's document; the rule sheet names it"}

var toRole = star.Param{Name: "to", Type: "role", Default: "everybody", Doc: "against a banker: everybody, bettors or banker"}
