package main

import (
	"slices"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newOdds() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "odds",
			Usage:       "compute the equity of hands and ranges",
			ArgsUsage:   "HAND...|-",
			Category:    app.SectionPlay,
			Description: `Computes the equity of hands: the average share of the pot that each wins if the missing cards are dealt at random and nobody folds. A HAND is cards (AhKh) or a range (QQ+,AKs or 15%); '-' reads matchups from standard input.`,
			Flags:       app.Flags(equity.Rows),
		},
		Formats: append(slices.Clone(report.Lists), report.HTML),
		Chance:  true,
		Examples: []app.Example{
			{Line: "cardroom odds AsAh KsKh", Shows: "two hands before the flop"},
			{Line: "cardroom odds QQ+,AKs TT+,AQs+ --board 2c7d9h", Shows: "two ranges on a flop"},
			{Line: "cardroom odds AA KK random --error 0.002 --seed 1", Shows: "sample until the standard error is 0.002"},
			{Line: "cardroom odds --game angies/omaha-hilo AsAd2d3c KhKdQd9d --board 8c7d4h", Shows: "a high-low game"},
			{Line: "cardroom odds AsAh 7d6d --board 8d9c2d --made", Shows: "how often each makes a pair, a straight, …"},
			{Line: "cardroom odds --grid 22+,A2s+,KTs+,AJo+,KQo:0.5", Shows: "a range as a grid"},
			{Line: "cardroom odds --grid random QQ+,AKs", Shows: "the equity of each starting hand against a range"},
			{Line: "cardroom odds --next AsAh 8d7d --board 9d6c2d", Shows: "the best and worst cards on the turn"},
			{Line: "cardroom odds --nuts --board Kc9c4c8h2d QQ+,AQs", Shows: "the best hands on a board, and who can hold them"},
			{Line: "cardroom odds --game angies/omaha AsAdKsKd JhTh9c8c --board 8d6d2c/QhJc3s", Shows: "two boards, half of the pot each"},
			{Line: "cardroom odds AsAh KsKh QcQd --put 20,100,80", Shows: "three players all in for different amounts"},
			{Line: "cardroom odds --game mixed/n2l1d 2h3c4d5sKh 9h8c7d4s2c --draw best,pat", Shows: "one draw left against a made nine"},
			{Line: "cardroom odds - --format ndjson <examples/hands/matchups.txt", Shows: "many matchups, one a line"},
			{Line: "cardroom odds --game mixed/f7s AhAdKc 7h7d7s random --dead 7c --samples 20000 --seed 1", Shows: "stud, with an unknown hand and a dead card"},
		},
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			o := equity.Options{Seed: sync.OnceValue(func() uint64 { return app.SeedOf(c, std) }), Format: format}
			o.Effort.Workers = std.CPUs
			given, err := app.Read(c, equity.Rows, &o)
			if err == nil {
				err = o.Check(given)
			}
			if err != nil {
				return err
			}
			return equity.Odds(c.Context, std, o)
		},
	}
}
