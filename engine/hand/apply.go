package hand

import (
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Apply applies an action and plays the hand to the next decision. An illegal
// action is refused with an [IllegalError] and changes nothing.
func (h *Hand) Apply(a Action) error {
	if h.log != nil && h.log.Decisions {
		return h.decided(&a)
	}
	return h.apply(&a)
}

// decided applies an action and, if a player makes it and it is legal, records the
// decision.
func (h *Hand) decided(a *Action) error {
	d := &h.dec
	n := Decided{
		Action: *a, Before: len(h.log.Events), Step: h.pc, Opens: d.Options.Opens, Completes: d.Options.Completes,
		Live: int8(h.Live().Len()), Pot: h.WholePot(), Price: d.Options.Call,
	}
	if a.Seat >= 0 && int(a.Seat) < h.s.N {
		n.Stack = h.s.Stack[a.Seat]
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
	case h.dec.Kind == DealCards || h.dec.Kind == ShowCards || a.Kind == DealTo && h.mayReplace(int(a.Seat)):
		return h.applyManual(a)
	case h.plan.Scripted:
		return h.answerAtomically(a)
	}
	return h.answer(&a)
}

// answerAtomically is an atomic answer, for games whose script is called afterwards and
// can fail.
func (h *Hand) answerAtomically(a Action) error {
	return h.atomically(func() error { return h.answer(&a) })
}

// answer applies an action and plays on.
func (h *Hand) answer(a *Action) error {
	h.own()
	var err error
	switch h.dec.Kind {
	case DealerGoesOn:
		err = h.applyGoOn(*a)
	case Wager:
		err = h.wagers(a)
	case CardsAsked:
		err = h.applyPick(*a)
	case Chosen:
		err = h.applyOffer(*a)
	}
	if err != nil {
		return err
	}
	h.movesOn(a.Kind)
	return h.advance()
}

// applyManual deals or shows cards and plays on. The hand may turn out later to be
// impossible to continue, for example because hands with unknown cards must be
// compared. In that case everything that the action did is undone.
func (h *Hand) applyManual(a Action) error {
	h.own()
	err := h.atomically(func() error {
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

// DefaultAction returns the default action: check or call, bring it in, choose the fewest
// cards, or choose the first free offer, or the first of all offers if the question
// has OwnWords ([plan.Ask]). If the seat can neither check nor call, it folds.
func (h *Hand) DefaultAction() Action {
	d := &h.dec
	a := Action{Kind: Fold, Seat: d.Seat}
	switch {
	case d.Kind == CardsAsked:
		return h.PickFirst(d.Least)
	case d.Kind == Chosen:
		ask := h.Choice()
		if ask.OwnWords {
			n := h.defaultNth()
			o := h.Nth(n)
			return h.taking(n, &o, -1)
		}
		free := slices.IndexFunc(ask.Offers, func(o plan.Offer) bool { return o.Price == plan.Free })
		return Action{Kind: Choose, Seat: h.dec.Seat, Pick: int8(free)}
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
