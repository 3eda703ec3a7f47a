// Package fake provides an in-memory app.IO for tests.
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

// IO returns an IO in memory: no terminal, no color, only the given files, a fixed
// clock and a fixed seed. It also returns the buffers of its outputs.
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

// parsed caches the scripts that tests have parsed, because most tests load the same
// houses.
var parsed star.Parsed

// File returns an IO with one file.
func File(name, text string) *app.IO {
	std, _, _ := IO(fstest.MapFS{name: {Data: []byte(text)}})
	return std
}

// InText fails the test if an error about a text has a position outside the text.
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
