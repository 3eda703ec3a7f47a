package console_test

import (
	"testing"

	"cardroom/engine/testkit"
)

// TestMain leaves out the long tests with -short.
func TestMain(m *testing.M) {
	testkit.Main(m,
		"TestCancel", "TestPageOfEveryGame", "TestLinkReplacesNothing", "TestRowsOfEveryGame", "TestResources", "TestCancelEndsEveryMessage", "TestClientThatLeaves", "TestConvertStream", "TestInterrupted", "TestLists", "TestRefusals", "+TestRowsOfClaims", "TestSourceNames", "TestWrite",
	)
}
