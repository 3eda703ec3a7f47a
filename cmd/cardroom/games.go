package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/books"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newGames() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "games",
			Usage:       "list the games",
			ArgsUsage:   "[HOUSE]",
			Category:    app.SectionBooks,
			Description: `Lists the games that come with cardroom, by house, or those of one HOUSE. The other commands take these names.`,
			Flags: []cli.Flag{
				&cli.BoolFlag{Name: "names", Usage: "print names only, one a line", DisableDefaultText: true},
				&cli.BoolFlag{Name: "tables", Usage: "list tables instead of games", DisableDefaultText: true},
				&cli.BoolFlag{Name: "missing", Usage: "list the games that the gallery lacks, with reasons", Category: app.AdvancedCategory, DisableDefaultText: true},
			},
		},
		Formats: report.Lists,
		Paged:   true,
		Examples: []app.Example{
			{Line: "cardroom games", Shows: "all games"},
			{Line: "cardroom games gallery", Shows: "the gallery, by family"},
			{Line: "cardroom games --tables", Shows: "all tables of the houses"},
			{Line: "cardroom games --format ndjson", Shows: "one JSON object a game"},
		},
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts := books.GamesOptions{Format: format, Names: c.Bool("names"), Tables: c.Bool("tables"), Missing: c.Bool("missing")}
			if err := app.NamesAlone(c); err != nil {
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
			return books.Games(c.Context, std, opts)
		},
	}
}
