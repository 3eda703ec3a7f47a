package hand

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// Apply makes a choice and runs the hand to the next decision. An action that
// is not legal is refused with an [IllegalError] and changes nothing.
func (h *Hand) Apply(a Action) error {
	if h.log != nil && h.log.Decisions {
		return h.decided(&a)
	}
	return h.apply(&a)
}

func (h *Hand) apply(of *Action) error {
	a := *of
	if h.over {
		return h.refuse(a, "the hand is over")
	}
	if a.N < 0 || a.N > plan.MostHole || a.N > MaxHole && a.More.Len() != int(a.N)-MaxHole {
		return h.refuse(a.WithCards(nil), "%d cards are not an action", a.N)
	}
	if s := int(a.Seat); s >= 0 && s < h.s.N && a.N > 0 {
		if list := a.List(); slices.ContainsFunc(list, cards.Card.IsJoker) {
			jokerIn(list, h.nameable(s, h.asksDown()))
			a = a.WithCards(list)
		}
	}
	switch {
	case h.bank != nil:
		return h.bank.apply(h, a)
	case h.dec.Kind == DealCards || h.dec.Kind == ShowCards:
		return h.applyManual(a)
	}
	if h.plan.Scripted {
		return h.answerWholly(a)
	}
	return h.answer(&a)
}

// Wager is Apply for the seat whose turn it is in a round of betting. The action is handed on in registers: an [Action] that was
// just written is waited for when it is read.
func (h *Hand) Wager(kind ActionKind, amount int64) error {
	if h.dec.Kind != Wager || h.over || h.floor != nil || h.plan.Scripted || h.bank != nil || h.log != nil {
		return h.Apply(Action{Kind: kind, Seat: h.dec.Seat, Amount: amount})
	}
	if err := h.applyWager(kind, h.dec.Seat, amount); err != nil {
		return err
	}
	return h.advance()
}

// answerWholly is answer where a script is asked afterwards, which can fail.
func (h *Hand) answerWholly(a Action) error {
	return h.wholly(func() error { return h.answer(&a) })
}

// answer makes a choice in a hand for a pot and runs on.
func (h *Hand) answer(a *Action) error {
	if h.floor != nil {
		h.own()
	}
	var err error
	switch h.dec.Kind {
	case DealerGoesOn:
		err = h.applyGoOn(*a)
	case Wager:
		if h.floor != nil {
			err = h.wagerWatched(*a)
		} else {
			err = h.applyWager(a.Kind, a.Seat, a.Amount)
		}
	case CardsAsked:
		err = h.applyPick(*a)
	case Chosen:
		err = h.applyOffer(*a)
	}
	if err != nil {
		return err
	}
	if h.floor != nil {
		h.floor.goesOn(a.Kind)
	}
	return h.advance()
}

// wholly does something whole or not at all: an error leaves the hand as it was.
func (h *Hand) wholly(do func() error) error {
	before, told := *h, 0
	if h.log != nil {
		told = len(h.log.Events)
	}
	err := do()
	if err != nil {
		*h = before
		if h.log != nil {
			h.log.Events = h.log.Events[:told]
		}
	}
	return err
}

// GoAlong is what a player does who just goes along: checks or calls, brings it in,
// chooses the fewest cards, and takes up the first offer that is free, or of the
// question's own words the first ([plan.Ask]). Where there is neither a check nor a
// call it is a fold.
func (h *Hand) GoAlong() Action {
	d := &h.dec
	a := Action{Kind: Fold, Seat: d.Seat}
	switch {
	case d.Kind == CardsAsked:
		return h.PickFirst(d.Least)
	case d.Kind == Chosen:
		return h.goAlong()
	case d.Kind == DealerGoesOn:
		a.Kind = GoOn
	case d.BringIn > 0:
		a.Kind = BringIn
	case d.Options.CanCheck:
		a.Kind = Check
	case d.Options.Call > 0:
		a.Kind = Call
	}
	return a
}

func (h *Hand) refuse(a Action, format string, args ...any) error {
	e := &IllegalError{Action: a, Decision: h.dec, Reason: fmt.Sprintf(format, args...), Legal: "nothing"}
	if !h.over {
		e.Legal = h.Legal()
	}
	return e
}

// Legal says in words what the pending decision allows.
func (h *Hand) Legal() string {
	scale := h.plan.Stakes.Scale
	money := func(a int64) string { return plan.Money(a, scale) }
	d := &h.dec
	var out []string
	switch d.Kind {
	case DealerGoesOn:
		return "the dealer goes on"
	case CardsAsked:
		return h.legalCards()
	case DealCards:
		if d.Seat < 0 && d.For == 0 {
			return fmt.Sprintf("%d cards for the board", d.Count)
		}
		return fmt.Sprintf("cards for %s", seatList(d.For))
	case ShowCards:
		return "show or muck, " + seatList(d.For)
	case Chosen:
		return fmt.Sprintf("seat %d: %s", d.Seat+1, h.offersWords())
	}
	o := &d.Options
	if d.BringIn > 0 {
		out = append(out, "bring it in for "+money(d.BringIn))
	} else {
		out = append(out, "fold")
	}
	if o.CanCheck {
		out = append(out, "check")
	}
	if o.Call > 0 {
		out = append(out, "call "+money(o.Call))
	}
	if o.CanRaise() {
		verb := "raise to "
		switch {
		case o.Opens:
			verb = "bet "
		case o.Completes:
			verb = "complete to "
		}
		amounts := money(o.MinTo)
		if o.MaxTo > o.MinTo {
			amounts += " to " + money(o.MaxTo)
		}
		out = append(out, verb+amounts)
	}
	return fmt.Sprintf("seat %d: %s", d.Seat+1, strings.Join(out, ", "))
}

