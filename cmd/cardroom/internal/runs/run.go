// Package runs plays hands for "cardroom run" and "cardroom bench": many hands of a game in blocks on all cores (run*.go), a table
// hand after hand that is saved and resumed (session*.go), their shards on several machines (shards.go), and their hands as rows
// (dataset*.go) and as text (narrate.go).
package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/history"
	"cardroom/engine/ledger"
	"cardroom/engine/plan"
	engine "cardroom/engine/replay"
	"cardroom/engine/rows"
	"cardroom/engine/speech"

	"github.com/fatih/color"
)

// Options are the options of run. All except Workers, Show, Save and Format decide what is played.
type Options struct {
	Game   string
	Set    map[string]string
	Hands  int64
	Seats  int
	Stakes string
	Stack  plan.Stacks
	Policy string
	// Strategies are the solved strategies among the policies. With one, the game is the strategy's small game, and the button
	// stays at the last seat.
	Strategies library.Strategies
	// Policies maps the scripts among the policies to their hashes, for saved sessions.
	Policies map[string]string
	Deck     string
	Seed     uint64
	Shard    Shard
	Workers  int
	Show     int64
	Save     string
	Mishaps  float64
	Format   string
	Rows     DatasetOptions
	// Hand is the only hand to play, 0 for all.
	Hand      int64
	KeepGoing bool
	// Posted are the collections that the house has posted for its tables; a run takes none of them. Run sets it.
	Posted []string
	// Out is where the shard is saved as a part.
	Out Out
	// Told are the parameters that decided what is dealt and are no fields of the result.
	Told []string
	// Again is the command line that decides what is played, and UpTo is its flag that names a hand.
	Again []string
	UpTo  string
}

// Shard is one of Count equal parts of a run; Index is its number, from 1.
type Shard struct{ Index, Count int64 }

func ParseShard(text string) (Shard, error) {
	if text == "" {
		return Shard{1, 1}, nil
	}
	i, n, ok := strings.Cut(text, "/")
	index, err1 := strconv.ParseInt(i, 10, 64)
	count, err2 := strconv.ParseInt(n, 10, 64)
	if !ok || err1 != nil || err2 != nil || index < 1 || index > count {
		return Shard{}, app.Usagef("--shard must be I/N with I from 1 to N, such as 2/4, not %q", text)
	}
	return Shard{index, count}, nil
}

// Of returns the shard's range of indexes among total hands: from inclusive, to exclusive. The shards of a run cover it without
// gap or overlap, and their sizes differ by at most one.
func (s Shard) Of(total int64) (from, to int64) {
	return s.cut(s.Index-1, total), s.cut(s.Index, total)
}

// cut returns the boundary below part number part, like total*part/Count but without overflow.
func (s Shard) cut(part, total int64) int64 {
	whole, rest := total/s.Count, total%s.Count
	return whole*part + min(part, rest)
}

// Size returns how many of total hands the shard has.
func (s Shard) Size(total int64) int64 {
	from, to := s.Of(total)
	return to - from
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count) }

// ParseStack parses --stack: one size for all seats, or one for each.
func ParseStack(text string) (plan.Stacks, error) {
	s, err := plan.ParseStacks(text)
	if err != nil {
		return nil, app.Usagef("--stack %v", err)
	}
	return s, nil
}

// stacksAt returns the starting stacks of n seats according to --stack.
func stacksAt(s plan.Stacks, n int, stakes plan.Stakes) ([]int64, error) {
	out, err := s.At(n, stakes)
	if err != nil {
		return nil, app.Usagef("--stack %v", err)
	}
	return out, nil
}

