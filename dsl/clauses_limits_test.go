package dsl_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// The posted limits of Angie's.

var angiesLimits = clauseHands(
	clauseHand{
		cites: "angies.limits.1-3-1-6", game: "angies/holdem", stakes: "1-3/1-6", button: "B",
		play: `log posted C 0.5; log posted A 1; B call; C call; A check; round flop
			C check; A bet 2; B cannot raise 3: only from 4 to 5; B cannot raise 6; B cannot raise 4.50; B raise 5; C fold; A cannot raise 7: only to 8; A call
			round turn; A cannot bet 7; A cannot bet 1.50: not a multiple of the smallest chip; A bet 6; B call`,
	},
	clauseHand{ // before the flop a raise is on top of the blind
		cites: "angies.limits.1-3-1-6", game: "angies/holdem", stakes: "1-3/1-6",
		play: "C can fold, call 1, raise to 2 to 4; C raise 4; A can fold, call 3.5, raise to 7",
	},
	clauseHand{ // A40: early and late as in the fixed games, or the last round only
		cites: "angies.limits.1-3-1-6", game: "angies/holdem", stakes: "1-3/1-6", set: "spread_switch=last",
		play: "to turn; A can fold, check, bet 1 to 3; to river; A can fold, check, bet 1 to 6",
	},
	clauseHand{
		cites: "angies.limits.1-3-1-6", game: "angies/holdem", stakes: "1-3/1-6",
		play: "to flop; A can fold, check, bet 1 to 3; to turn; A can fold, check, bet 1 to 6; to river; A can fold, check, bet 1 to 6",
	},
	clauseHand{
		cites: "angies.limits.2-4", game: "angies/holdem", stakes: "2-4",
		play: "to river; A cannot bet 2: only to 4; A bet 4; B raise 8; C cannot raise 10; C raise 12",
	},
	clauseHand{ // A31: a bet and three raises
		cites: "angies.limits.2-4", game: "angies/holdem", stakes: "2-4",
		play: "to river; A bet 4; B raise 8; C raise 12; A raise 16; B cannot raise 20: all its raises; B call; C can fold, call 4",
	},
	clauseHand{
		cites: "angies.limits.2-4", game: "angies/holdem", set: "raise_cap=4",
		play: "to river; A bet 4; B raise 8; C raise 12; A raise 16; B raise 20; C can fold, call 8",
	},
	clauseHand{ // no cap with two
		cites: "angies.limits.2-4", game: "angies/holdem", stakes: "2-4",
		play: "to river; A check; B check; C bet 4; A fold; B raise 8; C raise 12; B raise 16; C raise 20; B raise 24; C can fold, call 4, raise to 28",
	},
	clauseHand{
		cites: "angies.limits.2-4-2-8", game: "angies/holdem", stakes: "2-4/2-8",
		play: "log posted A 1; log posted B 2; to flop; A cannot bet 5; A can fold, check, bet 2 to 4; to turn; A bet 5; B cannot raise 9: only from 10 to 13; B raise 10; C cannot raise 14",
	},
	clauseHand{
		cites: "angies.limits.5-10", game: "angies/holdem", stakes: "5-10",
		play: "log posted A 2.50; log posted B 5; to flop; A bet 5; B raise 10; C call; A call; round turn; A cannot bet 5; A bet 10; B raise 20",
	},
	clauseHand{ // A2: half of five in whole dollars
		cites: "angies.limits.5-10", game: "angies/holdem", stakes: "5-10", set: "blinds=down",
		play: "log posted A 2; log posted B 5; C call; A can fold, call 3, raise to 10",
	},
	clauseHand{
		cites: "angies.limits.5-10", game: "angies/holdem", stakes: "5-10", set: "blinds=up", play: "log posted A 3; log posted B 5",
	},
	clauseHand{ // as a table posts it
		cites: "angies.limits.5-10", game: "angies/holdem", stakes: "5-10 blinds 3/5", play: "log posted A 3; log posted B 5",
	},
	clauseHand{
		cites: "angies.limits.6-12", game: "angies/holdem", stakes: "6-12",
		play: "log posted A 3; log posted B 6; to flop; A cannot bet 12; A bet 6; B call; C call; A cannot bet 6; A bet 12; B raise 24",
	},
	clauseHand{
		cites: "angies.limits.10-20", game: "angies/holdem", stakes: "10-20",
		play: "log posted A 5; log posted B 10; to flop; A bet 10; B call; C call; round turn; A cannot bet 10; A bet 20; B raise 40",
	},
	clauseHand{
		cites: "angies.limits.pot", game: "angies/holdem", stakes: "pl 1-2", stacks: "A 1000 B 1000 C 1000",
		play: `C cannot raise 8; C can fold, call 2, raise to 4 to 7; C raise 7; A can fold, call 6, raise to 12 to 23
			A fold; B call; round flop; B bet 15; C raise 60; B can fold, call 45, raise to 105 to 195`,
	},
	clauseHand{ // there is no cap
		cites: "angies.limits.pot", game: "angies/holdem", stakes: "pl 1-2", stacks: "A 1000 B 1000 C 1000",
		play: "to flop; A bet 2; B raise 4; C raise 6; A raise 8; B raise 10; C raise 12; A can fold, call 4, raise to 14 to 52",
	},
	clauseHand{
		cites: "angies.limits.no", game: "angies/holdem", stakes: "nl 1-2", stacks: "B 16",
		play: "to flop; A cannot bet 1; A bet 10; B raise 14; C call; A can fold, call 4; A cannot raise 24: not reopened",
	},
	clauseHand{
		cites: "angies.limits.no", game: "angies/holdem", stakes: "nl 1-2", play: "C can fold, call 2, raise to 4 to 100; C raise 10; A cannot raise 17; A raise 18",
	},
)