func seatList(m seating.Set) string {
	var out []string
	for ; m != 0; m &= m - 1 {
		out = append(out, fmt.Sprintf("seat %d", m.First()+1))
	}
	return strings.Join(out, ", ")
}

// wagerWatched is applyWager that notes for the floor how the round was before.
func (h *Hand) wagerWatched(a Action) error {
	before := lastAction{h.s, h.r, a.Seat}
	err := h.applyWager(a.Kind, a.Seat, a.Amount)
	if err == nil {
		h.floor.undo = &before
	}
	return err
}

// applyWager is an action in a round of betting.
func (h *Hand) applyWager(kind ActionKind, by int8, amount int64) error {
	d := &h.dec
	seat := int(d.Seat)
	if by != d.Seat {
		return h.refuse(Action{Kind: kind, Seat: by, Amount: amount}, "seat %d acts out of turn, it is seat %d's turn", by+1, d.Seat+1)
	}
	st := &h.plan.Game.Steps[h.pc]
	limit, rules := h.roundLimit(st), &h.plan.Game.Betting
	if d.BringIn > 0 {
		return h.applyOpening(kind, amount, st)
	}
	switch kind {
	case Fold:
		h.r.Fold(&h.s, rules, seat)
		h.up[seat] = 0 // the up cards are turned down
		h.acted(d.Seat)
		h.emitChips(Folded, seat, 0, 0)
	case Check:
		if !d.Options.CanCheck {
			return h.refuse(Action{Kind: kind, Seat: by, Amount: amount}, "there is a bet to call")
		}
		h.r.Check(&h.s, rules, seat)
		h.acted(d.Seat)
		h.emitChips(Checked, seat, 0, 0)
	case Call:
		if d.Options.Call == 0 {
			return h.refuse(Action{Kind: kind, Seat: by, Amount: amount}, "there is nothing to call")
		}
		put := h.r.Call(&h.s, rules, seat)
		h.acted(d.Seat)
		h.emitChips(Called, seat, put, h.s.Wager[seat])
	case RaiseTo:
		if d.NoOpeners {
			return h.refuse(Action{Kind: kind, Seat: by, Amount: amount}, "the seat does not hold openers, %s", st.Bet.Openers.Name)
		}
		if err := d.Options.Check(amount); err != nil {
			return h.refuse(Action{Kind: kind, Seat: by, Amount: amount}, "%s", h.amountReason(err))
		}
		event := Raised
		switch {
		case d.Options.Opens:
			event = Bet
		case d.Options.Completes:
			event = Completed
		}
		put := h.r.Raise(&h.s, limit, rules, &d.Options, amount)
		h.acted(d.Seat)
		h.emitChips(event, seat, put, amount)
	default:
		return h.refuse(Action{Kind: kind, Seat: by, Amount: amount}, "a bet is asked")
	}
	return nil
}

// amountReason words a refused amount in the table's money.
func (h *Hand) amountReason(err error) string {
	e, ok := err.(*betting.RangeError)
	if !ok {
		return err.Error()
	}
	scale := h.plan.Stakes.Scale
	m := func(a int64) string { return plan.Money(a, scale) }
	switch {
	case e.Chip != 0:
		return fmt.Sprintf("to %s is not a multiple of the smallest chip, %s", m(e.To), m(e.Chip))
	case e.Min == e.Max:
		return fmt.Sprintf("cannot go to %s, only to %s", m(e.To), m(e.Min))
	}
	return fmt.Sprintf("cannot go to %s, only from %s to %s", m(e.To), m(e.Min), m(e.Max))
}

// applyOpening is the bring-in, or a completion in its place.
func (h *Hand) applyOpening(kind ActionKind, amount int64, st *plan.Step) error {
	d := &h.dec
	seat := int(d.Seat)
	limit, rules := h.roundLimit(st), &h.plan.Game.Betting
	switch kind {
	case BringIn:
		put := h.s.Post(seat, max(0, d.BringIn-h.s.Wager[seat]))
		h.emitChips(BroughtIn, seat, put, put)
		h.r.Start(&h.s, limit, rules, betting.Forced{Nominal: h.plan.Stakes.BringIn, BringIn: true})
		h.r.Opened(seat)
	case RaiseTo:
		if err := d.Options.Check(amount); err != nil {
			return h.refuse(Action{Kind: kind, Seat: d.Seat, Amount: amount}, "%s", h.amountReason(err))
		}
		put := h.r.Raise(&h.s, limit, rules, &d.Options, amount)
		h.emitChips(Completed, seat, put, amount)
	default:
		return h.refuse(Action{Kind: kind, Seat: d.Seat, Amount: amount}, "the seat must bring it in or complete the bet")
	}
	h.phase = 2
	return nil
}

// applyGoOn lets the dealer go on.
func (h *Hand) applyGoOn(a Action) error {
	if a.Kind != GoOn {
		return h.refuse(a, "the dealer goes on, nobody else acts now")
	}
	h.floor.steps++
	return nil
}
