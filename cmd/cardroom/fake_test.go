package main

import (
	"bytes"
	"context"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/cmd/cardroom/internal/term"
)

// fakeIO is an IO in memory: no terminal, no colour, no files but those given,
// a fixed clock and a fixed seed. It gives back what was printed.
func fakeIO(files fstest.MapFS) (std *app.IO, stdout, stderr *bytes.Buffer) {
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
	}, stdout, stderr
}

// runLine runs a command line of words without blanks in them.
func runLine(t *testing.T, std *app.IO, line string) int {
	t.Helper()
	return run(context.Background(), std, strings.Fields(line))
}
