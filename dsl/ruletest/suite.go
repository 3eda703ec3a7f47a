package ruletest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// Options select the tests to run and configure the run.
type Options struct {
	star.Options
	// Run selects tests by name, "test_x" or "test_x/case"; nil for all.
	Run *regexp.Regexp
	// Only selects tests in addition to Run; nil for all.
	Only func(*Test) bool
	// First tells which tests run before the others; nil for the order of files and definitions.
	First func(*Test) bool
	// FailFast ends the run at the first test, in order, that fails.
	FailFast bool
	// Count is the number of times each test runs; 0 means once.
	Count int
	// Parallel is the number of tests that run at the same time; 0 means one.
	Parallel int
	// Timeout limits the time of each test; 0 means 5 seconds.
	Timeout time.Duration
	// Steps limits the Starlark steps of each test; 0 means 20 million.
	Steps uint64
	// Seed is the seed of properties, and Checks the number of times each is run; 0 means 100 times.
	Seed   uint64
	Checks int
	// Plans records which parts of the plans the hands reach; nil records nothing.
	Plans *PlanCover
	// Change returns the game to play instead of another, for example without one of its rules, to see which tests detect it.
	// nil: every game is played unchanged.
	Change func(*plan.Game) *plan.Game
	// Watch receives the events of the tests' hands, see [hand.Log]. Decides is called with a hand before each action in it.
	// Either may be nil.
	Watch   func(*hand.Hand, *hand.Event)
	Decides func(*hand.Hand)
	// Sheet prints a rule sheet; nil: tests cannot ask for one.
	Sheet func(context.Context, SheetOf) (string, error)
	// mutant is the change of a script in place, nil for none.
	mutant *Mutant
}

// Suite holds the tests of some scripts.
type Suite struct {
	Tests []*Test

	options Options
	mu      sync.Mutex
	byset   map[string]*dsl.Library // by option values
}

// Kind is the kind of a test function.
type Kind uint8

// The kinds of test functions, by their prefix.
const (
	Plain    Kind = iota // test_
	Todo                 // todo_
	Property             // prop_
)

var prefixes = [...]string{Plain: "test_", Todo: "todo_", Property: "prop_"}

// Test is one test function, or one case of it.
type Test struct {
	File  string   // the script, as named by the loader
	Name  string   // "test_x", or "test_x/case"
	Doc   string   // the docstring
	Cites []string // the clauses that it shows
	Kind  Kind
	Pos   diag.Pos

	fn     *starlark.Function
	args   starlark.Tuple
	kwargs []starlark.Tuple
	fault  error // why it cannot be run
}

// IsTest reports whether a script is a test script, by its name.
func IsTest(file string) bool { return star.IsTestScript(file) }

// Find returns the test scripts below a directory, sorted.
func Find(fsys fs.FS, dir string) ([]string, error) {
	var out []string
	err := fs.WalkDir(fsys, dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && IsTest(path.Base(p)) {
			out = append(out, p)
		}
		return err
	})
	slices.Sort(out)
	return out, err
}

// Load loads test scripts, by the names that a [dsl.Loader] takes, and collects their tests in the order of the files and of the
// definitions. Scripts that do not load are reported together.
func Load(ctx context.Context, o Options, files []string) (*Suite, error) {
	if o.Parsed == nil {
		o.Parsed = &star.Parsed{} // each set of option values loads the houses anew
	}
	s := &Suite{options: o, byset: map[string]*dsl.Library{}}
	var faults []error
	for _, file := range files {
		lib, err := s.library(nil, s.ownHouse(file))
		if err != nil {
			return nil, err
		}
		m, err := lib.LoadContext(ctx, file)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		s.Tests = append(s.Tests, testsOf(m)...)
	}
	if o.Run != nil {
		s.Tests = slices.DeleteFunc(s.Tests, func(t *Test) bool { return !o.Run.MatchString(t.Name) })
	}
	if o.Only != nil {
		s.Tests = slices.DeleteFunc(s.Tests, func(t *Test) bool { return !o.Only(t) })
	}
	return s, errors.Join(faults...)
}

