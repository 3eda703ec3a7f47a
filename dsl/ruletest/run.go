package ruletest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"cardroom/engine/diag"
	"cardroom/engine/pause"

	"go.starlark.net/starlark"
)

// Status is the outcome of a test.
type Status uint8

// The outcomes of a test.
const (
	Passed Status = iota
	Failed
	Skipped
)

var statusNames = [...]string{"pass", "fail", "skip"}

func (s Status) String() string { return statusNames[s] }

// MarshalText returns String as JSON text.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Result is the result of one run of a test.
type Result struct {
	*Test
	Status  Status
	Elapsed time.Duration
	Err     *diag.Error // the error if it failed
	Failure *Failure    // the failed expectation; may be nil
	Output  []string    // what it logged
	Reason  string      // reason for skipping
	Drawn   *Drawn      // the values of a failed property
}

// Summary counts the results of a run.
type Summary struct {
	Passed, Failed, Skipped int
	// Left is the number of tests that did not run because one had failed before ([Options.FailFast]).
	Left int
	// Complete is false if the context ended before the last test.
	Complete bool
}

// Run runs the tests and reports each, in their order whatever the number of
// workers. report is called from one goroutine at a time.
func (s *Suite) Run(ctx context.Context, report func(*Result)) Summary {
	tests := s.Tests
	if first := s.options.First; first != nil {
		var late []*Test
		tests = nil
		for _, t := range s.Tests {
			if first(t) {
				tests = append(tests, t)
			} else {
				late = append(late, t)
			}
		}
		tests = append(tests, late...)
	}
	jobs := make([]*Test, 0, len(tests)*max(1, s.options.Count))
	for range max(1, s.options.Count) {
		jobs = append(jobs, tests...)
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	done := make([]chan *Result, len(jobs))
	for i := range done {
		done[i] = make(chan *Result, 1)
	}
	var next int
	var mu sync.Mutex
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		next++
		return next - 1
	}
	var workers sync.WaitGroup
	for range max(1, s.options.Parallel) {
		workers.Go(func() {
			for i := take(); i < len(jobs); i = take() {
				done[i] <- s.one(running, jobs[i], uint64(i/max(1, len(s.Tests))))
			}
		})
	}
	sum := Summary{Complete: true}
	for i, ch := range done {
		r := <-ch
		if r == nil {
			sum.Complete = false
			continue
		}
		switch r.Status {
		case Passed:
			sum.Passed++
		case Failed:
			sum.Failed++
		case Skipped:
			sum.Skipped++
		}
		report(r)
		if r.Status == Failed && s.options.FailFast {
			stop()
			sum.Left = len(jobs) - i - 1
			break
		}
	}
	workers.Wait()
	return sum
}

// Add adds the counts of another run.
func (sum *Summary) Add(o Summary) {
	sum.Passed += o.Passed
	sum.Failed += o.Failed
	sum.Skipped += o.Skipped
	sum.Left += o.Left
	sum.Complete = sum.Complete && o.Complete
}

// One runs a single test; nil if the context has ended.
func (s *Suite) One(ctx context.Context, t *Test) *Result { return s.one(ctx, t, 0) }

// one runs a test; nil if the context has ended.
func (s *Suite) one(ctx context.Context, t *Test, round uint64) *Result {
	if pause.Err(ctx) != nil {
		return nil
	}
	r := &Result{Test: t}
	if t.Kind == Todo {
		r.Status, r.Reason = Skipped, "to do"
		return r
	}
	if t.fault != nil {
		r.Status, r.Err = Failed, &diag.Error{Pos: t.Pos, Code: codeTest, Msg: t.Name + ": " + t.fault.Error()}
		return r
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.timeout(), errTimeout)
	defer cancel()
	start := time.Now()
	if t.Kind == Property {
		s.property(ctx, r, round)
	} else {
		s.call(ctx, r, nil)
	}
	r.Elapsed = time.Since(start)
	if errors.Is(context.Cause(ctx), context.Canceled) && r.Status == Failed {
		return nil
	}
	return r
}

var errTimeout = errors.New("the time is up")

func (s *Suite) timeout() time.Duration {
	if s.options.Timeout > 0 {
		return s.options.Timeout
	}
	return 5 * time.Second
}

// call calls the test function once and records the outcome.
func (s *Suite) call(ctx context.Context, r *Result, draws *draws) {
	lib, _ := s.library(nil, s.ownHouse(r.File))
	steps := s.options.Steps
	if steps == 0 {
		steps = 20_000_000
	}
	thread := lib.Thread(r.Name, steps)
	stop := context.AfterFunc(ctx, func() { thread.Cancel(context.Cause(ctx).Error()) })
	defer stop()
	t := &T{ctx: ctx, suite: s, lib: lib, test: r.Test, draws: draws}
	_, err := thread.Call(r.fn, append(starlark.Tuple{t}, r.args...), r.kwargs)
	r.Output = t.output
	if s.options.Plans != nil {
		for _, h := range t.hands {
			s.options.Plans.add(h)
		}
	}
	if t.skipped {
		r.Status, r.Reason = Skipped, t.reason
		return
	}
	r.Status, r.Err, r.Failure = Passed, nil, nil
	if err != nil {
		r.Status = Failed
		errors.As(err, &r.Failure)
		if !errors.As(err, &r.Err) {
			r.Err = &diag.Error{Pos: r.Pos, Code: codeTest, Msg: err.Error(), Cause: err}
		}
		if errors.Is(context.Cause(ctx), errTimeout) && r.Failure == nil {
			r.Err.Msg = fmt.Sprintf("%s took longer than %s", r.Name, s.timeout())
			r.Err.Hint = "--timeout allows more time"
		}
		if r.Err.Pos == (diag.Pos{}) {
			r.Err.Pos = r.Pos
		}
		if r.Failure != nil && r.Failure.Table == nil {
			r.Failure.Table = t.state()
		}
	}
}

// state returns the last table or hand that the test made, in a few lines.
func (t *T) state() []string {
	if n := len(t.tables); n > 0 {
		return t.tables[n-1].state()
	}
	if n := len(t.hands); n > 0 {
		return t.hands[n-1].state()
	}
	return nil
}
