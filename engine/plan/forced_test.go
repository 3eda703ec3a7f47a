package plan_test

import (
	"fmt"
	"testing"

	"cardroom/engine/betting"
)

// TestBringInIsCompletedOnce checks that in every structure the level is a forced
// opening bet until somebody bets at least the unit; later raises are by a whole
// bet.
func TestBringInIsCompletedOnce(t *testing.T) {
	for _, c := range []struct {
		limit betting.Limit
		// Options on the bring-in, after a call of it, and after a bet of 10.
		first, called, verb, then string
	}{
		{fixed(10), "call 3, complete to 10", "call 3, complete to 10", "complete", "call 10, to 20"},
		{spread(10, 20), "call 3, complete to 10..20", "call 3, complete to 10..20", "complete", "call 10, to 20..30"},
		{potLimit(10), "call 3, to 10", "call 3, to 10..12", "raise", "call 10, to 20..36"},
		{noLimit(10), "call 3, to 10..1000", "call 3, to 10..1000", "raise", "call 10, to 20..1000"},
	} {
		p := newPlay(&round{limit: c.limit, posts: []int64{3}, stacks: []int64{1000, 1000, 1000, 1000}, forced: betting.Forced{Nominal: 3, BringIn: true}, first: 1})
		if !p.r.Forced() {
			t.Errorf("%s: a bring-in is no forced bet", c.limit.Structure)
		}
		for _, line := range []string{"B ? " + c.first, "B call", "C ? " + c.called, "C " + c.verb + " 10", "D ? " + c.then} {
			if err := p.say(line); err != nil {
				t.Errorf("%s, %q: %v", c.limit.Structure, line, err)
			}
			if completed := p.s.Wager[2] > 0; p.r.Forced() == completed {
				t.Errorf("%s, after %q: forced %t", c.limit.Structure, line, p.r.Forced())
			}
		}
	}
}

// TestFullShortBets checks that with the Full rule short all-ins in fixed limit are
// each added to the one before, and count toward the cap.
func TestFullShortBets(t *testing.T) {
	for short := int64(1); short <= 10; short++ {
		for more := int64(1); more <= 10; more++ {
			p := newPlay(&round{limit: fixed(10), rules: fullCounts, stacks: []int64{1000, 10 + short, 10 + short + more, 1000}})
			lines := []string{
				"A bet 10", fmt.Sprintf("B allin %d", 10+short), fmt.Sprintf("C allin %d", 10+short+more),
				fmt.Sprintf("D ? call %d, to %d", 10+short+more, 20+short+more), fmt.Sprintf("D raise %d", 20+short+more), "A ? call " + fmt.Sprint(10+short+more) + ", capped",
			}
			for _, line := range lines {
				if err := p.say(line); err != nil {
					t.Errorf("short by %d and %d, %q: %v", short, more, line, err)
					break
				}
			}
		}
	}
}

// TestForfeitedBeforeTheBringIn checks that forfeited chips in front of a seat do
// not raise the amount that the others must match, and that the bring-in can be
// completed as usual.
func TestForfeitedBeforeTheBringIn(t *testing.T) {
	for _, limit := range []betting.Limit{fixed(10), spread(10, 20)} {
		p := newPlay(&round{limit: limit, posts: []int64{30}, stacks: []int64{1000, 1000, 1000}, forced: betting.Forced{Nominal: 3, BringIn: true}, first: 1})
		want := "call 3, complete to 10"
		if limit.Structure == betting.Spread {
			want += "..20"
		}
		if err := p.say("B ? " + want); err != nil {
			t.Errorf("%s: %v", limit.Structure, err)
		}
	}
}
