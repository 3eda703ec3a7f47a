// This file counts the statistics of poker tracking programs from the events of hands: what each player could do, what they did, and
// what they won. [Stats] has the statistics with their formulas.

package ledger

import (
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/money"
)

// Seat is the data of one player in one hand.
type Seat struct {
	Name     string
	Position string
	// Could and Did have a bit for each share of [Stats]: the player had the chance, and took it.
	Could, Did uint64
	// Flop: still in when the second round began, or at a showdown without a second round. Showdown: still in at showdown.
	Flop, Showdown bool
	// Bets (with raises), Calls and Folds are those after the first round.
	Bets, Calls, Folds int16
	// Fold and AllIn are the steps at which the player folded and put the last chips in, [Before] for forced bets, [Never] for none.
	Fold, AllIn int16
	// Stack is what the player began with, in hundredths of the big blind.
	Stack int64
	// Net is the player's result, in hundredths of the big blind; Over is set if it is too large to be counted. EV is the same with
	// what all-in hands were worth in place of what they won; Valued says that somebody has looked.
	Net, EV      int64
	Over, Valued bool
	// Beside is what the player received outside the pot, or paid, by the kinds of [Beside] and in the same unit. Net includes it.
	Beside [len(Beside)]int64
}

// Before and Never stand for steps.
const (
	Before = -1
	Never  = -2
)

// Beside are the kinds of amounts outside the pot that count for the result.
var Beside = [...]struct{ Name, About string }{
	{"cash_out", "received in cash-outs"},
	{"insurance", "received from insurance, less what it cost,"},
	{"bounty", "received in bounties of cash games"},
	{"jackpot", "received from jackpots of cash games"},
}

// could says that a seat had the chance of a statistic, and whether it took it. The first chance in a hand counts.
func (s *Seat) could(stat Share, did bool) {
	bit := uint64(1) << stat
	if did && s.Could&bit == 0 {
		s.Did |= bit
	}
	s.Could |= bit
}

// Of returns the data of each seat from the events of a finished hand, in the memory of out. bb is the big blind, or the small bet of a game
// without blinds, and big the seat that posted it, -1 for none.
//
// long: one pass over the events, with what a street has so far
func Of(out []Seat, h *hand.Hand, events []hand.Event, bb int64, big int) []Seat {
	n, all := h.Seats(), (betting.Bit(h.Seats())-1)&^h.Absent()
	out = slices.Grow(out[:0], n)[:n]
	if len(h.Notes()) > 0 {
		events = standing(events)
	}
	var order [betting.Max]int8 // the seats that were dealt in, from the left of the button
	dealt, bigNth := 0, -1
	for k := range n {
		if i := (h.Button() + 1 + k) % n; all.Has(i) {
			if i == big {
				bigNth = dealt
			}
			order[dealt] = int8(i)
			dealt++
		}
	}
	begin := func() {
		for i := range out {
			out[i] = Seat{Fold: Never, AllIn: Never}
		}
		for nth, i := range order[:dealt] {
			out[i].Position = At(nth, dealt, bigNth)
		}
	}
	begin()
	in, last := all, int8(-1) // last: who made the last raise of the first round
	var round, raises, callers, bets int
	var opener, bettor int8 = -1, -1
	for i := range events {
		e := &events[i]
		f := e.Kind.Facts()
		in = e.InAfter(in, all)
		switch {
		case f.Begins:
			if round++; round == 2 {
				for k := range out {
					out[k].Flop = in.Has(k)
				}
			}
			bets, bettor = 0, -1
			continue
		case f.Cancels: // of a deal or a hand that does not count nothing counts
			begin()
			round, raises, callers, bets, last, opener, bettor = 0, 0, 0, 0, -1, -1, -1
		}
		if e.Seat < 0 || int(e.Seat) >= n {
			continue
		}
		s, act := &out[e.Seat], f.Act
		if e.AllIn && s.AllIn == Never {
			s.AllIn = e.Step
		}
		if f.Out && s.Fold == Never {
			s.Fold = e.Step
		}
		if act == hand.NoAct || act == hand.BringsIn {
			continue
		}
		raise, folds := act.Aggressive(), act == hand.Folds
		if round > 1 {
			s.later(round, raise, act, bets, e.Seat == last, bettor == last && last >= 0, out[max(last, 0)].Did)
			if raise {
				bets++
				bettor = e.Seat
			}
			continue
		}
		if act == hand.Calls || raise {
			s.Did |= 1 << VPIP
		}
		if raise {
			s.Did |= 1 << PFR
		}
		switch {
		case raises == 0 && callers == 0:
			if stealer(s.Position) {
				s.could(Steal, raise)
			}
		case raises == 1:
			s.could(ThreeBet, raise)
			if opener >= 0 && callers == 0 && stealer(out[opener].Position) && (s.Position == "BB" || s.Position == "SB") && out[opener].Did&(1<<Steal) != 0 {
				s.could(FoldToSteal, folds)
			}
		case raises == 2:
			s.could(FourBet, raise)
			if e.Seat == opener {
				s.could(FoldToThreeBet, folds)
			}
		}
		switch {
		case raise:
			if raises == 0 {
				opener = e.Seat
			}
			raises++
			last = e.Seat
		case act == hand.Calls:
			callers++
		}
	}
	shown := h.Result().Showdown
	for i := range out {
		s := &out[i]
		s.Net = money.Ratio(h.Net(i), 100, max(1, bb), &s.Over)
		s.EV = s.Net
		endless := false
		s.Stack = money.Ratio(h.StartingStack(i), 100, max(1, bb), &endless)
		if !all.Has(i) {
			continue
		}
		s.Could |= 1<<VPIP | 1<<PFR
		won := h.Won(i) > 0
		s.Flop = s.Flop || shown && in.Has(i)
		if s.Showdown = shown && in.Has(i); s.Showdown {
			s.could(WonShown, won)
		}
		if s.Flop {
			s.could(WentToShow, s.Showdown)
			s.could(WonFlop, won)
		}
	}
	return out
}

