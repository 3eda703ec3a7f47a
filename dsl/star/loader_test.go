package star

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"cardroom/engine/diag"

	"go.starlark.net/starlark"
)

var testPos = diag.Pos{File: "test", Line: 1, Col: 1}

// filesOf makes a file system from pairs of name and text.
func filesOf(pairs ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		fsys[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return fsys
}

func loadText(t testing.TB, text string) (*Module, error) {
	t.Helper()
	return newTestLoader(Options{Sources: Sources{Files: filesOf("main.star", text)}}).Load("main.star")
}

func mustLoad(t testing.TB, l *Loader, ref string) *Module {
	t.Helper()
	m, err := l.Load(ref)
	if err != nil {
		t.Fatal(err.(*diag.Error).Detail())
	}
	return m
}

// wantError checks the code of an error and a part of its message.
func wantError(t testing.TB, err error, code, part string) {
	t.Helper()
	e := new(diag.Error)
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want an *diag.Error with %q", err, part)
	}
	if e.Code != code || !strings.Contains(e.Error(), part) {
		t.Fatalf("got [%s] %s, want [%s] …%s…", e.Code, e.Error(), code, part)
	}
}

func TestModule(t *testing.T) {
	l := NewLoader(Options{Sources: Sources{
		Scripts: filesOf(
			"angies/house.star", `load("@stdlib//kill.star", "kill")`+"\nhouse = kill\n",
			"angies/omaha.star", `"""
    Omaha at Angie's.

      It has four cards.
    """
load("./house.star", "house")
load("@stdlib//kill.star", k = "kill")
load("./house.star", again = "house")
z, a = 1, [house]
def f():
    return k
z2 = again
`),
		Stdlib: filesOf("kill.star", "kill = 2"),
	}})
	m := mustLoad(t, l, "@scripts//angies/omaha.star")
	if want := "Omaha at Angie's.\n\n  It has four cards."; m.Doc != want {
		t.Errorf("doc %q, want %q", m.Doc, want)
	}
	if got := strings.Join(m.Order, " "); got != "z a f z2" {
		t.Errorf("order %s", got)
	}
	if m.Globals.Has("house") || len(m.Globals) != 4 {
		t.Errorf("globals %v", m.Globals)
	}
	var paths []string
	for mod := range m.All() {
		paths = append(paths, mod.Path)
	}
	if got := strings.Join(paths, " "); got != "@stdlib//kill.star @scripts//angies/house.star @scripts//angies/omaha.star" {
		t.Errorf("modules %s", got)
	}
	if len(m.Loads) != 2 {
		t.Errorf("%d direct loads, want 2", len(m.Loads))
	}
	if err := m.Globals["a"].(*starlark.List).Append(starlark.None); err == nil {
		t.Error("globals are not frozen")
	}
	if again := mustLoad(t, l, "@scripts//angies/../angies/omaha.star"); again != m {
		t.Error("one script is two modules")
	}
}

