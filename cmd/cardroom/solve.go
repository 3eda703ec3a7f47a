package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/solving"

	"github.com/urfave/cli/v2"
)

func newSolve() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "solve",
			Usage:       "compute best play and what a game is worth to each seat",
			ArgsUsage:   "GAME",
			Category:    app.SectionBooks,
			Description: `Solves a small version of a game: how each seat should play, what the game is worth to it, and how far the answer can be off. --policy computes what a policy loses to its best reply.`,
			Flags:       app.Flags(solving.Rows),
		},
		Formats: []string{report.Text, report.JSON, report.HTML},
		Examples: []app.Example{
			{Line: "cardroom solve angies/holdem --size kuhn --show 6", Shows: "one round of hold'em with three cards: its value, and how to play"},
			{Line: "cardroom solve angies/stud7 --set stud_open=bring-in", Shows: "two rounds of stud with six cards, under another reading of a rule"},
			{Line: "cardroom solve angies/lowball --size kuhn --policy 1=call", Shows: "what a seat loses that only checks and calls"},
			{Line: "cardroom solve angies/draw5 --buckets 8 --deals 500 --strategy draw5.strategy", Shows: "five-card draw with its whole deck, with hands in eight buckets by strength, of 500 deals"},
			{Line: "cardroom solve banked/threecard", Shows: "the house edge of each wager, over all deals"},
		},
		Scripts: true,
		Report:  true,
		Do: func(c *cli.Context, std *app.IO, format string) (err error) {
			o := solving.Options{Format: format}
			if o.Game, err = app.OneArgument(c, "GAME"); err != nil {
				return err
			}
			given, err := app.Read(c, solving.Rows, &o)
			if err == nil {
				err = o.Check(std, given, true)
			}
			if err != nil {
				return err
			}
			return solving.Solve(c.Context, std, o)
		},
	}
}
