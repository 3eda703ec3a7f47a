package ruletest_test

import (
	"testing"

	"cardroom/engine/testkit"
)

// TestMain leaves out the long tests with -short.
func TestMain(m *testing.M) {
	testkit.Main(m,
		"TestTableFailures", "+TestGalleryRules", "FuzzHandWords", "TestExamples", "TestLongOutput", "TestMutantsAreScripts",
	)
}
