package main

import (
	"cmp"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/replays"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/solving"

	"github.com/urfave/cli/v2"
)

func newReplay() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "replay"},
		Params:  params.Params(replayRows),
		Formats: append(slices.Clone(report.Lists), report.HTML),
		Scripts: true,
		Report:  true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			o := replayOptions{Options: replays.Options{Paths: c.Args().Slice(), Workers: std.CPUs, Format: format}}
			given, err := app.Read(c, replayRows, &o)
			if err != nil {
				return err
			}
			if given.Has("rows-schema") {
				return std.Results(format, runs.Print)
			}
			o.Show = o.Show && format == report.Text
			switch {
			case len(o.Paths) == 0:
				return app.Usagef("replay needs a PATH, or '-' for standard input")
			case slices.ContainsFunc(o.Paths, replays.IsSession):
				return app.Usagef("a .session file has inputs, not hands: 'cardroom run --resume FILE --save FILE.phhs' replays it and writes the hands")
			case given.Has("hand") && o.Hand == "":
				return app.Usagef("--hand needs the number of a hand")
			case o.Hero != "" && !o.Stats && o.Rows.Dir == "":
				return app.Usagef("--hero needs --stats or --rows DIR")
			case o.Out.Dir != "" && (o.Show || o.Rows.Dir != "" || o.FailFast || o.Explain):
				return app.Usagef("--out keeps counts: leave out --show, --explain, --rows and --keep-going=false")
			case o.Out.Dir != "" && slices.Contains(o.Paths, "-"):
				return app.Usagef("--out reads files twice, to know them by their contents: standard input cannot be one")
			}
			if !o.Solve.Moment.Review {
				return replays.Replay(c.Context, std, o.Options)
			}
			if format == report.CSV || format == report.NDJSON {
				return app.Usagef("--review writes text, json or html, not %s", format)
			}
			if len(o.Paths) != 1 || o.Paths[0] == "-" {
				return app.Usagef("--review takes one file")
			}
			o.Solve.Format, o.Solve.Moment.File, o.Solve.Moment.ID = format, o.Paths[0], cmp.Or(o.Hand, "1")
			if err := o.Solve.Check(std, given, true); err != nil {
				return err
			}
			return solving.Review(c.Context, std, o.Solve)
		},
	}
}

// replayOptions are the options of replay: of many hands, or of the review of one.
type replayOptions struct {
	replays.Options
	Solve solving.Options
}

var replayRows = func() []params.Row[replayOptions] {
	type options = replayOptions
	const section = params.Advanced
	out := runs.OutRows(func(o *options) *runs.Out { return &o.Out })
	out[0].Needs = []string{"summary"}
	return slices.Concat([]params.Row[options]{
		{Param: &params.Param{Name: "hand", Doc: "replay only hand `N`: the site's number, or the place in the file", Shown: "all", Not: []string{"out"}}, At: func(o *options) any { return &o.Hand }},
		{Param: &params.Param{Name: "lenient", Doc: "accept small errors, with a warning for each kind", Section: section}, At: func(o *options) any { return &o.Lenient }},
		{Param: &params.Param{Name: "strict", Doc: "refuse hands in which something had to be inferred"}, At: func(o *options) any { return &o.Strict }},
		{Param: &params.Param{Name: "explain", Doc: "list what was inferred, and rakes that differ from the site's schedule (text only)"}, At: func(o *options) any { return &o.Explain }},
		{Param: &params.Param{Name: "summary", Doc: "count hands by site, game, limit and result instead of listing them"}, At: func(o *options) any { return &o.Summary }},
		{Param: &params.Param{
			Name: "stats", Doc: "print each player's statistics, in total and by position, instead of the hands", Not: []string{"summary, which is another result"},
		}, At: func(o *options) any { return &o.Stats }},
		{Param: &params.Param{
			Name: "by", Doc: "with --stats, tell hands apart by `PARTS`: " + strings.Join(replays.ByNames(), ", ") + ", or none", Default: "position", Shown: "position", Needs: []string{"stats"},
		}, At: func(o *options) any { return params.Parse(&o.By, replays.ParseBy) }},
		{Param: &params.Param{
			Name: "hero", Doc: "only the statistics of the player `NAME`, all of them; in tables the player whose hands they are", Shown: "all players",
		}, At: func(o *options) any { return &o.Hero }},
		{Param: &params.Param{Name: "anonymous", Doc: "replace names by pseudonyms made with `KEY` (with --stats and --show)", Section: section}, At: func(o *options) any { return &o.Key }},
		{Param: &params.Param{Name: "diff", Doc: "show both stacks, seat by seat, where they differ"}, At: func(o *options) any { return &o.Diff }},
		{Param: &params.Param{
			Name: "keep-going", Doc: "continue after a hand that fails; --keep-going=false stops", Section: section, Default: "true",
		}, At: func(o *options) any {
			return params.TruthSetter(func(yes bool) error {
				o.FailFast = !yes
				return nil
			})
		}},
		{Param: &params.Param{Name: "show", Doc: "print each hand in full, with irregularities and rulings (text only)"}, At: func(o *options) any { return &o.Show }},
		{Param: &params.Param{
			Name: "shard", Doc: "with --out, read only part `I/N` of the files, such as 1/4", Section: section, Default: "1/1", Shown: "1/1", Needs: []string{"out DIR"},
		}, At: func(o *options) any { return params.Parse(&o.Shard, runs.ParseShard) }},
		{Param: &library.Workers, At: func(o *options) any { return &o.Workers }},
	}, out, params.Group(func(o *options) *solving.Options { return &o.Solve }, solving.ReviewRows), params.Group(func(o *options) *runs.DatasetOptions { return &o.Rows }, runs.DatasetRows))
}()
