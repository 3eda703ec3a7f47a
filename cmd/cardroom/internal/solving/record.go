//go:build !js

package solving

import (
	"errors"
	"io"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/history/formats"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
)

// play replays the hand up to the state.
func (m *Moment) play(std *app.IO, game *plan.Game) (*hand.Hand, error) {
	f, err := history.Open(std.FS, m.File, std.Stdin, history.Options{Formats: formats.All})
	if err != nil {
		return nil, app.PlainPathError(err)
	}
	defer func() { _ = f.Close() }()
	var rec history.Hand
	for n := range m.Number {
		if err := f.Next(&rec); errors.Is(err, io.EOF) {
			return nil, app.Usagef("%s has %d hands, not %d", m.File, n, m.Number)
		} else if err != nil {
			return nil, err
		}
	}
	p := replay.NewPlayer(func(string, map[string]string) (*plan.Game, error) { return game, nil }, nil)
	if err := p.PlayTo(&rec, m.At); err != nil {
		return nil, err
	}
	return p.Hand(), nil
}
