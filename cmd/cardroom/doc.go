package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/serve"

	"github.com/urfave/cli/v2"
)

func newDoc() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "doc"},
		Params:  params.Params(docRows),
		Formats: []string{report.Text, report.Markdown, report.HTML, report.JSON},
		Paged:   true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts := author.DocOptions{Format: format}
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
				serve.Print(std)
				return nil
			}
			return author.Doc(c.Context, std, opts)
		},
	}
}

var docRows = []params.Row[author.DocOptions]{{Param: &namesOnly, At: func(o *author.DocOptions) any { return &o.Names }}}

// namesOnly is the parameter of lists that print names only.
var namesOnly = params.Param{Name: "names", Doc: "print names only, one a line"}
