package hand

import (
	"fmt"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Irregularities in a round against a bank. They happen when a player is asked,
// after each card, and before bets are paid. Effects apply to all hands of a seat;
// effects on cards apply to the hand that is asked, or to the first hand.

// chosen returns the number of hands in this deal for which a choice has been made, or
// which a player has set apart, and whether one of them is the seat's.
func (b *bank) chosen(seat int) (n int, own bool) {
	for i := range b.hands {
		for k := range int(b.hands[i]) {
			if s := b.seatHand(i, k); s.acted || s.split || s.first > 0 && i != house {
				n++
				own = own || i == seat
			}
		}
	}
	return n, own
}

func (b *bank) checkIncident(h *Hand, in *plan.Incident) error {
	seat := in.Seat()
	if err := b.checkPlayer(in.Kind, seat); err != nil {
		return err
	}
	switch in.Kind {
	case plan.OffTable:
		if seat < 0 {
			if seat = h.holder(in.Cards()[0]); seat < 0 {
				return fmt.Errorf("%s is in no hand", in.Cards()[0])
			}
			*in = in.With("seat", plan.Value{N: int64(seat)})
		}
		return h.checkHeldCards(in, seat)
	case plan.DealerExposed, plan.PlayerExposed:
		return h.checkHeldCards(in, seat)
	case plan.Boxed:
		return h.checkBoxed(in)
	case plan.WrongCount:
		return h.checkBankHand(in)
	case plan.Declare:
		if _, ok := h.said(in.Word("action"), in); !ok || int(h.dec.Seat) != seat {
			return fmt.Errorf("it is not offered to seat %d: %s", seat+1, h.Legal())
		}
	}
	return nil
}

// checkPlayer checks that a seat has a hand in the round, and that a hand is dead if
// its player wants it back.
func (b *bank) checkPlayer(k plan.IncidentKind, seat int) error {
	if seat < 0 || k == plan.Cut || k == plan.Retract || k == plan.AwardError || k == plan.Declare {
		return nil
	}
	switch {
	case b.banker < 0 || !b.role(plan.Everybody).Has(seat):
		return fmt.Errorf("seat %d has no hand in this round", seat+1)
	case (k == plan.Retrieve) != b.seatHand(seat, 0).lost:
		return fmt.Errorf("seat %d is %s", seat+1, map[bool]string{true: "live", false: "no longer in the round"}[k == plan.Retrieve])
	}
	return nil
}

// checkBankHand gives a hand the number of cards that it was found with: an extra card
// comes from the top of the stub, and a missing card goes back there.
func (h *Hand) checkBankHand(in *plan.Incident) error {
	n, _ := in.Number("count")
	s := h.inHand(in.Seat())
	h.dueNow = s.n
	switch {
	case int(n) == int(s.n)+1 && s.n < MaxCards && h.stock.left() > 0:
		s.take(h.stock.next(), true)
	case int(n) == int(s.n)-1 && n > 0:
		h.onStub([]cards.Card{s.cards[n]})
		s.drop(int(n))
	default:
		return fmt.Errorf("seat %d has %s: one too many or too few can be found", in.Seat()+1, cards.Counted(int(s.n), "card"))
	}
	return nil
}

// said returns the choice that a declaration names, for the declared amount.
func (h *Hand) said(word string, in *plan.Incident) (Action, bool) {
	amount, ok := in.Number("amount")
	if !ok {
		amount = -1
	}
	a, ok := h.Take(word, amount)
	if ok && !h.Offers()[a.Pick].Takes() {
		a.Amount = 0
	}
	return a, ok
}

func (b *bank) effect(r *ruled, e *plan.FloorEffect, seat int) error {
	h := r.h
	//exhaustive:ignore all others are on a hand of the round
	switch e.Kind {
	case plan.EffectVoid:
	case plan.EffectMisdeal:
		if !b.anyCards() {
			return fmt.Errorf("no card has been dealt")
		}
		if b.paidSome {
			return fmt.Errorf("bets have been paid")
		}
	case plan.EffectAside, plan.EffectDead:
		if seat < 0 {
			break // the next card of the stub
		}
		fallthrough
	default:
		if seat < 0 || !b.inRound(h).Has(seat) {
			return fmt.Errorf("seat %d has no hand in this round", seat+1)
		}
	}
	//exhaustive:ignore the others cannot happen against a bank, which the default says
	switch e.Kind {
	case plan.EffectKill:
		return b.killAll(r, seat, true)
	case plan.EffectRevive:
		return b.killAll(r, seat, false)
	case plan.EffectAside, plan.EffectDead:
		return r.putAway(e, seat)
	case plan.EffectReplace:
		return b.replace(r, e, seat)
	case plan.EffectToStub:
		// The last card of a hand goes back on top of the stub.
		h := r.h
		s := h.inHand(seat)
		if s.n == 0 {
			return fmt.Errorf("seat %d has no card", seat+1)
		}
		c := s.cards[s.n-1]
		open := openIf(h.IsUp(seat, int(s.n)-1), c)
		s.drop(int(s.n) - 1)
		h.onStub([]cards.Card{c})
		r.moved = true
		r.tell(cardEvent(PutBack, -1, []cards.Card{c}, open))
		return nil
	case plan.EffectFill:
		r.moved = true
		return b.dealMore(r, seat, !h.hidden(seat))
	case plan.EffectFaceUp:
		cs := r.which(e)
		s := r.h.inHand(seat)
		for k, c := range s.list() {
			if slices.Contains(cs, c) {
				s.up |= 1 << k
			}
		}
		r.tell(cardEvent(TurnedFace, seat, cs, 0))
	case plan.EffectMisdeal:
		b.dealAgain(r)
	case plan.EffectVoid:
		h.void()
	case plan.EffectAct:
		return r.choose(e, seat)
	default:
		return fmt.Errorf("%s cannot happen in a round against a bank", e.Kind)
	}
	return nil
}

// killAll makes all hands of a player dead, or live again. A dead hand loses its
// wager. The banker's hand cannot be killed alone, because it decides all the
// others.
func (b *bank) killAll(r *ruled, seat int, dead bool) error {
	if seat == int(b.banker) {
		return fmt.Errorf("seat %d banks", seat+1)
	}
	for k := range int(b.hands[seat]) {
		b.seatHand(seat, k).lost = dead
	}
	kind := Revived
	if dead {
		kind = Killed
	}
	r.tell(Event{Kind: kind, Seat: int8(seat)})
	return nil
}

// putAway takes the next card of the stub, or cards of a hand, out of play.
func (r *ruled) putAway(e *plan.FloorEffect, seat int) error {
	h, kind := r.h, TakenAside
	if e.Kind == plan.EffectDead {
		kind = Deadened
	}
	open := cards.Set(0)
	for _, c := range r.which(e) {
		stub := h.stub()
		switch {
		case seat >= 0:
			k := slices.Index(h.Hole(seat), c)
			if k < 0 {
				return fmt.Errorf("seat %d does not hold %s", seat+1, c)
			}
			seen := openIf(h.IsUp(seat, k), c)
			h.inHand(seat).drop(k)
			h.goesOut(seat, []cards.Card{c}, seen)
			open |= seen
		case len(stub) == 0 || stub[0] != c:
			return fmt.Errorf("%s is not the next card of the deck", c)
		default:
			h.setStub(stub[1:])
		}
		h.outOfPlay(c, kind == Deadened)
	}
	r.tell(cardEvent(kind, seat, r.which(e), open))
	return nil
}

// replace mucks cards of a hand and deals it replacements, face up or down like the
// old ones.
func (b *bank) replace(r *ruled, e *plan.FloorEffect, seat int) error {
	h := r.h
	for _, c := range r.which(e) {
		k := slices.Index(h.Hole(seat), c)
		up := k >= 0 && h.IsUp(seat, k)
		one := plan.FloorEffect{Kind: plan.EffectDead, Cards: []cards.Card{c}}
		if err := r.putAway(&one, seat); err != nil {
			return err
		}
		if err := b.dealMore(r, seat, up); err != nil {
			return err
		}
	}
	r.moved = true // the offers depend on the cards
	return nil
}

func (b *bank) dealMore(r *ruled, seat int, up bool) error {
	k := 0
	if r.h.dec.Kind == Chosen && int(r.h.dec.Seat) == seat {
		k = int(b.at)
	}
	if int(b.seatHand(seat, k).n) == MaxCards {
		return fmt.Errorf("seat %d has %d cards", seat+1, MaxCards)
	}
	return b.dealTo(r.h, seat, k, up)
}

func (b *bank) anyCards() bool {
	for seat := range len(b.hands) {
		for k := range int(b.hands[seat]) {
			if b.seatHand(seat, k).n > 0 {
				return true
			}
		}
	}
	return false
}

// hidden reports whether the next card of a seat is dealt face down: the seat
// banks, has no card face down, and the game deals the banker one.
func (h *Hand) hidden(seat int) bool {
	s := h.inHand(seat)
	return seat == h.Banker() && s.n > 0 && s.up == 1<<s.n-1 && h.plan.Game.HasStep(func(st *plan.Step) bool {
		return st.DealsTo(plan.ZoneHand) && st.To == plan.Banker && st.Up.Of(st.Count) < st.Count
	})
}

// dealAgain takes all cards back, shuffles them, and deals again. Stake and bets
// stay, the wagers of split hands go back, and fees are not paid again.
func (b *bank) dealAgain(r *ruled) {
	h := r.h
	seat := int(h.button)
	for m := b.bettors; m != 0; m &^= betting.Bit(seat) {
		seat = m.After(seat) // in the order of a record
		wager := b.seatHand(seat, 0).wager
		stays := wager
		for n := 1; n <= int(b.sides); n++ {
			if on := b.bet(seat, 0, n); n < len(h.placedBets()) {
				stays += *on
			} else {
				*on = 0
			}
		}
		if extra := h.s.Wager[seat] - stays; extra > 0 {
			h.takeUp(seat, extra)
			r.tell(Event{Kind: Returned, Seat: int8(seat), Amount: extra})
		}
		b.hands[seat] = 1
		*b.seatHand(seat, 0) = seatHand{wager: wager}
	}
	for k := range int(b.hands[b.banker]) {
		*b.seatHand(int(b.banker), k) = seatHand{}
	}
	if b.shares() {
		*b.seatHand(house, sharedHand) = seatHand{}
	}
	h.onBoard, b.sizes = 0, [2]uint8{}
	h.stock.restack(h.plan.Game.Deck)
	h.takesBack()
	h.useOrder()
	h.waiting, b.at = 0, 0
	h.pc, h.within, r.moved = int16(slices.IndexFunc(h.plan.Game.Steps, func(st plan.Step) bool { return st.DealsTo(plan.ZoneHand) })), within{}, true
	h.dec = Decision{Seat: -1, Step: h.pc}
	r.tell(Event{Kind: Misdealt, Seat: -1})
}

// placedBets returns the bets that players place before the deal; the remaining
// bets are made during play.
func (h *Hand) placedBets() []string {
	n := 0
	for i := range h.plan.Game.Steps {
		if p := h.plan.Game.Steps[i].Place; p != nil {
			n += 1 + len(p.Also)
		}
	}
	return h.plan.Bets[:n]
}

// choose makes the choice that the seat being asked has declared.
func (r *ruled) choose(e *plan.FloorEffect, seat int) error {
	h := r.h
	a, ok := h.said(e.Word, r.note.Incident)
	if !ok || int(h.dec.Seat) != seat {
		return fmt.Errorf("seat %d cannot %s", seat+1, e.Word)
	}
	r.moved = true
	return h.applyOffer(a)
}

func (b *bank) inRound(h *Hand) betting.Set {
	if b.banker < 0 {
		return 0
	}
	return b.role(plan.Everybody) & h.all()
}

func (b *bank) leavesRoom(h *Hand, k plan.IncidentKind) bool {
	switch k {
	case plan.Retrieve:
		return b.inRound(h) != b.live(h)
	case plan.TouchedDiscards:
		return len(h.Mucked()) > 0
	case plan.Retract:
		return b.stake > 0
	case plan.Declare:
		return h.dec.Seat >= 0
	}
	return true
}

// live returns the seats whose hands have not been given up.
func (b *bank) live(h *Hand) betting.Set {
	m := b.inRound(h)
	for l := m; l != 0; l &= l - 1 {
		if b.seatHand(l.First(), 0).lost {
			m &^= betting.Bit(l.First())
		}
	}
	return m
}

// bankView is a round against a bank as rulings see it.
type bankView struct{ incidentView }

func (b *bank) view(v incidentView) plan.IncidentView { return bankView{v} }

func (v bankView) Actions() int {
	n, _ := v.bank.chosen(-1)
	return n
}

func (v bankView) Live() betting.Set { return v.bank.live(v.Hand) }

func (v bankView) Acted(seat int) bool {
	_, own := v.bank.chosen(seat)
	return own
}

func (v bankView) HasActed(seat int) bool { return v.Acted(seat) }

func (v bankView) Low() bool { return false }

func (v bankView) Worth(seat int) string {
	words, _ := v.Hand.Worth(seat, 0)
	return words
}
