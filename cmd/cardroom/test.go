package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/dsl/suite"

	"github.com/urfave/cli/v2"
)

type testOptions struct {
	Paths    []string // none: the tests of the embedded houses
	Run      *regexp.Regexp
	Count    int
	Parallel int
	Timeout  time.Duration
	Checks   int
	// Cover counts what of the scripts runs, Profile is where to write that for
	// "go tool cover", HTML where to write it as a page, and Plan reports what of the plans no test comes to.
	Cover   bool
	Profile string
	HTML    string
	Plan    bool
	// Clauses reports on the clauses of the houses in place of the tests, and
	// Threshold is the least part of them that must have a test, or of the
	// scripts that must run, in percent.
	Clauses   bool
	Threshold int
	Watch     bool // run again when a script changes
	// Mutate breaks the scripts beside the tests, one change at a time; Mutants is
	// how many of the changes are tried, 0 for all.
	Mutate  bool
	Mutants int
	// Seed draws the values of properties; it is asked for when there are any.
	Seed   func() uint64
	Format string
}

func newTest() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "test",
			Usage:     "run the tests of rules",
			ArgsUsage: "[PATH...]",
			Category:  app.SectionWrite,
			Description: `Runs the functions test_*(t) of scripts named *_test.star, in the order of the
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
docstring, and which have none. With --cover it is followed by the part of each script
beside the tests that has run; statements and outcomes of conditions count alike, and
percentages are rounded down. --coverhtml shows the scripts themselves, --coverprofile
is for 'go tool cover -html'. With --plan it is followed by what of the games no test
comes to: steps, ends of branches, readings of options, rulings on irregularities.

With --watch the tests of a file run again when it or a script that it needs changes,
and the tests of new files when they appear; with --cover, --plan and --clauses all run
again.

With --mutate the tests are tested: once they pass, the scripts beside them are changed in
one place at a time, a number by one, a step left out, another opener, and the tests run
until one fails. A change that no test notices survives, and shows a rule without a test,
or one that does not matter.

Exit code: 0 if every test passed; 1 if one failed, or the threshold is not reached;
2 if there was no test or a script does not load.`,
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
			{Line: "cardroom test casino --cover --plan", Shows: "what of the casino's scripts and games the tests leave out"},
			{Line: "cardroom test angies --coverhtml cover.html", Shows: "the scripts as a page, with what runs in colour"},
			{Line: "cardroom test omahacash --mutate", Shows: "which changes of the house's rules no test would notice"},
			{Line: "cardroom test --format junit", Shows: "a report for other programs"},
		},
		Scripts:    true,
		OwnTimeout: true,
		Report:     true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts := testOptions{
				Paths: c.Args().Slice(), Count: c.Int("count"), Checks: c.Int("checks"), Parallel: std.CPUs, Timeout: c.Duration("timeout"),
				Profile: c.String("coverprofile"), HTML: c.String("coverhtml"), Plan: c.Bool("plan"),
				Clauses: c.Bool("clauses"), Threshold: c.Int("threshold"), Watch: c.Bool("watch"),
				Mutate: c.Bool("mutate"), Mutants: c.Int("mutants"),
				Seed: sync.OnceValue(func() uint64 { return app.SeedOf(c, std) }), Format: format,
			}
			opts.Cover = c.Bool("cover") || opts.Profile != "" || opts.HTML != ""
			if c.IsSet("parallel") {
				opts.Parallel = c.Int("parallel")
			}
			var err error
			if opts.Run, err = regexp.Compile(c.String("run")); err != nil {
				return app.Usagef("--run: %v", err)
			}
			if opts.Count < 1 || opts.Parallel < 1 || opts.Checks < 1 || opts.Timeout <= 0 {
				return app.Usagef("--count, --checks, --parallel and --timeout are at least 1")
			}
			if opts.Threshold < 0 || opts.Threshold > 100 {
				return app.Usagef("--threshold is from 0 to 100, not %d", opts.Threshold)
			}
			if opts.Threshold > 0 && opts.Clauses == opts.Cover && !opts.Mutate {
				return app.Usagef("--threshold is for one of --cover, --clauses and --mutate")
			}
			if err := opts.checkMutate(); err != nil {
				return err
			}
			if err := opts.checkFormats(std); err != nil {
				return err
			}
			if opts.Watch {
				return watchTests(c.Context, std, opts)
			}
			return test(c.Context, std, opts)
		},
	}
}

// checkFormats refuses formats that have no place for what is wanted.
func (o *testOptions) checkFormats(std *app.IO) error {
	formats := []string{o.Format}
	if second := std.ReportFormat(); second != "" {
		formats = append(formats, second)
	}
	for _, format := range formats {
		switch plain := format == report.Text || format == report.JSON; {
		case o.Clauses && !plain:
			return app.Usagef("--clauses is text or json, not %s", format)
		case o.Plan && !plain:
			return app.Usagef("--plan is text or json, not %s", format)
		case o.Mutate && !plain:
			return app.Usagef("--mutate is text or json, not %s", format)
		case o.Watch && format != report.Text:
			return app.Usagef("--watch is text, not %s", format)
		}
	}
	return nil
}

// testFiles are the scripts of tests to run: the loader's name of each and what
// the user would type.
type testFiles struct {
	refs  []string
	typed map[string]string
}

func (f *testFiles) add(ref, typed string) {
	if _, twice := f.typed[ref]; !twice {
		f.refs = append(f.refs, ref)
		f.typed[ref] = typed
	}
}

