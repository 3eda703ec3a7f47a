package replays

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"unicode"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/dsl"
	"cardroom/engine/convert"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/history/sites"
	"cardroom/engine/ledger"
	"cardroom/engine/plan"
	engine "cardroom/engine/replay"
	"cardroom/engine/speech"
)

// replayer replays the hands of one worker.
type replayer struct {
	std     *app.IO
	opts    Options
	library *dsl.Library
	player  *engine.Player
	log     *hand.Log
	chosen  *chosen // nil for all hands
	won     *tournaments
	rows    *ledger.Writer // nil without --rows
	valuer  ledger.Valuer
	text    []byte // of the identity of a hand
}

// replayAll replays the hands of all files on several workers and emits the rows one at a time, in the order of the files. stray tells of
// the files without hands.
func replayAll(ctx context.Context, std *app.IO, opts Options, emit func(*handRow) error) (stray func(), err error) {
	lib, only := library.New(std, nil), choose(opts.Hand)
	won := summarized(std, opts.Paths)
	s := stream[*handRow]{
		apart: won.files,
		std:   std, paths: opts.Paths, list: opts.files, workers: opts.Workers, options: history.Options{Lenient: opts.Lenient, Formats: sites.All},
		unread: unreadable,
		worker: func() func(string, *history.Hand, error) *handRow {
			r := &replayer{std: std, opts: opts, library: lib, chosen: only, won: &won}
			if opts.Show || opts.Stats || opts.Rows.Dir != "" {
				r.log = &hand.Log{Decisions: opts.Rows.Dir != ""}
			}
			if opts.Rows.Dir != "" {
				r.rows = opts.Rows.Writer()
			}
			r.player = engine.NewPlayer(r.find, r.log)
			return r.row
		},
	}
	err = s.run(ctx, func(file int, _ string, row *handRow) error {
		if row != nil {
			row.number = int64(file)
		}
		if only == nil || row != nil && row.Hand == 0 { // a file that cannot be opened
			return emit(row)
		}
		// Keep a hand that may be the one
		switch {
		case row == nil:
		case row.numbered:
			only.byNumber = append(only.byNumber, row)
		default:
			only.byPlace = append(only.byPlace, row)
		}
		return nil
	})
	if err != nil || only == nil {
		return s.tellStray, err
	}
	rows, err := only.found(opts.Paths)
	for _, row := range rows {
		if err := emit(row); err != nil {
			return s.tellStray, err
		}
	}
	return s.tellStray, err
}

// find returns the game of a record.
func (r *replayer) find(variant string, options map[string]string) (*plan.Game, error) {
	return library.OfRecord(r.std, r.library, variant, options)
}

// row replays a hand; err is why it could not be read. It returns nil for a hand that is not wanted.
func (r *replayer) row(name string, rec *history.Hand, err error) *handRow {
	numbered, ok := r.chosen.wants(rec, err != nil)
	if !ok {
		return nil
	}
	if err != nil {
		row := unreadable(name, rec.Number, err)
		row.Same = r.same(rec, false)
		return row
	}
	if r.log != nil {
		r.log.Events, r.log.Decided = r.log.Events[:0], r.log.Decided[:0]
	}
	row := replayOne(name, r.player, rec)
	row.numbered = numbered
	r.won.add(rec, row.Finishing)
	if r.opts.Strict && row.Verdict == verdictOK && len(row.Inferred) > 0 {
		row.Verdict, row.Err = verdictInferred, row.Inferred[0]
	}
	r.describe(row, rec)
	if row.Finishing != nil && r.player.Hand().Pending() == nil {
		if r.opts.Stats && row.Verdict == verdictOK {
			p := r.played(row, rec)
			if row.Seats = p.Track(nil); r.opts.Rows.EV {
				r.valuer.Value(p, row.Seats)
			}
			row.hero, row.stakes = slices.Index(rec.Players, r.opts.Hero), p.Stakes()
			for i, name := range r.names(rec) {
				row.Seats[i].Name = name
			}
			if at, known := rec.UTC(); known && rec.Year != 0 && at.Unix() != 0 {
				row.at, row.month = at.Unix(), at.UTC().Format("2006-01")
			}
		}
		if r.rows != nil {
			row.Rows = r.rows.Loose(r.played(row, rec))
		}
	}
	if r.opts.Show && row.Game != "" {
		row.Told = r.tell(rec)
	}
	if r.opts.Explain && row.Verdict == verdictOK {
		if s, ok := r.player.Schedule(rec); ok && s.Takes != s.Recorded { // the house's own schedule takes another rake
			row.Schedule = fmt.Sprintf("the house took %s; its schedule (rake=%q) says %s",
				history.FormatAmount(s.Recorded, rec.Scale), s.Schedule, history.FormatAmount(s.Takes, rec.Scale))
		}
	}
	return row
}

