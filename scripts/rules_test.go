package scripts_test

import (
	"context"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/dsl/docs"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// parsed caches the scripts for all tests.
var parsed star.Parsed

// TestRules runs the rule tests of the houses, the *_test.star beside the
// scripts, as "cardroom test" does.
func TestRules(t *testing.T) {
	files, err := ruletest.Find(scripts.FS, ".")
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range files {
		files[i] = "@scripts//" + f
	}
	s, err := ruletest.Load(context.Background(), ruletest.Options{
		Options:  star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS}, Parsed: &parsed},
		Parallel: runtime.GOMAXPROCS(0), Timeout: time.Minute, Seed: 1,
	}, files)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Tests) < 100 {
		t.Fatalf("%d tests in %d files", len(s.Tests), len(files))
	}
	var results []*ruletest.Result
	s.Run(context.Background(), func(r *ruletest.Result) {
		results = append(results, r)
		t.Run(r.Name, func(t *testing.T) {
			switch r.Status {
			case ruletest.Failed:
				t.Error(r.Err.Detail())
			case ruletest.Skipped:
				t.Skip(r.Reason)
			}
		})
	})
	checkClauses(t, results)
}

// TestExamples runs the tests beside the example scripts.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("plays every example")
	}
	examples := os.DirFS("../examples")
	files, err := ruletest.Find(examples, ".")
	if err != nil {
		t.Fatal(err)
	}
	files = slices.DeleteFunc(files, func(f string) bool { return strings.Contains(f, "/mistakes/") }) // they are meant to fail
	s, err := ruletest.Load(context.Background(), ruletest.Options{
		Options: star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: examples}, Parsed: &parsed},
		Timeout: time.Minute, Seed: 1,
	}, files)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Tests) == 0 {
		t.Fatal("no tests")
	}
	s.Run(context.Background(), func(r *ruletest.Result) {
		if r.Status == ruletest.Failed {
			t.Errorf("%s: %v", r.Name, r.Err.Detail())
		}
	})
}

// checkClauses holds the clauses that tests name against those of the houses:
// each machine and event clause has a test that passes.
func checkClauses(t *testing.T, results []*ruletest.Result) {
	t.Helper()
	lists, err := fs.Glob(scripts.FS, "*/"+docs.ClausesFile)
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range lists {
		lists[i] = path.Dir(file)
	}
	list, err := docs.ReadClauses(scripts.FS, lists...)
	if err != nil {
		t.Fatal(err)
	}
	shown, unknown := ruletest.Shown(list.Clauses, results)
	for _, id := range unknown {
		t.Errorf("tests name clause %s, which no house has", id)
	}
	count := map[string]int{}
	for _, c := range shown {
		count[c.Machine]++
		if c.Testable() && len(c.Tests) == 0 {
			t.Errorf("no test shows clause %s: %s", c.ID, c.Text)
		}
	}
	if count["yes"] != 433 || count["event"] != 51 {
		t.Errorf("%d machine and %d event clauses, want 433 and 51", count["yes"], count["event"])
	}
}
