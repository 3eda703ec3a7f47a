// Package money formats amounts of chips, which are whole numbers of a table's
// smallest unit, as exact text.
package money

import "strconv"

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
