// Package replays replays recorded hands from many files and reports hands whose results differ from the record.
package replays

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
	"cardroom/engine/ledger"
	"cardroom/engine/rows"
	"cardroom/engine/speech"

	"github.com/fatih/color"
)

type Options struct {
	Paths   []string
	Lenient bool
	// Strict reports a hand as not ok if anything had to be inferred.
	Strict bool
	// Stats prints tracker statistics of the players, and Summary the number of hands by site, game, limit and outcome, instead
	// of the hands. Key replaces the names by pseudonyms.
	Stats, Summary bool
	Key            string
	// Hero is the player whose hands they are, and whose statistics are wanted; "" for all. By is what the statistics tell apart.
	Hero string
	By   By
	// Explain prints what was inferred.
	Explain bool
	Diff    bool
	// FailFast stops at the first hand that is not ok.
	FailFast bool
	// Hand is the number of the only hand to replay, "" for all.
	Hand    string
	Workers int
	Show    bool // narrate each hand
	Rows    runs.DatasetOptions
	Format  string
	// Out is where the shard of a summary is saved as a part.
	Out   runs.Out
	Shard runs.Shard
	files []walked // the files to read, or nil to search Paths
}

// IsSession reports whether a name is that of a saved session.
func IsSession(name string) bool { return strings.HasSuffix(name, ".session") }

// verdict is the outcome of replaying one recorded hand.
type verdict uint8

const (
	verdictOK         verdict = iota
	verdictMismatch           // its amounts do not add up, or it was replayed and the stacks differ from the recorded ones
	verdictUnreadable         // it could not be read or replayed
	verdictNoGame             // no game has its variant
	verdictInferred           // with --strict: something had to be inferred
)

// handRow is one row of a replay. Unknown stacks are nil.
type handRow struct {
	File      string
	Hand      int64  // from 1 in the file, 0 for a file that could not be opened
	Variant   string // as recorded
	Game      string
	Starting  []int64
	Finishing []int64 // as replayed
	Recorded  []int64 // nil if the file has none
	Scale     int64
	Verdict   verdict
	// Err is why the hand is not ok; Warnings are the problems that --lenient tolerated.
	Err      error
	Warnings []history.Warning
	// Inferred is what the file does not say and had to be inferred.
	Inferred    []history.Warning
	Site, Limit string
	// Same is the hand's identity, equal for copies of the same hand; 0 if unknown. Again: it was found before, in this file or another, and
	// the copy that counts is not this one.
	Same  uint64
	Again bool
	// Seats are the tracker statistics of the hand's players, only with --stats, hero is the seat of the player of --hero, -1 for none, and
	// stakes and month are what they may be told apart by.
	Seats         []ledger.Seat
	hero          int
	stakes, month string
	at            int64
	// Rows is the hand as table rows, nil unless --rows is set and the hand was played to its end.
	Rows   *ledger.Loose
	number int64 // number of the file, from 0
	// numbered means that the record's own number is that of --hand.
	numbered bool
	// Told is the narrated hand, only with --show.
	Told string
	// Schedule says what rake the house's schedule takes, if it differs from the record; only with --explain.
	Schedule string
}

// once returns the identity by which the hand counts once, in sums and in tables; 0 if it is unknown. Of several copies the first counts that
// is ok, otherwise the first.
func (r *handRow) once() uint64 {
	if r.Verdict == verdictNoGame {
		return 0
	}
	return r.Same
}

// outcome is what counts of a hand.
type outcome struct {
	verdict  verdict
	inferred bool
}

func (r *handRow) outcome() outcome { return outcome{r.Verdict, len(r.Inferred) > 0} }

// before reports whether a copy of this outcome counts, and not a later one.
func (o outcome) before(later outcome) bool {
	return o.verdict == verdictOK || later.verdict != verdictOK
}

// handColumns are the columns of a row.
var handColumns = []rows.Column[*handRow]{
	{Name: "file", Doc: "as it was named or found", Value: func(r *handRow) any { return r.File }},
	{Name: "hand", Doc: "its number in the file, from 1; 0 for the file as a whole", Value: func(r *handRow) any { return r.Hand }},
	{Name: "game", Doc: "that answers to its variant, or empty", Value: func(r *handRow) any { return r.Game }},
	{Name: "starting_stacks", Doc: "by seat; null for a stack that nobody recorded", Value: func(r *handRow) any { return rows.Amounts(r.Starting, r.Scale) }},
	{Name: "finishing_stacks", Doc: "by seat, as the engine has them", Value: func(r *handRow) any { return rows.Amounts(r.Finishing, r.Scale) }},
	{Name: "ok", Doc: "played, and the stacks at the end are the file's", Value: func(r *handRow) any { return r.Verdict == verdictOK }},
	{Name: "error", Doc: "file:line:col: what is wrong", Value: func(r *handRow) any { return rows.Message(r.Err) }},
	{Name: "inferred", Doc: "what the file does not say and was concluded", Value: func(r *handRow) any {
		if len(r.Inferred) == 0 {
			return nil
		}
		texts := make([]string, len(r.Inferred))
		for i, e := range r.Inferred {
			texts[i] = e.Msg
		}
		return texts
	}},
	{Name: "again", Doc: "true for a copy of a hand that was ok before, in this file or another", Value: func(r *handRow) any { return rows.Given(r.Again) }},
}