func TestOptions(t *testing.T) {
	l := NewLoader(Options{
		Sources: Sources{Files: filesOf(
			"house.star", `short = option("short blind", "call", ["call", "full"], about = "A blind too short.", ref = "angies.holdem.3")
reopens = option("half bet reopens", True)
`,
			"game.star", `load("./house.star", _s = "short", _r = "reopens")
raises = option("raises", 3, [3, 4])
values = (_s, _r, raises)
`)},
		Set: map[string]string{"short blind": "full", "half bet reopens": "no", "rasies": "4"},
	})
	m := mustLoad(t, l, "./game.star")
	if got := m.Globals["values"].String(); got != `("full", False, 3)` {
		t.Errorf("values %s", got)
	}
	var got []string
	for _, o := range m.AllOptions() {
		got = append(got, fmt.Sprintf("%s=%s (%s) at %s", o.Name, o.Text(), o.Default, o.Pos))
	}
	want := []string{
		`short blind=full ("call") at house.star:1:9`,
		`half bet reopens=no (True) at house.star:2:11`,
		`raises=3 (3) at game.star:2:10`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("options\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestUnreadable(t *testing.T) {
	big := strings.Repeat("# a comment line\n", MaxScript/17+1)
	l := newTestLoader(Options{Sources: Sources{Files: filesOf(
		"big.star", big, "latin1.star", "x = 1\ny = \"caf\xe9\"\n", "bom.star", "\ufeffx = 1\n", "nul.star", "x = 1\x00", "dir/a.star", "",
		"word.star", "x = 1\ny = "+strings.Repeat("a", 5000)+"\n", "number.star", "x = "+strings.Repeat("9", 900_000),
		"loads.star", `load("./latin1.star", "x")`,
	)}})
	for _, tt := range []struct{ ref, part string }{
		{"big.star", "big.star: it is larger than 1048576 bytes"},
		{"latin1.star", "latin1.star:2:9: it is not UTF-8 text"},
		{"loads.star", "latin1.star:2:9: it is not UTF-8 text"},
		{"bom.star", "bom.star:1:1: the file starts with a byte order mark"},
		{"nul.star", "nul.star:1:6: it is not text: it contains a NUL byte"},
		{"word.star", "word.star:2:5: a word of more than 4096 letters or digits"},
		{"number.star", "number.star:1:5: a word of more than 4096"},
		{"dir", "it is a directory"},
		{"dir/../..", "outside"},
		{"..", "outside"},
		{"/etc/passwd", "not a path"},
		{"", "the path names no file"},
		{"a\\b.star", "not a path"},
		{"@stdlib//a.star", "@stdlib//a.star: there are no such scripts here"},
		{"@stdlib//", "the path names no file"},
		{"@", "no such source"},
		{"gone.star", "gone.star: no such script"},
	} {
		_, err := l.Load(tt.ref)
		wantError(t, err, CodeLoad, tt.part)
	}

	l = newTestLoader(Options{Sources: Sources{Files: brokenFS{}}})
	_, err := l.Load("a.star")
	wantError(t, err, CodeLoad, "a.star: cannot read it: permission denied")
	if !errors.Is(err, fs.ErrPermission) {
		t.Error("the cause is lost")
	}
}

type brokenFS struct{}

func (brokenFS) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}

// endlessFS has a script for every number, which loads the next one, and itself under any number of names.
type endlessFS struct{ format string }

func (e endlessFS) Open(name string) (fs.File, error) {
	var n int
	if _, err := fmt.Sscanf(name, "%d.star", &n); err != nil {
		return nil, fs.ErrNotExist
	}
	return fstest.MapFS{name: {Data: []byte(fmt.Sprintf(e.format, n+1, 2*n+1))}}.Open(name)
}

func TestEndlessChain(t *testing.T) {
	l := newTestLoader(Options{Sources: Sources{Files: endlessFS{"load(\"./%d.star\", x = \"y\") # %d\ny = 1\n"}}})
	_, err := l.Load("0.star")
	wantError(t, err, CodeLoad, "64.star:1:6: cannot load 65.star: 64 scripts already load each other in a row")
	if d := err.(*diag.Error).Detail(); strings.Count(d, "\n") > 30 {
		t.Errorf("the detail is too long:\n%s", d)
	}
	// The chain is too long, not the script: loaded directly, it fails only because of what follows it.
	_, err = l.Load("60.star")
	wantError(t, err, CodeLoad, "cannot load 125.star")
}

func TestTooManyModules(t *testing.T) {
	fsys := fstest.MapFS{}
	var main strings.Builder
	for i := range maxModules + 1 {
		fsys[fmt.Sprintf("%d.star", i)] = &fstest.MapFile{Data: []byte("x = 1")}
		fmt.Fprintf(&main, "load(\"./%d.star\", x%d = \"x\")\n", i, i)
	}
	fsys["main.star"] = &fstest.MapFile{Data: []byte(main.String())}
	_, err := newTestLoader(Options{Sources: Sources{Files: fsys}}).Load("main.star")
	wantError(t, err, CodeLoad, "main.star:1001:6: cannot load 1000.star: 1000 scripts are loaded already")
}

// TestFailureIsRemembered checks that a faulty script does not run again, and that its error shows the load chain of each caller.
func TestFailureIsRemembered(t *testing.T) {
	runs := 0
	l := newTestLoader(Options{
		Print: func(string, string) { runs++ },
		Sources: Sources{Files: filesOf(
			"bad.star", "print(1)\nx = 1 + None\n",
			"a.star", `load("./bad.star", "x")`,
			"b.star", `load("./bad.star", "x")`,
		)},
	})
	for _, name := range []string{"a.star", "b.star", "a.star"} {
		_, err := l.Load(name)
		wantError(t, err, CodeEval, "bad.star:2:7: unknown binary op: int + NoneType")
		if got := err.(*diag.Error).Stack; len(got) != 1 || got[0].Pos.File != name {
			t.Errorf("stack %v, want one frame in %s", got, name)
		}
	}
	if runs != 1 {
		t.Errorf("the script ran %d times", runs)
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	l := newTestLoader(Options{
		Print: func(string, string) { cancel() },
		Sources: Sources{Files: filesOf("main.star", `
def spin():
    print("on")
    for i in range(4000000):
        for j in range(4000000):
            pass
spin()
`)},
		MaxSteps: 1 << 60,
	})
	_, err := l.LoadContext(ctx, "main.star")
	wantError(t, err, CodeCancelled, "stopped: the caller gave up")
	if !errors.Is(err, context.Canceled) {
		t.Error("the error does not say that the context has ended")
	}
}

// TestConcurrent loads one set of scripts from many goroutines. Run it with -race.
func TestConcurrent(t *testing.T) {
	var mu sync.Mutex
	printed := map[string]int{}
	fsys := fstest.MapFS{}
	const n = 20
	for i := range n {
		text := fmt.Sprintf("print(%d)\nx = option(\"o%d\", %d)\ndef f(n):\n    return n * x\n", i, i, i)
		if i > 0 {
			text = fmt.Sprintf("load(\"./%d.star\", y = \"x\")\n", i/2) + text
		}
		fsys[fmt.Sprintf("%d.star", i+1)] = &fstest.MapFile{Data: []byte(text)}
	}
	fsys["0.star"] = &fstest.MapFile{Data: []byte("x = 0")}
	l := newTestLoader(Options{Sources: Sources{Files: fsys}, Print: func(module, msg string) {
		mu.Lock()
		defer mu.Unlock()
		printed[module]++
	}})
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			thread := l.Thread("hook", 0)
			for i := range n {
				k := (i*7 + g) % n
				m, err := l.Load(fmt.Sprintf("%d.star", k+1))
				if err != nil {
					t.Error(err)
					return
				}
				v, err := thread.Call(m.Globals["f"].(starlark.Callable), starlark.Tuple{starlark.MakeInt(2)}, nil)
				if err != nil || v.String() != fmt.Sprint(2*k) {
					t.Errorf("f(2) of %d: %v, %v", k, v, err)
				}
			}
		})
	}
	wg.Wait()
	for module, count := range printed {
		if count != 1 {
			t.Errorf("%s ran %d times", module, count)
		}
	}
}

