package protocol_test

import (
	"testing"

	"cardroom/dsl/live"
	"cardroom/dsl/protocol"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
)

// TestHandsSetApart sets the hands for hold'em and Omaha apart: a seat sees its own at once, and all those that are shown.
func TestHandsSetApart(t *testing.T) {
	g, err := library.Find("gallery/crazy-sohe")
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.BindTo("")
	if err != nil {
		t.Fatal(err)
	}
	h, err := live.Deal(setup(b, 2, 1))
	if err != nil {
		t.Fatal(err)
	}
	looked, set, chance := 0, 0, hand.NewSource(1, 1)
	for h.Pending() != nil {
		for viewer := range 2 {
			view := protocol.Look(h, live.View{Seat: viewer}, viewer, 0, false)
			for i, s := range view.Seats {
				looked++
				switch {
				case len(s.Apart) == 0:
				case i != viewer:
					t.Fatalf("seat %d sees how seat %d has set its cards apart: %v", viewer+1, i+1, s.Apart)
				case len(s.Apart) != 2 || len(s.Apart[0]) != 2 || len(s.Apart[1]) != 4:
					t.Fatalf("the hands are %v", s.Apart)
				default:
					set++
				}
			}
		}
		a, err := batch.Caller{}.Act(h.State(), h.Pending(), &chance)
		if err == nil {
			_, err = h.Do(a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, s := range protocol.Look(h, live.View{Seat: 0}, 0, 0, false).Seats {
		if len(s.Apart) != 2 {
			t.Errorf("at the end seat %d has the hands %v", i+1, s.Apart)
		}
	}
	if set == 0 {
		t.Errorf("of %d views none has a hand that is set apart", looked)
	}
}
