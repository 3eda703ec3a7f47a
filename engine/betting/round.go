package betting

import (
	"fmt"

	"cardroom/engine/seating"
)

// Seats are the chips in front of the players. Stack is what a seat has left,
// Wager what it has put in during this round.
type Seats struct {
	N      int
	Stack  [seating.Max]int64
	Wager  [seating.Max]int64
	Live   seating.Set // dealt in and not folded
	Broke  seating.Set // live or not, without chips behind
	Opened seating.Set // made a voluntary bet or raise in this round (kept for "who shows first")
}

// Able is the set of seats that are live and have chips behind.
func (s *Seats) Able() seating.Set { return s.Live &^ s.Broke }

// put moves chips of a seat into its wager.
func (s *Seats) put(seat int, amount int64) {
	s.Stack[seat] -= amount
	s.Wager[seat] += amount
	if s.Stack[seat] == 0 {
		s.Broke |= seating.Bit(seat)
	}
}

// Post puts up to `amount` from the seat's stack into its wager and reports
// what was put: less when the stack is shorter.
func (s *Seats) Post(seat int, amount int64) int64 {
	amount = min(amount, s.Stack[seat])
	s.put(seat, amount)
	return amount
}

// Total is the sum of the wagers of the round.
func (s *Seats) Total() int64 {
	var t int64
	for i := range s.N {
		t += s.Wager[i]
	}
	return t
}

// Round is the state of one round of betting.
type Round struct {
	Level   int64       // what a seat must have wagered to stay in
	full    int64       // the last level that was a full bet or raise
	raise   int64       // the size of the last full bet or raise, at least Limit.Lo
	pending seating.Set // seats that still have to act
	acted   seating.Set // seats that have acted in this round
	checked seating.Set // seats that checked in this round
	short   seating.Set // seats that called an all-in that was no bet

	// Count is the number of bets and raises so far, as the cap counts them.
	Count     int8
	uncapped  bool
	bringIn   bool // Level is a forced opening bet that may be completed
	Aggressor int8 // the last seat that bet or raised of its own will, -1 if none
	forced    int8 // Count when the round began

	at     [seating.Max]int64 // Level when the seat last acted
	fullAt [seating.Max]int64 // full when the seat last acted
}

// Forced describes the wagers that stand when a round begins.
type Forced struct {
	// Nominal is the largest forced bet as it should have been posted (blind
	// or straddle), 0 when there is none.
	Nominal int64
	// BringIn: the forced bet is an opening bet below the unit that may be
	// completed; it never counts as a bet.
	BringIn bool
}

// Start begins a round. Wagers that stand in s (blinds, posts) are taken
// into account; on later rounds there are none.
func (r *Round) Start(s *Seats, l *Limit, rules *Rules, f Forced) {
	posted := int64(0)
	for m := s.Live; m != 0; m &= m - 1 {
		posted = max(posted, s.Wager[m.First()])
	}
	if f.BringIn { // chips that were forfeited before lie there too, and nobody has to match them
		posted = min(posted, f.Nominal)
	}
	able := s.Able()
	r.Level, r.raise, r.full = posted, l.Lo, 0
	if !rules.PostedLevel {
		r.Level = max(posted, f.Nominal)
	}
	r.Count, r.uncapped, r.bringIn, r.Aggressor = 0, false, f.BringIn, -1
	r.pending, r.acted, r.checked, r.short = able, 0, 0, 0
	if f.Nominal > 0 && !f.BringIn {
		r.full = r.Level
		if limited(l) && f.Nominal < l.Lo {
			r.full = 0 // a blind below the unit is completed, not raised
		} else if rules.BlindCounts {
			r.Count = 1
		}
		if !limited(l) && rules.StraddleIsBlind {
			r.raise = max(l.Lo, f.Nominal)
		}
	}
	if rules.CapOff != CapAlways {
		r.uncapped = able.Len() <= 2
	}
	r.forced = r.Count
}

// Raises is how many bets and raises players have made of their own will.
func (r *Round) Raises() int { return int(r.Count - r.forced) }

// limited reports whether the raise cap and the completion of short bets
// apply: fixed and spread limit.
func limited(l *Limit) bool { return l.Structure <= Spread }

// over reports whether nobody has to act any more. A lone seat that can act
// and has nothing to call is not asked.
func (r *Round) over(s *Seats) bool {
	if r.pending == 0 || s.Live.Len() < 2 {
		return true
	}
	able := s.Able()
	if able.Len() == 1 {
		seat := able.First()
		return s.Wager[seat] >= r.owed(s, seat)
	}
	return false
}

