package hand_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

func TestDealOrder(t *testing.T) {
	for _, c := range []struct {
		rule   string
		game   *plan.Game
		seats  int
		button int
		deck   string
		want   string // hole cards by seat, up cards with a star
	}{
		{
			"angies.holdem.play.deal: one at a time from the left of the button, two circuits",
			holdem(), 3, 2, "As Kd 7c Ah Kc 2s", "As Ah | Kd Kc | 7c 2s",
		},
		{
			"the button is dealt last wherever it is",
			holdem(), 3, 0, "As Kd 7c Ah Kc 2s", "7c 2s | As Ah | Kd Kc",
		},
		{
			"angies.omaha.play.deal: heads-up A gets cards 1, 3, 5, 7 and B gets 2, 4, 6, 8",
			omaha8(), 2, 1, "2c 3c 4c 5c 6c 7c 8c 9c", "2c 4c 6c 8c | 3c 5c 7c 9c",
		},
		{
			"omaha-casino.round.5: A gets cards 1, 5, 9, 13",
			omaha8(), 4, 3, "8h Ah As 7h 6c Td Tc 7s 2s 9s 3d 6d 5h 8s 3c 5d", "8h 6c 2s 5h | Ah Td 9s 8s | As Tc 3d 3c | 7h 7s 6d 5d",
		},
		{
			"deal steps that follow one another go round one after the other",
			with(holdem(), func(g *plan.Game) {
				g.Steps = append([]plan.Step{{Kind: plan.Deal, Count: 1}, {Kind: plan.Deal, Count: 1, Up: plan.AllUp}}, g.Steps[1:]...)
			}), 2, 1, "As Kd 7c Ah", "As 7c* | Kd Ah*",
		},
	} {
		g := start(t, hand.Setup{
			Plan: bind(t, c.game, fixed), Stacks: stacks(c.seats, 100), Button: c.button, Deck: deckOf(c.game, c.deck),
		})
		var got []string
		for i := range c.seats {
			var hole []string
			for k, card := range g.h.Hole(i) {
				text := card.String()
				if g.h.IsUp(i, k) {
					text += "*"
				}
				hole = append(hole, text)
			}
			got = append(got, strings.Join(hole, " "))
		}
		if text := strings.Join(got, " | "); text != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.rule, text, c.want)
		}
	}
}

// TestStreets checks one burn before the flop, the turn and the river, and that the
// flop is one event; four players to the river use 8 + 5 + 3 cards
// (angies.holdem.1).
func TestStreets(t *testing.T) {
	g := start(t, hand.Setup{
		Plan: bind(t, holdem(), fixed), Stacks: stacks(4, 100), Button: 3,
		Deck: deckOf(holdem(), "Kd Qc 9h 2s 3c 7d 8h 5d 4c Th Jh Qh 6s 2c 9c 2d"),
	})
	g.do("C call, D call, A call, B check")
	for range 3 {
		g.do("A check, B check, C check, D check")
	}
	g.tells(`
		A dealt Kd 3c
		B dealt Qc 7d
		C dealt 9h 8h
		D dealt 2s 5d
		- burned 4c
		- board Th Jh Qh
		- burned 6s
		- board 2c
		- burned 9c
		- board 2d`, hand.Dealt, hand.Burned, hand.Boarded)
	if got := len(g.h.Board()); got != 5 {
		t.Errorf("%d cards on the board, want 5", got)
	}
}

