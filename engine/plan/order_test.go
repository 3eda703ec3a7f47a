package plan_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"cardroom/engine/order"
)

type pair struct{ key, was int }

// TestStable compares the result with package slices.
func TestStable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 60 {
		var list []pair
		for i := range n {
			list = append(list, pair{r.IntN(1 + n/3), i})
		}
		byKey := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
		want := slices.Clone(list)
		slices.SortStableFunc(want, byKey)
		if order.Stable(list, byKey); !slices.Equal(list, want) {
			t.Errorf("got  %v\nwant %v", list, want)
		}
	}
}
