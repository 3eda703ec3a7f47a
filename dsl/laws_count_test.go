package dsl_test

import (
	"fmt"
	"slices"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

// TestAnyNumberOfCards gives hands of every game another number of cards at every moment, one to three too many or too few: each
// hand comes to its end, and no script is asked about a hand that it does not know. Where hands are set apart against a bank, such
// a hand is dead, and the round is void if it is the banker's.
func TestAnyNumberOfCards(t *testing.T) {
	rulings := map[plan.FloorEffectKind]plan.IncidentKind{
		plan.EffectFill: plan.BelowTable, plan.EffectToStub: plan.BelowTable, plan.EffectDead: plan.PlayerExposed, plan.EffectAside: plan.PlayerExposed,
	}
	games := bankedGames(t)
	for _, g := range testkit.Sweep(allGames(t), 12) {
		if !g.Banked() {
			games = append(games, bankedGame{"", g, nil})
		}
	}
	for _, g := range games {
		t.Run(g.game.ID+" "+g.reading, func(t *testing.T) {
			t.Parallel()
			b := boundOf(t, g.game)
			for kind, incident := range rulings {
				game := *b.Game
				game.Rulings = []plan.Ruling{{Incident: incident, Judgement: plan.Judgement{Effects: []plan.FloorEffect{{Kind: kind, Seat: -1}}}}}
				game.DefaultRulings = nil
				at := *b
				at.Game = &game
				for stop, over := 0, false; !over && stop < 100; stop += 1 + stop/20 {
					for times := 1; times <= 3; times++ {
						var err error
						if over, err = miscount(&at, incident, stop, times); err != nil {
							t.Fatalf("%s, %d times after %d stops: %v", kind, times, stop, err)
						}
					}
				}
			}
		})
	}
}

// miscount plays a hand in which an irregularity of each seat happens some times after some stops. It reports whether the hand was
// over before.
func miscount(b *plan.AtStakes, incident plan.IncidentKind, stop, times int) (over bool, err error) {
	var h hand.Hand
	stacks := make([]int64, max(b.Game.MinSeats, min(b.Game.MaxSeats, 3)))
	for i := range stacks {
		stacks[i] = 200 * max(b.Stakes.Big.Hi, b.Stakes.Small.Hi, b.Stakes.Scale)
	}
	if err := h.Start(&hand.Setup{Plan: b, Stacks: stacks, Seed: uint64(stop), Number: 1, Attendance: hand.Attended}); err != nil {
		return false, err
	}
	r := hand.NewSource(uint64(stop), uint64(times))
	n := 0
	for ; h.Pending() != nil; n++ {
		if n > 5000 {
			return false, fmt.Errorf("the hand does not end")
		}
		for k := range times * len(stacks) {
			if seat := k % len(stacks); n == stop && h.CanHappen(incident) == nil && len(h.Hole(seat)) > 0 {
				c := plan.Value{Cards: []cards.Card{h.Hole(seat)[0]}}
				_ = h.Happen(plan.Incident{Kind: incident}.With("seat", plan.Value{N: int64(seat)}).With("cards", c)) // refused if the seat has no hand
			}
		}
		d := h.Pending()
		if d == nil {
			break
		}
		a, err := lawAction(&h, d, &r)
		if err == nil {
			err = h.Apply(a)
		}
		if err == nil {
			err = lawsHold(&h)
		}
		if err != nil {
			return false, err
		}
	}
	return n < stop, nil
}

// twoAndTwo is a round of four cards against a player who banks; the last card of a hand below the table goes back.
const twoAndTwo = `
two = ranking("two cards", size = 2, order = ["pair", "high card"])
g = game("G", seats = (2, 4), stakes = stakes("bets 1-5"), rulings = [on("below_table", to_stub())], play = [
    bank(), wager(), deal(4), arrange([2, 2], names = ["a", "b"]%s), turn_up(to = everybody),
    settle(split(best(two, hand = "a"), best(two, hand = "b"))),
])
`

// TestDeadForItsNumberOfCards checks what becomes of a hand with three of its four cards: a bettor's is dead, before it is set apart
// and after; the banker's makes the round void. Both are by custom: the events have no ruling.
func TestDeadForItsNumberOfCards(t *testing.T) {
	for _, tt := range []struct {
		name  string
		way   string
		seat  int64
		after int // hands that are set apart before
		want  string
		nets  [3]int64
	}{
		{"not asked", "", 1, 0, "1 killed", [3]int64{500, -500, 0}},
		{"asked no more", "", 1, 1, "1 killed", [3]int64{500, -500, 0}},
		{"set apart before", "", 1, 3, "1 killed", [3]int64{500, -500, 0}},
		{"the banker's", "", 2, 0, "-1 hand void", [3]int64{}},
		{"the banker's, set apart before", "", 2, 3, "-1 hand void", [3]int64{}},
		{"no script is asked", ", way = lambda hand: hand.cards[:2], foul = lambda hand: len(hand.cards) == 3", 1, 0, "1 killed", [3]int64{500, -500, 0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, err := gameOf(fmt.Sprintf(twoAndTwo, tt.way))
			if err != nil {
				t.Fatal(err)
			}
			var h hand.Hand
			var log hand.Log
			deck := cards.MustParse("Ac Ah Kc Ad As Kd 3c 4c 2c 3d 4d 2d") // A and B win with both hands
			setup := hand.Setup{Plan: boundOf(t, g), Stacks: []int64{10000, 10000, 10000}, Button: 2, Deck: restOf(deck), Attendance: hand.Attended}
			if err := h.Start(&setup); err != nil {
				t.Fatal(err)
			}
			h.Follow(&log)
			for set, happened := 0, false; h.Pending() != nil; {
				a := hand.Action{Kind: hand.GoOn, Seat: -1}
				switch d := h.Pending(); {
				case !happened && h.Step().AsksCards() && set == tt.after || !happened && set == 3:
					happened = true
					if err := h.Happen(plan.Incident{Kind: plan.BelowTable}.With("seat", plan.Value{N: tt.seat})); err != nil {
						t.Fatal(err)
					}
					continue
				case d.Kind == hand.Chosen:
					var ok bool
					if a, ok = h.Take("bank", 5000); !ok {
						a, _ = h.Take("bet", 500)
					}
				case d.Kind == hand.CardsAsked:
					set++
					a = h.PickFirst(2)
				}
				if err := h.Apply(a); err != nil {
					t.Fatal(err)
				}
			}
			if nets := [3]int64{h.Net(0), h.Net(1), h.Net(2)}; nets != tt.nets {
				t.Errorf("nets %v, want %v", nets, tt.nets)
			}
			var told []string
			for _, e := range log.Events {
				if (e.Kind == hand.Killed || e.Kind == hand.HandVoided) && e.Note == 0 {
					told = append(told, fmt.Sprint(e.Seat, " ", e.Kind))
				}
			}
			if !slices.Equal(told, []string{tt.want}) {
				t.Errorf("told %q, want %q", told, tt.want)
			}
		})
	}
}

// restOf returns a deck that begins with these cards.
func restOf(first []cards.Card) []cards.Card {
	deck := slices.Clone(first)
	for _, c := range (cards.Deck{}).Append(nil) {
		if !slices.Contains(first, c) {
			deck = append(deck, c)
		}
	}
	return deck
}

// TestMisdealAfterASplit checks that a new deal in a round against a bank takes the hands of a split back, and their wager.
func TestMisdealAfterASplit(t *testing.T) {
	g, err := library(t, map[string]string{"decks": "1"}).Find("sanrafael/california22")
	if err != nil {
		t.Fatal(err)
	}
	game := *g
	game.Rulings = []plan.Ruling{{Incident: plan.CalledMisdeal, Judgement: plan.Judgement{Effects: []plan.FloorEffect{{Kind: plan.EffectMisdeal, Seat: -1}}}}}
	var h hand.Hand
	deck := cards.MustParse("6c 9h 6d 9c")
	for _, c := range game.Deck.Append(nil) {
		if !slices.Contains(deck[:4], c) {
			deck = append(deck, c)
		}
	}
	setup := hand.Setup{Plan: boundOf(t, &game), Stacks: []int64{20000, 20000}, Button: 1, Deck: deck, Seed: 1, Attendance: hand.Tracked}
	if err := h.Start(&setup); err != nil {
		t.Fatal(err)
	}
	say(t, &h, "bank", 10000)
	say(t, &h, "bet", 2000)
	stack := h.Stack(0)
	say(t, &h, "split", -1)
	if h.Hands(0) != 2 || h.Stack(0) != stack-2000 {
		t.Fatalf("%d hands and a stack of %d after the split", h.Hands(0), h.Stack(0))
	}
	if err := h.Happen(plan.Incident{Kind: plan.CalledMisdeal}.With("reason", plan.Value{Word: "wrong_order"})); err != nil {
		t.Fatal(err)
	}
	if h.Hands(0) != 1 || h.Stack(0) != stack || len(h.Hole(0)) != 2 || !h.CardsConserved() {
		t.Errorf("%d hands, %s, a stack of %d after the new deal, want one of two cards and %d", h.Hands(0), cards.Format(h.Hole(0)), h.Stack(0), stack)
	}
}
