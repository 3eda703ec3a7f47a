// This file plays a table hand after hand, and saves, resumes and reports such sessions, for "cardroom run --session".

package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/betting"
	"cardroom/engine/diag"
	"cardroom/engine/files"
	"cardroom/engine/ledger"
	"cardroom/engine/plan"
	"cardroom/engine/table"
)

// SessionOptions are the options of run that apply only to sessions. Together with the saved fields of [runs.Options] they decide
// everything that happens, so they are saved in the head of a session.
type SessionOptions struct {
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
	// Tables is the number of tables of a tournament, 0 for a single one that can be saved.
	Tables int64 `json:"-"`
}

// Check rejects invalid values.
func (s *SessionOptions) Check() error {
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
func New(cfg *table.Config, lib *dsl.Library, opts *Options, extra *SessionOptions) (*batch.Session, error) {
	tab, err := cfg.Open(opts.Seed)
	if err != nil {
		return nil, err
	}
	players := cmp.Or(opts.Seats, min(6, cfg.MaxSeats))
	stakes := cfg.Games[0].Plan.Stakes
	stacks, err := stacksAt(opts.Stack[:1], 1, stakes)
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

// RunSession plays a session and prints its result. saved is a session to replay first, or nil.
func RunSession(ctx context.Context, std *app.IO, opts Options, extra SessionOptions, saved *Saved) error {
	cfg, s, err := open(std, &opts, &extra, saved)
	if err != nil {
		return err
	}
	hands := cmp.Or(opts.Hands, table.MaxHands) // the clock ends a session without a number
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
	tables, err := Create(std, opts.Rows, "")
	if err != nil {
		return err
	}
	defer tables.Discard()
	writeTables(s, tables)
	if opts.Format == report.Text && opts.Show > 0 {
		// Make a session narrate its first hands.
		l := &teller{w: std.Stdout, t: &s.Table, show: opts.Show, settled: &s.Settled, seated: s.Table.Seated()}
		l.log = s.Log()
		record, told := s.Record, s.Hand
		s.Record = func(e batch.HandEvent) error {
			if e.After < l.show {
				l.w.Printf("table: %s\n", l.words(&e.Event))
				l.seated = l.t.Seated()
			}
			if record == nil {
				return nil
			}
			return record(e)
		}
		s.Hand = func(d *table.Deal, p *batch.Played) error {
			l.hand(d, p.Hand)
			if told == nil {
				return nil
			}
			return told(d, p)
		}
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
	r.Merge(&more)
	if err == nil {
		err = r.Over()
	}
	r.elapsed, r.posting, r.places = std.Now().Sub(started), s.Table.Posting(), s.Places
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
func (o *SessionOptions) until(start int64) int64 {
	if o.Hours == 0 {
		return 0
	}
	return start + o.Hours*3600
}

// open returns the table and a new session, set to replay a saved one if there is one.
func open(std *app.IO, opts *Options, extra *SessionOptions, saved *Saved) (*table.Config, *batch.Session, error) {
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
	// Check the final table against the configuration.
	fault := func(key, format string, args ...any) error {
		return s.inTable(files.Located(s.Table, &diag.Error{Way: []string{key}, Msg: fmt.Sprintf(format, args...)}))
	}
	t, err := cfg.Restore(s.Table)
	switch {
	case err != nil:
		return s.inTable(err)
	case t.Playing():
		return fault("playing", "a hand is still in progress at the end of the session")
	case t.Hands() != s.Hands:
		return fault("hands", "the table has played %d hands, but the session %d", t.Hands(), s.Hands)
	case t.Seed() != uint64(s.Head.Seed):
		return fault("seed", "the table has seed %d, but the session %d", t.Seed(), s.Head.Seed)
	}
	return nil
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
	if t.Save() == s.Table {
		return nil
	}
	if other, err := cfg.Restore(s.Table); err == nil && other.Save() == t.Save() { // texts of older versions may differ in form
		return nil
	}
	return s.inTable(&diag.Error{At: 1, Msg: "the session does not replay as it was recorded: the file, games, scripts or the program have changed"})
}

// summary is the result of a session, with its inputs.
type summary struct {
	batch.SessionResult
	opts       *Options
	extra      *SessionOptions
	cfg        *table.Config
	places     []table.Gone
	posting    int // index of the posting in force at the end
	elapsed    time.Duration
	incomplete bool
	course     *course        // nil without a page
	tables     *batch.Several // of a tournament at several tables
	sessions   int64          // number of sessions that are combined, 0 for a single session
}

// writeTables makes a session write its hands and events as rows; files may be nil.
func writeTables(s *batch.Session, files *Files) {
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
		for k, p := range d.Players {
			players[k] = strconv.FormatUint(uint64(p), 10)
		}
		w.Add(to, &ledger.Played{
			Number: int64(p.Setup.Number), Setup: p.Setup, Hand: p.Hand, Log: p.Log, Players: players, TableSeats: d.Seats,
		})
		for _, a := range s.Settled.Payments {
			player, verb := "", "gets"
			if a.Player != 0 {
				player = strconv.FormatUint(uint64(a.Player), 10)
			}
			if a.Amount < 0 {
				verb = "pays"
			}
			w.TableEvent(to, int64(p.Setup.Number)+1, verb, s.Table.Find(a.Player), player, s.Table.PaymentText(a, playerNumber))
		}
		for i := range s.Settled.Gone {
			g := &s.Settled.Gone[i]
			w.TableEvent(to, int64(p.Setup.Number)+1, "leaves", -1, strconv.FormatUint(uint64(g.Player), 10), s.Table.GoneText(g, playerNumber))
		}
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

// Config returns the table: one defined by a script, changed by the flags, or a new
// one for a game.
func Config(std *app.IO, opts *Options, extra *SessionOptions) (*table.Config, *dsl.Library, error) {
	if len(opts.Strategies) > 0 {
		// A table for the strategies' small game.
		game, lib, err := library.Load(std, opts.Game, opts.Set)
		if err != nil {
			return nil, nil, err
		}
		small, err := opts.Strategies.Small(game, opts.Stakes, opts.Seats)
		if err != nil {
			return nil, nil, err
		}
		n := len(small.Stacks)
		if slices.Min(small.Stacks) < slices.Max(small.Stacks) {
			return nil, nil, app.Usagef("--policy: a strategy for different stacks can be played by 'cardroom run' only: at a table everybody sits in each place in turn")
		}
		opts.Seats = n
		return &table.Config{
			Name: opts.Game, MinSeats: n, MaxSeats: n, Button: table.MovingButton, HandsPerHour: 30, Start: 12 * 3600,
			Games: []table.Offer{{Plan: small.Bound}},
		}, lib, nil
	}
	lib := library.New(std, opts.Set)
	ref, err := library.Ref(opts.Game)
	if err != nil {
		return nil, nil, err
	}
	cfg, err := lib.Table(ref)
	if err != nil {
		return nil, nil, library.AsTyped(err, opts.Game, ref)
	}
	if cfg != nil && ref != opts.Game {
		// A table whose games from scripts have ids with the file names as typed
		c := *cfg
		c.Games = slices.Clone(cfg.Games)
		for i := range c.Games {
			b := *c.Games[i].Plan
			if strings.Contains(b.Game.ID, ".star") {
				b.Game = library.GameAsTyped(b.Game, opts.Game, ref)
				c.Games[i].Plan = &b
			}
		}
		cfg = &c
	}
	switch {
	case cfg == nil:
		cfg, err = tableFor(lib, opts, extra)
	case extra.Choice && cfg.Choice == table.OneGame:
		cfg, err = choiceAt(lib, cfg, opts)
	case opts.Stakes != "":
		cfg, err = restaked(std, cfg, opts)
	}
	if err != nil {
		return nil, nil, err
	}
	if cfg.Choice == table.OneGame {
		notes := app.NewWarnings(std, "game")
		for _, o := range cfg.Games {
			warn(notes, o.Plan.Game, o.Plan.Stakes)
		}
		notes.End()
	}
	if opts.Seats > cfg.MaxSeats {
		return nil, nil, app.Usagef("the table has %d seats, not %d", cfg.MaxSeats, opts.Seats)
	}
	if err := addKill(lib, cfg, extra.Kill); err != nil {
		return nil, nil, err
	}
	if err := knowsTableOptions(lib, cfg, ref, opts, extra); err != nil {
		return nil, nil, err
	}
	if err := postCollection(lib, cfg, extra.Collection); err != nil {
		return nil, nil, err
	}
	warnOfPosting(std, cfg)
	return cfg, lib, nil
}

// warnOfPosting warns if the collection in force is not posted for a game or stakes at
// the table; it is charged anyway.
func warnOfPosting(std *app.IO, cfg *table.Config) {
	if len(cfg.Postings) == 0 {
		return
	}
	p := &cfg.Postings[0]
	for i := range cfg.Games {
		if o := &cfg.Games[i]; !p.For(o) {
			what := o.Plan.Stakes.Name
			if buyIns := (library.Table{Config: &table.Config{Games: cfg.Games[i : i+1]}, ID: ""}).BuyIns(); len(buyIns) > 0 {
				what += " with a buy-in of " + buyIns[0]
			} else if o.Plan.Stakes.Structure >= betting.PotLimit {
				what += " without limits of the buy-in"
			}
			std.Warn("%s is used, but it is not posted for %s", p.Name, what)
			return
		}
	}
}

// killFile is the script with the rules of --kill.
const killFile = "@stdlib//kill.star"

// addKill adds the kill of --kill, if there is one.
func addKill(lib *dsl.Library, cfg *table.Config, kill string) error {
	if kill == "" {
		return nil
	}
	for _, r := range cfg.Rules {
		if strings.HasSuffix(r.Name(), " kill") {
			return app.Usagef("the table already plays with a %s", r.Name())
		}
	}
	rule, err := lib.Rule(killFile, kill+"_kill")
	if err != nil {
		return err
	}
	cfg.Rules = append(slices.Clone(cfg.Rules), rule)
	return nil
}

// knowsTableOptions rejects --set for options that neither the table nor its games nor
// the kill have.
func knowsTableOptions(lib *dsl.Library, cfg *table.Config, ref string, opts *Options, extra *SessionOptions) error {
	known := &plan.Game{ID: opts.Game}
	own, err := lib.TableOptions(ref)
	if err != nil {
		return err
	}
	known.Options = append(known.Options, own...)
	for i := range cfg.Games {
		known.Options = append(known.Options, cfg.Games[i].Plan.Game.Options...)
	}
	var files []string
	if extra.Kill != "" {
		files = append(files, killFile)
	}
	if extra.Collection != "" {
		if _, file := library.Postings(lib, cfg.Games[0].Plan.Game); file != "" {
			files = append(files, file)
		}
	}
	for _, file := range files {
		m, err := lib.Load(file)
		if err != nil {
			continue // the house does not have that file
		}
		for _, o := range m.AllOptions() {
			known.Options = append(known.Options, plan.Option{Name: o.Name})
		}
	}
	return library.KnowsOptions(known, opts.Set)
}

// restaked returns a table with its games at the requested stakes. Buy-ins depend on
// the stakes: if the table has none for these, any amount is allowed. The table's name
// may include its stakes, so it is replaced by what the user typed.
func restaked(std *app.IO, cfg *table.Config, opts *Options) (*table.Config, error) {
	c := *cfg
	c.Games, c.Name = nil, opts.Game
	bounded, kept := false, false
	var seen []string
	for i := range cfg.Games {
		g := cfg.Games[i].Plan.Game
		bounded = bounded || cfg.Games[i].Min+cfg.Games[i].Max > 0
		if slices.Contains(seen, g.ID) {
			continue
		}
		seen = append(seen, g.ID)
		o, own, err := offerAt(cfg, g, opts.Stakes)
		if err != nil {
			return nil, err
		}
		kept = kept || own
		c.Games = append(c.Games, o)
		c.MaxSeats = min(c.MaxSeats, o.Plan.Seats)
	}
	if bounded && !kept {
		std.Warn("%s has no buy-in for %s: any amount is allowed", c.Name, opts.Stakes)
	}
	return &c, nil
}

// offerAt returns a game at the given stakes. own means that the table itself offers
// it at these stakes.
func offerAt(cfg *table.Config, g *plan.Game, text string) (o table.Offer, own bool, err error) {
	stakes, err := g.ParseStakes(text)
	if err != nil {
		return o, false, err
	}
	stakes.Money = cfg.Games[0].Plan.Stakes.Money
	for i := range cfg.Games {
		if p := cfg.Games[i].Plan; p.Game.ID == g.ID && p.Stakes == stakes {
			return cfg.Games[i], true, nil
		}
	}
	o.Plan, err = g.Bind(stakes)
	return o, false, err
}

// tableFor returns a table for a game without a table script.
func tableFor(lib *dsl.Library, opts *Options, extra *SessionOptions) (*table.Config, error) {
	games, menu, err := gamesOf(lib, opts, extra)
	if err != nil {
		return nil, err
	}
	cfg := &table.Config{Name: opts.Game, MinSeats: 2, MaxSeats: table.MaxSeats, Button: table.DeadButton, Owed: true, HandsPerHour: 30, Start: 12 * 3600}
	if menu {
		cfg.Choice, cfg.Button, cfg.Owed = table.MustChoose, table.MovingButton, false
	}
	return cfg, offer(cfg, games, opts.Stakes)
}

// choiceAt returns the table of one game of a house, changed so that the button
// chooses from all games of the house.
func choiceAt(lib *dsl.Library, cfg *table.Config, opts *Options) (*table.Config, error) {
	games, _, err := gamesOf(lib, opts, &SessionOptions{Choice: true})
	var unknown *diag.Error
	switch {
	case errors.As(err, &unknown) && unknown.Code == star.CodeGame:
		return nil, app.Usagef("--choice is for a game of a house; %s is a table with one game", opts.Game)
	case err != nil:
		return nil, err
	case len(games) < 2:
		return nil, app.Usagef("the house of %s has no other game to choose", opts.Game)
	}
	c := *cfg
	c.Name = opts.Game + ", the button's choice"
	c.Games, c.Choice, c.Button, c.Owed, c.MaxSeats = nil, table.MustChoose, table.MovingButton, false, table.MaxSeats
	return &c, offer(&c, games, opts.Stakes)
}

// offer adds games at the given stakes to a table.
func offer(cfg *table.Config, games []*plan.Game, stakes string) error {
	for _, g := range games {
		bound, err := g.BindTo(stakes)
		if err != nil {
			return err
		}
		cfg.Games = append(cfg.Games, table.Offer{Plan: bound})
		cfg.MaxSeats = min(cfg.MaxSeats, g.MaxSeats, bound.Seats)
	}
	return nil
}

// gamesOf returns the games of a session: a single game, those of a menu, or with
// --choice all of the house.
func gamesOf(lib *dsl.Library, opts *Options, extra *SessionOptions) (games []*plan.Game, choice bool, err error) {
	games, menu, err := library.Named(lib, opts.Game)
	if err != nil || menu != nil || !extra.Choice {
		return games, menu != nil, err
	}
	house, _, ok := strings.Cut(games[0].ID, "/")
	if !ok || strings.Contains(games[0].ID, ".star") {
		return nil, false, app.Usagef("--choice is for a game of a house; a script says it with table(…, menu)")
	}
	games, err = lib.House(house)
	return games, true, err
}

// asPosted is the collection that is in force unless --collection says otherwise: the first that the table or its house has
// posted. Saved sessions without a name were played before it existed: only tables had collections then.
const asPosted = "posted"

// postCollection puts the named posting of the house in force.
func postCollection(lib *dsl.Library, cfg *table.Config, name string) error {
	if name == "" {
		return nil
	}
	if name == "none" {
		cfg.Postings = nil
		return nil
	}
	posted := cfg.Postings
	if len(posted) == 0 {
		posted, _ = library.Postings(lib, cfg.Games[0].Plan.Game)
	}
	if name == asPosted {
		cfg.Postings = posted
		return nil
	}
	var names []string
	for _, p := range posted {
		if p.Name == name || strings.HasSuffix(p.Name, " "+name) {
			cfg.Postings = []table.Posting{p}
			return nil
		}
		names = append(names, fmt.Sprintf("%q", p.Name))
	}
	u := app.UsageHint(fmt.Sprintf("the house has posted no collection %q", name), "the script of the game can take one with collect(…), that of a table with collections = [posting(…)]")
	if len(names) > 0 {
		u.Hint = "it has " + strings.Join(names, ", ") + ", or none"
	}
	return u
}
