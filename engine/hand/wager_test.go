package hand_test

import (
	"testing"

	"cardroom/engine/hand"

	"github.com/google/go-cmp/cmp"
)

// TestWagerIsApply checks that Wager has the same effects and errors as Apply.
func TestWagerIsApply(t *testing.T) {
	wagers, refusals := 0, 0
	for name, p := range somePlans(t) {
		r := hand.NewSource(3, 4)
		for n := range uint64(40) {
			setup := hand.Setup{Plan: p, Stacks: stacks(4, 30), Seed: 5, Number: n, Button: int(n % 4)}
			if n%4 == 3 {
				setup.Attendance = hand.Tracked
			}
			var a, b hand.Hand
			var told, same hand.Log
			setup.Log = &told
			if err := a.Start(&setup); err != nil {
				t.Fatal(name, err)
			}
			setup.Log = &same
			if err := b.Start(&setup); err != nil {
				t.Fatal(name, err)
			}
			for d := a.Pending(); d != nil; d = a.Pending() {
				act, betting := choose(d, &r), d.Kind == hand.Wager
				if r.Below(5) == 0 && betting { // any action
					act = hand.Action{Kind: hand.Fold + hand.ActionKind(r.Below(5)), Seat: d.Seat, Amount: int64(r.Below(4000))}
				}
				want := a.Apply(act)
				got := error(nil)
				if betting {
					wagers++
					got = b.Wager(act.Kind, act.Amount)
				} else {
					got = b.Apply(act)
				}
				if (want == nil) != (got == nil) || want != nil && want.Error() != got.Error() {
					t.Fatalf("%s: hand %d: %v, as an action %v", name, n, got, want)
				}
				if want != nil {
					refusals++
				}
				if a.Pot() != b.Pot() || a.Live() != b.Live() || len(told.Events) != len(same.Events) {
					t.Fatalf("%s: hand %d is another after %v", name, n, act)
				}
			}
			if diff := cmp.Diff(told.Events, same.Events); diff != "" {
				t.Fatalf("%s: hand %d: %s", name, n, diff)
			}
		}
	}
	if wagers < 1000 || refusals < 50 {
		t.Errorf("%d wagers, %d refused", wagers, refusals)
	}
}
