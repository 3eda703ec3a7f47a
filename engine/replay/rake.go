package replay

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/seating"
)

// A record with several pots and one rake does not say how much rake was taken from each pot, and one with winnings alone names no rake at
// all. What the players collected may reveal it.

// mostRaked: more than a fifth of the pots is no rake, but another result.
const mostRaked = 5

// raked plays a hand with a rake from each pot so that all players collect what the record says; ok if that works. The record then has the
// rake of each pot.
func (p *Player) raked(rec *history.Hand) (Row, bool) {
	text, named := history.Value[string](rec, history.KeyRake)
	known := named && !strings.Contains(text, " ") // the sum of several pots
	if len(rec.Winnings) == 0 || !known && (rec.Lookup(history.KeyRake) != nil || len(rec.Finishing) > 0) {
		return Row{}, false
	}
	before, log, ok := slices.Clone(rec.Extra), p.log, false
	defer func() {
		if p.log = log; !ok {
			rec.Extra = before
		}
	}()
	if rec.Set(history.KeyRake, "0") != nil {
		return Row{}, false
	}
	p.log = &hand.Log{}
	row := p.Play(rec)
	n := max(1, p.h.Result().Pots.N) // none are counted where nobody is left but one
	if row.Finishing == nil || !row.Complete || known && n < 2 {
		return row, false
	}
	won := make([][seating.Max]int64, n)
	for i := range p.log.Events {
		if e := &p.log.Events[i]; e.Kind.Facts().Pays == hand.GetsShare && int(e.Pot) < n && int(e.Seat) < len(rec.Winnings) {
			won[e.Pot][e.Seat] += e.Amount
		}
	}
	for i := range rec.Winnings {
		if n == 1 {
			won[0][i] = p.h.Won(i)
		}
	}
	rake, found := rakeOf(won, rec.Winnings)
	if !found {
		return row, false
	}
	var sum, taken int64
	for i := range rake {
		taken += rake[i]
		for _, amount := range won[i] {
			sum += amount
		}
	}
	if !known && (taken == 0 || taken > sum/mostRaked) {
		return row, false
	}
	b := make([]byte, 0, 32)
	for i, amount := range rake {
		if i > 0 {
			b = append(b, ' ')
		}
		b = history.AppendAmount(b, amount, rec.Scale)
	}
	p.log = log
	if rec.Set(history.KeyRake, string(b)) != nil {
		return row, false
	}
	if row = p.Play(rec); !row.OK {
		return row, false
	}
	ok = true
	note := "the rake of each pot: " + string(b)
	if !known {
		note = "the rake of " + string(b) + ", which is missing from the winnings and which no field names"
	}
	row.Inferred = append(row.Inferred, inferred(rec, note))
	return row, true
}

// uncalledWon plays a hand whose winnings include the uncalled part of a bet; ok if that is all in which they differ. The record then has
// what came from the pots.
func (p *Player) uncalledWon(rec *history.Hand) (Row, bool) {
	if len(rec.Winnings) == 0 || len(rec.Finishing) > 0 {
		return Row{}, false
	}
	log, was := p.log, rec.Winnings
	defer func() { p.log = log }()
	p.log = &hand.Log{}
	row := p.Play(rec)
	if row.Finishing == nil || !row.Complete {
		return row, false
	}
	rec.Winnings = slices.Clone(was)
	note := ""
	for i := range p.log.Events {
		if e := &p.log.Events[i]; e.Kind.Facts().Pays == hand.GetsBack && int(e.Seat) < len(was) && rec.Winnings[e.Seat] >= e.Amount {
			rec.Winnings[e.Seat] -= e.Amount
			note = "the uncalled " + string(history.AppendAmount(nil, e.Amount, rec.Scale)) + " of p" + strconv.Itoa(int(e.Seat)+1) + ", which is in the winnings"
		}
	}
	p.log = log
	if row = p.Play(rec); note == "" || !row.OK {
		rec.Winnings = was
		return row, false
	}
	row.Inferred = append(row.Inferred, inferred(rec, note))
	return row, true
}

