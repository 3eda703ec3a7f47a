package hand_test

import (
	"math"
	"testing"

	houses "cardroom/dsl/fuzzhouses"
	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

// glances compares the estimates of views.
type glances struct {
	*testing.T
	quick                   hand.Outlook
	games, strengths, picks int
	off, n                  float64 // the sum of the differences from estimates with the cards as they are
}

// TestGlances plays hands of every game, and compares the estimates from sets of cards with those from hands dealt card by card, which
// are the same, and with those from the hand itself, whose cards have not been exchanged for others that mean the same: they differ by
// what other deals make of them, and on average not at all.
func TestGlances(t *testing.T) {
	g := glances{T: t}
	tried := testkit.Sweep(houses.Games(), 8)
	for _, game := range tried {
		b, err := game.BindTo("")
		if err != nil {
			t.Fatal(err)
		}
		is := 0
		for n := range uint64(4) {
			seats := min(3+int(n), game.MaxSeats)
			setup := hand.Setup{Plan: b, Seed: n, Number: 1, Button: int(n) % seats}
			for range seats {
				setup.Stacks = append(setup.Stacks, b.Stakes.Scale*100)
			}
			chance := hand.NewSource(n, 5)
			setup.Deck = shuffled(game.Deck, &chance)
			is += g.play(game, &setup, &chance)
		}
		g.games += min(is, 1)
	}
	mean := g.off / g.n
	t.Logf("%d games, %d strengths, %d picks; off by %.4f on average", g.games, g.strengths, g.picks, mean)
	if least := len(tried) / 3; g.games < least || g.strengths < 4*least || g.picks < least/2 {
		t.Errorf("%d games, %d strengths and %d picks", g.games, g.strengths, g.picks)
	}
	if math.Abs(mean) > 4*0.07/math.Sqrt(g.n) {
		t.Errorf("off by %.4f on average of %v views", mean, g.n)
	}
}

// play plays a hand in which players draw as is best, and compares. It returns the number of views in which the cards alone decide.
func (g *glances) play(game *plan.Game, setup *hand.Setup, chance *hand.Source) (n int) {
	g.Helper()
	var h hand.Hand
	if err := h.Start(setup); err != nil {
		g.Fatalf("%s: %v", game.ID, err)
	}
	for range 300 {
		d := h.Pending()
		if d == nil {
			break
		}
		a, err := (batch.Random{}).Act(&h, d, chance)
		if d.Seat >= 0 && g.quick.Glances(&h) {
			n++
			is := g.quick.Strength(&h)
			if slow := hand.Slow().Strength(&h); is != slow {
				g.Errorf("%s: %v, card by card %v", game.ID, is, slow)
			}
			if g.strengths++; g.strengths%4 == 0 {
				off := is - hand.Plain().Strength(&h)
				if g.off, g.n = g.off+off, g.n+1; math.Abs(off) > 0.5 {
					g.Errorf("%s: %s on %s: %v, with the cards as they are %v", game.ID, cards.Format(h.Hole(int(d.Seat))), cards.Format(h.Board()), is, is-off)
				}
			}
			if h.Question() != nil {
				g.picks++
				if a = g.quick.Pick(&h); a != hand.Slow().Pick(&h) {
					g.Errorf("%s: %v is not what is best card by card", game.ID, a.List())
				}
			}
		}
		if err == nil {
			err = h.Apply(batch.HoldToDraw(&h, d, a))
		}
		if err != nil {
			g.Fatalf("%s: %v", game.ID, err)
		}
	}
	return n
}

// TestSuitsAreAlike checks that a start with other suits, or in a game of ranks with any suits, is one and the same.
func TestSuitsAreAlike(t *testing.T) {
	var look hand.Outlook
	for _, c := range []struct {
		id    string
		holes [2]string
	}{{"mixed/nt", [2]string{"AhKh", "AcKc"}}, {"mixed/nt", [2]string{"7h7d", "7c7s"}}, {"angies/lowball", [2]string{"Ah3h4h7dKs", "Ac3d4h7hKs"}}, {"mixed/po", [2]string{"AhKhQd2d", "AsKs2cQc"}}} {
		var got [2]float64
		for k, hole := range c.holes {
			game, err := houses.Find(c.id, nil)
			if err != nil {
				t.Fatal(err)
			}
			b, err := game.BindTo("")
			if err != nil {
				t.Fatal(err)
			}
			var h hand.Hand
			if err := h.Start(&hand.Setup{Plan: b, Seed: 1, Number: 1, Button: 0, Stacks: []int64{9000, 9000, 9000}}); err != nil {
				t.Fatal(err)
			}
			copy(h.Hole(int(h.Pending().Seat)), cards.MustParse(hole))
			got[k] = look.Strength(&h)
		}
		if got[0] != got[1] || got[0] == 0 {
			t.Errorf("%s: %v", c.id, got)
		}
	}
}

// TestErrorOfEstimates checks that estimates have about the same standard error in every round of every kind of game, with a board and
// without, of one rating and of two: they take as many deals as that needs. It allocates nothing.
func TestErrorOfEstimates(t *testing.T) {
	const orders = 12
	for _, id := range []string{"mixed/nt", "mixed/f7s", "angies/stud7-hilo8", "mixed/po", "angies/lowball"} {
		game, err := houses.Find(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := game.BindTo("")
		if err != nil {
			t.Fatal(err)
		}
		var sum, n [6]float64
		for seed := range uint64(3) {
			setup := hand.Setup{Plan: b, Seed: seed, Number: 1}
			for range 5 {
				setup.Stacks = append(setup.Stacks, b.Stakes.Scale*1000)
			}
			var h hand.Hand
			var look hand.Outlook
			if err := h.Start(&setup); err != nil {
				t.Fatal(err)
			}
			for d := h.Pending(); d != nil; d = h.Pending() {
				var all [orders]float64
				mean, dealt := 0.0, false
				for k := range all {
					all[k], dealt = look.Dealt(&h, uint64(k)*83)
					mean += all[k] / orders
				}
				if dealt {
					if n := testing.AllocsPerRun(2, func() { look.Dealt(&h, 7) }); n > 0 {
						t.Errorf("%s: an estimate allocates %v times", id, n)
					}
					n[h.Rounds()]++
					for _, x := range all {
						sum[h.Rounds()] += (x - mean) * (x - mean) / (orders - 1)
					}
				}
				a := h.DefaultAction()
				if d.Options.Call > 0 && d.BringIn == 0 {
					a.Kind = hand.Call
				}
				if err := h.Apply(a); err != nil {
					t.Fatal(err)
				}
			}
		}
		rounds := 0
		for round := range sum {
			if n[round] == 0 {
				continue
			}
			rounds++
			if off := math.Sqrt(sum[round] / n[round]); off < 0.018 || off > 0.045 {
				t.Errorf("%s, round %d: a standard error of %.4f in %v views", id, round, off, n[round])
			}
		}
		if rounds == 0 {
			t.Errorf("%s: no estimates", id)
		}
	}
}
