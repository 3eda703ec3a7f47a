package main

import (
	"context"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"

	"github.com/urfave/cli/v2"
)

func newRun() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "run"},
		Params:  params.Params(runRows),
		Formats: []string{report.Text, report.JSON, report.NDJSON, report.CSV, report.HTML},
		Chance:  true,
		Scripts: true,
		Report:  true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			var o runOptions
			given, err := app.Read(c, runRows, &o)
			if err != nil {
				return err
			}
			play := &o.Play
			play.Format = format
			if given.Has("rows-schema") {
				return std.Results(format, runs.Print)
			}
			if !given.Has("workers") {
				play.Workers = std.CPUs
			}
			if o.Session.Because, o.session = runs.Asked(given); !o.session {
				o.session = isTable(std, c.Args().First(), play.Set)
			}
			if o.Session.Resume != "" {
				return resume(c, std, &o, given)
			}
			if play.Game, err = app.OneArgument(c, "GAME"); err != nil {
				return err
			}
			if err := play.Check(std, given); err != nil {
				return err
			}
			play.Seed, play.UpTo = app.SeedOf(c, std), "--hand"
			play.Again = params.AgainLine(c.Command.Name, c.Args().Slice(), runRows, given, play.Seed)
			if o.session {
				return playSession(c.Context, std, &o, given)
			}
			if strings.HasSuffix(play.Save, ".session") {
				return app.Usagef(".session files are for sessions: add --session")
			}
			if given.Has("debug") {
				return debugRun(c.Context, std, *play)
			}
			return runs.Run(c.Context, std, *play)
		},
	}
}

type runOptions struct {
	Play    runs.Options
	Session runs.SessionOptions
	session bool
}

var runRows = slices.Concat(
	params.Group(func(o *runOptions) *runs.Options { return &o.Play }, runs.Rows),
	params.Group(func(o *runOptions) *runs.SessionOptions { return &o.Session }, runs.SessionRows),
)

// isTable reports whether a name is that of a script that defines a table but no game, or of a house's table that is not also
// the name of a game.
func isTable(std *app.IO, name string, set map[string]string) bool {
	ref, err := library.Ref(name)
	if name == "" || err != nil {
		return false
	}
	lib := library.New(std, set)
	if t, err := lib.Table(ref); t == nil || err != nil {
		return false
	}
	if strings.HasSuffix(library.FileOf(name), ".star") {
		return true
	}
	menu, err := lib.Menu(name)
	return err == nil && menu == nil && !lib.IsGame(name)
}

// playSession plays a session, or many.
func playSession(ctx context.Context, std *app.IO, o *runOptions, given params.Given) (err error) {
	opts, extra := &o.Play, &o.Session
	for _, p := range params.Params(runs.Rows) {
		if given.Has(p.Name) && !p.Tables {
			return app.Usagef("a session cannot use --%s: each hand depends on the one before", p.Name)
		}
	}
	switch {
	case given.Has("workers") && extra.Sessions == 0:
		return app.Usagef("a session cannot use --workers: each hand depends on the one before; --sessions N plays N of them on all processors")
	}
	opts.UpTo = "--hands"
	if !given.Has("show") {
		opts.Show = 0
	}
	if err := runs.CheckMany(opts, extra, std.Wants(opts.Format, report.HTML)); err != nil {
		return err
	}
	if given.Has("events") {
		if extra.Events, err = runs.ReadEvents(std, given["events"][0]); err != nil {
			return err
		}
	}
	if extra.Hours > 0 && !given.Has("hands") {
		opts.Hands = 0
	}
	if extra.Tables > 0 {
		return runs.RunTables(ctx, std, *opts, *extra)
	}
	if extra.Sessions > 0 {
		return runs.RunMany(ctx, std, *opts, *extra)
	}
	return runs.RunSession(ctx, std, *opts, *extra, nil)
}

// resume continues a saved session.
func resume(c *cli.Context, std *app.IO, o *runOptions, given params.Given) error {
	if c.NArg() > 0 {
		return app.Usagef("leave out GAME: --resume already names the session")
	}
	if name := params.Fixed(params.Params(runRows), given); name != "" {
		return app.Usagef("--%s cannot change in a saved session: --resume takes --hands, --show, --save, --policy and --format", name)
	}
	if err := o.Play.Check(std, given); err != nil {
		return err
	}
	if !given.Has("policy") {
		o.Play.Policy = ""
	}
	if !given.Has("hands") {
		o.Play.Hands = 0
	}
	if !given.Has("show") {
		o.Play.Show = 0
	}
	o.Play.Workers = 1
	return runs.Resume(c.Context, std, o.Play, o.Session.Resume)
}
