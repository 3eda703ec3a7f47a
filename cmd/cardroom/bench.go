package main

import (
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/timing"

	"github.com/urfave/cli/v2"
)

func newBench() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "bench",
			Usage:       "measure a game's speed and the cost of its scripts",
			ArgsUsage:   "GAME",
			Category:    app.SectionWrite,
			Description: `Plays the same hands in several rounds and prints the median of each measure; '±' is the largest deviation of a round from it.`,
			Flags: []cli.Flag{
				&cli.Int64Flag{Name: "hands", Usage: "play `N` hands a round", DefaultText: "as many as --time takes"},
				&cli.DurationFlag{Name: "time", Usage: "let a round take about `TIME`", Value: 500 * time.Millisecond},
				&cli.IntFlag{Name: "rounds", Usage: "play `N` rounds", Category: app.AdvancedCategory, Value: 6},
				&cli.IntFlag{Name: "workers", Usage: "use `N` cores", Value: 1},
				library.SeatsFlag(),
				library.StakesFlag(),
				library.StackFlag(),
				library.PolicyFlag("seats play by `POLICY`:", "random"),
				library.DeckFlag(),
				library.SetFlag(),
				&cli.Float64Flag{Name: "mishaps", Usage: "trigger an irregularity with probability `P` at each moment, such as 0.02", Category: app.AdvancedCategory, DefaultText: "0"},
				&cli.Uint64Flag{Name: "seed", Usage: "random seed `N`; fixed, so that measurements compare", Value: 1},
				&cli.StringFlag{Name: "profile", Usage: "write a profile of script functions to `FILE`"},
				&cli.StringFlag{Name: "cpuprofile", Usage: "write a profile of the whole program to `FILE`", Category: app.AdvancedCategory},
			},
		},
		Formats: []string{report.Text, report.JSON, report.CSV, timing.GoBench},
		Examples: []app.Example{
			{Line: "cardroom bench mixed/nt --time 100ms", Shows: "hands a second, decisions, memory"},
			{Line: "cardroom bench angies/lowball --time 100ms", Shows: "… and the cost of the script's functions"},
			{Line: "cardroom bench angies/razz --hands 2000 --rounds 10 --format gobench", Shows: "lines for benchstat"},
			{Line: "cardroom bench sanrafael/california22 --hands 2000 --profile scripts.prof", Shows: "a profile for go tool pprof -top scripts.prof"},
		},
		Report:  true,
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts, err := readBenchOptions(c, std, format)
			if err != nil {
				return err
			}
			return timing.Bench(c.Context, std, opts)
		},
	}
}

func readBenchOptions(c *cli.Context, std *app.IO, format string) (o timing.Options, err error) {
	if o.Run, err = readPlayed(c, std, format); err != nil {
		return o, err
	}
	o.Run.Workers, o.Run.Seed = c.Int("workers"), c.Uint64("seed")
	o.Time, o.Rounds = c.Duration("time"), c.Int("rounds")
	o.Profile, o.CPUProfile = c.String("profile"), c.String("cpuprofile")
	switch {
	case o.Run.Hands > 0 && c.IsSet("time"):
		return o, app.Usagef("--hands and --time cannot be used together: both set the length of a round")
	case o.Time <= 0:
		return o, app.Usagef("--time must be more than 0, not %s", o.Time)
	case o.Rounds < 1:
		return o, app.Usagef("--rounds must be at least 1, not %d", o.Rounds)
	}
	return o, nil
}
