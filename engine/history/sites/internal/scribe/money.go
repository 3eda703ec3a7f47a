package scribe

import (
	"bytes"

	"cardroom/engine/history"
)

// Amount parses an amount as sites write it, with a currency sign before or after it, with a point or a comma before the decimals and
// either, a space or an apostrophe between thousands. It returns the number of bytes consumed, 0 if there is no amount.
func (s *Said) Amount(b []byte) (units int64, n int) {
	start, money := skipSign(b)
	d := digits(b, start)
	if d.count == 0 || d.count > maxDigits {
		return 0, 0
	}
	point := d.point(b, start, money)
	units, ok := value(b[start:d.end], point-start)
	if !ok || units > history.MaxAmount {
		return 0, 0
	}
	n = d.end
	end, after := skipSign(b[n:])
	if after {
		money = true
		n += end
	}
	if money || point >= 0 {
		s.Money = true
	}
	return units, n
}

// maxDigits is the largest number of digits of an amount, decimals included.
const maxDigits = 15

// run is a run of digits with marks between them.
type run struct {
	end   int // where it ends
	count int // number of digits
	mark  int // index of the last point, comma or apostrophe, -1 for none
	kinds int // number of changes between kinds of marks
}

// digits finds the end of the digits and marks of an amount.
func digits(b []byte, start int) run {
	d := run{mark: -1}
	i := start
	for i < len(b) && d.count <= maxDigits {
		c := b[i]
		switch {
		case c-'0' <= 9:
			d.count++
			i++
			continue
		case (c == '.' || c == ',' || c == '\'') && i+1 < len(b) && b[i+1]-'0' <= 9 && i > start:
			if d.mark < 0 || b[d.mark] != c {
				d.kinds++
			}
			d.mark = i
			i++
			continue
		case c == ' ' && d.count > 0 && (d.count <= 3 || b[i-4] == ' ') && group(b[i:]) && thousands(b[i+4:]):
			i++
			continue
		case c == 0xc2 && i+4 < len(b) && b[i+1] == 0xa0 && isDigits(b[i+2:i+5]):
			i += 2
			continue
		}
		break
	}
	d.end = i
	return d
}

// point returns where the decimals begin, -1 if there are none. A mark separates decimals if it is the last of two kinds, or if the digits
// after it are not a group of three; 0.125 is not a group of thousands either.
func (d *run) point(b []byte, start int, money bool) int {
	if d.mark < 0 || b[d.mark] == '\'' {
		return -1
	}
	zero := d.mark == start+1 && b[start] == '0'
	if d.kinds > 1 || d.end-d.mark-1 != 3 || b[d.mark] == '.' && money && zero {
		return d.mark
	}
	return -1
}

// value returns the amount of digits, with decimals after a point. ok is false if there are more decimals than an amount can have.
func value(b []byte, point int) (units int64, ok bool) {
	places := 0
	for k, c := range b {
		if c-'0' > 9 {
			continue
		}
		if point >= 0 && k > point {
			if places == 4 {
				if c != '0' {
					return 0, false
				}
				continue
			}
			places++
		}
		units = units*10 + int64(c-'0')
	}
	for ; places < 4; places++ {
		units *= 10
	}
	return units, true
}

// group reports whether a text begins with a space and exactly three digits.
func group(b []byte) bool {
	return len(b) >= 4 && b[0] == ' ' && isDigits(b[1:4]) && (len(b) == 4 || b[4]-'0' > 9)
}

// thousands reports whether a space within digits separated groups: a currency sign, a mark or the
// end follows, not another word. No amount has more groups than digits allow.
func thousands(b []byte) bool {
	for range maxDigits {
		if len(b) == 0 {
			return true
		}
		switch b[0] {
		case ',', '.', ')', '/', ']':
			return true
		case ' ':
			if len(b) > 1 && (b[1] == ']' || b[1] == ')') || bytes.HasPrefix(b, inChips) {
				return true
			}
			if group(b) {
				b = b[4:]
				continue
			}
		}
		n, ok := skipSign(b)
		return ok && n > 0
	}
	return false
}

func isDigits(b []byte) bool {
	for _, c := range b {
		if c-'0' > 9 {
			return false
		}
	}
	return true
}

var signs = []string{"$", "€", "£", "¥", "₮", "₹", "USD", "EUR", "GBP", "zł", "kr", "R$", "₽", "฿", "Rs.", "RSD", "CNY", "SEK", "NOK", "DKK", "CAD", "PLN", "RON", "BRL", "INR"}

// inChips follows the stacks in the lists of players.
var inChips = []byte(" in chips")

// maxSpaces is the largest number of spaces between a number and its currency sign.
const maxSpaces = 16

// skipSign skips a currency sign with spaces around it.
func skipSign(b []byte) (n int, found bool) {
	if len(b) == 0 || b[0]-'0' <= 9 {
		return 0, false
	}
	i := 0
	for i < len(b) && i < maxSpaces && (b[i] == ' ' || b[i] == 0xc2 && i+1 < len(b) && b[i+1] == 0xa0) {
		if b[i] == 0xc2 {
			i++
		}
		i++
	}
	if i < len(b) && b[i] == '$' {
		if i+2 < len(b) && b[i+1] == ' ' && b[i+2]-'0' <= 9 {
			i++
		}
		return i + 1, true
	}
	if i < len(b) && (b[i] >= 0x80 || b[i] >= 'A' && b[i] <= 'Z' || b[i] == 'z' || b[i] == 'k') {
		for _, sign := range signs {
			if len(b)-i >= len(sign) && string(b[i:i+len(sign)]) == sign {
				i += len(sign)
				for i < len(b) && b[i] == ' ' && i+1 < len(b) && b[i+1]-'0' <= 9 {
					i++
				}
				return i, true
			}
		}
	}
	return 0, false
}
