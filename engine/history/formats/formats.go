// Package formats lists the formats of recorded hands other than PHH.
package formats

import (
	"cardroom/engine/history"
	"cardroom/engine/history/acpc"
	"cardroom/engine/history/bovada"
	"cardroom/engine/history/fulltilt"
	"cardroom/engine/history/ipoker"
	"cardroom/engine/history/openhh"
	"cardroom/engine/history/partypoker"
	"cardroom/engine/history/pokernow"
	"cardroom/engine/history/pokerstars"
	"cardroom/engine/history/winamax"
	"cardroom/engine/history/winningpoker"
)

// All lists the formats in the order in which they are tried.
var All = []history.Format{
	fulltilt.Format, winamax.Format, bovada.Format, pokerstars.Format, partypoker.Format888, partypoker.Format,
	winningpoker.Format, winningpoker.Older, openhh.Format, ipoker.Format, pokernow.Format, acpc.Format, foreign, none,
}
