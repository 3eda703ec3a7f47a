package docs_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/dsl/star"
	"cardroom/engine/plan"
	"cardroom/scripts"
)

// boundScript returns a game that a script makes, from the arguments of its game(…) after a head of definitions.
func boundScript(t *testing.T, head, args string) *plan.AtStakes {
	t.Helper()
	text := fmt.Sprintf("%s\ng = game(\"G\", seats = (2, 5), forced = [ante()], stakes = stakes(\"2-4 ante 1\"), %s)\n", head, args)
	g, err := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: oneFile(text), Scripts: scripts.FS}}).Find("g.star")
	if err != nil {
		t.Fatal(err)
	}
	b, err := bound(g, "")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// scripted returns the text of the sheet of such a game.
func scripted(t *testing.T, head, args string) string {
	t.Helper()
	text, _ := flat(docs.New(boundScript(t, head, args), nil))
	return text
}

// TestOwnRankings checks that the sheet says where hands rank under a game's own ranking.
func TestOwnRankings(t *testing.T) {
	const blaze = `
def _blaze(hand):
    """Five face cards
    of any suits."""
    return all([11 <= r and r <= 13 for r in hand.ranks])

blaze = category("blaze", test = _blaze)
`
	const points = `
def _points(hand):
    """The sum of the ranks counts"""
    return sum_of(hand.ranks)

def sum_of(numbers):
    total = 0
    for n in numbers:
        total += n
    return total
`
	tests := []struct{ name, head, ranking, want string }{
		{
			"a class of its own", blaze, `ranking("blaze counts", order = ["straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind", blaze, "two pair", "pair", "high card"])`,
			"High hand: in the order straight flush, four of a kind, full house, flush, straight, three of a kind, blaze, two pair, pair, high card; the ace is high, and low in 5-4-3-2-A.\nHigh hand: blaze: Five face cards of any suits.\n",
		},
		{
			"a class of its own, low", blaze, `ranking("low", base = ace_to_five, order = ["high card", "pair", "two pair", blaze, "three of a kind", "full house", "four of a kind"])`,
			"Low hand: ace to five, the ace low, in the order high card, pair, two pair, blaze, three of a kind, full house, four of a kind; 5-4-3-2-A is best.\nLow hand: blaze: Five face cards of any suits.\n",
		},
		{"scores", points, `ranking("points", score = _points)`, "High hand: the game's own ranking, points.\nHigh hand: the sum of the ranks counts.\n"},
		{"a usual order after scores", points, `ranking("usual", base = ranking("points", score = _points), order = ["straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind", "two pair", "pair", "high card"])`, "High hand: in the order royal flush, straight flush,"},
		{"ace to six", "", `ranking("a6", base = deuce_to_seven, ace = "low")`, "Low hand: ace to six, the ace low, straights and flushes count against the hand; 6-4-3-2-A is best.\n"},
		{"ace to five, the ace high", "", `ranking("26", base = ace_to_five, ace = "high")`, "Low hand: ace to five, the ace high, straights and flushes do not count; 6-5-4-3-2 is best.\n"},
		{"deuce to seven", "", `deuce_to_seven`, "Low hand: deuce to seven, the ace high, straights and flushes count against the hand; 7-5-4-3-2 is best.\n"},
		{"fewer cards", "", `ranking("few", base = ace_to_five, size = (3, 5))`, "straights and flushes do not count; the lowest hand is best."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if text := scripted(t, tt.head, "play = [deal(5), bet()], showdown = best("+tt.ranking+")"); !states(text, tt.want) {
				t.Errorf("%q is not in\n%s", tt.want, text)
			}
		})
	}
}

