// Package trackers counts the statistics of poker tracking programs: how often a player voluntarily puts chips in before the flop, raises,
// reraises, goes to showdown and wins there, and how many big blinds they win per hundred hands.
package trackers

import (
	"math"

	"cardroom/engine/rows"

	"cardroom/engine/hand"
	"cardroom/engine/money"
	"cardroom/engine/seating"
)

// Seat is the data of one player in one hand.
type Seat struct {
	Name     string
	Position string
	// VPIP: called, bet or raised in the first round. PFR: bet or raised there. Faced: had to act after exactly one raise. ThreeBet: raised then.
	VPIP, PFR, Faced, ThreeBet bool
	// Flop: still in when the second round began, or at a showdown without a second round. Showdown: still in at showdown. WonShown: won there.
	Flop, Showdown, WonShown bool
	// Net is the player's result, in hundredths of the big blind; Over is set if it is too large to be counted.
	Net  int64
	Over bool
	// Beside is what the player received outside the pot, or paid, by the kinds of [Beside] and in the same unit. Net includes it.
	Beside [len(Beside)]int64
}

// Beside are the kinds of amounts outside the pot that count for the result.
var Beside = [...]struct{ Name, About string }{
	{"cash_out", "received in cash-outs"},
	{"insurance", "received from insurance, less what it cost,"},
	{"bounty", "received in bounties of cash games"},
	{"jackpot", "received from jackpots of cash games"},
}

// Of returns the data of each player from the events of a finished hand. Players are in dealing
// order, the button last; bb is the big blind, or the small bet of a game without blinds, and big the player who posted it, -1 for none.
func Of(h *hand.Hand, events []hand.Event, names []string, bb int64, big int) []Seat {
	n := h.Seats()
	out := make([]Seat, n)
	all := (seating.Bit(n) - 1) &^ h.Absent()
	in := all
	for i := range out {
		out[i].Name, out[i].Position = names[i], At(i, n, big)
		out[i].Net = money.Ratio(h.Net(i), 100, max(1, bb), &out[i].Over)
	}
	round, raises, shown := 0, 0, h.Result().Showdown
	var before struct { // the last act of a seat
		seat   Seat
		raises int
	}
	began := hand.Began(events)
	for i := range events {
		e := &events[i]
		first := round <= 1
		in = e.InAfter(in, all)
		switch {
		case e.Kind.Facts().Begins:
			if len(began) == 0 || began[0] != i {
				continue
			}
			began = began[1:]
			if round++; round == 2 {
				for k := range out {
					out[k].Flop = in.Has(k)
				}
			}
			continue
		case e.Kind.Facts().Cancels: // of a deal or a hand that does not count nothing counts
			for k := range out {
				s := &out[k]
				s.Flop, s.VPIP, s.PFR, s.Faced, s.ThreeBet = false, false, false, false, false
			}
			round, raises = 0, 0
		}
		if e.Seat < 0 || int(e.Seat) >= n {
			continue
		}
		s := &out[e.Seat]
		if e.Retracts() {
			*s, raises = before.seat, before.raises
			continue
		}
		act := e.Kind.Facts().Act
		if act != hand.NoAct && act != hand.BringsIn {
			before.seat, before.raises = *s, raises
			if first && raises == 1 {
				s.Faced = true
			}
		}
		switch {
		case act == hand.Calls:
			s.VPIP = s.VPIP || first
		case act.Aggressive():
			if first {
				s.VPIP, s.PFR = true, true
				s.ThreeBet = s.ThreeBet || raises == 1
				raises++
			}
		}
	}
	for i := range out {
		s := &out[i]
		s.Flop = s.Flop || shown && in.Has(i)
		s.Showdown = shown && in.Has(i)
		s.WonShown = s.Showdown && h.Won(i) > 0
	}
	return out
}

// Aside adds what the player received outside the pot, or paid, by kind: result is what of it counts, with what a sold hand has won for
// another. Amounts are in units of which bb are a big blind.
func (s *Seat) Aside(by [len(Beside)]int64, result, bb int64) {
	for k, amount := range by {
		s.Beside[k] = money.Ratio(amount, 100, max(1, bb), &s.Over)
	}
	money.Plus(&s.Net, money.Ratio(result, 100, max(1, bb), &s.Over), &s.Over)
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

// Sum is the total over many hands of a player, or of a player in one position.
type Sum struct {
	Hands, VPIP, PFR, Faced, ThreeBet, Flop, Showdown, WonShown int64
	net                                                         int64
	beside                                                      [len(Beside)]int64
	squares                                                     float64
	over                                                        bool
}

// Over returns [money.ErrOver] if the player's chips do not fit.
func (s *Sum) Over() error {
	if s.over {
		return money.ErrOver
	}
	return nil
}

// Add adds a hand.
func (s *Sum) Add(t *Seat) {
	s.Hands++
	for _, c := range []struct {
		is bool
		n  *int64
	}{{t.VPIP, &s.VPIP}, {t.PFR, &s.PFR}, {t.Faced, &s.Faced}, {t.ThreeBet, &s.ThreeBet}, {t.Flop, &s.Flop}, {t.Showdown, &s.Showdown}, {t.WonShown, &s.WonShown}} {
		if c.is {
			*c.n++
		}
	}
	s.over = s.over || t.Over
	money.Plus(&s.net, t.Net, &s.over)
	for k := range t.Beside {
		money.Plus(&s.beside[k], t.Beside[k], &s.over)
	}
	s.squares += float64(float64(t.Net) * float64(t.Net))
}

// Share returns a part of a whole in percent, NaN if the whole is 0.
func Share(part, whole int64) float64 {
	if whole == 0 {
		return math.NaN()
	}
	return 100 * float64(part) / float64(whole)
}

// Rate returns the win rate in big blinds per hundred hands and the half width of its 95 % confidence interval, which is NaN for a single hand.
func (s *Sum) Rate() (rate, half float64) {
	n := float64(s.Hands)
	mean := float64(s.net) / n
	variance := (s.squares - float64(n*mean*mean)) / (n - 1)
	return mean, float64(rows.Confident * math.Sqrt(max(0, variance)/n))
}

// Beside reports whether the player received or paid anything of a kind of [Beside], and returns that in big blinds per hundred hands.
func (s *Sum) Beside(kind int) (rate float64, any bool) {
	return float64(s.beside[kind]) / float64(s.Hands), s.beside[kind] != 0
}
