package fuzzhouses_test

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/debug"
	"cardroom/dsl/policies"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"

	"go.starlark.net/starlark"
)

func sources(d *star.Debugger) star.Options {
	return star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS}, Words: ruletest.Words(), Debug: d}
}

// session returns a session of one hand, with the policy in all seats.
func session(t *testing.T, id string, seats int, seed, number uint64, policy batch.Policy) *debug.Session {
	t.Helper()
	d := &star.Debugger{}
	lib := dsl.NewLibrary(sources(d))
	g, err := lib.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	stakes, err := g.ParseStakes("")
	if err != nil {
		t.Fatal(err)
	}
	bound, err := g.Bind(stakes)
	if err != nil {
		t.Fatal(err)
	}
	job := &batch.Job{Plan: bound, Seed: seed, From: int64(number), To: int64(number) + 1, Policy: func() (batch.Policy, error) { return policy, nil }}
	for range seats {
		job.Stacks = append(job.Stacks, max(100*stakes.BB, 500*stakes.Scale))
	}
	setup, p, chance, err := job.One(int64(number))
	if err != nil {
		t.Fatal(err)
	}
	s := debug.New(&debug.Hands{Deal: func() (*hand.Setup, error) { return setup, nil }, Policy: p, Chance: chance, Plan: bound}, d, lib.Loader)
	t.Cleanup(s.Close)
	return s
}

// where describes the current moment in a few words.
func where(s *debug.Session) string {
	m, _ := s.Now()
	var frames []string
	for _, f := range s.Frames() {
		frames = append(frames, fmt.Sprintf("%s:%d", f.Name, f.Pos.Line))
	}
	return fmt.Sprintf("%d kind %d depth %d %s", m.N, m.Kind, m.Depth, strings.Join(frames, " < "))
}

