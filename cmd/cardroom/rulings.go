package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/books"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newRulings() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "rulings",
			Usage:       "print the rulings on irregularities",
			ArgsUsage:   "GAME|MENU|HOUSE",
			Category:    app.SectionBooks,
			Description: `Prints the ruling on each irregularity that can happen in a game: a flashed card, a string bet, a hand thrown away.`,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "event", Usage: "print only the rulings on `EVENT`"},
				library.SetFlag(),
				&cli.BoolFlag{Name: "usage", Usage: "print how to type each event", DisableDefaultText: true},
			},
		},
		Formats: []string{report.Text, report.Markdown, report.HTML, report.JSON, report.NDJSON, report.CSV},
		Examples: []app.Example{
			{Line: "cardroom rulings angies/lowball", Shows: "all irregularities"},
			{Line: "cardroom rulings house004/holdem --event flop_extra", Shows: "one of them"},
			{Line: "cardroom rulings angies --format html", Shows: "all rulings of a house as a page"},
		},
		Scripts: true,
		Paged:   true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			game, err := app.OneArgument(c, "GAME")
			if err != nil {
				return err
			}
			set, err := library.ParseSet(c.StringSlice("set"))
			if err != nil {
				return err
			}
			return books.Rulings(c.Context, std, books.RulingsOptions{Game: game, Set: set, Event: c.String("event"), Usage: c.Bool("usage"), Format: format})
		},
	}
}
