package hand

import (
	"slices"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/plan"
)

// Questions of a game against a bank: what is offered, and what is taken up.

// Offer is one thing that a seat may choose.
type Offer struct {
	Name string // what the player says: "bank", "bet", "hit"
	// Min and Max bound the amount that goes with it, in multiples of Step; 0
	// for a choice without an amount.
	Min, Max, Step int64
	choice         int8 // of the plan step, where it has choices
}

// Takes reports whether an amount goes with the choice.
func (o *Offer) Takes() bool { return o.Max > 0 }

// Names of what is offered by the steps without choices of their own.
const (
	takesBank = "bank"
	declines  = "decline"
	bets      = "bet"
	passes    = "pass"
)

// Offers is what the seat whose turn it is may choose. The slice is the hand's
// own.
func (h *Hand) Offers() []Offer {
	if h.dec.Kind != Chosen { // a round against a bank asks nothing else, and nothing when it is over
		return nil
	}
	if h.bank != nil {
		return h.bank.offers
	}
	ask := h.Choice()
	if ask == nil {
		return nil
	}
	out := make([]Offer, len(ask.Offers))
	for k := range out {
		o := &ask.Offers[k]
		out[k] = Offer{Name: o.Name, choice: int8(k)}
		if o.Price != plan.Free {
			out[k].Min, out[k].Max, out[k].Step = h.dec.Price, h.dec.Price, 1
		}
	}
	return out
}

// offersWords is what may be chosen, with the amounts.
func (h *Hand) offersWords() string {
	var out []string
	for _, o := range h.Offers() {
		text := o.Name
		if h.bank == nil && o.Takes() {
			text += " to"
		}
		if o.Takes() {
			text += " " + plan.Money(o.Min, h.plan.Stakes.Scale)
		}
		if o.Max > o.Min {
			text += " to " + plan.Money(o.Max, h.plan.Stakes.Scale)
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// Take is the action that takes up the offer of a name, for an amount: -1
// stands for the usual one, which is the least for a bet and the most for
// anything else. It is not ok when nothing of the name is offered.
func (h *Hand) Take(name string, amount int64) (a Action, ok bool) {
	for k, o := range h.Offers() {
		if o.Name != name {
			continue
		}
		if amount < 0 {
			if amount = o.Max; h.plan.Game.Steps[h.pc].Kind == plan.Place {
				amount = o.Min
			}
		}
		return Action{Kind: Choose, Seat: h.dec.Seat, Pick: int8(k), Amount: amount}, true
	}
	return a, false
}

// GoAlong is what a player does who just goes along: checks or calls, brings it in,
// chooses the fewest cards, and takes up the first offer, in a game for a pot the
// first that is free. Where there is neither a check nor a call it is a fold.
func (h *Hand) GoAlong() Action {
	d := &h.dec
	a := Action{Kind: Fold, Seat: d.Seat}
	switch {
	case d.Kind == CardsAsked:
		return h.PickFirst(d.Least)
	case d.Kind == Chosen && h.bank != nil:
		a, _ = h.Take(h.bank.offers[0].Name, -1)
	case d.Kind == Chosen:
		a.Kind = Choose
		a.Pick = int8(slices.IndexFunc(h.Choice().Offers, func(o plan.Offer) bool { return o.Price == plan.Free }))
	case d.Kind == DealerGoesOn:
		a.Kind = GoOn
	case d.Kind == OpenBet:
		a.Kind = BringIn
	case d.Options.CanCheck:
		a.Kind = Check
	case d.Options.Call > 0:
		a.Kind = Call
	}
	return a
}

// applyChosen makes a choice in a copy of the block and goes on.
func (h *Hand) applyChosen(a Action) error {
	offer, err := h.offered(a)
	if err != nil {
		return err
	}
	before, told := *h, 0
	if h.log != nil {
		told = len(h.log.Events)
	}
	h.bank = h.bank.clone()
	if err = h.choose(&offer, a); err == nil {
		err = h.advance()
	}
	if err != nil {
		*h = before
		if h.log != nil {
			h.log.Events = h.log.Events[:told]
		}
	}
	return err
}

// offered is the offer that an action takes up.
func (h *Hand) offered(a Action) (o Offer, err error) {
	d := &h.dec
	switch {
	case a.Seat != d.Seat:
		return o, h.refuse(a, "seat %d acts out of turn, it is seat %d's turn", a.Seat+1, d.Seat+1)
	case a.Kind != Choose:
		return o, h.refuse(a, "a choice is asked")
	case a.Pick < 0 || int(a.Pick) >= len(h.bank.offers):
		return o, h.refuse(a, "that is not offered")
	}
	o = h.bank.offers[a.Pick]
	m := func(n int64) string { return plan.Money(n, h.plan.Stakes.Scale) }
	switch {
	case !o.Takes() && a.Amount != 0:
		return o, h.refuse(a, "%s takes no amount", o.Name)
	case o.Takes() && (a.Amount < o.Min || a.Amount > o.Max):
		return o, h.refuse(a, "%s for %s is not allowed, only from %s to %s", o.Name, m(a.Amount), m(o.Min), m(o.Max))
	case o.Takes() && a.Amount != o.Max && a.Amount%o.Step != 0:
		return o, h.refuse(a, "%s for %s is not a multiple of %s", o.Name, m(a.Amount), m(o.Step))
	}
	return o, nil
}

// choose does what an offer says.
func (h *Hand) choose(o *Offer, a Action) error {
	seat := int(a.Seat)
	st := &h.plan.Game.Steps[h.pc]
	switch {
	case st.Kind == plan.Choose:
		return h.effects(&st.Choose.Choices[o.choice], a)
	case o.Name == takesBank:
		h.takeBank(seat, a.Amount)
	case o.Name == bets:
		h.placeBet(seat, a.Amount)
	default:
		h.waiting &^= betting.Bit(seat)
		h.emitChips(h.Told(a).Kind, seat, 0, 0)
	}
	return nil
}

// Told is the event that tells of a choice that is offered: what a record says of
// one that the script of the game could not deal with.
func (h *Hand) Told(a Action) Event {
	o := &h.bank.offers[a.Pick]
	if h.plan.Game.Steps[h.pc].Kind == plan.Choose {
		return Event{Kind: Chose, Seat: a.Seat, Step: h.pc, Part: h.bank.at, Pot: o.choice, Amount: a.Amount}
	}
	e := Event{Kind: SatOut, Seat: a.Seat, Step: h.pc, Amount: a.Amount}
	switch o.Name {
	case takesBank:
		e.Kind = Banked
	case declines:
		e.Kind = Declined
	case bets:
		e.Kind = Placed
	}
	return e
}

// offer adds an offer to those of the decision.
func (h *Hand) offer(o Offer) {
	h.bank.offers = append(h.bank.offers, o)
	h.dec.Count = len(h.bank.offers)
}

// usualOffers is how many offers a decision seldom has more of.
const usualOffers = 4

// askChoice begins a decision with offers.
func (h *Hand) askChoice(seat int) {
	h.ask(Chosen, seat)
	h.bank.offers = make([]Offer, 0, usualOffers)
}
