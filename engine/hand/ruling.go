package hand

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// ruled applies the effects of one ruling.
type ruled struct {
	h     *Hand
	note  Note
	seat  int
	cards []cards.Card
	place int16              // index of the note in the hand, from 1
	moved bool               // the hand continues from another step
	lost  [betting.Max]uint8 // dead cards that seats have lost
}

// ruling returns the ruled for a note of the hand, by its index from 1.
func (h *Hand) ruling(place int16) *ruled {
	n := h.floor.notes[place-1]
	return &ruled{h: h, note: n, place: place, seat: n.Incident.Seat(), cards: n.Incident.Cards()}
}

// tell emits an event that leads to the incident.
func (r *ruled) tell(e Event) {
	h := r.h
	if h.log == nil {
		return
	}
	e.Note = r.place
	e.AllIn = e.Seat >= 0 && h.s.Stack[e.Seat] == 0
	h.emit(e)
}

// cardEvent returns an event with cards; open are those that everybody has seen before.
func cardEvent(kind EventKind, seat int, cs []cards.Card, open cards.Set) Event {
	return Event{Kind: kind, Seat: int8(seat), Open: open & cards.SetOf(cs...)}.WithCards(cs)
}

// tellBack emits events with cards that go back, as many at once as fit into an event.
func (r *ruled) tellBack(kind EventKind, cs []cards.Card, open cards.Set) {
	for ; len(cs) > 0; cs = cs[min(len(cs), MaxHole):] {
		r.tell(cardEvent(kind, -1, cs[:min(len(cs), MaxHole)], open))
	}
}

// apply applies effects in order. Every event emitted meanwhile leads to the
// ruling.
func (r *ruled) apply(effects []plan.FloorEffect) error {
	r.h.floor.acting = r.place
	defer func() { r.h.floor.acting = 0 }()
	for i := range effects {
		if err := r.one(&effects[i]); err != nil {
			return err
		}
		if r.h.over {
			return nil
		}
	}
	return nil
}

// whose returns the seat of an effect, -1 for none.
func (r *ruled) whose(e *plan.FloorEffect) int {
	if e.Seat >= 0 {
		return e.Seat
	}
	return r.seat
}

// which returns the cards of an effect.
func (r *ruled) which(e *plan.FloorEffect) []cards.Card {
	if e.Cards != nil {
		return e.Cards
	}
	return r.cards
}

// onlySaid returns the event of an effect that changes nothing; false for another.
func onlySaid(f *plan.FloorEffectFacts) (EventKind, bool) {
	switch {
	case f.Warns:
		return Warned, true
	case f.Nothing:
		return LetStand, true
	case f.Refuses:
		return Refused, true
	}
	return 0, false
}

func (r *ruled) one(e *plan.FloorEffect) error {
	h, seat := r.h, r.whose(e)
	f := e.Kind.Facts()
	if f.Seated && (seat < 0 || seat >= h.s.N) {
		return h.plan.Game.Blame(e.Pos, "%s: there is no seat %d", e.Kind, seat+1)
	}
	if kind, ok := onlySaid(f); ok {
		r.tell(Event{Kind: kind, Seat: int8(seat)})
		return nil
	}
	if e.Kind != plan.EffectRevive && e.Kind != plan.EffectForfeit {
		h.floor.shut = nil
	}
	return h.contest().effect(r, e, seat)
}

