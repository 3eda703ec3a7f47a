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
			Name:      "rulings",
			Usage:     "print what a house does when something goes wrong",
			ArgsUsage: "GAME|MENU|HOUSE",
			Category:  app.SectionBooks,
			Description: `Prints what is ruled on each irregularity that can happen in a game: a card that
is flashed, a string bet, a hand thrown away. Where a game has a ruling of its own
it comes first, then that of its house. Where both are silent the custom of card
rooms holds, marked default, with the rule of the World Series of Poker that it
follows. Of a house or a menu it prints every ruling once, with the games that it
holds for.

md and html are pages to post, with what the clauses say at their end.

With --usage it prints how each event is told and when it can happen, as 'cardroom
play', the REPL, rule tests and hand files take it.`,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "event", Usage: "print what is ruled on `EVENT` only"},
				&cli.StringSliceFlag{Name: "set", Usage: "decide a doubtful rule, `OPTION=VALUE`; may be repeated"},
				&cli.BoolFlag{Name: "usage", Usage: "print how the events are told", DisableDefaultText: true},
			},
		},
		Formats: []string{report.Text, report.Markdown, report.HTML, report.JSON, report.NDJSON, report.CSV},
		Examples: []app.Example{
			{Line: "cardroom rulings angies/lowball", Shows: "every irregularity, and what follows"},
			{Line: "cardroom rulings house004/holdem --event flop_extra", Shows: "one of them"},
			{Line: "cardroom rulings angies --format html", Shows: "the rulings of a house, a page to post"},
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
