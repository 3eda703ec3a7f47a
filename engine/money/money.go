// Package money formats amounts of chips, which are whole numbers of a table's
// smallest unit, as exact text, and adds them up with a limit.
package money

import (
	"math/bits"
	"strconv"

	"cardroom/engine/diag"
)

// MaxSum is more than the chips of all hands together may be, in units: from there on amounts stand for unknown ones.
const MaxSum = 1 << 57

// ErrOver is the error of sums of chips that do not fit.
var ErrOver = diag.Refuse("the chips of all hands together are more than can be counted: 2^57 of the smallest unit", "take fewer hands together, or smaller stacks")

// Plus adds to a sum, and sets over if the sum has ever passed [MaxSum].
func Plus(to *int64, x int64, over *bool) {
	sum := *to + x
	if (sum < *to) != (x < 0) || sum >= MaxSum || sum <= -MaxSum {
		*over = true
	}
	*to = sum
}

// Ratio returns amount * times / by, cut to a whole number, and sets over if that is not below [MaxSum]. times and by are positive.
func Ratio(amount, times, by int64, over *bool) int64 {
	size := uint64(amount)
	if amount < 0 {
		size = -size
	}
	hi, lo := bits.Mul64(size, uint64(times))
	if hi >= uint64(by) {
		*over = true
		return 0
	}
	switch q, _ := bits.Div64(hi, lo, uint64(by)); {
	case q >= MaxSum:
		*over = true
		return 0
	case amount < 0:
		return -int64(q)
	default:
		return int64(q)
	}
}

// Text formats an amount of 1/scale units, exactly and without trailing zeros:
// Text(250, 100) is "2.5". scale is a power of ten; 0 means 1.
func Text(units, scale int64) string { return string(Append(nil, units, scale)) }

// Append appends the [Text] of an amount to b.
func Append(b []byte, units, scale int64) []byte {
	if scale <= 1 || units%scale == 0 {
		return strconv.AppendInt(b, units/max(1, scale), 10)
	}
	if units < 0 {
		b, units = append(b, '-'), -units
	}
	b = strconv.AppendInt(b, units/scale, 10)
	b = append(b, '.')
	for rest := units % scale; rest != 0; rest %= scale {
		scale /= 10
		b = append(b, byte('0'+rest/scale))
	}
	return b
}
