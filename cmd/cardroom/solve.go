package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/solving"

	"github.com/urfave/cli/v2"
)

func newSolve() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "solve"},
		Params:  params.Params(solving.Rows),
		Formats: []string{report.Text, report.JSON, report.HTML},
		Scripts: true,
		Report:  true,
		Do: func(c *cli.Context, std *app.IO, format string) (err error) {
			o := solving.Options{Format: format}
			if o.Game, err = app.OneArgument(c, "GAME"); err != nil {
				return err
			}
			given, err := app.Read(c, solving.Rows, &o)
			if err == nil {
				err = o.Check(std, given, true)
			}
			if err != nil {
				return err
			}
			return solving.Solve(c.Context, std, o)
		},
	}
}
