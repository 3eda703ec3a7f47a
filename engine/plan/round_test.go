package plan_test

import (
	"errors"
	"testing"

	"cardroom/engine/betting"

	"pgregory.net/rapid"
)

func TestWhoIsAsked(t *testing.T) {
	runRounds(t, []round{
		{
			name: "one seat that can act and owes nothing is not asked", limit: noLimit(2), stacks: []int64{0, 1000, 0},
			play: `over`,
		},
		{
			name: "nobody can act", limit: noLimit(2), stacks: []int64{0, 0, 0},
			play: `over`,
		},
		{
			name: "one seat that can act and owes is asked once", limit: noLimit(2), stacks: []int64{1000, 40, 30},
			play: `
				A bet 10
				B allin 40
				C call
				A ? call 30, nobody left
				A fold
				over`,
		},
		{
			name: "heads-up, both blinds all-in", limit: noLimit(2), stacks: []int64{1, 2}, posts: []int64{1, 2}, forced: blind(2),
			play: `over`,
		},
		{
			name: "heads-up, the big blind has covered a small blind that is all-in", limit: noLimit(2), stacks: []int64{1, 100}, posts: []int64{1, 2}, forced: blind(2),
			play: `over`,
		},
		{
			name: "heads-up, the small blind still owes", limit: noLimit(2), stacks: []int64{100, 2}, posts: []int64{1, 2}, forced: blind(2),
			play: `
				A ? call 1, nobody left
				A call
				over`,
		},
		{
			name: "the turn passes seats that are all-in or out", limit: noLimit(2), stacks: []int64{100, 0, 100, 100}, first: 1,
			play: `
				C check
				D fold
				A check
				over`,
		},
		{
			name: "a raise asks everybody again, the raiser aside", limit: noLimit(2),
			play: `
				A check
				B bet 2
				C call
				A raise 10
				B call
				C call
				over`,
		},
	})
}

func TestAggressor(t *testing.T) {
	p := newPlay(&round{limit: noLimit(2), posts: []int64{1, 2, 0}, forced: blind(2), first: 2})
	if p.r.Aggressor != -1 {
		t.Errorf("before anybody acts: aggressor %d, want none: a blind is no bet of one's own will", p.r.Aggressor)
	}
	for _, step := range []struct {
		line string
		want int8
	}{{"C raise 8", 2}, {"A raise 20", 0}, {"B call", 0}, {"C call", 0}} {
		if err := p.say(step.line); err != nil {
			t.Fatal(err)
		}
		if p.r.Aggressor != step.want {
			t.Errorf("after %q: aggressor %d, want %d", step.line, p.r.Aggressor, step.want)
		}
	}
}

// TestManyRaises checks that heads-up raises are unlimited, even beyond the range
// of a small counter.
func TestManyRaises(t *testing.T) {
	for _, off := range []betting.CapOff{betting.CapRoundStart, betting.CapNow} {
		p := newPlay(&round{limit: fixed(1), rules: cap3(off), stacks: []int64{5000, 5000}})
		seat := 0
		for to := int64(1); to <= 600; to++ {
			o := p.options(seat)
			if err := o.Check(to); err != nil {
				t.Fatalf("cap off %d, raise %d: %v", off, to, err)
			}
			if o.Completes {
				t.Fatalf("cap off %d, raise %d: said to complete a bet", off, to)
			}
			p.r.Raise(&p.s, &p.c.limit, &p.c.rules, &o, to)
			seat = 1 - seat
		}
	}
}

