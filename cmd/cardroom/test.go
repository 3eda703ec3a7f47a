package main

import (
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/ruletests"

	"github.com/urfave/cli/v2"
)

func newTest() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "test",
			Usage:     "run rule tests",
			ArgsUsage: "[PATH|HOUSE...]",
			Category:  app.SectionWrite,
			Description: `Runs the functions test_*(t) of the scripts named *_test.star. Without a PATH the tests of all embedded houses run.

With --sheets DIR it compares what is printed with what was printed before, so that a house reviews its paper as it reviews its code: DIR has a Markdown file for each sheet, such as angies/holdem.players.md, angies/holdem.floor.md and angies/book.md, without the foot. A sheet that differs is shown as a diff, and the exit status is 1; so it is if a file is missing, or its game is. Only --update writes.`,
			Flags: app.Flags(ruletests.Rows),
		},
		Formats: []string{report.Text, report.JSON, report.CSV, report.HTML, report.JUnit, report.GitHub},
		Chance:  true,
		Examples: []app.Example{
			{Line: "cardroom test", Shows: "all tests of all houses"},
			{Line: "cardroom test angies --run lowball -v", Shows: "some tests of one house, each with its result"},
			{Line: "cardroom test casino --clauses", Shows: "which clauses have a test?"},
			{Line: "cardroom test casino --clauses --strict", Shows: "… and a test that fails when the clause is broken?"},
			{Line: "cardroom test casino --cover --plan", Shows: "what do the casino's tests leave out?"},
			{Line: "cardroom test angies --coverhtml cover.html", Shows: "coverage as a page"},
			{Line: "cardroom test omahacash --mutate --mutants 20", Shows: "which changes does no test notice?"},
			{Line: "cardroom test angies --format junit", Shows: "a JUnit report"},
			{Line: "cardroom test --sheets sheets angies --update", Shows: "keep the rule sheets of a house …"},
			{Line: "cardroom test --sheets sheets angies", Shows: "… and see what a change of its scripts does to them"},
		},
		Scripts:    true,
		OwnTimeout: true,
		Report:     true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			o := ruletests.Options{Paths: c.Args().Slice(), Parallel: std.CPUs, Seed: sync.OnceValue(func() uint64 { return app.SeedOf(c, std) }), Format: format}
			given, err := app.Read(c, ruletests.Rows, &o)
			if err != nil {
				return err
			}
			if o.Sheets.Dir != "" {
				o.Sheets.Paths, o.Sheets.Format = o.Paths, format
				return ruletests.Sheets(c.Context, std, o.Sheets)
			}
			if err := o.Check(std, given); err != nil {
				return err
			}
			switch {
			case given.Has("debug"):
				return debugTest(c.Context, std, o)
			case o.Watch:
				return ruletests.Watch(c.Context, std, o)
			}
			return ruletests.Run(c.Context, std, o)
		},
	}
}
