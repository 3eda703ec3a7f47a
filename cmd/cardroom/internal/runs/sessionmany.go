package runs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/files"
	"cardroom/engine/table"
)

// Sessions at tables of one kind are independent of each other. Session n uses the command's seed plus n-1, so that each can be
// played by itself.

// SessionsPart is the kind of the parts of many sessions.
const SessionsPart = "sessions"

// sessionInputs is everything that decides the result, except the number of sessions.
type sessionInputs struct {
	Game     string            `json:"game"`
	Scripts  string            `json:"scripts"` // hash of the contents
	Set      map[string]string `json:"set"`
	Seed     uint64            `json:"seed"` // of the first session
	Seats    int               `json:"seats"`
	Stakes   string            `json:"stakes"`
	Stack    string            `json:"stack"`
	Policy   string            `json:"policy"`
	Policies map[string]string `json:"policies"` // hashes by policy
	Hands    int64             `json:"hands"`
	Mishaps  float64           `json:"mishaps"`
	Session  SessionOptions    `json:"session"`
	MaxSteps uint64            `json:"max_steps"`
}

type played struct {
	Result  batch.ExactSession `json:"result"`
	Posting int                `json:"posting"` // index of the posting in force at the end
}

func validSession(text json.RawMessage) error {
	_, err := readPlayed(text)
	return err
}

func readPlayed(text json.RawMessage) (p played, err error) {
	if err = files.ReadSums(text, &p); err == nil {
		_, err = p.Result.Result()
	}
	return p, err
}

// RunMany plays independent sessions and prints their combined result.
func RunMany(ctx context.Context, std *app.IO, opts Options, extra SessionOptions) error {
	cfg, lib, err := Config(std, &opts, &extra)
	if err != nil {
		return err
	}
	var opening sync.Mutex // scripts load one at a time
	job := &Job{
		Kind: SessionsPart, Total: extra.Sessions, Shard: opts.Shard.Index, Shards: opts.Shard.Count, Workers: opts.Workers, Valid: validSession,
		Do: func(ctx context.Context, n int64) (json.RawMessage, error) {
			opening.Lock()
			s, err := openOne(cfg, lib, opts, &extra, n)
			opening.Unlock()
			if err != nil {
				return nil, err
			}
			hands := cmp.Or(opts.Hands, table.MaxHands) // the clock ends a session without a number
			r, err := s.Run(ctx, hands, extra.until(cfg.Start), nil)
			if errors.Is(err, context.Canceled) {
				return nil, err
			}
			if err != nil {
				return nil, fmt.Errorf("session %d, of seed %d: %w", n, opts.Seed+uint64(n-1), err)
			}
			return json.Marshal(played{batch.ExactSessionOf(&r), s.Table.Posting()})
		},
	}
	if opts.Out.Dir != "" {
		if job.Inputs, err = sessionInputsOf(std, lib, &opts, &extra); err != nil {
			return err
		}
	}
	bar := std.StartProgress("sessions", opts.Shard.Size(extra.Sessions))
	defer bar.Stop()
	started := std.Now()
	units, err := Work(ctx, std, opts.Out, job, &bar.Done)
	bar.Stop()
	if err != nil && !errors.Is(err, context.Canceled) {
		return library.WhilePlaying(err, opts.Game, opts.Policy)
	}
	r, bad := summaryOf(cfg, &opts, &extra, units)
	if bad != nil {
		return bad
	}
	r.elapsed, r.incomplete = std.Now().Sub(started), err != nil
	return errors.Join(std.Results(opts.Format, r.write), err)
}

// RunTables plays a tournament at several tables and prints its result. Table n has the command's seed plus n-1.
func RunTables(ctx context.Context, std *app.IO, opts Options, extra SessionOptions) error {
	cfg, lib, err := Config(std, &opts, &extra)
	if err != nil {
		return err
	}
	if !cfg.Offered {
		return app.Usagef("--tables: %s is no table of a tournament; its script says table(…, buys = \"offered\")", cfg.Name)
	}
	several := &batch.Several{}
	for n := range extra.Tables {
		s, err := openOne(cfg, lib, opts, &extra, n+1)
		if err != nil {
			return err
		}
		several.Sessions = append(several.Sessions, s)
	}
	r := &summary{opts: &opts, extra: &extra, cfg: cfg, tables: several}
	p := std.StartProgress("playing", 0)
	defer p.Stop()
	started := std.Now()
	r.SessionResult, err = several.Run(ctx, cmp.Or(opts.Hands, table.MaxHands), extra.until(cfg.Start), &p.Done)
	p.Stop()
	if err != nil && !errors.Is(err, context.Canceled) {
		return opts.WithCommand(library.WhilePlaying(err, opts.Game, opts.Policy))
	}
	r.elapsed, r.incomplete, r.places = std.Now().Sub(started), err != nil, several.Places
	return errors.Join(std.Results(opts.Format, r.write), err)
}

// openOne returns session n before its first hand.
func openOne(cfg *table.Config, lib *dsl.Library, opts Options, extra *SessionOptions, n int64) (*batch.Session, error) {
	opts.Seed += uint64(n - 1)
	return New(cfg, lib, &opts, extra)
}

