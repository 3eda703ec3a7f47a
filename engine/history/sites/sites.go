// Package sites reads the hand histories of poker sites, and of the programs that imitate them: a file for each site. A format reports what
// its text says, in its order and with its amounts, to a [scribe.Scribe], which makes a hand of it.
package sites

import (
	"cardroom/engine/cards"
	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// All are the formats in the order in which they are tried.
var All = []history.Format{FullTilt, Winamax, Bovada, PokerStars, Pacific888, PartyPoker, Winning, WinningOlder, OpenHH, IPoker, PokerNow, ACPC, foreign, none}

// deed is what an action of a format with fields records: an amount, cards, or neither.
type deed struct {
	chips scribe.Puts
	cards func(s *scribe.Scribe, i int, cs []cards.Card, at history.Pos)
	plain func(s *scribe.Scribe, i int, at history.Pos)
}

// tell records the action of a seat.
func (d *deed) tell(s *scribe.Scribe, seat int, amount int64, cs []cards.Card, at history.Pos) {
	switch {
	case d.chips != nil:
		d.chips(s, seat, amount, at)
	case d.cards != nil:
		d.cards(s, seat, cs, at)
	default:
		d.plain(s, seat, at)
	}
}
