package ruletest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/hand"

	"go.starlark.net/starlark"
)

// A property draws numbers, each from 0 to a limit. Its draws are a list of
// numbers, and a failing list is shrunk without knowing what the numbers mean:
// by omitting runs of them, and by reducing each. A list that is too short is
// continued with zeros.

// draws is the source of a property's values.
type draws struct {
	random hand.Source
	given  []uint64 // replayed first
	replay bool     // after given come zeros
	taken  []uint64
	said   []string
}

// below draws a number from 0 to n-1.
func (d *draws) below(n uint64) uint64 {
	var v uint64
	switch i := len(d.taken); {
	case i < len(d.given):
		v = min(d.given[i], n-1)
	case !d.replay:
		v = d.random.Below(n)
	}
	d.taken = append(d.taken, v)
	return v
}

// maxDraws stops a property that draws without end.
const maxDraws = 100_000

// Drawn is what a failing property drew, after shrinking.
type Drawn struct {
	Seed   uint64   // seed that draws the same values again
	Check  int      // index of the failed check, from 0
	Values []string // the drawn values, in words
	Shrunk int      // number of times a simpler failure was found
}

// property checks a property many times, and shrinks the first failure.
func (s *Suite) property(ctx context.Context, r *Result, round uint64) {
	checks := s.options.Checks
	if checks == 0 {
		checks = 100
	}
	seed := s.options.Seed + round
	for i := range checks {
		d := &draws{random: hand.NewSource(seed, uint64(i))}
		s.call(ctx, r, d)
		if r.Status == Skipped {
			return
		}
		if r.Status == Failed {
			r.Drawn = &Drawn{Seed: seed, Check: i, Values: d.said}
			if ctx.Err() == nil {
				s.shrink(ctx, r, d.taken)
			}
			return
		}
	}
}

// shrink searches for a simpler list of numbers that fails with the same code.
func (s *Suite) shrink(ctx context.Context, r *Result, failing []uint64) {
	best := *r
	const most = 2000
	tries := 0
	over := func() bool { return tries >= most || ctx.Err() != nil }
	try := func(list []uint64) bool {
		if over() {
			return false
		}
		tries++
		trial := Result{Test: r.Test}
		d := &draws{given: list, replay: true}
		s.call(ctx, &trial, d)
		if trial.Status != Failed || trial.Err.Code != best.Err.Code || ctx.Err() != nil {
			return false
		}
		if !simpler(d.taken, failing) {
			return false
		}
		failing = d.taken
		trial.Drawn = &Drawn{Seed: r.Drawn.Seed, Check: r.Drawn.Check, Values: d.said, Shrunk: best.Drawn.Shrunk + 1}
		best = trial
		return true
	}
	for again := true; again && !over(); {
		again = false
		for size := len(failing); size > 0; size /= 2 {
			for at := 0; at+size <= len(failing) && !over(); {
				if try(slices.Delete(slices.Clone(failing), at, at+size)) {
					again = true
				} else {
					at += size
				}
			}
		}
		for i := 0; i < len(failing) && !over(); i++ {
			for lo, hi := uint64(0), failing[i]; lo < hi; {
				mid := lo + (hi-lo)/2
				list := slices.Clone(failing)
				list[i] = mid
				if try(list) && i < len(failing) {
					again, hi = true, min(mid, failing[i])
				} else {
					lo = mid + 1
				}
				if i >= len(failing) {
					break
				}
			}
		}
	}
	elapsed := r.Elapsed
	*r = best
	r.Elapsed = elapsed
}

// simpler orders lists of numbers: shorter lists first, then smaller numbers.
func simpler(a, b []uint64) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return slices.Compare(a, b) < 0
}

// drawing returns the source of values of a property; an error in any other
// test.
func drawing(c *star.Call, t *T) (*draws, error) {
	if t.draws == nil {
		return nil, c.HintErrorf("", "name the function prop_…", "only properties draw values")
	}
	if len(t.draws.taken) > maxDraws {
		return nil, errors.New("the property draws too many values")
	}
	return t.draws, nil
}

// maxSaid is the number of drawn values that are reported.
const maxSaid = 100

// say records a drawn value for the report.
func (d *draws) say(name, value string) {
	if len(d.said) >= maxSaid {
		if len(d.said) == maxSaid {
			d.said = append(d.said, "…")
		}
		return
	}
	if name != "" {
		value = name + " = " + value
	}
	d.said = append(d.said, value)
}

var nameParam = star.Param{Name: "name", Type: "string", Default: `""`, Doc: "the name of the value in the report of a failure"}

var _ = method(&star.Builtin{
	Name:    "test.int",
	Doc:     "Draws a random integer, in a property only. A failure is reported with the number nearest to `lo` that still fails.",
	Returns: "int",
	Example: `def prop_sum(t):
    a = t.int(0, 10)
    t.true(a + 1 > a)
`,
	Params: []star.Param{
		{Name: "lo", Type: "int", Doc: "the least"},
		{Name: "hi", Type: "int", Doc: "the most"},
		nameParam,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		d, err := drawing(c, c.On.(*T))
		if err != nil {
			return nil, err
		}
		lo, hi := c.Int("lo"), c.Int("hi")
		if lo > hi {
			return nil, c.Errorf("hi", "%d is less than %d", hi, lo)
		}
		n := lo + int(d.below(uint64(hi-lo)+1))
		d.say(c.String("name"), fmt.Sprint(n))
		return starlark.MakeInt(n), nil
	},
})

