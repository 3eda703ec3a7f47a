package odds_test

import (
	"testing"

	"cardroom/engine/testkit"
)

// TestMain leaves out the long tests with -short.
func TestMain(m *testing.M) {
	testkit.Main(m,
		"+TestSweptRanges", "TestDrawAsPlayed", "TestDrawByHand", "TestDrawSamples", "TestEffort", "TestGridPlainly", "TestMade",
		"TestNextPlainly", "TestSwept",
	)
}
