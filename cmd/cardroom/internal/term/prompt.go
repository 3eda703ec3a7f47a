package term

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
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

// Lines reads lines from a person at a terminal, who gets a prompt,
// completion of whole lines and the lines before, or from a pipe, where nothing
// is prompted.
func (std *Streams) Lines(ctx context.Context, complete func(typed string) []string) (LineSource, error) {
	if !std.Stdin.Terminal || !std.Stdout.Terminal && !std.Stderr.Terminal {
		return std.PipedLines(ctx), nil
	}
	whole := func(typed string) ([]string, int) { return complete(typed), utf8.RuneCountInString(typed) }
	editor, err := std.Editor(whole, &History{warn: std.Warn})
	if err != nil {
		return nil, err
	}
	return &typedLines{ctx: ctx, editor: editor, stop: context.AfterFunc(ctx, editor.Wake)}, nil
}

// typedLines are the lines of a person at a terminal.
type typedLines struct {
	ctx    context.Context
	editor *Editor
	stop   func() bool
	pasted []string // lines that were pasted together, still to be taken
}

// Line reads a line. While it is acted on, ^C is a signal again.
func (t *typedLines) Line(prompt string) (string, error) {
	if len(t.pasted) > 0 {
		line := t.pasted[0]
		t.pasted = t.pasted[1:]
		t.editor.Out.Printf("%s%s\n", prompt, line)
		return line, t.ctx.Err()
	}
	got, err := t.editor.Read(prompt, "")
	t.editor.Cooked()
	switch {
	case t.ctx.Err() != nil:
		return "", t.ctx.Err()
	case err != nil:
		return got.Text, err
	case got.Pasted || got.Recall:
		t.pasted = strings.Split(strings.TrimRight(got.Text, "\n"), "\n")
		return t.Line(prompt)
	}
	t.editor.Remember(got.Text)
	return got.Text, nil
}

func (t *typedLines) Close() error {
	t.stop()
	t.editor.Close()
	return nil
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
