package session

import (
	"strconv"

	"cardroom/cmd/cardroom/internal/dataset"
	"cardroom/engine/batch"
	"cardroom/engine/ledger"
	"cardroom/engine/table"
)

// writeTables makes a session write its hands and events as rows; files may be nil.
func writeTables(s *batch.Session, files *dataset.Files) {
	if files == nil {
		return
	}
	w := files.Writer()
	to := make([][]byte, ledger.Count)
	flush := func() error {
		err := files.Write(to)
		for i := range to {
			to[i] = to[i][:0]
		}
		return err
	}
	s.Log().Decisions = true
	told, record := s.Hand, s.Record
	s.Hand = func(d *table.Deal, p *batch.Played) error {
		players := make([]string, len(d.Seats))
		for k, at := range d.Seats {
			players[k] = strconv.FormatUint(uint64(s.Table.Seat(int(at)).Player), 10)
		}
		w.Add(to, &ledger.Played{
			Number: int64(p.Setup.Number), Setup: p.Setup, Hand: p.Hand, Log: p.Log, Players: players, TableSeats: d.Seats,
		})
		if err := flush(); err != nil || told == nil {
			return err
		}
		return told(d, p)
	}
	s.Record = func(e batch.HandEvent) error {
		player := ""
		if e.Player != 0 {
			player = strconv.FormatUint(uint64(e.Player), 10)
		}
		w.TableEvent(to, e.After+1, e.Kind.String(), int(e.Seat), player, e.Event.String())
		if err := flush(); err != nil || record == nil {
			return err
		}
		return record(e)
	}
}
