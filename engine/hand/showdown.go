package hand

import (
	"fmt"

	"cardroom/engine/betting"
	"cardroom/engine/plan"
)

// Net returns what a seat has won or lost so far.
func (h *Hand) Net(seat int) int64 { return h.s.Stack[seat] + h.s.Wager[seat] - h.start[seat] }

// Won returns what a seat has won from the pots, without voided bets that came
// back.
func (h *Hand) Won(seat int) int64 { return h.won[seat] - h.aside[seat] }

// Received returns what a seat has won from the pots, and what other seats have paid it after private comparisons.
func (h *Hand) Received(seat int) int64 { return h.won[seat] }

// MainWinners returns the seats that won part of the main pot; none until the hand
// is over.
func (h *Hand) MainWinners() betting.Set { return h.main }

// winUncontested gives the whole pot to the last live seat.
func (h *Hand) winUncontested() {
	h.keepChips(whenEnded)
	h.uncalled(h.s.Wager[:h.s.N])
	h.gather()
	h.unclaimed()
	h.takeRake(nil)
	seat := h.s.Live.First()
	amount := h.Pot()
	h.payPot(seat, 0, amount)
	h.emitChips(Won, seat, amount, 0)
	h.finish()
}

// uncontested gives the pot to the last live seat, unless the hand waits for the
// dealer first.
func (h *Hand) uncontested() {
	if !h.waitsToPush() {
		h.winUncontested()
	}
}

func (h *Hand) runShowdown(sd *plan.ShowdownStep) (bool, error) {
	if h.stage == notBegun {
		h.sweep()
		if h.runAgain() {
			return false, nil
		}
	}
	if h.manual {
		if h.stage == notBegun {
			h.waiting = h.unshown()
			h.stage = begun
		}
		if h.waiting != 0 {
			d := h.ask(ShowCards, h.waiting.From(h.firstToShow()))
			d.For = h.waiting
			return true, nil
		}
	} else if h.stage == notBegun && h.pause() {
		h.stage = begun
		return true, nil
	}
	if h.killPartial() {
		h.winUncontested()
		return false, nil
	}
	if !h.manual {
		if err := h.showAll(sd); err != nil {
			return false, err
		}
	}
	var t table
	if again, err := h.dealsAgain(sd, &t); again || err != nil {
		return false, err
	}
	if err := h.award(sd, &t); err != nil {
		return false, err
	}
	if sd.Match != nil {
		h.match(sd.Match)
	}
	if sd.Pairwise != nil {
		if err := h.pairwise(sd); err != nil {
			return false, err
		}
	}
	if h.stays > 0 {
		h.emitChips(Carried, -1, h.stays, 0)
	}
	h.finish()
	return false, nil
}

// dealsAgain starts a new deal if nobody qualifies for a part that requires one. The
// seats are ranked in t.
func (h *Hand) dealsAgain(sd *plan.ShowdownStep, t *table) (bool, error) {
	if !sd.DealsAgain() || h.freeDeals >= plan.MaxFreeDeals || h.runs > 1 {
		return false, nil
	}
	claims := h.s.Live &^ h.mucked
	if err := h.rankSeats(sd, claims, t); err != nil {
		return false, err
	}
	var winners [plan.MaxParts]betting.Set
	var number [plan.MaxParts]int
	if err := h.winnersOf(sd, claims, t, &winners, &number); err != nil {
		return false, err
	}
	for k := range sd.Parts {
		if last := sd.Parts[k].Last(); winners[k] == 0 && last.Nobody == plan.NewDeal {
			h.shown, h.mucked, h.waiting = 0, 0, 0
			part := int8(0)
			if t.failed {
				part = NobodyWins
			}
			h.redeal(!last.NewAnte, part)
			return true, nil
		}
	}
	return false, nil
}

func (h *Hand) unshown() betting.Set {
	m := h.s.Live &^ h.mucked
	for l := h.shown & m; l != 0; l &= l - 1 {
		if h.known(l.First()) {
			m &^= betting.Bit(l.First())
		}
	}
	return m
}

// firstToShow returns the last seat that bet or raised in the final round,
// otherwise the first live seat left of the button (WSOP 145).
func (h *Hand) firstToShow() int {
	if h.aggressor >= 0 && h.s.Live.Has(int(h.aggressor)) {
		return int(h.aggressor)
	}
	return h.lob()
}

// showAll turns up every live hand: cards speak. If losers need not show, their
// hands are compared and mucked.
func (h *Hand) showAll(sd *plan.ShowdownStep) error {
	h.shown = h.s.Live // the state of a hand must not depend on whether there is a log
	if h.log == nil {
		return nil
	}
	shown := h.s.Live
	if sd.LosersMuck {
		winners, err := h.paidBy(sd)
		if err != nil {
			return err
		}
		shown &= winners // a dead hand may get back what nobody has matched, and shows nothing
	}
	seat := shown.From(h.firstToShow())
	for range shown.Len() {
		for g := range h.plan.Game.Hands {
			if of := h.HandOf(nil, seat, g+1); len(of) > 0 {
				h.emit(Event{Kind: SetApart, Seat: int8(seat), Part: int8(g)}.WithCards(of))
			}
		}
		if g := h.fouled(seat); g >= 0 {
			h.emit(Event{Kind: Fouled, Seat: int8(seat), Part: int8(g)})
		}
		e := Event{Kind: Shown, Seat: int8(seat)}.WithCards(h.Hole(seat))
		if h.runs < 2 { // the strength depends on the run
			e.Strength = h.strength(sd, 0, seat)
		}
		h.emit(e)
		seat = shown.After(seat)
	}
	losers := h.s.Live &^ shown
	seat = int(h.button)
	for range losers.Len() {
		seat = losers.After(seat)
		h.emitChips(Mucked, seat, 0, 0)
	}
	return nil
}