// Run plays the hands and prints the result.
func Run(ctx context.Context, std *app.IO, opts Options) error {
	job, lib, err := FindJob(std, opts)
	if err != nil {
		return err
	}
	p, err := library.ReadPolicies(lib, opts.Strategies, opts.Policy, len(job.Stacks))
	if err != nil {
		return err
	}
	job.Policy, opts.Posted = p.Maker(), library.PostedNames(lib, job.Plan.Game)
	if opts.KeepGoing {
		job.KeepGoing = &batch.BadHands{}
	}
	job.Details = std.Wants(opts.Format, report.HTML)
	var before total
	finish := func(total) error { return nil }
	if opts.Out.Dir != "" {
		if before, finish, err = keepPart(std, job, lib, &opts); err != nil {
			return err
		}
	}
	var file term.File // created first, because a run whose file cannot be written would be in vain
	if opts.Save != "" {
		if file, err = std.Create(opts.Save); err != nil {
			return err
		}
		defer file.Discard()
	}
	tables, err := Create(std, opts.Rows, shardName(opts.Shard.Index, opts.Shard.Count))
	if err != nil {
		return err
	}
	defer tables.Discard()
	if !term.Browser && opts.Format == report.Text {
		if err := showHands(ctx, std.Stdout, job, opts); err != nil {
			return opts.WithCommand(library.WhilePlaying(err, opts.Game, opts.Policy))
		}
	}
	if !term.Browser && file != nil {
		// Make a job write its hands to a .phhs collection, each under its hand number
		// and with the whole deck, so that it can be replayed card by card.
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
	if !term.Browser && tables != nil {
		job.Tables, job.Rows, job.WriteRows = ledger.Count, rowsOf(tables), tables.Write
	}
	result, elapsed, err := play(ctx, std, job, &opts, file, tables)
	if err != nil && !errors.Is(err, context.Canceled) {
		return opts.WithCommand(library.WhilePlaying(err, opts.Game, opts.Policy))
	}
	if err == nil {
		if err := finish(result); err != nil {
			return err
		}
	}
	result.add(&before)
	if err := result.Over(); err != nil {
		return err
	}
	r := resultOf(inputsOf(job, &opts), &result)
	r.Shown, r.Shard, r.Workers, r.Elapsed, r.Incomplete = ShownGame(job.Plan.Game), opts.Shard, opts.Workers, elapsed, err != nil
	if err == nil && r.bad > 0 {
		err = app.ErrNo
	}
	return errors.Join(std.Results(opts.Format, func(std *app.IO, format string) error { return r.write(std, format, opts.Show) }), err)
}

// write writes the result; show is the number of narrated hands. A single narrated hand needs no statistics.
func (r *Result) write(std *app.IO, format string, show int64) error {
	switch {
	case !term.Browser && format == report.HTML:
		// The result as a page.
		p := &report.Page{Title: r.Shown.Title, Lead: []string{r.title()}, Facts: factsOf(r.lines())}
		if r.noted() {
			p.Lead = append(p.Lead, RandomNote)
		}
		var money []*report.Figure
		of := []Counted{{Details: r.Details, Game: r.Shown, Scale: r.Stakes.Scale}}
		if r.Details != nil {
			money = append(money, PotFigure(of), r.netFigure(), FeeFigure(of))
			if r.Banked > 0 {
				money = append(money, sidesFigure(r.Banked, r.Sides))
			}
		}
		p.Sections = slices.Concat([]report.Section{{Title: "Chips", Figures: Present(money...)}}, PlaySections(of), r.Irregular().Sections(), r.badSections())
		return report.Write(std.Stdout, p)
	case term.Browser || format != report.Text:
		return rows.WriteObject(std.Stdout, format, "run", "Hands that stand for themselves.", rows.Fields(columnsOf(r), r))
	case r.Hands > 1 || show == 0 || r.Incomplete || r.bad > 0:
		printRun(std.Stdout, r)
	}
	return nil
}

// FindJob returns what is to be played: a game, or a menu from which the player on the button chooses a game for each hand.
func FindJob(std *app.IO, opts Options) (*batch.Job, *dsl.Library, error) {
	lib := library.New(std, opts.Set)
	games, menu, err := library.Named(lib, opts.Game)
	if err != nil {
		return nil, nil, err
	}
	if menu != nil {
		if len(opts.Strategies) > 0 {
			return nil, nil, app.Usagef("%s is a menu of %d games: a strategy is for one game", opts.Game, len(menu.Games))
		}
		job, err := newMenuJob(menu, opts)
		return job, lib, err
	}
	if err := library.KnowsOptions(games[0], opts.Set); err != nil {
		return nil, nil, err
	}
	job, err := NewJob(std, games[0], opts)
	return job, lib, err
}

// newMenuJob returns the job of a menu: every game at the same stakes and with the same players.
func newMenuJob(menu *plan.Menu, opts Options) (*batch.Job, error) {
	if opts.Deck != "" {
		return nil, app.Usagef("--deck is for one game; %s chooses from %d", menu.ID, len(menu.Games))
	}
	// A game that has the options of all games of a menu.
	all := &plan.Game{ID: menu.ID}
	for _, g := range menu.Games {
		all.Options = append(all.Options, g.Options...)
	}
	if err := library.KnowsOptions(all, opts.Set); err != nil {
		return nil, err
	}
	var job *batch.Job
	for _, g := range menu.Games {
		one, err := NewJob(nil, g, opts)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.ID, err)
		}
		if job == nil {
			job = one
			named := *g
			named.ID, named.Name, named.Doc = menu.ID, menu.Name, menu.Doc
			total := *one.Plan
			total.Game = &named
			job.Menu, job.Plan = []*plan.AtStakes{one.Plan}, &total
			continue
		}
		job.Menu = append(job.Menu, one.Plan)
	}
	return job, nil
}

