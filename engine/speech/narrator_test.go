package speech

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"

	"github.com/google/go-cmp/cmp"
)

// pineapple returns a game with everything that a narrator describes: antes,
// blinds, up cards, a draw, a board, a fee and a split pot.
func pineapple() *plan.Game {
	bet := plan.Step{Kind: plan.Bet, Bet: plan.BetStep{Open: plan.LeftOfButton}}
	return &plan.Game{
		ID: "test/all", Name: "Everything", House: "Nobody's", MinSeats: 2, MaxSeats: 6,
		Forced: []plan.Forced{{Amount: plan.Ante, Everybody: true}, {Amount: plan.BigBlind, Left: 1, HeadsUp: 1}},
		Stakes: plan.StakesRule{Default: "2-4 ante 1"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 2},
			{Kind: plan.Deal, Count: 1, Up: plan.AllUp},
			{Kind: plan.Bet, Bet: plan.BetStep{Open: plan.LeftOfBlind}},
			{Kind: plan.Asks, Name: "the draw", Ask: plan.Draw(0, 1, plan.LeftOfButton, plan.DrawStep{}).Ask},
			bet,
			{Kind: plan.Collect, Collect: &plan.CollectStep{Rates: []plan.Rate{{Players: 6, Amount: 100}}}},
			{Kind: plan.Burn, Count: 1},
			{Kind: plan.Board, Count: 3, Name: "flop"},
			bet,
			{Kind: plan.Showdown, Show: &plan.ShowdownStep{Parts: []plan.Part{
				{Name: "high", Ranking: rank.High}, {Name: "low", Ranking: rank.AceToFive},
			}}},
		},
	}
}

