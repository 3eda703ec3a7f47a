// This file contains the words for rankings: a house's own rankings, points, wild cards, and the strength of cards under a
// ranking.

package dsl

import (
	"errors"
	"fmt"
	"strings"

	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// Rankings made by scripts. Everything that a script says about the order of hands is compiled to a rank.Description while the
// script loads; from then on the ranking consists of tables like any other, and no hand calls the script.

// Words returns the words of rankings.
func Words() star.WordList {
	list := star.WordList{
		Builtins:   []*star.Builtin{categoryWord, rankingWord, pointsWord, worthWord, wildWord, evaluateWord},
		Attributes: wildAttributes,
		Elsewhere: map[string]string{
			"ranked hand":   "it has ranks, counts, category, suited, flush and wild; the suits of single cards do not score; suit = \"any\" makes it the cards of one suit",
			"cards in play": "it has own, down, up, all_up, board and boards",
		},
	}
	for _, e := range rank.Catalogue() {
		list.Constants = append(list.Constants, &star.Constant{Name: e.Word, Group: "rankings", Doc: e.Doc, Value: rankingValue(e.Ranking, diag.Pos{})})
		if name := strings.ReplaceAll(e.Name(), "-", "_"); name != e.Word {
			list.Elsewhere[name] = "in scripts the ranking is called " + e.Word
		}
	}
	return list
}

// rankingValue returns a ranking as a script value.
func rankingValue(r *rank.Ranking, pos diag.Pos) *star.Value[*rank.Ranking] {
	return star.Wrap("ranking", r, pos).WithAttrs(starlark.StringDict{
		"name": starlark.String(r.Name()),
		"size": starlark.MakeInt(r.Size()),
		"low":  starlark.Bool(r.Low()),
	})
}

// ownCategory is a class of hands defined by a script.
type ownCategory struct {
	name string
	test starlark.Callable
}

var categoryWord = &star.Builtin{
	Name:  "category",
	Group: "rankings",
	Doc: "Your own class of hands, for the `order` of a ranking. `test` is called once for each hand while the script " +
		"loads: hand.ranks are the ranks of the cards from 2 to 14 for the ace, the most frequent first, then the highest; hand.counts is " +
		"the number of cards of each rank from 2 up; hand.suited whether all cards are of one suit; hand.flush the ranks of the cards of one suit, " +
		"if the ranking sets `suited`; hand.category the usual class, such as " +
		"\"two pair\"; hand.wild how many of the cards are wild ones, such as jokers, whatever they stand for: 0 for a natural hand. " +
		"Wild cards are already replaced in all else, and the best replacement counts. Hands within the class are ordered as in the base.",
	Returns: "category",
	Example: `def _blaze(hand):
    return all([11 <= r and r <= 13 for r in hand.ranks]) and hand.category in ("pair", "two pair")

blaze = category("blaze", test = _blaze)

def _natural(hand):
    return hand.category == "straight flush" and hand.ranks[:2] == (14, 13) and hand.wild == 0

natural_royal = category("natural royal flush", test = _natural)
five_wild = category("five wild cards", test = lambda hand: hand.wild == 5)
`,
	Params: []star.Param{
		{Name: "name", Type: "string", Doc: "the name, as the dealer calls it"},
		{Name: "test", Type: "function", Doc: "a function of the hand that returns whether it belongs to the class; its docstring is on the rule sheet"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		if c.String("name") == "" {
			return nil, c.Errorf("name", "a category needs a name")
		}
		return star.Wrap("category", ownCategory{c.String("name"), c.Func("test")}, c.Pos), nil
	},
}

var (
	aces   = map[string]rank.Ace{"high": rank.AceHigh, "low": rank.AceLow, "both": rank.AceBoth}
	roles  = map[string]rank.Role{"none": rank.NoJoker, "bug": rank.Bug, "wild": rank.Wild}
	orders = map[string]rank.SuitOrder{"equal": rank.SuitsEqual, "ascending": rank.SuitsAscending, "descending": rank.SuitsDescending}
)

var rankingWord = &star.Builtin{
	Name:  "ranking",
	Group: "rankings",
	Doc: "Your own ranking: a copy of `base` with these changes. It is as fast as a built-in one: categories and scoring " +
		"functions are called once for every combination of ranks, 7,475 times for hands of five, while the script loads. " +
		"`score` replaces the categories: a function of the hand (as in category) that returns an int or a tuple of ints, larger is better, or " +
		"None for a hand that does not qualify. It sees hands with their wild cards already replaced; the best replacement counts.",
	Returns: "ranking",
	Example: `straights_first = ranking(
    "straight over flush",
    order = ["straight flush", "four of a kind", "full house", "straight", "flush", "three of a kind", "two pair", "pair", "high card"],
)
nine_or_better = ranking("nine or better", base = ace_to_five, floor = "9c8d7h6s5c", joker = "bug")

soko = ranking(
    "soko",
    order = ["straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind", "two pair", "four flush", "four straight", "pair", "high card"],
)
hidugi = ranking("hidugi", base = badugi, ace = "high", low = False)
high_spade = ranking("high spade", size = 1, suit = "s")
longest = ranking("longest suit", size = (1, 7), suit = "any", score = lambda hand: (len(hand.ranks),) + hand.ranks)
twenty_one = ranking("points", size = 2, values = {"A": 11}, words = lambda score: "%d points" % score)
fewest = ranking("fewest points", values = {"A": 1}, score = lambda total: -total)
better = evaluate(twenty_one, "AhKd") > evaluate(twenty_one, "9h9d")
`,
	Params: []star.Param{
		{Name: "name", Type: "string", Doc: "the name on the rule sheet"},
		{Name: "base", Type: "ranking", Default: "high", Doc: "the ranking to start from"},
		{Name: "order", Type: "list", Default: "None", Doc: "the classes of hands, best first: names such as \"full house\", and category(…); straights or flushes that are left out do not count"},
		{Name: "ace", Type: "string", Enum: []string{"high", "low", "both"}, Default: "None", Doc: "above the king, below the deuce, or as in the base and at either end of a straight"},
		{Name: "size", Type: "int or tuple", Default: "None", Doc: "cards in a hand, 1 to 7; (1, 5) allows fewer, and a missing card ranks below all others. Unless `order` says otherwise, one or two cards are never a straight or a flush"},
		{Name: "floor", Type: "string", Default: "None", Doc: "the worst hand that qualifies, as cards; \"\": every hand does"},
		{Name: "deck", Type: "deck", Default: "None", Doc: "the deck, the same as the game's"},
		{Name: "joker", Type: "string", Enum: []string{"none", "bug", "wild"}, Default: "None", Doc: "what a joker is: an ace, or a card that completes a straight or flush (in a low ranking the lowest card not held), or any card; one joker unless the deck has more"},
		{Name: "wild", Type: "list of string", Default: "None", Doc: "ranks such as \"2\" and cards such as \"Jh\" that are wild", Instead: `list the ranks and cards: wild = ["3", "Jh"]`},
		{Name: "suits", Type: "string", Default: "None", Doc: "whether suits break ties: \"equal\", \"ascending\" (spades highest), \"descending\" (clubs highest), or the suits from the highest, such as \"hdcs\""},
		{Name: "score", Type: "function", Default: "None", Doc: "a scoring function instead of categories; its docstring is on the rule sheet"},
		{Name: "values", Type: "dict", Default: "None", Doc: "what ranks count, such as {\"A\": (1, 11), \"K\": 10}; those left out count as in points. `score` is then called with the total, once for each; without it the total is the score. Of an ace of two values the one that scores better counts"},
		{Name: "words", Type: "function", Default: "None", Doc: "a function that turns a score of `score` into words"},
		{Name: "low", Type: "bool", Default: "None", Doc: "whether low cards win within a class of hands; the order of the classes stays as in the base or in `order`, so that a pair still beats no pair: for lowball start from base = ace_to_five or deuce_to_seven"},
		{Name: "suit", Type: "string", Enum: []string{"c", "d", "h", "s", "any"}, Default: "None", Doc: "only cards of this suit count; with \"any\" the cards of one suit, the one that makes the best hand: size = (1, 7) then takes all of the suit"},
		{Name: "suited", Type: "int", Min: 2, Max: 7, Default: "None", Doc: "hand.flush has the ranks of a suit with at least this many cards, for `score`; more than half of a hand"},
	},
	Fn: makeRanking,
}

// Work of making rankings while a script loads, in items.
const (
	rankItems = 1e5 * guard.ItemsPerStep // building the tables of a ranking on first use: five to ten milliseconds
	handItems = 60 * guard.ItemsPerStep  // a hand as passed to categories and scoring functions
)

// makeRanking implements ranking(…).
func makeRanking(c *star.Call) (starlark.Value, error) {
	if c.Module() == nil {
		return nil, c.HintErrorf("", "define it at the top of the script, outside functions", "a ranking must be made while its script loads")
	}
	if err := guard.Spend(c.Thread, rankItems); err != nil {
		return nil, err
	}
	// the functions of the script that the ranking calls
	var called []starlark.Callable
	for _, f := range []starlark.Callable{c.Func("score"), c.Func("words")} {
		if f != nil {
			called = append(called, f)
		}
	}
	for _, v := range c.List("order") {
		if own, ok := star.As[ownCategory](v); ok {
			called = append(called, own.test)
		}
	}
	r, err := star.Again(c, called, func() (*rank.Ranking, error) {
		d := star.Unwrap[*rank.Ranking](c, "base").Description()
		d.Name = c.String("name")
		if err := describe(c, &d); err != nil {
			return nil, err
		}
		if err := scored(c, &d); err != nil {
			return nil, err
		}
		r, err := rank.Compile(d)
		if err != nil {
			if errors.Is(err, rank.ErrMissing) {
				return nil, c.HintErrorf("", "list them; if worse hands do not qualify, say with floor, the cards of the worst hand that does", "%s", plainRankError(err))
			}
			return nil, c.Errorf("", "%s", plainRankError(err))
		}
		return r, nil
	})
	if err != nil {
		return nil, err
	}
	return rankingValue(r, c.Pos), nil
}

// plainRankError returns the message of an error from package rank without the package name.
func plainRankError(err error) string { return strings.TrimPrefix(err.Error(), "rank: ") }

// describe sets the parts of the description that need no script function.
func describe(c *star.Call, d *rank.Description) error {
	if c.Has("ace") {
		d.Ace = aces[c.String("ace")]
	}
	if c.Has("suits") {
		var ok bool
		if d.Suits, ok = orders[c.String("suits")]; !ok {
			if d.Suits, ok = rank.ParseSuits(c.String("suits")); !ok {
				return c.HintErrorf("suits", `suits = "hdcs", suits = "ascending"`, "got %q, want the four suits from the highest, or equal, ascending or descending", c.String("suits"))
			}
		}
	}
	if c.Has("size") || c.Has("deck") {
		if d.Score != nil && !counts(c) && !c.Has("order") {
			return c.HintErrorf("base", "give score or order again", "its scores fit its own size and deck only")
		}
	}
	if c.Has("size") {
		least, most, err := fewestAndMost(c, "size", c.Value("size"))
		if err != nil {
			return err
		}
		d.Size, d.Missing = int(most), int(most-least)
	}
	if c.Has("low") {
		d.Wins = rank.HighWins
		if c.Bool("low") {
			d.Wins = rank.LowWins
		}
	}
	if c.Has("suit") {
		d.Only = 0
		if d.OneSuit = c.String("suit") == "any"; !d.OneSuit {
			d.Only = cards.OfSuit(cards.Suit(strings.Index("cdhs", c.String("suit"))))
		}
	}
	if counts(c) || c.Has("order") {
		d.Flush = 0
	}
	if c.Has("suited") {
		d.Flush = c.Int("suited")
	}
	if c.Has("deck") {
		d.Deck = star.Unwrap[Cited[cards.Deck]](c, "deck").Rules
	}
	if c.Has("joker") {
		d.Jokers = roles[c.String("joker")]
		if d.Jokers != rank.NoJoker {
			d.Deck.Jokers = max(1, d.Deck.Jokers)
		}
	}
	if c.Has("floor") {
		floor, err := cards.Read(c.String("floor"))
		if err != nil {
			return c.Errorf("floor", "%v", err)
		}
		d.Floor = floor
	}
	return wildCards(c, d)
}

// wildCards reads the argument wild.
func wildCards(c *star.Call, d *rank.Description) error {
	if !c.Has("wild") {
		return nil
	}
	d.WildRanks, d.WildCards = nil, nil
	for i, word := range c.Strings("wild") {
		card, n := cards.ScanWritten(word)
		r, m := cards.ScanRank(word)
		switch {
		case n == len(word) && n > 0 && card.Natural():
			d.WildCards = append(d.WildCards, card)
		case m == len(word) && m > 0:
			d.WildRanks = append(d.WildRanks, r)
		default:
			return c.ItemError("wild", i, fmt.Sprintf("%q is neither a rank nor a card", word), `a rank is "2" or "J", a card "Jh"`)
		}
	}
	return nil
}

// counts reports whether hands are ranked by scores of their own.
func counts(c *star.Call) bool { return c.Has("score") || c.Has("values") }

// scored sets the order and the scores of the description, for which script functions may be called for every hand.
func scored(c *star.Call, d *rank.Description) error {
	own := false
	var order []any
	for i, v := range c.List("order") {
		item, err := orderItem(c, i, v)
		if err != nil {
			return err
		}
		_, isOwn := item.(ownCategory)
		own = own || isOwn
		order = append(order, item)
	}
	switch {
	case c.Has("order") && counts(c):
		return c.Errorf("order", "a scoring function or values cannot be combined with an order")
	case c.Has("words") && !counts(c):
		return c.Errorf("words", "they describe the scores of a scoring function, but there is none")
	case counts(c):
		d.Categories = nil
		return scoreByFunction(c, d)
	case own:
		return scoreByOrder(c, d, order)
	case c.Has("order"):
		d.Score, d.Words, d.Order, d.Doc, d.Categories, d.Place = nil, nil, nil, "", nil, nil
		for _, item := range order {
			d.Categories = append(d.Categories, item.(rank.Category))
		}
	}
	return nil
}

// orderItem returns a rank.Category or an ownCategory.
func orderItem(c *star.Call, i int, v starlark.Value) (any, error) {
	if own, ok := star.As[ownCategory](v); ok {
		return own, nil
	}
	name, ok := starlark.AsString(v)
	if !ok {
		return nil, c.ItemError("order", i, "got "+star.TypeName(v)+", want a name or category(…)", "")
	}
	if known, ok := rank.ParseCategory(name); ok {
		return known, nil
	}
	var names []string
	for k := rank.HighCard; k <= rank.FourFlush; k++ {
		names = append(names, k.String())
	}
	hint := diag.DidYouMean(name, names)
	if hint == "" {
		hint = "there are " + strings.Join(names, ", ") + "; category(…) makes others"
	}
	return nil, c.ItemError("order", i, fmt.Sprintf("no category %q", name), hint)
}
