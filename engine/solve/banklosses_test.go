package solve

import (
	"context"
	"math"
	"testing"
)

// TestLosses: losses of half the bet and of twice the bet are counted as they are paid, by points and by the banker's hand.
func TestLosses(t *testing.T) {
	const start = `
casino = house("Casino")
high = points("high card", target = 14, ace = 14, values = {"J": 11, "Q": 12, "K": 13})
one = ranking("one", size = 1)

def _compare(player, banker):
    """The higher card wins, and equal cards lose half."""
    return pays(-1, 2) if player.total == banker.total else wins if player.total > banker.total else loses

game21 = casino.game(
    "High card",
    seats = (2, 8),
    stakes = stakes("bets 5-100 chip 0.5"),
    play = [wager(behind = 1), deal(1, to = everybody), turn_up(to = everybody), `
	for _, c := range []struct {
		end  string
		edge float64
	}{
		{"settle(high, compare = _compare)], deck = deck(packs = 6))", 23. / 311 / 2},
		{`settle(best(one), paid = [paid("bet", lose_to = {at_least(one, "As", name = "an ace"): -2, "other": loses})])])`, 4. / 52 * 48 / 51},
	} {
		out, err := AgainstBank(context.Background(), boundTo(t, twentyOne(start+c.end), "bj.star"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := out.Wagers[0].Edge; out.Sampled != nil || math.Abs(got-c.edge) > 1e-12 {
			t.Errorf("%s: edge %.9f, want %.9f", c.end, got, c.edge)
		}
	}
}