func (pot) effect(r *ruled, e *plan.FloorEffect, seat int) error {
	h := r.h
	if h.manual && e.Kind.Facts().Deck || h.manual && e.Kind == plan.EffectFill && e.When == plan.Now {
		return ErrUnknownPack
	}
	//exhaustive:enforce
	switch e.Kind {
	case plan.EffectWarn, plan.EffectStands, plan.EffectRefuse, plan.EffectAskAgain: // see onlySaid
	case plan.EffectKill:
		return r.kill(seat)
	case plan.EffectForfeit:
		return r.forfeit(e, seat)
	case plan.EffectRevive:
		return r.revive(seat)
	case plan.EffectDead:
		for _, c := range r.which(e) {
			if i := h.holder(c); i >= 0 {
				r.lost[i]++
			}
		}
		return r.muckCards(r.which(e))
	case plan.EffectAside:
		cs := r.which(e)
		open, err := r.h.putAside(cs)
		if err == nil {
			r.tell(cardEvent(TakenAside, -1, cs, open))
		}
		return err
	case plan.EffectToStub:
		return r.toStub(r.which(e))
	case plan.EffectReplace:
		return r.replace(e, seat)
	case plan.EffectFill:
		h := r.h
		if e.When == plan.AtDraw {
			h.floor.absentCards[seat] = int8(h.missing(seat) + max(0, h.DueOf(seat)-int(h.held[seat])))
			return nil
		}
		for range max(0, h.DueOf(seat)-int(h.held[seat])) {
			ups := bits.OnesCount64(h.up[seat]) - count(h.floor.upLess.Has(seat))
			up := !h.exposes() && ups < h.upDue() && !h.nextIsDown(seat) // the card that is missing lay face up
			if err := h.serveOne(owedCard{int8(seat), "top", -1, up, plan.Now}); err != nil {
				return err
			}
		}
		return nil
	case plan.EffectNextBurn:
		// The next burn cards: those of the effect, or one drawn from the cards of
		// the street.
		h, f := r.h, r.h.floor
		cs := r.which(e)
		if e.From == "drawn" {
			return r.drawBurn()
		}
		open, err := h.putAside(cs)
		if err != nil {
			return err
		}
		f.nextBurn = append(f.nextBurn, cs...)
		f.onlyAsideBurns()
		r.tell(cardEvent(MadeBurn, -1, cs, open))
		return nil
	case plan.EffectBurn:
		return h.burn(max(1, e.N), h.burnsUp())
	case plan.EffectSkipBurn:
		h.floor.skipBurn++
	case plan.EffectReshuffle:
		return r.reshuffle(e)
	case plan.EffectCut:
		stub := r.h.stub()
		n := e.N
		if v, ok := r.note.Incident.Number("position"); ok && n == 0 {
			n = int(v)
		}
		if n < 0 || n > len(stub) {
			return fmt.Errorf("the stub has %s", cards.Counted(len(stub), "card"))
		}
		r.h.setStub(append(slices.Clone(stub[n:]), stub[:n]...))
		r.tell(Event{Kind: CutPack, Seat: int8(r.seat), Amount: int64(n)})
		return nil
	case plan.EffectRedoStreet:
		return r.redoStreet()
	case plan.EffectFaceUp:
		return r.faceUp(r.which(e), seat)
	case plan.EffectMisdeal:
		r.misdeal()
	case plan.EffectVoid:
		h.void()
	case plan.EffectLater:
		h.floor.later = append(h.floor.later, laterEffects{max(1, e.Rounds), e.Then, r.place})
		r.tell(Event{Kind: Postponed, Seat: int8(seat), Amount: int64(max(1, e.Rounds))})
	case plan.EffectBurnStands:
		return r.burnStands()
	case plan.EffectTakeBack:
		return r.takeBack(seat)
	case plan.EffectAct, plan.EffectSurplus, plan.EffectPutIn, plan.EffectQueue, plan.EffectDraws, plan.EffectComplete, plan.EffectShown, plan.EffectOwesBlinds, plan.EffectStayUp:
		return r.onChips(e, seat)
	}
	return nil
}

// onChips applies the effects on a seat's actions and debts.
func (r *ruled) onChips(e *plan.FloorEffect, seat int) error {
	h := r.h
	//exhaustive:ignore [pot.effect] calls it for these
	switch e.Kind {
	case plan.EffectAct:
		return r.act(e, seat)
	case plan.EffectSurplus:
		r.giveBack(seat, e.Amount)
	case plan.EffectPutIn:
		if m, _ := h.Moment(); m != plan.InBet {
			return fmt.Errorf("no round of betting is open")
		}
		put := h.r.Put(&h.s, seat, e.Amount)
		h.floor.undo = nil
		if !h.s.Live.Has(seat) {
			h.floor.deadPut |= betting.Bit(seat)
		}
		r.tell(Event{Kind: Forfeited, Seat: int8(seat), Amount: put})
	case plan.EffectQueue:
		a, err := actionOf(e, seat)
		if err != nil {
			return err
		}
		h.floor.promises(seat, promise{action: a, level: h.r.Level, seat: int8(seat), note: r.place})
		r.tell(Event{Kind: Queued, Seat: int8(seat), Amount: e.Amount})
	case plan.EffectDraws:
		h.floor.bound[seat] = int8(min(e.N, int(h.held[seat]))) + 1
		r.tell(Event{Kind: DrawBound, Seat: int8(seat), Amount: int64(e.N)})
	case plan.EffectComplete:
		h.floor.partial |= betting.Bit(seat)
		r.tell(cardEvent(ShowAsked, seat, r.cards, h.openCards(seat)))
	case plan.EffectShown:
		h.floor.partial &^= betting.Bit(seat)
		r.tell(cardEvent(ShownWhole, seat, h.Hole(seat), 0))
	case plan.EffectOwesBlinds:
		h.floor.owes |= betting.Bit(seat)
		r.tell(Event{Kind: BlindsOwed, Seat: int8(seat)})
	case plan.EffectStayUp:
		return r.stayUp(r.which(e), seat)
	}
	return nil
}