func TestErrors(t *testing.T) {
	o := betting.Options{MinTo: 20, MaxTo: 40, Chip: 5}
	for _, c := range []struct {
		to   int64
		want betting.RangeError
		text string
	}{
		{19, betting.RangeError{To: 19, Min: 20, Max: 40}, "cannot go to 19, only from 20 to 40"},
		{41, betting.RangeError{To: 41, Min: 20, Max: 40}, "cannot go to 41, only from 20 to 40"},
		{22, betting.RangeError{To: 22, Min: 20, Max: 40, Chip: 5}, "22 is not a multiple of the smallest chip, 5"},
	} {
		var got *betting.RangeError
		if err := o.Check(c.to); !errors.As(err, &got) {
			t.Errorf("%d: %v, want a RangeError", c.to, err)
		} else if *got != c.want || got.Error() != c.text {
			t.Errorf("%d: %+v %q, want %+v %q", c.to, *got, got, c.want, c.text)
		}
	}
	for _, to := range []int64{20, 25, 40} {
		if err := o.Check(to); err != nil {
			t.Errorf("%d: %v", to, err)
		}
	}
	seen := map[string]betting.Refusal{}
	for r := betting.NotRefused; r <= betting.Beyond; r++ {
		o := betting.Options{Why: r, Chip: 1}
		text := r.String()
		if err := o.Check(5); err == nil || err.Error() != "may not bet or raise: "+text {
			t.Errorf("refusal %d: %v, want its text %q", r, err, text)
		}
		if other, ok := seen[text]; ok {
			t.Errorf("refusals %d and %d say the same, %q", r, other, text)
		}
		seen[text] = r
	}
}

// drawLimit draws a limit and any combination of rules.
func drawLimit(t *rapid.T) (betting.Limit, betting.Rules) {
	lo := rapid.Int64Range(1, 12).Draw(t, "least bet")
	l := betting.Limit{
		Structure: betting.Structure(rapid.IntRange(0, 3).Draw(t, "structure")),
		Lo:        lo, Hi: lo, Chip: rapid.SampledFrom([]int64{0, 1, 5}).Draw(t, "chip"),
	}
	if l.Structure == betting.Spread {
		l.Hi = lo + rapid.Int64Range(0, 20).Draw(t, "range")
	}
	if rapid.IntRange(0, 4).Draw(t, "house maximum") == 0 {
		l.Max = lo + rapid.Int64Range(0, 100).Draw(t, "maximum")
	}
	flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
	return l, betting.Rules{
		Cap:        rapid.SampledFrom([]int{0, 4, 5, 7}).Draw(t, "cap"),
		CapOff:     betting.CapOff(rapid.IntRange(0, 2).Draw(t, "cap off")),
		ShortAllIn: betting.ShortAllIn(rapid.IntRange(0, 2).Draw(t, "short all-in")),

		BlindCounts: flag("blind counts"), PostedLevel: flag("posted level"), PotMinIsBet: flag("least pot raise is the bet"),
		StraddleIsBlind: flag("straddle is blind"), PotWithoutCall: flag("pot without call"), PotShorthand: flag("shorthand"),
		ShortReopens: flag("short reopens"), CoverRaise: flag("cover"), NoCheckRaise: flag("no check-raise"),
	}
}

// TestRoundLaws plays random rounds under any limit and any rules. In all of them
// chips are conserved, the round ends, the seat that is asked can act, every
// offered action can be taken, a seat is asked again only after a raise, and at the
// end everybody who is in and has chips has matched the same bet.
func TestRoundLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, rules := drawLimit(t)
		c := &round{limit: l, rules: rules, pot: rapid.Int64Range(0, 300).Draw(t, "pot")}
		n := rapid.IntRange(2, 9).Draw(t, "seats")
		total := int64(0)
		for range n {
			c.stacks = append(c.stacks, rapid.Int64Range(0, 120).Draw(t, "stack"))
			total += c.stacks[len(c.stacks)-1]
		}
		if rapid.Bool().Draw(t, "blinds") {
			bb := rapid.Int64Range(1, 12).Draw(t, "big blind")
			c.posts, c.forced, c.first = []int64{bb / 2, bb}, blind(bb), 2%n
		}
		p := newPlay(c)
		asked := map[int]int64{}
		for step := 0; ; step++ {
			seat := p.r.Next(&p.s, p.seat)
			if seat < 0 {
				break
			}
			if step > 2000 {
				t.Fatal("the round does not end")
			}
			if !p.s.Able().Has(seat) {
				t.Fatalf("seat %d is asked and cannot act", seat)
			}
			if level, again := asked[seat]; again && p.r.Level <= level {
				t.Fatalf("seat %d is asked again at level %d, it acted at %d", seat, p.r.Level, level)
			}
			p.seat = seat
			o := p.options(seat)
			checkOptions(t, p, &o)
			before := *p
			act(t, p, &o)
			asked[seat] = p.r.Level
			if got := chips(&p.s); got != total {
				t.Fatalf("%d chips, there were %d", got, total)
			}
			if before.options(seat) != o {
				t.Fatal("playing on changed the copy of the round")
			}
		}
		if p.s.Live.Len() < 2 {
			return
		}
		for m := p.s.Able(); m != 0 && p.s.Able().Len() > 1; m &= m - 1 {
			if seat := m.First(); p.s.Wager[seat] != p.r.Level {
				t.Fatalf("the round is over, seat %d has put in %d of %d", seat, p.s.Wager[seat], p.r.Level)
			}
		}
		for m := p.s.Live; m != 0; m &= m - 1 {
			if seat := m.First(); p.s.Wager[seat] > p.r.Level {
				t.Fatalf("seat %d has put in %d, more than %d", seat, p.s.Wager[seat], p.r.Level)
			}
		}
	})
}

