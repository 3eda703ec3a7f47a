package dsl_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/policies"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/scripts"
	"cardroom/stdlib"

	"go.starlark.net/starlark"
)

// drawnSeed is a 64-bit seed such as the program draws.
const drawnSeed = 0xb7e151628aed2a6a

// bb is the big blind.
const bb = 200

// playSeats plays hands of no-limit hold'em, with a policy for each seat: "call", "random" or a function of a script in files.
func playSeats(t *testing.T, files fs.FS, seed uint64, hands int64, refs ...string) (*batch.Result, []string, error) {
	t.Helper()
	var said []string
	lib := dsl.NewLibrary(star.Options{
		Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: files}, Parsed: &parsed,
		Print: func(_, msg string) { said = append(said, msg) },
	})
	job := &batch.Job{
		Plan: bound(t, lib, "mixed/nt", ""), Seed: seed, From: 1, To: hands + 1,
		Policy: func() (batch.Policy, error) {
			p := &batch.Seated{Own: map[int]batch.Policy{}}
			made := map[string]batch.Policy{"call": batch.Caller{}, "random": batch.Random{}}
			for i, ref := range refs {
				if made[ref] == nil {
					var err error
					if made[ref], err = policies.Load(lib.Loader, ref); err != nil {
						return nil, err
					}
				}
				p.Own[i] = made[ref]
			}
			return p, nil
		},
	}
	for range refs {
		job.Stacks = append(job.Stacks, 100*bb)
	}
	r, err := batch.Run(context.Background(), job, 1, nil)
	return &r, said, err
}

func attacks() fs.FS { return os.DirFS("testdata/attack") }

// TestAttackCanInvert checks that the attack can get from two draws of the deck's kind of generator to the deck: if it gets
// nothing from view.random, that is not for lack of skill.
func TestAttackCanInvert(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: attacks()}, Parsed: &parsed})
	m, err := lib.Load("inverts.star")
	if err != nil {
		t.Fatal(err)
	}
	call := func(name string, args ...starlark.Value) starlark.Value {
		t.Helper()
		v, err := lib.Thread("attack", 0).Call(m.Globals[name].(starlark.Callable), args, nil)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	const seed, number = 3141592653, 77
	r := hand.NewSource(seed^0x632be59bd9b4e019, number)
	r.Uint64() // another seat's
	state := call("state_before", starlark.MakeUint64(r.Below(1<<62)), starlark.MakeUint64(r.Below(1<<62)))
	seeds := call("seeds_of", state, starlark.MakeInt(1))
	if seeds.String() != fmt.Sprintf("[(%d, %d)]", uint64(seed), number) {
		t.Fatalf("the attack gets the seeds %s from two draws", seeds)
	}
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: bound(t, lib, "mixed/nt", ""), Stacks: []int64{100 * bb, 100 * bb}, Seed: seed, Number: number}); err != nil {
		t.Fatal(err)
	}
	want := cards.Format(h.Order()[:12])
	got := ""
	for v := range starlark.Elements(call("deck_of", starlark.MakeUint64(seed), starlark.MakeInt(number), starlark.MakeInt(12)).(*starlark.List)) {
		got += string(v.(starlark.String))
	}
	if got != want {
		t.Errorf("the attack gets the deck %s, it is %s", got, want)
	}
}

// TestInvertingEarnsNothing checks that inverting view.random gains nothing: the attack never finds the deck, and so wins exactly
// what calling wins. Against raw draws of splitmix64 it won 94 ± 6 chips a hand.
func TestInvertingEarnsNothing(t *testing.T) {
	for _, seed := range []uint64{7, 123456789, 1<<32 - 1, drawnSeed} {
		for _, other := range []string{"call", "random"} {
			attack, _, err := playSeats(t, attacks(), seed, 60, "inverts.star", other)
			if err != nil {
				t.Fatal(err)
			}
			calls, _, err := playSeats(t, fstest.MapFS{"p.star": {Data: []byte(`policy = lambda view: "call"`)}}, seed, 60, "p.star", other)
			if err != nil {
				t.Fatal(err)
			}
			if attack.Net != calls.Net || attack.Decisions != calls.Decisions {
				t.Errorf("seed %d against %s: the attack wins %d, calling %d", seed, other, attack.Net[0].Total, calls.Net[0].Total)
			}
		}
	}
}

// TestTrialFindsSmallSeedsOnly checks that a small seed can be found by trial, as doc policy says, and a drawn one cannot.
func TestTrialFindsSmallSeedsOnly(t *testing.T) {
	net := func(seed uint64, policy string) int64 {
		r, _, err := playSeats(t, attacks(), seed, 8, policy, "call")
		if err != nil {
			t.Fatal(err)
		}
		return r.Net[0].Total
	}
	if got := net(3, "trial.star"); got < 2*100*bb {
		t.Errorf("of seed 3 the attack wins %d in 8 hands: it does not work", got)
	}
	if got, want := net(drawnSeed, "trial.star"), net(drawnSeed, "call"); got != want {
		t.Errorf("of a drawn seed the attack wins %d, calling %d", got, want)
	}
}