// giveBack emits the event for chips that go back to a seat and were never in the
// pot.
func (r *ruled) giveBack(seat int, amount int64) {
	if amount > 0 {
		r.tell(Event{Kind: GivenBack, Seat: int8(seat), Amount: amount})
	}
}

func (r *ruled) kill(seat int) error {
	h := r.h
	switch {
	case !h.s.Live.Has(seat):
		return nil
	case h.s.Live.Len() == 1:
		return fmt.Errorf("seat %d has the last live hand", seat+1)
	}
	if r.note.Incident.Kind == plan.ThrownAway {
		h.floor.moves++
	}
	h.kill(seat)
	if r.note.Incident.Kind == plan.ThrownAway {
		h.folds(seat)
	}
	r.tell(Event{Kind: Killed, Seat: int8(seat)})
	return nil
}

// forfeit kills a hand and names the seats that inherit the pots that no live hand can
// win. If it is the last live hand, the best of these comes back.
func (r *ruled) forfeit(e *plan.FloorEffect, seat int) error {
	h := r.h
	var heirs betting.Set
	for _, k := range e.Heirs {
		if k < 0 || k >= h.s.N || k == seat {
			return h.plan.Game.Blame(e.Pos, "%s: there is no other seat %d", e.Kind, k+1)
		}
		if !h.s.Live.Has(k) {
			heirs |= betting.Bit(k)
		}
	}
	if h.s.Live == betting.Bit(seat) {
		best := h.bestHeir(heirs)
		if best < 0 {
			return fmt.Errorf("seat %d has the last live hand", seat+1)
		}
		if err := r.revive(best); err != nil {
			return err
		}
	}
	f := h.floor
	f.heirs |= heirs &^ h.s.Live
	f.heirNote = r.place
	f.forfeited |= betting.Bit(seat)
	return r.kill(seat)
}

// bestHeir returns the seat with the best hand at this moment, of equal ones the first
// left of the button; -1 for none.
func (h *Hand) bestHeir(seats betting.Set) int {
	sd := h.Showdown()
	best, top, seat := -1, rank.Strength(0), int(h.button)
	for range seats.Len() {
		seat = seats.After(seat)
		s := rank.Strength(0)
		if sd != nil && len(sd.Parts) > 0 && h.known(seat) {
			s, _ = h.rated(sd, 0, seat)
		}
		if best < 0 || s > top {
			best, top = seat, s
		}
	}
	return best
}

// revive brings a hand back as it was when it left: its up cards, its turn or its
// option, what it has announced. If the round has been closed since, or the pot
// pushed, and nothing else has happened, that is undone. If others have acted since,
// the seat owes what they bet.
func (r *ruled) revive(seat int) error {
	h := r.h
	if h.s.Live.Has(seat) {
		return nil
	}
	if h.held[seat] == 0 {
		return fmt.Errorf("seat %d has no cards on the table", seat+1)
	}
	d := h.floor.left[seat]
	if d != nil && r.undoes(seat, d) {
		r.tell(Event{Kind: Revived, Seat: int8(seat)})
		return nil
	}
	if d == nil {
		d = &departure{place: betting.NoPlace, round: -1, turn: -1}
	}
	if h.closedOn(seat, d) && !r.reopens() {
		return fmt.Errorf("the round in which seat %d left has been closed", seat+1)
	}
	f := h.floor
	same := d.round == h.round && d.moves == f.moves && d.served == f.served
	f.dealtIn |= betting.Bit(seat)
	h.s.Live |= betting.Bit(seat)
	h.up[seat] |= d.up
	if h.bets() {
		place := d.place
		if d.round != h.round { // it has to act in this one
			place = betting.NoPlace
		}
		if h.round == 1 { // its blind did not count when the round began without it
			h.r.Stands(h.roundLimit(h.Step()), &h.plan.Game.Betting, h.nominal, min(h.blinds[seat], h.s.Wager[seat]))
		}
		acts := h.r.Restore(&h.s, seat, place, same)
		switch {
		case same && d.turn >= 0:
			h.turnBack(d.turn)
		case acts && h.comesBefore(seat):
			h.turnBack(int8(seat))
		}
	}
	if same {
		f.promises(seat, d.queued...)
	}
	switch st := h.Step(); {
	case d.pc == h.pc && d.within == h.within && d.waiting:
		h.chosen[seat], h.owed[seat] = d.chosen, d.owed
		h.waiting |= betting.Bit(seat)
	case d.pc != h.pc && st != nil && st.AsksCards() && h.stage == asking && !f.broken.is: // the others were asked without it
		h.waiting |= betting.Bit(seat)
	}
	if st := h.Step(); h.manual && st != nil && st.Show != nil {
		h.waiting = h.unshown()
	}
	f.left[seat], f.undo, f.folds[seat] = nil, nil, 0
	f.killed &^= betting.Bit(seat)
	f.forfeited &^= betting.Bit(seat)
	f.deadPut &^= betting.Bit(seat)
	f.heirs &^= betting.Bit(seat)
	r.tell(Event{Kind: Revived, Seat: int8(seat)})
	return nil
}

