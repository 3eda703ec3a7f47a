package betting

import (
	"fmt"
)

// Seats are the chips in front of the players. Stack is a seat's remaining chips,
// Wager what it has put in during this round.
type Seats struct {
	N     int
	Stack [Max]int64
	Wager [Max]int64
	Live  Set // dealt in and not folded
	Broke Set // seats without chips behind, live or not
}

// Able returns the seats that are live and have chips behind.
func (s *Seats) Able() Set { return s.Live &^ s.Broke }

// put moves a seat's chips into its wager.
func (s *Seats) put(seat int, amount int64) {
	s.Stack[seat] -= amount
	s.Wager[seat] += amount
	if s.Stack[seat] == 0 {
		s.Broke |= Bit(seat)
	}
}

// Post puts up to `amount` from the seat's stack into its wager and returns the
// amount put in: less if the stack is shorter.
func (s *Seats) Post(seat int, amount int64) int64 {
	amount = min(amount, s.Stack[seat])
	s.put(seat, amount)
	return amount
}

// Total returns the sum of the round's wagers.
func (s *Seats) Total() int64 {
	var t int64
	for _, n := range s.Wager[:s.N] {
		t += n
	}
	return t
}

// Round is the state of a betting round.
type Round struct {
	Level   int64 // the wager that a seat needs to stay in
	full    int64 // the last level that was a full bet or raise
	raise   int64 // the size of the last full bet or raise, at least Limit.Lo
	pending Set   // seats that have yet to act
	acted   Set   // seats that have acted in this round
	checked Set   // seats that checked in this round
	short   Set   // seats that called an all-in too small to count as a bet

	// Count is the number of bets and raises so far, as counted for the cap.
	Count     int8
	uncapped  bool
	bringIn   bool // Level is a forced opening bet that may be completed
	Aggressor int8 // the last seat that made a voluntary bet or raise, -1 if none
	forced    int8 // Count at the start of the round

	at     [Max]int64 // Level when the seat last acted
	fullAt [Max]int64 // full when the seat last acted
}

// Forced describes the wagers at the start of a round.
type Forced struct {
	// Nominal is the full amount of the largest forced bet (blind or straddle),
	// even if less was posted; 0 if there is none.
	Nominal int64
	// BringIn: the forced bet is an opening bet below the unit that may be
	// completed; it never counts as a bet.
	BringIn bool
}

// Start starts a round. It takes the wagers in s (blinds, posts) into account;
// later rounds have none.
func (r *Round) Start(s *Seats, l *Limit, rules *Rules, f Forced) {
	posted := int64(0)
	if s.Total() > 0 {
		for m := s.Live; m != 0; m &= m - 1 {
			posted = max(posted, s.Wager[m.First()])
		}
	}
	if f.BringIn { // forfeited chips may be there too, and nobody has to match them
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
		if completes(l, rules, f.Nominal) {
			r.full = 0
		} else if rules.BlindCounts {
			r.Count = 1
		}
		if l.Structure != Fixed && rules.StraddleIsBlind {
			r.raise = max(l.Lo, f.Nominal)
		}
		if l.Structure == Spread {
			r.raise = min(r.raise, max(l.Lo, l.Hi))
		}
	}
	if rules.CapOff != CapAlways {
		r.uncapped = able.Len() <= 2
	}
	r.forced = r.Count
}

// completes reports whether a blind is below the unit, so that it is completed, not
// raised.
func completes(l *Limit, rules *Rules, nominal int64) bool {
	return limited(l) && nominal < l.Lo && !rules.LowBlindRaised
}

// Stands makes the blind of a hand that has come back a bet again: at least that
// much is to be called.
func (r *Round) Stands(l *Limit, rules *Rules, nominal, posted int64) {
	if posted <= r.Level {
		return
	}
	if r.full == r.Level && !completes(l, rules, nominal) {
		r.full = posted
	}
	r.Level = posted
}

// Raises returns the number of voluntary bets and raises.
func (r *Round) Raises() int { return int(r.Count - r.forced) }

