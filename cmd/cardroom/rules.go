package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/books"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newRules() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "rules",
			Usage:     "print the rule sheet of a game or the book of a house",
			ArgsUsage: "GAME|MENU|HOUSE",
			Category:  app.SectionBooks,
			Description: `Prints the rule sheet of a game: the deal, betting, showdown, kills, collections, tables, irregularities and options, with the clauses of the house's document. For a house it prints the book with all its games.

The foot of each page has the day from which the house's rules hold, if it names one, a mark, and the version of cardroom. The mark changes when a sentence on the sheet changes, and not with the version or the day of printing: paper with the mark that --mark prints says what the program plays.`,
			Flags: app.Flags(books.RulesRows),
		},
		Formats: []string{report.Text, report.Markdown, report.HTML, report.JSON},
		Examples: []app.Example{
			{Line: "cardroom rules angies/omaha-hilo", Shows: "the rule sheet"},
			{Line: "cardroom rules angies/omaha-hilo --source", Shows: "with the script line behind each rule"},
			{Line: "cardroom rules angies/holdem --for players", Shows: "the players' sheet"},
			{Line: "cardroom rules house004 --format html", Shows: "the book of a house as a page"},
			{Line: "cardroom rules angies/lowball --set sevens=void", Shows: "with another setting of an option"},
			{Line: "cardroom rules angies --mark", Shows: "the marks at the foot of all sheets: does the paper on the wall say what is played?"},
		},
		Scripts: true,
		Paged:   true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			game, err := app.OneArgument(c, "GAME")
			if err != nil {
				return err
			}
			o := books.RulesOptions{Game: game, Format: format}
			if _, err := app.Read(c, books.RulesRows, &o); err != nil {
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
			return books.Rules(c.Context, std, o)
		},
	}
}
