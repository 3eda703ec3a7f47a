package hand

import (
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// The end of a round against a bank: hands are compared and paid.

// settle compares and pays, hand after hand from the left of the banker, until
// the stake is used up.
func (b *bank) settle(h *Hand, sd *plan.SettleStep) {
	banker := int(b.banker)
	bank := b.spot(banker, 0).worth(sd.Points)
	h.tellWorth(BankHas, banker, 0, 0, sd, bank)
	cover := b.stake
	seat := banker
	for range b.bettors.Len() {
		seat = b.bettors.After(seat)
		for k := range int(b.hands[seat]) {
			cover -= b.pay(h, sd, seat, k, bank, cover)
		}
	}
	b.stakeBack(h)
	h.result.Showdown = true
	h.finish()
}

// worth is what the hand counts; one that a split has made is no natural.
func (s *spot) worth(p *rank.Points) rank.Worth {
	if s.split {
		return p.Plain(s.list())
	}
	return p.Of(s.list())
}

// pay pays or takes one wager, and reports how much of the cover that
// has used up. What the cover does not reach goes back.
func (b *bank) pay(h *Hand, sd *plan.SettleStep, seat, k int, bank rank.Worth, cover int64) (used int64) {
	s := b.spot(seat, k)
	w := s.worth(sd.Points)
	o := sd.Outcome(w, bank)
	if s.lost {
		o = plan.Loses
	}
	switch {
	case o.Num == 0:
		h.tellWorth(Pushed, seat, k, 0, sd, w)
		h.takeUp(seat, s.wager)
		return 0
	case o.Num < 0:
		taken := min(s.wager, cover)
		b.handOver(h, seat, int(b.banker), taken)
		h.takeUp(seat, s.wager-taken)
		h.tellCovered(Lost, seat, k, taken, s.wager, sd, w)
		if sd.WinsOnly {
			return 0
		}
		return taken
	}
	due := s.wager * int64(o.Num) / int64(o.Den)
	due -= due % max(h.plan.Stakes.Chip, 1)
	used = min(due, cover)
	b.handOver(h, int(b.banker), seat, used)
	h.takeUp(seat, s.wager)
	h.tellCovered(Paid, seat, k, used, due, sd, w)
	return used
}

// tellCovered tells what a hand has won or lost of what was due, and what of it
// the stake does not cover.
func (h *Hand) tellCovered(kind EventKind, seat, k int, amount, due int64, sd *plan.SettleStep, w rank.Worth) {
	if amount > 0 {
		h.tellWorth(kind, seat, k, amount, sd, w)
	}
	h.uncovered(seat, k, due-amount)
}

// handOver moves chips that one seat has lost to another: out of what lies before
// the one, to the banker's place or the winner's stack.
func (b *bank) handOver(h *Hand, from, to int, amount int64) {
	h.s.Wager[from] -= amount
	h.s.Wager[to] += amount
	h.in[from] += amount
	h.paid += amount
	h.won[to] += amount
	if to != int(b.banker) {
		h.takeUp(to, amount)
	}
}

// uncovered tells of a part of a wager that the stake does not cover.
func (h *Hand) uncovered(seat, k int, amount int64) {
	if amount > 0 && h.log != nil {
		h.emit(Event{Kind: Uncovered, Seat: int8(seat), Part: int8(k), Amount: amount})
	}
}

// tellWorth tells what a hand counts and what came of it.
func (h *Hand) tellWorth(kind EventKind, seat, k int, amount int64, sd *plan.SettleStep, w rank.Worth) {
	if h.log == nil {
		return
	}
	h.emit(Event{Kind: kind, Seat: int8(seat), Part: int8(k), Amount: amount, Strength: rank.Strength(1 + sd.Points.Class(w))})
}

// stakeBack gives the banker what lies before him, if anything is left.
func (b *bank) stakeBack(h *Hand) {
	seat := int(b.banker)
	amount := h.s.Wager[seat]
	h.takeUp(seat, amount)
	if amount > 0 {
		h.emitChips(Returned, seat, amount, 0)
	}
}

// Worth is what one hand of a seat counts by the points of the settlement, and
// whether the game has one.
func (h *Hand) Worth(seat, k int) (p *rank.Points, w rank.Worth, ok bool) {
	if h.bank == nil {
		return nil, w, false
	}
	for i := range h.plan.Game.Steps {
		if st := &h.plan.Game.Steps[i]; st.Kind == plan.Settle {
			return st.Settle.Points, h.bank.spot(seat, k).worth(st.Settle.Points), true
		}
	}
	return nil, w, false
}
