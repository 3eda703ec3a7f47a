package scribe

import (
	"fmt"
	"slices"

	"cardroom/engine/history"
	"cardroom/engine/pots"
	"cardroom/engine/seating"
)

// The third stage: the amounts put in, returned and collected are reconciled, and compared with those that the file states.

// statedPot is a pot as the file states it, with or without the rake.
type statedPot struct {
	amount int64
	at     history.Pos
}

// Uncalled returns the amount by which one seat exceeds all others, 0 if none does.
func (s *Scribe) Uncalled() (seat int, over int64) {
	var put [seating.Max]int64
	for i := range s.n {
		put[i] = s.seats[i].put - s.seats[i].back
	}
	return s.uncalled(&put)
}

// total records the pot stated in the file.
func (s *Scribe) total(amount int64, at history.Pos) { s.pot, s.potAt = amount, at }

// checkPot compares the pot stated in the file with what players put in. Sites state it with or without the rake, an uncalled bet, what the
// house adds and what is paid beside the pot.
func (s *Scribe) checkPot(total int64) {
	if s.pot < 0 {
		return
	}
	rest := []int64{s.rake, -s.added, s.moved, s.apart}
	for i := range s.n {
		rest = append(rest, -s.seats[i].back)
	}
	beside := int64(0)
	for _, a := range s.asides {
		if a.what != history.AsidePlace && a.what != history.AsidePrize && a.what != history.AsideCashOutFee {
			beside += a.amount
		}
	}
	known := []int64{total}
	for _, amount := range append(rest, beside, -beside) {
		for _, sum := range slices.Clone(known) {
			if amount != 0 && len(known) < 1024 {
				known = append(known, sum-amount)
			}
		}
	}
	exact := func(sum int64) bool { return sum == s.pot || s.whole && sum-s.pot < Unit && s.pot-sum < Unit }
	if !slices.ContainsFunc(known, exact) {
		s.h.Contradiction = s.h.ErrorAt(s.potAt, history.CodePot, fmt.Sprintf("the file says that the pot is %s, and players put in %s", s.text(s.pot), s.text(total)), "")
		return
	}
	s.checkPots()
}

// checkPots compares the main pot and the side pots stated in the file with those of what players put in, if there are as many: each is stated
// with its part of the rake, or without.
func (s *Scribe) checkPots() {
	var list pots.List
	s.build(&list)
	if len(s.pots) < 2 || len(s.pots) != list.N {
		return
	}
	taken, paid, told := int64(0), int64(0), int64(0)
	for k, stated := range s.pots {
		paid, told = paid+s.collected[k], told+stated.amount
	}
	for k, stated := range s.pots {
		if s.lots == len(s.pots) && paid == told && s.collected[k] != stated.amount {
			s.h.Contradiction = s.h.ErrorAt(stated.at, history.CodePot, fmt.Sprintf("the file says that a pot is %s, and that %s of it is won", s.text(stated.amount), s.text(s.collected[k])), "")
			return
		}
		part := list.Pot[k].Amount - stated.amount
		taken += part
		if s.whole && part < Unit && part > -Unit { // told in whole chips
			continue
		}
		if part < 0 || part > s.rake || k == list.N-1 && taken != 0 && taken != s.rake && !s.whole {
			s.h.Contradiction = s.h.ErrorAt(stated.at, history.CodePot,
				fmt.Sprintf("the file says that a pot is %s, and players put in %s with a rake of %s", s.text(stated.amount), s.text(list.Pot[k].Amount), s.text(s.rake)), "")
			return
		}
	}
}

// build makes the pots of what players put in.
func (s *Scribe) build(list *pots.List) {
	var put [seating.Max]int64
	var live seating.Set
	dead := s.added
	for i := range s.n {
		p := &s.seats[i]
		put[i] = p.put - p.back - p.dead
		dead += p.dead
		if s.antes == 1 {
			put[i], dead = put[i]-p.ante, dead+p.ante
		}
		if p.in && !p.out {
			live |= seating.Bit(i)
		}
	}
	pots.Build(put[:s.n], live, dead, list)
}

// settle reconciles the amounts put in, returned and collected, and returns an error if they do not add up.
func (s *Scribe) settle() error {
	s.tooMuchBack()
	s.soldWins()
	var put [seating.Max]int64
	total, won := int64(0), int64(0)
	for i := range s.n {
		p := &s.seats[i]
		put[i] = p.put - p.back
		total += put[i]
		won += p.won
	}
	total += s.added
	if part := s.unround(&put, total-won); part != 0 {
		won += part
		s.pot = -1 // is as little exact
	}
	if seat, over := s.uncalled(&put); over > 0 {
		p := &s.seats[seat]
		rake := max(s.rake, 0)
		name := fmt.Sprintf("the uncalled %s of %s", s.text(over), p.name)
		switch {
		case s.within && p.won >= over, s.rake < 0 && p.won >= over && s.lastLot() == over, s.rake >= 0 && p.won > over && total == won+rake,
			s.rake < 0 && p.won >= over && won > total-over && won <= total:
			p.back += over
			p.won -= over
			total, won = total-over, won-over
			s.uncollect(over)
			s.h.Infer(0, name+", which is in what the file says was collected")
		case p.won == over && total == won+rake:
			p.back += over
			p.won = 0
			total, won = total-over, won-over
			s.uncollect(over)
		case s.pot >= 0 && total-over == s.pot, s.rake < 0 && won <= total-over, total-over == won+rake:
			p.back += over
			total -= over
			s.h.Infer(0, name+", which the file leaves out")
		}
	}
	if s.rake < 0 && !s.collects() && s.lots == 0 && total > 0 {
		return s.h.ErrorAt(0, history.CodeBroken, "the hand breaks off: nobody has collected anything", "")
	}
	if s.rake < 0 {
		s.rake = total - won
		if s.rake > 0 {
			s.h.Infer(0, fmt.Sprintf("the rake of %s, which is the difference of what was put in and what was collected", s.text(s.rake)))
		}
	}
	if s.apart > 0 && won+s.apart+s.rake == total {
		s.h.Infer(0, fmt.Sprintf("the winners of the %s in side pots, whom the file does not name", s.text(s.apart)))
		won += s.apart
	} else {
		s.apart = 0
	}
	if s.rake < 0 || won+s.rake != total {
		return s.h.ErrorAt(0, history.CodePot, fmt.Sprintf("players put in %s, and collected %s with a rake of %s", s.text(total), s.text(won), s.text(max(0, s.rake))), "")
	}
	s.checkPot(total)
	return nil
}