// TestPositions checks the button, the blinds and who acts first, with 2 to 10
// seats and the button on each.
func TestPositions(t *testing.T) {
	button := with(holdem(), func(g *plan.Game) {
		g.Forced = []plan.Forced{{Amount: plan.SmallBlind}, {Amount: plan.BigBlind, Left: 1, HeadsUp: 1}}
	})
	left := with(holdem(), func(g *plan.Game) {
		g.Forced = []plan.Forced{{Amount: plan.SmallBlind, Left: 1, HeadsUp: 1}, {Amount: plan.BigBlind, Left: 2, HeadsUp: 0}}
	})
	for _, c := range []struct {
		rule string
		game *plan.Game
		// seats left of the button, with more than two players and with two
		sb, bb, first [2]int
	}{
		{"blinds left of the button, heads-up on it (WSOP 153)", holdem(), [2]int{1, 0}, [2]int{2, 1}, [2]int{3, 0}},
		{"heads-up as with more players (headsup=left)", left, [2]int{1, 1}, [2]int{2, 0}, [2]int{3, 1}},
		{"small blind on the button (sanrafael.holdem.blinds)", button, [2]int{0, 0}, [2]int{1, 1}, [2]int{2, 0}},
	} {
		b := bind(t, c.game, fixed)
		for n := 2; n <= 10; n++ {
			for btn := range n {
				g := start(t, hand.Setup{Plan: b, Stacks: stacks(n, 100), Button: btn, Seed: 1})
				k := 0
				if n == 2 {
					k = 1
				}
				seat := func(left int) int { return (btn + left) % n }
				name := fmt.Sprintf("%s: %d seats, button %c", c.rule, n, 'A'+btn)
				g.tells(fmt.Sprintf("%c posted 1\n%c posted 2", 'A'+seat(c.sb[k]), 'A'+seat(c.bb[k])), hand.Posted)
				if order, want := actors(g), circle(seat(c.first[k]), n); order != want {
					t.Errorf("%s: before the flop %s act, want %s", name, order, want)
				}
				if order, want := actors(g), circle(seat(1), n); order != want {
					t.Errorf("%s: on the flop %s act, want %s", name, order, want)
				}
			}
		}
	}
}

// circle lists the seats clockwise from one.
func circle(first, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteByte(byte('A' + (first+i)%n))
	}
	return b.String()
}

// actors makes everybody check or call through a round and returns who acted.
func actors(g *game) string {
	g.t.Helper()
	var b strings.Builder
	step := g.h.Pending().Step
	for d := g.h.Pending(); d != nil && d.Step == step; d = g.h.Pending() {
		b.WriteByte(byte('A' + d.Seat))
		a := hand.Action{Kind: hand.Check, Seat: d.Seat}
		if d.Options.Call > 0 {
			a.Kind = hand.Call
		}
		if err := g.h.Apply(a); err != nil {
			g.t.Fatal(err)
		}
	}
	return b.String()
}

// TestFirstOfLaterRounds checks that the first live seat left of the button opens;
// folded seats and seats without chips are skipped, and the round is announced with
// the seat that does act first.
func TestFirstOfLaterRounds(t *testing.T) {
	for _, c := range []struct {
		name   string
		stacks []int64
		play   string
		want   string
		asks   string
	}{
		{
			"all are in", []int64{100, 100, 100, 100}, "C call, D call, A call, B check", "A", "seat 1: fold, check, bet 2",
		},
		{
			"the small blind has folded", []int64{100, 100, 100, 100}, "C call, D call, A fold, B check", "B", "seat 2: fold, check, bet 2",
		},
		{
			"the small blind is all-in", []int64{2, 100, 100, 100}, "C call, D call, A call, B check", "B", "seat 2: fold, check, bet 2",
		},
		{
			"only the button and the seat before it can act", []int64{2, 2, 100, 100}, "C call, D call, A call", "C", "seat 3: fold, check, bet 2",
		},
	} {
		g := start(t, hand.Setup{Plan: bind(t, holdem(), fixed), Stacks: c.stacks, Button: 3, Seed: 1})
		g.do(c.play)
		g.asks(c.asks)
		told := g.told(hand.RoundBegan)
		if got := told[len(told)-1][:1]; got != c.want {
			t.Errorf("%s: the flop is announced with %s first, want %s", c.name, got, c.want)
		}
	}
}

