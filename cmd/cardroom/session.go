package main

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/strict"
	"cardroom/engine/table"

	"github.com/urfave/cli/v2"
)

// sessionOptions are the inputs of run that only a session has. With the saved
// fields of runOptions they decide everything that happens, so that they stand
// at the head of a saved session.
type sessionOptions struct {
	Hours      int64  `json:"hours,omitempty"`
	Kill       string `json:"kill,omitempty"`
	Collection string `json:"collection,omitempty"`
	Choice     bool   `json:"choice,omitempty"`
	Crowd      string `json:"crowd"`
	// Events are what the floor has happen, each with the hands before it.
	Events []string `json:"events,omitempty"`
	resume string
}

// sessionFlags are the flags of run for sessions.
func sessionFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "session", Usage: "play one session at a table: button, blinds owed, chips and clock go on from hand to hand"},
		&cli.Int64Flag{Name: "hours", Usage: "session: until the table's clock has gone `N` hours"},
		&cli.StringFlag{Name: "kill", Usage: "session: with a `KILL`, half or full"},
		&cli.StringFlag{Name: "collection", Usage: "session: the house takes what it has posted under `NAME`, such as A, or none", DefaultText: "what the table has first"},
		&cli.BoolFlag{Name: "choice", Usage: "session: the button names the game of each hand, from all of the house"},
		&cli.StringFlag{Name: "crowd", Usage: "session: `HOW` players behave, steady or coming (and going)", Value: "coming"},
		&cli.StringFlag{Name: "events", Usage: "session: with what happens in `FILE`, lines such as '100 post game=2': after 100 hands the second collection is posted"},
		&cli.StringFlag{Name: "resume", Usage: "go on with the session saved in `FILE`, after playing it again as recorded"},
	}
}

func readSessionOptions(c *cli.Context) (s sessionOptions, err error) {
	s = sessionOptions{
		Hours: c.Int64("hours"), Kill: c.String("kill"), Collection: c.String("collection"), Choice: c.Bool("choice"), Crowd: c.String("crowd"),
		resume: c.String("resume"),
	}
	if c.IsSet("hours") && s.Hours == 0 {
		return s, app.Usagef("--hours is at least 1, not 0")
	}
	return s, s.check()
}

// check refuses what means nothing.
func (s *sessionOptions) check() error {
	switch {
	case s.Hours < 0 || s.Hours > 1_000_000_000:
		return app.Usagef("--hours is at least 1, not %d", s.Hours)
	case s.Kill != "" && s.Kill != "half" && s.Kill != "full":
		return app.Usagef("--kill is half or full, not %q", s.Kill)
	case s.Crowd != "steady" && s.Crowd != "coming":
		return app.Usagef("--crowd is steady or coming, not %q", s.Crowd)
	}
	return nil
}

// isSession reports whether a session is asked for: by a flag, by a script that
// describes a table and no game, or by the name of a house's table that is not
// that of a game.
func isSession(c *cli.Context, std *app.IO) bool {
	for _, name := range []string{"session", "hours", "kill", "collection", "choice", "crowd", "events", "resume"} {
		if c.IsSet(name) {
			return true
		}
	}
	name := c.Args().First()
	set, err := library.ParseSet(c.StringSlice("set"))
	ref, err2 := library.Ref(name)
	if err != nil || err2 != nil {
		return false
	}
	lib := library.New(std, set)
	if !strings.HasSuffix(library.FileOf(name), ".star") {
		menu, err := lib.Menu(name)
		if err != nil || menu != nil {
			return false
		}
		if _, err := lib.Find(name); err == nil {
			return false
		}
	}
	t, err := lib.Table(ref)
	return err == nil && t != nil
}

// doSession is the action of run for sessions.
func doSession(c *cli.Context, std *app.IO, format string) error {
	extra, err := readSessionOptions(c)
	if err != nil {
		return err
	}
	if extra.resume != "" {
		opts, err := readResumeOptions(c, format)
		if err != nil {
			return err
		}
		return resumeSession(c.Context, std, opts, extra.resume)
	}
	opts, err := readRunOptions(c, std, format)
	if err != nil {
		return err
	}
	if opts.Hand > 0 || opts.KeepGoing {
		return app.Usagef("a session has no --hand and no --keep-going: its hands follow each other")
	}
	opts.upTo = "--hands"
	if opts.Deck != "" || opts.Shard.Count > 1 {
		return app.Usagef("a session has no --deck and no --shard: its hands follow each other")
	}
	if !c.IsSet("show") {
		opts.Show = 0
	}
	if name := c.String("events"); name != "" {
		if extra.Events, err = readEvents(std, name); err != nil {
			return err
		}
	}
	if extra.Hours > 0 && !c.IsSet("hands") {
		opts.Hands = 0
	}
	return runSession(c.Context, std, opts, extra, nil)
}

// readResumeOptions reads what may be said besides --resume: the file says the
// rest.
func readResumeOptions(c *cli.Context, format string) (o runOptions, err error) {
	if c.NArg() > 0 {
		return o, app.Usagef("--resume names the session; no GAME besides")
	}
	for _, name := range []string{"seats", "stakes", "stack", "deck", "set", "shard", "seed", "mishaps", "hand", "keep-going", "hours", "kill", "collection", "choice", "crowd", "events"} {
		if c.IsSet(name) {
			return o, app.Usagef("--%s is as the saved session has it: with --resume there are --hands, --show, --save, --policy and --format", name)
		}
	}
	o = runOptions{Format: format, Save: c.String("save")}
	if c.IsSet("policy") {
		o.Policy = library.PolicyText(c)
	}
	if c.IsSet("hands") {
		o.Hands = c.Int64("hands")
	}
	if c.IsSet("show") {
		o.Show = c.Int64("show")
	}
	o.Workers = 1
	return o, o.check(c)
}

