package author

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// results collects the results of tests and prints them. Text is printed as the
// results come in, other formats at the end.
type results struct {
	std     *app.IO
	opts    TestOptions
	files   *testFiles
	results []*ruletest.Result
	sum     ruletest.Summary
	elapsed time.Duration
	tests   *ruletest.Suite
	cover   *star.Coverage      // nil without --cover
	plans   *ruletest.PlanCover // nil without --plan
	seed    uint64              // of properties
	told    app.Limiter         // limits the failed tests that are shown
	shown   *clauseReport       // nil without --clauses
}

func newTestReport(std *app.IO, opts TestOptions, files *testFiles) *results {
	return &results{std: std, opts: opts, files: files, sum: ruletest.Summary{Complete: true}}
}

// write finishes the report. reached is false if the result is below the threshold.
func (rep *results) write() (reached bool, err error) {
	err = rep.std.Results(rep.opts.Format, func(std *app.IO, format string) error {
		one := *rep
		one.std, one.opts.Format = std, format
		reached, err = one.writeOne()
		return err
	})
	return reached, err
}

// writeOne finishes the report in one format.
func (rep *results) writeOne() (reached bool, err error) {
	if rep.opts.Clauses {
		return rep.writeClauses()
	}
	if term.Browser {
		return rep.covered(), rep.writeRows()
	}
	switch rep.opts.Format {
	case report.HTML:
		return rep.covered(), rep.writePage(rep.std.Stdout)
	case report.JSON, report.CSV:
		return rep.covered(), rep.writeRows()
	case report.JUnit:
		return rep.covered(), rep.writeJUnit()
	case report.GitHub:
		// Write failures as annotations of a GitHub workflow
		for _, r := range rep.results {
			if r.Status != ruletest.Failed {
				continue
			}
			at := place(r)
			report.Annotate(rep.std.Stdout, "error", at, r.Name, r.Err.Detail()+"\n"+strings.TrimRight(rep.circumstances(r), "\n"))
		}
		return rep.covered(), nil
	}
	if rest := rep.told.Rest("failed; -v shows all"); rest != "" {
		rep.std.Stdout.Printf("%s\n\n", rest)
	}
	rep.printSummary()
	return rep.covered(), rep.printCounts()
}

// printCounts prints the plan and script coverage, if requested.
func (rep *results) printCounts() error {
	if rep.plans != nil {
		// Print the steps of games that no test reaches.
		games, err := rep.games()
		if err != nil {
			return err
		}
		w := rep.std.Stdout
		for _, g := range games {
			gaps, hands := rep.plans.Gaps(g)
			w.Printf("\n%s  %s\n", w.Paint(g.ID, color.Bold), term.Counted(int64(hands), "hand"))
			printGaps(w, gaps)
		}
		printCommonGaps(w, "options", rep.plans.OptionGaps(games))
		printCommonGaps(w, "rulings", rep.plans.RulingGaps(games))
	}
	if rep.cover != nil {
		rep.printCover(rep.cover)
	}
	return nil
}

// countFields returns the same data as fields of a JSON report.
func (rep *results) countFields() ([]rows.Pair, error) {
	var out []rows.Pair
	if rep.plans != nil {
		plans, err := rep.planFields()
		if err != nil {
			return nil, err
		}
		out = plans
	}
	if rep.cover != nil {
		out = append(out, rows.Pair{Name: "covered", Unit: "%", Doc: "of --cover: percent of all scripts, rounded down", Value: covered(rep.cover)},
			rows.Pair{Name: "coverage", Doc: "of --cover", Value: rows.Records(coverColumns, covers(rep.cover))})
	}
	return out, nil
}

// covered reports whether the script coverage reaches the threshold.
func (rep *results) covered() bool {
	if rep.cover == nil || covered(rep.cover) >= rep.opts.Threshold {
		return true
	}
	rep.std.Note("%d %% of the scripts has run, %d %% must", covered(rep.cover), rep.opts.Threshold)
	return false
}

