package solve_test

import (
	"context"
	"os"
	"testing"
	"time"

	"cardroom/engine/solve"
	"cardroom/engine/testkit"
)

// TestAgainstBank: the edge of the house in each wager matches published figures.
func TestAgainstBank(t *testing.T) {
	if testing.Short() {
		t.Skip("solves games over all deals")
	}
	lib := houses()
	for _, c := range testkit.Sweep([]struct {
		game string
		long bool
		want map[string]float64 // percent
	}{
		// The published figures for these pay tables; examples/prices has the sources.
		{"banked/threecard", false, map[string]float64{"ante": 3.37, "pairplus": 2.32}},
		{"banked/letitride", false, map[string]float64{"first": 3.51}},
		{"banked/jacks-or-better", false, map[string]float64{"bet": 100 - 99.54}},
		{"banked/baccarat", false, map[string]float64{"player": 1.24, "banker": 1.06, "tie": 14.36}},
		// An independent calculation over all possible cards gives 0.38747678525 %.
		// wizardofodds.com, eight decks.
		{"engine/solve/testdata/ezbaccarat.star", false, map[string]float64{"player": 1.24, "banker": 1.02, "dragon": 7.61, "panda": 10.19}},
		{"banked/blackjack", false, map[string]float64{"bet": -0.38748}},
		{"banked/caribbean", true, map[string]float64{"ante": 5.22}},
		{"banked/casinoholdem", true, map[string]float64{"ante": 2.16, "bonus": 6.26}},
		{"banked/ultimate", true, map[string]float64{"ante": 2.18, "trips": 3.50}},
		{"engine/solve/testdata/holdembonus.star", true, map[string]float64{"ante": 2.04, "bonus": 100 * (1 - 31.0/221)}},
	}, 1) {
		if c.long && os.Getenv("CARDROOM_LARGE") == "" {
			continue
		}
		g, err := lib.Find(c.game)
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.BindTo("")
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		r, err := solve.AgainstBank(context.Background(), b, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, w := range r.Wagers {
			t.Logf("%s %s: edge %.5f %%, risk %.5f %%, put up %.5f: %v", c.game, w.Bet, 100*w.Edge, 100*w.Risk, w.Put, w.Choices)
			if want, ok := c.want[w.Bet]; ok {
				near(t, c.game+" "+w.Bet, 100*w.Edge, want, 0.0051)
			}
		}
		t.Logf("%.0f deals in %v", r.Deals, time.Since(began))
	}
}