// later counts an act after the first round. aggressor: the seat raised last in the first round; against: it faces the bet of the seat that
// did, whose statistics are did.
func (s *Seat) later(round int, raise bool, act hand.Act, bets int, aggressor, against bool, did uint64) {
	switch {
	case raise:
		s.Bets++
	case act == hand.Calls:
		s.Calls++
	case act == hand.Folds:
		s.Folds++
	}
	street := Share(round - 2)
	if street > 2 {
		return
	}
	if aggressor && bets == 0 && (street == 0 || s.Did&(1<<(CBet+street-1)) != 0) {
		s.could(CBet+street, raise)
	}
	if against && bets == 1 && did&(1<<(CBet+street)) != 0 {
		s.could(FoldToCBet+street, act == hand.Folds)
	}
}

// standing returns the events without acts that were taken back.
func standing(events []hand.Event) []hand.Event {
	out := make([]hand.Event, 0, len(events))
	began := hand.Began(events)
	for i := range events {
		e := &events[i]
		switch {
		case e.Retracts():
			for k := range slices.Backward(out) {
				if act := out[k].Kind.Facts().Act; out[k].Seat == e.Seat && act != hand.NoAct {
					out = slices.Delete(out, k, k+1)
					break
				}
			}
			continue
		case e.Kind.Facts().Begins && !slices.Contains(began, i):
			continue
		}
		out = append(out, *e)
	}
	return out
}

// Aside adds what the player received outside the pot, or paid, by kind: result is what of it counts, with what a sold hand has won for
// another. Amounts are in units of which bb are a big blind.
func (s *Seat) Aside(by [len(Beside)]int64, result, bb int64) {
	for k, amount := range by {
		s.Beside[k] = money.Ratio(amount, 100, max(1, bb), &s.Over)
	}
	more := money.Ratio(result, 100, max(1, bb), &s.Over)
	money.Plus(&s.Net, more, &s.Over)
	money.Plus(&s.EV, more, &s.Over)
}

// stealer reports whether an open raise from a position is a steal.
func stealer(position string) bool {
	return position == "CO" || position == "BTN" || position == "SB"
}

// At returns the name of the position of player i of n, in dealing order with the button last; big is the player with the big blind, -1 if
// nobody has it. Without a small blind the first seat is the big blind; a seat between the button and the small blind counts as the last.
func At(i, n, big int) string {
	switch {
	case n == 2 || big < 0 || big > 2:
		return Position(i, n)
	case big == 0:
		return Position(i+1, n+1)
	}
	return Position((i-big+1+n)%n, n)
}

// Position returns the name of the position of player i of n, in dealing order with the button last.
func Position(i, n int) string {
	switch back := n - 1 - i; {
	case back == 0:
		return "BTN"
	case i == 0 && n > 2:
		return "SB"
	case i <= 1:
		return "BB"
	case back == 1:
		return "CO"
	case back == 2:
		return "HJ"
	case i == 2:
		return "UTG"
	}
	return "MP"
}

// Positions are the positions in dealing order.
var Positions = []string{"SB", "BB", "UTG", "MP", "HJ", "CO", "BTN"}
