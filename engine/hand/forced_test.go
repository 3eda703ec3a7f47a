package hand_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// TestShortBlinds checks that a blind that cannot be posted in full is all in for
// less; the others still play for the full blind.
func TestShortBlinds(t *testing.T) {
	for _, c := range []struct {
		name   string
		stacks []int64
		posted string
		asks   string
		play   string
		cards  []string
		nets   []int64
	}{
		{
			name: "a short big blind is called in full", stacks: []int64{100, 1, 100},
			posted: "A posted 1\nB posted 1 all-in",
			asks:   "seat 3: fold, call 2, raise to 4",
			play:   "C call, A call, A check, C check, A check, C check, A check, C check",
			cards:  []string{"2c 3d", "Ah Ad", "Kh Kd"}, // B takes 3, C the side pot of 2
			nets:   []int64{-2, 2, 0},
		},
		{
			name: "a short small blind", stacks: []int64{1, 100, 100},
			posted: "A posted 1 all-in\nB posted 2",
			asks:   "seat 3: fold, call 2, raise to 4",
			play:   "C call, B check, B check, C check, B check, C check, B check, C check",
			cards:  []string{"Ah Ad", "2c 3d", "Kh Kd"},
			nets:   []int64{2, -2, 0},
		},
		{
			name: "heads-up, the small blind is all-in: the rest of the big blind goes back", stacks: []int64{100, 1},
			posted: "B posted 1 all-in\nA posted 2",
			asks:   "over",
			cards:  []string{"2c 3d", "Ah Ad"},
			nets:   []int64{-1, 1},
		},
		{
			name: "heads-up, the big blind is all-in for the small blind", stacks: []int64{1, 100},
			posted: "B posted 1\nA posted 1 all-in",
			asks:   "over",
			cards:  []string{"Ah Ad", "2c 3d"},
			nets:   []int64{1, -1},
		},
		{
			name: "heads-up, the big blind is all-in: the small blind may still call the rest", stacks: []int64{2, 100},
			posted: "B posted 1\nA posted 2 all-in",
			asks:   "seat 2: fold, call 1",
			play:   "B call",
			cards:  []string{"2c 3d", "Ah Ad"},
			nets:   []int64{-2, 2},
		},
		{
			name: "the small blind has matched a short big blind when all others fold", stacks: []int64{100, 1, 100},
			posted: "A posted 1\nB posted 1 all-in",
			asks:   "seat 3: fold, call 2, raise to 4",
			play:   "C fold",
			cards:  []string{"2c 3d", "Ah Ad", "Kh Kd"},
			nets:   []int64{-1, 1, 0},
		},
		{
			name: "a caller of a short big blind who is alone gets the rest back", stacks: []int64{100, 1, 100},
			posted: "A posted 1\nB posted 1 all-in",
			asks:   "seat 3: fold, call 2, raise to 4",
			play:   "C call, A fold",
			cards:  []string{"2c 3d", "Ah Ad", "Kh Kd"},
			nets:   []int64{-1, 2, -1},
		},
		{
			name: "everybody has one chip", stacks: []int64{1, 1, 1},
			posted: "A posted 1 all-in\nB posted 1 all-in",
			asks:   "seat 3: fold, call 1",
			play:   "C call",
			cards:  []string{"2c 3d", "Ah Ad", "Kh Kd"},
			nets:   []int64{-1, 2, -1},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			game := holdem()
			g := start(t, hand.Setup{
				Plan: bind(t, game, fixed), Stacks: c.stacks, Button: len(c.stacks) - 1,
				Deck: dealt(game, "Qs Js 9h 7c 4s", c.cards...),
			})
			g.tells(c.posted, hand.Posted)
			g.asks(c.asks)
			g.do(c.play)
			g.nets(c.nets...)
		})
	}
}

