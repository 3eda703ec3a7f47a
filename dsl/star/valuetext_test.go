package star

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/dsl/star/guard"

	"go.starlark.net/starlark"
)

// TestTextOf checks that a text within the limit is Starlark's, and that a
// longer one is cut.
func TestTextOf(t *testing.T) {
	l := NewLoader(Options{Sources: Sources{Files: filesOf("main.star", `
def f():
    return lambda: 1

def pairs():
    x = (1,)
    for i in range(60):
        x = [x, x]
    return x

values = [
    None, True, 12, 1.5, 1e300, "text", "a\"b\n\x1b", b"bytes\x00", [], [1], [1, "b", [2]], (), (1,), (1, 2), {}, {1: "a", "b": [2]},
    set(), set([1, 2]), struct(), struct(a = 1, b = struct(c = "x")), range(3), range(1, 9, 2), len, f, [1 << 300],
]
endless = pairs()
long = ["a" * 1000000, list(range(100000)), {i: "a" for i in range(10000)}, set(range(10000)), struct(**{"k%d" % i: i for i in range(900)}), endless]
`)}})
	m, err := l.Load("main.star")
	if err != nil {
		t.Fatal(err)
	}
	for v := range m.Globals["values"].(*starlark.List).Elements() {
		want := v.String()
		if got := guard.TextOf(v, len(want)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		for most := range len(want) {
			got := guard.TextOf(v, most)
			if text, cut := strings.CutSuffix(got, "…"); !cut || !strings.HasPrefix(want, text) && v.Type() != "string" && v.Type() != "bytes" {
				t.Errorf("%d bytes of %s: got %s", most, want, got)
			}
		}
	}
	for v := range m.Globals["long"].(*starlark.List).Elements() {
		if got := guard.TextOf(v, 100); len(got) > 100+len("…") || len(got) < 90 || !strings.HasSuffix(got, "…") {
			t.Errorf("%s: got %s", v.Type(), got)
		}
	}
}

// TestChangedInPlace checks that x[i] op= y does not depend on how x and i are
// written.
func TestChangedInPlace(t *testing.T) {
	const script = `
def f():
    log = []

    def say(x, name):
        log.append(name)
        return x

    x = [1, "a", [1], (1,), {1: 1}, set([1]), 7, 7, 7, 3, 12, 5.0]
    held = x[2]
    dict = x[4]
    say(x, "x")[say(0, "i")] += say(2, "y")
    x[say(1, "i")] += "b"
    x[say(2, "i")] += [2]
    x[say(3, "i")] += (2,)
    x[say(4, "i")] |= {2: 2}
    x[say(5, "i")] |= set([2])
    x[say(6, "i")] *= 3
    x[say(7, "i")] //= 2
    x[say(8, "i")] %= 4
    x[say(9, "i")] <<= 2
    x[say(10, "i")] >>= 1
    (x[say(11, "i")]) /= 2
    d = {}
    say(d, "d")["a"], say([0], "l")[0] = 1, 2
    for say(d, "d")["b"] in [3, 4]:
        pass
    d["a"] -= 5
    d["a"] ^= 1
    d["b"] &= 6
    return x, held == [1, 2], dict == {1: 1, 2: 2}, d, log

result = f()
`
	m, err := NewLoader(Options{Sources: Sources{Files: filesOf("main.star", script)}}).Load("main.star")
	if err != nil {
		t.Fatal(err)
	}
	want := `([3, "ab", [1, 2], (1, 2), {1: 1, 2: 2}, set([1, 2]), 21, 3, 3, 12, 6, 2.5], True, True, {"a": -3, "b": 4}, ` +
		`["x", "i", "y", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "d", "l", "d", "d"])`
	if got := m.Globals["result"].String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for body, want := range map[string]string{
		"x = struct(a = 1)\n    x.a += 1":           "main.star:3:6: can't assign to .a field of struct",
		"x = [1]\n    x[1] += 1":                    "main.star:3:6: list index 1 out of range [-1:0]",
		"x = {}\n    x['a'] += 1":                   `main.star:3:6: key "a" not in dict`,
		"x = [[1]]\n    x[0] += 1":                  "main.star:3:10: unknown binary op: list + int",
		"x = [1]\n    for x[0] in x:\n        pass": "main.star:3:10: cannot assign to element of list during iteration",
		"x = (1, 2)\n    x[0], y = 1, 2":            "tuple value does not support item assignment",
		"x = {}\n    x[[]], y = 1, 2":               "unhashable type: list",
		"frozen['a'] += [1]":                        "cannot extend frozen list",
		"frozen['b'] = 1":                           "cannot insert into frozen hash table",
	} {
		l := NewLoader(Options{Sources: Sources{Files: filesOf(
			"main.star", "def f():\n    "+body+"\n\nload('./x.star', 'frozen')\nf()\n",
			"x.star", "frozen = {'a': []}\n",
		)}})
		if _, err := l.Load("main.star"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", body, err, want)
		}
	}
}

// TestManyCalls checks deep call chains: at each call Starlark looks at all
// calls around it.
func TestManyCalls(t *testing.T) {
	chain := func(n int) string {
		var b strings.Builder
		b.WriteString("def f0():\n    return 0\n")
		for i := range n {
			fmt.Fprintf(&b, "def f%d():\n    return f%d()\n", i+1, i)
		}
		fmt.Fprintf(&b, "x = f%d()\n", n)
		return b.String()
	}
	load := func(n int) error {
		_, err := NewLoader(Options{Sources: Sources{Files: filesOf("main.star", chain(n))}}).Load("main.star")
		return err
	}
	if err := load(guard.MaxCalls - 10); err != nil {
		t.Error(err)
	}
	wantError(t, load(10*guard.MaxCalls), CodeSteps, "too many nested calls, the limit is 1000")
}

// TestGivenUp checks that a script cannot pretend that it was interrupted.
func TestGivenUp(t *testing.T) {
	_, err := NewLoader(Options{Sources: Sources{Files: filesOf("main.star", "fail('cancelled: "+guard.Cancelled+"')\n")}}).Load("main.star")
	wantError(t, err, CodeFail, guard.Cancelled)
}
