package batch

import (
	"fmt"

	"cardroom/engine/hand"
)

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
