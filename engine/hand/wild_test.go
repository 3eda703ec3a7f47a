package hand_test

import (
	"errors"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// fiveStud returns a stud game of a down card and four up cards, whose ranking has
// an event.
func fiveStud(events ...rank.Event) *plan.Game {
	r := custom(rank.Description{Name: "high", Events: events})
	return &plan.Game{
		Name: "Stud", MinSeats: 2, MaxSeats: 4, Stakes: plan.StakesRule{Default: "2-4"}, Boards: []string{"A", "B"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 1},
			{Kind: plan.Deal, Count: 4, Up: true},
			bet(plan.LeftOfButton, plan.Small),
			{Kind: plan.Board, Count: 1, On: 1},
			{Kind: plan.Board, Count: 1, On: 2},
			{Kind: plan.Showdown, Show: best(plan.Part{Name: "high", Ranking: r, Use: plan.Exactly(5, 0)})},
		},
	}
}

type pairsOnBoard struct{ err error }

func (pairsOnBoard) Name() string { return "pairs" }
func (pairsOnBoard) Doc() string  { return "" }
func (p pairsOnBoard) WildCards(own []cards.Card, up uint64, board []cards.Card) (cards.Set, error) {
	if len(own) != 5 || up != 0b11110 || len(board) != 2 {
		return 0, errors.New("the cards are not told")
	}
	return rank.OfRank(own[0].Rank()), p.err
}

// TestWildByEvent deals two hands, A first, and checks their strengths.
func TestWildByEvent(t *testing.T) {
	follow := rank.Event{Kind: rank.FollowsUp, Rank: cards.Queen}
	for _, c := range []struct {
		name  string
		event rank.Event
		// The down cards, then the up cards of A and B in turn, then the boards.
		deck string
		a, b string
	}{
		{"the sevens follow", follow, "2c3c AsQh7d7sKd9c8hTs4c5c", "pair of aces", "pair of queens"},
		{"the ten follows, and the queen is no longer wild", follow, "2c3c As9h7d7sKd6cQdTs4c5c", "ace high", "pair of nines"},
		{"nothing follows: the last card up is a queen", follow, "2c3c As9h7d7sKd6c5dQs4c5c", "ace high", "queen high"},
		{"the second queen counts, not the first", follow, "2c3c AsQh7dQsKd6cKhTs4c5c", "three of a kind, aces", "pair of queens"},
		{"a jack after the second of two queens", follow, "2c3c AsTh7d8s5dQcQdJs4c5c", "ace high", "pair of queens"},
		{"jacks follow the second of two queens", follow, "2c3c As8h7d6sQdQcJd9s4c5c", "pair of aces", "queen high"},
		{"own lowest down card", rank.Event{Kind: rank.LowestDown}, "2c9c AsTh7d9sKd9h2dAd4c5c", "three of a kind, aces", "four of a kind, aces"},
		{"own lowest card", rank.Event{Kind: rank.LowestHole}, "Kc9c As2h7d9sKd9h3dAd4c5c", "three of a kind, kings", "four of a kind, nines"},
		{"own lowest card, the ace low", rank.Event{Kind: rank.LowestHole, AceLow: true}, "Kc9c As2h7d9sKd9h3dAd4c5c", "three of a kind, kings", "four of a kind, nines"},
		{"the last board card", rank.Event{Kind: rank.LastBoard}, "2c9c AsTh7d5sKd9h5dAd4c5c", "pair of aces", "three of a kind, nines"},
		{"the lowest board card", rank.Event{Kind: rank.LowestBoard}, "2c9c AsTh7d4sKd9h5dAd4c5c", "ace high", "three of a kind, nines"},
		{"board A", rank.Event{Kind: rank.OnBoard, Board: "A"}, "2c9c AsTh7d4sKd9h5dAd4c5c", "ace high", "three of a kind, nines"},
		{"board B", rank.Event{Kind: rank.OnBoard, Board: "B"}, "2c9c AsTh7d4sKd9h5dAd4c5c", "pair of aces", "pair of nines"},
		{"a script", rank.Event{Kind: rank.ByScript, Asked: pairsOnBoard{}}, "2c9c AsTh7d9sKd9h5dAd4c5c", "pair of aces", "x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := fiveStud(c.event)
			h := start(t, hand.Setup{Plan: bind(t, g, noLimit), Stacks: stacks(2, 30), Button: 1, Deck: deckOf(g, c.deck), Blinds: []int64{0, 0}, Antes: []int64{10, 10}})
			h.do("A check, B check")
			r := g.Steps[len(g.Steps)-1].Show.Parts[0].Ranking
			for seat, want := range []string{c.a, c.b} {
				if got := r.Describe(h.h.Strength(0, seat)); want != "x" && got != want {
					t.Errorf("seat %d, %s: %s, want %s", seat+1, cards.Format(h.h.Hole(seat)), got, want)
				}
			}
			if used := h.h.Used(0, 0); len(used) != 5 {
				t.Errorf("%s play", cards.Format(used))
			}
		})
	}
}

// TestWildOfScriptFails checks that an error of the script ends the hand with that
// error.
func TestWildOfScriptFails(t *testing.T) {
	g := fiveStud(rank.Event{Kind: rank.ByScript, Asked: pairsOnBoard{errors.New("no such thing")}})
	var h hand.Hand
	err := h.Start(&hand.Setup{Plan: bind(t, g, noLimit), Stacks: stacks(2, 30), Seed: 1, Blinds: []int64{0, 0}, Antes: []int64{10, 10}})
	for d := h.Pending(); d != nil && err == nil; d = h.Pending() {
		err = h.Apply(hand.Action{Kind: hand.Check, Seat: d.Seat})
	}
	if err == nil || err.Error() != "no such thing" {
		t.Errorf("got %v", err)
	}
}

// TestWildAllocatesNothing checks that wild cards allocate no memory.
func TestWildAllocatesNothing(t *testing.T) {
	for _, kind := range []rank.EventKind{rank.FollowsUp, rank.LowestDown, rank.LastBoard, rank.LowestBoard} {
		s := hand.Setup{Plan: bind(t, fiveStud(rank.Event{Kind: kind, Rank: cards.Queen}), noLimit), Stacks: stacks(4, 20), Seed: 1, Blinds: make([]int64, 4), Antes: []int64{1, 1, 1, 1}}
		var h hand.Hand
		one := func() {
			s.Number++
			if err := h.Start(&s); err != nil {
				t.Fatal(err)
			}
			for d := h.Pending(); d != nil; d = h.Pending() {
				if err := h.Apply(hand.Action{Kind: hand.Check, Seat: d.Seat}); err != nil {
					t.Fatal(err)
				}
			}
		}
		one()
		if n := testing.AllocsPerRun(100, one); n != 0 {
			t.Errorf("event %d: %v allocations a hand", kind, n)
		}
	}
}