// closedOn reports whether the round in which a hand left has been closed, or the pot
// pushed, so that it has to be opened again.
func (h *Hand) closedOn(seat int, d *departure) bool {
	return h.over || h.floor.pushed || d.round == h.round && h.leftBetting(d) && !h.bets() && h.owes(seat, d)
}

// leftBetting reports whether a seat left while a round was open.
func (h *Hand) leftBetting(d *departure) bool {
	return d.pc >= 0 && h.plan.Game.Steps[d.pc].Bets() && d.stage != betOver
}

// owes reports whether a seat that left in a round that is closed now was still to
// act, or has not put in what the others have.
func (h *Hand) owes(seat int, d *departure) bool {
	return h.s.Stack[seat] > 0 && (d.place.Pending() || h.in[seat] < slices.Max(h.in[:h.s.N]))
}

// comesBefore reports whether a revived seat acts before the seat whose turn it is:
// it was the last to act, or has been skipped since.
func (h *Hand) comesBefore(seat int) bool {
	last, turn := int(h.floor.last), int(h.floor.turn)
	if last == seat {
		return true
	}
	if h.dec.Seat >= 0 {
		turn = int(h.dec.Seat)
	}
	if last < 0 {
		switch open := h.Step().Bet.Open; {
		case open.ByShowing() || open == plan.SameAsBefore || open == plan.LastBettor:
			return false
		case open == plan.LeftOfBlind, open == plan.OffBlinds:
			last = int(h.lastBlind)
		default:
			last = int(h.button)
		}
	}
	after := func(seat int) int { return (seat - last - 1 + h.s.N) % h.s.N }
	return turn >= 0 && after(seat) < after(turn)
}

// turnBack makes the betting continue at a seat.
func (h *Hand) turnBack(seat int8) {
	if h.dec.Seat >= 0 {
		h.dec.Seat = seat
	}
	h.floor.turn = seat
}

func (r *ruled) muckCards(cs []cards.Card) error {
	for _, c := range cs {
		seat, open, err := r.h.takeCard(c)
		if err != nil {
			return err
		}
		r.h.floor.muck = append(r.h.floor.muck, c)
		r.tell(cardEvent(Deadened, seat, []cards.Card{c}, open))
	}
	return nil
}

// toStub puts cards back on top of the stub, in their order.
func (r *ruled) toStub(cs []cards.Card) error {
	open := cards.Set(0)
	for _, c := range cs {
		_, seen, err := r.h.takeCard(c)
		if err != nil {
			return err
		}
		open |= seen
	}
	r.h.onStub(cs)
	r.tellBack(PutBack, cs, open)
	return nil
}

