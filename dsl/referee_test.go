package dsl_test

import (
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/batch"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// A second accounting of hands: the referee reads the events of a finished hand from the first to the last and keeps chips and
// cards in books of its own, slowly and in the plainest way. What it expects comes from the setup, the plan, the deck and the
// events before, never from the fields of the hand, which it sees only at the end, to compare.

// referee keeps the books of one hand.
type referee struct {
	setup *hand.Setup
	plan  *plan.AtStakes
	hand  *hand.Hand
	n     int

	// Chips, by seat: put in this round, put into the pots in all, won, and what went out by rule.
	live, out   betting.Set // in the hand; folded or dead
	killed      betting.Set // dead by a ruling
	street, put []int64
	given       []int64 // forfeited in this round
	posted      []int64 // in front of the seats when the first round of this deal began; nil before
	won, took   []int64
	fee         []int64
	dead        int64 // money in the pot that nobody has to match
	fromPot     int64 // fees: see feeBook
	stays       int64
	void, odd   bool
	heirs       int64 // won by hands that are out
	round       bool  // a betting round is open
	acted       betting.Set
	betStep     int16                 // of the round
	closed      map[int16]betting.Set // who had acted in the rounds before, by step

	cards cardBook
	fees  feeBook
}

// refereed returns the first law that a played hand breaks. Where rulings are drawn at random, a round may end in any way and cards
// come from anywhere, so only the sums are checked.
func refereed(p *batch.Played, odd bool) error {
	n := len(p.Setup.Stacks)
	r := &referee{setup: p.Setup, plan: p.Setup.Plan, hand: p.Hand, n: n, live: (betting.Bit(n) - 1) &^ p.Setup.Absent}
	r.given, r.closed = make([]int64, n), map[int16]betting.Set{}
	r.street, r.put, r.won, r.took, r.fee = make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	r.cards.open(r, p.Deck)
	r.fees.open(p.Setup)
	r.odd, r.cards.mixed = odd, odd
	if r.plan.Game.Banked() {
		return nil // the bank's chips have laws of their own: see rules_conservation_test.go
	}
	for k := range p.Log.Events {
		e := &p.Log.Events[k]
		err := r.chips(e)
		if err == nil {
			err = r.cards.event(e)
		}
		if err != nil {
			return fmt.Errorf("event %d, %s of seat %d: %w\n%s", k+1, e.Kind, e.Seat+1, err, toldSoFar(p, k))
		}
	}
	if err := errors.Join(lawsHold(p.Hand), r.end()); err != nil {
		return fmt.Errorf("%w\n%s", err, toldSoFar(p, len(p.Log.Events)-1))
	}
	return nil
}

// toldSoFar lists the events of a hand up to the k-th.
func toldSoFar(p *batch.Played, k int) string {
	out := fmt.Sprintf("%s hand %d of seed %d, button at seat %d\n", p.Setup.Plan.Game.ID, p.Setup.Number, p.Setup.Seed, p.Setup.Button+1)
	for i := range p.Log.Events[:k+1] {
		e := &p.Log.Events[i]
		out += fmt.Sprintf("  %3d step %d %s", i+1, e.Step, e.Kind)
		if e.Seat >= 0 {
			out += fmt.Sprintf(" seat %d", e.Seat+1)
		}
		if e.Amount != 0 {
			out += fmt.Sprintf(" amount %d", e.Amount)
		}
		if e.N > 0 {
			out += " " + cards.Spaced(e.List())
		}
		if note := p.Hand.NoteOf(e); note != nil && e.Kind == hand.Happened {
			out += " [" + incidentText(note.Incident) + "]"
		}
		out += "\n"
	}
	return out
}

// incidentText returns an incident with its fields.
func incidentText(in *plan.Incident) string {
	out := in.Kind.String()
	for i, f := range in.Kind.Spec().Fields {
		if i < len(in.Values) && in.Values[i] != nil {
			v := in.Values[i]
			out += fmt.Sprintf(" %s %d%s%s", f.Name, v.N, v.Word, cards.Spaced(v.Cards))
		}
	}
	return out
}

// chips enters an event in the books of the chips.
func (r *referee) chips(e *hand.Event) error {
	s := int(e.Seat)
	if e.Amount < 0 {
		return fmt.Errorf("its amount is %d", e.Amount)
	}
	if err := r.passes(e); err != nil && !r.odd {
		return err
	}
	switch e.Kind {
	case hand.Posted, hand.Straddled:
		r.bets(s, e.Amount)
		r.blind(e)
	case hand.PostedAnte:
		r.put[s] += e.Amount
	case hand.PostedDead:
		r.took[s] -= e.Amount
		r.dead += e.Amount
	case hand.PaidPot:
		r.took[s] -= e.Amount
		r.dead += e.Amount
	case hand.TookPot:
		r.took[s] += e.Amount
		r.dead -= e.Amount
	case hand.CarriedOver:
		r.dead += e.Amount
	case hand.Forfeited:
		r.put[s] += e.Amount // nobody has to match it
		r.given[s] += e.Amount
	case hand.BroughtIn, hand.Called, hand.Bet, hand.Raised, hand.Completed:
		if r.posted == nil { // a forced opening bet comes before the round
			r.posted = slices.Clone(r.street)
		}
		r.street[s] += r.given[s] // what a revived hand gave up in this round is part of its bet once it bets or calls
		r.given[s] = 0
		r.bets(s, e.Amount)
		r.acted |= betting.Bit(s)
		if !r.live.Has(s) && !r.odd {
			return fmt.Errorf("a hand that is out acts")
		}
	case hand.Checked:
		r.acted |= betting.Bit(s)
		if !r.live.Has(s) && !r.odd {
			return fmt.Errorf("a hand that is out acts")
		}
	case hand.Folded, hand.Killed:
		r.live &^= betting.Bit(s)
		r.out |= betting.Bit(s)
		if e.Kind == hand.Killed {
			r.killed |= betting.Bit(s)
		}
	case hand.Revived:
		r.live |= betting.Bit(s)
		r.out &^= betting.Bit(s)
		r.killed &^= betting.Bit(s)
	case hand.Returned:
		if r.out.Has(s) && e.Note == 0 && r.unmatched(s, false) < e.Amount && e.Amount > r.uncalled(s) {
			return fmt.Errorf("%d goes back to a hand that is out, and no ruling says so", e.Amount)
		}
		back := min(e.Amount, r.street[s])
		r.street[s] -= back
		r.put[s] -= e.Amount
	case hand.Voided:
		r.put[s] -= e.Amount
	case hand.Collected:
		if s >= 0 {
			r.fee[s] += e.Amount
		} else {
			return r.collected(e)
		}
	case hand.RoundBegan:
		if r.posted == nil {
			r.posted = slices.Clone(r.street)
		}
		r.closed[r.betStep] = r.acted
		r.round, r.acted, r.betStep = true, 0, e.Step
	case hand.Gathered:
		return r.roundEnds()
	case hand.Reopened: // a round in which nobody could bet may have begun since
		if r.round = true; e.Step != r.betStep {
			r.betStep, r.acted = e.Step, r.closed[e.Step]
		}
	case hand.PutAgain:
		if s < 0 {
			r.back(e.Amount)
			break
		}
		won := min(e.Amount, r.won[s])
		r.won[s] -= won
		r.put[s] += e.Amount - won
		r.street[s] = e.To
	case hand.Misdealt, hand.HandVoided:
		r.round, r.out, r.live = false, 0, (betting.Bit(r.n)-1)&^r.setup.Absent
		clear(r.given)
		if r.posted != nil { // the forced bets stay where they are
			r.street, r.posted = r.posted, nil
		}
		r.void = r.void || e.Kind == hand.HandVoided
	case hand.Redealt:
		r.round, r.posted = false, nil
		clear(r.street)
		clear(r.given)
	case hand.Awarded, hand.Won:
		r.won[s] += e.Amount
		if r.out.Has(s) {
			if most := r.unmatched(s, e.Note != 0); e.Amount > most && (e.Note == 0 || e.Amount > most+r.dead) {
				return fmt.Errorf("a hand that is out wins %d, and only %d that it has matched is left to nobody", e.Amount, most)
			}
			r.heirs += e.Amount
		}
	case hand.Shown:
		if !r.live.Has(s) {
			return fmt.Errorf("a hand that is out is shown")
		}
	case hand.Carried:
		r.stays += e.Amount
	}
	return nil
}

// uncalled returns what a hand that a ruling has killed has put in and nobody has called: it goes back. Somebody who came back without
// what was bet meanwhile may have called the last bet and still have put in less.
func (r *referee) uncalled(seat int) int64 {
	if !r.killed.Has(seat) {
		return 0
	}
	street, whole := int64(0), int64(0)
	for i := range r.street {
		if i != seat {
			street, whole = max(street, r.street[i]), max(whole, r.put[i])
		}
	}
	return max(r.street[seat]-street, r.put[seat]-whole)
}

// unmatched returns what a hand that is out can get where only all-in hands are left: the bets that none of them has matched, as far
// as it has matched them itself; 0 where the house gives them to the live hands, unless a ruling names the hand.
func (r *referee) unmatched(seat int, heir bool) (sum int64) {
	if !heir && r.plan.Game.Betting.Unclaimed == betting.ToLive {
		return 0
	}
	top := int64(0)
	for m := r.live; m != 0; m &= m - 1 {
		i := m.First()
		if r.stack(i)-r.won[i] > 0 {
			return 0
		}
		top = max(top, r.put[i])
	}
	for _, n := range r.put {
		sum += max(0, min(n, r.put[seat])-top)
	}
	return sum
}

// bets moves chips of a seat in front of it.
func (r *referee) bets(seat int, n int64) {
	r.street[seat] += n
	r.put[seat] += n
}

// stack returns the chips that a seat has left.
func (r *referee) stack(i int) int64 {
	return r.setup.Stacks[i] - r.put[i] - r.fee[i] + r.won[i] + r.took[i]
}

// before returns the chips that a seat had before an event.
func (r *referee) before(seat int, e *hand.Event) int64 {
	if int(e.Seat) == seat {
		return r.stack(seat) + e.Amount
	}
	return r.stack(seat)
}

// roundEnds checks that nobody was passed over when the bets are moved in: everybody who is in and has chips has matched the
// highest bet, and has acted.
func (r *referee) roundEnds() error {
	defer func() {
		clear(r.street)
		clear(r.given)
	}()
	if !r.round || r.odd {
		return nil
	}
	r.round = false
	level, able := int64(0), 0
	for i := range r.n {
		if r.live.Has(i) {
			level = max(level, r.street[i])
			able += int(min(1, r.stack(i)))
		}
	}
	for i := range r.n {
		if !r.live.Has(i) || r.stack(i) == 0 || r.live.Len() == 1 {
			continue
		}
		if r.street[i]+r.given[i] < level {
			return fmt.Errorf("the round is over, and seat %d has put in %d of %d", i+1, r.street[i], level)
		}
		if able > 1 && !r.acted.Has(i) { // who is left alone with chips has nobody to bet against
			return fmt.Errorf("the round is over, and seat %d has not acted", i+1)
		}
	}
	return nil
}

// end compares the books with the finished hand, and checks who won what.
func (r *referee) end() error {
	if r.void {
		for i := range r.n {
			if h := r.hand.Stack(i); h != r.setup.Stacks[i] {
				return fmt.Errorf("the hand is void, and seat %d has %d of %d", i+1, h, r.setup.Stacks[i])
			}
		}
		return nil
	}
	pot := r.dead - r.fromPot - r.stays
	for i := range r.n {
		if is := r.stack(i); is != r.hand.Stack(i) {
			return fmt.Errorf("by its events seat %d has %d, and it has %d", i+1, is, r.hand.Stack(i))
		}
		pot += r.put[i] - r.won[i]
	}
	if pot != 0 {
		return fmt.Errorf("%d of the pot went nowhere", pot)
	}
	if err := r.matched(); err != nil {
		return err
	}
	return r.cards.end()
}

// matched checks that nobody wins what they have not matched: all-in seats that put in at most t win together at most what
// everybody put in up to t, and the dead money.
//
// It holds where all who are in are all in. Where somebody has chips left, what a dead hand bet beyond an all-in hand stays in its pot
// (angies.general.22): nobody could have called it.
func (r *referee) matched() error {
	for m := r.live; m != 0; m &= m - 1 {
		if i := m.First(); r.stack(i) > r.won[i] {
			return nil
		}
	}
	for _, t := range r.put {
		most, got := max(0, r.dead), int64(0)
		for i, n := range r.put {
			most += min(n, t)
			if n <= t && r.stack(i) == r.won[i] {
				got += r.won[i]
			}
		}
		if got > most && r.plan.Game.Betting.Unclaimed != betting.ToLive {
			return fmt.Errorf("seats that put in at most %d win %d, and only %d was put in up to there", t, got, most)
		}
	}
	return nil
}
