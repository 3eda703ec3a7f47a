package sites_test

import (
	"testing"

	"cardroom/engine/testkit"
)

// TestMain leaves out the long tests with -short.
func TestMain(m *testing.M) {
	testkit.Main(m,
		"TestRoundTripMishaps", "TestThereAndBack", "FuzzReplay", "TestCut", "TestDegraded", "+TestMutated", "TestNumbersOfFiles", "TestPlainPHH", "TestRandomThereAndBack", "TestRoundTripGallery",
		"+TestRoundTripReadings", "TestRoundTripSessions", "+TestRoundTripSessionsWithMishaps",
	)
}