// Full is the last level that was a full bet or raise, 0 for none: what a fixed
// bet goes on top of.
func (r *Round) Full() int64 { return r.full }

// LastRaise is the size of the last full bet or raise, at least the least bet:
// the least that a raise adds where the limit does not fix it.
func (r *Round) LastRaise() int64 { return r.raise }

// Forced reports whether the level is a forced opening bet that may be
// completed.
func (r *Round) Forced() bool { return r.bringIn }

// Checked is the set of seats that checked in the round.
func (r *Round) Checked() seating.Set { return r.checked }

// CalledShort is the set of seats that called an all-in that does not count as
// a bet, when there was no bet.
func (r *Round) CalledShort() seating.Set { return r.short }

// PassedOut reports whether nobody bet although at least two seats could act.
func (r *Round) PassedOut() bool { return r.Level == 0 && r.acted.Len() >= 2 }

// Next is the seat to act at or after `from`, clockwise; -1 when the round is
// over.
func (r *Round) Next(s *Seats, from int) int {
	if r.over(s) {
		return -1
	}
	return r.pending.From(from)
}

// owed is the level that the seat has to match. When nobody else can act it
// is what the others really wagered: a nominal blind that nobody could post
// in full is not called into the air.
func (r *Round) owed(s *Seats, seat int) int64 {
	if s.Able()&^seating.Bit(seat) != 0 {
		return r.Level
	}
	most := int64(0)
	for m := s.Live &^ seating.Bit(seat); m != 0; m &= m - 1 {
		most = max(most, s.Wager[m.First()])
	}
	return min(r.Level, most)
}

// Options are the legal actions of the seat whose turn it is.
type Options struct {
	Seat     int
	CanCheck bool
	// Call is the chips needed to call, less than owed when the stack is
	// shorter; 0 when there is nothing to call.
	Call int64
	// MinTo and MaxTo bound a bet or raise, as totals for the round. Both are
	// 0 when the seat may not bet or raise.
	MinTo, MaxTo int64
	// Chip is the unit of amounts between MinTo and MaxTo.
	Chip int64
	// Opens: there is no bet yet, a wager would be a bet and not a raise.
	Opens bool
	// Completes: a wager of MinTo completes a forced or short bet.
	Completes bool
	// Why says why the seat may not bet or raise.
	Why Refusal
}

// CanRaise reports whether the seat may bet or raise.
func (o *Options) CanRaise() bool { return o.MaxTo > 0 }

// Refusal is the reason why a seat may not bet or raise.
type Refusal uint8

// The reasons.
const (
	NotRefused  Refusal = iota
	NoChips             // the stack does not reach beyond the call
	NobodyLeft          // no opponent can act any more
	Capped              // the round has had all its raises
	NotReopened         // only short all-ins followed the seat's last action
	AfterCheck          // the house forbids raising after a check
)

var refusalTexts = [...]string{
	"", "the stack does not reach beyond a call", "no opponent can act any more",
	"the round has had all its raises",
	"the betting was not reopened: only a short all-in followed the seat's last action",
	"the house forbids a raise after a check",
}

func (r Refusal) String() string { return refusalTexts[r] }

// Options sets o to what `seat` may do. pot is what lies in the middle from
// earlier rounds, dead money included; only pot limit asks for it. checkable is
// false where a game allows no check without a bet before it ("pass and out").
func (r *Round) Options(o *Options, s *Seats, l *Limit, rules *Rules, seat int, pot int64, checkable bool) {
	owed := r.owed(s, seat)
	own := s.Wager[seat]
	*o = Options{Seat: seat, Chip: max(1, l.Chip), Opens: r.Level == 0}
	if owed > own {
		o.Call = min(owed-own, s.Stack[seat])
	} else {
		o.CanCheck = checkable || r.Level > 0
	}
	if o.Why = r.refusal(s, l, rules, seat); o.Why != NotRefused {
		return
	}
	o.MinTo, o.MaxTo = r.bounds(s, l, rules, own, pot)
	all := own + s.Stack[seat]
	if l.Max > 0 {
		o.MaxTo = min(o.MaxTo, max(r.Level+l.Max, o.MinTo))
	}
	o.MinTo, o.MaxTo = min(o.MinTo, all), min(o.MaxTo, all)
	if limited(l) {
		o.Completes = r.Level > 0 && r.Count == 0 && o.MaxTo > r.Level && r.full == 0
	}
	if rules.CoverRaise {
		r.cover(s, seat, o)
	}
}