// findTests finds the scripts that paths stand for.
func findTests(std *app.IO, paths []string) (*testFiles, error) {
	f := &testFiles{typed: map[string]string{}}
	if len(paths) == 0 {
		return f, f.embedded(std, ".")
	}
	for _, p := range paths {
		if err := f.find(std, p); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// embedded adds the tests below a folder of the houses, or one script.
func (f *testFiles) embedded(std *app.IO, dir string) error {
	files, err := suite.Find(library.Houses(std), dir)
	for _, file := range files {
		f.add("@scripts//"+file, "@scripts//"+file)
	}
	return err
}

func (f *testFiles) find(std *app.IO, typed string) error {
	if file, ok := strings.CutPrefix(typed, "@scripts//"); ok {
		return f.embedded(std, path.Clean(file))
	}
	info, err := std.FS.Stat(typed)
	if err != nil {
		if at, embedded := fs.Stat(library.Houses(std), typed); embedded == nil && at.IsDir() {
			return f.embedded(std, typed)
		}
		return app.PlainPathError(err)
	}
	files := []string{typed}
	if info.IsDir() {
		var errs []error
		if files, errs = library.ScriptsBelow(std.FS, path.Clean(typed), suite.IsTest); len(errs) > 0 {
			return errors.Join(errs...)
		}
	} else if !strings.HasSuffix(typed, ".star") {
		return app.Usagef("%s is no script of tests: its name ends in _test.star", typed)
	}
	for _, file := range files {
		ref, err := library.Ref(file)
		if err != nil {
			return err
		}
		f.add(ref, file)
	}
	return nil
}

// test runs the tests of scripts.
func test(ctx context.Context, std *app.IO, opts testOptions) error {
	files, err := findTests(std, opts.Paths)
	if err != nil {
		return err
	}
	rep := newTestReport(std, opts, files)
	switch err := rep.run(ctx, std, files); {
	case errors.Is(err, context.Canceled): // while the scripts were loaded
		rep.sum.Complete = false
	case err != nil:
		return err
	}
	switch {
	case len(rep.results) == 0 && rep.sum.Complete:
		return rep.noTests()
	case opts.Mutate && rep.sum.Complete:
		return rep.mutate(ctx, std)
	}
	return rep.finish()
}

// run loads and runs the tests of scripts.
func (rep *testReport) run(ctx context.Context, std *app.IO, files *testFiles) error {
	tests, err := rep.load(ctx, std, files)
	if err != nil {
		return err
	}
	rep.tests = tests
	bar := std.StartProgress("testing", int64(len(tests.Tests)*rep.opts.Count))
	start := std.Now()
	sum := tests.Run(ctx, func(r *suite.Result) {
		bar.Done.Add(1)
		rep.add(r)
	})
	bar.Stop()
	rep.sum.Add(sum)
	rep.elapsed += std.Now().Sub(start)
	return nil
}

// finish writes the report, and says how the tests have ended.
func (rep *testReport) finish() error {
	reached, err := rep.write()
	if err == nil {
		err = rep.saveCover()
	}
	switch {
	case err != nil:
		return err
	case !rep.sum.Complete:
		return context.Canceled
	case rep.sum.Failed > 0 || !reached:
		return app.ErrNo
	}
	return nil
}

// load loads the scripts of tests.
func (rep *testReport) load(ctx context.Context, std *app.IO, files *testFiles) (*suite.Suite, error) {
	opts := &rep.opts
	if opts.Cover {
		rep.cover = newCoverage()
		if err := loadBeside(ctx, std, files, rep.cover); err != nil {
			return nil, err
		}
	}
	if opts.Plan {
		rep.plans = new(suite.PlanCover)
	}
	tests, err := suite.Load(ctx, rep.suiteOptions(std), files.refs)
	if err != nil {
		for _, ref := range files.refs {
			for _, e := range app.Flatten(err) {
				_ = library.AsTyped(e, files.typed[ref], ref)
			}
		}
		return nil, err
	}
	if slices.ContainsFunc(tests.Tests, func(t *suite.Test) bool { return t.Kind == suite.Property }) {
		rep.seed = opts.Seed()
		tests.Seed(rep.seed)
	}
	return tests, nil
}

// suiteOptions are what the tests run with.
func (rep *testReport) suiteOptions(std *app.IO) suite.Options {
	opts := &rep.opts
	load := library.Options(std, nil)
	load.Cover = rep.cover
	return suite.Options{
		Options: load,
		Plans:   rep.plans,
		Run:     opts.Run, Count: opts.Count, Parallel: opts.Parallel, Timeout: opts.Timeout, Checks: opts.Checks,
	}
}

// noTests is the error of having nothing to run: a pattern or path that is wrong
// must not look like success.
func (rep *testReport) noTests() error {
	if len(rep.opts.Paths) == 0 {
		return noTests("in the embedded houses")
	}
	return noTests("in " + strings.Join(rep.opts.Paths, ", "))
}

// noTests is the error of having nothing to run, in the place that it names.
type noTests string

func (e noTests) Error() string { return "no test found " + string(e) }

// Hint is the remedy.
func (e noTests) Hint() string {
	return "tests are functions test_…(t) in scripts named *_test.star; --run selects by name"
}

// rerun is the command that repeats a result.
func (f *testFiles) rerun(r *suite.Result) string {
	line := fmt.Sprintf("cardroom test %s --run '^%s$'", f.typed[r.File], regexp.QuoteMeta(r.Name))
	if r.Drawn != nil {
		line += fmt.Sprintf(" --seed %d --checks %d", r.Drawn.Seed, r.Drawn.Check+1)
	}
	return line
}
