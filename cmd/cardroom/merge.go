package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/merging"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newMerge() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "merge",
			Usage:       "put the parts of a sharded job together",
			ArgsUsage:   "DIR...",
			Category:    app.SectionPlay,
			Description: `Reads the parts that 'cardroom run', 'diff', 'replay' or 'solve' wrote with --out DIR --shard I/N, and prints what one command prints that does all. A missing, doubled, damaged or foreign part is an error that says what to do.`,
			Flags:       app.Flags(mergeRows),
		},
		Formats: []string{report.Text, report.JSON, report.NDJSON, report.CSV, report.HTML},
		Report:  true,
		Scripts: true,
		Examples: []app.Example{
			{Line: "cardroom run angies/holdem --hands 2000 --seed 7 --shard 1/2 --out parts", Shows: "the first half of a run, as a part"},
			{Line: "cardroom run angies/holdem --hands 2000 --seed 7 --shard 2/2 --out parts", Shows: "the other half, on any machine"},
			{Line: "cardroom merge parts", Shows: "the result of both, as one run prints it"},
			{Line: "cardroom merge parts --missing", Shows: "the shards that are still to be run: none"},
			{Line: "cardroom merge parts --out merged", Shows: "one part in place of many"},
		},
		Do: func(c *cli.Context, std *app.IO, format string) error {
			o := merging.Options{Paths: c.Args().Slice(), Format: format}
			given, err := app.Read(c, mergeRows, &o)
			switch {
			case err != nil:
				return err
			case len(o.Paths) == 0:
				return app.Usagef("merge needs a DIR with parts")
			case given.Has("out") && o.Out == "":
				return app.Usagef("--out needs the name of a folder")
			}
			return merging.Merge(std, o)
		},
	}
}

var mergeRows = []params.Row[merging.Options]{
	{Param: &params.Param{
		Name: "out", Doc: "write one merged part to the folder `DIR` in place of the result; hands may still be missing", Not: []string{"missing"},
	}, At: func(o *merging.Options) any { return &o.Out }},
	{Param: &params.Param{Name: "missing", Doc: "list the shards to run again, such as 1,3-5; exit code 1 if there are any"}, At: func(o *merging.Options) any { return &o.Missing }},
}
