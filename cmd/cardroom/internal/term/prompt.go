package term

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
)

// ErrInterrupt is a ^C at a prompt.
var ErrInterrupt = errors.New("interrupted at the prompt")

// LineSource is where the lines of a conversation come from. Line returns
// io.EOF at the end, ErrInterrupt for a ^C, with the line that it clears, and the
// context's error when the program is to end.
type LineSource interface {
	Line(prompt string) (string, error)
	Close() error
}

// pipedLines are the lines of a pipe or a file. They are read ahead, so that the
// program can end while it waits for one.
type pipedLines struct {
	ctx   context.Context
	lines chan string
	err   error // why there are no more; set before lines is closed
}

// PipedLines reads lines from a pipe or a file.
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