// TestNothingToPost checks that a seat whose last chip went into the ante posts no
// blind and owes none; the others play for the full blind.
func TestNothingToPost(t *testing.T) {
	game := with(holdem(), func(g *plan.Game) {
		g.Forced, g.Stakes.Default = append([]plan.Forced{{Amount: plan.Ante, Everybody: true}}, g.Forced...), "2-4 ante 1"
	})
	s := fixed
	s.Ante = 1
	g := start(t, hand.Setup{
		Plan: bind(t, game, s), Stacks: []int64{100, 1, 100}, Button: 2,
		Deck: dealt(game, "Qs Js 9h 7c 4s", "2c 3d", "Ah Ad", "Kh Kd"),
	})
	g.tells(`
		A ante 1
		B ante 1 all-in
		C ante 1
		A posted 1`, hand.PostedAnte, hand.Posted)
	g.asks("seat 3: fold, call 2, raise to 4")
	g.do("C call, A call, A check, C check, A check, C check, A check, C check")
	g.nets(-3, 2, 1) // B wins the antes, C the rest
}

func TestAntes(t *testing.T) {
	antes := fixed
	antes.Ante = 3
	for _, c := range []struct {
		name string
		dead bool
		nets []int64
		pots string
	}{
		// A is all in for 2 of the ante, B and C have 3 in each.
		{"a short ante wins what it matches", false, []int64{4, -1, -3}, "A awarded 6 pot 0 part 0\nB awarded 2 pot 1 part 0"},
		{"dead antes belong to the main pot whole", true, []int64{6, -3, -3}, "A awarded 8 pot 0 part 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			game := with(holdem(), func(g *plan.Game) {
				g.Forced, g.Stakes.Default = []plan.Forced{{Amount: plan.Ante, Everybody: true, Dead: c.dead}}, "2-4 ante 3"
				g.Steps[stepPreflop].Bet.Open = plan.LeftOfButton
			})
			g := start(t, hand.Setup{
				Plan: bind(t, game, antes), Stacks: []int64{2, 100, 100}, Button: 2,
				Deck: dealt(game, "Qs Js 9h 7c 4s", "Ah Ad", "Kh Kd", "2c 3d"),
			})
			for _, unit := range []string{"2", "2", "4", "4"} {
				g.asks("seat 2: fold, check, bet " + unit)
				g.do("B check, C check")
			}
			g.nets(c.nets...)
			g.tells(c.pots, hand.Awarded)
		})
	}
}

// TestPosts checks that a returning player posts both blinds, the small one dead in
// the pot, the big one live with an option (house004.holdem.18b).
func TestPosts(t *testing.T) {
	s := hand.Setup{
		Plan: bind(t, holdem(), fixed), Stacks: stacks(5, 100), Button: 4, Seed: 1,
		Posts: []hand.Post{{Seat: 3, Amount: 1, Dead: true}, {Seat: 3, Amount: 2}},
	}
	g := start(t, s)
	g.tells(`
		A posted 1
		B posted 2
		D dead post 1
		D posted 2`, hand.Posted, hand.PostedDead)
	if g.h.Pot() != 1 || g.h.Wagered(3) != 2 {
		t.Errorf("pot %d and %d in front of the seat, want 1 dead and 2 live", g.h.Pot(), g.h.Wagered(3))
	}
	g.asks("seat 3: fold, call 2, raise to 4")
	g.do("C call")
	g.asks("seat 4: fold, check, raise to 4")
	g.do("D check, E fold, A call")
	g.asks("seat 2: fold, check, raise to 4")
	g.do("B check")
	if g.h.Pot() != 9 {
		t.Errorf("pot %d with four callers of 2, want 9", g.h.Pot())
	}

	g = start(t, s)
	g.do("C call, D raise 4, E fold, A fold, B call, C call")
	if g.h.Pot() != 14 {
		t.Errorf("pot %d after the option is used, want 4+4+4+1+1", g.h.Pot())
	}
}

// TestFoldedPost checks that a player who folds leaves all chips in the pot, even
// those that nobody has matched.
func TestFoldedPost(t *testing.T) {
	game := holdem()
	g := start(t, hand.Setup{
		Plan: bind(t, game, fixed), Stacks: []int64{100, 1, 100}, Button: 2,
		Posts: []hand.Post{{Seat: 2, Amount: 2}},
		Deck:  dealt(game, "Qs Js 9h 7c 4s", "2c 3d", "Ah Ad", "Kh Kd"),
	})
	g.do("C fold") // although it could check
	g.nets(-1, 3, -2)
}

