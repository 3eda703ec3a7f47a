package table

import (
	"errors"
	"fmt"
)

// offer returns the game being played, with its buy-in.
func (t *Table) offer() *Offer { return &t.cfg.Games[t.game] }

func (t *Table) sell(s *Seat, amount int64) {
	o := t.offer()
	s.Stack += amount
	t.bought += amount
	switch {
	case o.Short(amount):
		s.Short = true
	case amount >= o.Min:
		s.Short = false
	}
}

// redeem records the amount that a player cashed.
func (t *Table) redeem(s *Seat, amount int64) {
	if amount == 0 {
		return
	}
	r := t.remember(s.Player)
	r.Cashed, r.At = amount, t.now
}

// MaxBought is the largest amount of chips that a table sells: all of them may
// end up in one stack, and a hand counts no more.
const MaxBought = 1 << 56

// sells returns why the table cannot sell an amount to anyone, nil if it can.
func (t *Table) sells(amount int64) error {
	switch {
	case amount <= 0:
		return errors.New("they buy no chips")
	case amount > MaxBought-t.bought:
		return fmt.Errorf("the table has sold %s and sells at most %s", t.money(t.bought), t.money(MaxBought))
	}
	return nil
}

// mayBuyIn returns why a player may not sit down with an amount, nil if they
// may.
func (t *Table) mayBuyIn(p Player, amount int64) error {
	if err := t.sells(amount); err != nil {
		return err
	}
	if t.cfg.Offered && t.hands > 0 {
		return t.offers(t.entry, amount)
	}
	if done, err := t.comesBack(p, amount); done {
		return err
	}
	return t.inRange(amount)
}

// inRange returns an error if an amount is outside the posted buy-in.
func (t *Table) inRange(amount int64) error {
	o := t.offer()
	switch {
	case amount < o.Min:
		return fmt.Errorf("the minimum buy-in is %s, not %s", t.money(o.Min), t.money(amount))
	case o.Max > 0 && amount > o.Max:
		return fmt.Errorf("the maximum buy-in is %s, not %s", t.money(o.Max), t.money(amount))
	}
	return nil
}

// comesBack decides on the buy-in of a player who recently cashed out: it must
// be the same amount, if that is within the limits. done is false when the
// posted buy-in applies.
func (t *Table) comesBack(p Player, amount int64) (done bool, err error) {
	k := t.pastOf(p)
	if wait := t.cfg.Cashout.Wait; k < 0 || wait == 0 || t.past[k].Cashed == 0 || t.now-t.past[k].At >= wait {
		return false, nil
	}
	o, cashed := t.offer(), t.past[k].Cashed
	switch {
	case o.Max > 0 && cashed > o.Max:
		return true, fmt.Errorf("they cashed out %s, more than a buy-in, and must wait", t.money(cashed))
	case cashed < o.Min:
		return false, nil
	case amount != cashed:
		return true, fmt.Errorf("they cashed out %s and may come back with that, or later", t.money(cashed))
	}
	return true, nil
}

func (t *Table) buy(s *Seat, amount int64) error {
	if err := t.sells(amount); err != nil {
		return err
	}
	if err := t.mayRebuy(s, amount); err != nil {
		return err
	}
	t.sell(s, amount)
	s.Offer = 0
	return nil
}

// offers returns why an amount that a rule does not offer is not sold.
func (t *Table) offers(offer, amount int64) error {
	switch {
	case offer == 0:
		return errors.New("chips are not sold now")
	case amount != offer:
		return fmt.Errorf("they may buy %s, not %s", t.money(offer), t.money(amount))
	}
	return nil
}

func (t *Table) mayRebuy(s *Seat, amount int64) error {
	if s.Offer > 0 && amount == s.Offer {
		return nil
	}
	if t.cfg.Offered {
		return t.offers(s.Offer, amount)
	}
	if s.Stack == 0 {
		if done, err := t.comesBack(s.Player, amount); done {
			return err
		}
	}
	o := t.offer()
	switch {
	case o.ShortBelow == 0:
		return t.inRange(s.Stack + amount)
	case o.Max > 0 && s.Stack+amount > o.Max:
		return t.inRange(s.Stack + amount)
	case o.Short(amount) && s.Short && !t.cfg.AnyShortBuys:
		return errors.New("only one short buy is allowed between full ones")
	}
	return nil
}