// played returns the last hand played for tables and statistics, with the names in the record or their pseudonyms.
func (r *replayer) played(row *handRow, rec *history.Hand) *ledger.Played {
	names := namesOf(rec)
	if r.opts.Key != "" {
		names = r.names(rec)
	}
	return &ledger.Played{
		File: row.File, FileHand: row.Hand, Setup: r.player.Setup(), Hand: r.player.Hand(), Log: r.log, Record: rec,
		Wrong: row.Verdict != verdictOK && row.Verdict != verdictInferred, Players: names, Hero: r.opts.Hero,
	}
}

// longNumber: a number that is shorter than this many digits may be counted by a file: from the first hand of a match, or of an evening.
const longNumber = 6

// same returns the identity of a hand, 0 for one without a number: its site and its number there, in whatever format it is written. A number
// that may be unique only within a file counts with the players, their stacks and the actions; of a hand that could not be read these are not
// known.
func (r *replayer) same(rec *history.Hand, read bool) uint64 {
	number := rec.HandID.String()
	unique := rec.Venue != "" && len(number) >= longNumber
	if number == "" || !read && !unique {
		return 0
	}
	b := append(append(append(r.text[:0], rec.Venue...), ' '), number...)
	if !unique {
		for _, name := range rec.Players {
			b = append(append(b, '\n'), name...)
		}
		finer := uint64(finest / max(1, rec.Scale))
		for _, stack := range rec.Starting {
			b = binary.NativeEndian.AppendUint64(b, uint64(stack)*finer)
		}
		for i := range rec.Actions {
			a := &rec.Actions[i]
			b = binary.NativeEndian.AppendUint64(append(b, '\n', byte(a.Verb), byte(a.Player)), uint64(a.Amount)*finer)
			b = append(b, a.Text...)
			for _, c := range a.Cards() {
				b = append(b, byte(c))
			}
		}
	}
	r.text = b
	return maphash.Bytes(identities, b)
}

// finest is the finest unit of amounts: two formats may write the same hand in different ones.
const finest = 1_000_000_000

// identities makes hashes of hands in this run of the program.
var identities = maphash.MakeSeed()

// describe records the identity of a hand and, for summaries, its site and limit.
func (r *replayer) describe(row *handRow, rec *history.Hand) {
	row.Same = r.same(rec, true)
	if !r.opts.Summary && !r.opts.Stats {
		return
	}
	if row.Site = cmp.Or(rec.Venue, rec.Format); row.Site == "" {
		row.Site = "PHH"
	}
	if row.Game != "" && r.player.Setup().Plan != nil {
		row.Limit = r.player.Setup().Plan.Stakes.Structure.String()
	}
}

// names returns the names of a record's players, or their pseudonyms.
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

// tell narrates the last hand played, as far as it got, with the names in the record or their pseudonyms.
func (r *replayer) tell(rec *history.Hand) string {
	h := r.player.Hand()
	if len(r.log.Events) == 0 {
		return "" // the hand did not start
	}
	var b strings.Builder
	style := runs.Style(r.std.Stdout)
	style.Names = namesOf(rec)
	if r.opts.Key != "" {
		style.Names = r.names(rec)
	}
	b.WriteString(speech.Title(r.player.Setup(), style) + "\n")
	n := speech.NewNarrator(&b, style)
	n.Tell(h, r.log.Events)
	if h.Pending() == nil {
		n.Result()
	}
	return b.String()
}

// namesOf returns the names of a record's players. A player without a printable name is named by the recorded seat, if there is
// one.
func namesOf(rec *history.Hand) []string {
	names := make([]string, rec.N())
	for i := range names {
		if i < len(rec.Seats) && rec.Seats[i] > 0 && rec.Seats[i] <= history.MaxPlayers {
			names[i] = speech.SeatName(int8(rec.Seats[i] - 1))
		}
		if i < len(rec.Players) && rec.Players[i] != "" && !strings.ContainsFunc(rec.Players[i], func(c rune) bool { return !unicode.IsPrint(c) }) {
			names[i] = rec.Players[i]
		}
	}
	return names
}

// unreadable returns the row of a hand that could not be read. One that is read, and whose amounts do not add up, is mismatched.
func unreadable(name string, number int, err error) *handRow {
	row := &handRow{File: name, Hand: int64(number), Verdict: verdictUnreadable, Err: app.PlainPathError(err)}
	var bad *diag.Error
	if errors.As(err, &bad) && bad.Code == history.CodePot {
		row.Verdict = verdictMismatch
	}
	return row
}

// replayOne replays a hand that was read.
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
