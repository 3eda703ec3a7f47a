package replay

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/history"
)

// A record with several pots and one rake does not say how much rake was taken from each pot, and one with winnings alone names no rake at
// all. What the players collected may reveal it.

// raked plays a hand with a rake from each pot so that all players collect what the record says. The record then has the rake of each pot.
func (p *Player) raked(r record) (Row, bool) {
	known := len(r.setup.Rake) == 1 // the sum of several pots
	if len(r.Winnings) == 0 || !known && (r.setup.Rake != nil || len(r.Finishing) > 0) {
		return Row{}, false
	}
	r.setup.Rake = []int64{0}
	row, events := p.logged(&r)
	n := max(1, p.h.Result().Pots.N) // none are counted where nobody is left but one
	if !row.whole() || known && n < 2 {
		return row, false
	}
	won := make([][betting.Max]int64, n)
	for i := range events {
		if e := &events[i]; e.Kind.Facts().Pays == hand.GetsShare && int(e.Pot) < n && int(e.Seat) < len(r.Winnings) {
			won[e.Pot][e.Seat] += e.Amount
		}
	}
	if n == 1 {
		for i := range r.Winnings {
			won[0][i] = p.h.Won(i)
		}
	}
	rake, found := rakeOf(won, r.Winnings)
	if !found {
		return row, false
	}
	var sum, taken int64
	words := make([]string, n)
	for i := range rake {
		taken += rake[i]
		for _, amount := range won[i] {
			sum += amount
		}
		words[i] = history.FormatAmount(rake[i], r.Scale)
	}
	if !known && (taken == 0 || !history.IsRake(taken, sum)) {
		return row, false
	}
	r.setup.Rake = rake
	text := strings.Join(words, " ")
	if row = p.play(&r); !row.OK || r.Set(history.KeyRake, text) != nil {
		return row, false
	}
	if known {
		return p.found(row, "the rake of each pot: "+text)
	}
	return p.found(row, "the rake of "+text+", which is missing from the winnings and which no field names")
}

// uncalledWon plays a hand whose winnings include the uncalled part of a bet. The record then has what came from the pots.
func (p *Player) uncalledWon(r record) (Row, bool) {
	if len(r.Winnings) == 0 || len(r.Finishing) > 0 {
		return Row{}, false
	}
	row, events := p.logged(&r)
	if !row.whole() {
		return row, false
	}
	was, note := r.Winnings, ""
	r.Winnings = slices.Clone(was)
	for i := range events {
		if e := &events[i]; e.Kind.Facts().Pays == hand.GetsBack && int(e.Seat) < len(was) && r.Winnings[e.Seat] >= e.Amount {
			r.Winnings[e.Seat] -= e.Amount
			note = fmt.Sprintf("the uncalled %s of p%d, which is in the winnings", history.FormatAmount(e.Amount, r.Scale), e.Seat+1)
		}
	}
	if row = p.play(&r); note == "" || !row.OK {
		r.Winnings = was
		return row, false
	}
	return p.found(row, note)
}

// uneven plays a hand in which the winners of equal shares paid unequal rake, as some sites take it from each player. The record then has what
// they got more or less. Nobody gets more than the share before the rake.
func (p *Player) uneven(r record) (Row, bool) {
	if len(r.Winnings) == 0 || r.setup.Rake == nil || r.setup.Shift != nil {
		return Row{}, false
	}
	row := p.play(&r)
	if !row.whole() {
		return row, false
	}
	taken, sum := int64(0), int64(0)
	for _, amount := range r.setup.Rake {
		taken += amount
	}
	var list []string
	shift := make([]int64, r.N())
	for i, won := range r.Winnings {
		more := won - p.h.Won(i)
		if more != 0 && (won == 0 || p.h.Won(i) == 0) || more > taken || -more > taken {
			return row, false
		}
		sum += more
		if shift[i] = more; more != 0 {
			list = append(list, fmt.Sprintf("p%d %s", i+1, history.FormatAmount(more, r.Scale)))
		}
	}
	if sum != 0 || len(list) < 2 || !p.within(r) {
		return row, false
	}
	r.setup.Shift = shift
	if row = p.play(&r); !row.OK || r.Set(history.KeyUneven, list) != nil {
		return row, false
	}
	return p.found(row, "the winners of equal shares paid unequal rake: "+strings.Join(list, ", "))
}

// within reports whether all winnings are at most what they would be without a rake.
func (p *Player) within(r record) bool {
	r.setup.Rake = nil
	p.play(&r)
	for i, won := range r.Winnings {
		if won > p.h.Won(i) {
			return false
		}
	}
	return true
}

// rakeOf returns the rake of each pot, given what each seat would have won from each pot without a
// rake and what it collected in all. Pots that share winners are raked together, main pot first.
func rakeOf(won [][betting.Max]int64, collected []int64) ([]int64, bool) {
	rake := make([]int64, len(won))
	group := together(won)
	for first := range won {
		if group[first] != first {
			continue
		}
		taken := int64(0)
		var winners betting.Set
		for k := range won {
			for seat, amount := range won[k] {
				if group[k] == first && amount > 0 {
					taken += amount
					winners |= betting.Bit(seat)
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
func rakeOfOne(won [][betting.Max]int64, collected []int64, pot int) int64 {
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

func winsElsewhere(won [][betting.Max]int64, pot, seat int) bool {
	for k := range won {
		if k != pot && won[k][seat] > 0 {
			return true
		}
	}
	return false
}

// together returns for each pot the first pot of its group: pots that share winners, directly or through other pots.
func together(won [][betting.Max]int64) []int {
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
