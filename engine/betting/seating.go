// This file implements sets of seats. Seats are numbered from 0, clockwise.

package betting

import "math/bits"

// Max is the largest number of seats in one hand: 22 players can be dealt
// two cards each and a board from one deck.
const Max = 22

// Set is a set of seats; bit 0 is the first seat.
type Set uint32

// Bit returns the set with one seat. The bound of a shift, which is no seat's, saves the test for larger ones.
func Bit(seat int) Set { return 1 << (uint(seat) & 31) }

// Has reports whether the seat is in the set.
func (s Set) Has(seat int) bool { return s>>(uint(seat)&31)&1 != 0 }

// Len returns the number of seats in the set.
func (s Set) Len() int { return bits.OnesCount32(uint32(s)) }

// Few reports whether the set has at most one seat.
func (s Set) Few() bool { return s&(s-1) == 0 }

// First returns the lowest seat of a nonempty set.
func (s Set) First() int { return bits.TrailingZeros32(uint32(s)) }

// After returns the first seat of the set clockwise from the seat left of `seat`;
// `seat` itself comes last. It returns -1 for the empty set.
func (s Set) After(seat int) int { return s.From(seat + 1) }

// From returns the first seat of the set clockwise from `seat` itself, -1 for the
// empty set.
func (s Set) From(seat int) int {
	if later := s >> (uint(seat) & 31); later != 0 {
		return seat + later.First()
	}
	if s == 0 {
		return -1
	}
	return s.First()
}