// TestRulesOfQuestions checks that steps of in_turn are written for one player, and that a draw that is optional is described as
// allowed.
func TestRulesOfQuestions(t *testing.T) {
	tests := []struct{ name, play, want string }{
		{"one card", "draw(1)", "Each player in turn, from the left of the button, may discard one card and get another. Players"},
		{"just one card", "draw(1, least = 1)", "Each player in turn, from the left of the button, discards 1 card and gets another. Players"},
		{"two cards", "draw(2)", "Each player in turn, from the left of the button, discards up to 2 cards, or none, and gets the same number. Players"},
		{"one card more", "draw(1, back = 2)", "may discard one card and get 2 more than that."},
		{"one card for good", "discard(1, least = 0)", "Each player in turn, from the left of the button, may discard one card and get none back."},
		{"the card dealt last", `draw(1, cards = "last")`, "may discard the card dealt last and get another."},
		{"draw in turn", "in_turn([draw(2)])", "\nThe player discards up to 2 cards, or none, and gets the same number. A player who is all-in draws too."},
		{"discard in turn", "in_turn([discard(1), deal(1)])", "\nThe player discards 1 card and gets none back. A player who is all-in discards too."},
		{"buy in turn", "in_turn([buy(1)])", "\nThe player may discard one card and buy another."},
		{"expose in turn", "in_turn([expose(1)])", "\nThe player chooses 1 down card to turn up.\n"},
		{"pass in turn", "in_turn([pass_cards(1), deal(1)])", "\nThe player passes 1 down card to the next player on the left, face down.\n"},
		{"pass the last in turn", `in_turn([pass_cards(1, cards = "last"), deal(1)])`, "\nThe player passes the card dealt last to the next player on the left, as it lies.\n"},
		{"board in turn", "board(2), in_turn([take_board(1)])", "\nThe player names 1 board card: a new card from the deck takes its place.\n"},
		{"board, or not", "board(2), take_board(1, least = 0)", "may name one board card: a new card from the deck takes its place."},
		{"compare", `compare(best(ranking("few", size = (1, 5))), losers = [pay(pot = 1)])`, "The players who are in compare with one another in private; nobody else sees the cards. Each of them who does not have the best hand pays as much as the pot holds to whoever has the best, at most the whole stack."},
		{"compare with a neighbor", "in_turn([compare(best(ranking(\"one\", size = 1)), to = left, losers = [give_up])])", "The player compares with the next player on the left in private; nobody else sees the cards. The worse hand, and of equal hands the one of the player who asked, is out, but takes a side pot that nobody still in has matched. High hand:"},
		{"compare a hand that is set", `arrange([2, 3], names = ["Low", "Top"]), compare(best(ranking("few", size = (1, 5)), hand = "Top"))`, "Whoever has the best Top hand gets a mark; of equal ones each does. Top hand: "},
		{"compare, only a hand that is set", `arrange([2, 3], names = ["Low", "Top"]), compare(best(ranking("few", size = (1, 5)), hand = "Top"))`, "Only the cards set apart as Top play."},
		{"the neighbor chooses", "in_turn([choose([choice(\"no\"), choice(\"yes\")], to = right)])", "The next player on the right chooses \"no\" or \"yes\"."},
		{"a condition, again and again", "in_turn([in_turn([when(lambda hand: hand.held(hand.seat) > 9, [deal(1)], doc = \"the player has ten cards\")], most = 2)])", "If the player has ten cards, 1 card face down to the player."},
		{"in order", "arrange(), expose(1, rolled = True)", "\nEach player turns up the next down card in their chosen order.\n"},
		{"two in order", "arrange(), expose(2, rolled = True)", "\nEach player turns up the next 2 down cards in their chosen order.\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if text := scripted(t, "", "play = [deal(5), "+tt.play+", bet()], showdown = best(ranking(\"few\", size = (1, 5)))"); !states(text, tt.want) {
				t.Errorf("%q is not in\n%s", tt.want, text)
			}
		})
	}
}

