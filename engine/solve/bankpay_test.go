package solve

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
)

// TestBankPays plays rounds against the house with random choices: what the engine pays must be
// what the count takes for the same cards and choices.
func TestBankPays(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts")}})
	for _, ref := range []string{"banked/threecard", "banked/caribbean", "banked/casinoholdem", "banked/letitride", "banked/ultimate"} {
		game, err := lib.Find(ref)
		if err != nil {
			t.Fatal(err)
		}
		stakes, err := game.ParseStakes("")
		if err != nil {
			t.Fatal(err)
		}
		b, err := game.Bind(stakes)
		if err != nil {
			t.Fatal(err)
		}
		g, err := readBank(b)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(3, 4))
		seen := map[int]int{}
		for number := range uint64(4000) {
			seen[playRound(t, g, r, number)]++
		}
		for state := range g.states {
			if s := &g.states[state]; seen[state] == 0 && !slices.ContainsFunc(g.stages, func(st stage) bool { return st.asked && state < len(st.next) && len(st.next[state]) > 1 }) {
				t.Errorf("%s: no round came to the bets %v", ref, s.bets)
			}
		}
		t.Logf("%s: %d rounds, by state %v", ref, 4000, seen)
	}
}

// playRound plays one round and returns the state in which it ended.
func playRound(t *testing.T, g *bankGame, r *rand.Rand, number uint64) (state int) {
	const unit = 1000
	var h hand.Hand
	var log hand.Log
	if err := h.Start(&hand.Setup{Plan: g.bound, Stacks: []int64{1_000_000, 1_000_000}, Button: 1, Seed: 5, Number: number, Log: &log}); err != nil {
		t.Fatal(err)
	}
	at, betMade := 0, false
	for {
		d, ok := h.Next()
		if !ok {
			break
		}
		offers := h.Offers()
		a := hand.Action{Kind: hand.Choose, Seat: d.Seat}
		switch ask := h.Choice(); {
		case ask.Offers[0].Effects == nil && !betMade && d.Seat == 0:
			betMade, a.Amount = true, unit
		case ask.Offers[0].Effects == nil: // other seats, and side bets
			pass, ok := h.Take("pass", 0)
			if !ok {
				t.Fatalf("nobody can pass: %s", h.Legal())
			}
			a = pass
		default:
			for !g.stages[at].asked || state >= len(g.stages[at].next) || len(g.stages[at].next[state]) == 1 {
				at++
			}
			moves := g.stages[at].next[state]
			m := moves[r.IntN(len(moves))]
			name := g.stages[at].step.Ask.Offers[m.offer].Name
			k := slices.IndexFunc(offers, func(o hand.Offer) bool { return o.Name == name })
			if k < 0 {
				t.Fatalf("%s is not offered: %s", name, h.Legal())
			}
			a, _ = h.Take(name, -1)
			state = m.to
			at++
		}
		if err := h.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	board := h.Board()
	own := g.rank.Best(slices.Concat(h.Hole(0), board))
	way := qualified
	if g.bank > 0 {
		list, _ := h.Cards(-1, 0)
		bank := g.rank.Best(slices.Concat(list, board))
		if g.end.Qualifies != nil && bank < g.end.Qualifies.Least {
			way = 0
		}
		switch {
		case bank == own:
			way += bankAlike
		case bank > own:
			way += bankBetter
		}
	}
	pay := g.pay(state, own)
	if want := pay[way] * unit; math.Abs(float64(h.Net(0))-want) > 1e-6 {
		t.Fatalf("round %d: %s on %s wins %d, the count has %v", number, cards.Format(h.Hole(0)), cards.Format(board), h.Net(0), want)
	}
	return state
}
