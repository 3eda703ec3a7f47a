package hand

import "testing"

// TestFees: a fee of the pot leaves it when chips are in it and never more than
// it holds, one of a seat is paid before anything else.
func TestFees(t *testing.T) {
	p := bind(t, holdem(), "nl 1-2")
	start := func(fees []Fee, actions ...ActionKind) *Hand {
		var h Hand
		if err := h.Start(&Setup{Plan: p, Stacks: []int64{10000, 10000, 10000}, Seed: 3, Number: 1, Fees: fees}); err != nil {
			t.Fatal(err)
		}
		for _, k := range actions {
			if err := h.Apply(Action{Kind: k, Seat: h.Pending().Seat}); err != nil {
				t.Fatal(err)
			}
		}
		if !h.Conserved() {
			t.Fatal("chips")
		}
		return &h
	}
	h := start([]Fee{{-1, 300}}, Call, Call, Check)
	if h.Pot() != 300 || h.House() != 300 {
		t.Errorf("three limp: pot %d, house %d, want 300 and 300", h.Pot(), h.House())
	}
	h = start([]Fee{{-1, 300}}, Fold, Fold)
	if h.Pending() != nil || h.House() != 200 || h.Net(2) != -100 {
		t.Errorf("all fold: house %d, big blind %d; want 200 and -100", h.House(), h.Net(2))
	}
	h = start([]Fee{{0, 100}, {1, 20000}})
	if h.House() != 10100 || h.Stack(0) != 9900 || h.Stack(1) != 0 {
		t.Errorf("house %d, stacks %d and %d", h.House(), h.Stack(0), h.Stack(1))
	}
}
