package hand

import (
	"math"
	"math/bits"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// The end of a round against a bank: hands are compared and paid.

// holding is the value of a hand in a settlement: its points, or its strengths in
// the parts.
type holding struct {
	worth    rank.Worth
	strength [2]rank.Strength
	unseen   bool // nobody sees it, so events do not report it
}

// settle pays hand after hand and bet after bet, from the left of the banker, until
// the stake is used up.
func (b *bank) settle(h *Hand, sd *plan.SettleStep) {
	if !b.countsHands(h) {
		return
	}
	banker := int(b.banker)
	var bank holding
	if sd.Own == nil {
		bank = b.holding(h, b.seatHand(banker, bankHand), sd)
		h.tellHolding(BankHas, banker, 0, 0, 0, sd, &bank)
	}
	cover := b.stake
	if b.banker == house {
		cover = math.MaxInt64
	}
	order, n := b.inTurn(h, b.bettors)
	for _, at := range order[:n] {
		seat := int(at)
		for k := range int(b.hands[seat]) {
			if sd.Folded && b.played(seat, k).lost && b.hasBet(h, sd, seat, k) {
				h.turnHand(seat, k, b.played(seat, k))
			}
			own := b.holding(h, b.played(seat, k), sd)
			if b.sides == 0 && sd.Bets == nil {
				cover -= b.pay(h, sd, place{seat, k, 0}, &own, &bank, cover)
				continue
			}
			for i := range h.plan.Bets {
				if amount := *b.bet(seat, k, i); amount > 0 && sd.Settles(h.plan.Bets[i]) {
					cover -= b.pay(h, sd, place{seat, k, i}, &own, &bank, cover)
				}
			}
		}
	}
	if sd.Bets != nil {
		b.paidSome = true
		return
	}
	b.stakeBack(h)
	h.result.Showdown = true
	h.finish()
}

// hasBet reports whether the step settles a bet of a hand.
func (b *bank) hasBet(h *Hand, sd *plan.SettleStep, seat, k int) bool {
	for i := range h.plan.Bets {
		if *b.bet(seat, k, i) > 0 && sd.Settles(h.plan.Bets[i]) {
			return true
		}
	}
	return false
}

// place identifies a bet.
type place struct{ seat, hand, bet int }

// holding returns the value of a hand in a settlement; a hand made by a split
// cannot be a natural.
func (b *bank) holding(h *Hand, s *seatHand, sd *plan.SettleStep) (w holding) {
	switch {
	case sd.Points == nil:
		for i := range sd.Parts {
			var own [MaxCards]cards.Card
			w.strength[i] = h.strengthOf(&sd.Parts[i], s.handOf(own[:0], uint8(bits.Len16(sd.Parts[i].Hands))), sd.Board)
		}
	case s.split:
		w.worth = sd.Points.Plain(s.list())
	default:
		w.worth = sd.Points.Of(s.list())
	}
	return w
}

// strengthOf returns the strength of cards with the board, or its first cards, in
// one part of a settlement; with the best of the boards that play if they have names.
func (h *Hand) strengthOf(p *plan.Part, own []cards.Card, first int) (best rank.Strength) {
	if p.Boards == 0 {
		return h.strengthWith(p, own, h.Board(), first)
	}
	for m := p.Boards; m != 0; m &= m - 1 {
		var room [plan.MostBoard]cards.Card
		best = max(best, h.strengthWith(p, own, h.BoardOf(room[:0], bits.TrailingZeros16(m)), first))
	}
	return best
}

// strengthWith returns the strength of cards with a board, or its first cards.
func (h *Hand) strengthWith(p *plan.Part, own, board []cards.Card, first int) rank.Strength {
	board = h.playing(board)
	if first > 0 {
		board = board[:min(first, len(board))]
	}
	if len(p.Use) > 0 || p.Ranking.ByEvent() {
		return p.Strength(own, board)
	}
	var room [MaxCards + plan.MaxBoard]cards.Card
	return p.Ranking.Best(append(append(room[:0], own...), board...))
}

// outcome returns the outcome of a bet.
func outcome(sd *plan.SettleStep, l *plan.Line, own, bank *holding) plan.Outcome {
	first := rank.Strength(0)
	var r *rank.Ranking
	if sd.Points == nil && sd.Parts != nil {
		r, first = sd.Parts[0].Ranking, own.strength[0]
	}
	if sd.Own != nil {
		return sd.Own.Of(r, first)
	}
	if l != nil && l.Unqualified != nil && sd.Unqualified(bank.strength[0]) {
		return l.Unqualified.Of(r, first)
	}
	return l.Of(compared(sd, own, bank), r, first, bank.strength[0])
}

// compared returns which hand is better: if there are several parts, the one that
// is better in all of them.
func compared(sd *plan.SettleStep, own, bank *holding) plan.Outcome {
	if sd.Points != nil {
		return sd.Outcome(own.worth, bank.worth)
	}
	better, worse := 0, 0
	for i := range sd.Parts {
		switch a, b := own.strength[i], bank.strength[i]; {
		case a > b:
			better++
		case a < b || sd.Copies:
			worse++
		}
	}
	switch len(sd.Parts) {
	case better:
		return plan.Wins
	case worse:
		return plan.Loses
	}
	return plan.Pushes
}

// pay settles one bet and returns the amount of cover that it used up. What the
// cover does not reach goes back.
func (b *bank) pay(h *Hand, sd *plan.SettleStep, at place, own, bank *holding, cover int64) (used int64) {
	bet := b.bet(at.seat, at.hand, at.bet)
	amount := *bet
	l := sd.Line(h.plan.Bets[at.bet])
	o := plan.Loses
	lost := b.seatHand(at.seat, at.hand).lost && !sd.Folded
	if !lost {
		o = outcome(sd, l, own, bank)
	} else if s := b.played(at.seat, at.hand); s.up != 1<<s.n-1 {
		own = &holding{unseen: true}
	}
	if sd.Bets != nil {
		*bet = 0 // the round goes on
	}
	switch {
	case o.Num == 0:
		h.tellHolding(Pushed, at.seat, at.hand, at.bet, 0, sd, own)
		h.takeUp(at.seat, amount)
	case o.Num < 0:
		chip := max(h.plan.Stakes.Chip, 1)
		due := min((amount*int64(-o.Num)+int64(o.Den)*chip-1)/(int64(o.Den)*chip)*chip, amount+h.s.Stack[at.seat])
		taken := min(due, cover)
		if more := taken - amount; more > 0 {
			h.putUp(at.seat, more)
			h.pays(at.seat, 0) // notes who has no chips left
		}
		b.handOver(h, at.seat, int(b.banker), taken)
		h.takeUp(at.seat, max(0, amount-taken))
		h.tellCovered(Lost, at, taken, due, sd, own)
		if !sd.WinsOnly {
			used = taken
		}
	default:
		used = b.wins(h, sd, l, at, amount, o, own, cover)
		h.takeUp(at.seat, amount)
	}
	if l != nil && l.Bonus != nil && !lost {
		if o := l.Bonus.Of(sd.Parts[0].Ranking, own.strength[0]); o.Num > 0 {
			used += b.wins(h, sd, l, at, amount, o, own, cover-used)
		}
	}
	return used
}

// wins pays a bet's winnings, less the commission, and returns the amount of cover
// that they use up.
func (b *bank) wins(h *Hand, sd *plan.SettleStep, l *plan.Line, at place, amount int64, o plan.Outcome, own *holding, cover int64) (used int64) {
	chip := max(h.plan.Stakes.Chip, 1)
	due := amount * int64(o.Num) / int64(o.Den)
	due -= due % chip
	used = min(due, cover)
	b.handOver(h, int(b.banker), at.seat, used)
	h.tellCovered(Paid, at, used, due, sd, own)
	if l != nil && l.Commission > 0 {
		h.pays(at.seat, ceil((used*l.Commission+9999)/10000, chip))
	}
	return used
}

// tellCovered emits what a hand has won or lost of the amount due, and how much of
// it the stake does not cover.
func (h *Hand) tellCovered(kind EventKind, at place, amount, due int64, sd *plan.SettleStep, w *holding) {
	if amount > 0 {
		h.tellHolding(kind, at.seat, at.hand, at.bet, amount, sd, w)
	}
	if due > amount && h.log != nil {
		h.emit(Event{Kind: Uncovered, Seat: int8(at.seat), Part: int8(at.hand), Pot: int8(at.bet), Amount: due - amount})
	}
}

// handOver moves chips that one side has lost to the other: from a seat's wager to
// the banker's wager, or to the winner's stack. A banking house's winnings and
// losses count as part of what it has collected.
func (b *bank) handOver(h *Hand, from, to int, amount int64) {
	switch {
	case to == house:
		h.s.Wager[from] -= amount
		h.toHouse += amount
		return
	case from == house:
		h.toHouse -= amount
		h.dead += amount // the house's money, which no seat put in
	default:
		h.s.Wager[from] -= amount
		h.in[from] += amount
	}
	h.s.Wager[to] += amount
	h.paid += amount
	h.won[to] += amount
	if to != int(b.banker) {
		h.takeUp(to, amount)
	}
}

// tellHolding emits an event with a hand's value and result.
func (h *Hand) tellHolding(kind EventKind, seat, k, bet int, amount int64, sd *plan.SettleStep, w *holding) {
	if h.log == nil {
		return
	}
	e := Event{Kind: kind, Seat: teller(seat), Part: int8(k), Pot: int8(bet), Amount: amount, Strength: w.strength[0], To: int64(w.strength[1])}
	if sd.Points != nil && !w.unseen {
		e.Strength = rank.Strength(1 + sd.Points.Class(w.worth))
	}
	h.emit(e)
}

// stakeBack returns the banker's remaining stake, if any.
func (b *bank) stakeBack(h *Hand) {
	if b.banker == house {
		return
	}
	seat := int(b.banker)
	amount := h.s.Wager[seat]
	h.takeUp(seat, amount)
	if amount > 0 {
		h.emitChips(Returned, seat, amount, 0)
	}
}
