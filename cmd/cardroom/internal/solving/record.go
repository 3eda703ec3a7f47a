//go:build !js

package solving

import (
	"errors"
	"io"
	"strconv"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/history/sites"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
)

// numbered sets the number of the hand with an id: the number that a site gave it or, if no hand has that, its place in the file.
func (m *Moment) numbered(std *app.IO) error {
	f, err := history.Open(std.FS, m.File, std.Stdin, history.Options{Formats: sites.All})
	if err != nil {
		return app.PlainPathError(err)
	}
	defer func() { _ = f.Close() }()
	var rec history.Hand
	m.Number, _ = strconv.Atoi(m.ID)
	for n := 1; ; n++ {
		switch err := f.Next(&rec); {
		case err == nil && rec.HandID.String() == m.ID:
			m.Number = n
			return nil
		case errors.Is(err, io.EOF) && m.Number < 1:
			return app.Usagef("--hand %s: none of the hands in %s has this number", m.ID, m.File)
		case errors.Is(err, io.EOF):
			return nil
		}
	}
}

// play replays the hand up to the state, and with Review notes what came after it. game is nil for that of the record.
func (m *Moment) play(std *app.IO, game *plan.Game) (*hand.Hand, error) {
	if m.ID != "" {
		if err := m.numbered(std); err != nil {
			return nil, err
		}
	}
	f, err := history.Open(std.FS, m.File, std.Stdin, history.Options{Formats: sites.All})
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
	lib := library.New(std, nil)
	find := func(variant string, options map[string]string) (*plan.Game, error) {
		if game != nil {
			return game, nil
		}
		return library.OfRecord(std, lib, variant, options)
	}
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
