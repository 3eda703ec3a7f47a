// Package formats lists the formats of recorded hands besides PHH.
package formats

import (
	"cardroom/engine/history"
	"cardroom/engine/history/pokerstars"
)

// All are the formats, in the order in which they are tried.
var All = []history.Format{pokerstars.Format}
