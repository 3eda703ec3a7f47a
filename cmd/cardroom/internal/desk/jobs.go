package desk

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/ruletests"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/cmd/cardroom/internal/solving"
	"cardroom/cmd/cardroom/internal/versus"
	"cardroom/dsl/protocol"
)

// mostRanges is the highest number of hands and ranges whose odds are computed.
const mostRanges = 23

// seedOf returns the seed of a message, or that of the server.
func (d *Desk) seedOf(fields map[string]json.RawMessage) uint64 {
	if seed, err := strconv.ParseUint(string(fields["seed"]), 10, 64); err == nil {
		return seed
	}
	return d.seed
}

// simulate plays hands.
func (d *Desk) simulate(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
	var t told[simulate.Options]
	given, err := read(simulateRows(), r.Rest, &t)
	if err != nil {
		return err
	}
	o := &t.options
	name, texts, err := d.nameOf(t.subject.game, t.subject.script)
	if err != nil {
		return err
	}
	if err := d.mayPlay(o.Policy, t.subject.script != ""); err != nil {
		return err
	}
	if err := o.Check(d.std, given); err != nil {
		return spoken(err)
	}
	o.Game, o.Seed, o.Workers, o.Format, o.Show, o.UpTo = name, d.seedOf(r.Rest), d.std.CPUs, report.JSON, 0, "--hand"
	o.Again = params.AgainLine("run", []string{name}, simulateRows(), given, o.Seed)
	return d.long(ctx, a, texts, tell, func(std *app.IO) error { return simulate.Run(ctx, std, *o) })
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
	fields, err := spec(r, "spec")
	if err != nil {
		return err
	}
	o := equity.Options{Seed: func() uint64 { return d.seedOf(fields) }, Format: report.JSON}
	o.Effort.Workers = d.std.CPUs
	given, err := read(equity.Rows, fields, &o)
	if err != nil {
		return err
	}
	var of subject
	if _, err := read([]params.Row[subject]{{Param: theScript, At: func(s *subject) any { return &s.script }}}, r.Rest, &of); err != nil {
		return err
	}
	var texts texts
	if of.script != "" {
		game := ""
		if given.Has("game") {
			game = o.Game
		}
		if o.Game, texts, err = d.nameOf(game, of.script); err != nil {
			return err
		}
	} else if err := d.mayName(o.Game); err != nil {
		return err
	}
	switch {
	case slices.ContainsFunc(o.Hands, func(h string) bool { return h == "-" || strings.HasPrefix(h, "@") }), strings.Contains(o.Draw, ".star"):
		return refuse(protocol.Unknown, "", "messages name no files")
	case len(o.Hands) > mostRanges:
		return refuse(protocol.Limited, "", "hands are at most %d, not %d", mostRanges, len(o.Hands))
	}
	if err := o.Check(given); err != nil {
		return spoken(err)
	}
	return d.long(ctx, a, texts, tell, func(std *app.IO) error { return equity.Odds(ctx, std, o) })
}

// solve solves a small version of a game.
func (d *Desk) solve(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
	var t told[solving.Options]
	given, err := read(solveRows(), r.Rest, &t)
	if err != nil {
		return err
	}
	o := &t.options
	name, texts, err := d.nameOf(t.subject.game, t.subject.script)
	if err != nil {
		return err
	}
	if o.Policy != "" {
		if err := d.mayPlay(o.Policy, t.subject.script != ""); err != nil {
			return err
		}
	}
	if err := o.Check(d.std, given, false); err != nil {
		return spoken(err)
	}
	o.Game, o.Format = name, report.JSON
	return d.long(ctx, a, texts, tell, func(std *app.IO) error { return solving.Solve(ctx, std, *o) })
}

// diff compares two games.
func (d *Desk) diff(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
	var t told[versus.Options]
	given, err := read(diffRows(), r.Rest, &t)
	if err != nil {
		return err
	}
	o := &t.options
	name, texts, err := d.nameOf(t.subject.game, t.subject.script)
	if err != nil {
		return err
	}
	games := []string{name}
	if against := t.subject.against; against != "" {
		if err := d.mayName(against); err != nil {
			return err
		}
		games = append(games, against)
	} else if given.Has("set") && !given.Has("b") { // the options of the second rule set
		o.B.Set, o.Both = o.Both, nil
		given["b"] = given["set"]
		delete(given, "set")
	}
	run := &o.Run
	if err := d.mayPlay(run.Policy, t.subject.script != ""); err != nil {
		return err
	}
	if !o.EachOption {
		err = o.Settle(games)
	}
	if err := cmp.Or(err, o.Check(given)); err != nil {
		return spoken(err)
	}
	run.Seed, run.Workers, run.Format = d.seedOf(r.Rest), d.std.CPUs, report.JSON
	o.Again = params.AgainLine("diff", games, diffRows(), given, run.Seed)
	if o.Exhaustive {
		if err := o.SettleSmall(d.std, given, false); err != nil {
			return spoken(err)
		}
		return d.long(ctx, a, texts, tell, func(std *app.IO) error { return versus.Exhaustive(ctx, std, *o, games) })
	}
	return d.long(ctx, a, texts, tell, func(std *app.IO) error { return versus.Diff(ctx, std, *o) })
}

// test runs the tests of a script.
func (d *Desk) test(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
	var t told[ruletests.Options]
	given, err := read(testRows(), r.Rest, &t)
	if err != nil {
		return err
	}
	o := &t.options
	files := texts{scriptFile: t.subject.script}
	o.Paths = []string{scriptFile}
	if t.subject.script == "" {
		// The tests of a listed game are those of its house.
		if t.subject.game == "" {
			return refuse(protocol.Malformed, `add "game" or "script"`, "no game is named")
		}
		if err := d.mayName(t.subject.game); err != nil {
			return err
		}
		house, _, _ := strings.Cut(t.subject.game, "/")
		files, o.Paths = nil, []string{house}
	} else if t.subject.tests != "" {
		files[testFile] = t.subject.tests
		o.Paths = []string{testFile}
	}
	o.Parallel, o.Seed, o.Format = d.std.CPUs, func() uint64 { return d.seedOf(r.Rest) }, report.JSON
	if err := o.Check(d.std, given); err != nil {
		return spoken(err)
	}
	return d.long(ctx, a, files, tell, func(std *app.IO) error {
		std.CallTimeout = 0 // each test has a time limit of its own
		return ruletests.Run(ctx, std, *o)
	})
}