// paidBy returns the seats that the showdown will pay.
func (h *Hand) paidBy(sd *plan.ShowdownStep) (paid betting.Set, err error) {
	trial := *h
	trial.log = nil
	err = trial.award(sd, &table{})
	for i := range h.s.N {
		if trial.s.Stack[i] > h.s.Stack[i] {
			paid |= betting.Bit(i)
		}
	}
	return paid, err
}

// award divides the pots. Seats that t ranks are not ranked again.
func (h *Hand) award(sd *plan.ShowdownStep, t *table) error {
	limits, err := h.claimLimits()
	if err != nil {
		return err
	}
	h.unclaimed()
	h.dropDue()
	list := &h.result.Pots
	h.Pots(list)
	h.lessDropped(list)
	h.takeRake(list)
	h.result.Showdown = true
	h.result.SidePots = list.N > 1
	if h.runs > 1 { // a game with runs has no claim limits
		return h.awardRuns(sd, list)
	}
	if len(limits) > 0 {
		return h.awardLimited(sd, limits, t)
	}
	return h.awardAll(sd, list, t)
}

// claimed returns an error if mucking these seats would leave a pot to nobody.
func (h *Hand) claimed(mucked betting.Set) error {
	var list betting.List
	h.Pots(&list)
	h.lessDropped(&list)
	for i := range list.N {
		if list.Pot[i].Eligible&^mucked == 0 {
			return fmt.Errorf("nobody shows a hand for the pot of %s", h.plan.Stakes.Price(list.Pot[i].Amount))
		}
	}
	return nil
}

// awardRuns divides the pots among the runs, odd chips to the first, and awards
// each share by the run's board.
func (h *Hand) awardRuns(sd *plan.ShowdownStep, list *betting.List) error {
	before, whole := *h, *list
	defer func() {
		h.board, h.boardOn, h.onBoard = before.board, before.boardOn, before.onBoard
		*list = whole
	}()
	for run := range int(h.runs) {
		h.layRun(&before, run)
		for i := range whole.N {
			list.Pot[i].Amount = betting.Nth(whole.Pot[i].Amount, h.plan.Stakes.Chip, int(h.runs), run)
		}
		h.nthRun = uint8(run)
		if h.log != nil {
			h.emit(Event{Kind: RunPaid, Seat: -1, Pot: int8(run), Other: int8(h.runs)}.WithCards(h.Board()))
		}
		var t table
		if err := h.awardAll(sd, list, &t); err != nil {
			return err
		}
	}
	return nil
}

// pairwise settles the showdown between every two players, part by part: the player
// with the worse hand owes the other the amount. Debts are computed from the left
// of the button, each as far as the stack goes, and all are paid together through
// the pot.
func (h *Hand) pairwise(sd *plan.ShowdownStep) error {
	claims := h.s.Live &^ h.mucked
	var t table
	if err := h.rankSeats(sd, claims, &t); err != nil {
		return err
	}
	_, amount := h.payable(sd.Pairwise)
	var net [betting.Max]int64
	for first, left := int(h.button), claims; left != 0; left &^= betting.Bit(first) {
		first = left.After(first)
		for second, others := first, left&^betting.Bit(first); others != 0; others &^= betting.Bit(second) {
			second = others.After(second)
			for k := range sd.Parts {
				from, to := first, second
				switch a, b := t.strength[k][first], t.strength[k][second]; {
				case a == b:
					continue
				case a > b:
					from, to = second, first
				}
				owed := max(0, min(amount, h.s.Stack[from]+net[from]))
				net[from], net[to] = net[from]-owed, net[to]+owed
			}
		}
	}
	h.payNet(claims, &net)
	return nil
}

// payNet makes seats pay their net debts, and then pays the others their net winnings. What a seat can win from the pots
// does not depend on it.
func (h *Hand) payNet(among betting.Set, net *[betting.Max]int64) {
	pot := h.Pot()
	for _, takes := range []bool{false, true} {
		for seat, left := int(h.button), among; left != 0; left &^= betting.Bit(seat) {
			seat = left.After(seat)
			switch n := net[seat]; {
			case n < 0 && !takes:
				h.spend(seat, -n)
				pot -= n
				h.emitChips(PaidPot, seat, -n, pot)
			case n > 0 && takes:
				h.between += n
				h.pay(seat, n)
				pot -= n
				h.emitChips(TookPot, seat, n, pot)
			}
		}
	}
}
