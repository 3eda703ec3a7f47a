package hand

import (
	"bytes"
	"fmt"
	"strconv"
)

// Seed is a seed in JSON: a number, or from 2^53 on a string of digits, because
// some JSON readers lose digits of larger numbers. Both forms are accepted for any
// size.
type Seed uint64

// exactInJSON is the smallest number that not every JSON reader represents exactly.
const exactInJSON = 1 << 53

// MarshalJSON encodes the seed.
func (s Seed) MarshalJSON() ([]byte, error) {
	text := strconv.AppendUint(nil, uint64(s), 10)
	if s < exactInJSON {
		return text, nil
	}
	return strconv.AppendQuote(nil, string(text)), nil
}

// UnmarshalJSON decodes a seed.
func (s *Seed) UnmarshalJSON(text []byte) error {
	digits := text
	if n := len(text); n > 2 && text[0] == '"' && text[n-1] == '"' {
		digits = text[1 : n-1]
	}
	n, err := strconv.ParseUint(string(digits), 10, 64)
	if err != nil {
		return fmt.Errorf("the seed is %s: want a whole number from 0 to 2^64-1", bytes.ToValidUTF8(text, []byte("\ufffd")))
	}
	*s = Seed(n)
	return nil
}
