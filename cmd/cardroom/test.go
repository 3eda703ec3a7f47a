package main

import (
	"regexp"
	"sync"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/ruletests"

	"github.com/urfave/cli/v2"
)

const testHelp = `Runs the functions test_*(t) of scripts named *_test.star, in the order of the
files and of the definitions. A PATH is such a script, a directory, which stands
for all below it, or the name of an embedded house. Without a PATH the tests of
all embedded houses run. A folder with the name of a house, and scripts of its own,
stands for that house in its tests: there "angies/holdem" is the game beside them.

Functions todo_*(t) are counted as skipped. Functions prop_*(t) are properties: they
run many times with drawn values, and a failure is made as simple as it can be. Every
failure prints what was expected and what there was, the table, and the command that
repeats it.

With --clauses the report is about the clauses of the houses' documents, listed in
clauses.toml beside the scripts: which have a passing test that names them in its
docstring, and which have none. With --strict only those count whose tests notice when
the clause is broken: what the scripts do where they cite it is changed, a number by
one, the other value, the opposite, until an expectation of one of its tests fails.
Further changes may stand in mutants.toml beside clauses.toml.

With --cover it is followed by the part of each script beside the tests that has run;
statements and outcomes of conditions count alike, and percentages are rounded down.
--coverhtml shows the scripts themselves, --coverprofile is for 'go tool cover -html'.
With --plan it is followed by the parts of games that no test reaches: steps, ends of
branches, readings of options, rulings on irregularities.

With --watch the tests of a file run again when it or a script that it needs changes,
and the tests of new files when they appear; with --cover, --plan and --clauses all run
again.

With --mutate the tests are tested: once they pass, the scripts beside them are changed in
one place at a time, a number by one, a step left out, another opener, and the tests run
until one fails. A change that no test notices survives, and shows a rule without a test,
or one that does not matter.

Exit code: 0 if every test passed; 1 if one failed, or the threshold is not reached;
2 if there was no test or a script does not load.`

func newTest() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "test",
			Usage:       "run the tests of rules",
			ArgsUsage:   "[PATH...]",
			Category:    app.SectionWrite,
			Description: testHelp,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "run", Usage: "only tests whose name matches `REGEXP`"},
				&cli.IntFlag{Name: "count", Usage: "run each test `N` times", Value: 1},
				&cli.IntFlag{Name: "checks", Usage: "check each property `N` times", Value: 100},
				&cli.IntFlag{Name: "parallel", Usage: "run `N` tests at once; changes nothing but the speed", DefaultText: "all cores"},
				&cli.DurationFlag{Name: "timeout", Usage: "give each test `TIME`", Value: 5 * time.Second},
				&cli.BoolFlag{Name: "cover", Usage: "count which statements and branches of the scripts run", DisableDefaultText: true},
				&cli.StringFlag{Name: "coverprofile", Usage: "write the count to `FILE`, for 'go tool cover'"},
				&cli.StringFlag{Name: "coverhtml", Usage: "write the scripts with what has run to `FILE`, one page that needs no other"},
				&cli.BoolFlag{Name: "plan", Usage: "list steps, branches, options and rulings of games that no test comes to", DisableDefaultText: true},
				&cli.BoolFlag{Name: "clauses", Usage: "report which clauses of the houses have tests", DisableDefaultText: true},
				&cli.BoolFlag{Name: "strict", Usage: "with --clauses, count only clauses whose tests notice when they are broken", DisableDefaultText: true},
				&cli.BoolFlag{Name: "mutate", Usage: "break the scripts beside the tests, one change at a time, and list what no test notices", DisableDefaultText: true},
				&cli.IntFlag{Name: "mutants", Usage: "try `N` of the changes, drawn by the seed", DefaultText: "all"},
				&cli.IntFlag{Name: "threshold", Usage: "fail below `PERCENT`, rounded down"},
				&cli.BoolFlag{Name: "watch", Usage: "run tests again when a script that they need changes, until ^C", DisableDefaultText: true},
			},
		},
		Formats: []string{report.Text, report.JSON, report.JUnit, report.GitHub},
		Chance:  true,
		Examples: []app.Example{
			{Line: "cardroom test", Shows: "the rule tests of all houses"},
			{Line: "cardroom test angies --run lowball -v", Shows: "some tests of one house, each with its result"},
			{Line: "cardroom test --clauses", Shows: "which clauses of the houses' documents have a test"},
			{Line: "cardroom test casino --clauses --strict", Shows: "… and a test that notices when the clause is broken"},
			{Line: "cardroom test casino --cover --plan", Shows: "what of the casino's scripts and games the tests leave out"},
			{Line: "cardroom test angies --coverhtml cover.html", Shows: "the scripts as a page, with what runs in colour"},
			{Line: "cardroom test omahacash --mutate", Shows: "which changes of the house's rules no test would notice"},
			{Line: "cardroom test --format junit", Shows: "a report for other programs"},
		},
		Scripts:    true,
		OwnTimeout: true,
		Report:     true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts, err := readTestOptions(c, std, format)
			if err != nil {
				return err
			}
			if opts.Watch {
				return ruletests.Watch(c.Context, std, opts)
			}
			return ruletests.Run(c.Context, std, opts)
		},
	}
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
		return opts, app.Usagef("--threshold is from 0 to 100, not %d", opts.Threshold)
	}
	if opts.Threshold > 0 && opts.Clauses == opts.Cover && !opts.Mutate {
		return opts, app.Usagef("--threshold is for one of --cover, --clauses and --mutate")
	}
	if opts.Strict && !opts.Clauses {
		return opts, app.Usagef("--strict is for --clauses")
	}
	if err := opts.CheckMutate(); err != nil {
		return opts, err
	}
	return opts, opts.CheckFormats(std)
}
