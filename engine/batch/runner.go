package batch

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"cardroom/engine/diag"
	"cardroom/engine/pause"
)

// runner distributes the hands of a range among workers, block by block, and
// adds up their results, of type R.
type runner[R any] struct {
	seed   uint64
	start  func() (player[R], error) // returns a player for one worker
	merge  func(total, part *R)
	over   func(*R) error                                          // the error of sums that do not fit
	write  func(*block[R]) error                                   // nil: nothing is written
	done   *atomic.Int64                                           // may be nil
	bad    *BadHands                                               // collects failed hands; nil: the first one ends the run
	prefix func(next int64, so *R, bad *BadHands, last bool) error // see Job.Prefix, may be nil
	cancel context.CancelCauseFunc
	blocks chan block[R]

	workers int64 // number of workers that share the hands

	// No hand from end on is played: it is the end of the range, or the first
	// failed hand. All hands before it are played, so the error does not depend
	// on the workers.
	end    atomic.Int64
	mu     sync.Mutex
	next   int64
	failed error // of hand end
}

// player plays hand n and adds it to a block.
type player[R any] func(n int64, b *block[R]) error

// block is the result of one block of hands.
type block[R any] struct {
	from, hands int64
	result      R
	bytes       []byte
	bad         BadHands
	tables      [][]byte // rows, by table
}

// run plays the hands from..to-1.
func (r *runner[R]) run(ctx context.Context, from, to int64, workers int) (R, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r.cancel, r.next, r.blocks = cancel, from, make(chan block[R], 2*workers)
	r.workers = int64(workers)
	r.end.Store(to)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() { r.work(ctx) })
	}
	go func() {
		wg.Wait()
		close(r.blocks)
	}()
	total := r.gather(from)
	if r.failed != nil {
		return total, r.failed
	}
	if err := r.over(&total); err != nil {
		return total, err
	}
	return total, context.Cause(ctx)
}

// fail records the error of a hand, unless an earlier hand has failed.
func (r *runner[R]) fail(n int64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n < r.end.Load() {
		r.end.Store(n)
		r.failed = &HandError{Hand: n, Seed: r.seed, Err: err}
	}
}

// The largest and the smallest block of hands. Handing a block over takes as
// long as some five random hands of hold'em.
const mostInBlock, leastInBlock = 1024, 16

// take returns the next block of hand numbers: an eighth of the worker's share
// of the rest, so that all workers finish together.
func (r *runner[R]) take() (from, to int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	from, end := r.next, r.end.Load()
	eighth := (end - from) / (8 * r.workers)
	to = min(from+min(max(eighth, leastInBlock), mostInBlock), end)
	r.next = max(from, to)
	return from, to
}

// gather adds up the blocks and writes their bytes, in order. It receives every
// block even when it can no longer write, because workers wait for it. Blocks
// after a failed hand do not count, because their number depends on the
// workers.
func (r *runner[R]) gather(next int64) R {
	var total R
	waiting := map[int64]*block[R]{}
	writing := r.write != nil
	for got := range r.blocks {
		waiting[got.from] = &got
		for w := waiting[next]; w != nil; w = waiting[next] {
			delete(waiting, next)
			next += w.hands
			r.count(&total, w)
			if !writing {
				continue
			}
			if err := r.write(w); err != nil {
				r.cancel(err)
				writing = false
			}
		}
		r.tellPrefix(next, &total, false)
	}
	r.tellPrefix(next, &total, true)
	// Blocks after a gap: the run was interrupted, or a hand failed.
	for from, w := range waiting {
		if r.failed == nil || from < r.end.Load() {
			r.count(&total, w)
		}
	}
	return total
}

// tellPrefix reports the hands before next, which are all finished.
func (r *runner[R]) tellPrefix(next int64, total *R, last bool) {
	if r.prefix == nil {
		return
	}
	if err := r.prefix(next, total, r.bad, last); err != nil {
		r.cancel(err)
		r.prefix = nil
	}
}

// count adds a block to the total.
func (r *runner[R]) count(total *R, b *block[R]) {
	r.merge(total, &b.result)
	if err := r.over(total); err != nil {
		r.cancel(err)
	}
	if r.bad != nil {
		r.bad.count += b.bad.count
		for _, e := range b.bad.first {
			r.bad.keep(e)
		}
	}
}

// work plays blocks until none are left or the run is over.
func (r *runner[R]) work(ctx context.Context) {
	play, err := r.start()
	if err != nil {
		r.cancel(err)
		return
	}
	b := new(block[R]) // one for all blocks: passing it to play makes it escape to the heap
	for pause.Err(ctx) == nil {
		from, to := r.take()
		if from >= to {
			return
		}
		*b = block[R]{from: from}
		r.block(ctx, play, b, to)
		if r.done != nil {
			r.done.Add(b.hands)
		}
		r.blocks <- *b
	}
}

// block plays the hands of b up to to-1, or as many as there is time for,
// because policies may be slow.
func (r *runner[R]) block(ctx context.Context, play player[R], b *block[R], to int64) {
	var before R
	for n := b.from; n < to && n < r.end.Load() && ctx.Err() == nil; n++ {
		written := len(b.bytes)
		if r.bad != nil {
			before = b.result
		}
		err := safely(play, n, b)
		switch {
		case err == nil:
		case ctx.Err() != nil && errors.Is(err, context.Canceled):
			return // a script was stopped: the hand was not played
		case r.bad == nil || ends(err):
			r.fail(n, err)
			return
		default:
			b.bad.add(&HandError{Hand: n, Seed: r.seed, Err: err})
			b.result, b.bytes = before, b.bytes[:written]
		}
		b.hands++
	}
}

// safely plays a hand. It turns a panic into an error of the hand, so that the
// message names the hand.
func safely[R any](play player[R], n int64, b *block[R]) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = diag.Caught(p)
		}
	}()
	return play(n, b)
}