func (t *Table) cashOut(s *Seat, amount int64) error {
	if amount == 0 {
		amount = s.Stack
	}
	switch {
	case s.Stack == 0:
		return errors.New("they have no chips")
	case amount < 0:
		return fmt.Errorf("%s is not an amount to cash out", t.money(amount))
	case amount > s.Stack:
		return fmt.Errorf("they have %s", t.money(s.Stack))
	case t.cfg.Cashout.All && amount < s.Stack:
		return errors.New("all chips are cashed out together")
	}
	t.redeem(s, amount)
	s.Stack -= amount
	t.cashed += amount
	if s.Stack == 0 {
		s.Away = true
	}
	return nil
}

// pastOf returns the index of a player in past, -1 if the table does not
// remember them.
func (t *Table) pastOf(p Player) int {
	for i := range int(t.pasts) {
		if t.past[i].Player == p {
			return i
		}
	}
	return -1
}

// remember returns the record of a player in past, adding one if there is none.
func (t *Table) remember(p Player) *past {
	if k := t.pastOf(p); k >= 0 {
		return &t.past[k]
	}
	if int(t.pasts) == maxPast {
		t.forget(t.stale())
	}
	r := &t.past[t.pasts]
	t.pasts++
	*r = past{Player: p}
	return r
}

// stale returns the index of the record to drop: the one of the player who
// cashed out first, preferably one who owes nothing.
func (t *Table) stale() int {
	best := 0
	for i := range int(t.pasts) {
		a, b := &t.past[i], &t.past[best]
		if a.owes() != b.owes() && !a.owes() || a.owes() == b.owes() && a.At < b.At {
			best = i
		}
	}
	return best
}

func (p *past) owes() bool { return p.Debt > 0 || p.OwesBig || p.OwesSmall }

func (t *Table) forget(k int) {
	copy(t.past[k:], t.past[k+1:t.pasts])
	t.pasts--
	t.past[t.pasts] = past{}
}

// MaxTime is the latest time of the clock, after some 30,000 years.
const MaxTime = 1 << 40

// TimeFee is a collection by the clock: every player at the table pays a flat
// amount at each mark, between hands. Amounts are in the table's units, times
// in seconds.
type TimeFee struct {
	Name   string
	Amount int64
	Period int64 // marks are its multiples after midnight
	// FirstFree: nobody pays at the first mark of a game that did not begin at
	// a mark.
	FirstFree bool
	// JoinEvery, when not 0: a player who has not sat through the whole period
	// pays only at marks that are JoinAt after a multiple of JoinEvery ("for
	// the bottom of the hour"). With JoinAt -1 they never pay for a partial
	// period.
	JoinEvery, JoinAt int64
	// Players is the smallest number of players at the table for which the fee
	// is posted: fewer pay nothing.
	Players int
}

// pays reports whether a player who sat down at joined pays at a mark.
func (f *TimeFee) pays(joined, mark, began int64) bool {
	switch {
	case f.FirstFree && began%f.Period != 0 && mark-began < f.Period:
		return false
	case joined <= mark-f.Period || f.JoinEvery == 0:
		return true
	}
	return mark%f.JoinEvery == f.JoinAt
}

// settle charges for the time since the last charge. It charges nothing during
// a hand.
func (t *Table) settle() {
	if t.playing {
		return
	}
	from := t.settled
	t.settled = t.now
	if len(t.cfg.Postings) == 0 || t.began < 0 {
		return
	}
	f := t.cfg.Postings[t.posting].Time
	if f == nil {
		return
	}
	for mark := (from/f.Period + 1) * f.Period; mark <= t.now; mark += f.Period {
		if mark > t.began {
			t.chargeMark(f, mark)
		}
	}
}

func (t *Table) seated() (n int) {
	for i := range t.cfg.MaxSeats {
		if t.seats[i].Player != 0 {
			n++
		}
	}
	return n
}

// chargeMark takes the fee of one mark from everybody at the table, up to their
// stack.
func (t *Table) chargeMark(f *TimeFee, mark int64) {
	if t.seated() < f.Players {
		return
	}
	taken := int64(0)
	for i := range t.cfg.MaxSeats {
		s := &t.seats[i]
		if s.Player == 0 || s.Joined >= mark || !f.pays(s.Joined, mark, t.began) {
			continue
		}
		fee := min(f.Amount, s.Stack)
		s.Stack -= fee
		taken += fee
	}
	t.ledger.Time += taken
	if taken > 0 {
		t.ledger.Boundary++
	}
}
