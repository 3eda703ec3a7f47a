package hand

import (
	"math/bits"
	"slices"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/plan"
)

// Questions with offers ([plan.Ask]): each seat that is asked chooses one of them.
// The offer has the price, and each effect has its own function at the end of this
// file. The type of the contest decides who is asked and which offers a hand has
// ([contest]).

// runOffers puts the question of a step to the seats that it asks.
func (h *Hand) runOffers(st *plan.Step) (wait bool, err error) {
	c := h.contest()
	if h.stage == notBegun {
		h.stage = asking
		h.waiting = c.asks(h, st)
	}
	for h.waiting != 0 && !(st.Ask.InTurn && h.alone()) {
		if h.stopsNow() {
			return true, nil
		}
		seat := house
		if players := h.waiting &^ betting.Bit(house); players != 0 {
			seat = players.After(h.beforeFirst(st))
		}
		mask, err := c.offers(h, st, seat)
		if err != nil {
			return false, err
		}
		if mask != 0 {
			d := h.ask(Chosen, seat)
			h.offered, d.Count, d.Price = mask, bits.OnesCount32(mask), h.price(st)
			return true, nil
		}
		if !h.stopDue() {
			h.says(st, seat, false)
		}
	}
	if h.stopsNow() {
		return true, nil
	}
	if !st.Ask.InTurn {
		h.openChoices(st)
	}
	c.answered(h, st)
	return false, nil
}

// openChoices applies the offers that the seats have chosen secretly.
func (h *Hand) openChoices(st *plan.Step) {
	seat, all := h.beforeFirst(st), h.s.Live
	for range all.Len() {
		seat = all.After(seat)
		if which := h.chosen[seat]; which != 0 {
			h.chosen[seat] = 0
			_ = h.takes(st, seat, bits.TrailingZeros64(which), 0) // secret choices are free
		}
	}
}

// says records that a seat has answered; yes is false for a free offer.
func (h *Hand) says(st *plan.Step, seat int, yes bool) {
	h.waiting &^= betting.Bit(seat)
	if !yes && st.Ask.EndsAtNo {
		h.waiting = 0
	}
}

// Take returns the action that chooses the offer with this name, for an amount.
// Amount -1 is the usual one: the smallest for a bet or a payment into the pot,
// otherwise the largest. It returns false if there is no such offer.
func (h *Hand) Take(name string, amount int64) (a Action, ok bool) {
	if h.Choice() == nil {
		return a, false
	}
	for n := range h.dec.Count {
		if o := h.Nth(n); strings.EqualFold(o.Name, name) {
			return h.taking(n, &o, amount), true
		}
	}
	return a, false
}

// taking returns the action that chooses the n-th of the seat's offers.
func (h *Hand) taking(n int, o *Offer, amount int64) Action {
	if amount < 0 {
		if amount = o.Max; h.Choice().Offers[o.choice].Effect == plan.DoBet || o.Paid {
			amount = o.Min
		}
	}
	return Action{Kind: Choose, Seat: h.dec.Seat, Pick: int8(n), Amount: amount}
}

// defaultNth returns the number of the offer that a seat takes by default: the first. A seat without chips in a game for a pot does
// not give up its hand by default where the alternative is to pay, because it pays nothing.
func (h *Hand) defaultNth() int {
	offers := h.Choice().Offers
	at := func(n int) *plan.Offer { o := h.Nth(n); return &offers[o.choice] }
	if h.s.Stack[h.dec.Seat] > 0 || !at(0).GivesUp() {
		return 0
	}
	for n := 1; n < h.dec.Count; n++ {
		if o := at(n); o.Pays() != nil && !o.GivesUp() {
			return n
		}
	}
	return 0
}

func (h *Hand) applyOffer(a Action) error {
	o, err := h.named(a)
	if err != nil {
		return err
	}
	if h.offering() {
		h.takesPost(plan.Offered.Ask.Offers[o.choice].Effect == plan.DoPost)
		return nil
	}
	st, seat, k := h.Step(), int(a.Seat), int(o.choice)
	switch {
	case !st.Ask.InTurn:
		h.chosen[seat] = 1 << k
		h.emit(Event{Kind: Picked, Seat: a.Seat, Pot: o.choice})
	default:
		if err := h.takes(st, seat, k, a.Amount); err != nil {
			return err
		}
	}
	if !h.contest().asksOn(st) {
		h.says(st, seat, st.Ask.Offers[k].Price != plan.Free)
	}
	return nil
}

