package hand_test

import (
	"fmt"
	"hash/fnv"
	"slices"
	"testing"

	houses "cardroom/dsl/fuzzhouses"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

// TestUsedMemory checks that nothing stays of an earlier hand: in memory that is written all over, every game with every attendance is
// played as in fresh memory, with the same events and the same end.
func TestUsedMemory(t *testing.T) {
	all := slices.Concat(houses.Games(), houses.Parts(), houses.Choices())
	for i, g := range testkit.Some(all, 40) {
		b := boundAnyhow(t, g)
		for number := range uint64(1) {
			setup := someSetup(b, number+uint64(i))
			var fresh, used hand.Hand
			testkit.Scribble(&used)
			freshLog, usedLog := &hand.Log{}, &hand.Log{}
			a, c := playedThrough(&fresh, setup, freshLog), playedThrough(&used, setup, usedLog)
			for k, e := range freshLog.Events {
				if k >= len(usedLog.Events) || usedLog.Events[k] != e {
					t.Fatalf("%s, hand %d: in used memory event %d is not %+v: %+v", g.ID, setup.Number, k, e, usedLog.Events[min(k, len(usedLog.Events)):][:1])
				}
			}
			if a != c {
				t.Errorf("%s, hand %d: in used memory it ends with %s, and with %s", g.ID, setup.Number, c, a)
			}
		}
	}
}

// boundAnyhow binds a game to its usual stakes.
func boundAnyhow(t *testing.T, g *plan.Game) *plan.AtStakes {
	t.Helper()
	s, err := g.ParseStakes("")
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Bind(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// someSetup returns a table that is as full as the hand's number says, with short and long stacks.
func someSetup(b *plan.AtStakes, number uint64) hand.Setup {
	g := b.Game
	n := g.MinSeats + int(number)%(min(g.MaxSeats, b.Seats)-g.MinSeats+1)
	s := hand.Setup{Plan: b, Button: int(number) % n, Seed: 3, Number: number, Attendance: hand.Attendance(number % 3)}
	for i := range n {
		bet := max(b.Stakes.Chip, b.Stakes.Small.Lo, b.Stakes.BB)
		s.Stacks = append(s.Stacks, bet*[]int64{40, 1, 3, 12}[(i+int(number))%4])
	}
	if g.Banked() {
		s.Banked = int(number % 3)
	}
	return s
}

// playedThrough plays a hand at random with irregularities, and returns how it ended: an error, or the stacks, and a hash of all
// decisions and of what could happen.
func playedThrough(h *hand.Hand, s hand.Setup, log *hand.Log) string {
	s.Log = log
	if err := h.Start(&s); err != nil {
		return err.Error()
	}
	chance := hand.NewSource(s.Seed, s.Number)
	asked := fnv.New64a()
	for range 3000 {
		d := h.Pending()
		if d == nil {
			break
		}
		fmt.Fprint(asked, *d, h.Possible())
		if chance.Below(8) == 0 {
			if in, ok := batch.Mishap(h, &chance); ok {
				if err := h.Happen(in); err != nil {
					log.Events = append(log.Events, hand.Event{}) // refused here and there
				}
				continue
			}
		}
		a := hand.Action{Kind: hand.GoOn, Seat: -1}
		if d.Kind != hand.DealerGoesOn {
			var err error
			if a, err = (batch.Random{}).Act(h, d, &chance); err != nil {
				return err.Error()
			}
			a = batch.HoldToDraw(h, d, a)
		}
		if err := h.Apply(a); err != nil {
			return err.Error()
		}
	}
	var stacks []int64
	for i := range h.Seats() {
		stacks = append(stacks, h.Stack(i))
	}
	return fmt.Sprint(stacks, asked.Sum64())
}