// TestNoStateIsShared checks that a policy cannot store anything: what its seat sees at one decision does not reach another seat
// or another decision. Each script would fail with "leak" if it found a trace, unless it is stopped first.
func TestNoStateIsShared(t *testing.T) {
	const lib = `
box = [[], {}, ([],)]
def push(x, to = []):
    to.append(x)
    return len(to)
`
	for _, tt := range []struct{ name, script, want string }{
		{"a list", "L = []\ndef policy(view):\n    L.append(view.hole)\n", "cannot append to frozen list"},
		{"a dict", "D = {}\ndef policy(view):\n    D[view.seat] = view.hole\n", "cannot insert into frozen hash table"},
		{"a set", "S = set()\ndef policy(view):\n    S.add(view.seat)\n", "cannot insert into frozen hash table"},
		{"an operator", "L = [1]\ndef policy(view):\n    x = L\n    x += view.hole\n", "cannot apply += to frozen list"},
		{"a default", "def note(x, to = []):\n    to.append(x)\n    return to\ndef policy(view):\n    note(view.hole)\n", "cannot append to frozen list"},
		{"a closure", "def make():\n    kept = []\n    def policy(view):\n        kept.append(view.hole)\n    return policy\npolicy = make()\n", "cannot append to frozen list"},
		{"a struct", "X = struct(kept = [])\ndef policy(view):\n    X.kept.append(view.hole)\n", "cannot append to frozen list"},
		{"a field of a struct", "X = struct(kept = 1)\ndef policy(view):\n    X.kept = view.hole\n", "can't assign to .kept field of struct"},
		{"a list in a tuple", "X = ([], 1)\ndef policy(view):\n    X[0].append(1)\n", "cannot append to frozen list"},
		{"a list of another file", "load(\"./lib.star\", \"box\")\ndef policy(view):\n    box[0].append(1)\n", "cannot append to frozen list"},
		{"a function of another file", "load(\"./lib.star\", \"push\")\ndef policy(view):\n    push(1)\n", "cannot append to frozen list"},
		{"what a builtin was given", "L = []\nH = house(\"x\", variants = L)\ndef policy(view):\n    L.append(\"a\")\n", "cannot append to frozen list"},
		{"a bound method", "add = [].append\ndef policy(view):\n    add(view.hole)\n", "cannot append to frozen list"},
		{"an option", "def policy(view):\n    option(str(view.hole), 1)\n", "declare options while a script loads"},
		{"a ranking", "def policy(view):\n    ranking(\"x\", base = high)\n", "a ranking must be made while its script loads"},
		{"the view itself", "L = []\ndef policy(view):\n    L.append(view)\n", "cannot append to frozen list"},
		{"a field of the view", "def policy(view):\n    view.hole = []\n", "can't assign to .hole field of view"},
		{"a view as a key", "def policy(view):\n    return {view: 1}[view]\n", "only plain data can"},
		{
			"lists of the view", `
def policy(view):
    lists = [view.hole, view.board, view.options, view.stacks, view.wagers, view.live, view.down, view.up(1)]
    if [x for x in lists if "leak" in x] or "leak" in view.min or "leak" in view.max:
        fail("leak")
    for x in lists:
        x.append("leak")
    view.min["leak"] = 1
    view.max["leak"] = 1
    again = [view.hole, view.board, view.options, view.stacks, view.wagers, view.live, view.down, view.up(1)]
    if [x for x in again if "leak" in x] or "leak" in view.min or "leak" in view.max:
        fail("leak")
    return "call"
`, "",
		},
		{
			"lists of the language", `
def policy(view):
    for x in [dir(view), dir([]), "a b".split(" "), list("abc".elems()), sorted([2, 1]), list(range(3))]:
        if "leak" in x:
            fail("leak")
        x.append("leak")
    e = evaluate(high, "AhKhQhJhTh")
    if hasattr(e, "leak") or "leak" in e.cards:
        fail("leak")
    return "call"
`, "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := fstest.MapFS{"p.star": {Data: []byte(tt.script)}, "lib.star": {Data: []byte(lib)}}
			_, _, err := playSeats(t, files, 1, 10, "p.star", "p.star", "p.star")
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
}

// drawing is a policy that prints a draw at each of its decisions, after discarding some.
const drawing = `
def _draws(view, first):
    for _ in range(first):
        view.random(1 << 62)
    print(view.random(1 << 62))
    return "call"

one = lambda view: _draws(view, 0)
none = lambda view: "call"

def many(view):
    for _ in range(50):
        view.random(3)
    return "call"
`

// TestStreamsOfPolicies checks that view.random has a separate stream for each seat and decision: no draws of other seats, hands,
// seeds or decisions are repeated, the draws of others have no influence, and the same run draws the same numbers.
func TestStreamsOfPolicies(t *testing.T) {
	files := fstest.MapFS{"p.star": {Data: []byte(drawing)}}
	drawn := func(seed uint64, refs ...string) []string {
		_, said, err := playSeats(t, files, seed, 10, refs...)
		if err != nil {
			t.Fatal(err)
		}
		if len(said) < 40 {
			t.Fatalf("%d draws", len(said))
		}
		return said
	}
	seen := map[string]bool{}
	for _, seed := range []uint64{1, 2, 1 << 33, drawnSeed} {
		for _, refs := range [][]string{{"p.star:one", "p.star:none", "call"}, {"call", "p.star:one", "p.star:none"}} {
			for _, x := range drawn(seed, refs...) {
				if seen[x] {
					t.Errorf("%s is drawn twice", x)
				}
				seen[x] = true
			}
		}
	}
	want := drawn(7, "p.star:one", "p.star:none", "call")
	if got := drawn(7, "p.star:one", "p.star:many", "call"); !slices.Equal(got, want) {
		t.Error("draws of another seat change those of the first")
	}
	if got := drawn(7, "p.star:one", "p.star:none", "call"); !slices.Equal(got, want) {
		t.Error("the same run draws something else")
	}
	// None of them is a draw of the deck's generator.
	for number := range uint64(11) {
		deck := hand.NewSource(7, number)
		for range 200 {
			if slices.Contains(want, strconv.FormatUint(deck.Below(1<<62), 10)) {
				t.Fatal("a draw of the deck's generator reaches the script")
			}
		}
	}
}

// TestRandomIsEven checks that the numbers are uniformly distributed, for small limits and for one above half the range of a
// draw.
func TestRandomIsEven(t *testing.T) {
	const script = `
def policy(view):
    print([view.random(6) for _ in range(500)], [view.random(3 << 61) >> 61 for _ in range(500)])
    return "call"
`
	_, said, err := playSeats(t, fstest.MapFS{"p.star": {Data: []byte(script)}}, 5, 20, "p.star", "p.star")
	if err != nil {
		t.Fatal(err)
	}
	var six [6]float64
	var three [3]float64
	for _, line := range said {
		small, large, _ := strings.Cut(line, "] [")
		for _, w := range strings.Fields(strings.Trim(small, "[]")) {
			six[w[0]-'0']++
		}
		for _, w := range strings.Fields(strings.Trim(large, "[]")) {
			three[w[0]-'0']++
		}
	}
	// The 0.999 quantiles of the chi-square distributions with 5 and 2 degrees of freedom.
	for _, tt := range []struct {
		counts []float64
		most   float64
	}{{six[:], 20.5}, {three[:], 13.8}} {
		n, off := 0.0, 0.0
		for _, c := range tt.counts {
			n += c
		}
		expected := n / float64(len(tt.counts))
		for _, c := range tt.counts {
			off += (c - expected) * (c - expected) / expected
		}
		if n < 50_000 || off > tt.most {
			t.Errorf("%v: chi-square %.1f of %.0f draws", tt.counts, off, n)
		}
	}
}

// TestViewOfDrawsTheSame checks that policies.View draws the same numbers as the policy.
func TestViewOfDrawsTheSame(t *testing.T) {
	files := fstest.MapFS{"p.star": {Data: []byte(drawing)}}
	_, said, err := playSeats(t, files, 9, 1, "p.star:one", "p.star:one", "p.star:one")
	if err != nil {
		t.Fatal(err)
	}
	lib := library(t, nil)
	var h hand.Hand
	setup := &hand.Setup{Plan: bound(t, lib, "mixed/nt", ""), Stacks: []int64{100 * bb, 100 * bb, 100 * bb}, Seed: 9, Number: 1, Button: batch.Button(1, 3)}
	if err := h.Start(setup); err != nil {
		t.Fatal(err)
	}
	for i, want := range said {
		f, err := policies.View(&h, 9, 1, i).(starlark.HasAttrs).Attr("random")
		if err != nil {
			t.Fatal(err)
		}
		got, err := starlark.Call(&starlark.Thread{}, f, starlark.Tuple{starlark.MakeInt64(1 << 62)}, nil)
		if err != nil || got.String() != want {
			t.Errorf("decision %d: %v, %v; the policy drew %s", i, got, err, want)
		}
		a, err := batch.Caller{}.Act(&h, h.Pending(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
}
