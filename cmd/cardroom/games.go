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
			Name:      "games",
			Usage:     "list the games",
			ArgsUsage: "[HOUSE]",
			Category:  app.SectionBooks,
			Description: `Lists the games that come with cardroom, by house, or those of one HOUSE. Any of
the names can be given to the other commands. A gallery is a house of very many
games; they are listed by family, when you ask for them: 'cardroom games gallery'.
With --missing it lists what the gallery lacks, and why. With --tables it lists
the tables that the houses have described: what they play, for what stakes and
buy-ins, under which rules and collections, and when. 'cardroom run --session'
plays them.`,
			Flags: []cli.Flag{
				&cli.BoolFlag{Name: "names", Usage: "print the names alone, one per line", DisableDefaultText: true},
				&cli.BoolFlag{Name: "tables", Usage: "list the tables instead, for sessions", DisableDefaultText: true},
				&cli.BoolFlag{Name: "missing", Usage: "of a gallery, list the games that it lacks, with the reasons", DisableDefaultText: true},
			},
		},
		Formats: report.Lists,
		Examples: []app.Example{
			{Line: "cardroom games", Shows: "every game with a line about it"},
			{Line: "cardroom games gallery", Shows: "the games of the gallery, by family"},
			{Line: "cardroom games --tables", Shows: "every table that a house has described, for sessions"},
			{Line: "cardroom games --format ndjson", Shows: "one object per game, for other programs"},
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
				return app.Usagef("--tables lists all tables, and takes neither a HOUSE nor --missing")
			case opts.Missing && opts.House == "":
				return app.Usagef("--missing needs the name of a gallery: cardroom games gallery --missing")
			}
			return books.Games(c.Context, std, opts)
		},
	}
}
