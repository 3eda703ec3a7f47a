package dsl_test

import (
	"testing"

	"cardroom/engine/testkit"
)

// TestMain leaves out the long tests with -short.
func TestMain(m *testing.M) {
	testkit.Main(m,
		"TestAnyNumberOfCards", "TestBankedLaws", "TestMishapSessions", "TestPairs", "TestTablesAsBefore", "TestBaccarat", "TestPlayersPlayEveryGame", "TestLoadedGamesHaveCards", "+TestThreeCardPoker", "+TestScoresOfManyCards", "+TestBestPlayAgainstTheChart", "+TestEndlessHands", "+TestAnswersKept", "TestBasicPolicy", "TestDone", "TestEndlessInMessages", "TestFriendly",
		"TestGalleryAllocatesNothing", "TestGalleryAlone", "TestGalleryIsLazy", "TestGalleryLacks", "TestHostile",
		"TestInvertingEarnsNothing", "TestLawCases", "TestLongAnswers", "TestMadeIsMemory", "TestMadeWithinBounds",
		"TestNoStateIsShared", "TestOnCall", "TestOtherNames", "TestPlayersAtEveryLimit", "TestRandomIsEven",
		"TestRankingFaults", "TestRankingsOfOtherSizes", "TestRankingsOfScriptsOrderLikeBuiltIn", "TestScoresOfManyParts", "TestStepsAgain",
		"TestToldFromTheFirstChip", "TestTooManyMade", "TestTrialFindsSmallSeedsOnly", "TestWellKnownGames",
	)
}
