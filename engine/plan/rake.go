package plan

import (
	"math/bits"

	"cardroom/engine/betting"
)

// Rake is the house's part of the pots, which it takes when they are awarded.
type Rake struct {
	// Rows are in ascending order of Blind: the first row whose Blind is at least
	// the table's big blind applies, and the last row also above its Blind. Fixed
	// are the rows for fixed and spread limits, if they differ.
	Rows, Fixed []RakeRow
	Unit        int64 // the rake is rounded to it, in cents
	HalfToEven  bool  // round to the nearest unit, halves to the even one; otherwise down
	From        RakedPots
}

// RakeRow is the rake for tables up to a big blind.
type RakeRow struct {
	Blind int64 // in cents; the small bet if there is no big blind
	// Part is taken for each full Per of the pot, both in cents; if Per is 0, Part
	// is in 10,000ths of the whole pot.
	Part, Per int64
	// Caps are the maximum rakes, in cents, in ascending order of Players like the
	// rates of a fee; the last one also applies to more players. With no Caps the
	// rake has no maximum.
	Caps []Rate
}

// maxRakes is the largest number of rakes that a game takes.
const maxRakes = 32

// Whole is the Part that takes the whole pot.
const Whole = 10_000

// RakedPots is the order in which several pots pay the rake.
type RakedPots uint8

// The orders of pots.
const (
	MainFirst    RakedPots = iota // the main pot, then side pots for what it lacks
	SideFirst                     // the last side pot first, the main pot last
	InProportion                  // each pot in proportion to its chips, the main pot the remainder
)

// Cap returns the maximum rake in cents with n players dealt in, -1 for no maximum.
func (r *RakeRow) Cap(n int) int64 {
	for i := range r.Caps {
		if n <= r.Caps[i].Players || i == len(r.Caps)-1 {
			return r.Caps[i].Amount
		}
	}
	return -1
}

// RakeRow returns the row of a rake that applies at these stakes.
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

// Rake returns the rake of a pot in the table's units, with n players dealt in.
func (b *AtStakes) Rake(r *Rake, n int, pot int64) int64 {
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

// part returns amount * num / den, rounded down, and the remainder of the division.
// If that overflows, it returns amount.
func part(amount, num, den int64) (q, rest int64) {
	hi, lo := bits.Mul64(uint64(amount), uint64(num))
	if hi >= uint64(den) {
		return amount, 0
	}
	quotient, remainder := bits.Div64(hi, lo, uint64(den))
	return int64(quotient), int64(remainder)
}
