package main

import (
	"maps"
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/solving"

	"github.com/urfave/cli/v2"
)

func newDiff() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "diff"},
		Params:  params.Params(diffRows),
		Formats: []string{report.Text, report.JSON, report.CSV, report.HTML},
		Chance:  true,
		Report:  true,
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			var o diffOptions
			given, err := app.Read(c, diffRows, &o)
			if err != nil {
				return err
			}
			d, run := &o.diff, &o.diff.Run
			if d.EachOption && (c.NArg() != 1 && !d.Exhaustive || given.First("a", "b", "stakes-b") != "") {
				return app.Usagef("--each-option takes one GAME, and --set for options of it")
			}
			if !d.EachOption {
				if err := d.Settle(c.Args().Slice()); err != nil {
					return err
				}
			}
			if given.Has("solve") {
				return solveBoth(c, std, &o, given, format)
			}
			if err := d.Check(given); err != nil {
				return err
			}
			if d.Exhaustive {
				if err := d.SettleSmall(std, given, true); err != nil {
					return err
				}
				run.Format = format
				return author.DiffExhaustive(c.Context, std, *d, c.Args().Slice())
			}
			if run.Format = format; !given.Has("workers") {
				run.Workers = std.CPUs
			}
			if !d.RulesOnly {
				run.Seed = app.SeedOf(c, std)
				d.Again = params.AgainLine(c.Command.Name, c.Args().Slice(), diffRows, given, run.Seed)
			}
			return author.Diff(c.Context, std, *d)
		},
	}
}

type diffOptions struct {
	diff  author.DiffOptions
	solve solving.CompareOptions
}

var diffRows = slices.Concat(
	params.Group(func(o *diffOptions) *author.DiffOptions { return &o.diff }, author.DiffRows),
	params.Group(func(o *diffOptions) *solving.CompareOptions { return &o.solve }, solving.CompareRows),
)

// solveBoth solves both games.
func solveBoth(c *cli.Context, std *app.IO, all *diffOptions, given params.Given, format string) error {
	o, d := &all.solve, &all.diff
	o.Format = format
	until := o.Effort.Until
	o.Effort = solving.DefaultEffort()
	o.Effort.Until = until
	if err := d.SettleSmall(std, given, true); err != nil {
		return err
	}
	if o.Small, o.EachOption = d.Small, d.EachOption; len(o.Small.Sizes) > 1 {
		return app.Usagef("--size: --solve takes one size, not %d", len(o.Small.Sizes))
	}
	side := func(game, stakes string, own map[string]string) solving.Side {
		set := map[string]string{}
		maps.Copy(set, d.Both)
		maps.Copy(set, own)
		return solving.Side{Game: game, Stakes: stakes, Set: set}
	}
	if o.EachOption {
		o.A = side(c.Args().First(), d.A.Stakes, nil)
	} else {
		o.A, o.B = side(d.A.Game, d.A.Stakes, d.A.Set), side(d.B.Game, d.B.Stakes, d.B.Set)
	}
	return solving.Compare(c.Context, std, *o)
}
