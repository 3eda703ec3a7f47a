package simulate

import (
	"strconv"

	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/engine/batch"
	"cardroom/engine/history"
	engine "cardroom/engine/replay"
)

// saveTo makes a job write its hands to a .phhs collection, each under its hand number
// and with the whole deck, so that it can be replayed card by card.
func saveTo(file safefile.File, job *batch.Job) {
	job.Record = func(to []byte, n int64, p *batch.Played) ([]byte, error) {
		rec, err := engine.Record(p.Setup, p.Hand, p.Log, p.Deck)
		if err != nil {
			return to, err
		}
		if n > job.From {
			to = append(to, '\n')
		}
		return history.AppendTable(to, strconv.FormatInt(n, 10), rec), nil
	}
	job.Write = func(b []byte) error {
		_, err := file.Write(b)
		return err
	}
}
