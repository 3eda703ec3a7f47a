package main

import (
	"errors"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/books"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newGames() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:     "games",
			Usage:    "list the games",
			Category: app.SectionBooks,
			Description: `Lists the games that come with cardroom, by house. Any of the names can be
given to the other commands. With --tables it lists the tables that the houses
have described: what they play, for what stakes and buy-ins, under which rules
and collections, and when. 'cardroom run --session' plays them.`,
			Flags: []cli.Flag{
				&cli.BoolFlag{Name: "names", Usage: "print the names alone, one per line", DisableDefaultText: true},
				&cli.BoolFlag{Name: "tables", Usage: "list the tables instead, for sessions", DisableDefaultText: true},
			},
		},
		Formats: report.Lists,
		Examples: []app.Example{
			{Line: "cardroom games", Shows: "every game with a line about it"},
			{Line: "cardroom games --tables", Shows: "every table that a house has described, for sessions"},
			{Line: "cardroom games --format ndjson", Shows: "one object per game, for other programs"},
		},
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			if err := errors.Join(app.NoArgument(c), app.NamesAlone(c)); err != nil {
				return err
			}
			return books.Games(c.Context, std, books.GamesOptions{Format: format, Names: c.Bool("names"), Tables: c.Bool("tables")})
		},
	}
}
