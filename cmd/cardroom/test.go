package main

import (
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newTest() *app.Command {
	return &app.Command{
		Command:    &cli.Command{Name: "test"},
		Params:     params.Params(author.TestRows),
		Formats:    []string{report.Text, report.JSON, report.CSV, report.HTML, report.JUnit, report.GitHub},
		Chance:     true,
		Scripts:    true,
		OwnTimeout: true,
		Report:     true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			o := author.TestOptions{Paths: c.Args().Slice(), Parallel: std.CPUs, Seed: sync.OnceValue(func() uint64 { return app.SeedOf(c, std) }), Format: format}
			given, err := app.Read(c, author.TestRows, &o)
			if err != nil {
				return err
			}
			if o.Sheets.Dir != "" {
				o.Sheets.Paths, o.Sheets.Format = o.Paths, format
				return author.Sheets(c.Context, std, o.Sheets)
			}
			if err := o.Check(std, given); err != nil {
				return err
			}
			switch {
			case given.Has("debug"):
				return debugTest(c.Context, std, o)
			case o.Watch:
				return author.WatchTests(c.Context, std, o)
			}
			return author.RunTests(c.Context, std, o)
		},
	}
}
