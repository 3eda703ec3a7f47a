package main

import (
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/books"
	"cardroom/cmd/cardroom/internal/library"
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
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "stakes", Usage: "print the sheet for `STAKES`, such as 2-4 or \"nl 1-2\"", DefaultText: "the house's"},
				library.SetFlag(),
				&cli.StringFlag{Name: "for", Usage: "print the sheet for `READER`: players or floor", DefaultText: "players in html, else floor"},
				&cli.BoolFlag{Name: "four-colour", Aliases: []string{"four-color"}, Usage: "in HTML, show clubs green and diamonds blue", Category: app.AdvancedCategory, DisableDefaultText: true},
				&cli.BoolFlag{Name: "source", Usage: "show the script line behind each rule", Category: app.AdvancedCategory, DisableDefaultText: true},
				&cli.BoolFlag{Name: "mark", Usage: "print the mark of the sheet only, of a house one line for each sheet", Category: app.AdvancedCategory, DisableDefaultText: true},
				&cli.BoolFlag{Name: "open", Usage: "open the HTML page in the browser", DisableDefaultText: true},
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the result to `FILE`", DefaultText: "standard output"},
				&cli.BoolFlag{Name: "clauses", Usage: "print the text of the cited clauses; JSON always has it", Category: app.AdvancedCategory, DisableDefaultText: true},
			},
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
			set, err := library.ParseSet(c.StringSlice("set"))
			if err != nil {
				return err
			}
			reader := c.String("for")
			if reader != "" && !slices.Contains(books.Readers, reader) {
				return app.Usagef("--for must be players or floor, not %q", reader)
			}
			if c.Bool("open") && !c.IsSet("format") && !c.IsSet("json") {
				format = report.HTML
			}
			if c.Bool("open") && format != report.HTML {
				return app.Usagef("--open shows HTML, not %s: add --format html", format)
			}
			if c.Bool("mark") && (format != report.Text || c.Bool("open") || c.Bool("source") || c.Bool("clauses")) {
				return app.Usagef("--mark prints marks as text, and nothing else; JSON has a sheet's mark as \"mark\"")
			}
			return books.Rules(c.Context, std, books.RulesOptions{
				Game: game, Stakes: c.String("stakes"), Set: set, Source: c.Bool("source"), Clauses: c.Bool("clauses"), Format: format,
				For: reader, Mark: c.Bool("mark"), Four: c.Bool("four-colour"), Open: c.Bool("open"), Output: c.String("output"),
			})
		},
	}
}
