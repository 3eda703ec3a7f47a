package dsl_test

import (
	"testing"

	"cardroom/engine/testkit"
)

// TestMain leaves out the long tests with -short.
func TestMain(m *testing.M) {
	testkit.Main(m,
		"TestAnswersKept", "TestBasicPolicy", "TestDone", "TestEndlessInMessages", "TestFriendly",
		"TestGalleryAllocatesNothing", "TestGalleryIsLazy", "TestGalleryLacks", "TestHostile", "TestInvertingEarnsNothing",
		"TestLawCases", "TestMadeIsMemory", "TestMadeWithinBounds", "TestNoStateIsShared", "TestOnCall",
		"TestPlayersAtEveryLimit", "TestRankingFaults", "TestRankingsOfOtherSizes", "TestRankingsOfScriptsOrderLikeBuiltIn",
		"TestScoresOfManyParts", "TestToldFromTheFirstChip", "TestTooManyMade", "TestTrialFindsSmallSeedsOnly",
	)
}
