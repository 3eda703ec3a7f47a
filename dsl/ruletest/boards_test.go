package ruletest_test

import (
	"testing"

	"cardroom/dsl/ruletest"
)

// TestBoardsAgainstABank settles bets with one of several boards, or with the best of some.
func TestBoardsAgainstABank(t *testing.T) {
	results, sum := run(t, options(`
_pair = {"pair": 1, "three of a kind": 3, "four of a kind": 9}
_cross = game("Cross", seats = (2, 7), stakes = stakes("bets 5-100"), play = [
    wager(bet = "across", also = ["down", "better", "best"]),
    deal(2, to = bettors),
    board(2, on = "Across"),
    board(2, on = "Down"),
    board(1, on = ["Across", "Down"]),
    turn_up(to = bettors),
    settle(best(high, on = "Across"), own = _pair, only = ["across"]),
    settle(best(high, on = "Down"), own = _pair, only = ["down"]),
    settle(best(high, on = ["Across", "Down"]), own = _pair, only = ["better"]),
    settle(best(high), own = _pair),
])

def test_each_board(t):
    h = t.hand(_cross, seats = "A B", hands = "A JcJd / B x", board = "Ks 4c Js 3d 2s").play("A across 5; B pass; over")
    t.eq([e for e in h.log() if e.startswith("paid")], ["paid A 5", "paid A 15", "paid A 15", "paid A 15"])

def test_no_five_of_both(t):
    """Two threes of each board are no four of a kind."""
    h = t.hand(_cross, seats = "A B", hands = "A Jc9d / B x", board = "3s 3c 3d 3h 2s").play("A across 5; B pass; over")
    t.eq([e for e in h.log() if e.startswith("paid")], ["paid A 5", "paid A 5", "paid A 5", "paid A 5"])
`))
	if sum.Failed > 0 || sum.Passed != 2 {
		t.Errorf("%+v", sum)
	}
	for _, r := range results {
		if r.Status == ruletest.Failed {
			t.Error(r.Test.Name, r.Failure)
		}
	}
}
