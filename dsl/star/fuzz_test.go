package star

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"cardroom/engine/diag"

	"github.com/rogpeppe/go-internal/txtar"
)

// FuzzLoad loads arbitrary text. The result is always a module, or one *diag.Error whose texts can be displayed.
func FuzzLoad(f *testing.F) {
	// Not the bombs of TestBombs: each takes a second, and the fuzzer would make more of them.
	names, err := filepath.Glob("testdata/diagnose/*.txtar")
	if err != nil || len(names) == 0 {
		f.Fatalf("no test data: %v", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range txtar.Parse(data).Files {
			f.Add(string(file.Data))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		l := newTestLoader(Options{MaxSteps: 20_000, Sources: Sources{
			Files:  filesOf("main.star", text, "other.star", "x = 1"),
			Stdlib: filesOf("a.star", `load("./b.star", "b")`, "b.star", `load("./a.star", "a")`),
		}})
		m, err := l.Load("main.star")
		if (m == nil) == (err == nil) {
			t.Fatalf("module %v, error %v", m, err)
		}
		if err == nil {
			return
		}
		e := new(diag.Error)
		if !errors.As(err, &e) {
			t.Fatalf("%T: %v", err, err)
		}
		checkError(t, e, text)
	})
}

// checkError checks the invariants of every error.
func checkError(t *testing.T, e *diag.Error, text string) {
	t.Helper()
	if e.Msg == "" || e.Code == "" || e.Pos.File == "" {
		t.Errorf("incomplete: %#v", e)
	}
	if e.Code == CodePanic && !strings.HasPrefix(e.Msg, "crash: ") {
		t.Errorf("a panic: %s\n%s", e.Detail(), e.Cause.(*panicValue).Stack())
	}
	if strings.ContainsAny(e.Error(), "\n\r") || !utf8.ValidString(e.Error()) {
		t.Errorf("not one line of text: %q", e.Error())
	}
	if !utf8.ValidString(e.Detail()) {
		t.Errorf("not text: %q", e.Detail())
	}
	if e.Pos.File == "main.star" && e.Pos.Line > 0 {
		line, rest := "", text
		for range e.Pos.Line {
			line, rest = cutLine(rest)
		}
		if int(e.Pos.Col) > utf8.RuneCountInString(line)+2 {
			t.Errorf("%s: the line has %d columns", e.Pos, utf8.RuneCountInString(line))
		}
		// The line must be displayable: invalid UTF-8 becomes U+FFFD.
		if want := strings.ToValidUTF8(line, "\ufffd"); e.Source != want {
			t.Errorf("%s: got the line %q, want %q", e.Pos, e.Source, want)
		}
	}
	for _, x := range e.Also {
		checkError(t, x, text)
	}
}
