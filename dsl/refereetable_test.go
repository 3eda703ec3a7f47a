package dsl_test

import (
	"fmt"

	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/table"
)

// tableReferee keeps a second account of a table between hands: who gets the button, who names the game, who pays the house's fee
// and who posts the blinds, by the order of the seats.
type tableReferee struct {
	tab    *table.Table
	before table.Table // as it was just before the hand, after the last event
	named  table.Player
}

// event is called after each event that the table accepts.
func (r *tableReferee) event(e batch.HandEvent) error {
	if r.named = 0; e.Kind == table.Choose { // another event may change who has the button
		r.named = e.Player
	}
	r.before = *r.tab
	return nil
}

// whole is called when a hand is over and the table has the state from which it goes on.
func (r *tableReferee) whole() error {
	r.before, r.named = *r.tab, 0
	return nil
}

// played checks the positions of a hand.
func (r *tableReferee) played(d *table.Deal, p *batch.Played) error {
	cfg, was := r.tab.Config(), &r.before
	button, small, big := r.tab.Positions()
	if p.Setup.Plan.Game.Banked() { // the button follows the bank, and each bet has its fee
		return nil
	}
	at := int(d.Seats[p.Setup.Button])
	if r.named != 0 {
		if who := was.Seat(button).Player; who != r.named {
			return fmt.Errorf("player %d named the game, and player %d has the button", r.named, who)
		}
	}
	wasButton, _, wasBig := was.Positions()
	if wasButton < 0 {
		return r.fees(d, p)
	}
	blinds := hasBlinds(p.Setup.Plan.Game)
	ready := func(s *table.Seat) bool { return s.Player != 0 && !s.Away && s.Stack > 0 }
	two := blinds && wasBig >= 0 && !cfg.ButtonFirst() && len(d.Seats)-p.Setup.Absent.Len() == 2
	switch {
	case two && !cfg.Owed: // nobody has the big blind twice running: the button makes room
		if next := r.after(wasBig, func(s *table.Seat) bool { return ready(s) && r.dealtIn(s, d, p) }); next != big {
			return fmt.Errorf("the big blind was at seat %d and is at seat %d; the next player is at seat %d\n%s", wasBig+1, big+1, next+1, r.list())
		}
	case cfg.ButtonFirst(), !blinds, cfg.Button == table.MovingButton && !cfg.Owed:
		// Who waits to come in counts for the fee of the button where the game is named first, and else does not.
		next, named := r.after(wasButton, r.mayHaveButton(p, r.inGame())), r.after(wasButton, r.mayHaveButton(p, len(d.Seats)-p.Setup.Absent.Len()))
		if next >= 0 && next != button && (was.Chooser() != 0 || named != button) && !r.restarted(d, p) {
			return fmt.Errorf("the button was at seat %d and is at seat %d; the next player who may have it is at seat %d\n%s", wasButton+1, button+1, next+1, r.list())
		}
	case wasBig >= 0:
		if next := r.after(wasBig, ready); next != big {
			return fmt.Errorf("the big blind was at seat %d and is at seat %d; the next player is at seat %d\n%s", wasBig+1, big+1, next+1, r.list())
		}
	}
	if button >= 0 && at != button { // an empty seat has the button: the player before it acts last
		if !r.emptyBetween(at, button, d, p) {
			return fmt.Errorf("the button is at seat %d, and seat %d acts last", button+1, at+1)
		}
	}
	if err := r.posts(d, p, small, big); err != nil {
		return err
	}
	return r.fees(d, p)
}

func hasBlinds(g *plan.Game) bool {
	for i := range g.Forced {
		if f := &g.Forced[i]; !f.Everybody && (f.Amount == plan.SmallBlind || f.Amount == plan.BigBlind) {
			return true
		}
	}
	return false
}

// after returns the next seat for which is holds, -1 if there is none.
func (r *tableReferee) after(seat int, is func(*table.Seat) bool) int {
	n := r.tab.Config().MaxSeats
	for k := 1; k <= n; k++ {
		at := (seat + k) % n
		if s := r.before.Seat(at); is(&s) {
			return at
		}
	}
	return -1
}

// mayHaveButton returns whether a player can get the button, asked seat by seat: they are at the table with chips and can pay what the
// button pays in a hand of those who are left. Where the button names the game, no newcomer and nobody who waits for the big blind has it,
// whatever is played, and who merely owes blinds has it (house004.house.1, e23); where a game with blinds is played anyway, nobody who
// comes in has it.
func (r *tableReferee) mayHaveButton(p *batch.Played, left int) func(*table.Seat) bool {
	cfg := r.tab.Config()
	names, blinds := r.before.Chooser() != 0, hasBlinds(p.Setup.Plan.Game)
	for i := range cfg.Games {
		blinds = blinds || names && hasBlinds(cfg.Games[i].Plan.Game)
	}
	comesIn := func(s *table.Seat) bool {
		owes, comer := s.OwesBig || s.OwesSmall, cfg.Newcomer != table.NewcomerFree
		switch {
		case !blinds || !cfg.Owed:
			return false
		case names:
			return s.New && comer || s.Wait && (owes || s.Unposted && comer)
		}
		return owes || (s.New || s.Unposted) && comer
	}
	return func(s *table.Seat) bool {
		if s.Player == 0 || s.Away || s.Stack <= 0 || comesIn(s) {
			return false
		}
		if s.Stack < r.mostButtonFee(p, left) {
			left--
			return false
		}
		return true
	}
}

