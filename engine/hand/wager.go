package hand

import (
	"cardroom/engine/betting"
	"cardroom/engine/plan"
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
	h.r.Facing(&h.dec.Options, &h.s, seat, !st.Bet.NoCheck)
	if h.unbound = h.byPlay; !h.byPlay {
		h.setBounds(st, seat)
	}
}

func (h *Hand) setOptions(st *plan.Step, seat int) {
	h.r.Facing(&h.dec.Options, &h.s, seat, !st.Bet.NoCheck)
	h.setBounds(st, seat)
}

// setBounds sets the bounds of a bet or raise of the seat that is asked.
func (h *Hand) setBounds(st *plan.Step, seat int) {
	limit, pot := h.roundLimit(st), int64(0)
	if limit.Structure == betting.PotLimit {
		pot = h.Pot()
	}
	o := &h.dec.Options
	h.unbound = false
	h.r.Bounds(o, &h.s, limit, &h.plan.Game.Betting, seat, pot)
	h.dec.NoOpeners = st.Bet.Openers != nil && o.Opens && !h.opens(st.Bet.Openers, seat)
	if h.dec.NoOpeners {
		o.MinTo, o.MaxTo = 0, 0
	}
}

// Bounds returns the options of the seat that is asked in a betting round, with the bounds of a bet or raise, which [Hand.Play] leaves
// out until then.
func (h *Hand) Bounds() *betting.Options {
	if h.unbound {
		h.setBounds(&h.plan.Game.Steps[h.pc], int(h.dec.Seat))
	}
	return &h.dec.Options
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

// Play plays on from a decision in a betting round until somebody must decide something else or the hand is over: each seat in turn is
// asked from within the round. It returns how many decisions were made. Nothing checks what bet returns: it must be legal, and a bet or
// raise needs a call of [Hand.Bounds] before. The hand must be [Hand.Quick].
func (h *Hand) Play(bet func(d *Decision) (ActionKind, int64)) (asked int64, err error) {
	d := &h.dec
	h.byPlay = true
	for !h.over && d.Kind == Wager && err == nil {
		st := &h.plan.Game.Steps[h.pc]
		limit, rules := h.roundLimit(st), &h.plan.Game.Betting
		for seat := int(d.Seat); seat >= 0; {
			asked++
			kind, amount := bet(d)
			if err = h.wager(limit, rules, kind, amount); err != nil || h.alone() {
				break
			}
			if seat = h.r.Next(&h.s, seat); seat >= 0 {
				h.askWager(st, seat)
			}
		}
		if err == nil {
			err = h.advance()
		}
	}
	h.byPlay, h.unbound = false, false
	return asked, err
}

// Quick reports whether [Hand.Play] can play the betting rounds: nobody watches the hand or wants its decisions, there is no floor, and
// its script has no say before the award.
func (h *Hand) Quick() bool {
	return h.plain && (h.log == nil || !h.log.Decisions && h.log.Watch == nil)
}

// applyWager applies an action in a betting round, if it is legal.
func (h *Hand) applyWager(kind ActionKind, by int8, amount int64) error {
	if err := h.mayWager(kind, by, amount); err != nil {
		return err
	}
	return h.wager(h.roundLimit(&h.plan.Game.Steps[h.pc]), &h.plan.Game.Betting, kind, amount)
}

// mayWager returns the error for an action in a betting round that is not legal.
func (h *Hand) mayWager(kind ActionKind, by int8, amount int64) error {
	d := &h.dec
	refuse := func(format string, args ...any) error {
		return h.refuse(Action{Kind: kind, Seat: by, Amount: amount}, format, args...)
	}
	switch {
	case by != d.Seat:
		return refuse("seat %d is out of turn: it is seat %d's turn", by+1, d.Seat+1)
	case d.BringIn > 0 && kind != BringIn && kind != RaiseTo:
		return refuse("the seat must bring it in or complete the bet")
	}
	switch kind {
	case Fold:
	case Check:
		if !d.Options.CanCheck {
			return refuse("there is a bet to call")
		}
	case Call:
		if d.Options.Call == 0 {
			return refuse("there is nothing to call")
		}
	case RaiseTo:
		if d.NoOpeners {
			return refuse("the seat does not hold openers, %s", h.plan.Game.Steps[h.pc].Bet.Openers.OrBetter())
		}
		if err := d.Options.Check(amount); err != nil {
			return refuse("%s", h.amountReason(err))
		}
	case PickCards:
		return refuse("it is not time to %s: the seat must bet, check, call or fold", h.picking())
	case BringIn:
		if d.BringIn > 0 {
			return nil
		}
		fallthrough
	default:
		return refuse("the seat must bet, check, call or fold")
	}
	return nil
}

// wager applies a legal action in a betting round.
func (h *Hand) wager(limit *betting.Limit, rules *betting.Rules, kind ActionKind, amount int64) error {
	d := &h.dec
	seat := int(d.Seat)
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
			return h.unmatched(betting.Bit(seat), nil, nil)
		}
	case Check:
		h.r.Check(&h.s, rules, seat)
		h.acted(d.Seat)
		h.emitChips(Checked, seat, 0, 0)
	case Call:
		put := h.r.Call(&h.s, rules, seat)
		h.acted(d.Seat)
		h.emitChips(Called, seat, put, h.s.Wager[seat])
	case BringIn:
		put := h.s.Post(seat, max(0, d.BringIn-h.s.Wager[seat]))
		h.emitChips(BroughtIn, seat, put, put)
		h.r.Start(&h.s, limit, rules, betting.Forced{Nominal: h.plan.Stakes.BringIn, BringIn: true})
		h.r.Opened(seat)
		h.stage = wagering
	default:
		put := h.r.Raise(&h.s, limit, rules, &d.Options, amount)
		event := Raised
		switch {
		case d.BringIn > 0:
			event, h.stage = Completed, wagering
		case d.Options.Opens:
			event = Bet
		case d.Options.Completes:
			event = Completed
		}
		if d.BringIn == 0 {
			h.acted(d.Seat)
		}
		h.emitChips(event, seat, put, amount)
	}
	return nil
}
