package street_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/solve"
	"cardroom/engine/solve/street"
	"cardroom/engine/testkit"
)

// TestAgree solves hands of every game for two both on the public tree and deal by deal: the values agree within the
// exploitabilities.
func TestAgree(t *testing.T) {
	games, err := houses().Games()
	if err != nil {
		t.Fatal(err)
	}
	galleries, err := houses().Galleries()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range galleries {
		more, err := houses().House(name)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, more...)
	}
	games = slices.DeleteFunc(games, func(g *plan.Game) bool { return g.Banked() || g.MinSeats > 2 })
	solved, later := 0, 0
	for _, g := range testkit.Sweep(games, 40) {
		solved += agree(t, g, "", 7, &later)
	}
	t.Logf("%d hands, %d with cards to come", solved, later)
	if solved < 20 || later < 3 {
		t.Errorf("only %d hands, %d of them with cards to come", solved, later)
	}
}

// agree compares the last rounds of a game, and returns how many.
func agree(t *testing.T, g *plan.Game, text string, seed uint64, later *int) (n int) {
	stakes, err := g.ParseStakes(text)
	if err != nil {
		t.Fatal(err)
	}
	bound, err := g.Bind(stakes)
	if err != nil {
		t.Fatal(err)
	}
	stack := 6 * max(stakes.BB, stakes.Small.Lo, stakes.Ante)
	h := &hand.Hand{}
	if err := h.Start(&hand.Setup{Plan: bound, Stacks: []int64{stack, stack}, Button: 1, Seed: seed}); err != nil {
		t.Fatal(err)
	}
	var states []hand.Hand
	for d, ok := h.Next(); ok; d, ok = h.Next() {
		states = append(states, *h)
		a := h.DefaultAction()
		if d.Kind == hand.Wager && d.BringIn == 0 {
			a = hand.Action{Kind: hand.Check, Seat: d.Seat}
			if !d.Options.CanCheck {
				a.Kind = hand.Call
			}
		}
		if err := h.Apply(a); err != nil {
			t.Fatalf("%s: %v", g.ID, err)
		}
	}
	chance := rand.New(rand.NewPCG(1, seed))
	done := map[int]bool{}
	for i := range states {
		at := &states[len(states)-1-i]
		if at.Pending().Kind != hand.Wager || at.Live().Len() != 2 {
			continue
		}
		s := &solve.Subgame{Hand: at, Ranges: map[int]*cards.Range{}}
		size := 5
		if len(done) > 0 {
			size = 2
		}
		for seat := range 2 {
			s.Ranges[seat] = someHands(at, seat, size, chance)
		}
		if stakes.Structure.String() != "fixed limit" {
			s.Bets = []float64{1}
		}
		tree, err := street.Build(context.Background(), s, solve.Options{MaxNodes: 4000})
		var unfit *street.UnfitError
		var large *solve.TooLargeError
		if errors.As(err, &unfit) || errors.As(err, &large) {
			return n
		}
		if err != nil {
			t.Errorf("%s: %v", g.ID, err)
			return n
		}
		deals := tree.ToCome()
		switch {
		case deals > 1 || len(done) == 2:
			return n
		case done[deals]:
			continue
		}
		done[deals] = true
		if compare(t, g.ID, s, tree) {
			if n++; deals > 0 {
				*later++
			}
		}
	}
	return n
}

// someHands returns a range of random hands with random weights, and the hand that the seat has.
func someHands(h *hand.Hand, seat, n int, chance *rand.Rand) *cards.Range {
	known := cards.SetOf(h.Board()...)
	for m := h.Live(); m != 0; m &= m - 1 {
		known |= cards.SetOf(h.Showing(m.First(), 0)...)
	}
	pack := h.Plan().Game.Deck.Append(nil)
	down := len(h.Hole(seat)) - len(h.Showing(seat, 0))
	out := &cards.Range{}
	up := h.Showing(seat, 0)
	own := cards.SetOf(h.Hole(seat)...) &^ cards.SetOf(up...)
	met := map[cards.Set]bool{own: true}
	out.Hands = append(out.Hands, cards.Held{Cards: own, Weight: 1})
	for tries := 0; len(out.Hands) < n && tries < 10*n+100; tries++ {
		var s cards.Set
		for s.Len() < down {
			if c := pack[chance.IntN(len(pack))]; !known.Has(c) {
				s = s.With(c)
			}
		}
		if !met[s] {
			met[s] = true
			out.Hands = append(out.Hands, cards.Held{Cards: s, Weight: 0.25 + chance.Float64()})
		}
	}
	return out
}