// mostVariants is the maximum number of variants without a game that the summary names.
const mostVariants = 20

// tally counts the hands of a replay, each once.
type tally struct {
	Hands, OK, Mismatched, Unreadable, NoGame int64
	// Inferred counts the hands in which something was inferred; Strict counts those of them that are not ok for that reason.
	Inferred, Strict int64
	// Twice counts the copies of hands that are counted.
	Twice int64
	seen  map[uint64]outcome
	// missing counts hands by variant, for variants without a game.
	missing map[string]int64
	// Incomplete means that the replay was interrupted, or stopped at a hand.
	Incomplete bool
}

func (t *tally) add(r *handRow) {
	one := r.outcome()
	if id := r.once(); id != 0 {
		was, again := t.seen[id]
		if again {
			t.Twice++
			if r.Again = was.before(one); r.Again {
				return
			}
			t.count(was, "", -1)
		}
		if t.seen == nil {
			t.seen = map[uint64]outcome{}
		}
		t.seen[id] = one
	}
	t.count(one, r.Variant, 1)
}

// count adds n hands of an outcome.
func (t *tally) count(o outcome, variant string, n int64) {
	t.Hands += n
	if o.inferred {
		t.Inferred += n
	}
	switch o.verdict {
	case verdictInferred:
		t.Strict += n
	case verdictOK:
		t.OK += n
	case verdictMismatch:
		t.Mismatched += n
	case verdictUnreadable:
		t.Unreadable += n
	case verdictNoGame:
		t.NoGame += n
		if t.missing == nil {
			t.missing = map[string]int64{}
		}
		t.missing[variant] += n
	}
}

// String returns the summary line, without the counts that are 0.
func (t *tally) String() string {
	words := []string{term.Counted(t.Hands, "hand") + ": " + term.Grouped(t.OK) + " ok"}
	if n := t.Inferred - t.Strict; n > 0 {
		words[0] += fmt.Sprintf(" (%s with something inferred)", term.Grouped(n))
	}
	if t.Strict > 0 {
		words = append(words, term.Grouped(t.Strict)+" with something inferred")
	}
	if t.Mismatched > 0 {
		words = append(words, term.Grouped(t.Mismatched)+" mismatched")
	}
	if t.Unreadable > 0 {
		words = append(words, term.Grouped(t.Unreadable)+" unreadable")
	}
	for i, variant := range slices.Sorted(maps.Keys(t.missing)) {
		if i == mostVariants {
			words = append(words, fmt.Sprintf("and more with no game for %s", term.Counted(int64(len(t.missing)-i), "other variant")))
			break
		}
		words = append(words, fmt.Sprintf("%s with no game for variant %s", term.Grouped(t.missing[variant]), variant))
	}
	text := strings.Join(words, ", ")
	if t.Twice > 0 {
		text += fmt.Sprintf("; %s found again and counted once", term.Grouped(t.Twice))
	}
	if t.Incomplete {
		text += " (incomplete)"
	}
	return text
}

// outcome returns the result of the whole replay as the command's error. The errors of single hands have already been printed.
func (t *tally) outcome() error {
	switch {
	case t.Mismatched > 0:
		return app.ErrNo
	case t.Unreadable > 0 || t.NoGame > 0 || t.Strict > 0 || t.Hands == 0:
		return app.ErrShown
	}
	return nil
}

func (t *tally) fields() []rows.Pair {
	return []rows.Pair{
		{Name: "count", Doc: "hands", Value: t.Hands},
		{Name: "ok", Doc: "to the chip", Value: t.OK},
		{Name: "mismatched", Doc: "with other stacks than the file says", Value: t.Mismatched},
		{Name: "unreadable", Doc: "that cannot be read or played", Value: t.Unreadable},
		{Name: "no_game", Doc: "of a variant that no game answers to", Value: t.NoGame},
		{Name: "with_inferred", Doc: "in which something was inferred", Value: t.Inferred},
		{Name: "found_again", Doc: "copies of hands that were ok before: they are not in the other counts", Value: t.Twice},
		rows.Complete(!t.Incomplete),
	}
}