// walked steps through a hand to its end and returns a description of every moment.
func walked(t *testing.T, s *debug.Session) (out []string) {
	t.Helper()
	stop := s.Start(true)
	for stop.Reason != debug.Ended {
		if stop.Err != nil {
			t.Fatal(stop.Err)
		}
		out = append(out, where(s))
		var err error
		if stop, err = s.Go(debug.Into); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestBackIsForwardReversed checks that stepping back shows the same moments as stepping forward, in reverse order. The games
// have hooks, banks, and scripted policies that use random numbers.
func TestBackIsForwardReversed(t *testing.T) {
	for _, id := range []string{"angies/lowball", "sanrafael/california22", "casino/holdem", "angies/stud"} {
		d := &star.Debugger{}
		lib := dsl.NewLibrary(sources(d))
		if _, err := lib.Find(id); err != nil {
			continue
		}
		s := session(t, id, 3, 7, 2, batch.Random{})
		there := walked(t, s)
		if len(there) < 5 {
			t.Fatalf("%s: %d moments", id, len(there))
		}
		for range there {
			stop, err := s.Back(debug.Into)
			if err != nil || stop.Reason != debug.Step {
				t.Fatalf("%s: %v %v", id, stop, err)
			}
		}
		m, _ := s.Now()
		if m.N != 1 {
			t.Errorf("%s: at moment %d after as many steps back as forward", id, m.N)
		}
		// Each moment looks the same when it is replayed from the beginning or from a decision.
		for _, want := range there {
			var n int64
			fmt.Sscan(want, &n)
			s.To(n)
			if have := where(s); have != want {
				t.Fatalf("%s: moment %d is %s, was %s", id, n, have, want)
			}
		}
	}
}

// TestSameHandAsInARun checks that in every game of the houses, a hand has the same result under the debugger as in a run.
func TestSameHandAsInARun(t *testing.T) {
	d := &star.Debugger{}
	lib := dsl.NewLibrary(sources(d))
	plain := dsl.NewLibrary(sources(nil))
	games, err := plain.Games()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range testkit.Sweep(games, 8) {
		want := ""
		jobOf := func(g *plan.Game) *batch.Job {
			stakes, err := g.ParseStakes("")
			if err != nil {
				t.Fatal(err)
			}
			bound, err := g.Bind(stakes)
			if err != nil {
				t.Fatal(err)
			}
			job := &batch.Job{Plan: bound, Seed: 11, From: 4, To: 5, Policy: func() (batch.Policy, error) { return batch.Random{}, nil }}
			for range g.MinSeats {
				job.Stacks = append(job.Stacks, max(100*stakes.BB, 500*stakes.Scale))
			}
			return job
		}
		job := jobOf(g)
		job.Record = func(to []byte, _ int64, p *batch.Played) ([]byte, error) {
			want = fmt.Sprint(p.Log.Events)
			return to, nil
		}
		job.Write = func([]byte) error { return nil }
		if _, err := batch.Run(context.Background(), job, 1, nil); err != nil {
			t.Fatal(g.ID, err)
		}
		same, err := lib.Find(g.ID)
		if err != nil {
			t.Fatal(err)
		}
		setup, policy, chance, err := jobOf(same).One(4)
		if err != nil {
			t.Fatal(err)
		}
		s := debug.New(&debug.Hands{Deal: func() (*hand.Setup, error) { return setup, nil }, Policy: policy, Chance: chance, Plan: setup.Plan}, d, lib.Loader)
		if stop := s.Start(false); stop.Reason == debug.Failed {
			t.Fatal(g.ID, stop.Err)
		}
		if have := fmt.Sprint(s.Events()); have != want {
			t.Errorf("%s: the debugger has\n%s\nwant\n%s", g.ID, have, want)
		}
		s.Close()
	}
}

func TestBreakpoints(t *testing.T) {
	s := session(t, "angies/lowball", 3, 1, 3, batch.Caller{})
	var logged []string
	s.Output = func(text string) { logged = append(logged, text) }
	sevens := s.Break(debug.Breakpoint{On: "_checked_sevens"})
	draw := s.Break(debug.Breakpoint{On: "step:draw"})
	turn := s.Break(debug.Breakpoint{On: "turn:3", If: "pot >= 6", Hits: "2"})
	s.Break(debug.Breakpoint{On: "event:checked", Log: "seat {seat} checks, pot {pot}"})
	if b := s.Break(debug.Breakpoint{On: "step:flop"}); b.Bound || !strings.Contains(b.Why, "draw") {
		t.Errorf("step:flop: %+v", b)
	}
	script, err := fs.ReadFile(scripts.FS, "angies/lowball.star")
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(script), "deal(2, cites")
	deal := 1 + strings.Count(before, "\n")
	line := s.Break(debug.Breakpoint{File: "angies/lowball.star", Line: deal})
	if !line.Bound || int(line.At.Line) != deal {
		t.Errorf("the line of a step: %+v", line)
	}
	var stops []int
	for stop := s.Start(false); stop.Reason == debug.AtBreakpoint; stop, _ = s.Go(debug.Continue) {
		stops = append(stops, stop.Hits...)
	}
	if want := fmt.Sprint([]int{line.Number, draw.Number, turn.Number, sevens.Number}); fmt.Sprint(stops) != want {
		t.Errorf("stopped at %v, want %s", stops, want)
	}
	if want := "seat 1 checks, pot 0 | seat 3 checks, pot 6 | seat 1 checks, pot 6 | seat 2 checks, pot 6"; strings.Join(logged, " | ") != want {
		t.Errorf("logged %q, want %q", strings.Join(logged, " | "), want)
	}
	s.To(1000)
	var back []int
	for range 4 {
		stop, err := s.Back(debug.Continue)
		if err != nil {
			t.Fatal(err)
		}
		back = append(back, stop.Hits...)
	}
	if want := fmt.Sprint([]int{sevens.Number, turn.Number, draw.Number, line.Number}); fmt.Sprint(back) != want {
		t.Errorf("back at %v, want %s", back, want)
	}
	if len(logged) != 4 {
		t.Errorf("log points have printed on the way back: %q", logged)
	}
}

// TestChange checks that a watched value stops where it changes, at the same changes backward and forward, also when it is watched only from
// the middle of the hand on.
func TestChange(t *testing.T) {
	s := session(t, "angies/holdem", 3, 7, 1, batch.Random{})
	s.Break(debug.Breakpoint{On: "change:seats[1].stack"})
	var there, back []string
	for stop := s.Start(false); stop.Reason == debug.AtBreakpoint; stop, _ = s.Go(debug.Continue) {
		there = append(there, stop.Changes...)
	}
	for stop, _ := s.Back(debug.Continue); stop.Reason == debug.AtBreakpoint; stop, _ = s.Back(debug.Continue) {
		back = append(back, stop.Changes...)
	}
	slices.Reverse(back)
	if len(there) < 4 || !slices.Equal(there, back) {
		t.Errorf("forward %q, backward %q", there, back)
	}
	s.Clear(func(*debug.Breakpoint) bool { return true })
	s.To(1)
	if _, err := s.Go(debug.Street); err != nil {
		t.Fatal(err)
	}
	s.Break(debug.Breakpoint{On: "change:seats[1].stack", If: "seats[1].stack < 490"})
	if stop, err := s.Go(debug.Continue); err != nil || len(stop.Changes) != 1 || !strings.Contains(stop.Changes[0], "is 488") {
		t.Errorf("stopped with %+v, %v", stop, err)
	}
	if err := s.Check(&debug.Breakpoint{On: "change:seats[9].stack"}); err == nil {
		t.Error("a seat that is not there can be watched")
	}
}

// TestBreakpointInRounds checks that the number of a step stops in every round of steps that are repeated.
func TestBreakpointInRounds(t *testing.T) {
	s := session(t, "gallery/knock-poker", 2, 1, 0, batch.Caller{})
	s.Break(debug.Breakpoint{On: "step:6"})
	stops := 0
	for stop := s.Start(false); stop.Reason == debug.AtBreakpoint; stop, _ = s.Go(debug.Continue) {
		stops++
	}
	if stops != 2*20 {
		t.Errorf("stopped %d times, want once for each of 2 players in 20 rounds", stops)
	}
}

func TestFramesAndExpressions(t *testing.T) {
	s := session(t, "angies/lowball", 3, 1, 3, batch.Caller{})
	s.Break(debug.Breakpoint{On: "_checked"})
	s.Start(false)
	frames := s.Frames()
	if len(frames) != 3 || frames[0].Name != "_checked" || frames[2].Name != "step showdown" {
		t.Fatalf("frames %v", frames)
	}
	for text, want := range map[string]string{
		"hand.live": "[1, 2, 3]", "_SEVEN.strength > 0": "True", "pot": "6", "table.pot": "6", "_short": `"call"`, "ace_to_five": "<ranking ace to five>",
		"[hand.checked(s, _AFTER) for s in hand.live]": "[True, True, True]",
	} {
		v, err := s.Eval(&frames[0], text)
		if err != nil || debug.ValueText(v) != want && text != "ace_to_five" {
			t.Errorf("%s is %v (%v), want %s", text, v, err, want)
		}
	}
	if v, err := s.Eval(&frames[1], "_checked(hand)"); err != nil || v.Type() != "list" {
		t.Errorf("_checked(hand) is %v (%v)", v, err)
	}
	for _, text := range []string{"", "1 +", "x = 1", "nobody", "[0] * (1 << 29)", "1\n2", "fail()", "load('a', 'b')", strings.Repeat("(", 5000), "[x for x in range(1 << 30)]"} {
		if v, err := s.Eval(&frames[0], text); err == nil {
			t.Errorf("%.20q is %v", text, v)
		}
	}
	names := ""
	for _, scope := range s.Scopes(&frames[0]) {
		names += scope.Name + " "
	}
	if names != "Locals Table Options History Globals " {
		t.Errorf("scopes %s", names)
	}
}

// TestView checks that a session shows only the cards that its view can see.
func TestView(t *testing.T) {
	s := session(t, "angies/lowball", 3, 1, 3, batch.Caller{})
	s.Break(debug.Breakpoint{On: "step:draw"})
	s.Start(false)
	hole := func(seat string) string {
		v, err := s.Eval(nil, "seats["+seat+"].hole")
		if err != nil {
			t.Fatal(err)
		}
		return debug.ValueText(v)
	}
	all := hole("1")
	s.View = 0
	if strings.Contains(all, "?") || !strings.Contains(hole("1"), "?") || strings.Contains(hole("0"), "?") {
		t.Errorf("seat 2 holds %s, seat 1 sees %s and holds %s", all, hole("1"), hole("0"))
	}
}

func TestFork(t *testing.T) {
	s := session(t, "angies/lowball", 3, 1, 3, batch.Caller{})
	s.Break(debug.Breakpoint{On: "_checked_sevens"})
	s.Start(false)
	for range 6 {
		if _, err := s.Back(debug.Decision); err != nil {
			t.Fatal(err)
		}
	}
	m, _ := s.Now()
	if m.Hand.Step().Name != "draw" {
		t.Fatalf("at %s", where(s))
	}
	card := m.Hand.Hole(int(m.Hand.Pending().Seat))[0].String()
	if _, _, err := s.Fork("raise to 7"); err == nil {
		t.Error("a raise at the draw")
	}
	words, instead, err := s.Fork("draw " + card)
	if err != nil || words != "draw "+card || instead != "stand pat" {
		t.Errorf("%q instead of %q: %v", words, instead, err)
	}
	stop, err := s.Go(debug.Continue)
	if err != nil || stop.Reason != debug.AtBreakpoint {
		t.Fatalf("%v %v", stop, err)
	}
	if done := strings.Join(s.Done(), ", "); !strings.Contains(done, "draw "+card) {
		t.Errorf("done: %s", done)
	}
}

// TestPerson checks that the debugger also steps into scripted policies, and waits for people.
func TestPerson(t *testing.T) {
	d := &star.Debugger{}
	lib := dsl.NewLibrary(sources(d))
	g, err := lib.Find("angies/lowball")
	if err != nil {
		t.Fatal(err)
	}
	stakes, _ := g.ParseStakes("")
	bound, _ := g.Bind(stakes)
	tight, err := policies.Load(lib.Loader, "@stdlib//players.star:tight")
	if err != nil {
		t.Fatal(err)
	}
	setup := &hand.Setup{Plan: bound, Stacks: []int64{200, 200, 200}, Seed: 5, Number: 1, Button: 2}
	s := debug.New(&debug.Hands{
		Deal: func() (*hand.Setup, error) { return setup, nil }, Policy: tight, Chance: batch.NewChance(tight, 5, 1), Plan: bound,
		Person: func(seat int) bool { return seat == 0 },
	}, d, lib.Loader)
	t.Cleanup(s.Close)
	b := s.Break(debug.Breakpoint{On: "tight"})
	if !b.Bound {
		t.Fatal(b.Why)
	}
	asked, inPolicy := 0, 0
	stop := s.Start(false)
	for ; stop.Reason != debug.Ended; stop, err = s.Go(debug.Continue) {
		if err != nil || stop.Err != nil {
			t.Fatal(err, stop.Err)
		}
		switch stop.Reason {
		case debug.AtBreakpoint:
			inPolicy++
			if _, err := s.Back(debug.Into); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Go(debug.Into); err != nil {
				t.Fatal(err)
			}
			if have := s.Frames()[0].Name; have != "tight" {
				t.Fatalf("one back and one forward is in %s", have)
			}
		case debug.Asked:
			asked++
			if _, err := s.Go(debug.Continue); err == nil {
				t.Fatal("went on without the person")
			}
			m, _ := s.Now()
			text := "call"
			if m.Hand.Pending().Kind == hand.CardsAsked {
				text = "stand pat"
			} else if m.Hand.Pending().Options.CanCheck {
				text = "check"
			} else if m.Hand.Choice() != nil {
				text = "decline"
			}
			if _, _, err := s.Fork(text); err != nil {
				t.Fatal(err)
			}
		}
	}
	if asked == 0 || inPolicy == 0 {
		t.Errorf("%d times asked, %d times in the policy", asked, inPolicy)
	}
}

const tests = `
def _helper(t, n):
    t.true(n < 3)

def test_lowball(t):
    h = t.hand("angies/lowball", hands = "A 7d5c3h2sAh / B 8s6h4c2dAd / C KsKhJdTc9c")
    h.play("C decline; C call; A call; B check; A pat; B pat; C pat; A check; B check; C check")
    h.expect_wins("A 6")
    for n in range(5):
        _helper(t, n)
`

// TestFailingTest checks that a failing test stops at the statement that fails, and can be stepped through in both directions.
func TestFailingTest(t *testing.T) {
	d := sources(nil)
	d.Files = fstest.MapFS{"my/low_test.star": &fstest.MapFile{Data: []byte(tests)}}
	s, err := debug.NewTest(context.Background(), ruletest.Options{Options: d}, []string{"my/low_test.star"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	stop := s.Failure()
	if stop == nil || stop.Err == nil || len(stop.Hits) != 1 {
		t.Fatalf("%+v", stop)
	}
	frames := s.Frames()
	if frames[0].Name != "test_lowball" || frames[0].Pos.Line != 10 {
		t.Fatalf("failed at %s", where(s))
	}
	if v, err := s.Eval(&frames[0], "n"); err != nil || v.String() != "3" {
		t.Errorf("n is %v (%v)", v, err)
	}
	s.Break(debug.Breakpoint{On: "_checked_sevens"})
	if stop, err := s.Back(debug.Continue); err != nil || stop.Reason != debug.AtBreakpoint {
		t.Fatalf("%+v %v", stop, err)
	}
	for range 3 {
		s.Back(debug.Continue)
	}
	names := ""
	for _, f := range s.Frames() {
		names += f.Name + " < "
	}
	if names != "_checked_sevens < step showdown < test_lowball < " {
		t.Errorf("frames %s", names)
	}
	if stop, err := s.Go(debug.Out); err != nil || stop.Reason != debug.Step {
		t.Errorf("%+v %v", stop, err)
	}
}

// TestNothingIsInstrumentedUnlessAsked checks that a script that stays within its step limit also does so under the debugger, and
// that scripts are not instrumented without a debugger.
func TestNothingIsInstrumentedUnlessAsked(t *testing.T) {
	run := func(d *star.Debugger, limit uint64) (uint64, error) {
		o := sources(d)
		o.Files = fstest.MapFS{"a.star": &fstest.MapFile{Data: []byte("def f(n):\n    x = 0\n    for i in range(n):\n        x += i\n    return x\n")}}
		l := star.NewLoader(o)
		m, err := l.Load("a.star")
		if err != nil {
			t.Fatal(err)
		}
		th := l.Thread("test", limit)
		_, err = th.Call(m.Globals["f"].(starlark.Callable), starlark.Tuple{starlark.MakeInt(1000)}, nil)
		return th.ExecutionSteps(), err
	}
	off, err := run(nil, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	on, err := run(&star.Debugger{}, off+4)
	if err != nil {
		t.Errorf("%d steps are not enough with a debugger: %v", off, err)
	}
	if want := off + 4*1003; on != want { // one report for each statement that runs
		t.Errorf("%d steps without a debugger, %d with one, want %d", off, on, want)
	}
	if _, err := run(&star.Debugger{}, off/2); err == nil {
		t.Error("no limit with a debugger")
	}
}
