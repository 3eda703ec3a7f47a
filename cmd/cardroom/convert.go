package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
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
			Name:      "convert",
			Usage:     "write recorded hands in another format",
			ArgsUsage: "PATH...",
			Category:  app.SectionPlay,
			Description: `Reads hands as 'cardroom replay' does, plays each, writes it in the format of
--to, reads back what was written and compares it with the hand: players, stacks,
what was done, what was collected. A hand that does not come out the same, or that
the format cannot say, is not written and told of; what is left out of the others
is listed at the end.

Without --out everything goes to standard output; with it, each file into the
folder, under its own name with the ending of the format.

Exit code: 0 if every hand was written; otherwise 2.`,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "to", Usage: "the `FORMAT`: " + strings.Join(names, ", ")},
				&cli.StringFlag{Name: "out", Usage: "write the files into the folder `DIR`"},
				&cli.StringFlag{Name: "anonymous", Usage: "replace every player's name by a pseudonym made with the key `KEY`: the same name has the same one under a key"},
			},
		},
		Scripts: true,
		Examples: []app.Example{
			{Line: "cardroom convert hands.txt --to phh", Shows: "hands of PokerStars as PHH"},
			{Line: "cardroom convert hands --to ohh --out converted", Shows: "every file of hands below a folder"},
			{Line: "cardroom convert hands.txt --to pokerstars --anonymous lime", Shows: "the same hands without names"},
		},
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			opts := replays.ConvertOptions{Paths: c.Args().Slice(), Out: c.String("out"), Key: c.String("anonymous")}
			opts.Target = convert.Named(c.String("to"))
			switch {
			case len(opts.Paths) == 0:
				return app.Usagef("convert needs a PATH, or '-' for standard input")
			case c.String("to") == "":
				return app.Usagef("--to says the format: %s", strings.Join(names, ", "))
			case opts.Target == nil:
				return app.Usagef("--to: no format %q, there are %s", c.String("to"), strings.Join(names, ", "))
			}
			return replays.Convert(c.Context, std, opts)
		},
	}
}
