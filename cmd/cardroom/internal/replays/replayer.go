package replays

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/narrate"
	"cardroom/dsl"
	"cardroom/engine/convert"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/history/formats"
	"cardroom/engine/plan"
	engine "cardroom/engine/replay"
	"cardroom/engine/trackers"
	"cardroom/engine/verbal"
)

// replayAll replays the hands of all files on several workers and hands out the
// rows in the order of the files, one at a time. A worker takes whole files: a
// hand is found only by reading what stands before it.
func replayAll(ctx context.Context, std *app.IO, opts Options, emit func(*handRow) error) error {
	// Workers are told to stop and not waited for: one may sit in a read from
	// a terminal, where ^C would otherwise not be heard.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &replayer{
		std: std, opts: opts, library: library.New(std, nil),
		work: make(chan *fileJob), order: make(chan *fileJob, 4*opts.Workers),
	}
	for range opts.Workers {
		go r.serve(ctx)
	}
	go r.walk(ctx)
	for job := range r.order {
		if err := job.emit(ctx, emit); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// emit hands out the rows of one file as they come.
func (job *fileJob) emit(ctx context.Context, emit func(*handRow) error) error {
	for {
		select {
		case rows, ok := <-job.rows:
			if !ok {
				return ctx.Err()
			}
			for _, row := range rows {
				if err := emit(row); err != nil {
					return err
				}
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// replayer reads and plays files. The jobs on the way to be emitted are those
// in order; each is with a worker or waits for one, so that the first of them
// always goes on.
type replayer struct {
	std     *app.IO
	opts    Options
	library *dsl.Library
	work    chan *fileJob
	order   chan *fileJob
}

// fileJob is one file, and its rows as they come.
type fileJob struct {
	name string
	rows chan []*handRow
}

// rowChunk is how many rows travel together: channels cost as much as hands.
const rowChunk = 64

// walk finds the files.
func (r *replayer) walk(ctx context.Context) {
	defer close(r.order)
	defer close(r.work)
	for name, err := range history.Walk(r.std.FS, r.opts.Paths, history.Endings...) {
		job := &fileJob{name: name, rows: make(chan []*handRow, 4)}
		select {
		case r.order <- job:
		case <-ctx.Done():
			return
		}
		if err != nil {
			job.rows <- []*handRow{unreadable(name, 0, err)}
			close(job.rows)
			continue
		}
		select {
		case r.work <- job:
		case <-ctx.Done():
			close(job.rows)
			return
		}
	}
}

// serve is one worker.
func (r *replayer) serve(ctx context.Context) {
	var log *hand.Log
	if r.opts.Show || r.opts.Stats {
		log = &hand.Log{}
	}
	player := engine.NewPlayer(r.find, log)
	var rec history.Hand
	for job := range r.work {
		r.file(ctx, job, player, log, &rec)
		close(job.rows)
	}
}

// find finds the game of a record: one of the houses by its code or id, or one of
// the user's scripts by its path, under the options that the record names.
func (r *replayer) find(variant string, options map[string]string) (*plan.Game, error) {
	if strings.Contains(variant, ".star") || strings.Contains(variant, "/") && options != nil {
		game, _, err := library.Load(r.std, variant, options)
		return game, err
	}
	return r.library.ForVariant(variant)
}

// file replays one file.
func (r *replayer) file(ctx context.Context, job *fileJob, player *engine.Player, log *hand.Log, rec *history.Hand) {
	var rows []*handRow
	send := func() bool {
		select {
		case job.rows <- rows:
			rows = nil
			return true
		case <-ctx.Done():
			return false
		}
	}
	f, err := history.Open(r.std.FS, job.name, r.std.Stdin, history.Options{Lenient: r.opts.Lenient, Formats: formats.All})
	if err != nil {
		rows = append(rows, unreadable(job.name, 0, err))
		send()
		return
	}
	defer func() { _ = f.Close() }()
	if f.Format == "PHH" && !history.OwnEnding(job.name) && !slices.Contains(r.opts.Paths, job.name) {
		return // something else that lies in the folder
	}
	for err := f.Next(rec); !errors.Is(err, io.EOF); err = f.Next(rec) {
		if err != nil {
			rows = append(rows, unreadable(job.name, rec.Number, err))
		} else {
			if log != nil {
				log.Events = log.Events[:0]
			}
			row := replayOne(job.name, player, rec)
			if r.opts.Strict && row.Verdict == verdictOK && len(row.Inferred) > 0 {
				row.Verdict, row.Err = verdictInferred, row.Inferred[0]
			}
			r.describe(row, player, rec)
			if r.opts.Stats && row.Verdict == verdictOK && player.Hand().Pending() == nil {
				row.Seats = trackers.Of(player.Hand(), log.Events, r.names(rec), max(rec.MinBet, rec.SmallBet))
			}
			if r.opts.Show && row.Game != "" {
				row.Told = r.tell(player, rec, log)
			}
			rows = append(rows, row)
		}
		if len(rows) == rowChunk && !send() {
			return
		}
	}
	send()
}

// describe notes whose the hand is and for which limit it was played.
func (r *replayer) describe(row *handRow, player *engine.Player, rec *history.Hand) {
	if !r.opts.Summary {
		return
	}
	if row.Site = cmp.Or(rec.Venue, rec.Format); row.Site == "" {
		row.Site = "PHH"
	}
	if row.Game != "" && player.Setup().Plan != nil {
		row.Limit = player.Setup().Plan.Stakes.Structure.String()
	}
}

// names are the names of a record's players, or their pseudonyms.
func (r *replayer) names(rec *history.Hand) []string {
	names := namesOf(rec)
	for i, name := range names {
		switch {
		case name == "":
			names[i] = fmt.Sprintf("p%d", i+1)
		case r.opts.Key != "":
			names[i] = convert.Pseudonym(r.opts.Key, name)
		}
	}
	return names
}

// tell tells the hand that was played last, as far as it goes, with the names that
// the record has.
func (r *replayer) tell(player *engine.Player, rec *history.Hand, log *hand.Log) string {
	h := player.Hand()
	if len(log.Events) == 0 {
		return "" // not even begun
	}
	var b strings.Builder
	style := narrate.Cards{}.On(r.std.Stdout)
	style.Names = namesOf(rec)
	if r.opts.Key != "" {
		style.Names = r.names(rec)
	}
	b.WriteString(verbal.Title(player.Setup(), style) + "\n")
	n := verbal.NewNarrator(&b, style)
	n.Tell(h, log.Events)
	if h.Pending() == nil {
		n.Result()
	}
	return b.String()
}

// namesOf are the names of a record's players; who has none is called by the seat
// that the record gives.
func namesOf(rec *history.Hand) []string {
	names := make([]string, rec.N())
	for i := range names {
		if i < len(rec.Seats) && rec.Seats[i] > 0 && rec.Seats[i] <= history.MaxPlayers {
			names[i] = verbal.SeatName(int8(rec.Seats[i] - 1))
		}
		if i < len(rec.Players) && rec.Players[i] != "" && !strings.ContainsFunc(rec.Players[i], func(c rune) bool { return !unicode.IsPrint(c) }) {
			names[i] = rec.Players[i]
		}
	}
	return names
}

func unreadable(name string, number int, err error) *handRow {
	return &handRow{File: name, Hand: int64(number), Verdict: verdictUnreadable, Err: app.PlainPathError(err)}
}

// replayOne plays a hand that was read.
func replayOne(name string, player *engine.Player, rec *history.Hand) *handRow {
	got := player.PlayReadings(rec)
	row := &handRow{
		File: name, Hand: int64(got.Hand), Variant: rec.Variant, Game: got.Game,
		Starting: got.Starting, Finishing: got.Finishing, Scale: got.Scale, Err: got.Err, Warnings: slices.Clone(rec.Warnings), Inferred: slices.Clone(got.Inferred),
	}
	switch {
	case got.OK:
	case got.NoGame:
		row.Verdict = verdictNoGame
	case got.Finishing != nil:
		row.Verdict, row.Recorded = verdictMismatch, slices.Clone(rec.Finishing)
	default:
		row.Verdict = verdictUnreadable
	}
	return row
}
