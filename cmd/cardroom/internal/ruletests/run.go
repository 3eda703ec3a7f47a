// Package ruletests is what "cardroom test" does: it runs tests of rules, again when
// scripts change, tests them with mutants, and reports results, coverage and clauses.
package ruletests

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/shards"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/dsl/suite"
	"cardroom/engine/diag"
)

type Options struct {
	Paths    []string // none: the tests of the embedded houses
	Run      *regexp.Regexp
	Count    int
	Parallel int
	Timeout  time.Duration
	Checks   int
	// Cover counts what of the scripts runs, Profile is where to write that for
	// "go tool cover", HTML where to write it as a page, and Plan reports the parts of plans that no test reaches.
	Cover   bool
	Profile string
	HTML    string
	Plan    bool
	// Clauses reports on the clauses of the houses in place of the tests, and
	// Threshold is the least part of them that must have a test, or of the
	// scripts that must run, in percent.
	Clauses   bool
	Strict    bool // count only clauses with a test that notices when they are broken
	Threshold int
	Watch     bool // run again when a script changes
	// Out is where the shard of the mutants is written as a part.
	Out   shards.Out
	Shard simulate.Shard
	// Mutate breaks the scripts beside the tests, one change at a time; Mutants is
	// how many of the changes are tried, 0 for all.
	Mutate  bool
	Mutants int
	// Seed draws the values of properties; it is asked for when there are any.
	Seed   func() uint64
	Format string
}

// CheckFormats refuses formats that have no place for what is wanted.
func (o *Options) CheckFormats(std *app.IO) error {
	formats := []string{o.Format}
	if second := std.ReportFormat(); second != "" {
		formats = append(formats, second)
	}
	for _, format := range formats {
		listed := format == report.Text || format == report.JSON || format == report.CSV
		switch {
		case o.Clauses && !listed && format != report.HTML:
			return app.Usagef("--clauses writes text, json, csv or html, not %s", format)
		case o.Plan && format != report.Text && format != report.JSON:
			return app.Usagef("--plan writes text or json, not %s", format)
		case o.Mutate && !listed:
			return app.Usagef("--mutate writes text, json or csv, not %s", format)
		case o.Watch && format != report.Text:
			return app.Usagef("--watch writes text, not %s", format)
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
		return app.Usagef("%s is not a test script: its name must end in _test.star", typed)
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

// Run runs the tests of scripts.
func Run(ctx context.Context, std *app.IO, opts Options) error {
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
	return rep.finish(ctx)
}

// run loads and runs the tests of scripts.
func (rep *results) run(ctx context.Context, std *app.IO, files *testFiles) error {
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
func (rep *results) finish(ctx context.Context) (err error) {
	if rep.opts.Clauses {
		if rep.shown, err = rep.clauseReport(ctx); err != nil {
			return err
		}
	}
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
func (rep *results) load(ctx context.Context, std *app.IO, files *testFiles) (*suite.Suite, error) {
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
func (rep *results) suiteOptions(std *app.IO) suite.Options {
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
func (rep *results) noTests() error {
	where := "in the embedded houses"
	if len(rep.opts.Paths) > 0 {
		where = "in " + strings.Join(rep.opts.Paths, ", ")
	}
	return &diag.Error{
		Msg:  "no test found " + where,
		Hint: "tests are functions test_…(t) in scripts named *_test.star; --run selects by name",
	}
}

// rerun is the command that repeats a result.
func (f *testFiles) rerun(r *suite.Result) string {
	line := fmt.Sprintf("cardroom test %s --run '^%s$'", f.typed[r.File], regexp.QuoteMeta(r.Name))
	if r.Drawn != nil {
		line += fmt.Sprintf(" --seed %d --checks %d", r.Drawn.Seed, r.Drawn.Check+1)
	}
	return line
}
