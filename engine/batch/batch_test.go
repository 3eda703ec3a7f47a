package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"

	"github.com/google/go-cmp/cmp"
)

func random() (Policy, error) { return Random{}, nil }

// job returns 3,000 hands at a table with unequal stacks, so that seats differ and side pots are
// common.
func job(t testing.TB) *Job {
	return &Job{
		Plan: benchPlan(t), Stacks: []int64{20000, 500, 3000, 100, 20000}, Seed: 7,
		From: 1, To: 3001, Policy: random,
	}
}

func run(t *testing.T, j *Job, workers int) Result {
	t.Helper()
	r, err := Run(context.Background(), j, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestResultDependsOnNeitherWorkersNorShards(t *testing.T) {
	whole := run(t, job(t), 1)
	if whole.Hands != 3000 || whole.ChipsIn != whole.ChipsOut+whole.Collected || whole.SidePots == 0 || whole.Showdowns == 0 {
		t.Fatalf("implausible: %+v", whole)
	}
	for _, workers := range []int{2, 3, 16} {
		if got := run(t, job(t), workers); got != whole {
			t.Errorf("%d workers: %+v, want %+v", workers, got, whole)
		}
	}
	for _, cut := range [][]int64{{1, 3001}, {1, 2, 3001}, {1, 257, 258, 1500, 3001}, {1, 3000, 3001}} {
		var forth, back Result
		var parts []Result
		for i := range len(cut) - 1 {
			j := job(t)
			j.From, j.To = cut[i], cut[i+1]
			parts = append(parts, run(t, j, 1+i%2))
		}
		for i := range parts {
			forth.Merge(&parts[i])
			back.Merge(&parts[len(parts)-1-i])
		}
		if forth != whole || back != whole {
			t.Errorf("cut at %v: the parts add up to something else", cut)
		}
	}
}

func TestRecordsComeInOrder(t *testing.T) {
	record := func(workers int) string {
		j := job(t)
		var out bytes.Buffer
		j.Record = func(to []byte, n int64, p *Played) ([]byte, error) {
			return fmt.Appendf(to, "%d %v %d\n", n, p.Deck[:5], p.Hand.Net(0)), nil
		}
		j.Write = func(b []byte) error { _, err := out.Write(b); return err }
		run(t, j, workers)
		return out.String()
	}
	one := record(1)
	if strings.Count(one, "\n") != 3000 || !strings.HasPrefix(one, "1 ") {
		t.Fatalf("%d lines, the first %.20q", strings.Count(one, "\n"), one)
	}
	if record(4) != one {
		t.Error("the records of four workers differ from those of one")
	}
}

// illegal makes illegal bets.
type illegal struct{}

func (illegal) Act(_ *hand.Hand, d *hand.Decision, _ *hand.Source) (hand.Action, error) {
	return hand.Action{Kind: hand.RaiseTo, Seat: d.Seat, Amount: 1}, nil
}

func TestFaultsNameTheHand(t *testing.T) {
	for name, policy := range map[string]func() (Policy, error){
		"hand 1 of seed 7": func() (Policy, error) { return illegal{}, nil },
		"no such policy":   func() (Policy, error) { return nil, errors.New("no such policy") },
	} {
		j := job(t)
		j.Policy = policy
		if _, err := Run(context.Background(), j, 1, nil); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want an error about %q", err, name)
		}
	}
	j := job(t)
	full := errors.New("disk full")
	j.Record = func(to []byte, _ int64, _ *Played) ([]byte, error) { return append(to, 'x'), nil }
	j.Write = func([]byte) error { return full }
	if _, err := Run(context.Background(), j, 2, nil); !errors.Is(err, full) {
		t.Errorf("got %v, want the writer's error", err)
	}
}

// If several hands fail, the error is that of the first hand, whichever worker finds one first.
func TestTheFirstFaultCounts(t *testing.T) {
	for workers := 1; workers <= 16; workers *= 2 {
		for range 5 {
			j := job(t)
			j.Record = func(to []byte, n int64, _ *Played) ([]byte, error) {
				if n == 300 || n == 301 || n > 400 && n%256 == 1 {
					return to, errors.New("it broke")
				}
				return to, nil
			}
			_, err := Run(context.Background(), j, workers, nil)
			if err == nil || err.Error() != "hand 300 of seed 7: it broke" {
				t.Fatalf("%d workers: %v", workers, err)
			}
		}
	}
}

// An interrupted run keeps every hand that was played.
func TestStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	j := job(t)
	j.To = 1 << 40
	n := 0
	j.Record = func(to []byte, _ int64, _ *Played) ([]byte, error) {
		if n++; n == 1000 {
			cancel()
		}
		return to, nil
	}
	r, err := Run(ctx, j, 1, nil)
	if !errors.Is(err, context.Canceled) || r.Hands != 1000 || r.ChipsIn != r.ChipsOut {
		t.Errorf("%d hands, %v", r.Hands, err)
	}
	if want := run(t, cut(job(t), 1001), 1); r != want {
		t.Errorf("%+v, the same hands come to %+v", r, want)
	}
}

