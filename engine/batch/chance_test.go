package batch

import (
	"context"
	"math/bits"
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/table"
)

// The parts of splitmix64 and their inverses, for attacks.
const (
	golden = 0x9e3779b97f4a7c15
	spread = 0xd1342543de82ef95
)

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func unmix(z uint64) uint64 {
	z = (z ^ z>>31 ^ z>>62) * 0x319642b2d24d8ec3
	z = (z ^ z>>27 ^ z>>54) * 0x96de1b173f119089
	return z ^ z>>30 ^ z>>60
}

// raised is a raise that everybody at the table sees, with its limits.
type raised struct {
	amount, least, most int64
	hand                uint64
}

// noisy plays at random where others can see it.
type noisy struct {
	Random
	number *uint64
	seen   *[]raised
}

func (p noisy) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	a, err := p.Random.Act(h, d, r)
	if a.Kind == hand.RaiseTo {
		*p.seen = append(*p.seen, raised{a.Amount, d.Options.MinTo, d.Options.MaxTo, *p.number})
	}
	return a, err
}

// shows reports whether a seed is among those that would produce a raise: the
// attack on the generator that policies of this package share. With deep stacks
// an amount reveals nearly all bits of a draw.
func (r raised) shows(seed uint64) bool {
	width := uint64(r.most - r.least + 1)
	hi := uint64(r.amount - r.least)
	low, _ := bits.Div64(hi, 0, width)
	high, _ := bits.Div64(hi+1, 0, width)
	for x := low; x <= high+1; x++ {
		for draws := range uint64(60) {
			first := unmix(x) - (draws+1)*golden
			if (unmix(first^mix(r.hand*spread+1))-golden)^policySeed == seed {
				return true
			}
		}
	}
	return false
}

// Amounts of random players reveal the seed if one generator serves all seats,
// and nothing if an untrusted policy is at the table.
func TestAmountsDoNotShowTheSeed(t *testing.T) {
	const seed = 0xfeedface12345678
	attack := func(trusted bool) (tried, found int) {
		var seen []raised
		var number uint64
		j := job(t)
		for i := range j.Plan.Limits {
			j.Plan.Limits[i].Chip = 1
		}
		j.Seed, j.Stacks = seed, []int64{1 << 55, 1 << 55, 1 << 55}
		j.Policy = func() (Policy, error) { return noisy{number: &number, seen: &seen}, nil }
		w, err := newWorker(j)
		if err != nil {
			t.Fatal(err)
		}
		if w.chance.trusted {
			t.Fatal("a policy of others is trusted")
		}
		w.chance.trusted = trusted
		var r Result
		for number = 1; number <= 40; number++ {
			if err := w.play(int64(number), &r); err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range seen {
			if r.most-r.least < 1<<50 || r.amount == r.least {
				continue
			}
			tried++
			if r.shows(seed) {
				found++
			}
		}
		return tried, found
	}
	if tried, found := attack(true); found < 10 {
		t.Errorf("the attack finds the seed from %d of %d raises of one generator: it does not work", found, tried)
	}
	if tried, found := attack(false); tried < 10 || found > 0 {
		t.Errorf("%d of %d raises show the seed", found, tried)
	}
}

// The source of a decision is unique: changing any input gives another, and
// none is that of the cards.
func TestDecisionSources(t *testing.T) {
	seen := map[uint64]string{}
	add := func(what string, s hand.Source) {
		t.Helper()
		x := s.Uint64()
		if old, twice := seen[x]; twice {
			t.Fatalf("%s draws the same as %s", what, old)
		}
		seen[x] = what
	}
	for _, seed := range []uint64{0, 1, 2, 1 << 32, 1<<64 - 1} {
		for number := range uint64(20) {
			add("a deck", hand.NewSource(seed, number))
			add("the chance of trusted policies", hand.NewSource(seed^policySeed, number))
			for seat := int8(-1); seat < 9; seat++ {
				for decision := range 20 {
					add("a decision", DecisionSource(seed, number, seat, decision))
				}
			}
		}
	}
	if a, b := DecisionSource(3, 4, 5, 6), DecisionSource(3, 4, 5, 6); a != b {
		t.Error("the same decision has two sources")
	}
	if apart(7, true) != 7 || apart(7, false) == 7 || apart(7, false) == apart(8, false) {
		t.Error("chance is kept apart from the cards where a policy is not trusted, and only there")
	}
}

func TestTrusted(t *testing.T) {
	script := noisy{}
	for name, tt := range map[string]struct {
		p    Policy
		want bool
	}{
		"random":                    {Random{}, true},
		"call":                      {Caller{}, true},
		"another":                   {script, false},
		"nobody":                    {nil, false},
		"both":                      {&Seated{Own: map[int]Policy{1: Caller{}}, Rest: Random{}}, true},
		"one seat of another":       {&Seated{Own: map[int]Policy{1: script}, Rest: Random{}}, false},
		"the rest of another":       {&Seated{Own: map[int]Policy{1: Random{}}, Rest: script}, false},
		"no rest":                   {&Seated{Own: map[int]Policy{0: Random{}, 1: Caller{}}}, true},
		"another among others' own": {&Seated{Rest: &Seated{Rest: script}}, false},
	} {
		if got := trusted(tt.p); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// draws takes a number of draws at each of its decisions and calls.
type draws struct {
	Caller
	count int
}

func (p draws) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	for range p.count {
		r.Uint64()
	}
	return p.Caller.Act(h, d, r)
}

// keeps records the first draw of each of its decisions.
type keeps struct {
	Caller
	first *[]uint64
}

func (p keeps) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	*p.first = append(*p.first, r.Uint64())
	return p.Caller.Act(h, d, r)
}

// A seat's draws do not depend on how often the others draw, in runs and in
// sessions, with and without irregularities.
func TestDrawsOfOthersChangeNothing(t *testing.T) {
	for name, play := range map[string]func(own map[int]Policy) error{
		"run": func(own map[int]Policy) error {
			j := job(t)
			j.To = 21
			j.Policy = func() (Policy, error) { return &Seated{Own: own, Rest: Caller{}}, nil }
			_, err := Run(context.Background(), j, 1, nil)
			return err
		},
		"mishaps": func(own map[int]Policy) error {
			j := job(t)
			j.To, j.Mishaps = 21, &Mishaps{Rate: 0.05}
			j.Policy = func() (Policy, error) { return &Seated{Own: own, Rest: Caller{}}, nil }
			_, err := Run(context.Background(), j, 1, nil)
			return err
		},
		"session": func(own map[int]Policy) error {
			s := &Session{Table: sessionTable(t), Players: 6, Stack: 3000}
			s.Own = map[table.Player]Policy{}
			for seat, p := range own {
				s.Own[table.Player(seat+1)] = p
			}
			s.Policy = Caller{}
			_, err := s.Run(context.Background(), 20, 0, nil)
			return err
		},
	} {
		with := func(count int) (out []uint64) {
			if err := play(map[int]Policy{0: keeps{first: &out}, 1: draws{count: count}}); err != nil {
				t.Fatal(name, err)
			}
			return out
		}
		none, many := with(0), with(100)
		if len(none) < 20 {
			t.Errorf("%s: %d decisions", name, len(none))
		}
		different := map[uint64]bool{}
		for i := range none {
			different[none[i]] = true
			if i >= len(many) || none[i] != many[i] {
				t.Fatalf("%s: decision %d draws something else when another seat draws", name, i)
			}
		}
		if len(different) != len(none) || len(none) != len(many) {
			t.Errorf("%s: %d different first draws of %d decisions, %d with draws of others", name, len(different), len(none), len(many))
		}
	}
}