// named returns the offer that an action chooses.
func (h *Hand) named(a Action) (o Offer, err error) {
	d, ask := &h.dec, h.Choice()
	there := a.Kind == Choose && a.Pick >= 0 && int(a.Pick) < d.Count
	switch {
	case a.Seat != d.Seat:
		return o, h.refuse(a, "seat %d is out of turn: it is seat %d's turn", a.Seat+1, d.Seat+1)
	case !there && ask.Words.Asked != "":
		return o, h.refuse(a, "%s is offered", ask.Words.Asked)
	case a.Kind != Choose:
		return o, h.refuse(a, "expected a choice")
	case !there:
		return o, h.refuse(a, "that is not offered")
	}
	o = h.Nth(int(a.Pick))
	m := h.plan.Stakes.Price
	switch {
	case !o.Takes() && a.Amount != 0:
		return o, h.refuse(a, "%s takes no amount", o.Name)
	case o.Fixed && a.Amount != 0 && a.Amount != o.Max:
		return o, h.refuse(a, "%s is exactly %s", ask.Words.Asked, m(o.Max))
	case o.Fixed:
	case o.Takes() && (a.Amount < o.Min || a.Amount > o.Max):
		return o, h.refuse(a, "cannot %s %s, only from %s to %s", o.Name, m(a.Amount), m(o.Min), m(o.Max))
	case o.Takes() && a.Amount != o.Max && a.Amount%o.Step != 0:
		return o, h.refuse(a, "%s for %s is not a multiple of %s", o.Name, m(a.Amount), m(o.Step))
	}
	return o, nil
}

// answerBits is the number of bits for one answer in Hand.answers: the offer, from
// 1.
const answerBits = 64 / plan.MaxChoices

// noteChoice stores a seat's open choice for the rest of the deal, or until the
// seat is asked again by a step that repeats the question.
func (h *Hand) noteChoice(seat, k int) {
	if i := slices.Index(h.plan.Choices, int16(h.plan.Game.First(int(h.pc)))); i >= 0 {
		at := i * answerBits
		h.answers[seat] = h.answers[seat]&^(1<<(at+answerBits)-1<<at) | uint64(k+1)<<at
	}
}

// Chose reports whether a seat has chosen the offer with this name in this deal: in
// the last question with that offer that the seat has answered, in a game for a
// pot. Secret choices count once all seats have chosen.
func (h *Hand) Chose(seat int, name string) (chose bool) {
	for i, left := 0, h.answers[seat]; left != 0; i, left = i+1, left>>answerBits {
		k := int(left&(1<<answerBits-1)) - 1
		if k < 0 {
			continue
		}
		offers := h.plan.Game.Steps[h.plan.Choices[i]].Ask.Offers
		if at := slices.IndexFunc(offers, func(o plan.Offer) bool { return o.Name == name }); at >= 0 {
			chose = at == k
		}
	}
	return chose
}

// takes applies the k-th offer of a question.
func (h *Hand) takes(st *plan.Step, seat, k int, amount int64) error {
	h.noteChoice(seat, k)
	//exhaustive:enforce
	switch st.Ask.Offers[k].Effect {
	case plan.DoStraddle:
		h.straddle(seat, h.dec.Price)
	case plan.DoBank, plan.DoBet, plan.DoPlay:
		return h.contest().play(h, st, seat, k, amount)
	case plan.DoRun:
		h.emit(Event{Kind: Chose, Seat: int8(seat), Pot: int8(k)})
		// The smallest number of runs that a seat names is agreed.
		n := k + 1
		if h.nthRun == 0 || n < int(h.nthRun) {
			h.nthRun = uint8(n)
		}
		if n == 1 {
			h.waiting = 0
		}
	case plan.DoNothing:
		h.emit(Event{Kind: Chose, Seat: int8(seat), Pot: int8(k)})
	case plan.DoDecline, plan.DoSitOut:
		h.emitChips(offerEvents[st.Ask.Offers[k].Effect], seat, 0, 0)
	case plan.DoPost: // of the table, not of the plan: see takesPost
	}
	return nil
}

// offerEvents are the events of the offers' effects.
var offerEvents = [...]EventKind{
	plan.DoNothing: Chose, plan.DoDecline: Declined, plan.DoStraddle: Straddled, plan.DoPost: Straddled,
	plan.DoBank: Banked, plan.DoBet: Placed, plan.DoSitOut: SatOut, plan.DoPlay: Chose, plan.DoRun: Chose,
}

// failing are the events of actions at which a script failed.
var failing = [...]EventKind{Fold: Folded, Check: Checked, Call: Called, RaiseTo: Raised, BringIn: BroughtIn, PickCards: Picked, Choose: Picked}

// Failed returns the event of an answer at which a script of the game failed, for the record of the hand: it has not changed, and
// has no such event.
func (h *Hand) Failed(a *Action) Event {
	e := Event{Kind: failing[a.Kind], Seat: a.Seat, Step: h.pc, Amount: a.Amount, To: a.Amount}.WithCards(a.List())
	if a.Kind == Choose {
		e.Pot, e.To = h.Nth(int(a.Pick)).choice, h.dec.Price
		if kind := offerEvents[h.Choice().Offers[e.Pot].Effect]; kind != Chose {
			e.Kind, e.Pot = kind, 0
		}
	}
	return e
}

// Offer returns which of some offers a seat took as the event tells, -1 for none.
func (e *Event) Offer(offers []plan.Offer) int {
	if e.Kind.Facts().ByOffer {
		return int(e.Pot)
	}
	return slices.IndexFunc(offers, func(o plan.Offer) bool { return offerEvents[o.Effect] == e.Kind })
}

// straddle posts a straddle: the betting begins left of it.
func (h *Hand) straddle(seat int, amount int64) {
	put := h.s.Post(seat, amount)
	h.nominal, h.topBlind, h.lastBlind = amount, amount, int8(seat)
	h.emitChips(Straddled, seat, put, h.s.Wager[seat])
}