// limited reports whether the raise cap and the completion of short bets apply: in
// fixed and spread limit.
func limited(l *Limit) bool { return l.Structure <= Spread }

// Full returns the last level that was a full bet or raise, 0 for none. A fixed bet
// is added to it.
func (r *Round) Full() int64 { return r.full }

// LastRaise returns the size of the last full bet or raise, at least the smallest
// bet: the smallest raise unless the limit fixes its size.
func (r *Round) LastRaise() int64 { return r.raise }

// Forced reports whether the level is a forced opening bet that may be
// completed.
func (r *Round) Forced() bool { return r.bringIn }

// Checked returns the seats that checked in the round.
func (r *Round) Checked() Set { return r.checked }

// CalledShort returns the seats that called an all-in too small to count as a bet
// when there was no bet.
func (r *Round) CalledShort() Set { return r.short }

// PassedOut reports whether nobody bet although at least two seats could act.
func (r *Round) PassedOut() bool { return r.Level == 0 && r.acted.Len() >= 2 }

// Next returns the seat to act at or after `from`, clockwise; -1 when the round is
// over. A single seat that can act and has nothing to call is not asked.
func (r *Round) Next(s *Seats, from int) int {
	able := s.Able()
	switch {
	case r.pending == 0 || s.Live.Few():
		return -1
	case able.Few() && able != 0:
		if seat := able.First(); s.Wager[seat] >= r.owed(s, seat) {
			return -1
		}
	}
	return r.pending.From(from)
}

// owed returns the level that the seat has to match. If nobody else can act, it is
// the others' highest actual wager: the seat need not call a nominal blind that
// nobody could post in full.
func (r *Round) owed(s *Seats, seat int) int64 {
	if s.Able()&^Bit(seat) != 0 {
		return r.Level
	}
	most := int64(0)
	for m := s.Live &^ Bit(seat); m != 0; m &= m - 1 {
		most = max(most, s.Wager[m.First()])
	}
	return min(r.Level, most)
}

// Options are the legal actions of the seat whose turn it is.
type Options struct {
	Seat     int
	CanCheck bool
	// Call is the number of chips needed to call, less than owed if the stack is
	// shorter; 0 if there is nothing to call.
	Call int64
	// MinTo and MaxTo bound a bet or raise, as totals for the round. Both are
	// 0 when the seat may not bet or raise.
	MinTo, MaxTo int64
	// Chip is the unit of amounts between MinTo and MaxTo.
	Chip int64
	// Opens: there is no bet yet, so that a wager is a bet and not a raise.
	Opens bool
	// Completes: a wager of MinTo completes a forced or short bet.
	Completes bool
	// Why is the reason why the seat may not bet or raise.
	Why Refusal
}

// CanRaise reports whether the seat may bet or raise.
func (o *Options) CanRaise() bool { return o.MaxTo > 0 }

// Verb returns the words for a bet or raise, without its amount: "bet", "complete to" or "raise to".
func (o *Options) Verb() string {
	switch {
	case o.Opens:
		return "bet"
	case o.Completes:
		return "complete to"
	}
	return "raise to"
}

// Refusal is the reason why a seat may not bet or raise.
type Refusal uint8

// The reasons.
const (
	NotRefused  Refusal = iota
	NoChips             // the stack is not larger than a call
	NobodyLeft          // no opponent can act anymore
	Capped              // the round has had its maximum number of raises
	NotReopened         // only short all-ins followed the seat's last action
	AfterCheck          // the house forbids raising after a check
	Beyond              // forfeited chips in front of the seat are as much as the largest bet
)

var refusalTexts = [...]string{
	"", "the stack does not reach beyond a call", "no opponent can act any more",
	"the round has had all its raises",
	"the betting was not reopened: only a short all-in followed the seat's last action",
	"the house forbids a raise after a check",
	"the chips in front of the seat are as much as the largest bet",
}

func (r Refusal) String() string { return refusalTexts[r] }

