package star

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"cardroom/engine/diag"
	"cardroom/engine/testkit"

	"go.starlark.net/starlark"
)

// bombs are scripts that would use up all memory or time, named after what they abuse. Each is the body of a function.
var bombs = []struct{ name, body string }{
	{"repeat list", `[0] * (1 << 29)`},
	{"repeat list, swapped", `(1 << 29) * [0]`},
	{"repeat tuple", `(0,) * (1 << 29)`},
	{"repeat string", `"a" * (1 << 29)`},
	{"repeat bytes", `b"a" * (1 << 29)`},
	{"repeat by a huge number", `"a" * (1 << 500)`},
	{"repeat in place", "x = [0]\n    x *= 1 << 29"},
	{"repeat in place, indexed", "x = [[0]]\n    x[0] *= 1 << 29"},
	{"repeat in place, by effect", "x = [[0]]\n    def i():\n        return 0\n    x[i()] *= 1 << 29"},
	{"repeat again and again", "x = [0] * 1000000\n    y = [x * 4 for i in range(1000000)]"},
	{"repeat as default", "def g(x = [0] * (1 << 29)):\n        return x"},
	{"repeat in a lambda", "(lambda: [0] * (1 << 29))()"},
	{"repeat as argument", "len([0] * (1 << 29))"},
	{"repeat by keyword", "dict(a = [0] * (1 << 29))"},
	{"repeat in a comprehension", "[[0] * (1 << 29) for i in range(2)]"},
	{"repeat in a condition", "[i for i in range(2) if [0] * (1 << 29)]"},
	{"repeat in a slice", "'a'[:len([0] * (1 << 29))]"},
	{"repeat in a dict", "{1: [0] * (1 << 29)}"},
	{"double by +", "x = [0]\n    for i in range(100):\n        x = x + x"},
	{"double in place", "x = [0]\n    for i in range(100):\n        x += x"},
	{"double in a row", "x = [0]" + strings.Repeat("\n    x += x", 60)},
	{"double a string in a row", "x = 'abcdefgh'" + strings.Repeat("\n    x += x", 60)},
	{"double by extend", "x = [0]\n    for i in range(100):\n        x.extend(x)"},
	{"double by a small factor", "x = [0]\n    for i in range(100):\n        x = x * 4"},
	{"double a string", "x = 'a'\n    for i in range(100):\n        x += x"},
	{"double in place, by effect", "x = [[0] * 1000000]\n    def i():\n        return 0\n    for k in range(100):\n        x[i()] += x[0]"},
	{"double in place, indexed", "x = [[0]]\n    for k in range(100):\n        x[0] += x[0]"},
	{"double a tuple in a row", "x = (1, 2)" + strings.Repeat("\n    x += x", 60)},
	{"double bytes", "x = b'ab'" + strings.Repeat("\n    x += x", 60)},
	{"double in one expression", "x = [0] * 1000000\n    y = x" + strings.Repeat(" + x", 400)},
	{"square a number", "x = 10\n    for i in range(100):\n        x = x * x"},
	{"square a number in place", "x = 10\n    for i in range(100):\n        x *= x"},
	{"format", "('%s' * 1000000) % (('a' * 1000000,) * 1000000)"},
	{"format by name", "('%(a)s' * 100000) % {'a': 'a' * 1000000}"},
	{"format in place", "x = '%s' * 1000000\n    x %= ('a' * 1000000,) * 1000000"},
	{"format method", "('{0}' * 100000).format('a' * 1000000)"},
	{"format method by getattr", "getattr('{0}' * 100000, 'format')('a' * 1000000)"},
	{"format method, taken", "f = ('{0}' * 100000).format\n    f('a' * 1000000)"},
	{"join", "''.join(['a' * 1000000] * 1000000)"},
	{"join by separator", "('a' * 1000000).join(['b'] * 1000000)"},
	{"replace", "('a' * 1000000).replace('a', 'b' * 1000000)"},
	{"replace nothing", "('a' * 1000000).replace('', 'b' * 1000000)"},
	{"split", "x = 'a ' * 2000000\n    y = [x.split(' ') for i in range(1000000)]"},
	{"list of a range", "list(range(1 << 40))"},
	{"lists of ranges", "x = [list(range(1 << 20)) for i in range(1000000)]"},
	{"sorted range", "sorted(range(1 << 40))"},
	{"max of a range", "max(range(1 << 60))"},
	{"any of a range", "any(range(0, 1 << 60, 1 << 60)) or all(range(1, 1 << 60))"},
	{"enumerate again and again", "x = range(1 << 22)\n    y = [enumerate(x) for i in range(1000000)]"},
	{"zip", "zip(*([range(1 << 20)] * 100000))"},
	{"zip again and again", "x = [zip(range(1 << 20), range(1 << 20)) for i in range(1000000)]"},
	{"str of a few lists", "x = []\n    for i in range(100):\n        x = [x, x]\n    str(x)"},
	{"repr of a deep list", "x = []\n    for i in range(1000):\n        x = [x]\n    repr(x)"},
	{"print a few lists", "x = []\n    for i in range(100):\n        x = [x, x]\n    print(x)"},
	{"fail with a few lists", "x = []\n    for i in range(100):\n        x = [x, x]\n    fail(x)"},
	{"format a few dicts", "x = {}\n    for i in range(100):\n        x = {1: x, 2: x}\n    '%s' % x"},
	{"format a few tuples", "x = ()\n    for i in range(100):\n        x = (x, x)\n    '{}'.format(x)"},
	{"read a long number", "int('9' * 4000000)"},
	{"slices", "x = [0] * 1000000\n    y = [x[:] for i in range(1000000)]"},
	{"slices with a step", "x = (0,) * 40000\n    y = [" + strings.Repeat("x[::-1], ", 8) + "]"},
	{"slices in a row", "x = [0] * 1000000\n    y = [" + strings.Repeat("x[1:], ", 1000) + "]"},
	{"append", "x = []\n    for i in range(4000000):\n        for j in range(4000000):\n            x.append(i)"},
	{"a deep list", "x = []\n    for i in range(4000000):\n        x = [x]\n    for i in range(4000000):\n        for j in range(4000000):\n            pass"},
	{"a nested loop", "for i in range(4000000):\n        for j in range(4000000):\n            pass"},
	{"functions that call functions", functions(60)},
	{"union", "x = set([1])\n    for i in range(200000):\n        y = x | set(range(100000))"},
	{"upper", "x = 'a' * 4000000\n    y = [x.upper() for i in range(1000000)]"},
	{"keys with parts and one hash", "a = tuple(range(2000))\n    d = {(a, i << 32): i for i in range(60)}\n    for i in range(4000000):\n        (a, 1 << 40) in d"},
	{"small tables of keys with one hash", "d = {(1, i << 32): i for i in range(60)}\n    for i in range(4000000):\n        (1, 1 << 40) in d"},
	{"tables of keys with one hash, compared", "a = ((((0,) * 16,) * 16),) * 16\n    d, e = {}, {}\n    for i in range(250):\n        d[(a, i << 32)] = 1\n        e[(a, i << 32)] = 1\n    [d] * 60 == [e] * 60"},
	{"sets of keys with one hash", "a = tuple(range(2000))\n    s = set([(a, i << 32) for i in range(60)])\n    for i in range(4000000):\n        s | s"},
	{"remainders of floats", "x, y = 1.7e308, 5e-324\n    for i in range(4000000):\n        x % y, 1.7e308 % y"},
	{"floats written in full", "x = 5e-324\n    for i in range(4000000):\n        '%f' % x"},
	{"tiny floats read", "x = '4.9406564584124654e-324'\n    for i in range(4000000):\n        float(x)"},
	{"elems", "x = 'a' * 4000000\n    y = [list(x.elems()) for i in range(1000000)]"},
}

