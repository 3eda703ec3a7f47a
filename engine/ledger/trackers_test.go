package ledger_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"cardroom/engine/ledger"
	"cardroom/engine/money"
)

func TestPosition(t *testing.T) {
	for n, want := range map[int][]string{
		2: {"BB", "BTN"},
		3: {"SB", "BB", "BTN"},
		6: {"SB", "BB", "UTG", "HJ", "CO", "BTN"},
		9: {"SB", "BB", "UTG", "MP", "MP", "MP", "HJ", "CO", "BTN"},
	} {
		for i, p := range want {
			if got := ledger.Position(i, n); got != p {
				t.Errorf("player %d of %d is %s, want %s", i+1, n, got, p)
			}
		}
	}
}

// Without a small blind the first player is the big blind, and a player between the button and the small blind is the last.
func TestPositionByBlinds(t *testing.T) {
	for big, want := range map[int][]string{
		-1: {"SB", "BB", "HJ", "CO", "BTN"},
		0:  {"BB", "UTG", "HJ", "CO", "BTN"},
		1:  {"SB", "BB", "HJ", "CO", "BTN"},
		2:  {"BTN", "SB", "BB", "HJ", "CO"},
	} {
		for i, p := range want {
			if got := ledger.At(i, len(want), big); got != p {
				t.Errorf("player %d is %s, want %s with the big blind at %d", i+1, got, p, big)
			}
		}
	}
}

// The rate of a hundred hands and its interval match the textbook: alternating nets of 1 and -1 big
// blinds have a standard deviation of 1.00504 and a mean of 0.
func TestRate(t *testing.T) {
	var s ledger.Sum
	for i := range 100 {
		s.Add(&ledger.Seat{Net: int64(100 - 200*(i%2)), Could: 1<<ledger.VPIP | 1<<ledger.PFR, Did: uint64((124 - i) / 100)})
	}
	stat := ledger.Stats[slices.IndexFunc(ledger.Stats, func(s ledger.Stat) bool { return s.Name == "bb_per_100" })]
	rate, half := stat.Value(&s), stat.Spread(&s)
	if rate != 0 || math.Abs(half-19.699) > 0.001 {
		t.Errorf("%f ± %f", rate, half)
	}
	if vpip := &ledger.Stats[ledger.VPIP]; vpip.Value(&s) != 25 || !math.IsNaN(ledger.Stats[ledger.WonShown].Value(&s)) {
		t.Error("shares")
	} else if low, high := vpip.Bounds(&s); math.Abs(low-17.545) > 0.001 || math.Abs(high-34.305) > 0.001 { // Wilson's interval of 25 in 100
		t.Errorf("%f to %f", low, high)
	}
}

// Chips that do not fit are said to be over, in one hand and in a sum, and are never a wrong figure.
func TestOver(t *testing.T) {
	for _, c := range []struct {
		amount, bb, want int64
		over             bool
	}{
		{250, 100, 250, false},
		{-250, 100, -250, false},
		{-199, 200, -99, false}, // cut, not rounded
		{math.MaxInt64 / 50, 1 << 20, 17592186044415, false},
		{math.MaxInt64, 1, 0, true},
		{math.MinInt64, 3, 0, true},
		{money.MaxSum - 1, 100, money.MaxSum - 1, false},
		{money.MaxSum, 100, 0, true},
	} {
		over := false
		if got := money.Ratio(c.amount, 100, c.bb, &over); got != c.want || over != c.over {
			t.Errorf("100 × %d / %d is %d, over %v", c.amount, c.bb, got, over)
		}
	}
	var s ledger.Sum
	for i, net := range []int64{money.MaxSum - 1, -5, 4, 2, -5} {
		s.Add(&ledger.Seat{Net: net})
		if over := i >= 3; over != (s.Over() != nil) {
			t.Errorf("after hand %d: %v", i+1, s.Over())
		}
	}
	if !errors.Is(s.Over(), money.ErrOver) {
		t.Error("what was wrong once is right again")
	}
	var one ledger.Sum
	if one.Add(&ledger.Seat{Over: true}); one.Over() == nil {
		t.Error("a hand that does not fit counts as 0")
	}
}
