package hand

import (
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Streets: cards for the seats and for the board, and burn cards.

// deal deals st.Count rounds of one card to each seat. After each card the hand may
// wait for the dealer.
func (pot) deal(h *Hand, st *plan.Step) (wait bool, err error) {
	switch {
	case h.manual:
		return h.askDeal()
	case h.stage == inCommon:
		return false, nil
	case h.stage == notBegun:
		if h.tooShort(st) {
			h.within, h.waiting = within{inCommon, uint8(st.Count)}, 0
			err = h.dealCommon(st.Count, 0)
			return err == nil && h.pause(), err
		}
		h.circuit()
	}
	for {
		up := st.Up.At(int(h.within.dealt) - 1)
		for h.waiting &= h.s.Live; h.waiting != 0; {
			seat := h.waiting.After(int(h.button))
			h.waiting &^= betting.Bit(seat)
			if h.held[seat] >= h.room {
				continue
			}
			if err := h.serve(seat, up && !h.nextIsDown(seat), st.Hand); err != nil {
				return false, err
			}
			if h.pause() {
				return true, nil
			}
		}
		if wait, err := h.endCircuit(); wait || err != nil {
			return wait, err
		}
		if int(h.within.dealt) >= st.Count {
			h.tellServed(h.served(), st.Count)
			return false, nil
		}
		h.circuit()
	}
}

// circuit starts a round of cards.
func (h *Hand) circuit() {
	h.stage = begun
	h.within.dealt++
	h.waiting = h.served()
	h.nowDue(1)
}

// nowDue notes cards that are due to the seats that a step serves: all, or the one
// whose turn it is in an InTurn part.
func (h *Hand) nowDue(n int) {
	if h.partAt >= 0 {
		h.dueTurn[h.turn] += uint8(n)
		return
	}
	h.dueNow += uint8(n)
}

// tooShort reports whether a street is dealt as community cards, because there are
// too few cards for all seats even after those that may come back.
func (h *Hand) tooShort(st *plan.Step) bool {
	n := h.served().Len() * st.Count
	switch {
	case !h.plan.Game.ShortStub.Common() || h.stock.left() >= n:
		return false
	case h.plan.Game.ShortStub.Reshuffles():
		h.reshuffle(-1)
	default:
		h.reclaimBurns()
	}
	if h.stock.left() < st.Count {
		h.reshuffle(-1) // not even enough for community cards: mucked hands come back
	}
	return h.stock.left() < n
}

// dealCommon deals community cards to some boards: the cards of a board step, or
// the replacement for a street with too few cards.
func (h *Hand) dealCommon(n int, on uint16) error {
	from := h.onBoard
	for range n {
		if int(h.onBoard) >= plan.MostBoard {
			break
		}
		if ok, err := h.cardFor(-1); !ok {
			if err != nil {
				return err
			}
			break
		}
		h.placeOnBoards(h.stock.next(), on)
	}
	h.street = h.onBoard - from
	if h.onBoard > from {
		h.emitCards(Boarded, -1, h.board[from:h.onBoard])
	}
	return nil
}

func (h *Hand) runBoard(st *plan.Step) (bool, error) {
	if h.manual {
		if h.stage == notBegun {
			h.refill(-1, st.Count)
			h.ask(DealCards, -1).Count = st.Count
			return true, nil
		}
	} else if h.stage != notBegun { // the dealer has continued after it
		return false, nil
	} else if err := h.dealCommon(st.Count, st.On); err != nil {
		return false, err
	}
	if h.flopFee > 0 {
		h.feeDue, h.flopFee = h.feeDue+h.flopFee, 0
		h.dropDue()
	}
	h.stage = begun
	return h.pause(), nil
}

func (h *Hand) runBurn(st *plan.Step) (wait bool, err error) {
	if h.stage == notBegun && h.skipsBurn() {
		return false, nil
	}
	if h.manual && !st.Unseen() {
		due := st.Count - int(h.within.dealt)
		if due > 0 {
			h.ask(DealCards, -1).Count = due
		}
		return due > 0, nil
	}
	for int(h.within.dealt) < st.Count {
		h.stage = begun
		h.within.dealt++
		if err := h.burn(1, st.Up.At(int(h.within.dealt)-1)); err != nil {
			return false, err
		}
		if h.pause() {
			return true, nil
		}
	}
	return false, nil
}

// burn burns cards from the stub, face up or unseen.
func (h *Hand) burn(n int, up bool) error {
	if h.manual {
		h.stock.pos += int16(min(n, h.stock.left()))
		return nil
	}
	for range n {
		c, ok := h.topBurn()
		if !ok {
			return nil // nothing left to burn: the step that needs cards returns the error
		}
		h.burned(c, up)
		if h.log != nil {
			h.emitCards(burnEvent(up), -1, []cards.Card{c})
		}
	}
	return nil
}

// burnsUp reports whether a card that a ruling burns lies face up: as the game burned last or, if it has not yet, as it will.
func (h *Hand) burnsUp() (up bool) {
	found := false
	for i := range h.plan.Game.Steps {
		st := &h.plan.Game.Steps[i]
		switch {
		case found && i > int(h.pc):
			return up
		case st.DealsTo(plan.ZoneBurn):
			up, found = st.Up.At(st.Count-1), true
		}
	}
	return up
}

func burnEvent(up bool) EventKind {
	if up {
		return BurnedUp
	}
	return Burned
}
