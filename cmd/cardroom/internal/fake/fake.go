// Package fake is for tests only: what a command may touch, in memory.
package fake

import (
	"bytes"
	"io/fs"
	"strings"
	"testing/fstest"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/cmd/cardroom/internal/term"
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
	}, stdout, stderr
}
