package sites_test

import (
	"slices"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
)

// A record says who was not dealt in: cards dealt there by mistake are dealt
// there again.
func TestRoundTripAbsent(t *testing.T) {
	lib := library(nil)
	g, err := lib.Find("house004/holdem")
	if err != nil {
		t.Fatal(err)
	}
	bound, err := g.BindTo("")
	if err != nil {
		t.Fatal(err)
	}
	for _, acted := range []int64{0, 1} {
		log := &hand.Log{}
		setup := &hand.Setup{
			Plan: bound, Stacks: stacksOf(5, 10000), Button: 4, Seed: 3, Number: 9, Absent: 1 << 3, Attendance: hand.Attended, Log: log,
		}
		var h hand.Hand
		if err := h.Start(setup); err != nil {
			t.Fatal(err)
		}
		deck := h.Order()
		if err := h.ToPlayer(); err != nil {
			t.Fatal(err)
		}
		in := plan.Incident{Kind: plan.DealtDeadSeat}.With("seat", plan.Value{N: 3}).With("count", plan.Value{N: 2}).With("acted", plan.Value{N: acted})
		if err := h.Happen(in); err != nil {
			t.Fatal(err)
		}
		callOut(t, &h)
		rec, err := replay.Record(setup, &h, log, deck)
		if err != nil {
			t.Fatal(err)
		}
		text := history.Append(nil, rec)
		read, err := history.Read("absent.phh", text, history.Options{})
		if err != nil {
			t.Fatal(err)
		}
		again := &hand.Log{}
		player := replay.NewPlayer(finder(lib), again)
		if row := player.Play(read[0]); !row.OK || !row.Checked || !row.Complete {
			t.Fatalf("ok %v, complete %v: %v\n%s", row.OK, row.Complete, row.Err, text)
		}
		if !slices.Equal(turned(again.Events, setup.Button, 5), log.Events) {
			t.Errorf("other events are replayed\n%s", text)
		}
		won, lost := player.Hand().OwesBlinds()
		if wantWon, wantLost := h.OwesBlinds(); won.Len() != wantWon.Len() || lost.Len() != wantLost.Len() {
			t.Errorf("%d and %d owe blinds, %d and %d did", won.Len(), lost.Len(), wantWon.Len(), wantLost.Len())
		}
	}
}

// callOut finishes a hand with everybody checking and calling.
func callOut(t *testing.T, h *hand.Hand) {
	t.Helper()
	for d := h.Pending(); d != nil; d = h.Pending() {
		a := hand.Action{Kind: hand.GoOn, Seat: -1}
		if d.Kind != hand.DealerGoesOn {
			a, _ = batch.Caller{}.Act(h, d, nil)
		}
		if err := h.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
}