// functions makes n functions, each of which calls the next twice.
func functions(n int) string {
	var b strings.Builder
	b.WriteString("f0 = lambda: 0")
	for i := range n {
		fmt.Fprintf(&b, "\n    f%d = lambda: f%d() + f%d()", i+1, i, i)
	}
	fmt.Fprintf(&b, "\n    f%d()", n)
	return b.String()
}

// TestBombs checks that each bomb ends with one clear error, in bounded memory.
func TestBombs(t *testing.T) {
	for _, tt := range testkit.Some(bombs, 12) {
		t.Run(tt.name, func(t *testing.T) {
			script := "def f():\n    " + tt.body + "\n\nf()\n"
			l := newTestLoader(Options{Sources: Sources{Files: filesOf("main.star", script)}, MaxSteps: 100_000})
			_, err := l.Load("main.star")
			wantError(t, err, CodeSteps, "main.star:")
			if strings.Contains(err.Error(), "\n") || len(err.Error()) > 200 {
				t.Errorf("not one clear error: %s", err)
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			if m.HeapSys-m.HeapReleased > 2<<30 {
				t.Errorf("the process holds %d MB", (m.HeapSys-m.HeapReleased)>>20)
			}
			t.Logf("%s; %d MB", err, (m.HeapSys-m.HeapReleased)>>20)
		})
	}
}

// TestLimitsAreInvisible checks that limited operators and methods behave like Starlark's.
func TestLimitsAreInvisible(t *testing.T) {
	m, err := loadText(t, `
def plus(x, y): return x + y
def times(x, y): return x * y
def rem(x, y): return x % y
def inplace():
    x, y = [1], {"a": [2]}
    alias = x
    x += [2]
    x += alias
    x *= 2
    y["a"] += alias
    y["a"] *= 2
    y["a" if x else "b"] += [9]
    z = 7
    z %= 4
    s = "%d-%s"
    s %= (z, "x")
    n = [10]
    n[len(n) - 1] *= 3
    n[0] %= 7
    return (x, alias, y, s, n)
struct = [plus(1, 2), plus("a", "b"), plus([1], [2]), plus((1,), (2,)), plus(1, 2.5), plus(b"a", b"b"),
    times(3, 4), times("ab", 2), times(2, [0]), times((1,), 2), times(2.5, 2), times("a", -1), times([], 1 << 100), times(b"a", 2),
    rem(7, 4), rem("%s=%d", ("a", 1)), rem("%(k)s%%", {"k": "v"}), rem("%r", "q"), rem(7.5, 2)]
texts = [", ".join(["a", "b"]), "a b".split(" "), "a-b".replace("-", "+"), "{} {x}".format(1, x = 2), list("ab".elems()),
    getattr("x", "join")(["1", "2"]), "1\n2".splitlines(), "a,b,c".rsplit(",", 1), list("é".codepoints()), [f([1]) for f in ["".join] if False]]
lists = [list(range(3)), sorted([2, 1], reverse = True), max(1, 2), min([3, 2]), any([0, 1]), all([]), list(zip([1], "ab".elems())),
    list(enumerate(["a"])), tuple([1]), dict(a = 1), dict([(1, 2)], b = 3), set([1, 1]), reversed([1, 2]), str([1, "a"]), repr("a"), int("12"), int("ff", 16), bytes("a")]
f = "x".join
`)
	if err != nil {
		t.Fatal(err.(*diag.Error).Detail())
	}
	for name, want := range map[string]string{
		"struct": `[3, "ab", [1, 2], (1, 2), 3.5, b"ab", 12, "abab", [0, 0], (1, 1), 5.0, "", [], b"aa", 3, "a=1", "v%", "\"q\"", 1.5]`,
		"texts":  `["a, b", ["a", "b"], "a+b", "1 2", ["a", "b"], "1x2", ["1", "2"], ["a,b", "c"], ["é"], []]`,
		"lists":  `[[0, 1, 2], [2, 1], 2, 2, True, True, [(1, "a")], [(0, "a")], (1,), {"a": 1}, {1: 2, "b": 3}, set([1]), [2, 1], "[1, \"a\"]", "\"a\"", 12, 255, b"a"]`,
		"f":      `<built-in method join of string value>`,
	} {
		if got := m.Globals[name].String(); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", name, got, want)
		}
	}
	thread := &starlark.Thread{}
	v, err := starlark.Call(thread, m.Globals["inplace"], nil, nil)
	want := `([1, 2, 1, 2, 1, 2, 1, 2], [1, 2, 1, 2], {"a": [2, 1, 2, 1, 2, 2, 1, 2, 1, 2, 9]}, "3-x", [2])`
	if err != nil || v.String() != want {
		t.Errorf("in place: %v, %v, want %s", v, err, want)
	}
}

