package solving

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// play refuses recorded hands: in a browser there are no files to read them from, and their readers would be a tenth of the engine.
func (m *Moment) play(*app.IO, *plan.Game) (*hand.Hand, error) {
	return nil, app.Usagef("--hand names a file, and there are none here")
}
