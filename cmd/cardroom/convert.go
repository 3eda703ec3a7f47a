package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/replays"
	"cardroom/engine/convert"

	"github.com/urfave/cli/v2"
)

func newConvert() *app.Command {
	names := make([]string, len(convert.Targets))
	for i := range convert.Targets {
		names[i] = convert.Targets[i].Name
	}
	return &app.Command{
		Command: &cli.Command{
			Name:        "convert",
			Usage:       "convert recorded hands to another format",
			ArgsUsage:   "PATH...",
			Category:    app.SectionPlay,
			Description: `Reads hands as 'cardroom replay' does, replays each, and writes it in the format of --to.`,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "to", Usage: "write `FORMAT`: " + strings.Join(names, ", ")},
				&cli.StringFlag{Name: "out", Usage: "write the files to the folder `DIR`"},
				&cli.StringFlag{Name: "anonymous", Usage: "replace names by pseudonyms made with `KEY`; the same key gives the same names"},
				library.WorkersFlag(),
			},
		},
		Scripts: true,
		Examples: []app.Example{
			{Line: "cardroom convert examples/hands/stars.txt --to phh", Shows: "a PokerStars file as PHH"},
			{Line: "cardroom convert examples/hands --to phh --out converted", Shows: "all hand files below a folder"},
			{Line: "cardroom convert examples/hands/holdem.phhs --to pokerstars --anonymous lime", Shows: "for programs that read PokerStars files, with other names"},
		},
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			opts := replays.ConvertOptions{Paths: c.Args().Slice(), Out: c.String("out"), Key: c.String("anonymous"), Workers: workers(c, std)}
			opts.Target = convert.Named(c.String("to"))
			switch {
			case len(opts.Paths) == 0:
				return app.Usagef("convert needs a PATH, or '-' for standard input")
			case c.String("to") == "":
				return app.Usagef("convert needs --to with a format: %s", strings.Join(names, ", "))
			case opts.Target == nil:
				return app.Usagef("--to: unknown format %q (use %s)", c.String("to"), strings.Join(names, ", "))
			case opts.Workers < 1:
				return app.Usagef("--workers must be at least 1, not %d", opts.Workers)
			}
			return replays.Convert(c.Context, std, opts)
		},
	}
}