// TestOpensByShowing checks later rounds that are opened by up cards or by the
// opener of the round before, and that an all-in seat is skipped (A12).
func TestOpensByShowing(t *testing.T) {
	stud := with(holdem(), func(g *plan.Game) {
		g.Steps = []plan.Step{
			{Kind: plan.Deal, Count: 1},
			{Kind: plan.Deal, Count: 1, Up: plan.AllUp},
			bet(plan.LeftOfBlind, plan.Small),
			{Kind: plan.Deal, Count: 1, Up: plan.AllUp},
			bet(plan.HighShowing, plan.Small),
			{Kind: plan.Deal, Count: 1},
			bet(plan.SameAsBefore, plan.Big),
			{Kind: plan.Deal, Count: 1},
			{Kind: plan.Showdown, Show: best(high)},
		}
	})
	for _, c := range []struct {
		name   string
		b      int64 // stack of B, which shows a pair of nines
		firsts string
	}{
		{"the highest showing, then as before", 100, "BB"},
		{"the highest showing is all-in: the next seat that can act", 2, "CC"},
	} {
		g := start(t, hand.Setup{
			Plan: bind(t, stud, fixed), Stacks: []int64{100, c.b, 100}, Button: 2,
			Deck: deckOf(stud, "2c 2d 2h 8c 9d Kh 7c 9h 3s"),
		})
		g.do("C call, A call")
		if d := g.h.Pending(); d.Seat == 1 && d.Step == 2 {
			g.do("B check")
		}
		got := ""
		for range 2 {
			got += string(rune('A' + g.h.Pending().Seat))
			actors(g)
		}
		if got != c.firsts {
			t.Errorf("%s: first to act %s, want %s", c.name, got, c.firsts)
		}
	}
}

// TestManySeats checks up to 22 seats in hold'em, as far as the deck allows.
func TestManySeats(t *testing.T) {
	b := bind(t, with(holdem(), func(g *plan.Game) { g.MaxSeats = 22 }), noLimit)
	for n := 2; n <= 22; n++ {
		r := hand.NewSource(7, uint64(n))
		for number := range uint64(20) {
			g := start(t, hand.Setup{Plan: b, Stacks: stacks(n, 60), Button: int(number) % n, Seed: 3, Number: number})
			var dealt cards.Set
			for i := range n {
				dealt |= cards.SetOf(g.h.Hole(i)...)
			}
			if dealt.Len() != 2*n {
				t.Fatalf("%d seats hold %d different cards, want %d", n, dealt.Len(), 2*n)
			}
			for d := g.h.Pending(); d != nil; d = g.h.Pending() {
				if err := g.h.Apply(choose(d, &r)); err != nil {
					t.Fatal(err)
				}
				g.conserved()
			}
		}
	}
}

func TestSetupRefused(t *testing.T) {
	b := bind(t, with(holdem(), func(g *plan.Game) { g.MinSeats, g.MaxSeats = 3, 8 }), fixed)
	deck := deckOf(b.Game, "As Ks")
	twice := append([]cards.Card(nil), deck...)
	twice[7] = deck[0]
	joker := append([]cards.Card(nil), deck...)
	joker[1] = cards.Joker
	for _, c := range []struct {
		name  string
		setup hand.Setup
		want  string
	}{
		{"too few players", hand.Setup{Stacks: stacks(2, 100)}, "Board is for 3 to 8 players, not 2"},
		{"too many players", hand.Setup{Stacks: stacks(9, 100)}, "Board is for 3 to 8 players, not 9"},
		{"too many players for any game", hand.Setup{Stacks: stacks(23, 100), Manual: true}, "players, not 23"},
		{"no players", hand.Setup{}, "not 0"},
		{"a button beyond the table", hand.Setup{Stacks: stacks(3, 100), Button: 3}, "the button is at seat 4 of 3"},
		{"a button before the table", hand.Setup{Stacks: stacks(3, 100), Button: -1}, "the button is at seat 0 of 3"},
		{"a seat without chips", hand.Setup{Stacks: []int64{100, 0, 100}}, "seat 2 has no chips"},
		{"a seat with less than nothing", hand.Setup{Stacks: []int64{100, 100, -1}}, "seat 3 has no chips"},
		{"more chips than there are", hand.Setup{Stacks: []int64{1<<56 + 1, 100, 100}}, "seat 1 has more chips than can be counted"},
		{"antes for other seats", hand.Setup{Stacks: stacks(3, 100), Antes: []int64{1, 1}}, "forced bets are not given for every seat"},
		{"blinds for other seats", hand.Setup{Stacks: stacks(3, 100), Blinds: []int64{1, 2, 0, 0}}, "forced bets are not given for every seat"},
		{"a post of nothing", hand.Setup{Stacks: stacks(3, 100), Posts: []hand.Post{{Seat: 0}}}, "a post of 0 by seat 1 of 3"},
		{"a post of nobody", hand.Setup{Stacks: stacks(3, 100), Posts: []hand.Post{{Seat: 3, Amount: 2}}}, "a post of 2 by seat 4 of 3"},
		{"a fee of nobody", hand.Setup{Stacks: stacks(3, 100), Fees: []hand.Fee{{Seat: 3, Amount: 2}}}, "a fee of 2 from seat 4 of 3"},
		{"a deck that is short", hand.Setup{Stacks: stacks(3, 100), Deck: deck[:51]}, "the deck has 51 cards, Board is played with 52"},
		{"a card twice", hand.Setup{Stacks: stacks(3, 100), Deck: twice}, "card 8 of the deck, As, occurs twice"},
		{"a joker (omaha-casino.deck.52)", hand.Setup{Stacks: stacks(3, 100), Deck: joker}, "card 2 of the deck, Jo, is not in the deck"},
	} {
		c.setup.Plan = b
		var h hand.Hand
		if err := h.Start(&c.setup); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	// A record may have any number of players for which the deck suffices.
	wide := bind(t, with(omaha8(), func(g *plan.Game) { g.MaxSeats = 9 }), fixed)
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: wide, Stacks: stacks(10, 100), Manual: true}); err != nil {
		t.Errorf("ten players of a record: %v", err)
	}
	if err := h.Start(&hand.Setup{Plan: wide, Stacks: stacks(12, 100), Manual: true}); err == nil || !strings.Contains(err.Error(), "12 players need 56 cards") {
		t.Errorf("twelve players with four cards each: %v, want that the cards do not suffice", err)
	}
}