// Seed sets the seed of properties.
func (s *Suite) Seed(seed uint64) { s.options.Seed = seed }

// Games returns the games of the embedded houses next to whose scripts the tests are, and those of other scripts, with default
// option values. A script that does not load has none; its tests report the error.
func (s *Suite) Games(files []string) ([]*plan.Game, error) {
	lib, err := s.library(nil, "")
	if err != nil {
		return nil, err
	}
	var out []*plan.Game
	seen := map[string]bool{}
	for _, t := range s.Tests {
		file, embedded := strings.CutPrefix(t.File, "@scripts//")
		house := path.Dir(file)
		if !embedded || seen[house] {
			continue
		}
		seen[house] = true
		games, err := lib.House(house)
		if err != nil && s.options.OnBroken != nil {
			s.options.OnBroken(house, err)
		}
		out = append(out, games...)
	}
	for _, file := range files {
		games, _ := lib.InFile(file)
		out = append(out, games...)
	}
	return out, nil
}

// library returns the library with the given option values and a folder that replaces the house of its name, see
// [Suite.ownHouse]. Each is made once.
func (s *Suite) library(set map[string]string, own string) (*dsl.Library, error) {
	key := own + "\x00"
	for _, name := range slices.Sorted(maps.Keys(set)) {
		key += name + "=" + set[name] + "\x00"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if lib := s.byset[key]; lib != nil {
		return lib, nil
	}
	o := s.options.Options
	o.Set = map[string]string{}
	for name, value := range s.options.Set {
		o.Set[name] = value
	}
	for name, value := range set {
		o.Set[name] = value
	}
	o.Own = own
	lib := dsl.NewLibrary(o)
	s.byset[key] = lib
	return lib, nil
}

// Loader returns the loader of a test.
func (s *Suite) Loader(t *Test) (*star.Loader, error) {
	lib, err := s.library(nil, s.ownHouse(t.File))
	if err != nil {
		return nil, err
	}
	return lib.Loader, nil
}

// testsOf returns the tests that a module defines itself.
func testsOf(m *star.Module) []*Test {
	var out []*Test
	for _, name := range m.Order {
		fn, ok := m.Globals[name].(*starlark.Function)
		if !ok || fn.Position().Filename() != m.Path {
			continue
		}
		for kind, prefix := range prefixes {
			if strings.HasPrefix(name, prefix) {
				out = append(out, expand(m, name, fn, Kind(kind))...)
			}
		}
	}
	return out
}

// expand returns the test of a function, or one test for each of its cases.
func expand(m *star.Module, name string, fn *starlark.Function, kind Kind) []*Test {
	base := Test{File: m.Path, Name: name, Doc: star.Dedent(fn.Doc()), Kind: kind, fn: fn}
	base.Pos = diag.Pos{File: m.Path, Line: fn.Position().Line, Col: fn.Position().Col}
	base.Cites = citesIn(base.Doc)
	if fn.NumParams() == 1 || kind == Todo {
		return []*Test{&base}
	}
	if fn.NumParams() == 0 {
		base.fault = fmt.Errorf("it takes no argument: write def %s(t)", name)
		return []*Test{&base}
	}
	table := strings.TrimPrefix(name, prefixes[kind]) + "_cases"
	cases, err := casesIn(m.Globals[table], table)
	if err != nil {
		base.fault = err
		return []*Test{&base}
	}
	var out []*Test
	for _, c := range cases {
		t := base
		t.Name += "/" + c.name
		t.Cites = slices.Concat(base.Cites, c.cites())
		t.args, t.kwargs = c.arguments(fn)
		out = append(out, &t)
	}
	return out
}

// oneCase is a case of a test.
type oneCase struct {
	name  string
	value starlark.Value
}

// casesIn reads a table of cases.
func casesIn(table starlark.Value, name string) ([]oneCase, error) {
	var out []oneCase
	switch table := table.(type) {
	case nil:
		return nil, fmt.Errorf("its cases are missing: define %s, a dict or a list, or take t alone", name)
	case *starlark.Dict:
		for _, item := range table.Items() {
			name := strings.ReplaceAll(item[0].String(), " ", "")
			if s, ok := starlark.AsString(item[0]); ok {
				name = strings.Join(strings.Fields(s), "_")
			}
			out = append(out, oneCase{name, item[1]})
		}
	case *starlark.List:
		for i := range table.Len() {
			out = append(out, oneCase{fmt.Sprint(i + 1), table.Index(i)})
		}
	default:
		return nil, fmt.Errorf("%s is %s, want dict or list", name, table.Type())
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no cases", name)
	}
	return out, nil
}

// arguments returns the arguments of the test function after t.
func (c oneCase) arguments(fn *starlark.Function) (args starlark.Tuple, kwargs []starlark.Tuple) {
	if d, ok := c.value.(*starlark.Dict); ok && byName(fn, d) {
		for _, item := range d.Items() {
			if item[0] != starlark.String("cites") || hasParam(fn, "cites") {
				kwargs = append(kwargs, item)
			}
		}
		return nil, kwargs
	}
	if fn.NumParams() == 2 {
		return starlark.Tuple{c.value}, nil
	}
	switch v := c.value.(type) {
	case starlark.Tuple:
		return v, nil
	case *starlark.List:
		for i := range v.Len() {
			args = append(args, v.Index(i))
		}
		return args, nil
	}
	return starlark.Tuple{c.value}, nil
}

// cites returns the clauses of a case in addition to those of its test.
func (c oneCase) cites() (out []string) {
	d, ok := c.value.(*starlark.Dict)
	if !ok {
		return nil
	}
	v, _, _ := d.Get(starlark.String("cites"))
	switch v := v.(type) {
	case starlark.String:
		return strings.Fields(string(v))
	case *starlark.List:
		for i := range v.Len() {
			if s, ok := starlark.AsString(v.Index(i)); ok {
				out = append(out, s)
			}
		}
	}
	return out
}

// byName reports whether every key of a case is a parameter of the test.
func byName(fn *starlark.Function, d *starlark.Dict) bool {
	for _, key := range d.Keys() {
		name, ok := starlark.AsString(key)
		if !ok || !hasParam(fn, name) && name != "cites" {
			return false
		}
	}
	return d.Len() > 0
}

func hasParam(fn *starlark.Function, name string) bool {
	for i := range fn.NumParams() {
		if p, _ := fn.Param(i); p == name {
			return true
		}
	}
	return false
}

// bracketed matches a list of clauses in a docstring: "[angies.omaha8.5]".
var bracketed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[((?:[a-z][\w-]*(?:\.[\w-]+)+[,\s]*)+)\]`) })

// citesIn returns the clauses that a docstring names.
func citesIn(doc string) []string {
	var out []string
	for _, m := range bracketed().FindAllStringSubmatch(doc, -1) {
		out = append(out, strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == ' ' || r == '\n' })...)
	}
	return out
}

// ownHouse returns the folder of a test script if it replaces a house: it has
// the name of a house in the library and contains scripts other than tests.
// "angies/holdem" is then the game of the scripts next to the test, not the
// library's. Otherwise it returns "".
func (s *Suite) ownHouse(file string) string {
	dir := path.Dir(file)
	if strings.HasPrefix(file, "@") || s.options.Scripts == nil || s.options.Files == nil {
		return ""
	}
	if at, err := fs.Stat(s.options.Scripts, path.Base(dir)); err != nil || !at.IsDir() || path.Base(dir) == "." {
		return ""
	}
	entries, _ := fs.ReadDir(s.options.Files, dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".star") && !IsTest(e.Name()) {
			return dir
		}
	}
	return ""
}
