package batch

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/money"
	"cardroom/engine/pause"
	"cardroom/engine/table"
)

// Session is a sequence of hands at one table, with players who come and go. It depends only on the
// configuration, the seed and the recorded events: the crowd is derived from (seed, hand), like the
// cards.
type Session struct {
	Table  table.Table
	Policy Policy
	// Own are the policies of players who have their own.
	Own map[table.Player]Policy
	// Players is the number of players at the start, Stack their buy-in; 0 for the minimum buy-in
	// of the table.
	Players int
	Stack   int64
	Crowd   Crowd
	// Floor are events in addition to those of the crowd, in order. An event that the table refuses
	// ends the session.
	Floor []HandEvent
	// Replay are recorded events. They replace the crowd during the recorded hands.
	Replay  []HandEvent
	Through int64 // the last hand of the recording
	// Mishaps, when set, triggers irregularities in the hands, which are then attended. Players at
	// the table who are not dealt in may get cards by mistake. The table keeps the consequences for
	// later hands, such as owed blinds.
	Mishaps *Mishaps
	// Record, when set, is called with each accepted event.
	Record func(HandEvent) error
	// Hand, when set, is called with each finished hand. Deal and hand are valid until it returns;
	// the log is that of [Session.Log], nil unless somebody has called it.
	Hand func(*table.Deal, *Played) error
	// Whole, when set, is called after each hand, after Hand, with the table in the state from
	// which it continues.
	Whole func() error

	// Settled is what the rules of the table did after the last hand.
	Settled table.Settled
	// Places are the players whom the rules made give up their seats, in order.
	Places []table.Gone

	next   table.Player
	guests map[table.Player]bool // players whom the floor seats
	deal   table.Deal
	hand   hand.Hand
	pack   []cards.Card // of the hand, for Hand

	mishaps trouble
	chance  policyChance
}

// HandEvent is an event of a table with the number of hands dealt before it.
type HandEvent struct {
	After int64
	table.Event
}

// Crowd is the behavior of the players of a session between hands.
type Crowd uint8

// Crowds.
const (
	// Steady: the same players all the time; broke players buy in again.
	Steady Crowd = iota
	// Coming: broke players buy in again seven times out of ten and leave otherwise; now and then
	// somebody leaves, sits out, returns or sits down, and others wait for a seat.
	Coming
)

// crowdSeed separates the randomness of the crowd from that of the cards.
const crowdSeed = 0xa24baed4963ee407

// SessionResult is the result of a session, in exact integers.
type SessionResult struct {
	Hands     int64
	Decisions int64
	Showdowns int64
	Seconds   int64 // by the table's clock, since the first hand
	Dealt     int64 // players dealt in, over all hands
	PutIn     int64 // into pots and to the house
	Collected Sum   // by the house, per hand
	ByClock   int64 // by the house, by the clock
	Raised    Sum   // put in, in hands at raised stakes
	Usual     Sum   // put in, in other hands
	RaisedN   int64
	Rules     [table.MaxRules]RuleSum // by rule of the table
	Bought    int64
	Cashed    int64
	Came      int64 // players who sat down
	Left      int64
	BankSides
	Trouble Trouble // irregularities
	over    bool    // a sum does not fit
}

// Over returns [money.ErrOver] if a sum of the result does not fit.
func (r *SessionResult) Over() error {
	over := r.over || r.Collected.over || r.Raised.over || r.Usual.over || r.BankSides.over()
	for k := range r.Rules {
		over = over || r.Rules[k].over || r.Rules[k].Pots.over || r.Rules[k].Net.over
	}
	if over {
		return money.ErrOver
	}
	return nil
}

// RuleSum is the total effect of one rule of a table.
type RuleSum struct {
	Raised  int64 // hands at stakes raised by the rule
	Pots    Sum   // put in, in these hands
	Posted  int64 // because of the rule
	Posters int64
	Net     Sum   // won or lost by the posters in these hands
	Named   int64 // hands whose game or stakes the rule named
	Charged int64 // to the house, as far as the chips were there
	Paid    int64 // by players to others and to the rule's fund
	Fund    int64 // what the fund gained
	Settled int64 // hands after which the rule did something
	over    bool  // a sum does not fit
}

