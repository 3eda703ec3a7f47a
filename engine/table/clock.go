package table

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

// advance moves the clock by one hand.
func (t *Table) advance() {
	if t.cfg.HandsPerHour == 0 {
		return
	}
	t.carry += 3600
	t.now += t.carry / t.cfg.HandsPerHour
	t.carry %= t.cfg.HandsPerHour
}

// settle charges for the time since the last charge. It charges nothing during
// a hand.
func (t *Table) settle() {
	if t.playing {
		return
	}
	from := t.settled
	t.settled = t.now
	f := t.timeFee()
	if f == nil || t.began < 0 {
		return
	}
	for mark := (from/f.Period + 1) * f.Period; mark <= t.now; mark += f.Period {
		if mark > t.began {
			t.chargeMark(f, mark)
		}
	}
}

func (t *Table) timeFee() *TimeFee {
	if len(t.cfg.Postings) == 0 {
		return nil
	}
	return t.cfg.Postings[t.posting].Time
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
