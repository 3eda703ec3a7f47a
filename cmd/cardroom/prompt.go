package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/chzyer/readline"
)

// errInterrupt is a ^C at a prompt.
var errInterrupt = errors.New("interrupted at the prompt")

// lineSource is where the lines of a conversation come from. Line returns
// io.EOF at the end, errInterrupt for a ^C, and the context's error when the
// program is to end.
type lineSource interface {
	Line(prompt string) (string, error)
	Close() error
}

// newLines reads lines from a person at a terminal, who gets a prompt,
// completion and the lines before, or from a pipe, where nothing is prompted.
func newLines(ctx context.Context, std *IO, complete func(typed string) []string) (lineSource, error) {
	if !std.Stdin.Terminal || !std.Stdout.Terminal && !std.Stderr.Terminal {
		return newPipedLines(ctx, std), nil
	}
	to := std.Stdout
	if !to.Terminal {
		to = std.Stderr
	}
	rl, err := readline.NewEx(&readline.Config{
		Stdin:        io.NopCloser(std.Stdin),
		Stdout:       to,
		Stderr:       to,
		AutoComplete: wholeLines(complete),
		HistoryLimit: 500,
		FuncGetWidth: func() int {
			if n := to.Columns(); n > 0 {
				return n
			}
			return 80
		},
	})
	if err != nil {
		return nil, err
	}
	t := &typedLines{ctx: ctx, rl: rl}
	t.stop = context.AfterFunc(ctx, func() { _ = rl.Close() })
	return t, nil
}

// typedLines are the lines of a person at a terminal.
type typedLines struct {
	ctx  context.Context
	rl   *readline.Instance
	stop func() bool
}

func (t *typedLines) Line(prompt string) (string, error) {
	t.rl.SetPrompt(prompt)
	line, err := t.rl.Readline()
	switch {
	case t.ctx.Err() != nil:
		return "", t.ctx.Err()
	case errors.Is(err, readline.ErrInterrupt):
		return "", errInterrupt
	}
	return line, err
}

func (t *typedLines) Close() error {
	t.stop()
	return t.rl.Close()
}

// wholeLines completes lines from their beginning.
type wholeLines func(typed string) []string

// Do lists what may follow the line up to the cursor. A tab that is pasted after
// nothing is no question.
func (f wholeLines) Do(line []rune, pos int) (more [][]rune, length int) {
	typed := string(line[:pos])
	if typed != "" && strings.TrimSpace(typed) == "" {
		return [][]rune{[]rune("    ")}, 0
	}
	for _, c := range f(typed) {
		if rest, ok := cutPrefixFold(c, typed); ok {
			more = append(more, []rune(rest))
		}
	}
	return more, pos
}

// cutPrefixFold is strings.CutPrefix whatever the case.
func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// pipedLines are the lines of a pipe or a file. They are read ahead, so that the
// program can end while it waits for one.
type pipedLines struct {
	ctx   context.Context
	lines chan string
	err   error // why there are no more; set before lines is closed
}

func newPipedLines(ctx context.Context, std *IO) *pipedLines {
	p := &pipedLines{ctx: ctx, lines: make(chan string)}
	go p.read(std)
	return p
}

func (p *pipedLines) read(std *IO) {
	defer close(p.lines)
	in := bufio.NewReader(std.Stdin)
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
