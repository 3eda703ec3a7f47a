package dsl_test

import (
	"context"
	"strings"
	"testing"

	"cardroom/engine/batch"
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
game("Roads", play = [deal(3), `
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
		for _, g := range games {
			stakes, err := g.ParseStakes("")
			if err != nil {
				t.Fatal(err)
			}
			bound, err := g.Bind(stakes)
			if err != nil {
				t.Fatal(err)
			}
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
