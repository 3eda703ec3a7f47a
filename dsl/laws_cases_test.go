package dsl_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/testkit"
)

// TestLawCases replays hands that once violated an invariant: a joker that was
// shuffled into the stub, two jokers of which a record named the wrong one,
// cards turned up after a redeal, a choice left over in reused memory.
func TestLawCases(t *testing.T) {
	for _, tt := range testkit.Sweep([]struct {
		ref      string
		session  bool
		rate     float64
		stack    string
		seed     uint64
		from, to int64
	}{
		{"sanrafael/holdem", false, 0.5, "100bb", 8010, 177, 177},
		{"sanrafael/holdem", false, 0.5, "100bb", 1, 4885, 4885},
		{"sanrafael/holdem", false, 0.5, "100bb", 3, 14933, 14933},
		{"angies/holdem", false, 0.2, "3bb", 6238, 300, 600},
		{"elresbalon/stud5", false, 0.2, "10bb", 563, 1, 600},
		{"elresbalon/stud5", true, 0.5, "3bb", 9515, 1, 600},
	}, 2) {
		t.Run(fmt.Sprintf("%s seed %d", tt.ref, tt.seed), func(t *testing.T) {
			lib := library(t, nil)
			table := &lawTable{
				lawSubject: lawSubject{kind: ofGame, ref: tt.ref}, seats: 6, stacks: []string{tt.stack}, rate: tt.rate,
				session: tt.session, seed: tt.seed, from: tt.from, hands: tt.to - tt.from + 1, replay: true, look: true,
			}
			var c lawCount
			if err := table.play(lib, &c); err != nil {
				t.Fatalf("%s: %v", table, err)
			}
			if c.events == 0 || c.replayed < tt.to-tt.from+1 {
				t.Errorf("%d events, %d hands replayed", c.events, c.replayed)
			}
		})
	}
}

// TestLawTables plays hands of the long run that violated a law, each for a cause of its own.
func TestLawTables(t *testing.T) {
	game := func(ref string) lawSubject { return lawSubject{kind: ofGame, ref: ref} }
	for _, tt := range []struct {
		cause string
		lawTable
	}{
		{"a bet was taken back, and the act after it moved the chips of the seat asked before", lawTable{
			lawSubject: game("sites/courchevel"), set: map[string]string{"odd_chips": "one each", "runs": "twice from the river", "site": "acpc"},
			stakes: "nl 1-2", seats: 4, stacks: []string{"1000bb"}, rate: 0.5, caller: true, seed: 324005, from: 306, hands: 1, odd: true,
		}},
		{"a card was made the next burn card twice", lawTable{
			lawSubject: game("sites/courchevel"), set: map[string]string{"odd_chips": "one each", "runs": "twice from the river", "site": "acpc"},
			stakes: "nl 1-2", seats: 4, stacks: []string{"1000bb"}, rate: 0.5, caller: true, seed: 324005, from: 351, hands: 1, odd: true,
		}},
		{"both blinds were dead when the round began, and one came back", lawTable{
			lawSubject: game("mixed/f2l3d"), seats: 4, stacks: []string{"10bb", "1000bb", "1bb", "1bb"}, rate: 0.5, caller: true, seed: 844008,
			from: 65, hands: 1,
		}},
		{"a hand that has put in nothing came back before the fee (referee)", lawTable{
			lawSubject: game("casino/omaha"), set: map[string]string{"cap_off": "never", "min_raise": "bet", "pot_includes_call": "0"},
			seats: 5, stacks: []string{"10bb"}, rate: 0.2, seed: 671001, from: 350, hands: 1,
		}},
		{"a card too many after a misdeal was replaced (referee)", lawTable{
			lawSubject: game("angies/razz"), set: map[string]string{
				"blinds": "down", "odd": "high-card", "raise_cap": "4", "short_allin": "half", "showing": "low", "stud_open": "bring-in",
				"unclaimed_pot": "last folded", "wrong_count": "dead",
			}, stakes: "5-10", seats: 2, stacks: []string{"10bb"}, rate: 0.2, session: true, seed: 847002, hands: 230,
		}},
		{"a round was opened again from the next one (referee)", lawTable{
			lawSubject: lawSubject{kind: ofTable, ref: "angies/dealers-choice"}, set: map[string]string{
				"buy_order": "first-bettor", "buy_round": "before", "fee_payer": "button", "short_allin": "half", "spread_switch": "last",
				"straddle_seat": "any", "unclaimed_pot": "taken back",
			}, seats: 10, stacks: []string{"chip"}, rate: 0.2, session: true, steady: true, seed: 5685008, hands: 80,
		}},
		{"a card too many from a shuffled stub was put back, and a joker came for another (referee)", lawTable{
			lawSubject: game("house004/stud7"), set: map[string]string{"five_bets": "1", "suit_ties": "highest card"}, stakes: "5-10", seats: 5,
			stacks: []string{"100bb"}, rate: 0.5, session: true, kill: "full", seed: 8439003, hands: 401,
		}},
		{"a hand came back without what was bet meanwhile, and who had bet it forfeited (referee)", lawTable{
			lawSubject: lawSubject{kind: ofTable, ref: "house004/six-twelve"}, set: map[string]string{
				"burn_on_draw": "once", "button": "dead", "choice": "may", "five_ten": "3/5", "passed_over": "free", "unclaimed_pot": "live hands",
			}, stakes: "5-10", seats: 8, stacks: []string{"1"}, rate: 0.5, session: true, seed: 10372003, hands: 420,
		}},
		{"cards of the board were taken away after a gap in it, and one came for them (referee)", lawTable{
			lawSubject: game("angies/omaha"), set: map[string]string{
				"irregularities": "neutral", "raise_cap": "3", "short_allin": "full", "spread_switch": "last", "wrong_count": "put right",
			}, seats: 2, stacks: []string{"10bb", "1bb"}, rate: 0.5, caller: true, seed: 11355002, from: 284, hands: 1, odd: true,
		}},
		{"all who may have the button were too short for its fee, and the game named by who waits moved it (house004.house.1a)", lawTable{
			lawSubject: lawSubject{kind: ofTable, ref: "house004/low"}, set: map[string]string{
				"button": "dead", "choice": "may", "headsup": "literal", "high_all_in": "next highest", "low_ties": "suit", "openers": "jacks",
				"short_buys": "any", "showing_tie": "suit", "unclaimed_pot": "last folded",
			}, stakes: "1-3/1-6", seats: 8, stacks: []string{"3bb"}, rate: 0.5, session: true, kill: "full", seed: 7249001, hands: 440,
		}},
	} {
		t.Run(tt.cause, func(t *testing.T) {
			var c lawCount
			if err := tt.play(library(t, tt.set), &c); err != nil || c.hands < tt.hands || c.events == 0 {
				t.Errorf("%s: %d hands, %d events: %v", &tt.lawTable, c.hands, c.events, err)
			}
		})
	}
}

