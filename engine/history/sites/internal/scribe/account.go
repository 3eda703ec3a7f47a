package scribe

import (
	"fmt"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/history"
)

// account is the third stage: the amounts put in, returned and collected are reconciled, and compared with those that the file states.
type account struct {
	told                 *Scribe
	put, back, won, dead [betting.Max]int64
	rake                 int64
	pot                  int64 // as the file states it, -1 for none
	collected            lots
	apart                int64 // collected by players whom the file does not name
	moved                int64 // what the file returns as uncalled of the pot
}

// statedPot is a pot as the file states it, with or without the rake.
type statedPot struct {
	amount int64
	at     history.Pos
}

func (s *Scribe) account() *account {
	a := &s.memory.account
	*a = account{told: s, rake: s.rake, pot: s.pot, collected: s.collected, apart: s.apart}
	for i := range s.n {
		p := &s.seats[i]
		a.put[i], a.back[i], a.won[i], a.dead[i] = p.put, p.back, p.won, p.dead
	}
	return a
}

// Uncalled returns the amount by which one seat exceeds all others, 0 if none does.
func (s *Scribe) Uncalled() (seat int, over int64) { return s.account().uncalled() }

// settle reconciles the amounts put in, returned and collected, and returns an error if they do not add up.
func (s *Scribe) settle() (*account, error) {
	a := s.account()
	if err := a.named(); err != nil {
		return a, err
	}
	a.soldWins()
	total, won := s.added, int64(0)
	for i := range s.n {
		total += a.put[i] - a.back[i]
		won += a.won[i]
	}
	won += a.unround(total, won)
	if seat, over := a.uncalled(); over > 0 && s.backAt == 0 {
		back, from := a.returned(seat, over, total, won)
		total, won = total-back, won-from
	}
	if a.rake < 0 && !a.collects() && total > 0 {
		return a, s.Fail(0, history.CodeBroken, "the hand breaks off: nobody has collected anything", "")
	}
	if rest := total - won; a.rake < 0 && (rest == 0 || !s.Tournament && !s.Cut && history.IsRake(rest, total)) {
		if a.rake = rest; rest > 0 {
			s.h.Infer(0, fmt.Sprintf("the rake of %s, which is the difference of what was put in and what was collected", text(a.rake)))
		}
	}
	if a.apart > 0 && won+a.apart+a.rake == total {
		s.h.Infer(0, fmt.Sprintf("the winners of the %s in side pots, whom the file does not name", text(a.apart)))
		won += a.apart
	} else {
		a.apart = 0
	}
	if won+a.rake != total {
		return a, a.apartBy(total, won)
	}
	a.checkPot(total)
	a.checkAfter()
	return a, nil
}

// apartBy returns the error for amounts that do not add up.
func (a *account) apartBy(total, won int64) error {
	s := a.told
	switch {
	case a.rake >= 0:
		return s.Fail(s.wonAt, history.CodePot, fmt.Sprintf("players put in %s, and collected %s with a rake of %s", text(total), text(won), text(a.rake)), "")
	case s.Cut && won < total:
		return s.Fail(s.wonAt, history.CodeBroken, fmt.Sprintf("the hand breaks off: its summary is missing, and players have collected %s of %s", text(won), text(total)), "")
	}
	why := "which no rake explains"
	if s.Tournament {
		why = "and a tournament has no rake"
	}
	return s.Fail(s.wonAt, history.CodePot, fmt.Sprintf("players put in %s, and collected %s, %s", text(total), text(won), why), "")
}

// collects reports whether anybody has collected anything, or has sold a hand.
func (a *account) collects() bool {
	for i := range a.told.n {
		if a.won[i] > 0 || a.told.seats[i].sold {
			return true
		}
	}
	return a.collected.n > 0
}

// live returns what each seat has in the pots that is not dead, and what is: with a single ante, that is dead too.
func (a *account) live() (put [betting.Max]int64, dead int64) {
	for i := range a.told.n {
		mine := a.dead[i]
		if a.told.antes == 1 {
			mine += a.told.seats[i].ante
		}
		put[i] = a.put[i] - a.back[i] - mine
		dead += mine
	}
	return put, dead
}

// uncalled returns the amount by which one seat exceeds all others, without dead chips.
func (a *account) uncalled() (seat int, over int64) {
	put, _ := a.live()
	return betting.Uncalled(put[:a.told.n])
}

// build makes the pots of what players put in.
func (a *account) build() *betting.List {
	put, dead := a.live()
	in := betting.Set(0)
	for i := range a.told.n {
		if p := &a.told.seats[i]; p.in && !p.out {
			in |= betting.Bit(i)
		}
	}
	list := &a.told.memory.pots
	betting.Build(put[:a.told.n], in, dead+a.told.added, list)
	return list
}

