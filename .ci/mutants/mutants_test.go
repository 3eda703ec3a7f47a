package main

import (
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const sample = `package p

func f(a, b int, on bool, list []int) (n int) {
	if a < b && on {
		return -a
	}
	for i := 0; i < len(list); i++ {
		n += min(a, list[i])
	}
	n = n*2 - b
	return n
}
`

// changes lists all changes of the sample, line by line.
const changes = "4 negates on|4 && has |||4 < becomes <=|4 < becomes >=|4 is never true|5 loses the -|7 0 minus 1|7 0 plus 1|7 < becomes <=|" +
	"7 < becomes >=|8 += becomes -=|8 is removed|8 min becomes max|10 - becomes +|10 * becomes /|10 2 minus 1|10 2 plus 1|10 is removed"

func package1(t *testing.T) *parsed {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "p.go")
	if err := os.WriteFile(file, []byte(sample), 0o644); err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	all, err := list("-deps", "-export", "os", "strconv", "syscall")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		exports[p.ImportPath] = p.Export
	}
	r := &parsed{path: "cardroom/p", dir: dir, name: "p", fset: token.NewFileSet(), exports: exports}
	r.files = []*source{{path: file, rel: "p.go", text: []byte(sample)}}
	if err := r.check(); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSites(t *testing.T) {
	var got []string
	for _, s := range package1(t).sites() {
		_, what, _ := strings.Cut(s.Key, "` ")
		got = append(got, fmt.Sprint(s.line, " ", strings.Replace(what, "has ||", "&& has ||", 1)))
	}
	want := strings.Split(strings.Replace(changes, "&& has |||", "&& has OR|", 1), "|")
	for i, w := range want {
		want[i] = strings.Replace(w, "has OR", "has ||", 1)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("changes:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// sampleTest is a test of the sample.
const sampleTest = `package p

import "testing"

func TestF(t *testing.T) {
	if f(1, 2, true, nil) != -1 || f(1, 1, true, nil) != -1 || f(1, 2, false, []int{3, 0}) != 0 || f(3, 1, true, []int{3, 5}) != 11 {
		t.Error("changed")
	}
}
`

// TestChangesCompileAndDiffer checks that every change of the sample compiles, and
// that with one change per line compiled in at once, each is met and noticed by a
// test.
func TestChangesCompileAndDiffer(t *testing.T) {
	r := package1(t)
	p := paths{t.TempDir()}
	all := r.sites()
	slices.SortStableFunc(all, func(a, b *site) int { return a.line - b.line })
	for _, s := range all {
		if kept, err := p.write([]*parsed{r}, []*site{s}); err != nil || len(kept) != 1 {
			t.Fatalf("%s: %v", s.Key, err)
		}
	}
	if err := os.WriteFile(filepath.Join(r.dir, "p_test.go"), []byte(sampleTest), 0o644); err != nil {
		t.Fatal(err)
	}
	var best []*site // the first of each line
	for _, s := range all {
		if len(best) == 0 || best[len(best)-1].line != s.line {
			best = append(best, s)
		}
	}
	kept, err := p.write([]*parsed{r}, best)
	if err != nil || len(kept) != len(best) {
		t.Fatalf("%d of %d compile: %v", len(kept), len(best), err)
	}
	if err := os.WriteFile(filepath.Join(r.dir, "go.mod"), []byte("module cardroom/p\n\ngo 1.26\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(p.dir, "p.test")
	build := exec.Command("go", "test", "-c", "-overlay", p.overlay(), "-o", program, ".")
	build.Dir = r.dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.WriteFile(p.seen(), make([]byte, most), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(number int) error {
		if err := os.WriteFile(p.now(), []byte(fmt.Sprint(number)), 0o644); err != nil {
			t.Fatal(err)
		}
		return exec.Command(program, "-test.timeout", "3s").Run()
	}
	if err := run(0); err != nil {
		t.Fatalf("the test fails without a change: %v", err)
	}
	run(-1) //nolint:errcheck // what it has met counts
	seen, err := os.ReadFile(p.seen())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range best {
		if seen[s.number] == 0 {
			t.Errorf("%s is not met", s.Key)
		}
		if run(s.number) == nil {
			t.Errorf("%s is not noticed", s.Key)
		}
	}
}

// TestMeet checks which changes -meet keeps: those whose shape is that of a fault of rules that meet.
func TestMeet(t *testing.T) {
	shapes := map[string]bool{}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	packages, err := readPackages(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range packages {
		for _, s := range r.sites() {
			shapes[s.Shape] = true
			if s.Shape == "flag" && !strings.Contains(s.Key, "is removed") {
				t.Errorf("%s is no flag that stays", s.Key)
			}
		}
	}
	for _, shape := range []string{"", "flag", "seat", "pot", "moment"} {
		if !shapes[shape] {
			t.Errorf("no change has the shape %q", shape)
		}
	}
	for _, s := range package1(t).sites() {
		if s.Shape != "" {
			t.Errorf("%s has the shape %s; the sample is about no rule", s.Key, s.Shape)
		}
	}
}

// TestEquivalent finds entries of equivalent.txt whose function or line is gone: they say something of nothing.
func TestEquivalent(t *testing.T) {
	for key, why := range equivalent() {
		file, rest, _ := strings.Cut(key, " ")
		name, rest, _ := strings.Cut(rest, ": `")
		code, _, ok := strings.Cut(rest, "` ")
		if !ok || strings.TrimSpace(why) == "" {
			t.Errorf("%s: no key, or no reason", key)
			continue
		}
		text, _ := os.ReadFile(filepath.Join("../..", file))
		head := regexp.QuoteMeta(name) + `\b`
		if on, method, is := strings.Cut(name, "."); is {
			head = `\(\w* ?` + regexp.QuoteMeta(on) + `(?:\[\w+\])?\) ` + method + `\b`
		}
		at := regexp.MustCompile(`(?m)^func ` + head).FindIndex(text)
		if at == nil {
			t.Errorf("%s: the file has no such function", key)
			continue
		}
		body, _, _ := strings.Cut(string(text[at[0]:]), "\n}\n")
		bare := func(text string) string { return strings.Join(strings.Fields(text), "") } // the tool prints lines anew
		if !strings.Contains(bare(body), bare(code)) {
			t.Errorf("%s: the function has no such line", key)
		}
	}
}
