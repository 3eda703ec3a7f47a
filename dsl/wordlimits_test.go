package dsl

import (
	"strings"
	"testing"
	"time"

	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"

	"go.starlark.net/starlark"
)

// gameText returns a game with additional arguments.
func gameText(more string) string {
	return `game("X", seats = (2, 6), forced = [blinds()], stakes = stakes("1-2"), showdown = best(high), ` + more + `)`
}

// TestTooManyMade checks that the number of values that a script makes is limited, with a clear error that comes soon.
func TestTooManyMade(t *testing.T) {
	play := "play = [deal(2), bet()]"
	for _, tt := range []struct{ name, script, code, want string }{
		{"games", "l = [" + gameText(play) + " for i in range(1000000)]\n", star.CodeSteps, "too many values of type game, the limit of a script is 1000"},
		{"games of games", "def f():\n    g = " + gameText(play) + "\n    for i in range(1000000):\n        g = g.extend('x')\nf()\n", star.CodeSteps, "too many values of type game"},
		{"houses", "h = [house('x') for i in range(1000000)]\n", star.CodeSteps, "too many values of type house, the limit of a script is 10000"},
		{"steps", "s = [bet() for i in range(1000000)]\n", star.CodeSteps, "too many values of type step, the limit of a script is 10000"},
		{"options", "o = [option('o%d' % i, 1) for i in range(1000000)]\n", star.CodeSteps, "too many options, the limit of a script is 1000"},
		{"an option again and again", "def f():\n    for i in range(4000000):\n        for j in range(1000):\n            option('o%d' % j, 1)\nf()\n", star.CodeSteps, "too many steps"},
		{"choices", "o = option('o', '1', choices = [str(i) for i in range(100000)])\n", star.CodeArgument, "option: choices: a list of 100000: the limit is 1000"},
		{"a long default", "o = option('o', 'x' * 100000)\n", star.CodeArgument, "option: default: a text of 100000 characters: the limit is 10000"},
		{"a long name", "s = bet(name = 'é' * 201)\n", star.CodeArgument, "bet: name: a text of 201 characters: the limit is 200"},
		{"citations", "s = bet(cites = ['1'] * 101)\n", star.CodeArgument, "bet: cites: a list of 101: the limit is 100"},
		{"a long citation", "s = bet(cites = ['1', '1' * 10001])\n", star.CodeArgument, "bet: cites: item 2: a text of 10001 characters"},
		{"forced bets", "g = " + strings.Replace(gameText(play), "[blinds()]", "[blinds()] * 101", 1) + "\n", star.CodeArgument, "game: forced: a list of 101: the limit is 100"},
		{"a long play", "g = " + gameText("play = [bet()] * 1000000") + "\n", star.CodeArgument, "game: play: a list of 1000000: the limit is 1000"},
		{"conditions within conditions", "def f():\n    p = [bet()]\n    for i in range(60):\n        p = [when(passed_out, p), when(passed_out, p)]\nf()\n", star.CodeArgument, "when: then: 382 steps: a game has at most 200"},
		{"parts of bytes", "def f():\n    for i in range(1000000):\n        list((b'a' * 100000).elems())\nf()\n", star.CodeSteps, "too many steps"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			began := testkit.ProcessorTime()
			_, err := NewLoader(star.Options{Sources: star.Sources{Files: filesOf("main.star", tt.script)}, MaxSteps: 2_000_000}).Load("main.star")
			wantError(t, err, tt.code, tt.want)
			if took := testkit.ProcessorTime() - began; took > 5*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
}

// TestMadeWithinBounds checks that a script at the limits loads.
func TestMadeWithinBounds(t *testing.T) {
	script := "o = [option('o%d' % i, 1) for i in range(1000)]\n" +
		"c = option('c', '1', choices = [str(i) for i in range(999)])\n" +
		"s = [bet(name = 'é' * 200, cites = ['1'] * 100) for i in range(100)]\n" +
		"g = [" + gameText("play = [straddle()] * 197 + [deal(2), bet()]") + " for i in range(300)]\n"
	script = strings.Replace(script, "range(1000)", "range(999)", 1)
	m, err := NewLoader(star.Options{Sources: star.Sources{Files: filesOf("main.star", script)}}).Load("main.star")
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Options) != 1000 {
		t.Errorf("%d options", len(m.Options))
	}
	if g, ok := star.As[*gameValue](m.Globals["g"].(starlark.Indexable).Index(0)); !ok || len(g.plan.Steps) != plan.MaxSteps {
		t.Errorf("the game is %v", g)
	}
}

// TestMadeIsMemory checks that Go data made by words counts as memory.
func TestMadeIsMemory(t *testing.T) {
	script := "g = [" + gameText("play = [straddle()] * 197 + [deal(2), bet()]") + " for i in range(300)]\n"
	_, err := NewLoader(star.Options{Sources: star.Sources{Files: filesOf("main.star", script)}, Memory: guard.NewMemory(16 << 20)}).Load("main.star")
	wantError(t, err, star.CodeSteps, "too much memory, the limit is 16 MB")
}

// TestDone checks that a loading script ends when Options.Done is closed, whatever its context.
func TestDone(t *testing.T) {
	script := "def f():\n    for i in range(4000000):\n        for j in range(4000000):\n            pass\nf()\n"
	done := make(chan struct{})
	time.AfterFunc(20*time.Millisecond, func() { close(done) })
	_, err := NewLoader(star.Options{Sources: star.Sources{Files: filesOf("main.star", script)}, MaxSteps: 1 << 60, Done: func() <-chan struct{} { return done }}).Load("main.star")
	wantError(t, err, star.CodeCancelled, "the caller gave up") // and that it ends at all
}

// TestLongAnswers checks that what a script returns is limited, because the work that follows costs the script nothing: a list
// of a million ranks, claims in lists of lists, a dict, and lists that hold themselves, which would end the process.
func TestLongAnswers(t *testing.T) {
	script := "def w(c):\n    return ['A'] * 1000000\ndef lists(c):\n    return [[['A'] * 1000] * 1000]\ndef table(c):\n    return {i: (i, i) for i in range(600)}\ndef usual(c):\n    return ['A'] * 1000\n" +
		"def itself(c):\n    x = []\n    x.append(x)\n    return x\ndef around(c):\n    x = {}\n    x[1] = (x, [x])\n    return x\ndef pair(c):\n    x = [1]\n    y = [x]\n    x[0] = y\n    return (x, y)\n"
	l := NewLoader(star.Options{Sources: star.Sources{Files: filesOf("main.star", script)}})
	m, err := l.Load("main.star")
	if err != nil {
		t.Fatal(err)
	}
	thread := l.Thread("t", star.HookSteps)
	for _, name := range []string{"w", "lists", "table", "itself", "around", "pair"} {
		_, err := thread.Ask(m.Globals[name].(starlark.Callable), starlark.Tuple{starlark.None})
		wantError(t, err, star.CodeSteps, name+" returns more than 1,000 values")
	}
	if v, err := thread.Ask(m.Globals["usual"].(starlark.Callable), starlark.Tuple{starlark.None}); err != nil || starlark.Len(v) != 1000 {
		t.Error(v, err)
	}
}
