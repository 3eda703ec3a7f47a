package main

import (
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
		Command: &cli.Command{Name: "eval"},
		Params:  params.Params(evalRows),
		Formats: report.Lists,
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
	{Param: &params.Param{Name: "ranking", Aliases: []string{"r"}, Doc: "rank by `RANKING`", Shown: "high", Offers: append(rank.Names(), params.Files)}, At: func(o *equity.EvalOptions) any { return &o.Ranking }},
	{Param: &params.Param{Name: "game", Aliases: []string{"g"}, Doc: "rank as the showdown of `GAME` does", Offers: []string{params.Games, params.Files}}, At: func(o *equity.EvalOptions) any { return &o.Game }},
	{Param: &params.Param{Name: "board", Aliases: []string{"b"}, Doc: "`CARDS` shared by every hand"}, At: func(o *equity.EvalOptions) any { return &o.Board }},
	{Param: &params.Param{Name: "joker", Doc: "add a joker as `ROLE`: bug or wild", Section: params.Advanced, Offers: []string{"bug", "wild"}}, At: func(o *equity.EvalOptions) any { return &o.Joker }},
	{Param: &params.Param{Name: "file", Doc: "read hands from `FILE`, whatever its name", Section: params.Advanced}, At: func(o *equity.EvalOptions) any { return &o.Files }},
	{Param: &params.Param{Name: "sort", Doc: "print the best hand first; keeps all hands in memory"}, At: func(o *equity.EvalOptions) any { return &o.Sort }},
	{Param: &library.Workers, At: func(o *equity.EvalOptions) any { return &o.Workers }},
}