// inGame returns the number of players who sit in with chips.
func (r *tableReferee) inGame() (n int) {
	for k := range r.tab.Config().MaxSeats {
		s := r.before.Seat(k)
		n += one(s.Player != 0 && !s.Away && s.Stack > 0)
	}
	return n
}

// mostButtonFee returns the largest fee that the button may have to pay, whatever game is named; that of the game where nobody names one.
func (r *tableReferee) mostButtonFee(p *batch.Played, n int) (most int64) {
	plans := []*plan.AtStakes{p.Setup.Plan}
	if r.before.Chooser() != 0 {
		for i := range r.tab.Config().Games {
			plans = append(plans, r.tab.Config().Games[i].Plan)
		}
	}
	for _, b := range plans {
		fee := int64(0)
		for k := range b.Game.Steps {
			if st := &b.Game.Steps[k]; st.Kind == plan.Collect && st.Collect.From == plan.FromButton {
				fee += b.Fee(st.Collect, n)
			}
		}
		most = max(most, fee)
	}
	return most
}

// restarted reports whether the game starts over because fewer than two players were left who need not come in.
// Who cannot pay the fee of the button and was not dealt in is not there.
func (r *tableReferee) restarted(d *table.Deal, p *batch.Played) bool {
	n := 0
	for k := range r.tab.Config().MaxSeats {
		s := r.before.Seat(k)
		if s.Stack < r.mostButtonFee(p, r.inGame()) && !r.dealtIn(&s, d, p) {
			continue
		}
		if s.Player != 0 && !s.Away && s.Stack > 0 && !((s.New || s.Unposted) && r.tab.Config().Newcomer != table.NewcomerFree) && !s.OwesBig && !s.OwesSmall {
			n++
		}
	}
	return r.tab.Config().Owed && n < 2
}

// emptyBetween reports whether nobody who was dealt in sits after a seat up to another.
func (r *tableReferee) emptyBetween(from, to int, d *table.Deal, p *batch.Played) bool {
	n := r.tab.Config().MaxSeats
	for k := (from + 1) % n; ; k = (k + 1) % n {
		for i, s := range d.Seats {
			if int(s) == k && !p.Setup.Absent.Has(i) {
				return false
			}
		}
		if k == to {
			return true
		}
	}
}

// dealtIn reports whether a player was dealt in.
func (r *tableReferee) dealtIn(s *table.Seat, d *table.Deal, p *batch.Played) bool {
	for i, k := range d.Seats {
		if r.before.Seat(int(k)).Player == s.Player {
			return !p.Setup.Absent.Has(i)
		}
	}
	return false
}

// posts checks that the forced blinds came from the seats that have them.
func (r *tableReferee) posts(d *table.Deal, p *batch.Played, small, big int) error {
	for i := range p.Log.Events {
		e := &p.Log.Events[i]
		if e.Kind != hand.Posted || e.Forced == 0 || e.Step >= 0 {
			continue
		}
		at, want := int(d.Seats[e.Seat]), -1
		switch p.Setup.Plan.Game.Forced[e.Forced-1].Amount {
		case plan.SmallBlind:
			want = small
		case plan.BigBlind:
			want = big
		}
		if want >= 0 && at != want {
			return fmt.Errorf("seat %d posts a blind of seat %d", at+1, want+1)
		}
	}
	return nil
}

// fees checks what the house takes against what is printed for the number dealt in: the button pays its fee, and the pot pays the
// others as far as it can.
func (r *tableReferee) fees(d *table.Deal, p *batch.Played) error {
	b := p.Setup.Plan
	n := len(d.Seats) - p.Setup.Absent.Len()
	var button, pot int64
	open := false // what the house takes also depends on the pot or the blinds
	for k := range b.Game.Steps {
		st := &b.Game.Steps[k]
		if st.Kind != plan.Collect {
			continue
		}
		switch {
		case st.Collect.Rake != nil || st.Collect.From == plan.FromBlinds:
			open = true
		case st.Collect.From == plan.FromButton:
			button += b.Fee(st.Collect, n)
		default:
			pot += b.Fee(st.Collect, n)
		}
	}
	for _, f := range p.Setup.Fees {
		if f.Seat < 0 {
			pot += f.Amount
		}
	}
	var paid, taken int64
	for i := range p.Log.Events {
		e := &p.Log.Events[i]
		switch {
		case e.Kind == hand.HandVoided:
			paid, taken = button, 0
		case e.Kind == hand.PutAgain && e.Seat < 0:
			taken -= e.Amount
		case e.Kind != hand.Collected:
		case e.Seat < 0:
			taken += e.Amount
		case e.Step < 0: // a fee of the table
		case int(e.Seat) != p.Setup.Button:
			return fmt.Errorf("seat %d pays the house, and seat %d has the button", e.Seat+1, p.Setup.Button+1)
		default:
			paid += e.Amount
		}
	}
	if p.Hand.House() > 0 && paid != min(button, p.Setup.Stacks[p.Setup.Button]) {
		return fmt.Errorf("the button pays %d of %d", paid, button)
	}
	if taken > pot && !open {
		return fmt.Errorf("the house takes %d out of the pot, and %d is printed for %d players\n%s", taken, pot, n, toldSoFar(p, len(p.Log.Events)-1))
	}
	return nil
}

// list shows the seats before the hand.
func (r *tableReferee) list() (out string) {
	for k := range r.tab.Config().MaxSeats {
		if s := r.before.Seat(k); s.Player != 0 {
			out += fmt.Sprintf("  seat %d: %+v\n", k+1, s)
		}
	}
	return out
}
