//go:build js

package term

import (
	"context"
	"time"
)

// In a browser there is no terminal: no bar is shown, and nobody types.

func (p *Progress) newBar(time.Time) bar { return noBar{} }

type noBar struct{}

func (noBar) set(int64)          {}
func (noBar) above(string) error { return nil }
func (noBar) hide()              {}

// Lines reads lines from a pipe.
func (std *Streams) Lines(ctx context.Context, _ func(typed string) []string) (LineSource, error) {
	return std.PipedLines(ctx), nil
}