// NewJob converts the options to a job of the engine.
func NewJob(std *app.IO, game *plan.Game, opts Options) (*batch.Job, error) {
	stakes, err := game.ParseStakes(opts.Stakes)
	if err != nil {
		return nil, err
	}
	if std != nil {
		notes := app.NewWarnings(std, "game")
		warn(notes, game, stakes)
		notes.End()
	}
	small, err := opts.Strategies.Small(game, opts.Stakes, opts.Seats)
	if err != nil {
		return nil, err
	}
	if small != nil {
		// The job of the strategies' small game
		switch {
		case opts.Deck != "":
			return nil, app.Usagef("--deck cannot be used with a strategy: the cards are those of the small game")
		case opts.Mishaps > 0:
			return nil, app.Usagef("--mishaps cannot be used with a strategy: it knows the small game without irregularities")
		}
		job := &batch.Job{Plan: small.Bound, Seed: opts.Seed, Stacks: small.Stacks, Pack: batch.SmallPack(small.Bound.Game.Deck, small.Pack), Still: true}
		opts.setHands(job)
		return job, nil
	}
	bound, err := game.Bind(stakes)
	if err != nil {
		return nil, err
	}
	seats := cmp.Or(opts.Seats, game.UsualSeats())
	if opts.Seats != 0 && (seats < game.MinSeats || seats > game.MaxSeats) {
		return nil, app.Usagef("%s is for %d to %d players, not %d", game.ID, game.MinSeats, game.MaxSeats, seats)
	}
	job := &batch.Job{Plan: bound, Seed: opts.Seed}
	if opts.Mishaps > 0 {
		job.Mishaps = &batch.Mishaps{Rate: opts.Mishaps}
	}
	if job.Stacks, err = stacksAt(opts.Stack, seats, stakes); err != nil {
		return nil, err
	}
	if job.Decks, err = readDecks(std, opts.Deck, game); err != nil {
		return nil, err
	}
	opts.setHands(job)
	return job, nil
}

// Total returns the number of hands of all shards.
func (opts *Options) Total(job *batch.Job) int64 {
	if opts.Hands == 0 {
		return int64(len(job.Decks))
	}
	return opts.Hands
}

// setHands sets the range of hands that a job plays.
func (opts *Options) setHands(job *batch.Job) {
	from, to := opts.Shard.Of(opts.Total(job))
	if opts.Hand > 0 {
		from, to = opts.Hand-1, opts.Hand
	}
	job.From, job.To = from+1, to+1
}

// warn adds the house's notes on a game and stakes.
func warn(notes *app.Warnings, game *plan.Game, stakes plan.Stakes) {
	for _, note := range []string{game.Note, stakes.Note} {
		if note != "" {
			notes.Add(errors.New(note))
		}
	}
}

// readDecks reads a deck file, if there is one.
func readDecks(std *app.IO, name string, game *plan.Game) ([][]cards.Card, error) {
	if name == "" {
		return nil, nil
	}
	data, err := std.ReadText(name)
	if err != nil {
		return nil, err
	}
	decks, err := history.ReadDecks(name, data, game.Deck)
	if err == nil && len(decks) == 0 {
		err = fmt.Errorf("%s: contains no deck", name)
	}
	return decks, err
}

// showHands narrates the first hands of the job.
func showHands(ctx context.Context, w *term.Stream, job *batch.Job, opts Options) error {
	first := *job
	first.To = min(job.To, job.From+opts.Show)
	begin := func(p *batch.Played) *speech.Narrator {
		Collections(w, p.Hand, nil)
		title(w, p.Setup, nil)
		return Events(w, p.Hand, p.Log.Events, nil)
	}
	first.Record = func(to []byte, n int64, p *batch.Played) ([]byte, error) {
		begin(p).Result()
		w.Printf("\n")
		return to, nil
	}
	if opts.Hand > 0 { // --hand is for finding out what went wrong
		first.Failed = func(n int64, p *batch.Played) {
			begin(p)
			w.Printf("%s\n\n", w.Paint("Here the hand went wrong", color.FgRed))
		}
	}
	if opts.KeepGoing { // the run itself lists the failed hands
		first.KeepGoing = &batch.BadHands{}
	}
	_, err := batch.Run(ctx, &first, 1, nil)
	return err
}

// play plays all hands of the job and commits the files of --save and --rows; both may be nil.
func play(ctx context.Context, std *app.IO, job *batch.Job, opts *Options, file term.File, tables *Files) (total, time.Duration, error) {
	p := std.StartProgress("playing", job.To-job.From)
	defer p.Stop()
	started := std.Now()
	result, err := batch.Run(ctx, job, opts.Workers, &p.Done)
	elapsed := std.Now().Sub(started)
	p.Stop()
	if err == nil && file != nil {
		err = file.Commit()
	}
	if err == nil {
		err = tables.Commit()
	}
	return totalOf(result, job.KeepGoing, opts), elapsed, err
}

