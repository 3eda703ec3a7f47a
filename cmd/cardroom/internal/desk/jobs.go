package desk

import (
	"cmp"
	"context"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/ruletests"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/cmd/cardroom/internal/solving"
	"cardroom/cmd/cardroom/internal/versus"
	"cardroom/dsl/protocol"
	"cardroom/engine/enumerate"
	"cardroom/engine/plan"
)

// Defaults and limits of long work.
const (
	usualHands      = 10_000
	mostIterations  = 1_000_000
	mostSolveNodes  = 4_000_000
	mostSolveBytes  = 1 << 30
	mostOddsSamples = 100_000_000
	testTime        = 5 * time.Second
	usualChecks     = 100
	usualTop        = 5
)

// hands checks the number of hands to play.
func hands(n int64) (int64, error) {
	if n < 0 || n > protocol.Usual.Hands {
		return 0, refuse(protocol.Limited, "", "hands must be 1 to %d, not %d", protocol.Usual.Hands, n)
	}
	return cmp.Or(n, usualHands), nil
}

// simulate plays hands.
func (d *Desk) simulate(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
	o := simulate.Options{Set: r.Set, Seats: r.Seats, Stakes: r.Stakes, Policy: cmp.Or(r.Policy, "random"), Seed: cmp.Or(r.Seed, d.seed), Workers: d.std.CPUs, Format: report.JSON, UpTo: "--hand"}
	var texts texts
	var err error
	if o.Game, texts, err = d.nameOf(r.Game, r.Script); err != nil {
		return err
	}
	if o.Hands, err = hands(r.Hands); err != nil {
		return err
	}
	if err := d.mayPlay(o.Policy, r.Script != ""); err != nil {
		return err
	}
	if o.Stack, err = simulate.ParseStack(cmp.Or(r.Stack, library.UsualStack)); err != nil {
		return err
	}
	o.Shard = simulate.Shard{Index: 1, Count: 1}
	o.Again = again("run", []string{o.Game}, map[string]map[string]string{"--set": r.Set}, o.Seed)
	return d.long(ctx, a, texts, tell, func(std *app.IO) error { return simulate.Run(ctx, std, o) })
}

// again returns the command line that reproduces a result.
func again(command string, games []string, sets map[string]map[string]string, seed uint64) []string {
	words := append([]string{"cardroom", command}, games...)
	for _, flag := range slices.Backward(slices.Sorted(maps.Keys(sets))) {
		for _, name := range slices.Sorted(maps.Keys(sets[flag])) {
			words = append(words, flag, name+"="+sets[flag][name])
		}
	}
	return append(words, "--seed", strconv.FormatUint(seed, 10))
}

// mayPlay returns an error for policies that are files. If the request has a script, policies can be functions of it.
func (d *Desk) mayPlay(policy string, script bool) error {
	for _, name := range library.PolicyNames(policy) {
		if file := library.FileOf(name); file == scriptFile && script || slices.Contains(library.Named(), name) {
			continue
		}
		return refuse(protocol.Unknown, "use "+strings.Join(library.Named(), ", ")+", or "+scriptFile+":NAME for a function of the script", "policy %.60q: messages cannot name files", name)
	}
	return nil
}

// odds computes equities.
func (d *Desk) odds(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
	s := &r.Spec
	game := cmp.Or(s.Game, "mixed/nt")
	var texts texts
	if r.Script != "" {
		var err error
		if game, texts, err = d.nameOf(s.Game, r.Script); err != nil {
			return err
		}
	} else if err := d.mayName(game); err != nil {
		return err
	}
	o := equity.Options{
		Hands: s.Hands, Game: game, Set: s.Set, Board: s.Board, Boards: cmp.Or(s.Boards, 1), Dead: s.Dead, Put: s.Put, Draw: s.Draw,
		Seed: func() uint64 { return cmp.Or(s.Seed, d.seed) }, Format: report.JSON, Nuts: s.Nuts, Grid: s.Grid, Next: s.Next, Top: cmp.Or(s.Top, usualTop),
	}
	o.Effort.Workers, o.Effort.Exact, o.Effort.Made = d.std.CPUs, s.Exact, s.Made
	if s.Samples != 0 || s.Error != 0 {
		o.Effort.Samples, o.Effort.Enough, o.Effort.Error = s.Samples, 1, s.Error
	}
	switch {
	case slices.ContainsFunc(s.Hands, func(h string) bool { return h == "-" || strings.HasPrefix(h, "@") }), strings.Contains(s.Draw, ".star"):
		return refuse(protocol.Unknown, "", "messages name no files")
	case len(s.Hands) > 23 || o.Top < 1 || o.Top > 1000 || s.Samples < 0 || s.Samples > mostOddsSamples || !(s.Error >= 0 && s.Error < 1):
		return refuse(protocol.Limited, "at most 23 hands, top 1 to 1000, samples to 100,000,000, error from 0 to 1", "the numbers of the spec are out of range")
	case o.Boards < 1 || o.Boards > 2:
		return refuse(protocol.Illegal, "", "boards must be 1 or 2, not %d", o.Boards)
	case (s.Nuts && s.Grid) || (s.Nuts && s.Next) || (s.Grid && s.Next):
		return refuse(protocol.Illegal, "", "nuts, next and grid are separate results: choose one")
	case s.Grid && len(s.Hands) == 0:
		return refuse(protocol.Illegal, "", "grid needs a range, such as 22+,AKs or random")
	case s.Exact && (s.Samples != 0 || s.Error != 0):
		return refuse(protocol.Illegal, "", "exact and sampling (samples, error) cannot be used together")
	}
	return d.long(ctx, a, texts, tell, func(std *app.IO) error { return equity.Odds(ctx, std, o) })
}

