package trackers

import (
	"math"
	"testing"
)

func TestPosition(t *testing.T) {
	for n, want := range map[int][]string{
		2: {"BB", "BTN"},
		3: {"SB", "BB", "BTN"},
		6: {"SB", "BB", "UTG", "HJ", "CO", "BTN"},
		9: {"SB", "BB", "UTG", "MP", "MP", "MP", "HJ", "CO", "BTN"},
	} {
		for i, p := range want {
			if got := position(i, n); got != p {
				t.Errorf("player %d of %d is %s, want %s", i+1, n, got, p)
			}
		}
	}
}

// The rate of a hundred hands and its interval match the textbook: alternating nets of 1 and -1 big
// blinds have a standard deviation of 1.00504 and a mean of 0.
func TestRate(t *testing.T) {
	var s Sum
	for i := range 100 {
		s.Add(&Seat{Net: int64(100 - 200*(i%2)), VPIP: i < 25})
	}
	rate, half := s.Rate()
	if rate != 0 || math.Abs(half-19.699) > 0.001 {
		t.Errorf("%f ± %f", rate, half)
	}
	if Share(s.VPIP, s.Hands) != 25 || !math.IsNaN(Share(s.WonShown, s.Showdown)) {
		t.Error("shares")
	}
}
