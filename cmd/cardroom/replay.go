package main

import (
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/dataset"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/replays"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/shards"
	"cardroom/cmd/cardroom/internal/simulate"

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
			Flags:       app.Flags(replayRows),
		},
		Formats: report.Lists,
		Scripts: true,
		Report:  true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			o := replays.Options{Paths: c.Args().Slice(), Workers: std.CPUs, Format: format}
			given, err := app.Read(c, replayRows, &o)
			if err != nil {
				return err
			}
			if given.Has("rows-schema") {
				return std.Results(format, dataset.Print)
			}
			o.Show = o.Show && format == report.Text
			switch {
			case len(o.Paths) == 0:
				return app.Usagef("replay needs a PATH, or '-' for standard input")
			case slices.ContainsFunc(o.Paths, replays.IsSession):
				return app.Usagef("a .session file has inputs, not hands: 'cardroom run --resume FILE --save FILE.phhs' replays it and writes the hands")
			case given.Has("hand") && o.Hand == "":
				return app.Usagef("--hand needs the number of a hand")
			case o.Out.Dir != "" && (o.Show || o.Rows.Dir != "" || o.FailFast || o.Explain):
				return app.Usagef("--out keeps counts: leave out --show, --explain, --rows and --keep-going=false")
			case o.Out.Dir != "" && slices.Contains(o.Paths, "-"):
				return app.Usagef("--out reads files twice, to know them by their contents: standard input cannot be one")
			}
			return replays.Replay(c.Context, std, o)
		},
	}
}

// replayRows are the parameters of replay.
var replayRows = func() []params.Row[replays.Options] {
	type options = replays.Options
	const section = app.AdvancedCategory
	out := shards.Rows(func(o *options) *shards.Out { return &o.Out })
	out[0].Needs = []string{"summary"}
	return slices.Concat([]params.Row[options]{
		params.String(params.Param{Name: "hand", Doc: "replay only hand `N`: the site's number, or the place in the file", Shown: "all", Not: []string{"out"}}, func(o *options) *string { return &o.Hand }),
		params.Bool(params.Param{Name: "lenient", Doc: "accept small errors, with a warning for each kind", Section: section}, func(o *options) *bool { return &o.Lenient }),
		params.Bool(params.Param{Name: "strict", Doc: "refuse hands in which something had to be inferred"}, func(o *options) *bool { return &o.Strict }),
		params.Bool(params.Param{Name: "explain", Doc: "list what was inferred, and rakes that differ from the site's schedule (text only)"}, func(o *options) *bool { return &o.Explain }),
		params.Bool(params.Param{Name: "summary", Doc: "count hands by site, game, limit and result instead of listing them"}, func(o *options) *bool { return &o.Summary }),
		params.Bool(params.Param{
			Name: "stats", Doc: "print each player's statistics, in total and by position, instead of the hands", Not: []string{"summary, which is another result"},
		}, func(o *options) *bool { return &o.Stats }),
		params.String(params.Param{Name: "anonymous", Doc: "replace names by pseudonyms made with `KEY` (with --stats and --show)", Section: section}, func(o *options) *string { return &o.Key }),
		params.Bool(params.Param{Name: "diff", Doc: "show both stacks, seat by seat, where they differ"}, func(o *options) *bool { return &o.Diff }),
		params.Into(params.Truth, params.Param{
			Name: "keep-going", Doc: "continue after a hand that fails; --keep-going=false stops", Section: section, Default: "true",
		}, func(o *options, v []string) error {
			o.FailFast = v[0] == "false"
			return nil
		}),
		params.Bool(params.Param{Name: "show", Doc: "print each hand in full, with irregularities and rulings (text only)"}, func(o *options) *bool { return &o.Show }),
		params.Parsed(params.Param{
			Name: "shard", Doc: "with --out, read only part `I/N` of the files, such as 1/4", Section: section, Default: "1/1", Shown: "1/1", Needs: []string{"out DIR"},
		}, simulate.ParseShard, func(o *options) *simulate.Shard { return &o.Shard }),
		params.Int(library.Workers, func(o *options) *int { return &o.Workers }),
	}, out, params.Group(func(o *options) *dataset.Options { return &o.Rows }, dataset.Rows))
}()
