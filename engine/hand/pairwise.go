package hand

import (
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

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
	var net [seating.Max]int64
	for first, left := int(h.button), claims; left != 0; left &^= seating.Bit(first) {
		first = left.After(first)
		for second, others := first, left&^seating.Bit(first); others != 0; others &^= seating.Bit(second) {
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

// payNet makes seats pay their net debts into the pot, and then pays the others
// their net winnings from it.
func (h *Hand) payNet(among seating.Set, net *[seating.Max]int64) {
	for _, takes := range []bool{false, true} {
		for seat, left := int(h.button), among; left != 0; left &^= seating.Bit(seat) {
			seat = left.After(seat)
			switch n := net[seat]; {
			case n < 0 && !takes:
				h.payIn(seat, -n)
				h.emitChips(PaidPot, seat, -n, h.Pot())
			case n > 0 && takes:
				h.outOfPot, h.toSeats = h.outOfPot+n, h.toSeats+n
				h.pay(seat, n)
				h.emitChips(TookPot, seat, n, h.Pot())
			}
		}
	}
}
