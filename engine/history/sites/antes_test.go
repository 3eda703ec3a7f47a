package sites_test

import (
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/replay"
)

// A record says whether antes are trimmed to what a short stack could pay, for
// readers that do not know the game.
func TestRecordTrimsAntes(t *testing.T) {
	g, err := library(nil).ForVariant("F7S")
	if err != nil {
		t.Fatal(err)
	}
	bound, err := g.BindTo("")
	if err != nil {
		t.Fatal(err)
	}
	for _, dead := range []bool{false, true} {
		log := &hand.Log{}
		setup := &hand.Setup{Plan: bound, Stacks: stacksOf(3, 1, 10000, 10000), Button: 2, Seed: 3, DeadAntes: dead, Log: log}
		var h hand.Hand
		if err := h.Start(setup); err != nil {
			t.Fatal(err)
		}
		deck := h.Order()
		callOut(t, &h)
		rec, err := replay.Record(setup, &h, log, deck)
		if err != nil {
			t.Fatal(err)
		}
		if rec.AnteTrimming == dead {
			t.Errorf("dead antes %t, and they are trimmed: %t", dead, rec.AnteTrimming)
		}
	}
}
