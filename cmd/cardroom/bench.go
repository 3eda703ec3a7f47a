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
			Name:      "bench",
			Usage:     "measure how fast a game is played, and what its scripts take",
			ArgsUsage: "GAME",
			Category:  app.SectionWrite,
			Description: `Plays the same hands in several rounds and prints the median of each measure; '±'
is how far the furthest round is from it. Where the game or a policy asks functions
of scripts, another round counts what each of them takes: how often it is called,
Starlark steps, time, and its share of the time of all workers. A question that
repeats itself may be answered from memory and makes no call.

gobench is the format of Go's benchmarks, a line for each round: two files of it are
compared by benchstat. --profile has 'go tool pprof FILE' show the functions and lines
of scripts in which time is spent, --cpuprofile those of the engine; both are made of
hands of their own, two seconds at least.`,
			Flags: []cli.Flag{
				&cli.Int64Flag{Name: "hands", Usage: "play `N` hands a round", DefaultText: "as many as --time takes"},
				&cli.DurationFlag{Name: "time", Usage: "let a round take about `TIME`", Value: 500 * time.Millisecond},
				&cli.IntFlag{Name: "rounds", Usage: "play `N` rounds", Value: 6},
				&cli.IntFlag{Name: "workers", Usage: "on `N` cores", Value: 1},
				&cli.IntFlag{Name: "seats", Usage: "with `N` players", DefaultText: "6, or the most the game takes"},
				&cli.StringFlag{Name: "stakes", Usage: "for `STAKES` such as 2-4, 1-3/1-6, \"pl 1-2\", \"nl 1-2\", or a name the house has posted", DefaultText: "the house's"},
				&cli.StringFlag{Name: "stack", Usage: "each with `SIZE`: in chips, or in big blinds as in 40bb; a list gives seat 1, seat 2, … their own", Value: "100bb"},
				library.PolicyFlag("all deciding by `POLICY`: random, call, or file.star:name"),
				&cli.StringFlag{Name: "deck", Usage: "with the cards of `FILE`, one deck per line, top card first", DefaultText: "random"},
				&cli.StringSliceFlag{Name: "set", Usage: "decide a doubtful rule, `OPTION=VALUE`; may be repeated"},
				&cli.Float64Flag{Name: "mishaps", Usage: "let something irregular happen with probability `P` at every moment of a hand, such as 0.02", DefaultText: "0"},
				&cli.Uint64Flag{Name: "seed", Usage: "same `N`, same hands: the seed is not drawn, so that measurements compare", Value: 1},
				&cli.StringFlag{Name: "profile", Usage: "write a profile of the scripts' functions to `FILE`, for go tool pprof"},
				&cli.StringFlag{Name: "cpuprofile", Usage: "write a profile of the whole program to `FILE`, for go tool pprof"},
			},
		},
		Formats: []string{report.Text, report.JSON, timing.GoBench},
		Examples: []app.Example{
			{Line: "cardroom bench mixed/nt --time 100ms", Shows: "hands a second, decisions, memory"},
			{Line: "cardroom bench angies/lowball --time 100ms", Shows: "… and what the script's function takes"},
			{Line: "cardroom bench angies/razz --hands 2000 --rounds 10 --format gobench", Shows: "lines for benchstat"},
			{Line: "cardroom bench sanrafael/california22 --hands 2000 --profile scripts.prof", Shows: "a profile: go tool pprof -top scripts.prof"},
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
		return o, app.Usagef("--hands and --time both say how long a round is")
	case o.Time <= 0:
		return o, app.Usagef("--time is above 0, not %s", o.Time)
	case o.Rounds < 1:
		return o, app.Usagef("--rounds is at least 1, not %d", o.Rounds)
	}
	return o, nil
}
