package dsl_test

import (
	"fmt"
	"slices"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// feeBook holds what the pot owes the house: each fee is what is printed for the number dealt in, at the moment of its step, less what
// the main pot cannot pay. The house's rakes at the end are taken from the pots as a whole, each what its row says, together at most all.
type feeBook struct {
	at     int16     // the furthest step that an event has told of
	due    int64     // fees of the table that the pot owes
	flop   int64     // … and those that it owes once there is a board
	paid   []feePaid // in order
	blinds []int64   // posted as blinds, by seat
	again  bool      // steps were played again: what was passed may not be due
	raked  int       // rakes that have been looked at
	whole  int64     // the pots when the first rake was taken, with the flat fees
}

type feePaid struct {
	step   int16 // -1 for a fee of the table
	amount int64
}

func (f *feeBook) open(s *hand.Setup) {
	f.at, f.blinds = -1, make([]int64, len(s.Stacks))
	for _, fee := range s.Fees {
		switch {
		case fee.Seat >= 0:
		case fee.Flop:
			f.flop += fee.Amount
		default:
			f.due += fee.Amount
		}
	}
}

// printed returns the fee of a step in chips: that of the first row of the card for as many players, or more.
func (r *referee) printed(c *plan.CollectStep) int64 {
	n := r.n - r.setup.Absent.Len()
	for _, row := range c.Rates {
		if row.Players >= n {
			return row.Amount * r.plan.Stakes.Scale / plan.Cents
		}
	}
	return 0
}

// fixed reports whether a step takes a printed fee out of the pot.
func (r *referee) fixed(k int16) bool {
	st := &r.plan.Game.Steps[k]
	return st.Kind == plan.Collect && st.Collect.Rake == nil && st.Collect.From != plan.FromButton
}

// owed returns what a step takes out of the pot now.
func (r *referee) owed(k int16) int64 {
	c := r.plan.Game.Steps[k].Collect
	if c.From != plan.FromBlinds {
		return max(0, min(r.printed(c), r.mainPot()))
	}
	sum := int64(0)
	for i, n := range r.fees.blinds {
		sum += min(n, r.put[i]-r.street[i])
	}
	return min(sum, r.middle())
}

// middle returns the chips in the pots.
func (r *referee) middle() int64 {
	sum := r.dead - r.fromPot
	for i, n := range r.put {
		sum += n - r.won[i]
	}
	return sum
}

// mainPot returns the chips for which all live hands play that have put in any (who is revived after a round may have put in nothing; who
// has posted the last chip dead plays for what nobody has to match), or all of them where none of these has put in less than another, less the fees, which come out of it first.
func (r *referee) mainPot() int64 {
	least, most, all := int64(1)<<62, int64(0), int64(0)
	for i, n := range r.put {
		n -= r.street[i]
		if all += n; n == 0 && r.stack(i) > 0 || !r.live.Has(i) || r.plan.PaysIn && r.stack(i) > 0 {
			continue
		}
		least, most = min(least, n), max(most, n)
	}
	if least < most || r.plan.PaysIn && least < 1<<62 {
		all = 0
		for i, n := range r.put {
			all += min(n-r.street[i], least)
		}
	}
	return max(0, all+r.dead-r.fromPot)
}

// passes checks, before an event is entered, that no step with a fee was passed over, and notes where the hand is.
func (r *referee) passes(e *hand.Event) error {
	f := &r.fees
	switch e.Kind {
	case hand.Misdealt, hand.StreetAgain, hand.Redealt, hand.Reopened:
		f.again = true
	case hand.Boarded:
		f.due, f.flop = f.due+f.flop, 0
	}
	if f.again || e.Step <= f.at || forks(r.plan.Game) {
		return nil
	}
	for k := max(0, f.at); k < e.Step; k++ {
		if r.fixed(k) && !f.has(k) && r.owed(k) > 0 {
			return fmt.Errorf("step %d has passed, and the house has not taken its %d", k, r.owed(k))
		}
	}
	f.at = e.Step
	return nil
}

// forks reports whether steps of a game may be left out or come again.
func forks(g *plan.Game) bool {
	return slices.ContainsFunc(g.Steps, func(s plan.Step) bool { return s.Kind == plan.When || s.Kind == plan.Jump || s.Kind == plan.InTurn })
}

func (f *feeBook) has(step int16) bool {
	for _, p := range f.paid {
		if p.step == step {
			return true
		}
	}
	return false
}

// collected checks what goes to the house out of the pot.
func (r *referee) collected(e *hand.Event) error {
	f := &r.fees
	step, want := int16(-1), int64(0)
	switch st := r.stepOf(e); {
	case st != nil && r.fixed(e.Step):
		if f.has(e.Step) {
			return fmt.Errorf("step %d takes its fee twice", e.Step)
		}
		step, want = e.Step, r.owed(e.Step)
	case f.due > 0:
		want = min(f.due, r.middle())
		f.due -= want
	case r.setup.Rake != nil:
		want = e.Amount // what a site recorded
	default:
		want = r.nextRake()
	}
	if e.Amount != want {
		return fmt.Errorf("the house takes %d out of the pot, and %d is due", e.Amount, want)
	}
	f.paid = append(f.paid, feePaid{step, want})
	r.fromPot += want
	return nil
}

func (r *referee) stepOf(e *hand.Event) *plan.Step {
	if e.Step < 0 || int(e.Step) >= len(r.plan.Game.Steps) {
		return nil
	}
	return &r.plan.Game.Steps[e.Step]
}

// nextRake returns what the next rake takes that takes anything, 0 if there is none.
func (r *referee) nextRake() int64 {
	f := &r.fees
	if f.raked == 0 {
		f.whole = r.middle() + r.fromPot // with the flat fees that have left it
	}
	for i := range r.plan.Game.Steps {
		c := r.plan.Game.Steps[i].Collect
		if r.plan.Game.Steps[i].Kind != plan.Collect || c.Rake == nil || i < f.raked {
			continue
		}
		f.raked = i + 1
		if take := min(r.plan.Rake(c.Rake, r.n-r.setup.Absent.Len(), f.whole), r.middle()); take > 0 {
			return take
		}
	}
	return 0
}

// back enters fees that go back into the pot: the newest first.
func (r *referee) back(amount int64) {
	f := &r.fees
	r.fromPot -= amount
	f.raked = 0
	for amount > 0 && len(f.paid) > 0 {
		last := &f.paid[len(f.paid)-1]
		part := min(amount, last.amount)
		if last.step < 0 {
			f.due += part
		}
		if last.amount -= part; last.amount == 0 {
			f.paid = f.paid[:len(f.paid)-1]
		}
		amount -= part
	}
}

// blind notes chips posted as a blind.
func (r *referee) blind(e *hand.Event) {
	if e.Forced != 0 {
		r.fees.blinds[e.Seat] += e.Amount
	}
}