func (rep *results) writeClauses() (reached bool, err error) {
	c := rep.shown
	reached = len(c.unknown) == 0 && c.percent() >= rep.opts.Threshold
	switch rep.opts.Format {
	case report.Text:
	case report.HTML:
		return reached, rep.writePage(rep.std.Stdout)
	default:
		return reached, c.write(rep)
	}
	c.print(rep)
	rep.printSummary()
	if err := rep.printCounts(); err != nil {
		return false, err
	}
	if c.percent() < rep.opts.Threshold {
		rep.std.Note("%d %% of the machine and event clauses have a test, %d %% must", c.percent(), rep.opts.Threshold)
	}
	return reached, nil
}

// label returns the colored word for a status.
func (rep *results) label(s ruletest.Status) string {
	switch s {
	case ruletest.Failed:
		return rep.std.Stdout.Paint("FAIL", color.FgRed)
	case ruletest.Skipped:
		return rep.std.Stdout.Paint("skip", color.FgYellow)
	}
	return rep.std.Stdout.Paint("pass", color.FgGreen)
}

// circumstances returns the lines below a failure: values, the table, drawn values,
// the log, and the command that repeats it.
func (rep *results) circumstances(r *ruletest.Result) string {
	var b strings.Builder
	if f := r.Failure; f != nil {
		for _, v := range f.Values {
			fmt.Fprintf(&b, "      %s = %s\n", v.Name, v.Value)
		}
		for _, line := range f.Table {
			fmt.Fprintf(&b, "    | %s\n", line)
		}
	}
	if r.Drawn != nil {
		fmt.Fprintf(&b, "drawn: %s\n", strings.Join(r.Drawn.Values, ", "))
	}
	for _, line := range r.Output {
		fmt.Fprintf(&b, "log: %s\n", line)
	}
	fmt.Fprintf(&b, "again: %s\n", rep.files.rerun(r))
	return b.String()
}

func (rep *results) printSummary() {
	w := rep.std.Stdout
	parts := []string{fmt.Sprintf("%d passed", rep.sum.Passed)}
	if rep.sum.Failed > 0 {
		parts = append(parts, w.Paint(fmt.Sprintf("%d failed", rep.sum.Failed), color.FgRed))
	}
	if rep.sum.Skipped > 0 {
		parts = append(parts, fmt.Sprintf("%d skipped", rep.sum.Skipped))
	}
	line := strings.Join(parts, ", ") + " in " + term.Counted(int64(len(rep.files.refs)), "file")
	switch {
	case !rep.sum.Complete:
		line += "; interrupted, not all have run"
	case rep.sum.Left > 0:
		line += fmt.Sprintf("; stopped at the first failure, %d not run", rep.sum.Left)
	}
	w.Printf("%s\n", line)
	rep.std.Note("%s", term.Seconds(rep.elapsed))
}

// place returns the position of the failure, or that of the test.
func place(r *ruletest.Result) diag.Pos {
	if r.Err != nil {
		return r.Err.Pos
	}
	return r.Pos
}

