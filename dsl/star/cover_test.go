package star

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/engine/diag"
)

const covered = `"""Docs."""
a = 1 if option("x", default = True) else 2

def f(n):
    """Doc of f."""
    if n > 1 and n < 5:
        return [i for i in range(n) if i % 2]
    elif n > 7:
        return None
    for i in range(n):
        n += i
    return n

b = f(3)
c = f(0)
`

// TestCoverage counts statements and outcomes of conditions.
func TestCoverage(t *testing.T) {
	cover := new(Coverage)
	l := NewLoader(Options{Sources: Sources{Files: fstest.MapFS{"x.star": {Data: []byte(covered)}}}, Cover: cover})
	m, err := l.Load("x.star")
	if err != nil {
		t.Fatal(err)
	}
	if m.Doc != "Docs." || m.Globals["b"].String() != "[1]" || m.Globals["c"].String() != "0" {
		t.Errorf("the script means something else: %q %v", m.Doc, m.Globals)
	}
	if doc, _ := m.Globals["f"].(interface{ Doc() string }); doc == nil || doc.Doc() != "Doc of f." {
		t.Error("the docstring is lost")
	}
	var got []string
	for _, b := range cover.Blocks("x.star") {
		if b.Count() == 0 {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%d:%d %s", b.Start.Line, b.Start.Col, b.Outcome)))
		}
	}
	if text, want := strings.Join(got, ", "), "2:10 false, 8:10 true, 9:9, 11:9"; text != want {
		t.Errorf("not covered: %s, want %s", text, want)
	}
	total := cover.Totals("x.star")
	if total.Statements == 0 || total.Percent() >= 100 || total.Percent() < 70 {
		t.Errorf("%+v", total)
	}
	before := total
	if _, err := NewLoader(Options{Sources: l.options.Sources, Cover: cover}).Load("x.star"); err != nil {
		t.Fatal(err)
	}
	if after := cover.Totals("x.star"); after != before {
		t.Errorf("loaded again: %+v, before %+v", after, before)
	}
}

// TestCoverageKeepsPositions checks that counting does not move the positions
// of errors.
func TestCoverageKeepsPositions(t *testing.T) {
	for _, text := range []string{
		"def f(x):\n    return x.y if x and True else 1\n\na = f(\"s\")\n",
		"a = [1]\nb = a[3] if a or True else 2\n",
		"a = deal(1 if True else 2, upp = True)\n",
		"def f(a):\n    for i in a:\n        if i + \"x\":\n            pass\n\nf([1])\n",
		"a = b\n",
	} {
		detail := func(c *Coverage) string {
			l := NewLoader(Options{Sources: Sources{Files: fstest.MapFS{"x.star": {Data: []byte(text)}}}, Cover: c})
			_, err := l.Load("x.star")
			if err == nil {
				t.Fatalf("%q loads", text)
			}
			return err.(*diag.Error).Detail()
		}
		if plain, counted := detail(nil), detail(new(Coverage)); plain != counted {
			t.Errorf("without:\n%s\nwith:\n%s", plain, counted)
		}
	}
}
