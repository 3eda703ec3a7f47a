package batch

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"cardroom/engine/hand"
)

// The cards come from a fast generator whose state is easily derived from its
// outputs, and so do the choices of [Random]. That does no harm while only code
// of this package plays. With any other policy at the table, such as a script,
// one seat may see or infer the draws of another: then all randomness except
// the cards goes through a hash, so that nothing can be derived from it.

// trusted reports whether [Random] or [Caller], which keep their draws to
// themselves, decide for every seat of a policy.
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

// DecisionSource returns the source from which a seat's policy draws at one
// decision of a hand, for tables where not every policy is trusted; decisions
// count from 0. Neither the seed, nor the cards, nor the source of another
// decision can be derived from any number of its draws, except by trying seeds
// one by one.
func DecisionSource(seed, number uint64, seat int8, decision int) hand.Source {
	return hand.NewSource(oneWay("decision", seed, number, uint64(seat), uint64(decision)), 0)
}

// oneWay returns a number derived from others by a hash, so that they cannot be
// derived from it. Numbers for different uses are unrelated.
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

// apart returns the seed of all randomness except the cards: the seed itself at
// a table where every policy is trusted, otherwise a number from which the seed
// cannot be derived.
func apart(seed uint64, trusted bool) uint64 {
	if trusted {
		return seed
	}
	return oneWay("table", seed)
}

// policyChance is the randomness of the policies in one hand.
type policyChance struct {
	trusted      bool // all draw from one source in turn; otherwise each decision has its own source
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

// Chance is the randomness of the policies in one hand. A copy made at a decision produces the same draws from there on.
type Chance struct{ policyChance }

// NewChance returns the randomness of the policies in a hand, where p decides for all seats.
func NewChance(p Policy, seed, number uint64) Chance {
	var c Chance
	c.trusted = trusted(p)
	c.begin(seed, number)
	return c
}

// Next returns the source from which a seat's policy draws at the next decision.
func (c *Chance) Next(seat int8) *hand.Source { return c.next(seat) }

// One returns the setup, policy and randomness of hand n, for a caller that plays it decision by decision. A job with random
// irregularities cannot be played that way.
func (job *Job) One(n int64) (*hand.Setup, Policy, Chance, error) {
	if job.Mishaps != nil {
		return nil, nil, Chance{}, fmt.Errorf("irregularities by chance cannot be played one decision at a time")
	}
	w, err := newWorker(job)
	if err != nil {
		return nil, nil, Chance{}, err
	}
	w.setUp(n)
	return &w.setup, w.policy, NewChance(w.policy, job.Seed, uint64(n)), nil
}
