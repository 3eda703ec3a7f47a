//go:build js

package term

import (
	"context"
	"time"
)

// A browser has no terminal: there is no progress bar and no line editor.

// Browser says that this is the engine of a browser, whose answers are JSON: no text, page or file is written, and what writes them is
// not linked.
const Browser = true

func (p *Progress) newBar(time.Time) bar { return noBar{} }

type noBar struct{}

func (noBar) set(int64)          {}
func (noBar) above(string) error { return nil }
func (noBar) hide()              {}

// Lines returns the lines of a pipe.
func (std *Streams) Lines(ctx context.Context, _ func(typed string) []string) (LineSource, error) {
	return std.PipedLines(ctx), nil
}

func (s *Stream) fit(p []byte) []byte { return p }
