// Package serving is what `serve` does: it carries the messages of dsl/protocol over
// lines of standard input and output, or over HTTP to a page on the same machine.
package serving

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/dsl/protocol"
	"cardroom/engine/plan"
)

// Options are what a client may play.
type Options struct {
	Games []string // scripts that messages may name, apart from the houses
	Seed  uint64
	Port  int  // of this machine, 0 for any that is free
	Open  bool // show the page in the user's browser
}

// Print prints the messages in words.
func Print(std *app.IO) { std.Stdout.Printf("%s", protocol.Document) }

// Serve answers lines until the input ends.
func Serve(ctx context.Context, std *app.IO, o Options) error {
	s, err := newServer(ctx, std, o)
	if err != nil {
		return err
	}
	return lines(ctx, s, std.Stdin, std.Stdout, std.Stdout.Flush)
}

// newServer is a server of the houses and of the scripts of the command line.
func newServer(ctx context.Context, std *app.IO, o Options) (*protocol.Server, error) {
	for _, name := range o.Games { // a script that cannot be loaded is a mistake of the command line
		if _, _, err := library.Load(std, name, nil); err != nil {
			return nil, err
		}
	}
	return protocol.New(protocol.Options{
		Find:   func(name string, set map[string]string) (*plan.Game, error) { return find(std, o.Games, name, set) },
		Games:  func() ([]*plan.Game, error) { return library.Games(ctx, std) },
		Seed:   o.Seed,
		Limits: protocol.Usual,
	}), nil
}

// find finds a game without opening a file that only a message names.
func find(std *app.IO, own []string, name string, set map[string]string) (*plan.Game, error) {
	if (strings.Contains(name, ".star") || strings.ContainsAny(name, `\@`)) && !slices.Contains(own, name) {
		return nil, &protocol.Fault{Code: protocol.Unknown, Message: "messages name no files", Hint: "name a game of a house, or start serve with the script"}
	}
	game, _, err := library.Load(std, name, set)
	return game, err
}

// lines answers each line of r on w, and calls flush when no other line waits.
func lines(ctx context.Context, s *protocol.Server, r io.Reader, w io.Writer, flush func()) error {
	lines, failed := read(ctx, r)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, ok := <-lines:
			if !ok {
				return <-failed
			}
			var err error
			switch {
			case line == nil:
				err = s.TooLong(w)
			case len(strings.TrimSpace(string(line))) > 0:
				err = s.Answer(w, line)
			}
			if err != nil {
				return err
			}
			if len(lines) == 0 {
				flush()
			}
		}
	}
}

// read hands over lines, nil for one that is too long, and at the end the error.
func read(ctx context.Context, r io.Reader) (<-chan []byte, <-chan error) {
	lines, failed := make(chan []byte, 1), make(chan error, 1)
	go func() {
		defer close(lines)
		in := bufio.NewReaderSize(r, protocol.Usual.Bytes)
		for {
			line, err := in.ReadSlice('\n')
			line = slices.Clone(line)
			for long := errors.Is(err, bufio.ErrBufferFull); errors.Is(err, bufio.ErrBufferFull); {
				if _, err = in.ReadSlice('\n'); long {
					line = nil
				}
			}
			if line == nil || len(line) > 0 {
				select {
				case lines <- line:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				if errors.Is(err, io.EOF) {
					err = nil
				}
				failed <- err
				return
			}
		}
	}()
	return lines, failed
}
