package ruletests

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/dsl/clauses"
	"cardroom/dsl/suite"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// clauses are those of the houses whose tests run: of the folders that have a
// list of clauses beside their tests.
func (f *testFiles) clauses(std *app.IO, all bool) ([]clauses.Clause, error) {
	embedded, own := map[string]bool{}, map[string]bool{}
	for _, ref := range f.refs {
		if file, ok := strings.CutPrefix(ref, "@scripts//"); ok {
			embedded[path.Dir(file)] = true
		} else {
			own[path.Dir(ref)] = true
		}
	}
	if all {
		files, err := fs.Glob(library.Houses(std), "*/"+clauses.File)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			embedded[path.Dir(file)] = true
		}
	}
	out, err := clausesIn(library.Houses(std), embedded)
	if err != nil {
		return nil, err
	}
	more, err := clausesIn(library.OwnScripts(std), own)
	return append(out, more...), err
}

// clausesIn reads the clauses of those folders that have any.
func clausesIn(fsys fs.FS, dirs map[string]bool) ([]clauses.Clause, error) {
	list, err := clauses.Read(fsys, slices.Sorted(maps.Keys(dirs))...)
	if err != nil {
		return nil, err
	}
	return list.Clauses, nil
}

// clauseReport says which clauses have tests.
type clauseReport struct {
	shown   []suite.ClauseTests
	unknown []string
}

func (rep *results) clauseReport() (*clauseReport, error) {
	list, err := rep.files.clauses(rep.std, len(rep.opts.Paths) == 0)
	if err != nil {
		return nil, err
	}
	c := &clauseReport{}
	c.shown, c.unknown = suite.Shown(list, rep.results)
	return c, nil
}

// count counts the clauses of a kind, and those that have a test.
func (c *clauseReport) count(house, machine string) (all, tested int) {
	for i := range c.shown {
		s := &c.shown[i]
		if machine != s.Machine || house != "" && house != s.House {
			continue
		}
		all++
		if len(s.Tests) > 0 {
			tested++
		}
	}
	return all, tested
}

func (c *clauseReport) houses() []string {
	var out []string
	for i := range c.shown {
		if !slices.Contains(out, c.shown[i].House) {
			out = append(out, c.shown[i].House)
		}
	}
	return out
}

// percent is the part of the clauses that a test can show that has one, rounded
// down.
func (c *clauseReport) percent() int {
	all, tested := c.count("", "yes")
	more, testedToo := c.count("", "event")
	if all+more == 0 {
		return 100
	}
	return 100 * (tested + testedToo) / (all + more)
}

// testsOf are the names of a clause's tests, a test with many cases once.
func (rep *results) testsOf(s *suite.ClauseTests) []string {
	out := []string{}
	for _, t := range s.Tests {
		name, _, _ := strings.Cut(t.Name, "/")
		if text := rep.files.typed[t.File] + ":" + name; !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// print lists the clauses: those without a test, with -v all with theirs, and
// the numbers of each house.
func (c *clauseReport) print(rep *results) {
	w := rep.std.Stdout
	for i := range c.shown {
		s := &c.shown[i]
		switch {
		case len(s.Tests) > 0 && rep.std.Verbose:
			w.Printf("%s  %s: %s\n", w.Paint("tested", color.FgGreen), s.ID, strings.Join(rep.testsOf(s), ", "))
		case len(s.Tests) == 0 && s.Testable():
			w.Printf("%s  %s [%s]: %s\n", w.Paint("untested", color.FgRed), s.ID, s.Machine, s.Text)
		}
	}
	cells := [][]string{}
	for _, house := range append(c.houses(), "") {
		name := house
		if house == "" {
			name = "all"
		}
		cells = append(cells, []string{name, c.fraction(house, "yes"), c.fraction(house, "event"), c.fraction(house, "document")})
	}
	w.Printf("\n")
	report.Table(w, []report.Heading{{Title: "clauses tested"}, {Title: "machine", Align: report.Right}, {Title: "event", Align: report.Right}, {Title: "document", Align: report.Right}}, cells)
	for _, id := range c.unknown {
		w.Printf("%s  %s: tests name it, and no clause is called so\n", w.Paint("unknown", color.FgRed), id)
	}
}

func (c *clauseReport) fraction(house, machine string) string {
	all, tested := c.count(house, machine)
	if all == 0 {
		return "-"
	}
	return figures.Grouped(int64(tested)) + " of " + figures.Grouped(int64(all))
}

// write writes the report as a JSON document.
func (c *clauseReport) write(rep *results) error {
	out, err := rows.New(rep.std.Stdout, report.JSON, "test", "clauses", []rows.Column[*suite.ClauseTests]{
		{Name: "id", Value: func(s *suite.ClauseTests) any { return s.ID }},
		{Name: "house", Value: func(s *suite.ClauseTests) any { return s.House }},
		{Name: "machine", Value: func(s *suite.ClauseTests) any { return s.Machine }},
		{Name: "tests", Value: func(s *suite.ClauseTests) any { return rep.testsOf(s) }},
	})
	if err != nil {
		return err
	}
	for i := range c.shown {
		if err := out.Row(&c.shown[i]); err != nil {
			return err
		}
	}
	counts, err := rep.countFields()
	if err != nil {
		return err
	}
	return out.Close(append([]rows.Pair{
		{Name: "percent", Value: c.percent()},
		{Name: "unknown", Value: append([]string{}, c.unknown...)},
		{Name: "passed", Value: rep.sum.Passed},
		{Name: "failed", Value: rep.sum.Failed},
		{Name: "skipped", Value: rep.sum.Skipped},
		{Name: "complete", Value: rep.sum.Complete},
	}, counts...)...)
}
