// Package session plays a table hand after hand, and saves, resumes and reports such sessions, for "cardroom run --session".
package session

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/dataset"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/table"
)

// Options are the options of run that apply only to sessions. Together with the saved fields of [simulate.Options] they decide
// everything that happens, so they are saved in the head of a session.
type Options struct {
	Hours      int64  `json:"hours,omitempty"`
	Kill       string `json:"kill,omitempty"`
	Collection string `json:"collection,omitempty"`
	Choice     bool   `json:"choice,omitempty"`
	Crowd      string `json:"crowd"`
	// Events are the scheduled events, each preceded by the number of hands before it.
	Events []string `json:"events,omitempty"`
	Resume string   `json:"-"`
	// Because says why this is a session, if it was not asked for by name.
	Because string `json:"-"`
	// Sessions is the number of independent sessions, 0 for a single one that can be saved.
	Sessions int64 `json:"-"`
}

// Check rejects invalid values.
func (s *Options) Check() error {
	switch {
	case s.Hours < 0 || s.Hours > 1_000_000_000:
		return app.Usagef("--hours must be at least 1, not %d", s.Hours)
	case s.Kill != "" && s.Kill != "half" && s.Kill != "full":
		return app.Usagef("--kill must be half or full, not %q", s.Kill)
	case s.Crowd != "steady" && s.Crowd != "coming":
		return app.Usagef("--crowd must be steady or coming, not %q", s.Crowd)
	}
	return nil
}

// New returns a session before its first hand.
func New(cfg *table.Config, lib *dsl.Library, opts *simulate.Options, extra *Options) (*batch.Session, error) {
	tab, err := cfg.Open(opts.Seed)
	if err != nil {
		return nil, err
	}
	players := opts.Seats
	if players == 0 {
		players = min(6, cfg.MaxSeats)
	}
	stakes := cfg.Games[0].Plan.Stakes
	stacks, err := simulate.StacksAt(opts.Stack[:1], 1, stakes)
	if err != nil {
		return nil, err
	}
	p, err := library.ReadPolicies(lib, opts.Strategies, opts.Policy, players)
	if err != nil {
		return nil, err
	}
	rest, own, err := p.Make()
	if err != nil {
		return nil, err
	}
	s := &batch.Session{Table: tab, Policy: rest, Own: map[table.Player]batch.Policy{}, Players: players, Stack: stacks[0]}
	for seat, policy := range own {
		s.Own[table.Player(seat+1)] = policy
	}
	if extra.Crowd == "coming" {
		s.Crowd = batch.Coming
	}
	if opts.Mishaps > 0 {
		s.Mishaps = &batch.Mishaps{Rate: opts.Mishaps}
	}
	for _, line := range extra.Events {
		e, err := ParseEventLine(line, stakes.Scale)
		if err != nil {
			return nil, err
		}
		s.Floor = append(s.Floor, e)
	}
	return s, nil
}

// Run plays a session and prints its result. saved is a session to replay first, or nil.
func Run(ctx context.Context, std *app.IO, opts simulate.Options, extra Options, saved *Saved) error {
	cfg, s, err := open(std, &opts, &extra, saved)
	if err != nil {
		return err
	}
	hands := opts.Hands
	if hands == 0 {
		hands = table.MaxHands // the clock ends the session
	}
	rec, err := recordSession(std, s, opts.Save, newSessionHead(&opts, &extra, opts.Hands))
	if err != nil {
		return err
	}
	defer rec.discard()
	defer std.Rescue.Register(rec.rescued)()
	r := &summary{opts: &opts, extra: &extra, cfg: cfg}
	if std.Wants(opts.Format, report.HTML) {
		r.course = countSession(s)
	}
	tables, err := dataset.Create(std, opts.Rows, "")
	if err != nil {
		return err
	}
	defer tables.Discard()
	writeTables(s, tables)
	if opts.Format == report.Text && opts.Show > 0 {
		tellSession(std.Stdout, s, opts.Show)
	}
	if saved != nil {
		saved.compare(s)
	}
	p := std.StartProgress("playing", 0)
	defer p.Stop()
	started := std.Now()
	if saved != nil {
		if err := saved.playAgain(ctx, s, r, &p.Done); err != nil {
			return err
		}
	}
	more, err := s.Run(ctx, hands, extra.until(cfg.Start), &p.Done)
	r.add(&more)
	if err == nil {
		err = r.Over()
	}
	r.elapsed, r.posting = std.Now().Sub(started), s.Table.Posting()
	p.Stop()
	if err != nil && !errors.Is(err, context.Canceled) {
		if err = library.WhilePlaying(err, opts.Game, opts.Policy); opts.Again != nil { // a resumed session is repeated from its file
			err = opts.WithCommand(err)
		}
		return err
	}
	r.incomplete = err != nil
	if err == nil {
		if err := tables.Commit(); err != nil {
			return err
		}
	}
	if err := rec.commit(std, &s.Table, err == nil); err != nil {
		return err
	}
	return errors.Join(std.Results(opts.Format, r.write), err)
}

