package ruletests

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report/chart"
	"cardroom/dsl/ruletest"
)

// The page of test results.

// writePage writes the page, with the coverage of scripts and clauses if requested.
func (rep *results) writePage(w io.Writer) error {
	p := &chart.Page{Title: "Rule tests", Facts: []chart.Fact{
		{Name: "passed", Value: figures.Grouped(int64(rep.sum.Passed))},
		{Name: "failed", Value: figures.Grouped(int64(rep.sum.Failed))},
		{Name: "skipped", Value: figures.Grouped(int64(rep.sum.Skipped))},
	}}
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
		p.Facts = append(p.Facts, chart.Fact{Name: "coverage", Value: fmt.Sprintf("%d %%", covered(rep.cover)), Note: "of statements and branches"})
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
		p.Facts = append(p.Facts, chart.Fact{Name: "clauses", Value: fmt.Sprintf("%d %%", c.percent()), Note: "machine and event"})
		p.Sections = append(p.Sections, c.sections(rep)...)
	}
	if rep.cover != nil {
		p.Sections = append(p.Sections, coverSections(rep.cover)...)
	}
	return chart.Write(w, p)
}

// failedSections list the failed tests.
func (rep *results) failedSections() []chart.Section {
	s := chart.Section{Title: "Failed"}
	for _, r := range rep.results {
		if r.Status == ruletest.Failed {
			s.Lines = append(s.Lines,
				chart.Line{Side: chart.OnlyA, Head: r.Name, Text: rep.files.typed[r.File], Code: rep.files.rerun(r)},
				chart.Line{Text: strings.TrimRight(r.Err.Detail()+"\n"+rep.circumstances(r), "\n"), Pre: true})
		}
	}
	if s.Lines == nil {
		return nil
	}
	return []chart.Section{s}
}

// testSection counts the tests of each file.
func (rep *results) testSection() chart.Section {
	t := &chart.Table{Heads: []string{"file", "passed", "failed", "skipped"}}
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
			row = append(row, figures.Grouped(n))
		}
		t.Rows = append(t.Rows, row)
	}
	return chart.Section{Title: "Tests", Table: t}
}

// sections show how many clauses of each house have a test, and list all clauses.
func (c *clauseReport) sections(rep *results) []chart.Section {
	var bars []chart.Bar
	kinds := []string{"yes", "event", "document"}
	for _, house := range c.houses() {
		for _, kind := range kinds {
			all, tested := c.count(house, kind)
			if all == 0 {
				continue
			}
			bars = append(bars, chart.Bar{
				Name: house + ", " + kindWord(kind), Values: []float64{100 * float64(tested) / float64(all)},
				Texts: []string{figures.Percent(int64(tested), int64(all))}, Notes: []string{c.fraction(house, kind)},
			})
		}
	}
	what := "with a test"
	if c.proofs != nil {
		what = "with a test that fails when the clause is broken"
	}
	list := chart.Section{Title: "Clauses one by one"}
	for i := range c.shown {
		s := &c.shown[i]
		l := chart.Line{Head: s.ID, Text: s.Text + " [" + kindWord(s.Machine) + "]", Code: strings.Join(rep.testsOf(s), ", ")}
		switch {
		case c.holds(i):
			l.Side = chart.OnlyB
		case s.Testable():
			l.Side = chart.OnlyA
		}
		list.Lines = append(list.Lines, l)
	}
	for _, id := range slices.Sorted(slices.Values(c.unknown)) {
		list.Lines = append(list.Lines, chart.Line{Side: chart.OnlyA, Head: id, Text: "tests name it, and no clause has that name"})
	}
	return []chart.Section{{Title: "Clauses", Figures: []*chart.Figure{chart.Bars("Clauses "+what, "by house and kind", "share of clauses", nil, bars)}}, list}
}

// kindWord returns the name of a kind of clauses in a table.
func kindWord(kind string) string {
	if kind == "yes" {
		return "machine"
	}
	return kind
}
