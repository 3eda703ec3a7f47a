// Package pots turns what the seats have put into a hand into pots, and pots
// into shares.
//
// It works on amounts and sets of seats only: who wins a pot is the caller's
// business. All amounts are int64 in the table's smallest unit; chips are
// never made or lost: the shares of a pot add up to the pot.
package pots

import (
	"math/bits"

	"cardroom/engine/seating"
)

// Pot is one pot: an amount and the live seats that can win it.
type Pot struct {
	Amount   int64
	Eligible seating.Set
	// From and To are the levels between which contributions belong to the
	// pot; dead money aside, Amount is what lies there.
	From, To int64
}

// Part is what a contribution has in the pot.
func (p *Pot) Part(in int64) int64 { return max(0, min(in, p.To)-p.From) }

// List holds the pots of a hand, main pot first. A hand with n seats has at
// most n pots.
type List struct {
	N   int
	Pot [seating.Max]Pot
}

// Total is the sum of all pots.
func (l *List) Total() int64 {
	var t int64
	for i := range l.N {
		t += l.Pot[i].Amount
	}
	return t
}

// Build makes the pots of a hand. in[i] is what seat i has put in, live the
// seats that have not folded, dead the money that belongs to the main pot
// whoever put it there (dead blinds, untrimmed antes, a carried pot).
//
// A new pot begins at each level at which a live seat is all-in; what folded
// seats put in only swells the pots. Pots that the same seats can win are one
// pot, and there is no empty pot unless nothing at all was put in. Anything above the last live level was an uncalled bet and must have
// been returned before ([Uncalled]); what folded seats have there goes to the
// last pot.
func Build(in []int64, live seating.Set, dead int64, out *List) {
	out.N = 0
	done, left := int64(0), live
	for left != 0 {
		level := lowest(in, left)
		amount := slice(in, done, level)
		if out.N == 0 {
			amount += dead
		}
		higher := above(in, left, level)
		if amount > 0 || higher == 0 {
			out.Pot[out.N] = Pot{amount, left, done, level}
			out.N++
		}
		done, left = level, higher
	}
	if out.N > 0 {
		last := &out.Pot[out.N-1]
		last.Amount += slice(in, done, 1<<62)
		last.To = 1 << 62
	}
}

// lowest is the smallest contribution of the seats of m.
func lowest(in []int64, m seating.Set) int64 {
	level := int64(1) << 62
	for ; m != 0; m &= m - 1 {
		level = min(level, in[m.First()])
	}
	return level
}

// above is the set of seats of m that put in more than level.
func above(in []int64, m seating.Set, level int64) (out seating.Set) {
	for ; m != 0; m &= m - 1 {
		if i := m.First(); in[i] > level {
			out |= seating.Bit(i)
		}
	}
	return out
}

// slice is what all seats put in between two levels.
func slice(in []int64, from, to int64) (sum int64) {
	for _, c := range in {
		sum += max(0, min(c, to)-from)
	}
	return sum
}

// Uncalled finds the part of a bet that nobody matched: what one seat has
// above everybody else. It reports seat -1 when there is none.
func Uncalled(in []int64) (seat int, amount int64) {
	first, second := int64(-1), int64(0)
	for i, c := range in {
		switch {
		case c > first:
			first, second, seat = c, max(first, 0), i
		case c > second:
			second = c
		}
	}
	if first <= second {
		return -1, 0
	}
	return seat, first - second
}

// Drop takes up to amount out of the pots, main pot first, and reports what
// was taken.
func (l *List) Drop(amount int64) int64 {
	taken := int64(0)
	for i := range l.N {
		part := min(amount-taken, l.Pot[i].Amount)
		l.Pot[i].Amount -= part
		taken += part
	}
	return taken
}

// DropEvenly takes up to amount out of the pots in proportion to their chips, the rest of
// the division out of the main pot, and reports what was taken.
func (l *List) DropEvenly(amount int64) int64 {
	total := l.Sum()
	if amount = min(amount, total); amount <= 0 {
		return 0
	}
	rest := amount
	for i := l.N - 1; i > 0; i-- {
		part := int64(portion(amount, l.Pot[i].Amount, total))
		l.Pot[i].Amount -= part
		rest -= part
	}
	return amount - rest + l.Drop(rest)
}

// Sum is what the pots hold together.
func (l *List) Sum() (sum int64) {
	for i := range l.N {
		sum += l.Pot[i].Amount
	}
	return sum
}

// OddChip says who gets the chips that an even division leaves over.
type OddChip uint8

// The policies.
const (
	// OneEach gives one odd chip each to the tied seats, nearest left of the
	// button first (WSOP 149).
	OneEach OddChip = iota
	// AllNearest gives all odd chips to the tied seat nearest left of the
	// button.
	AllNearest
	// BySuit gives them one each, beginning with the tied seat whose hand
	// holds the highest card, suits breaking ties (stud, WSOP 149).
	BySuit
	// OneEachRight gives them one each, nearest right of the button first: the seat
	// left of the button is the last in line. Some sites have it so.
	OneEachRight
)

// Share divides amount among winners in whole chips and adds each part to
// out. order lists the winners, the first in line for odd chips first. A rest
// smaller than a chip goes to the first.
func Share(amount, chip int64, order []int8, policy OddChip, out []int64) {
	n := int64(len(order))
	if n == 0 {
		return
	}
	chip = max(1, chip)
	even := amount / chip / n * chip
	rest := amount - even*n
	for k, seat := range order {
		part := even
		switch {
		case policy == AllNearest:
			if k == 0 {
				part += rest
				rest = 0
			}
		case rest >= chip:
			part += chip
			rest -= chip
		}
		out[seat] += part
	}
	out[order[0]] += rest
}

// Halve divides a pot between high and low in whole chips; the odd chip and
// any rest smaller than a chip stay with the first half.
func Halve(amount, chip int64) (high, low int64) {
	chip = max(1, chip)
	low = amount / 2 / chip * chip
	return amount - low, low
}

// Divide divides a pot into shares by weight, in whole chips. Odd chips go one each to
// the shares from the first on, with last from the last on, and what is less than a chip
// to the one that is served first. A share of no weight gets nothing; if none has any,
// none gets anything.
func Divide(amount, chip int64, weights []int64, last bool, out []int64) {
	chip = max(1, chip)
	total, rest := int64(0), amount
	for _, w := range weights {
		total += w
	}
	clear(out)
	if total == 0 {
		return
	}
	for k, w := range weights {
		out[k] = int64(portion(amount/chip, w, total)) * chip
		rest -= out[k]
	}
	first := -1
	for i := range weights {
		k := i
		if last {
			k = len(weights) - 1 - i
		}
		if weights[k] == 0 {
			continue
		}
		if first < 0 {
			first = k
		}
		if rest >= chip {
			out[k] += chip
			rest -= chip
		}
	}
	out[first] += rest
}

// portion is amount*w/total, rounded down, without overflow.
func portion(amount, w, total int64) uint64 {
	hi, lo := bits.Mul64(uint64(amount), uint64(w))
	q, _ := bits.Div64(hi, lo, uint64(total))
	return q
}

// Nth is the k-th share, from 0, of an amount that is divided into n equal ones in
// whole chips; odd chips and any rest smaller than a chip are in the first.
func Nth(amount, chip int64, n, k int) int64 {
	chip = max(1, chip)
	share := amount / int64(n) / chip * chip
	if k == 0 {
		return amount - int64(n-1)*share
	}
	return share
}
