// Package sites reads the hand histories of poker sites, and of the programs that imitate them: a file for each site. A format reports what
// its text says, in its order and with its amounts, to a [scribe.Scribe], which makes a hand of it.
package sites

import "cardroom/engine/history"

// All are the formats in the order in which they are tried.
var All = []history.Format{FullTilt, Winamax, Bovada, PokerStars, Pacific888, PartyPoker, Winning, WinningOlder, OpenHH, IPoker, PokerNow, ACPC, foreign, none}
