package scripts_test

import (
	"context"
	"io/fs"
	"path"
	"runtime"
	"strings"
	"testing"
	"time"

	"cardroom/dsl"
	"cardroom/dsl/suite"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// TestRules runs the rule tests of the houses, the *_test.star beside the
// scripts, as "cardroom test" does.
func TestRules(t *testing.T) {
	files, err := suite.Find(scripts.FS, ".")
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range files {
		files[i] = "@scripts//" + f
	}
	s, err := suite.Load(context.Background(), suite.Options{
		Options:  dsl.Options{Sources: dsl.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS}},
		Parallel: runtime.GOMAXPROCS(0), Timeout: time.Minute, Seed: 1,
	}, files)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Tests) < 100 {
		t.Fatalf("%d tests in %d files", len(s.Tests), len(files))
	}
	var results []*suite.Result
	s.Run(context.Background(), func(r *suite.Result) {
		results = append(results, r)
		t.Run(r.Name, func(t *testing.T) {
			switch r.Status {
			case suite.Failed:
				t.Error(r.Err.Detail())
			case suite.Skipped:
				t.Skip(r.Reason)
			}
		})
	})
	checkClauses(t, results)
}

// notReached are the machine and event clauses that no test shows yet. The list
// shrinks: a clause that has a test must not stand here, and none is added.
const notReached = `
house004.house.3 house004.house.4 house004.holdem.5 house004.holdem.8 house004.holdem.9a house004.holdem.9b house004.holdem.9c
house004.holdem.9d house004.holdem.10a house004.holdem.10b house004.holdem.10c house004.holdem.11a house004.holdem.11b
house004.holdem.12a house004.holdem.12b house004.holdem.12c house004.holdem.13a house004.holdem.13b house004.holdem.13c
house004.holdem.14 house004.holdem.15a house004.holdem.15b house004.holdem.15c house004.holdem.16 house004.holdem.17a
house004.holdem.17b house004.holdem.17c

omaha-cash.house.protect omaha-cash.house.verbal-in-turn omaha-cash.house.verbal-out
`

// checkClauses holds the clauses that tests name against those of the houses:
// each machine and event clause has a test that passes.
func checkClauses(t *testing.T, results []*suite.Result) {
	t.Helper()
	lists, err := fs.Glob(scripts.FS, "*/"+suite.ClausesFile)
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range lists {
		lists[i] = path.Dir(file)
	}
	clauses, err := suite.ReadClauses(scripts.FS, lists)
	if err != nil {
		t.Fatal(err)
	}
	shown, unknown := suite.Shown(clauses, results)
	for _, id := range unknown {
		t.Errorf("tests name clause %s, which no house has", id)
	}
	missing := map[string]bool{}
	for id := range strings.FieldsSeq(notReached) {
		missing[id] = true
	}
	count := map[string]int{}
	for _, c := range shown {
		count[c.Machine]++
		switch {
		case c.Testable() && len(c.Tests) == 0 && !missing[c.ID]:
			t.Errorf("no test shows clause %s: %s", c.ID, c.Text)
		case len(c.Tests) > 0 && missing[c.ID]:
			t.Errorf("%s shows clause %s: take it from the list of those not reached", c.Tests[0].Name, c.ID)
		}
		delete(missing, c.ID)
	}
	for id := range missing {
		t.Errorf("clause %s is not reached, and no house has it", id)
	}
	if count["yes"] != 432 || count["event"] != 51 {
		t.Errorf("%d machine and %d event clauses, want 432 and 51", count["yes"], count["event"])
	}
}
