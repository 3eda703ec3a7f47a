package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/books"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/serving"

	"github.com/urfave/cli/v2"
)

func newDoc() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "doc",
			Usage:       "look up words, scripts, codes, readings and topics",
			ArgsUsage:   "[NAME | WORDS...]",
			Category:    app.SectionWrite,
			Description: `Explains a word of the language: arguments with types and defaults, the result, and an example that works as printed. Other WORDS are searched for.`,
			Flags:       app.Flags(docRows),
		},
		Formats: []string{report.Text, report.Markdown, report.HTML, report.JSON},
		Examples: []app.Example{
			{Line: "cardroom doc start", Shows: "where to begin"},
			{Line: "cardroom doc", Shows: "list everything, by chapter"},
			{Line: "cardroom doc bet", Shows: "a word's arguments, with an example"},
			{Line: "cardroom doc seven_card", Shows: "a function of the library"},
			{Line: "cardroom doc how", Shows: "from a player's words to the language"},
			{Line: `cardroom doc wild cards`, Shows: "search for words"},
			{Line: "cardroom doc security", Shows: "what scripts can and cannot do"},
			{Line: "cardroom doc protocol", Shows: "the messages of 'cardroom serve' for programs"},
			{Line: "cardroom doc CR030", Shows: "what a code means, and what to do"},
			{Line: "cardroom doc A22", Shows: "a reading: what is decided, and why"},
			{Line: "cardroom doc angies readings", Shows: "the readings of a house"},
			{Line: "cardroom doc --format html", Shows: "the reference as one page"},
		},
		Paged: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts := books.DocOptions{Format: format}
			if _, err := app.Read(c, docRows, &opts); err != nil {
				return err
			}
			if err := app.NamesAlone(c, opts.Names); err != nil {
				return err
			}
			opts.Name = strings.Join(c.Args().Slice(), " ")
			if opts.Name == "protocol" { // the contract of serve is a page of its own
				if format != report.Text && format != report.Markdown {
					return app.Usagef("the protocol is a page in text or Markdown, not in %s", format)
				}
				serving.Print(std)
				return nil
			}
			return books.Doc(c.Context, std, opts)
		},
	}
}

var docRows = []params.Row[books.DocOptions]{{Param: &namesOnly, At: func(o *books.DocOptions) any { return &o.Names }}}

// namesOnly is the parameter of lists that print names only.
var namesOnly = params.Param{Name: "names", Doc: "print names only, one a line"}