// Options sets o to the legal actions of `seat`. pot is the money from earlier
// rounds, including dead money; only pot limit uses it. checkable is false if the
// game allows no check while there is no bet ("pass and out").
func (r *Round) Options(o *Options, s *Seats, l *Limit, rules *Rules, seat int, pot int64, checkable bool) {
	r.Facing(o, s, seat, checkable)
	r.Bounds(o, s, l, rules, seat, pot)
}

// Facing sets o to the legal actions of `seat` but for the bounds of a bet or raise.
func (r *Round) Facing(o *Options, s *Seats, seat int, checkable bool) {
	owed := r.owed(s, seat)
	own := s.Wager[seat]
	*o = Options{Seat: seat, Opens: r.Level == 0}
	if owed > own {
		o.Call = min(owed-own, s.Stack[seat])
	} else {
		o.CanCheck = checkable || r.Level > 0
	}
}

// Bounds adds the bounds of a bet or raise to the legal actions of `seat`.
func (r *Round) Bounds(o *Options, s *Seats, l *Limit, rules *Rules, seat int, pot int64) {
	o.Chip = max(1, l.Chip)
	own := s.Wager[seat]
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
		deepest := int64(0)
		for m := s.Able() &^ Bit(seat); m != 0 && deepest < o.MinTo; m &= m - 1 {
			i := m.First()
			deepest = max(deepest, s.Stack[i]+s.Wager[i])
		}
		if deepest > r.Level && deepest < o.MinTo {
			o.MinTo = deepest
		}
	}
	if own >= o.MinTo { // a ruling has forfeited chips of the seat
		if o.MinTo = min(own+o.Chip, all); o.MinTo > o.MaxTo {
			o.MinTo, o.MaxTo, o.Why, o.Completes = 0, 0, Beyond, false
		}
	}
}

func (r *Round) refusal(s *Seats, l *Limit, rules *Rules, seat int) Refusal {
	switch {
	case s.Stack[seat] <= max(0, r.Level-s.Wager[seat]):
		return NoChips
	case s.Able()&^Bit(seat) == 0:
		return NobodyLeft
	case rules.Cap != 0 && limited(l) && int(r.Count) >= rules.Cap && !r.uncapped:
		return Capped
	case r.acted.Has(seat) && !r.reopened(l, rules, seat):
		return NotReopened
	case rules.NoCheckRaise && r.checked.Has(seat):
		return AfterCheck
	}
	return NotRefused
}

// reopened reports whether a seat that has acted may raise again.
func (r *Round) reopened(l *Limit, rules *Rules, seat int) bool {
	if rules.ShortReopens {
		return r.Level > r.at[seat]
	}
	if limited(l) && rules.ShortAllIn != Full {
		// If a short bet is no bet at all, a seat that checked may still turn it
		// into one.
		return r.full > r.fullAt[seat] || rules.ShortAllIn == ActionOnly && r.full == 0 && r.at[seat] == 0
	}
	return r.Level-r.at[seat] >= r.least(l, rules)
}

// least returns the size of the smallest full raise.
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

// bounds returns the smallest and the largest total of a bet or raise, regardless
// of stacks.
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

// potBound returns the largest total that pot limit allows: the level plus the pot
// of earlier rounds, all bets of this round and the raiser's own call.
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
	s.Live &^= Bit(seat)
	r.done(s, rules, seat)
}

// Check passes the turn.
func (r *Round) Check(s *Seats, rules *Rules, seat int) {
	r.checked |= Bit(seat)
	r.done(s, rules, seat)
}

// Call matches the level as far as the stack goes and returns the chips put in.
func (r *Round) Call(s *Seats, rules *Rules, seat int) int64 {
	put := s.Post(seat, r.owed(s, seat)-s.Wager[seat])
	if r.full == 0 && !r.bringIn {
		r.short |= Bit(seat)
	}
	r.done(s, rules, seat)
	return put
}

