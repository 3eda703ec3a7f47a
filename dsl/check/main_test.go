package check

import (
	"testing"

	"cardroom/engine/testkit"
)

// TestMain leaves out the long tests with -short.
func TestMain(m *testing.M) {
	testkit.Main(m, "FuzzScripts", "TestPlanted", "+TestOwnScripts", "+TestEndless", "TestFlowIsTheLinters", "TestManyFindings")
}