// until returns the time at which a session that starts at start ends, 0 if the clock does not end it.
func (o *Options) until(start int64) int64 {
	if o.Hours == 0 {
		return 0
	}
	return start + o.Hours*3600
}

// open returns the table and a new session, set to replay a saved one if there is one.
func open(std *app.IO, opts *simulate.Options, extra *Options, saved *Saved) (*table.Config, *batch.Session, error) {
	cfg, lib, err := Config(std, opts, extra)
	if err == nil {
		opts.Policies, err = Digests(lib, opts.Policy)
	}
	if err != nil {
		return nil, nil, saved.placed(err)
	}
	if saved != nil {
		if err := saved.fits(cfg, opts.Policies); err != nil {
			return nil, nil, err
		}
	}
	s, err := New(cfg, lib, opts, extra)
	if err != nil {
		return nil, nil, saved.placed(err)
	}
	if saved != nil {
		s.Replay, s.Through = saved.Events, saved.Hands
		if saved.played != nil {
			s.Log() // for compare
		}
	}
	return cfg, s, nil
}

// fits reports why a saved session cannot be continued at the table or with the current scripts.
func (s *Saved) fits(cfg *table.Config, policies map[string]string) error {
	if !s.anew {
		if f := OtherScript(s.Head.Policies, policies); f != nil {
			return s.inHead(f)
		}
	}
	return s.check(cfg)
}

// placed locates an error in the head, if it was caused by the head and has no position yet.
func (s *Saved) placed(err error) error {
	if s == nil {
		return err
	}
	f := FaultOf(err)
	if f == nil || s.anew && f.Way[0] == "policy" { // typed on the command line
		return err
	}
	return s.inHead(f)
}

// playAgain replays the saved session, which must end as recorded.
func (s *Saved) playAgain(ctx context.Context, b *batch.Session, r *summary, done *atomic.Int64) (err error) {
	if r.SessionResult, err = b.Run(ctx, s.Hands, 0, done); err == nil {
		err = s.same(r.cfg, &b.Table)
	}
	if refused := (*table.RefusedError)(nil); errors.As(err, &refused) {
		return s.inEvent(len(s.Events)-len(b.Replay)-1, err)
	}
	return library.WhilePlaying(err, r.opts.Game, r.opts.Policy)
}

// same reports an error if the replayed session ended differently.
func (s *Saved) same(cfg *table.Config, t *table.Table) error {
	if sameTable(cfg, t, s.Table) {
		return nil
	}
	return s.inTable(&diag.Error{At: 1, Msg: "the session does not replay as it was recorded: the file, games, scripts or the program have changed"})
}

// sameTable reports whether a text describes the table. Texts of older versions may differ in form.
func sameTable(cfg *table.Config, t *table.Table, text string) bool {
	if t.Save() == text {
		return true
	}
	other, err := cfg.Restore(text)
	return err == nil && other.Save() == t.Save()
}

// summary is the result of a session, with its inputs.
type summary struct {
	batch.SessionResult
	opts       *simulate.Options
	extra      *Options
	cfg        *table.Config
	posting    int // index of the posting in force at the end
	elapsed    time.Duration
	incomplete bool
	course     *course // nil without a page
	sessions   int64   // number of sessions that are combined, 0 for a single session
}

// add adds the hands of a resumed session. The table's own counts are taken from the later part.
func (r *summary) add(o *batch.SessionResult) { r.Merge(o) }