func TestThread(t *testing.T) {
	l := newTestLoader(Options{Sources: Sources{Files: filesOf("main.star", `
def spin(n):
    for i in range(n):
        pass
    return n
def bad(hand):
    return hand.nothing
def declare():
    option("late", 1)
`)}})
	m := mustLoad(t, l, "main.star")
	thread := l.Thread("hook", 1000)
	call := func(name string, arg starlark.Value) error {
		_, err := thread.Call(m.Globals[name].(starlark.Callable), starlark.Tuple{arg}, nil)
		return err
	}
	// The step counter of a thread only grows, but each call has its own budget.
	for range 5 {
		if err := call("spin", starlark.MakeInt(100)); err != nil {
			t.Fatal(err)
		}
		wantError(t, call("spin", starlark.MakeInt(1000)), CodeSteps, "main.star:3:5: too many steps, the limit is 1000")
	}
	err := call("bad", starlark.None)
	wantError(t, err, CodeEval, "main.star:7:16: NoneType has no .nothing field")
	if !strings.Contains(err.(*diag.Error).Detail(), "return hand.nothing\n                   ^") {
		t.Error(err.(*diag.Error).Detail())
	}
	_, err = thread.Call(m.Globals["declare"].(starlark.Callable), nil, nil)
	wantError(t, err, CodeArgument, "main.star:9:5: option: declare options while a script loads")
}

