package street_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"sync"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/solve"
	"cardroom/engine/solve/street"
	"cardroom/engine/speech"
)

var houses = sync.OnceValue(func() *dsl.Library {
	return dsl.NewLibrary(star.Options{Sources: sources})
})

var sources = star.Sources{Stdlib: os.DirFS("../../../stdlib"), Scripts: os.DirFS("../../../scripts"), Files: os.DirFS("../../..")}

// play returns a hand of a game for two players after some actions in words.
func play(t testing.TB, game, stakes string, stack int64, deck string, words ...string) *hand.Hand {
	t.Helper()
	return playIn(t, houses(), game, stakes, stack, deck, words...)
}

func playIn(t testing.TB, lib *dsl.Library, game, stakes string, stack int64, deck string, words ...string) *hand.Hand {
	t.Helper()
	g, err := lib.Find(game)
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
	for _, compact := range []bool{false, true} {
		r := solveWith(t, recorded(t, 5, riverFirst, riverSecond), 0.0005, compact)
		near(t, "the river", r.Value[0], 9111.2, 10)
		if !r.Certain {
			t.Error("the values have no bounds")
		}
		if r.Exploitability > 10 {
			t.Errorf("%g is exploitable, compact %v", r.Exploitability, compact)
		}
	}
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %.9g, want %.9g within %.2g", what, got, want, within)
	}
}

// TestKnown: rivers of which the value is known. A seat that has the best hand or nothing, as often, bets s times the pot with the
// best and with s / (1 + s) as many others, and wins (1 + 2s) / 2(1 + s) of the pot against a hand between them; with an ace, a king and
// a queen for each seat and a bet of half the pot, the second wins an eighteenth of the bet (W. Chen and J. Ankenman, The Mathematics of
// Poker, 2006).
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		stack       int64
		bets, calls string
		want        float64 // of a pot of 8
	}{
		{8, "AsAh,QsQh", "KsKh", 8 * 2. / 3},
		{12, "AsAh,QsQh", "KsKh", 6},
		{20, "AsAh,QsQh", "KsKh", 8 * 5. / 6},
		{36, "AsAh,QsQh", "KsKh", 8 * 0.9},
		{8, "AsAh,KsKh,QsQh", "AsAh,KsKh,QsQh", 4 + 4./18},
	} {
		h := play(t, "mixed/nt", "nl 1-2", c.stack, "4c5c4d5dJc2c2d2hJd3cJh3d", "raise to 4", "call", "check", "check", "check", "check", "check")
		bettor := int(h.Pending().Seat)
		s := &solve.Subgame{Hand: h, Bets: []float64{10}, Ranges: map[int]*cards.Range{bettor: rangeOf(t, h, c.bets, 2), 1 - bettor: rangeOf(t, h, c.calls, 2)}}
		tree, err := street.Build(context.Background(), s, solve.Options{})
		if err != nil {
			t.Fatal(err)
		}
		solver := street.NewSolver(tree, 1)
		for range 3000 {
			_ = solver.Step(context.Background())
		}
		r := solver.Check(context.Background())
		near(t, c.bets+" against "+c.calls, r.Value[bettor]/100, c.want, 0.001)
		near(t, "the sum", r.Value[0]+r.Value[1], 800, 1e-9)
	}
}

const rakedGame = `
load("@stdlib//board.star", "board_rounds")

raked = game(
    "Raked",
    seats = (2, 2),
    forced = [blinds()],
    stakes = stakes("nl 1-2"),
    play = board_rounds(2)[:4] + [collect(rake = ("5%", 10))] + board_rounds(2)[4:],
    showdown = best(high),
)
`