// TestJokersFaceUpAndDown checks that a seat with one joker up and one down
// turns up the down one, also in a replay.
func TestJokersFaceUpAndDown(t *testing.T) {
	set := map[string]string{"reveal": "in-turn"}
	table := &lawTable{
		lawSubject: lawSubject{kind: ofGame, ref: "elresbalon/stud5"}, set: set, stakes: "2-4", seats: 2, stacks: []string{"10bb", "3bb"}, rate: 0.05,
		seed: 1225007, from: 414, hands: 1, replay: true, odd: true,
	}
	var c lawCount
	if err := table.play(library(t, set), &c); err != nil || c.replayed != 1 {
		t.Fatalf("%s: %d hands replayed, %v", table, c.replayed, err)
	}
}

// TestUsedMemory checks that an unfinished hand does not affect the next hand
// in the same memory.
func TestUsedMemory(t *testing.T) {
	for _, g := range testkit.Sweep(allGames(t), 12) {
		t.Run(g.ID, func(t *testing.T) {
			b := bound(t, library(t, nil), g.ID, "")
			setup := hand.Setup{Plan: b, Stacks: newReach(t, g).stacks(b, 3, 20), Button: 2, Seed: 4}
			for n := range uint64(8) {
				setup.Number, setup.Attendance = 10*n, hand.Attendance(n%3)
				if err := sameInUsedMemory(setup, hand.NewSource(5, n)); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestPanicIsAnErrorOfItsHand checks that a panic in a policy is reported with
// the number of its hand, and that the hands before it count.
func TestPanicIsAnErrorOfItsHand(t *testing.T) {
	b := bound(t, library(t, nil), "angies/holdem", "")
	job := &batch.Job{
		Plan: b, Stacks: []int64{20000, 20000, 20000}, Seed: 1, From: 1, To: 4000,
		Policy: func() (batch.Policy, error) { return failing{}, nil },
	}
	var first *batch.HandError
	for _, workers := range []int{1, 3} {
		res, err := batch.Run(context.Background(), job, workers, nil)
		var at *batch.HandError
		var panicked *diag.PanicError
		switch {
		case !errors.As(err, &at) || !errors.As(err, &panicked) || panicked.Value != "out of order" || len(panicked.Stack()) == 0:
			t.Fatalf("%d workers: %v", workers, err)
		case res.Hands != at.Hand-1 || at.Hand < 2:
			t.Errorf("%d workers: hand %d failed, %d hands were played", workers, at.Hand, res.Hands)
		case first != nil && first.Hand != at.Hand:
			t.Errorf("%d workers: hand %d failed, with one it was %d", workers, at.Hand, first.Hand)
		}
		first = at
	}
}

// failing is a policy that panics if the first seat holds the two black aces.
type failing struct{ batch.Random }

func (f failing) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	if cards.SetOf(h.Hole(0)...) == cards.SetOf(cards.New(cards.Ace, cards.Spades), cards.New(cards.Ace, cards.Clubs)) {
		panic("out of order")
	}
	return f.Random.Act(h, d, r)
}