// TestSetupBounds checks setups at the bounds of what is valid.
func TestSetupBounds(t *testing.T) {
	b := bind(t, with(holdem(), func(g *plan.Game) { g.MinSeats, g.MaxSeats = 3, 8 }), fixed)
	bank, _, _ := bankGame(t)
	against := bind(t, bank, bets)
	fee := func(f hand.Fee) hand.Setup { return hand.Setup{Stacks: stacks(3, 100), Fees: []hand.Fee{f}} }
	post := func(p hand.Post) hand.Setup { return hand.Setup{Stacks: stacks(3, 100), Posts: []hand.Post{p}} }
	// The button is on the third of four seats: the last seat posts the small blind
	// and the first the big blind.
	without := func(absent betting.Set, attendance hand.Attendance, manual bool) hand.Setup {
		return hand.Setup{Stacks: stacks(4, 100), Button: 2, Absent: absent, Attendance: attendance, Manual: manual}
	}
	stated := func(s hand.Setup, antes, blinds []int64) hand.Setup {
		s.Antes, s.Blinds = antes, blinds
		return s
	}
	const needAttendance = "seats that are not dealt in need an attended hand"
	const cannotAttend = "a hand whose cards the caller deals can be watched, not attended: the order of its deck is not known"
	const due = "a forced bet is due from a seat that is not dealt in"
	for _, c := range []struct {
		setup hand.Setup
		want  string // "" if it is valid
	}{
		{hand.Setup{Stacks: stacks(3, 100), Button: 2}, ""},
		{hand.Setup{Stacks: stacks(8, 100), Button: 7}, ""},
		{hand.Setup{Stacks: []int64{1, 1 << 56, 1}}, ""},
		{fee(hand.Fee{Seat: -1}), ""},
		{fee(hand.Fee{Seat: -1, Amount: 5}), ""},
		{fee(hand.Fee{Seat: -1, Amount: 5, Flop: true}), ""},
		{fee(hand.Fee{Seat: 0, Amount: 5}), ""},
		{fee(hand.Fee{Seat: 2, Amount: 500}), ""},
		{fee(hand.Fee{Seat: -2, Amount: 5}), "a fee of 5 from seat -1 of 3"},
		{fee(hand.Fee{Seat: 3, Amount: 5}), "a fee of 5 from seat 4 of 3"},
		{fee(hand.Fee{Seat: -1, Amount: -1}), "a fee of -1 from seat 0 of 3"},
		{fee(hand.Fee{Seat: 0, Amount: -1}), "a fee of -1 from seat 1 of 3"},
		{fee(hand.Fee{Seat: 0, Amount: 5, Flop: true}), "a fee of 5 from seat 1 of 3"}, // the pot pays at the flop
		{fee(hand.Fee{Seat: 2, Amount: 5, Flop: true}), "a fee of 5 from seat 3 of 3"},
		{post(hand.Post{Seat: 0, Amount: 1}), ""},
		{post(hand.Post{Seat: 2, Amount: 1}), ""},
		{post(hand.Post{Seat: -1, Amount: 1}), "a post of 1 by seat 0 of 3"},
		{post(hand.Post{Seat: 3, Amount: 1}), "a post of 1 by seat 4 of 3"},
		{post(hand.Post{Seat: 0, Amount: -1}), "a post of -1 by seat 1 of 3"},
		{hand.Setup{Stacks: stacks(3, 100), ForcedSeats: []int8{2, -1}}, ""},
		{hand.Setup{Stacks: stacks(3, 100), ForcedSeats: []int8{2}}, "1 forced bets have seats, Board has 2"},
		{hand.Setup{Stacks: stacks(3, 100), ForcedSeats: []int8{0, 1, 2}}, "3 forced bets have seats, Board has 2"},
		{hand.Setup{Stacks: stacks(3, 100), ForcedSeats: []int8{0, 3}}, "a forced bet is due from seat 4 of 3"},
		{without(1<<1, hand.Attended, false), ""},
		{without(1<<1, hand.Tracked, false), ""},
		{without(1<<2, hand.Attended, false), ""}, // the button is not dealt in
		{without(1<<0, hand.Attended, false), due},
		{without(1<<3, hand.Attended, false), due},
		{stated(without(1<<0, hand.Attended, false), nil, []int64{0, 2, 0, 1}), ""}, // the forced bets are stated
		{stated(without(1<<0, hand.Attended, false), []int64{0, 1, 1, 1}, nil), ""},
		{stated(without(1<<1, hand.Attended, false), nil, []int64{2, 0, 0}), "forced bets are not given for every seat"},
		{without(1<<1, hand.Unattended, false), needAttendance},
		{without(1<<1|1<<2, hand.Attended, false), "Board is for at least 3 players"},
		{without(0, hand.Tracked, true), ""},
		{without(0, hand.Unattended, true), ""},
		{without(0, hand.Attended, true), cannotAttend},
		{without(1<<1, hand.Tracked, true), cannotAttend},
		{hand.Setup{Plan: against, Stacks: stacks(3, 100), Banked: 100}, ""},
		{hand.Setup{Plan: against, Stacks: stacks(3, 100), Banked: 101}, "101 rounds in a row have been banked"},
		{hand.Setup{Plan: against, Stacks: stacks(3, 100), Banked: -1}, "-1 rounds in a row have been banked"},
		{hand.Setup{Stacks: stacks(3, 100), Rolls: []uint8{1, 2, 3, 4, 5, 6, 100, 1}}, ""},
		{hand.Setup{Stacks: stacks(3, 100), Rolls: make([]uint8, 9)}, "9 rolls are given: the limit is 8"},
		{hand.Setup{Stacks: stacks(3, 100), Rolls: []uint8{6, 101}}, "a roll of 101: the limit is 100"},
		{hand.Setup{Stacks: stacks(3, 100), Carried: -1}, "a pot of -1 is carried over"},
		{hand.Setup{Plan: against, Stacks: stacks(3, 100), Carried: 1}, "a pot is carried over, but Bank has no pot"},
		{hand.Setup{Plan: against, Stacks: stacks(3, 100), Posts: []hand.Post{{Seat: 1, Amount: 5}}}, "seat 2 posts before the deal, but Bank has no pot"},
		{hand.Setup{Plan: against, Stacks: stacks(3, 100), Manual: true}, "a round of Bank is played with its recorded deck"},
	} {
		if c.setup.Plan == nil {
			c.setup.Plan = b
		}
		got := ""
		var h hand.Hand
		if err := h.Start(&c.setup); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%+v: %q, want %q", c.setup, got, c.want)
		}
	}
}

