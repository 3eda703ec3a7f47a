// This file implements "cardroom test": it runs tests of rules, reruns them when scripts change, tries mutants, and
// reports results, coverage and clauses.

package author

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/debug"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

type TestOptions struct {
	Paths []string // none for the tests of the embedded houses
	Run   *regexp.Regexp
	// FailFast stops at the first test that fails, FailedFirst begins with those that failed the last time.
	FailFast, FailedFirst bool
	Count                 int
	Parallel              int
	Timeout               time.Duration
	Checks                int
	// Cover measures the coverage of the scripts, Profile is the file for "go tool cover", HTML is the file of the page, and Plan
	// reports the parts of plans that no test reaches.
	Cover   bool
	Profile string
	HTML    string
	Plan    bool
	// Clauses reports on the clauses of the houses instead of the tests. Threshold is the minimum percentage of clauses with a
	// test, or of script coverage.
	Clauses   bool
	Strict    bool // count only clauses with a test that fails when they are broken
	Threshold int
	Watch     bool // rerun when a script changes
	// Mutate changes the scripts that the tests load, one mutation at a time; Mutants is the number of mutants to try, 0 for all.
	Mutate  bool
	Mutants int
	Sheets  SheetOptions // of --sheets, which runs no tests
	// Seed returns the seed for the values of properties; it is called only if there are properties.
	Seed   func() uint64
	Format string
}

