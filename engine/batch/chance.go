package batch

import (
	"crypto/sha256"
	"encoding/binary"

	"cardroom/engine/hand"
)

// The cards come from a fast generator whose states are easily worked out from
// its draws, and so do the choices of [Random]. That is no harm while only code
// of this package plays. At a table with any other policy, a script say, the
// draws of one seat can be seen or inferred by another: there all chance except
// that of the cards goes through a hash, so that nothing follows from it.

// trusted reports whether every seat of a policy is decided by [Random] or
// [Caller], which keep what they draw to themselves.
func trusted(p Policy) bool {
	switch p := p.(type) {
	case Random, Caller:
		return true
	case *Seated:
		for _, own := range p.Own {
			if !trusted(own) {
				return false
			}
		}
		return p.Rest == nil || trusted(p.Rest)
	}
	return false
}

// DecisionSource returns what the policy of a seat draws from at one decision
// of a hand, where not every policy is trusted; decisions count from 0. Neither
// the seed, nor the cards, nor the source of another decision follows from any
// number of its draws. Only trying seeds one by one leads back to them.
func DecisionSource(seed, number uint64, seat int8, decision int) hand.Source {
	return hand.NewSource(oneWay("decision", seed, number, uint64(seat), uint64(decision)), 0)
}

// oneWay returns a number that follows from others, but not they from it.
// Numbers for different uses have nothing to do with each other.
func oneWay(use string, words ...uint64) uint64 {
	var buf [64]byte
	b := append(buf[:0], "cardroom "...)
	b = append(b, use...)
	b = append(b, 0)
	for _, w := range words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	sum := sha256.Sum256(b)
	return binary.LittleEndian.Uint64(sum[:])
}

// apart returns the seed of all chance except that of the cards: at a table
// where every policy is trusted the seed itself, elsewhere a number from which
// the seed does not follow.
func apart(seed uint64, trusted bool) uint64 {
	if trusted {
		return seed
	}
	return oneWay("table", seed)
}

// policyChance is the chance of the policies in one hand.
type policyChance struct {
	trusted      bool // all draw from one source in turn; otherwise each decision has its own
	seed, number uint64
	decision     int
	source       hand.Source
}

// begin is called before each hand.
func (c *policyChance) begin(seed, number uint64) {
	c.seed, c.number, c.decision = seed, number, 0
	if c.trusted {
		c.source = hand.NewSource(seed^policySeed, number)
	}
}

// next returns the source for the next decision.
func (c *policyChance) next(seat int8) *hand.Source {
	if !c.trusted {
		c.source = DecisionSource(c.seed, c.number, seat, c.decision)
		c.decision++
	}
	return &c.source
}
