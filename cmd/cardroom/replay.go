package main

import (
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/replays"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newReplay() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "replay",
			Usage:     "play recorded hands again and check every stack",
			ArgsUsage: "PATH...",
			Category:  app.SectionPlay,
			Description: `Reads hands from files, from all files of hands below a directory, or from
standard input ('-'), plays each by the game that answers to its variant, and
compares the stacks at the end, and what each player collected, with what the
file says. A hand that cannot be read or played does not stop the others; the
first 100 are told of.

Besides PHH (.phh, .phhs) the hands of PokerStars are read, and of sites and
programs that write them alike (GGPoker and many more), of Full Tilt, Winamax,
PartyPoker, 888poker and iPoker, Open Hand History 1.4, and logs of the computer
poker competition; a file's format is told by its content. What such a file
leaves out and can be concluded, such as an uncalled bet, is inferred: --explain
tells it, --strict refuses such hands.

Exit code: 0 if every hand came out to the chip; 1 if one ended with other
stacks than its file says; otherwise 2 if one could not be read or played.`,
			Flags: []cli.Flag{
				&cli.BoolFlag{Name: "lenient", Usage: "tolerate what can be understood, with a warning for each", DisableDefaultText: true},
				&cli.BoolFlag{Name: "strict", Usage: "a hand in which something had to be inferred is not ok", DisableDefaultText: true},
				&cli.BoolFlag{Name: "explain", Usage: "tell what was inferred, with its place (text only)", DisableDefaultText: true},
				&cli.BoolFlag{Name: "summary", Usage: "count hands by site, game, limit and outcome in place of listing them", DisableDefaultText: true},
				&cli.BoolFlag{Name: "stats", Usage: "print what trackers show of each player, in all and by position, in place of the hands", DisableDefaultText: true},
				&cli.StringFlag{Name: "anonymous", Usage: "with --stats and --show, replace names by pseudonyms made with the key `KEY`"},
				&cli.BoolFlag{Name: "diff", Usage: "show both stacks, seat by seat, where they differ", DisableDefaultText: true},
				&cli.BoolFlag{Name: "keep-going", Usage: "go on after a hand that is not ok; --keep-going=false stops there", Value: true},
				&cli.BoolFlag{Name: "show", Usage: "tell each hand in full, irregularities and rulings too (text only)", DisableDefaultText: true},
				&cli.IntFlag{Name: "workers", Usage: "on `N` cores; changes nothing but the speed", DefaultText: "all"},
			},
		},
		Formats: report.Lists,
		Scripts: true,
		Report:  true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts := replays.Options{
				Paths: c.Args().Slice(), Lenient: c.Bool("lenient"), Strict: c.Bool("strict"), Explain: c.Bool("explain"), Diff: c.Bool("diff"), FailFast: !c.Bool("keep-going"),
				Stats: c.Bool("stats"), Summary: c.Bool("summary"), Key: c.String("anonymous"),
				Workers: std.CPUs, Format: format, Show: c.Bool("show") && format == report.Text,
			}
			if c.IsSet("workers") {
				opts.Workers = c.Int("workers")
			}
			switch {
			case len(opts.Paths) == 0:
				return app.Usagef("replay needs a PATH, or '-' for standard input")
			case slices.ContainsFunc(opts.Paths, replays.IsSession):
				return app.Usagef("a .session file has no hands, only what they come from: 'cardroom run --resume FILE' plays it again, with --save FILE.phhs hand by hand")
			case opts.Stats && opts.Summary:
				return app.Usagef("--stats and --summary print one thing each: choose one")
			case opts.Workers < 1:
				return app.Usagef("--workers is at least 1, not %d", opts.Workers)
			}
			return replays.Replay(c.Context, std, opts)
		},
	}
}
