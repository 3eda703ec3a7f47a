package solve

import (
	"context"
	"math"
	"os"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
)

// TestSampledHands: games whose deals can be counted cost the same within the error if hands are dealt at random, also where the own cards
// decide what may be bet, and High Card Flush costs the published 2.64 %.
func TestSampledHands(t *testing.T) {
	const script = branched + `
two = ranking("two cards", size = 2, order = ["pair", "high card"])
more = choice("more", [raise_wager(bet = "play", of = "ante", times = 3), hand_done])
game1 = g([wager(bet = "ante"), deal(2, to = bettors), deal(2, to = banker),
	choose([give, on, more], allowed = lambda hand: [give, more] if hand.cards[0][0] == hand.cards[1][0] else [give, on], name = "play"),
	turn_up(), settle(best(two), qualifies = at_least(two, "Ts2c", name = "a ten"), paid = [paid("ante", unqualified = wins)])])
`
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{
		Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: fstest.MapFS{"g.star": {Data: []byte(script)}},
	}, Parsed: &parsed})
	for _, ref := range []string{"g.star:game1", "banked/threecard"} {
		b := boundTo(t, lib, ref)
		exact, err := AgainstBank(context.Background(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		g, err := readBank(b)
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.sampled(context.Background(), 400, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		x, y := exact.Wagers[0], got.Wagers[0]
		if off := got.Sampled.Off; off > 0.006 || math.Abs(x.Edge-y.Edge) > 4*off || math.Abs(x.Put-y.Put) > 0.02 || math.Abs(x.Choices[1].Share-y.Choices[1].Share) > 0.02 {
			t.Errorf("%s: %+v ± %.5f, counted %+v", ref, y, off, x)
		}
		if ref == "g.star:game1" { // until the error asked for
			rounds := 0
			g.aim = &Aim{got.Sampled.Off / 1.3, func(float64, int) { rounds++ }}
			if more, err := g.sampled(context.Background(), 400, func(float64) {}); err != nil || rounds == 0 || more.Sampled.Off > g.aim.Off || more.Sampled.Hands != (rounds+1)*got.Sampled.Hands {
				t.Errorf("%s: %d rounds for %+v: %v", ref, rounds, more.Sampled, err)
			}
		}
	}
	if os.Getenv("CARDROOM_LARGE") == "" {
		return
	}
	flush := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Files: os.DirFS("../../examples")}, Parsed: &parsed})
	out, err := AgainstBank(context.Background(), boundTo(t, flush, "high-card-flush.star"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := out.Wagers[0].Edge; math.Abs(got-0.0264) > 4*out.Sampled.Off || out.Sampled.Off > 0.0002 {
		t.Errorf("high card flush: %.5f ± %.5f", got, out.Sampled.Off)
	}
}
