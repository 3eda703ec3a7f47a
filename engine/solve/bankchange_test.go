package solve_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/solve"
	"cardroom/stdlib"
)

// TestPaidDraw: cards that cost more than they can win are not drawn, and the game is worth what it is without a draw; a draw that must take
// all cards is a new hand; and a draw against a hand of the house is refused.
func TestPaidDraw(t *testing.T) {
	edge := func(steps string) (float64, error) {
		files := fstest.MapFS{"g.star": {Data: []byte(`g = game("G", seats = (2, 6), stakes = stakes("bets 1-5"), play = [wager(), ` + steps + `])`)}}
		g, err := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: files, Scripts: fstest.MapFS{}, Stdlib: stdlib.FS}}).Find("g.star")
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.BindTo("")
		if err != nil {
			t.Fatal(err)
		}
		r, err := solve.AgainstBank(context.Background(), b, nil)
		if err != nil {
			return 0, err
		}
		return r.Wagers[0].Edge, nil
	}
	const paid = `turn_up(to = bettors), settle(best(high), own = {"two pair": 5, "pair": 1, "other": loses})`
	plain, err := edge(`deal(5, to = bettors), ` + paid)
	if err != nil {
		t.Fatal(err)
	}
	for _, steps := range []string{`deal(5, to = bettors), draw(5, price = {"bet": 20}), ` + paid, `deal(5, to = bettors), draw(5, least = 5), ` + paid} {
		got, err := edge(steps)
		if err != nil {
			t.Fatal(err)
		}
		near(t, steps, got, plain, 1e-9)
	}
	if free, err := edge(`deal(5, to = bettors), draw(1, price = {"bet": [0]}), ` + paid); err != nil || free > plain-0.1 {
		t.Errorf("with a free card %v, %v; without %v", free, err, plain)
	}
	if _, err := edge(`deal(5), draw(5), turn_up(to = everybody), settle(best(high))`); err == nil || !strings.Contains(err.Error(), "is a choice of cards") {
		t.Errorf("a draw against a hand: %v", err)
	}
}
