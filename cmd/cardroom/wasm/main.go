//go:build js && wasm

// Command wasm is the engine for browsers: it answers the messages of 'cardroom serve' in a
// Web Worker. It calls cardroomReady with a function that takes a message as text and a
// callback. The callback receives lines of progress and finally the answer, as text.
//
// Not linked is what only the command line needs: flags and help, the line editor, servers, readers of recorded hands, and with
// term.Browser text, pages, charts and tables of rows. The command site leaves inlining to what runs for every card.
//
//	GOOS=js GOARCH=wasm go build -ldflags='-s -w' -trimpath -o cardroom.wasm ./cmd/cardroom/wasm
package main

import (
	"bytes"
	"context"
	"io/fs"
	"math/rand/v2"
	"strings"
	"syscall/js"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/messages"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/protocol"
)

func main() {
	// JavaScript numbers are exact up to 2^53.
	s := protocol.New(messages.New(context.Background(), browser(), nil, rand.Uint64()>>11).Options())
	js.Global().Call("cardroomReady", js.FuncOf(func(_ js.Value, args []js.Value) any {
		go answer(s, args[0].String(), args[1])
		return nil
	}))
	select {}
}

// answer answers a message, and reports its progress.
func answer(s *protocol.Server, message string, to js.Value) {
	var out bytes.Buffer
	progress := protocol.ProgressLines(func(line []byte) { to.Invoke(string(line)) })
	err := s.AnswerWith(context.Background(), &out, []byte(message), progress.Tell)
	progress.End()
	if err != nil {
		panic(err)
	}
	to.Invoke(out.String())
}

// browser returns the IO of commands in a browser: they can use only the time.
func browser() *app.IO {
	_, release := app.Versions()
	return &app.IO{
		Streams: term.Streams{
			Stdin:  term.Input{Reader: strings.NewReader("")},
			Stdout: term.NewStream(&bytes.Buffer{}),
			Stderr: term.NewStream(&bytes.Buffer{}),
			Now:    time.Now,
		},
		FS:     noFiles{},
		Getenv: func(string) string { return "" },
		CPUs:   1,

		Release: release,
	}
}

// noFiles is a file system without files.
type noFiles struct{}

func (noFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

func (noFiles) Stat(name string) (fs.FileInfo, error) {
	return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
}

func (noFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