// replace mucks the cards of the seat and owes it as many, face up or down as they
// were. Where players turn up cards of their choice, all come face down, and the
// seat turns up as many as it has lost. Without a seat it replaces cards of the
// board at once.
func (r *ruled) replace(e *plan.FloorEffect, seat int) error {
	h, f := r.h, r.h.floor
	cs := r.which(e)
	if seat < 0 {
		return r.replaceOnBoard(cs)
	}
	var up []bool
	for _, c := range cs {
		if k := slices.Index(h.Hole(seat), c); k >= 0 {
			lay := h.IsUp(seat, k)
			if up = append(up, lay && !h.exposes()); lay && h.exposes() {
				f.turnsUp[seat]++
			}
			if err := r.muckCards([]cards.Card{c}); err != nil {
				return err
			}
		}
	}
	n := max(1, len(cs))
	if r.note.Incident.Kind == plan.JokerDealt || r.note.Incident.Kind == plan.JokerFound {
		if err := r.muckJoker(seat); err != nil {
			return err
		}
	}
	if r.note.Incident.Kind == plan.Boxed && h.Serving() == seat {
		h.left-- // the card that was due comes later
		h.owed[seat]--
	}
	index, err := r.placeOf(e)
	if err != nil {
		return err
	}
	when := e.When
	if st := h.Step(); when == plan.AfterDeal && f.dealt && st.DealsTo(plan.ZoneHand) && h.stage == begun {
		when = plan.AfterCircuit
	}
	r.tell(Event{Kind: OwedCards, Seat: int8(seat), Amount: int64(n)})
	for k := range n {
		o := owedCard{int8(seat), e.From, index, k < len(up) && up[k], when}
		if when == plan.Now || when == plan.AfterDeal && f.dealt {
			if err := h.serveOne(o); err != nil {
				return err
			}
			continue
		}
		f.owed = append(f.owed, o)
	}
	return nil
}

// replaceOnBoard mucks cards of the board and deals others in their places.
func (r *ruled) replaceOnBoard(cs []cards.Card) error {
	h := r.h
	if len(cs) == 0 {
		return errors.New("it names neither a seat nor a card")
	}
	for _, c := range cs {
		k := slices.Index(h.Board(), c)
		if k < 0 {
			return fmt.Errorf("%s is not on the board", c)
		}
		if h.stock.left() == 0 {
			return fmt.Errorf("the stub is empty")
		}
		h.discarded(-1, []cards.Card{c}, cards.SetOf(c))
		h.board[k] = h.stock.next()
		r.tell(cardEvent(Deadened, -1, []cards.Card{c}, cards.SetOf(c)))
		h.emitCards(Boarded, -1, h.board[k:k+1])
	}
	return nil
}

func (r *ruled) muckJoker(seat int) error {
	for _, c := range r.h.Hole(seat) {
		if c.IsJoker() {
			return r.muckCards([]cards.Card{c})
		}
	}
	return nil
}

// placeOf returns the position in the stub that a record names for a replacement,
// -1 for none.
func (r *ruled) placeOf(e *plan.FloorEffect) (int, error) {
	n, ok := r.note.Incident.Number("index")
	switch {
	case !ok && e.From == "index":
		return e.N, nil
	case !ok:
		return -1, nil
	case e.From == "top":
		return -1, fmt.Errorf("the card comes from the top of the stub")
	}
	first, left := int64(0), r.h.stock.left()
	if e.When == plan.AfterDeal {
		left -= r.h.toDeal()
	}
	if e.From == "bottom half" {
		first = int64(placeIn(left, e.From))
	}
	if n < first || n >= int64(left) {
		return -1, fmt.Errorf("the card cannot come from place %d of the stub, only from %d to %d", n, first, left-1)
	}
	return int(n), nil
}

// upDue returns the number of cards that each seat should have been dealt face up by
// now.
func (h *Hand) upDue() (n int) {
	for k := range min(int(h.pc)+1, len(h.plan.Game.Steps)) {
		switch st := &h.plan.Game.Steps[k]; {
		case !st.DealsTo(plan.ZoneHand):
		case k == int(h.pc) && h.stage != inCommon:
			n += st.Up.Of(int(h.within.dealt))
		default:
			n += st.Up.Of(st.Count)
		}
	}
	return n
}

// drawBurn mixes the flop with the extra card and draws the next burn card: the one
// that the record names, or a random one.
func (r *ruled) drawBurn() error {
	h, f := r.h, r.h.floor
	extra := slices.IndexFunc(f.aside, func(c cards.Card) bool { return slices.Contains(r.cards, c) })
	if h.street != 3 || extra < 0 || len(r.cards) != 1 {
		return fmt.Errorf("no flop with one card too many has just been turned")
	}
	all := append(slices.Clone(h.board[h.onBoard-3:h.onBoard]), f.aside[extra])
	open := cards.SetOf(all[:3]...) | h.OutOfPlay()
	c := all[h.stock.chance(len(all))]
	if v := r.note.Incident.Value("burn"); v != nil {
		c = v.Cards[0]
	}
	k := slices.Index(all, c)
	if k < 0 {
		return fmt.Errorf("%s is not one of the cards turned", c)
	}
	f.aside[extra] = c
	copy(h.board[h.onBoard-3:], slices.Delete(all, k, k+1))
	f.nextBurn = append(f.nextBurn, c)
	f.onlyAsideBurns()
	r.tell(cardEvent(MadeBurn, -1, []cards.Card{c}, open))
	h.emitCards(Boarded, -1, h.board[h.onBoard-3:h.onBoard])
	return nil
}

