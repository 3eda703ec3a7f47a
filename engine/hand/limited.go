package hand

import (
	"cardroom/engine/plan"
	"cardroom/engine/pots"
	"cardroom/engine/seating"
)

// claimLimits calls the game's hook for limited claims.
func (h *Hand) claimLimits() ([]plan.ClaimLimit, error) {
	if h.plan.Game.Award == nil {
		return nil, nil
	}
	limits, err := h.plan.Game.Award.BeforeAward(h)
	for _, l := range limits {
		switch {
		case !h.s.Live.Has(l.Seat):
			return nil, h.plan.Game.Blame(l.Pos, "a claim is limited of seat %d, which is not in the hand", l.Seat+1)
		case h.roundOf(l.Step) < 0:
			return nil, h.plan.Game.Blame(l.Pos, "a claim is limited from a round of betting that was not played")
		case l.Step != limits[0].Step || l.Forfeit != limits[0].Forfeit:
			return nil, h.plan.Game.Blame(l.Pos, "the claims of one hand are limited in different ways")
		}
	}
	return limits, err
}

// awardLimited divides the pots when seats have no claim to the bets from a round
// on. Earlier bets are divided as usual. Later bets are divided pot by pot among
// the seats with a claim to them. Where no seat has one, forfeited bets are divided
// among all that are live in the pot. Void bets go back to the live seats if a
// limited seat has the best hand, which does not win the bets of others; what folded
// seats bet goes to the winner.
func (h *Hand) awardLimited(sd *plan.ShowdownStep, limits []plan.ClaimLimit, t *table) error {
	var limited seating.Set
	for _, l := range limits {
		limited |= seating.Bit(l.Seat)
	}
	earlier := h.before[h.roundOf(limits[0].Step)]
	var later [seating.Max]int64
	for i := range h.s.N {
		later[i] = h.in[i] - earlier[i]
	}
	if later != [seating.Max]int64{} {
		seat := int(h.button)
		for range limited.Len() {
			seat = limited.After(seat)
			h.emitLimit(Limited, seat, limits[0].Step, 0)
		}
	}
	var all, list pots.List
	levels := h.levels()
	h.Pots(&all)
	pots.BuildAllIn(earlier[:h.s.N], h.s.Live, levels, h.dead, &list)
	rest := h.lessDropped(&list)
	if err := h.awardAll(sd, &list, t); err != nil {
		return err
	}
	pots.BuildAllIn(later[:h.s.N], h.s.Live, levels, 0, &list)
	list.Drop(rest)
	for i := range list.N {
		pot := &list.Pot[i]
		if pot.Amount == 0 {
			continue
		}
		if err := h.rankSeats(sd, pot.Eligible&^h.mucked, t); err != nil {
			return err
		}
		if err := h.awardLater(sd, all.Numbered(pot.Eligible, i), pot, later[:h.s.N], limited, &limits[0], t); err != nil {
			return err
		}
	}
	return nil
}

// awardLater divides one pot of the bets to which limited seats have no claim; k is
// its number among the pots of the hand.
func (h *Hand) awardLater(sd *plan.ShowdownStep, k int, pot *pots.Pot, later []int64, limited seating.Set, limit *plan.ClaimLimit, t *table) error {
	claims := pot.Eligible &^ h.mucked
	free := claims &^ limited
	best := h.winners(sd, 0, claims, &t.strength[0])
	back := int64(0)
	switch {
	case free == 0 && limit.Forfeit: // nobody is left to lose them to
		free = claims
	case limit.Forfeit:
	case free == 0 || best&^limited == 0:
		back, free = h.giveBack(pot, later, claims, limit.Step), claims
	case best&limited != 0: // a tie: the limited seats get back only their own bets
		back = h.giveBack(pot, later, best&limited, limit.Step)
	}
	if back == pot.Amount {
		return nil
	}
	return h.awardPot(sd, k, pot.Amount-back, free, t)
}

// giveBack returns to seats, from the left of the button, their bets in a pot since
// the round at a step, as far as they are still there, and returns the sum.
func (h *Hand) giveBack(pot *pots.Pot, later []int64, seats seating.Set, since int) (sum int64) {
	left := pot.Amount
	seat := int(h.button)
	for range seats.Len() {
		seat = seats.After(seat)
		part := min(pot.Part(later[seat]), left)
		if part == 0 {
			continue
		}
		left -= part
		sum += part
		h.pay(seat, part)
		h.won[seat] -= part
		h.emitLimit(Voided, seat, since, part)
	}
	return sum
}

// emitLimit emits an event of a limited claim with the step of the round from which
// the claim is limited.
func (h *Hand) emitLimit(kind EventKind, seat, since int, amount int64) {
	if h.log == nil {
		return
	}
	h.note(Event{Kind: kind, Seat: int8(seat), Step: int16(since), Amount: amount})
}