// done records that a seat has acted.
func (r *Round) done(s *Seats, rules *Rules, seat int) {
	r.pending &^= Bit(seat)
	r.acted |= Bit(seat)
	r.at[seat], r.fullAt[seat] = r.Level, r.full
	if rules.CapOff >= CapNow && (rules.CapOff == CapTwoLeft || int(r.Count) < rules.Cap) && s.Able().Len() <= 2 {
		r.uncapped = true
	}
}

// Raise bets or raises to `to`, which must be within the seat's Options, and
// returns the chips put in.
func (r *Round) Raise(s *Seats, l *Limit, rules *Rules, o *Options, to int64) int64 {
	seat := o.Seat
	before := r.Level
	put := to - s.Wager[seat]
	s.put(seat, put)
	r.grow(l, rules, before, to)
	r.Level = to
	r.Aggressor = int8(seat)
	r.done(s, rules, seat)
	r.pending = s.Able() &^ Bit(seat)
	return put
}

// grow updates the state that later raises depend on for a new level.
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
		// half a bet or more counts as a full one
	default:
		return
	}
	r.full = to
	r.Count++
	r.bringIn = false
}

// base returns the level from which the size of a raise is measured: in fixed and
// spread limit the last full bet, in other limits the level before the raise; 0 if
// the wager is the first bet.
func (r *Round) base(l *Limit, before int64) int64 {
	switch {
	case r.bringIn:
		return 0
	case limited(l):
		return r.full
	}
	return before
}

// fullTo returns the lowest level that counts as a full bet or raise.
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

// Check returns the reason why an amount may not be wagered, nil if it may.
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

// A RangeError is the error for a wager that the limit does not allow.
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

// Opened records the forced opening bet as the seat's action.
func (r *Round) Opened(seat int) {
	r.pending &^= Bit(seat)
	r.acted |= Bit(seat)
	r.at[seat], r.fullAt[seat] = r.Level, r.full
}

// Acted returns the seats that have acted in the round.
func (r *Round) Acted() Set { return r.acted }

// A Place is what a round knows of one seat.
type Place struct {
	pending, acted, checked, short bool
	at, fullAt                     int64
	uncapped                       bool
}

// NoPlace is that of a seat that the round has not known: it is still to act.
var NoPlace = Place{pending: true}

// Pending reports whether the seat is still to act.
func (p Place) Pending() bool { return p.pending }

// Place returns what the round knows of a seat, for [Round.Restore].
func (r *Round) Place(seat int) Place {
	p := Place{pending: r.pending.Has(seat), acted: r.acted.Has(seat), checked: r.checked.Has(seat), short: r.short.Has(seat), uncapped: r.uncapped}
	if p.acted {
		p.at, p.fullAt = r.at[seat], r.fullAt[seat]
	}
	return p
}

// Restore brings a folded seat back in the middle of the round, as it was: it acts if
// it was still to act or has not matched the level, unless it has no chips behind.
// So do the others who have not matched the level: nobody but the seat could bet
// against them, and they called less. same is false if others have acted since it left.
func (r *Round) Restore(s *Seats, seat int, p Place, same bool) (acts bool) {
	bit := Bit(seat)
	s.Live |= bit
	acts = !s.Broke.Has(seat) && (p.pending || s.Wager[seat] < r.owed(s, seat))
	for set, is := range map[*Set]bool{&r.pending: acts, &r.acted: p.acted, &r.checked: p.checked, &r.short: p.short} {
		if *set &^= bit; is {
			*set |= bit
		}
	}
	r.at[seat], r.fullAt[seat] = p.at, p.fullAt
	for m := s.Able() &^ bit; m != 0; m &= m - 1 { // alone with chips they had less to call
		if i := m.First(); s.Wager[i] < r.owed(s, i) {
			r.pending |= Bit(i)
		}
	}
	if same {
		r.uncapped = p.uncapped
	}
	return acts
}

// Put moves chips of the seat into its wager, as far as the stack goes, without
// counting as an action: forfeited chips. A seat without any left need not act.
func (r *Round) Put(s *Seats, seat int, amount int64) int64 {
	amount = s.Post(seat, amount)
	r.pending &^= s.Broke & Bit(seat)
	return amount
}
