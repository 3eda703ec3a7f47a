package hand_test

import (
	"slices"
	"testing"

	"cardroom/dsl/fuzzhouses"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
)

// TestPromisedFoldReplays checks that a binding fold out of turn ends the hand at the same step with any attendance: a
// watched hand replays the record of an attended one event by event.
func TestPromisedFoldReplays(t *testing.T) {
	g, err := fuzzhouses.Find("casino/omaha", map[string]string{"headsup": "button"})
	if err != nil {
		t.Fatal(err)
	}
	stakes, err := g.ParseStakes("nl 1-2 ante 1 chip 0.5")
	if err != nil {
		t.Fatal(err)
	}
	b := bind(t, g, stakes)
	for _, a := range []hand.Attendance{hand.Tracked, hand.Attended} {
		setup := hand.Setup{Plan: b, Stacks: []int64{11400, 1226}, Button: 1, Seed: 247, Number: 85, Attendance: a}
		log := &hand.Log{}
		var h hand.Hand
		if err := h.Start(&setup); err != nil {
			t.Fatal(err)
		}
		h.Follow(log)
		do := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		for h.Pending().Kind == hand.DealerGoesOn {
			do(h.Apply(h.DefaultAction()))
		}
		in := plan.Incident{Kind: plan.OutOfTurn}
		do(h.Happen(in.With("seat", plan.Value{N: 0}).With("action", plan.Value{Word: "fold"}).With("chips", plan.Value{N: 400})))
		do(h.Apply(hand.Action{Kind: hand.Call, Seat: 1}))
		for h.Pending() != nil {
			do(h.Apply(h.DefaultAction()))
		}
		text, err := replay.Encode(nil, 1, &setup, &h, log, h.Order())
		do(err)
		recs, bad := history.Read("a.phhs", text, history.Options{})
		if bad != nil {
			t.Fatal(bad)
		}
		again := &hand.Log{}
		if row := replay.NewPlayer(fuzzhouses.Find, again).Play(recs[0]); !row.OK {
			t.Fatal(row.Err)
		}
		if tail := again.Events[len(again.Events)-len(log.Events):]; !slices.Equal(tail, log.Events) {
			t.Errorf("attendance %d: played again\n%+v\nwas\n%+v\n%s", a, tail[len(tail)-3:], log.Events[len(log.Events)-3:], text)
		}
	}
}
