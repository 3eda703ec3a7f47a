package main

import (
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/simulate"
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
			Description: `Plays the same hands in several rounds and prints the median of each measure, and how far the furthest round is off it.`,
			Flags:       app.Flags(benchRows),
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
		Do: func(c *cli.Context, std *app.IO, format string) (err error) {
			o := timing.Options{}
			run := &o.Run
			if run.Game, err = app.OneArgument(c, "GAME"); err != nil {
				return err
			}
			given, err := app.Read(c, benchRows, &o)
			if err == nil {
				err = run.Check(std, given)
			}
			if err != nil {
				return err
			}
			run.Format, run.Shard = format, simulate.Shard{Index: 1, Count: 1}
			return timing.Bench(c.Context, std, o)
		},
	}
}

var benchRows = func() []params.Row[timing.Options] {
	hands, workers, mishaps, seed := simulate.Hands, library.Workers, simulate.Mishaps, library.Seed
	hands.Doc, hands.Default, hands.Shown, hands.Not = "play `N` hands a round", "", "as many as --time takes", []string{"time, which sets the length of a round too"}
	workers.Doc, workers.Default, workers.Shown, workers.Section = "use `N` cores", "1", "", ""
	seed.Doc, seed.Default, seed.Common, mishaps.Section = "random seed `N`; fixed, so that measurements compare", "1", false, params.Advanced
	run := func(o *timing.Options) *simulate.Options { return &o.Run }
	return slices.Concat([]params.Row[timing.Options]{
		{Param: &hands, At: func(o *timing.Options) any { return &o.Run.Hands }},
		{Param: &params.Param{Name: "time", Doc: "let a round take about `TIME`", Default: "500ms", Open: true}, At: func(o *timing.Options) any { return &o.Time }},
		{Param: &params.Param{Name: "rounds", Doc: "play `N` rounds", Section: params.Advanced, Default: "6", Min: 1}, At: func(o *timing.Options) any { return &o.Rounds }},
		{Param: &workers, At: func(o *timing.Options) any { return &o.Run.Workers }},
		{Param: &mishaps, At: func(o *timing.Options) any { return &o.Run.Mishaps }},
		{Param: &seed, At: func(o *timing.Options) any { return &o.Run.Seed }},
		{Param: &params.Param{Name: "profile", Doc: "write a profile of script functions to `FILE`"}, At: func(o *timing.Options) any { return &o.Profile }},
		{Param: &params.Param{Name: "cpuprofile", Doc: "write a profile of the whole program to `FILE`", Section: params.Advanced}, At: func(o *timing.Options) any { return &o.CPUProfile }},
	}, params.Group(run, simulate.PlayedRows))
}()
