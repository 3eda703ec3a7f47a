package fuzzhouses_test

import (
	"testing"

	"cardroom/engine/testkit"
)

// TestMain leaves out the long tests with -short.
func TestMain(m *testing.M) {
	testkit.Main(m,
		"+TestBackIsForwardReversed", "TestBreakpointInRounds", "TestNoGameDiffersFromItself", "TestRules",
	)
}
