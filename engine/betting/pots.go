// This file builds pots from the seats' contributions to a hand, and divides
// pots into shares.
//
// It works only on amounts and sets of seats: the caller decides who wins a pot.
// All amounts are int64 in the table's smallest unit, and chips are conserved: the
// shares of a pot add up to the pot.

package betting

import (
	"math/bits"
)

// Pot is an amount and the live seats that can win it.
type Pot struct {
	Amount   int64
	Eligible Set
	// From and To are the levels between which contributions belong to the pot;
	// apart from dead money, Amount is their sum.
	From, To int64
}

// Part returns a contribution's part of the pot.
func (p *Pot) Part(in int64) int64 { return max(0, min(in, p.To)-p.From) }

// List holds the pots of a hand, main pot first. A hand with n seats has at most n
// pots.
type List struct {
	N   int
	Pot [Max]Pot
}

// Total returns the sum of all pots.
func (l *List) Total() int64 {
	var t int64
	for i := range l.N {
		t += l.Pot[i].Amount
	}
	return t
}

// Numbered returns the number of the pot that exactly these seats can win; other if
// there is none.
func (l *List) Numbered(eligible Set, other int) int {
	for i := range l.N {
		if l.Pot[i].Eligible == eligible {
			return i
		}
	}
	return other
}

// Build makes the pots of a hand. in[i] is the contribution of seat i, live the
// seats that have not folded, and dead the money that belongs to the main pot
// whoever put it in (dead blinds, untrimmed antes, a carried pot).
//
// A new pot begins at each level at which a live seat is all in; the contributions
// of folded seats only add to the pots. Pots that the same seats can win are
// merged, and there is no empty pot unless nothing at all was put in. Anything
// above the last live level was an uncalled bet and must have been returned before
// ([Uncalled]); contributions of folded seats above it go to the last pot.
func Build(in []int64, live Set, dead int64, out *List) {
	BuildAllIn(in, live, live, dead, out)
}

// BuildAllIn makes the pots like [Build], but a new one begins only at the levels of
// the seats that are all in. Every other live seat can win all pots, even if it put
// in less: in a hand with payments that nobody has to call.
func BuildAllIn(in []int64, live, allIn Set, dead int64, out *List) {
	out.N = 0
	done, left := int64(0), live
	for left != 0 {
		level := lowest(in, left&allIn)
		amount := slice(in, done, level)
		if out.N == 0 {
			amount += dead
		}
		higher := left&^allIn | above(in, left&allIn, level)
		if left&allIn == 0 {
			higher = 0
		}
		if amount > 0 || higher == 0 && out.N == 0 {
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

// lowest returns the smallest contribution of the seats of m.
func lowest(in []int64, m Set) int64 {
	level := int64(1) << 62
	for ; m != 0; m &= m - 1 {
		level = min(level, in[m.First()])
	}
	return level
}

// above returns the seats of m that put in more than level.
func above(in []int64, m Set, level int64) (out Set) {
	for ; m != 0; m &= m - 1 {
		if i := m.First(); in[i] > level {
			out |= Bit(i)
		}
	}
	return out
}

// slice returns the sum that all seats put in between two levels.
func slice(in []int64, from, to int64) (sum int64) {
	for _, c := range in {
		sum += max(0, min(c, to)-from)
	}
	return sum
}

// Uncalled returns the unmatched part of a bet: the amount that one seat has above
// everybody else, and that seat. The seat is -1 if there is none.
func Uncalled(in []int64) (seat int, amount int64) {
	first, second := int64(-1), int64(0)
	for i, c := range in {
		if c > first {
			seat = i
		}
		first, second = max(first, c), max(second, min(first, c))
	}
	if first <= second {
		return -1, 0
	}
	return seat, first - second
}

// Drop takes up to amount from the pots, main pot first, and returns the amount
// taken.
func (l *List) Drop(amount int64) int64 {
	taken := int64(0)
	for i := range l.N {
		part := min(amount-taken, l.Pot[i].Amount)
		l.Pot[i].Amount -= part
		taken += part
	}
	return taken
}

// DropEvenly takes up to amount from the pots in proportion to their chips, with
// the remainder of the division from the main pot, and returns the amount taken.
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

// Sum returns the sum of all pots.
func (l *List) Sum() (sum int64) {
	for i := range l.N {
		sum += l.Pot[i].Amount
	}
	return sum
}

// OddChip is the rule for the chips that remain after an even division.
type OddChip uint8

// The rules.
const (
	// OneEach gives the tied seats one odd chip each, nearest left of the button
	// first (WSOP 149).
	OneEach OddChip = iota
	// AllNearest gives all odd chips to the tied seat nearest left of the
	// button.
	AllNearest
	// BySuit gives one odd chip each, starting with the tied seat whose hand has
	// the highest card; suits break ties (stud, WSOP 149).
	BySuit
	// OneEachRight gives one odd chip each, nearest right of the button first: the
	// seat left of the button is last. Some sites use this rule.
	OneEachRight
)

// Share divides amount among winners in whole chips and adds each part to out.
// order lists the winners, the first in line for odd chips first. A remainder
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

// Even divides among some of the winners anew what out has for them, as evenly as
// whole chips go if what they had before counts: an odd chip goes to the one who
// then has least, among equals to the first of order. It adds the result to had.
func Even(chip int64, order []int8, some Set, had, out []int64) {
	chip = max(1, chip)
	n, rest := int64(some.Len()), int64(0)
	for m := some; m != 0; m &= m - 1 {
		rest += out[m.First()]
	}
	even := rest / chip / n * chip
	for m := some; m != 0; m &= m - 1 {
		seat := m.First()
		out[seat] = even
		had[seat] += even
	}
	for rest -= even * n; rest > 0; {
		least := -1
		for _, seat := range order {
			if some.Has(int(seat)) && (least < 0 || had[seat] < had[least]) {
				least = int(seat)
			}
		}
		part := min(rest, chip)
		out[least] += part
		had[least] += part
		rest -= part
	}
}

// Divide divides a pot into shares by weight, in whole chips. Odd chips go one each
// to the shares, starting with the first, or with last set starting with the last;
// a remainder smaller than a chip goes to the share that is first in line. A share
// with weight 0 gets nothing; if all weights are 0, all shares are 0.
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

// portion returns amount*w/total, rounded down, without overflow.
func portion(amount, w, total int64) uint64 {
	hi, lo := bits.Mul64(uint64(amount), uint64(w))
	q, _ := bits.Div64(hi, lo, uint64(total))
	return q
}

// Nth returns the k-th of n equal shares of an amount, from 0, in whole chips; odd
// chips and any remainder smaller than a chip are in the first.
func Nth(amount, chip int64, n, k int) int64 {
	chip = max(1, chip)
	share := amount / int64(n) / chip * chip
	if k == 0 {
		return amount - int64(n-1)*share
	}
	return share
}
