package app

import (
	"context"
	"slices"
	"testing"
)

func TestInOrder(t *testing.T) {
	jobs := []int{5, 3, 1, 4, 2}
	turn := make([]chan struct{}, 6) // a job is done after the next smaller one
	for i := range turn {
		turn[i] = make(chan struct{})
	}
	close(turn[0])
	got := slices.Collect(InOrder(t.Context(), len(jobs), slices.Values(jobs), func(_ context.Context, n int) int {
		<-turn[n-1]
		close(turn[n])
		return 10 * n
	}))
	if want := []int{50, 30, 10, 40, 20}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// The results end with the context, also while nobody knows whether there is another job.
func TestInOrderEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	never := make(chan struct{})
	defer close(never)
	jobs := func(yield func(int) bool) {
		if yield(1) {
			<-never
		}
	}
	for range InOrder(ctx, 2, jobs, func(_ context.Context, n int) int { return n }) {
		cancel()
	}
	if ctx.Err() == nil {
		t.Error("no result came")
	}
}