// Run plays hands until the given number has been dealt at the table, or its clock shows until (0:
// no limit). When the context ends, it returns the result so far with the context's error.
func (s *Session) Run(ctx context.Context, hands, until int64, done *atomic.Int64) (r SessionResult, err error) {
	t := &s.Table
	if err := s.open(&r); err != nil {
		return r, err
	}
	for t.Hands() < hands && (until == 0 || t.Now() < until) {
		if err = pause.Err(ctx); err != nil {
			break
		}
		if err := s.between(&r); err != nil {
			return r, err
		}
		if t.Over() {
			break
		}
		n := t.Hands() + 1 // also of a hand that cannot begin
		if err := s.play(&r); err != nil {
			return r, &HandError{Hand: n, Seed: t.Seed(), Err: err}
		}
		if err = r.Over(); err != nil {
			break
		}
		if done != nil {
			done.Add(1)
		}
	}
	s.sum(&r)
	return r, err
}

// open seats the players, before the first hand.
func (s *Session) open(r *SessionResult) error {
	s.chance.trusted = s.Trusted()
	if s.guests == nil {
		s.guests = map[table.Player]bool{}
		for i := range s.Floor {
			if k := s.Floor[i].Kind; k == table.Join || k == table.Transfer {
				s.guests[s.Floor[i].Player] = true
			}
		}
	}
	s.next = max(s.next, s.lastPlayer())
	if s.Table.Hands() == 0 && len(s.Replay) == 0 {
		return s.sitDown(r)
	}
	return nil
}

// sum takes what the table itself counts.
func (s *Session) sum(r *SessionResult) {
	t := &s.Table
	r.ByClock, r.Bought, r.Cashed = t.House().Time, t.Bought(), t.Cashed()
	if t.Began() >= 0 {
		r.Seconds = t.Now() - t.Began()
	}
}

// newcomer returns the number of the next player of the crowd.
func (s *Session) newcomer() table.Player {
	for s.next++; s.guests[s.next]; s.next++ {
	}
	return s.next
}

// lastPlayer returns the highest player number used by the crowd so far.
func (s *Session) lastPlayer() (last table.Player) {
	for i := range s.Replay {
		if p := s.Replay[i].Player; !s.guests[p] {
			last = max(last, p)
		}
	}
	return last
}

// happens applies an event, and records it if it is accepted. A refusal is not an error, because
// the crowd may ask for what is not allowed.
func (s *Session) happens(e table.Event, r *SessionResult) (bool, error) {
	if s.Table.Apply(e) != nil {
		return false, nil
	}
	r.note(&e)
	if s.Record == nil {
		return true, nil
	}
	return true, s.Record(HandEvent{s.Table.Hands(), e})
}

func (r *SessionResult) note(e *table.Event) {
	switch e.Kind {
	case table.Join, table.Transfer:
		r.Came++
	case table.Leave:
		r.Left++
	}
}

// buyIn returns a player's buy-in: the session's stack, within the limits of the table.
func (s *Session) buyIn() int64 { return s.Table.BuyIn(s.Stack) }

func (s *Session) sitDown(r *SessionResult) error {
	for range s.Players {
		ok, err := s.happens(table.Event{Kind: table.Join, Player: s.newcomer(), Seat: -1, Amount: s.buyIn()}, r)
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("the table cannot seat %d players with %s", s.Players, s.Table.Config().Games[0].Plan.Stakes.Price(s.buyIn()))
		}
	}
	return nil
}

