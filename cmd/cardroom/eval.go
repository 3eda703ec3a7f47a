package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/evaluate"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newEval() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "eval",
			Usage:     "rank hands",
			ArgsUsage: "[CARDS...|-]",
			Category:  app.SectionPlay,
			Description: `Ranks hands of cards: how strong each is, in words, and which of its cards count.
Strengths are numbers, larger is better in every ranking, also in a low one; they
can be compared within one ranking only.

A hand is text such as AhKd2c, "Ah Kd 2c" or Ah-Kd-2c; Jo is a joker, and so is Xx.
Cards after a '|' or '/' are the board of this hand, in place of --board. Each
argument is a hand; arguments of one card each are one hand together. '-', or no
argument, reads a hand per line from standard input, --file from a file; empty
lines and what follows a '#' are skipped.

A ranking is one of ` + evaluate.Rankings() + `,
or FILE.star:NAME, a ranking of your own script. With --game the showdown at the end
of the game decides: high and low hands, exactly two cards and three of the board in
Omaha, what the joker is, and the suits where they part equal hands.

A row has "high" or "low", or both, each with strength, name and cards; null when
no hand qualifies. Where suits part equal hands there is also "suits", a number that
is larger for the better of two equal strengths. A line that is no hand is reported
with its place, has no row, and does not stop the others.

Exit code: 0 if every hand was ranked; 1 if some line was no hand; 2 if there was no
hand at all.`,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "ranking", Aliases: []string{"r"}, Usage: "rank under `RANKING`", DefaultText: "high"},
				&cli.StringFlag{Name: "game", Aliases: []string{"g"}, Usage: "rank as the showdown of `GAME` does"},
				&cli.StringFlag{Name: "board", Aliases: []string{"b"}, Usage: "`CARDS` that every hand shares"},
				&cli.StringFlag{Name: "joker", Usage: "a joker is in the ranking's deck, as `ROLE`: bug, wild"},
				&cli.StringSliceFlag{Name: "file", Usage: "read hands from `FILE`, one per line"},
				&cli.BoolFlag{Name: "sort", Usage: "print the best hand first; keeps all hands in memory", DisableDefaultText: true},
				&cli.IntFlag{Name: "workers", Usage: "on `N` cores; changes nothing but the speed", DefaultText: "all"},
			},
		},
		Formats: report.Lists,
		Examples: []app.Example{
			{Line: "cardroom eval AhKhQhJhTh 2c2d2h3s3c", Shows: "two hands"},
			{Line: "cardroom eval --board 2c7d9hTsJs AhAd KdQd QhQc --sort", Shows: "who wins on this board"},
			{Line: "cardroom eval --game angies/omaha-hilo \"AsAd2d3c | 8c7d4hKsQs\"", Shows: "high and low by the rules of a game"},
			{Line: "cardroom eval --ranking ace-to-five --joker bug Jo2c3d4h6s", Shows: "a low with the joker"},
		},
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts, err := readEvalOptions(c, std, format)
			if err != nil {
				return err
			}
			return evaluate.Eval(c.Context, std, opts)
		},
	}
}

func readEvalOptions(c *cli.Context, std *app.IO, format string) (evaluate.Options, error) {
	opts := evaluate.Options{
		Hands: c.Args().Slice(), Files: c.StringSlice("file"), Game: c.String("game"), Ranking: c.String("ranking"),
		Joker: c.String("joker"), Board: c.String("board"), Sort: c.Bool("sort"), Workers: std.CPUs, Format: format,
	}
	if c.IsSet("workers") {
		opts.Workers = c.Int("workers")
	}
	return opts, opts.Settle(std)
}
