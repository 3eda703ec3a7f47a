package hand

import (
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Apply makes a choice and runs the hand to the next decision. An action that
// is not legal is refused with an [IllegalError] and changes nothing.
func (h *Hand) Apply(a Action) error {
	if h.log != nil && h.log.Decisions {
		return h.decided(&a)
	}
	return h.apply(&a)
}

// decided applies an action and notes it if a player makes it and it is legal.
func (h *Hand) decided(a *Action) error {
	d := &h.dec
	n := Decided{
		Action: *a, Before: len(h.log.Events), Step: h.pc, Opens: d.Options.Opens, Completes: d.Options.Completes,
		Live: int8(h.Live().Len()), Pot: h.Pot(), Price: d.Options.Call,
	}
	if a.Seat >= 0 && int(a.Seat) < h.s.N {
		n.Stack = h.s.Stack[a.Seat]
	}
	if h.bank == nil {
		for i := range h.s.N {
			n.Pot += h.s.Wager[i]
		}
	}
	asked := d.Kind
	switch asked {
	case Wager:
		if d.BringIn > 0 {
			n.Price = d.BringIn
		}
	case CardsAsked:
		n.Price = 0
	case Chosen:
		n.Price = d.Price
		if a.Kind == Choose && a.Pick >= 0 && int(a.Pick) < d.Count {
			n.Offer = h.Nth(int(a.Pick)).choice
		}
	}
	if err := h.apply(a); err != nil {
		return err
	}
	switch asked {
	case Wager, CardsAsked, Chosen:
		h.log.Decided = append(h.log.Decided, n)
	}
	return nil
}

func (h *Hand) apply(of *Action) error {
	a := *of
	if h.over {
		return h.refuse(a, "the hand is over")
	}
	if a.N < 0 || a.N > plan.MostHole || a.N > MaxHole && a.More.Len() != int(a.N)-MaxHole {
		return h.refuse(a.WithCards(nil), "an action cannot have %d cards", a.N)
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

// applyManual deals or shows and goes on. Only then may it turn out that the
// hand cannot: that hands are compared which are not known. So everything is
// undone that a refused action has done.
func (h *Hand) applyManual(a Action) error {
	h.own()
	err := h.wholly(func() error {
		if err := h.applyDeal(a); err != nil {
			return err
		}
		return h.advance()
	})
	if _, ok := err.(*IllegalError); err == nil || ok {
		return err
	}
	return h.refuse(a, "%v", err)
}

// apply makes a choice whole or not at all: what a script is asked then can fail.
func (b *bank) apply(h *Hand, a Action) error {
	return h.wholly(func() (err error) {
		h.own()
		switch h.dec.Kind {
		case DealerGoesOn:
			err = h.applyGoOn(a)
		case CardsAsked:
			err = h.applyPick(a)
		default:
			err = h.applyOffer(a)
		}
		if err != nil {
			return err
		}
		if h.floor != nil {
			h.floor.goesOn(a.Kind)
		}
		return h.advance()
	})
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

// applyGoOn lets the dealer go on.
func (h *Hand) applyGoOn(a Action) error {
	if a.Kind != GoOn {
		return h.refuse(a, "the dealer must continue: nobody else acts now")
	}
	h.floor.steps++
	return nil
}
