package plan_test

import (
	"testing"

	"cardroom/engine/betting"
)

// TestBoundsOfUncalled checks the amount that one seat has above all others,
// including no seats and an amount of 0.
func TestBoundsOfUncalled(t *testing.T) {
	for _, c := range []struct {
		in     []int64
		seat   int
		amount int64
	}{
		{nil, -1, 0},
		{[]int64{0}, -1, 0},
		{[]int64{5}, 0, 5},
		{[]int64{0, 0}, -1, 0},
		{[]int64{0, 1}, 1, 1},
		{[]int64{1, 0}, 0, 1},
		{[]int64{4, 4}, -1, 0},
		{[]int64{4, 5, 4}, 1, 1},
		{[]int64{5, 4, 5}, -1, 0},
		{[]int64{1, 9, 3}, 1, 6},
		{[]int64{3, 9, 1}, 1, 6},
	} {
		if seat, amount := betting.Uncalled(c.in); seat != c.seat || amount != c.amount {
			t.Errorf("%v: seat %d, %d; want seat %d, %d", c.in, seat, amount, c.seat, c.amount)
		}
	}
}
