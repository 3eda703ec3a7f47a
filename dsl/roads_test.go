package dsl_test

import (
	"context"
	"strings"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/hand"
)

// TestRoads writes conditions one after another: those that exclude each other do not add up, and those that can both hold in a hand do.
func TestRoads(t *testing.T) {
	const head = `
_of = {"seats": (2, 7), "forced": [ante()], "stakes": stakes("2-4", ante = 1), "showdown": best(high)}
_ab, _abc = choose([choice("a"), choice("b")]), choose([choice("a"), choice("b"), choice("c")])
def _a(hand):
    """a was chosen"""
    return hand.chose(hand.seat, "a")
def _b(hand):
    """b was chosen"""
    return hand.chose(hand.seat, "b")
def _c(hand):
    """c was chosen"""
    return hand.chose(hand.seat, "c")
def _not_a(hand):
    """a was not chosen"""
    return not hand.chose(hand.seat, "a")
def _first_a(hand):
    """the first player chose a"""
    return hand.chose(1, "a")
def _all_a(hand):
    """everybody chose a"""
    return all([hand.chose(s, "a") for s in hand.live])
def _all_b(hand):
    """everybody chose b"""
    return all([hand.chose(s, "b") for s in hand.live])
def _each_b(hand):
    """each seat chose b"""
    return all([hand.chose(s, "b") for s in range(1, hand.seats + 1)])
def _none_a(hand):
    """nobody chose a"""
    return not any([hand.chose(s, "a") for s in range(1, hand.seats + 1)])
def _some_a(hand):
    """somebody chose a"""
    return any([hand.chose(s, "a") for s in range(1, hand.seats + 1)])
def _some_b(hand):
    """somebody chose b"""
    return any([hand.chose(s, "b") for s in hand.live])
def _two(hand):
    """two are in"""
    return len(hand.live) == 2
def _more(hand):
    """more are in"""
    return len(hand.live) > 2
def _few(hand):
    """at most five were dealt in"""
    return hand.seats <= 5
def _many(hand):
    """more than five were dealt in"""
    return hand.seats > 5
def _three(hand):
    """the die shows 3"""
    return hand.rolled == 3
def _four(hand):
    """the die shows 4"""
    return hand.rolled == 4
def _red(hand):
    """the board is red"""
    return hand.board[0][1] in "hd"
def _black(hand):
    """the board is black"""
    return hand.board[0][1] in "cs"
def _rich(hand):
    """the pot is large"""
    return hand.pot > 20
def _poor(hand):
    """the pot is small"""
    return hand.pot <= 20
g = game("Roads", play = [deal(3), `
	for _, c := range []struct {
		play string
		fits bool
	}{
		{"in_turn([_abc, when(_a, [deal(4)]), when(_b, [deal(4)]), when(_c, [deal(4)])]), bet()", true},
		{"in_turn([_abc]), in_turn([when(_a, [deal(4)])]), in_turn([when(_b, [deal(4)])]), bet()", true},
		{"choose([choice('a'), choice('b')]), in_turn([when(_a, [deal(4)]), when(_not_a, [deal(4)])]), bet()", true},
		{"bet(), when(_two, [deal(4)]), when(_more, [deal(4)]), bet()", true},
		{"board(1), bet(), when(_red, [deal(4)]), when(_black, [deal(4)]), bet()", true},
		{"roll(6), when(_three, [deal(4)]), when(_four, [deal(4)]), bet()", true},
		{"when(_few, [deal(7)]), when(_many, [deal(4)]), bet()", true},
		{"_ab, when(_all_a, [deal(4)]), when(_all_b, [deal(4)]), bet()", true},
		{"_abc, bet(), when(_all_a, [deal(4)]), when(_all_b, [deal(4)]), bet()", true},
		{"in_turn([_ab]), when(_some_a, [deal(4)]), when(_none_a, [deal(4)]), bet()", true},
		{"_ab, when(_all_a, [deal(4)]), when(_some_b, [deal(4)]), bet()", true},
		{"_abc, when(_all_a, [deal(4)]), when(_all_b, [deal(4)]), bet()", true},
		{"_ab, bet(), when(_all_a, [deal(4)]), when(_all_b, [deal(4)]), bet()", true},
		{"_abc, when(_all_a, [deal(4)]), when(_each_b, [deal(4)]), bet()", true},
		{"_abc, when(_each_b, [deal(4)]), when(_all_a, [deal(4)]), bet()", true},
		{"_ab, bet(), in_turn([when(_a, [deal(4)])]), when(_two, [deal(1)]), bet()", true},
		{"_ab, bet(), in_turn([when(_a, [deal(2)]), when(_b, [deal(3)])]), when(_two, [deal(2)]), when(_more, [board(2)]), bet()", true},
		{"_ab, bet(), in_turn([when(_a, [deal(4)])]), when(_more, [deal(1)]), bet()", false},
		{"_ab, when(_some_a, [deal(4)]), when(_some_b, [deal(4)]), bet()", false},
		{"_ab, when(_all_b, [deal(4)]), in_turn([when(_a, [deal(4)])]), bet()", false},
		{"when(_few, [deal(8)]), when(_many, [deal(4)]), bet()", false},
		// Asked again, rolled again, somebody may fold between, and what is not followed.
		{"in_turn([_ab, when(_a, [deal(4)]), _ab, when(_b, [deal(4)])]), bet()", false},
		{"in_turn([_ab, when(_a, [deal(4)]), when(_first_a, [deal(4)])]), bet()", false},
		{"bet(), when(_more, [deal(4)]), bet(), when(_two, [deal(4)]), bet()", false},
		{"in_turn([when(_more, [deal(4)]), _ab, when(_a, [give_up]), when(_two, [deal(4)])]), bet()", false},
		{"roll(6), when(_three, [deal(4)]), roll(6), when(_four, [deal(4)]), bet()", false},
		{"in_turn([roll(6), when(_three, [deal(4)])]), in_turn([when(_four, [deal(4)])]), bet()", false},
		{"roll(6), when(_three, [deal(4)]), when(_rich, [roll(6)]), when(_four, [deal(4)]), bet()", false},
		{"board(2), bet(), when(_red, [deal(4)]), when(_black, [deal(4)]), bet()", false},
		{"bet(), when(_rich, [deal(4)]), when(_poor, [deal(4)]), bet()", false},
	} {
		games, err := withScript(head + c.play + "], **_of)\n").InFile("rule.star")
		if c.fits != (err == nil) || err != nil && !strings.Contains(err.Error(), "the deck has 52") {
			t.Errorf("%s: fits %v, error %v", c.play, c.fits, err)
		}
		if c.fits && len(games) != 1 {
			t.Errorf("%s: %d games", c.play, len(games))
		}
		for _, g := range games {
			bound := boundOf(t, g)
			if bound.Seats != 7 {
				t.Errorf("%s: %d seats", c.play, bound.Seats)
			}
			job := &batch.Job{Plan: bound, Stacks: []int64{200, 200, 200, 200, 200, 200, 200}, Policy: func() (batch.Policy, error) { return batch.Random{}, nil }, Seed: 1, From: 1, To: 501}
			if _, err := batch.Run(context.Background(), job, 1, nil); err != nil {
				t.Errorf("%s: %v", c.play, err)
			}
		}
	}
}