// compare solves a hand in both ways. Where the house takes a part, there can be several equilibria, with other values.
func compare(t *testing.T, name string, s *solve.Subgame, tree *street.Tree) bool {
	solver := street.NewSolver(tree, 1)
	for range 150 {
		_ = solver.Step(context.Background())
	}
	got := solver.Check(context.Background())
	g, err := solve.BuildSubgame(context.Background(), s, solve.Options{MaxNodes: 60_000, Words: true})
	if err != nil {
		t.Logf("%s: %v", name, err)
		return false
	}
	old := solve.NewSolver(g, solve.Predictive)
	for range 200 {
		old.Step()
	}
	want := g.Check(old.Average())
	in := func(p int) float64 {
		seat := g.Numbers[p]
		return g.Dead*float64(g.Unit) + float64(s.Hand.StartingStack(seat)-s.Hand.Stack(seat))
	}
	if same, ok := deals(g, solver); ok {
		checked++
		for p := range g.Numbers {
			near(t, name+", deal by deal the value", same.Value[p]*float64(g.Unit)+in(p), got.Value[p], 1e-5*float64(tree.Pot))
			near(t, name+", deal by deal the best reply", same.Best[p]*float64(g.Unit)+in(p), got.Best[p], 1e-5*float64(tree.Pot))
		}
	}
	for p, seat := range g.Numbers {
		off := got.NashConv + want.NashConv*float64(g.Unit)
		value := want.Value[p]*float64(g.Unit) + in(p)
		if got.Certain && math.Abs(got.Value[p]-value) > off+1e-4*float64(tree.Pot) {
			t.Errorf("%s, board %s: seat %d has %g, %g deal by deal; %g and %g exploitable, %d to come", name, cards.Format(s.Hand.Board()), seat+1, got.Value[p], value, got.NashConv, want.NashConv*float64(g.Unit), tree.ToCome())
		}
		if got.NashConv > 0.03*float64(tree.Pot) {
			t.Errorf("%s: %g of %d is exploitable", name, got.NashConv, tree.Pot)
		}
	}
	return true
}

var checked int // solutions whose values and best replies were computed deal by deal

// deals computes the values and the best replies of the strategies of a solver deal by deal. ok is false where a board stands for several.
func deals(g *solve.Game, s *street.Solver) (r *solve.Result, ok bool) {
	all := solve.Uniform(g)
	for seat := range 2 {
		mixes := map[string][]float64{}
		for d := range s.Decisions(seat, false) {
			mixes[d.Sees] = slices.Clone(d.Mix)
		}
		for _, d := range all.Decisions(seat) {
			mix, ok := mixes[d.Sees]
			if !ok {
				return nil, false
			}
			copy(all.Mix(seat, d.Number), mix)
		}
	}
	return g.Check(all), true
}

// TestKinds compares rivers and turns of each kind of game that needs its own way of counting.
func TestKinds(t *testing.T) {
	kinds := []struct {
		name, game, stakes string
		set                map[string]string
	}{
		{"high and low", "sites/omaha8", "pl 1-2", nil},
		{"Omaha", "sites/omaha", "pl 1-2", nil},
		{"five cards", "sites/omaha5", "pl 1-2", nil},
		{"wild cards", "gallery/texas-league-baseball", "", nil},
		{"short deck", "sites/shortdeck", "nl 1-2", nil},
		{"a rake", "sites/holdem", "nl 1-2", map[string]string{"rake": "pokerstars"}},
		{"a rake of high and low", "sites/omaha8", "2-4", map[string]string{"rake": "pokerstars"}},
		{"two boards", "sites/holdem", "nl 1-2", map[string]string{"runs": "twice from the flop"}},
		{"two boards of high and low", "sites/omaha8", "pl 1-2", map[string]string{"runs": "twice from the flop"}},
		{"stud", "sites/stud8", "2-4", nil},
	}
	rivers, turns := 0, 0
	checked = 0
	for i, k := range kinds {
		lib := dsl.NewLibrary(star.Options{Sources: sources, Set: k.set})
		g, err := lib.Find(k.game)
		if err != nil {
			t.Fatal(err)
		}
		for n := range testkit.Sample(6, 1) {
			later := 0
			done := agree(t, g, k.stakes, uint64(100*i+n), &later)
			if done == 0 {
				t.Errorf("%s: not compared", k.name)
			}
			rivers, turns = rivers+done-later, turns+later
		}
	}
	t.Logf("%d last rounds, %d with cards to come; %d checked deal by deal", rivers, turns, checked)
}
