package dsl_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/policies"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/solve"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// The expectation of a bet at California 22, computed only from its rules: over all combinations of cards, each as likely as in a
// full deck whatever has been dealt (six decks come close to that). It uses neither the engine nor the script.

// Cards in the computation: 2 to 13 are the deuce to the king, 1 is the ace, 0 the joker.
const aKing = 13

func likely(card int) float64 {
	if card == 0 {
		return 1.0 / 53
	}
	return 4.0 / 53
}

// hand22 is what matters of a hand: the total with aces low, and whether it has an ace or a joker, or is a natural.
type hand22 struct {
	low                 int
	ace, joker, natural bool
}

func deal22(a, b int) hand22 {
	h := hand22{}.with(a).with(b)
	h.natural = a < 2 && b < 2
	return h
}

func (h hand22) with(card int) hand22 {
	return hand22{low: h.low + min(card, 10), ace: h.ace || card == 1, joker: h.joker || card == 0}
}

// reading22 is a set of option values.
type reading22 struct {
	joker               int // total of a hand with a joker
	tiesLose, bustsLose bool
	naturalPays         float64
	hitSoft18           bool // of the banker
}

func (r *reading22) total(h hand22) (total int, soft bool) {
	switch {
	case h.natural:
		return 22, false
	case h.joker:
		return r.joker, false
	case h.ace && h.low+10 <= 22:
		return h.low + 10, true
	}
	return h.low, false
}

// wins returns the win of a bet of one.
func (r *reading22) wins(player, bank hand22) float64 {
	p, _ := r.total(player)
	b, _ := r.total(bank)
	switch {
	case player.natural && bank.natural:
		return 0
	case player.natural:
		return r.naturalPays
	case bank.natural, p > 22 && b <= 22:
		return -1
	case p > 22 && p < b && !r.bustsLose:
		return 0
	case p > 22:
		return -1
	case b > 22, p > b:
		return 1
	case p == b && !r.tiesLose:
		return 0
	}
	return -1
}

// ended adds the hands with which the banker may end, with their probabilities: the banker draws to hard 16 and soft 18 or, by
// the chart, to soft 17.
func (r *reading22) ended(h hand22, p float64, out map[hand22]float64) {
	total, soft := r.total(h)
	draws := total < 17 || soft && total < 18 || soft && total < 19 && r.hitSoft18
	if h.natural || h.joker || !draws {
		out[h] += p
		return
	}
	for card := range aKing + 1 {
		r.ended(h.with(card), p*likely(card), out)
	}
}

// table22 is a player's situation: the value of the banker's up card, and the hands with which the banker may end.
type table22 struct {
	*reading22
	up   int
	bank map[hand22]float64
	best bool // the player plays optimally, else like examples/basic22.star
	seen map[hand22]float64
}

func (t *table22) stands(h hand22) (ev float64) {
	for bank, p := range t.bank {
		ev += p * t.wins(h, bank)
	}
	return ev
}

// plays returns the expected win of a hand that only hits and stands.
func (t *table22) plays(h hand22) float64 {
	total, soft := t.total(h)
	if h.natural || h.joker || total >= 22 {
		return t.stands(h)
	}
	if ev, ok := t.seen[h]; ok {
		return ev
	}
	least := t.least(soft)
	ev := math.Inf(-1)
	if total > 11 && (t.best || total >= least) {
		ev = t.stands(h)
	}
	if t.best || total < least {
		ev = max(ev, t.card(h, t.plays))
	}
	t.seen[h] = ev
	return ev
}

// least returns the total on which examples/basic22.star stands.
func (t *table22) least(soft bool) int {
	switch {
	case soft && t.up >= 10:
		return 20
	case soft, t.up == 11:
		return 19
	case t.up >= 8, t.up == 2:
		return 18
	}
	return 17
}

// card returns the expected win of a hand that takes a card and continues with then.
func (t *table22) card(h hand22, then func(hand22) float64) (ev float64) {
	for card := range aKing + 1 {
		ev += likely(card) * then(h.with(card))
	}
	return ev
}

// opens returns the expected win of a hand of two cards.
func (t *table22) opens(a, b int) float64 {
	h := deal22(a, b)
	total, soft := t.total(h)
	if h.natural || h.joker || total >= 22 {
		return t.stands(h)
	}
	double := func() float64 { return 2 * t.card(h, t.stands) }
	split := func() float64 { return 2 * t.card(hand22{}.with(a), t.plays) }
	switch {
	case t.best && a == b:
		return max(t.plays(h), double(), split())
	case t.best:
		return max(t.plays(h), double())
	case a == b && (total == 4 || total == 16 || total == 18):
		return split()
	case !soft && (total == 11 || total == 12) && 3 <= t.up && t.up <= 8:
		return double()
	}
	return t.plays(h)
}

