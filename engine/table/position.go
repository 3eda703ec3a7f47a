package table

import (
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// placing is the set of players dealt into a hand, with their positions. Seats
// are those of the table.
type placing struct {
	dealt              betting.Set
	button, small, big int // -1 for none; button and small may be empty seats
	// bigDue and smallDue are the seats that post these blinds in addition:
	// players who come in, and players whom a moving button skipped.
	bigDue, smallDue betting.Set
	// missedBig and missedSmall are the seats that a blind passed without being
	// dealt in.
	missedBig, missedSmall betting.Set
	// comers are the players who come in by a post or with the big blind.
	comers, seated betting.Set
	// fresh: the game starts over, and nobody owes a blind.
	fresh bool
}

// place determines who is dealt into the next hand of a game. It leaves out the
// seats of skip, and a button that cannot pay what the game collects from the
// button: the next player who can pay gets it.
func (t *Table) place(o *Offer, skip betting.Set) (placing, error) {
	p, _, err := t.placePaying(o, skip)
	return p, err
}

// placePaying is like place, and also returns the players left out because they
// cannot pay.
func (t *Table) placePaying(o *Offer, skip betting.Set) (p placing, short betting.Set, err error) {
	if t.choosing {
		button, short := t.namer(skip)
		p, err = t.placeAll(o, skip|short, button)
		return p, short, err
	}
	for {
		p, err = t.placeAll(o, skip|short, -1)
		if err != nil || p.button < 0 || !p.dealt.Has(p.button) || t.seats[p.button].Stack >= buttonFee(o.Plan, p.dealt.Len()) {
			return p, short, err
		}
		short |= betting.Bit(p.button)
	}
}

// namer returns the seat that has the button where the button names the game, -1 for
// the first hand, and the players passed over because they cannot pay what the button
// may have to pay. The place of the button is found before the game is named, so it
// depends on no game: passed over are also players who have not been dealt a hand yet
// and those who wait for the big blind.
func (t *Table) namer(skip betting.Set) (button int, short betting.Set) {
	ready := t.Ready() &^ skip
	if t.button < 0 || ready == 0 {
		return -1, 0
	}
	can := ready
	for m := ready; m != 0 && t.cfg.Owed && t.cfg.withBlinds() != nil; m &= m - 1 {
		if s := &t.seats[m.First()]; s.New && t.cfg.Newcomer != NewcomerFree || s.Wait && t.cfg.comesIn(s) {
			can &^= betting.Bit(m.First())
		}
	}
	for seat := int(t.button); ready&^short != 0; {
		if can&^short == 0 { // nobody else is left
			can, seat = ready, int(t.button)
		}
		seat = (can &^ short).After(seat)
		fee := int64(0)
		for i := range t.cfg.Games {
			fee = max(fee, buttonFee(t.cfg.Games[i].Plan, (ready&^short).Len()))
		}
		if t.seats[seat].Stack >= fee {
			return seat, short
		}
		short |= betting.Bit(seat)
	}
	return -1, short
}

// TooShort returns the players who must buy chips or leave before a hand can be
// dealt: they are ready but cannot pay what the button pays, and too few others
// are there.
func (t *Table) TooShort() betting.Set {
	game, err := t.nextGame()
	if err != nil {
		return 0
	}
	o := &t.cfg.Games[game]
	if !buttonPays(o.Plan) {
		return 0
	}
	_, short, err := t.placePaying(o, 0)
	if err == nil {
		return 0
	}
	return short
}

// buttonPays reports whether the button pays anything before the forced bets.
func buttonPays(b *plan.AtStakes) bool {
	steps := b.Game.Steps
	return len(steps) > 0 && steps[0].Collect != nil && steps[0].Collect.From == plan.FromButton
}

// buttonFee returns what the button pays before the forced bets in a hand of n
// players.
func buttonFee(b *plan.AtStakes, n int) (fee int64) {
	for i := range b.Game.Steps {
		st := &b.Game.Steps[i]
		if st.Collect == nil || st.Collect.From != plan.FromButton {
			return fee
		}
		fee += b.Fee(st.Collect, n)
	}
	return fee
}

// placeAll is like place but ignores whether the button can pay. button is where it
// is, -1 if the rule of the game moves it.
func (t *Table) placeAll(o *Offer, skip betting.Set, button int) (placing, error) {
	p := placing{button: -1, small: -1, big: -1}
	ready := t.census(&p) &^ skip
	if ready.Len() < max(2, o.Plan.Game.MinSeats) {
		return placing{}, ErrTooFew
	}
	small, big := o.blinds()
	switch {
	case t.button < 0:
		p.fresh = true
		p.from(t.firstButton(ready), ready, o)
	case o.Plan.AgainstBank: // the bank is offered first to the last banker, or to the next seat if they have left or nobody has banked
		p.dealt, p.button = ready, ready.After(int(t.button))
		if k := t.Find(t.banker); k >= 0 && ready.Has(k) {
			p.button = k
		}
	case big < 0 || small < 0:
		if p.dealt, p.button = ready, button; button < 0 {
			p.button = ready.After(int(t.button))
		}
	case t.forward():
		t.placeForward(&p, o, ready)
	default:
		t.placeMoving(&p, o, ready, button)
	}
	if t.cfg.Owed && !p.fresh && p.big >= 0 {
		t.note(&p)
	}
	return p, nil
}

// forward reports whether the big blind determines the positions: it moves to
// the next player whatever happens behind it. Where the button names the game,
// the button moves instead.
func (t *Table) forward() bool {
	return t.big >= 0 && !t.cfg.ButtonFirst() && (t.cfg.Button == DeadButton || t.cfg.Owed)
}

// ButtonFirst reports whether the button moves first and the blinds follow it,
// even where blinds are owed.
func (c *Config) ButtonFirst() bool { return c.Choice != OneGame || c.ButtonLeads }

// census fills in the seated players and the players who must come in, and
// returns the ready ones.
func (t *Table) census(p *placing) (ready betting.Set) {
	for i := range t.cfg.MaxSeats {
		s := &t.seats[i]
		if s.Player == 0 {
			continue
		}
		p.seated |= betting.Bit(i)
		if (!s.Away || t.cfg.AwayFolds) && s.Stack > 0 {
			ready |= betting.Bit(i)
		}
		if t.cfg.Owed && t.cfg.comesIn(s) {
			p.comers |= betting.Bit(i)
		}
	}
	return ready
}

// comesIn reports whether a player must post or wait for the big blind.
func (c *Config) comesIn(s *Seat) bool {
	return s.OwesBig || s.OwesSmall || s.entering() && c.Newcomer != NewcomerFree
}

// posters returns the comers who come in by posting. Seats from one to another
// are excluded: nobody comes in between the button and the blinds, unless the
// house lets them post there. The way from the button to itself, where it would
// have the big blind of three, passes every seat.
func (t *Table) posters(comers betting.Set, from, to int) (m betting.Set) {
	for r := comers; r != 0; r &= r - 1 {
		k := r.First()
		if s := &t.seats[k]; !s.Wait && (t.cfg.BetweenPosts || from != to && !within(k, from, to)) {
			m |= betting.Bit(k)
		}
	}
	return m
}

// within reports whether a seat lies on the way clockwise from one seat to
// another, both included.
func within(seat, from, to int) bool {
	if from <= to {
		return from <= seat && seat <= to
	}
	return seat >= from || seat <= to
}

// between returns the seats of m strictly between two seats, clockwise.
func between(m betting.Set, from, to int) betting.Set {
	for r := m; r != 0; r &= r - 1 {
		if k := r.First(); k == from || k == to || !within(k, from, to) {
			m &^= betting.Bit(k)
		}
	}
	return m
}

// placeForward advances the big blind; the small blind and the button follow to
// where the blinds were. A button that is not dead goes to the player before
// the small blind instead of to an empty seat.
func (t *Table) placeForward(p *placing, o *Offer, ready betting.Set) {
	lastSmall, lastBig := int(t.small), int(t.big)
	p.big = ready.After(lastBig)
	p.dealt = ready&^p.comers | betting.Bit(p.big) | t.posters(ready&p.comers, lastSmall, lastBig)
	if p.dealt.Len() < 2 {
		t.restart(p, o, ready)
		return
	}
	if p.dealt.Len() == 2 {
		p.headsUp(o)
		return
	}
	p.small = lastBig
	if p.button = lastSmall; buttonPostsSmall(o) {
		p.button = p.small
	} else if lastSmall < 0 || p.button != lastBig && within(p.button, lastBig, p.big) || t.cfg.Button == MovingButton && !p.dealt.Has(p.button) {
		p.button = before(p.dealt, p.small)
	}
}

// placeMoving moves the button to the next player, or to where it is known to be; the
// blinds follow it.
func (t *Table) placeMoving(p *placing, o *Offer, ready betting.Set, button int) {
	regular := ready &^ p.comers
	if button >= 0 { // who merely owes blinds has it
		regular |= betting.Bit(button)
	}
	if regular.Len() < 2 && button >= 0 {
		p.fresh = true
		p.from(button, ready, o)
		return
	}
	if regular.Len() < 2 {
		p.big = ready.After(max(0, int(t.big)))
		t.restart(p, o, ready)
		return
	}
	if p.button = button; button < 0 {
		p.button = regular.After(int(t.button))
	}
	p.small = regular.After(p.button)
	if buttonPostsSmall(o) {
		p.small = p.button
	}
	p.big = ready.After(p.small)
	p.dealt = regular | betting.Bit(p.big) | t.posters(ready&p.comers, p.button, p.big)
	if p.dealt.Len() == 2 {
		if p.big = p.dealt.After(p.button); t.big >= 0 && !t.cfg.ButtonFirst() {
			p.big = p.dealt.After(int(t.big))
		} else if headsUpButtonIsBig(o) {
			p.big = p.button
		}
		p.headsUp(o)
		return
	}
	if !t.cfg.Owed || t.big < 0 || t.cfg.PassedOverFree {
		return
	}
	p.bigDue = between(p.dealt, int(t.big), p.big)
	p.smallDue = between(p.dealt, int(t.small), p.small)
}

// passing returns where the blinds would be in a hand without blinds whose button is
// known: such a hand changes nothing for them but their place.
func (t *Table) passing(p *placing) [2]int8 {
	o := t.cfg.withBlinds()
	if o == nil || t.due[1] < 0 {
		return t.due
	}
	v := placing{comers: p.comers}
	t.placeMoving(&v, o, p.dealt, p.button)
	return [2]int8{int8(v.small), int8(v.big)}
}

// withBlinds returns the first game on offer that has both blinds, nil if none has.
func (c *Config) withBlinds() *Offer {
	for i := range c.Games {
		if small, big := c.Games[i].blinds(); small >= 0 && big >= 0 {
			return &c.Games[i]
		}
	}
	return nil
}

// restart deals in all ready players because the game had stopped. The big
// blind moves on anyway.
func (t *Table) restart(p *placing, o *Offer, ready betting.Set) {
	p.dealt, p.fresh = ready, true
	if ready.Len() == 2 {
		p.headsUp(o)
		return
	}
	p.small = before(ready, p.big)
	if p.button = before(ready, p.small); buttonPostsSmall(o) {
		p.button = p.small
	}
}

// headsUp places two players once the big blind is known.
func (p *placing) headsUp(o *Offer) {
	p.small = p.dealt.After(p.big)
	if p.button = p.small; headsUpButtonIsBig(o) {
		p.button = p.big
	}
}

// from places a hand starting from its button.
func (p *placing) from(button int, ready betting.Set, o *Offer) {
	p.button, p.dealt = button, ready
	small, big := o.blinds()
	if small < 0 || big < 0 {
		return
	}
	if ready.Len() == 2 {
		if p.big = ready.After(button); headsUpButtonIsBig(o) {
			p.big = button
		}
		p.headsUp(o)
		return
	}
	if p.small = ready.After(button); buttonPostsSmall(o) {
		p.small = button
	}
	p.big = ready.After(p.small)
}

// buttonPostsSmall reports whether the button posts the small blind.
func buttonPostsSmall(o *Offer) bool {
	small, _ := o.blinds()
	return o.Plan.Game.Forced[small].Left == 0
}

// headsUpButtonIsBig reports whether the button posts the big blind when there
// are two players.
func headsUpButtonIsBig(o *Offer) bool {
	_, big := o.blinds()
	return o.Plan.Game.Forced[big].HeadsUp%2 == 0
}

// before returns the last seat of m before a seat, clockwise.
func before(m betting.Set, seat int) int {
	for k := (seat + MaxSeats - 1) % MaxSeats; ; k = (k + MaxSeats - 1) % MaxSeats {
		if m.Has(k) {
			return k
		}
	}
}

// note determines who posts to come in and whom the blinds pass.
func (t *Table) note(p *placing) {
	for m := p.dealt & p.comers; m != 0; m &= m - 1 {
		k := m.First()
		s := &t.seats[k]
		if k == p.big {
			continue // the big blind itself settles everything
		}
		if s.entering() && t.cfg.Newcomer != NewcomerFree || s.OwesBig {
			p.bigDue |= betting.Bit(k)
		}
		if s.entering() && t.cfg.Newcomer == NewcomerBoth || s.OwesSmall {
			p.smallDue |= betting.Bit(k)
		}
	}
	if t.due[1] < 0 {
		return
	}
	out := p.seated &^ p.dealt
	if out == 0 {
		return
	}
	for m := out; m != 0; m &= m - 1 {
		if t.seats[m.First()].entering() {
			out &^= betting.Bit(m.First())
		}
	}
	p.missedBig = between(out, int(t.due[1]), p.big)
	p.missedSmall = between(out, int(t.due[0]), p.small)
	if out.Has(p.small) {
		p.missedSmall |= betting.Bit(p.small)
	}
	if p.dealt.Len() == 2 { // the button has the small blind; whose it would be with everybody dealt in?
		if t.forward() {
			p.missedSmall |= out & betting.Bit(int(t.big))
		} else {
			all := p.dealt | out
			small := all.After(all.After(int(t.button)))
			p.missedSmall |= out & betting.Bit(small)
			p.missedBig |= out & betting.Bit(all.After(small))
		}
	}
	if t.cfg.OwedTotal {
		p.missedBig |= p.missedSmall
		p.missedSmall = p.missedBig
	}
}

// firstButton returns the seat of the first button.
func (t *Table) firstButton(ready betting.Set) int {
	if t.cfg.First == LeftOfDealer {
		return ready.First()
	}
	seat := ready
	for range highestCard(t.drawn(ready)) {
		seat &= seat - 1
	}
	return seat.First()
}

// drawn returns the cards dealt for the first button, one face up to each seat
// from the house dealer's left (omaha-casino.round.3).
func (t *Table) drawn(ready betting.Set) []cards.Card {
	r := hand.NewSource(t.seed^highCardSeed, 0)
	list := cards.Deck{}.Append(nil)
	n := ready.Len()
	for k := range n {
		j := k + int(r.Below(uint64(len(list)-k)))
		list[k], list[j] = list[j], list[k]
	}
	return list[:n]
}

// highCardSeed separates the draw for the button from the cards of the hands.
const highCardSeed = 0xd6e8feb86659fd93

// highestCard returns the index of the highest of several cards, aces high,
// equal ranks by suit: clubs, diamonds, hearts, spades (omaha-casino.round.3a).
func highestCard(cs []cards.Card) int {
	best := 0
	for i, c := range cs {
		if b := cs[best]; c.Rank() > b.Rank() || c.Rank() == b.Rank() && c.Suit() > b.Suit() {
			best = i
		}
	}
	return best
}
