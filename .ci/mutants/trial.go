package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// trial tries changes.
type trial struct {
	*options
	paths
	log  map[string]*result
	open []*site // not noticed yet

	tried map[*site]*result
}

// program is the test program of a package.
type program struct {
	*listed
	file  string
	units []*unit
}

// unit is a test, or a subtest of a long test.
type unit struct {
	name string        // name for -test.run, with slashes
	cost time.Duration // CPU time
	meet []byte        // by number of the change: 1 if it makes a difference
}

// nearest is the order of the programs: quick ones that are close to the engine come
// first.
var nearest = []string{
	"engine/cards", "engine/plan", "engine/hand", "engine/speech",
	"engine/odds", "engine/batch", "engine/history", "engine/table", "dsl/ruletest", "engine/history/sites", "engine/rank", "dsl",
	"scripts", "dsl/docs", "dsl/check", "dsl/repl", "dsl/protocol", "cmd/cardroom", "dsl/fuzzhouses", "engine/enumerate",
}

// quickPrograms are the packages whose tests a quick trial runs in addition to those of a change's own package. Plans, cards
// and bets are tested most by the hands that are played with them.
var quickPrograms = []string{"hand", "dsl", "sites"}

// testedBy are the programs with the tests of packages that have none of their own, because one program is linked faster than many.
var testedBy = map[string]string{
	"engine/betting": "engine/plan", "engine/money": "engine/plan", "engine/testkit": "engine/plan",
	"engine/history/sites/internal/scribe": "engine/history/sites", "engine/replay": "engine/history/sites", "dsl/live": "dsl/protocol",
	"engine/markup": "cmd/cardroom/internal/console", "cmd/cardroom/internal/replays": "cmd/cardroom/internal/console",
	"cmd/cardroom/internal/serve": "cmd/cardroom/internal/console",
}

// home returns the package with the tests of a package.
func home(pkg string) string {
	if by, ok := testedBy[strings.TrimPrefix(pkg, module+"/")]; ok {
		return module + "/" + by
	}
	return pkg
}

// run tries every open change: first with the tests of its own package, then with
// those of packages that import it.
func (t *trial) run() error {
	t.tried = map[*site]*result{}
	for _, s := range t.open {
		t.tried[s] = &result{Key: s.Key, Kind: s.Kind}
	}
	programs, err := t.programs()
	if err != nil {
		return err
	}
	for _, own := range []bool{true, false} {
		for _, p := range programs {
			var mine []*site
			for _, s := range t.open {
				if (home(s.Pkg) == p.ImportPath) == own && (own || slices.Contains(p.Deps, s.Pkg)) && (own || !t.quick || slices.Contains(quickPrograms, p.Name)) {
					mine = append(mine, s)
				}
			}
			if err := t.try(p, mine); err != nil {
				return err
			}
		}
	}
	for _, s := range t.open {
		if err := t.write(s); err != nil {
			return err
		}
	}
	return nil
}

// programs lists the packages with tests that use the engine.
func (t *trial) programs() ([]*program, error) {
	all, err := list("./...")
	if err != nil {
		return nil, err
	}
	want, err := regexp.Compile(t.packages)
	if err != nil {
		return nil, err
	}
	deps := map[string][]string{}
	for _, l := range all {
		deps[l.ImportPath] = l.Deps
	}
	var programs []*program
	for _, l := range all {
		if len(l.TestGoFiles)+len(l.XTestGoFiles) == 0 || !want.MatchString(l.ImportPath) {
			continue
		}
		for _, i := range append(l.TestImports, l.XTestImports...) {
			l.Deps = append(append(l.Deps, i), deps[i]...)
		}
		programs = append(programs, &program{listed: l})
	}
	place := func(p *program) int {
		i := slices.Index(nearest, strings.TrimPrefix(p.ImportPath, module+"/"))
		if i < 0 {
			i = len(nearest)
		}
		return i
	}
	slices.SortStableFunc(programs, func(a, b *program) int { return place(a) - place(b) })
	return programs, nil
}

