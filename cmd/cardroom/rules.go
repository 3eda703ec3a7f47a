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
			Usage:     "print the rule sheet of a game, or the book of a house",
			ArgsUsage: "GAME|MENU|HOUSE",
			Category:  app.SectionBooks,
			Description: `Prints what the dealer does, step by step, what may be bet, what wins, kills,
collections, tables and buy-ins, what happens when something goes wrong, house rules,
and which doubtful rules the game decides, with the clauses of the house's own document.
The sheet is made from the plan that is played and from the list of clauses, so it
cannot disagree with the game. A house's name alone prints its book: contents, what
holds for all games, the sheets of all its games, and every clause.

--for players prints what hangs on the wall: what the game costs, the deal street by
street, a hand as an example, what wins, and what players should remember; --for floor
everything, with clauses and open points. html of a game is for players and of a house
has both; the other formats are for the floor, unless --for says so. A page of html
needs no other file and prints on Letter and A4; --open shows it in the browser.`,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "stakes", Usage: "the `STAKES` of the table, such as 2-4 or \"nl 1-2\"", DefaultText: "the house's"},
				&cli.StringSliceFlag{Name: "set", Usage: "decide a doubtful rule, `OPTION=VALUE`; may be repeated"},
				&cli.StringFlag{Name: "for", Usage: "print the sheet for `READER`: players or floor", DefaultText: "players in html, else floor"},
				&cli.BoolFlag{Name: "four-colour", Aliases: []string{"four-color"}, Usage: "in html, clubs green and diamonds blue", DisableDefaultText: true},
				&cli.BoolFlag{Name: "source", Usage: "show the script line behind each rule", DisableDefaultText: true},
				&cli.BoolFlag{Name: "open", Usage: "show the page of html with the program that opens pages here", DisableDefaultText: true},
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the result to `FILE`", DefaultText: "standard output"},
				&cli.BoolFlag{Name: "clauses", Usage: "list what the cited clauses say; json always has it", DisableDefaultText: true},
			},
		},
		Formats: []string{report.Text, report.Markdown, report.HTML, report.JSON},
		Examples: []app.Example{
			{Line: "cardroom rules angies/omaha-hilo", Shows: "the rule sheet"},
			{Line: "cardroom rules angies/omaha-hilo --source", Shows: "with the script line behind each rule"},
			{Line: "cardroom rules angies/holdem --for players", Shows: "what hangs on the wall"},
			{Line: "cardroom rules house004 --format html", Shows: "the book of a house, to print"},
			{Line: "cardroom rules angies/lowball --set sevens=void", Shows: "as it is with another reading"},
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
				return app.Usagef("--for is players or floor, not %q", reader)
			}
			if c.Bool("open") && !c.IsSet("format") && !c.IsSet("json") {
				format = report.HTML
			}
			if c.Bool("open") && format != report.HTML {
				return app.Usagef("--open shows a page of html, not %s: add --format html", format)
			}
			return books.Rules(c.Context, std, books.RulesOptions{
				Game: game, Stakes: c.String("stakes"), Set: set, Source: c.Bool("source"), Clauses: c.Bool("clauses"), Format: format,
				For: reader, Four: c.Bool("four-colour"), Open: c.Bool("open"), Output: c.String("output"),
			})
		},
	}
}
