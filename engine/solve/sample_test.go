package solve_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"
	"time"

	"cardroom/dsl/policies"
	"cardroom/engine/batch"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/solve"
	"cardroom/engine/testkit"
)

func sample(t testing.TB, s *enumerate.Small, of solve.Sample) *solve.Game {
	t.Helper()
	g, err := solve.BuildSample(context.Background(), s, solve.Options{Words: true}, of)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func average(g *solve.Game, n int) *solve.Profile {
	s := solve.NewSolver(g, solve.Predictive)
	for range n {
		s.Step()
	}
	return s.Average()
}

// whole returns a game with its whole deck and the given number of chips, in the table's smallest
// unit.
func whole(t testing.TB, ref string, chips int64) *enumerate.Small {
	t.Helper()
	s := small(t, ref, enumerate.Whole, enumerate.Wishes{Stacks: []int64{chips}})
	s.Pack = s.Bound.Game.Deck.Append(nil)
	return s
}

// TestSampleExact: if the buckets distinguish all hands and the sample has all deals, a sampled
// game is the game itself: its value is the known one, and the exploitability falls.
func TestSampleExact(t *testing.T) {
	for _, c := range []struct {
		ref                string
		size               enumerate.Size
		wishes             enumerate.Wishes
		buckets, deals     int
		infoSets, someSets int
		value              float64
	}{
		{"examples/kuhn.star", enumerate.Kuhn, enumerate.Wishes{}, 3, 6, 12, 12, -1. / 18},
		{"examples/leduc.star", enumerate.Leduc, enumerate.Wishes{}, 30, 720, 936, 228, -0.085606},
	} {
		s := small(t, c.ref, c.size, c.wishes)
		of := solve.Sample{Buckets: c.buckets, Deals: 1000, Seed: 1}
		size, err := solve.EstimateSample(context.Background(), s, of)
		if err != nil {
			t.Fatal(err)
		}
		g := sample(t, s, of)
		if !g.Buckets.All || g.Buckets.Deals != c.deals || g.AllInfoSets() != c.infoSets || !g.ZeroSum {
			t.Errorf("%s: %+v, %d information sets, want %d", c.ref, g.Buckets, g.AllInfoSets(), c.infoSets)
		}
		near(t, c.ref+": the nodes that were announced", size.Nodes, float64(g.Nodes), 0.05*float64(g.Nodes))
		if size.Bytes < g.Bytes() {
			t.Errorf("%s: %d bytes were announced, and %d are needed", c.ref, size.Bytes, g.Bytes())
		}
		last := math.Inf(1)
		for _, n := range []int{10, 100, 1000, 10_000} {
			r := g.Check(average(g, n))
			t.Logf("%s: %d iterations, %.6f, exploitability %.2g", c.ref, n, r.Value[0], r.Exploitability)
			if r.Exploitability > last/3 || r.Low[0] > c.value+1e-6 || r.High[0] < c.value-1e-6 {
				t.Errorf("%s: after %d iterations the value is between %.6f and %.6f, exploitability %.2g", c.ref, n, r.Low[0], r.High[0], r.Exploitability)
			}
			last = r.Exploitability
		}
		// With fewer buckets it is a different, smaller game.
		if few := sample(t, s, solve.Sample{Buckets: 3, Deals: 1000, Seed: 1}); few.AllInfoSets() != c.someSets {
			t.Errorf("%s with 3 buckets has %d information sets, want %d", c.ref, few.AllInfoSets(), c.someSets)
		}
	}
	// Three seats.
	s := small(t, "engine/solve/testdata/kuhn3.star", enumerate.Kuhn, enumerate.Wishes{Ranks: 4})
	exact, sampled := build(t, s, solve.Options{}), sample(t, s, solve.Sample{Buckets: 4, Deals: 24})
	for seat, want := range exact.Check(solve.Uniform(exact)).Best {
		near(t, "three seats: the best reply to even play", sampled.Check(solve.Uniform(sampled)).Best[seat], want, 1e-9)
	}
}

// TestSampleSeed: a seed always makes the same game, and another seed a different one.
func TestSampleSeed(t *testing.T) {
	made := func(seed uint64) (*solve.Result, *solve.Fresh) {
		g := sample(t, whole(t, "angies/stud7", 600), solve.Sample{Buckets: 3, Deals: 200, Seed: seed})
		f := average(g, 20)
		fresh, err := f.Fresh(context.Background(), 20)
		if err != nil {
			t.Fatal(err)
		}
		return g.Check(f), fresh
	}
	a, freshA := made(1)
	b, freshB := made(1)
	if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(freshA, freshB) {
		t.Errorf("seed 1 makes %+v %+v and %+v %+v", a, freshA, b, freshB)
	}
	if c, _ := made(2); reflect.DeepEqual(a, c) {
		t.Errorf("seed 2 makes what seed 1 makes: %+v", c)
	}
}

// TestSampleBounds: the memory is limited, and an interruption takes effect while deals are judged
// and while the tree grows.
func TestSampleBounds(t *testing.T) {
	s := whole(t, "angies/holdem", 800)
	var large *solve.TooLargeError
	_, err := solve.BuildSample(context.Background(), s, solve.Options{MaxBytes: 1 << 20}, solve.Sample{Buckets: 4, Deals: 300})
	if !errors.As(err, &large) {
		t.Errorf("with 1 MB: %v", err)
	}
	for _, first := range []bool{true, false} {
		ctx, cancel := context.WithCancel(context.Background())
		var o solve.Options
		heard := func(int64) { cancel() }
		if first {
			o.Judged = heard
		} else {
			o.Dealt = heard
		}
		if _, err := solve.BuildSample(ctx, s, o, solve.Sample{Buckets: 4, Deals: 100}); !errors.Is(err, context.Canceled) {
			t.Errorf("interrupted: %v", err)
		}
	}
}

// TestSamplePlays: a strategy of a sampled game with all deals wins at the table what it wins in
// the game; and in the exact game it loses to the best reply what was computed.
func TestSamplePlays(t *testing.T) {
	s := small(t, "examples/leduc.star", enumerate.Leduc, enumerate.Wishes{})
	g := sample(t, s, solve.Sample{Buckets: 3, Deals: 720})
	f := average(g, 300)
	strategy, err := f.Strategy(s)
	if err != nil {
		t.Fatal(err)
	}
	policy := func() (batch.Policy, error) { return strategy.NewPlayer(), nil }
	won, off := match(t, s, g.Unit, 30_000, policy)
	within(t, "both by the strategy", won, off, g.Check(f).Value[0])

	p := strategy.NewPlayer()
	real := build(t, s, solve.Options{Words: true, KeepNames: true, Ask: func(line []solve.Past, h *hand.Hand, d *hand.Decision, actions []hand.Action) ([]float64, error) {
		p.Begin()
		for i := range line {
			p.Saw(line[i].Hand, &line[i].Decision, &line[i].Action)
		}
		own, mix, err := p.Mix(h, d)
		if len(own) != len(actions) {
			t.Errorf("%d actions, want %d", len(own), len(actions))
		}
		return append([]float64(nil), mix...), err
	}})
	played := real.Asked(real.Asked(solve.Uniform(real), 0), 1)
	near(t, "the value in the game as it is", real.Check(played).Value[0], g.Check(f).Value[0], 1e-9)
	reply := real.BestReply(played, 1)
	best, err := reply.Strategy(s)
	if err != nil {
		t.Fatal(err)
	}
	won, off = match(t, s, g.Unit, 30_000, func() (batch.Policy, error) {
		return &batch.Seated{Own: map[int]batch.Policy{0: strategy.NewPlayer()}, Rest: best.NewPlayer()}, nil
	})
	within(t, "against the best reply in the game as it is", won, off, real.Check(reply).Value[0])
}

// TestSampleGames: games of every family can be sampled, and their strategies play: draws, stud
// opened by the cards, hands that may not open, hi-lo, choices of offers, no limit, a rake, three
// seats.
func TestSampleGames(t *testing.T) {
	for _, c := range []struct {
		ref   string
		seats int
		chips int64
		bets  []float64
	}{
		{"angies/lowball", 2, 600, nil},
		{"angies/omaha-hilo", 2, 600, nil},
		{"casino/omaha", 2, 600, nil},
		{"elresbalon/stud5", 2, 600, nil},
		{"house004/lowball", 2, 600, nil},
		{"gallery/guts", 2, 600, nil},
		{"mixed/fr", 2, 600, nil},
		{"mixed/n2l1d", 2, 1000, []float64{0.5, 1}},
		{"mixed/ft", 3, 400, nil},
	} {
		s := small(t, c.ref, enumerate.Whole, enumerate.Wishes{Seats: c.seats, Stacks: []int64{c.chips}})
		s.Pack, s.Bets = s.Bound.Game.Deck.Append(nil), c.bets
		g := sample(t, s, solve.Sample{Buckets: 3, Deals: 40, Seed: 1})
		f := average(g, 30)
		if r := g.Check(f); r.Exploitability > 1 {
			t.Errorf("%s: %+v", c.ref, r)
		}
		if g.Redeals > 0 {
			continue
		}
		strategy, err := f.Strategy(s)
		if err != nil {
			t.Fatal(err)
		}
		match(t, s, g.Unit, 60, func() (batch.Policy, error) {
			return &batch.Seated{Own: map[int]batch.Policy{0: strategy.NewPlayer()}, Rest: batch.Random{}}, nil
		})
	}
}

// TestSampleWins: strategies for games with whole decks win against other policies, in each seat.
func TestSampleWins(t *testing.T) {
	if testing.Short() {
		t.Skip("solves whole games")
	}
	lib := houses()
	tight := func() (batch.Policy, error) { return policies.Load(lib.Loader, "@stdlib//players.star:tight") }
	random := func() (batch.Policy, error) { return batch.Random{}, nil }
	for _, c := range testkit.Sweep([]struct {
		ref                     string
		chips                   int64
		buckets, deals          int
		againstRandom, andTight int64   // hands
		margin                  float64 // against the policy tight, in the units of the game
	}{
		{"angies/holdem", 800, 5, 1500, 1500, 3000, 0.05},
		{"angies/draw5", 1000, 6, 800, 1500, 0, 0},
		{"angies/stud7", 800, 4, 500, 1500, 0, 0},
	}, 1) {
		s := whole(t, c.ref, c.chips)
		began := time.Now()
		g := sample(t, s, solve.Sample{Buckets: c.buckets, Deals: c.deals, Seed: 1})
		f := average(g, 100)
		strategy, err := f.Strategy(s)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d nodes, %d information sets, %.1f s", c.ref, g.Nodes, g.AllInfoSets(), time.Since(began).Seconds())
		for _, p := range []struct {
			name   string
			policy func() (batch.Policy, error)
			hands  int64
			margin float64
		}{{"random", random, c.againstRandom, 0.1}, {"tight", tight, c.andTight, c.margin}} {
			if p.hands == 0 {
				continue
			}
			sum, squares := 0.0, 0.0
			for seat := range 2 {
				won, off := match(t, s, g.Unit, p.hands, func() (batch.Policy, error) {
					rest, err := p.policy()
					return &batch.Seated{Own: map[int]batch.Policy{seat: strategy.NewPlayer()}, Rest: rest}, err
				})
				sum += won * float64(1-2*seat) / 2
				squares += off * off / 4
			}
			off := math.Sqrt(squares)
			t.Logf("%s: from %s it wins %.3f ± %.3f %ss a hand, both seats together", c.ref, p.name, sum, off, g.UnitName)
			if sum-3*off < p.margin {
				t.Errorf("%s: from %s it wins %.3f ± %.3f, want more than %.2f", c.ref, p.name, sum, off, p.margin)
			}
		}
	}
}
