package runs_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/dsl"
	"cardroom/dsl/policies"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/scripts"
	"cardroom/stdlib"
)

const caller = `"""A way to play."""

def policy(view):
    """Calls whatever comes."""
    return "call"
`

// setup returns a measurement of a game with a clock on which each hand takes a
// microsecond.
func setup(t *testing.T, game string) *runs.BenchSetup {
	t.Helper()
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{
		Stdlib: stdlib.FS, Scripts: scripts.FS, Files: fstest.MapFS{"p.star": {Data: []byte(caller)}},
	}})
	g, err := lib.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	stakes, err := g.ParseStakes("")
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Bind(stakes)
	if err != nil {
		t.Fatal(err)
	}
	stacks := make([]int64, 4)
	for i := range stacks {
		stacks[i] = 100 * max(stakes.BB, stakes.Small.Lo)
	}
	var done atomic.Int64
	s := &runs.BenchSetup{
		Job:    &batch.Job{Plan: b, Stacks: stacks, Seed: 1, Policy: func() (batch.Policy, error) { return batch.Random{}, nil }},
		Loader: lib.Loader, Rounds: 3, Workers: 1, Done: &done,
		Now: func() time.Time { return time.Unix(0, 1000*done.Load()) },
	}
	return s
}

func run(t *testing.T, s *runs.BenchSetup) *runs.BenchResult {
	t.Helper()
	r, err := runs.Bench(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRounds(t *testing.T) {
	s := setup(t, "mixed/nt")
	s.Hands = 1500
	r := run(t, s)
	if len(r.Rounds) != 3 || len(r.Hooks) != 0 || r.Steps() != 0 {
		t.Fatalf("%d rounds, hooks %v", len(r.Rounds), r.Hooks)
	}
	for _, b := range r.Rounds {
		if b.Hands != 1500 || b.Elapsed != 1500*time.Microsecond || b.Decisions != r.Counted.Decisions || b.Decisions < 1500 {
			t.Errorf("a round of %+v, counted %+v", b, r.Counted)
		}
		if b.HandsPerSecond() != 1e6 || b.NsPerHand() != 1000 || b.AllocsPerHand() > 1 || b.BytesPerHand() <= 0 {
			t.Errorf("measures of %+v", b)
		}
	}
	if got := s.Done.Load(); got != 512+4*1500 {
		t.Errorf("%d hands are counted", got)
	}
}

// TestTime checks that a round of a given time has as many hands as fit into
// it.
func TestTime(t *testing.T) {
	for _, c := range []struct {
		time time.Duration
		want int64
	}{{25 * time.Millisecond, 25000}, {123 * time.Microsecond, 120}, {time.Microsecond, 1}} {
		s := setup(t, "mixed/nt")
		s.Time = c.time
		if r := run(t, s); r.Rounds[0].Hands != c.want {
			t.Errorf("%s: %d hands, want %d", c.time, r.Rounds[0].Hands, c.want)
		}
	}
	s := setup(t, "mixed/nt") // a clock that does not advance
	s.Time, s.Now = time.Second, func() time.Time { return time.Unix(0, 0) }
	if r := run(t, s); r.Over((*runs.Round).HandsPerSecond) != (runs.Spread{}) {
		t.Errorf("no time has passed: %+v", r.Rounds[0])
	}
}

func TestHooks(t *testing.T) {
	s := setup(t, "angies/lowball")
	s.Hands, s.Workers = 600, 2
	s.Job.Policy = func() (batch.Policy, error) {
		lib := dsl.Library{Loader: s.Loader}
		return policies.Load(lib.Loader, "p.star")
	}
	r := run(t, s)
	// Awards of lowball are remembered, by each of the threads that asked; which thread asks is up to the scheduler, so a few are asked again.
	steps, others := int64(0), int64(0)
	for _, h := range r.Hooks {
		steps += h.Steps
		others += h.Calls
	}
	others -= r.Counted.Decisions
	if len(r.Hooks) == 0 || r.Hooks[0].Calls != r.Counted.Decisions || r.Steps() != steps || others > s.Hands/10 {
		t.Fatalf("%d calls of others: %+v", others, r.Hooks)
	}
	if policy := r.Hooks[0]; policy.Steps < policy.Calls || policy.Time <= 0 || policy.Name != "policy" || policy.Pos.String() != "p.star:3:1" {
		t.Errorf("%+v", r.Hooks)
	}
}

func TestOver(t *testing.T) {
	r := &runs.BenchResult{}
	for _, ms := range []int{40, 10, 20, 25} {
		r.Rounds = append(r.Rounds, runs.Round{Hands: 1000, Elapsed: time.Duration(ms) * time.Millisecond})
	}
	if got, want := r.Over((*runs.Round).NsPerHand), (runs.Spread{Median: 22500, Off: 17500.0 / 22500}); got != want {
		t.Errorf("four rounds: %+v, want %+v", got, want)
	}
	r.Rounds = r.Rounds[:3]
	if got, want := r.Over((*runs.Round).NsPerHand), (runs.Spread{Median: 20000, Off: 1}); got != want {
		t.Errorf("three rounds: %+v, want %+v", got, want)
	}
	r.Rounds = nil
	if got := r.Over((*runs.Round).NsPerHand); got != (runs.Spread{}) {
		t.Errorf("no round: %+v", got)
	}
}

// stopper ends the context after a number of decisions.
type stopper struct {
	batch.Random
	left   *atomic.Int64
	cancel func()
}

func (s stopper) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	if s.left.Add(-1) == 0 {
		s.cancel()
	}
	return s.Random.Act(h, d, r)
}

// TestInterrupted checks that complete rounds are kept when the context ends.
func TestInterrupted(t *testing.T) {
	s := setup(t, "mixed/nt")
	s.Hands = 1000
	whole := run(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	var left atomic.Int64
	left.Store(whole.Rounds[0].Decisions*5/2 + 512*20)
	s.Job.Policy = func() (batch.Policy, error) { return stopper{left: &left, cancel: cancel}, nil }
	r, err := runs.Bench(ctx, s)
	if !errors.Is(err, context.Canceled) || len(r.Rounds) < 1 || len(r.Rounds) > 2 || r.Rounds[0].Hands != 1000 {
		t.Errorf("%v, rounds %+v", err, r.Rounds)
	}
}

func TestProfiles(t *testing.T) {
	if testing.Short() {
		t.Skip("plays for seconds")
	}
	s := setup(t, "angies/lowball")
	var scripts, cpu bytes.Buffer
	s.Hands, s.Scripts, s.CPU = 15000, &scripts, &cpu
	s.Job.Policy = func() (batch.Policy, error) {
		lib := dsl.Library{Loader: s.Loader}
		return policies.Load(lib.Loader, "p.star")
	}
	s.Now = func() time.Time { return time.Unix(0, 0) } // the profiles have as many hands as the rounds
	run(t, s)
	for name, c := range map[string]struct {
		profile *bytes.Buffer
		has     string
	}{"scripts": {&scripts, "p.star"}, "cpu": {&cpu, "engine/hand"}} {
		z, err := gzip.NewReader(c.profile)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if text, err := io.ReadAll(z); err != nil || !strings.Contains(string(text), c.has) {
			t.Errorf("%s: %v, and no %s in %d bytes", name, err, c.has, len(text))
		}
	}
}
