//go:build !js

package check

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"

	"github.com/bazelbuild/buildtools/build"
	"github.com/bazelbuild/buildtools/warn"
)

// linted maps the linter's checks to our codes.
var linted = map[string]string{
	"unreachable": codeUnreachable, "no-effect": codeNoEffect, "uninitialized": codeUninitialized, "return-value": codeReturn,
	"dict-method-named-arg": codeMisuse, "string-iteration": codeMisuse,
}

// linterFinds returns the findings of the linter, as "line:column code"; ok is false for a text that it cannot parse.
func linterFinds(text string) (out []string, ok bool) {
	file, err := build.ParseDefault("x.star", []byte(text))
	if err != nil {
		return nil, false
	}
	for name, code := range linted {
		for _, f := range warn.FileWarningMap[name](file) {
			out = append(out, fmt.Sprintf("%d:%d %s", f.Start.Line, f.Start.LineRune, code))
		}
	}
	slices.Sort(out)
	return slices.Compact(out), true
}

// weFind returns our findings.
func weFind(t *testing.T, text string) (out []string, ok bool) {
	t.Helper()
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: fstest.MapFS{"x.star": {Data: []byte(text)}}}, Parsed: &parsed})
	c := New(lib)
	s := c.read("x.star")
	if s == nil || s.File == nil {
		return nil, false
	}
	c.flow(s)
	for _, f := range c.Findings() {
		out = append(out, fmt.Sprintf("%d:%d %s", f.Pos.Line, f.Pos.Col, f.Code))
	}
	slices.Sort(out)
	return slices.Compact(out), true
}

// flowCases is a script with findings for all checks.
const flowCases = `"""Doc."""
"text"
x = 3
[f for f in [1]]
{k: 1 for k in [1]}
x
x.y
(x)
lambda: 3
d = {"a": 1}
d.get("a", default = 3)
word = "abc" + str(x)
for_all = all(word)
pairs = zip(word, [1], "x")

def f(a, b = [c for c in "abc"]):
    "doc"
    "no doc"
    if a:
        y = 1
    elif b:
        return 4
    else:
        fail("no")
        y = 2
    for i in range(a):
        z = i
        if i:
            break
            z = 3
        else:
            continue
        pass
    print(i, z, y)
    q, (r, s[y]) = a, b
    s = 4
    t += 1
    print(t, q)
    def g(v = late):
        late = 3
        return late
        return v
    late = [late for late in a if u]
    u = lambda k: k + u
    v = w
    w = 3
    max("abc")
    max("abc", b)
    str(d).get("x")
    dict(a = 1).pop("a", default = 1)
    return

def h():
    for c in reversed("abc"):
        return c
    fail("x")

def k(n):
    if n:
        return 1
    return

def m(n):
    pass
    n == 3
    if n:
        return
    else:
        return
    print(n)
`

// TestFlowIsTheLinters checks that our checks find what the linter finds: in our scripts, and in copies with lines moved,
// duplicated and removed.
func TestFlowIsTheLinters(t *testing.T) {
	texts := []string{flowCases}
	flow, err := os.ReadFile("testdata/flow.star")
	if err != nil {
		t.Fatal(err)
	}
	texts = append(texts, string(flow))
	for _, fsys := range []fs.FS{scripts.FS, stdlib.FS} {
		err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(name, ".star") {
				text, err := fs.ReadFile(fsys, name)
				texts = append(texts, string(text))
				return err
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	texts = append(texts[:2:2], testkit.Sweep(texts[2:], 28)...) // the first two are the cases
	compared, found := 0, map[string]int{}
	compare := func(text string) {
		want, ok := linterFinds(text)
		got, ours := weFind(t, text)
		if !ok || !ours {
			return
		}
		compared++
		for _, f := range want {
			found[f[strings.Index(f, " ")+1:]]++
		}
		if !slices.Equal(got, want) {
			t.Errorf("in\n%s\nonly we find %v, only the linter %v", numbered(text), without(got, want), without(want, got))
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i, text := range texts {
		compare(text)
		lines := strings.Split(text, "\n")
		rounds := 3
		if i < 2 {
			rounds = 300
		}
		for range rounds {
			compare(strings.Join(changed(r, lines), "\n"))
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d scripts, findings %v", compared, found)
	if compared < 500 || len(found) < 5 || slices.Min(slices.Collect(maps.Values(found))) < 20 {
		t.Errorf("%d scripts with %v: this shows nothing", compared, found)
	}
}

// changed returns lines with one of them removed, duplicated, moved or replaced by another statement.
func changed(r *rand.Rand, lines []string) []string {
	lines = slices.Clone(lines)
	i := r.IntN(len(lines))
	indent := lines[i][:len(lines[i])-len(strings.TrimLeft(lines[i], " "))]
	switch r.IntN(5) {
	case 0:
		return slices.Delete(lines, i, i+1)
	case 1:
		return slices.Insert(lines, i, lines[i])
	case 2:
		k := r.IntN(len(lines))
		lines[i], lines[k] = lines[k], lines[i]
	default:
		words := []string{"return", "return 1", "fail(1)", "fresh = 1", "print(fresh)", "fresh", "[1]", `"text"`, "break", "pass", "if fresh: return", "fresh += 1"}
		return slices.Insert(lines, i, indent+words[r.IntN(len(words))])
	}
	return lines
}

func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}

func numbered(text string) string {
	var b strings.Builder
	for i, l := range strings.Split(text, "\n") {
		fmt.Fprintf(&b, "%3d %s\n", i+1, l)
	}
	return b.String()
}
