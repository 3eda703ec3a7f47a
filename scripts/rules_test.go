package scripts_test

import (
	"context"
	"runtime"
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

// leastTested is how many machine and event clauses of each house have a test
// at least: none may lose its test. It grows with the tests.
var leastTested = map[string]int{
	"angies": 122, "casino": 87, "elresbalon": 36, "house004": 59, "omahacash": 24, "sanrafael": 20,
}

// checkClauses holds the clauses that tests name against those of the houses.
func checkClauses(t *testing.T, results []*suite.Result) {
	t.Helper()
	houses := make([]string, 0, len(leastTested))
	for h := range leastTested {
		houses = append(houses, h)
	}
	clauses, err := suite.ReadClauses(scripts.FS, houses)
	if err != nil {
		t.Fatal(err)
	}
	shown, unknown := suite.Shown(clauses, results)
	for _, id := range unknown {
		t.Errorf("tests name clause %s, which no house has", id)
	}
	tested := map[string]int{}
	for _, c := range shown {
		if c.Testable() && len(c.Tests) > 0 {
			tested[c.House]++
		}
	}
	for house, want := range leastTested {
		if tested[house] < want {
			t.Errorf("%s: %d clauses have a test, %d had", house, tested[house], want)
		}
	}
}