// cover lowers the least raise to what puts the deepest opponent all-in.
func (r *Round) cover(s *Seats, seat int, o *Options) {
	deepest := int64(0)
	for m := s.Able() &^ seating.Bit(seat); m != 0; m &= m - 1 {
		i := m.First()
		deepest = max(deepest, s.Stack[i]+s.Wager[i])
	}
	if deepest > r.Level && deepest < o.MinTo {
		o.MinTo = deepest
	}
}

func (r *Round) refusal(s *Seats, l *Limit, rules *Rules, seat int) Refusal {
	switch {
	case s.Stack[seat] <= r.Level-s.Wager[seat]:
		return NoChips
	case s.Able()&^seating.Bit(seat) == 0:
		return NobodyLeft
	case r.capped(s, l, rules):
		return Capped
	case r.acted.Has(seat) && !r.reopened(l, rules, seat):
		return NotReopened
	case rules.NoCheckRaise && r.checked.Has(seat):
		return AfterCheck
	}
	return NotRefused
}

func (r *Round) capped(s *Seats, l *Limit, rules *Rules) bool {
	if rules.Cap == 0 || !limited(l) || int(r.Count) < rules.Cap || r.uncapped {
		return false
	}
	return true
}

// reopened reports whether a seat that has acted may raise again.
func (r *Round) reopened(l *Limit, rules *Rules, seat int) bool {
	if rules.ShortReopens {
		return r.Level > r.at[seat]
	}
	if limited(l) && rules.ShortAllIn != Full {
		// Where a short bet is no bet at all, who checked may still make it one
		// (house004.holdem.7.example).
		return r.full > r.fullAt[seat] || rules.ShortAllIn == ActionOnly && r.full == 0 && r.at[seat] == 0
	}
	return r.Level-r.at[seat] >= r.least(l, rules)
}

// least is the size of the least full raise.
func (r *Round) least(l *Limit, rules *Rules) int64 {
	switch {
	case limited(l):
		return r.raise
	case rules.AnyRaise:
		return max(1, l.Chip)
	case rules.PotMinIsBet && l.Structure == PotLimit:
		return l.Lo
	}
	return r.raise
}

// bounds are the least and the most that a bet or raise may come to, stacks
// aside.
func (r *Round) bounds(s *Seats, l *Limit, rules *Rules, own, pot int64) (lo, hi int64) {
	switch l.Structure {
	case Fixed:
		base := r.full
		if rules.ShortAllIn == Full && !r.bringIn && r.full > 0 {
			base = r.Level
		}
		to := base + l.Lo
		return to, to
	case Spread:
		base := max(r.full, 0)
		lo, hi = base+r.raise, base+l.Hi
		if r.full == 0 {
			lo, hi = l.Lo, l.Hi
		}
		lo = max(lo, r.Level+1)
		return lo, max(hi, lo)
	}
	lo = r.Level + r.least(l, rules)
	if r.Level == 0 || r.bringIn {
		lo = max(l.Lo, r.Level)
	}
	if l.Structure == NoLimit {
		return lo, 1 << 62
	}
	return lo, max(lo, r.potBound(s, rules, own, pot))
}

// potBound is the most that pot limit allows: the pot of earlier rounds, all
// bets of this round and the raiser's own call, on top of the level.
func (r *Round) potBound(s *Seats, rules *Rules, own, pot int64) int64 {
	tail := s.Total()
	switch {
	case rules.PotShorthand:
		return 3*tail + pot
	case rules.PotWithoutCall:
		return r.Level + pot + tail
	}
	return r.Level + pot + tail + (r.Level - own)
}

// Fold takes the seat out of the hand.
func (r *Round) Fold(s *Seats, rules *Rules, seat int) {
	s.Live &^= seating.Bit(seat)
	r.done(s, rules, seat)
}

// Check passes the turn.
func (r *Round) Check(s *Seats, rules *Rules, seat int) {
	r.checked |= seating.Bit(seat)
	r.done(s, rules, seat)
}

// Call matches the level as far as the stack goes and reports the chips put.
func (r *Round) Call(s *Seats, rules *Rules, seat int) int64 {
	put := s.Post(seat, r.owed(s, seat)-s.Wager[seat])
	if r.full == 0 && !r.bringIn {
		r.short |= seating.Bit(seat)
	}
	r.done(s, rules, seat)
	return put
}

// done notes that a seat has acted.
func (r *Round) done(s *Seats, rules *Rules, seat int) {
	r.pending &^= seating.Bit(seat)
	r.acted |= seating.Bit(seat)
	r.at[seat], r.fullAt[seat] = r.Level, r.full
	r.note(s, rules)
}