// rowsOf returns a function that makes, for each worker, a function that writes its hands as rows.
func rowsOf(tables *Files) func() func([][]byte, int64, *batch.Played) {
	return func() func([][]byte, int64, *batch.Played) {
		w := tables.Writer()
		return func(to [][]byte, n int64, p *batch.Played) {
			w.Add(to, &ledger.Played{Number: n, Setup: p.Setup, Hand: p.Hand, Log: p.Log})
		}
	}
}

// Hands that failed in a run, and the commands that replay them.

// again returns the command that replays hand n.
func (o *Options) again(n int64) string {
	return app.CommandLine(slices.Concat(o.Again, o.Rows.Words(), []string{o.UpTo, fmt.Sprint(n)}))
}

// badHand is a hand that failed.
type badHand struct {
	Hand    int64  `json:"hand"`    // its number
	Error   string `json:"error"`   // what went wrong
	Command string `json:"command"` // plays the hand again
	err     error  // nil if it was read from a part
	told    string // the full error, as saved in a part
}

// explained returns the error in full.
func (b *badHand) explained(w *term.Stream) string {
	if b.err == nil {
		return b.told
	}
	return app.Explain(w, b.err)
}

// badColumns are the extra fields of a run with --keep-going.
var badColumns = []rows.Column[*Result]{
	{Name: "bad_hands", Unit: "hands", Doc: "with --keep-going: hands that went wrong, which are in no total", Value: func(r *Result) any { return r.bad }, Elsewhere: true},
	{Name: "bad", Doc: "the first of them, up to twenty", Value: func(r *Result) any { return r.first }, Elsewhere: true},
}

// WithCommand adds to an error in a hand the command that replays the hand.
func (o *Options) WithCommand(err error) error {
	var bad *batch.HandError
	if !errors.As(err, &bad) || errors.Is(err, context.Canceled) {
		return err
	}
	return &app.Again{Err: err, Line: o.again(bad.Hand)}
}

// Reports on the irregularities of random runs and sessions.

// Irregularity is the irregularities of a run or a session.
type Irregularity struct {
	Rate  float64 // probability at each moment
	Count *batch.Trouble
}

func (r *Result) Irregular() Irregularity { return Irregularity{r.Mishaps, &r.Trouble} }

// mishapColumns returns the extra fields for irregularities.
func mishapColumns[R interface{ Irregular() Irregularity }]() []rows.Column[R] {
	return []rows.Column[R]{
		{Name: "mishaps", Unit: "share", Doc: "the probability of an irregularity at every moment", Value: func(r R) any { return r.Irregular().Rate }, Elsewhere: true},
		{Name: "rulings", Unit: "rulings", Doc: "irregularities ruled on", Value: func(r R) any { return r.Irregular().Count.Events }, Elsewhere: true},
		{Name: "rulings_default", Unit: "rulings", Doc: "of those by the default", Value: func(r R) any { return r.Irregular().Count.Defaults }, Elsewhere: true},
		{Name: "rulings_refused", Unit: "rulings", Doc: "of those that were refused", Value: func(r R) any { return r.Irregular().Count.Refused }, Elsewhere: true},
		{Name: "rulings_by_event", Doc: "by event", Value: func(r R) any { return r.Irregular().byEvent() }, Elsewhere: true},
	}
}

// eventCount is the number of rulings on one kind of irregularity.
type eventCount struct {
	Event string `json:"event"`                // the kind of irregularity
	Count int64  `json:"count" unit:"rulings"` // rulings on it
}

// byEvent lists the kinds with rulings, the most frequent first.
func (r Irregularity) byEvent() []eventCount {
	out := []eventCount{}
	for _, k := range plan.Incidents() {
		if n := r.Count.ByKind[k]; n > 0 {
			out = append(out, eventCount{k.String(), n})
		}
	}
	slices.SortStableFunc(out, func(a, b eventCount) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

// Print prints the counts of rulings; it prints nothing if irregularities were off.
func (r Irregularity) Print(w *term.Stream) {
	if r.Rate == 0 {
		return
	}
	t := r.Count
	w.Printf("\n%s\n", w.Paint(term.Counted(t.Events, "ruling"), color.Bold))
	cells := [][]string{
		{"by default", term.Grouped(t.Defaults), term.Percent(t.Defaults, t.Events)},
		{"refusing", term.Grouped(t.Refused), term.Percent(t.Refused, t.Events)},
	}
	for _, e := range r.byEvent() {
		cells = append(cells, []string{e.Event, term.Grouped(e.Count), term.Percent(e.Count, t.Events)})
	}
	report.Table(w, []report.Heading{{Title: "", Align: report.Left}, {Title: "", Align: report.Right}, {Title: "", Align: report.Right}}, cells)
}