// TestRecordedForced checks that the posts of a record replace the game's forced
// bets.
func TestRecordedForced(t *testing.T) {
	for _, c := range []struct {
		name   string
		setup  hand.Setup
		posted string
		asks   string
	}{
		{
			"blinds, a straddle and an ante of one seat",
			hand.Setup{Stacks: stacks(4, 100), Button: 3, Blinds: []int64{1, 2, 4, 0}, Antes: []int64{0, 3, 0, 0}, DeadAntes: true},
			"B dead post 3\nA posted 1\nB posted 2\nC posted 4",
			"seat 4: fold, call 4, raise to 8 to 100",
		},
		{
			"a live post does not move the opener",
			hand.Setup{Stacks: stacks(4, 100), Button: 3, Blinds: []int64{1, 2, 0, -2}},
			"A posted 1\nB posted 2\nD posted 2",
			"seat 3: fold, call 2, raise to 4 to 100",
		},
		{
			"with two players the first entry is the button's",
			hand.Setup{Stacks: stacks(2, 100), Button: 1, Blinds: []int64{2, 1}},
			"A posted 1\nB posted 2",
			"seat 1: fold, call 1, raise to 4 to 100",
		},
		{
			"no blinds at all",
			hand.Setup{Stacks: stacks(3, 100), Button: 2, Antes: []int64{1, 1, 1}, Blinds: []int64{0, 0, 0}},
			"A ante 1\nB ante 1\nC ante 1",
			"seat 1: fold, check, bet 2 to 99",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.setup.Plan, c.setup.Seed = bind(t, holdem(), noLimit), 1
			g := start(t, c.setup)
			g.tells(c.posted, hand.Posted, hand.PostedAnte, hand.PostedDead)
			g.asks(c.asks)
		})
	}
}

// TestBlindsOfRecord checks that posts of a record in the positions of the game's
// blinds are identified as these blinds; a straddle and a live post are not.
func TestBlindsOfRecord(t *testing.T) {
	g := start(t, hand.Setup{
		Plan: bind(t, holdem(), noLimit), Stacks: stacks(5, 100), Button: 4, Seed: 1, Blinds: []int64{1, 2, 4, -2, 0},
	})
	var got []int8
	for _, e := range g.l.Events {
		if e.Kind == hand.Posted {
			got = append(got, e.Forced)
		}
	}
	if !slices.Equal(got, []int8{1, 2, 0, 0}) {
		t.Errorf("forced bets %v", got)
	}
}

// TestUnmatchedAnte checks that the part of an ante that nobody has matched goes
// back before the deal, unless antes are dead.
func TestUnmatchedAnte(t *testing.T) {
	g := start(t, hand.Setup{
		Plan: bind(t, holdem(), noLimit), Stacks: []int64{100, 2, 3}, Button: 2, Seed: 1,
		Antes: []int64{5, 5, 5}, Blinds: []int64{0, 0, 0},
	})
	g.tells("A returned 2", hand.Returned)
	if got := g.h.PutIn(); got != 3+2+3 {
		t.Errorf("%d were put in, want 3 of A, 2 of B and 3 of C", got)
	}
}

// TestAbsentSeats checks that any seat, even the first, may be absent; the others
// count as the game's players.
func TestAbsentSeats(t *testing.T) {
	for _, tt := range []struct {
		absent betting.Set
		want   string
	}{
		{1 << 0, ""},
		{1 << 2, ""},
		{1<<0 | 1<<1, "at least 2 players"},
	} {
		var h hand.Hand
		err := h.Start(&hand.Setup{
			Plan: bind(t, holdem(), noLimit), Stacks: stacks(3, 100), Button: 1, ForcedSeats: []int8{-1, -1},
			Attendance: hand.Attended, Absent: tt.absent,
		})
		if got := fmt.Sprint(err); (err != nil) != (tt.want != "") || !strings.Contains(got, tt.want) {
			t.Errorf("absent %b: %s, want %q", tt.absent, got, tt.want)
		}
		if err == nil && h.Absent() != tt.absent {
			t.Errorf("absent %b, want %b", h.Absent(), tt.absent)
		}
	}
}
