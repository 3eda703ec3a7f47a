package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/checks"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newCheck() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "check",
			Usage:       "find faults in scripts and games",
			ArgsUsage:   "[PATH...]",
			Category:    app.SectionWrite,
			Description: `Finds faults in scripts without running them, then loads them and looks at their games: unknown names and arguments, code that is unused or never reached, decks that run out, showdowns that nobody can win, slow hooks.`,
			Flags: append([]cli.Flag{
				library.SetFlag(),
				&cli.BoolFlag{Name: "fix", Usage: "repair what can be repaired without changing the script's meaning", DisableDefaultText: true},
				&cli.BoolFlag{Name: "diff", Aliases: []string{"d"}, Usage: "print what --fix would change, and change nothing", DisableDefaultText: true},
			}, exhaustiveFlags()...),
		},
		Formats: []string{report.Text, report.JSON, report.CSV, report.SARIF, report.GitHub},
		Examples: []app.Example{
			{Line: "cardroom check", Shows: "all scripts that come with cardroom"},
			{Line: "cardroom check examples/guts.star", Shows: "your own script"},
			{Line: "cardroom check --diff examples/session", Shows: "what --fix would change in a folder"},
			{Line: "cardroom check --exhaustive angies/holdem", Shows: "every line of one-round and two-round hold'em with few cards"},
			{Line: "cardroom check --exhaustive --deck-ranks 96T sanrafael/california22", Shows: "every round against a banker with nines, sixes, tens and jokers"},
			{Line: "cardroom check --format sarif examples/session", Shows: "a SARIF report for a code host"},
		},
		Scripts: true,
		Report:  true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts := checks.Options{Paths: c.Args().Slice(), Fix: c.Bool("fix"), Diff: c.Bool("diff"), Format: format}
			var err error
			if opts.Set, err = library.ParseSet(c.StringSlice("set")); err != nil {
				return err
			}
			if opts.Play, err = exhaustOptionsOf(c, std); err != nil {
				return err
			}
			opts.Save = c.String("save")
			if opts.Diff && format != report.Text {
				return app.Usagef("--diff is text, not %s", format)
			}
			return checks.Check(c.Context, std, opts)
		},
	}
}

// exhaustiveFlags returns --exhaustive and the flags that require it.
func exhaustiveFlags() []cli.Flag {
	const category = "Exhaustive play"
	return append([]cli.Flag{
		&cli.BoolFlag{Name: "exhaustive", Usage: "play every line of small versions of the games", DisableDefaultText: true, Category: category},
		&cli.Int64Flag{Name: "limit", Usage: "stop a version after `N` decisions and ends of hands", Value: 5_000_000, Category: category},
		&cli.StringFlag{Name: "save", Usage: "save the hands that show faults to `FILE`", Category: category},
	}, library.SmallFlags(category, "versions to play, `SIZES`", "kuhn,leduc; against a bank whole")...)
}

// exhaustOptionsOf reads the flags; it returns nil without --exhaustive.
func exhaustOptionsOf(c *cli.Context, std *app.IO) (*checks.ExhaustOptions, error) {
	if !c.Bool("exhaustive") {
		for _, f := range exhaustiveFlags()[1:] {
			if name := f.Names()[0]; c.IsSet(name) {
				return nil, app.Usagef("--%s goes with --exhaustive", name)
			}
		}
		return nil, nil
	}
	o := &checks.ExhaustOptions{Limit: c.Int64("limit")}
	var err error
	if o.Small, err = library.ReadSmall(c, std); err == nil && o.Limit < 1 {
		err = app.Usagef("--limit is at least 1")
	}
	return o, err
}