// note switches the cap off when only two seats are left that can act.
func (r *Round) note(s *Seats, rules *Rules) {
	open := rules.CapOff == CapNow && int(r.Count) < rules.Cap || rules.CapOff == CapTwoLeft
	if open && s.Able().Len() <= 2 {
		r.uncapped = true
	}
}

// Raise bets or raises to `to`, which must lie within the seat's Options, and
// reports the chips put.
func (r *Round) Raise(s *Seats, l *Limit, rules *Rules, o *Options, to int64) int64 {
	seat := o.Seat
	before := r.Level
	put := to - s.Wager[seat]
	s.put(seat, put)
	r.grow(l, rules, before, to)
	r.Level = to
	r.Aggressor = int8(seat)
	s.Opened |= seating.Bit(seat)
	r.done(s, rules, seat)
	r.pending = s.Able() &^ seating.Bit(seat)
	return put
}

// grow notes what a new level means for the raises after it.
func (r *Round) grow(l *Limit, rules *Rules, before, to int64) {
	full := r.fullTo(l, rules, before)
	switch {
	case to >= full:
		if l.Structure != Fixed {
			r.raise = max(r.raise, to-r.base(l, before))
		}
	case rules.ShortAllIn == Full, rules.ShortAllIn == HalfBet && !limited(l):
		if !limited(l) {
			return // short: the level grows, the size of a raise does not
		}
	case rules.ShortAllIn == HalfBet && 2*(to-r.full) >= full-r.full:
		// half a bet or more stands for a full one
	default:
		return
	}
	r.full = to
	r.Count++
	r.bringIn = false
}

// base is the level that the size of a raise is measured from: the last full
// bet where short bets are completed, else the level before the raise; nothing
// when the wager is the first bet.
func (r *Round) base(l *Limit, before int64) int64 {
	switch {
	case r.bringIn:
		return 0
	case limited(l):
		return r.full
	}
	return before
}

// fullTo is the least level that counts as a full bet or raise.
func (r *Round) fullTo(l *Limit, rules *Rules, before int64) int64 {
	switch {
	case l.Structure == Fixed:
		if rules.ShortAllIn == Full && !r.bringIn && r.full > 0 {
			return before + l.Lo
		}
		return r.full + l.Lo
	case l.Structure == Spread && r.full == 0:
		return l.Lo
	case l.Structure == Spread:
		return r.full + r.raise
	case before == 0 || r.bringIn:
		return l.Lo
	}
	return before + r.least(l, rules)
}

// Check reports why an amount may not be wagered, nil when it may.
func (o *Options) Check(to int64) error {
	switch {
	case !o.CanRaise():
		return fmt.Errorf("may not bet or raise: %s", o.Why)
	case to < o.MinTo || to > o.MaxTo:
		return &RangeError{To: to, Min: o.MinTo, Max: o.MaxTo}
	case to%o.Chip != 0 && to != o.MinTo && to != o.MaxTo:
		return &RangeError{To: to, Min: o.MinTo, Max: o.MaxTo, Chip: o.Chip}
	}
	return nil
}

// A RangeError is a wager outside of what the limit allows.
type RangeError struct {
	To, Min, Max int64
	Chip         int64 // set when the amount is not a multiple of the chip
}

func (e *RangeError) Error() string {
	switch {
	case e.Chip != 0:
		return fmt.Sprintf("%d is not a multiple of the smallest chip, %d", e.To, e.Chip)
	case e.Min == e.Max:
		return fmt.Sprintf("cannot go to %d, only to %d", e.To, e.Min)
	}
	return fmt.Sprintf("cannot go to %d, only from %d to %d", e.To, e.Min, e.Max)
}

// Opened notes that the seat has made the forced opening bet: it has acted.
func (r *Round) Opened(seat int) {
	r.pending &^= seating.Bit(seat)
	r.acted |= seating.Bit(seat)
	r.at[seat], r.fullAt[seat] = r.Level, r.full
}

// Acted is the set of seats that have acted in the round.
func (r *Round) Acted() seating.Set { return r.acted }

// Restore brings a seat back that was out of the hand, in the middle of the
// round: it acts at its place, unless it has no chips behind.
func (r *Round) Restore(s *Seats, seat int) {
	s.Live |= seating.Bit(seat)
	if !s.Broke.Has(seat) {
		r.pending |= seating.Bit(seat)
	}
	r.acted &^= seating.Bit(seat)
	r.at[seat], r.fullAt[seat] = 0, 0
}

// Put moves chips of the seat into its wager without making an action of it,
// as far as the stack goes: chips that are forfeited.
func (r *Round) Put(s *Seats, seat int, amount int64) int64 { return s.Post(seat, amount) }