func cut(j *Job, to int64) *Job {
	j.To = to
	return j
}

// The same holds with several workers, whose blocks are cut short.
func TestKeepsWhatWasPlayed(t *testing.T) {
	for range 20 {
		ctx, cancel := context.WithCancel(context.Background())
		j := job(t)
		j.To = 1 << 40
		var played, done atomic.Int64
		j.Record = func(to []byte, _ int64, _ *Played) ([]byte, error) {
			if played.Add(1) == 700 {
				cancel()
			}
			return to, nil
		}
		j.Write = func([]byte) error { return nil }
		r, err := Run(ctx, j, 3, &done)
		if !errors.Is(err, context.Canceled) || r.Hands != played.Load() || r.Hands != done.Load() {
			t.Fatalf("%d hands of %d, counted %d: %v", r.Hands, played.Load(), done.Load(), err)
		}
	}
}

func TestMean(t *testing.T) {
	var s Sum
	values := []int64{5, -3, 0, 1 << 40, -(1 << 40), 7}
	const mean = 1.5
	var squares float64
	for _, v := range values {
		s.add(v)
	}
	for _, v := range values {
		squares += (float64(v) - mean) * (float64(v) - mean)
	}
	n := float64(len(values))
	want := math.Sqrt(squares / (n - 1) / n)
	if got, se := s.Mean(int64(len(values))); got != mean || math.Abs(se-want) > 1e-9*want {
		t.Errorf("mean %v ± %v, want %v ± %v", got, se, mean, want)
	}
	if s.Wins != 3 || s.Losses != 2 {
		t.Errorf("%d wins and %d losses, want 3 and 2", s.Wins, s.Losses)
	}
	if _, se := new(Sum).Mean(1); !math.IsNaN(se) {
		t.Error("one hand has no standard error")
	}
}