// TestShortDeck checks that a 36-card deck deals 36 cards.
func TestShortDeck(t *testing.T) {
	game := with(boardGame(2, best(plan.Part{Name: "high", Ranking: rank.ShortDeck})), func(g *plan.Game) { g.Deck.Lowest = cards.Six })
	b := bind(t, game, noLimit)
	for number := range uint64(200) {
		g := start(t, hand.Setup{Plan: b, Stacks: stacks(6, 50), Seed: 1, Number: number})
		order := g.h.Order()
		if len(order) != 36 || cards.SetOf(order...) != game.Deck.Set() {
			t.Fatalf("hand %d: a pack of %d, want the 36 cards from six up", number, len(order))
		}
		r := hand.NewSource(1, number)
		playOn(t, &g.h, &r)
		g.conserved()
	}
}

// TestNobodyGetsHisDiscardsBack checks that if all discard before the first seat is
// served and the stub runs out, no seat gets its own discards, attended or not.
func TestNobodyGetsHisDiscardsBack(t *testing.T) {
	game := with(draws(5), func(g *plan.Game) {
		g.Deck.Lowest = cards.Ten
		for i := range g.Steps {
			if g.Steps[i].Draws() {
				g.Steps[i].Draw.Together = true
			}
		}
	})
	for _, attendance := range []hand.Attendance{hand.Unattended, hand.Tracked, hand.Attended} {
		for seed := range uint64(20) {
			g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: attendance, Seed: seed})
			var gone cards.Set
			for asked := 0; asked < 3; {
				d := g.h.Pending()
				a := g.h.DefaultAction()
				if d.Kind == hand.CardsAsked {
					a = g.h.PickFirst([]int{5, 3, 0}[asked])
					if asked == 1 {
						gone = cards.SetOf(a.List()...)
					}
					asked++
				}
				if err := g.h.Apply(a); err != nil {
					t.Fatal(err)
				}
			}
			if err := g.h.ToPlayer(); err != nil {
				t.Fatal(err)
			}
			if back := cards.SetOf(g.h.Hole(1)...) & gone; len(g.h.Hole(1)) != 5 || back != 0 {
				t.Errorf("attendance %d, seed %d: %s, of which it discarded %d", attendance, seed, cards.Format(g.h.Hole(1)), back.Len())
			}
		}
	}
}

