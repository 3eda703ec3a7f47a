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

// play replays the hand up to the state, and with Review notes what came after it.
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
	find := func(string, map[string]string) (*plan.Game, error) { return game, nil }
	log := hand.Log{Decisions: true}
	p := replay.NewPlayer(find, &log)
	if err := p.PlayTo(&rec, m.At); err != nil || !m.Review {
		return p.Hand(), err
	}
	all := hand.Log{Decisions: true}
	whole := replay.NewPlayer(find, &all)
	if row := whole.Play(&rec); row.Err != nil {
		return nil, row.Err
	}
	for _, d := range all.Decided[len(log.Decided):] {
		m.after = append(m.after, d.Action)
	}
	m.last = *whole.Hand()
	return p.Hand(), nil
}
