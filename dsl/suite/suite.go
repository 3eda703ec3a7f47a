// Package suite runs the tests of rule authors: scripts named *_test.star.
//
// # Tests
//
// A test is a function test_*(t). It passes unless an expectation fails or the
// script has an error. Its docstring says the rule in words and names in
// brackets the clauses of the house's document that it shows:
//
//	def test_first_bettor(t):
//	    """Betting starts left of the big blind. [angies.holdem.play.first-bettor]"""
//	    h = t.hand("angies/holdem", seats = "A B C D", deck = "Kd Qc 9h 2s")
//	    h.play("C calls 2, D folds, A raises to 4")
//	    h.expect_pot(8)
//	    h.refuses("B raise 16", because = "only to 6")
//
// A function todo_*(t) is counted as skipped. A function prop_*(t) is a
// property: it is run many times with values drawn by t.int, t.pick,
// t.random_hand and hand.play_random; when it fails, the drawn values are made
// as simple as they can be while it still fails.
//
// A test with more parameters takes its cases from the global named after it:
// test_tie(t, hands, wins) from tie_cases, a dict of cases by name or a list.
// A case that is a tuple or list is spread over the parameters, one that is a
// dict with the parameters' names goes by name, anything else is the one
// parameter. Each case is a test of its own, test_tie/NAME. A case given as a
// dict may have cites, clauses in addition to those of the docstring.
//
// # Isolation
//
// Tests share nothing but frozen modules. Each has a budget of Starlark steps
// and of time. Hands check after every action that no chip has come or gone.
//
// A folder with the name of a house and scripts of its own stands for that house:
// the tests in "my/angies" mean its games by "angies/holdem".
//
// # Hands
//
// The value that t.hand returns is a hand between two decisions. What is done
// and what is expected can be said in statements (see [Statements]), alone or
// in the middle of the play, and by methods of the same words: "pot 8" is
// h.expect_pot(8).
//
// # Tables
//
// The value that t.table returns is a table with players, who have names. Its
// play tells what happens between hands, deals hands and plays them in the
// words of hands (see [TableStatement]):
//
//	s = t.table("angies/holdem-half-kill", seats = "A B C D")
//	s.play("A wins 2 hands; deal; raised; limits 3 6; posts A 3")
//	s.refuses("A leaves", because = "the hand is live")
package suite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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

// Options say what to run and how.
type Options struct {
	star.Options
	// Run selects tests by name, "test_x" or "test_x/case"; nil for all.
	Run *regexp.Regexp
	// Only selects tests too; nil for all.
	Only func(*Test) bool
	// Count is how often each test runs; 0 means once.
	Count int
	// Parallel is how many tests run at once; 0 means one.
	Parallel int
	// Timeout bounds each test; 0 means 5 seconds.
	Timeout time.Duration
	// Steps bounds the Starlark steps of each test; 0 means 20 million.
	Steps uint64
	// Seed is where properties draw from, and Checks how often each is run; 0
	// means 100 times.
	Seed   uint64
	Checks int
	// Plans notes what of the plans the hands come to; nil notes nothing.
	Plans *PlanCover
	// Change gives the game that hands are of in place of another: one without a rule,
	// to see which tests notice. nil: every game is played as it is.
	Change func(*plan.Game) *plan.Game
	// Watch follows the hands of the tests, see [hand.Log], and Decides is called with a hand before somebody acts in it; nil for
	// nobody.
	Watch   func(*hand.Hand, *hand.Event)
	Decides func(*hand.Hand)
}

// Suite is the tests of some scripts.
type Suite struct {
	Tests []*Test

	options Options
	mu      sync.Mutex
	byset   map[string]*dsl.Library // by the readings of options
}

// Kind says what a test function is.
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
	File  string   // the script, as the loader names it
	Name  string   // "test_x", or "test_x/case"
	Doc   string   // the docstring
	Cites []string // clauses that it shows
	Kind  Kind
	Pos   diag.Pos

	fn     *starlark.Function
	args   starlark.Tuple
	kwargs []starlark.Tuple
	fault  error // why it cannot be run
}

// IsTest reports whether a script is one of tests, by its name.
func IsTest(file string) bool { return star.IsTestScript(file) }

// Find lists the scripts of tests below a directory, sorted.
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

// Load loads scripts of tests, by the names that a [dsl.Loader] takes, and
// lists their tests in the order of the files and of the definitions. Scripts
// that do not load are reported together.
func Load(ctx context.Context, o Options, files []string) (*Suite, error) {
	if o.Parsed == nil {
		o.Parsed = &star.Parsed{} // each choice of options loads the houses anew
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

// Seed makes properties draw from a seed, in place of that of the options.
func (s *Suite) Seed(seed uint64) { s.options.Seed = seed }

// Games lists the games of the embedded houses that tests stand beside and those
// of other scripts, with the readings that hold by themselves. A script that does
// not load has none: that is the business of its tests.
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
		if err != nil {
			return nil, err
		}
		out = append(out, games...)
	}
	for _, file := range files {
		games, _ := lib.InFile(file)
		out = append(out, games...)
	}
	return out, nil
}

// library returns the library with readings of options and a folder for the house of
// its name, see [Suite.ownHouse]; made once for each.
func (s *Suite) library(set map[string]string, own string) (*dsl.Library, error) {
	key := own + "\x00"
	for _, name := range sortedKeys(set) {
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

// Loader returns what a test is loaded with.
func (s *Suite) Loader(t *Test) (*star.Loader, error) {
	lib, err := s.library(nil, s.ownHouse(t.File))
	if err != nil {
		return nil, err
	}
	return lib.Loader, nil
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// testsOf lists the tests that a module defines itself.
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

// expand makes a test of a function, or one of each of its cases.
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
			out = append(out, oneCase{caseName(item[0]), item[1]})
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

// caseName returns a key as part of the name of a test.
func caseName(key starlark.Value) string {
	if s, ok := starlark.AsString(key); ok {
		return strings.Join(strings.Fields(s), "_")
	}
	return strings.ReplaceAll(key.String(), " ", "")
}

// arguments returns what the test function gets after t.
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

// cites returns the clauses that a case names besides those of its test.
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

// bracketed is a list of clauses in a docstring: "[angies.omaha8.5]".
var bracketed = regexp.MustCompile(`\[((?:[a-z][\w-]*(?:\.[\w-]+)+[,\s]*)+)\]`)

// citesIn lists the clauses that a docstring names.
func citesIn(doc string) []string {
	var out []string
	for _, m := range bracketed.FindAllStringSubmatch(doc, -1) {
		out = append(out, strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == ' ' || r == '\n' })...)
	}
	return out
}
