package dsl

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// stream is what a policy draws from at one decision. A script sees its draws
// whole, so nothing may follow from them: neither the key, and with it the seed
// and the cards, nor another stream. The key is hashed at the first draw only,
// because most decisions make none.
type stream struct {
	key    uint64
	keyed  bool // source is that of the key
	source rand.ChaCha8
}

// restart makes the stream that of a key, at its first draw.
func (s *stream) restart(key uint64) { s.key, s.keyed = key, false }

// streamUse parts the streams of scripts from whatever else is made of a hash.
const streamUse = "cardroom view.random\x00"

// below is a number from 0 to n-1, each equally likely.
func (s *stream) below(n uint64) uint64 {
	if !s.keyed {
		var b [len(streamUse) + 8]byte
		copy(b[:], streamUse)
		binary.LittleEndian.PutUint64(b[len(streamUse):], s.key)
		s.source.Seed(sha256.Sum256(b[:]))
		s.keyed = true
	}
	hi, lo := bits.Mul64(s.source.Uint64(), n)
	for limit := -n % n; lo < limit; { // Lemire's method
		hi, lo = bits.Mul64(s.source.Uint64(), n)
	}
	return hi
}
