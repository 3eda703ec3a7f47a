package hand

import (
	"cardroom/engine/betting"
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

// unclaimed gives away the chips that no live hand has matched, where all live hands
// are all in: bets of hands that have died since. Each layer of them goes to the best
// hand of those that a ruling has named, if it has matched the layer; otherwise by
// the rule of the game to the hand that folded last in it, or back to those who put
// it in.
func (h *Hand) unclaimed() {
	f := h.floor
	rule := h.plan.Game.Betting.Unclaimed
	if f == nil || f.killed&^h.s.Live == 0 || h.s.Live&^h.s.Broke != 0 || rule == betting.ToLive && f.heirs == 0 {
		return
	}
	from := int64(0)
	for m := h.s.Live; m != 0; m &= m - 1 {
		from = max(from, h.in[m.First()])
	}
	short := h.dropped - h.dead      // fees that the pots of the live hands do not pay
	for _, n := range h.in[:h.s.N] { // beyond them lies what a hand with more seats left
		short -= min(n, from)
	}
	left := h.in
	for base := from; ; {
		to, in := int64(1)<<62, seating.Set(0)
		for i := range h.s.N {
			if h.in[i] > base {
				to = min(to, h.in[i])
				in |= seating.Bit(i)
			}
		}
		if in == 0 {
			break
		}
		h.giveLayer(in, to-base, rule, &short, &left)
		base = to
	}
	h.in = left
}

// giveLayer gives away an equal part of the chips that each of some dead hands has put
// in, less what fees are short of, and takes it from what is left. It may stay with the
// live hands.
func (h *Hand) giveLayer(in seating.Set, each int64, rule betting.Unclaimed, short *int64, left *[seating.Max]int64) {
	f := h.floor
	to, note := -1, int16(0)
	switch {
	case in.Len() == 1 && in&f.forfeited != 0: // nobody called it
	case f.heirs&in != 0:
		to, note = h.bestHeir(f.heirs&in), f.heirNote
	case rule == betting.ToLive:
		return
	case rule == betting.LastFolded:
		for m := in &^ f.forfeited; m != 0; m &= m - 1 {
			if k := m.First(); f.folds[k] > 0 && (to < 0 || f.folds[k] > f.folds[to]) {
				to = k
			}
		}
	}
	amount := int64(0)
	for seat, m := int(h.button), in; m != 0; m &^= seating.Bit(seat) {
		seat = m.After(seat)
		fee := min(max(0, *short), each)
		*short -= fee
		part := each - fee
		left[seat] -= part
		if amount += part; to >= 0 || part == 0 {
			continue
		}
		h.paid -= part // it leaves what has been put in
		h.pay(seat, part)
		h.won[seat] -= part
		h.emitChips(Returned, seat, part, 0)
	}
	if to >= 0 && amount > 0 {
		h.paid -= amount
		h.pay(to, amount)
		h.emit(Event{Kind: Won, Seat: int8(to), Amount: amount, Note: note})
	}
}

// emitLimit emits an event of a limited claim with the step of the round from which
// the claim is limited.
func (h *Hand) emitLimit(kind EventKind, seat, since int, amount int64) {
	if h.log == nil {
		return
	}
	h.note(Event{Kind: kind, Seat: int8(seat), Step: int16(since), Amount: amount})
}
