// Command mutants tests the tests of the engine: it changes one thing in engine/ at a
// time (an operator, a sign, a bound, a constant, a condition, a statement) and runs
// the tests, at least one of which must fail.
//
// From the top of the repository:
//
//	go run ./.ci/mutants -n 500 -seed 1 -log mutants.ndjson
//
// All changes of the sample are compiled in at once, and a number in a file selects
// the active one, so each test program is built only once. Every test runs once to
// record which changes make a difference to it; a change is then tried only with those
// tests, quick ones first. The result is one line of JSON in the log for each change.
// A second run with the same log continues where the first ended; with -again it also
// retries the changes that no test noticed.
//
// With -quick nothing is recorded: a small sample is tried in a minute.
//
// equivalent.txt lists changes without an observable effect, with the reasons. Code
// that only tests use is not changed.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

const module = "cardroom"

//go:embed equivalent.txt
var equivalentText string

// options are the values of the flags.
type options struct {
	n        int
	seed     uint64
	only     string
	log      string
	again    bool
	keep     string
	list     bool
	full     bool
	least    float64
	packages string
	tests    string
	quick    bool
	meet     bool
	budget   time.Duration
}

func main() {
	var o options
	flag.IntVar(&o.n, "n", 20, "how many changes")
	flag.Uint64Var(&o.seed, "seed", 1, "which sample")
	flag.StringVar(&o.only, "only", "", "only changes whose key contains this")
	flag.StringVar(&o.log, "log", "", "the file of results; what it has is not tried again")
	flag.BoolVar(&o.again, "again", false, "try what the log has as not noticed again")
	flag.StringVar(&o.keep, "work", "", "the work folder, kept (default: a temporary one)")
	flag.BoolVar(&o.list, "list", false, "list the sample only")
	flag.BoolVar(&o.full, "full", false, "run the tests without -short")
	flag.Float64Var(&o.least, "least", 92, "fail if fewer than this many of a hundred are noticed or known to be equivalent")
	flag.StringVar(&o.packages, "tests", "", "only test programs of these packages, a regular expression (default: all)")
	flag.BoolVar(&o.quick, "quick", false, "only the tests of a change's own package, those of engine/hand, those of dsl that hands and tables stay as they were, and those of all formats of recorded hands")
	flag.BoolVar(&o.meet, "meet", false, "only changes like the faults of rules that meet: a flag that stays, the next seat, the other pot, the earlier moment")
	flag.StringVar(&o.tests, "run", "", "only tests of this name, a regular expression (default: all)")
	flag.DurationVar(&o.budget, "budget", 0, "processor time that a change may take in a test program (default: no limit)")
	flag.Parse()
	ok, err := run(&o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// result is a line of the log.
type result struct {
	Key     string  `json:"key"`
	Kind    string  `json:"kind"`
	Noticed bool    `json:"noticed"`
	By      string  `json:"by,omitempty"`
	How     string  `json:"how,omitempty"`
	Seconds float64 `json:"seconds"`
	// Tests is the number of tests that were run and to which the change made a
	// difference.
	Tests int `json:"tests"`
}

func run(o *options) (bool, error) {
	root, err := os.Getwd()
	if err != nil {
		return false, err
	}
	began := time.Now()
	packages, err := readPackages(root)
	if err != nil {
		return false, err
	}
	var all []*site
	for _, r := range packages {
		all = append(all, r.sites()...)
	}
	if o.meet {
		all = slices.DeleteFunc(all, func(s *site) bool { return s.Shape == "" })
		for _, s := range all {
			s.Kind = s.Shape
		}
	}
	sample := draw(all, o.seed)
	fmt.Printf("%d possible changes on %d lines\n", len(all), len(sample))
	if o.only != "" {
		sample = slices.DeleteFunc(sample, func(s *site) bool { return !strings.Contains(s.Key, o.only) })
	}
	done, err := readLog(o.log)
	if err != nil {
		return false, err
	}
	sample = sample[:min(o.n+o.n/10, len(sample))] // some changes do not compile
	if o.list {
		for _, s := range sample {
			fmt.Printf("%-9s %s\n", s.Kind, s.Key)
		}
		return true, nil
	}
	p := paths{o.keep}
	if o.keep == "" {
		if p.dir, err = os.MkdirTemp("", "mutants"); err != nil {
			return false, err
		}
		defer os.RemoveAll(p.dir)
	} else if err := os.MkdirAll(o.keep, 0o755); err != nil {
		return false, err
	}
	if sample, err = p.write(packages, sample); err != nil {
		return false, err
	}
	sample = sample[:min(o.n, len(sample))]
	t := &trial{options: o, paths: p, log: done}
	for _, s := range sample {
		if was := done[s.Key]; was == nil || !was.Noticed && o.again {
			t.open = append(t.open, s)
		}
	}
	fmt.Printf("%d changes to try, compiled in after %.0f s\n", len(t.open), time.Since(began).Seconds())
	if err := t.run(); err != nil {
		return false, err
	}
	return report(sample, t.log, o.least, time.Since(began)), nil
}

// readLog reads results; the last result of a change counts.
func readLog(name string) (map[string]*result, error) {
	done := map[string]*result{}
	if name == "" {
		return done, nil
	}
	file, err := os.Open(name)
	if os.IsNotExist(err) {
		return done, nil
	} else if err != nil {
		return nil, err
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		r := new(result)
		if err := json.Unmarshal(lines.Bytes(), r); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		done[r.Key] = r
	}
	return done, nil
}

// equivalent reads the changes without an observable effect: a key on one line, and
// the reason indented below it.
func equivalent() map[string]string {
	known := map[string]string{}
	key := ""
	for line := range strings.Lines(equivalentText) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "\t"):
			known[key] += strings.TrimSpace(line) + " "
		case line != "" && !strings.HasPrefix(line, "#"):
			key = line
		}
	}
	return known
}

// report prints the results, and reports whether they reach the threshold.
func report(sample []*site, log map[string]*result, least float64, took time.Duration) bool {
	known := equivalent()
	type count struct{ all, noticed int }
	byRoom, byKind := map[string]*count{}, map[string]*count{}
	var total count
	explained := 0
	for _, s := range sample {
		r := log[s.Key]
		if r == nil {
			continue
		}
		for _, c := range []*count{at(byRoom, strings.TrimPrefix(s.Pkg, module+"/")), at(byKind, s.Kind), &total} {
			c.all++
			if r.Noticed {
				c.noticed++
			}
		}
		if !r.Noticed {
			why := known[s.Key]
			if why != "" {
				explained++
				why = "\n\tequivalent: " + why
			}
			fmt.Printf("not noticed (%d tests meet it): %s%s\n", r.Tests, s.Key, why)
		}
	}
	for _, m := range []map[string]*count{byRoom, byKind} {
		names := make([]string, 0, len(m))
		for name := range m {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			fmt.Printf("%-16s %4d of %4d noticed\n", name, m[name].noticed, m[name].all)
		}
	}
	fmt.Printf("%d of %d noticed (%.1f %%), %d known to be equivalent; %.0f s\n", total.noticed, total.all,
		100*float64(total.noticed)/float64(max(total.all, 1)), explained, took.Seconds())
	return float64(total.noticed+explained) >= least/100*float64(total.all)
}

func at[T any](m map[string]*T, key string) *T {
	if m[key] == nil {
		m[key] = new(T)
	}
	return m[key]
}
