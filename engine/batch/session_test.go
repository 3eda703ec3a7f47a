package batch

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/table"
)

// sessionTable returns a table of nine with a short game of two cards.
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
	b, err := g.BindTo("")
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

// TestSessionReplays: recorded events bring the table to the same end, and a session that is
// replayed and continued equals one that was never interrupted.
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

// TestNewcomers: players are numbered in the order in which they come, without gaps, even if
// somebody is turned away because the list is full.
func TestNewcomers(t *testing.T) {
	wide := sessionTable(t)
	c := *wide.Config()
	c.MaxSeats = 2 // more come than go
	tab, err := c.Open(5)
	if err != nil {
		t.Fatal(err)
	}
	s := &Session{Table: tab, Policy: Random{}, Players: 2, Stack: 3000, Crowd: Coming}
	next, most := table.Player(1), 0
	s.Record = func(e HandEvent) error {
		if e.Kind == table.Join || e.Kind == table.Transfer {
			if e.Player != next {
				t.Errorf("after hand %d player %d comes, want %d", e.After, e.Player, next)
			}
			next = e.Player + 1
		}
		most = max(most, s.Table.Waiting().Len())
		return nil
	}
	if _, err := s.Run(context.Background(), 10000, 0, nil); err != nil {
		t.Fatal(err)
	}
	if most < 32 {
		t.Errorf("%d have waited at most: nobody was turned away", most)
	}
}

// TestPerHour: the income per hour of the clock, and its error from that of the hands; collections
// by the clock have no error.
func TestPerHour(t *testing.T) {
	var r SessionResult
	for _, taken := range []int64{0, 4, 0, 4} {
		r.Hands++
		r.Collected.add(taken)
	}
	r.ByClock, r.Seconds = 22, 2*3600
	mean, stdErr := r.PerHour()
	// Hands of 0 and 4 vary by 16/3 each; four of them by 64/3, in two hours.
	if want := math.Sqrt(64.0/3) / 2; mean != 15 || math.Abs(stdErr-want) > 1e-9 {
		t.Errorf("%v with an error of %v, want 15 and %v", mean, stdErr, want)
	}
	r.Seconds = 0
	if mean, stdErr := r.PerHour(); !math.IsNaN(mean) || !math.IsNaN(stdErr) {
		t.Errorf("without time %v, %v", mean, stdErr)
	}
}

// An event of the floor that the table refuses ends a session, with an error that names the hand
// before which it was due.
func TestRefusedFloor(t *testing.T) {
	s := &Session{
		Table: sessionTable(t), Policy: Random{}, Players: 3, Stack: 3000, Crowd: Steady,
		Floor: []HandEvent{{After: 2, Event: table.Event{Kind: table.Leave, Player: 99}}},
	}
	r, err := s.Run(context.Background(), 10, 0, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "before hand 3: ") || !strings.Contains(err.Error(), "player 99 is not at the table") || r.Hands != 2 {
		t.Errorf("%d hands, %v", r.Hands, err)
	}
}

// The exact result of a session survives a round trip through JSON, an invalid one is rejected, and
// sessions joined in any order add up.
func TestExactSessions(t *testing.T) {
	var results []SessionResult
	for seed := range uint64(3) {
		s := Session{Table: sessionTable(t), Policy: Random{}, Players: 5, Stack: 20000, Crowd: Coming}
		s.Table, _ = s.Table.Config().Open(seed)
		r, err := s.Run(context.Background(), 60, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		x := ExactSessionOf(&r)
		text, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		var again ExactSession
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatal(err)
		}
		if got, err := again.Result(); err != nil || got != r {
			t.Errorf("%v: %+v, want %+v", err, got, r)
		}
		for name, change := range map[string]func(x *ExactSession){
			"hands": func(x *ExactSession) { x.Hands = -1 }, "showdowns": func(x *ExactSession) { x.Showdowns = x.Hands + 1 },
			"put in": func(x *ExactSession) { x.PutIn++ }, "squares": func(x *ExactSession) { x.Usual.Squares = "" },
			"rules": func(x *ExactSession) { x.Rules = make([]ExactRule, 1000) }, "rulings": func(x *ExactSession) { x.ByEvent = map[string]int64{"none": 1} },
		} {
			bad := ExactSessionOf(&r)
			change(&bad)
			if _, err := bad.Result(); err == nil {
				t.Errorf("%s: accepted", name)
			}
		}
		results = append(results, r)
	}
	var forth, back SessionResult
	for i := range results {
		forth.Join(&results[i])
		back.Join(&results[len(results)-1-i])
	}
	if forth != back || forth.Hands != 180 || forth.Bought != results[0].Bought+results[1].Bought+results[2].Bought {
		t.Errorf("%+v and %+v", forth, back)
	}
}
