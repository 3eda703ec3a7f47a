// Package serving implements the command serve: it carries the messages of dsl/protocol over lines of standard input and
// output, or over HTTP to a page on the same machine.
package serving

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/desk"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/dsl/protocol"
)

// Options configure the server.
type Options struct {
	Games []string // scripts that messages may name, in addition to the houses
	Seed  uint64
	Port  int  // on this machine; 0 chooses a free port
	Open  bool // open the page in the user's browser
}

// Print prints the documentation of the messages.
func Print(std *app.IO) { std.Stdout.Printf("%s", protocol.Document) }

// Serve answers lines until the input ends.
func Serve(ctx context.Context, std *app.IO, o Options) error {
	s, err := NewServer(ctx, std, o)
	if err != nil {
		return err
	}
	return lines(ctx, s, std.Stdin, std.Stdout, std.Stdout.Flush)
}

// NewServer returns a server for the houses and the scripts of the command line.
func NewServer(ctx context.Context, std *app.IO, o Options) (*protocol.Server, error) {
	for _, name := range o.Games { // a script that cannot be loaded is an error of the command line
		if _, _, err := library.Load(std, name, nil); err != nil {
			return nil, err
		}
	}
	return protocol.New(desk.New(ctx, std, o.Games, o.Seed).Options()), nil
}

// Lines passes each line of r to take until the input ends. A line that is too long is passed as nil.
func Lines(ctx context.Context, r io.Reader, take func(line []byte) error) error {
	lines, failed := read(ctx, r)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, ok := <-lines:
			if !ok {
				return <-failed
			}
			if err := take(line); err != nil {
				return err
			}
		}
	}
}

// lines answers each line of r on w, and calls flush when no other line is waiting.
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
			case mayTakeLong(line):
				err = untilAnswered(ctx, s, line, lines, w, flush)
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

// mayTakeLong reports whether a line asks for work that can be canceled.
func mayTakeLong(line []byte) bool {
	for _, word := range []string{`"simulate"`, `"solve"`, `"odds"`, `"test"`, `"diff"`} {
		if bytes.Contains(line, []byte(word)) {
			return true
		}
	}
	return false
}

// untilAnswered answers a line and writes lines of progress. Meanwhile it accepts one more line if that line cancels work;
// any other line waits.
func untilAnswered(ctx context.Context, s *protocol.Server, line []byte, next <-chan []byte, w io.Writer, flush func()) error {
	var mu sync.Mutex
	write := func(text []byte) {
		mu.Lock()
		defer mu.Unlock()
		_, _ = w.Write(text)
		flush()
	}
	answered := make(chan error, 1)
	go func() {
		var out bytes.Buffer
		sending := protocol.ProgressLines(write)
		err := s.AnswerWith(ctx, &out, line, sending.Tell)
		sending.End()
		write(out.Bytes())
		answered <- err
	}()
	for {
		select {
		case err := <-answered:
			return err
		case line, ok := <-next:
			if ok && bytes.Contains(line, []byte(`"cancel"`)) {
				var out bytes.Buffer
				if err := s.Answer(&out, line); err != nil {
					return err
				}
				write(out.Bytes())
				continue
			}
			if err := <-answered; err != nil || !ok {
				return err
			}
			if line == nil {
				return s.TooLong(w)
			}
			if mayTakeLong(line) {
				return untilAnswered(ctx, s, line, next, w, flush)
			}
			return s.Answer(w, line)
		}
	}
}

// read returns a channel of lines, with nil for a line that is too long, and a channel that receives the error at the end.
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
