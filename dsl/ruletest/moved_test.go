package ruletest_test

import (
	"os"
	"strings"
	"testing"

	"cardroom/dsl/ruletest"
)

// TestMovedCards covers cards that cost something, cards passed on as they lie,
// and cards that neighbors swap.
func TestMovedCards(t *testing.T) {
	results, sum := run(t, options(moved+"_shoved = _game([deal(1), "+how(t, "as in shove")+"])\n"))
	if sum.Failed > 0 || sum.Passed != 7 {
		t.Errorf("%+v", sum)
	}
	for _, r := range results {
		if r.Status == ruletest.Failed {
			t.Error(r.Test.Name, r.Failure)
		}
	}
}

// how returns the example of the line of `doc how` that has certain words.
func how(t *testing.T, words string) string {
	page, err := os.ReadFile("../reference/topics/how.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(page)) {
		if before, example, ok := strings.Cut(line, ": `"); ok && strings.Contains(before, words) {
			return strings.TrimSuffix(strings.TrimSpace(example), "`")
		}
	}
	t.Fatalf("no line of doc how says %q", words)
	return ""
}

const moved = `
def _says(word):
    return lambda hand: hand.chose(hand.seat, word)

def _game(play, size = (1, 5)):
    return game("Moved", seats = (2, 4), forced = [ante()], stakes = stakes("2-4", ante = 1), play = play + [bet()], showdown = best(ranking("few", size = size)))

_drawn = _game([deal(5), draw(3, price = pay("1.50"))])
_refused = _game([deal(1), in_turn([deal(1, up = True), buy(1, cards = "last", price = pay(small))])])
_pushed = _game([deal(1), in_turn([deal(1, up = True), choose([choice("keep"), choice("push")]), when(_says("push"), [pass_cards(1, cards = "last"), deal(1, up = True)])])])
_swapped = _game([deal(2), in_turn([choose([choice("keep"), choice("swap")]), when(_says("swap"), [pass_cards(1, to = right, cards = "last", swap = True)])])])
_up = _game([deal(1), deal(2, up = True), discard(1, cards = "up")])

def test_a_price_for_each_card(t):
    h = t.hand(_drawn, seats = "A B", stacks = 4, hands = "A 2c3c4c5c6c / B 7d8d9dTdJd")
    t.eq(h.legal(), "seat 1 discards 0 to 2 cards for 1.50 each")
    h.refuses("A discards 2c3c4c", because = "at most 2")
    h.play("A discards 2c3c; pot 5; net A -4")

def test_an_up_card_is_refused(t):
    h = t.hand(_refused, seats = "A B", deck = "2c 3c Kd Qd 9h")
    h.refuses("A buys 2c", because = "not the last card dealt")
    t.eq(h.legal(), "seat 1 discards the card dealt last or none for 2")
    h.play("A buys Kd; up A Qd; down A 2c; pot 4; up B 9h; B stands pat; pot 4")

def test_a_card_is_pushed(t):
    h = t.hand(_pushed, seats = "A B C", deck = "2c 3c 4c Kd Qd 9h 8h 7h")
    h.play("A push; up A Qd; up B Kd9h; B push; up B Kd8h; up C 9h7h; C keep")

def test_everybody_has_one_card_after_a_push(t):
    h = t.hand(_shoved, seats = "A B C", deck = "2c 3c 4c Kd Qd 9h 8h 7h")
    h.play("A push; up A Qd; up B Kd; B push; up B 9h; up C Kd; C push; up A Qd; up B 9h; up C 8h")

def test_neighbors_swap(t):
    h = t.hand(_swapped, seats = "A B C", deck = "2c 3c 4c 2d 3d 4d")
    h.play("A swap; hole A 2c4d; hole C 4c2d; B keep; C swap; hole C 4c3d; hole B 3c2d")
    h.play("never exposed A")

def test_up_cards_only(t):
    h = t.hand(_up, seats = "A B", deck = "2c 3c 4c 5c 6c 7c")
    h.refuses("A discards 2c", because = "face up")
    h.play("A discards 6c; hole A 2c4c")

def test_nothing_without_chips(t):
    h = t.hand(_refused, seats = "A B", stacks = "A 2 B 9", deck = "2c 3c Kd Qd 9h")
    h.play("up B Qd; turn B")
`
