package author

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/check"
	"cardroom/dsl/docs"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// clauses returns the clauses of the houses whose tests run: of the folders with a
// list of clauses next to their tests.
func (f *testFiles) clauses(std *app.IO, all bool) ([]docs.Clause, error) {
	embedded, own := map[string]bool{}, map[string]bool{}
	for _, ref := range f.refs {
		if file, ok := strings.CutPrefix(ref, "@scripts//"); ok {
			embedded[path.Dir(file)] = true
		} else {
			own[path.Dir(ref)] = true
		}
	}
	if all {
		files, err := fs.Glob(library.Houses(std), "*/"+docs.ClausesFile)
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

// clausesIn reads the clauses of those folders that have a list.
func clausesIn(fsys fs.FS, dirs map[string]bool) ([]docs.Clause, error) {
	list, err := docs.ReadClauses(fsys, slices.Sorted(maps.Keys(dirs))...)
	if err != nil {
		return nil, err
	}
	return list.Clauses, nil
}

// clauseReport says which clauses have tests, and with --strict which tests fail when
// their clause is broken.
type clauseReport struct {
	shown   []ruletest.ClauseTests
	unknown []string
	proofs  []ruletest.Proof // by index of shown; nil without --strict
}

// holds reports whether a clause has a test that counts.
func (c *clauseReport) holds(i int) bool {
	if c.proofs != nil && c.shown[i].Testable() {
		return c.proofs[i].Noticed != nil
	}
	return len(c.shown[i].Tests) > 0
}

// prove breaks the clauses to see whether their tests notice.
func (c *clauseReport) prove(ctx context.Context, rep *results) error {
	std := rep.std
	texts := map[string][]byte{}
	files, err := scriptsBesideTests(std, rep.files)
	if err != nil {
		return err
	}
	o := rep.suiteOptions(std)
	shared, err := fs.Glob(o.Sources.Stdlib, "*.star")
	if err != nil {
		return err
	}
	for _, file := range shared {
		if texts["@stdlib//"+file], err = fs.ReadFile(o.Sources.Stdlib, file); err != nil {
			return err
		}
	}
	for _, file := range files {
		if texts[file], err = scriptText(std, file); err != nil {
			return err
		}
	}
	listed, err := rep.listedMutants(std, texts)
	if err != nil {
		return err
	}
	changes, err := ruletest.Concerning(texts, listed)
	if err != nil {
		return err
	}
	o.Seed, o.Print, o.Parsed, o.Parallel = rep.seed, nil, cmp.Or(std.Parsed, &star.Parsed{}), rep.opts.Parallel
	bar := std.StartProgress("clauses", int64(len(c.shown)))
	defer bar.Stop()
	c.proofs, err = ruletest.Prove(ctx, o, c.shown, changes, (&soundness{o: o}).holds, func() { bar.Done.Add(1) })
	return err
}

// listedMutants returns the mutants that are listed next to the tests.
func (rep *results) listedMutants(std *app.IO, texts map[string][]byte) (out []*ruletest.Mutant, err error) {
	text := func(file string) ([]byte, error) {
		if t, ok := texts[file]; ok {
			return t, nil
		}
		return nil, fmt.Errorf("%s is not a script next to the tests or in the library", file)
	}
	dirs := map[string]bool{}
	for _, ref := range rep.files.refs {
		dirs[library.FolderOf(ref)] = true
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		fsys, prefix, name := library.OwnScripts(std), "", dir
		if own, embedded := strings.CutPrefix(dir, "@scripts//"); embedded {
			fsys, prefix, name = library.Houses(std), "@scripts//", own
		}
		list, err := ruletest.ReadMutants(fsys, name, prefix, text)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

// soundness tells whether check reports no new findings for a script with a mutation.
type soundness struct {
	o      ruletest.Options
	before sync.Map // findings in the unchanged scripts
	known  sync.Map // results of mutants that concern several clauses
}

func (s *soundness) holds(ctx context.Context, m *ruletest.Mutant) bool {
	if holds, known := s.known.Load(m); known {
		return holds.(bool)
	}
	count := func(of star.Sources) int {
		o := s.o.Options
		o.Sources = of
		findings, err := check.New(dsl.NewLibrary(o)).Scripts(ctx, []string{m.File})
		if err != nil {
			return math.MaxInt
		}
		return len(findings)
	}
	had, known := s.before.Load(m.File)
	if !known {
		had = count(s.o.Sources)
		s.before.Store(m.File, had)
	}
	holds := count(m.In(s.o.Sources)) <= had.(int)
	s.known.Store(m, holds)
	return holds
}

func (rep *results) clauseReport(ctx context.Context) (*clauseReport, error) {
	list, err := rep.files.clauses(rep.std, len(rep.opts.Paths) == 0)
	if err != nil {
		return nil, err
	}
	c := &clauseReport{}
	c.shown, c.unknown = ruletest.Shown(list, rep.results)
	if rep.opts.Strict {
		return c, c.prove(ctx, rep)
	}
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
		if c.holds(i) {
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

// percent returns the percentage of testable clauses that have a test, rounded down.
func (c *clauseReport) percent() int {
	all, tested := c.count("", "yes")
	more, testedToo := c.count("", "event")
	if all+more == 0 {
		return 100
	}
	return 100 * (tested + testedToo) / (all + more)
}

// testsOf returns the names of a clause's tests; a test with several cases is named
// once.
func (rep *results) testsOf(s *ruletest.ClauseTests) []string {
	out := []string{}
	for _, t := range s.Tests {
		name, _, _ := strings.Cut(t.Name, "/")
		if text := rep.files.typed[t.File] + ":" + name; !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// print lists the clauses without a test (with -v also the others and their tests),
// and the numbers of each house.
func (c *clauseReport) print(rep *results) {
	w := rep.std.Stdout
	for i := range c.shown {
		s := &c.shown[i]
		switch {
		case c.proofs != nil && s.Testable() && len(s.Tests) > 0:
			c.printProof(rep, i)
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
	head := "clauses tested"
	if c.proofs != nil {
		head = "clauses whose tests notice"
	}
	report.Table(w, []report.Heading{{Title: head}, {Title: "machine", Align: report.Right}, {Title: "event", Align: report.Right}, {Title: "document", Align: report.Right}}, cells)
	for _, id := range c.unknown {
		w.Printf("%s  %s: tests name it, and no clause is called so\n", w.Paint("unknown", color.FgRed), id)
	}
}

// printProof says what happened when a clause with tests was broken.
func (c *clauseReport) printProof(rep *results, i int) {
	w, p := rep.std.Stdout, &c.proofs[i]
	switch {
	case p.Noticed != nil && rep.std.Verbose:
		f := rep.fateOf(&ruletest.Verdict{Mutant: p.Noticed})
		w.Printf("%s  %s: %s (%s: %s)\n", w.Paint("noticed", color.FgGreen), p.ID, p.By.Name, f.survivor().Pos, f.Change())
	case p.Noticed != nil:
	case p.Tried == 0:
		w.Printf("%s  %s [%s]: no script cites it where something can be changed (%s)\n", w.Paint("unbroken", color.FgYellow), p.ID, p.Machine, strings.Join(rep.testsOf(&p.ClauseTests), ", "))
	default:
		w.Printf("%s  %s [%s]: %s tried, and none of its tests notices (%s)\n", w.Paint("unnoticed", color.FgRed), p.ID, p.Machine, term.Counted(int64(p.Tried), "change"), strings.Join(rep.testsOf(&p.ClauseTests), ", "))
	}
}

func (c *clauseReport) fraction(house, machine string) string {
	all, tested := c.count(house, machine)
	if all == 0 {
		return "-"
	}
	return term.Grouped(int64(tested)) + " of " + term.Grouped(int64(all))
}

// proofColumns returns the extra columns of --strict.
func (c *clauseReport) proofColumns() []rows.Column[*ruletest.ClauseTests] {
	proof := func(s *ruletest.ClauseTests) *ruletest.Proof {
		return &c.proofs[slices.IndexFunc(c.proofs, func(p ruletest.Proof) bool { return p.ID == s.ID })]
	}
	return []rows.Column[*ruletest.ClauseTests]{
		{Name: "changes", Unit: "changes", Doc: "with --strict: how many changes of the scripts concern the clause", Value: func(s *ruletest.ClauseTests) any { return proof(s).Tried }},
		{Name: "noticed_by", Doc: "with --strict: the test that notices one of them", Value: func(s *ruletest.ClauseTests) any {
			if p := proof(s); p.By != nil {
				return p.By.Name
			}
			return nil
		}},
		{Name: "change", Doc: "with --strict: the change that it notices", Value: func(s *ruletest.ClauseTests) any {
			if p := proof(s); p.Noticed != nil {
				return p.Noticed.String()
			}
			return nil
		}},
	}
}

// write writes the report as a JSON document.
func (c *clauseReport) write(rep *results) error {
	columns := []rows.Column[*ruletest.ClauseTests]{
		{Name: "id", Doc: "the clause", Value: func(s *ruletest.ClauseTests) any { return s.ID }},
		{Name: "house", Doc: "its house", Value: func(s *ruletest.ClauseTests) any { return s.House }},
		{Name: "machine", Doc: "who sees to it", Limits: `enum:"yes,event,document"`, Value: func(s *ruletest.ClauseTests) any { return s.Machine }},
		{Name: "tests", Doc: "that pass and name it", Value: func(s *ruletest.ClauseTests) any { return rep.testsOf(s) }},
	}
	if c.proofs != nil {
		columns = append(columns, c.proofColumns()...)
	}
	counts, err := rep.countFields()
	if err != nil {
		return err
	}
	return rows.Write(rep.std.Stdout, rep.opts.Format, "test", "clauses", columns, pointers(c.shown), slices.Concat([]rows.Pair{
		{Name: "percent", Unit: "%", Doc: "of the machine and event clauses have a test, rounded down", Value: c.percent()},
		{Name: "unknown", Doc: "clauses that tests name and no document has", Value: append([]string{}, c.unknown...)},
	}, rep.sums(), counts)...)
}