var _ = method(&star.Builtin{
	Name:    "test.pick",
	Doc:     "Draws one of several values, in a property only. Put simple values first: failures are reduced toward them.",
	Returns: "any",
	Example: `def prop_positive(t):
    t.true(t.pick([1, 2, 3]) > 0)
`,
	Params: []star.Param{{Name: "values", Type: "list", Doc: "the values to draw from"}, nameParam},
	Fn: func(c *star.Call) (starlark.Value, error) {
		d, err := drawing(c, c.On.(*T))
		if err != nil {
			return nil, err
		}
		list := c.List("values")
		if len(list) == 0 {
			return nil, c.Errorf("values", "nothing to choose from")
		}
		v := list[d.below(uint64(len(list)))]
		d.say(c.String("name"), shorten(v))
		return v, nil
	},
})

var _ = method(&star.Builtin{
	Name:    "test.cards",
	Doc:     "Draws different cards from a deck of 52, in a property only.",
	Returns: "string",
	Example: `def prop_five_cards(t):
    t.eq(len(t.cards(5)), 10)
`,
	Params: []star.Param{{Name: "n", Type: "int", Min: 0, Max: 52, Doc: "how many"}, nameParam},
	Fn: func(c *star.Call) (starlark.Value, error) {
		d, err := drawing(c, c.On.(*T))
		if err != nil {
			return nil, err
		}
		pack := make([]cards.Card, 52)
		for i := range pack {
			pack[i] = cards.Card(i)
		}
		for i := range c.Int("n") {
			j := i + int(d.below(uint64(52-i)))
			pack[i], pack[j] = pack[j], pack[i]
		}
		text := cards.Format(pack[:c.Int("n")])
		d.say(c.String("name"), text)
		return starlark.String(text), nil
	},
})

var seatNames = strings.Fields("A B C D E F G H I J K L M N O P Q R S T U V W X Y Z")

var _ = method(&star.Builtin{
	Name:    "test.random_hand",
	Doc:     "Starts a hand with random seats, stacks and cards, in a property only. Stacks range from one chip to 40 big blinds.",
	Returns: "test_hand",
	Example: `def prop_ends(t):
    h = t.random_hand("angies/holdem")
    h.play_random()
    h.expect_over()
`,
	Params: []star.Param{
		handParams[0], handParams[1],
		{Name: "set", Type: "string or dict", Default: `""`, Doc: "values of options"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		t := c.On.(*T)
		d, err := drawing(c, t)
		if err != nil {
			return nil, err
		}
		p, err := t.bound(c)
		if err != nil {
			return nil, err
		}
		most := min(p.Game.MaxSeats, p.Seats, len(seatNames))
		n := p.Game.MinSeats + int(d.below(uint64(most-p.Game.MinSeats)+1))
		h := &Hand{test: t, plan: p, seats: seatNames[:n]}
		s := &hand.Setup{Plan: p, Log: h.followed(), Button: int(d.below(uint64(n)))}
		unit := max(1, p.Stakes.SB)
		for range n {
			s.Stacks = append(s.Stacks, unit*(1+int64(d.below(80))))
		}
		s.Seed = d.below(1 << 32)
		d.say("", fmt.Sprintf("%s, %d seats, button %s, seed %d", p.Game.Name, n, h.seats[s.Button], s.Seed))
		if err := h.h.Start(s); err != nil {
			return nil, c.Errorf("", "%v", err)
		}
		for i, name := range h.seats {
			d.say(name, h.money(s.Stacks[i]))
		}
		t.hands = append(t.hands, h)
		return h, nil
	},
})

var _ = method(&star.Builtin{
	Name: "test_hand.play_random",
	Doc: "Plays random actions, to the end or for a number of them, in a property only. Check or call is the simplest action. " +
		"After each action the chips are counted, and at the end all of them are paid out.",
	Returns: "test_hand",
	Example: `def prop_never_stuck(t):
    t.random_hand("angies/omaha").play_random().expect_over()
`,
	Params: []star.Param{{Name: "actions", Type: "int", Default: "1000", Doc: "the most"}},
	Fn: func(c *star.Call) (starlark.Value, error) {
		h := c.On.(*Hand)
		d, err := drawing(c, h.test)
		if err != nil {
			return nil, err
		}
		for range c.Int("actions") {
			p := h.h.Pending()
			if p == nil {
				break
			}
			a := randomAction(&h.h, p, d)
			if err := h.apply(a); err != nil {
				return nil, blamed(c, err, c.Pos, h.state)
			}
		}
		return h, nil
	},
})

// randomAction draws one of the legal actions.
func randomAction(h *hand.Hand, p *hand.Decision, d *draws) hand.Action {
	a := h.DefaultAction()
	switch p.Kind {
	case hand.CardsAsked:
		ask := h.Question()
		if n := min(ask.Least, p.Count); ask.Least < ask.Most {
			return h.PickFirst(n + int(d.below(uint64(p.Count-n)+1)))
		}
	case hand.Chosen:
		k := int(d.below(uint64(p.Count)))
		if !h.Choice().OwnWords { // the simplest is the last, which is free
			k = p.Count - 1 - k
		}
		o := &h.Offers()[k]
		a, _ = h.Take(o.Name, -1)
	case hand.Wager:
		switch d.below(5) {
		case 2, 3:
			if p.Options.CanRaise() {
				a.Kind, a.Amount = hand.RaiseTo, p.Options.MinTo
			}
		case 4:
			if p.Options.CanRaise() {
				a.Kind, a.Amount = hand.RaiseTo, p.Options.MaxTo
			}
		case 1:
			if p.BringIn == 0 {
				a.Kind = hand.Fold
			}
		}
	}
	return a
}

func cardText(cs []cards.Card) starlark.Value { return starlark.String(cards.Spaced(cs)) }