func chips(s *betting.Seats) int64 {
	sum := s.Total()
	for i := range s.N {
		sum += s.Stack[i]
	}
	return sum
}

func checkOptions(t *rapid.T, p *play, o *betting.Options) {
	own, all := p.s.Wager[o.Seat], p.s.Wager[o.Seat]+p.s.Stack[o.Seat]
	switch {
	case o.CanCheck && o.Call > 0:
		t.Fatalf("both check and call are offered: %+v", *o)
	case !o.CanCheck && o.Call == 0:
		t.Fatalf("neither check nor call is offered: %+v", *o)
	case o.Call < 0 || own+o.Call > all || own+o.Call > p.r.Level:
		t.Fatalf("the call of %d goes beyond the stack of %d or the bet of %d", o.Call, all, p.r.Level)
	case o.CanRaise() != (o.Why == betting.NotRefused):
		t.Fatalf("a raise is possible: %v, the reason against it: %q", o.CanRaise(), o.Why)
	}
	if !o.CanRaise() {
		return
	}
	switch {
	case o.MinTo <= p.r.Level || o.MinTo > o.MaxTo || o.MaxTo > all:
		t.Fatalf("from %d to %d over %d with %d", o.MinTo, o.MaxTo, p.r.Level, all)
	case o.Opens != (p.r.Level == 0):
		t.Fatalf("opens %v at level %d", o.Opens, p.r.Level)
	case o.Opens && o.Completes:
		t.Fatal("a bet both opens and completes")
	}
	for _, to := range []int64{o.MinTo, o.MaxTo} {
		if err := o.Check(to); err != nil {
			t.Fatalf("what is offered is refused: %v", err)
		}
	}
	for _, to := range []int64{o.MinTo - 1, o.MaxTo + 1} {
		if o.Check(to) == nil {
			t.Fatalf("%d is accepted outside of %d to %d", to, o.MinTo, o.MaxTo)
		}
	}
}

// act plays a random action.
func act(t *rapid.T, p *play, o *betting.Options) {
	switch what := rapid.IntRange(0, 9).Draw(t, "action"); {
	case what < 4 && o.CanRaise():
		to := o.MinTo
		if what < 2 {
			to = rapid.Int64Range(o.MinTo, o.MaxTo).Draw(t, "to")
			if o.Check(to) != nil { // not a multiple of the chip
				to = o.MaxTo
			}
		}
		p.r.Raise(&p.s, &p.c.limit, &p.c.rules, o, to)
	case what == 4:
		p.r.Fold(&p.s, &p.c.rules, o.Seat)
	case o.CanCheck:
		p.r.Check(&p.s, &p.c.rules, o.Seat)
	default:
		p.r.Call(&p.s, &p.c.rules, o.Seat)
	}
}
