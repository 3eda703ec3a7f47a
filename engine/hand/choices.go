package hand

import (
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// opens reports whether a seat holds openers. Of unknown cards a record has
// to be believed.
func (h *Hand) opens(o *plan.Openers, seat int) bool {
	return !h.known(seat) || o.Ranking.Best(h.playing(h.Hole(seat))) >= o.Least
}

// holds reports whether the condition of a branch holds.
func (h *Hand) holds(st *plan.Step) (bool, error) {
	switch {
	case st.Test != nil:
		if h.bank == nil {
			return st.Test.Holds(&openQuestion{question{h: h, seat: -1}})
		}
		return st.Test.Holds(&question{h: h, seat: -1})
	case st.Cond == plan.PassedOut:
		return h.passed && h.freeDeals < plan.MaxFreeDeals, nil
	case st.Cond == plan.NobodyBet:
		return h.unopened, nil
	}
	return false, nil
}

// redeal takes the cards back for a new deal: the pot stays, those still in
// ante again where that is the rule, and the plan begins anew after the fee.
func (h *Hand) redeal(st *plan.Step) {
	h.emitChips(Redealt, -1, h.Pot(), 0)
	for i := range h.s.N {
		h.held[i], h.up[i], h.owed[i], h.chosen[i], h.answers[i] = 0, 0, 0, 0, 0
	}
	h.onBoard, h.seen = 0, 0
	h.lastUp, h.after = 0, [13]uint8{}
	h.redealt()
	h.opener, h.aggressor, h.round, h.passed, h.unopened = -1, -1, 0, false, false
	h.nominal, h.topBlind, h.lastBlind = 0, 0, h.button
	h.stock.restack(h.plan.Game.Deck)
	if st.NoAnte {
		h.freeDeals++
		h.pc = h.firstStep() - 1
		return
	}
	for i := range h.plan.Game.Forced {
		f := &h.plan.Game.Forced[i]
		if amount := h.plan.Stakes.Amount(f.Amount); f.Everybody && amount > 0 {
			h.anteAll(h.s.Live, amount, f.Dead, i)
		}
	}
	h.uncalled(h.in[:h.s.N])
	h.pc = h.firstStep() - 1
}

// firstStep is the first step after the fees that are paid before the antes.
func (h *Hand) firstStep() int16 {
	k := int16(0)
	for st := &h.plan.Game.Steps[k]; st.Kind == plan.Collect && st.Collect.From == plan.FromButton; st = &h.plan.Game.Steps[k] {
		k++
	}
	return k
}

// forceOpen posts the opener's forced bet and reports who acts after it. A
// seat without chips is passed over.
func (h *Hand) forceOpen(seat int, f *betting.Forced) int {
	able := h.s.Able()
	amount := h.plan.Stakes.BringIn
	if able.Len() < 2 || amount == 0 {
		return seat
	}
	seat = able.From(seat)
	put := h.s.Post(seat, amount)
	f.Nominal = amount
	h.emitChips(BroughtIn, seat, put, put)
	return able.After(seat)
}

// announce says who bets first, and who shows a possible straight or flush.
// The cards are named where they decide: shows is the seat that they choose,
// begins where the round begins, who acts first; -1 for nobody.
func (h *Hand) announce(st *plan.Step, shows, begins, who int) {
	if st.Bet.Announce && who >= 0 {
		var up []cards.Card
		if st.Bet.Open.ByShowing() && who == begins {
			who = shows
			up = h.upCards(nil, who)
		}
		h.emitCards(Announced, who, up)
	}
	if !st.Bet.Hints {
		return
	}
	seat := int(h.button)
	for range h.s.Live.Len() {
		seat = h.s.Live.After(seat)
		up := h.upCards(nil, seat)
		if possibleFlush(up) {
			h.emitCards(SeesFlush, seat, up)
		}
		if possibleStraight(up) {
			h.emitCards(SeesStraight, seat, up)
		}
	}
}

// upCards adds the up cards of a seat to `to`.
func (h *Hand) upCards(to []cards.Card, seat int) []cards.Card {
	for k, c := range h.Hole(seat) {
		if h.IsUp(seat, k) {
			to = append(to, c)
		}
	}
	return to
}

// possibleFlush reports whether at least three up cards are of one suit.
func possibleFlush(up []cards.Card) bool {
	var n [4]int
	for _, c := range up {
		if c.Natural() {
			n[c.Suit()]++
		}
	}
	return max(n[0], n[1], n[2], n[3]) >= 3
}

// possibleStraight reports whether at least three up cards of different ranks
// fit into one straight; the ace is high or low.
func possibleStraight(up []cards.Card) bool {
	var ranks uint16 // bit 0 the low ace, bit 13 the high one
	for _, c := range up {
		if c.Natural() {
			ranks |= 2 << c.Rank()
		}
	}
	ranks |= ranks >> 13
	for low := range 10 {
		if seating.Set(ranks>>low&0x1f).Len() >= 3 {
			return true
		}
	}
	return false
}

// CheckedIn reports whether the seat checked in the betting round that a step
// of the plan is.
func (h *Hand) CheckedIn(step, seat int) bool {
	n := h.roundOf(step)
	return n >= 0 && h.checked[n].Has(seat)
}

// CalledShortIn reports whether the seat called an all-in that was no bet, in
// the betting round that a step of the plan is.
func (h *Hand) CalledShortIn(step, seat int) bool {
	n := h.roundOf(step)
	return n >= 0 && h.short[n].Has(seat)
}

// roundOf is the number, from 0, of the betting round that a step was in this
// deal; -1 when it was not played.
func (h *Hand) roundOf(step int) int {
	for n := range int(h.round) {
		if int(h.roundAt[n]) == step {
			return n
		}
	}
	return -1
}