// replayOutput receives the rows of a replay in order.
type replayOutput interface {
	Row(*handRow) error
	Close(*tally) error
}

// replayOutputs writes to several outputs.
type replayOutputs []replayOutput

func (all replayOutputs) Row(row *handRow) (err error) {
	for _, out := range all {
		err = errors.Join(err, out.Row(row))
	}
	return err
}

func (all replayOutputs) Close(t *tally) (err error) {
	for _, out := range all {
		err = errors.Join(err, out.Close(t))
	}
	return err
}

func newReplayOutput(std *app.IO, opts Options, p *term.Progress) (replayOutput, error) {
	if opts.Format == report.HTML && !opts.Stats {
		return nil, app.Usagef("the page has statistics of players: add --stats")
	}
	if opts.Stats || opts.Summary {
		return newSums(std, opts), nil
	}
	if opts.Format == report.Text {
		return &replayText{std: std, opts: opts, progress: p}, nil
	}
	out, err := rows.New(std.Stdout, opts.Format, "replay", "hands", handColumns)
	return &replayRows{std: std, out: out}, err
}

// replayRows writes a machine-readable format. The summary also goes to standard error, because most formats have no place for
// it.
type replayRows struct {
	std *app.IO
	out rows.Writer[*handRow]
}

func (r *replayRows) Row(row *handRow) error {
	return r.out.Row(row)
}

func (r *replayRows) Close(t *tally) error {
	r.std.Note("%s", t)
	return r.out.Close(t.fields()...)
}

// replayText prints the hands that are not ok and the summary; with --verbose also a line for each file.
type replayText struct {
	std      *app.IO
	opts     Options
	progress *term.Progress
	file     string
	hands    int64
	bad      int64
	// complaints limits the reported hands.
	complaints app.Limiter
}

func (r *replayText) Row(row *handRow) error {
	if row.File != r.file {
		r.endFile()
		r.file, r.hands, r.bad = row.File, 0, 0
	}
	r.hands++
	if row.Told != "" {
		_, _ = fmt.Fprintf(r.progress.Over(), "%s\n", row.Told)
	}
	if r.opts.Explain {
		for _, e := range row.Inferred {
			_, _ = fmt.Fprintf(r.progress.Over(), "%s: inferred: %s\n", e.Pos, e.Msg)
		}
		if row.Schedule != "" {
			_, _ = fmt.Fprintf(r.progress.Over(), "%s: hand %d: %s\n", row.File, row.Hand, row.Schedule)
		}
	}
	if row.Verdict == verdictOK {
		return nil
	}
	r.bad++
	// There may be thousands of variants without a game; the summary counts them.
	if r.std.Verbose || row.Verdict != verdictNoGame && r.complaints.NextAlike(row.Err) {
		to, on := r.progress.Over(), r.std.Stdout
		if row.Hand == 0 { // the whole file cannot be read: an error, not a result
			to, on = r.progress.Errors(), r.std.Stderr
		}
		_, _ = fmt.Fprint(to, r.complaint(row, on))
	}
	return nil
}

func (r *replayText) Close(t *tally) error {
	r.endFile()
	for _, line := range r.complaints.Alike() {
		_, _ = fmt.Fprintln(r.progress.Over(), line)
	}
	if rest := r.complaints.Rest("hands that are not ok; --json has every one"); rest != "" {
		_, _ = fmt.Fprintf(r.progress.Over(), "%s\n", rest)
	}
	r.progress.Stop()
	paint := color.FgGreen
	if t.outcome() != nil {
		paint = color.FgRed
	}
	r.std.Stdout.Printf("%s\n", r.std.Stdout.Paint(t.String(), paint))
	if t.Inferred > t.Strict && !r.opts.Explain {
		r.std.Note("--explain lists what was inferred")
	}
	return nil
}

func (r *replayText) endFile() {
	if r.file == "" || !r.std.Verbose {
		return
	}
	word := "PASS"
	if r.bad > 0 {
		word = "FAIL"
	}
	_, _ = fmt.Fprintf(r.progress.Over(), "%s  %s  %s\n", word, r.file, term.Counted(r.hands, "hand"))
}

