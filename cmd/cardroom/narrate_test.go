package main

import (
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"

	"github.com/google/go-cmp/cmp"
)

// pineapple is a game with everything a narrator has to tell: antes, blinds, up
// cards, a draw, a board, a fee and a split pot.
func pineapple() *plan.Game {
	bet := plan.Step{Kind: plan.Bet, Bet: plan.BetStep{Open: plan.LeftOfButton}}
	return &plan.Game{
		ID: "test/all", Name: "Everything", House: "Nobody's", MinSeats: 2, MaxSeats: 6,
		Forced: []plan.Forced{{Amount: plan.Ante, Everybody: true}, {Amount: plan.BigBlind, Left: 1, HeadsUp: 1}},
		Stakes: plan.StakesRule{Default: "2-4 ante 1"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 2},
			{Kind: plan.Deal, Count: 1, Up: true},
			{Kind: plan.Bet, Bet: plan.BetStep{Open: plan.LeftOfBlind}},
			{Kind: plan.Draw, Count: 1, Name: "the draw"},
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

// told plays one hand of a game with a policy and gives back its narration.
func told(t *testing.T, g *plan.Game, policy batch.Policy, stacks []int64) string {
	t.Helper()
	if err := g.Validate(); err != nil {
		t.Fatal(err)
	}
	stakes, err := g.ParseStakes("")
	if err != nil {
		t.Fatal(err)
	}
	bound, err := g.Bind(stakes)
	if err != nil {
		t.Fatal(err)
	}
	std, stdout, _ := fakeIO(nil)
	job := &batch.Job{
		Plan: bound, Stacks: stacks, Seed: 1, From: 1, To: 2,
		Policy: func() (batch.Policy, error) { return policy, nil },
	}
	if err := showHands(t.Context(), std.Stdout, job, runOptions{Show: 1, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	return stdout.String()
}

// eager bets, raises, draws and calls: seat 2 the most, the others once.
type eager struct{}

func (eager) Act(h *hand.Hand, d *hand.Decision, _ *hand.Source) (hand.Action, error) {
	a := hand.Action{Seat: d.Seat}
	switch o := &d.Options; {
	case d.Kind == hand.Discard && d.Seat == 0:
		a.Kind = hand.DiscardOut
		return a.WithCards(h.Hole(0)[:1]), nil
	case d.Kind == hand.Discard:
		a.Kind = hand.DiscardOut
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
fixed limit 2-4, blinds 1/2, ante 1, 3 seats with 40, 40, 7, the button at seat 3; hand 1 of seed 1

  seat 1 antes 1
  seat 2 antes 1
  seat 3 antes 1
  seat 1 posts 2
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
  the house takes 1 from the pot
Flop  5d 3c 5h
  seat 1 checks
  seat 2 bets 2
  seat 1 calls 2
  the pot is 24
Showdown
  seat 2 shows 8c 3d 4c: two pair, fives and threes; pair of threes
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