func TestAngiesLimits(t *testing.T) { playClauseHands(t, angiesLimits) }

var _ = shows("angies.limits.2-4 angies.limits.scope angies.limits.pot house004.ante.1")

// TestTiers shows where the upper limit begins in each game.
func TestTiers(t *testing.T) {
	for game, want := range map[string]string{
		"angies/holdem": "2 2 4 4", "angies/omaha": "2 2 4 4", "angies/omaha-hilo": "2 2 4 4",
		"angies/stud7": "2 2 4 4 4", "angies/stud7-hilo8": "2 2 4 4 4", "angies/razz": "2 2 4 4 4",
		"angies/stud5": "2 2 4 4", "angies/option-alley": "2 2 4 4 4",
		"angies/draw5": "2 4", "angies/draw5-hilo8": "2 4", "angies/lowball": "2 4",
		"house004/stud5": "2 2 4 4", "house004/stud7": "2 2 4 4 4", "house004/draw": "2 4", "house004/holdem": "2 2 4 4",
	} {
		if got := units(t, clausePlan(t, game, "2-4", "")); got != want {
			t.Errorf("%s: bets of %s, want %s", game, got, want)
		}
	}
}

// units are the sizes of a bet round by round, the first in a hand that
// somebody opens and others call.
func units(t *testing.T, b *plan.Bound) string {
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{50000, 50000, 50000}, Button: 2, Seed: 3}); err != nil {
		t.Fatal(err)
	}
	var out []string
	step := int16(-1)
	for d := h.Pending(); d != nil; d = h.Pending() {
		opens := d.Kind == hand.Wager && d.Step != step
		a := easyAction(&h, d, opens && h.Step().Bet.Openers == nil)
		if opens {
			step = d.Step
			out = append(out, plan.Money(d.Options.MinTo-d.Options.Call-h.Wagered(int(d.Seat)), plan.Cents))
		}
		if err := h.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Join(out, " ")
}

// TestLimitsScope shows that every posted limit is played with every game, the
// limits of the fee schedule with a word about it, and no others.
func TestLimitsScope(t *testing.T) {
	lib := library(t, nil)
	games, err := lib.House("angies")
	if err != nil {
		t.Fatal(err)
	}
	if len(games) < 11 {
		t.Fatalf("%d games", len(games))
	}
	for _, g := range games {
		for _, stakes := range []string{"1-3/1-6", "2-4", "2-4/2-8", "5-10", "6-12", "10-20", "pl 1-2", "pl 5-10", "nl 1-2", "$2-$4"} {
			if s, err := g.ParseStakes(stakes); err != nil || s.Note != "" {
				t.Errorf("%s at %s: %v, %q", g.ID, stakes, err, s.Note)
			}
		}
		for _, stakes := range []string{"3-6", "4-8", "4-10/4-20", "9-18", "20-40", "50-100"} {
			if s, err := g.ParseStakes(stakes); err != nil || s.Note == "" {
				t.Errorf("%s at %s: %v, and no word about it", g.ID, stakes, err)
			}
		}
		for _, stakes := range []string{"7-14", "2-8", "1-3/1-8"} {
			if _, err := g.ParseStakes(stakes); err == nil {
				t.Errorf("%s at %s is not refused", g.ID, stakes)
			}
		}
	}
}

// TestPotIncludesCall shows both readings of the most that pot limit allows
// where a house has them: with the raiser's call counted in the pot and without.
func TestPotIncludesCall(t *testing.T) {
	lib := library(t, nil)
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, g := range games {
		if !slices.ContainsFunc(g.Options, func(o plan.Option) bool { return o.Name == "pot_includes_call" }) {
			continue
		}
		tried++
		for value, want := range map[string]string{"yes": "7", "no": "5"} {
			p := &clausePlay{t: t, row: &clauseHand{game: g.ID, stakes: "pl 1-2", set: "pot_includes_call=" + value}}
			p.start()
			p.run(fmt.Sprintf("C can fold, call 2, raise to 4 to %s", want))
		}
	}
	if tried == 0 {
		t.Error("no game has both readings")
	}
}
