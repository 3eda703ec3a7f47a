package docs_test

import (
	"testing"

	"cardroom/engine/testkit"
)

// TestMain leaves out the long tests with -short.
func TestMain(m *testing.M) {
	testkit.Main(m,
		"TestRoom", "TestCharts", "TestCover", "TestOpenPoints", "TestOptionDecides", "TestBorrowed", "+TestCondensed", "TestOptionsOfTheBank", "+TestOptionsOfTheGame", "TestOrigins", "TestPeculiarRules",
		"TestTablesSayWhatClausesSay", "TestWalls",
	)
}
