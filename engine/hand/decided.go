package hand

import (
	"cardroom/engine/plan"
)

// Decided is a decision of a player, and the hand as it was before it.
type Decided struct {
	Action Action
	Before int   // the number of events before it
	Step   int16 // of the plan
	Offer  int8  // Choose: which offer of the step
	// Opens: a raise is a bet. Completes: it completes a short bet.
	Opens, Completes bool
	Live             int8  // seats in the hand
	Pot              int64 // with the bets of the round
	Price            int64 // what it costs to stay in
	Stack            int64 // of the seat
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

// Name is the decision in a word or two: "fold", "bet", "draw", "stand pat", "double".
func (d *Decided) Name(g *plan.Game) string {
	st := &g.Steps[d.Step]
	switch d.Action.Kind {
	case RaiseTo:
		switch {
		case d.Opens:
			return "bet"
		case d.Completes:
			return "complete"
		}
	case Choose:
		if st.Ask != nil && int(d.Offer) < len(st.Ask.Offers) {
			return st.Ask.Offers[d.Offer].Name
		}
	case PickCards:
		switch {
		case st.Ask == nil:
		case d.Action.N == 0 && st.Ask.Words.None != "":
			return st.Ask.Words.None
		case st.Ask.Words.Say != "":
			return st.Ask.Words.Say
		}
	}
	return d.Action.Kind.String()
}
