//go:build js

package term

import (
	"context"
	"time"
)

// A browser has no terminal: there is no progress bar and no line editor.

func (p *Progress) newBar(time.Time) bar { return noBar{} }

type noBar struct{}

func (noBar) set(int64)          {}
func (noBar) above(string) error { return nil }
func (noBar) hide()              {}

// Lines returns the lines of a pipe.
func (std *Streams) Lines(ctx context.Context, _ func(typed string) []string) (LineSource, error) {
	return std.PipedLines(ctx), nil
}
