package star

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"cardroom/engine/diag"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"go.starlark.net/starlark"
)

var update = flag.Bool("update", false, "rewrite the goldens in testdata")

// sources splits the files of an archive by their first folder: stdlib/, scripts/ or other.
func sources(files []txtar.File) Sources {
	all := map[string]fstest.MapFS{"stdlib": {}, "scripts": {}, "": {}}
	for _, f := range files {
		source, rest, ok := strings.Cut(f.Name, "/")
		if !ok || all[source] == nil {
			source, rest = "", f.Name
		}
		all[source][rest] = &fstest.MapFile{Data: f.Data}
	}
	return Sources{Stdlib: all["stdlib"], Scripts: all["scripts"], Files: all[""]}
}

// testWords are option and builtins that exist only in these tests, so that suggestions in the golden files do not change when
// the language grows.
var testWords = sync.OnceValue(func() *Words {
	return wordsOf(
		&Builtin{
			Name: "deal",
			Params: []Param{
				{Name: "n", Type: "int", Min: 1, Max: 7},
				{Name: "up", Type: "int", Default: "0", Min: 0, Max: NoLimit},
				{Name: "flashed", Type: "string", Default: "None", Enum: []string{"keep", "replace"}},
			},
			Fn: func(c *Call) (starlark.Value, error) { return Wrap("step", c.Int("n"), c.Pos), nil },
		},
		&Builtin{
			Name: "game",
			Params: []Param{
				{Name: "name", Type: "string"},
				{Name: "play", Type: "list of step"},
				{Name: "who", Type: "string or list of string", Default: "[]", Enum: []string{"sb", "bb", "utg"}},
				{Name: "hook", Type: "function", Default: "None"},
			},
			Fn: func(c *Call) (starlark.Value, error) {
				steps := UnwrapList[int](c, "play")
				for i, n := range steps {
					if n == 7 {
						pos, _ := PosOf(c.List("play")[i])
						return nil, &diag.Error{Pos: pos, Code: CodeArgument, Msg: fmt.Sprintf("game: %d cards are too many", n), Hint: "deal fewer"}
					}
				}
				return starlark.MakeInt(len(steps)), nil
			},
		},
		&Builtin{
			Name:   "many",
			Params: []Param{{Name: "what", Type: "int", Rest: true}, {Name: "tail", Type: "bool", Default: "False"}, {Name: "fields", Type: "string", KwRest: true}},
			Fn:     func(c *Call) (starlark.Value, error) { return starlark.MakeInt(len(c.List("what"))), nil },
		},
		&Builtin{
			Name:   "sticky",
			Params: []Param{{Name: "x", Type: "any"}},
			Fn: func(c *Call) (starlark.Value, error) {
				return starlark.MakeInt(100 / c.Int("x")), nil
			},
		},
		&Builtin{Name: "crash", Fn: func(c *Call) (starlark.Value, error) { panic("boom") }},
		&Builtin{Name: "plain_error", Fn: func(c *Call) (starlark.Value, error) { return nil, os.ErrPermission }},
	)
})

// wordsOf returns the builtins of a test, the step some_step, and option.
func wordsOf(builtins ...*Builtin) *Words {
	return NewWords(WordList{
		Builtins:  append(builtins, OptionWord, StructWord),
		Constants: []*Constant{{Name: "some_step", Value: Wrap("step", 1, testPos)}},
		Elsewhere: map[string]string{"true": "the values are True and False", "false": "the values are True and False", "sum": "add in a loop: for x in list: total += x"},
	})
}

// newTestLoader returns a loader with the words of these tests.
func newTestLoader(o Options) *Loader {
	o.Words = testWords()
	return NewLoader(o)
}

// expectation is "#~ CODE COL text of the message | text of the hint" on the line of the error; " ~~ " separates several on one
// line.
type expectation struct {
	file, code, msg, hint string
	line, col             int
}

