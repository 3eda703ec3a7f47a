package hand

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"cardroom/engine/cards"
)

// stock is the deck: the order of the cards and the position in it.
//
// A seeded deck is shuffled while it is dealt, one card at a time (Fisher-Yates):
// the order depends only on the seed, and a hand that ends early does not pay for
// the rest.
type stock struct {
	order  [cards.MaxDeck]cards.Card
	n      int16
	pos    int16 // next card
	mixed  int16 // cards whose position is final
	random Source

	seed, number uint64 // the seed of reshuffles
	shuffles     uint16 // reshuffles so far
}

// reset sets the deck in its fixed order, to be drawn at random.
func (s *stock) reset(d cards.Deck, seed, number uint64) {
	s.n = int16(len(d.Append(s.order[:0])))
	s.pos, s.mixed = 0, 0
	s.random = NewSource(seed, number)
	s.seed, s.number, s.shuffles = seed, number, 0
}

// stack sets the deck in a given order. Seed and number are for reshuffles.
func (s *stock) stack(order []cards.Card, seed, number uint64) {
	s.n = int16(copy(s.order[:], order))
	s.pos, s.mixed, s.random = 0, s.n, Source{}
	s.seed, s.number, s.shuffles = seed, number, 0
}

// reshuffleSeed separates the randomness of reshuffles from that of the first deal:
// a hand dealt from its recorded deck is reshuffled as the original was.
const reshuffleSeed = 0x9fb21c651e98df25

// restack makes a new stub of the whole deck, which may consist of several packs,
// to be drawn at random.
func (s *stock) restack(d cards.Deck) {
	s.n = int16(len(d.Append(s.order[:0])))
	s.pos, s.mixed = 0, 0
	s.shuffles++
	s.random = NewSource(s.seed^reshuffleSeed*uint64(s.shuffles), s.number)
}

func (s *stock) left() int { return int(s.n - s.pos) }

// next returns the top card. The stub must not be empty.
func (s *stock) next() cards.Card {
	at := s.pos
	s.pos++
	if s.mixed > at {
		return s.order[at]
	}
	s.mixed = s.pos
	j := at + int16(s.random.Below(uint64(s.n-at)))
	c := s.order[j]
	s.order[j] = s.order[at]
	s.order[at] = c
	return c
}

// settle shuffles the remaining cards, so that the whole order is final.
func (s *stock) settle() {
	for i := max(s.mixed, s.pos); i < s.n; i++ {
		j := i + int16(s.random.Below(uint64(s.n-i)))
		s.order[i], s.order[j] = s.order[j], s.order[i]
	}
	s.mixed = s.n
}

// Source is a small random number generator (splitmix64): a value that can be
// copied and compared, with a seed of two words.
type Source struct{ state uint64 }

// NewSource returns the generator of hand `number` under `seed`. Hands of one seed
// are far apart in the generator's sequence.
func NewSource(seed, number uint64) Source {
	s := Source{seed}
	return Source{s.Uint64() ^ mix(number*0xd1342543de82ef95+1)}
}

// Uint64 returns the next number.
func (s *Source) Uint64() uint64 {
	s.state += sourceStep
	return mix(s.state)
}

// Fill fills a slice with numbers of [Source.Uint64].
func (s *Source) Fill(to []uint64) {
	state := s.state // in a register
	for i := range to {
		state += sourceStep
		to[i] = mix(state)
	}
	s.state = state
}

// sourceStep is the increment of a source's state.
const sourceStep = 0x9e3779b97f4a7c15

// mix is the finalizer of splitmix64.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number from 0 to n-1, each equally likely (Lemire's method with
// rejection).
func (s *Source) Below(n uint64) uint64 {
	hi, lo := bits.Mul64(s.Uint64(), n)
	if lo >= n {
		return hi
	}
	for limit := -n % n; lo < limit; {
		hi, lo = bits.Mul64(s.Uint64(), n)
	}
	return hi
}

// chance returns a number from 0 to n-1 that is independent of everything else: it
// is drawn like the order of a reshuffle.
func (s *stock) chance(n int) int {
	s.shuffles++
	r := NewSource(s.seed^reshuffleSeed*uint64(s.shuffles), s.number)
	return int(r.Below(uint64(n)))
}

// tally counts cards by face, in one or several packs.
type tally [64]uint8

// packTally returns the count of the cards of a deck.
func packTally(d cards.Deck) (t tally) {
	for left := d.Set(); left != 0; left &= left - 1 {
		t[bits.TrailingZeros64(uint64(left))] = uint8(max(1, d.Packs))
	}
	return t
}

func (t *tally) add(cs []cards.Card) {
	for _, c := range cs {
		t[c&63]++
	}
}

// remove subtracts cards from the count, as far as it has them.
func (t *tally) remove(cs []cards.Card) {
	for _, c := range cs {
		t.take(c)
	}
}

// take subtracts one card from the count. It reports whether there was one.
func (t *tally) take(c cards.Card) bool {
	if t[c&63] == 0 {
		return false
	}
	t[c&63]--
	return true
}

// without returns the count without the faces of a set.
func (t tally) without(s cards.Set) tally {
	for c := range t {
		if s.Has(cards.Card(c)) {
			t[c] = 0
		}
	}
	return t
}

// pull removes the cards of the count from a list, and returns the rest of the
// list.
func (t *tally) pull(from []cards.Card) []cards.Card {
	return slices.DeleteFunc(from, t.take)
}

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