// CheckFormats rejects formats that cannot represent the requested report.
func (o *TestOptions) CheckFormats(std *app.IO) error {
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

// testFiles are the test scripts to run: the loader's name of each, and what the user would type.
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

// embedded adds the tests in a folder of the houses, or a single script.
func (f *testFiles) embedded(std *app.IO, dir string) error {
	files, err := ruletest.Find(library.Houses(std), dir)
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
		if files, errs = library.ScriptsBelow(std.FS, path.Clean(typed), ruletest.IsTest); len(errs) > 0 {
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

// RunTests runs the tests of scripts.
func RunTests(ctx context.Context, std *app.IO, opts TestOptions) error {
	files, err := findTests(std, opts.Paths)
	if err != nil {
		return err
	}
	rep := newTestReport(std, opts, files)
	noting, watched := noteFiles(std.FS), *std
	if opts.Mutate {
		watched.FS = noting
	}
	switch err := rep.run(ctx, &watched, files); {
	case errors.Is(err, context.Canceled): // interrupted while scripts were loading
		rep.sum.Complete = false
	case err != nil:
		return err
	}
	switch {
	case len(rep.results) == 0 && rep.sum.Complete:
		return rep.noTests()
	case opts.Mutate && rep.sum.Complete:
		// Change the scripts that the tests load, one mutation at a time, and report the mutants that no test notices. It
		// requires that all tests pass without mutations.
		if rep.sum.Failed > 0 {
			rep.printSummary()
			std.Note("--mutate starts once all tests pass")
			return app.ErrNo
		}
		mutants, err := rep.mutants(std, slices.Sorted(maps.Keys(noting.opened)))
		if err != nil {
			return err
		}
		if len(mutants) == 0 {
			return app.Usagef("the tests load no script that can be changed")
		}
		f, err := rep.tryAll(ctx, std, mutants)
		if err != nil {
			return err
		}
		m := f.count()
		err = std.Results(rep.opts.Format, func(std *app.IO, format string) error {
			if format != report.Text {
				return rows.Write(std.Stdout, format, "test", "mutants", fateColumns, f, rows.Pair{Name: "noticed", Unit: "mutants", Doc: "by a test", Value: m[noticed]}, rows.Pair{Name: "survive", Unit: "mutants", Doc: "no test notices", Value: m[survives]},
					rows.Pair{Name: "invalid", Unit: "mutants", Doc: "that do not load", Value: m[invalid]}, rows.Pair{Name: "percent", Unit: "%", Doc: "noticed, rounded down", Value: m.percent()}, rows.Complete(true))
			}
			w := std.Stdout
			for _, one := range f {
				switch {
				case one.status == survives:
					w.Printf("%s\n", app.PaintDetail(w, one.survivor().Detail()))
				case std.Verbose && one.by() != "":
					w.Printf("%s: %s: %s (%s)\n", one.survivor().Pos, w.Paint("noticed", color.FgGreen), one.Change(), one.by())
				case std.Verbose:
					w.Printf("%s: %s: %s\n", one.survivor().Pos, w.Paint("does not load", color.FgYellow), one.Change())
				}
			}
			w.Printf("%s: %d noticed, %d survive (%d %%)", term.Counted(int64(len(f)), "mutant"), m[noticed], m[survives], m.percent())
			if m[invalid] > 0 {
				w.Printf(", %d do not load", m[invalid])
			}
			w.Printf("\n")
			return nil
		})
		if err == nil && m.percent() < rep.opts.Threshold {
			std.Note("%d %% of the mutants are noticed, %d %% must", m.percent(), rep.opts.Threshold)
			return app.ErrNo
		}
		return err
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
	sum := tests.Run(ctx, func(r *ruletest.Result) {
		bar.Done.Add(1)
		// Its positions get the file names as typed
		if r.Err != nil {
			_ = library.AsTyped(r.Err, rep.files.typed[r.File], r.File)
		}
		rep.results = append(rep.results, r)
		switch {
		case rep.opts.Format != report.Text:
		case r.Status == ruletest.Failed && (rep.std.Verbose || rep.told.Next()):
			w := rep.std.Stdout
			w.Printf("%s  %s\n", rep.label(r.Status), w.Paint(r.Name, color.Bold))
			if rule, _, _ := strings.Cut(r.Doc, "\n\n"); rule != "" {
				for _, line := range strings.Split(report.Folded(strings.Join(strings.Fields(rule), " "), w, 6), "\n") {
					w.Printf("      %s\n", w.Paint(strings.TrimSpace(line), color.Faint))
				}
			}
			w.Printf("%s\n", app.PaintDetail(w, r.Err.Detail()))
			w.Printf("%s\n", rep.circumstances(r))
		case rep.std.Verbose && !rep.opts.Clauses:
			w := rep.std.Stdout
			line := fmt.Sprintf("%s  %s  %s", rep.label(r.Status), rep.files.typed[r.File], r.Name)
			switch {
			case r.Reason != "":
				line += "  (" + r.Reason + ")"
			case r.Status == ruletest.Passed:
				line += "  " + w.Paint(r.Elapsed.Round(10*time.Microsecond).String(), color.Faint)
			}
			w.Printf("%s\n", line)
			for _, line := range r.Output {
				w.Printf("      %s\n", line)
			}
		}
	})
	bar.Stop()
	rep.sum.Add(sum)
	rep.elapsed += std.Now().Sub(start)
	rep.keepFailed()
	return nil
}

// finish writes the report, and returns an error if tests failed.
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

func (rep *results) load(ctx context.Context, std *app.IO, files *testFiles) (*ruletest.Suite, error) {
	opts := &rep.opts
	if opts.Cover {
		rep.cover = &star.Coverage{Skip: star.IsTestScript}
		if err := loadBeside(ctx, std, files, rep.cover); err != nil {
			return nil, err
		}
	}
	if opts.Plan {
		rep.plans = new(ruletest.PlanCover)
	}
	tests, err := ruletest.Load(ctx, rep.suiteOptions(std), files.refs)
	if err != nil {
		for _, ref := range files.refs {
			for _, e := range app.Flatten(err) {
				_ = library.AsTyped(e, files.typed[ref], ref)
			}
		}
		return nil, err
	}
	if slices.ContainsFunc(tests.Tests, func(t *ruletest.Test) bool { return t.Kind == ruletest.Property }) {
		rep.seed = opts.Seed()
		tests.Seed(rep.seed)
	}
	return tests, nil
}

// suiteOptions returns the options that the tests run with.
func (rep *results) suiteOptions(std *app.IO) ruletest.Options {
	opts := &rep.opts
	load := library.Options(std, nil)
	load.Cover = rep.cover
	return ruletest.Options{
		Options: load,
		Plans:   rep.plans,
		Sheet: func(ctx context.Context, of ruletest.SheetOf) (string, error) {
			pages, err := Pages(ctx, withMutant(std, of.Mutant), RulesOptions{Game: of.Game, Stakes: of.Stakes, Set: of.Set, For: of.Reader}, report.Text)
			return strings.Join(pages, ""), err
		},
		Run: opts.Run, First: rep.failedBefore(), FailFast: opts.FailFast, Count: opts.Count, Parallel: opts.Parallel, Timeout: opts.Timeout, Checks: opts.Checks,
	}
}

// withMutant returns the IO of a test that runs with a change of a script in place: the printer reads the changed script, too.
func withMutant(std *app.IO, m *ruletest.Mutant) *app.IO {
	if m == nil {
		return std
	}
	to := *std
	to.Stderr, to.Printed = term.NewStream(io.Discard), nil
	if name, ok := strings.CutPrefix(m.File, "@scripts//"); ok {
		to.Houses = star.Overlay(library.Houses(std), name, m.Text())
	} else {
		to.Unsaved = map[string]string{m.File: string(m.Text())}
	}
	return &to
}

// noTests returns the error for a run without tests: a wrong pattern or path must not look like success.
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

// rerun returns the command that repeats a result.
func (f *testFiles) rerun(r *ruletest.Result) string {
	line := app.CommandLine([]string{"cardroom", "test", f.typed[r.File], "--run", "^" + regexp.QuoteMeta(r.Name) + "$"})
	if r.Drawn != nil {
		line += fmt.Sprintf(" --seed %d --checks %d", r.Drawn.Seed, r.Drawn.Check+1)
	}
	return line
}

// DebugTest returns a debugging session of a test: the first selected one that fails, or the only one.
func DebugTest(ctx context.Context, std *app.IO, opts TestOptions) (*debug.Session, error) {
	files, err := findTests(std, opts.Paths)
	if err != nil {
		return nil, err
	}
	rep := newTestReport(std, opts, files)
	tests, err := rep.load(ctx, std, files)
	if err != nil {
		return nil, err
	}
	var chosen *ruletest.Test
	switch len(tests.Tests) {
	case 0:
		return nil, rep.noTests()
	case 1:
		chosen = tests.Tests[0]
	default:
		tests.Run(ctx, func(r *ruletest.Result) {
			if chosen == nil && r.Status == ruletest.Failed {
				chosen = r.Test
			}
		})
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if chosen == nil {
		return nil, app.UsageHint("--debug follows one test, and all of these pass", "choose a test with --run NAME")
	}
	own := *std
	own.Late = nil
	o := rep.suiteOptions(&own)
	o.Seed = rep.seed
	o.Run, o.Only = nil, func(t *ruletest.Test) bool { return t.File == chosen.File && t.Name == chosen.Name }
	return debug.NewTest(ctx, o, []string{chosen.File})
}

// games returns the games whose plans --plan covers: those of the houses and of the
// user's scripts next to the tests.
func (rep *results) games() ([]*plan.Game, error) {
	beside, err := scriptsBesideTests(rep.std, rep.files)
	if err != nil {
		return nil, err
	}
	own := slices.DeleteFunc(beside, func(ref string) bool { return strings.HasPrefix(ref, "@") })
	return rep.tests.Games(own)
}

// printCommonGaps prints gaps in what several games share, if there are any.
func printCommonGaps(w *term.Stream, title string, gaps []ruletest.Gap) {
	if len(gaps) > 0 {
		w.Printf("\n%s\n", w.Paint(title, color.Bold))
		printGaps(w, gaps)
	}
}

func printGaps(w *term.Stream, gaps []ruletest.Gap) {
	for _, gap := range gaps {
		w.Printf("  %s: %s\n", gap.Pos, gap.What)
	}
}

// gapJSON is something that no test reaches.
type gapJSON struct {
	File   string `json:"file"`   // the script
	Line   int32  `json:"line"`   // the line
	Column int32  `json:"column"` // the column
	What   string `json:"what"`   // what it is
}

func gapsJSON(gaps []ruletest.Gap) []gapJSON {
	out := []gapJSON{}
	for _, gap := range gaps {
		out = append(out, gapJSON{gap.Pos.File, gap.Pos.Line, gap.Pos.Col, gap.What})
	}
	return out
}

// planFields returns the fields about the plans of games in a JSON report.
func (rep *results) planFields() ([]rows.Pair, error) {
	games, err := rep.games()
	if err != nil {
		return nil, err
	}
	type planJSON struct {
		Game  string    `json:"game"`               // the game
		Hands int       `json:"hands" unit:"hands"` // of it in the tests
		Gaps  []gapJSON `json:"gaps"`               // steps and ends of branches that no test has reached
	}
	plans := []planJSON{}
	for _, g := range games {
		gaps, hands := rep.plans.Gaps(g)
		plans = append(plans, planJSON{g.ID, hands, gapsJSON(gaps)})
	}
	return []rows.Pair{{Name: "plans", Doc: "of --plan: by game", Value: plans}, {Name: "options", Doc: "of --plan: readings of options", Value: gapsJSON(rep.plans.OptionGaps(games))}, {Name: "rulings", Doc: "of --plan: rulings on irregularities", Value: gapsJSON(rep.plans.RulingGaps(games))}}, nil
}

// failedFile is the name of the file in the state folder with the tests in files of the user that failed when they last ran.
const failedFile = "failed-tests.json"

// failedTests are the names of tests that failed, by the absolute path of their script.
type failedTests map[string][]string

// path returns where the script of a test is; "" for an embedded one, which does not change.
func (rep *results) path(ref string) string {
	if strings.HasPrefix(ref, "@") {
		return ""
	}
	at, err := filepath.Abs(rep.files.typed[ref])
	if err != nil {
		return ""
	}
	return at
}

// failedBefore tells which tests run first; nil if the order does not change.
func (rep *results) failedBefore() func(*ruletest.Test) bool {
	if !rep.opts.FailedFirst {
		return nil
	}
	kept := app.ReadState[failedTests](rep.std, failedFile)
	return func(t *ruletest.Test) bool { return slices.Contains(kept[rep.path(t.File)], t.Name) }
}

// keepFailed remembers which tests have failed. A test that did not run stays as it was.
func (rep *results) keepFailed() {
	kept, changed := app.ReadState[failedTests](rep.std, failedFile), false
	if kept == nil {
		kept = failedTests{}
	}
	for _, r := range rep.results {
		at := rep.path(r.File)
		i := slices.Index(kept[at], r.Name)
		switch failed := r.Status == ruletest.Failed; {
		case at == "":
		case failed && i < 0:
			kept[at], changed = append(kept[at], r.Name), true
		case !failed && i >= 0:
			kept[at], changed = slices.Delete(kept[at], i, i+1), true
			if len(kept[at]) == 0 {
				delete(kept, at)
			}
		}
	}
	if !changed {
		return
	}
	if err := rep.std.KeepState(failedFile, kept); err != nil && rep.opts.FailedFirst {
		rep.std.Warn("which tests failed is not remembered: %v", err)
	}
}
