package batch

import (
	"errors"
	"math"
	"testing"

	"cardroom/engine/money"
)

// TestOver checks that sums that do not fit say so, however they are added up, and that sums at the limit do not.
func TestOver(t *testing.T) {
	half := int64(money.MaxSum / 2)
	for _, c := range []struct {
		xs   []int64
		over bool
	}{
		{[]int64{money.MaxSum - 1}, false},
		{[]int64{half, half - 1}, false},
		{[]int64{half, half}, true},
		{[]int64{-half, 1 - half}, false},
		{[]int64{-half, -half, -1}, true},
		{[]int64{math.MaxInt64, math.MaxInt64}, true},
		{[]int64{half, half, -half}, true}, // what is wrong once stays so
		{[]int64{1 - money.MaxSum, money.MaxSum - 1, 5}, false},
	} {
		var one, merged Result
		for _, x := range c.xs {
			one.Net[3].add(x)
			var part Result
			part.Net[3].add(x)
			money.Plus(&part.ChipsIn, x, &part.over)
			merged.Merge(&part)
		}
		for _, r := range []*Result{&one, &merged} {
			if got := errors.Is(r.Over(), money.ErrOver); got != c.over {
				t.Errorf("%d: over is %v", c.xs, got)
			}
		}
		pair, session := PairResult{B: merged}, SessionResult{}
		for _, x := range c.xs {
			session.Merge(&SessionResult{PutIn: x})
		}
		if got := pair.Over() != nil; got != c.over {
			t.Errorf("%d: a pair is over: %v", c.xs, got)
		}
		if got := session.Over() != nil; got != c.over {
			t.Errorf("%d: a session is over: %v", c.xs, got)
		}
	}
}
