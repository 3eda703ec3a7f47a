package table

import (
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// holdem returns a plain hold'em, written as data.
func holdem() *plan.Game {
	bet := func(o plan.Opener, t plan.Tier) plan.Step {
		return plan.Step{Kind: plan.Bet, Bet: plan.BetStep{Open: o, Tier: t}}
	}
	return &plan.Game{
		ID: "test/holdem", Name: "Hold'em", MinSeats: 2, MaxSeats: 10,
		Forced: []plan.Forced{{Amount: plan.SmallBlind, Left: 1}, {Amount: plan.BigBlind, Left: 2, HeadsUp: 1}},
		Stakes: plan.StakesRule{Default: "nl 1-2"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 2},
			bet(plan.LeftOfBlind, plan.Small),
			{Kind: plan.Board, Count: 3},
			bet(plan.LeftOfButton, plan.Small),
			{Kind: plan.Board, Count: 1},
			bet(plan.LeftOfButton, plan.Big),
			{Kind: plan.Board, Count: 1},
			bet(plan.LeftOfButton, plan.Big),
			{Kind: plan.Showdown, Show: &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High}}}},
		},
	}
}

func bind(t testing.TB, g *plan.Game, stakes string) *plan.AtStakes {
	t.Helper()
	if err := g.Validate(); err != nil {
		t.Fatal(err)
	}
	b, err := g.BindTo(stakes)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// config returns a table of nine seats with a game at stakes and buy-ins of 40
// to 200 dollars.
func config(t testing.TB, stakes string) *Config {
	return &Config{
		Name: "test", Games: []Offer{{Plan: bind(t, holdem(), stakes), Min: 4000, Max: 20000}},
		MinSeats: 2, MaxSeats: 9, Owed: true,
	}
}

func open(t testing.TB, c *Config) *Table {
	t.Helper()
	tab, err := c.Open(1)
	if err != nil {
		t.Fatal(err)
	}
	return &tab
}

// apply applies events that must be accepted.
func apply(t testing.TB, tab *Table, events ...Event) {
	t.Helper()
	for _, e := range events {
		if err := tab.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
}

// refused applies an event that must be refused and change nothing.
func refused(t testing.TB, tab *Table, e Event) {
	t.Helper()
	was := *tab
	if err := tab.Apply(e); err == nil {
		t.Errorf("%s: accepted", e)
	} else if *tab != was {
		t.Errorf("%s: refused with %v, and the table has changed", e, err)
	}
}

// join seats players 1, 2, … in that order with the same buy-in.
func join(t testing.TB, tab *Table, n int, amount int64) {
	t.Helper()
	for i := range n {
		apply(t, tab, Event{Kind: Join, Player: Player(i + 1), Seat: -1, Amount: amount})
	}
}

// fold plays a hand in which everybody folds who can, and returns the deal.
func fold(t testing.TB, tab *Table) *Deal {
	t.Helper()
	return playWith(t, tab, func(d *hand.Decision) hand.Action {
		if d.Options.CanCheck {
			return hand.Action{Kind: hand.Check, Seat: d.Seat}
		}
		return hand.Action{Kind: hand.Fold, Seat: d.Seat}
	})
}

// callDown plays a hand in which nobody folds or raises.
func callDown(t testing.TB, tab *Table) *Deal {
	t.Helper()
	return playWith(t, tab, passive)
}

func passive(d *hand.Decision) hand.Action {
	switch {
	case d.Kind == hand.Chosen: // declines
		return hand.Action{Kind: hand.Choose, Seat: d.Seat, Pick: int8(d.Count - 1)}
	case d.Kind == hand.CardsAsked:
		return hand.Action{Kind: hand.PickCards, Seat: d.Seat}
	case d.Options.CanCheck:
		return hand.Action{Kind: hand.Check, Seat: d.Seat}
	}
	return hand.Action{Kind: hand.Call, Seat: d.Seat}
}

func playWith(t testing.TB, tab *Table, act func(*hand.Decision) hand.Action) *Deal {
	t.Helper()
	d, err := tab.Next()
	if err != nil {
		t.Fatal(err)
	}
	var h hand.Hand
	if err := h.Start(&d.Setup); err != nil {
		t.Fatal(err)
	}
	for q := h.Pending(); q != nil; q = h.Pending() {
		if err := h.Apply(act(q)); err != nil {
			t.Fatal(err)
		}
	}
	if err := tab.Finish(&h); err != nil {
		t.Fatal(err)
	}
	if !tab.Conserved() {
		t.Fatal("chips are not conserved")
	}
	return d
}

// at returns the players in the positions of the last hand.
func at(tab *Table) [3]Player {
	b, s, g := tab.Positions()
	p := func(k int) Player {
		if k < 0 {
			return 0
		}
		return tab.Seat(k).Player
	}
	return [3]Player{p(b), p(s), p(g)}
}
