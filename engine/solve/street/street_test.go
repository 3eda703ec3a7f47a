package street_test

import (
	"context"
	"math"
	"os"
	"reflect"
	"sync"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/solve"
	"cardroom/engine/solve/street"
	"cardroom/engine/speech"
)

var houses = sync.OnceValue(func() *dsl.Library {
	return dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../../stdlib"), Scripts: os.DirFS("../../../scripts"), Files: os.DirFS("../../..")}})
})

// play returns a hand of a game for two players after some actions in words.
func play(t testing.TB, game, stakes string, stack int64, deck string, words ...string) *hand.Hand {
	t.Helper()
	g, err := houses().Find(game)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.ParseStakes(stakes)
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Bind(s)
	if err != nil {
		t.Fatal(err)
	}
	top, err := cards.Read(deck)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range g.Deck.Append(nil) {
		if !cards.SetOf(top...).Has(c) {
			top = append(top, c)
		}
	}
	h := &hand.Hand{}
	if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{stack * s.Scale, stack * s.Scale}, Button: 1, Deck: top}); err != nil {
		t.Fatal(err)
	}
	for _, w := range words {
		a, err := speech.Parse(w, h, h.Pending())
		if err == nil {
			err = h.Apply(a)
		}
		if err != nil {
			t.Fatalf("%s: %v", w, err)
		}
	}
	return h
}

func rangeOf(t testing.TB, h *hand.Hand, text string, n int) *cards.Range {
	t.Helper()
	r, err := h.Plan().Game.Deck.ParseRange(text, n)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const (
	riverFirst  = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
	riverSecond = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
	turnFirst   = "QQ+,AKs,T9s,98s"
	turnSecond  = "JJ-99,AQs,KQs,QJs,JTs"
)

// recorded returns the river or the turn of a hand of no-limit hold'em with a pot of 200 and 900 behind.
func recorded(t testing.TB, board int, first, second string) *solve.Subgame {
	words := []string{"raise to 100", "call"}
	for range board - 3 {
		words = append(words, "check", "check")
	}
	h := play(t, "mixed/nt", "nl 1-2", 1000, "3c4c3d4d7cTd9d6h7dQc7h2s", words...)
	s := &solve.Subgame{Hand: h, Bets: []float64{0.5, 1}}
	s.Ranges = map[int]*cards.Range{0: rangeOf(t, h, first, 2), 1: rangeOf(t, h, second, 2)}
	return s
}

// TestRecorded: the values that another public solver finds, to 0.05 % of the pot.
func TestRecorded(t *testing.T) {
	r := solveTo(t, recorded(t, 5, riverFirst, riverSecond), 0.0005)
	near(t, "the river", r.Value[0], 9111.2, 10)
	if !r.Certain {
		t.Error("the values have no bounds")
	}
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %.9g, want %.9g within %.2g", what, got, want, within)
	}
}

// TestWorkers: the results are the same with any number of workers.
func TestWorkers(t *testing.T) {
	s := recorded(t, 4, "QQ+", "JJ-TT,KQs")
	tree, err := street.Build(context.Background(), s, solve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all []*solve.Result
	for _, workers := range []int{1, 2, 5} {
		solver := street.NewSolver(tree, workers)
		for range 5 {
			_ = solver.Step(context.Background())
		}
		all = append(all, solver.Check(context.Background()))
	}
	if !reflect.DeepEqual(all[0], all[1]) || !reflect.DeepEqual(all[0], all[2]) {
		t.Errorf("%+v, %+v, %+v", all[0], all[1], all[2])
	}
}

func BenchmarkRiver(b *testing.B) {
	s := recorded(b, 5, riverFirst, riverSecond)
	for b.Loop() {
		solveTo(b, s, 0.0005)
	}
}

func BenchmarkTurn(b *testing.B) {
	s := recorded(b, 4, turnFirst, turnSecond)
	for b.Loop() {
		solveTo(b, s, 0.0005)
	}
}

// solveTo solves a hand until the exploitability is at most a part of the pot.
func solveTo(b testing.TB, s *solve.Subgame, part float64) *solve.Result {
	tree, err := street.Build(context.Background(), s, solve.Options{MaxNodes: 200_000, MaxBytes: 1 << 30})
	if err != nil {
		b.Fatal(err)
	}
	solver, look := street.NewSolver(tree, 1), 20
	for {
		_ = solver.Step(context.Background())
		if solver.Iterations < look {
			continue
		}
		look += max(20, look/8)
		r := solver.Check(context.Background())
		if r.Exploitability <= part*float64(tree.Pot) {
			b.Log(tree.Nodes, tree.InfoSets, solver.Iterations, r.Value)
			return r
		}
	}
}
