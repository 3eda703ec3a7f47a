package dsl

import (
	"unsafe"

	"cardroom/engine/plan"
)

// The work of making games while a script loads, in items.
const (
	gameItems = 200 * itemsPerStep // putting a game together
	stepItems = 10 * itemsPerStep  // copying and checking one of its steps
	rankItems = 1e5 * itemsPerStep // making the tables of a ranking, when cards are first ranked under it: five to ten milliseconds
	handItems = 60 * itemsPerStep  // a hand as categories and scoring functions see it
)

// stepBytes are the bytes of a step.
const stepBytes = int(unsafe.Sizeof(node{}))

// copying charges for steps of a plan that are about to be copied.
func (c *Call) copying(steps int) error {
	c.bytes += steps * stepBytes
	if err := spend(c.Thread, steps*stepItems); err != nil {
		return err
	}
	return takeBytes(c.Thread, steps*stepBytes)
}

// stepsOf counts steps with those within them.
func stepsOf(nodes []node) int {
	n := len(nodes)
	for i := range nodes {
		n += nodes[i].within
	}
	return n
}

// tooLong refuses a way of a condition that no game has room for.
func tooLong(c *Call, param string, nodes []node) error {
	if n := stepsOf(nodes); n > plan.MaxSteps {
		return c.Errorf(param, "%d steps: a game has at most %d", n, plan.MaxSteps)
	}
	return nil
}