// BenchmarkOperators measures the cost of the limits: the same loops with and without replaced operators.
func BenchmarkOperators(b *testing.B) {
	for _, tt := range []struct{ name, body string }{
		{"none", "y"}, {"kept", "y + 1"}, {"plus", "x + y"}, {"times", "x * y"}, {"join", "','.join(z)"}, {"len", "len(z)"}, {"max", "max(z)"},
	} {
		b.Run(tt.name, func(b *testing.B) {
			m, err := loadText(b, "def f(x, y, z):\n    for i in range(1000):\n        "+tt.body+"\n")
			if err != nil {
				b.Fatal(err)
			}
			thread := NewLoader(Options{}).Thread("bench", 1<<60)
			args := starlark.Tuple{starlark.MakeInt(3), starlark.MakeInt(4), starlark.Tuple{starlark.String("a")}}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := thread.Call(m.Globals["f"].(starlark.Callable), args, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/iteration")
		})
	}
}

// TestNested freezes deeply or endlessly nested values.
func TestNested(t *testing.T) {
	if testing.Short() {
		t.Skip("makes very large values")
	}
	for _, tt := range []struct{ name, start, step, part string }{
		{"pairs of pairs", "()", "(x, x)", "too large or nested"},
		{"lists of pairs", "[]", "[(x, x)]", ""},
		{"pairs of lists", "[]", "([x], [x])", ""},
		{"lists", "[]", "[x, x]", ""},
		{"dicts", "{}", "{1: x, 2: x}", ""},
		{"functions", "0", "twice(x, x)", "too large or nested"},
	} {
		script := "def twice(x, y):\n    return lambda: (x, y)\ndef f():\n    x = " + tt.start + "\n    for i in range(60):\n        x = " + tt.step + "\n    return x\nx = f()\n"
		_, err := loadText(t, script)
		switch {
		case tt.part == "" && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.part != "":
			wantError(t, err, CodeSteps, "main.star: what the script defines is "+tt.part)
		}
	}
	for _, step := range []string{"[x]", "(x,)", "{1: x}", "once(x)"} {
		script := "def once(x):\n    return lambda: x\ndef f():\n    x = ()\n    for i in range(200000):\n        x = " + step + "\n    return x\nx = f()\n"
		_, err := loadText(t, script)
		if e := new(diag.Error); !errors.As(err, &e) || e.Code != CodeSteps && e.Code != CodeEval {
			t.Errorf("%s 200,000 times: %v", step, err)
		}
	}
}
