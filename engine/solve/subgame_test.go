package solve_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/solve"
	"cardroom/engine/speech"
)

// headsUp returns a hand of no-limit hold'em for two players after some actions in words.
func headsUp(t *testing.T, stack int64, deck string, words ...string) *hand.Hand {
	t.Helper()
	lib := houses()
	g, err := lib.Find("mixed/nt")
	if err != nil {
		t.Fatal(err)
	}
	stakes, err := g.ParseStakes("nl 1-2")
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Bind(stakes)
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
	if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{stack * stakes.Scale, stack * stakes.Scale}, Button: 1, Deck: top}); err != nil {
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

func rangeOf(t *testing.T, text string) *cards.Range {
	t.Helper()
	r, err := cards.Deck{}.ParseRange(text, 2)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func solved(t *testing.T, s *solve.Subgame, n int) (*solve.Game, *solve.Profile) {
	t.Helper()
	g, err := solve.BuildSubgame(context.Background(), s, solve.Options{Words: true})
	if err != nil {
		t.Fatal(err)
	}
	solver := solve.NewSolver(g, solve.Predictive)
	for range n {
		solver.Step()
	}
	return g, solver.Average()
}

// TestAKQ is the game of an ace, a king and a queen: each of two players has one of them and half of
// the pot, the first has checked in the dark, and the second may bet half of the pot. The second
// bets aces and a third of the queens, the first calls with aces and a third of the kings, and the second wins an
// eighteenth of the bet (W. Chen and J. Ankenman, The Mathematics of Poker, 2006;
// www.scribd.com/document/175159781/Modeling-Poker-2part). Here it is a river of hold'em.
func TestAKQ(t *testing.T) {
	h := headsUp(t, 8, "2c2d2h3c3d3h", "raise to 4", "call", "check", "check", "check", "check", "check")
	bettor := int(h.Pending().Seat)
	three := "AsAh,KsKh,QsQh"
	g, profile := solved(t, &solve.Subgame{Hand: h, Ranges: map[int]*cards.Range{0: rangeOf(t, three), 1: rangeOf(t, three)}, Bets: []float64{10}}, 3000)
	r := g.Check(profile)
	bet := 2. // big blinds
	near(t, "what the second player wins", r.Value[bettor], bet/18, 1e-4)
	near(t, "the exploitability", r.Exploitability, 0, 1e-4)
	if !r.Certain || g.AllInfoSets() != 6 {
		t.Errorf("%d information sets; %+v", g.AllInfoSets(), r)
	}
	for seat := range 2 {
		for _, d := range profile.Decisions(seat) {
			last := d.Mix[len(d.Mix)-1]
			want := map[string]float64{"Ah": 1, "Kh": 0, "Qh": 1. / 3}
			if seat != bettor {
				want = map[string]float64{"Ah": 1, "Kh": 1. / 3, "Qh": 0}
			}
			near(t, d.Sees+": "+d.Actions[len(d.Actions)-1], last, want[d.Sees[:2]], 0.01)
		}
	}
}

// TestTurn: one card is still to come. Two kings call an all-in bet against two aces if the pot is large enough.
func TestTurn(t *testing.T) {
	for _, c := range []struct {
		stack  int64
		raise  string
		called bool
	}{{1000, "raise to 4", false}, {102, "raise to 100", true}} {
		h := headsUp(t, c.stack, "AsKsAhKh2c7d9cJd", c.raise, "call", "check", "check", "all in")
		caller := int(h.Pending().Seat)
		ranges := map[int]*cards.Range{1 - caller: rangeOf(t, "AdAc"), caller: rangeOf(t, "KsKh")}
		g, profile := solved(t, &solve.Subgame{Hand: h, Ranges: ranges}, 200)
		pot := float64(h.Pot() + h.Wagered(0) + h.Wagered(1))
		call := float64(h.Pending().Options.Call)
		put := float64(h.StartingStack(caller) - h.Stack(caller))
		board := cards.SetOf(h.Board()...)
		outs, rivers := 0., 0.
		for _, k := range (cards.Deck{}).Append(nil) {
			if !(board | cards.SetOf(ranges[0].Hands[0].Cards.Cards()...) | ranges[1].Hands[0].Cards).Has(k) {
				if rivers++; k.Rank() == cards.King {
					outs++
				}
			}
		}
		wins := outs / rivers * (pot + call)
		want := max(0, wins-call) - put
		near(t, "what kings have", g.Check(profile).Value[caller], want/float64(g.Unit), 1e-3)
		if call := profile.Decisions(caller)[0].Mix[1]; math.Round(call) == 1 != c.called {
			t.Errorf("stacks of %d: kings call with probability %g", c.stack, call)
		}
	}
}

// TestEstimateSubgame: the estimate for a hand is close to the size of its tree; ranges that alone are too large are refused.
func TestEstimateSubgame(t *testing.T) {
	h := headsUp(t, 20, "AhKd QcJc 2s3d4h7c", "call", "check", "check", "check", "check", "check")
	s := &solve.Subgame{Hand: h, Ranges: map[int]*cards.Range{0: rangeOf(t, "22+,A2s+"), 1: rangeOf(t, "66+,KTs+")}, Bets: []float64{1}}
	e, err := solve.EstimateSubgame(context.Background(), s, 1<<40)
	if err != nil {
		t.Fatal(err)
	}
	g, err := solve.BuildSubgame(context.Background(), s, solve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "nodes", e.Nodes, float64(g.Nodes), 4*e.NodesOff+0.05*float64(g.Nodes))
	if e.Bytes < g.Bytes() {
		t.Errorf("%d bytes were announced, %d are needed", e.Bytes, g.Bytes())
	}
	var large *solve.TooLargeError
	if _, err := solve.EstimateSubgame(context.Background(), s, 100); !errors.As(err, &large) {
		t.Errorf("for 100 nodes: %v", err)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := solve.EstimateSubgame(stopped, s, 1<<40); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
