package main

import (
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/tidy"

	"github.com/urfave/cli/v2"
)

func newFmt() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "fmt",
			Usage:       "format scripts",
			ArgsUsage:   "[PATH...]",
			Category:    app.SectionWrite,
			Description: `Formats scripts and prints the result.`,
			Flags: []cli.Flag{
				&cli.BoolFlag{Name: "write", Aliases: []string{"w"}, Usage: "write the result to the file instead of printing it", DisableDefaultText: true},
				&cli.BoolFlag{Name: "list", Aliases: []string{"l"}, Usage: "print the names of files that would change", DisableDefaultText: true},
				&cli.BoolFlag{Name: "diff", Aliases: []string{"d"}, Usage: "print the changes", DisableDefaultText: true},
				&cli.BoolFlag{Name: "check", Usage: "print the names of files that are not formatted; exit 1 if there are any", DisableDefaultText: true},
			},
		},
		Formats: report.Lists,
		Examples: []app.Example{
			{Line: "cardroom fmt examples/guts.star", Shows: "print a script, formatted"},
			{Line: "cardroom fmt -w examples", Shows: "format all scripts of a folder in place"},
			{Line: "cardroom fmt --check examples", Shows: "check the format, for CI"},
		},
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts := tidy.Options{
				Paths: c.Args().Slice(), Format: format,
				Write: c.Bool("write"), List: c.Bool("list"), Diff: c.Bool("diff"), Check: c.Bool("check"),
			}
			switch {
			case opts.Write && opts.Check:
				return app.Usagef("--check and --write cannot be used together: --check changes nothing")
			case opts.Write && slices.Contains(opts.Paths, "-"):
				return app.Usagef("--write cannot be used with standard input")
			}
			if len(opts.Paths) == 0 {
				std.Note("no PATH: formatting the scripts in this folder and below")
				opts.Paths = []string{"."}
			}
			return tidy.Format(c.Context, std, opts)
		},
	}
}