func (rep *results) columns() []rows.Column[*ruletest.Result] {
	failure := func(f func(*ruletest.Failure) any) func(*ruletest.Result) any {
		return func(r *ruletest.Result) any {
			if r.Failure == nil {
				return nil
			}
			return f(r.Failure)
		}
	}
	return []rows.Column[*ruletest.Result]{
		{Name: "file", Doc: "the script", Value: func(r *ruletest.Result) any { return rep.files.typed[r.File] }},
		{Name: "test", Doc: "its name, with the case", Value: func(r *ruletest.Result) any { return r.Name }},
		{Name: "status", Doc: "how it ended", Limits: `enum:"pass,fail,skip"`, Value: func(r *ruletest.Result) any { return r.Status.String() }},
		{Name: "line", Doc: "where it failed, or begins", Value: func(r *ruletest.Result) any { return place(r).Line }},
		{Name: "column", Doc: "the column", Value: func(r *ruletest.Result) any { return place(r).Col }},
		{Name: "elapsed_s", Unit: "seconds", Doc: "seconds that it took", Value: func(r *ruletest.Result) any { return r.Elapsed.Seconds() }},
		{Name: "cites", Doc: "clauses that it shows", Value: func(r *ruletest.Result) any { return append([]string{}, r.Cites...) }},
		{Name: "error", Doc: "file:line:col: what is wrong", Value: func(r *ruletest.Result) any {
			if r.Err == nil {
				return nil
			}
			return r.Err.Error()
		}},
		{Name: "got", Doc: "what there was", Value: failure(func(f *ruletest.Failure) any { return f.Got })},
		{Name: "want", Doc: "what was expected", Value: failure(func(f *ruletest.Failure) any { return f.Want })},
		{Name: "values", Doc: "the values of the names in the failing line", Value: failure(func(f *ruletest.Failure) any {
			values := map[string]string{}
			for _, v := range f.Values {
				values[v.Name] = v.Value
			}
			return values
		})},
		{Name: "table", Doc: "the hand or table at that moment", Value: failure(func(f *ruletest.Failure) any { return append([]string{}, f.Table...) })},
		{Name: "drawn", Doc: "the values that a property drew", Value: func(r *ruletest.Result) any {
			if r.Drawn == nil {
				return nil
			}
			return r.Drawn.Values
		}},
		{Name: "reason", Doc: "why it was skipped", Value: func(r *ruletest.Result) any { return rows.Given(r.Reason) }},
		{Name: "again", Doc: "the command that repeats a failure", Value: func(r *ruletest.Result) any {
			if r.Status != ruletest.Failed {
				return nil
			}
			return rep.files.rerun(r)
		}},
	}
}

// writeRows writes a row for each test; a JSON document also has totals.
func (rep *results) writeRows() error {
	counts, err := rep.countFields()
	if err != nil {
		return err
	}
	return rows.Write(rep.std.Stdout, rep.opts.Format, "test", "tests", rep.columns(), rep.results, slices.Concat(rep.sums(), []rows.Pair{
		{Name: "elapsed_s", Unit: "seconds", Doc: "seconds that all took", Value: rep.elapsed.Seconds()},
	}, counts)...)
}

// sums returns how many tests ended how.
func (rep *results) sums() []rows.Pair {
	return []rows.Pair{
		{Name: "passed", Unit: "tests", Doc: "tests", Value: rep.sum.Passed},
		{Name: "failed", Unit: "tests", Doc: "tests", Value: rep.sum.Failed},
		{Name: "skipped", Unit: "tests", Doc: "tests", Value: rep.sum.Skipped},
		{Name: "not_run", Unit: "tests", Doc: "with --fail-fast, tests after the first that failed", Value: rep.sum.Left},
		rows.Complete(rep.sum.Complete),
	}
}

// The page of test results.

// writePage writes the page, with the coverage of scripts and clauses if requested.
func (rep *results) writePage(w io.Writer) error {
	p := &report.Page{Title: "Rule tests", Facts: []report.Fact{
		{Name: "passed", Value: term.Grouped(int64(rep.sum.Passed))},
		{Name: "failed", Value: term.Grouped(int64(rep.sum.Failed))},
		{Name: "skipped", Value: term.Grouped(int64(rep.sum.Skipped))},
	}}
	if rep.sum.Left > 0 {
		p.Facts = append(p.Facts, report.Fact{Name: "not run", Value: term.Grouped(int64(rep.sum.Left)), Note: "after the first that failed"})
	}
	if len(rep.opts.Paths) > 0 {
		p.Title = "Rule tests: " + strings.Join(rep.opts.Paths, ", ")
	}
	if !rep.sum.Complete {
		p.Lead = append(p.Lead, "interrupted")
	}
	p.Sections = append(p.Sections, rep.failedSections()...)
	p.Sections = append(p.Sections, rep.testSection())
	c := rep.shown
	if rep.cover != nil {
		p.Facts = append(p.Facts, report.Fact{Name: "coverage", Value: fmt.Sprintf("%d %%", covered(rep.cover)), Note: "of statements and branches"})
		if c == nil { // without --strict
			list, err := rep.files.clauses(rep.std, false)
			if err != nil {
				return err
			}
			c = &clauseReport{}
			c.shown, c.unknown = ruletest.Shown(list, rep.results)
		}
	}
	if c != nil && len(c.shown) > 0 {
		p.Facts = append(p.Facts, report.Fact{Name: "clauses", Value: fmt.Sprintf("%d %%", c.percent()), Note: "machine and event"})
		p.Sections = append(p.Sections, c.sections(rep)...)
	}
	if rep.cover != nil {
		p.Sections = append(p.Sections, coverSections(rep.cover)...)
	}
	return report.Write(w, p)
}