// TestQualifiersInWords checks that the sheet says which hands open and qualify, and what happens when none does.
func TestQualifiersInWords(t *testing.T) {
	const trips = `floor = at_least(high, "2c2d2h4s3c", name = "three of a kind"), otherwise = "carry"`
	tests := []struct{ name, play, showdown, want string }{
		{"openers", `bet(openers = at_least(high, "JcJd4h3s2c", name = "a pair of jacks"))`, "best(high)", "Only a pair of jacks or better may open;"},
		{"openers that say so", `bet(openers = at_least(high, "JcJd4h3s2c", name = "jacks or better"))`, "best(high)", "Only jacks or better may open;"},
		{"a floor", "bet()", "best(high, " + trips + ")", "It must be three of a kind or better. When nobody qualifies, the pot stays for the next hand."},
		{"the step", "bet()", "best(high, " + trips + ")", "Showdown: the best high hand takes the pot if it qualifies."},
		{"no floor", "bet()", "best(high)", "Showdown: the best high hand takes the pot.\n"},
		{"a share", "bet()", "split(best(high, " + trips + "), best(ace_to_five))", "When nobody qualifies, its share stays in the pot for the next hand."},
		{"a floor that says so", "bet()", `best(high, floor = at_least(high, "2c2d2h4s3c", name = "trips or better"))`, "It must be trips or better.\n"},
		{"no pair", "bet()", `best(ace_to_five, floor = at_least(ace_to_five, "KcQdJhTs9c", name = "no pair"))`, "It must be a hand with no pair or better.\n"},
		{"a low class", "bet()", `best(ranking("a6", base = deuce_to_seven, ace = "low", floor = "KcQdJhTs8c"))`, "It must be a hand without a pair.\n"},
		{"a low of the class", "bet()", `best(eight_or_better)`, "It must be 8-7-6-5-4 or better.\n"},
		{"a high low", "bet()", `best(ranking("k", base = ace_to_five, floor = "KcQdJhTs8c"))`, "It must be K-Q-J-10-8 or better.\n"},
		{"a class", "bet()", `best(ranking("pairs", floor = "2c2d5h4s3c"))`, "It must be a pair or better.\n"},
		{"trips", "bet()", `best(ranking("trips", floor = "2c2d2h4s3c"))`, "It must be three of a kind or better.\n"},
		{"nines", "bet()", `best(ranking("nines", floor = "9c9d4h3s2c"))`, "It must be a pair of nines or better.\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if text := scripted(t, "", "play = [deal(5), "+tt.play+"], showdown = "+tt.showdown); !states(text, tt.want) {
				t.Errorf("%q is not in\n%s", tt.want, text)
			}
		})
	}
}

// TestPartsToldApart checks that parts of a split with the same word get different names.
func TestPartsToldApart(t *testing.T) {
	tests := []struct{ name, play, showdown, want string }{
		{"by ranking", "bet()", "split(best(deuce_to_seven), best(ace_to_five))", "Showdown: the best deuce to seven hand and the best ace to five hand share each pot."},
		{"odd chip", "bet()", "split(best(deuce_to_seven), best(ace_to_five), odd_chip = to_low)", "An odd chip goes to the ace to five half."},
		{"by hand", `arrange([2, 3], names = ["Two", "Three"])`, `split(best(ranking("two", size = 2), hand = "Two"), best(ranking("one card", size = 1), hand = "Three"))`, "the best Two hand and the best Three hand share"},
		{"by board", `board(3, on = "A"), board(3, on = "B")`, `split(best(high, on = "A"), best(high, on = "B"))`, "the best board A hand and the best board B hand share"},
		{"two of three", "bet()", "split(best(high), best(deuce_to_seven), best(ace_to_five))", "the best high hand, the best deuce to seven hand and the best ace to five hand share"},
		{"names that are given", "bet()", `split(best(deuce_to_seven, name = "Kansas"), best(ace_to_five))`, "the best Kansas hand and the best low hand share"},
		{"alike in everything", "bet()", "split(best(high), best(high, floor = at_least(high, \"AcKd4h3s2c\", name = \"ace and king\")))", "the best high hand and the best high hand share"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if text := scripted(t, "", "play = [deal(5), "+tt.play+"], showdown = "+tt.showdown); !states(text, tt.want) {
				t.Errorf("%q is not in\n%s", tt.want, text)
			}
		})
	}
}