// reshuffle shuffles zones, and the cards that the effect names, into the stub.
func (r *ruled) reshuffle(e *plan.FloorEffect) error {
	h, f := r.h, r.h.floor
	for _, c := range e.Cards {
		if slices.Contains(h.stub(), c) {
			continue
		}
		if _, _, err := h.takeCard(c); err != nil {
			return err
		}
		h.setStub(append(h.stub(), c))
	}
	var t tally
	t.add(h.stub())
	if e.Zones&plan.ZoneBurn != 0 {
		t.add(f.burn)
	}
	if e.Zones&plan.ZoneMuck != 0 {
		h.countMuck(&t)
	}
	if e.Zones&plan.ZoneAside != 0 {
		t.add(f.aside)
		h.unburn()
	}
	t.remove(f.foreign)
	h.restub(t)
	r.tell(Event{Kind: Reshuffled, Seat: -1, Amount: int64(h.stock.left())})
	return nil
}

// redoStreet puts the cards of the street, including extra ones, back on the stub,
// so that the street is dealt again. Its first burn stays.
func (r *ruled) redoStreet() error {
	h, f := r.h, r.h.floor
	st := h.Step()
	if st == nil || !st.DealsTo(plan.ZoneBoard) || h.street == 0 {
		return fmt.Errorf("no street of the board has just been dealt")
	}
	back := slices.Clone(h.board[int(h.onBoard)-int(h.street) : h.onBoard])
	open := cards.SetOf(back...) | h.OutOfPlay()
	h.onBoard -= h.street
	h.street = 0
	for _, c := range r.cards {
		if k := slices.Index(f.aside, c); k >= 0 {
			f.aside = slices.Delete(f.aside, k, k+1)
			back = append(back, c)
		}
	}
	f.onlyAsideBurns()
	h.onStub(back)
	h.pc, h.within, r.moved, f.broken = f.streetAt, within{}, true, brokenOff{}
	r.tellBack(StreetAgain, back, open)
	return nil
}

// faceUp makes down cards of a seat count as its next up cards: the next up card is
// dealt face down, or the seat does not turn up its next card.
func (r *ruled) faceUp(cs []cards.Card, seat int) error {
	h := r.h
	if h.exposes() {
		return r.stayUp(cs, seat)
	}
	for _, c := range cs {
		if k := slices.Index(h.Hole(seat), c); k >= 0 && !h.IsUp(seat, k) {
			h.up[seat] |= 1 << k
			h.floor.upLess |= betting.Bit(seat)
		}
	}
	r.tell(cardEvent(TurnedFace, seat, cs, 0))
	return nil
}

// stayUp keeps the extra cards up that a seat has turned up; the next time it turns
// up nothing.
func (r *ruled) stayUp(cs []cards.Card, seat int) error {
	h := r.h
	for _, c := range cs {
		if k := indexIn(h.Hole(seat), c, plan.FromDown, h.pool(plan.FromDown, seat)); k >= 0 {
			h.up[seat] |= 1 << k
		}
	}
	if h.Question().Exposes() {
		h.waiting &^= betting.Bit(seat)
	}
	h.floor.stayUp |= betting.Bit(seat)
	r.tell(cardEvent(TurnedFace, seat, cs, 0))
	return nil
}