// solve solves a small version of a game.
func (d *Desk) solve(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
	o := solving.Options{Set: r.Set, Effort: solving.DefaultEffort(), Format: report.JSON, Sample: solving.DefaultSample()}
	o.Sample.Buckets = 0
	var texts texts
	var err error
	if o.Game, texts, err = d.nameOf(r.Game, r.Script); err != nil {
		return err
	}
	o.Moment.At = -1
	o.Effort.MaxNodes, o.Effort.MaxBytes = mostSolveNodes, mostSolveBytes
	o.Small.Wishes.Stakes = r.Stakes
	if r.Size != "" {
		size, ok := enumerate.SizeByName(r.Size)
		if !ok {
			return refuse(protocol.Unknown, "use "+strings.Join(enumerate.SizeNames(), " or "), "no size is named %.40q", r.Size)
		}
		o.Small.Sizes = append(o.Small.Sizes, size)
	}
	switch {
	case r.Iterations < 0 || r.Iterations > mostIterations:
		return refuse(protocol.Limited, "", "iterations must be 1 to %d, not %d", mostIterations, r.Iterations)
	case !(r.Until >= 0):
		return refuse(protocol.Illegal, "", "until must be at least 0, not %g", r.Until)
	case r.Iterations > 0:
		o.Effort.Iterations, o.Effort.Until = r.Iterations, r.Until
	case r.Until > 0:
		o.Effort.Until = r.Until
	}
	return d.long(ctx, a, texts, tell, func(std *app.IO) error { return solving.Solve(ctx, std, o) })
}

// diff compares two games.
func (d *Desk) diff(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
	var o versus.Options
	var texts texts
	var err error
	if o.A.Game, texts, err = d.nameOf(r.Game, r.Script); err != nil {
		return err
	}
	if o.B.Game = r.Against; r.Against == "" {
		o.B.Game = o.A.Game
	} else if err := d.mayName(r.Against); err != nil {
		return err
	}
	o.A.Set, o.B.Set, o.Both = map[string]string{}, maps.Clone(r.Set), map[string]string{}
	if r.Against != "" {
		o.Both, o.B.Set = maps.Clone(r.Set), map[string]string{}
	}
	run := &o.Run
	if run.Hands, err = hands(r.Hands); err != nil {
		return err
	}
	if run.Stack, err = plan.ParseStacks(library.UsualStack); err != nil {
		return err
	}
	run.Shard, run.Seed, run.Policy, run.Workers, run.Format = simulate.Shard{Index: 1, Count: 1}, cmp.Or(r.Seed, d.seed), "random", d.std.CPUs, report.JSON
	games := []string{o.A.Game, o.B.Game}
	if r.Against == "" {
		games = games[:1]
	}
	o.Again = again("diff", games, map[string]map[string]string{"--set": o.Both, "--b": o.B.Set}, run.Seed)
	return d.long(ctx, a, texts, tell, func(std *app.IO) error { return versus.Diff(ctx, std, o) })
}

// test runs the tests of a script.
func (d *Desk) test(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
	files := texts{scriptFile: r.Script}
	paths := []string{scriptFile}
	if r.Script == "" {
		// The tests of a listed game are those of its house.
		if err := d.mayName(r.Game); err != nil {
			return err
		}
		house, _, _ := strings.Cut(r.Game, "/")
		files, paths = nil, []string{house}
	} else if r.Tests != "" {
		files[testFile] = r.Tests
		paths = []string{testFile}
	}
	o := ruletests.Options{
		Paths: paths, Run: regexp.MustCompile(""), Count: 1, Checks: usualChecks, Parallel: d.std.CPUs, Timeout: testTime,
		Seed: func() uint64 { return cmp.Or(r.Seed, d.seed) }, Format: report.JSON,
	}
	return d.long(ctx, a, files, tell, func(std *app.IO) error {
		std.CallTimeout = 0 // each test has a time limit of its own
		return ruletests.Run(ctx, std, o)
	})
}
