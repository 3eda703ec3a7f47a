package serve

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/messages"
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
func Print(std *app.IO) { std.Stdout.Printf("%s\n%s", protocol.Document, messages.Parameters()) }

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
	return protocol.New(messages.New(ctx, std, o.Games, o.Seed).Options()), nil
}

// Lines passes each line of r to take until the input ends. A line that is too long is passed as nil.
func Lines(ctx context.Context, r io.Reader, take func(line []byte) error) error {
	lines, failed := readMessages(ctx, r, func(line []byte) ([]byte, bool) { return line, true })
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

// lines answers each line of r on w, and calls flush when no other line is waiting. A line that cancels is obeyed when it is
// read, also if the request that it cancels still waits.
func lines(ctx context.Context, s *protocol.Server, r io.Reader, w io.Writer, flush func()) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var mu sync.Mutex
	var broken error
	put := func(text []byte, last bool) {
		mu.Lock()
		defer mu.Unlock()
		if _, err := w.Write(text); err != nil && broken == nil {
			broken = err
			cancel() // nobody reads any more
		}
		if last {
			flush()
		}
	}
	begun, failed := readMessages(ctx, r, func(line []byte) (*protocol.Begun, bool) {
		switch {
		case line == nil:
			return s.TooLong(), true
		case len(bytes.TrimSpace(line)) == 0:
			return nil, false
		}
		b := s.Begin(ctx, line)
		if !b.Cancels() {
			return b, true
		}
		var out bytes.Buffer
		if err := b.Answer(&out, nil); err == nil {
			put(out.Bytes(), true)
		}
		return nil, false
	})
	var out bytes.Buffer
	for {
		select {
		case <-ctx.Done():
			return cmp.Or(broken, ctx.Err())
		case b, ok := <-begun:
			if !ok {
				return <-failed
			}
			out.Reset()
			sending := protocol.ProgressLines(func(line []byte) { put(line, true) })
			err := b.Answer(&out, sending.Tell)
			sending.End()
			if err != nil {
				return err
			}
			put(out.Bytes(), len(begun) == 0)
		}
	}
}

// mostWaiting is the largest number of lines that wait for their answer.
const mostWaiting = 16

// readMessages passes each line to take, with nil for a line that is too long, and returns a channel of what it returns, and a channel
// that receives the error at the end.
func readMessages[T any](ctx context.Context, r io.Reader, take func(line []byte) (T, bool)) (<-chan T, <-chan error) {
	lines, failed := make(chan T, mostWaiting), make(chan error, 1)
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
				if taken, ok := take(line); ok {
					select {
					case lines <- taken:
					case <-ctx.Done():
						return
					}
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