// told plays one hand of a game with a policy and returns its narration.
func told(t *testing.T, g *plan.Game, policy batch.Policy, stacks []int64) string {
	t.Helper()
	if err := g.Validate(); err != nil {
		t.Fatal(err)
	}
	bound, err := g.BindTo("")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	job := &batch.Job{
		Plan: bound, Stacks: stacks, Seed: 1, From: 1, To: 2,
		Policy: func() (batch.Policy, error) { return policy, nil },
	}
	job.Record = func(to []byte, _ int64, p *batch.Played) ([]byte, error) {
		fmt.Fprintf(&out, "%s\n", Title(p.Setup, Style{}))
		n := NewNarrator(&out, Style{})
		n.Tell(p.Hand, p.Log.Events)
		n.Result()
		return to, nil
	}
	if _, err := batch.Run(t.Context(), job, 1, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// eager makes seat 2 bet or raise the minimum whenever it can, and seat 1 discard
// its first card in a draw. Otherwise seats call, check or stand pat.
type eager struct{}

func (eager) Act(h *hand.Hand, d *hand.Decision, _ *hand.Source) (hand.Action, error) {
	a := hand.Action{Seat: d.Seat}
	switch o := &d.Options; {
	case d.Kind == hand.CardsAsked && d.Seat == 0:
		a.Kind = hand.PickCards
		return a.WithCards(h.Hole(0)[:1]), nil
	case d.Kind == hand.CardsAsked:
		a.Kind = hand.PickCards
	case d.Seat == 1 && o.CanRaise():
		a.Kind, a.Amount = hand.RaiseTo, o.MinTo
	case o.Call > 0:
		a.Kind = hand.Call
	default:
		a.Kind = hand.Check
	}
	return a, nil
}

func TestNarrateEverything(t *testing.T) {
	got := told(t, pineapple(), eager{}, []int64{4000, 4000, 700})
	want := `Everything, Nobody's
fixed limit 2-4, a blind of 2, ante 1, 3 seats with 40, 40, 7, the button at seat 3; hand 1 of seed 1

  everybody antes 1
  seat 1 posts the big blind of 2
Deal
  seat 1: Ks 6d, up 9c
  seat 2: 8c 3d, up 4c
  seat 3: Qc Tc, up Kc
  seat 2 raises to 4
  seat 3 calls 4
  seat 1 calls 2
  the pot is 15
The draw
  seat 1 discards Ks
  seat 1 draws Td
  seat 2 stands pat
  seat 3 stands pat
  seat 1 checks
  seat 2 bets 2
  seat 3 calls 2, all in
  seat 1 calls 2
  the pot is 21
  the house takes the fee of 1 from the pot
Flop  5d 3c 5h
  seat 1 checks
  seat 2 bets 2
  seat 1 calls 2
  the pot is 24
Showdown
  seat 2 shows 8c 3d 4c: two pair, fives and threes; pair of threes for low
  seat 3 shows Qc Tc Kc: pair of fives; king-queen low
  seat 1 shows 6d 9c Td: pair of fives; ten-nine low
  seat 2 wins 10 of the main pot for high with two pair, fives and threes
  seat 1 wins 10 of the main pot for low with ten-nine low
  seat 2 wins 2 of side pot 1 for high with two pair, fives and threes
  seat 1 wins 2 of side pot 1 for low with ten-nine low
Result  seat 1 +3, seat 2 +3, seat 3 -7
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s\n%s", diff, got)
	}
}

// TestFirstBettor checks that the dealer names the first bettor by the up cards.
func TestFirstBettor(t *testing.T) {
	tests := []struct {
		name string
		open plan.Opener
		up   []string // by seat, the first left of the button
		seat int
		want string
	}{
		{"a pair", plan.HighShowing, []string{"Kd9c", "6c6h", "Kh8s"}, 1, "pair of sixes"},
		{"dealt first", plan.HighShowing, []string{"Kd9c", "6c5h", "Kh8s"}, 0, "first king"},
		{"dealt later, better beside it", plan.HighShowing, []string{"Kd8c", "6c5h", "Kh9s"}, 2, "king-nine"},
		{"alone", plan.HighShowing, []string{"Ad8c", "6c5h", "Kh9s"}, 0, "ace"},
		{"the same pair", plan.HighShowing, []string{"6d6s2c", "6c6hKs"}, 1, "pair of sixes with a king"},
		{"two pair", plan.HighShowing, []string{"6d6s2c2d", "AcKhKsQd"}, 0, "two pair, sixes and deuces"},
		{"three", plan.HighShowing, []string{"6d6s6c2d", "AcKhKsQd"}, 0, "three sixes"},
		{"four", plan.HighShowing, []string{"6d6s6c6h", "AcKhKsQd"}, 0, "four sixes"},
		{"low", plan.LowShowing, []string{"8d2c", "7cAh"}, 1, "seven low"},
		{"low, dealt first", plan.LowShowing, []string{"7d2c", "7c2h"}, 0, "first seven low"},
		{"low by the second card", plan.LowShowing, []string{"7d2c", "7cAh"}, 1, "seven-ace low"},
		{"low by pairs only", plan.LowShowing, []string{"7d7c", "AcAh"}, 1, "pair of aces"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := pineapple()
			g.Steps[2].Bet.Open = tt.open
			n := &Narrator{h: seated(t, g, len(tt.up)), game: g, live: betting.Bit(len(tt.up)) - 1}
			for i, up := range tt.up {
				n.up[i] = cards.MustParse(up)
			}
			e := hand.Event{Kind: hand.Announced, Seat: int8(tt.seat), Step: 2}
			e.N = int8(copy(e.Cards[:], n.up[tt.seat]))
			if got := n.firstBettor(&e); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// seated returns a hand of a game that has begun.
func seated(t *testing.T, g *plan.Game, seats int) *hand.Hand {
	t.Helper()
	bound, err := g.BindTo("")
	if err != nil {
		t.Fatal(err)
	}
	stacks := make([]int64, seats)
	for i := range stacks {
		stacks[i] = 4000
	}
	h := new(hand.Hand)
	if err := h.Start(&hand.Setup{Plan: bound, Stacks: stacks, Button: seats - 1}); err != nil {
		t.Fatal(err)
	}
	return h
}

// TestForcedBetsByName checks that the forced bets are named wherever the table
// puts them, and that additional posts of seats have no name.
func TestForcedBetsByName(t *testing.T) {
	g := pineapple()
	g.Forced = []plan.Forced{{Amount: plan.SmallBlind, Left: 1}, {Amount: plan.BigBlind, Left: 2, HeadsUp: 1}}
	g.Stakes.Default = "4-8 blinds 2/4"
	b := seated(t, g, 3).Plan()
	log := &hand.Log{}
	var h hand.Hand
	err := h.Start(&hand.Setup{
		Plan: b, Stacks: []int64{4000, 4000, 4000, 300}, Button: 1, ForcedSeats: []int8{0, 3}, Log: log,
		Posts: []hand.Post{{Seat: 0, Amount: 600, InPlace: true}, {Seat: 1, Amount: 200, Dead: true}, {Seat: 1, Amount: 400}, {Seat: 2, Amount: 600, Name: "kill blind"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	n := &Narrator{h: &h, game: g, stakes: &plan.Stakes{Scale: plan.Cents}}
	for i := range log.Events {
		if e := &log.Events[i]; e.Kind == hand.Posted || e.Kind == hand.PostedDead {
			got = append(got, n.sentence(e))
		}
	}
	want := []string{
		"seat 1 posts the small blind of 2", "seat 4 posts 3 of the big blind of 4, all in",
		"seat 1 posts 4 more, 6 in all", "seat 2 posts 2, dead", "seat 2 posts 4", "seat 3 posts the kill blind of 6",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestEveryEventHasWords checks that every event of a hand has its own words.
func TestEveryEventHasWords(t *testing.T) {
	g := pineapple()
	n := &Narrator{h: seated(t, g, 3), game: g, stakes: &plan.Stakes{Scale: plan.Cents}}
	elsewhere := []hand.EventKind{
		hand.Dealt, hand.DealtUp, hand.Boarded, hand.Burned, hand.RoundBegan, hand.SeesFlush, hand.SeesStraight, hand.Voided, hand.Picked,
	}
	for _, k := range hand.EventKinds() {
		if k > hand.Won && k < hand.Happened {
			continue // events of games against a bank
		}
		e := hand.Event{Kind: k, Step: 2}
		if got := n.sentence(&e); !slices.Contains(elsewhere, k) && got == SeatName(0)+" "+k.String() {
			t.Errorf("%s: %q is only its name", k, got)
		}
	}
}