// TestChartOfOwnRanking checks that the chart on the wall shows one hand of each class of a game's own ranking, also of a short deck.
func TestChartOfOwnRanking(t *testing.T) {
	const faces = `
def _faces(hand):
    return hand.category == "two pair" and hand.ranks[0] > 10

r = ranking("faces", order = ["straight flush", "four of a kind", "full house", category("faces", test = _faces), "flush", "straight", "three of a kind", "two pair", "pair", "high card"])
`
	chart := docs.NewWall(context.Background(), boundScript(t, faces, "play = [deal(5), bet()], showdown = best(r)"), nil).Wins[0].Chart
	names := make([]string, 0, len(chart))
	for _, c := range chart {
		names = append(names, c.Name)
	}
	const want = "Royal flush; Straight flush; Four of a kind; Full house; Faces; Flush; Straight; Three of a kind; Two pair; Pair; High card"
	if got := strings.Join(names, "; "); got != want {
		t.Errorf("the chart has %s", got)
	}
	short := strings.Replace(strings.Replace(faces, `"faces", `, `"faces", deck = deck(without = "89T"), `, 1), `"straight", `, "", 1)
	bound := boundScript(t, short, `deck = deck(without = "89T"), play = [deal(5), bet()], showdown = best(r)`)
	if chart := docs.NewWall(context.Background(), bound, nil).Wins[0].Chart; len(chart) < 8 {
		t.Errorf("the chart of a short deck has %d hands", len(chart))
	}
	if text, _ := flat(docs.New(bound, nil)); !strings.Contains(text, "in the order straight flush, four of a kind, full house, faces, flush") {
		t.Errorf("the order of a short deck is not in\n%s", text)
	}
}

// TestShowdownsOfOneName checks that the players' sheet says which cards are wild at each of several showdowns for the high hand.
func TestShowdownsOfOneName(t *testing.T) {
	const shows = `
threes, fours = ranking("threes", wild = ["3"]), ranking("fours", wild = ["4"])
def _three(hand):
    """the die shows 3"""
    return hand.rolled == 3
`
	wins := docs.NewWall(context.Background(), boundScript(t, shows, "play = [deal(5), roll(6), when(_three, [show(best(threes))]), when(_three, [show(best(threes))], [show(best(fours))])], showdown = best(high)"), nil).Wins
	if len(wins) < 2 || !strings.Contains(wins[0].Text, "Threes are wild.") || wins[1].Text != "It counts at step 5. Hands rank as above. Fours are wild." || len(wins[1].Chart) > 0 {
		t.Errorf("%+v", wins)
	}
}

// TestBanksInWords checks a choice of two effects, one of which has a comma, and an example of a game whose bets are settled without a
// comparison: its lines begin with the bets.
func TestBanksInWords(t *testing.T) {
	const game = `buy = choice("buy", [raise_wager(least = 1, times = 2), one_card])
g = game("G", seats = (2, 5), stakes = stakes("bets 5-100"), play = [
    wager(), wager(bet = "more"), deal(4, to = bettors), choose([choice("stand", [hand_done]), buy]), turn_up(to = bettors),
    settle(best(ranking("four", size = 4)), own = {"pair": 2}, only = ["bet"]), settle(pushes),
])
`
	g, err := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: oneFile(game), Scripts: scripts.FS}}).Find("g.star")
	if err != nil {
		t.Fatal(err)
	}
	bound, err := bound(g, "")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := flat(docs.New(bound, nil))
	if want := "Buy: the player adds at least $1 and at most 2 times the wager to it, in multiples of $1; and the hand gets a card, face up."; !strings.Contains(text, want) {
		t.Errorf("%q is not in\n%s", want, text)
	}
	example := docs.NewWall(context.Background(), bound, nil).Example
	if example == nil || !strings.HasPrefix(example.Seats[0].Makes, "bets $") {
		t.Errorf("%+v", example)
	}
}