// uneven plays a hand in which the winners of equal shares paid unequal rake, as some sites take it from each player; ok if that is all in
// which the result differs. The record then has what they got more or less.
func (p *Player) uneven(rec *history.Hand) (Row, bool) {
	text, raked := history.Value[string](rec, history.KeyRake)
	if len(rec.Winnings) == 0 || !raked || rec.Lookup(history.KeyUneven) != nil {
		return Row{}, false
	}
	row := p.Play(rec)
	if row.Finishing == nil || !row.Complete {
		return row, false
	}
	taken := int64(0)
	for word := range strings.FieldsSeq(text) {
		amount, err := history.ParseAmount(word, rec.Scale)
		if err != nil {
			return row, false
		}
		taken += amount
	}
	var list []string
	sum := int64(0)
	for i, won := range rec.Winnings {
		more := won - p.h.Won(i)
		if more != 0 && (won == 0 || p.h.Won(i) == 0) || more > taken || -more > taken {
			return row, false
		}
		if sum += more; more != 0 {
			list = append(list, "p"+strconv.Itoa(i+1)+" "+history.FormatAmount(more, rec.Scale))
		}
	}
	if sum != 0 || len(list) < 2 {
		return row, false
	}
	before := slices.Clone(rec.Extra)
	if rec.Set(history.KeyUneven, list) != nil {
		return row, false
	}
	if row = p.Play(rec); !row.OK {
		rec.Extra = before
		return row, false
	}
	row.Inferred = append(row.Inferred, inferred(rec, "the winners of equal shares paid unequal rake: "+strings.Join(list, ", ")))
	return row, true
}

// rakeOf returns the rake of each pot, given what each seat would have won from each pot without a
// rake and what it collected in all. Pots that share winners are raked together, main pot first.
func rakeOf(won [][seating.Max]int64, collected []int64) ([]int64, bool) {
	rake := make([]int64, len(won))
	group := together(won)
	for first := range won {
		if group[first] != first {
			continue
		}
		taken := int64(0)
		var winners seating.Set
		for k := range won {
			for seat, amount := range won[k] {
				if group[k] == first && amount > 0 {
					taken += amount
					winners |= seating.Bit(seat)
				}
			}
		}
		for m := winners; m != 0; m &= m - 1 {
			taken -= collected[m.First()]
		}
		if taken < 0 {
			return nil, false
		}
		for k := range won {
			if group[k] == first {
				rake[k] = min(taken, rakeOfOne(won, collected, k))
				taken -= rake[k]
			}
		}
	}
	return rake, true
}

// rakeOfOne returns the largest possible rake of a pot. A seat that won only this pot determines
// it, by the share it did not collect; without such a seat it is the whole pot.
func rakeOfOne(won [][seating.Max]int64, collected []int64, pot int) int64 {
	total := int64(0)
	for _, amount := range won[pot] {
		total += amount
	}
	for seat, amount := range won[pot] {
		if amount == 0 || collected[seat] > amount || winsElsewhere(won, pot, seat) {
			continue
		}
		hi, lo := bits.Mul64(uint64(total), uint64(amount-collected[seat]))
		part, _ := bits.Div64(hi, lo, uint64(amount))
		return int64(part)
	}
	return total
}

func winsElsewhere(won [][seating.Max]int64, pot, seat int) bool {
	for k := range won {
		if k != pot && won[k][seat] > 0 {
			return true
		}
	}
	return false
}

// together returns for each pot the first pot of its group: pots that share winners, directly or
// through other pots.
func together(won [][seating.Max]int64) []int {
	group := make([]int, len(won))
	for k := range won {
		group[k] = k
		for seat, amount := range won[k] {
			for before := range k {
				if amount > 0 && won[before][seat] > 0 {
					low, high := min(group[before], group[k]), max(group[before], group[k])
					for i := range k + 1 {
						if group[i] == high {
							group[i] = low
						}
					}
				}
			}
		}
	}
	return group
}
