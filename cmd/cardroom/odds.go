package main

import (
	"slices"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newOdds() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "odds"},
		Params:  params.Params(equity.Rows),
		Formats: append(slices.Clone(report.Lists), report.HTML),
		Chance:  true,
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			o := equity.Options{Seed: sync.OnceValue(func() uint64 { return app.SeedOf(c, std) }), Format: format}
			o.Effort.Workers = std.CPUs
			given, err := app.Read(c, equity.Rows, &o)
			if err == nil {
				err = o.Check(given)
			}
			if err != nil {
				return err
			}
			return equity.Odds(c.Context, std, o)
		},
	}
}
