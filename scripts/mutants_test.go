package scripts_test

import (
	"context"
	"flag"
	"io/fs"
	"os"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"

	"github.com/pelletier/go-toml/v2"
)

var (
	survivors = flag.Bool("survivors", false, "list the mutants that no test notices, and by what the others are noticed")
	noting    = flag.Bool("noticed", false, "write down which test notices each mutant: it is tried first from then on")
)

// noticedFile has the test that notices each change, by what the change breaks: that test
// is tried before all others, which are run when it does not notice.
const noticedFile = "testdata/noticed.toml"

// mutantRow is a mutant as the data has it.
type mutantRow struct {
	File, Breaks, Before, After string
	Nth                         int
}

// leastMutants is how many mutants there are at least, and mostSurvivors how
// many of a hundred may go unnoticed.
const (
	leastMutants  = 400
	mostSurvivors = 5
)

// TestMutants breaks one rule at a time and runs the tests of rules: they must
// notice.
func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the tests of rules once for each mutant")
	}
	mutants := readMutants(t)
	if len(mutants) < leastMutants {
		t.Errorf("%d mutants, at least %d were there", len(mutants), leastMutants)
	}
	if !*noting {
		mutants = testkit.Sweep(mutants, 1)
	}
	verdicts := make([]*ruletest.Verdict, len(mutants))
	first := readNoticed(t)
	o := testOptions()
	o.Parsed = &star.Parsed{}
	var wait sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, m := range mutants {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			v, err := try(m, o, first[m.Breaks], testsOf(t, m.File))
			if err != nil {
				t.Error(err)
			}
			verdicts[i] = v
		})
	}
	wait.Wait()
	judge(t, verdicts)
	if *noting {
		writeNoticed(t, verdicts)
	}
}

// noticing is a test: its file and name.
type noticing struct{ File, Test string }

// try runs the test that noticed the mutant before, then all.
func try(m *ruletest.Mutant, o ruletest.Options, first noticing, all []string) (*ruletest.Verdict, error) {
	if slices.Contains(all, first.File) {
		one := o
		one.Run = regexp.MustCompile("^" + regexp.QuoteMeta(first.Test) + "$")
		if v, err := m.Try(context.Background(), one, []string{first.File}); err != nil || v.Killer != nil {
			return v, err
		}
	}
	return m.Try(context.Background(), o, all)
}

func readNoticed(t *testing.T) (by map[string]noticing) {
	t.Helper()
	data, err := os.ReadFile(noticedFile)
	if err == nil {
		err = toml.Unmarshal(data, &by)
	}
	if err != nil {
		t.Error(err)
	}
	return by
}

func writeNoticed(t *testing.T, verdicts []*ruletest.Verdict) {
	t.Helper()
	by := map[string]noticing{}
	for _, v := range verdicts {
		if v.Killer != nil && v.Killer.Name != "(loading)" {
			by[v.Breaks] = noticing{v.Killer.File, v.Killer.Name}
		}
	}
	data, err := toml.Marshal(by)
	if err == nil {
		err = os.WriteFile(noticedFile, data, 0o644)
	}
	if err != nil {
		t.Error(err)
	}
}

// judge reports on what the tests have noticed.
func judge(t *testing.T, verdicts []*ruletest.Verdict) {
	t.Helper()
	unnoticed := 0
	games := map[string]int{}
	for _, v := range verdicts {
		own, _, _ := strings.Cut(strings.TrimPrefix(v.File, "@scripts//"), "/")
		games[own]++
		switch {
		case v.Invalid != nil:
			t.Errorf("%s is no mutant, its script does not load: %v", v, v.Invalid)
		case v.Survives():
			unnoticed++
			t.Logf("no test notices that this rule is broken: %s (%s)", v.Breaks, v)
		case *survivors:
			t.Logf("%s notices: %s (%s)", v.Killer.Name, v.Breaks, v)
		}
	}
	t.Logf("%d of %d mutants are noticed", len(verdicts)-unnoticed, len(verdicts))
	if unnoticed*100 > len(verdicts)*mostSurvivors {
		t.Errorf("%d of %d mutants survive", unnoticed, len(verdicts))
	}
	for _, house := range []string{"angies", "casino", "elresbalon", "house004", "omahacash", "sanrafael"} {
		if games[house] < 2 {
			t.Errorf("%s has %d mutants", house, games[house])
		}
	}
}

func testOptions() ruletest.Options {
	return ruletest.Options{
		Options: star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS}, Parsed: &parsed},
		Timeout: time.Minute, Seed: 1, Checks: 20,
	}
}

func readMutants(t *testing.T) (out []*ruletest.Mutant) {
	t.Helper()
	data, err := os.ReadFile("testdata/changes.toml")
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Mutant []mutantRow }
	if err := toml.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	for _, row := range list.Mutant {
		name, fsys := row.File, fs.FS(scripts.FS)
		if library, ok := strings.CutPrefix(row.File, "@stdlib//"); ok {
			name, fsys = library, stdlib.FS
		} else {
			row.File = "@scripts//" + row.File
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			t.Error(err)
			continue
		}
		m, err := ruletest.NewMutant(row.File, text, row.Before, row.After, row.Nth)
		if err != nil {
			t.Error(err)
			continue
		}
		m.Breaks = row.Breaks
		out = append(out, m)
	}
	return out
}

// testsOf are the tests that a change of a script may concern: those of its
// house, or all for the library.
func testsOf(t *testing.T, file string) []string {
	dir := "."
	if own, ok := strings.CutPrefix(file, "@scripts//"); ok {
		dir = path.Dir(own)
	}
	files, err := ruletest.Find(scripts.FS, dir)
	if err != nil {
		t.Error(err)
	}
	for i, f := range files {
		files[i] = "@scripts//" + f
	}
	return files
}
