package table_test

import (
	"errors"
	"fmt"
	"testing"

	houses "cardroom/dsl/fuzzhouses"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/table"
	"cardroom/engine/testkit"
)

// FuzzTable drives tables of all houses with arbitrary events and hands, decoded
// from bytes, and checks every law after each.
func FuzzTable(f *testing.F) {
	chance := hand.NewSource(2, 1)
	for i := range houses.Tables() {
		for _, n := range []int{30, 200} {
			data := []byte{byte(i)}
			for range n {
				data = append(data, byte(chance.Below(256)))
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = data[:min(len(data), 800)]
		testkit.Bounds{Fixed: 64 << 20, PerByte: 256 << 10}.Within(t, len(data), func() {
			if s := newSitting(t, testkit.NewChoices(data)); s != nil {
				for s.c.More() {
					s.step()
				}
			}
		})
	})
}

// sitting is a table driven by fuzz choices.
type sitting struct {
	*testing.T
	c    *testkit.Choices
	cfg  *table.Config
	tab  table.Table
	deal table.Deal
	hand hand.Hand
	done []string
}

// newSitting opens a table with some of its house's rules changed; nil if the
// rules do not fit together.
func newSitting(t *testing.T, c *testkit.Choices) *sitting {
	cfg := *testkit.Pick(c, houses.Tables())
	kill, err := houses.Library().Rule("@stdlib//kill.star", testkit.Pick(c, []string{"half_kill", "full_kill"}))
	if err != nil {
		t.Fatal(err)
	}
	if c.Below(3) == 0 && len(cfg.Rules) == 0 {
		cfg.Rules = []table.Rule{kill}
	}
	switch c.Below(6) {
	case 0:
		cfg.Owed = !cfg.Owed
	case 1:
		cfg.Button = table.DeadButton
	case 2:
		cfg.Unanimous = !cfg.Unanimous
	case 3:
		cfg.Cashout = table.Cashout{All: true, Wait: 3600}
	}
	s := &sitting{T: t, c: c, cfg: &cfg}
	if cfg.Validate() != nil {
		return nil
	}
	if s.tab, err = cfg.Open(uint64(c.Byte())); err != nil {
		return nil
	}
	for p := range 2 + c.Below(cfg.MaxSeats-1) {
		_ = s.tab.Apply(table.Event{Kind: table.Join, Player: table.Player(p + 1), Seat: -1, Amount: s.buyIn()})
	}
	s.laws()
	return s
}

func (s *sitting) failf(format string, args ...any) {
	s.Helper()
	s.Fatalf("%s\n%s, button %d, owed %v, after %d hands:\n%q", fmt.Sprintf(format, args...), s.cfg.Name, s.cfg.Button, s.cfg.Owed, s.tab.Hands(), s.done)
}

// buyIn returns an amount that the table accepts.
func (s *sitting) buyIn() int64 {
	o := &s.cfg.Games[0]
	if n := max(o.Min, o.Plan.Stakes.Small.Lo*10); s.c.Below(2) == 0 {
		return n
	}
	return max(o.Min, o.Max)
}

// step does one thing: an event, or a hand.
func (s *sitting) step() {
	if s.c.Below(4) == 0 {
		s.play()
	} else {
		s.apply(s.event(), s.tab.Apply)
	}
	s.laws()
	s.saved()
}

// event returns an arbitrary event. Most are about players at the table.
func (s *sitting) event() table.Event {
	c := s.c
	e := table.Event{Kind: table.EventKind(c.Below(int(table.LastEvent) + 1)), Player: table.Player(1 + c.Below(14)), Seat: int8(c.Below(s.cfg.MaxSeats+2) - 1)}
	e.Wait, e.Choose = c.Below(4) == 0, c.Below(4) == 0
	e.Game = int16(c.Below(len(s.cfg.Games) + len(s.cfg.Postings) + 1))
	switch c.Below(4) {
	case 0:
		e.Amount = max(0, c.Int64())
	case 1:
		e.Amount = int64(c.Byte()) * 100
	default:
		e.Amount = s.buyIn()
	}
	if e.At = s.tab.Now() + int64(c.Byte())*60; c.Below(8) == 0 {
		e.At = max(0, c.Int64())
	}
	return e
}

// apply applies an event and checks that a refused one changed nothing.
func (s *sitting) apply(e table.Event, do func(table.Event) error) {
	before := s.tab
	err := do(e)
	var refused *table.RefusedError
	switch {
	case err == nil:
		s.done = append(s.done, e.String())
	case !errors.As(err, &refused) || refused.Reason == "":
		s.failf("%s: %v", e, err)
	case s.tab != before:
		s.failf("%s is refused (%v) and has changed the table", e, err)
	}
	if again, err := table.ParseEvent(e.String()); err != nil || again.String() != e.String() {
		s.failf("%s is read as %s (%v)", e, again, err)
	}
}

// play plays a hand, while players who are out of it come and go.
func (s *sitting) play() {
	before := s.tab
	if err := s.tab.NextIn(&s.deal); err != nil {
		if s.tab != before {
			s.failf("no hand is dealt (%v), and the table has changed", err)
		}
		return
	}
	s.done = append(s.done, "deal")
	attended := s.c.Below(3) == 0
	if attended {
		s.deal.Setup.Attendance = hand.Attended
		s.tab.AddAbsent(&s.deal)
	}
	h := &s.hand
	if err := h.Start(&s.deal.Setup); err != nil {
		s.failf("the hand does not begin: %v", err)
	}
	chance := hand.NewSource(uint64(s.c.Byte()), uint64(s.tab.Hands()))
	for i := 0; h.Pending() != nil; i++ {
		if i > 3000 {
			s.failf("the hand does not end")
		}
		s.during(h, &chance, attended)
	}
	if err := s.tab.Finish(h); err != nil {
		s.failf("the hand is over: %v", err)
	}
}

// during may apply an event or an irregularity during a hand, then an action.
func (s *sitting) during(h *hand.Hand, chance *hand.Source, attended bool) {
	if s.c.More() && chance.Below(8) == 0 {
		s.apply(s.event(), func(e table.Event) error { return s.tab.ApplyDuring(e, h) })
	}
	if attended && chance.Below(20) == 0 {
		if in, ok := batch.Mishap(h, chance); ok && h.Happen(in) == nil {
			return
		}
	}
	d := h.Pending()
	a := hand.Action{Kind: hand.GoOn, Seat: -1}
	if d.Kind != hand.DealerGoesOn {
		var err error
		if a, err = (batch.Random{}).Act(h, d, chance); err != nil {
			s.failf("%v", err)
		}
		a = batch.HoldToDraw(h, d, a)
	}
	if err := h.Apply(a); err != nil {
		s.failf("in the hand: %v", err)
	}
}

// laws checks the laws of every table between two hands.
func (s *sitting) laws() {
	s.Helper()
	tab := &s.tab
	if !tab.Conserved() {
		s.failf("chips are not conserved")
	}
	if l := tab.House(); l.Hands < 0 || l.Time < 0 || tab.Bought() < 0 || tab.Cashed() < 0 || tab.Cashed() > tab.Bought() || tab.Now() < 0 {
		s.failf("the house has taken %+v, sold %d and bought back %d at %d", l, tab.Bought(), tab.Cashed(), tab.Now())
	}
	where := map[table.Player]string{}
	note := func(p table.Player, place string) {
		if old := where[p]; old != "" {
			s.failf("player %d is %s and %s", p, old, place)
		}
		where[p] = place
	}
	for i := range table.MaxSeats {
		seat := tab.Seat(i)
		if seat.Stack < 0 || seat.Debt < 0 {
			s.failf("seat %d has %d and owes %d", i+1, seat.Stack, seat.Debt)
		}
		switch {
		case seat.Player != 0 && i >= s.cfg.MaxSeats:
			s.failf("seat %d of %d is taken", i+1, s.cfg.MaxSeats)
		case seat.Player != 0:
			note(seat.Player, fmt.Sprintf("in seat %d", i+1))
		case seat != table.Seat{}:
			s.failf("seat %d is free and is %+v", i+1, seat)
		}
	}
	for name, q := range map[string]*table.Queue{"waiting": tab.Waiting(), "coming": tab.Transfers()} {
		for k := range q.Len() {
			note(q.At(k).Player, name)
		}
	}
}

// saved checks that saving and restoring the table yields the same table.
func (s *sitting) saved() {
	again, err := s.cfg.Restore(s.tab.Save())
	if err != nil || again != s.tab {
		s.failf("saved and read, the table is another: %v\n%s\n%s", err, s.tab.Save(), again.Save())
	}
}