// The random policy is part of the command contract: facing a bet it folds 15 % of the time and
// raises 25 %, 60 % of those the minimum.
func TestRandomPolicy(t *testing.T) {
	j := job(t)
	var facing, folds, raises, least int
	r := hand.NewSource(1, 1)
	for n := j.From; n < j.To; n++ {
		var h hand.Hand
		if err := h.Start(&hand.Setup{Plan: j.Plan, Stacks: []int64{20000, 20000, 20000}, Button: 0, Seed: 1, Number: uint64(n)}); err != nil {
			t.Fatal(err)
		}
		for d := h.Pending(); d != nil; d = h.Pending() {
			a, err := Random{}.Act(&h, d, &r)
			if err != nil {
				t.Fatal(err)
			}
			if o := &d.Options; o.Call > 0 && o.CanRaise() && o.MaxTo > 2*o.MinTo {
				facing++
				switch a.Kind {
				case hand.Fold:
					folds++
				case hand.RaiseTo:
					raises++
					if a.Amount == o.MinTo {
						least++
					}
				}
			}
			if err := h.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
	}
	near := func(what string, part, whole int, want float64) {
		if got := float64(part) / float64(whole); math.Abs(got-want) > 0.02 {
			t.Errorf("%s: %.3f of %d, want %.2f", what, got, whole, want)
		}
	}
	near("folds", folds, facing, 0.15)
	near("raises", raises, facing, 0.25)
	near("least raises", least, raises, 0.60)
}

func TestButtonMovesOneSeatAHand(t *testing.T) {
	for i, want := range []int{4, 0, 1, 2, 3, 4, 0} {
		if got := Button(int64(i+1), 5); got != want {
			t.Errorf("hand %d: the button is at seat %d, want %d", i+1, got, want)
		}
	}
}

// Irregularities that only seats out of the hand can cause are drawn for any such seat.
func TestChanceOut(t *testing.T) {
	h := new(hand.Hand)
	if err := h.Start(&hand.Setup{Plan: benchPlan(t), Stacks: []int64{10000, 10000, 10000, 10000}, Button: 3, Seed: 1, Number: 1}); err != nil {
		t.Fatal(err)
	}
	for h.Live().Len() > 2 {
		if err := h.Apply(hand.Action{Kind: hand.Fold, Seat: h.Pending().Seat}); err != nil {
			t.Fatal(err)
		}
	}
	r := hand.NewSource(1, 1)
	for range 50 {
		if v, ok := chanceSeat(h, plan.Retrieve, "seat", &r); !ok || v.N >= 4 || h.Live().Has(int(v.N)) {
			t.Fatalf("seat %d of the live %b", v.N+1, h.Live())
		}
	}
}

// The details of an irregularity are drawn from all possible values: each seat, each number of
// motions, each count.
func TestChanceReachesAll(t *testing.T) {
	h := new(hand.Hand)
	if err := h.Start(&hand.Setup{Plan: benchPlan(t), Stacks: []int64{10000, 10000, 10000, 10000}, Button: 3, Seed: 1, Number: 1}); err != nil {
		t.Fatal(err)
	}
	fold := func() {
		if err := h.Apply(hand.Action{Kind: hand.Fold, Seat: h.Pending().Seat}); err != nil {
			t.Fatal(err)
		}
	}
	r := hand.NewSource(1, 1)
	drawn := func(what, want string, draw func() string) {
		t.Helper()
		seen := map[string]bool{}
		for range 300 {
			seen[draw()] = true
		}
		if got := strings.Join(slices.Sorted(maps.Keys(seen)), " "); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	seat := func(k plan.IncidentKind, name string) func() string {
		return func() string {
			v, ok := chanceSeat(h, k, name, &r)
			return fmt.Sprint(v.N, ok)
		}
	}
	drawn("a seat of four", "0 true 1 true 2 true 3 true", seat(plan.BelowTable, "seat"))
	drawn("one that is out, of none", "0 false", seat(plan.Retrieve, "seat"))
	turn := h.Pending().Seat
	drawn("whose turn it is", fmt.Sprint(turn, true), seat(plan.SingleChip, "seat"))
	fold()
	drawn("the one that is out", fmt.Sprint(turn, true), seat(plan.Retrieve, "seat"))
	fold()
	drawn("one of two that are out", "2 true 3 true", seat(plan.TurnedUp, "seat"))
	drawn("one of two that are in", "0 true 1 true", seat(plan.BelowTable, "seat"))
	drawn("who was induced, of those out", "2 true 3 true", seat(plan.BelowTable, "induced"))
	drawn("one not dealt in, of none", "0 false", seat(plan.DealtDeadSeat, "seat"))
	in := plan.Incident{Kind: plan.ChipsIn}
	drawn("motions", "1 2 3", func() string {
		v, _ := chanceOf(h, &in, &plan.Field{Kind: plan.MotionField}, &r)
		return fmt.Sprint(len(v.List))
	})
	number := func(k plan.IncidentKind, name string) func() string {
		return func() string { return fmt.Sprint(chanceNumber(h, &plan.Incident{Kind: k}, name, &r)) }
	}
	drawn("cards of a flop with too many", "4 5", number(plan.FlopExtra, "count"))
	drawn("cards of a seat that is not dealt in", "1 2", number(plan.DealtDeadSeat, "count"))
	drawn("burns", "0 2", number(plan.BurnError, "burned"))
	drawn("another number", "0 1 2 3", number(plan.BurnError, "more"))
}

// Random discards treat all cards alike: on average half of a seat's cards.
func TestRandomDiscards(t *testing.T) {
	b := *benchPlan(t)
	g := *b.Game
	g.Steps = []plan.Step{{Kind: plan.Deal, Count: 2}, plan.Draw(0, 2, plan.LeftOfButton, plan.DrawStep{}), g.Steps[len(g.Steps)-1]}
	b.Game = &g
	h := new(hand.Hand)
	if err := h.Start(&hand.Setup{Plan: &b, Stacks: []int64{10000, 10000}, Button: 1, Seed: 1, Number: 1}); err != nil {
		t.Fatal(err)
	}
	held := h.Hole(0)
	r := hand.NewSource(1, 1)
	const tries = 6000
	times, sizes := map[cards.Card]int{}, map[int8]int{}
	for range tries {
		a := pickSome(h, h.Pending(), &r)
		sizes[a.N]++
		for _, c := range a.List() {
			times[c]++
		}
	}
	for _, c := range held {
		if part := float64(times[c]) / tries; math.Abs(part-0.5) > 0.03 {
			t.Errorf("%s is thrown away in %.3f of %d draws", c, part, tries)
		}
	}
	for n := range len(held) + 1 {
		if part := float64(sizes[int8(n)]) / tries; math.Abs(part-1/float64(len(held)+1)) > 0.03 {
			t.Errorf("%d cards in %.3f of the draws", n, part)
		}
	}
}

// The first twenty failed hands are named in order, whatever order they come in.
func TestBadHandsInOrder(t *testing.T) {
	var b BadHands
	for i := range int64(30) {
		b.add(&HandError{Hand: 1 + (i*7+11)%30})
	}
	if b.Count() != 30 || len(b.First()) != 20 {
		t.Fatalf("%d bad hands, %d named", b.Count(), len(b.First()))
	}
	for i, e := range b.First() {
		if e.Hand != int64(i+1) {
			t.Errorf("place %d: hand %d", i+1, e.Hand)
		}
	}
}

// A run counts the irregularities of its hands by kind; without a chance of any there are none.
func TestMishapsAreCounted(t *testing.T) {
	j := job(t)
	j.To = 201
	g := *j.Plan.Game
	for _, k := range plan.Incidents() {
		effect := plan.EffectStands
		if k == plan.OutOfTurn {
			effect = plan.EffectRefuse
		}
		g.Rulings = append(g.Rulings, plan.Ruling{Incident: k, Judgement: plan.Judgement{Effects: []plan.FloorEffect{{Kind: effect, Seat: -1}}}})
	}
	b := *j.Plan
	b.Game = &g
	j.Plan = &b
	if r := run(t, j, 1); r.Trouble != (Trouble{}) || r.Hands != 200 {
		t.Errorf("without mishaps: %+v", r.Trouble)
	}
	j.Mishaps = &Mishaps{Rate: 0.1}
	whole := run(t, j, 1)
	r := whole.Trouble
	sum, kinds := int64(0), int64(0)
	for _, n := range r.ByKind {
		sum += n
		kinds += one(n > 0)
	}
	if whole.Hands != 200 || r.Events < 200 || sum != r.Events || kinds < 10 || r.Defaults != 0 || r.Refused != r.ByKind[plan.OutOfTurn] || r.Refused == 0 {
		t.Errorf("%+v", r)
	}
	if again := run(t, j, 3); again != whole {
		t.Errorf("with three workers: %+v, want %+v", again.Trouble, r)
	}
}

// What a ruling takes back is not counted as a decision, neither in the sum nor by action.
func TestDecisionsTakenBackAreNotCounted(t *testing.T) {
	decisions := func(effect plan.FloorEffectKind) int64 {
		j := job(t)
		j.To, j.Details, j.Mishaps = 301, true, &Mishaps{Rate: 0.3}
		b, g := *j.Plan, *j.Plan.Game
		for _, k := range plan.Incidents() {
			e := plan.EffectStands
			if k == plan.Retract {
				e = effect
			}
			g.Rulings = append(g.Rulings, plan.Ruling{Incident: k, Judgement: plan.Judgement{Effects: []plan.FloorEffect{{Kind: e, Seat: -1}}}})
		}
		b.Game = &g
		j.Plan = &b
		made := int64(0)
		j.Policy = func() (Policy, error) { return counted{Random{}, &made}, nil }
		r := run(t, j, 1)
		sum := int64(0)
		for _, n := range r.Details.Actions {
			sum += n
		}
		if sum != r.Decisions {
			t.Errorf("%d decisions, and %d by action", r.Decisions, sum)
		}
		return made - r.Decisions
	}
	if stood, back := decisions(plan.EffectStands), decisions(plan.EffectTakeBack); stood != 0 || back == 0 {
		t.Errorf("%d decisions not counted where all stand, %d where they are taken back", stood, back)
	}
}

// counted counts the decisions of a policy.
type counted struct {
	Policy
	n *int64
}

func (c counted) Act(h *hand.Hand, d *hand.Decision, chance *hand.Source) (hand.Action, error) {
	*c.n++
	return c.Policy.Act(h, d, chance)
}

// The total of a run with bad hands is that of the runs between them.
func TestBadHandsAreInNoTotal(t *testing.T) {
	j := job(t)
	j.To, j.Details = 601, true
	var bad BadHands
	j.KeepGoing = &bad
	j.Record = func(to []byte, n int64, _ *Played) ([]byte, error) {
		if n%100 == 57 {
			return to, errors.New("it broke")
		}
		return to, nil
	}
	got := run(t, j, 1)
	var want Result
	for from := int64(1); from < 601; from += 100 {
		for _, part := range [][2]int64{{from, from + 56}, {from + 57, from + 100}} {
			j := job(t)
			j.From, j.To, j.Details = part[0], part[1], true
			r := run(t, j, 1)
			want.Merge(&r)
		}
	}
	if diff := cmp.Diff(want.Details, got.Details); diff != "" {
		t.Errorf("the details: %s", diff)
	}
	got.Details, want.Details = nil, nil
	if bad.Count() != 6 || got != want {
		t.Errorf("%d bad hands and %+v, want %+v", bad.Count(), got, want)
	}
}