// between applies the events of the players between two hands.
func (s *Session) between(r *SessionResult) error {
	if s.Table.Hands() < s.Through {
		for len(s.Replay) > 0 && s.Replay[0].After <= s.Table.Hands() {
			e := s.Replay[0]
			s.Replay = s.Replay[1:]
			if err := s.Table.Apply(e.Event); err != nil {
				return fmt.Errorf("before hand %d: %w", e.After+1, err)
			}
			r.note(&e.Event)
			if s.Record != nil {
				if err := s.Record(e); err != nil {
					return err
				}
			}
		}
		return nil
	}
	// the floor's events before the next hand, without those before recorded hands: the recording includes them
	for len(s.Floor) > 0 && s.Floor[0].After <= s.Table.Hands() {
		e := s.Floor[0]
		s.Floor = s.Floor[1:]
		if e.After < s.Through {
			continue
		}
		ok, err := s.happens(e.Event, r)
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("before hand %d: %w", e.After+1, s.Table.Apply(e.Event))
		}
	}
	chance := hand.NewSource(s.seed()^crowdSeed, uint64(s.Table.Hands()))
	for k := range s.Table.Config().MaxSeats {
		seat := s.Table.Seat(k)
		if seat.Player == 0 {
			continue
		}
		if e, ok := s.whim(&seat, &chance); ok {
			if _, err := s.happens(e, r); err != nil {
				return err
			}
		}
	}
	if s.Crowd == Coming {
		if err := s.arrive(&chance, r); err != nil {
			return err
		}
	}
	if err := s.enough(r); err != nil {
		return err
	}
	if p := s.Table.Chooser(); p != 0 {
		game := int16(chance.Below(uint64(len(s.Table.Config().Games))))
		if _, err := s.happens(table.Event{Kind: table.Choose, Player: p, Game: game}, r); err != nil {
			return err
		}
	}
	// the players without whom no hand can be dealt buy chips; those who may not buy leave
	for range s.Table.Config().MaxSeats {
		short := s.Table.TooShort()
		if short == 0 {
			return nil
		}
		seat := s.Table.Seat(short.First())
		ok, err := s.happens(table.Event{Kind: table.Buy, Player: seat.Player, Seat: -1, Amount: max(s.buyIn()-seat.Stack, 1)}, r)
		if err == nil && !ok {
			_, err = s.happens(table.Event{Kind: table.Leave, Player: seat.Player, Seat: -1}, r)
		}
		if err == nil {
			err = s.enough(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// whim returns the event of a player at the table, if any.
func (s *Session) whim(seat *table.Seat, chance *hand.Source) (e table.Event, ok bool) {
	e.Player, e.Seat = seat.Player, -1
	offered := s.Table.Config().Offered
	if offered && s.Table.Hands() > 0 && (seat.Stack == 0 || seat.Offer > 0) {
		e.Kind, e.Amount = table.Buy, seat.Offer
		return e, seat.Offer > 0 && (s.Crowd == Steady || chance.Below(1000) < 700)
	}
	if s.Crowd == Steady {
		e.Kind, e.Amount = table.Buy, s.buyIn()
		return e, seat.Stack == 0
	}
	x := chance.Below(1000)
	e.Wait = chance.Below(2) == 0
	switch {
	case seat.Stack == 0 && !seat.Away && x < 700:
		e.Kind, e.Amount, e.Wait = table.Buy, s.buyIn(), false
	case offered && x < 4: // nobody takes chips out of a tournament
		e.Kind, e.Wait = table.SitOut, false
		return e, !seat.Away
	case seat.Stack == 0 || x < 4:
		e.Kind, e.Wait = table.Leave, false
	case seat.Away && x < 200:
		e.Kind = table.Return
	case !seat.Away && x < 12:
		e.Kind, e.Wait = table.SitOut, false
	default:
		return e, false
	}
	return e, true
}

// arrive lets new players come, and seats waiting players.
func (s *Session) arrive(chance *hand.Source, r *SessionResult) error {
	if before := s.next; chance.Below(40) == 0 {
		e := table.Event{Kind: table.Join, Player: s.newcomer(), Seat: -1, Amount: s.buyIn(), Wait: chance.Below(2) == 0}
		if chance.Below(5) == 0 {
			e.Kind = table.Transfer
		}
		ok, err := s.happens(e, r)
		if err != nil {
			return err
		}
		if !ok {
			s.next = before // nobody came: the next player gets the number
		}
	}
	t := &s.Table
	for t.Waiting().Len()+t.Transfers().Len() > 0 {
		if ok, err := s.happens(table.Event{Kind: table.Call, Seat: -1}, r); !ok || err != nil {
			return err
		}
	}
	return nil
}

// enough brings players to the table until a hand can be dealt.
func (s *Session) enough(r *SessionResult) error {
	t := &s.Table
	if t.Config().Offered && t.Hands() > 0 { // who may buy chips does, if no hand can be dealt otherwise
		for k := 0; k < t.Config().MaxSeats && t.Ready().Len() < t.Config().MinSeats; k++ {
			if seat := t.Seat(k); seat.Stack == 0 && seat.Offer > 0 {
				if _, err := s.happens(table.Event{Kind: table.Buy, Player: seat.Player, Seat: -1, Amount: seat.Offer}, r); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for k := 0; t.Ready().Len() < t.Config().MinSeats; k++ {
		if k >= t.Config().MaxSeats {
			e := table.Event{Kind: table.Join, Player: s.newcomer(), Seat: -1, Amount: s.buyIn()}
			if ok, err := s.happens(e, r); !ok || err != nil {
				return fmt.Errorf("too few players, and nobody may sit down: %w", err)
			}
			continue
		}
		if seat := t.Seat(k); seat.Player != 0 && seat.Away {
			if _, err := s.happens(table.Event{Kind: table.Return, Player: seat.Player}, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// play plays one hand.
func (s *Session) play(r *SessionResult) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = diag.Caught(p)
		}
	}()
	if err := s.playOut(r); err != nil {
		return err
	}
	if err := s.Table.FinishIn(&s.hand, &s.Settled); err != nil {
		return err
	}
	return s.ended(r)
}

// playOut deals a hand and plays it out.
func (s *Session) playOut(r *SessionResult) error {
	t, d, h := &s.Table, &s.deal, &s.hand
	if err := t.NextIn(d); err != nil {
		return err
	}
	attended := s.Mishaps != nil
	if attended {
		d.Setup.Attendance = hand.Attended
		t.AddAbsent(d)
	}
	if err := h.Start(&d.Setup); err != nil {
		return err
	}
	if s.Hand != nil {
		s.pack = d.Setup.Pack()
	}
	return s.decide(attended, &r.Decisions)
}

// ended counts the finished hand.
func (s *Session) ended(r *SessionResult) error {
	t, d, h := &s.Table, &s.deal, &s.hand
	if !t.Conserved() {
		return fmt.Errorf("chips are not conserved: bought %d, cashed %d, house %d", t.Bought(), t.Cashed(), t.House().Total())
	}
	s.Places = append(s.Places, s.Settled.Gone...)
	r.Left += int64(len(s.Settled.Gone))
	r.Hands++
	r.Showdowns += one(h.Result().Showdown)
	r.Dealt += int64(h.Seats() - d.Setup.Absent.Len())
	money.Plus(&r.PutIn, h.PutIn(), &r.over)
	house := h.House()
	for k, chips := range s.Settled.Funded {
		house -= chips
		money.Plus(&r.Rules[k].Fund, chips, &r.over)
	}
	r.Collected.add(house)
	r.addRound(h)
	if d.Raised {
		r.RaisedN++
		r.Raised.add(h.PutIn())
	} else {
		r.Usual.add(h.PutIn())
	}
	for k := range t.Config().Rules {
		r.Rules[k].add(d.OfRule(k), h)
		r.Rules[k].Settled += one(s.Settled.Acted[k])
	}
	for _, p := range s.Settled.Payments {
		switch sum := &r.Rules[p.Rule]; {
		case p.Pot:
		case p.Player == 0:
			money.Plus(&sum.Fund, p.Amount, &sum.over)
		case p.Amount < 0:
			money.Plus(&sum.Paid, -p.Amount, &sum.over)
		}
	}
	if s.Mishaps != nil {
		r.Trouble.merge(&s.mishaps.counts)
	}
	if s.Hand != nil {
		if err := s.Hand(d, &Played{&d.Setup, s.pack, h, d.Setup.Log}); err != nil {
			return err
		}
	}
	if s.Whole == nil {
		return nil
	}
	return s.Whole()
}

// decide plays the hand to its end.
func (s *Session) decide(attended bool, count *int64) error {
	t := &s.Table
	s.chance.begin(t.Seed(), uint64(t.Hands()))
	if !attended {
		return decide(s.policy(), &s.hand, &s.chance, count)
	}
	s.mishaps.rate = s.Mishaps.Rate
	s.mishaps.begin(s.seed(), uint64(t.Hands()))
	if err := s.mishaps.decide(s.policy(), &s.hand, &s.chance, count); err != nil {
		return err
	}
	if !s.hand.CardsConserved() {
		return errors.New("cards are not conserved")
	}
	return nil
}

// Trusted reports whether all policies of the session are trusted, see [trusted].
func (s *Session) Trusted() bool {
	for _, p := range s.Own {
		if !trusted(p) {
			return false
		}
	}
	return trusted(s.Policy)
}

// seed returns the seed of all randomness except the cards.
func (s *Session) seed() uint64 { return apart(s.Table.Seed(), s.chance.trusted) }

// policy returns the policy for the seats of a hand.
func (s *Session) policy() Policy {
	if len(s.Own) == 0 && s.deal.Away == 0 {
		return s.Policy
	}
	out := &Seated{Own: map[int]Policy{}, Rest: s.Policy}
	for m := s.deal.Away; m != 0; m &= m - 1 {
		out.Own[m.First()] = Passing{&s.deal}
	}
	for seat, at := range s.deal.Seats {
		if p, ok := s.Own[s.Table.Seat(int(at)).Player]; ok && !s.deal.Away.Has(seat) {
			out.Own[seat] = p
		}
	}
	return out
}

// Passing plays for players who sit out and are dealt in anyway.
type Passing struct{ Deal *table.Deal }

// Act folds, or does the least that the player can do.
func (p Passing) Act(h *hand.Hand, _ *hand.Decision, _ *hand.Source) (hand.Action, error) {
	a, _ := p.Deal.Passes(h)
	return a, nil
}

// Log returns the log that the events of the hands are written to from now on.
func (s *Session) Log() *hand.Log {
	if s.deal.Setup.Log == nil {
		s.deal.Setup.Log = &hand.Log{}
	}
	return s.deal.Setup.Log
}

// add adds the effect of a rule on a finished hand.
func (r *RuleSum) add(d table.RuleDeal, h *hand.Hand) {
	if d.Raises {
		r.Raised++
		r.Pots.add(h.PutIn())
	}
	r.Named += one(d.Names)
	for i, p := range d.Posts {
		if put := h.PutByPosts()[d.First+i]; put > 0 {
			money.Plus(&r.Posted, put, &r.over)
			r.Posters++
			r.Net.add(h.Net(p.Seat))
		}
	}
	money.Plus(&r.Charged, d.Charge, &r.over)
}

func (r *RuleSum) merge(o *RuleSum) {
	r.Raised += o.Raised
	r.Named += o.Named
	r.Settled += o.Settled
	r.Pots.merge(&o.Pots)
	money.Plus(&r.Posted, o.Posted, &r.over)
	r.over = r.over || o.over
	r.Posters += o.Posters
	r.Net.merge(&o.Net)
	money.Plus(&r.Charged, o.Charged, &r.over)
	money.Plus(&r.Paid, o.Paid, &r.over)
	money.Plus(&r.Fund, o.Fund, &r.over)
}

// PerHour returns the house's income per hour of the table's clock with its standard error, NaN if
// no time has passed. Collections by the clock have no error.
func (r *SessionResult) PerHour() (mean, stdErr float64) {
	if r.Seconds == 0 {
		return math.NaN(), math.NaN()
	}
	hours := float64(r.Seconds) / 3600
	_, stdErr = r.Collected.Mean(r.Hands)
	return float64(r.Collected.Total+r.ByClock) / hours, stdErr * float64(r.Hands) / hours
}

// Join adds the result of another session, at a different table.
func (r *SessionResult) Join(o *SessionResult) {
	was := *r
	r.Merge(o)
	r.Seconds, r.ByClock, r.Bought, r.Cashed = was.Seconds+o.Seconds, was.ByClock, was.Bought, was.Cashed
	money.Plus(&r.ByClock, o.ByClock, &r.over)
	money.Plus(&r.Bought, o.Bought, &r.over)
	money.Plus(&r.Cashed, o.Cashed, &r.over)
}

// Merge adds the hands of a later part of the session. Chips and the clock, which the table itself
// counts, are taken from the later part.
func (r *SessionResult) Merge(o *SessionResult) {
	r.Hands += o.Hands
	r.Decisions += o.Decisions
	r.Showdowns += o.Showdowns
	r.Dealt += o.Dealt
	money.Plus(&r.PutIn, o.PutIn, &r.over)
	r.over = r.over || o.over
	r.Collected.merge(&o.Collected)
	r.Raised.merge(&o.Raised)
	r.Usual.merge(&o.Usual)
	r.mergeRounds(&o.BankSides)
	r.RaisedN += o.RaisedN
	for k := range r.Rules {
		r.Rules[k].merge(&o.Rules[k])
	}
	r.Trouble.merge(&o.Trouble)
	r.Came += o.Came
	r.Left += o.Left
	r.Seconds, r.ByClock, r.Bought, r.Cashed = o.Seconds, o.ByClock, o.Bought, o.Cashed
}
