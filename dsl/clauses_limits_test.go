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

// TestTiers checks where the upper limit begins in each game.
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

// units returns the bet sizes round by round, in a hand that one player opens
// and others call.
func units(t *testing.T, b *plan.AtStakes) string {
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{50000, 50000, 50000}, Button: 2, Seed: 3}); err != nil {
		t.Fatal(err)
	}
	var out []string
	step := int16(-1)
	for d := h.Pending(); d != nil; d = h.Pending() {
		opens := d.Kind == hand.Wager && d.BringIn == 0 && d.Step != step
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

// TestPotIncludesCall checks both interpretations of the pot limit for houses
// that have them as an option: with the raiser's call counted in the pot, and
// without.
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