// returned returns the uncalled amount of a seat, if that is what the file's amounts say: back of what was put in, and from of it is in
// what was collected.
func (a *account) returned(seat int, over, total, won int64) (back, from int64) {
	name := fmt.Sprintf("the uncalled %s of %s", text(over), a.told.name(seat))
	rake, mine := max(a.rake, 0), a.won[seat]
	switch {
	case a.told.Within && mine >= over, a.rake < 0 && mine >= over && a.lastLot() == over, a.rake >= 0 && mine > over && total == won+rake,
		a.rake < 0 && mine >= over && won > total-over && won <= total:
		a.told.h.Infer(0, name+", which is in what the file says was collected")
		from = over
	case mine == over && total == won+rake:
		from = over
	case a.pot >= 0 && total-over == a.pot, a.rake < 0 && won <= total-over, total-over == won+rake:
		a.told.h.Infer(0, name+", which the file leaves out")
	default:
		return 0, 0
	}
	a.back[seat] += over
	a.won[seat] -= from
	if last := a.collected.n - 1; from > 0 && last >= 0 && a.collected.of[last] >= over {
		if a.collected.of[last] -= over; a.collected.of[last] == 0 {
			a.collected.n--
		}
	}
	return over, from
}

// lastLot returns the winnings from the last of several pots in the file: an uncalled bet may be listed there as a separate side pot.
func (a *account) lastLot() int64 {
	if a.collected.n < 2 {
		return 0
	}
	return a.collected.of[a.collected.n-1]
}

// unround corrects winnings that are off by a fraction of a chip: some tournaments bet fractions of chips and list winnings in whole
// ones. It returns the correction.
func (a *account) unround(total, won int64) int64 {
	seat, over := a.uncalled()
	if over > 0 && a.told.near(total-over, won) {
		total -= over
	}
	if a.rake > 0 || total == won || !a.told.near(total, won) {
		return 0
	}
	missing := total - won
	if over == 0 || !a.told.near(a.won[seat], over) { // otherwise the uncalled amount may have been collected too
		seat = 0
		for i := range a.told.n {
			if a.won[i] > a.won[seat] {
				seat = i
			}
		}
	}
	a.won[seat] += missing
	a.collected.n = 0 // is as little exact
	a.told.h.Infer(0, fmt.Sprintf("the %s that %s collects, which the file rounds", text(a.won[seat]), a.told.name(seat)))
	return missing
}

// soldWins gives a pot that nobody collects to the only hand that was sold.
func (a *account) soldWins() {
	rest, only := a.told.added-max(a.rake, 0), noSeat
	for i := range a.told.n {
		rest += a.put[i] - a.back[i] - a.won[i]
		if a.told.seats[i].sold {
			if only >= 0 {
				return
			}
			only = i
		}
	}
	if only >= 0 && rest > 0 && a.rake >= 0 && a.won[only] == 0 {
		a.won[only] = rest
	}
}

// named compares the uncalled bet that the file names with the uncalled amount. It may include what the house put into the pot, or the part of
// the pot that is the rest of the winner's wager, and leave out what nobody matched of an ante.
func (a *account) named() error {
	s := a.told
	was, back := a.back, int64(0)
	for _, amount := range was {
		back += amount
	}
	if back == 0 {
		return nil
	}
	clear(a.back[:])
	i, over := a.uncalled()
	a.back[max(i, 0)] = over
	more := back - over
	switch what := ""; {
	case was == a.back:
		return nil // the file names it all
	case i >= 0 && was[i] == back && -more == a.anteOver(i):
		s.h.Infer(0, fmt.Sprintf("the uncalled %s of %s, which the file leaves out", text(-more), s.name(i)))
		return nil
	case i >= 0 && was[i] == back && more > 0 && a.won[i] > 0:
		if what = "what the house put into the pot"; more != s.added {
			if back != s.seats[i].wager {
				break
			}
			a.won[i] += more
			what = text(more) + " of the pot"
		}
		a.moved = more
		s.h.Infer(0, fmt.Sprintf("the uncalled %s of %s, in which the file has %s", text(over), s.name(i), what))
		return nil
	}
	return s.Fail(s.backAt, history.CodePot, fmt.Sprintf("the file says that %s is uncalled, and %s is", text(back), text(over)), "")
}

// anteOver returns the part of a seat's ante that exceeds all others.
func (a *account) anteOver(i int) int64 {
	over := a.told.seats[i].ante
	for k := range a.told.n {
		if k != i {
			over = min(over, a.told.seats[i].ante-a.told.seats[k].ante)
		}
	}
	return over
}

// elsewhere are the amounts beside the pot that no site counts in it.
var elsewhere = []string{history.AsidePlace, history.AsidePrize, history.AsideBounty, history.AsideCashOut, history.AsideCashOutFee}