// try runs the tests of one program on changes.
func (t *trial) try(p *program, mine []*site) error {
	if len(mine) == 0 {
		return nil
	}
	if p.units == nil && t.quick {
		if p.units = quickly(p); p.units == nil {
			return nil
		}
		if err := t.build(p); err != nil {
			return err
		}
	}
	if p.units == nil {
		began := time.Now()
		if err := t.build(p); err != nil {
			return err
		}
		built := time.Since(began)
		if err := t.record(p); err != nil {
			return err
		}
		fmt.Printf("%s: built in %.1f s, %d tests recorded in %.1f s\n", p.ImportPath, built.Seconds(), len(p.units), (time.Since(began) - built).Seconds())
	}
	noticed := 0
	began := time.Now()
	for _, s := range mine {
		r := t.tried[s]
		start := time.Now()
		by, how, n, err := t.notice(p, s)
		if err != nil {
			return err
		}
		r.Seconds += time.Since(start).Seconds()
		r.Tests += n
		if by != "" {
			noticed++
			r.Noticed, r.By, r.How = true, strings.TrimPrefix(p.ImportPath, module+"/")+" "+by, how
			t.open = slices.DeleteFunc(t.open, func(o *site) bool { return o == s })
			if err := t.write(s); err != nil {
				return err
			}
		}
	}
	fmt.Printf("%s: %d of %d noticed in %.1f s, %d open\n", p.ImportPath, noticed, len(mine), time.Since(began).Seconds(), len(t.open))
	return nil
}

// quickly returns the tests of a program for a quick trial, without a recording: all
// tests of a change's own package and of engine/hand, the tests that compare hands and tables of dsl with
// earlier results, and the recorded hands of every format.
func quickly(p *program) []*unit {
	meet := bytes.Repeat([]byte{1}, most)
	switch strings.TrimPrefix(p.ImportPath, module+"/") {
	case "dsl":
		return []*unit{{"TestTablesAsBefore", 3 * time.Second, meet}, {"TestHandsAsBefore", 10 * time.Second, meet}}
	case "engine/rank", "engine/history/sites":
		return []*unit{{"", 40 * time.Second, meet}}
	}
	if strings.HasPrefix(p.ImportPath, module+"/engine/") {
		return []*unit{{"", 4 * time.Second, meet}}
	}
	return nil
}

// build compiles a test program with all changes.
func (t *trial) build(p *program) error {
	p.file = filepath.Join(t.dir, strings.ReplaceAll(p.ImportPath, "/", "_")+".test")
	cmd := exec.Command("go", "test", "-c", "-vet=off", "-overlay", t.overlay(), "-o", p.file, p.ImportPath)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", p.ImportPath, err, out)
	}
	return nil
}

// set activates a change by its number; 0 activates none, -1 records.
func (t *trial) set(number int) error {
	return os.WriteFile(t.now(), []byte(strconv.Itoa(number)), 0o644)
}

// long is the CPU time above which the subtests of a test become separate units.
const long = 3 * time.Second

// record runs each test once, and records its time and which changes make a difference
// to it. A test that fails without a change (such as one that counts allocations)
// cannot notice anything and is left out.
func (t *trial) record(p *program) error {
	if err := t.set(0); err != nil {
		return err
	}
	listing := exec.Command(p.file, "-test.list", "^(Test|Example|Fuzz)")
	listing.Dir = p.Dir // a program may look for its tests there
	out, err := listing.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", p.ImportPath, err)
	}
	if err := t.set(-1); err != nil {
		return err
	}
	p.units = []*unit{}
	want, err := regexp.Compile(t.tests)
	if err != nil {
		return err
	}
	for _, name := range strings.Fields(string(out)) {
		if !want.MatchString(name) {
			continue
		}
		u, output, err := t.observe(p, name)
		if err != nil {
			return err
		}
		if u == nil {
			fmt.Printf("%s: %s fails without a change\n", p.ImportPath, name)
			continue
		}
		parts := u.parts(output)
		if u.cost < long || len(parts) < 2 {
			p.units = append(p.units, u)
			continue
		}
		for _, part := range parts {
			if u, _, err := t.observe(p, part); err != nil {
				return err
			} else if u != nil {
				p.units = append(p.units, u)
			}
		}
	}
	slices.SortStableFunc(p.units, func(a, b *unit) int { return int(a.cost - b.cost) })
	return nil
}

// parts returns the subtests that a test ran.
func (u *unit) parts(output string) (parts []string) {
	for line := range strings.Lines(output) {
		name, ok := strings.CutPrefix(strings.TrimSpace(line), "=== RUN   "+u.name+"/")
		if ok && !strings.Contains(name, "/") {
			parts = append(parts, u.name+"/"+name)
		}
	}
	return parts
}