// misdeal takes all cards back. Forced bets stay posted, all other chips go back,
// and the hand restarts with the same button; fees that were paid are not paid
// again.
func (r *ruled) misdeal() {
	h, f := r.h, r.h.floor
	paid := h.pc
	if h.over { // the second-to-last hand has died, and the pot went to the other
		was := *h
		h.chips, h.toRake = *f.kept[whenEnded], 0
		r.putAgain(&was)
		h.over, h.paid, h.main, h.result = false, 0, 0, Result{}
		h.won = [betting.Max]int64{}
	}
	if f.kept[whenPosted] != nil && h.round > 0 {
		for k := range h.s.N { // in the order of a record
			i := (int(h.button) + 1 + k) % h.s.N
			switch back := f.kept[whenPosted].s.Stack[i] - h.s.Stack[i]; {
			case back > 0:
				r.tell(Event{Kind: Returned, Seat: int8(i), Amount: back})
			case back < 0: // a blind that nobody had called went back, and is posted again
				r.tell(Event{Kind: PutAgain, Seat: int8(i), Amount: -back, To: f.kept[whenPosted].s.Wager[i]})
			}
		}
		if fees := h.toHouse - f.kept[whenPosted].toHouse; fees != 0 {
			r.tell(Event{Kind: PutAgain, Seat: -1, Amount: fees})
		}
		h.chips, h.toRake = *f.kept[whenPosted], 0
		paid = h.roundAt[0] // what was paid later has come back
	}
	h.s.Live = f.dealtIn &^ f.absent
	f.feesTo = max(f.feesTo, paid)
	h.r = betting.Round{Aggressor: -1}
	h.shown, h.mucked, h.waiting = 0, 0, 0
	h.redealt()
	h.useOrder()
	h.pc, h.within, r.moved = h.firstStep(), within{}, true
	r.tell(Event{Kind: Misdealt, Seat: -1})
}

// void returns all chips and ends the hand.
func (h *Hand) void() {
	for i := range h.s.N {
		h.s.Stack[i], h.s.Wager[i], h.in[i] = h.start[i], 0, 0
	}
	h.s.Broke = 0
	h.dead, h.toHouse, h.outOfPot, h.paid, h.feeDue = 0, 0, 0, 0, 0
	h.blinds, h.dropsLow, h.toRake = [betting.Max]int64{}, false, 0
	h.won, h.aside = [betting.Max]int64{}, [betting.Max]int64{}
	h.toSeats, h.between, h.capped, h.stays = 0, 0, 0, h.carriedIn // what earlier hands left stays
	h.dead = h.carriedIn
	h.floor.voided = true
	h.emitChips(HandVoided, -1, 0, 0)
	h.finish()
}

// burnStands moves the cards of the street to where the wrong burn would have put
// them: one place later if no card was burned, one place earlier if two were.
func (r *ruled) burnStands() error {
	h, f := r.h, r.h.floor
	n, _ := r.note.Incident.Number("burned")
	switch {
	case h.street == 0:
		return fmt.Errorf("no street of the board has been dealt")
	case n == 0 && len(f.burn) == 0:
		return fmt.Errorf("no card has been burned")
	case n != 0 && h.stock.left() == 0:
		return fmt.Errorf("the stub is empty")
	}
	first := int(h.onBoard) - int(h.street)
	if n == 0 {
		last := h.board[h.onBoard-1]
		copy(h.board[first+1:h.onBoard], h.board[first:h.onBoard-1])
		h.board[first] = f.burn[len(f.burn)-1]
		f.burn = f.burn[:len(f.burn)-1]
		h.onStub([]cards.Card{last})
	} else {
		f.burn = append(f.burn, h.board[first])
		copy(h.board[first:h.onBoard-1], h.board[first+1:h.onBoard])
		h.board[h.onBoard-1] = h.stock.next()
	}
	r.tell(Event{Kind: LetStand, Seat: -1})
	h.emitCards(Boarded, -1, h.board[first:h.onBoard])
	return nil
}

// takeBack undoes the seat's last action. Nobody may have acted after it, and the
// round must still be open.
func (r *ruled) takeBack(seat int) error {
	h, f := r.h, r.h.floor
	if m, _ := h.Moment(); f.undo == nil || m != plan.InBet || int(f.undo.seat) != seat || int(f.last) != seat || h.stage != wagering {
		return fmt.Errorf("another seat has acted since, or the round is over")
	}
	back := f.undo.s.Stack[seat] - h.s.Stack[seat]
	out := !h.s.Live.Has(seat)
	if !f.undo.ruled {
		f.takenBack++
	}
	h.s, h.r = f.undo.s, f.undo.r
	f.undo, f.last = nil, -1
	if h.round == 1 {
		f.acts--
	}
	h.turnBack(int8(seat))
	if d := f.left[seat]; out { // it has folded
		h.up[seat] |= d.up
		f.left[seat], f.folds[seat] = nil, 0
		r.tell(Event{Kind: Revived, Seat: int8(seat), Other: ownAct})
		return nil
	}
	r.tell(Event{Kind: Returned, Seat: int8(seat), Amount: back, Other: ownAct})
	return nil
}