// TestSaidOnce checks sentences that depend on another part of the rules: each stands in place of one that would not hold.
func TestSaidOnce(t *testing.T) {
	for _, tt := range []struct{ name, args, want, not string }{
		{"suits of one half", `odd_chips = "one each", play = [deal(5), bet()], showdown = split(best(high, ties = "suit"), best(ace_to_five))`, "Equal hands share", "Identical hands share"},
		{"suits of all", `odd_chips = "one each", play = [deal(2), board(5), bet()], showdown = best(high, ties = "suit")`, "Identical hands share", "Equal hands share"},
		{"no raise", `betting = betting(raises = 0), play = [deal(5), bet()], showdown = best(high)`, "At most a bet and no raise in a round", "0 raises"},
		{"classes that win", `play = [deal(5), bet()], showdown = best(high, floor = at_least(high, "JcJd4h3s2c", name = "jacks"))`, "two pair, pair; the ace", "high card"},
		{"classes of a ranking that win", `play = [deal(5), bet()], showdown = best(ranking("trips", floor = "2c2d2h4s3c"))`, "straight, three of a kind; the ace", "two pair"},
		{"suits of points", `play = [deal(5), bet()], showdown = best(ranking("sum", size = 5, score = lambda hand: hand.ranks[0]), ties = "suit")`, "in the order in which they make the hand.", "pair of nines"},
		{"suits of single cards", `play = [deal(1), bet()], showdown = best(ranking("one", size = 1), ties = "suit")`, "of two aces the ace of spades wins.", "nines"},
		{"boards that are left", `play = [deal(5), board(3, on = "A"), board(3, on = "B"), bet(), take_board(lowest = True)], showdown = best(high)`, "The board is one of those that are left, whichever makes the best hand.", "one of A and B"},
		{"a card that is paid for", `play = [deal(5), in_turn([choose([choice("keep"), choice("buy", [pay(1)])]), when(lambda hand: hand.chose(hand.seat, "buy"), [buy(1)], doc = "the player buys")]), bet()], showdown = best(high)`, "buy another. The price of the choice pays for it.", "Each card costs"},
		{"nothing by the limits", `play = [deal(5), choose([choice("in"), choice("out", [give_up])])], showdown = best(high)`, "The smallest chip is $1.", "Stakes 2-4"},
		{"a payment by the limits", `play = [deal(5), choose([choice("in", [pay(small)]), choice("out", [give_up])])], showdown = best(high)`, "Stakes 2-4; the smallest chip is $1.", "limits of"},
		{"own cards only", `play = [deal(5), bet(), board(1), bet()], showdown = best(high, board = 0)`, "Only the player's own cards play", "no board cards"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if text := scripted(t, "", tt.args); !states(text, tt.want) || strings.Contains(text, tt.not) {
				t.Errorf("%q is not in, or %q is in\n%s", tt.want, tt.not, text)
			}
		})
	}
}

// askedOften is a condition of a script that counts how often it is asked.
type askedOften struct {
	plan.Tester
	times *int
}

func (a askedOften) Holds(q plan.Question) (bool, error) {
	*a.times++
	return a.Tester.Holds(q)
}

// TestExamplesAskFew looks for the example hand of a game that asks a script for every card, and in which no hand shows all there is.
func TestExamplesAskFew(t *testing.T) {
	b := boundScript(t, "def _more(hand):\n    \"\"\"there is more\"\"\"\n    return hand.seats > 0\n",
		`play = [deal(1), bet()] + [when(_more, [deal(1)])] * 2 + [bet(name = "last")], showdown = best(ranking("one card", size = 1))`)
	asked := 0
	for i := range b.Game.Steps {
		if s := &b.Game.Steps[i]; s.Test != nil {
			s.Test = askedOften{s.Test, &asked}
		}
	}
	if docs.NewWall(context.Background(), b, nil).Example == nil || asked == 0 || asked > 500 {
		t.Errorf("no example, or the script is asked %d times for it", asked)
	}
}

// TestFeesWithConditions checks that on the players' sheet each fee has a sentence of its own where one of them depends on the hand.
func TestFeesWithConditions(t *testing.T) {
	const few = "def _few(hand):\n    \"\"\"fewer than four players are dealt in\"\"\"\n    return len(hand.players) < 4\n"
	bound := boundScript(t, few, `play = [deal(5), bet(), when(_few, [collect(1)], [collect(2)]), bet(), collect(1)], showdown = best(high)`)
	const want = "The house takes $1 out of each pot if fewer than four players are dealt in. The house takes $2 out of each pot unless fewer than four players are dealt in. The house takes $1 out of each pot."
	if got := docs.NewWall(context.Background(), bound, nil).Fee; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
