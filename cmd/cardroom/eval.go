package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
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
			Flags: app.Flags(evalRows),
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
			o := equity.EvalOptions{Hands: c.Args().Slice(), Workers: std.CPUs, Format: format}
			_, err := app.Read(c, evalRows, &o)
			if err == nil {
				err = o.Settle(std)
			}
			if err != nil {
				return err
			}
			return equity.Eval(c.Context, std, o)
		},
	}
}

var evalRows = []params.Row[equity.EvalOptions]{
	{Param: &params.Param{Name: "ranking", Aliases: []string{"r"}, Doc: "rank by `RANKING`", Shown: "high"}, At: func(o *equity.EvalOptions) any { return &o.Ranking }},
	{Param: &params.Param{Name: "game", Aliases: []string{"g"}, Doc: "rank as the showdown of `GAME` does"}, At: func(o *equity.EvalOptions) any { return &o.Game }},
	{Param: &params.Param{Name: "board", Aliases: []string{"b"}, Doc: "`CARDS` shared by every hand"}, At: func(o *equity.EvalOptions) any { return &o.Board }},
	{Param: &params.Param{Name: "joker", Doc: "add a joker as `ROLE`: bug or wild", Section: params.Advanced}, At: func(o *equity.EvalOptions) any { return &o.Joker }},
	{Param: &params.Param{Name: "file", Doc: "read hands from `FILE`, whatever its name", Section: params.Advanced}, At: func(o *equity.EvalOptions) any { return &o.Files }},
	{Param: &params.Param{Name: "sort", Doc: "print the best hand first; keeps all hands in memory"}, At: func(o *equity.EvalOptions) any { return &o.Sort }},
	{Param: &library.Workers, At: func(o *equity.EvalOptions) any { return &o.Workers }},
}