// complaint returns what is wrong with a hand, formatted for a stream: its error in full, and with --diff the stacks that
// differ.
func (r *replayText) complaint(row *handRow, on *term.Stream) string {
	var b strings.Builder
	for _, e := range app.Flatten(row.Err) {
		fmt.Fprintf(&b, "%s\n", app.Explain(on, e))
	}
	if r.opts.Diff && row.Recorded != nil && row.Finishing != nil {
		for i, have := range row.Finishing {
			if i >= len(row.Recorded) || have == row.Recorded[i] {
				continue
			}
			fmt.Fprintf(&b, "    seat %d: recorded %s, replayed %s (%s)\n", i+1, rows.Money{Units: row.Recorded[i], Scale: row.Scale},
				rows.Money{Units: have, Scale: row.Scale}, speech.Signed(rows.Money{Units: have - row.Recorded[i], Scale: row.Scale}.String()))
		}
	}
	return b.String()
}

// Replay replays recorded hands.
func Replay(ctx context.Context, std *app.IO, opts Options) error {
	p := std.StartProgress("replaying", 0)
	defer p.Stop()
	var out replayOutputs
	err := std.Results(opts.Format, func(std *app.IO, format string) error {
		opts.Format = format
		one, err := newReplayOutput(std, opts, p)
		out = append(out, one)
		return err
	})
	if err != nil {
		return err
	}
	tables, err := newTables(std, opts.Rows, opts.Stats)
	if err != nil {
		return err
	}
	defer tables.files.Discard()
	var sum tally
	kept, err := out.resume(std, &opts)
	if err != nil {
		return err
	}
	tolerated := app.NewWarnings(std, "time")
	stray, err := replayAll(ctx, std, opts, func(row *handRow) error {
		p.Done.Add(1)
		for _, w := range row.Warnings {
			tolerated.Add(w)
		}
		if err := kept.add(row); err != nil {
			return err
		}
		sum.add(row)
		if err := tables.add(row); err != nil {
			return err
		}
		if err := out.Row(row); err != nil {
			return err
		}
		if opts.FailFast && row.Verdict != verdictOK {
			return errEnough
		}
		return nil
	})
	p.Stop()
	tolerated.End()
	stray()
	if lost := new(absent); errors.As(err, &lost) {
		return err // before anything is printed
	}
	if err == nil {
		err = kept.finish()
	}
	sum.Incomplete = err != nil
	if closing := out.Close(&sum); closing != nil {
		return closing
	}
	if err != nil && !errors.Is(err, errEnough) {
		return err
	}
	if err == nil {
		if err := tables.end(); err != nil {
			return err
		}
	}
	return sum.outcome()
}

// resume loads what the folder of --out already has of the shard; without --out it returns nil.
func (all replayOutputs) resume(std *app.IO, opts *Options) (*kept, error) {
	if opts.Out.Dir == "" {
		return nil, nil
	}
	k, err := keepPart(std, opts)
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		if s, ok := one.(*sums); ok {
			s.merge(&k.before.sums)
		}
	}
	return k, nil
}

// tables writes the files of --rows and numbers the hands in them.
type tables struct {
	files  *runs.Files // nil without --rows
	writer *ledger.Writer
	to     [][]byte
	hands  int64
	wrong  []*handRow // not ok: they wait for a copy that is
	good   map[uint64]bool
}

func newTables(std *app.IO, opts runs.DatasetOptions, stats bool) (*tables, error) {
	if stats && opts.Dir == "" {
		opts.EV = false // it is for the statistics
	}
	files, err := runs.Create(std, opts, "")
	if err != nil || files == nil {
		return &tables{}, err
	}
	return &tables{files: files, writer: files.Writer(), to: make([][]byte, ledger.Count), good: map[uint64]bool{}}, nil
}

// add writes the rows of the next hand, if it has any and was not in a file before. A hand that is not ok waits for the end: there may be a copy
// that is.
func (t *tables) add(row *handRow) error {
	if row.Rows == nil || row.Again {
		return nil
	}
	if id := row.once(); id != 0 && row.Verdict != verdictOK {
		t.wrong = append(t.wrong, row)
		return nil
	} else if id != 0 {
		t.good[id] = true
	}
	return t.put(row.Rows)
}

func (t *tables) put(l *ledger.Loose) error {
	t.hands++
	for i := range t.to {
		t.to[i] = t.to[i][:0]
	}
	t.writer.Put(t.to, l, t.hands)
	return t.files.Write(t.to)
}

// end writes the hands that are not ok in any copy, and completes the files.
func (t *tables) end() error {
	for _, row := range t.wrong {
		if !t.good[row.Same] {
			if err := t.put(row.Rows); err != nil {
				return err
			}
		}
	}
	return t.files.Commit()
}

// errEnough ends a replay at the first hand that is not ok, for --fail-fast.
var errEnough = errors.New("enough")
