package history

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"cardroom/engine/money"
)

// maxDecimals is the largest number of decimals in an amount.
const maxDecimals = 9

var pow10 = [19]int64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
}

var (
	errNotNumber   = errors.New("not a number")
	errTooLarge    = errors.New("too large")
	errTooFineHere = errors.New("too precise for a hand with amounts this large")
	errTooFine     = fmt.Errorf("more precise than %d decimals", maxDecimals)
)

// parseDecimal parses a number exactly: n units of 10^-decimals, with as few decimals as it needs. It accepts what TOML accepts as integer
// or float, except inf and nan.
func parseDecimal(b []byte) (n int64, decimals int, err error) {
	if len(b) == 0 || len(b) > 15 {
		return parseUnusual(b)
	}
	for _, c := range b {
		if c-'0' > 9 {
			return parseUnusual(b)
		}
		n = n*10 + int64(c-'0')
	}
	return n, 0, nil
}

// parseUnusual parses numbers that are more than a few plain digits.
func parseUnusual(b []byte) (n int64, decimals int, err error) {
	neg := false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		neg = b[0] == '-'
		b = b[1:]
	}
	var u uint64
	switch {
	case len(b) == 0:
		return 0, 0, errNotNumber
	case len(b) > 2 && b[0] == '0' && (b[1] == 'x' || b[1] == 'o' || b[1] == 'b'):
		if u, err = strconv.ParseUint(string(b), 0, 63); err != nil {
			if errors.Is(err, strconv.ErrRange) {
				return 0, 0, errTooLarge
			}
			return 0, 0, errNotNumber
		}
	default:
		if u, decimals, err = parseDigits(b); err != nil {
			return 0, 0, err
		}
	}
	if neg {
		return -int64(u), decimals, nil
	}
	return int64(u), decimals, nil
}

// parseDigits parses digits [. digits] [e exponent], with underscores allowed between digits.
func parseDigits(b []byte) (u uint64, decimals int, err error) {
	const limit = 1 << 62
	var (
		exp    int  // power of ten by which u must be multiplied
		digits int  // digits read in the current part
		point  bool // past the decimal point
	)
	i := 0
scan:
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case c-'0' <= 9:
			digits++
			hi, lo := bits.Mul64(u, 10)
			switch {
			case hi == 0 && lo+9 < limit:
				u = lo + uint64(c-'0')
				if point {
					exp--
				}
			case c == '0': // a zero too many for u only shifts it
				if !point {
					exp++
				}
			case point:
				return 0, 0, errTooFine
			default:
				return 0, 0, errTooLarge
			}
		case c == '_' && digits > 0 && i+1 < len(b) && b[i+1]-'0' <= 9 && b[i-1] != '_':
		case c == '.' && !point && digits > 0:
			point, digits = true, 0
		default:
			break scan
		}
	}
	if digits == 0 {
		return 0, 0, errNotNumber
	}
	if i < len(b) {
		e, err := parseExponent(b[i:])
		if err != nil {
			return 0, 0, err
		}
		exp += e
	}
	return normalise(u, exp, limit)
}

// parseExponent parses e5, E-3. It limits exponents beyond those of any amount to ±1000.
func parseExponent(b []byte) (int, error) {
	if b[0] != 'e' && b[0] != 'E' {
		return 0, errNotNumber
	}
	b = b[1:]
	sign := 1
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		if b[0] == '-' {
			sign = -1
		}
		b = b[1:]
	}
	e := 0
	for i, c := range b {
		switch {
		case c-'0' <= 9:
			e = min(1000, e*10+int(c-'0'))
		case c == '_' && i > 0 && i+1 < len(b) && b[i-1] != '_':
		default:
			return 0, errNotNumber
		}
	}
	if len(b) == 0 {
		return 0, errNotNumber
	}
	return sign * e, nil
}

// normalise reduces u·10^exp to as few decimals as it needs.
func normalise(u uint64, exp int, limit uint64) (uint64, int, error) {
	if u == 0 {
		return 0, 0, nil
	}
	for exp < 0 && u%10 == 0 {
		u /= 10
		exp++
	}
	for ; exp > 0; exp-- {
		if u > limit/10 {
			return 0, 0, errTooLarge
		}
		u *= 10
	}
	if exp < -maxDecimals {
		return 0, 0, errTooFine
	}
	return u, -exp, nil
}

