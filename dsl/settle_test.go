package dsl_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/testkit"
)

// TestSettlementsThatMeanNothing checks that meaningless settlements are refused at their position, with a hint.
func TestSettlementsThatMeanNothing(t *testing.T) {
	const points = `p = points("p", target = 9)
def _c(a, b):
    return wins
`
	for _, tt := range []struct{ before, play, want, hint string }{
		{"", `settle(best(high))`, "", ""},
		{"", `settle(best(high), compare = len)`, "settle: compare: hands of a ranking are not compared by a function", "the better hand wins; paid = [paid(…)] says what it is paid"},
		{points, `settle(p)`, "the argument compare is missing", ""},
		{points, `settle(p, compare = _c, qualifies = at_least(high, "AsKd4h3s2c", name = "ace king"))`, "points are compared by compare only", "let compare return the outcome"},
		{points, `settle(p, compare = _c, own = {"pair": 1})`, "a pay table needs a ranking, and these hands are points", "compare can return pays(…)"},
		{"", `settle(best(high), own = {"flsh": 1})`, `"flsh" is not a class of the high ranking`, "did you mean flush?"},
		{"", `settle(best(high), own = {"pair": 0})`, "got 0, want wins, loses, pushes, pays(…) or a number from 1 to 10000", ""},
		{"", `settle(best(high), own = {at_least(badugi, "4c3d2hAs", name = "four"): 1})`, "four uses the ranking badugi, but the hands are ranked by high", ""},
		{"", `settle(best(high), paid = [paid("bet", unqualified = wins)])`, `the bet "bet" is paid for a banker who does not qualify, but every hand qualifies`, "qualifies = at_least(…)"},
		{"", `settle(best(high), paid = [paid("bet"), paid("bet")])`, `the bet "bet" is listed twice`, ""},
		{"", `settle(best(high), paid = [paid("bett")])`, `nobody can make a bet called "bett"`, "did you mean bet?"},
		{"", `settle(best(high), only = ["ante"]), settle(best(high))`, `nobody can make a bet called "ante"`, "there are bet"},
		{"", `settle(best(high), only = ["bet"])`, "the game ends without a settlement", "settle(…) at the end of play"},
		{"", `settle(best(high), qualifies = at_least(badugi, "4c3d2hAs", name = "four"))`, "hands are compared by the high ranking, but this one uses badugi", ""},
		{"", `settle(best(high, cards = "up"))`, "against a banker only the ranking, the number of cards that play, the hand and the board of best count", ""},
		{"", `settle(split(best(high), best(high), best(high)))`, "3 hands are compared with the banker's, want one or two", ""},
		{"", `paid("bet", commission = 101), settle(best(high))`, "commission: 101 percent", ""},
		{"", `choose([choice("off", [pull_back(bet = "blind")])]), settle(best(high))`, `nobody can make a bet called "blind"`, "there are bet"},
		{"", `wager(bet = "two words"), settle(best(high))`, `"two words" is not one word`, `"two-words"`},
		{"", `wager(bet = "bet"), settle(best(high))`, `the bet "bet" is made twice`, `wager(bet = "ante"), wager(bet = "bonus")`},
		{"", `wager(bet = "x", least = 5, most = 2), settle(best(high))`, "the maximum is below the minimum", ""},
		{"", `deal(1, to = banker, shared = True), settle(best(high))`, "one hand is shared by those who bet", "deal(…, to = bettors, shared = True)"},
		{`more = choice("raise", [raise_wager(bet = "raise", of = "bet"), hand_done])
`, `deal(1, to = bettors, shared = True, up = True), choose([more], allowed = lambda hand: [more]), settle(best(high))`, "the hand that the bettors share has no wager of its own: no player can raise for it", ""},
		{`off, hit = choice("off", [give_up]), choice("hit", [one_card])
`, `choose([hit, off], to = everybody), settle(best(high))`, "the house's hand has no wager of its own: no player can give up for it", ""},
		{`stay, hit = choice("stay", [hand_done]), choice("hit", [one_card])
`, `choose([stay, hit], to = banker), settle(best(high))`, "nobody chooses for the house's hand: it would always take stay", "allowed = FUNCTION"},
		{"", `arrange([1, 4], names = ["a", "b"], foul = len), settle(best(high))`, "way is missing: it sets a hand that is foul", "way = …"},
		{"", `pass_cards(1), settle(best(high))`, "pass needs a pot, and this game is played against a bank", ""},
		{"", `draw(5, price = {"bet": [1, 2, 3, 2, 1]}), settle(best(high))`, "", ""},
		{"", `draw(5, price = {"bet": [1, 2]}), settle(best(high))`, "draw: 2 prices for up to 5 cards", ""},
		{"", `draw(5, price = {"bet": -1}), settle(best(high))`, "got -1, want a multiple of the bet from 0 to 100", ""},
		{"", `draw(5, price = {}), settle(best(high))`, "name one bet, and its multiples", `price = {"ante": [1, 2, 3]}`},
		{"", `draw(5, price = {"ante": 1}), settle(best(high))`, `nobody can make a bet called "ante"`, "there are bet"},
		{"", `draw(5, price = pay(pot = 1)), settle(best(high))`, "draw: there is no pot to pay a share of", `price = {"ante": 1}`},
		{"", `draw(5, together = True), settle(best(high))`, "draw: against a bank each hand chooses among all its cards, or those face up or down, and gets new ones at once", ""},
		{"", `deal(2, to = bettors, into = "first"), settle(best(high))`, "into: against a bank all cards of a player are dealt to one hand", ""},
		{`two = ranking("two", size = 2, order = [category("aces", test = lambda hand: hand.ranks == (14, 14)), "pair", "high card"])
`, `settle(best(two), own = {"flush": 1})`, `"flush" is not a class of the two ranking`, `there are aces, pair, high card, at_least(…) and "other"`},
		{`two = ranking("two", size = 2, order = [category("aces", test = lambda hand: hand.ranks == (14, 14)), "pair", "high card"])
`, `settle(best(two), own = {"aces": 30, "pair": 3, "other": loses})`, "", ""},
		{`two = ranking("two", size = 2, score = lambda hand: hand.ranks)
`, `settle(best(two), own = {"pair": 1})`, `"pair": the two ranking has scores and no classes`, ""},
		{"", `settle(best(high), paid = [paid("bet", lose = -3)])`, "the bet bet can lose 3 times its size, and its player keeps 0 times as much behind", "behind = 2"},
		{"p, c = points(\"p\", target = 9), lambda a, b: pays(-2)\n", `settle(p, compare = c)`, "the bet bet can lose 2 times its size", "behind = 1"},
		{"p, c = points(\"p\", target = 9), lambda a, b: pays(-1, 2)\n", `settle(p, compare = c)`, "", ""},
		{"", `settle(best(high), paid = [paid("bet", lose = pushes, lose_to = {"pair": -1})])`, `the bet "bet" loses both by its own hand and by the banker's`, "leave one of them out"},
		{"", `settle(best(high), paid = [paid("bet", lose = pays(0))])`, "a hand that wins 0 neither wins nor loses", "pushes"},
		{"", `settle(best(high), paid = [paid("bet", lose = -21)])`, "got -21, want wins, loses, pushes, pays(…) or a number from 1 to 10000, or -1 to -20 for a loss", ""},
		{"p = points(\"p\", target = 9, naturals = [\"7x7\"])\n", `settle(p)`, `"7x7" is not a list of faces`, "faces are ranks and Jo: \"AA\", \"AJo\", \"777\""},
		{"p = points(\"p\", target = 9, cards = [5, 4])\n", `settle(p)`, "numbers of cards are [5 4]: use at most 4 from 2 to 11, ascending", ""},
		{"", `bet(), settle(best(high))`, "bet needs a pot, and this game is played against a bank", ""},
		{"", `choose([choice("low")], secret = True), settle(best(high))`, "against a bank players choose in turn", "leave secret out"},
	} {
		_, err := gameOf(fmt.Sprintf("%sg = game(\"G\", seats = (2, 4), stakes = stakes(\"bets 1-5\"), play = [wager(), deal(5), %s])\n", tt.before, tt.play))
		var e *diag.Error
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.play, err)
		case tt.want != "" && (!errors.As(err, &e) || !strings.Contains(e.Error(), tt.want) || tt.hint != "" && e.Hint != tt.hint || e.Pos.File != "g.star"):
			hint := ""
			if e != nil {
				hint = e.Hint
			}
			t.Errorf("%s:\n got %v\nhint %s\nwant %s\nhint %s", tt.play, err, hint, tt.want, tt.hint)
		}
	}
}

