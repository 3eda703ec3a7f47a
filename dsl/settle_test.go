package dsl_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/diag"
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
		{"", `settle(best(high, cards = "up"))`, "against a banker only the ranking, the number of cards that play and the hand of best count", ""},
		{"", `settle(split(best(high), best(high), best(high)))`, "3 hands are compared with the banker's, want one or two", ""},
		{"", `paid("bet", commission = 101), settle(best(high))`, "commission: 101 percent", ""},
		{"", `choose([choice("off", [pull_back(bet = "blind")])]), settle(best(high))`, `nobody can make a bet called "blind"`, "there are bet"},
		{"", `wager(bet = "two words"), settle(best(high))`, `"two words" is not one word`, ""},
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

// TestHalveWagerIsGone checks that the word replaced by pull_back gives a hint with what to write.
func TestHalveWagerIsGone(t *testing.T) {
	_, err := gameOf("g = choice(\"surrender\", [halve_wager, give_up])\n")
	var e *diag.Error
	if !errors.As(err, &e) || !strings.Contains(e.Hint, "pull_back(half = True)") {
		t.Errorf("halve_wager: %v", err)
	}
}
