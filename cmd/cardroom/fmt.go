package main

import (
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newFmt() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "fmt"},
		Params:  params.Params(fmtRows),
		Formats: report.Lists,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts := author.FormatOptions{Paths: c.Args().Slice(), Format: format}
			_, err := app.Read(c, fmtRows, &opts)
			switch {
			case err != nil:
				return err
			case opts.Write && slices.Contains(opts.Paths, "-"):
				return app.Usagef("--write cannot be used with standard input")
			}
			if len(opts.Paths) == 0 {
				std.Note("no PATH: formatting the scripts in this folder and below")
				opts.Paths = []string{"."}
			}
			return author.Format(c.Context, std, opts)
		},
	}
}

var fmtRows = []params.Row[author.FormatOptions]{
	{Param: &params.Param{Name: "write", Aliases: []string{"w"}, Doc: "write the result to the file instead of printing it"}, At: func(o *author.FormatOptions) any { return &o.Write }},
	{Param: &params.Param{Name: "list", Aliases: []string{"l"}, Doc: "print the names of files that would change"}, At: func(o *author.FormatOptions) any { return &o.List }},
	{Param: &params.Param{Name: "diff", Aliases: []string{"d"}, Doc: "print the changes"}, At: func(o *author.FormatOptions) any { return &o.Diff }},
	{Param: &params.Param{
		Name: "check", Doc: "print the names of files that are not formatted; exit 1 if there are any", Not: []string{"write, because it changes nothing"},
	}, At: func(o *author.FormatOptions) any { return &o.Check }},
}
