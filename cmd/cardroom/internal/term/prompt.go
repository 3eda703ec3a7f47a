package term

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
)

// ErrInterrupt is returned for ^C at a prompt.
var ErrInterrupt = errors.New("interrupted at the prompt")

// LineSource supplies the lines of a dialog. Line returns io.EOF at the end,
// ErrInterrupt for ^C, with the line that it clears, and the context's error if the
// program is told to end.
type LineSource interface {
	Line(prompt string) (string, error)
	Close() error
}

// pipedLines reads lines from a pipe or a file. It reads ahead in a goroutine, so that
// the program can end while it waits for a line.
type pipedLines struct {
	ctx   context.Context
	lines chan string
	err   error // why there are no more lines; set before lines is closed
}

// PipedLines returns the lines of a pipe or a file.
func (std *Streams) PipedLines(ctx context.Context) LineSource {
	p := &pipedLines{ctx: ctx, lines: make(chan string)}
	go p.read(std.Stdin)
	return p
}

func (p *pipedLines) read(from io.Reader) {
	defer close(p.lines)
	in := bufio.NewReader(from)
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			select {
			case p.lines <- strings.TrimRight(line, "\r\n"):
			case <-p.ctx.Done():
				return
			}
		}
		if err != nil {
			p.err = err
			return
		}
	}
}

func (p *pipedLines) Line(string) (string, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			return "", p.err
		}
		return line, nil
	case <-p.ctx.Done():
		return "", p.ctx.Err()
	}
}

func (p *pipedLines) Close() error { return nil }
