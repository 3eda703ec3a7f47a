package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/engine/rank"

	"github.com/urfave/cli/v2"
)

func newEval() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "eval",
			Usage:     "rank hands",
			ArgsUsage: "[CARDS...|PATH...]",
			Category:  app.SectionPlay,
			Description: "Ranks hands: the strength of each, its name, and the cards that count. A larger strength is better in every ranking, low ones too; " +
				"compare strengths within one ranking only.\n\nA PATH is a file with a hand a line, a folder with all " + equity.Ending + " files below it, or '-' for standard input. In a line, '|' begins the board and '#' a comment.\n\nRankings: " + strings.Join(rank.Names(), ", ") + ", or FILE.star:NAME for your own.",
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "ranking", Aliases: []string{"r"}, Usage: "rank by `RANKING`", DefaultText: "high"},
				&cli.StringFlag{Name: "game", Aliases: []string{"g"}, Usage: "rank as the showdown of `GAME` does"},
				&cli.StringFlag{Name: "board", Aliases: []string{"b"}, Usage: "`CARDS` shared by every hand"},
				&cli.StringFlag{Name: "joker", Usage: "add a joker as `ROLE`: bug or wild", Category: app.AdvancedCategory},
				&cli.StringSliceFlag{Name: "file", Usage: "read hands from `FILE`, whatever its name", Category: app.AdvancedCategory},
				&cli.BoolFlag{Name: "sort", Usage: "print the best hand first; keeps all hands in memory", DisableDefaultText: true},
				library.WorkersFlag(),
			},
		},
		Formats: report.Lists,
		Examples: []app.Example{
			{Line: "cardroom eval AhKhQhJhTh 2c2d2h3s3c", Shows: "two hands"},
			{Line: "cardroom eval --board 2c7d9hTsJs AhAd KdQd QhQc --sort", Shows: "who wins on this board?"},
			{Line: "cardroom eval --game angies/omaha-hilo \"AsAd2d3c | 8c7d4hKsQs\"", Shows: "high and low by a game's rules"},
			{Line: "cardroom eval --ranking ace-to-five --joker bug Jo2c3d4h6s", Shows: "a low with a joker"},
			{Line: "cardroom eval examples/hands/cards.txt --format csv", Shows: "a file of hands, one a line"},
		},
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts, err := readEvalOptions(c, std, format)
			if err != nil {
				return err
			}
			return equity.Eval(c.Context, std, opts)
		},
	}
}

func readEvalOptions(c *cli.Context, std *app.IO, format string) (equity.EvalOptions, error) {
	opts := equity.EvalOptions{
		Hands: c.Args().Slice(), Files: c.StringSlice("file"), Game: c.String("game"), Ranking: c.String("ranking"),
		Joker: c.String("joker"), Board: c.String("board"), Sort: c.Bool("sort"), Workers: std.CPUs, Format: format,
	}
	if c.IsSet("workers") {
		opts.Workers = c.Int("workers")
	}
	return opts, opts.Settle(std)
}
