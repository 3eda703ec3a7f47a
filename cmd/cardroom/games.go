package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newGames() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "games"},
		Params:  params.Params(gamesRows),
		Formats: report.Lists,
		Paged:   true,
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts := author.GamesOptions{Format: format}
			if _, err := app.Read(c, gamesRows, &opts); err != nil {
				return err
			}
			if err := app.NamesAlone(c, opts.Names); err != nil {
				return err
			}
			if c.Args().Present() {
				house, err := app.OneArgument(c, "HOUSE")
				if err != nil {
					return err
				}
				opts.House = house
			}
			switch {
			case opts.Tables && (opts.House != "" || opts.Missing):
				return app.Usagef("--tables lists all tables: leave out HOUSE and --missing")
			case opts.Missing && opts.House == "":
				return app.Usagef("--missing needs a gallery: 'cardroom games gallery --missing'")
			}
			return author.Games(c.Context, std, opts)
		},
	}
}

var gamesRows = []params.Row[author.GamesOptions]{
	{Param: &namesOnly, At: func(o *author.GamesOptions) any { return &o.Names }},
	{Param: &params.Param{Name: "tables", Doc: "list tables instead of games"}, At: func(o *author.GamesOptions) any { return &o.Tables }},
	{Param: &params.Param{Name: "missing", Doc: "list the games that the gallery lacks, with reasons", Section: params.Advanced}, At: func(o *author.GamesOptions) any { return &o.Missing }},
}
