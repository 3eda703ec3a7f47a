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

// bought is the game of testdata/bought.star, counted from its rules: the ranks of the cards, of sixteen.
type bought struct{ left [4]int }

// each takes every card that is left.
func (b *bought) each(then func(rank int) float64) (sum float64) {
	all := 0
	for _, n := range b.left {
		all += n
	}
	for rank, n := range b.left {
		if n > 0 {
			b.left[rank]--
			sum += float64(n) / float64(all) * then(rank)
			b.left[rank]++
		}
	}
	return sum
}

// worth returns the worth of the best two cards.
func (b *bought) worth(own ...int) (best int) {
	for i, x := range own {
		for _, y := range own[:i] {
			best = max(best, 10*max(x, y)+min(x, y)+100*one(x == y))
		}
	}
	return best
}

// raises returns the win of the last choice; put are the bets that do not depend on the house, which are lost with a hand given up.
func (b *bought) raises(up, put, side int, own ...int) float64 {
	pair := b.worth(own...) >= 100
	return max(-float64(1+put+side), b.each(func(down int) float64 {
		won, house := -float64(put), b.worth(up, down)
		if side > 0 {
			won += float64(6*one(pair) - 1)
		}
		return won + 3*float64(one(b.worth(own...) > house)-one(b.worth(own...) < house))
	}))
}

func (b *bought) best() float64 {
	return b.each(func(first int) float64 {
		with := func(side int) float64 {
			return b.each(func(second int) float64 {
				return b.each(func(up int) float64 {
					return max(b.raises(up, 0, side, first, second), b.each(func(third int) float64 { return b.raises(up, 1, side, first, second, third) }))
				})
			})
		}
		return max(with(0), with(1))
	})
}

// TestFresh: a hand is asked once if its choices need a fresh one, and it is one until it has chosen. Everybody raises at these odds.
func TestFresh(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: os.DirFS("testdata")}, Parsed: &parsed})
	out, err := AgainstBank(context.Background(), boundTo(t, lib, "fresh.star"), nil)
	if err != nil {
		t.Fatal(err)
	}
	choices := out.Wagers[0].Choices
	if n := choices[0].Share + choices[1].Share; math.Abs(n-1) > 1e-9 || math.Abs(out.Wagers[0].Put-1-choices[1].Share) > 1e-9 {
		t.Errorf("%.4f of all hands choose, and put up %.4f", n, out.Wagers[0].Put)
	}
}

// TestPlayed compares a game that the engine plays with a count of all deals: a side bet after the first card, and a card that may be bought
// after a look.
func TestPlayed(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 300,000 rounds")
	}
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: os.DirFS("testdata")}, Parsed: &parsed})
	out, err := AgainstBankTo(context.Background(), boundTo(t, lib, "bought.star"), &Aim{Off: 0.2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	deck := &bought{[4]int{4, 4, 4, 4}}
	if w, edge := out.Wagers[0], -deck.best(); math.Abs(w.Edge-edge) > 4*w.Off || w.Off > 0.2 || !out.Sampled.Played {
		t.Errorf("edge %.4f ± %.4f, counted %.4f", w.Edge, w.Off, edge)
	}
}

// TestPlayedPoints compares a game of points that the engine plays with its count: six decks, and a tie after which the player goes to war
// with an equal bet or gives up half. War is better on every rank, by 0.11 of the bet, which a few hundred tries do not show.
func TestPlayedPoints(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: os.DirFS("testdata")}, Parsed: &parsed})
	b := boundTo(t, lib, "war.star")
	counted, err := AgainstBank(context.Background(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	var learned []float64
	out, err := byEngine(context.Background(), b, &Aim{Off: 1, Learning: func(part float64) { learned = append(learned, part) }}, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(learned) != 1 || learned[0] <= 0 || learned[0] > 0.1 { // early enough to tell how long it takes
		t.Errorf("how to play was learned in these parts: %v", learned)
	}
	equal := (12*24*23 + 22*21) / (310. * 309) // of two more cards, with two of one rank out
	won := equal + (1-equal)/2                 // a tie wins the war
	edge := -23 / 311. * (3*won - 2)
	if got := counted.Wagers[0]; math.Abs(got.Edge-edge) > 1e-9 || got.Off != 0 {
		t.Errorf("counted %v, by hand %v", got.Edge, edge)
	}
	w := out.Wagers[0]
	if !out.Sampled.Played || math.Abs(w.Edge-edge) > 4*w.Off {
		t.Errorf("edge %.4f ± %.4f, counted %.4f", w.Edge, w.Off, edge)
	}
	if c := w.Choices; len(c) != 2 || c[0].Choice != "surrender" || c[0].Share > 0 || math.Abs(c[1].Share-23/311.) > 0.01 {
		t.Errorf("the choices are %v, and all go to war", c)
	}
}

// TestInterruptedRound interrupts a game at the beginning of its second round, before any group of it is done: what the first round has
// found is the result, with its side bets.
func TestInterruptedRound(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: os.DirFS("testdata")}, Parsed: &parsed})
	b := boundTo(t, lib, "war.star")
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	g := &bankGame{bound: b, bets: b.Game.BetNames(), aim: &Aim{Off: 0.001}}
	out, err := g.dealt(ctx, 100, func(float64) {}, func(round, _ int) {
		if round > 0 {
			stop()
		}
	}, func(ctx context.Context, k, _ int, _ func(float64)) (bankGroup, error) {
		if err := ctx.Err(); err != nil {
			return bankGroup{}, err
		}
		return bankGroup{won: float64(k%3 - 1), put: 1, sides: []Wager{{Bet: "tie", Edge: 0.1}}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Wagers) != 2 || out.Wagers[1].Bet != "tie" || !out.Sampled.Stopped || out.Sampled.Hands != dealtGroups*100 {
		t.Errorf("%+v, %+v", out.Wagers, out.Sampled)
	}
}

// TestPlayedBanker compares a game that a player banks with its count: the two hands are alike, but an ace wins twice.
func TestPlayedBanker(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: os.DirFS("testdata")}, Parsed: &parsed})
	out, err := AgainstBankTo(context.Background(), boundTo(t, lib, "taken.star"), &Aim{Off: 0.005}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if w, edge := out.Wagers[0], -4/52.*48/51; !out.Sampled.Played || math.Abs(w.Edge-edge) > 4*w.Off || w.Off > 0.005 {
		t.Errorf("edge %.4f ± %.4f, counted %.4f", w.Edge, w.Off, edge)
	}
}

// TestPlayedSide: the edge of a bet beside the game is one of its own units, also if it may not be as large as the first bet.
func TestPlayedSide(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Scripts: fstest.MapFS{"h/house.star": {Data: []byte(`house("H")`)}, "h/g.star": {Data: []byte(branched + `
two = ranking("two cards", size = 2, order = ["pair", "high card"])
paired = g([wager(bet = "ante"), wager(bet = "pair", least = 1, most = 2), deal(2, to = bettors), deal(2, to = banker), turn_up(),
			settle(best(two), own = {"pair": 10}, only = ["pair"]), settle(best(two))])
`)}}}})
	b := boundTo(t, lib, "h/paired")
	out, err := byEngine(context.Background(), b, &Aim{Off: 0.01}, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	if w, edge := out.Wagers[1], 1-11/17.; w.Bet != "pair" || math.Abs(w.Edge-edge) > 5*w.Off || w.Off > 0.05 {
		t.Errorf("%+v, counted %.4f", w, edge)
	}
}
