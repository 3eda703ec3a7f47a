package plan_test

import (
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// asked is a condition that a script would answer.
type asked struct{}

func (asked) Holds(plan.Question) (bool, error) { return true, nil }

// TestLack checks that a step is rejected for lack of cards only if no path deals them: what one step lacks on a path says
// nothing about the next.
func TestLack(t *testing.T) {
	deal := func(up plan.Faces) plan.Step { return plan.Step{Kind: plan.Deal, Count: 1, Up: up} }
	expose := plan.Expose(1, false)
	games := func(steps ...plan.Step) *plan.Game {
		g := &plan.Game{
			Name: "Paths", MinSeats: 2, MaxSeats: 4, Deck: cards.Deck{}, Stakes: plan.StakesRule{Default: "2-4"},
			Forced: []plan.Forced{{Everybody: true}}, Pos: diag.Pos{File: "t.star", Line: 1},
			Steps: append(steps, plan.Step{Kind: plan.Deal, Count: 4}, plan.Step{Kind: plan.Showdown, Show: &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High}}}}),
		}
		return g
	}
	showing := plan.Step{Kind: plan.Bet, Bet: plan.BetStep{Open: plan.HighShowing}}
	either := []plan.Step{{Kind: plan.When, Test: asked{}, Jump: 3}, deal(plan.AllUp), {Kind: plan.Jump, Jump: 4}, deal(0)}
	if err := games(append(either, showing, expose)...).Validate(); err != nil {
		t.Errorf("one path has a card up for the bet, the other a card down to turn up: %v", err)
	}
	either[1] = deal(0)
	if err := games(append(either, showing)...).Validate(); err == nil || !strings.Contains(err.Error(), "no card is up yet") {
		t.Errorf("no path has a card up: %v", err)
	}
}

// TestLimitedBranches checks how many cards a deal can take where the steps of a condition are played a limited number of times: by all
// players, and at all steps with the same function together.
func TestLimitedBranches(t *testing.T) {
	game := func(most int, of ...any) *plan.Game {
		g := &plan.Game{MinSeats: 2, MaxSeats: 6, Deck: cards.Deck{}}
		for _, f := range of {
			at := len(g.Steps)
			g.Steps = append(g.Steps, plan.Step{Kind: plan.InTurn, Jump: at + 4}, plan.Step{Kind: plan.Deal, Count: 1},
				plan.Step{Kind: plan.When, Test: asked{}, Jump: at + 4, AtMost: most, AtMostOf: f}, plan.Step{Kind: plan.Deal, Count: 2})
		}
		g.Steps = append(g.Steps, plan.Step{Kind: plan.Carry})
		return g
	}
	for _, c := range []struct {
		g    *plan.Game
		want int
	}{
		{game(0, 1, 1), 2 * 6 * 3},
		{game(4, 1, 1), 2*6 + 4*2},
		{game(4, 1, 2), 2*6 + 2*4*2},
		{game(50, 1, 1), 2 * 6 * 3},
		{game(1, 1), 6 + 2},
	} {
		if got := c.g.Cards(6); got != c.want {
			t.Errorf("at most %d times: %d cards, want %d", c.g.Steps[2].AtMost, got, c.want)
		}
	}
}

// TestBoardInTurn checks that a card that is turned up in the turn of each player counts for each of them, in the deck and on the board.
func TestBoardInTurn(t *testing.T) {
	game := func(seats, count int) *plan.Game {
		return &plan.Game{MinSeats: 2, MaxSeats: seats, Deck: cards.Deck{}, Steps: []plan.Step{
			{Kind: plan.InTurn, Jump: 2}, {Kind: plan.Board, Count: count}, {Kind: plan.Carry},
		}}
	}
	if got := game(6, 2).Cards(6); got != 12 {
		t.Errorf("%d cards, want 12", got)
	}
	for seats, want := range map[int]string{13: "", 14: "56 on the board"} {
		g := game(seats, 4)
		g.ShortStub = plan.StubReshuffle
		if err := g.Validate(); strings.Contains(err.Error(), "on the board") != (want != "") || !strings.Contains(err.Error(), want) {
			t.Errorf("%d seats: %v, want %q", seats, err, want)
		}
	}
}
