// Package fake is for tests only: what a command may touch, in memory.
package fake

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/fuzz"
)

// IO is an IO in memory: no terminal, no colour, no files but those given,
// a fixed clock and a fixed seed. It gives back what was printed.
func IO(files fstest.MapFS) (std *app.IO, stdout, stderr *bytes.Buffer) {
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	return &app.IO{
		Streams: term.Streams{
			Stdin:  term.Input{Reader: strings.NewReader("")},
			Stdout: term.NewStream(stdout),
			Stderr: term.NewStream(stderr),
			Now:    func() time.Time { return time.Unix(0, 0) },
		},
		FS:          files,
		Create:      func(string) (safefile.File, error) { return nil, fs.ErrPermission },
		CreatePlain: func(_, _ string) (safefile.File, error) { return nil, fs.ErrPermission },
		MkdirAll:    func(string) error { return fs.ErrPermission },
		Getenv:      func(string) string { return "" },
		Seed:        func() uint64 { return 42 },
		CPUs:        2,
		Version:     "(test)",
		Parsed:      &parsed,
	}, stdout, stderr
}

// parsed are the scripts that tests have parsed: most load the same houses.
var parsed star.Parsed

// File is an IO with one file.
func File(name, text string) *app.IO {
	std, _, _ := IO(fstest.MapFS{name: {Data: []byte(text)}})
	return std
}

// InText fails the test if an error about a text has a place that is not in it.
func InText(t testing.TB, err error, text string) {
	t.Helper()
	var e *diag.Error
	switch {
	case err.Error() == "":
		t.Error("an error without a text")
	case errors.As(err, &e) && e.Pos.Line > 0:
		fuzz.Place(t, text, int(e.Pos.Line), int(e.Pos.Col))
		if !utf8.ValidString(e.Detail()) {
			t.Errorf("not text: %q", e.Detail())
		}
	}
}