// checkPot compares the pot stated in the file with what players put in. Sites state it with or without the rake, an uncalled bet, what
// the house adds, and the sum of what is paid beside the pot, but for what never was in it.
func (a *account) checkPot(total int64) {
	if a.pot < 0 {
		return
	}
	if a.told.near(total, a.pot) {
		a.checkPots()
		return
	}
	beside := int64(0)
	for _, x := range a.told.asides {
		if !slices.Contains(elsewhere, x.what) {
			beside += x.amount
		}
	}
	rest := append(a.told.memory.rest[:0], a.rake, -a.told.added, a.moved, a.apart, beside, -beside)
	for i := range a.told.n {
		rest = append(rest, -a.back[i])
	}
	known := append(a.told.memory.known[:0], total)
	for _, amount := range rest {
		for _, sum := range known {
			if amount != 0 && len(known) < 1024 {
				known = append(known, sum-amount)
			}
		}
	}
	a.told.memory.rest, a.told.memory.known = rest, known
	if slices.ContainsFunc(known, func(sum int64) bool { return a.told.near(sum, a.pot) }) {
		a.checkPots()
		return
	}
	a.told.h.Contradiction = a.told.Fail(a.told.potAt, history.CodePot, fmt.Sprintf("the file says that the pot is %s, and players put in %s", text(a.pot), text(total)), "")
}

// checkPots compares the main pot and the side pots stated in the file with those of what players put in: each is stated with its part of the rake, or without.
func (a *account) checkPots() {
	stated := a.told.pots
	if len(stated) < 2 {
		return
	}
	list := a.build()
	if last := len(stated) - 1; last == list.N && slices.Contains(a.back[:], stated[last].amount) { // an uncalled bet
		stated = stated[:last]
	}
	wrong := func(p statedPot, what string) {
		a.told.h.Contradiction = a.told.Fail(p.at, history.CodePot, fmt.Sprintf("the file says that a pot is %s, and %s", text(p.amount), what), "")
	}
	if len(stated) != list.N {
		s := a.told
		s.h.Contradiction = s.Fail(stated[len(stated)-1].at, history.CodePot, fmt.Sprintf("the file has %d pots, and players put in %d", len(stated), list.N), "")
		return
	}
	taken, paid, sum := int64(0), int64(0), int64(0)
	for k, p := range stated {
		paid, sum = paid+a.collected.of[k], sum+p.amount
	}
	for k, p := range stated {
		if a.collected.n == len(stated) && paid == sum && a.collected.of[k] != p.amount {
			wrong(p, fmt.Sprintf("that %s of it is won", text(a.collected.of[k])))
			return
		}
		part := list.Pot[k].Amount - p.amount
		taken += part
		if a.told.Tournament && a.told.near(list.Pot[k].Amount, p.amount) {
			continue
		}
		if part < 0 || part > a.rake || k == list.N-1 && taken != 0 && taken != a.rake && !a.told.Tournament {
			wrong(p, fmt.Sprintf("players put in %s with a rake of %s", text(list.Pot[k].Amount), text(a.rake)))
			return
		}
	}
}

// checkAfter compares what the file says of players after the hand with their bets and winnings.
func (a *account) checkAfter() {
	s := a.told
	for i := range s.n {
		p, gain := &s.seats[i], a.won[i]
		if p.sold {
			gain = 0
			for _, x := range s.asides {
				if x.seat == i && x.what == history.AsideCashOut {
					gain += x.amount
				}
			}
		}
		gain += a.back[i] - a.put[i]
		said := func(stated int64, what string, is int64) {
			if stated != Untold && !s.near(stated, is) {
				s.Against(p.after.At, fmt.Sprintf("the file says that %s %s %s, and it is %s", p.name, what, text(stated), text(is)))
			}
		}
		if !s.near(p.after.Bet, a.put[i]) {
			said(p.after.Bet, "has bet", a.put[i]-a.back[i])
		}
		said(p.after.Net, "has gained", gain)
		if p.stack != unknownStack {
			said(p.after.Stack, "then has", p.stack+gain)
		}
	}
}

// rakeText returns the rake, per pot if the file says what was collected from each.
func (a *account) rakeText() string {
	list := a.build()
	whole := func() string { return "'" + text(a.rake) + "'" }
	if a.collected.n != list.N || list.N < 2 {
		return whole()
	}
	b := append(make([]byte, 0, 24), '\'')
	for k, rest := 0, a.rake; k < list.N; k++ {
		part := list.Pot[k].Amount - a.collected.of[k]
		if rest -= part; part < 0 || k == list.N-1 && rest != 0 { // not all of it is listed by pot
			return whole()
		}
		if k > 0 {
			b = append(b, ' ')
		}
		b = history.AppendAmount(b, part, Unit)
	}
	return string(append(b, '\''))
}