// expects returns the expected win of a bet of one.
func (r *reading22) expects(best bool) (ev float64) {
	for up := range aKing + 1 {
		t := &table22{reading22: r, bank: map[hand22]float64{}, best: best, seen: map[hand22]float64{}}
		t.up, _ = r.total(hand22{}.with(up))
		for down := range aKing + 1 {
			if h := deal22(up, down); up == 0 {
				t.bank[h] += likely(down) // joker up: nobody draws
			} else {
				r.ended(h, likely(down), t.bank)
			}
		}
		for a := range aKing + 1 {
			for b := range aKing + 1 {
				p := likely(up) * likely(a) * likely(b)
				switch {
				case up == 0:
					ev += p * t.stands(deal22(a, b))
				default:
					ev += p * t.opens(a, b)
				}
			}
		}
	}
	return ev
}

func usual22() *reading22 { return &reading22{joker: 22, naturalPays: 1, hitSoft18: true} }

// TestBestPlayAgainstTheChart compares the best play found from the script with the calculation, when the banker has no choice.
func TestBestPlayAgainstTheChart(t *testing.T) {
	for _, c := range testkit.Sweep([]struct {
		set  map[string]string
		read func(r *reading22)
	}{
		{map[string]string{"banker_fee": "0"}, func(*reading22) {}},
		{map[string]string{"ties": "banker", "joker": "21", "bust_loses": "yes", "natural_pay": "2 to 1"}, func(r *reading22) {
			r.tiesLose, r.joker, r.bustsLose, r.naturalPays = true, 21, true, 2
		}},
	}, 0) {
		t.Run(fmt.Sprint(c.set), func(t *testing.T) {
			t.Parallel()
			r := usual22()
			r.hitSoft18 = false
			c.read(r)
			c.set["banker_chart"] = "yes"
			b := bound(t, library(t, c.set), "sanrafael/california22", "")
			got, err := solve.AgainstBank(context.Background(), b, nil)
			if err != nil {
				t.Fatal(err)
			}
			if want := -r.expects(true); math.Abs(got.Wagers[0].Edge-want) > 1e-9 || got.Free != nil {
				t.Errorf("%v: an edge of %.9f, %.9f is calculated", c.set, got.Wagers[0].Edge, want)
			}
		})
	}
}

// basicJob plays rounds of california22 by examples/basic22.star, with eight decks and an option value.
func basicJob(t *testing.T, rounds int64, name, value string) *batch.Job {
	t.Helper()
	lib := dsl.NewLibrary(star.Options{
		Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: os.DirFS("../examples")}, Parsed: &parsed, Set: map[string]string{"decks": "8", name: value},
	})
	return &batch.Job{
		Plan: bound(t, lib, "sanrafael/california22", ""), Stacks: []int64{200_00, 200_00, 200_00, 200_00, 200_00, 200_00}, Seed: 22, From: 1, To: rounds + 1,
		Policy: func() (batch.Policy, error) { return policies.Load(lib.Loader, "basic22.star") },
	}
}

// TestBasicExpectation compares the results of the players and the banker of examples/basic22.star with the calculation: with
// default options, and the change with each other option value. Both play the same rounds, so that little chance is left in the
// difference.
func TestBasicExpectation(t *testing.T) {
	rounds := testkit.Sample[int64](2_000, 400)
	// lost returns the average loss of a bet in a number of rounds.
	lost := func(s *batch.Sum, rounds int64) (mean, stdErr float64) {
		mean, stdErr = s.Mean(rounds)
		return -mean / 50_00, stdErr / 50_00
	}
	want := usual22().expects(false)
	t.Run("usual", func(t *testing.T) {
		t.Parallel()
		res, err := batch.Run(context.Background(), basicJob(t, rounds, "decks", "8"), 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, off := lost(&res.Bank, res.Banked)
		t.Logf("%.4f calculated, %.4f ± %.4f played", want, got, off)
		if best := usual22().expects(true); math.Abs(got-want) > 4*off || best < want {
			t.Errorf("a bet loses %.4f ± %.4f, %.4f is calculated, and %.4f with the best play", got, off, want, best)
		}
	})
	for _, c := range testkit.Sweep([]struct {
		name, value string
		read        func(r *reading22)
	}{
		{"ties", "banker", func(r *reading22) { r.tiesLose = true }},
		{"bust_loses", "yes", func(r *reading22) { r.bustsLose = true }},
		{"joker", "21", func(r *reading22) { r.joker = 21 }},
		{"natural_pay", "2 to 1", func(r *reading22) { r.naturalPays = 2 }},
		{"banker_chart", "yes", func(r *reading22) { r.hitSoft18 = false }},
	}, 0) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := usual22()
			c.read(r)
			rounds := rounds / 4
			res, err := batch.RunPair(context.Background(), &batch.Pair{A: basicJob(t, rounds, "decks", "8"), B: basicJob(t, rounds, c.name, c.value)}, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			plain, best := r.expects(false), r.expects(true)
			got, off := lost(&res.Diff[batch.Banker], rounds)
			t.Logf("%s=%s: %+.4f calculated, %+.4f ± %.4f played; best play %.4f", c.name, c.value, plain-want, got, off, best)
			if math.Abs(got-(plain-want)) > 4*off || best < plain {
				t.Errorf("a bet wins %+.4f ± %.4f more, %+.4f is calculated; %.4f, and %.4f with the best play", got, off, plain-want, plain, best)
			}
		})
	}
}
