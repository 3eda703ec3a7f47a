package star

import (
	"fmt"
	"strings"
	"testing"

	"go.starlark.net/starlark"
)

// hundredLines returns a module of 100 lines like those of a house: loads, options, constants, functions, calls of builtins.
func hundredLines() string {
	var b strings.Builder
	b.WriteString("\"\"\"A house of many games.\"\"\"\n\nload(\"./house.star\", \"house\")\n\n")
	for i := range 16 {
		fmt.Fprintf(&b, `raises%[1]d = option("raises %[1]d", 3, [3, 4], about = "How many.")

def streets%[1]d(n):
    return [deal(n, up = k) for k in range(n)] + [deal(1)]

game%[1]d = game("game %[1]d", play = streets%[1]d(4), who = ["sb", "bb"])
`, i)
	}
	return b.String()
}

// BenchmarkLoad loads a module of 100 lines (and one of a line) with a new loader each time.
func BenchmarkLoad(b *testing.B) {
	text := hundredLines()
	if n := strings.Count(text, "\n"); n != 100 {
		b.Fatalf("%d lines", n)
	}
	words := testWords()
	src := Sources{Files: filesOf("main.star", text, "house.star", "house = 1\n")}
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		l := NewLoader(Options{Sources: src, Words: words})
		if _, err := l.Load("main.star"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCall calls a builtin with four arguments, two of them by keyword.
func BenchmarkCall(b *testing.B) {
	words := testWords().Predeclared()
	game := words["game"].(*starlark.Builtin)
	thread := new(starlark.Thread)
	args := starlark.Tuple{starlark.String("Omaha"), starlark.NewList([]starlark.Value{words["some_step"]})}
	kwargs := []starlark.Tuple{{starlark.String("who"), starlark.String("sb")}, {starlark.String("hook"), starlark.None}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := game.CallInternal(thread, args, kwargs); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkThreadCall calls a hook that does almost nothing.
func BenchmarkThreadCall(b *testing.B) {
	l := newTestLoader(Options{Sources: Sources{Files: filesOf("main.star", "def f(x):\n    return x\n")}})
	f := mustLoad(b, l, "main.star").Globals["f"].(starlark.Callable)
	thread := l.Thread("bench", 10_000)
	args := starlark.Tuple{starlark.MakeInt(1)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := thread.Call(f, args, nil); err != nil {
			b.Fatal(err)
		}
	}
}
