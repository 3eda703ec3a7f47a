package scripts_test

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl/docs"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// Each change that a house lists for a clause applies to its scripts, loads, and is noticed:
// an expectation of a test that cites the clause fails.
func TestListedChanges(t *testing.T) {
	files, err := fs.Glob(scripts.FS, "*/"+ruletest.MutantsFile)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	o := testOptions()
	o.Parsed = &star.Parsed{}
	for _, file := range testkit.Sweep(files, 3) {
		house := path.Dir(file)
		t.Run(house, func(t *testing.T) {
			t.Parallel()
			known, err := docs.ReadClauses(scripts.FS, house)
			if err != nil {
				t.Fatal(err)
			}
			list, err := ruletest.ReadMutants(scripts.FS, house, "@scripts//", scriptText)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range testkit.Sweep(list, 1) {
				if len(m.Clauses) == 0 || m.Breaks == "" {
					t.Errorf("%s: which rule of which clause does it break?", m)
				}
				for _, id := range m.Clauses {
					if !slices.ContainsFunc(known.Clauses, func(c docs.Clause) bool { return c.ID == id }) {
						t.Errorf("%s: no clause is called %s", m, id)
						continue
					}
					noticed(t, o, m, id)
				}
			}
		})
	}
}

// noticed runs the tests that cite a clause with a change that breaks it.
func noticed(t *testing.T, o ruletest.Options, m *ruletest.Mutant, id string) {
	t.Helper()
	o.Only = func(test *ruletest.Test) bool { return slices.Contains(test.Cites, id) }
	v, err := m.Try(context.Background(), o, testsOf(t, m.File))
	switch {
	case err != nil:
		t.Error(err)
	case v.Invalid != nil:
		t.Errorf("%s: its script does not load: %v", m, v.Invalid)
	case v.Survives():
		t.Errorf("%s: no test of %s notices", m, id)
	case v.Killer.Failure == nil:
		t.Errorf("%s: %s crashes where it should notice that %s is broken: %v", m, v.Killer.Name, id, v.Killer.Err)
	}
}

// scriptText is a script of the houses or of the library.
func scriptText(file string) ([]byte, error) {
	if own, library := strings.CutPrefix(file, "@stdlib//"); library {
		return fs.ReadFile(stdlib.FS, own)
	}
	return fs.ReadFile(scripts.FS, strings.TrimPrefix(file, "@scripts//"))
}
