package app

import (
	"context"
	"iter"
)

// queued is how many jobs per worker wait for their turn in the order, done or not.
const queued = 4

// InOrder does jobs on several workers, and returns the results in the order of the jobs. When the context ends no more jobs begin;
// the results end as well, with ctx.Err() as the reason.
func InOrder[J, R any](ctx context.Context, workers int, jobs iter.Seq[J], do func(context.Context, J) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		order, places := make(chan chan R, queued*workers), make(chan struct{}, workers)
		go func() {
			defer close(order)
			for job := range jobs {
				select {
				case places <- struct{}{}:
				case <-ctx.Done():
					return
				}
				result := make(chan R, 1)
				go func() {
					defer func() { <-places }()
					result <- do(ctx, job)
				}()
				select {
				case order <- result:
				case <-ctx.Done():
					return
				}
			}
		}()
		for {
			var result chan R // nil at the end
			select {
			case result = <-order:
			default:
				select {
				case result = <-order:
				case <-ctx.Done(): // the next job may never come
				}
			}
			if result == nil || !yield(<-result) {
				return
			}
		}
	}
}