// newSession is a session before its first hand.
func newSession(cfg *table.Config, lib *dsl.Library, opts *runOptions, extra *sessionOptions) (*batch.Session, error) {
	tab, err := cfg.Open(opts.Seed)
	if err != nil {
		return nil, err
	}
	players := opts.Seats
	if players == 0 {
		players = min(6, cfg.MaxSeats)
	}
	stakes := cfg.Games[0].Plan.Stakes
	stacks, err := opts.Stack[:1].at(1, stakes)
	if err != nil {
		return nil, err
	}
	p, err := library.ReadPolicies(lib, opts.Policy, players)
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
		e, err := parseEventLine(line, stakes.Scale)
		if err != nil {
			return nil, err
		}
		s.Floor = append(s.Floor, e)
	}
	return s, nil
}

// runSession plays a session and prints what it came to. saved is what is to be
// played again first; nil for nothing.
func runSession(ctx context.Context, std *app.IO, opts runOptions, extra sessionOptions, saved *savedSession) error {
	cfg, lib, err := sessionConfig(std, &opts, &extra)
	if err == nil {
		opts.policies, err = digests(lib, opts.Policy)
	}
	if err != nil {
		return saved.placed(err)
	}
	if saved != nil {
		if err := saved.fits(cfg, opts.policies); err != nil {
			return err
		}
	}
	s, err := newSession(cfg, lib, &opts, &extra)
	if err != nil {
		return saved.placed(err)
	}
	hands := opts.Hands
	if hands == 0 {
		hands = table.MaxHands // the clock ends it
	}
	if saved != nil {
		s.Replay, s.Through = saved.events, saved.hands
		if saved.played != nil {
			s.Observe(&hand.Log{}) // for compare
		}
	}
	rec, err := recordSession(std, s, opts.Save, newSessionHead(&opts, &extra, opts.Hands))
	if err != nil {
		return err
	}
	defer rec.discard()
	defer std.Rescue.Register(rec.rescued)()
	if opts.Format == report.Text && opts.Show > 0 {
		tellSession(std.Stdout, s, opts.Show)
	}
	if saved != nil {
		saved.compare(s)
	}
	p := std.StartProgress("playing", 0)
	defer p.Stop()
	started := std.Now()
	until := int64(0)
	if extra.Hours > 0 {
		until = cfg.Start + extra.Hours*3600
	}
	r := &sessionReport{opts: &opts, extra: &extra, cfg: cfg}
	if saved != nil {
		if err := saved.playAgain(ctx, s, r, &p.Done); err != nil {
			return err
		}
	}
	more, err := s.Run(ctx, hands, until, &p.Done)
	r.add(&more)
	r.elapsed, r.posting = std.Now().Sub(started), s.Table.Posting()
	p.Stop()
	if err != nil && !errors.Is(err, context.Canceled) {
		if err = library.WhilePlaying(err, opts.Game, opts.Policy); opts.Again != nil { // of a resumed session the file says it
			err = opts.withCommand(err)
		}
		return err
	}
	r.incomplete = err != nil
	if s.Table.Hands() == 0 && rec != nil {
		std.Warn("no hand was played, so that nothing is saved")
	} else if err := rec.commit(&s.Table, err == nil); err != nil {
		return err
	}
	return errors.Join(std.Results(opts.Format, r.write), err)
}

// fits reports why a saved session cannot be one at the table, or by the scripts.
func (s *savedSession) fits(cfg *table.Config, policies map[string]string) error {
	if !s.anew {
		if f := otherScript(s.head.Policies, policies); f != nil {
			return s.inHead(f)
		}
	}
	return s.check(cfg)
}

// placed puts an error at its place in the head, if it comes from there and has none
// of its own.
func (s *savedSession) placed(err error) error {
	if s == nil {
		return err
	}
	f := faultOf(err)
	if f == nil || s.anew && f.way[0] == "policy" { // which was typed
		return err
	}
	return s.inHead(f)
}

// playAgain plays what was recorded, which has to come out as it did.
func (s *savedSession) playAgain(ctx context.Context, b *batch.Session, r *sessionReport, done *atomic.Int64) (err error) {
	if r.SessionResult, err = b.Run(ctx, s.hands, 0, done); err == nil {
		err = s.same(r.cfg, &b.Table)
	}
	if refused := (*table.RefusedError)(nil); errors.As(err, &refused) {
		return s.inEvent(len(s.events)-len(b.Replay)-1, err)
	}
	return library.WhilePlaying(err, r.opts.Game, r.opts.Policy)
}

// same reports why a session does not go on that was played again: what was recorded
// has to come out as it did.
func (s *savedSession) same(cfg *table.Config, t *table.Table) error {
	if sameTable(cfg, t, s.table) {
		return nil
	}
	return s.inTable(&strict.Error{Msg: "the session does not play again as it was recorded: the file, games, scripts or the program have changed"})
}

// sameTable reports whether a table is the one that a text describes. An older
// text may write the same table in another way.
func sameTable(cfg *table.Config, t *table.Table, text string) bool {
	if t.Save() == text {
		return true
	}
	other, err := cfg.Restore(text)
	return err == nil && other.Save() == t.Save()
}

// sessionReport is what a session came to, beside its inputs.
type sessionReport struct {
	batch.SessionResult
	opts       *runOptions
	extra      *sessionOptions
	cfg        *table.Config
	posting    int // in force at the end
	elapsed    time.Duration
	incomplete bool
}

// add adds the hands of a session that went on. What is counted by the table
// itself is as the later part has it.
func (r *sessionReport) add(o *batch.SessionResult) { r.Merge(o) }
