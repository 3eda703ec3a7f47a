package batch

import (
	"fmt"

	"cardroom/engine/hand"
)

// Chance is what the policies of one hand draw from. A copy that was made at a decision draws the same from there on.
type Chance struct{ policyChance }

// NewChance returns the chance of the policies in a hand, for a policy that stands for all seats.
func NewChance(p Policy, seed, number uint64) Chance {
	var c Chance
	c.trusted = trusted(p)
	c.begin(seed, number)
	return c
}

// Next returns what the policy of a seat draws from at the next decision.
func (c *Chance) Next(seat int8) *hand.Source { return c.next(seat) }

// One is hand n of the job for somebody who plays it decision by decision, with the policy and the chance of the run. A job with
// irregularities by chance cannot be played like that.
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