// failedSections list the failed tests.
func (rep *results) failedSections() []report.Section {
	s := report.Section{Title: "Failed"}
	for _, r := range rep.results {
		if r.Status == ruletest.Failed {
			s.Lines = append(s.Lines,
				report.Line{Side: report.OnlyA, Head: r.Name, Text: rep.files.typed[r.File], Code: rep.files.rerun(r)},
				report.Line{Text: strings.TrimRight(r.Err.Detail()+"\n"+rep.circumstances(r), "\n"), Pre: true})
		}
	}
	if s.Lines == nil {
		return nil
	}
	return []report.Section{s}
}

// testSection counts the tests of each file.
func (rep *results) testSection() report.Section {
	t := &report.PageTable{Heads: []string{"file", "passed", "failed", "skipped"}}
	type counts [3]int64
	by := map[string]*counts{}
	var files []string
	for _, r := range rep.results {
		file := rep.files.typed[r.File]
		if by[file] == nil {
			by[file] = &counts{}
			files = append(files, file)
		}
		by[file][map[ruletest.Status]int{ruletest.Passed: 0, ruletest.Failed: 1, ruletest.Skipped: 2}[r.Status]]++
	}
	for _, file := range files {
		row := []string{file}
		for _, n := range by[file] {
			row = append(row, term.Grouped(n))
		}
		t.Rows = append(t.Rows, row)
	}
	return report.Section{Title: "Tests", Table: t}
}

// sections show how many clauses of each house have a test, and list all clauses.
func (c *clauseReport) sections(rep *results) []report.Section {
	var bars []report.Bar
	kinds := []string{"yes", "event", "document"}
	for _, house := range c.houses() {
		for _, kind := range kinds {
			all, tested := c.count(house, kind)
			if all == 0 {
				continue
			}
			bars = append(bars, report.Bar{
				Name: house + ", " + kindWord(kind), Values: []float64{100 * float64(tested) / float64(all)},
				Texts: []string{term.Percent(int64(tested), int64(all))}, Notes: []string{c.fraction(house, kind)},
			})
		}
	}
	what := "with a test"
	if c.proofs != nil {
		what = "with a test that fails when the clause is broken"
	}
	list := report.Section{Title: "Clauses one by one"}
	for i := range c.shown {
		s := &c.shown[i]
		l := report.Line{Head: s.ID, Text: s.Text + " [" + kindWord(s.Machine) + "]", Code: strings.Join(rep.testsOf(s), ", ")}
		switch {
		case c.holds(i):
			l.Side = report.OnlyB
		case s.Testable():
			l.Side = report.OnlyA
		}
		list.Lines = append(list.Lines, l)
	}
	for _, id := range slices.Sorted(slices.Values(c.unknown)) {
		list.Lines = append(list.Lines, report.Line{Side: report.OnlyA, Head: id, Text: "tests name it, and no clause has that name"})
	}
	return []report.Section{{Title: "Clauses", Figures: []*report.Figure{report.Bars("Clauses "+what, "by house and kind", "share of clauses", nil, bars)}}, list}
}

// kindWord returns the name of a kind of clauses in a table.
func kindWord(kind string) string {
	if kind == "yes" {
		return "machine"
	}
	return kind
}