// unround corrects winnings that are off by a fraction of a chip: some tournaments bet fractions of
// chips and list winnings in whole ones. It returns the correction.
func (s *Scribe) unround(put *[seating.Max]int64, missing int64) int64 {
	seat, over := s.uncalled(put)
	if part := missing - over; over > 0 && part > -Unit && part < Unit {
		missing = part
	}
	if !s.whole || s.rake > 0 || missing == 0 || missing >= Unit || missing <= -Unit {
		return 0
	}
	at := seat // the uncalled amount may have been collected too
	if over == 0 || s.seats[seat].won-over >= Unit || s.seats[seat].won <= over-Unit {
		at = 0
		for i := range s.n {
			if s.seats[i].won > s.seats[at].won {
				at = i
			}
		}
	}
	p := &s.seats[at]
	p.won += missing
	s.lots = 0
	s.h.Infer(0, fmt.Sprintf("the %s that %s collects, which the file names in whole chips", s.text(p.won), p.name))
	return missing
}

// soldWins gives a pot that nobody collects to the only hand that was sold.
func (s *Scribe) soldWins() {
	rest, only := s.added-max(s.rake, 0), noSeat
	for i := range s.n {
		p := &s.seats[i]
		rest += p.put - p.back - p.won
		if p.sold {
			if only >= 0 {
				return
			}
			only = i
		}
	}
	if only >= 0 && rest > 0 && s.rake >= 0 && s.seats[only].won == 0 {
		s.Collect(only, rest, -1)
	}
}

// tooMuchBack corrects an uncalled bet that exceeds the uncalled amount: it includes what the house
// put into the pot, or a part of the pot that the player wins.
func (s *Scribe) tooMuchBack() {
	var put [seating.Max]int64
	backs, i := 0, noSeat
	for k := range s.n {
		put[k] = s.seats[k].put
		if s.seats[k].back > 0 {
			i = k
			backs++
		}
	}
	if backs != 1 {
		return
	}
	seat, over := s.uncalled(&put)
	p := &s.seats[i]
	if seat != i {
		over = 0
	}
	more := p.back - over
	switch {
	case more <= 0 || p.won == 0:
		return
	case more == s.added:
		s.h.Infer(0, fmt.Sprintf("the uncalled %s of %s, in which the file has what the house put into the pot", s.text(over), p.name))
	default:
		p.won += more
		s.h.Infer(0, fmt.Sprintf("the uncalled %s of %s, in which the file has %s of the pot", s.text(over), p.name, s.text(more)))
	}
	p.back, s.moved = over, more
}

// lastLot returns the winnings from the last of several pots in the file: an uncalled bet may be
// listed there as a separate side pot.
func (s *Scribe) lastLot() int64 {
	if s.lots < 2 {
		return 0
	}
	return s.collected[s.lots-1]
}

// uncollect removes an uncalled bet from the last of the file's pots.
func (s *Scribe) uncollect(over int64) {
	if s.lots == 0 || s.collected[s.lots-1] < over {
		return
	}
	s.collected[s.lots-1] -= over
	if s.collected[s.lots-1] == 0 {
		s.lots--
	}
}

// uncalled returns the amount by which one seat exceeds all others, without dead chips.
func (s *Scribe) uncalled(put *[seating.Max]int64) (seat int, over int64) {
	live := *put
	for i := range s.n {
		live[i] -= s.seats[i].dead
		if s.antes == 1 {
			live[i] -= s.seats[i].ante
		}
	}
	return pots.Uncalled(live[:s.n])
}

// rakeText returns the rake, per pot if the file says what was collected from each.
func (s *Scribe) rakeText() string {
	var list pots.List
	s.build(&list)
	b := append(make([]byte, 0, 24), '\'')
	if s.lots != list.N || list.N < 2 {
		return string(append(history.AppendAmount(b, s.rake, Unit), '\''))
	}
	for k, taken := 0, int64(0); k < list.N; k++ {
		taken += list.Pot[k].Amount - s.collected[k]
		if list.Pot[k].Amount < s.collected[k] || k == list.N-1 && taken != s.rake { // not all of it is listed by pot
			return string(append(history.AppendAmount(b[:1], s.rake, Unit), '\''))
		}
		if k > 0 {
			b = append(b, ' ')
		}
		b = history.AppendAmount(b, list.Pot[k].Amount-s.collected[k], Unit)
	}
	return string(append(b, '\''))
}
