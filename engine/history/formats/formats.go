// Package formats lists the formats of recorded hands besides PHH.
package formats

import (
	"cardroom/engine/history"
	"cardroom/engine/history/fulltilt"
	"cardroom/engine/history/pokerstars"
	"cardroom/engine/history/winamax"
)

// All are the formats, in the order in which they are tried.
var All = []history.Format{fulltilt.Format, winamax.Format, pokerstars.Format}
