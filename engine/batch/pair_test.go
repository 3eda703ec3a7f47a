package batch

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// rivals returns two games that differ: the second has no burns, ends on the turn, and is played in
// thousandths.
func rivals(t testing.TB) *Pair {
	a, b := job(t), job(t)
	g := *b.Plan.Game
	g.ID, g.Steps = "test/turn", slices.Clone(g.Steps)
	g.Steps = slices.Delete(g.Steps, len(g.Steps)-4, len(g.Steps)-1)
	b.Plan = bind(t, &g, "nl 0.50-1")
	b.Plan.Stakes.Scale = 1000
	b.Stacks = []int64{10000, 2000000, 70000, 2000000, 300000}
	return &Pair{A: a, B: b}
}

func bind(t testing.TB, g *plan.Game, stakes string) *plan.AtStakes {
	t.Helper()
	b, err := g.BindTo(stakes)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func runPair(t *testing.T, p *Pair, workers int) PairResult {
	t.Helper()
	r, err := RunPair(context.Background(), p, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Each game of a pair has the same result as alone, and the differences match the totals, in the
// common unit.
func TestAPairIsTwoRuns(t *testing.T) {
	p := rivals(t)
	got := runPair(t, p, 2)
	if a, b := run(t, p.A, 1), run(t, p.B, 1); got.A != a || got.B != b {
		t.Errorf("A %+v and B %+v by themselves", a, b)
	}
	units := p.Units()
	if units != 1000 || p.A.Plan.Stakes.Scale != 100 {
		t.Fatalf("units of 1/%d and 1/%d", p.A.Plan.Stakes.Scale, units)
	}
	for i := range p.A.Stacks {
		if want := got.B.Net[i].Total - 10*got.A.Net[i].Total; got.Net[i].Total != want {
			t.Errorf("seat %d: a difference of %d, want %d", i+1, got.Net[i].Total, want)
		}
	}
	for m := range Measures {
		scale := int64(1)
		if m == ChipsIn || m == Collected || m == Banker {
			scale = 10
		}
		if want := m.Of(&got.B) - scale*m.Of(&got.A); got.Diff[m].Total != want {
			t.Errorf("measure %d: a difference of %d, want %d", m, got.Diff[m].Total, want)
		}
	}
}

// The error of a mean difference is that of the differences hand by hand.
func TestPairedErrors(t *testing.T) {
	p := rivals(t)
	got := runPair(t, p, 2)
	nets := func(j *Job) (out []float64) {
		one := *j
		one.Record = func(to []byte, _ int64, p *Played) ([]byte, error) {
			out = append(out, float64(p.Hand.Net(2)))
			return to, nil
		}
		run(t, &one, 1)
		return out
	}
	a, b := nets(p.A), nets(p.B)
	n, sum, squares := float64(len(a)), 0.0, 0.0
	for i := range a {
		sum += b[i] - 10*a[i]
	}
	for i := range a {
		squares += (b[i] - 10*a[i] - sum/n) * (b[i] - 10*a[i] - sum/n)
	}
	mean, stdErr := got.Net[2].Mean(got.A.Hands)
	if want := math.Sqrt(squares / (n - 1) / n); math.Abs(mean-sum/n) > 1e-9*math.Abs(mean) || math.Abs(stdErr-want) > 1e-9*want {
		t.Errorf("%v ± %v, want %v ± %v", mean, stdErr, sum/n, want)
	}
}

func TestAPairDependsOnNeitherWorkersNorShards(t *testing.T) {
	whole := runPair(t, rivals(t), 1)
	if whole.Differ == 0 || whole.Differ > 3000 || whole.First[0] == 0 {
		t.Fatalf("implausible: %d differ, first %v", whole.Differ, whole.First)
	}
	if got := runPair(t, rivals(t), 5); got != whole {
		t.Errorf("five workers: %+v, want %+v", got, whole)
	}
	var forth, back PairResult
	var parts []PairResult
	for _, r := range [][2]int64{{1, 3}, {3, 1000}, {1000, 1001}, {1001, 3001}} {
		p := rivals(t)
		p.A.From, p.A.To, p.B.From, p.B.To = r[0], r[1], r[0], r[1]
		parts = append(parts, runPair(t, p, 2))
	}
	for i := range parts {
		forth.Merge(&parts[i])
		back.Merge(&parts[len(parts)-1-i])
	}
	if forth != whole || back != whole {
		t.Error("the parts add up to something else")
	}
}

// The result of a pair survives a round trip through JSON, from any hand on, and an invalid one is
// rejected.
func TestExactPairs(t *testing.T) {
	whole := runPair(t, rivals(t), 2)
	p := rivals(t)
	var told []int64
	p.Prefix = func(next int64, r *PairResult, last bool) error {
		text, err := json.Marshal(ExactPairOf(r, 5))
		if err != nil {
			return err
		}
		var x ExactPair
		if err := json.Unmarshal(text, &x); err != nil {
			return err
		}
		so, err := x.Result()
		if err != nil || so != *r || so.A.Hands != next-1 || last != (so == whole && len(told) > 0 && told[len(told)-1] == next) {
			t.Errorf("%v: before hand %d %+v, want %+v", err, next, so, *r)
		}
		told = append(told, next)
		return nil
	}
	runPair(t, p, 2)
	if len(told) < 3 || told[len(told)-1] != 3001 {
		t.Errorf("told %v", told)
	}
	for name, change := range map[string]func(x *ExactPair){
		"hands":     func(x *ExactPair) { x.B.Hands-- },
		"seats":     func(x *ExactPair) { x.Net = x.Net[1:] },
		"measures":  func(x *ExactPair) { x.Diff = x.Diff[1:] },
		"differ":    func(x *ExactPair) { x.Differ = 4000 },
		"unnamed":   func(x *ExactPair) { x.First = x.First[1:] },
		"not lower": func(x *ExactPair) { x.First[1] = x.First[0] },
		"hand 0":    func(x *ExactPair) { x.First[0] = 0 },
		"squares":   func(x *ExactPair) { x.Net[0].Squares = "-1" },
		"chips":     func(x *ExactPair) { x.A.ChipsIn++ },
	} {
		x := ExactPairOf(&whole, 5)
		change(&x)
		if _, err := x.Result(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestAGameDoesNotDifferFromItself(t *testing.T) {
	r := runPair(t, &Pair{A: job(t), B: job(t)}, 2)
	if r.Differ != 0 || len(r.First.List()) > 0 || r.Diff != [Measures]Sum{} || r.A != r.B || r.A.Hands != 3000 {
		t.Errorf("it does: %+v", r)
	}
}

// The hands reported as different do differ, and the first of them are listed.
func TestTheFirstHandsThatDiffer(t *testing.T) {
	whole := runPair(t, rivals(t), 2)
	var want []int64
	for n := int64(1); len(want) < len(whole.First); n++ {
		p := rivals(t)
		p.A.From, p.A.To, p.B.From, p.B.To = n, n+1, n, n+1
		if r := runPair(t, p, 1); r.Differ > 0 {
			want = append(want, n)
		}
	}
	if !slices.Equal(whole.First.List(), want) {
		t.Errorf("first %v, want %v", whole.First.List(), want)
	}
	var f FirstHands
	for _, n := range []int64{9, 2, 40, 3, 7, 1, 5, 8} {
		f.add(n)
	}
	if f != (FirstHands{1, 2, 3, 5, 7}) {
		t.Errorf("the lowest are %v", f)
	}
}

// foldsLate acts illegally from some hand on.
type foldsLate struct{ Random }

func (foldsLate) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	if h.Button() == 3 {
		return illegal{}.Act(h, d, r)
	}
	return Random{}.Act(h, d, r)
}

func TestAFaultOfAPairNamesGameAndHand(t *testing.T) {
	p := rivals(t)
	p.B.Policy = func() (Policy, error) { return foldsLate{}, nil }
	_, err := RunPair(context.Background(), p, 3, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "hand 5 of seed 7: test/turn: ") {
		t.Errorf("got %v", err)
	}
	p.B.Policy = func() (Policy, error) { return nil, errors.New("no such policy") }
	if _, err := RunPair(context.Background(), p, 3, nil); err == nil || !strings.Contains(err.Error(), "no such policy") {
		t.Errorf("got %v", err)
	}
	p.B.Seed = 8
	if _, err := RunPair(context.Background(), p, 1, nil); err == nil || !strings.Contains(err.Error(), "not a pair") {
		t.Errorf("got %v", err)
	}
}

// Games with different decks are dealt the same order of the cards that both have; a game whose
// deck is the whole deck is dealt the same as alone.
func TestCommonPacks(t *testing.T) {
	for _, c := range []struct{ a, b cards.Deck }{
		{cards.Deck{Jokers: 1}, cards.Deck{}},
		{cards.Deck{Jokers: 2}, cards.Deck{Jokers: 1}},
		{cards.Deck{}, cards.Deck{Lowest: cards.Six}},
		{cards.Deck{Lowest: cards.Six, Jokers: 1}, cards.Deck{}},
		{cards.Deck{Packs: 3, Jokers: 1}, cards.Deck{Packs: 2}},
	} {
		forA, forB := CommonPacks(c.a, c.b)
		for n := int64(1); n <= 50; n++ {
			a, b := forA.shuffled(nil, 5, n), forB.shuffled(nil, 5, n)
			if !isPack(a, c.a) || !isPack(b, c.b) {
				t.Fatalf("%s and %s: not the packs of the games", c.a, c.b)
			}
			if c.a.Packs < 2 && !slices.Equal(only(a, c.b.Set()), only(b, c.a.Set())) {
				t.Fatalf("%s and %s: the orders differ", c.a, c.b)
			}
		}
	}
	p := job(t)
	p.Pack, _ = CommonPacks(p.Plan.Game.Deck, cards.Deck{Lowest: cards.Six})
	if run(t, p, 1) != run(t, job(t), 1) {
		t.Error("the game with the whole pack is dealt other cards than by itself")
	}
}

func isPack(cs []cards.Card, d cards.Deck) bool {
	cs, want := slices.Clone(cs), d.Append(nil)
	slices.Sort(cs)
	slices.Sort(want)
	return slices.Equal(cs, want)
}

func only(cs []cards.Card, of cards.Set) []cards.Card {
	return slices.DeleteFunc(slices.Clone(cs), func(c cards.Card) bool { return !of.Has(c) })
}