// summaryOf returns the combined result of sessions.
func summaryOf(cfg *table.Config, opts *Options, extra *SessionOptions, units []Unit) (*summary, error) {
	r := &summary{opts: opts, extra: extra, cfg: cfg, sessions: int64(len(units))}
	for _, u := range units {
		p, err := readPlayed(u.Result)
		if err != nil {
			return nil, err
		}
		one, err := p.Result.Result()
		if err != nil {
			return nil, err
		}
		r.Join(&one)
		if r.posting = p.Posting; r.posting < 0 || r.posting >= max(1, len(cfg.Postings)) {
			return nil, fmt.Errorf("no collection has the number %d", r.posting)
		}
	}
	return r, nil
}

func sessionInputsOf(std *app.IO, lib *dsl.Library, opts *Options, extra *SessionOptions) (*sessionInputs, error) {
	in := &sessionInputs{
		Game: opts.Game, Set: opts.Set, Seed: opts.Seed, Seats: opts.Seats, Stakes: opts.Stakes, Stack: opts.Stack.String(), Policy: opts.Policy,
		Hands: opts.Hands, Mishaps: opts.Mishaps, Session: *extra, MaxSteps: std.MaxSteps,
	}
	if in.Set == nil {
		in.Set = map[string]string{}
	}
	var err error
	if in.Policies, err = library.PolicyDigests(std, lib, opts.Policy); err != nil {
		return nil, err
	}
	in.Scripts, err = scriptsOf(std, lib, opts.Game)
	return in, err
}

// scriptsOf returns the hash of the scripts that define a table.
func scriptsOf(std *app.IO, lib *dsl.Library, game string) (string, error) {
	if strings.HasSuffix(library.FileOf(game), ".star") {
		return library.GameDigest(lib, game, game)
	}
	return library.HousesDigest(std)
}

// JoinedSessions combines several parts of many sessions into one.
func JoinedSessions(list []*files.Part) (*files.Part, error) { return JoinUnits(list, validSession) }

// PrintSessionsPart prints a part that contains all its sessions, exactly as the command that plays them all would. It needs the scripts
// of the table.
func PrintSessionsPart(std *app.IO, format string, p *files.Part) error {
	var in sessionInputs
	if err := files.ReadSums(p.Job, &in); err != nil {
		return err
	}
	std.MaxSteps = in.MaxSteps
	stack, err := ParseStack(in.Stack)
	if err != nil {
		return err
	}
	in.Session.Sessions = p.Total
	opts := Options{
		Game: in.Game, Set: in.Set, Seed: in.Seed, Seats: in.Seats, Stakes: in.Stakes, Stack: stack, Policy: in.Policy, Hands: in.Hands, Mishaps: in.Mishaps,
		Shard: Shard{Index: 1, Count: 1}, Format: format,
	}
	cfg, lib, err := Config(std, &opts, &in.Session)
	if err != nil {
		return err
	}
	is, err := scriptsOf(std, lib, in.Game)
	if err == nil && is != in.Scripts {
		err = Faulty(&files.Fault{File: p.Name, Msg: fmt.Sprintf("the scripts of %s are not those that the sessions were played by", in.Game), Remedy: "merge where the scripts are as they were"})
	}
	if err != nil {
		return err
	}
	units, err := AllUnits(p, validSession)
	if err != nil {
		return err
	}
	r, err := summaryOf(cfg, &opts, &in.Session, units)
	if err != nil {
		return Damaged(p, err)
	}
	return std.Results(format, r.write)
}

// CheckMany rejects options that do not work with many sessions.
func CheckMany(opts *Options, extra *SessionOptions, wantsPage bool) error {
	switch {
	case extra.Tables < 0:
		return app.Usagef("--tables must be at least 1, not %d", extra.Tables)
	case extra.Tables > 0 && (extra.Sessions > 0 || opts.Save != "" || opts.Show > 0 || opts.Rows.Dir != "" || wantsPage || len(extra.Events) > 0):
		return app.Usagef("--tables sums the tables up: leave out --sessions, --save, --show, --rows, --events and the HTML report, or play one table")
	case extra.Sessions < 0:
		return app.Usagef("--sessions must be at least 1, not %d", extra.Sessions)
	case extra.Sessions == 0 && opts.Out.Dir != "":
		return app.Usagef("a session has no parts: --sessions N plays N of them, which can be cut into shards")
	case extra.Sessions == 0 && opts.Shard.Count > 1:
		return app.Usagef("a session cannot use --shard: each hand depends on the one before")
	case extra.Sessions > 0 && (opts.Save != "" || opts.Show > 0 || opts.Rows.Dir != ""):
		return app.Usagef("--sessions sums sessions up: leave out --save, --show and --rows, or play one of them by its seed")
	case extra.Sessions > 0 && wantsPage:
		return app.Usagef("--sessions has no charts: leave out the %s report", strings.ToUpper(report.HTML))
	case extra.Sessions > 0 && len(opts.Strategies) > 0:
		return app.Usagef("--sessions cannot be used with a strategy")
	}
	return nil
}
