package main

import (
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/dataset"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/replays"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/shards"

	"github.com/urfave/cli/v2"
)

func newReplay() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "replay",
			Usage:       "replay recorded hands and check every stack",
			ArgsUsage:   "PATH...",
			Category:    app.SectionPlay,
			Description: `Replays recorded hands and compares the final stacks and winnings with those in the file. A PATH is a file, a folder with all hand files below it, or '-' for standard input.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "hand", Usage: "replay only hand `N`: the site's number, or the place in the file", DefaultText: "all"},
				&cli.BoolFlag{Name: "lenient", Usage: "accept small errors, with a warning for each kind", Category: app.AdvancedCategory, DisableDefaultText: true},
				&cli.BoolFlag{Name: "strict", Usage: "refuse hands in which something had to be inferred", DisableDefaultText: true},
				&cli.BoolFlag{Name: "explain", Usage: "list what was inferred, and rakes that differ from the site's schedule (text only)", DisableDefaultText: true},
				&cli.BoolFlag{Name: "summary", Usage: "count hands by site, game, limit and result instead of listing them", DisableDefaultText: true},
				&cli.BoolFlag{Name: "stats", Usage: "print each player's statistics, in total and by position, instead of the hands", DisableDefaultText: true},
				&cli.StringFlag{Name: "anonymous", Usage: "replace names by pseudonyms made with `KEY` (with --stats and --show)", Category: app.AdvancedCategory},
				&cli.BoolFlag{Name: "diff", Usage: "show both stacks, seat by seat, where they differ", DisableDefaultText: true},
				&cli.BoolFlag{Name: "keep-going", Usage: "continue after a hand that fails; --keep-going=false stops", Category: app.AdvancedCategory, Value: true, DisableDefaultText: true},
				&cli.BoolFlag{Name: "show", Usage: "print each hand in full, with irregularities and rulings (text only)", DisableDefaultText: true},
				&cli.StringFlag{Name: "shard", Usage: "with --out, read only part `I/N` of the files, such as 1/4", Category: app.AdvancedCategory, DefaultText: "1/1"},
				library.WorkersFlag(),
			}, shards.Flags(), dataset.Flags()),
		},
		Formats: report.Lists,
		Scripts: true,
		Report:  true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			if c.Bool("rows-schema") {
				return std.Results(format, dataset.Print)
			}
			tables, err := dataset.Read(c)
			if err != nil {
				return err
			}
			opts := replays.Options{
				Rows:  tables,
				Paths: c.Args().Slice(), Lenient: c.Bool("lenient"), Strict: c.Bool("strict"), Explain: c.Bool("explain"), Diff: c.Bool("diff"), FailFast: !c.Bool("keep-going"),
				Hand:  c.String("hand"),
				Stats: c.Bool("stats"), Summary: c.Bool("summary"), Key: c.String("anonymous"),
				Workers: workers(c, std), Format: format, Show: c.Bool("show") && format == report.Text,
			}
			if err := readReplayPart(c, &opts); err != nil {
				return err
			}
			switch {
			case len(opts.Paths) == 0:
				return app.Usagef("replay needs a PATH, or '-' for standard input")
			case slices.ContainsFunc(opts.Paths, replays.IsSession):
				return app.Usagef("a .session file has inputs, not hands: 'cardroom run --resume FILE --save FILE.phhs' replays it and writes the hands")
			case c.IsSet("hand") && (opts.Hand == "" || opts.Out.Dir != ""):
				return app.Usagef("--hand needs the number of a hand, and cannot be used with --out")
			case opts.Stats && opts.Summary:
				return app.Usagef("--stats and --summary are separate results: choose one")
			case opts.Workers < 1:
				return app.Usagef("--workers must be at least 1, not %d", opts.Workers)
			}
			return replays.Replay(c.Context, std, opts)
		},
	}
}

// readReplayPart reads the shard of a summary and the folder of its part.
func readReplayPart(c *cli.Context, o *replays.Options) (err error) {
	if o.Out, o.Shard, err = readShard(c); err != nil {
		return err
	}
	switch {
	case o.Out.Dir == "" && c.IsSet("shard"):
		return app.Usagef("--shard is for --summary --out DIR, which writes the shard as a part")
	case o.Out.Dir != "" && !o.Summary:
		return app.Usagef("--out keeps the counts of --summary: add it")
	case o.Out.Dir != "" && (o.Show || o.Rows.Dir != "" || o.FailFast || o.Explain):
		return app.Usagef("--out keeps counts: leave out --show, --explain, --rows and --keep-going=false")
	case o.Out.Dir != "" && slices.Contains(o.Paths, "-"):
		return app.Usagef("--out reads files twice, to know them by their contents: standard input cannot be one")
	}
	return nil
}

// workers returns the number of workers of a command.
func workers(c *cli.Context, std *app.IO) int {
	if c.IsSet("workers") {
		return c.Int("workers")
	}
	return std.CPUs
}
