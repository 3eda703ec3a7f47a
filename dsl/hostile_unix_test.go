//go:build unix

package dsl

import (
	"flag"
	"strings"
	"syscall"
	"testing"
	"time"

	"cardroom/dsl/star"
	"cardroom/engine/testkit"
)

// hostile are scripts that did, or might, exhaust memory or time within the standard limits: by operations that look like one
// step, in all variations. Each is the body of a function.
var hostile = []struct{ name, body string }{
	// Nested values that share their parts, where each visit visits everything again.
	{"key of pairs", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = {x: 1}"},
	{"key of pairs, assigned", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = {}\n    y[x] = 1"},
	{"key of pairs, in a comprehension", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = {k: 1 for k in [x]}"},
	{"key of pairs, looked up", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = {1: 2}[x]"},
	{"key of pairs, in", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = x in {1: 2}"},
	{"key of pairs, not in a set", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = x not in set([1])"},
	{"key of pairs, get", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = {1: 2}.get(x)"},
	{"key of pairs, get taken", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    f = {1: 2}.get\n    f(x)"},
	{"key of pairs, get by getattr", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    getattr({1: 2}, 'get')(x)"},
	{"key of pairs, get as a key function", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    sorted([x], key = {1: 2}.get)"},
	{"key of pairs, setdefault", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = {}.setdefault(x, 1)"},
	{"key of pairs, pop", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = {1: 2}.pop(x, None)"},
	{"key of pairs, dict", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = dict([(x, 1)])"},
	{"key of pairs, update", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = {}\n    y.update([(x, 1)])"},
	{"key of pairs, several targets", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = {}\n    y[x], z = 1, 2"},
	{"key of pairs, target of a loop", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = {}\n    for y[x] in [1]:\n        pass"},
	{"key of pairs, added to", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = {}\n    y[x] += 1"},
	{"item of pairs, set", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = set([x])"},
	{"item of pairs, add", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = set()\n    y.add(x)"},
	{"item of pairs, union", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = set([1]).union([x])"},
	{"item of pairs, issubset", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    y = set([1]).issubset([x])"},
	{"item of pairs, discard", "x = (1,)\n    for i in range(60):\n        x = (x, x)\n    set([1]).discard(x)"},
	{"key of structs", "x = struct(a = 1)\n    for i in range(60):\n        x = struct(a = x, b = x)\n    y = {x: 1}"},
	{"key nested deeply", "x = (1,)\n    for i in range(1000000):\n        x = (x,)\n    y = {x: 1}"},
	{"long key again and again", "x = tuple(range(60000))\n    y = {x: 1}\n    for i in range(1000000):\n        z = y[x]"},
	{"long text as key again and again", "x = 'a' * 1000000\n    y = {x: 1}\n    for i in range(1000000):\n        z = y[x]"},
	{"large lists equal", "x = [0] * 4000000\n    y = list(x)\n    for i in range(1000000):\n        z = x == y"},
	{"large lists in order", "x = [0] * 4000000\n    y = list(x)\n    for i in range(1000000):\n        z = x < y"},
	{"lists of the same lists equal", "a = [1] * 100000\n    b, c = [a] * 1000, [list(a)] * 1000\n    for i in range(1000):\n        z = [b] * 1000 == [c] * 1000"},
	{"lists of the same lists as default", "a = [1] * 100000\n    b = [[a] * 1000] * 1000\n    c = [[list(a)] * 1000] * 1000\n    max([b, c])"},
	{"lists of the same lists sorted", "a = [1] * 100000\n    b = [[a] * 1000] * 1000\n    c = [[list(a)] * 1000] * 1000\n    sorted([b, c])"},
	{"lists of the same lists in a list", "a = [1] * 100000\n    b = [[a] * 1000] * 1000\n    c = [[list(a)] * 1000] * 1000\n    z = b in [c]"},
	{"lists of the same lists, index", "a = [1] * 100000\n    b = [[a] * 1000] * 1000\n    c = [[list(a)] * 1000] * 1000\n    [c].index(b)"},
	{"lists of the same lists, remove", "a = [1] * 100000\n    b = [[a] * 1000] * 1000\n    c = [[list(a)] * 1000] * 1000\n    [c, b].remove(b)"},
	{"structs of the same lists", "a = [1] * 100000\n    b = struct(a = [[a] * 1000] * 1000)\n    c = struct(a = [[list(a)] * 1000] * 1000)\n    z = b != c"},
	{"dicts of the same lists", "a = [1] * 100000\n    b = {1: [[a] * 1000] * 1000}\n    c = {1: [[list(a)] * 1000] * 1000}\n    z = b == c"},
	// Search.
	{"in a list", "x = list(range(4000000))\n    for i in range(1000):\n        y = -1 in x"},
	{"in a tuple", "x = tuple(range(4000000))\n    for i in range(1000):\n        y = -1 in x"},
	{"in a text", "x = 'a' * 1000000\n    for i in range(1000000):\n        y = 'b' in x"},
	{"index", "x = list(range(4000000))\n    for i in range(1000):\n        y = x.index(3999999)"},
	{"ints and a float", "x = list(range(4000000))\n    for i in range(1000):\n        if 1.5 in x:\n            pass"},
	{"a float and ints", "x = [1.5] * 4000000\n    for i in range(1000):\n        if i in x:\n            pass"},
	{"ints and floats sorted", "x = [i + 0.5 if i % 2 else i for i in range(400000)]\n    for i in range(1000):\n        sorted(x)"},
	{"find", "x = 'a' * 1000000\n    y = 'a' * 5000 + 'b'\n    for i in range(1000000):\n        z = x.find(y)"},
	{"rfind", "x = 'a' * 1000000\n    y = 'b' + 'a' * 5000\n    for i in range(1000000):\n        z = x.rfind(y)"},
	{"count", "x = 'a' * 1000000\n    for i in range(1000000):\n        z = x.count('ab')"},
	{"strip", "x = 'é' * 500000\n    for i in range(1000000):\n        z = x.strip('è' * 100000 + 'é')"},
	{"startswith", "x = 'a' * 1000000\n    y = ('a' * 999999 + 'b',) * 1000\n    for i in range(1000000):\n        z = x.startswith(y)"},
	{"isalpha and title", "x = 'é' * 500000\n    for i in range(1000000):\n        z = x.isalpha() or x.title()"},
	{"equal texts", "x, y = 'a' * 1000000, 'a' * 999999\n    y += 'a'\n    for i in range(1000000):\n        z = x == y"},
	{"hash", "x = 'a' * 1000000\n    for i in range(1000000):\n        z = hash(x)"},
	{"partition", "x = 'a' * 1000000\n    for i in range(1000000):\n        z = x.partition('b')"},
	// Lists whose items move.
	{"insert", "x = [0] * 4000000\n    for i in range(1000000):\n        x.insert(0, 1)\n        x.pop()"},
	{"pop from the left", "x = [0] * 4000000\n    for i in range(4000000):\n        x.pop(0)"},
	{"remove", "x = [0] * 4000000\n    for i in range(4000000):\n        x.remove(0)"},
	{"slices thrown away", "x = [0] * 4000000\n    for i in range(4000000):\n        x[:]"},
	{"slices by step", "x = 'a' * 1000000\n    for i in range(4000000):\n        x[::-1]"},
	{"clear", "for i in range(100):\n        x = [0] * 4000000\n        x.clear()"},
	{"lists of entries", "x = {i: i for i in range(500000)}\n    for i in range(1000000):\n        x.items()\n        x.values()"},
	// Numbers.
	{"shift again and again", "x = 1\n    for i in range(1000000):\n        x = x << 500"},
	{"shift in place", "x = 1\n    for i in range(1000000):\n        x <<= 500"},
	{"double a number", "x = 1 << 400\n    for i in range(4000000):\n        x = x + x"},
	{"double a number by minus", "x = 1 << 400\n    for i in range(4000000):\n        y = -x\n        x = x - y"},
	{"double a number in place", "x = 1 << 400\n    for i in range(4000000):\n        x += x\n        x -= -x"},
	{"multiply large numbers", "x, y = 1 << 400, (1 << 400) - 1\n    x = x * x * x * x\n    for i in range(20000000):\n        for j in range(4000000):\n            z = y * x // y"},
	{"a sum of shifts", "x = [1 << 400]\n    for i in range(1000):\n        x[0] <<= 500"},
	// Keys that fall into one bucket.
	{"keys alike", "d = {}\n    for i in range(100000):\n        d[i << 32] = 1"},
	{"keys with the same last bits", "d = {}\n    for i in range(100000):\n        d[i << 20] = 1"},
	{"keys alike, comprehension", "d = {i << 32: 1 for i in range(100000)}"},
	{"keys alike, dict", "d = dict([(i << 32, 1) for i in range(100000)])"},
	{"keys alike, zip", "d = dict(zip([i << 32 for i in range(100000)], range(100000)))"},
	{"keys alike, setdefault", "d = {}\n    for i in range(100000):\n        d.setdefault(i << 32, 1)"},
	{"keys alike, update", "d = {}\n    for i in range(100000):\n        d.update({i << 32: 1})"},
	{"keys alike, update in place", "d = {}\n    for i in range(100000):\n        d |= {i << 32: 1}"},
	{"keys alike, set", "s = set([i << 32 for i in range(100000)])"},
	{"keys alike, add", "s = set()\n    for i in range(100000):\n        s.add(i << 32)"},
	{"keys alike, tuples", "d = {}\n    for i in range(100000):\n        d[(i << 32, 1)] = 1"},
	{"keys alike, functions", "d = {}\n    for i in range(100000):\n        d[lambda: i] = 1"},
	{"keys alike, one of several targets", "d = {}\n    for i in range(100000):\n        d[i << 32], x = 1, 2"},
	{"keys alike, target of a loop", "d = {}\n    for i in range(100000):\n        for d[i << 32] in [1]:\n            pass"},
	{"keys alike, looked up", "d = {}\n    for i in range(3000):\n        d[i << 32] = 1\n    for i in range(4000000):\n        d[0]"},
	{"keys alike, in and get", "d = {}\n    for i in range(3000):\n        d[i << 32] = 1\n    for i in range(4000000):\n        x = (5 << 32) in d or d.get(7 << 32)"},
	{"keys alike, taken out again", "d = {}\n    for i in range(3000):\n        d[i << 32] = 1\n    for i in range(2999):\n        d.pop(i << 32)\n    for i in range(4000000):\n        d.get(0)"},
	{"keys alike, unions", "d = {}\n    for i in range(3000):\n        d[i << 32] = 1\n    for i in range(1000000):\n        e = d | d"},
	{"keys alike, sets of sets", "s = set([i << 32 for i in range(3000)])\n    for i in range(1000000):\n        t = s & s\n        t = s - t\n        t = s ^ t\n        t = s.union(s)\n        t = s.issubset(s)"},
	{"keys alike, sets in order", "s = set([i << 32 for i in range(3000)])\n    for i in range(1000000):\n        t = s <= s"},
	{"emptied again and again", "d = {i: i for i in range(500000)}\n    for i in range(4000000):\n        d.clear()"},
	// Calls.
	{"many arguments", "def f(*args):\n        pass\n    x = [0] * 4000000\n    for i in range(1000000):\n        f(*x)"},
	{"many keywords", "def f(**kwargs):\n        pass\n    x = {'k%d' % i: i for i in range(100000)}\n    for i in range(1000000):\n        f(**x)"},
	{"some keywords", "def f(**kwargs):\n        pass\n    x = {'k%d' % i: i for i in range(900)}\n    for i in range(1000000):\n        f(**x)"},
	{"structs of many fields", "x = {'k%d' % i: i for i in range(900)}\n    for i in range(1000000):\n        s = struct(**x)"},
	{"struct + struct", "x = struct(**{'k%d' % i: i for i in range(900)})\n    for i in range(1000000):\n        s = x + x"},
	{"dir", "x = struct(**{'k%d' % i: i for i in range(900)})\n    for i in range(10000000):\n        for j in range(4000000):\n            dir(x)"},
	{"format with many keywords", "x = {'k%d' % i: i for i in range(900)}\n    for i in range(1000000):\n        s = '{k899}'.format(**x)"},
	{"sort again and again", "x = list(range(2000000))\n    for i in range(100):\n        y = sorted(x, key = lambda v: -v)"},
	{"max again and again", "x = list(range(2000000))\n    for i in range(1000):\n        y = max(x)"},
	{"enumerate again and again", "x = list(range(2000000))\n    for i in range(1000):\n        y = enumerate(x)"},
	// Literals on one side of an operator.
	{"a list and a literal", "x = [0] * 4000000\n    for i in range(1000000):\n        y = x + [1]"},
	{"a literal and a tuple", "x = (0,) * 4000000\n    for i in range(1000000):\n        y = (1,) + x"},
	{"a text and a literal", "x = 'a' * 1000000\n    for i in range(4000000):\n        y = x + 'a'"},
	{"a text and a literal in place", "x = 'a' * 1000000\n    for i in range(4000000):\n        x += 'abcdefghij'"},
	{"a tuple and a literal in place", "x = (0,) * 4000000\n    for i in range(4000000):\n        x += (1,)"},
	// Items changed in place, whose position must be computed.
	{"item times", "z = lambda: 0\n    x = [[0] * 4000000]\n    x[z()] *= 250"},
	{"field times", "x = struct(a = [0] * 4000000)\n    x.a *= 250"},
	{"item shifted", "z = lambda: 0\n    x = [1]\n    for i in range(4000000):\n        x[z()] <<= 500"},
	{"item multiplied", "z = lambda: 0\n    x = [3]\n    for i in range(4000000):\n        x[z()] *= 1000"},
	{"item lengthened", "z = lambda: 0\n    x, t = ['a'], 'a' * 1000\n    for i in range(4000000):\n        x[z()] += t"},
	{"item that is a tuple lengthened", "z = lambda: 0\n    x, t = [(0,) * 4000000], (1, 2)\n    for i in range(4000000):\n        x[z()] += t"},
	{"item that is a list lengthened", "z = lambda: 0\n    x = [[0] * 1000]\n    for i in range(100):\n        x[z()] += x[0]"},
	{"item that is a dict united", "z = lambda: 0\n    x = [{}]\n    for i in range(100000):\n        x[z()] |= {i << 32: 1}"},
	{"keys alike, several targets of a call", "d = {}\n    z = lambda: d\n    for i in range(100000):\n        z()[i << 32], y = 1, 2"},
	// Texts that are longer than they look.
	{"floats in full", "t, s = (1e308,) * 100000, '%f' * 100000\n    for i in range(100000):\n        y = s % t"},
	{"floats as ints", "t, s = (1e308,) * 3000, '%d' * 3000\n    for i in range(100000):\n        y = s % t"},
	{"text of rankings", "x = [high] * 40000\n    for i in range(100000):\n        y = str(x)"},
	{"text of functions", "def " + strings.Repeat("q", 4000) + "():\n        pass\n    x = [" + strings.Repeat("q", 4000) + "] * 500000\n    y = str(x)"},
	// Words of the language that do more than they seem to.
	{"eleven cards", "for i in range(4000000):\n        evaluate(high, 'AhKhQhJhTh9h8h7c6c5c4c')"},
	{"rankings", "for i in range(9000):\n        ranking('r', wild = ['2'])"},
	{"scored rankings", "for i in range(9000):\n        ranking('r', score = lambda h: h.ranks[0])"},
	{"ranked under many rankings", "for i in range(9000):\n        evaluate(ranking('r', wild = ['2']), 'AhKh7c6c5c')"},
	// Texts of nested values.
	{"text of a struct that contains itself", "x = []\n    s = struct(a = x)\n    x.append(s)\n    print(s)"},
	// Memory.
	{"a list in a list", "x = []\n    for i in range(100):\n        x.append([i] * 4000000)"},
	{"texts", "x = []\n    for i in range(10000):\n        x.append(('%d' % i) * 200000)"},
	{"a large dict", "d = {}\n    for i in range(4000000):\n        d[i] = i"},
	{"large numbers kept", "x = 1 << 400\n    x = x * x * x * x\n    y = [x + i for i in range(4000000)]"},
	{"closures kept", "x = []\n    for i in range(4000000):\n        x.append(lambda a = [i], b = (i, i): a)"},
	{"printed", "for i in range(4000000):\n        print('a' * 100000)"},
}

// cpu returns the processor time of this process.
func cpu(t testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// allSteps runs the hostile scripts up to the standard limits. By default they run a twentieth of the steps, which shows the same
// in a twentieth of the time.
var allSteps = flag.Bool("all-steps", false, "hostile scripts at the limits that everybody has")

// TestHostile runs each script to its limit. None takes much longer than a script that counts up to the same limit: what a
// machine that is slow, or busy, takes longer for is the same for both.
func TestHostile(t *testing.T) {
	took := func(body string) (time.Duration, error) {
		o := star.Options{Sources: star.Sources{Files: filesOf("main.star", "def f():\n    "+body+"\n\nf()\n")}, MaxSteps: testkit.Sample[uint64](400_000, 200_000)}
		if *allSteps {
			o.MaxSteps = 0
		}
		l := NewLoader(o)
		before := cpu(t)
		_, err := l.Load("main.star")
		return cpu(t) - before, err
	}
	plain, err := took("for i in range(1 << 40):\n        pass")
	wantError(t, err, star.CodeSteps, "main.star:")
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			took, err := took(tt.body)
			wantError(t, err, star.CodeSteps, "main.star:")
			t.Logf("%s; %s", err, took)
			if took > 100*max(plain, 10*time.Millisecond) { // ten times at most on an idle machine
				t.Errorf("it took %s; to count took %s", took, plain)
			}
			if strings.Contains(err.Error(), "\n") || len(err.Error()) > 300 {
				t.Errorf("not one clear error: %s", err)
			}
		})
	}
}

// TestFriendly checks that what rules of card games may reasonably do is within the limits.
func TestFriendly(t *testing.T) {
	for _, tt := range testkit.Sweep([]struct{ name, body string }{
		{"all hands of five cards as numbers", "x = list(range(2598960))\n    return len(x)"},
		{"a big sort", "x = sorted([(i * 7919) % 1000003 for i in range(500000)])\n    return len(x)"},
		{"a sort by a key", "x = sorted(range(200000), key = lambda v: -v, reverse = True)\n    return len(x)"},
		{"a sort of pairs", "x = sorted([((i * 7919) % 1009, i) for i in range(200000)])\n    return len(x)"},
		{"ranks of all hands counted", `d = {}
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for e in range(c, 13):
                    for f in range(e, 13):
                        k = (a, b, c, e, f)
                        d[k] = d.get(k, 0) + 1
    return len(d)`},
		{"pairs of cards as bits", "d = {(1 << a) | (1 << b): a for a in range(52) for b in range(a)}\n    return sum2([d[(1 << a) | 1] for a in range(1, 52)])"},
		{"a large table of texts", "d = {'%d-%d' % (a, b): a for a in range(500) for b in range(400)}\n    return len([1 for a in range(500) if d['%d-7' % a] == a])"},
		{"sets of cards", "deck = set(range(52))\n    return len([1 for a in range(20000) if len(deck - set([a % 52, a % 51])) > 49])"},
		{"factorials", "x = 1\n    for i in range(1, 400):\n        x = x * i\n    return len(str(x))"},
		{"a long text", "return len(', '.join(['card %d' % i for i in range(50000)]).split(', '))"},
		{"tables for a game of five cards", "return len({tuple([a, b, c]): a for a in range(60) for b in range(60) for c in range(30)})"},
	}, 2) {
		t.Run(tt.name, func(t *testing.T) {
			script := "def sum2(x):\n    n = 0\n    for v in x:\n        n += v\n    return n\ndef f():\n    " + tt.body + "\n\nx = f()\n"
			l := NewLoader(star.Options{Sources: star.Sources{Files: filesOf("main.star", script)}})
			before := cpu(t)
			if _, err := l.Load("main.star"); err != nil {
				t.Fatal(err)
			}
			t.Log(cpu(t) - before)
		})
	}
}