func actionOf(e *plan.FloorEffect, seat int) (Action, error) {
	kinds := map[string]ActionKind{
		"fold": Fold, "check": Check, "call": Call, "bet": RaiseTo, "raise": RaiseTo, "bring-in": BringIn,
	}
	kind, ok := kinds[e.Word]
	if !ok {
		return Action{}, fmt.Errorf("no action is called %q", e.Word)
	}
	return Action{Kind: kind, Seat: int8(seat), Amount: e.Amount}, nil
}

func (r *ruled) act(e *plan.FloorEffect, seat int) error {
	h := r.h
	if h.dec.Kind == Chosen {
		a, ok := h.Take(e.Word, -1)
		if !ok {
			return fmt.Errorf("no action is called %q", e.Word)
		}
		if a.Seat = int8(seat); e.Amount != 0 {
			a.Amount = e.Amount
		}
		r.moved = true
		return h.applyOffer(a)
	}
	a, err := actionOf(e, seat)
	if err != nil {
		return err
	}
	switch m, _ := h.Moment(); {
	case h.s.Live.Len() < 2:
		return fmt.Errorf("seat %d has nothing to decide: no other hand is live", seat+1)
	case m == plan.InBet && h.dec.Kind == Wager && h.askBettor(h.Step()): // what was ruled before may have changed the turn
		err = h.wagers(&a)
	default:
		return fmt.Errorf("seat %d has nothing to decide", seat+1)
	}
	r.moved = true
	return err
}

// unclaimed gives away the chips that no live hand has matched, where all live hands
// are all in: bets of hands that have died since. Each layer of them goes to the best
// hand of those that a ruling has named, if it has matched the layer; otherwise by
// the rule of the game to the hand that folded last in it, or back to those who put
// it in.
func (h *Hand) unclaimed() {
	f := h.floor
	rule := h.plan.Game.Betting.Unclaimed
	if f == nil || (f.killed|f.deadPut)&^h.s.Live == 0 || h.s.Live&^h.s.Broke != 0 || rule == betting.ToLive && f.heirs == 0 {
		return
	}
	from := int64(0)
	for m := h.s.Live; m != 0; m &= m - 1 {
		from = max(from, h.in[m.First()])
	}
	short := h.outOfPot - h.dead     // fees that the pots of the live hands do not pay
	for _, n := range h.in[:h.s.N] { // beyond them lies what a hand with more seats left
		short -= min(n, from)
	}
	left := h.in
	for base := from; ; {
		to, in := int64(1)<<62, betting.Set(0)
		for i := range h.s.N {
			if h.in[i] > base {
				to = min(to, h.in[i])
				in |= betting.Bit(i)
			}
		}
		if in == 0 {
			break
		}
		h.giveLayer(in, to-base, rule, &short, &left)
		base = to
	}
	h.in = left
}

// giveLayer gives away an equal part of the chips that each of some dead hands has put
// in, less what fees are short of, and takes it from what is left. It may stay with the
// live hands.
func (h *Hand) giveLayer(in betting.Set, each int64, rule betting.Unclaimed, short *int64, left *[betting.Max]int64) {
	f := h.floor
	to, note := -1, int16(0)
	switch {
	case in.Len() == 1 && in&(f.forfeited|f.deadPut) != 0: // nobody called it
	case f.heirs&in != 0:
		to, note = h.bestHeir(f.heirs&in), f.heirNote
	case rule == betting.ToLive:
		return
	case rule == betting.LastFolded:
		for m := in &^ f.forfeited; m != 0; m &= m - 1 {
			if k := m.First(); f.folds[k] > 0 && (to < 0 || f.folds[k] > f.folds[to]) {
				to = k
			}
		}
	}
	amount := int64(0)
	for seat, m := int(h.button), in; m != 0; m &^= betting.Bit(seat) {
		seat = m.After(seat)
		fee := min(max(0, *short), each)
		*short -= fee
		part := each - fee
		left[seat] -= part
		if amount += part; to >= 0 || part == 0 {
			continue
		}
		h.paid -= part // it leaves what has been put in
		h.pay(seat, part)
		h.won[seat] -= part
		h.emitChips(Returned, seat, part, 0)
	}
	if to >= 0 && amount > 0 {
		h.paid -= amount
		h.pay(to, amount)
		h.emit(Event{Kind: Won, Seat: int8(to), Amount: amount, Note: note})
	}
}
