package sites

import (
	"cardroom/engine/cards"
	"cardroom/engine/history"
	"cardroom/engine/history/sites/internal/scribe"
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