// TestFacesOfAStep checks that a step whose cards do not all lie alike is dealt like steps of cards that do: the same cards to the
// same seats, told in the same words, seen by the same.
func TestFacesOfAStep(t *testing.T) {
	dealt := func(steps ...plan.Step) (events []hand.Event, seen string) {
		game := with(holdem(), func(g *plan.Game) {
			g.MaxSeats = 6
			g.Steps = append(steps, bet(plan.HighShowing, plan.Small), plan.Step{Kind: plan.Showdown, Show: best(high)})
		})
		g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Seed: 5})
		for seat := range 3 {
			var o hand.Observation
			g.h.Observe(seat, 0, &o)
			seen += fmt.Sprintln(o.Cards)
		}
		for i := range g.l.Events {
			e := g.l.Events[i]
			e.Step = 0
			events = append(events, e)
		}
		slices.SortStableFunc(events, func(a, b hand.Event) int { return int(a.Seat) - int(b.Seat) })
		return events, seen
	}
	one, oneSees := dealt(plan.Step{Kind: plan.Deal, Count: 5, Up: 0b01100})
	three, threeSee := dealt(plan.Step{Kind: plan.Deal, Count: 2}, plan.Step{Kind: plan.Deal, Count: 2, Up: plan.AllUp}, plan.Step{Kind: plan.Deal, Count: 1})
	if oneSees != threeSee || !slices.Equal(one, three) {
		t.Errorf("one step\n%v\n%s\nthree steps\n%v\n%s", one, oneSees, three, threeSee)
	}
	st := plan.Step{Kind: plan.Deal, Count: 5, Up: 0b01100}
	if got := st.Lie("face "); got != "2 face down, then 2 face up, then 1 face down" {
		t.Errorf("they lie %s", got)
	}
	n := 0
	for m := range st.Moves() {
		n += m.Count
		if m.To != plan.ZoneHand || m.Count == 2 && n == 4 != (m.Sight == plan.SeenByAll) {
			t.Errorf("%+v", m)
		}
	}
	if n != st.Count {
		t.Errorf("%d cards move", n)
	}
}