// TestOnlyBoard takes the one board of three cards whole: nobody is asked, and of two boards the player chooses.
func TestOnlyBoard(t *testing.T) {
	for _, c := range []struct {
		boards string
		asked  int
	}{{"board(3, on = 'A'), board(2, on = 'B')", 0}, {"board(3, on = 'A'), board(3, on = 'B')", 1}} {
		script := "def _dealer(hand):\n    \"\"\"the player has the button\"\"\"\n    return hand.seat == hand.button\n" +
			"g = game(\"One\", seats = (2, 5), forced = [blinds()], stakes = stakes(\"nl 1-2\"), play = [deal(5), bet(), " + c.boards +
			", in_turn([when(_dealer, [take_board(3, to = \"muck\", whole = True)])]), bet()], showdown = best(high))\n"
		games, err := withScript(script).InFile("rule.star")
		if err != nil {
			t.Fatal(err)
		}
		stakes, err := games[0].ParseStakes("")
		if err != nil {
			t.Fatal(err)
		}
		plan, err := games[0].Bind(stakes)
		if err != nil {
			t.Fatal(err)
		}
		var h hand.Hand
		if err := h.Start(&hand.Setup{Plan: plan, Stacks: []int64{200, 200, 200}, Seed: 1, Number: 1}); err != nil {
			t.Fatal(err)
		}
		asked := 0
		for d := h.Pending(); d != nil; d = h.Pending() {
			if d.Kind == hand.CardsAsked {
				asked++
			}
			a, err := batch.Caller{}.Act(&h, d, &hand.Source{})
			if err == nil {
				err = h.Apply(a)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if asked != c.asked || h.Result() == nil {
			t.Errorf("%s: asked %d times, want %d", c.boards, asked, c.asked)
		}
	}
}
