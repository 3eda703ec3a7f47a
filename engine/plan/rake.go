package plan

import (
	"math/bits"

	"cardroom/engine/betting"
)

// Rake is a part of the pots that the house takes when they are awarded.
type Rake struct {
	// Rows are ascending in Blind: the first whose Blind is at least the big blind of the
	// table applies, and the last one above it too. Fixed are those of fixed and spread
	// limits, where they differ.
	Rows, Fixed []RakeRow
	Unit        int64 // what is taken is rounded to it, in cents
	HalfToEven  bool  // rounded to the nearest unit, halves to the even one; otherwise down
	From        RakedPots
}

// RakeRow is what is taken at tables up to a big blind.
type RakeRow struct {
	Blind int64 // in cents; the small bet where there is no big blind
	// Part is taken of each full Per of the pot, both in cents; where Per is 0 it is in
	// 10,000ths of the whole pot.
	Part, Per int64
	// Caps are the most that is taken, in cents, ascending in Players as the rates of a fee
	// are; the last one applies to more players too. None: there is no most.
	Caps []Rate
}

// Whole is the Part that is everything.
const Whole = 10_000

// RakedPots says which of several pots pays first.
type RakedPots uint8

// The orders of pots.
const (
	MainFirst    RakedPots = iota // the main pot, and side pots for what it lacks
	SideFirst                     // the last side pot, and so on to the main pot
	InProportion                  // each pot in proportion to its chips, the main pot the rest
)

// Cap is the most that is taken with n players dealt in, in cents; -1 for no bound.
func (r *RakeRow) Cap(n int) int64 {
	for i := range r.Caps {
		if n <= r.Caps[i].Players || i == len(r.Caps)-1 {
			return r.Caps[i].Amount
		}
	}
	return -1
}

// RakeRow is the row of a rake that applies at these stakes.
func (s *Stakes) RakeRow(r *Rake) *RakeRow {
	rows, blind := r.Rows, s.BB
	if len(r.Fixed) > 0 && s.Structure != betting.NoLimit && s.Structure != betting.PotLimit {
		rows = r.Fixed
	}
	if blind == 0 {
		blind = s.Small.Lo
	}
	for i := range rows {
		if most, _ := part(rows[i].Blind, s.Scale, Cents); blind <= most {
			return &rows[i]
		}
	}
	return &rows[len(rows)-1]
}

// Rake is what is taken of a pot, in the table's units, with n players dealt in.
func (b *Bound) Rake(r *Rake, n int, pot int64) int64 {
	row, scale := b.Stakes.RakeRow(r), b.Stakes.Scale
	take, rest := part(pot, row.Part, Whole)
	if row.Per > 0 {
		steps := pot / max(1, row.Per*scale/Cents)
		take, _ = part(steps, row.Part*scale, Cents)
		rest = 0
	}
	unit := max(1, r.Unit*scale/Cents)
	over := 2 * (take%unit*Whole + rest)
	take -= take % unit
	if r.HalfToEven && (over > unit*Whole || over == unit*Whole && take/unit%2 == 1) {
		take += unit
	}
	if most := row.Cap(n); most >= 0 {
		most, _ = part(most, scale, Cents)
		take = min(take, most)
	}
	return min(take, pot)
}

// part is amount * num / den, rounded down, and what is left over.
func part(amount, num, den int64) (q, rest int64) {
	hi, lo := bits.Mul64(uint64(amount), uint64(num))
	if hi >= uint64(den) {
		return amount, 0
	}
	quotient, remainder := bits.Div64(hi, lo, uint64(den))
	return int64(quotient), int64(remainder)
}