func expectations(t *testing.T, files []txtar.File) []expectation {
	t.Helper()
	var out []expectation
	for _, f := range files {
		name := f.Name
		if source, rest, ok := strings.Cut(name, "/"); ok && (source == "stdlib" || source == "scripts") {
			name = "@" + source + "//" + rest
		}
		for i, line := range strings.Split(string(f.Data), "\n") {
			_, wants, ok := strings.Cut(line, "#~ ")
			if !ok {
				continue
			}
			for want := range strings.SplitSeq(wants, " ~~ ") {
				parts := strings.SplitN(want, " ", 3)
				if len(parts) < 3 {
					t.Fatalf("%s:%d: bad expectation %q", f.Name, i+1, want)
				}
				col, err := strconv.Atoi(parts[1])
				if err != nil {
					t.Fatalf("%s:%d: bad column: %v", f.Name, i+1, err)
				}
				msg, hint, _ := strings.Cut(parts[2], " | ")
				out = append(out, expectation{name, parts[0], msg, hint, i + 1, col})
			}
		}
	}
	return out
}

// TestDiagnostics loads main.star of each archive in testdata/diagnose. Comments in the scripts state which errors must occur and
// where; "-- detail --" is the text that users read; "-- printed --" is what the scripts print. Lines "key: value" before the
// files set options.
func TestDiagnostics(t *testing.T) {
	names, err := filepath.Glob("testdata/diagnose/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { testArchive(t, name) })
	}
}

func testArchive(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var scripts []txtar.File
	golden := map[string]*txtar.File{}
	for i, f := range archive.Files {
		if f.Name == "detail" || f.Name == "printed" {
			golden[f.Name] = &archive.Files[i]
			continue
		}
		scripts = append(scripts, f)
	}
	var printed strings.Builder
	opts := Options{Sources: sources(scripts), Set: map[string]string{}}
	opts.Print = func(module, msg string) { fmt.Fprintf(&printed, "%s: %s\n", module, msg) }
	ref := "main.star"
	for line := range strings.Lines(string(archive.Comment)) {
		switch key, value, _ := strings.Cut(strings.TrimSpace(line), ": "); key {
		case "load":
			ref = value
		case "steps":
			opts.MaxSteps, _ = strconv.ParseUint(value, 10, 64)
		case "set":
			k, v, _ := strings.Cut(value, "=")
			opts.Set[k] = v
		}
	}
	_, err = newTestLoader(opts).Load(ref)
	compareErrors(t, err, expectations(t, scripts))

	got := map[string]string{"printed": printed.String()}
	if e, ok := err.(*diag.Error); ok {
		got["detail"] = e.Detail() + "\n"
	}
	for key, f := range golden {
		if *update {
			f.Data = []byte(got[key])
			continue
		}
		if diff := cmp.Diff(string(f.Data), got[key]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func compareErrors(t *testing.T, err error, want []expectation) {
	t.Helper()
	var got []*diag.Error
	if err != nil {
		e, ok := err.(*diag.Error)
		if !ok {
			t.Fatalf("got a %T, want *diag.Error: %v", err, err)
		}
		got = e.All()
	}
	for i, e := range got {
		if strings.ContainsAny(e.Error(), "\n\r") {
			t.Errorf("the message has more than one line: %q", e.Error())
		}
		if i >= len(want) {
			if e.Pos.Line > 0 {
				t.Errorf("unexpected: [%s] %s", e.Code, e.Detail())
			}
			continue
		}
		w := want[i]
		if e.Pos.File != w.file || int(e.Pos.Line) != w.line || int(e.Pos.Col) != w.col || e.Code != w.code ||
			!strings.Contains(e.Msg, w.msg) || !strings.Contains(e.Hint, w.hint) {
			t.Errorf("got  [%s] %s | %s\nwant [%s] %s:%d:%d: %s | %s", e.Code, e.Error(), e.Hint, w.code, w.file, w.line, w.col, w.msg, w.hint)
		}
	}
	for _, w := range want[min(len(got), len(want)):] {
		t.Errorf("missing: [%s] %s:%d:%d: %s", w.code, w.file, w.line, w.col, w.msg)
	}
}
