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
	s.Run(context.Background(), func(r *suite.Result) {
		t.Run(r.Name, func(t *testing.T) {
			switch r.Status {
			case suite.Failed:
				t.Error(r.Err.Detail())
			case suite.Skipped:
				t.Skip(r.Reason)
			}
		})
	})
}