// TestPublished: values that the tests of a public solver give (postflop-solver, src/game/tests.rs, commit 15b411b2), of hands in which more
// sizes than there change nothing: the best hand always, the worst always, the same always; the best and the worst with a rake of 5 %, at most
// 10. The last has a locked strategy there, and the same values.
func TestPublished(t *testing.T) {
	raked := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: sources.Stdlib, Scripts: sources.Scripts, Files: fstest.MapFS{"raked.star": {Data: []byte(rakedGame)}}}})
	for _, c := range []struct {
		lib         *dsl.Library
		game        string
		stack, bet  int64
		board       string
		deals       int // of the board, until the hand is solved
		first, last string
		want        [2]float64
	}{
		{houses(), "mixed/nt", 1000, 30, "AcAdKh", 1, "AA", "KK-22", [2]float64{60, 0}},
		{houses(), "mixed/nt", 1000, 30, "AcAdKh", 1, "KK-22", "AA", [2]float64{0, 60}},
		{houses(), "mixed/nt", 1000, 30, "2c6dTh", 1, "AA", "AA", [2]float64{30, 30}},
		{raked, "raked.star", 1000, 30, "AcAdKh", 1, "AA", "KK,22", [2]float64{57, 0}},
		{raked, "raked.star", 1000, 30, "AcAdKh", 1, "KK,22", "AA", [2]float64{0, 57}},
		{houses(), "mixed/nt", 15, 5, "2s3h4d6c7c", 3, "AsAh,QsQh,JsJh", "KsKh", [2]float64{5, 5}},
	} {
		down := "5d5c8d8c" // of nobody in the ranges
		top := down + "9d" + c.board[:6]
		if len(c.board) > 6 {
			top += "9c" + c.board[6:8] + "9s" + c.board[8:]
		}
		words := []string{fmt.Sprintf("raise to %d", c.bet), "call"}
		for range c.deals - 1 {
			words = append(words, "check", "check")
		}
		h := playIn(t, c.lib, c.game, "nl 1-2", c.stack, top, words...)
		first := int(h.Pending().Seat)
		all := enumerate.WagerSizes{Usual: []float64{}}
		s := &solve.Subgame{Hand: h, Wagers: &enumerate.Wagers{Bets: all, Raises: all, Most: 1}, Ranges: map[int]*cards.Range{first: rangeOf(t, h, c.first, 2), 1 - first: rangeOf(t, h, c.last, 2)}}
		tree, err := street.Build(context.Background(), s, solve.Options{})
		if err != nil {
			t.Fatal(err)
		}
		solver := street.NewSolver(tree, 1)
		solver.Run(context.Background(), 0.001*float64(tree.Pot), 2000, func() {})
		r := solver.Check(context.Background())
		near(t, c.game+" "+c.board+", the first seat", r.Value[first]/100, c.want[0], 0.002*float64(tree.Pot)/100)
		near(t, c.game+" "+c.board+", the last seat", r.Value[1-first]/100, c.want[1], 0.002*float64(tree.Pot)/100)
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

// flop returns the flop of the size: a pot of 60 with 470 behind, bets of half the pot and all in, two raises a street at most.
func flop(t testing.TB, first, second string) *solve.Subgame {
	h := play(t, "mixed/nt", "nl 1-2", 500, "3c4c3d4d7cTd9d6h7dQc7h2s", "raise to 30", "call")
	one := enumerate.WagerSizes{Usual: []float64{0.5}}
	s := &solve.Subgame{Hand: h, Wagers: &enumerate.Wagers{Bets: one, Raises: enumerate.WagerSizes{Usual: []float64{1}}, Most: 3}}
	s.Ranges = map[int]*cards.Range{0: rangeOf(t, h, first, 2), 1: rangeOf(t, h, second, 2)}
	return s
}

// TestBytes: the memory that is announced is the memory that is taken, within 20 %.
func TestBytes(t *testing.T) {
	for name, s := range map[string]*solve.Subgame{
		"turn": recorded(t, 4, turnFirst, turnSecond), "wide river": recorded(t, 5, "random", "random"), "omaha": omaha(t, 2000), "flop": flop(t, "AA,KQs", "JJ,AQs"),
	} {
		for i, compact := range []bool{false, false, true} {
			before := heap()
			tree, err := street.Build(context.Background(), s, solve.Options{Compact: compact})
			if err != nil {
				t.Fatal(err)
			}
			solver := street.NewSolver(tree, 1)
			if err := solver.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
			used, said := heap()-before, tree.Bytes()
			runtime.KeepAlive(solver)
			t.Logf("%s, compact %v: %d bytes used, %d announced, %.2f", name, compact, used, said, float64(said)/float64(used))
			if i == 0 {
				continue // tables of the ranking were made
			}
			if said < used*8/10 || said > used*12/10 {
				t.Errorf("%s, compact %v: %d bytes are used, %d announced", name, compact, used, said)
			}
		}
	}
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
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

// BenchmarkTurnWide: about 100 combinations against 100.
func BenchmarkTurnWide(b *testing.B) {
	s := recorded(b, 4, "TT+,AQs+,AKo,KQs,T9s,98s,87s,76s,A5s-A2s", "JJ-77,AQs-ATs,KJs+,QJs,JTs,T8s,87s,65s,AQo")
	for b.Loop() {
		solveTo(b, s, 0.0005)
	}
}

// BenchmarkFlop: about 100 combinations against 100, to 0.5 % of the pot.
func BenchmarkFlop(b *testing.B) {
	s := flop(b, "TT+,AQs+,AKo,KQs,T9s,98s,87s,76s,A5s-A2s", "JJ-77,AQs-ATs,KJs+,QJs,JTs,T8s,87s,65s,AQo")
	for b.Loop() {
		solveTo(b, s, 0.005)
	}
}

// BenchmarkOmaha: a river with 2,000 combinations against 2,000.
func BenchmarkOmaha(b *testing.B) {
	s := omaha(b, 2000)
	for b.Loop() {
		solveTo(b, s, 0.0005)
	}
}

// omaha returns a river of pot-limit Omaha with n hands in each range.
func omaha(b testing.TB, n int) *solve.Subgame {
	h := play(b, "mixed/po", "pl 1-2", 200, "3c4c3d4d5c5d6c6s7cTd9d6h7dQc7h2s", "raise to 6", "call", "check", "check", "check", "check")
	s := &solve.Subgame{Hand: h, Bets: []float64{0.5, 1}, Ranges: map[int]*cards.Range{}}
	chance := rand.New(rand.NewPCG(3, 4))
	for seat := range 2 {
		s.Ranges[seat] = someHands(h, seat, n, chance)
	}
	return s
}

// solveTo solves a hand until the exploitability is at most a part of the pot.
func solveTo(b testing.TB, s *solve.Subgame, part float64) *solve.Result {
	return solveWith(b, s, part, false)
}

func solveWith(b testing.TB, s *solve.Subgame, part float64, compact bool) *solve.Result {
	b.Helper()
	tree, err := street.Build(context.Background(), s, solve.Options{MaxNodes: 20_000_000, MaxBytes: 6 << 30, Compact: compact})
	if err != nil {
		b.Fatal(err)
	}
	solver := street.NewSolver(tree, 1)
	solver.Run(context.Background(), part*float64(tree.Pot), 2000, func() {})
	r := solver.Check(context.Background())
	b.Log(tree.Nodes, tree.InfoSets, solver.Iterations, r.Value, r.Exploitability)
	return r
}
