package hand

import (
	"cardroom/engine/betting"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// A seat's options and actions in a betting round.

func (h *Hand) roundLimit(st *plan.Step) *betting.Limit {
	switch {
	case h.paired && st.Bet.PairEither:
		return &h.plan.Either
	case h.paired:
		return &h.plan.Limits[plan.Big]
	}
	return &h.plan.Limits[st.Bet.Tier]
}

// askOpening asks for the bring-in, if the round has one.
func (h *Hand) askOpening(st *plan.Step) bool {
	b := &st.Bet
	amount := h.plan.Stakes.BringIn
	if b.Open != plan.BringInLow && b.Open != plan.BringInHigh || amount == 0 || h.r.Level > 0 {
		return false
	}
	seat := h.r.Next(&h.s, int(h.opener))
	if seat < 0 {
		return false
	}
	d := h.ask(Wager, seat)
	d.BringIn = min(amount, h.s.Stack[seat])
	h.setOptions(st, seat)
	d.Options.CanCheck = false
	return true
}

func (h *Hand) askWager(st *plan.Step, seat int) {
	h.dec.Kind, h.dec.Seat, h.dec.Step, h.dec.BringIn = Wager, int8(seat), h.pc, 0
	h.setOptions(st, seat)
}

func (h *Hand) setOptions(st *plan.Step, seat int) {
	limit, pot := h.roundLimit(st), int64(0)
	if limit.Structure == betting.PotLimit {
		pot = h.Pot()
	}
	o := &h.dec.Options
	h.r.Options(o, &h.s, limit, &h.plan.Game.Betting, seat, pot, !st.Bet.NoCheck)
	h.dec.NoOpeners = st.Bet.Openers != nil && o.Opens && !h.opens(st.Bet.Openers, seat)
	if h.dec.NoOpeners {
		o.MinTo, o.MaxTo = 0, 0
	}
}

// opens reports whether a seat holds openers. If a record leaves cards unknown, it
// is believed.
func (h *Hand) opens(o *plan.Openers, seat int) bool {
	return !h.known(seat) || o.Ranking.Best(h.playing(h.Hole(seat))) >= o.Least()
}

// picking is the word for what players choose cards for in the game.
func (h *Hand) picking() string {
	for i := range h.plan.Game.Steps {
		if s := &h.plan.Game.Steps[i]; s.AsksCards() {
			return s.Ask.Words.Say
		}
	}
	return "choose cards"
}

// applyWager applies an action in a betting round.
func (h *Hand) applyWager(kind ActionKind, by int8, amount int64) error {
	d := &h.dec
	seat := int(d.Seat)
	if by != d.Seat {
		return h.refuse(Action{Kind: kind, Seat: by, Amount: amount}, "seat %d is out of turn: it is seat %d's turn", by+1, d.Seat+1)
	}
	st := &h.plan.Game.Steps[h.pc]
	limit, rules := h.roundLimit(st), &h.plan.Game.Betting
	if d.BringIn > 0 {
		// The bring-in, or a completion instead of it.
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
		h.stage = wagering
		return nil
	}
	switch kind {
	case Fold:
		h.leaves(seat)
		h.r.Fold(&h.s, rules, seat)
		h.up[seat] = 0 // the up cards are turned face down
		h.acted(d.Seat)
		h.gone(seat)
		h.folds(seat)
		h.emitChips(Folded, seat, 0, 0)
		if h.capped != 0 {
			if err := h.unmatched(seating.Bit(seat), nil, nil); err != nil {
				return err
			}
		}
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
			return h.refuse(Action{Kind: kind, Seat: by, Amount: amount}, "the seat does not hold openers, %s", st.Bet.Openers.OrBetter())
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
	case PickCards:
		return h.refuse(Action{Kind: kind, Seat: by, Amount: amount}, "it is not time to %s: the seat must bet, call or fold", h.picking())
	default:
		return h.refuse(Action{Kind: kind, Seat: by, Amount: amount}, "expected a betting action")
	}
	return nil
}