// TestHalveWagerIsGone checks that the word replaced by pull_back is a fault that says what to write.
func TestHalveWagerIsGone(t *testing.T) {
	_, err := gameOf("g = choice(\"surrender\", [halve_wager, give_up])\n")
	var e *diag.Error
	if !errors.As(err, &e) || !strings.Contains(e.Msg, "pull_back(half = True)") {
		t.Errorf("halve_wager: %v", err)
	}
}

// TestOwnClassesPaid checks that a pay table pays classes of a ranking of the script's own, also the usual ones in its order.
func TestOwnClassesPaid(t *testing.T) {
	g, err := gameOf(`two = ranking("two", size = 2, order = [category("aces", test = lambda hand: hand.ranks == (14, 14)), "pair", "high card"])
g = game("G", seats = (2, 4), stakes = stakes("bets 1-5"), play = [wager(), deal(2), settle(best(two), own = {"high card": 1, "pair": 3, "aces": 30, "other": loses})])
`)
	if err != nil {
		t.Fatal(err)
	}
	end := g.Steps[2].Settle
	for text, want := range map[string]int16{"AsAh": 30, "KsKh": 3, "2s2h": 3, "AsKs": 1, "3d2c": 1} {
		list, err := cards.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		r := end.Parts[0].Ranking
		if got := end.Own.Of(r, r.Best(list)); got.Num != want {
			t.Errorf("%s pays %d to 1, not %d", text, got.Num, want)
		}
	}
}