func TestDedent(t *testing.T) {
	for _, tt := range [][2]string{
		{"", ""},
		{"  \n \n", ""},
		{"One line.", "One line."},
		{" One line. ", "One line."},
		{"First.\n\n    Second.\n      Deeper.\n    ", "First.\n\nSecond.\n  Deeper."},
		{"\n    First.\n      Deeper.\n\n    Last.", "First.\n  Deeper.\n\nLast."},
		{"\r\n\tFirst.\r\n\tSecond.\r\n", "First.\nSecond."},
	} {
		if got := Dedent(tt[0]); got != tt[1] {
			t.Errorf("Dedent(%q) = %q, want %q", tt[0], got, tt[1])
		}
	}
}

// TestFreeze checks that values a script passes to a builtin are frozen too, even if only Go data holds them.
func TestFreeze(t *testing.T) {
	m, err := loadText(t, `
def make():
    calls = []
    def hook(x):
        calls.append(x)
        return calls
    play = [deal(1)]
    game("a", play, hook = hook)
    play.append(deal(2)) # still its own while it loads
    return play
n = len(make())
def self():
    fs = []
    def f():
        return fs
    fs.append(f) # a cycle through a list ends where the list is frozen already
    return f
f = self()
`)
	if err != nil {
		t.Fatal(err.(*diag.Error).Detail())
	}
	if m.Globals["n"].String() != "2" {
		t.Error(m.Globals["n"])
	}

	var hook starlark.Callable
	b := &Builtin{Name: "keep", Params: []Param{{Name: "f", Type: "function"}}}
	b.Fn = func(c *Call) (starlark.Value, error) { hook = c.Func("f"); return nil, nil }
	l := NewLoader(Options{Words: wordsOf(b), Sources: Sources{Files: filesOf("main.star", `
def make():
    calls = []
    keep(lambda x: calls.append(x))
make()
`)}})
	mustLoad(t, l, "main.star")
	_, err = l.Thread("hook", 0).Call(hook, starlark.Tuple{starlark.None}, nil)
	wantError(t, err, CodeEval, "main.star:4:26: append: cannot append to frozen list")
}

// TestNesting checks the nesting limit. A sum of as many terms as a file can hold is a tree just as deep, and visiting it takes
// time quadratic in its depth.
func TestNesting(t *testing.T) {
	for _, tt := range []struct{ name, text, part string }{
		{"sum", "y = 1\nx = " + strings.Repeat("1+", 200_000) + "1\n", "a.star:2:1: more than 500 nested expressions"},
		{"attributes", "x = y" + strings.Repeat(".b", 200_000) + "\n", "a.star:1:1: more than 500 nested expressions"},
		{"calls", "x = y" + strings.Repeat("()", 200_000) + "\n", "a.star:1:1: more than 500 nested expressions"},
		{"choice", "def f(x):\n    if x:\n        return 0\n" + strings.Repeat("    elif x:\n        return 1\n", 30_000), "a.star:1:1: more than 500 nested expressions"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := newTestLoader(Options{Sources: Sources{Files: filesOf("a.star", tt.text)}}).Load("a.star")
			wantError(t, err, CodeSyntax, tt.part)
		})
	}
	sum := "x = " + strings.Repeat("1+", 450) + "1\n"
	if _, err := newTestLoader(Options{Sources: Sources{Files: filesOf("a.star", sum)}}).Load("a.star"); err != nil {
		t.Errorf("a sum of 450 terms: %v", err)
	}
}

// TestParsed checks that cached scripts load like others, with other options and with a changed text.
func TestParsed(t *testing.T) {
	var parsed Parsed
	text := `o = option("answer", "1", ["1", "2"])` + "\nx = o + \"%s\"\n"
	for range 2 {
		for i := range 2 * maxParsed {
			for _, set := range []string{"1", "2"} {
				files := fstest.MapFS{"a.star": {Data: fmt.Appendf(nil, text, strconv.Itoa(i))}}
				l := NewLoader(Options{Sources: Sources{Files: files}, Set: map[string]string{"answer": set}, Parsed: &parsed})
				m, err := l.Load("a.star")
				if err != nil {
					t.Fatal(err)
				}
				if got, want := m.Globals["x"], starlark.String(set+strconv.Itoa(i)); got != want {
					t.Errorf("x is %s, want %s", got, want)
				}
			}
		}
	}
	if n := len(parsed.scripts[place{path: "a.star"}.String()]); n != maxParsed {
		t.Errorf("%d texts are kept, want %d", n, maxParsed)
	}
}
