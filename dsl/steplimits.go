package dsl

import (
	"unsafe"

	"cardroom/dsl/star"
	"cardroom/engine/plan"
)

// The work of making games while a script loads, in items.
const (
	gameItems = 200 * star.ItemsPerStep // putting a game together
	stepItems = 10 * star.ItemsPerStep  // copying and checking one of its steps
	rankItems = 1e5 * star.ItemsPerStep // making the tables of a ranking, when cards are first ranked under it: five to ten milliseconds
	handItems = 60 * star.ItemsPerStep  // a hand as categories and scoring functions see it
)

// maxForced is how many forced bets a game may have.
const maxForced = 100

// stepBytes are the bytes of a step.
const stepBytes = int(unsafe.Sizeof(node{}))

// copying charges for steps of a plan that are about to be copied.
func copying(c *star.Call, steps int) error {
	c.Bytes += steps * stepBytes
	if err := star.Spend(c.Thread, steps*stepItems); err != nil {
		return err
	}
	return star.TakeBytes(c.Thread, steps*stepBytes)
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
func tooLong(c *star.Call, param string, nodes []node) error {
	if n := stepsOf(nodes); n > plan.MaxSteps {
		return c.Errorf(param, "%d steps: a game has at most %d", n, plan.MaxSteps)
	}
	return nil
}
