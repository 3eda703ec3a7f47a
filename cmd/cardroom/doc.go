package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/books"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newDoc() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "doc",
			Usage:     "look up a word of the language, a script, a diagnostic code, or what is said about a topic",
			ArgsUsage: "[NAME | WORDS...]",
			Category:  app.SectionWrite,
			Description: `Prints what a word means: its arguments with their types, defaults and choices,
what it returns, and an example that works as it is. NAME is a function, a
method, a constant or a type of the language, a function of the library or of a
house, a script (@stdlib//stud.star, or a file), a house, a chapter, a topic
(how: from the words of card players to those of the language; limits; security:
what scripts can do and what they cannot), or the code of a message (CR030). Other
WORDS are searched in all that is said: names, descriptions, arguments, pages and
the games of the gallery; the best places come first. Without a NAME it lists what
there is; in the other formats that is the whole reference.`,
			Flags: []cli.Flag{&cli.BoolFlag{Name: "names", Usage: "print all names alone, one per line", DisableDefaultText: true}},
		},
		Formats: []string{report.Text, report.Markdown, report.HTML, report.JSON},
		Examples: []app.Example{
			{Line: "cardroom doc", Shows: "list everything by chapter"},
			{Line: "cardroom doc bet", Shows: "the arguments of a word, with an example"},
			{Line: "cardroom doc seven_card", Shows: "a function of the library"},
			{Line: "cardroom doc how", Shows: "how to say what players say"},
			{Line: `cardroom doc wild cards`, Shows: "what is said about a topic, the best places first"},
			{Line: "cardroom doc security", Shows: "what scripts can do, what they cannot, and their limits"},
			{Line: "cardroom doc CR030", Shows: "what a code means, and what to do"},
			{Line: "cardroom doc --format html", Shows: "the reference as one page"},
		},
		Paged: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts := books.DocOptions{Names: c.Bool("names"), Format: format}
			if err := app.NamesAlone(c); err != nil {
				return err
			}
			opts.Name = strings.Join(c.Args().Slice(), " ")
			return books.Doc(c.Context, std, opts)
		},
	}
}
