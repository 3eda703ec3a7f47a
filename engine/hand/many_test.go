package hand_test

import (
	"slices"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// thirteen returns a game with thirteen cards per seat, of which up to ten may be
// drawn and eight are discarded, and twelve cards on the board.
func thirteen(t *testing.T) *plan.AtStakes {
	t.Helper()
	g := &plan.Game{
		ID: "test/thirteen", Name: "Thirteen", MinSeats: 2, MaxSeats: 3, Betting: betting.Rules{Cap: 4}, ShortStub: plan.StubReshuffle,
		Forced: []plan.Forced{{Amount: plan.BigBlind, Everybody: true, Dead: true}}, Stakes: plan.StakesRule{Default: "2-4"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 11},
			{Kind: plan.Deal, Count: 2, Up: plan.AllUp},
			plan.Draw(0, 10, plan.LeftOfButton, plan.DrawStep{Together: true}),
			bet(plan.HighShowing, plan.Small),
			plan.Pass(9, plan.ToLeft),
			plan.Discard(8, 8),
			{Kind: plan.Board, Count: 12},
			{Kind: plan.Showdown, Show: best(high)},
		},
	}
	s, err := g.ParseStakes("2-4")
	if err != nil {
		t.Fatal(err)
	}
	return bind(t, g, s)
}

// TestManyCards checks that hands of thirteen cards are dealt, drawn to, passed and
// discarded, and that events and actions hold all cards, including those that do
// not fit into their lists.
func TestManyCards(t *testing.T) {
	b := thirteen(t)
	for _, attendance := range []hand.Attendance{hand.Unattended, hand.Tracked, hand.Attended} {
		var log hand.Log
		var h hand.Hand
		s := hand.Setup{Plan: b, Stacks: []int64{10000, 10000, 10000}, Seed: 3, Number: 9, Log: &log, Attendance: attendance}
		if err := h.Start(&s); err != nil {
			t.Fatal(err)
		}
		for {
			if err := h.ToPlayer(); err != nil {
				t.Fatal(err)
			}
			d := h.Pending()
			if d == nil {
				break
			}
			before := h
			a := h.DefaultAction()
			if d.Kind == hand.CardsAsked {
				if n := len(h.Hole(int(d.Seat))); n != 13 {
					t.Fatalf("seat %d holds %d cards", d.Seat+1, n)
				}
				pool := h.Pool(nil)
				a = a.WithCards(pool[len(pool)-d.Count:])
				twice := slices.Clone(a.List())
				twice[0] = twice[1]
				if err := h.Apply(a.WithCards(twice)); err == nil || !h.Same(&before) {
					t.Errorf("a card twice: %v", err)
				}
			}
			if err := h.Apply(a); err != nil {
				t.Fatal(err)
			}
			if again := before; again.Apply(a) != nil || !again.Same(&h) {
				t.Error("the same action leads elsewhere")
			}
			if !h.Conserved() || !h.CardsConserved() {
				t.Fatal("chips or cards are lost")
			}
		}
		for seat := range 3 {
			if n := len(h.Hole(seat)); n != 5 {
				t.Errorf("seat %d is left with %d cards", seat+1, n)
			}
		}
		if len(h.Board()) != 12 {
			t.Errorf("%d cards on the board", len(h.Board()))
		}
		most := map[hand.EventKind]int{}
		for i, e := range log.Events {
			most[e.Kind] = max(most[e.Kind], len(e.List()))
			for seat := -1; seat < 3; seat++ {
				seen := hand.SeenBy(log.Events[:i+1], seat)[i]
				if len(seen.List()) != len(e.List()) {
					t.Fatalf("seat %d sees %d of %d cards", seat+1, len(seen.List()), len(e.List()))
				}
				if e.Kind == hand.Dealt && int(e.Seat) != seat && slices.ContainsFunc(seen.List(), cards.Card.Known) {
					t.Errorf("seat %d sees the cards of seat %d: %v", seat+1, e.Seat+1, seen.List())
				}
				if int(e.Seat) == seat && !slices.Equal(seen.List(), e.List()) {
					t.Errorf("seat %d sees %v of its cards %v", seat+1, seen.List(), e.List())
				}
			}
		}
		want := map[hand.EventKind]int{hand.Dealt: 11, hand.DealtUp: 2, hand.Discarded: 10, hand.PassedOn: 9, hand.Boarded: 12, hand.Picked: 9, hand.Shown: 5}
		for kind, n := range want {
			if most[kind] != n {
				t.Errorf("%s: %d cards at most, want %d", kind, most[kind], n)
			}
		}
	}
}

// TestManyCardsRefused checks that an action with more cards than a seat has room
// for is refused, and so is one with a set of cards in addition to a short list.
func TestManyCardsRefused(t *testing.T) {
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: thirteen(t), Stacks: []int64{10000, 10000}, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	before := h
	nine := hand.Action{Kind: hand.PickCards, Seat: h.Pending().Seat}.WithCards(h.Hole(int(h.Pending().Seat))[:9])
	for _, a := range []hand.Action{
		{Kind: nine.Kind, Seat: nine.Seat, N: 10, Cards: nine.Cards, More: nine.More},
		{Kind: nine.Kind, Seat: nine.Seat, N: 9, Cards: nine.Cards},
		{Kind: nine.Kind, Seat: nine.Seat, N: 60, Cards: nine.Cards, More: nine.More},
	} {
		if err := h.Apply(a); err == nil || !h.Same(&before) {
			t.Errorf("%d cards and %v: %v", a.N, a.More, err)
		}
	}
	if err := h.Apply(nine); err != nil {
		t.Error(err)
	}
}
