package dsl_test

import (
	"context"
	"fmt"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/hand"
)

// TestMishaps plays random hands of every game in which one moment in twenty
// is irregular, with few and many seats and short and deep stacks. Chips and
// cards are conserved in every zone after each hand, no hand is stuck, and no
// ruling fails. -million plays a million hands of each game.
func TestMishaps(t *testing.T) {
	n := int64(400)
	switch {
	case *million:
		n = 1_000_000
	case testing.Short():
		n = 120
	}
	for _, g := range allGames(t) {
		if g.Banked() {
			continue
		}
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			r := newReach(t, g)
			var all batch.Trouble
			jobs := 0
			each := max(1, n/int64(8*len(r.stakes())))
			for _, stakes := range r.stakes() {
				b := bound(t, library(t, nil), g.ID, stakes)
				for _, seats := range []int{g.MinSeats, 3, 6, g.MaxSeats} {
					for _, depth := range []int64{2, 40} {
						jobs++
						res, err := batch.Run(context.Background(), &batch.Job{
							Plan: b, Stacks: r.stacks(b, seats, depth), Seed: uint64(jobs), From: 1, To: each + 1,
							Policy:  func() (batch.Policy, error) { return batch.Random{}, nil },
							Mishaps: &batch.Mishaps{Rate: 0.05},
						}, 1, nil)
						if err != nil {
							t.Fatalf("%s, %d seats, depth %d: %v", b.Stakes.Name, seats, depth, err)
						}
						all.Events += res.Trouble.Events
					}
				}
			}
			if all.Events < n/2 {
				t.Errorf("%d events in %d hands", all.Events, n)
			}
		})
	}
}

// TestUndoOverEvents steps hands with irregularities back and forth: undo is
// exact, redo comes to the same hand, and an event that is refused changes
// nothing.
func TestUndoOverEvents(t *testing.T) {
	n := uint64(40)
	if testing.Short() {
		n = 8
	}
	for _, g := range allGames(t) {
		if g.Banked() {
			continue
		}
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			b := bound(t, library(t, nil), g.ID, "")
			r := newReach(t, g)
			for number := range n {
				setup := hand.Setup{Plan: b, Stacks: r.stacks(b, 3, 20), Button: 2, Number: number}
				if number%2 == 1 { // and one who sits out
					setup.Stacks, setup.Button, setup.Absent = r.stacks(b, 5, 20), 4, 1<<3
				}
				if err := undoThrough(&setup); err != nil {
					t.Fatalf("hand %d: %v", number, err)
				}
			}
		})
	}
}

func undoThrough(setup *hand.Setup) error {
	var h hand.Hand
	setup.Seed, setup.Attendance = 7, hand.Attended
	err := h.Start(setup)
	if err != nil {
		return err
	}
	line := hand.NewTimeline(&h)
	states := []hand.Hand{h}
	chance := hand.NewSource(11, setup.Number)
	for d := line.Hand().Pending(); d != nil && len(states) < 400; d = line.Hand().Pending() {
		before := *line.Hand()
		if in, ok := batch.Mishap(&before, &chance); ok && chance.Below(10) == 0 && len(states) < 200 {
			if line.Happen(in, nil) == nil {
				states = append(states, *line.Hand())
				continue
			}
			if !line.Hand().Same(&before) {
				return fmt.Errorf("%s was refused and has changed the hand", in.Kind)
			}
		}
		a := hand.Action{Kind: hand.GoOn, Seat: -1}
		if d.Kind != hand.DealerGoesOn {
			if a, err = (batch.Random{}).Act(line.Hand(), d, &chance); err != nil {
				return err
			}
		}
		if err := line.Do(batch.HoldToDraw(line.Hand(), d, a), nil); err != nil {
			return err
		}
		states = append(states, *line.Hand())
		if h := line.Hand(); !h.CardsConserved() || !h.Conserved() {
			return fmt.Errorf("not conserved after %d steps", len(states))
		}
	}
	for i := len(states) - 2; i >= 0; i-- {
		if !line.Undo() || !line.Hand().Same(&states[i]) {
			return fmt.Errorf("undo to step %d of %d is not exact", i, len(states))
		}
	}
	for i := 1; i < len(states); i++ {
		if !line.Redo() || !line.Hand().Same(&states[i]) {
			return fmt.Errorf("redo to step %d is not exact", i)
		}
	}
	return nil
}
