package hand

import (
	"math/bits"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/plan"
)

// Fees and rake of the house, and the collection of bets into the pot.

// collect takes the house's fee.
func (h *Hand) collect(c *plan.CollectStep) {
	if c.Rake != nil {
		h.toRake |= 1 << slices.Index(h.plan.Rakes, h.pc)
		return
	}
	switch c.From {
	case plan.FromButton:
		h.pays(int(h.button), h.plan.Fee(c, h.dealtIn()))
	case plan.FromBlinds:
		h.dropBlinds()
	default:
		h.drop(min(h.plan.Fee(c, h.dealtIn()), h.mainPot()))
	}
}

// dealtIn returns the number of players who were dealt in.
func (h *Hand) dealtIn() int { return (h.all() &^ h.Absent()).Len() }

// pays charges a seat a fee, as far as its stack goes.
func (h *Hand) pays(seat int, fee int64) {
	fee = min(fee, h.s.Stack[seat])
	h.spend(seat, fee)
	h.charge(seat, fee)
}

// gather moves the wagers into the pot.
func (h *Hand) gather() {
	moved := int64(0)
	in := h.in[:h.s.N]
	for i, n := range h.s.Wager[:len(in)] {
		moved += n
		in[i] += n
		h.s.Wager[i] = 0
	}
	h.dropDue()
	if moved > 0 && h.log != nil {
		h.emitChips(Gathered, -1, h.Pot(), 0)
	}
}

// sweep gathers wagers that no betting round followed, such as posts in a game of
// declarations, and returns their uncalled part.
func (h *Hand) sweep() {
	for i := range h.s.N {
		if h.s.Wager[i] > 0 {
			h.uncalled(h.s.Wager[:h.s.N])
			h.gather()
			return
		}
	}
}

// dropDue takes the table's fees that the pot owes from the pot.
func (h *Hand) dropDue() {
	if h.feeDue == 0 {
		return
	}
	fee := min(h.feeDue, h.Pot())
	h.feeDue -= fee
	h.drop(fee)
}

// mainPot returns the rest of the main pot.
func (h *Hand) mainPot() int64 {
	var list betting.List
	h.Pots(&list)
	h.lessDropped(&list)
	return list.Pot[0].Amount
}

// dropBlinds takes the chips that were posted as blinds, as far as they are in the
// pot.
func (h *Hand) dropBlinds() {
	if h.dropsLow {
		return
	}
	sum := int64(0)
	for i := range h.s.N {
		sum += min(h.blinds[i], h.in[i])
	}
	h.drop(sum)
	h.dropsLow = true
}

// lessDropped takes from the pots what has been dropped: each chip of the blinds from
// the pot in which it lies, the first chips of a seat from the lowest one, and the rest
// from the main pot and then the side pots. It returns what they lack.
func (h *Hand) lessDropped(list *betting.List) int64 {
	rest := h.outOfPot
	for k := range list.N {
		if !h.dropsLow {
			break
		}
		pot := &list.Pot[k]
		for i := range h.s.N {
			part := min(pot.Part(min(h.blinds[i], h.in[i])), pot.Amount, rest)
			pot.Amount -= part
			rest -= part
		}
	}
	return rest - list.Drop(rest)
}

// drop takes a fee from the pot.
func (h *Hand) drop(amount int64) {
	amount = min(amount, h.Pot())
	h.outOfPot += amount
	h.charge(-1, amount)
}

// takeRake takes the rake from the pots that are awarded: the setup's rake,
// otherwise the game's. list is nil for an uncontested pot.
func (h *Hand) takeRake(list *betting.List) {
	switch {
	case h.rake != nil:
	case h.toRake != 0:
		// The game's rakes, in its order: each takes what it says of the whole pots,
		// with the flat fees that have left them, together at most all. list is nil
		// for an uncontested pot.
		pot := h.Pot()
		if list != nil {
			pot = list.Sum()
		}
		pot += h.outOfPot - h.toSeats
		for m := h.toRake; m != 0; m &= m - 1 {
			r := h.plan.Game.Steps[h.plan.Rakes[bits.TrailingZeros32(m)]].Collect.Rake
			h.rakeByRule(r, h.plan.Rake(r, h.dealtIn(), pot), list)
		}
		return
	default:
		return
	}
	rake, taken := *h.rake, int64(0)
	for i, amount := range rake {
		switch {
		case list == nil:
			h.drop(amount)
			continue
		case len(rake) == 1:
			amount = list.Drop(amount)
		case i < list.N:
			amount = min(amount, list.Pot[i].Amount)
			list.Pot[i].Amount -= amount
		default:
			amount = 0
		}
		taken += amount
	}
	h.outOfPot += taken
	h.charge(-1, taken)
}

// rakeByRule takes one rake from the pots.
func (h *Hand) rakeByRule(r *plan.Rake, amount int64, list *betting.List) {
	if list == nil {
		h.drop(amount)
		return
	}
	rest := min(amount, list.Sum())
	taken := rest
	switch r.From {
	case plan.InProportion:
		list.DropEvenly(rest)
		rest = 0
	case plan.SideFirst:
		for i := list.N - 1; i > 0; i-- {
			part := min(rest, list.Pot[i].Amount)
			list.Pot[i].Amount -= part
			rest -= part
		}
	}
	list.Drop(rest)
	h.outOfPot += taken
	h.charge(-1, taken)
}

func (h *Hand) charge(payer int, amount int64) {
	if amount == 0 {
		return
	}
	h.toHouse += amount
	h.emitChips(Collected, payer, amount, 0)
}
