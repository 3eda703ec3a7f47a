package dsl_test

import (
	"context"
	"math"
	"os"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/policies"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// TestHouseGames plays each policy of examples/house-games.star and compares the loss of the first bet with the published value,
// within five standard errors. The policy for casino hold'em is simpler than the best play, to which its published value refers.
func TestHouseGames(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many rounds")
	}
	rounds := int64(500)
	if *long {
		rounds = 100_000
	}
	for _, c := range []struct {
		policy, source string
		known          float64 // of the first bet
	}{
		{"threecard", "the Wizard of Odds: ante and play", 0.0337},
		{"caribbean", "the Wizard of Odds", 0.0522},
		{"letitride", "the Wizard of Odds: of each of the three bets", 0.0351},
		{"casinoholdem", "the Wizard of Odds, best play", 0.0216},
		{"ultimate", "the Wizard of Odds, basic strategy", 0.0243},
		{"baccarat", "the Wizard of Odds: the bet on the banker", 0.0106},
	} {
		t.Run(c.policy+", "+c.source, func(t *testing.T) {
			lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: os.DirFS("../examples")}, Parsed: &parsed})
			job := &batch.Job{
				Plan: bound(t, lib, "banked/"+c.policy, ""), Stacks: []int64{500_00, 500_00, 500_00, 500_00, 500_00, 500_00}, Seed: 31, From: 1, To: rounds + 1,
				Policy: func() (batch.Policy, error) { return policies.Load(lib.Loader, "house-games.star:"+c.policy) },
			}
			res, err := batch.Run(context.Background(), job, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			mean, off := res.House.Mean(res.Banked)
			bets := 6 * 10_00.0
			t.Logf("%.4f known, %.4f ± %.4f played", c.known, mean/bets, off/bets)
			if math.Abs(mean/bets-c.known) > 5*off/bets || off/bets > 0.2 {
				t.Errorf("a bet loses %.4f ± %.4f, known is %.4f", mean/bets, off/bets, c.known)
			}
		})
	}
}