// scaled converts n units of 10^-decimals to units of 1/scale, which must be at least as fine.
func scaled(n int64, decimals int, scale int64) (int64, error) {
	if decimals > 0 {
		scale /= pow10[decimals]
	}
	if scale != 1 && (n > MaxAmount/scale || n < -MaxAmount/scale) {
		return 0, errTooLarge
	}
	if n *= scale; n > MaxAmount || n < -MaxAmount {
		return 0, errTooLarge
	}
	return n, nil
}

// amount parses an amount and makes the hand's scale finer if needed.
func (h *Hand) amount(b []byte) (int64, error) {
	n, decimals, err := parseDecimal(b)
	if err != nil {
		return 0, err
	}
	if decimals > 0 && pow10[decimals] > h.Scale {
		if err := h.Rescale(pow10[decimals]); err != nil {
			return 0, errTooFineHere
		}
	}
	return scaled(n, decimals, h.Scale)
}

// Rescale expresses every amount of the hand in units of 1/scale. It changes nothing and returns an error if scale is not a power of ten
// from 1 to 10^9, if an amount would not be whole, or if it would exceed [MaxAmount].
func (h *Hand) Rescale(scale int64) error {
	if !slices.Contains(pow10[:maxDecimals+1], scale) {
		return fmt.Errorf("scale %d is not a power of ten from 1 to 10^%d", scale, maxDecimals)
	}
	from := max(1, h.Scale)
	finer, coarser := max(1, scale/from), max(1, from/scale)
	var err error
	h.eachAmount(func(p *int64) {
		switch n := *p; {
		case n == Infinite:
		case coarser > 1 && n%coarser != 0:
			err = fmt.Errorf("%s is not a whole number of 1/%d", FormatAmount(n, from), scale)
		case finer > 1 && (n > MaxAmount/finer || n < -MaxAmount/finer):
			err = errTooLarge
		}
	})
	if err != nil {
		return err
	}
	if finer > 1 || coarser > 1 {
		h.eachAmount(func(p *int64) {
			if *p != Infinite {
				*p = *p / coarser * finer
			}
		})
	}
	h.Scale = scale
	return nil
}

// eachAmount calls visit for every amount of the hand.
func (h *Hand) eachAmount(visit func(*int64)) {
	for _, p := range [...]*int64{&h.BringIn, &h.SmallBet, &h.BigBet, &h.MinBet} {
		visit(p)
	}
	for _, list := range [...][]int64{h.Antes, h.Blinds, h.Starting, h.Finishing, h.Winnings} {
		for i := range list {
			visit(&list[i])
		}
	}
	for i := range h.Actions {
		visit(&h.Actions[i].Amount)
	}
}

// ParseAmount parses an exact amount in units of 1/scale, such as "12.50" with
// scale 100. It accepts every form that a hand file may use, including inf.
func ParseAmount(s string, scale int64) (int64, error) {
	if s == "inf" || s == "+inf" {
		return Infinite, nil
	}
	n, decimals, err := parseDecimal([]byte(s))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", quote(s), err)
	}
	if pow10[decimals] > scale {
		return 0, fmt.Errorf("%s: not a whole number of 1/%d", quote(s), scale)
	}
	if n, err = scaled(n, decimals, scale); err != nil {
		return 0, fmt.Errorf("%s: %w", quote(s), err)
	}
	return n, nil
}

// FormatAmount formats n units of 1/scale as text, exact and without unneeded zeros: 125 with scale 10 is 12.5, 120 is 12.
func FormatAmount(n, scale int64) string { return string(AppendAmount(nil, n, scale)) }

// AppendAmount appends the text of [FormatAmount] to b.
func AppendAmount(b []byte, n, scale int64) []byte {
	if n == Infinite {
		return append(b, "inf"...)
	}
	return money.Append(b, n, scale)
}

// IsRake reports whether what is missing from pots can be a rake: more than a fifth of them is another result.
func IsRake(missing, pots int64) bool { return missing >= 0 && missing <= pots/5 }
