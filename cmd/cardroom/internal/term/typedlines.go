//go:build !js

package term

import (
	"context"
	"strings"
	"unicode/utf8"
)

// Lines returns the lines of a person at a terminal, with a prompt, completion of
// whole lines and a history, or those of a pipe, without a prompt.
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

// typedLines reads lines from a person at a terminal.
type typedLines struct {
	ctx    context.Context
	editor *Editor
	stop   func() bool
	pasted []string // lines that were pasted together and not returned yet
}

// Line reads a line. ^C is a signal again until the next call.
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