// observe runs one test and records the changes that it meets; it returns nil if the
// test fails.
func (t *trial) observe(p *program, name string) (*unit, string, error) {
	if err := os.WriteFile(t.seen(), make([]byte, most), 0o644); err != nil {
		return nil, "", err
	}
	ok, output, cost := t.start(p, []string{name}, 600*time.Second, "-test.v")
	if !ok {
		return nil, output, nil
	}
	meet, err := os.ReadFile(t.seen())
	return &unit{name: name, cost: cost, meet: meet}, output, err
}

// start runs tests of a program with a limit on CPU time.
func (t *trial) start(p *program, names []string, limit time.Duration, more ...string) (ok bool, output string, cost time.Duration) {
	args := append([]string{"-test.run", pattern(names), "-test.timeout=0", "-test.failfast"}, more...)
	if !t.full {
		args = append(args, "-test.short")
	}
	ctx, stop := context.WithTimeout(context.Background(), 10*limit+time.Minute)
	defer stop()
	shell := fmt.Sprintf("ulimit -t %d; ulimit -v 16000000 2>/dev/null; exec \"$@\"", int(limit.Seconds())+1)
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", shell, "sh", p.file}, args...)...)
	cmd.Dir = p.Dir
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState != nil {
		cost = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return err == nil || errors.Is(err, exec.ErrWaitDelay), string(out), cost
}

// pattern returns the -test.run pattern of tests, which all must have the same parent.
func pattern(names []string) string {
	if names[0] == "" { // all tests
		return "."
	}
	parent := ""
	quoted := make([]string, len(names))
	for i, n := range names {
		at := strings.LastIndexByte(n, '/') + 1
		parent = n[:at]
		quoted[i] = regexp.QuoteMeta(n[at:])
	}
	last := "^(" + strings.Join(quoted, "|") + ")$"
	if parent == "" {
		return last
	}
	return "^" + strings.TrimSuffix(parent, "/") + "$/" + last
}

// notice runs the tests to which a change makes a difference, until one fails.
func (t *trial) notice(p *program, s *site) (by, how string, n int, err error) {
	var mine []*unit
	for _, u := range p.units {
		if u.meet[s.number] != 0 {
			mine = append(mine, u)
		}
	}
	if len(mine) == 0 {
		return "", "", 0, nil
	}
	if err := t.set(s.number); err != nil {
		return "", "", 0, err
	}
	spent := time.Duration(0)
	for batch := range batches(mine) {
		var names []string
		var cost time.Duration
		for _, u := range batch {
			names = append(names, u.name)
			cost += u.cost
		}
		if spent += cost; t.budget > 0 && spent > t.budget && spent > cost {
			break
		}
		ok, output, took := t.start(p, names, 5*time.Second+5*cost)
		if !ok {
			by, how = failure(output, names)
			if took > 4*time.Second+5*cost {
				how = "time"
			}
			return by, how, len(mine), nil
		}
	}
	return "", "", len(mine), nil
}

// batches groups tests to be run together: a second of quick ones, then two seconds,
// and so on.
func batches(units []*unit) func(func([]*unit) bool) {
	return func(yield func([]*unit) bool) {
		limit := time.Second
		for len(units) > 0 {
			parent := func(u *unit) string { return u.name[:strings.LastIndexByte(u.name, '/')+1] }
			var batch, rest []*unit
			var cost time.Duration
			for _, u := range units {
				if len(batch) > 0 && (parent(u) != parent(batch[0]) || cost+u.cost > limit) {
					rest = append(rest, u)
					continue
				}
				batch = append(batch, u)
				cost += u.cost
			}
			if !yield(batch) {
				return
			}
			units = rest
			limit *= 2
		}
	}
}

var failed = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// failure returns the name of the test that failed, and how it failed.
func failure(output string, names []string) (by, how string) {
	by, how = names[0], "end"
	if m := failed.FindStringSubmatch(output); m != nil {
		by, how = m[1], "failure"
	}
	if strings.Contains(output, "\npanic: ") || strings.HasPrefix(output, "panic: ") {
		how = "panic"
	}
	return by, how
}

// write appends a result to the log.
func (t *trial) write(s *site) error {
	r := t.tried[s]
	t.log[s.Key] = r
	if t.options.log == "" {
		return nil
	}
	file, err := os.OpenFile(t.options.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	return json.NewEncoder(file).Encode(r)
}
