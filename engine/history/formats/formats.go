// Package formats lists the formats of recorded hands other than PHH.
package formats

import "cardroom/engine/history/sites"

// All lists the formats in the order in which they are tried; the last ones say why a text is none of them.
var All = sites.All

// Result is a player's result in a tournament.
type Result = sites.Result

// Summary reads the summary of a tournament, see [sites.Summary].
var Summary = sites.Summary
