package main

import (
	"regexp"
	"slices"
	"sync"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/ruletests"
	"cardroom/cmd/cardroom/internal/shards"

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
			Flags: slices.Concat(shards.Flags(), []cli.Flag{
				&cli.StringFlag{Name: "run", Usage: "run only tests whose name matches `REGEXP`"},
				&cli.IntFlag{Name: "count", Usage: "run each test `N` times", Category: app.AdvancedCategory, Value: 1},
				&cli.IntFlag{Name: "checks", Usage: "check each property `N` times", Category: app.AdvancedCategory, Value: 100},
				&cli.IntFlag{Name: "parallel", Usage: "run `N` tests at once; results stay the same", Category: app.AdvancedCategory, DefaultText: "all cores"},
				&cli.DurationFlag{Name: "timeout", Usage: "give each test `TIME`", Category: app.AdvancedCategory, Value: 5 * time.Second},
				&cli.BoolFlag{Name: "cover", Usage: "print the coverage of statements and branches", DisableDefaultText: true},
				&cli.StringFlag{Name: "coverprofile", Usage: "write the coverage to `FILE`, for 'go tool cover'", Category: app.AdvancedCategory},
				&cli.StringFlag{Name: "coverhtml", Usage: "write the coverage to `FILE` as a page"},
				&cli.BoolFlag{Name: "plan", Usage: "list the parts of games that no test reaches: steps, branches, options, rulings", DisableDefaultText: true},
				&cli.BoolFlag{Name: "clauses", Usage: "report which clauses of the houses have tests", DisableDefaultText: true},
				&cli.BoolFlag{Name: "strict", Usage: "with --clauses, count a clause only if a test fails when it is broken", Category: app.AdvancedCategory, DisableDefaultText: true},
				&cli.StringFlag{Name: "sheets", Usage: "run no tests: compare the rule sheets of games, houses (with their books) or scripts with those kept in the folder `DIR`"},
				&cli.BoolFlag{Name: "update", Usage: "with --sheets, write the sheets as they are now", DisableDefaultText: true},
				&cli.BoolFlag{Name: "mutate", Usage: "change the scripts one place at a time, and list changes that no test notices", DisableDefaultText: true},
				&cli.IntFlag{Name: "mutants", Usage: "try `N` random changes", Category: app.AdvancedCategory, DefaultText: "all"},
				&cli.StringFlag{Name: "shard", Usage: "with --mutate --out, try only part `I/N` of the changes, such as 1/4", Category: app.AdvancedCategory, DefaultText: "1/1"},
				&cli.IntFlag{Name: "threshold", Usage: "fail below `PERCENT`, rounded down", Category: app.AdvancedCategory},
				debugFlag("follow the first test that fails, or the only one, with the debugger"),
				&cli.BoolFlag{Name: "watch", Usage: "rerun tests when their scripts change, until ^C", DisableDefaultText: true},
			}),
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
			opts, err := readTestOptions(c, std, format)
			if err != nil {
				return err
			}
			if c.IsSet("sheets") || c.Bool("update") {
				return testSheets(c, std, &opts)
			}
			if c.Bool("debug") {
				return debugTest(c.Context, std, opts)
			}
			if opts.Watch {
				return ruletests.Watch(c.Context, std, opts)
			}
			return ruletests.Run(c.Context, std, opts)
		},
	}
}

// testSheets compares kept sheets instead of running tests.
func testSheets(c *cli.Context, std *app.IO, opts *ruletests.Options) error {
	if c.String("sheets") == "" {
		return app.Usagef("--update is for --sheets DIR, the folder of the kept sheets")
	}
	others := slices.ContainsFunc([]string{"run", "count", "checks", "timeout", "strict", "mutants", "shard", "out", "threshold", "debug", "seed"}, c.IsSet)
	if err := opts.CheckSheets(others); err != nil {
		return err
	}
	return ruletests.Sheets(c.Context, std, ruletests.SheetOptions{Dir: c.String("sheets"), Paths: opts.Paths, Update: c.Bool("update"), Format: opts.Format})
}

func readTestOptions(c *cli.Context, std *app.IO, format string) (opts ruletests.Options, err error) {
	opts = ruletests.Options{
		Paths: c.Args().Slice(), Count: c.Int("count"), Checks: c.Int("checks"), Parallel: std.CPUs, Timeout: c.Duration("timeout"),
		Profile: c.String("coverprofile"), HTML: c.String("coverhtml"), Plan: c.Bool("plan"),
		Clauses: c.Bool("clauses"), Strict: c.Bool("strict"), Threshold: c.Int("threshold"), Watch: c.Bool("watch"),
		Mutate: c.Bool("mutate"), Mutants: c.Int("mutants"),
		Seed: sync.OnceValue(func() uint64 { return app.SeedOf(c, std) }), Format: format,
	}
	opts.Cover = c.Bool("cover") || opts.Profile != "" || opts.HTML != ""
	if c.IsSet("parallel") {
		opts.Parallel = c.Int("parallel")
	}
	if opts.Run, err = regexp.Compile(c.String("run")); err != nil {
		return opts, app.Usagef("--run: %v", err)
	}
	if opts.Count < 1 || opts.Parallel < 1 || opts.Checks < 1 || opts.Timeout <= 0 {
		return opts, app.Usagef("--count, --checks, --parallel and --timeout are at least 1")
	}
	if opts.Threshold < 0 || opts.Threshold > 100 {
		return opts, app.Usagef("--threshold must be from 0 to 100, not %d", opts.Threshold)
	}
	if opts.Threshold > 0 && opts.Clauses == opts.Cover && !opts.Mutate {
		return opts, app.Usagef("--threshold is for one of --cover, --clauses and --mutate")
	}
	if opts.Strict && !opts.Clauses {
		return opts, app.Usagef("--strict is for --clauses")
	}
	if opts.Out, opts.Shard, err = readShard(c); err != nil {
		return opts, err
	}
	if opts.Out.Dir != "" && !c.IsSet("seed") {
		return opts, app.Usagef("--out needs --seed N: all shards have the same, and tests that are resumed need it too")
	}
	if err := opts.CheckMutate(); err != nil {
		return opts, err
	}
	return opts, opts.CheckFormats(std)
}
