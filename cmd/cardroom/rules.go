package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newRules() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "rules"},
		Params:  params.Params(author.RulesRows),
		Formats: []string{report.Text, report.Markdown, report.HTML, report.JSON},
		Scripts: true,
		Paged:   true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			game, err := app.OneArgument(c, "GAME")
			if err != nil {
				return err
			}
			o := author.RulesOptions{Game: game, Format: format}
			if _, err := app.Read(c, author.RulesRows, &o); err != nil {
				return err
			}
			if o.Open && !c.IsSet("format") && !c.IsSet("json") {
				o.Format = report.HTML
			}
			switch {
			case o.Open && o.Format != report.HTML:
				return app.Usagef("--open shows HTML, not %s: add --format html", o.Format)
			case o.Mark && o.Format != report.Text:
				return app.Usagef("--mark prints marks as text, and nothing else; JSON has a sheet's mark as \"mark\"")
			}
			return author.Rules(c.Context, std, o)
		},
	}
}
