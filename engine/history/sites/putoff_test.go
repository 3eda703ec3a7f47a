package sites_test

import (
	"slices"
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
)

// A deferred ruling may take back cards dealt since the last action: these
// cards, and no others, are left out of the record, and the hand replays.
func TestRoundTripPutOff(t *testing.T) {
	lib := library(nil)
	found, err := lib.Find("house004/holdem")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		effect plan.FloorEffectKind
		card   int // index in the stub
		flops  int // number of flops recorded
	}{
		{"the deal", plan.EffectMisdeal, 40, 1}, // of the second deal
		{"a card of the flop", plan.EffectDead, 2, 0},
		{"a card of the stub", plan.EffectDead, 20, 1},
	} {
		g := *found
		g.Rulings = []plan.Ruling{{Incident: plan.FoulDeck, Judgement: plan.Judgement{Effects: []plan.FloorEffect{{
			Kind: plan.EffectLater, Seat: -1, Rounds: 2, Then: []plan.FloorEffect{{Kind: c.effect, Seat: -1}},
		}}}}}
		bound, err := g.BindTo("")
		if err != nil {
			t.Fatal(err)
		}
		log := &hand.Log{}
		setup := &hand.Setup{Plan: bound, Stacks: stacksOf(2, 10000), Button: 1, Seed: 3, Number: 9, Attendance: hand.Attended, Log: log}
		var h hand.Hand
		if err := h.Start(setup); err != nil {
			t.Fatal(err)
		}
		deck := h.Order()
		if err := h.ToPlayer(); err != nil {
			t.Fatal(err)
		}
		foul := deck[4+c.card : 5+c.card]
		if err := h.Happen(plan.Incident{Kind: plan.FoulDeck}.With("card", plan.Value{Cards: foul})); err != nil {
			t.Fatal(err)
		}
		for d := h.Pending(); d != nil; d = h.Pending() { // all in before the flop
			a := hand.Action{Kind: hand.GoOn, Seat: -1}
			if d.Kind != hand.DealerGoesOn {
				a, _ = allIn{}.Act(&h, d, nil)
			}
			if err := h.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
		taken := map[plan.FloorEffectKind]hand.EventKind{plan.EffectMisdeal: hand.Misdealt, plan.EffectDead: hand.Deadened}[c.effect]
		if !slices.ContainsFunc(log.Events, func(e hand.Event) bool { return e.Kind == taken }) {
			t.Fatalf("%s: it has not been taken away", c.name)
		}
		rec, err := replay.Record(setup, &h, log, deck)
		if err != nil {
			t.Fatal(err)
		}
		text := history.Append(nil, rec)
		flops := 0
		for _, a := range rec.Actions {
			if a.Verb == history.DealBoard && len(a.Cards()) == 3 {
				flops++
			}
		}
		if flops != c.flops {
			t.Errorf("%s: %d flops are recorded, want %d\n%s", c.name, flops, c.flops, text)
		}
		read, err := history.Read("later.phh", text, history.Options{})
		if err != nil {
			t.Fatal(err)
		}
		again := &hand.Log{}
		player := replay.NewPlayer(func(string, map[string]string) (*plan.Game, error) { return &g, nil }, again)
		if row := player.Play(read[0]); !row.OK || !row.Checked || !row.Complete {
			t.Fatalf("%s: ok %v, complete %v: %v\n%s", c.name, row.OK, row.Complete, row.Err, text)
		}
		if !slices.Equal(turned(again.Events, setup.Button, 2), log.Events) {
			t.Errorf("%s: other events are replayed\n%s", c.name, text)
		}
	}
}
