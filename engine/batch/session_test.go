package batch

import (
	"context"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/table"
)

// sessionTable is a table of nine with a short game of two cards.
func sessionTable(t *testing.T) table.Table {
	t.Helper()
	g := &plan.Game{
		Name: "Two cards", MinSeats: 2, MaxSeats: 9, Stakes: plan.StakesRule{Default: "2-4"}, Betting: betting.Rules{Cap: 4},
		Forced: []plan.Forced{{Amount: plan.SmallBlind, Left: 1}, {Amount: plan.BigBlind, Left: 2, HeadsUp: 1}},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 2},
			{Kind: plan.Bet, Bet: plan.BetStep{Open: plan.LeftOfBlind}},
			{Kind: plan.Board, Count: 3},
			{Kind: plan.Bet},
			{Kind: plan.Showdown, Show: &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High}}}},
		},
	}
	s, err := g.ParseStakes("")
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Bind(s)
	if err != nil {
		t.Fatal(err)
	}
	c := &table.Config{
		Games: []table.Offer{{Plan: b, Min: 2000}}, MinSeats: 2, MaxSeats: 9, Button: table.DeadButton, Owed: true, HandsPerHour: 30,
		Postings: []table.Posting{{Hands: []table.Collection{{Rates: []table.Rate{{Players: 9, Amount: 100}}}}}},
	}
	tab, err := c.Open(5)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// TestSessionReplays: recorded events bring the table to the same end, and a
// session that is replayed and goes on is one that was never cut.
func TestSessionReplays(t *testing.T) {
	play := func(s *Session, hands int64) (SessionResult, []HandEvent) {
		t.Helper()
		var events []HandEvent
		s.Policy, s.Players, s.Stack, s.Crowd = Random{}, 6, 3000, Coming
		s.Record = func(e HandEvent) error {
			events = append(events, e)
			return nil
		}
		r, err := s.Run(context.Background(), hands, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r, events
	}
	whole := &Session{Table: sessionTable(t)}
	all, _ := play(whole, 3000)
	part := &Session{Table: sessionTable(t)}
	first, events := play(part, 1200)
	again := &Session{Table: sessionTable(t), Replay: events, Through: 1200}
	r, _ := play(again, 1200)
	if again.Table.Save() != part.Table.Save() || r != first {
		t.Fatal("the replay ends otherwise")
	}
	more, _ := play(again, 3000)
	r.Merge(&more)
	if again.Table.Save() != whole.Table.Save() || r != all {
		t.Errorf("cut and gone on: %+v\nin one: %+v", r, all)
	}
	if all.Hands != 3000 || all.Collected.Total != whole.Table.House().Hands || all.Left == 0 || all.Came < 6 {
		t.Errorf("%+v", all)
	}
}
