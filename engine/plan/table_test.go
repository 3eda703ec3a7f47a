package plan_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"cardroom/engine/betting"
)

// round is a betting round in words, one statement per line:
//
//	A bet 10        A bets or raises to a total of 10; raise and to are synonyms
//	B check         B call, B fold
//	C ? call 18, to 20        C has exactly these options
//	C ! 28: only to 20        C may not make it 28; the error says so
//	over            nobody has to act anymore
//
// Every statement about a seat also asserts that it is this seat's turn.
type round struct {
	name   string
	rule   string // source of the expected result
	limit  betting.Limit
	rules  betting.Rules
	stacks []int64 // three seats with 1000 if omitted
	posts  []int64 // the seats' posts, by seat
	forced betting.Forced
	first  int   // the seat that opens
	pot    int64 // money of earlier rounds
	noPass bool  // pass and out: no check before there is a bet
	play   string
}

func (c *round) run(t *testing.T) {
	t.Helper()
	p := newPlay(c)
	for _, line := range strings.Split(strings.TrimSpace(c.play), "\n") {
		line = strings.TrimSpace(line)
		if err := p.say(line); err != nil {
			t.Fatalf("%s\nline %q: %v", c.rule, line, err)
		}
	}
}

// runRounds runs each case as a subtest.
func runRounds(t *testing.T, cases []round) {
	t.Helper()
	for i := range cases {
		t.Run(cases[i].name, func(t *testing.T) { cases[i].run(t) })
	}
}

// play is a betting round in progress.
type play struct {
	c    *round
	s    betting.Seats
	r    betting.Round
	seat int
}

func newPlay(c *round) *play {
	p := &play{c: c, seat: c.first}
	stacks := c.stacks
	if stacks == nil {
		stacks = []int64{1000, 1000, 1000}
	}
	p.s.N = len(stacks)
	p.s.Live = betting.Bit(p.s.N) - 1
	for i, amount := range stacks {
		if p.s.Stack[i] = amount; amount == 0 {
			p.s.Broke |= betting.Bit(i)
		}
	}
	for i, amount := range c.posts {
		if amount > 0 {
			p.s.Post(i, amount)
		}
	}
	p.r.Start(&p.s, &c.limit, &c.rules, c.forced)
	return p
}

func (p *play) options(seat int) betting.Options {
	var o betting.Options
	p.r.Options(&o, &p.s, &p.c.limit, &p.c.rules, seat, p.c.pot, !p.c.noPass)
	return o
}

// say plays or checks one statement.
func (p *play) say(line string) error {
	next := p.r.Next(&p.s, p.seat)
	if line == "over" {
		if next >= 0 {
			return fmt.Errorf("it is %c's turn", 'A'+next)
		}
		return nil
	}
	name, rest, _ := strings.Cut(line, " ")
	seat := int(name[0] - 'A')
	if next != seat {
		if next < 0 {
			return fmt.Errorf("the round is over")
		}
		return fmt.Errorf("it is %c's turn", 'A'+next)
	}
	p.seat = seat
	o := p.options(seat)
	verb, arg, _ := strings.Cut(rest, " ")
	switch verb {
	case "?":
		if got := optionText(&o); got != arg {
			return fmt.Errorf("may: %s\n               want: %s", got, arg)
		}
		return nil
	case "!":
		return p.refused(&o, arg)
	}
	return p.act(&o, verb, arg)
}

// refused checks "28: only to 20": 28 is refused with an error that contains the
// rest.
func (p *play) refused(o *betting.Options, arg string) error {
	amount, want, _ := strings.Cut(arg, ": ")
	to, err := strconv.ParseInt(amount, 10, 64)
	if err != nil {
		return err
	}
	switch err := o.Check(to); {
	case err == nil:
		return fmt.Errorf("%d is accepted", to)
	case !strings.Contains(err.Error(), want):
		return fmt.Errorf("refused with %q, want %q", err, want)
	}
	return nil
}

func (p *play) act(o *betting.Options, verb, arg string) error {
	switch verb {
	case "fold":
		p.r.Fold(&p.s, &p.c.rules, o.Seat)
	case "check":
		if !o.CanCheck {
			return fmt.Errorf("may not check: %s", optionText(o))
		}
		p.r.Check(&p.s, &p.c.rules, o.Seat)
	case "call":
		if o.Call == 0 {
			return fmt.Errorf("nothing to call: %s", optionText(o))
		}
		if put := p.r.Call(&p.s, &p.c.rules, o.Seat); put != o.Call {
			return fmt.Errorf("the call took %d, the options said %d", put, o.Call)
		}
	case "bet", "raise", "to", "complete", "allin":
		to, err := strconv.ParseInt(arg, 10, 64)
		if err != nil {
			return err
		}
		if err := o.Check(to); err != nil {
			return fmt.Errorf("%w (may: %s)", err, optionText(o))
		}
		if verb != "allin" && ((verb == "complete") != o.Completes || (verb == "bet") != o.Opens) {
			return fmt.Errorf("%q is not the word for it (may: %s)", verb, optionText(o))
		}
		own := p.s.Wager[o.Seat]
		if put := p.r.Raise(&p.s, &p.c.limit, &p.c.rules, o, to); put != to-own {
			return fmt.Errorf("the wager took %d, want %d", put, to-own)
		}
		if verb == "allin" && p.s.Stack[o.Seat] != 0 {
			return fmt.Errorf("%d chips are left behind", p.s.Stack[o.Seat])
		}
	default:
		return fmt.Errorf("unknown statement")
	}
	return nil
}

// optionText describes options: "check, bet 2", "call 18, to 20", "call 2, complete
// to 3", "call 4, capped".
func optionText(o *betting.Options) string {
	var out []string
	if o.CanCheck {
		out = append(out, "check")
	}
	if o.Call > 0 {
		out = append(out, fmt.Sprintf("call %d", o.Call))
	}
	verb := "to "
	switch {
	case o.Opens:
		verb = "bet "
	case o.Completes:
		verb = "complete to "
	}
	switch {
	case !o.CanRaise():
		out = append(out, map[betting.Refusal]string{
			betting.NoChips: "no chips", betting.NobodyLeft: "nobody left", betting.Capped: "capped",
			betting.NotReopened: "not reopened", betting.AfterCheck: "checked", betting.Beyond: "beyond", betting.NotRefused: "no raise and no reason",
		}[o.Why])
	case o.MinTo == o.MaxTo:
		out = append(out, verb+strconv.FormatInt(o.MinTo, 10))
	default:
		out = append(out, fmt.Sprintf("%s%d..%d", verb, o.MinTo, o.MaxTo))
	}
	return strings.Join(out, ", ")
}

// The limits of the cases.
func fixed(unit int64) betting.Limit {
	return betting.Limit{Structure: betting.Fixed, Lo: unit, Hi: unit, Chip: 1}
}

func spread(lo, hi int64) betting.Limit {
	return betting.Limit{Structure: betting.Spread, Lo: lo, Hi: hi, Chip: 1}
}

func potLimit(least int64) betting.Limit {
	return betting.Limit{Structure: betting.PotLimit, Lo: least, Chip: 1}
}

func noLimit(least int64) betting.Limit {
	return betting.Limit{Structure: betting.NoLimit, Lo: least, Chip: 1}
}

// blind returns the forced bet of a game with a big blind.
func blind(amount int64) betting.Forced { return betting.Forced{Nominal: amount} }

// cap3 returns rules for a bet and three raises, with the blind counted as the bet.
func cap3(off betting.CapOff) betting.Rules {
	return betting.Rules{Cap: 4, BlindCounts: true, CapOff: off}
}
