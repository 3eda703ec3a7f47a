package guard

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"go.starlark.net/starlark"
)

// running records when a script call began or last checked the clock, for a watchdog in another goroutine: a budget checks the clock only between two
// steps, and a Go function that does not return takes no steps.
type running struct {
	name  string
	Began atomic.Int64 // of the monotonic clock since start; 0 while nothing runs
	limit atomic.Int64
}

// start is the origin of all times.
var start = time.Now()

// Rest records that the call has ended.
func (r *running) Rest() { r.Began.Store(0) }

// calls are all threads that may run a script, including those of collected loaders until the next cleanup.
var calls struct {
	mu   sync.Mutex
	list []weak.Pointer[running]
}

func newRunning(thread *starlark.Thread) *running {
	r := &running{name: thread.Name}
	calls.mu.Lock()
	defer calls.mu.Unlock()
	if n := len(calls.list); n == cap(calls.list) { // about to grow
		dead := func(p weak.Pointer[running]) bool { return p.Value() == nil }
		out := slices.DeleteFunc(calls.list, dead)
		// Reserve room for as many again, so that a list of live calls is not scanned each time.
		calls.list = append(make([]weak.Pointer[running], 0, 2*len(out)+16), out...)
	}
	calls.list = append(calls.list, weak.Make(r))
	return r
}

// Overdue finds script calls that have not checked the clock for much longer than their limit, because something does not return. A program that is stuck
// calls Find from time to time; the process may have been suspended in between.
type Overdue struct {
	last time.Time
	seen map[weak.Pointer[running]]age
}

type age struct {
	began int64
	took  time.Duration
}

// Find returns the name of the thread of a script that takes too long, and the time it has taken; "" if there is none.
func (o *Overdue) Find() (script string, took time.Duration) {
	now := time.Now()
	gap := min(now.Sub(o.last), longestGap)
	o.last = now
	calls.mu.Lock()
	defer calls.mu.Unlock()
	seen := map[weak.Pointer[running]]age{}
	for _, p := range calls.list {
		r := p.Value()
		if r == nil {
			continue
		}
		began := r.Began.Load()
		if began == 0 {
			continue
		}
		a := o.seen[p]
		if a.began != began {
			a = age{began: began}
		} else {
			a.took += gap
		}
		seen[p] = a
		if a.took > time.Duration(r.limit.Load())+time.Second {
			script, took = r.name, a.took
		}
	}
	o.seen = seen
	return script, took
}
