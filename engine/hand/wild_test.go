package hand_test

import (
	"errors"
	"math"
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
			{Kind: plan.Deal, Count: 4, Up: plan.AllUp},
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
func (p pairsOnBoard) WildCards(in *rank.InPlay) (cards.Set, bool, error) {
	if len(in.Own) != 5 || in.Up != 0b11110 || len(in.Board) != 2 || len(in.Boards) != 2 || len(in.Boards[1]) != 1 || in.Names[1] != "B" {
		return 0, false, errors.New("the cards are not told")
	}
	return rank.OfRank(in.Own[0].Rank()), false, p.err
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
		{"the second queen is the last card up: the seven is no longer wild", follow, "2c3c AsQh7d7sKd9c8hQs4c5c", "ace high", "pair of queens"},
		{"no queen at all", follow, "2c3c As9h7d6sKd6cJdTs4c5c", "ace high", "pair of sixes"},
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

// TestWildAfterAMisdeal checks that what was wild by a card that came back is wild no more in the new deal.
func TestWildAfterAMisdeal(t *testing.T) {
	game := ruled(fiveStud(rank.Event{Kind: rank.FollowsUp, Rank: cards.Queen}), map[plan.IncidentKind][]plan.FloorEffect{plan.CalledMisdeal: of(plan.EffectMisdeal)})
	g := start(t, hand.Setup{
		Plan: bind(t, game, noLimit), Stacks: stacks(2, 30), Button: 1, Blinds: []int64{0, 0}, Antes: []int64{10, 10},
		Deck: deckOf(game, "2c3c AsQh7d7sKd9c8hTs4c5c"), Attendance: hand.Tracked,
	})
	order := deckOf(game, "2c3c As8h7d7sKd9c9hTs4c5c")
	g.happens(plan.Incident{Kind: plan.CalledMisdeal}.With("reason", plan.Value{Word: "wrong_order"}).With("order", plan.Value{Cards: order}))
	g.do("A check, B check")
	r := game.Steps[len(game.Steps)-1].Show.Parts[0].Ranking
	for seat, want := range []string{"ace high", "ten high"} {
		if got := r.Describe(g.h.Strength(0, seat)); got != want {
			t.Errorf("seat %d, %s: %s, want %s", seat+1, cards.Format(g.h.Hole(seat)), got, want)
		}
	}
}

// firstOfBoard makes the first card of the board that plays wild, or of board A without
// looking at the one that plays.
type firstOfBoard struct {
	a     bool
	calls *int
}

func (firstOfBoard) Name() string { return "first" }
func (firstOfBoard) Doc() string  { return "" }
func (f firstOfBoard) WildCards(in *rank.InPlay) (cards.Set, bool, error) {
	*f.calls++
	if f.a {
		return rank.OfRank(in.Boards[0][0].Rank()), false, nil
	}
	return rank.OfRank(in.Board[0].Rank()), true, nil
}

// TestWildOnEachBoard: a card of the board is wild for those who play that board.
func TestWildOnEachBoard(t *testing.T) {
	calls := 0
	on := func(boards uint16) plan.Part { return plan.Part{Boards: boards} }
	none, each := plan.Part{Use: plan.Exactly(5, 0)}, plan.Part{Use: plan.Exactly(3, 2)}
	each.Use[0].Of = [plan.MaxBoards]uint8{1, 1}
	lowest, last := rank.Event{Kind: rank.LowestBoard}, rank.Event{Kind: rank.LastBoard}
	for _, c := range []struct {
		name  string
		event rank.Event
		part  plan.Part
		want  string // of a seat with Ah Qh 7s 6s 4h and boards 2c Jd 9c and Ks Kc 4d
		calls int
	}{
		{"the lowest of A", lowest, on(1), "pair of aces", 0},
		{"the lowest of B", lowest, on(2), "four of a kind, kings", 0},
		{"the better of both", lowest, on(3), "four of a kind, kings", 0},
		{"each board by itself", lowest, on(0), "four of a kind, kings", 0},
		{"the last of B", last, on(2), "four of a kind, kings", 0},
		{"the last of A", last, on(1), "pair of aces", 0},
		{"that of A on board B", rank.Event{Kind: rank.LowestBoard, Board: "A"}, on(2), "two pair, kings and fours", 0},
		{"that of B on board A", rank.Event{Kind: rank.LastBoard, Board: "B"}, on(1), "pair of aces", 0},
		{"the lowest of the boards that play together", lowest, each, "three of a kind, fours", 0},
		{"no board plays: the lowest of all", lowest, none, "ace high", 0},
		{"a script on B", rank.Event{Kind: rank.ByScript, Asked: firstOfBoard{calls: &calls}}, on(2), "four of a kind, fours", 1},
		{"a script on both", rank.Event{Kind: rank.ByScript, Asked: firstOfBoard{calls: &calls}}, on(3), "four of a kind, fours", 2},
		{"a script that does not look at the board", rank.Event{Kind: rank.ByScript, Asked: firstOfBoard{a: true, calls: &calls}}, on(3), "two pair, kings and fours", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.part
			p.Name, p.Ranking = "high", custom(rank.Description{Name: "high", Events: []rank.Event{c.event}})
			g := &plan.Game{
				Name: "Two boards", MinSeats: 2, MaxSeats: 4, Stakes: plan.StakesRule{Default: "2-4"}, Boards: []string{"A", "B"},
				Steps: []plan.Step{
					{Kind: plan.Deal, Count: 5},
					{Kind: plan.Board, Count: 3, On: 1},
					{Kind: plan.Board, Count: 3, On: 2},
					bet(plan.LeftOfButton, plan.Small),
					{Kind: plan.Showdown, Show: best(p)},
				},
			}
			h := start(t, hand.Setup{Plan: bind(t, g, noLimit), Stacks: stacks(2, 30), Button: 1, Deck: deckOf(g, "Ah3s Qh3h 7s3d 6s3c 4h5s 2cJd9c KsKc4d"), Blinds: []int64{0, 0}, Antes: []int64{10, 10}})
			calls = 0
			if got := p.Ranking.Describe(h.h.Strength(0, 0)); got != c.want || calls != c.calls {
				t.Errorf("%s and %d calls, want %s and %d", got, calls, c.want, c.calls)
			}
			if h.do("A check, B check"); h.h.Pending() != nil {
				t.Error("the hand is not over")
			}
		})
	}
}

// failsOnA fails when board A plays.
type failsOnA struct{}

func (failsOnA) Name() string { return "fails" }
func (failsOnA) Doc() string  { return "" }
func (failsOnA) WildCards(in *rank.InPlay) (cards.Set, bool, error) {
	if len(in.Board) == 1 && in.Board[0] == in.Boards[0][0] {
		return 0, true, errors.New("no such thing")
	}
	return 0, true, nil
}

// TestWildOfScriptFails checks that an error of the script ends the hand with that
// error, wherever in the showdown the script is asked.
func TestWildOfScriptFails(t *testing.T) {
	part := func(a rank.Asker) plan.Part {
		r := custom(rank.Description{Name: "high", Events: []rank.Event{{Kind: rank.ByScript, Asked: a}}})
		return plan.Part{Name: "high", Ranking: r, Use: plan.Exactly(5, 0)}
	}
	first := part(pairsOnBoard{errors.New("no such thing")})
	last, instead := first, first
	last.Else = nil
	instead.Ranking, instead.Floor, instead.Else = custom(rank.Description{Name: "none"}), &plan.Openers{Small: math.MaxUint32}, &last
	twice, beaten := instead, part(failsOnA{})
	twice.Else = &instead
	beaten.Beats = 1
	for name, p := range map[string]plan.Part{"first": first, "otherwise": instead, "otherwise twice": twice, "a board to beat": beaten} {
		g := fiveStud()
		g.Steps[len(g.Steps)-1].Show = best(p)
		var h hand.Hand
		err := h.Start(&hand.Setup{Plan: bind(t, g, noLimit), Stacks: stacks(2, 30), Seed: 1, Blinds: []int64{0, 0}, Antes: []int64{10, 10}})
		for d := h.Pending(); d != nil && err == nil; d = h.Pending() {
			err = h.Apply(hand.Action{Kind: hand.Check, Seat: d.Seat})
		}
		if err == nil || err.Error() != "no such thing" {
			t.Errorf("%s: got %v", name, err)
		}
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