// TestScoresAreChecked checks what is said of scoring functions before and after they are called for every hand.
func TestScoresAreChecked(t *testing.T) {
	for _, tt := range testkit.Some([]struct{ script, want, hint string }{
		{`r = ranking("r", size = 7, suited = 3, score = lambda hand: len(hand.flush))`, "a scoring function can ask for 4 to 7 cards of a suit, not 3", ""},
		{`r = ranking("r", size = (0, 7), score = lambda hand: len(hand.ranks))`, "", ""},
		{`def slow(hand):
    total = 0
    for n in range(2000):
        total += n
    return total
r = ranking("r", size = (5, 7), score = slow)`, "too many steps", "score is called for every combination of cards, here 75,491 times: do less in slow, or make the ranking for fewer cards with size"},
		{`r = points("r", target = 21, naturals = ["AK", "KA"])`, "the natural KA is listed twice", ""},
		{`r = points("r", target = 21, naturals = [a + b for i, a in enumerate("A23456789TJQK".elems()) for b in list("A23456789TJQK".elems())[i:]])`, "", ""},
	}, 1) {
		_, err := gameOf(tt.script + "\ng = game(\"G\", seats = (2, 4), stakes = stakes(\"bets 1-5\"), play = [wager(), deal(5), settle(best(high))])\n")
		var e *diag.Error
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.script, err)
		case tt.want != "" && (!errors.As(err, &e) || !strings.Contains(e.Error(), tt.want) || tt.hint != "" && e.Hint != tt.hint):
			t.Errorf("%s: %v, hint %q", tt.script, err, hintOf(e))
		}
	}
}

// hintOf returns the hint of an error, "" for none.
func hintOf(e *diag.Error) string {
	if e == nil {
		return ""
	}
	return e.Hint
}

// started returns a hand of a script's game for two players with 100 chips each.
func started(t *testing.T, log *hand.Log, script string) *hand.Hand {
	t.Helper()
	g, err := gameOf(script)
	if err != nil {
		t.Fatal(err)
	}
	bound, err := g.BindTo("")
	if err != nil {
		t.Fatal(err)
	}
	h := &hand.Hand{}
	if err := h.Start(&hand.Setup{Plan: bound, Stacks: []int64{100, 100}, Button: 1, Seed: 1, Log: log}); err != nil {
		t.Fatal(err)
	}
	return h
}

// TestBoardSeen checks that a function that allows choices against a bank sees the board.
func TestBoardSeen(t *testing.T) {
	h := started(t, nil, `on, off, out = choice("on", [hand_done]), choice("off", [hand_done]), choice("out", [give_up])
def by_board(hand):
    """The board decides."""
    return [on if len(hand.board) == 3 else off, out]
g = game("G", seats = (2, 4), stakes = stakes("bets 1-5"), play = [wager(), deal(2), board(3), choose([on, off, out], allowed = by_board), turn_up(to = everybody), settle(best(high))])
`)
	for len(h.Board()) == 0 {
		d, ok := h.Next()
		if !ok {
			t.Fatal("the hand is over before the board")
		}
		if err := h.Apply(hand.Action{Kind: hand.Choose, Seat: d.Seat, Amount: h.Offers()[0].Min}); err != nil {
			t.Fatal(err)
		}
	}
	if offers := h.Offers(); len(offers) != 2 || offers[0].Name != "on" {
		t.Errorf("offered: %v", offers)
	}
}

// TestNothingGoesBack checks that no chips are said to go back when half of a bet is less than a chip.
func TestNothingGoesBack(t *testing.T) {
	var log hand.Log
	h := started(t, &log, `half = choice("half", [pull_back(half = True), give_up])
g = game("G", seats = (2, 4), stakes = stakes("bets 1-5 chip 1"), play = [wager(), deal(2), choose([half]), turn_up(to = everybody), settle(best(high))])
`)
	for d, ok := h.Next(); ok; d, ok = h.Next() {
		if err := h.Apply(hand.Action{Kind: hand.Choose, Seat: d.Seat, Amount: h.Offers()[0].Min}); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range log.Events {
		if e.Kind == hand.Returned && e.Amount == 0 {
			t.Errorf("seat %d takes back 0", e.Seat+1)
		}
	}
}
